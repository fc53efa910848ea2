"""Files that are written whole or not at all, and a folder for one grader at a time."""

import hashlib
import io
import re
import secrets
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

#: The beginning of the name of a file that is still being written.
UNFINISHED = ".unfinished-"

#: Bytes of a file's name, without its ending. Disks allow 255 in all, some fewer.
MOST_BYTES = 120


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that at every moment it is the old one or the new one; make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf8", "replace") if isinstance(content, str) else content
    new = path.with_name(f"{UNFINISHED}{secrets.token_hex()}")
    try:
        # As the process makes any file: where its umask keeps others out, marks are not for them.
        new.write_bytes(data)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def files_in(folder: Path) -> dict[str, bytes]:
    """Read all files in a folder and below it: path from there -> content."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def remove_unfinished(folder: Path) -> None:
    """Remove what an earlier run was writing, in a folder and all below it, when it was killed."""
    for path in folder.rglob(f"{UNFINISHED}*"):
        if path.is_file():
            path.unlink()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other graders out of a folder, which is made if need be.

    The lock goes with the process, however it ends. Raise BlockingIOError if another grader is at
    work in the folder, and NotADirectoryError if it is a file, or in one.
    """
    import fcntl  # which Windows lacks, where nothing is graded

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise NotADirectoryError(f"out must be a folder, not {folder}, where a file is") from None
    with open(folder / ".lock", "a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BlockingIOError(
                f"out must be a folder in which no other grader is at work, not {folder}; wait "
                "until that one has ended, or give another folder"
            ) from None
        yield


def file_name(text: str) -> str:
    """Turn any text into the name of a file, different texts into different names.

    >>> file_name("ann-3")
    'ann-3'
    >>> file_name("../ann")
    '___ann-2a8c40f7'
    """
    data = text.encode("utf8", "replace")  # no half characters
    plain = re.sub(r"[^\w@ -]", "_", data.decode())[:60].strip()
    plain = plain.encode()[:MOST_BYTES].decode(errors="ignore")
    if plain == text and plain:
        return plain
    return f"{plain}-{hashlib.sha256(data).hexdigest()[:8]}"
