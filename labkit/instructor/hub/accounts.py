"""Unix users: one for each student, one for the grading service, and who can reach what.

Only root can make users. Where an ordinary user starts a hub, all servers run as that
user, and nothing here is asked.
"""

import grp
import hashlib
import os
import pwd
import re
import shlex
import shutil
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from labkit.instructor.hub.course import FILE, Course
from labkit.instructor.hub.owners import own_folder, own_tree
from labkit.instructor.hub.usernames import as_username

#: The Unix user as whom submissions are taken in and graded. It is nobody's to sign in as.
GRADER = "labkit-grader"

#: What the names of the groups of instructors begin with.
INSTRUCTORS = "lab-instructors"

#: What an account's comment says before the student's username. Nothing else's account has it.
_COMMENT = "labkit hub user "

#: What useradd takes as a name as it is, beginning and all, within Linux's 32 characters.
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,27}")

#: An account has no password, and to the system it has expired since 1970: cron, at and the timers
#: of systemd start nothing in its name, which would go on when its server has ended.
_CLOSED = ("--password", "!", "--expiredate", "1")

#: The least number of an account that is not the system's own.
_LEAST_UID = 1000


def unix_name(username: str) -> str:
    """Return the name of a student's Unix user, different for different students."""
    username = as_username(username)
    plain = f"lab-{username}"
    # useradd gives each user a group of the same name: nobody is to get the instructors'.
    if _PLAIN.fullmatch(username) and plain != GRADER and not plain.startswith(INSTRUCTORS):
        return plain
    return f"labx-{hashlib.sha256(username.encode()).hexdigest()[:24]}"


def instructors_group(course: Course) -> str:
    """Return the Unix group of a course's instructors, who read and write its marks."""
    return f"{INSTRUCTORS}-{hashlib.sha256(os.fsencode(course.folder)).hexdigest()[:12]}"


def own_users(course: Course) -> bool:
    """Tell whether each student of a course has a Unix user of their own."""
    return course.folder.stat().st_uid == 0 and not course.one_user.exists()


def home(course: Course, username: str) -> Path:
    """Return a student's home, whether it exists or not."""
    return course.homes / unix_name(username)


def make_user(course: Course, username: str) -> pwd.struct_passwd:
    """Find the Unix user of a student, or make it, and its home."""
    username = as_username(username)
    name, place = unix_name(username), home(course, username)
    if account_of(name) is None:
        _add_user(name, place, f"{_COMMENT}{username}", *_CLOSED)
    account = pwd.getpwnam(name)
    if not is_students(account) or account.pw_gecos != f"{_COMMENT}{username}":
        raise PermissionError(
            f"{username} needs a Unix user of their own, and {name} is somebody else's: rename one of them"
        )
    refuse_other_courses(course, account)
    _gather_instructors(course)
    if place.is_dir() and place.lstat().st_uid != account.pw_uid:
        own_tree(place, account.pw_uid, account.pw_gid)  # the student was away, and is back
    own_folder(place, account.pw_uid, account.pw_gid, 0o700)
    limit_storage(name, course.limits.storage_mb)
    return account


def account_of(name: str) -> pwd.struct_passwd | None:
    """Find a Unix user."""
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def is_students(account: pwd.struct_passwd | None) -> bool:
    """Tell whether there is an account, and `make_user` has made it."""
    return (
        account is not None
        and account.pw_gecos.startswith(_COMMENT)
        and account.pw_uid >= _LEAST_UID
    )


def refuse_other_courses(course: Course, account: pwd.struct_passwd) -> None:
    """Refuse a student's account that another course on this machine has made."""
    if is_students(account) and not is_of(course.homes, account):
        place = shlex.quote(str(course.homes / account.pw_name))
        raise PermissionError(
            f"{account.pw_name} must be an account of {course.folder}, but its home is "
            f"{account.pw_dir}: two courses on one machine cannot share a name. If you have moved "
            f"that folder here, run:\n    usermod --home {place} {account.pw_name}"
        )


def is_of(homes: Path, account: pwd.struct_passwd | None) -> bool:
    """Tell whether there is a student's account, with its home in this folder."""
    return (
        account is not None
        and is_students(account)
        and account.pw_dir == str(homes / account.pw_name)
    )


def usernames(course: Course) -> list[str]:
    """Return who has an account and a home in a course."""
    own = [each for each in pwd.getpwall() if is_of(course.homes, each)]
    return sorted(
        each.pw_gecos.removeprefix(_COMMENT) for each in own if Path(each.pw_dir).is_dir()
    )


def close_accounts(course: Course) -> None:
    """Close each account of a course to all but its server, also those that an earlier labkit made."""
    entries = (line.split(":") for line in Path("/etc/shadow").read_text().splitlines())
    are = {
        fields[0]: (fields[1], fields[7]) for fields in entries if len(fields) > 7
    }  # not NIS's "+"
    for name in map(unix_name, usernames(course)):
        if are.get(name) != _CLOSED[1::2]:
            _system("usermod", *_CLOSED, name)


def remove_user(course: Course, username: str) -> None:
    """End what a student runs, and take the account away; the home stays, as root's."""
    name = unix_name(username)
    account = account_of(name)
    if account is None:
        raise ValueError(
            f"name must be one that has an account, not {username!r}: labkit hub users lists them"
        )
    refuse_other_courses(course, account)
    end_processes(name)  # which refuses what is no student's
    _system("userdel", name)
    own_folder(home(course, username), 0, 0, 0o700)


def make_grader(course: Course) -> pwd.struct_passwd:
    """Find the Unix user of the grading service, or make it, and the instructors' group."""
    _system("groupadd", "--system", "--force", instructors_group(course))  # or it is there already
    if account_of(GRADER) is None:
        _add_user(GRADER, Path("/nonexistent"), "labkit's grading service", "--system")
    _gather_instructors(course)
    return pwd.getpwnam(GRADER)


def close_files(course: Course) -> None:
    """Let instructors and the service read what people put into a course's folder, and nobody else."""
    instructors = grp.getgrnam(instructors_group(course)).gr_gid
    for file in (course.folder / FILE, course.late, course.roster):
        with suppress(FileNotFoundError):  # one that is being replaced is closed next time
            # Where the service writes, root changes nothing: the folder is closed.
            if file is not None and file.parent == course.folder:
                os.chown(file, 0, instructors, follow_symlinks=False)
                file.chmod(0o640)


def as_grader(course: Course, arguments: Sequence[str]) -> list[str]:
    """Return the command by which root runs a Python program as the grading service's user."""
    return [
        *becoming(pwd.getpwnam(GRADER)),
        *("env", f"PYTHONPATH={course.lab}", f"HOME={course.grader_home}"),
        "PYTHONDONTWRITEBYTECODE=1",
        f"PATH={course.env / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        *("sh", "-c", 'umask 007; exec "$@"', "sh", str(course.env / "bin" / "python"), *arguments),
    ]


def becoming(account: pwd.struct_passwd) -> list[str]:
    """Return the beginning of a command that root runs as another user."""
    user, group = f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"
    return ["setpriv", user, group, "--init-groups", "--reset-env", "--"]


def end_processes(name: str) -> None:
    """End all that a student's Unix user has running, whatever it has done to be overlooked."""
    account = pwd.getpwnam(name)
    if not is_students(account):
        raise PermissionError(f"name must be a student's Unix user, not {name}")
    # As that user, kill(-1) reaches all of the user's processes and no others, and at once:
    # nothing can be started between looking and killing.
    command = [*becoming(account), "sh", "-c", "kill -KILL -1"]
    subprocess.run(command, check=False, capture_output=True)


def open_to_others(path: Path) -> bool:
    """Tell whether users who are in no group of the file's could read it, or list the folder."""
    path = path.resolve()
    return (
        path.exists()
        and bool(path.stat().st_mode & (stat.S_IROTH | stat.S_IXOTH))
        and all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
    )


def runs_for_others(program: Path) -> bool:
    """Tell whether users who are in no group of a program's could run it."""
    program = program.resolve()
    return open_to_others(program) and bool(program.stat().st_mode & stat.S_IXOTH)


def limit_storage(name: str, megabytes: int) -> bool:
    """Set a user's quota, and tell whether the disk has any: most have none."""
    if not shutil.which("setquota"):
        return False
    blocks = str(megabytes * 1024)
    command = ["setquota", "--all", "--user", name, blocks, blocks, "0", "0"]
    return not subprocess.run(command, check=False, capture_output=True).returncode


def _add_user(name: str, home: Path, comment: str, *options: str) -> None:
    """Make a user who gets no shell: terminals are had from servers of the hub alone."""
    options += "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"
    _system("useradd", *options, "--home-dir", str(home), "--comment", comment, name)


def _gather_instructors(course: Course) -> None:
    """Let the group of instructors be of those who are instructors now, and of the grader."""
    group, names = instructors_group(course), map(unix_name, course.instructors)
    wanted = {GRADER, *(name for name in names if is_of(course.homes, account_of(name)))}
    if wanted != set(grp.getgrnam(group).gr_mem):
        _system("gpasswd", "--members", ",".join(wanted), group)


def _system(*command: str) -> None:
    # su leaves their folder out of the path.
    path = {"PATH": f"{os.environ['PATH']}:/usr/sbin"}
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf8",
        errors="replace",
        env=os.environ | path,
    )
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
