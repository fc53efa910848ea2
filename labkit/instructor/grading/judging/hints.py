"""What a student is told of an answer: never what a run knows of hidden inputs."""

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from importlib.util import find_spec

from nbformat import NotebookNode

from labkit.checks.marking import CellError, Mark, mark_answer
from labkit.checks.outcomes import FailureKind, read_reply
from labkit.checks.questions import Hint, Question, is_right, most_telling
from labkit.instructor.grading.judging.restore import defined
from labkit.instructor.grading.judging.tick import Tick

#: The module of an import at the beginning of a line.
_IMPORT = re.compile(r"^[ \t]*(?:import|from(?=[ \t]+[\w.]+[ \t]+import))[ \t]+(\w+)", re.MULTILINE)


def judge_answer(tick: Tick, name: str, answer: str | None, absent: Sequence[str] = ()) -> Mark:
    """Judge a kernel's reply; tell words on visible cases, labels of hidden ones, absent modules."""
    question = tick.questions[name]
    mark = mark_answer(question, answer)
    if not mark.hint:
        return mark
    outcomes = read_reply(answer, len(question.cases))
    hints = list(zip(question.cases, question.judge(outcomes), strict=True))
    visible = [o for case, o in zip(question.cases, outcomes, strict=True) if not case.label]
    # Judged alone: no word on them depends on what became of the others.
    seen = most_telling(part_of(question, is_hidden=False).judge(visible))
    words = [seen[1].text] if seen else []
    labels = Counter(case.label for case, hint in hints if case.label and not is_right(hint))
    if labels and mark.passed:
        counted = (f"{label} ({n})" if n > 1 else label for label, n in labels.items())
        words.append(f"Hidden cases that are not right: {'; '.join(counted)}.")
    if absent:
        words.append(
            f"Your notebook imports {', '.join(absent)}, which the lab does not have and you did not "
            "hand in: what needs it did not run."
        )
    return replace(mark, told=" ".join(words))


def part_of(question: Question, is_hidden: bool) -> Question:
    """Return a question with its hidden cases alone, or with the others."""
    cases = tuple(case for case in question.cases if bool(case.label) == is_hidden)
    return replace(question, cases=cases)


def missing_modules(sources: Iterable[str], files: Iterable[str]) -> list[str]:
    """Return the modules that code imports and that are neither installed nor handed in."""
    known = {name.partition("/")[0].removesuffix(".py") for name in files} | {*sys.modules}
    names = dict.fromkeys(name for source in sources for name in _IMPORT.findall(source))
    return [name for name in names if name not in known and not find_spec(name)]


def name_stopped_cell(
    mark: Mark,
    tick: Tick,
    notebook: NotebookNode,
    errors: Iterable[CellError],
    missed: Collection[int] = (),
    longest: str = "",
) -> Mark:
    """Name the cell that stopped in the hint on an answer that it would have made.

    Of an answer that is lost name what took the time, where that was short. The places of the cells
    that had not run to their end when it was asked are `missed`.
    """
    if (
        mark.passed
        or not mark.hint
        or mark.hint.key not in (FailureKind.UNANSWERED, FailureKind.LOST)
    ):
        return mark
    name, last = tick.questions[mark.question].answer, 0
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code" and name in defined(cell.source):
            last = number
    lost, words = mark.hint.key == FailureKind.LOST, mark.hint.text
    if not lost:
        lost = last - 1 in missed
        if not lost and last not in {error.cell for error in errors}:
            return mark
        # No more of the error: the student chooses its words, and may know hidden inputs of another's.
        words = f"The cell that makes {name} has not run to its end: cell {last}."
    if lost and longest:
        words = f"{words} Most of the time went to {longest}."
    told = mark.told.replace(mark.hint.text, words)
    key = FailureKind.LOST if lost else FailureKind.UNANSWERED
    return replace(mark, hint=Hint(key, words), told=told)
