"""A rubric: what a marker may find in a written answer, and the points of each such item.

It is a small TOML file, ``review/<tick>/rubric.toml`` in the folder of the class, or else
``rubric.toml`` beside the tick's notebook. Marks are worked out from it whenever they are entered:
to change an item's points changes the marks of all whose answer has the item.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from labkit.arguments import as_number
from labkit.grading.base.atomic import AnyPath
from labkit.grading.results.late import hundredths
from labkit.grading.submission.cells import earns_points, grade_id, takes_answer
from labkit.grading.submission.tick import Tick

NAME = "rubric.toml"

#: The room of this package in the folder of a class.
FOLDER = "review"


@dataclass(frozen=True)
class Item:
    """Something that an answer has or has not.

    Attributes
    ----------
    name : str
        As worksheets call it.
    says : str
        A sentence for markers and students.
    points : float
        What it adds; less than zero if it takes away.
    """

    name: str
    says: str
    points: float


@dataclass(frozen=True)
class Question:
    """What a written answer is marked by.

    Attributes
    ----------
    name : str
    items : dict
        Name -> Item, in the rubric's order.
    start : float
        The points before any item.
    out_of : float
        All points of the question.
    """

    name: str
    items: Mapping[str, Item]
    start: float
    out_of: float

    def points(self, items: Iterable[str], adjust: float = 0.0) -> float:
        """Work out a mark.

        Parameters
        ----------
        items : iterable of str
            Names of the items that the answer has.
        adjust : float
            What the marker adds besides.

        Returns
        -------
        float
            Rounded to hundredths, not below 0 and not above all points.
        """
        found = self.start + sum(self.items[name].points for name in set(items)) + adjust
        return min(self.out_of, max(0.0, hundredths(found)))

    def comment(self, items: Collection[str], adjust: float = 0.0, says: str = "") -> str:
        """Say to the student what the mark is made of.

        Parameters
        ----------
        items : collection of str
            Names of the items that the answer has.
        adjust : float
            What the marker adds besides.
        says : str
            The marker's own words.

        Returns
        -------
        str
            One line; the items in the rubric's order.
        """
        parts = [f"{i.says} ({_signed(i.points)})." for i in self.items.values() if i.name in items]
        if adjust:
            parts.append(f"The marker's own judgement ({_signed(adjust)}).")
        return " ".join([*parts, says]).strip()


def _signed(points: float) -> str:
    return f"{points:+.2f}".rstrip("0").rstrip(".")


def written_questions(tick: Tick) -> dict[str, float]:
    """Give the questions of a tick that a person marks.

    Parameters
    ----------
    tick : Tick
        The tick.

    Returns
    -------
    dict
        Question -> all its points.
    """
    return {
        str(grade_id(cell)): float(cell.metadata.nbgrader.points)
        for cell in tick.notebook().cells
        if earns_points(cell) and takes_answer(cell)
    }


def rubric_file(out: AnyPath, sources: AnyPath, tick: str) -> Path:
    """Say which file holds a tick's rubric.

    Parameters
    ----------
    out : path
        The folder of the class.
    sources : path
        The instructor's folder of ticks.
    tick : str
        The tick's name.

    Returns
    -------
    path
        That of the class, whether it is there or not, unless only the tick's
        own is there.
    """
    own, course = Path(out) / FOLDER / tick / NAME, Path(sources) / tick / NAME
    return course if course.is_file() and not own.is_file() else own


def load_rubric(path: AnyPath, tick: Tick) -> dict[str, Question]:
    """Read a rubric.

    Parameters
    ----------
    path : path
        For example::

            [report-written]                # the written answer's name in the notebook
            start = 0                       # points before any item (0 if left out)

            [report-written.items.compared] # the name by which worksheets call the item
            says = "Says what was compared, on how many reviews, with which test"
            points = 0.5

            [report-written.items.equal]
            says = "Takes an inconclusive test for proof that the systems are equal"
            points = -0.5
    tick : Tick
        The tick.

    Returns
    -------
    dict
        Question -> Question.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If an entry is not what it must be; the message names it.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(
            f"rubric must be a file that exists, not {path}; labkit rubric start writes one to begin"
        )
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{path.name} must be a TOML file in UTF-8 ({error})") from None
    known = written_questions(tick)
    return {name: _question(name, entry, known, path.name) for name, entry in content.items()}


def _question(name: str, entry: Any, known: Mapping[str, float], file: str) -> Question:
    if name not in known:
        raise ValueError(
            f"{file}: a question must be one that a person marks ({', '.join(known) or 'none here'}), "
            f"not {name!r}"
        )
    entry = _table(entry, {"start", "items"}, f"{file}: {name}")
    items = entry.get("items")
    if not isinstance(items, dict) or not items:
        raise ValueError(f"{file}: {name} must have items, as [{name}.items.clear]")
    start = _number(entry.get("start", 0), f"{file}: {name}.start", 0, known[name])
    return Question(
        name, {key: _item(key, item, name, file) for key, item in items.items()}, start, known[name]
    )


def _item(name: str, entry: Any, question: str, file: str) -> Item:
    where = f"{file}: {question}.items.{name}"
    if not name.replace("-", "").replace("_", "").isalnum() or name == "none":
        raise ValueError(f"{where}: a name must be of letters, digits, - and _, and not 'none'")
    entry = _table(entry, {"says", "points"}, where)
    says = entry.get("says")
    if not isinstance(says, str) or not says.strip():
        raise ValueError(f"{where}.says must be a sentence, not {says!r}")
    if "points" not in entry:
        raise ValueError(f"{where} must have points")
    points = _number(entry["points"], f"{where}.points", -1000, 1000)
    return Item(name, " ".join(says.split()).rstrip("."), points)


def _number(value: Any, where: str, low: float, high: float) -> float:
    try:
        return as_number(value, where, low, high)
    except TypeError as error:
        raise ValueError(str(error)) from None


def _table(entry: Any, keys: set[str], where: str) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise ValueError(f"{where} must be a table, not {entry!r}")
    unknown = sorted(set(entry) - keys)
    if unknown:
        raise ValueError(f"{where} must have only {', '.join(sorted(keys))}, not {unknown[0]!r}")
    return entry


def first_rubric(tick: Tick, sources: AnyPath) -> str:
    """Write a rubric to begin with: one item a question, and what the notebook says to markers.

    Parameters
    ----------
    tick : Tick
        The tick.
    sources : path
        The instructor's folder of ticks.

    Returns
    -------
    str
        The content of a TOML file.
    """
    notebook = nbformat.read(Path(sources) / tick.name / f"{tick.name}.ipynb", as_version=4)
    notes = {grade_id(cell): cell.source for cell in notebook.cells if takes_answer(cell)}
    parts = [f"# The rubric of {tick.name}. Points may be less than zero; a mark never is.\n"]
    for name, points in written_questions(tick).items():
        note = "".join(f"# {line}".rstrip() + "\n" for line in notes.get(name, "").splitlines())
        key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)
        parts.append(
            f"{note}\n[{key}]  # {points:g} points\nstart = 0\n\n"
            f'[{key}.items.clear]\nsays = "Clear and right"\npoints = {points:g}\n'
        )
    return "\n".join(parts)
