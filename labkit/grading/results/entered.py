"""What people have entered in an open gradebook: read, noticed, and entered for them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    SubmittedAssignment,
    SubmittedNotebook,
)

from labkit.grading.base.atomic import AnyPath
from labkit.grading.results.audit import note
from labkit.grading.results.kept import Kept
from labkit.grading.results.marks import Manual
from labkit.grading.submission.cells import question_of

#: Who changed a mark in Formgrader: nbgrader does not take down names.
FORMGRADER = "a marker in Formgrader"

_MARK, _EXTRA, _COMMENT = "mark by hand", "extra credit", "comment by hand"


@dataclass(frozen=True)
class Entered:
    """What the gradebook holds of one submission, and what of it people entered.

    Attributes
    ----------
    id : str
        The submission's, in the gradebook.
    points, extra, comments : dict
        Question -> what a person entered.
    again : set of str
        Questions that have a mark by hand and are to be read again.
    grades : list of tuple
        Cell, points by machine and by hand, extra credit, whether it is to be
        read: as the gradebook has them.
    places : dict
        (what, question) -> (its place, what a person entered there or None).
    """

    id: str
    points: dict[str, float] = field(default_factory=dict)
    extra: dict[str, float] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    grades: list[tuple[object, ...]] = field(default_factory=list)
    places: dict[tuple[str, str], tuple[str, object]] = field(default_factory=dict)

    @property
    def manual(self) -> Manual:
        """The same, as marks are made from it."""
        return Manual(self.points, self.comments, frozenset(self.again), self.extra)


def entered(gradebook: Gradebook) -> dict[tuple[str, str], Entered]:
    """Read the whole gradebook, by few queries: to ask for each student takes seconds.

    Parameters
    ----------
    gradebook : Gradebook
        An open one.

    Returns
    -------
    dict
        (student, tick) -> Entered.
    """
    kept = Kept(gradebook.db)
    submissions = gradebook.db.query(
        SubmittedAssignment.id, SubmittedAssignment.student_id, Assignment.name
    ).join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
    of = {key: ((student, tick), Entered(key)) for key, student, tick in submissions}
    columns = (
        Grade.id, Grade.auto_score, Grade.manual_score, Grade.extra_credit,
        Grade.needs_manual_grade,
    )  # fmt: skip
    for key, name, grade, auto, by_hand, extra, to_read in _of_cells(gradebook, Grade, columns):
        found, question = of[key][1], question_of(name)
        own = kept.own_extra(grade, extra)
        found.grades.append((name, auto, by_hand, extra, to_read))
        found.places[_MARK, question] = (f"mark {grade}", by_hand)
        found.places[_EXTRA, question] = (f"extra {grade}", own or None)
        if by_hand is not None:
            found.points[question] = by_hand
            if to_read:
                found.again.add(question)
        if own:
            found.extra[question] = own
    wanted = (Comment.id, Comment.manual_comment)
    for key, name, comment, text in _of_cells(gradebook, Comment, wanted):
        found = of[key][1]
        found.places[_COMMENT, name] = (f"comment {comment}", text or None)
        if text:
            found.comments[name] = text
    return dict(of.values())


def _of_cells(
    gradebook: Gradebook, table: Any, columns: Iterable[Any]
) -> Iterator[tuple[Any, ...]]:
    """Give what each cell of each submission has, after the submission's id and the cell's name."""
    rows: Iterator[tuple[Any, ...]] = (
        gradebook.db.query(SubmittedNotebook.assignment_id, BaseCell.name, *columns)
        .select_from(table)
        .join(SubmittedNotebook, table.notebook_id == SubmittedNotebook.id)
        .join(BaseCell, table.cell_id == BaseCell.id)
        .order_by(SubmittedNotebook.assignment_id, BaseCell.name)
    )
    return rows


def notice(gradebook: Gradebook, out: AnyPath) -> None:
    """Write into the log what people have changed in Formgrader since the last run.

    Parameters
    ----------
    gradebook : Gradebook
        An open one.
    out : path
        The folder of the class.
    """
    kept = Kept(gradebook.db)
    for (student, tick), found in entered(gradebook).items():
        for (what, question), (place, value) in found.places.items():
            before = kept.seen.get(place)
            if before != value:
                where = {"student": student, "tick": tick, "question": question}
                note(out, FORMGRADER, what, "", **where, before=before, after=value)
                kept.see(place, value)
    gradebook.db.commit()


def enter(gradebook: Gradebook, marks: Mapping[tuple[str, str], Manual]) -> None:
    """Enter marks, all of them or none; see `gradebook.enter_manual`.

    Parameters
    ----------
    gradebook : Gradebook
        An open one.
    marks : dict
        (student, tick) -> Manual.
    """
    known = entered(gradebook)
    for place, manual in marks.items():
        _refuse_unknown(place, manual, known)
    kept = Kept(gradebook.db)
    for place, manual in marks.items():
        submission = gradebook.db.get(SubmittedAssignment, known[place].id)
        for notebook in submission.notebooks:
            _enter(notebook, manual, kept)
    gradebook.db.commit()


def _refuse_unknown(
    place: tuple[str, str], manual: Manual, known: Mapping[tuple[str, str], Entered]
) -> None:
    student, tick = place
    if place not in known:
        raise ValueError(
            f"marks must be of submissions in the gradebook, not {student!r} in {tick}"
        )
    marked = {question for what, question in known[place].places if what == _MARK}
    asked = {question for what, question in known[place].places if what == _COMMENT}
    wrong = {*manual.points, *manual.extra, *manual.again} - marked | manual.comments.keys() - asked
    if wrong:
        raise ValueError(
            f"marks must be of questions of {tick} in the gradebook, not {min(wrong)!r}"
        )


def _enter(notebook: SubmittedNotebook, manual: Manual, kept: Kept) -> None:
    for grade in notebook.grades:
        question = question_of(grade.name)
        if question in manual.points:
            grade.manual_score, grade.needs_manual_grade = manual.points[question], False
            kept.see(f"mark {grade.id}", grade.manual_score)
        if question in {*manual.points, *manual.extra}:
            grade.extra_credit = manual.extra.get(question)
            kept.keep_extra(grade.id, None)
            kept.see(f"extra {grade.id}", grade.extra_credit)
        if question in manual.again:
            grade.needs_manual_grade = True
    for comment in notebook.comments:
        if comment.name in manual.comments:
            comment.manual_comment = manual.comments[comment.name]
            kept.see(f"comment {comment.id}", comment.manual_comment or None)
