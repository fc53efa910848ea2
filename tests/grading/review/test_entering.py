"""What is entered of markers' judgements: `tests/cli/instructor/test_rubric.py` asks for the rest."""

from types import SimpleNamespace

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
