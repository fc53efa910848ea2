"""Instant feedback in a tick: ``check("question", answer)``."""

import os
import reprlib
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from labkit.checks.card import Card, links, notice
from labkit.checks.outcomes import Failure, FailureKind, Outcome, Returned, outcomes, write_reply
from labkit.checks.plain_data import decode, encode
from labkit.checks.progress import record
from labkit.checks.questions import (
    Case,
    Question,
    load_lecture,
    load_questions,
    most_telling,
    tick_folder,
    unknown_question,
)
from labkit.checks.rescue import load_versions

#: A longer call, or value, is shortened where it is shown.
LONGEST = 200

#: Said of an answer that gives something else for what it was given before.
_UNSTEADY = (
    "(Called once more with the same, it gives another result: does it keep something from call to "
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
    found = _tick()
    if isinstance(found, str):
        _say_why_not(found)
        return
    folder, questions = found
    if isinstance(question, str) and question in questions:
        _check(questions[question], answer, questions, folder)
    else:
        _say_why_not(unknown_question(question, questions))


def _tick() -> tuple[Path, dict[str, Question]] | str:
    """Give the notebook's folder and the questions there, or say why there are none."""
    try:
        folder = tick_folder()
    except FileNotFoundError:
        return (
            "the notebook's folder has been deleted. Open the notebook where it is now, and "
            "restart its kernel."
        )
    try:
        return folder, _questions(folder, os.stat(folder / "checks.py").st_mtime_ns)
    except FileNotFoundError:
        return (
            f"check needs the file checks.py in the notebook's folder, but {folder.name} "
            "has none. Copy the notebook back to the folder it came in and open it there."
        )
    except Exception as error:  # whatever became of the file
        return (
            f"the file checks.py in {folder.name} cannot be used ({type(error).__name__}: "
            f"{error}). Copy it anew from the pack: nothing in it is yours to change."
        )


@lru_cache(4)
def _questions(folder: Path, changed: int) -> dict[str, Question]:
    return load_questions(folder)


def _check(
    question: Question, answer: object, questions: dict[str, Question], folder: Path
) -> None:
    found = _outcomes(question, answer, question.cases)
    failed = most_telling(question.judge(found))
    earned = _earned.setdefault(folder, {})
    earned[question.name] = failed is None
    record(folder, earned)
    card = Card(question, failed is None, questions, earned)
    if card.at_end:
        card = replace(card, links=links(folder, load_lecture(folder)))
    if failed is not None:
        position, hint = failed
        case = question.cases[position]
        details = _details(question, case, found[position])
        if found[position] == Failure(FailureKind.UNANSWERED):
            details = _way_on(question, questions, folder)
        steady = case.inputs is None or _is_steady(question, answer, case, found[position])
        text = hint.text if steady else f"{hint.text} {_UNSTEADY}"
        card = replace(card, hint=text, details=details)
    _show(card)


def _is_steady(question: Question, answer: object, case: Case, found: Outcome) -> bool:
    if not isinstance(found, Returned):
        return True
    with redirect_stdout(StringIO()):  # what it prints is there already
        again = _outcomes(question, answer, [case])
    return write_reply(again) == write_reply([found])  # as text: no NaN equals another


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
    call = f"{question.answer}({', '.join(map(repr, case.inputs))})"
    short = f"{question.answer}({', '.join(map(_short, case.inputs))})"
    if len(call) > LONGEST and short != call:
        call = f"{short}, shortened here"
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


def _show(card: Card) -> None:
    kernel = _kernel()
    if kernel and not card.passed:
        # Whoever listens hears the card, where all of it stands; nbgrader reads this line.
        _complain(f"{card.question.name}: not yet right")
    if kernel:
        sign = "✓" if card.passed else "✗"
        _display(f"{sign} {card.text()}", card.html())
    elif card.passed:
        _say("✓", card.text(), sys.stdout)
    else:
        _complain(card.advice)


def _say_why_not(message: str) -> None:
    if _kernel():
        _complain("check: nothing was checked")
        _display(f"✗ {message}", notice("check", message))
    else:
        _complain(message)


def _display(text: str, html: str) -> None:
    from IPython.display import display

    display({"text/plain": text, "text/html": html}, raw=True)  # type: ignore[no-untyped-call]


def _kernel() -> Any:
    """Give the notebook's kernel, if this is one: IPython in a terminal shows no HTML."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None)


def _complain(message: str) -> None:
    _say("✗", message, sys.stderr)


def _say(sign: str, message: str, stream: TextIO) -> None:
    text = f"{sign} {message}"
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:  # not every console can show the signs, or what a hint quotes
        text = f"{'+' if sign == '✓' else 'x'} {message}"
        text = text.encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=stream)
