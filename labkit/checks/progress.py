"""How far a student is in each tick, kept from one session to the next for ``start-here``.

It is the student's own note, in their home folder, and nobody's marks. Whatever is wrong with it,
a check goes on.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from urllib.parse import quote

from labkit.waiting import is_watched

#: Where the notes are; empty for nowhere. Without it they are kept for who has a notebook open.
VARIABLE = "LABKIT_PROGRESS"
#: A longer note is none of ours.
_LONGEST = 100_000


@dataclass(frozen=True)
class TickProgress:
    """How far a student is in a tick, and where it is: its heading, and a link to its notebook."""

    name: str
    points: float
    out_of: float
    passed: int  # questions
    questions: int
    title: str = field(default="", compare=False)
    link: str = field(default="", compare=False)


def record(tick: Path, earned: Mapping[str, bool]) -> None:
    """Note which questions of the tick in a folder pass; what was noted of others stays."""
    path = _path(tick)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        noted = json.dumps(_read(path) | dict(earned))
        descriptor, scratch = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf8") as file:
                file.write(noted)
            os.replace(scratch, path)
        except OSError:
            os.unlink(scratch)


def progress(ticks: str | PathLike[str]) -> list[TickProgress]:
    """Say how far the student is in each tick of a folder.

    Parameters
    ----------
    ticks : str or path
        The folder that has a folder for each tick.

    Returns
    -------
    list of TickProgress
        In the ticks' order: ``name``, ``points`` so far ``out_of`` those that checks can give, how
        many of the ``questions`` have ``passed``, and the notebook's ``title`` and ``link``.
    """
    folders = sorted(path for path in Path(ticks).glob("tick*") if path.is_dir())
    return [_progress(folder, found) for folder in folders if (found := _notebooks(folder))]


def _notebooks(tick: Path) -> list[Path]:
    """Give a tick's notebooks, first its own: students copy it, or give it another name."""
    own = tick / f"{tick.name}.ipynb"
    return sorted(tick.glob("*.ipynb"), key=lambda path: (path != own, path.name))


def _progress(tick: Path, notebooks: list[Path]) -> TickProgress:
    read = {path: _contents(path) for path in notebooks}
    # A notebook of the student's own may be there as well, which asks nothing.
    notebook = next((path for path, (_, asked) in read.items() if asked), notebooks[0])
    title, asked = read[notebook]
    path = _path(tick)
    noted = _read(path) if path else {}
    passed = [points for name, points in asked.items() if noted.get(name) is True]
    return TickProgress(
        tick.name,
        sum(passed),
        sum(asked.values()),
        len(passed),
        len(asked),
        title or tick.name,
        quote(notebook.as_posix()),
    )


def _contents(notebook: Path) -> tuple[str, dict[str, float]]:
    """Give a notebook's heading, and the points of its questions."""
    title, asked = "", {}
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        for cell in json.loads(notebook.read_text(encoding="utf8"))["cells"]:
            marks = cell["metadata"].get("nbgrader", {})
            if cell["cell_type"] == "code" and marks.get("grade"):
                asked[marks["grade_id"].removesuffix("-check")] = float(marks["points"])
            if cell["cell_type"] == "markdown" and not title:
                title = _heading("".join(cell["source"]))
    return title, asked


def _heading(source: str) -> str:
    first = source.partition("\n")[0]
    return first.strip("# ") if first.startswith("#") else ""


def _path(tick: Path) -> Path | None:
    """Give where the note on a tick is, one for each folder; None if none is kept."""
    where = os.environ.get(VARIABLE, None if is_watched() else "")
    if where == "":
        return None
    with suppress(OSError, RuntimeError):  # there may be no home
        folder = Path(where) if where else Path.home() / ".labkit" / "progress"
        digest = hashlib.sha256(str(tick.resolve()).encode(errors="replace")).hexdigest()
        return folder / f"{tick.name}-{digest[:12]}.json"
    return None


def _read(path: Path) -> dict[str, bool]:
    with suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size <= _LONGEST:
            noted = json.loads(path.read_text(encoding="utf8"))
            if isinstance(noted, dict):
                return {name: value for name, value in noted.items() if isinstance(value, bool)}
    return {}
