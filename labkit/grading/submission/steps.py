"""The steps of grading on the judge's side, each a function to be called by ``bounded``.

They take and give plain data, so that they can be sent to the process in which a step may be ended;
the tick's questions are loaded there, by `load`, before the first of them.
"""

import ast
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import nbformat

from labkit.checks.marking import Mark, asking, mark_answer
from labkit.checks.outcomes import read_reply
from labkit.checks.questions import Hint, most_telling
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import prepared
from labkit.grading.submission.slicing import needed_code
from labkit.grading.submission.tick import Tick

#: Characters of a student's code that are parsed, to find what it imports and what it needs of the
#: course's; a tick's answers have some thousand. Some code takes the parser a second for each 10,000.
MOST_PARSED = 60_000

#: What a missing package may show itself as, besides an error of its own.
_WITHOUT_ITS_CODE = ("NameError", "ModuleNotFoundError", "ImportError")


@dataclass(frozen=True)
class Asked:
    """What a kernel is asked for one question.

    Attributes
    ----------
    question, answer : str
        Its name, and the notebook's variable that holds the answer.
    expression : str
        As ``asking`` writes it.
    """

    question: str
    answer: str
    expression: str


@dataclass(frozen=True)
class Prepared:
    """A submission that can be run.

    Attributes
    ----------
    notebook : str
        Restored, as JSON.
    repairs : tuple of str
        As ``restored`` gives them.
    imported : dict
        Id of a cell -> the modules that it imports, anywhere in it.
    enough : dict
        The course's code that its answers need, as ``needed_code`` gives it.
    """

    notebook: str
    repairs: tuple[str, ...]
    imported: dict[str, tuple[str, ...]]
    enough: dict[str, str]


@cache
def load(tick: Tick) -> None:
    """Load a tick's questions, and what its own notebook needs in each step: both stay loaded."""
    assert tick.questions is not None
    harmless(prepare(json.dumps(tick.notebook()), tick).notebook)


def prepare(handed_in: str, tick: Tick, followed: bool = True) -> Prepared:
    """Restore a notebook, which is given as JSON, and find what it imports.

    What its answers need of the course's code is found out if `followed`: that is followed through
    all of a student's code, and takes longest. Code of more than `MOST_PARSED` characters is not
    looked at; then the whole notebook is needed.
    """
    notebook = nbformat.from_dict(json.loads(handed_in))
    notebook, repairs = restored(notebook, tick.notebook())
    length = sum(len(cell.source) for cell in notebook.cells if cell.cell_type == "code")
    parsed = followed and length <= MOST_PARSED + len(tick.released)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    imported = {cell.id: _imports(cell.source) for cell in code if parsed}
    return Prepared(
        json.dumps(notebook),
        tuple(repairs),
        {name: modules for name, modules in imported.items() if modules},
        needed_code(notebook) if parsed else {},
    )


@lru_cache(maxsize=200)  # the course's own cells are in each submission
def _imports(source: str) -> tuple[str, ...]:
    try:
        tree = ast.parse(source)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ()
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name: None for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found[node.module] = None
    return tuple(found)


def asked(tick: Tick) -> list[Asked]:
    """Give what a kernel is asked, question by question."""
    return [Asked(q.name, q.answer, asking(q)) for q in tick.questions.values()]


def judged_all(
    tick: Tick, answers: Sequence[tuple[str, str | None]], absent: Sequence[str] = ()
) -> list[Mark]:
    """Judge what a kernel handed over for several questions: pairs of question and reply."""
    return [judged(tick, name, answer, absent) for name, answer in answers]


def judged_and_shown(
    tick: Tick, answers: Sequence[tuple[str, str | None]], absent: Sequence[str], notebook: str
) -> tuple[list[Mark], dict[str, Any]]:
    """Judge all answers, and make the notebook fit to be shown: both of what costs little."""
    return judged_all(tick, answers, absent), harmless(notebook)


def judged(tick: Tick, name: str, answer: str | None, absent: Sequence[str] = ()) -> Mark:
    """Judge what a kernel handed over for a question.

    Parameters
    ----------
    tick : Tick
    name : str
        Of the question.
    answer : str or None
        The kernel's reply.
    absent : sequence of str
        Modules that the notebook imports, and that are not there.

    Returns
    -------
    Mark
        With what its student is told: words on a case that students see, and the labels of hidden
        cases, so that what a run knows of hidden inputs can reach nobody.
    """
    question = tick.questions[name]
    mark = mark_answer(question, answer)
    if not mark.hint:
        return mark
    outcomes = read_reply(answer, len(question.cases))
    hints = list(zip(question.cases, question.judge(outcomes), strict=True))
    seen = most_telling(hint for case, hint in hints if not case.label)
    told = [seen[1].text] if seen else []
    visible = [one for case, one in zip(question.cases, outcomes, strict=True) if not case.label]
    if absent and any(getattr(one, "exception", "") in _WITHOUT_ITS_CODE for one in visible):
        told = [not_there(absent)]
        mark = replace(mark, hint=Hint("ModuleNotFoundError", *told))
    labels = Counter(case.label for case, hint in hints if case.label and hint)
    if labels and mark.passed:
        counted = (f"{label} ({n})" if n > 1 else label for label, n in labels.items())
        told.append(f"Hidden cases that are not right: {'; '.join(counted)}.")
    return replace(mark, told=" ".join(told))


def not_there(modules: Sequence[str]) -> str:
    """Say to a student which modules are missing.

    Examples
    --------
    >>> not_there(["pandas"])[:55]
    'Your notebook imports pandas, which is not in the lab, '
    """
    top = list(dict.fromkeys(module.partition(".")[0] for module in modules))
    which = "which is not" if len(top) == 1 else "which are not"
    return (
        f"Your notebook imports {' and '.join(top)}, {which} in the lab, and was not handed in "
        "with it: what needs it did not run."
    )


def harmless(notebook: str, simply: bool = False) -> dict[str, Any]:
    """Make a notebook, as JSON, fit to be shown; see ``prepared``."""
    made = prepared(nbformat.from_dict(json.loads(notebook)), simply)
    found: dict[str, Any] = json.loads(json.dumps(made))
    return found


def bare(notebook: str) -> dict[str, Any]:
    """Make a notebook that takes too long to be shown fit for it: without what the student wrote."""
    found = nbformat.from_dict(json.loads(notebook))
    for cell in found.cells:
        if cell.cell_type == "code":
            cell.outputs = cell.metadata["run"] = []
        elif not cell.metadata.get("given"):
            cell.source = "[This text takes too long to be shown.]"
    return harmless(json.dumps(found), simply=True)
