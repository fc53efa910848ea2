"""Make a course's folder, and get it ready for its hub to start."""

import fcntl
import grp
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from labkit.grading.base.atomic import write_whole
from labkit.hub import accounts, check_machine, config, student
from labkit.hub.course import (
    FILE,
    LAB,
    Course,
    as_username,
    read_course,
    tick_names,
)
from labkit.hub.database import upgrade
from labkit.hub.moved import settle
from labkit.hub.owners import own_folder
from labkit.hub.signing_in import dismiss_instructors, names
from labkit.hub.sockets import make_sockets

#: What JupyterHub is started with.
CONFIG = "jupyterhub_config.py"


def default_folder() -> Path:
    """Give where a course is, where nobody says it.

    Returns
    -------
    Path
        For root, a place of the machine's; else one in the working folder.
    """
    return Path("/srv/lab") if os.geteuid() == 0 else Path("course")


def make_course(
    folder: Path,
    *,
    name: str,
    slug: str,
    instructors: Sequence[str] = (),
    roster: Path | None = None,
    one_user: bool = False,
) -> Course:
    """Make a course's folder, with its ``course.toml`` to be edited.

    Parameters
    ----------
    folder : Path
        It is made if need be.
    name, slug : str
        For people, and for nbgrader.
    instructors : sequence of str
        The names that they will sign in with.
    roster : Path, optional
        The list of the class: it is copied.
    one_user : bool
        Whether all servers are to run as one user though root starts them: for trying out.

    Returns
    -------
    Course
        As its file has it.

    Raises
    ------
    FileExistsError
        If it is a course's already, or has another list of a class in it.
    ValueError
        If an entry is not what it must be; then there is no file.
    """
    path, copy = folder / FILE, folder / "roster.csv"
    if folder.resolve() == LAB:
        raise ValueError(f"course must be in a folder of its own, not in the repository's, {LAB}")
    if path.exists():
        raise FileExistsError(f"folder must not be a course's already, as {folder} is")
    if roster is not None and not roster.is_file():
        raise FileNotFoundError(f"roster must be a file that exists, not {roster}")
    is_new = roster is not None and not (copy.exists() and copy.samefile(roster))
    if is_new and copy.exists():
        raise FileExistsError(f"roster must not take the place of another list, {copy}")
    check_machine.refuse_signs(folder)
    new_folder = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if roster is not None and is_new:
            write_whole(copy, roster.read_bytes())
        write_whole(path, _course_file(name, slug, instructors, roster is not None))
        course = read_course(folder)
    except ValueError:
        for each in (path, *([copy] if is_new else [])):
            each.unlink(missing_ok=True)
        if new_folder:
            folder.rmdir()
        raise
    if one_user:
        accounts.one_user_file(course).touch()
    own_folders(course)
    return course


def _course_file(name: str, slug: str, instructors: Sequence[str], roster: bool) -> str:
    friday = datetime.now() + timedelta(days=14 + (4 - datetime.now().weekday()) % 7)
    templates = Environment(
        loader=PackageLoader("labkit.hub"), undefined=StrictUndefined, keep_trailing_newline=True
    )
    return templates.get_template("course.toml.j2").render(
        name=json.dumps(name, ensure_ascii=False),
        id=json.dumps(slug, ensure_ascii=False),
        instructors=json.dumps([as_username(each) for each in instructors]),
        roster='roster = "roster.csv"' if roster else '# roster = "roster.csv"',
        timezone=json.dumps(_time_zone()),
        ticks=tick_names() or ("tick1",),
        example=f"{friday:%Y-%m-%d}T17:00:00",
    )


def _time_zone() -> str:
    parts = Path("/etc/localtime").resolve().parts
    return "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else "UTC"


def own_folders(course: Course) -> None:
    """Make all folders of a course, with whose they are and who may do what there.

    Parameters
    ----------
    course : Course
    """
    if not accounts.own_users(course):
        for folder in (course.private, course.homes, course.grader_home):
            own_folder(folder, os.geteuid(), os.getegid(), 0o700)
        return
    grader = accounts.make_grader(course)
    instructors = grp.getgrnam(accounts.instructors_group(course)).gr_gid
    own_folder(course.folder, 0, 0, 0o755)
    own_folder(course.private, 0, 0, 0o700)
    own_folder(course.homes, 0, 0, 0o711)
    own_folder(course.student, 0, 0, 0o755)
    own_folder(course.grader_home, grader.pw_uid, grader.pw_gid, 0o700)
    # Students write into the exchange, and sticky: nobody renames what is another's.
    own_folder(course.exchange_root, grader.pw_uid, instructors, 0o1777)
    own_folder(course.release, grader.pw_uid, instructors, 0o755)
    own_folder(course.submitted, grader.pw_uid, instructors, 0o2750)
    own_folder(course.versions, grader.pw_uid, instructors, 0o2750)
    own_folder(course.marks, grader.pw_uid, instructors, 0o2770)
    # The list of the class is not everybody's; the service reads it.
    for file in (course.folder / FILE, course.roster):
        if file is not None and file.is_relative_to(course.folder):
            os.chown(file, 0, instructors, follow_symlinks=False)
            file.chmod(0o640)


def get_ready(
    course: Course, *, dummy: bool = False, say: Callable[[str], None] = print
) -> list[str]:
    """Bring a course's folder up to date, and say how its hub is started.

    Parameters
    ----------
    course : Course
    dummy : bool
        Whether everybody signs in with one password, for trying out.
    say : callable
        Gets a line for each step that takes a while.

    Returns
    -------
    list of str
        The command, to be run in ``course.private`` in place of this process: until it ends,
        nobody else can start the course.

    Raises
    ------
    PermissionError
        As `check_machine.refuse_what_is_open` does, and where another user has made the course.
    BlockingIOError
        If its hub runs already.
    OSError, ValueError
        If something that the hub needs is missing.
    """
    check_machine.refuse_signs(course.folder)
    config.refuse_wrong_key(course)  # before what takes minutes
    config.proxy_command(course)
    if course.folder.stat().st_uid != os.geteuid():
        raise PermissionError("a course must be started by the user who made it")
    _alone(course)
    upgrade(course)
    end_students(course)
    if accounts.own_users(course) and settle(course, names(course)):
        say(
            "Unix users and groups have other numbers here: all files were given to whom they belong."
        )
    own_folders(course)
    if accounts.own_users(course):
        check_machine.refuse_what_is_closed(course)
        check_machine.refuse_what_is_open(course)
        check_machine.refuse_hidden_roster(course)
    check_machine.refuse_taken_port(course)
    dismiss_instructors(course)
    student.prepare(course, say=say)
    templates = Environment(loader=PackageLoader("labkit.hub"), undefined=StrictUndefined)
    write_whole(
        course.private / CONFIG,
        templates.get_template(f"{CONFIG}.j2").render(folder=repr(str(course.folder)), dummy=dummy),
    )
    make_sockets(course)
    (course.private / "proxy.pid").unlink(missing_ok=True)  # it ended with its hub
    return [sys.executable, "-m", "jupyterhub", "--config", str(course.private / CONFIG)]


def _alone(course: Course) -> None:
    """Keep others from starting the course as long as this process lives, whatever it becomes."""
    course.private.mkdir(mode=0o700, exist_ok=True)
    lock = os.open(course.private / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BlockingIOError(
            f"course must be one whose hub does not run, not {course.folder}"
        ) from None
    os.set_inheritable(lock, True)


def end_students(course: Course) -> None:
    """End all that students have running, also what an earlier hub has left.

    Parameters
    ----------
    course : Course
    """
    if accounts.own_users(course):
        for account in accounts.known_users(names(course)).values():
            accounts.end_processes(account)


def end_students_with(course: Course) -> None:
    """Have a process wait until this one has ended, however that is, and end what students run.

    Parameters
    ----------
    course : Course
    """
    waits, holds = os.pipe()
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # which systemd sends to all at once
        for first, last in ((3, waits), (waits + 1, os.sysconf("SC_OPEN_MAX"))):
            os.closerange(first, last)  # the course's lock among them
        os.read(waits, 1)
        end_students(course)
        os._exit(0)
    os.set_inheritable(holds, True)


def web_address(course: Course) -> str:
    """Give what a browser on this machine opens.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
        A URL.
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(course.address, course.address)
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http{'s' if course.tls else ''}://{host}:{course.port}"
