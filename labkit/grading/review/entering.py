"""Marks by rubric entered in the gradebook, as if a person typed them in Formgrader.

What was entered is remembered. A mark that somebody has changed in Formgrader since is theirs, and
stays unless it is said that it goes.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.results.audit import note
from labkit.grading.results.gradebook import enter_manual
from labkit.grading.results.marks import Manual
from labkit.grading.review.judgements import Judged
from labkit.grading.review.rubric import FOLDER, Question
from labkit.grading.review.sharing import THIRD

_ENTERED = "entered.json"


@dataclass(frozen=True)
class Change:
    """A mark that is to be entered.

    Attributes
    ----------
    student, question : str
    id : str
        What markers call the answer.
    by : str
        Whose judgement it is.
    before : float or None
        The points by hand until now; None if there are none.
    after : float
        The points by the rubric.
    comment_before, comment : str
        What the student is told.
    """

    student: str
    question: str
    id: str
    by: str
    before: float | None
    after: float
    comment_before: str
    comment: str


@dataclass(frozen=True)
class Plan:
    """What there is to enter, before anything is.

    Attributes
    ----------
    changes : list of Change
        By question and student.
    by_hand : list of Change
        Those that would undo what somebody has entered in Formgrader.
    same : list of Change
        Marks that are as they should be.
    waiting, open : int
        Answers that are still to be read, and on which two markers differ.
    rubric : dict
        Question -> its items' points, as they were and as they are.
    """

    changes: list[Change]
    by_hand: list[Change]
    same: list[Change]
    waiting: int
    open: int
    rubric: Mapping[str, tuple[object, object]]


def plan(
    out: AnyPath,
    tick: str,
    found: Iterable[Judged],
    rubric: Mapping[str, Question],
    manual: Mapping[tuple[str, str], Manual],
) -> Plan:
    """Compare what markers say with what is entered.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick : str
        The tick's name.
    found : iterable of Judged
        All answers.
    rubric : dict
        Question -> Question.
    manual : dict
        (student, tick) -> Manual: what is entered.

    Returns
    -------
    Plan
        Nothing is written.
    """
    entered = _load(out, tick)
    changes, by_hand, same = [], [], []
    waiting = differing = 0
    for each in sorted(found, key=lambda j: (j.answer.question, j.answer.student)):
        who, question = each.decided, rubric[each.answer.question]
        if who is None:
            differing += each.differs
            waiting += not each.differs
            continue
        student, name = each.answer.student, question.name
        now = manual.get((student, tick), Manual())
        change = Change(
            student,
            name,
            each.answer.id,
            who if who == THIRD else " and ".join(each.share.markers),
            now.points.get(name),
            each.points[who],
            now.comments.get(name, ""),
            each.comment(question),
        )
        ours = entered["marks"].get(student, {}).get(name)
        state = [change.before, change.comment_before]
        if state == [change.after, change.comment] and name not in now.again:
            same.append(change)
        elif state in ([None, ""], ours) or name in now.again:
            changes.append(change)
        else:
            by_hand.append(change)
    before = entered["rubric"]
    after = {name: _points(question) for name, question in rubric.items()}
    moved = {n: (before[n], after[n]) for n in after if n in before and before[n] != after[n]}
    return Plan(changes, by_hand, same, waiting, differing, moved)


def enter(
    out: AnyPath, tick: str, planned: Plan, rubric: Mapping[str, Question], who: str, why: str
) -> None:
    """Enter marks, each with a line in the log before it.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick : str
        The tick's name.
    planned : Plan
        Its changes are entered.
    rubric : dict
        Question -> Question.
    who, why : str
        Who enters them, and the reason.

    Raises
    ------
    ValueError
        If the gradebook has no such submission.
    OSError
        If Formgrader is at work in the gradebook, or the log cannot be written.
    """
    for name, (before, after) in planned.rubric.items():
        note(out, who, "rubric", why, tick=tick, question=name, before=before, after=after)
    by_student: dict[str, list[Change]] = {}
    for change in planned.changes:
        by_student.setdefault(change.student, []).append(change)
        details = asdict(change)
        note(out, who, "mark by rubric", why, tick=tick, **details)
    enter_manual(
        out,
        {
            (student, tick): Manual(
                {c.question: c.after for c in changes}, {c.question: c.comment for c in changes}
            )
            for student, changes in by_student.items()
        },
    )
    entered = _load(out, tick)
    # Those that are as they should be, too: an earlier run may have been ended before this.
    for change in planned.changes + planned.same:
        marks = entered["marks"].setdefault(change.student, {})
        marks[change.question] = [change.after, change.comment]
    entered["rubric"] |= {name: _points(question) for name, question in rubric.items()}
    write_whole(Path(out) / FOLDER / tick / _ENTERED, json.dumps(entered, indent=1))


def _points(question: Question) -> dict[str, float]:
    return {"start": question.start} | {item.name: item.points for item in question.items.values()}


def _load(out: AnyPath, tick: str) -> dict[str, dict[str, Any]]:
    path = Path(out) / FOLDER / tick / _ENTERED
    try:
        content = json.loads(path.read_text("utf8"))
        return {"rubric": dict(content["rubric"]), "marks": dict(content["marks"])}
    except FileNotFoundError:
        return {"rubric": {}, "marks": {}}
    except (ValueError, KeyError, TypeError):
        raise ValueError(
            f"{path} must be as labkit rubric apply wrote it; it was changed"
        ) from None
