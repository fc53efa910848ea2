"""From records to the tables of marks."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labkit.grading.results.late import Lateness, Policy
from labkit.grading.results.marks import (
    Manual,
    Row,
    grades_csv,
    grades_json,
    moodle_csv,
    moodle_tables,
    rows,
)
from labkit.grading.results.rulings import Kind, Ruling
from tests.grading.tiny import NAME, NOON, make_tick, record, refused

REFUSED = refused("dan")


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    return {tick.name: tick}


def table(text):
    return {
        line.pop("student", None) or line["username"]: line
        for line in csv.DictReader(io.StringIO(text))
    }


def test_points_by_machine_and_by_hand_add_up(ticks):
    manual = {
        ("bob", NAME): Manual({"essay": 1.5}),
        ("cat", NAME): Manual({"essay": 1, "triple": 1}),
    }
    ann, bob, cat = rows([record("ann"), record("bob"), record("cat")], ticks, Policy(), manual)
    assert ann.earned == {"double": 2, "triple": 0.5, "essay": None}
    assert (ann.points, ann.out_of, ann.waiting) == (2.5, 5, ["essay"])
    assert (bob.points, bob.waiting) == (4, [])
    assert (cat.points, cat.earned["triple"]) == (4, 1)


def test_an_answer_that_was_not_written_earns_nothing_and_does_not_wait(ticks):
    (row,) = rows([record(written={"essay": False})], ticks, Policy(), {})
    assert (row.earned["essay"], row.points, row.waiting) == (0, 2.5, [])


def test_an_answer_that_changed_since_waits_and_keeps_its_mark(ticks):
    manual = {("ann", NAME): Manual({"essay": 2}, again=frozenset(["essay"]))}
    (row,) = rows([record()], ticks, Policy(), manual)
    assert (row.points, row.waiting) == (4.5, ["essay"])


def test_the_mark_before_the_penalty_is_kept(ticks):
    due = datetime(2026, 11, 19, 11, tzinfo=UTC)
    policy = Policy({NAME: due}, penalty_per_day=0.1)
    (row,) = rows([record()], ticks, policy, {("ann", NAME): Manual({"essay": 2})})
    assert (row.before, row.penalty, row.points, row.late.days) == (4.5, 1, 3.5, 2)
    (line,) = table(grades_csv([row])).values()
    assert (line["points"], line["points_before_penalty"], line["penalty"], line["late_days"]) == (
        "3.5", "4.5", "1", "2",
    )  # fmt: skip
    (low,) = rows([record(points={"double": 0, "triple": 0})], ticks, policy, {})
    assert (low.before, low.penalty, low.points) == (0, 0, 0)


def test_grades_have_a_line_a_row_and_a_column_a_question(ticks):
    lines = table(grades_csv(rows([record(), REFUSED], ticks, Policy(), {})))
    assert lines["ann"][f"{NAME}/double"] == "2" and lines["ann"][f"{NAME}/essay"] == ""
    assert lines["ann"]["waiting"] == "essay"
    assert lines["dan"]["status"] == "refused: the file is empty"
    assert lines["dan"]["points"] == lines["dan"][f"{NAME}/double"] == ""


def test_moodle_gets_final_marks_only(ticks):
    """An empty cell would be imported as null, in place of a grade that is there."""
    manual = {("bob", NAME): Manual({"essay": 1.5})}
    found = rows([record("ann"), record("bob"), REFUSED], ticks, Policy(), manual)
    assert moodle_csv(found) == f"username,{NAME}\nbob,4\n"


def test_moodle_gets_no_column_without_marks_and_no_line_without_a_student(ticks):
    files = [record(written={}), replace(REFUSED, tick="tick1-other"), refused("")]
    found = rows(files, ticks, Policy(), {("ann", NAME): Manual({"essay": 0})})
    assert moodle_csv(found) == f"username,{NAME}\nann,2.5\n"


def test_each_of_several_ticks_has_a_table_so_that_no_cell_is_empty(ticks):
    final = {"written": {"essay": False}}
    files = [
        record("ann", **final),
        record("ann", tick="tick1-other", **final),
        record("bob", **final),
        record("cat", tick="tick1-other"),
    ]
    found = rows(files, ticks, Policy(), {})
    other = "tick1-other"
    assert moodle_tables(found[1:]) == {
        "moodle.csv": f"username,{NAME},{other}\n",
        f"moodle-{NAME}.csv": f"username,{NAME}\nbob,2.5\n",
        f"moodle-{other}.csv": f"username,{other}\nann,2.5\ncat,2.5\n",
    }
    assert moodle_tables(found)["moodle.csv"] == f"username,{NAME},{other}\nann,2.5,2.5\n"
    assert list(moodle_tables([r for r in found if r.record.tick == NAME])) == ["moodle.csv"]


@pytest.mark.parametrize("name", ["-Ann", "@me", "+1.a", "x=y"])
def test_moodle_is_told_a_user_by_the_name_it_knows(ticks, name):
    (row,) = rows([record(name)], ticks, Policy(), {})
    done = replace(row, earned={"double": 2.0})
    assert moodle_csv([done]).splitlines()[1] == f"{name},2"


def test_extra_credit_is_on_top_and_never_on_an_answer_that_waits(ticks):
    manual = {
        ("ann", NAME): Manual({}, extra={"double": 0.5, "essay": 1}),
        ("bob", NAME): Manual({"essay": 1.5}, extra={"essay": 1}),
    }
    ann, bob = rows([record("ann"), record("bob")], ticks, Policy(), manual)
    assert ann.earned == {"double": 2.5, "triple": 0.5, "essay": None} and ann.waiting == ["essay"]
    assert bob.earned["essay"] == 2.5 and bob.points == 5


def ruled(ticks, kind, points=0.0, question="essay", manual=None, records=None):
    rulings = {(NAME, question): Ruling(NAME, question, kind, points, "a misprint")}
    return rows(records or [record()], ticks, Policy(), manual or {}, rulings)


def test_a_waived_question_gives_everybody_all_points_and_takes_none(ticks):
    manual = {
        ("bob", NAME): Manual({"essay": 0.5}, again=frozenset(["essay"])),
        ("cat", NAME): Manual({"essay": 2}, extra={"essay": 1}),
    }
    records = [record("ann"), record("bob"), record("cat"), REFUSED]
    ann, bob, cat, dan = ruled(ticks, Kind.WAIVE, manual=manual, records=records)
    assert [r.earned.get("essay") for r in (ann, bob, cat, dan)] == [2, 2, 3, None]
    assert not (ann.waiting or bob.waiting or cat.waiting) and dan.points is None
    assert ann.out_of == 5 and list(ann.ruled) == ["essay"]
    lines = table(grades_csv([ann]))
    assert lines["ann"]["ruled"] == "essay" and lines["ann"]["points"] == "4.5"
    assert "a misprint" in json.loads(grades_json([ann]))[0]["ruled"]["essay"]


def test_everybody_gets_the_points_of_a_ruling(ticks):
    (row,) = ruled(ticks, Kind.POINTS, 1.5, "double", {("ann", NAME): Manual({"double": 2})})
    assert (row.earned["double"], row.out_of, row.points) == (1.5, 5, 2)


def test_a_question_that_is_left_out_is_no_part_of_the_total(ticks):
    (row,) = ruled(ticks, Kind.LEAVE_OUT)
    assert (row.earned["essay"], row.points_of["essay"], row.points, row.out_of) == (0, 0, 2.5, 3)
    assert not row.waiting and ticks[NAME].points["essay"] == 2


def test_a_ruling_on_another_tick_or_question_does_nothing(ticks):
    rulings = {
        (NAME, "no-such"): Ruling(NAME, "no-such", Kind.WAIVE),
        ("tick1-other", "essay"): Ruling("tick1-other", "essay", Kind.WAIVE),
    }
    (row,) = rows([record()], ticks, Policy(), {}, rulings)
    assert not row.ruled and row.points == 2.5


def test_points_are_rounded_to_hundredths(ticks):
    late = Policy({NAME: NOON - timedelta(days=1)}, penalty_per_day=0.11)
    manual = {("ann", NAME): Manual({"essay": 1.126})}
    (row,) = rows([record(points={"double": 1.05})], ticks, late, manual)
    assert (row.before, row.points, row.penalty) == (2.68, 2.13, 0.55)


def test_a_half_hundredth_goes_up_for_everybody():
    earned = [(0.125, 0.13), (0.375, 0.38), (1.005, 1.01), (0.124, 0.12), (0.1 + 0.2, 0.3)]
    for points, shown in earned:
        row = Row(record(), {"a": points}, {"a": 2.0}, Lateness())
        assert (row.before, row.points, row.penalty) == (shown, shown, 0)
        late = Row(record(), {"a": 1 + points}, {"a": 2.0}, Lateness(penalty=0.5))
        assert late.points == shown and late.before == 1 + shown


def test_sums_of_tenths_are_those_of_the_tick(ticks):
    row = Row(record(), {"a": 0.7, "b": 0.1, "c": 0.2}, {"a": 0.7, "b": 0.1, "c": 0.2}, Lateness())
    assert (row.points, row.out_of) == (1, 1)
    manual = {("ann", NAME): Manual({"triple": 0.1}, extra={"triple": 0.2})}
    assert rows([record()], ticks, Policy(), manual)[0].earned["triple"] == 0.3


def test_what_is_taken_away_in_formgrader_leaves_nothing_below_zero_and_is_no_lateness(ticks):
    manual = {("ann", NAME): Manual({"double": 0, "essay": 0}, extra={"triple": -2})}
    (row,) = rows([record()], ticks, Policy(), manual)
    assert (row.before, row.points, row.penalty) == (0, 0, 0)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])
def test_a_name_is_no_formula(ticks, name):
    text = grades_csv(rows([record(name)], ticks, Policy(), {}))
    assert list(table(text)) == [f"'{name}"]


def test_json_holds_everything_but_notebooks(ticks):
    (found,) = json.loads(grades_json(rows([record(notebook={"cells": []})], ticks, Policy(), {})))
    assert found["points"] == 2.5 and found["marks"][1]["hint"]["key"] == "square"
    assert "notebook" not in found
    assert grades_json(rows([record()], ticks, Policy(), {})).startswith(
        '[\n {\n  "student": "ann"'
    )


def test_a_tick_that_is_no_longer_there_keeps_its_marks():
    (row,) = rows([record()], {}, Policy(), {})
    assert (row.points, row.out_of) == (2.5, 3)
