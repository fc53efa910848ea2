"""The audit log, ``audit.jsonl``: who changed a mark, when, and why. Lines are only ever added.

People who can write into the folder can change the file: it is against forgetting, not forgers.
"""

import getpass
import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

NAME = "audit.jsonl"


def note(out: Path, who: str, what: str, why: str, **details: object) -> None:
    """Add a line to the log, and return when it is on the disk."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    line = json.dumps({"when": when, "who": who, "what": what, "why": why} | details).encode()
    path = out / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab", buffering=0) as file:
        # In one write, so that two writers do not mix. The end of the line comes before it: one that
        # a power cut tore does not swallow the next.
        file.write(b"\n" + line)
        os.fsync(file.fileno())


def entries(out: Path) -> list[dict[str, Any]]:
    """Read the log in the order in which it was written, without lines that were torn."""
    path = out / NAME
    found = []
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        with suppress(ValueError):
            found.append(json.loads(line))
    return found


def me() -> str:
    """Return the account's name, also behind ``sudo``."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (OSError, KeyError):  # an account without a name
        return f"user {os.getuid()}"
