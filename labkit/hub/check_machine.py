"""What a machine and a course's folder must be like, before students are let in."""

import errno
import os
import shlex
import socket
import stat
import subprocess
from pathlib import Path

from labkit.grading.base.identity import display
from labkit.hub import accounts
from labkit.hub.course import FILE, LAB, Course


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
