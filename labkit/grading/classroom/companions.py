"""What a student hands in with a notebook: modules that it imports, data that it reads."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from labkit.grading.classroom.layouts import Platform, is_notebook, stem
from labkit.grading.classroom.pieces import Piece

#: What may go with a notebook: files, and bytes together.
MOST_COMPANIONS = 20
LARGEST_COMPANIONS = 5_000_000

#: Names that are the course's, or nbgrader's, and no student's to give.
_KEPT = {"checks.py", "hidden.py", "timestamp.txt", "labkit", "labkit.py"}

#: What a file's name may be anywhere: nothing that a path or another system has a meaning for.
_PLAIN_NAME = re.compile(r"\w[^/\\:*?\"<>|]{0,99}")

#: Bytes of it: Linux allows 255.
_MOST_BYTES = 200


def companions(notebook: Piece, pieces: Iterable[Piece]) -> dict[str, bytes]:
    """Read what was handed in with a notebook, the smallest files first.

    Parameters
    ----------
    notebook : Piece
        The notebook.
    pieces : iterable of Piece
        All that its student handed in.

    Returns
    -------
    dict
        Path beside the notebook -> content, within the limits.
    """
    found: dict[str, bytes] = {}
    room = LARGEST_COMPANIONS
    for piece, name in sorted(beside(notebook, pieces), key=lambda p: (p[0].entry.size, p[1])):
        if len(found) == MOST_COMPANIONS or piece.entry.size > room or name in found:
            continue
        try:
            data = piece.entry.read()
        except Exception:  # it goes without: an answer that needs it says so
            continue
        if len(data) <= room:
            found[name] = data
            room -= len(data)
    return found


def beside(notebook: Piece, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, str]]:
    """Give the files that are to go with a notebook, each with its path beside it.

    Names are in Unicode's form NFC, as programs are typed in: macOS may have another one, and
    would find the file by either.

    Parameters
    ----------
    notebook : Piece
        The notebook.
    pieces : iterable of Piece
        All that its student handed in.

    Yields
    ------
    Piece, str
        A file in the notebook's folder or further down, and its path there.
    """
    folder = notebook.rest[:-1]
    for piece in pieces:
        if piece is notebook or piece.entry.refusal or piece.entry.empty_folder:
            continue
        if is_notebook(piece.rest[-1]):
            continue
        if piece.rest[: len(folder)] != folder:
            continue
        parts = piece.rest[len(folder) :]
        if piece.owner.platform is Platform.CANVAS:
            parts = (*parts[:-1], without_copy(parts[-1]))
        elif not piece.in_folder:
            parts = (parts[0].removeprefix(f"{piece.owner.name}_"), *parts[1:])
        parts = tuple(unicodedata.normalize("NFC", part) for part in parts)
        if {parts[0].casefold(), parts[-1].casefold()} & _KEPT:
            continue
        if len(parts) <= 5 and all(map(_is_plain, parts)):
            yield piece, "/".join(parts)


def _is_plain(name: str) -> bool:
    fits = _PLAIN_NAME.fullmatch(name) and name.isprintable() and name[-1] not in " ."
    return bool(fits) and len(name.encode()) <= _MOST_BYTES


def without_copy(name: str) -> str:
    """Give a file's name without the number that Canvas puts at its end when it comes again.

    Examples
    --------
    >>> without_copy("helpers-1.py")
    'helpers.py'
    """
    whole = stem(name)
    return re.sub(r"-\d+$", "", whole) + name[len(whole) :]
