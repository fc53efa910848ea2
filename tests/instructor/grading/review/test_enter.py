"""What is entered of markers' judgements; `tests/instructor/cli/test_rubric.py` asks for the rest."""

from labkit.instructor.grading.marks.audit import entries, note
from labkit.instructor.grading.marks.marks import Manual
from labkit.instructor.grading.review import enter
from labkit.instructor.grading.review.enter import Change, plan_changes
from labkit.instructor.grading.review.markers import Answer
from labkit.instructor.grading.review.rubric import Item, RubricQuestion

ESSAY, COMMENT = RubricQuestion("essay", 2, {"a": Item("Well argued", 2)}), "Well argued (+2)."
AS_IT_IS = {"points": {"essay": 2.0}, "comments": {"essay": COMMENT}}
#: What is in the gradebook of an answer that eva gives 2 points, and what becomes of it.
BEFORE = {
    "again": (Manual(**AS_IT_IS, again=frozenset({"essay"})), "changes"),
    "again, by hand": (Manual({"essay": 1.0}, again=frozenset({"essay"})), "changes"),
    "by hand": (Manual({"essay": 1.0}), "by_hand"), "logged": (Manual({"essay": 1.5}, {"essay": "Argued."}), "changes"),
    "new": (None, "changes"), "other tick": (Manual({"essay": 1.25}, {"essay": ""}), "by_hand"),
    "reworded": (Manual({"essay": 2.0}, {"essay": "Good."}), "by_hand"), "same": (Manual(**AS_IT_IS), "same"),
}  # fmt: skip


def test_a_mark_is_entered_once_and_none_in_the_place_of_a_persons(tmp_path, monkeypatch):
    manual = {(name, "tick4"): before for name, (before, _) in BEFORE.items() if before}
    monkeypatch.setattr(enter, "manual_marks", lambda out: manual)
    for what, tick, student, comment, after in (
        ("mark by rubric", "tick4", "logged", "Argued.", 1.5), ("mark by rubric", "tick4", "logged", "Argued.", 2.0),
        ("mark by rubric", "tick3", "other tick", "", 1.25), ("waive", "tick4", "other tick", "", 1.25),
    ):  # fmt: skip
        logged = {"student": student, "question": "essay", "comment": comment, "after": after}
        note(tmp_path, "x", what, "", tick=tick, **logged)
    answers = [Answer(n, n, ESSAY, None, ["eva"], {"eva": ESSAY.read_line("a")}) for n in BEFORE]
    answers += [Answer(n, n, ESSAY, None, ["eva"], {}) for n in ("unread", "too")]
    two = {"eva": ESSAY.read_line("a"), "fay": ESSAY.read_line("none")}
    answers.append(Answer("open", "open", ESSAY, None, ["eva", "fay"], two))
    changes, by_hand, same = planned = plan_changes(tmp_path, "tick4", answers[::-1])
    for which, found in zip(("changes", "by_hand", "same"), planned, strict=True):
        wanted = [name for name, (_, becomes) in BEFORE.items() if becomes == which]
        assert [change.student for change in found] == wanted
    assert changes[3] == Change("new", "essay", "eva", None, "", 2.0, COMMENT)
    assert by_hand[2].comment_before == "Good." and same[0].after == 2.0


def test_each_change_is_logged_before_all_are_entered(tmp_path, monkeypatch):
    entered = []
    monkeypatch.setattr(enter, "enter_manual", lambda out, m: entered.append((m, entries(out))))
    marks = ("ann", "a", 1.0), ("bob", "a", 2.0), ("ann", "b", 0.5)
    changes = [Change(who, what, "eva", None, "", points, "Good.") for who, what, points in marks]
    enter.enter(tmp_path, "tick4", changes, "me", "because")
    ann = Manual({"a": 1.0, "b": 0.5}, {"a": "Good.", "b": "Good."})
    ((made, logged),) = entered
    assert made == {("ann", "tick4"): ann, ("bob", "tick4"): Manual({"a": 2.0}, {"a": "Good."})}
    line = {"who": "me", "why": "because", "tick": "tick4", "student": "bob", "by": "eva", "after": 2.0}  # fmt: skip
    assert line.items() <= logged[1].items() and len(logged) == 3
