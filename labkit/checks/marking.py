"""Marks from answers: what a kernel's replies earn.

Answers are judged in the process that asks: expected values and judges never enter the kernel.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from os import PathLike
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from labkit.checks.card import count_points
from labkit.checks.outcomes import Outcome, Returned, read_reply
from labkit.checks.plain_data import encode
from labkit.checks.questions import Hint, Question, is_right, most_telling


class Status(StrEnum):
    """How the run of a notebook ended; or, of what has no marks, why not."""

    RAN = "ran"  # every cell came to its end, with or without an error
    NOT_STARTED = "not started"
    DIED = "kernel died"
    TIMED_OUT = "timed out"
    MEMORY = "too much memory"
    OUTPUT = "too much output"
    FAILED = "could not be graded"
    REFUSED = "refused"
    REPLACED = "not graded"
    MISSING = "nothing handed in"


#: Said where a question earns points that an earlier mistake would have cost.
CARRIED = (
    "With the course's answers in place of earlier ones of yours that are not right, it earns {}: "
    "a mistake costs the points of its own question only."
)


@dataclass(frozen=True)
class CellError:
    """A cell that stopped with an error."""

    cell: int  # its place in the notebook, from 1
    exception: str  # the name of its class
    message: str
    #: Its number in JupyterLab, as in [12], after all cells were run from the top.
    shown: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Write it in a line."""
        return f"cell {self.cell}: {self.exception}: {self.message}"[:500]


@dataclass(frozen=True)
class Mark:
    """What one question earned, and the hint of the first failed case, if any.

    All cases right earn all points. Partial credit is corrected for guessing: of p right cases of n
    it is the share (p - g) / (n - g), never below 0 and rounded down to two decimals, where g is
    what ``guessed`` says, in whole cases, rounded up.
    """

    question: str
    passed: int  # cases judged right
    cases: int
    points: float
    out_of: float
    hint: Hint | None
    told: str = ""  # what its student is told of it, where that is less: `grade_one` sets it


def carry_forward(mark: Mark, again: Mark, more: str = "") -> Mark:
    """Return a mark, or the points of the question asked `again`, if these are more.

    Then the course's versions stood for earlier answers that are not right. Of that asking only the
    points are told, and what the caller has to say.
    """
    if not mark.hint or again.points <= mark.points:
        return mark
    words = f"{CARRIED.format(count_points(again.points))} {more}".strip()
    hint = replace(mark.hint, text=f"{mark.hint.text} {words}")
    told = f"{mark.told} {words}".strip()
    return replace(mark, points=again.points, hint=hint, told=told)


def read_notebook(path: str | PathLike[str]) -> NotebookNode:
    """Read a notebook, in nbformat's form 4, or raise ValueError if the file is not one."""
    path = Path(path)
    if not path.is_file():
        folder = path if path.is_dir() else path.parent
        here = [each.name for each in sorted(folder.glob("*.ipynb"))]
        what = f"{path} is a folder" if path.is_dir() else f"there is no file {path}"
        raise FileNotFoundError(f"{what}; the notebooks there: {', '.join(here) or 'none'}")
    written = path.read_bytes()
    try:
        notebook = nbformat.reads(written.decode("utf-8-sig"), as_version=4)
        nbformat.validate(notebook)
        return notebook
    except Exception as error:  # nbformat's own errors are of many kinds
        reason = str(error).partition("\n")[0].strip(".")
        raise ValueError(
            f"{path.name} cannot be read as a notebook: it is empty, cut off, or of another kind "
            f"({reason}). If it opens in JupyterLab, save it there; if not, "
            "take your last good copy"
        ) from None


def errors_of(cells: Sequence[NotebookNode]) -> list[CellError]:
    """List the errors among the outputs of cells."""
    errors, shown = [], 0
    for position, cell in enumerate(cells, start=1):
        shown += cell.cell_type == "code" and bool(cell.source.strip())
        errors += [
            CellError(position, output.ename, output.evalue, shown)
            for output in cell.get("outputs", [])
            if output.output_type == "error"
        ]
    return errors


def mark_answer(question: Question, answer: str | None) -> Mark:
    """Mark what a kernel handed over for one question."""
    outcomes = read_reply(answer, len(question.cases))
    hints = question.judge(outcomes)
    passed, failed = sum(map(is_right, hints)), most_telling(hints)
    points, hint = _points(question, passed, outcomes), failed[1] if failed else None
    return Mark(question.name, passed, len(hints), points, question.points, hint)


def _points(question: Question, passed: int, outcomes: Sequence[Outcome]) -> float:
    if passed == len(outcomes):
        return question.points
    chance = math.ceil(guessed(_classes(question, outcomes)) - 1e-9)
    share = (passed - chance) / (len(outcomes) - chance) if passed > chance else 0
    return math.floor(100 * question.points * share + 1e-9) / 100


def _classes(question: Question, outcomes: Sequence[Outcome]) -> list[int]:
    """Count the cases that have one right value: of the answer's own values, the others one each."""
    left, counts = set(range(len(outcomes))), []
    values = {encode(one.value): one for one in outcomes if isinstance(one, Returned)}
    right = [
        {i for i, hint in enumerate(question.judge([value] * len(outcomes))) if is_right(hint)}
        for value in values.values()
    ]
    for cases in sorted(right, key=len, reverse=True):
        counts.append(len(cases & left))
        left -= cases
    return counts + [1] * len(left)


def guessed(counts: Sequence[int]) -> float:
    """Compute how many cases a coin is right in by chance, where `counts` have the same value.

    It has one value for heads and one for tails: for each the most frequent of its cases.

    Examples
    --------
    >>> round(guessed([10, 10]), 2), guessed([1, 1, 1, 1])  # two classes; four different numbers
    (11.76, 1.875)
    """
    most = (
        1 - math.prod(sum(math.comb(n, k) for k in range(least)) / 2**n for n in counts)
        for least in range(1, max(counts, default=0) + 1)
    )
    return 2 * sum(most)
