"""Make a course's folder, and get it ready for its hub to start."""

import fcntl
import grp
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.hub import (
    accounts,
    check_machine,
    jupyterhub_config,
    server_limits,
    student_server,
)
from labkit.instructor.hub.course import (
    CHANGED,
    FILE,
    LAB,
    LATE,
    ROSTER,
    Course,
    read_course,
    tick_names,
)
from labkit.instructor.hub.filled import filled
from labkit.instructor.hub.owners import own_folder, own_tree
from labkit.instructor.hub.sockets import make_sockets
from labkit.instructor.hub.usernames import SERVICE, as_username

#: What JupyterHub is started with.
CONFIG = "jupyterhub_config.py"


def make_course(
    folder: Path,
    *,
    name: str,
    slug: str,
    instructors: Sequence[str] = (),
    roster: Path | None = None,
    one_user: bool = False,
) -> Course:
    """Make a course's folder, with its ``course.toml`` to be edited."""
    if folder.resolve() == LAB:
        raise ValueError(f"course must be in a folder of its own, not in the repository's, {LAB}")
    if others := {each.name for each in folder.glob("*")}:
        raise FileExistsError(
            f"course must be a new or empty folder, not {folder}, which holds {min(others)}: "
            "name another with --course"
        )
    if roster and not roster.is_file():
        raise FileNotFoundError(f"roster must be a file that exists, not {roster}")
    check_machine.refuse_signs(folder)
    friday = datetime.now() + timedelta(days=14 + (4 - datetime.now().weekday()) % 7)
    values = {
        "name": json.dumps(name, ensure_ascii=False),
        "id": json.dumps(slug, ensure_ascii=False),
        "instructors": json.dumps([as_username(each) for each in instructors]),
        "timezone": json.dumps(_time_zone()),
        "ticks": tick_names() or ("tick1",),
        "example": f"{friday:%Y-%m-%d}T17:00:00",
    }
    contents: dict[str, str | bytes] = {
        FILE: filled(FILE, **values),
        f"{CHANGED}/{LATE}": filled(LATE, **values),
        f"{CHANGED}/{ROSTER}": roster.read_bytes() if roster else b"",
    }
    with tempfile.TemporaryDirectory() as scratch:
        for place in (Path(scratch), folder):  # tried elsewhere first: it may not do
            for file, content in contents.items():
                write_whole(place / file, content)
            course = read_course(place)
    if one_user:
        course.one_user.touch()
    own_folders(course)
    return course


def _time_zone() -> str:
    parts = Path("/etc/localtime").resolve().parts
    return "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else "UTC"


def own_folders(course: Course) -> None:
    """Make all folders of a course, with whose they are and who may do what there."""
    if not accounts.own_users(course):
        folders = course.private, course.homes, course.grader_home, course.release, course.changed
        for folder in (*folders, course.versions, course.marks):
            own_folder(folder, os.geteuid(), os.getegid(), 0o700)
        return
    grader = accounts.make_grader(course)
    _settle(course, grader.pw_uid)
    instructors = grp.getgrnam(accounts.instructors_group(course)).gr_gid
    of_root, of_grader = (0, 0), (grader.pw_uid, instructors)
    for folder, whose, mode in (
        (course.folder, of_root, 0o755),
        (course.private, of_root, 0o700),
        (course.homes, of_root, 0o711),
        (course.student, of_root, 0o755),
        (course.grader_home, (grader.pw_uid, grader.pw_gid), 0o700),
        (course.release, of_grader, 0o755),
        (course.versions, of_grader, 0o2750),
        (course.marks, of_grader, 0o2770),
        (course.changed, of_grader, 0o2770),
    ):
        own_folder(folder, *whose, mode)
    accounts.close_files(course)


def _settle(course: Course, grader: int) -> None:
    """Make the service own its files where its number has changed, as on another machine.

    A home whose number is another's now is root's, until its student has an account again.
    """
    of_grader = course.release, course.versions, course.marks, course.changed
    for folder in (*of_grader, course.grader_home):
        if folder.is_dir() and folder.stat().st_uid != grader:
            own_tree(folder, grader, folder.stat().st_gid)
    for place in course.homes.glob("*"):
        account = accounts.account_of(place.name)
        if account is None or place.lstat().st_uid != account.pw_uid:
            own_folder(place, 0, 0, 0o700)


def get_ready(course: Course, *, say: Callable[[str], None]) -> list[str]:
    """Bring a course's folder up to date, and say how its hub is started."""
    check_machine.refuse_signs(course.folder)
    jupyterhub_config.refuse_wrong_key(course)  # before what takes minutes
    jupyterhub_config.proxy_command(course)
    check_machine.refuse_others_course(course)
    _alone(course)
    end_students(course)
    own_folders(course)
    if accounts.own_users(course):
        accounts.close_accounts(course)
        check_machine.refuse_what_is_closed(course)
        check_machine.refuse_what_is_open(course)
        if course.limits.storage_mb and not accounts.limit_storage(accounts.GRADER, 0):
            say("The disk has no quotas: a student can fill it, whatever storage_mb says.")
        if not (server_limits.GROUPS / "cgroup.controllers").is_file():
            say(
                "This system has no control groups (version 2): memory_mb limits each process, not all "
                "processes of a student together."
            )
    else:
        check_machine.refuse_open_trial(course)
    check_machine.refuse_taken_port(course)
    student_server.prepare(course, say)
    write_whole(course.private / CONFIG, filled(CONFIG, folder=repr(str(course.folder))))
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
            f"course must be one whose hub does not run, not {course.folder}: stop that hub first"
        ) from None
    os.set_inheritable(lock, True)


def end_students(course: Course) -> None:
    """End all that students have running, also what an earlier hub has left."""
    if accounts.own_users(course):
        for name in accounts.usernames(course):
            accounts.end_processes(accounts.unix_name(name))


def end_students_with(course: Course) -> None:
    """Have a process wait until this one has ended, however that is, and end what students run."""
    waits, holds = os.pipe()
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # which systemd sends to all at once
        os.closerange(3, waits)  # the course's lock among them
        os.closerange(waits + 1, os.sysconf("SC_OPEN_MAX"))
        os.read(waits, 1)
        end_students(course)
        os._exit(0)
    os.set_inheritable(holds, True)


def class_page(course: Course) -> str:
    """Return the address of the page for instructors."""
    origin = jupyterhub_config.service_origin(course) or jupyterhub_config.web_address(course)
    return f"{origin}/services/{SERVICE}/"
