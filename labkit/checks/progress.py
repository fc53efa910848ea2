"""How far a student is in each tick, kept from one session to the next for ``start-here``.

It is the student's own note, in their home folder, and nobody's marks. Whatever is wrong with it,
a check goes on.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from urllib.parse import quote

from labkit.waiting import is_watched

#: Where the notes are; empty for nowhere. Without it they are kept for who has a notebook open.
VARIABLE = "LABKIT_PROGRESS"


@dataclass(frozen=True)
class TickProgress:
    """How far a student is in a tick, and where it is: its heading, and a link to its notebook."""

    name: str
    points: float
    out_of: float
    passed: int  # questions
    questions: int
    title: str
    link: str


def record(tick: Path, earned: Mapping[str, bool]) -> None:
    """Note which questions of the tick in a folder pass; what was noted of others stays."""
    path = _path(tick)
    if path:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(_read(tick) | dict(earned)), encoding="utf8")


def progress(ticks: str | PathLike[str]) -> list[TickProgress]:
    """Count how far the student is in each tick of a folder.

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
    folders = {path.parent for path in Path(ticks).glob("tick*/*.ipynb")}
    return [_progress(folder) for folder in sorted(folders)]


def _progress(tick: Path) -> TickProgress:
    # Students may give a tick's notebook another name.
    notebook = min(tick.glob("*.ipynb"), key=lambda path: (path.stem != tick.name, path))
    title, asked = _contents(notebook)
    noted = _read(tick)
    passed = [points for name, points in asked.items() if noted.get(name) is True]
    points, link = sum(asked.values()), quote(notebook.as_posix())
    counts = sum(passed), points, len(passed), len(asked)
    return TickProgress(tick.name, *counts, title or tick.name, link)


def _contents(notebook: Path) -> tuple[str, dict[str, float]]:
    """Return a notebook's heading, and the points of its questions."""
    title, asked = "", {}
    with suppress(Exception):  # it may be anything
        for cell in json.loads(notebook.read_text(encoding="utf8"))["cells"]:
            marks = cell["metadata"].get("nbgrader", {})
            if cell["cell_type"] == "code" and marks.get("grade"):
                asked[marks["grade_id"].removesuffix("-check")] = float(marks["points"])
            if cell["cell_type"] == "markdown" and not title:
                first = "".join(cell["source"]).partition("\n")[0]
                title = first.strip("# ") if first.startswith("#") else ""
    return title, asked


def _path(tick: Path) -> Path | None:
    """Return where the note on a tick is; None if none is kept."""
    where = os.environ.get(VARIABLE, None if is_watched() else "")
    if where == "":
        return None
    folder = Path(where) if where else Path.home() / ".labkit" / "progress"
    return folder / f"{tick.name}.json"


def _read(tick: Path) -> dict[str, bool]:
    path = _path(tick)
    with suppress(OSError, ValueError):
        noted = json.loads(path.read_text(encoding="utf8")) if path else None
        if isinstance(noted, dict):
            return noted
    return {}
