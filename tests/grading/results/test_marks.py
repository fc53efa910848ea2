"""From records to the tables of marks."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Manual, grades_csv, grades_json, moodle_csv, rows
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
    manual = {("bob", NAME): Manual({"essay": 1.5})}
    found = rows([record("ann"), record("bob"), REFUSED], ticks, Policy(), manual)
    assert moodle_csv(found) == f"username,{NAME}\nann,\nbob,4\ndan,\n"


def test_moodle_gets_no_column_without_marks_and_no_line_without_a_student(ticks):
    files = [record(written={}), replace(REFUSED, tick="tick1-other"), refused("")]
    found = rows(files, ticks, Policy(), {("ann", NAME): Manual({"essay": 0})})
    assert moodle_csv(found) == f"username,{NAME}\nann,2.5\ndan,\n"


def test_points_are_rounded_to_hundredths(ticks):
    late = Policy({NAME: NOON - timedelta(days=1)}, penalty_per_day=0.11)
    manual = {("ann", NAME): Manual({"essay": 1.126})}
    (row,) = rows([record(points={"double": 1.05})], ticks, late, manual)
    assert (row.before, row.points, row.penalty) == (2.68, 2.13, 0.55)


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
