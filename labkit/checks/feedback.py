"""What answers a student at once: ``check("question", answer)``, ``labkit.stuck("question")``."""

import io
import json
import os
import reprlib
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from labkit.checks.card import Card, links, notice
from labkit.checks.code import (
    TEXT_STUB,
    calls_of_stuck,
    graded_cell,
    makes,
    parse_cell,
    starred,
)
from labkit.checks.guards import VERSIONS, Version, gave_up
from labkit.checks.outcomes import (
    Failure,
    FailureKind,
    Outcome,
    Printed,
    Returned,
    outcomes,
)
from labkit.checks.plain_data import decode, encode
from labkit.checks.progress import noted, record
from labkit.checks.questions import (
    Case,
    Hint,
    Question,
    course_folder,
    load_module,
    load_questions,
    most_telling,
    tick_folder,
    unknown_question,
)
from labkit.notebook_env import opened_notebook

#: A longer call, or value, is shortened where it is shown, and so many lines of prints are.
LONGEST, MOST_LINES = 200, 20

#: Said where the notebook's file has two cells that make an answer.
_TWICE = (
    "Two cells of the notebook make {0}. This check takes the one that ran last, but "
    "grading takes the last one above the check: keep only one of them."
)
#: Said of a right answer that is not what will be graded.
_TAKEN = (
    'Your answer is right. But the saved notebook still has a line with labkit.stuck("{}"), and with '
    "it you get no points: delete that line, and save the notebook."
)
#: Said of any value whose cell stopped before, or after, it gave the value.
_STOPPED = "The cell that makes {} ended in an error when it last ran: this may be an older value."
_OTHER_NAME = "This is right. But {0} will be graded, and is something else: call your answer {0}."
_BLAMED = (
    "With the course's {} in place of yours it is right: graded, it earns its points, if the hidden cases "
    "agree."
)
#: Said at the end of a tick.
_HAND_IN = (
    "before you hand it in: save it, choose Kernel → Restart Kernel and Run All Cells, and save it "
    "again; it is marked on hidden cases, too"
)
#: Said while a check is running.
_HANGS = "(If it does not end: Kernel → Interrupt Kernel; if that does nothing, Kernel → Restart Kernel.)"
#: Said before the course's version of an answer.
_STUCK = "Stuck? Run this line in a new cell to carry on; you can still earn the points later"

#: Folder -> question -> its points, if it was right when it was last checked.
_earned: dict[Path, dict[str, float]] = {}
#: Question -> the answer that passed its check in this kernel.
passed: dict[str, object] = {}


def check(question: str, answer: object) -> None:
    """Check an answer and show a tick mark, or a hint on what to look at.

    The card below the cell, or in a terminal the text, says what is not yet right; the notebook runs
    on. A case may take ten seconds of work if the question does not say otherwise, and a gigabyte of
    memory, or half of what is free. Only a single call of a function in C, as
    ``sum(range(10**12))``, goes on until you restart the kernel: *Interrupt* does nothing.

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
        folder, questions = find_questions(question)
    except ValueError as error:
        _show(f"○ {error}", notice(str(error)))
        return
    asked, running = questions[question], None
    try:
        if opened_notebook() and _kernel():
            text = f"{question}: running ... {_HANGS}"
            running = _show(text, f"<em>{text}</em>")
            sys.stdout.flush()  # seen before the answer runs: a call in C lets no thread show anything
        found = _outcomes(asked, answer)
        hints = asked.judge(found)
        failed = most_telling(hints)
        earned = _earned.setdefault(folder, noted(folder))
        is_begun = failed and failed[1].key not in (FailureKind.UNANSWERED, FailureKind.SLOW)
        blamed = _blamed(asked, answer, folder, earned) if is_begun else []
    except KeyboardInterrupt:
        _show(f"{question}: stopped", f"<em>{question}: stopped</em>", running)
        raise
    earned.pop(question, None)
    passed.pop(question, None)
    cells, code = _saved()
    but = "" if failed else _not_graded(asked, answer, code)
    if not failed:
        passed[question] = answer
    if not failed and not but:
        earned[question] = 0 if asked.provisional else asked.points
    words = {} if failed or but or not isinstance(answer, dict) else {asked.answer: answer}
    record(folder, words | {question: earned.get(question)})
    card = Card(
        asked,
        "noted" if asked.provisional else "right",
        questions,
        earned,
        hint=asked.meaning,
        starred=_starred(cells, folder),
    )
    if failed:
        card = _of_wrong(card, folder, failed, found, code)
        if blamed:
            card = replace(card, hint=f"{card.hint} {_BLAMED.format(', '.join(blamed))}")
    elif but:
        card = replace(card, verdict="not yet counted", hint=but)
    elif doubts := [hint.text for hint in hints if hint] or _stopped(asked.answer):
        card = replace(card, verdict="please look", hint=doubts[0])
    if card.at_end:
        card = replace(card, links=links(folder), left=_left(questions.values(), cells, code))
    _show(card.text(), card.html(), running)


def _of_wrong(
    card: Card,
    folder: Path,
    failed: tuple[int, Hint],
    found: Sequence[Outcome],
    code: Sequence[str],
) -> Card:
    """Say on a card what is not right, of which case, and how to go on without it."""
    asked, (position, hint) = card.question, failed
    case, one = asked.cases[position], found[position]
    if one == Failure(FailureKind.STUCK):
        return replace(card, verdict="course's answer in use", hint=hint.text)
    words = hint.text
    if sum(makes(source, asked.answer) for source in code) > 1:
        words += f" ({_TWICE.format(asked.answer)})"
    words = " ".join([words, *_stopped(asked.answer)])
    details = _details(asked, case, one)
    with suppress(FileNotFoundError):
        if asked.name in load_versions(folder, list(card.questions)):
            details += ((_STUCK, f'{asked.answer} = labkit.stuck("{asked.name}")'),)
    verdict = "not begun" if hint.key == FailureKind.UNANSWERED else "not yet right"
    return replace(card, verdict=verdict, hint=words, details=details)


def _blamed(asked: Question, answer: object, folder: Path, earned: Collection[str]) -> list[str]:
    """Return the earlier answers that are not right, if with the course's ones this one is."""
    kernel, questions = _kernel(), find_questions(asked.name)[1]
    with suppress(FileNotFoundError):
        versions = load_versions(folder, list(questions))
        earlier = takewhile(lambda name: name != asked.name, questions)
        wrong = [name for name in earlier if name in versions and name not in earned]
        if wrong and kernel:
            variables = kernel.shell.user_ns
            source = _last_run(asked.answer)[1] if asked.asks_value else ""
            # What the answer prints has been seen.
            with redirect_stdout(io.StringIO()), carried(variables, wrong, source):
                again = _outcomes(asked, variables.get(asked.answer) if source else answer)
            if not most_telling(asked.judge(again)):
                return [questions[name].answer for name in wrong]
    return []


def stuck(question: str) -> Any:
    """Return the course's version of an answer, so that your notebook can go on.

    As long as the notebook has this line, the question earns no points. To earn them later, delete the
    line, write your own answer, and choose *Restart Kernel and Run All Cells*.

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
    folder, questions = find_questions(question)
    versions = load_versions(folder, list(questions))
    if question not in versions:
        raise ValueError(f"the course has no version of {question}: no other question needs it")
    print(f"This is the course's answer to {question}: you can still earn the points later.")
    gave_up.add(question)
    _earned.setdefault(folder, noted(folder)).pop(question, None)
    record(folder, {question: None})
    return _given(versions[question], questions)


def _given(version: Version, questions: Mapping[str, Question]) -> Any:
    """Return the course's answer: a function, or where the question asks for a value, the value."""
    return version() if questions[version.question].asks_value else version


@contextmanager
def carried(
    namespace: dict[str, Any], instead: Sequence[str] = (), source: str = ""
) -> Iterator[None]:
    """Let the course answer some questions in a ``with``, and a cell make its value anew.

    Every name of the `namespace` has its value again behind it.
    """
    before = dict(namespace)
    try:
        if instead:
            folder, questions = find_questions(instead[0])
            versions = load_versions(folder, list(questions))
            for name in instead:
                if name in versions:
                    namespace[questions[name].answer] = _given(versions[name], questions)
        if source:
            from IPython import get_ipython

            get_ipython().run_cell(source, silent=True)
        yield
    finally:
        for name in namespace.keys() - before.keys():
            del namespace[name]
        namespace.update(before)


def load_versions(folder: Path, order: list[str]) -> dict[str, Version]:
    """Load the course's versions of answers to a tick's questions, which are named in their order."""
    held = vars(load_module(course_folder(folder) / VERSIONS)).values()
    versions = {value.question: value for value in held if isinstance(value, Version)}
    for one in versions.values():
        one.order = order
    return versions


def find_questions(question: str) -> tuple[Path, dict[str, Question]]:
    """Return the tick's folder and its questions; raise ValueError if it has no such question."""
    try:
        folder = tick_folder()
        questions = _questions(folder, os.stat(course_folder(folder) / "checks.py").st_mtime_ns)
    except FileNotFoundError:
        raise ValueError(
            "check does not find the questions of this tick. Copy the notebook back to the folder it "
            "came in, open it there, and restart its kernel."
        ) from None
    if str(question) not in questions:
        raise ValueError(unknown_question(question, questions))
    return folder, questions


@lru_cache
def _questions(folder: Path, changed: int) -> dict[str, Question]:
    return load_questions(folder)


def _outcomes(question: Question, answer: object) -> list[Outcome]:
    printed = Printed(sys.stdout, MOST_LINES)
    with redirect_stdout(printed), redirect_stderr(printed):
        found = outcomes(
            answer,
            decode(encode([case.inputs for case in question.cases])),
            question.without,
            question=question.name,
            seconds=[case.seconds for case in question.cases],
        )
    if printed.lines > MOST_LINES:
        print(f"... {printed.lines - MOST_LINES:,} more lines")
    return found


def _saved() -> tuple[list[dict[str, Any]], list[str]]:
    """Return the cells of the notebook's file as it was saved, and the code of those that have any."""
    with suppress(Exception):  # it may be anything
        cells = json.loads(opened_notebook().read_bytes())["cells"]  # type: ignore[union-attr]
        code = ["".join(c["source"]).strip() for c in cells if c["cell_type"] == "code"]
        return cells, code
    return [], []


def _starred(cells: Sequence[dict[str, Any]], folder: Path) -> set[str]:
    """Return the questions of the notebook's starred parts, or else of the one that the tick came with."""
    with suppress(Exception):  # it may be anything, or not be there
        came = folder / f"{folder.name}.ipynb"
        return starred(cells or json.loads(came.read_bytes())["cells"])
    return set()


def _not_graded(asked: Question, answer: object, code: Sequence[str]) -> str:
    """Say why it is not this right answer that will be graded; "" if nothing shows that."""
    calls = (calls_of_stuck(parse_cell(source)) for source in code if "stuck" in source)
    if any(asked.name in taken.values() for taken in calls):
        return _TAKEN.format(asked.name)
    kernel = _kernel()
    if kernel and kernel.shell.user_ns.get(asked.answer) is not answer:
        return _OTHER_NAME.format(asked.answer)
    graded = graded_cell(code, asked.name, asked.answer)
    if _last_run(asked.answer)[1] in {*code} - {graded}:
        return _TWICE.format(asked.answer)
    return ""


def _last_run(answer: str) -> tuple[int, str]:
    """Return the number and code of the cell that ran last of those that make an answer; "" if none."""
    kernel = _kernel()
    cells = enumerate(kernel.shell.history_manager.input_hist_raw) if kernel else ()
    return max(((n, s.strip()) for n, s in cells if makes(s, answer)), default=(0, ""))


def _stopped(answer: str) -> list[str]:
    """Say that the cell that ran last of those that make an answer ended in an error, if it did."""
    number, _ = _last_run(answer)
    kernel = _kernel() if number else None
    failed = kernel and number in kernel.shell.history_manager.exceptions
    return [_STOPPED.format(answer)] if failed else []


def _left(
    questions: Iterable[Question], cells: Sequence[dict[str, Any]], code: Sequence[str]
) -> tuple[str, ...]:
    """List what is open before the notebook is handed in, by its file as it was saved."""
    left = []
    for cell in cells:
        with suppress(Exception):  # a file can be anything, and most cells are not graded
            marks = cell["metadata"]["nbgrader"]
            if cell["cell_type"] == "markdown" and marks["grade"]:
                written = "".join(cell["source"]).strip() not in ("", TEXT_STUB)
                state = "which a person reads" if written else "which is not written yet"
                left.append(f"{marks['points']:g} more for the text {marks['grade_id']}, {state}")
    if changed := [q.answer for q in questions if _last_run(q.answer)[1] not in ("", *code)]:
        left.append(f"not in the saved notebook as it ran: {', '.join(changed)}")
    return (*left, _HAND_IN) if code else ()


def _kernel() -> Any:
    """Return the kernel that this runs in; None in a terminal."""
    from IPython import get_ipython

    return getattr(get_ipython(), "kernel", None)


def _details(question: Question, case: Case, found: Outcome) -> tuple[tuple[str, str], ...]:
    """Write the call that failed, for a cell of the student's own, what was expected and what came."""
    if case.inputs is None:
        return ()
    details = {"call": f"{question.answer}({', '.join(map(_short, case.inputs))})"}
    values = {} if case.expected is ... else {"expected": case.expected}
    if isinstance(found, Returned):
        values["yours"] = found.value
    shown = {words: _short(_rounded(value)) for words, value in values.items()}
    if len({*shown.values()}) < len(shown):  # what differs is behind the sixth digit
        shown = {words: _short(value) for words, value in values.items()}
    return tuple((details | shown).items())


def _rounded(value: Any) -> Any:
    """Return plain data with floats of at most six digits behind the point, or of six digits in all."""
    if type(value) is float:
        return round(value, 6) if abs(value) >= 0.1 else float(f"{value:.6g}")
    if type(value) is dict:
        return {key: _rounded(item) for key, item in value.items()}
    return type(value)(map(_rounded, value)) if type(value) in (list, tuple, set) else value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else reprlib.repr(value)[:LONGEST]


def _show(text: str, html: str, running: Any = None) -> Any:
    """Show a card below the cell, in the place of what is said while its check is `running`.

    Return what the next card may take the place of. In a terminal, which shows no HTML, print the text.
    """
    from IPython.display import display

    if not _kernel():
        print(text)
        return None
    shown = {"text/plain": text, "text/html": html}
    if running:
        return running.update(shown, raw=True)
    return display(shown, raw=True, display_id=True)  # type: ignore[no-untyped-call]
