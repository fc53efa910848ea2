"""Passwords of a course: their hashes, in a file that root alone reads and a hub reads at each sign-in."""

import fcntl
import hashlib
import hmac
import json
import secrets
import unicodedata

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.hub.course import Course

#: Characters of a password, at least and at most.
SHORTEST, LONGEST = 10, 1000

#: What a first password is made of: no letters or digits that look alike.
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


def first_password() -> str:
    """Return a password at random, to be typed from paper: 59 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(12))


def fits(password: str) -> bool:
    """Tell whether a text can be a password at all."""
    return SHORTEST <= len(password) <= LONGEST and password.isprintable()


def find_names(course: Course) -> set[str]:
    """Return who has a password."""
    return {*_read(course)}


def set_password(course: Course, name: str, password: str | None) -> None:
    """Let somebody sign in with a password, and with no other; or with none at all."""
    salt = secrets.token_hex(16)
    entry = password and (salt, _hash(password, salt))
    with open(course.passwords.with_suffix(".lock"), "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a hub and the command line write it, until it is closed
        known = {key: kept for key, kept in _read(course).items() if key != name}
        write_whole(course.passwords, json.dumps(known | ({name: entry} if entry else {})))
        course.passwords.chmod(0o600)


def is_right(course: Course, name: str, password: str) -> bool:
    """Tell whether a password is somebody's; to find that nobody has the name takes as long."""
    salt, kept = _read(course).get(name, ("", ""))
    return fits(password) and hmac.compare_digest(_hash(password, salt), kept)


def _hash(password: str, salt: str) -> str:
    # A letter with an accent is one sign on one keyboard and two on another.
    typed = unicodedata.normalize("NFKC", password).encode()
    key = bytes.fromhex(salt)
    return hashlib.scrypt(typed, salt=key, n=2**15, r=8, p=1, maxmem=2**26).hex()


def _read(course: Course) -> dict[str, tuple[str, str]]:
    try:
        known: dict[str, tuple[str, str]] = json.loads(course.passwords.read_text("utf8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise ValueError(
            f"{course.passwords} must be as labkit wrote it ({error}): restore it from a backup, or move "
            "it away and give everyone a new password with labkit hub users --add-roster"
        ) from None
    return known
