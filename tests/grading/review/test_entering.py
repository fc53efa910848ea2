"""What is entered of markers' judgements: `tests/cli/instructor/test_rubric.py` asks for the rest."""

from types import SimpleNamespace

from labkit.grading.results.marks import Manual
from labkit.grading.review.entering import plan
from labkit.grading.review.rubric import Question


def test_what_nobody_has_read_waits_and_what_markers_differ_on_is_open(tmp_path):
    def answer(student, differs):
        which = SimpleNamespace(question="essay", student=student)
        return SimpleNamespace(answer=which, decided=None, differs=differs)

    found = [answer("ada", False), answer("ben", True), answer("cy", False), answer("di", False)]
    planned = plan(tmp_path, "tick4", found, {"essay": Question("essay", {}, 0, 2)}, {})
    assert (planned.waiting, planned.open) == (3, 1)
    assert not (planned.changes or planned.by_hand or planned.same)


def judged(student, points, comment):
    """An answer that eva has read."""
    which = SimpleNamespace(question="essay", student=student, id=student)
    share = SimpleNamespace(markers=("eva",))
    points = {"eva": points}
    return SimpleNamespace(
        answer=which, decided="eva", differs=False, share=share, points=points,
        comment=lambda question: comment,
    )  # fmt: skip


def test_a_mark_is_entered_once_and_none_in_the_place_of_a_persons(tmp_path):
    """What is there already stays, but where the answer has changed since."""
    found = [
        judged(name, 2.0, "Well argued.") for name in ("again", "by hand", "new", "retold", "same")
    ]
    there = {"points": {"essay": 2.0}, "comments": {"essay": "Well argued."}}
    manual = {
        ("again", "tick4"): Manual(**there, again=frozenset({"essay"})),
        ("by hand", "tick4"): Manual(points={"essay": 1.0}),
        ("retold", "tick4"): Manual(points={"essay": 2.0}, comments={"essay": "Good."}),
        ("same", "tick4"): Manual(**there),
    }
    planned = plan(tmp_path, "tick4", found, {"essay": Question("essay", {}, 0, 2)}, manual)
    assert [c.student for c in planned.changes] == ["again", "new"]
    assert [c.student for c in planned.by_hand] == ["by hand", "retold"]
    assert [c.student for c in planned.same] == ["same"]
    assert {(c.by, c.after) for c in planned.changes} == {("eva", 2.0)}
