"""The steps of grading on the judge's side, each a function to be called by ``bounded``.

They take and give plain data, so that they can be sent to the process in which a step may be ended;
the tick's questions are loaded there, by `load`, before the first of them.
"""

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import nbformat

from labkit.checks.marking import Mark, asking, mark_answers
from labkit.checks.outcomes import Failure, FailureKind, Outcome, read_reply
from labkit.checks.questions import Hint, Question
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
    tick: Tick,
    answers: Sequence[tuple[str, str | None]],
    stopped: tuple[str, ...] = (),
    imported: tuple[str, ...] = (),
) -> list[Mark]:
    """Judge what a kernel handed over for several questions: pairs of question and reply."""
    return [judged(tick, name, answer, stopped, imported) for name, answer in answers]


def judged_and_shown(
    tick: Tick,
    answers: Sequence[tuple[str, str | None]],
    stopped: tuple[str, ...],
    imported: tuple[str, ...],
    notebook: str,
) -> tuple[list[Mark], dict[str, object]]:
    """Judge all answers, and make the notebook fit to be shown: both of what costs little."""
    return judged_all(tick, answers, stopped, imported), harmless(notebook)


def judged(
    tick: Tick,
    name: str,
    answer: str | None,
    stopped: tuple[str, ...] = (),
    imported: tuple[str, ...] = (),
) -> Mark:
    """Judge what a kernel handed over for a question.

    Parameters
    ----------
    tick : Tick
    name : str
        Of the question.
    answer : str or None
        The kernel's reply.
    stopped : tuple of str
        Modules that are not there, and whose import stopped a cell.
    imported : tuple of str
        All modules that the notebook imports.

    Returns
    -------
    Mark
        Its hint as students are to be told.
    """
    question = tick.questions[name]
    (mark,) = mark_answers(nbformat.v4.new_notebook(), {name: question}, [answer]).marks
    if not mark.hint:
        return mark
    told = as_told(mark.hint, question)
    outcomes = read_reply(answer, len(question.cases))
    missing = _missing(mark.hint, outcomes, stopped, imported)
    if missing:
        told = Hint("ModuleNotFoundError", not_there(missing))
    return replace(mark, hint=told)


def _missing(
    hint: Hint, outcomes: list[Outcome], stopped: tuple[str, ...], imported: tuple[str, ...]
) -> list[str]:
    """Give the modules without which an answer could not be judged."""
    failure = hint.failure
    if failure is None:
        return []
    details = {
        outcome.detail
        for outcome in outcomes
        if isinstance(outcome, Failure) and outcome.exception == "ModuleNotFoundError"
    }
    inside = {name for name in imported if any(names(name, detail) for detail in details)}
    is_effect = failure.kind is FailureKind.UNANSWERED or failure.exception in _WITHOUT_ITS_CODE
    return sorted(inside.union(stopped if is_effect else ()))


def names(module: str, message: str) -> bool:
    """Tell whether Python's message on a missing module names this one, or what it is part of.

    Examples
    --------
    >>> names("pandas.io", "No module named 'pandas'"), names("pan", "No module named 'pandas'")
    (True, False)
    """
    parts = module.split(".")
    return any(repr(".".join(parts[:count])) in message for count in range(1, len(parts) + 1))


def not_there(modules: list[str]) -> str:
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


def as_told(hint: Hint, question: Question) -> Hint:
    """Reword a hint so that it tells nothing of the inputs of a hidden case.

    The student's code chooses the message of an exception and the name of a
    class. Even in a visible case they could hold inputs that the code was given
    in a hidden case of an earlier question.

    Parameters
    ----------
    hint : Hint
        As the question's judges give it.
    question : Question
        What it is a hint on.

    Returns
    -------
    Hint
        Without its failure.

    Examples
    --------
    >>> from labkit.checks.outcomes import Failure, FailureKind
    >>> failure = Failure(FailureKind.RAISED, "ValueError", "(3, 17)")
    >>> as_told(Hint("raised", "Your code stopped with ValueError: (3, 17).", failure), None)
    Hint(key='raised', text='Your code stopped with ValueError in one of the cases.', failure=None)
    """
    text, failure = hint.text, hint.failure
    if failure and failure.kind is FailureKind.RAISED:
        name = failure.exception if failure.is_builtin else "an exception"
        text = f"Your code stopped with {name} in one of the cases."
        if hint.key != failure.kind:
            text += f" {question.hints[hint.key]}"
    elif failure and failure.kind is FailureKind.OUTSIDE and hint.key not in question.hints:
        text = (
            f"{question.answer} uses a variable of the notebook, where what it is given should "
            "count: with other data it must give another result."
        )
    elif failure and failure.kind is FailureKind.NOT_PLAIN:
        text = (
            "The result is of another kind than the question asks for: plain Python "
            "(numbers, strings, lists, dictionaries)."
        )
    return Hint(hint.key, text)


def harmless(notebook: str, simply: bool = False) -> dict[str, object]:
    """Make a notebook, as JSON, fit to be shown; see ``prepared``."""
    made = prepared(nbformat.from_dict(json.loads(notebook)), simply)
    found: dict[str, object] = json.loads(json.dumps(made))
    return found


def bare(notebook: str) -> dict[str, object]:
    """Make a notebook that takes too long to be shown fit for it: without what the student wrote."""
    found = nbformat.from_dict(json.loads(notebook))
    for cell in found.cells:
        if cell.cell_type == "code":
            cell.outputs = []
        elif not cell.metadata.get("given"):
            cell.source = "[This text takes too long to be shown.]"
    return harmless(json.dumps(found), simply=True)
