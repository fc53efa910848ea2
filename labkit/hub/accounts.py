"""Unix users: one for each student, one for the grading service, and who can reach what.

Only root can make users. Whoever starts a hub as an ordinary user has all servers run as that
user, and nothing here is asked.
"""

import grp
import hashlib
import os
import pwd
import re
import shutil
import stat
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from labkit.hub.course import Course, as_username
from labkit.hub.owners import own_folder, own_tree

#: The Unix user as whom submissions are taken in and graded. It is nobody's to sign in as.
GRADER = "labkit-grader"

#: What the names of the groups of instructors begin with.
INSTRUCTORS = "lab-instructors"

#: What an account's comment says before the student's username. Nothing else's account has it.
_COMMENT = "labkit hub user "

#: What useradd takes as a name as it is, beginning and all, within Linux's 32 characters.
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,27}")

#: The least number of an account that is not the system's own.
_LEAST_UID = 1000


def unix_name(username: str) -> str:
    """Give the name of a student's Unix user, different for different students.

    Parameters
    ----------
    username : str
        As the student signs in.

    Returns
    -------
    str
        It begins with ``lab-``, or with ``labx-`` where the username itself would not do.

    Examples
    --------
    >>> unix_name("ada"), unix_name("ada@uni.example")
    ('lab-ada', 'labx-5b41514dfa85c705dac512a4')
    """
    username = as_username(username)
    plain = f"lab-{username}"
    # useradd gives each user a group of the same name: nobody is to get the instructors'.
    if _PLAIN.fullmatch(username) and plain != GRADER and not plain.startswith(INSTRUCTORS):
        return plain
    return f"labx-{hashlib.sha256(username.encode()).hexdigest()[:24]}"


def instructors_group(course: Course) -> str:
    """Give the Unix group of a course's instructors, who read and write its marks.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
        Another for each folder: who teaches one course on a machine may be a student of the next.
    """
    return f"{INSTRUCTORS}-{hashlib.sha256(os.fsencode(course.folder)).hexdigest()[:12]}"


def own_users(course: Course) -> bool:
    """Tell whether each student of a course has a Unix user of their own.

    Parameters
    ----------
    course : Course

    Returns
    -------
    bool
        Whether root made the course, and not for trying out.
    """
    return course.folder.stat().st_uid == 0 and not one_user_file(course).exists()


def one_user_file(course: Course) -> Path:
    """Give the file that says that all servers run as one user, also where root starts them.

    Parameters
    ----------
    course : Course

    Returns
    -------
    Path
        An ordinary user's course needs none.
    """
    return course.folder / "one-user"


def home(course: Course, username: str) -> Path:
    """Give a student's home, whether it exists or not.

    Parameters
    ----------
    course : Course
    username : str
        As the student signs in.

    Returns
    -------
    Path
        In the course's folder: two courses on one machine keep their files apart.
    """
    return course.homes / unix_name(username)


def make_user(course: Course, username: str) -> pwd.struct_passwd:
    """Find the Unix user of a student, or make it, and its home.

    Parameters
    ----------
    course : Course
    username : str
        As the student signs in.

    Returns
    -------
    pwd.struct_passwd
        The account.

    Raises
    ------
    PermissionError
        If there is an account of that name that this function has not made.
    OSError
        If the system does not make one; the message is the system's.
    """
    username = as_username(username)
    name, place = unix_name(username), home(course, username)
    account = account_of(name) or make_account(course, username)
    if account.pw_gecos != f"{_COMMENT}{username}" or account.pw_uid < _LEAST_UID:
        raise PermissionError(
            f"{username} must get a Unix user of their own, not {name}, which is somebody else's"
        )
    _join(name, instructors_group(course), username in course.instructors)
    if place.is_dir() and place.lstat().st_uid != account.pw_uid:
        own_tree(place, account.pw_uid, account.pw_gid)  # the student was away, and is back
    own_folder(place, account.pw_uid, account.pw_gid, 0o700)
    _limit_storage(name, course.limits.storage)
    return account


def make_account(course: Course, username: str) -> pwd.struct_passwd:
    """Make a Unix user for a student who has none.

    Parameters
    ----------
    course : Course
    username : str
        As the student signs in.

    Returns
    -------
    pwd.struct_passwd
        The account; the home is not made.

    Raises
    ------
    OSError
        If the system does not make one; the message is the system's.
    """
    name, place = unix_name(username), home(course, username)
    _system(
        *("useradd", "--user-group", "--no-create-home", "--home-dir", str(place)),
        *("--shell", "/bin/bash", "--comment", f"{_COMMENT}{as_username(username)}", name),
    )
    return pwd.getpwnam(name)


def account_of(name: str) -> pwd.struct_passwd | None:
    """Find a Unix user.

    Parameters
    ----------
    name : str
        As the system has it.

    Returns
    -------
    pwd.struct_passwd or None
        None if there is none of that name.
    """
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def known_users(names: Iterable[str]) -> dict[str, pwd.struct_passwd]:
    """Find which usernames have a Unix user already.

    Parameters
    ----------
    names : iterable of str
        As students sign in.

    Returns
    -------
    dict
        Username -> account.
    """
    found = {name: account_of(unix_name(name)) for name in names}
    return {name: account for name, account in found.items() if account}


def make_grader(course: Course) -> pwd.struct_passwd:
    """Find the Unix user of the grading service, or make it, and the instructors' group.

    Parameters
    ----------
    course : Course
        Its instructors alone stay in the group.

    Returns
    -------
    pwd.struct_passwd
        The account.
    """
    group = instructors_group(course)
    if not _group(group):
        _system("groupadd", "--system", group)
    if account_of(GRADER) is None:
        _system(
            *("useradd", "--system", "--user-group", "--no-create-home"),
            *("--home-dir", "/nonexistent"),
            *("--shell", "/usr/sbin/nologin", "--comment", "labkit's grading service", GRADER),
        )
    _join(GRADER, group, True)
    wanted = {GRADER, *map(unix_name, course.instructors)}
    for name in set(grp.getgrnam(group).gr_mem) - wanted:
        _join(name, group, False)
    return pwd.getpwnam(GRADER)


def as_grader(course: Course, arguments: Sequence[str]) -> list[str]:
    """Say how root runs a Python program as the grading service's user.

    Parameters
    ----------
    course : Course
    arguments : sequence of str
        Of Python, as ``["-m", "labkit.hub.service"]``.

    Returns
    -------
    list of str
        The command: the course's own Python, the course's own copy of the lab.
    """
    return [
        *becoming(pwd.getpwnam(GRADER)),
        *("env", f"PYTHONPATH={course.lab}", f"HOME={course.grader_home}"),
        *("PYTHONDONTWRITEBYTECODE=1", f"PATH={course.env / 'bin'}:/usr/local/bin:/usr/bin:/bin"),
        *("sh", "-c", 'umask 007; exec "$@"', "sh", str(course.env / "bin" / "python"), *arguments),
    ]


def becoming(account: pwd.struct_passwd) -> list[str]:
    """Give the beginning of a command that root runs as another user.

    Parameters
    ----------
    account : pwd.struct_passwd
        Whose it is to be.

    Returns
    -------
    list of str
        What is behind it runs in that user's groups, with nothing of root's environment.
    """
    user, group = f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"
    return ["setpriv", user, group, "--init-groups", "--reset-env", "--"]


def end_processes(account: pwd.struct_passwd) -> None:
    """End all that a student has running, whatever it has done to be overlooked.

    Parameters
    ----------
    account : pwd.struct_passwd
        As `make_user` gives it.
    """
    if account.pw_uid < _LEAST_UID or not account.pw_gecos.startswith(_COMMENT):
        raise PermissionError(f"account must be a student's, not {account.pw_name}")
    # As that user, kill(-1) reaches all of the user's processes and no others, and at once:
    # nothing can be started between looking and killing.
    become = (f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups")
    subprocess.run(
        ["setpriv", *become, "--", "sh", "-c", "kill -KILL -1"],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def open_to_others(path: Path) -> bool:
    """Tell whether users who are in no group of the file's could read it, or list the folder.

    Parameters
    ----------
    path : Path
        A file or a folder.

    Returns
    -------
    bool
        Whether permissions let them, all the way from the root.
    """
    path = path.resolve()
    return (
        path.exists()
        and bool(path.stat().st_mode & (stat.S_IROTH | stat.S_IXOTH))
        and all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
    )


def runs_for_others(program: Path) -> bool:
    """Tell whether users who are in no group of a program's could run it.

    Parameters
    ----------
    program : Path
        A link is followed.

    Returns
    -------
    bool
        Whether permissions let them, all the way from the root.
    """
    program = program.resolve()
    return open_to_others(program) and bool(program.stat().st_mode & stat.S_IXOTH)


def _limit_storage(name: str, megabytes: int) -> None:
    """Set the disk's quota, where it has any: most have none, and then there is nothing to do."""
    if shutil.which("setquota"):
        blocks = str(megabytes * 1024)
        subprocess.run(
            ["setquota", "--all", "--user", name, blocks, blocks, "0", "0"],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _join(name: str, group: str, member: bool) -> None:
    if member != (name in grp.getgrnam(group).gr_mem):
        _system("gpasswd", "--add" if member else "--delete", name, group)


def _group(name: str) -> bool:
    return name in {group.gr_name for group in grp.getgrall()}


def _system(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
