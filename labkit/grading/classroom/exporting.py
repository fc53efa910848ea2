"""One export of a class: marks made anew, files written, and a list of who is not in it."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.classroom.again import renew
from labkit.grading.classroom.layouts import Platform as Owner
from labkit.grading.classroom.settings import remembered
from labkit.grading.results.exports.canvas import canvas
from labkit.grading.results.exports.final import Export
from labkit.grading.results.exports.gradescope import gradescope
from labkit.grading.results.exports.moodle import moodle
from labkit.grading.results.marks import Row

#: The folder of all exports, in that of the class.
FOLDER = "exports"


class Platform(StrEnum):
    """Where marks go."""

    MOODLE = "moodle"
    CANVAS = "canvas"
    GRADESCOPE = "gradescope"


def export(
    out: AnyPath,
    ticks: AnyPath,
    platform: Platform,
    table: AnyPath | None = None,
    *,
    tick: str | None = None,
    column: str | None = None,
    scale: bool = False,
) -> tuple[Path, Export]:
    """Write the final marks of a tick as a platform takes them in.

    Before that everything is made anew, so that marks given in Formgrader
    since are in the tables, the pages and the log too.

    Parameters
    ----------
    out : path
        The folder of the class.
    ticks : path
        The instructor's folder of ticks.
    platform : Platform
        Where the marks go.
    table : path, optional
        The platform's own table; Gradescope has none.
    tick : str, optional
        The tick; needed if several have marks.
    column : str, optional
        Of Canvas: the assignment's heading.
    scale : bool
        Turn points into those of the platform's maximum.

    Returns
    -------
    folder : Path
        Where the files are.
    export : Export
        What is in them, and what is not.

    Raises
    ------
    FileNotFoundError, ValueError
        If an argument is not what it must be; the message names it.
    """
    rows = renew(out, ticks)
    name = _tick(rows, tick)
    if platform is Platform.GRADESCOPE or table is None:
        done = gradescope(rows, name)
    elif platform is Platform.MOODLE:
        numbers = _numbers(out, Owner.MOODLE)
        pages = Path(out) / "feedback"
        done = moodle(rows, name, table, pages, numbers=numbers, scale=scale)
    else:
        numbers = _numbers(out, Owner.CANVAS)
        done = canvas(rows, name, table, column=column, numbers=numbers, scale=scale)
    folder = Path(out) / FOLDER
    for file, content in done.files.items():
        write_whole(folder / file, content)
    return folder, done


def _tick(rows: Iterable[Row], tick: str | None) -> str:
    names = sorted({row.record.tick for row in rows if row.graded})
    if tick is None and len(names) == 1:
        return names[0]
    if tick not in names or tick is None:
        seen = ", ".join(names) or "none"
        raise ValueError(f"tick must be one with marks, not {tick}; there are {seen}: give --tick")
    return tick


def _numbers(out: AnyPath, platform: Owner) -> dict[str, str]:
    """Give the platform's own numbers, if the roster is that platform's."""
    roster = remembered(out).students()
    if roster is None or roster.platform is not platform:
        return {}
    return {identifier: s.number for identifier, s in roster.students.items() if s.number}
