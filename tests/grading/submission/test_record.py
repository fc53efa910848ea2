"""A record comes back from its file as it was, or is not taken for one."""

import json
from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone

import pytest

from labkit.checks.marking import Status
from labkit.grading.submission.record import (
    SCHEMA,
    Record,
    from_json,
    in_words,
    told_of_another_form,
)
from tests.grading.tiny import NOON, record, refused

FULL = record(
    reason="a reason",
    errors=("cell 3: KeyError: 'a'",),
    repairs=("the cell essay was missing",),
    notebook={"cells": [{"source": "\ud800 π"}]},
    batch="monday.zip",
    display="Ann <b>Lee</b>",
    dated=False,
)


def test_a_record_comes_back_whole():
    assert all(getattr(FULL, field.name) is not None for field in fields(Record))
    for made in (FULL, record(), refused("dan"), replace(FULL, confined=False, seconds=0.0)):
        assert from_json(made.to_json()) == made
        assert type(from_json(made.to_json()).status) is Status


def test_its_time_is_kept_in_utc_and_to_the_second():
    east = timezone(timedelta(hours=5))
    made = record(submitted=datetime(2026, 11, 20, 17, 0, 0, 999, tzinfo=east))
    assert made.handed_in == "2026-11-20T12:00:00+00:00"
    assert from_json(made.to_json()).submitted == NOON


def changed(**changes):
    return json.dumps(json.loads(FULL.to_json()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "null",
        '{"schema": 1}',
        FULL.to_json()[:-10],
        changed(schema=SCHEMA + 1),
        changed(schema=SCHEMA - 1),
        changed(schema=None),
        changed(status="well"),
        changed(submitted="noon"),
        changed(submitted=None),
        changed(marks=[{"question": "double"}]),
        changed(marks=[None]),
        changed(marks=None),
        changed(errors=3),
        changed(other=1),
    ],
)
def test_what_is_no_record_of_this_form_is_refused(text):
    with pytest.raises(ValueError):
        from_json(text)


def test_a_record_without_a_part_is_refused():
    for name in ("schema", "student", "marks", "submitted"):
        content = json.loads(FULL.to_json())
        del content[name]
        with pytest.raises(ValueError, match="must be a record"):
            from_json(json.dumps(content))


def test_what_is_shown_has_the_status_in_words_and_nothing_that_is_not_known():
    shown = refused("dan").shown()
    assert shown["status"] == "refused: the file is empty"
    assert {"confined", "seconds", "batch"}.isdisjoint(shown)
    assert (FULL.shown()["display"], FULL.shown()["dated"]) == ("Ann <b>Lee</b>", False)
    shown = record().shown()
    assert list(shown) == [
        "student", "tick", "file", "submitted", "status", "confined", "marks", "written",
        "errors", "repairs", "seconds",
    ]  # fmt: skip
    assert shown["marks"][1]["hint"] == {"key": "square", "text": "This is the square."}
    assert shown["marks"][0]["hint"] is None


def test_marks_are_found_by_their_question():
    assert record().mark("triple").points == 0.5
    assert record().mark("essay") is None


def test_statuses_in_words():
    assert in_words(Status.RAN, "") == "ran"
    assert in_words(Status.FAILED, "no luck") == "could not be graded: no luck"


def test_only_plain_data_are_written():
    with pytest.raises(TypeError, match="record must hold plain data"):
        record(repairs=(object(),)).to_json()


@pytest.mark.parametrize("form", [1, SCHEMA + 1])
def test_a_record_of_another_form_is_told_of_without_its_marks(form):
    told = told_of_another_form(changed(schema=form, something="new", marks=3))
    assert (told.student, told.tick, told.file) == (FULL.student, FULL.tick, FULL.file)
    assert (told.display, told.submitted, told.batch) == (FULL.display, FULL.submitted, FULL.batch)
    assert told.ended == (
        f"could not be graded: graded by another version of labkit (form {form}): "
        "grade the file again"
    )
    assert told.marks == () and from_json(told.to_json()) == told


def test_a_name_that_is_no_identifier_is_shown_and_no_more():
    told = told_of_another_form(
        json.dumps(
            {"schema": 1, "student": "<b>Ann", "tick": "t", "file": "f"}
            | {"submitted": FULL.handed_in}
        )
    )
    assert (told.student, told.display) == ("", "<b>Ann")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", FULL.to_json(), changed(schema=True), changed(schema="1"),
     changed(schema=1, submitted="noon"), changed(schema=1, submitted="2026-11-20T12:00:00")],
)  # fmt: skip
def test_nothing_is_told_of_what_is_no_record_of_another_form(text):
    assert told_of_another_form(text) is None
