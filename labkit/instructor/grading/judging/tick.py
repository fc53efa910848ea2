"""A tick as its graders need it, complete enough to be sent to another process."""

import hashlib
import re
import runpy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from labkit.checks.guards import VERSIONS
from labkit.checks.plan import FILE, absent, heading, read_plan
from labkit.checks.questions import Question, course_folder, load_questions
from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.base.clearing import cleared
from labkit.instructor.grading.sandbox.kernel import PREFIX
from labkit.server import LARGEST_HANDED_IN

#: What is said in brackets.
_ASIDE = re.compile(r" \([^()]*\)")


def digest(*what: object) -> str:
    """Return a hash that changes with anything in `what`."""
    return hashlib.sha256(repr(what).encode()).hexdigest()


class SharedTask(NamedTuple):
    """A question whose answer is a classifier, or the function's name; inputs, and true classes."""

    question: str
    inputs: list[tuple[object, ...]]
    gold: list[str]


@dataclass(frozen=True)
class Tick:
    """What students were given and what is asked of them."""

    name: str
    #: Where its notebook with solutions is. The same tick in another folder is no other one.
    folder: Path = field(repr=False, compare=False)
    released: str  # the notebook without solutions, as JSON
    checks: str  # the text of checks.py, as of hidden.py
    hidden: str
    versions: str = ""  # that of stuck.py, the course's versions of answers; "" if there is none
    #: Data and whatever else lies beside the notebook: name, content.
    beside: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)

    @cached_property
    def digest(self) -> str:
        """A hash of all that is in the tick."""
        return digest(self, self.beside)

    @cached_property
    def grade_ids(self) -> set[str]:
        """The names of the graded cells."""
        return {grade_id(cell) for cell in self.notebook().cells} - {""}

    @cached_property
    def points(self) -> dict[str, float]:
        """Each question and each written answer that earns points -> how many."""
        return {
            question_of(grade_id(cell)): cell.metadata.nbgrader.points
            for cell in self.notebook().cells
            if earns_points(cell)
        }

    @cached_property
    def title(self) -> str:
        """What the tick is called: its notebook's first heading, or else its name."""
        texts = (cell.source for cell in self.notebook().cells if cell.cell_type == "markdown")
        found = re.search("(?m)^# +(.+)$", next(texts, ""))
        return found[1].strip() if found else self.name

    def notebook(self) -> NotebookNode:
        """Return the released notebook, a new copy."""
        return nbformat.reads(self.released, as_version=4)

    @property
    def questions(self) -> dict[str, Question]:
        """Name -> Question, hidden cases included."""
        return _questions(self)

    @property
    def shared_task(self) -> SharedTask:
        """The question whose answer is a classifier, inputs for it, and the true classes."""
        with _unpacked(self) as folder:
            content = runpy.run_path(f"{folder}/.course/hidden.py")
        if "shared_task" not in content:
            raise ValueError(
                f"tick must be one that asks for a classifier, not {self.name}, whose hidden.py "
                "has no function shared_task"
            )
        return SharedTask(*content["shared_task"]())

    @property
    def files(self) -> dict[str, bytes]:
        """What students have of the course beside the notebook: name -> content."""
        texts = {".course/checks.py": self.checks, f".course/{VERSIONS}": self.versions}
        return {name: text.encode() for name, text in texts.items() if text} | dict(self.beside)


def _unpacked(tick: Tick) -> TemporaryDirectory[str]:
    """Return a folder with all of a tick's files, to be loaded from."""
    folder = TemporaryDirectory(prefix=PREFIX)
    for name, content in {**tick.files, ".course/hidden.py": tick.hidden.encode()}.items():
        write_whole(Path(folder.name, name), content)
    return folder


@cache
def _questions(tick: Tick) -> dict[str, Question]:
    with _unpacked(tick) as folder:
        visible, found = load_questions(folder), load_questions(folder, hidden=True)
    for name, question in found.items():
        if not all(case.label for case in question.cases[len(visible[name].cases) :]):
            raise ValueError(
                f"hidden.py: each case of {name!r} must have a label, which says what kind of input it "
                "has: a case without one counts as visible, and is told to students"
            )
    return {name: replace(question, masked=True) for name, question in found.items()}


def load_tick(folder: Path) -> Tick:
    """Load a tick whole from the instructor's folder: ``checks.py``, ``hidden.py``, a notebook."""
    path, course = folder / f"{folder.name}.ipynb", course_folder(folder)
    notebook = nbformat.read(path, as_version=4)
    if (folder.parents[1] / FILE).is_file():
        _follow_plan(notebook, folder)
    try:
        notebook = cleared(notebook)
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be cleared: {error}") from None
    files = [course / "checks.py", course / "hidden.py", *course.glob(VERSIONS)]
    checks, hidden, *versions = (file.read_text(encoding="utf8") for file in files)
    given = nbformat.writes(notebook), checks, hidden, "".join(versions), _read_beside(folder)
    return Tick(folder.name, folder, *given)


def _follow_plan(notebook: NotebookNode, folder: Path) -> None:
    """Head a notebook as the plan does, and leave out what it says in brackets on ticks not in it."""
    plan = read_plan(folder.parent)
    title = plan[folder.name].title if folder.name in plan else ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and not _metadata(cell):
            if title and cell.source.startswith("# "):
                _, *rest = cell.source.partition("\n")
                cell.source, title = "".join([f"# {heading(folder.name, title)}", *rest]), ""
            cell.source = _ASIDE.sub(lambda m: "" if absent(m[0], plan) else m[0], cell.source)


def _read_beside(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Read the files beside a tick's notebook that are for students."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        own = path.suffix == ".pyc" or name.as_posix() in ("teaching.md", f"{folder.name}.ipynb")
        if path.is_file() and not own and not any(part[0] == "." for part in name.parts):
            found[name.as_posix()] = path.read_bytes()
    if (size := sum(map(len, found.values()))) > LARGEST_HANDED_IN:
        raise ValueError(
            f"{folder.name}: {', '.join(found)} have {size / 1e6:.0f} MB, where "
            f"{LARGEST_HANDED_IN / 1e6:.0f} may lie beside a notebook: students hand its folder in"
        )
    return tuple(found.items())


def load_ticks(folder: Path, only: str | None = None) -> dict[str, Tick]:
    """Load all ticks in a folder, or `only` one of them: name -> Tick."""
    hidden = {path.parent.name for path in folder.glob(".course/*/hidden.py")}
    if not hidden:
        raise FileNotFoundError(
            f"ticks must be a folder with a folder for each tick, not {folder}, in which none has "
            "a hidden.py: run this in the lab's own folder, or say where it is with --source FOLDER"
        )
    names = [*read_plan(folder)]
    if not names:
        raise FileNotFoundError(f"there must be a tick in {FILE} beside {folder}")
    whole = {path.name for path in folder.glob("*/") if path.name in hidden}
    if missing := [name for name in names if name not in whole]:
        raise FileNotFoundError(
            f"there must be a folder of each tick in {folder}, and a hidden.py below its .course, but "
            f"not for {', '.join(missing)}: make them, or take them out of {FILE}"
        )
    if only not in (None, *names):
        raise ValueError(
            f"tick must be one of those in {folder}, not {only!r}; there are {', '.join(names)}."
        )
    return {name: load_tick(folder / name) for name in names if only in (None, name)}


def grade_id(cell: NotebookNode) -> str:
    """Return the name of a graded cell; "" if it is none."""
    return _metadata(cell).get("grade_id", "")


def question_of(name: str) -> str:
    """Return the question that a graded cell checks, or a written answer's own name.

    >>> question_of("sign-test-check"), question_of("report")
    ('sign-test', 'report')
    """
    return name.removesuffix("-check")


def earns_points(cell: NotebookNode) -> bool:
    """Tell whether a cell earns points: it checks an answer, or is a written one."""
    return bool(_metadata(cell).get("grade"))


def takes_answer(cell: NotebookNode) -> bool:
    """Tell whether students write their answer in a cell."""
    return bool(_metadata(cell).get("solution"))


def _metadata(cell: NotebookNode) -> NotebookNode:
    return cell.metadata.get("nbgrader", {})
