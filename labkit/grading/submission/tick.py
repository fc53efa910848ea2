"""A tick as its graders need it, complete enough to be sent to another machine."""

import difflib
import hashlib
import json
import runpy
from dataclasses import dataclass, replace
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from labkit.checks.guards import VERSIONS
from labkit.checks.questions import Question, load_questions
from labkit.grading.base.clearing import cleared
from labkit.grading.notebook.scratch import Scratch
from labkit.grading.submission.cells import earns_points, grade_id, question_of


class SharedTask(NamedTuple):
    """A question whose answer is a classifier, or the function's name; inputs, and true classes."""

    question: str
    inputs: list[tuple[object, ...]]
    gold: list[str]


@dataclass(frozen=True)
class Tick:
    """What students were given and what is asked of them.

    Attributes
    ----------
    name : str
    released : str
        The notebook without solutions, as JSON.
    checks, hidden : str
        The text of ``checks.py`` and ``hidden.py``.
    versions : str
        That of ``stuck.py``, the course's versions of answers; "" where there is none.
    """

    name: str
    released: str
    checks: str
    hidden: str
    versions: str = ""

    @cached_property
    def digest(self) -> str:
        """Give what changes if anything in the tick does."""
        parts = json.dumps([self.name, self.released, self.checks, self.hidden, self.versions])
        return hashlib.sha256(parts.encode()).hexdigest()

    @cached_property
    def grade_ids(self) -> set[str]:
        """The names of the graded cells."""
        return {name for cell in self.notebook().cells if (name := grade_id(cell))}

    @cached_property
    def points(self) -> dict[str, float]:
        """Each question and each written answer that earns points -> how many."""
        return {
            question_of(name): cell.metadata.nbgrader.points
            for cell in self.notebook().cells
            if (name := grade_id(cell)) and earns_points(cell)
        }

    def notebook(self) -> NotebookNode:
        """Give the released notebook, a new copy."""
        return nbformat.reads(self.released, as_version=4)

    @property
    def questions(self) -> dict[str, Question]:
        """Name -> Question, hidden cases included."""
        return _questions(self)

    @property
    def shared_task(self) -> SharedTask:
        """The question whose answer is a classifier, inputs for it, and the true classes."""
        return _shared_task(self)

    @property
    def files(self) -> Path:
        """A folder with what students have beside the notebook."""
        return _unpacked(self).given


class _Files(NamedTuple):
    """A tick's files on this machine, which are there as long as the first of these is."""

    folder: Scratch
    given: Path
    complete: Path


@cache  # once in a process, for as long as it lives
def _unpacked(tick: Tick) -> _Files:
    folder = Scratch("tick")
    given, complete = folder.path / "given", folder.path / tick.name
    for place in (given, complete):
        place.mkdir()
        (place / "checks.py").write_text(tick.checks, encoding="utf8")
        if tick.versions:
            (place / VERSIONS).write_text(tick.versions, encoding="utf8")
    (complete / "hidden.py").write_text(tick.hidden, encoding="utf8")
    return _Files(folder, given, complete)


@cache
def _shared_task(tick: Tick) -> SharedTask:
    content = runpy.run_path(str(_unpacked(tick).complete / "hidden.py"))
    if "shared_task" not in content:
        raise ValueError(
            f"tick must be one that asks for a classifier, not {tick.name}, whose hidden.py "
            "has no function shared_task"
        )
    return SharedTask(*content["shared_task"]())


@cache
def _questions(tick: Tick) -> dict[str, Question]:
    found = load_questions(_unpacked(tick).complete, hidden=True)
    return {name: replace(question, masked=True) for name, question in found.items()}


def load_tick(folder: str | PathLike[str]) -> Tick:
    """Load a tick from the instructor's folder.

    Parameters
    ----------
    folder : str or path
        With ``checks.py``, ``hidden.py`` and a notebook of the folder's name.

    Returns
    -------
    Tick
        Complete: nothing of it stays in the folder.
    """
    folder = Path(folder)
    notebook = cleared(nbformat.read(folder / f"{folder.name}.ipynb", as_version=4))
    checks, hidden = (
        (folder / name).read_text(encoding="utf8") for name in ("checks.py", "hidden.py")
    )
    path = folder / VERSIONS
    versions = path.read_text(encoding="utf8") if path.is_file() else ""
    return Tick(folder.name, nbformat.writes(notebook), checks, hidden, versions)


def load_ticks(folder: str | PathLike[str], only: str | None = None) -> dict[str, Tick]:
    """Load all ticks in a folder.

    Parameters
    ----------
    folder : str or path
        A folder for each tick is in it.
    only : str, optional
        The tick to load alone.

    Returns
    -------
    dict
        Name -> Tick.

    Raises
    ------
    FileNotFoundError
        If `folder` holds no tick.
    ValueError
        If `only` is none of them.
    """
    folder = Path(folder)
    names = sorted(path.parent.name for path in folder.glob("*/hidden.py"))
    if not names:
        raise FileNotFoundError(
            f"ticks must be a folder with a folder for each tick, not {folder}, in which none has "
            "a hidden.py; run this in the lab's own folder, or say where the ticks are"
        )
    if only is not None and only not in names:
        near = difflib.get_close_matches(only, names, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}."
        raise ValueError(f"tick must be one of those in {folder}, not {only!r}; {meant}")
    return {name: load_tick(folder / name) for name in names if only in (None, name)}
