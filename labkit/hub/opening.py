"""Make a course's folder, and get it ready for its hub to start."""

import errno
import fcntl
import grp
import json
import os
import shlex
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from labkit.grading.base.atomic import write_whole
from labkit.grading.base.identity import display
from labkit.hub import accounts, config, student
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
    refuse_signs(folder)
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


def refuse_signs(folder: Path) -> None:
    """Refuse a folder whose path means something else to a program that gets it.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    ValueError
        If it has a colon, which divides lists of folders, a sign of a pattern, of an address or of a
        variable, or one that cannot be shown.
    """
    path = str(folder.resolve())
    if set("*?[:%$") & set(path) or not path.isprintable():
        raise ValueError(
            f"course must be in a folder without * ? [ : % and $ in its path, not {display(path)}"
        )


def refuse_others_course(course: Course) -> None:
    """Refuse to let root work on a course that another user has made: it could not go on with it.

    Parameters
    ----------
    course : Course

    Raises
    ------
    PermissionError
        If it is another's; the message names whose.
    """
    owner = course.folder.stat().st_uid
    if os.geteuid() == 0 != owner:
        raise PermissionError(
            f"course must be one that root has made, not {course.folder}, which user {owner} has "
            "made: that user works on it, without sudo"
        )


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


def refuse_what_is_open(course: Course) -> None:
    """Refuse to let students in where they could read what they must not.

    Parameters
    ----------
    course : Course

    Raises
    ------
    PermissionError
        If the repository, the roster or the key of the certificate can be read by other users;
        the message says the command that mends it.
    """
    closed = [(LAB, "o-rwx"), (course.folder / FILE, "o-rwx")]
    closed += [(file, "o-rwx") for file in (course.roster, course.tls and course.tls.key) if file]
    wrong = [(path, mode) for path, mode in closed if accounts.open_to_others(path)]
    if wrong:
        commands = "\n".join(f"    chmod {mode} {shlex.quote(str(p))}" for p, mode in wrong)
        raise PermissionError(
            "what students must not read must be closed to other users, with solutions and hidden "
            f"cases in it, and is not; this closes it:\n{commands}"
        )


def refuse_hidden_roster(course: Course) -> None:
    """Refuse a list of the class that the grading service, as a user of its own, cannot read.

    Parameters
    ----------
    course : Course
        Its grading service's user is there.

    Raises
    ------
    PermissionError
        If it cannot: in somebody's home, for instance.
    """
    if course.roster is not None:
        command = accounts.becoming(accounts.make_grader(course))
        command += ["test", "-r", str(course.roster)]
        if subprocess.run(command, cwd="/").returncode:
            raise PermissionError(
                f"roster must be a file that {accounts.GRADER} can read, as one in {course.folder} is, "
                f"not {course.roster}"
            )


def refuse_what_is_closed(course: Course) -> None:
    """Refuse a course in a folder that students, as users of their own, cannot get to.

    Parameters
    ----------
    course : Course

    Raises
    ------
    PermissionError
        If one of the folders above it lets other users not through.
    """
    for parent in reversed(course.folder.parents):
        if not parent.stat().st_mode & stat.S_IXOTH:
            raise PermissionError(
                f"course must be in a folder that students can get to, as /srv/lab, not in {parent}"
            )


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
        As `refuse_what_is_open` does, and where another user has made the course.
    BlockingIOError
        If its hub runs already.
    OSError, ValueError
        If something that the hub needs is missing.
    """
    refuse_signs(course.folder)
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
        refuse_what_is_closed(course)
        refuse_what_is_open(course)
        refuse_hidden_roster(course)
    refuse_taken_port(course)
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


def refuse_taken_port(course: Course) -> None:
    """Refuse a port that another program listens on.

    Parameters
    ----------
    course : Course

    Raises
    ------
    OSError
        If it is taken; the message says how another is chosen.
    """
    address, port = course.address, course.port
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((address, port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise OSError(
                    f"hub.address must be one of this machine's, not {address}, in "
                    f"{course.folder / FILE}"
                ) from None
            raise OSError(
                f"port must be one that is free, not {port}: {address}:{port}: {error.strerror}; "
                "give another with --port"
            ) from None


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
