"""A record comes back from its file as it was, or is not taken for one."""

import json
from dataclasses import replace

import pytest

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.record import Submission, from_json
from tests.instructor.grading.tiny import NAME, NOON, record, refused

FULL = record(
    errors=("cell 3: KeyError: 'a'",), repairs=("the cell essay was missing",), batch="monday.zip",
    notebook={"cells": [{"source": "½ π"}]}, display="Ann", dated=False, marked_late=True,
)  # fmt: skip


def test_a_record_comes_back_whole():
    for made in (FULL, record(), refused("dan"), replace(FULL, confined=False, seconds=0.0)):
        again = from_json(made.to_json())
        assert again == made and type(again.status) is Status


def test_marks_are_found_a_time_is_known_by_default_and_an_end_is_said_with_its_reason():
    work = Submission("ann", NAME, "f", NOON)
    assert record().mark("triple").points == 0.5 and record().mark("essay") is None
    assert work.dated and record().dated and not work.marked_late and not record().marked_late
    assert (record().ended, refused("dan").ended) == ("ran", "refused: the file is empty")
    late = replace(work, status=Status.REPLACED, reason="another is")
    assert (work.ended, late.ended) == ("", "not graded: another is")


def test_half_a_character_in_the_words_of_a_student_s_error_can_be_written_to_a_file():
    halves = record(errors=("E: a\ud800",), run=([{"data": {"\udcff": "x"}}],))
    made = from_json(halves.to_json().encode().decode())
    assert (made.errors, made.run) == (("E: a?",), ([{"data": {"?": "x"}}],))


@pytest.mark.parametrize("change", [
    {"submitted": None}, {"status": "well"}, {"marks": [{"question": "double"}]}, {"errors": 3},
])  # fmt: skip
def test_what_is_no_record_is_refused(change):
    text = FULL.to_json()
    for other in ("", "[]", "{}", "null", text[:-10], json.dumps(json.loads(text) | change)):
        with pytest.raises(ValueError):
            from_json(other)


def test_what_is_shown_is_neither_notebook_nor_run_nor_what_is_not_known():
    names = "student tick file submitted status confined marks written errors repairs seconds"
    assert list(record().shown()) == names.split()
    assert {*FULL.shown()} == {*names.split(), "batch", "display", "dated"}
    assert refused("dan").shown().keys() == {*names.split()} - {"confined", "seconds"}
