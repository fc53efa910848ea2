"""Marks by rubric, entered in the gradebook as if a person typed them in Formgrader.

The log says what was entered: a mark that somebody has changed in Formgrader since is theirs.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from labkit.instructor.grading.marks.audit import entries, note
from labkit.instructor.grading.marks.gradebook import enter_manual, manual_marks
from labkit.instructor.grading.marks.marks import Manual
from labkit.instructor.grading.review.markers import Answer

#: What the log calls such a change.
_WHAT = "mark by rubric"


@dataclass(frozen=True)
class Change:
    """A mark to be entered, and what is there until now: None if there are no points."""

    student: str
    question: str
    by: str
    before: float | None
    comment_before: str
    after: float
    comment: str


def plan_changes(out: Path, tick: str, answers: Iterable[Answer]) -> tuple[list[Change], ...]:
    """Return the marks to enter, those that would undo what a person has entered, and those that are."""
    manual = manual_marks(out)
    ours = {
        (entry["student"], entry["question"], entry["after"], entry["comment"])
        for entry in entries(out)
        if entry["what"] == _WHAT and entry["tick"] == tick
    }
    changes, by_hand, same = [], [], []
    for answer in sorted(answers, key=lambda answer: (answer.question.name, answer.student)):
        if answer.decided is None:
            continue
        name, entered = answer.question.name, manual.get((answer.student, tick), Manual())
        before = (entered.points.get(name), entered.comments.get(name, ""))
        change = Change(answer.student, name, " and ".join(answer.by), *before, *answer.decided)
        again = name in entered.again
        if before == answer.decided and not again:
            same.append(change)
        elif again or before == (None, "") or (answer.student, name, *before) in ours:
            changes.append(change)
        else:
            by_hand.append(change)
    return changes, by_hand, same


def enter(out: Path, tick: str, changes: Iterable[Change], who: str, why: str) -> None:
    """Enter marks, each with a line in the log before it."""
    marks = defaultdict[tuple[str, str], Manual](Manual)
    for change in changes:
        note(out, who, _WHAT, why, tick=tick, **vars(change))
        manual = marks[change.student, tick]
        manual.points[change.question] = change.after
        manual.comments[change.question] = change.comment
    enter_manual(out, marks)
