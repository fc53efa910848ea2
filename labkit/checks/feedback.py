"""Instant feedback in a tick: ``check("question", answer)``."""

import sys
from contextlib import redirect_stderr
from pathlib import Path
from typing import TextIO

from labkit.checks.outcomes import outcomes
from labkit.checks.plain_data import decode, encode
from labkit.checks.questions import Case, Question, load_questions, most_telling, unknown_question


def check(question: str, answer: object) -> None:
    """Check an answer and print a tick mark, or a hint on what to look at.

    The cases come from ``checks.py`` in the notebook's own folder. A hint goes to the error stream:
    the notebook runs on below it, and nbgrader counts the cell as failed.

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
    In a tick's notebook, ``check("accuracy", accuracy)`` prints::

        ✓ accuracy
    """
    try:
        questions = load_questions(Path.cwd())
    except FileNotFoundError:
        _complain(
            f"check needs the file checks.py in the notebook's folder, but {Path.cwd().name} "
            "has none. Copy the notebook back to the folder it came in and open it there."
        )
        return
    if question in questions:
        _check(questions[question], answer)
    else:
        _complain(unknown_question(question, questions))


def _check(question: Question, answer: object) -> None:
    with redirect_stderr(sys.stdout):  # a warning from the answer is no failed check
        found = outcomes(
            answer,
            decode(encode([case.inputs for case in question.cases])),
            question.without,
            question=question.name,
            seconds=[case.seconds for case in question.cases],
            parameters=question.parameters,
        )
    failed = most_telling(question.judge(found))
    if failed is None:
        _say("✓", question.name, sys.stdout)
    else:
        position, hint = failed
        _complain(f"{question.name}: {hint.text}{_call(question, question.cases[position])}")


def _call(question: Question, case: Case) -> str:
    # The call that failed lets a student see the failure, and its traceback,
    # in a cell of their own; long inputs would only hide the hint.
    if case.inputs is None:
        return ""
    call = f"{question.answer}({', '.join(map(repr, case.inputs))})"
    return f"\n  Look at: {call}" if len(call) <= 200 else ""


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
