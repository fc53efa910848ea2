"""From records to the tables of marks."""

import csv
import io
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from labkit.instructor.grading.marks.late import Lateness, Policy
from labkit.instructor.grading.marks.marks import (
    MARKED_LATE,
    Manual,
    Row,
    grades_csv,
    grades_json,
    rows,
)
from labkit.instructor.grading.marks.rulings import Kind, Ruling
from tests.instructor.grading.tiny import NAME, NOON, OTHER, record, refused

FINAL = {"written": {"essay": False}}


def table(text):
    return {line["student"]: line for line in csv.DictReader(io.StringIO(text))}


def one(ticks, manual=None, ruling=None, policy=None, **changes):
    ruled = {(ruling.tick, ruling.question, ""): ruling} if ruling else None
    manual = {("ann", NAME): manual} if manual else {}
    (row,) = rows([record(**changes)], ticks, policy or Policy(), manual, ruled)
    return row


@pytest.mark.parametrize(("given", "changes", "earned", "points", "waiting"), [
    (None, {}, [2, 0.5, None], 2.5, ["essay"]), (None, FINAL, [2, 0.5, 0], 2.5, []),
    (Manual({"essay": 2}, again={"essay"}), {}, [2, 0.5, 2], 4.5, ["essay"]),
    (Manual(extra={"double": 0.5, "essay": 1}), {}, [2.5, 0.5, None], 3, ["essay"]),
    (Manual({"triple": 0.1}, extra={"triple": 0.2}), FINAL, [2, 0.3, 0], 2.3, []),
    (Manual({"double": 0, "essay": 0}, extra={"triple": -2}), {}, [0, -1.5, 0], 0, []),
    (Manual({"essay": 1.126}), {"points": {"double": 1.05}}, [1.05, 0.5, 1.126], 2.68, []),
])  # fmt: skip
def test_points_by_machine_and_by_hand_add_up(ticks, given, changes, earned, points, waiting):
    row = one(ticks, given, **changes)
    assert list(row.earned.items()) == list(zip(("double", "triple", "essay"), earned, strict=True))
    assert (row.points, row.before, row.penalty, row.out_of) == (points, points, 0, 5)
    assert row.waiting == waiting and row.final == (not waiting)


@pytest.mark.parametrize(("ruling", "given", "earned", "out_of", "waiting"), [
    (("essay", Kind.WAIVE), Manual({"essay": 0.5}, again={"essay"}), 2, 5, []),
    (("essay", Kind.WAIVE), Manual({"essay": 2}, extra={"essay": 1}), 3, 5, []),
    (("double", Kind.POINTS, 1.5), None, 1.5, 5, ["essay"]), (("essay", Kind.LEAVE_OUT), None, 0, 3, []),
])  # fmt: skip
def test_a_ruling_decides_a_question(ticks, ruling, given, earned, out_of, waiting):
    ruling = Ruling(NAME, *ruling[:2], *ruling[2:] or (0.0,), "a misprint")
    row = one(ticks, given, ruling)
    assert (row.earned[ruling.question], row.out_of, row.waiting) == (earned, out_of, waiting)
    assert table(grades_csv([row]))["ann"]["ruled"] == ruling.question
    assert "a misprint" in json.loads(grades_json([row]))[0]["ruled"][ruling.question]
    for elsewhere in (replace(ruling, tick=OTHER), replace(ruling, question="no-such")):
        untouched = one(ticks, given, elsewhere)
        assert untouched.earned == one(ticks, given).earned and not untouched.ruled


def test_what_a_person_enters_for_a_member_is_the_groups_unless_a_member_has_more(ticks):
    ann, bob, cat, dan = (record(name, group="Team") for name in ("ann", "bob", "cat", "dan"))
    manual = {("bob", NAME): Manual({"essay": 2}, {"essay": "Well said."}, again={"essay"})}
    manual["cat", NAME] = Manual({"essay": 1})
    records = ann, bob, cat, replace(dan, group="")
    found = rows(records, ticks, Policy(), {("bob", NAME): manual["bob", NAME]})
    assert [row.points for row in found] == [4.5, 4.5, 4.5, 2.5] and found[3].waiting
    assert found[0].by_hand == found[1].by_hand and found[0].waiting == ["essay"]
    _, bob, cat, _ = rows(records, ticks, Policy(), manual)
    assert [(row.points, row.waiting) for row in (bob, cat)] == [(4.5, ["essay"]), (3.5, [])]


def test_points_for_a_whole_tick_are_those_of_the_work_that_counts_with_its_time(ticks):
    """Of what has marks, or else of the last that was refused, also if it names no tick."""
    ruling = Ruling(NAME, "", Kind.POINTS, 3.0, "read by hand", "ann")
    policy = Policy({NAME: NOON}, penalty_per_day=0.1)
    late = NOON + timedelta(hours=1)
    early, last = (replace(refused("ann"), tick="", submitted=when) for when in (NOON, late))
    others = [early, refused("bob"), last]
    for records in (others, [record("ann", submitted=late), *others]):
        made = rows(records, ticks, policy, {}, {(NAME, "", "ann"): ruling})
        (row,) = [row for row in made if row.given]
        assert row.record.submitted == late and row.record.tick == NAME and row.final
        assert (row.before, row.points, row.out_of, row.waiting) == (3, 2.5, 5, [])
        assert row.shown["ruled"] == {NAME: "An instructor gave these points: read by hand"}
        assert [r.points for r in made if r.record.student == "bob"] == [None]


def test_an_excuse_needs_no_reason(ticks):
    (row,) = rows([record()], ticks, Policy(), {}, {(NAME, "", "ann"): Ruling(NAME, "", Kind.EXCUSE, 0)})  # fmt: skip
    assert (row.points, row.obstacle) == (None, "excused: no reason given")


def test_the_mark_before_the_penalty_is_kept_and_canvas_s_word_counts_where_nothing_better(ticks):
    policy = Policy({NAME: NOON - timedelta(hours=25)}, penalty_per_day=0.105)
    row = one(ticks, Manual({"essay": 2}), policy=policy)
    line = table(grades_csv([row]))["ann"]
    names = ("points", "points_before_penalty", "penalty", "late_days", "out_of")
    assert [line[name] for name in names] == ["3.45", "4.5", "1.05", "2", "5"]
    assert line["submitted"] and not table(grades_csv([one(ticks, file="")]))["ann"]["submitted"]
    low = one(ticks, policy=policy, points={"double": 0, "triple": 0})
    assert (low.before, low.penalty, low.points) == (0, 0, 0)
    for deadlines, dated, word, says in (
        ({NAME: NOON}, False, True, MARKED_LATE), ({NAME: NOON}, False, False, "unknown"),
        ({NAME: NOON}, True, True, 0), ({}, False, True, 0),
    ):  # fmt: skip
        row = one(ticks, policy=Policy(deadlines), dated=dated, marked_late=word)
        assert table(grades_csv([row]))["ann"]["late_days"] == str(says) and row.penalty == 0
        (shown,) = json.loads(grades_json([row]))
        assert shown["marked_late"] == (says == MARKED_LATE)
        assert shown["late_days"] == (0 if says == 0 else None)


def test_sums_are_those_of_the_tick_and_a_half_hundredth_goes_up_for_everybody():
    row = Row(record(), tenths := {"a": 0.7, "b": 0.1, "c": 0.2}, tenths, Lateness())
    assert (row.points, row.out_of) == (1, 1)
    for points, shown in ((0.125, 0.13), (0.375, 0.38), (0.124, 0.12), (0.1 + 0.2, 0.3)):
        late = Row(record(), {"a": 1 + points}, {"a": 2.0}, Lateness(penalty=0.5))
        assert (late.before, late.points) == (1 + shown, shown)


def test_ticks_stand_in_their_order_also_those_that_are_no_longer_there_and_a_name_is_no_formula():
    of_ten = [record(tick=f"tick{n}", **FINAL) for n in (10, 1, 2)]
    found = rows(of_ten, {}, Policy(), {})
    assert [(row.record.tick, row.points) for row in found] == [
        (f"tick{n}", 2.5) for n in (1, 2, 10)
    ]
    (row,) = rows([record("=1+1", **FINAL)], {}, Policy(), {})
    assert list(table(grades_csv([row]))) == ["'=1+1"] and row.out_of == 3
