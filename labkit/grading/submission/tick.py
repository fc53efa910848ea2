"""A tick as its graders need it, complete enough to be sent to another machine."""

import hashlib
import json
import runpy
import tempfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import nbformat

from labkit.checks.questions import load_questions, unknown_question
from labkit.grading.release.pack import cleared
from labkit.grading.submission.restore import grade_id


def question_of(cell):
    """Give the question that a graded cell checks, or a written answer's own name."""
    return grade_id(cell).removesuffix("-check")


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
    """

    name: str
    released: str
    checks: str
    hidden: str

    @cached_property
    def digest(self):
        """What changes if anything in the tick does."""
        parts = json.dumps([self.name, self.released, self.checks, self.hidden])
        return hashlib.sha256(parts.encode()).hexdigest()

    @cached_property
    def grade_ids(self):
        """The names of the graded cells."""
        return {grade_id(cell) for cell in self.notebook().cells} - {None}

    @cached_property
    def points(self):
        """Each question and each written answer that earns points -> how many."""
        return {
            question_of(cell): cell.metadata.nbgrader.points
            for cell in self.notebook().cells
            if cell.metadata.get("nbgrader", {}).get("grade")
        }

    def notebook(self):
        """Give the released notebook, a new copy."""
        return nbformat.reads(self.released, as_version=4)

    @property
    def questions(self):
        """Name -> Question, hidden cases included."""
        return _unpacked(self)[1]

    @property
    def shared_task(self):
        """The question whose answer is a classifier, inputs for it, and the true classes."""
        content = runpy.run_path(str(_unpacked(self)[2] / "hidden.py"))
        if "shared_task" not in content:
            raise ValueError(
                f"tick: {self.name} asks for no classifier; where one does, its hidden.py has a "
                "function shared_task"
            )
        return content["shared_task"]()

    @property
    def files(self):
        """A folder with what students have beside the notebook."""
        return _unpacked(self)[0]


@cache
def _unpacked(tick):
    # Once in a process, which keeps the files as long as it lives.
    folder = tempfile.TemporaryDirectory(prefix="labkit-tick-")
    _KEPT.append(folder)
    given, complete = Path(folder.name, "given"), Path(folder.name, tick.name)
    for place in (given, complete):
        place.mkdir()
        (place / "checks.py").write_text(tick.checks, encoding="utf8")
    (complete / "hidden.py").write_text(tick.hidden, encoding="utf8")
    return given, load_questions(complete, hidden=True), complete


_KEPT = []


def load_tick(folder):
    """Load a tick from the instructor's folder.

    Parameters
    ----------
    folder : path
        With ``checks.py``, ``hidden.py`` and a notebook of the folder's name.

    Returns
    -------
    Tick
    """
    folder = Path(folder)
    notebook = cleared(nbformat.read(folder / f"{folder.name}.ipynb", as_version=4))
    texts = (folder / name for name in ("checks.py", "hidden.py"))
    return Tick(
        folder.name, nbformat.writes(notebook), *(text.read_text(encoding="utf8") for text in texts)
    )


def load_ticks(folder, only=None):
    """Load all ticks in a folder.

    Parameters
    ----------
    folder : path
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
            f"ticks: {folder} has no folder with a hidden.py; run this in the lab's own folder, "
            "or say where the ticks are"
        )
    if only is not None and only not in names:
        message = unknown_question(only, names).partition("; ")[2]
        raise ValueError(f"tick: there is no tick {only!r}; {message}")
    return {name: load_tick(folder / name) for name in names if only in (None, name)}
