"""What a machine and a course's folder must be like, before students are let in."""

import os
import shlex
import socket
import stat
from pathlib import Path

from labkit.instructor.grading.submissions.identify import display
from labkit.instructor.hub import accounts
from labkit.instructor.hub.course import FILE, LAB, Course


def refuse_signs(folder: Path) -> None:
    """Refuse a folder whose path means something else to a program that gets it."""
    path = str(folder.resolve())
    if set("*?[:%$") & set(path) or not path.isprintable():
        raise ValueError(
            f"course must be in a folder without * ? [ : % and $ in its path, not {display(path)}"
        )


def refuse_others_course(course: Course) -> None:
    """Refuse to let root work on a course that another user has made: it could not go on with it."""
    owner = course.folder.stat().st_uid
    if os.geteuid() == 0 != owner:
        raise PermissionError(
            f"course must be one that root has made, not {course.folder}, which user {owner} has "
            "made: run the command as that user, without sudo"
        )


def refuse_what_is_open(course: Course) -> None:
    """Refuse to let students in where they could read what they must not."""
    secret = course.signing_in.client_secret if course.signing_in else None
    files = filter(None, (course.roster, course.late, course.hub.key, secret))
    wrong = filter(accounts.open_to_others, (LAB, course.folder / FILE, *files))
    commands = [f"    chmod o-rwx {shlex.quote(str(path))}" for path in wrong]
    if commands:
        raise PermissionError(
            "students could read solutions, hidden cases or secrets here; close them to other users with:\n"
            + "\n".join(commands)
        )


def refuse_what_is_closed(course: Course) -> None:
    """Refuse a course in a folder that students, as users of their own, cannot get to."""
    for parent in reversed(course.folder.parents):
        if not parent.stat().st_mode & stat.S_IXOTH:
            raise PermissionError(
                f"course must be in a folder that students can enter, such as /srv/lab, not in {parent}"
            )


def refuse_open_trial(course: Course) -> None:
    """Refuse to let others than this machine's users in with the one password of a trial."""
    if not course.hub.address.is_loopback:
        raise ValueError(
            f"hub.address must be this machine's own, 127.0.0.1, not {course.hub.address}, as long as "
            "everyone signs in with one password: for a class, start the hub as root"
        )


def refuse_taken_port(course: Course) -> None:
    """Refuse a port that another program listens on."""
    address, port = str(course.hub.address), course.hub.port
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        socket.create_server((address, port), family=family).close()
    except OSError as error:
        raise OSError(
            f"hub.address and port must belong to this machine and be free, not {address}:{port}: "
            f"{error.strerror}; name another port with --port N"
        ) from None
