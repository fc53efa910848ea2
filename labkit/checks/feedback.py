"""What answers a student at once: ``check("question", answer)``, ``labkit.stuck("question")``."""

import os
import reprlib
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

from labkit.checks.card import Card, links, notice
from labkit.checks.guards import VERSIONS, Version, gave_up
from labkit.checks.outcomes import Failure, FailureKind, Outcome, Returned, outcomes, write_reply
from labkit.checks.plain_data import decode, encode
from labkit.checks.progress import record
from labkit.checks.questions import (
    Case,
    Question,
    load_module,
    load_questions,
    most_telling,
    tick_folder,
    unknown_question,
)

#: A longer call, or value, is shortened where it is shown.
LONGEST = 200

#: Said of an answer that gives something else for what it was given before.
_UNSTEADY = (
    " (Called once more with the same, it gives another result: does it keep something from call to "
    "call, or draw at random?)"
)

#: Folder -> question -> whether it passed when it was last checked in this kernel.
_earned: dict[Path, dict[str, bool]] = {}


def check(question: str, answer: object) -> None:
    """Check an answer and show a tick mark, or a hint on what to look at.

    The cases come from ``checks.py`` in the notebook's own folder. A hint stands in the card below
    the cell, or in a terminal on the error stream; the notebook runs on. A line on the error stream
    says in either that the answer is not yet right: nbgrader counts such a cell as failed. A case
    may take ten seconds if the question does not say otherwise, and a gigabyte of memory, or half
    of what is free. Only a single call of a function in C, as ``sum(range(10**12))``, goes on until
    you restart the kernel.

    Parameters
    ----------
    question : str
        The question's name, as the notebook gives it.
    answer : object
        Your function (its name, without brackets) or your value.

    See Also
    --------
    labkit.checks.notebook.mark_notebook : Check all answers of a notebook.

    Examples
    --------
    In a tick's notebook, ``check("accuracy", accuracy)`` shows::

        ✓ accuracy
          2 of 2 points · 5 of 12 so far
          next: per-class-accuracy
    """
    try:
        folder, questions = _tick(question)
    except ValueError as error:
        _show(str(error), notice(str(error)), "check: nothing was checked")
        return
    asked = questions[question]
    found = _outcomes(asked, answer, asked.cases)
    failed = most_telling(asked.judge(found))
    earned = _earned.setdefault(folder, {})
    passed = earned[question] = failed is None
    record(folder, earned)
    card = Card(asked, passed, questions, earned)
    if failed is None:
        if card.at_end:
            card = replace(card, links=links(folder))
        _show(card.text(), card.html())
        return
    position, hint = failed
    case, one = asked.cases[position], found[position]
    details = _details(asked, case, one)
    if one == Failure(FailureKind.UNANSWERED):
        details = _way_on(asked, questions, folder)
    words = hint.text
    if case.inputs is not None and isinstance(one, Returned):
        with redirect_stdout(StringIO()):  # what it prints is there already
            again = _outcomes(asked, answer, [case])
        if write_reply(again) != write_reply([one]):  # as text: no NaN equals another
            words += _UNSTEADY
    card = replace(card, hint=words, details=details)
    # Where all of the card is heard, it stands there alone; nbgrader reads this line.
    text = card.text() if _kernel() else card.advice
    _show(text, card.html(), f"{question}: not yet right")


def stuck(question: str) -> Any:
    """Return the course's version of an answer, so that your notebook can go on.

    The points of that question stay open, and so do those of any answer that is built on it. Write
    your own later: take this line out, and run the notebook again from the top.

    Parameters
    ----------
    question : str
        The question's name, as ``check`` is called with it.

    Returns
    -------
    object
        A function, or where the question asks for a value, the value.

    Raises
    ------
    ValueError
        If the tick has no such question, or no version of its answer; if the notebook is not in the
        folder it came in.

    See Also
    --------
    labkit.check : Check an answer of your own.

    Examples
    --------
    In a tick's notebook::

        classify = labkit.stuck("classify")
    """
    folder, questions = _tick(question)
    versions = load_versions(folder, list(questions))
    if question not in versions:
        raise ValueError(f"the course has no version of {question} to give: nothing below needs it")
    print(f"This is the course's version of {question}: its points stay open.")
    if questions[question].cases[0].inputs is not None:
        return versions[question]
    gave_up.add(question)
    return versions[question]()


def load_versions(folder: Path, order: list[str]) -> dict[str, Version]:
    """Load the course's versions of answers to a tick's questions, which are named in their order."""
    held = vars(load_module(folder / VERSIONS)).values()
    versions = {value.question: value for value in held if isinstance(value, Version)}
    for one in versions.values():
        one.order = order
    return versions


def _tick(question: str) -> tuple[Path, dict[str, Question]]:
    """Return the tick's folder and its questions; raise ValueError if it has no such question."""
    try:
        folder = tick_folder()
    except FileNotFoundError:
        raise ValueError(
            "the notebook's folder has been deleted. Open the notebook where it is now, and "
            "restart its kernel."
        ) from None
    try:
        questions = _questions(folder, os.stat(folder / "checks.py").st_mtime_ns)
    except FileNotFoundError:
        raise ValueError(
            f"check needs the file checks.py in the notebook's folder, but {folder.name} "
            "has none. Copy the notebook back to the folder it came in and open it there."
        ) from None
    except Exception as error:  # whatever became of the file
        raise ValueError(
            f"the file checks.py in {folder.name} cannot be used ({type(error).__name__}: "
            f"{error}). Copy it anew from the pack: nothing in it is yours to change."
        ) from None
    if not isinstance(question, str) or question not in questions:
        raise ValueError(unknown_question(question, questions))
    return folder, questions


@lru_cache(4)
def _questions(folder: Path, changed: int) -> dict[str, Question]:
    return load_questions(folder)


def _outcomes(question: Question, answer: object, cases: Sequence[Case]) -> list[Outcome]:
    with redirect_stderr(sys.stdout):  # a warning from the answer is no failed check
        return outcomes(
            answer,
            decode(encode([case.inputs for case in cases])),
            question.without,
            question=question.name,
            seconds=[case.seconds for case in cases],
            parameters=question.parameters,
        )


def _details(question: Question, case: Case, found: Outcome) -> tuple[tuple[str, str], ...]:
    # The call that failed lets a student see the failure, and its traceback,
    # in a cell of their own.
    if case.inputs is None:
        return ()
    whole, call = (
        f"{question.answer}({', '.join(map(write, case.inputs))})" for write in (repr, _short)
    )
    if call != whole:
        call += ", shortened here"
    details = [("Look at", call)]
    if question.about:
        details.append(("Asked for", question.about))
    if isinstance(found, Returned):
        details.append(("Your function gave", _short(found.value)))
    return tuple(details)


def _way_on(
    question: Question, questions: dict[str, Question], folder: Path
) -> tuple[tuple[str, str], ...]:
    """Describe how the cells below run without an answer: else, one of them may end in an error."""
    with suppress(FileNotFoundError):
        if question.name in load_versions(folder, list(questions)):
            way = f'{question.answer} = labkit.stuck("{question.name}")'
            return (("Cells below can go on with", way),)
    return ()


def _short(value: Any) -> str:
    most = reprlib.Repr()
    most.maxlevel, most.maxstring, most.maxother, most.maxlong = 3, 80, 80, 80
    most.maxlist = most.maxtuple = most.maxset = most.maxfrozenset = most.maxdict = 8
    text = repr(value)
    text = text if len(text) <= LONGEST else most.repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _show(text: str, html: str, complaint: str = "") -> None:
    """Show a card below the cell, and a complaint on the error stream; or a text in a terminal."""
    text = f"{'✗' if complaint else '✓'} {text}"
    if not _kernel():
        print(text, file=sys.stderr if complaint else sys.stdout)
        return
    if complaint:
        print(f"✗ {complaint}", file=sys.stderr)
    from IPython.display import display

    display({"text/plain": text, "text/html": html}, raw=True)  # type: ignore[no-untyped-call]


def _kernel() -> Any:
    """Return the notebook's kernel, if this is one: IPython in a terminal shows no HTML."""
    from IPython import get_ipython

    return getattr(get_ipython(), "kernel", None)
