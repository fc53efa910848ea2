"""The audit log: who changed a mark, when, and why. Lines are added to it and never changed.

It is ``audit.jsonl`` in the folder of the class, one JSON object a line. Whoever can write into
that folder can change the file too: the log is against forgetting, not against forgers.
"""

import getpass
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from labkit.grading.base.atomic import AnyPath

NAME = "audit.jsonl"

#: One line of the log: "when", "who", "what", "why", and the details of that change.
Entry: TypeAlias = dict[str, Any]

_OWN = ("when", "who", "what", "why")


def note(out: AnyPath, who: str, what: str, why: str, **details: object) -> None:
    """Add a line to the log, and return when it is on the disk.

    Parameters
    ----------
    out : path
        The folder of the class.
    who : str
        Whoever made the change, see `me`.
    what : str
        The kind of change, a word or two, as "waive" or "mark by hand".
    why : str
        The reason that was given; "" if none was.
    **details
        What else is to be known, as ``student`` and ``question``: plain data.

    Raises
    ------
    ValueError
        If `what` is empty, or a detail is not plain data.
    OSError
        If the line cannot be written; then nothing may be changed.

    Examples
    --------
    >>> import tempfile
    >>> out = tempfile.mkdtemp()
    >>> note(out, "ann", "waive", "the figure was missing", question="t-test")
    >>> [(line["who"], line["question"]) for line in entries(out)]
    [('ann', 't-test')]
    """
    if not what:
        raise ValueError("what must be the kind of change, not ''")
    when = datetime.now(UTC).isoformat(timespec="seconds")
    line = dict(zip(_OWN, (when, who, what, why), strict=True)) | details
    try:
        # In ASCII: also half a character that came from outside can be written.
        text = json.dumps(line, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"details must be plain data, not what they are ({error})") from None
    path = Path(out) / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    # Where the system knows no such flags, as on Windows, they are left out.
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | flags, 0o644)
    try:
        _append(handle, text.encode("ascii") + b"\n")
    finally:
        os.close(handle)


def _append(handle: int, line: bytes) -> None:
    # A line that a power cut tore must not swallow the one that comes now.
    if os.lseek(handle, 0, os.SEEK_END):
        os.lseek(handle, -1, os.SEEK_END)
        if os.read(handle, 1) != b"\n":
            line = b"\n" + line
    written = os.write(handle, line)  # in one piece, so that writers at the same time do not mix
    if written != len(line):
        raise OSError(f"out must be a folder on a disk with room for {NAME}; it has none left")
    os.fsync(handle)


def entries(out: AnyPath) -> list[Entry]:
    """Read the log.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    list of dict
        In the order in which they were written, without lines that were torn.
    """
    path = Path(out) / NAME
    if not path.is_file():
        return []
    found = []
    for text in path.read_bytes().split(b"\n"):
        try:
            line = json.loads(text)
        except ValueError:  # torn, or nothing behind the last line
            continue
        if isinstance(line, dict) and line.keys() >= set(_OWN):
            found.append(line)
    return found


def me() -> str:
    """Name whoever runs this command, as the system knows them.

    Returns
    -------
    str
        The name of the account, also behind ``sudo``.
    """
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "somebody"
