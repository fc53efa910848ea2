"""Instant feedback in a tick: ``check("question", answer)``."""

import sys
from contextlib import redirect_stderr
from pathlib import Path

from labkit.checks.outcomes import outcomes
from labkit.checks.questions import load_questions, most_telling, unknown_question


def check(question, answer):
    """Check an answer and print a tick mark, or a hint on what to look at.

    The cases come from ``checks.py`` in the notebook's own folder. A hint
    goes to the error stream: the notebook runs on below it, and nbgrader
    counts the cell as failed.

    Parameters
    ----------
    question : str
        The question's name, as the notebook gives it.
    answer : object
        Your function (its name, without brackets) or your value.

    Examples
    --------
    In a tick's notebook, ``check("accuracy", accuracy)`` prints::

        ✓ accuracy
    """
    try:
        questions = load_questions(Path.cwd())
    except FileNotFoundError:
        return _complain(
            f"check needs the file checks.py in the notebook's folder, but {Path.cwd().name} "
            "has none. Copy the notebook back to the folder it came in and open it there."
        )
    if question not in questions:
        return _complain(unknown_question(question, questions))
    asked = questions[question]
    with redirect_stderr(sys.stdout):  # a warning from the answer is no failed check
        found = outcomes(answer, [case.inputs for case in asked.cases], asked.without)
    found = most_telling(asked.judge(found))
    if found is None:
        print(f"✓ {question}")
    else:
        position, hint = found
        _complain(f"{question}: {hint.text}{_call(asked, asked.cases[position])}")


def _call(question, case):
    # The call that failed lets a student see the failure, and its traceback,
    # in a cell of their own; long inputs would only hide the hint.
    if case.inputs is None:
        return ""
    call = f"{question.answer}({', '.join(map(repr, case.inputs))})"
    return f"\n  Look at: {call}" if len(call) <= 200 else ""


def _complain(message):
    print(f"✗ {message}", file=sys.stderr)
