"""A rubric: what a marker may find in a written answer, with the points and the words for each.

It is ``review/<tick>/rubric.toml`` in the folder of the class. An item without points is a comment
that many answers need.
"""

import json
import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from labkit.arguments import as_number, as_text
from labkit.instructor.grading.judging.tick import Tick, earns_points, grade_id, takes_answer
from labkit.instructor.grading.marks.late import hundredths

#: What begins an item in the notes of a question.
_ITEM = re.compile(r"(?im)^[-*] |\bhalf a point(?: each| for)?:?")


@dataclass(frozen=True)
class Item:
    """Something that an answer has or has not."""

    says: str
    points: float

    def __post_init__(self) -> None:
        """Raise ValueError or TypeError if a field is not what it must be."""
        as_text(self.says, "says")
        as_number(self.points, "points")

    def __str__(self) -> str:
        """Return what a student is told of it."""
        points = f" ({round(self.points, 2):+g})" if self.points else ""
        return f"{self.says.rstrip('.')}{points}."


@dataclass(frozen=True)
class RubricQuestion:
    """What a written answer is marked by."""

    name: str
    out_of: float
    items: Mapping[str, Item]
    start: float = 0.0  # the points before any item

    def __post_init__(self) -> None:
        """Raise ValueError or TypeError if a field is not what it must be."""
        as_number(self.start, "start", 0, self.out_of)

    def read_line(self, items: str, adjust: str = "", comment: str = "") -> "Line | None":
        """Return what a marker has written of an answer; None if nothing, so that it waits."""
        words = re.findall(r"[^\s,;+|]+", items)
        if not words and not adjust:
            if comment:
                raise ValueError("comment must have items beside it, or the word none")
            return None
        cased = {name.casefold(): name for name in self.items}  # spreadsheets write capitals
        names = {cased.get(word.casefold(), word) for word in words if word.lower() != "none"}
        if unknown := names - self.items.keys():
            raise ValueError(f"items must be of {', '.join(self.items)}, not {min(unknown)!r}")
        more = as_number(float(adjust.replace(",", ".") or 0), "adjust")
        chosen = [item for name, item in self.items.items() if name in names]
        chosen += [Item("The marker's own judgement", more)] if more else []
        points = hundredths(self.start + sum(item.points for item in chosen))
        says = " ".join(map(str, chosen))
        return Line(names, min(self.out_of, max(0.0, points)), says, comment)


@dataclass(frozen=True)
class Line:
    """What a marker says of one answer."""

    items: set[str]
    points: float
    says: str  # what the points are made of
    comment: str


def find_answers(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """Return the cells in which students answer, by their names."""
    return {grade_id(cell): cell for cell in notebook.cells if takes_answer(cell)}


def load_rubric(path: Path, tick: Tick) -> dict[str, RubricQuestion]:
    """Load the rubric of a tick, a `RubricQuestion` by name; ValueError says what in it is wrong."""
    if not path.is_file():
        raise FileNotFoundError(
            f"rubric must be a file, not {path}: labkit rubric start writes one"
        )
    cells = find_answers(tick.notebook()).items()
    points = {name: cell.metadata.nbgrader.points for name, cell in cells if earns_points(cell)}
    rubric, name = {}, ""
    try:
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8-sig")).items():
            items = {key: Item(**item) for key, item in entry.pop("items").items()}
            rubric[name] = RubricQuestion(name, points[name], items, **entry)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"rubric must be as rubric start writes it: {path}, {name}: "
            f"{type(error).__name__}: {error}"
        ) from None
    return rubric


def first_rubric(tick: Tick) -> str:
    """Return a rubric to begin with, as TOML: the items are those of the notes in the notebook."""
    notebook = nbformat.read(tick.folder / f"{tick.name}.ipynb", as_version=4)
    parts = [f"# The rubric of {tick.name}. Points may be less than zero, or 0: a comment alone.\n"]
    for name, cell in find_answers(notebook).items():
        if not earns_points(cell):
            continue
        items, points = read_items(cell.source), cell.metadata.nbgrader.points
        parts += [f"# {line}".rstrip() for line in cell.source.splitlines()]
        parts.append(f"\n[{name}]  # {points:g} points\nstart = 0\n")
        share = hundredths(points / len(items))
        for key, says in zip(string.ascii_lowercase, items, strict=False):
            says = json.dumps(says, ensure_ascii=False)
            parts.append(f"[{name}.items.{key}]\nsays = {says}\npoints = {share:g}\n")
    return "\n".join(parts)


def read_items(notes: str) -> list[str]:
    """Return what a marker looks for: the points of a list, or what half a point is for."""
    paragraphs = (piece.strip().partition("\n\n")[0] for piece in _ITEM.split(notes)[1:])
    items = [" ".join(text.split()).strip(" ;.") for text in paragraphs]
    return list(filter(None, items)) or ["Clear and right"]
