"""When work was handed in, as platforms and lists say it."""

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from labkit.grading.classroom.layouts import Owner, Platform
from labkit.grading.classroom.times import Times, read_gradescope, read_times, stamp_of, time_of
from tests.grading.classroom.test_roster import WORKSHEET

MOODLE, CANVAS = Platform.MOODLE, Platform.CANVAS
FIVE = datetime(2026, 11, 20, 17, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20T17:00:00Z",
        "2026-11-20 17:00:00.789 UTC",
        "2026-11-20 12:00:00-05:00",
        "2026-11-20T18:00+01:00",
        "2026-11-20 18:00",
        "Friday, 20 November 2026, 6:00 PM",
        "Friday, November 20, 2026, 6:00 PM",
        "Friday,  20 November 2026, 18:00",
        "20 November 2026, 6:00 PM",
    ],
)
def test_times_are_read_in_the_forms_that_platforms_write(text):
    assert time_of(text, ZoneInfo("Europe/Paris")) == FIVE


@pytest.mark.parametrize(
    "text", ["", "yesterday", "20.11.2026", "9999-12-31T23:59:59-10:00", "x" * 999]
)
def test_another_form_is_refused(text):
    with pytest.raises(ValueError, match="times must be as 2026-11-20T17:00:00, or as Moodle"):
        time_of(text, UTC)


def test_moodles_worksheet_tells_times_by_number():
    times = read_times(WORKSHEET, "w.csv", ZoneInfo("Europe/Paris"))
    assert times == Times({(MOODLE, "1001"): datetime(2026, 11, 20, 15, 59, tzinfo=UTC)})
    assert times.find(Owner("Ada", "1001", MOODLE), "al1", "tick4") is not None
    assert times.find(Owner("Ada", "1001", CANVAS), "al1", "tick4") is None
    assert times.find(Owner("Ada"), "al1", "tick4") is None


def test_canvass_list_tells_times_by_number():
    # https://canvas.instructure.com/doc/api/submissions.html
    listed = [
        {"user_id": 1001, "submitted_at": "2026-11-20T17:00:00Z", "late": False, "attempt": 2},
        {"user_id": 1002, "submitted_at": None},
    ]
    times = read_times(json.dumps(listed), "s.json")
    assert times == Times({(CANVAS, "1001"): FIVE})
    for text in ("[3]", "{}x", '[{"submitted_at": "x", "user_id": 1}]', "[" * 99_999):
        with pytest.raises(ValueError, match="times must be Canvas's list of submissions"):
            read_times(text, "s.json")


def test_a_list_tells_times_by_student_and_tick():
    text = "student,tick,submitted\nann,t4,2026-11-20T17:00Z\nbob,,2026-11-20T17:00Z\ncat,t4,\n"
    times = read_times(text, "t.csv")
    found = {
        (s, t) for s in ("ann", "bob", "cat") for t in ("t4", "t5") if times.find(Owner(s), s, t)
    }
    assert found == {("ann", "t4"), ("bob", "t4"), ("bob", "t5")}
    for bad, words in (("a,b\n1,2\n", "not t.csv"), ("student,submitted\nann,soon\n", "'soon'")):
        with pytest.raises(ValueError, match="times must be") as raised:
            read_times(bad, "t.csv")
        assert words in str(raised.value)


# The form of https://gradescope-autograders.readthedocs.io, in Ruby's YAML, as the zip file has it
GRADESCOPE = b"""---
submission_123:
  :submitters:
  - :name: Ada Lovelace
    :sid: al1
    :email: ada@uni.example
  - :name: Bob
    :sid:
    :email: bob@uni.example
  :created_at: 2026-11-20 17:00:00.123456789 Z
  :score: 0.0
submission_124:
  :submitters:
  - :name: Eve
    :sid: '7'
"""


def test_a_list_names_students_as_a_roster_does():
    names = ("Ada  Lee", "Jose\u0301", "<b>")
    lines = "".join(f"{name},2026-11-20T12:00:00\n" for name in names)
    found = read_times(f"student,submitted\n{lines}", "t.csv")
    assert [s for s, _ in found.by_student] == ["Ada-Lee", "Jos\u00e9", "<b>"]
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert found.find(Owner("Ada Lee"), "Ada-Lee", "tick4") == noon


def test_gradescopes_list_tells_who_and_when():
    found = read_gradescope(GRADESCOPE)
    assert [(s.name, s.number) for s in found["submission_123"].students] == [
        ("Ada Lovelace", "al1"), ("Bob", "bob@uni.example"),
    ]  # fmt: skip
    assert found["submission_123"].when == FIVE and found["submission_124"].when is None


def test_gradescopes_numbers_are_as_they_are_written():
    said = "s:\n  :submitters:\n" + "".join(
        f"  - :sid: {n}\n" for n in ("00123", "1e5", "12:30", "~")
    )
    (found,) = read_gradescope(said.encode()).values()
    assert [who.number for who in found.students] == ["00123", "1e5", "12:30"]


@pytest.mark.parametrize(
    "data",
    [b"", b"[1]", b"a: 1", b"a: !!python/object/apply:os.system [id]", b"[" * 5_000, b"\x00"],
)
def test_another_list_is_refused(data):
    with pytest.raises(ValueError, match="submission_metadata.yml must be as Gradescope writes it"):
        read_gradescope(data)


@pytest.mark.parametrize("text", ["2026-11-20", "20261120", "2026-W47-5"])
def test_a_day_is_no_time(text):
    """Taken for its first moment, it would make late work early."""
    with pytest.raises(ValueError, match="times must have a time of day"):
        time_of(text, UTC)
    assert time_of("20261120T170000", UTC) == FIVE


def test_two_times_for_one_are_not_chosen_from():
    head, line = "student,tick,submitted\n", "ann,t4,2026-11-20T17:00Z\n"
    assert len(read_times(head + line * 2 + line.replace("t4", "t5"), "t.csv").by_student) == 2
    with pytest.raises(ValueError, match=r"not two for ann \(t\.csv\)"):
        read_times(head + line + line.replace("17:", "18:"), "t.csv")


@pytest.mark.parametrize(
    ("text", "zone", "when"),
    [
        ("2026-06-10 17:00:00.123456 UTC", "Europe/Berlin", "2026-06-10T17:00:00"),
        ("2026-06-10 17:00:00 UTC\n", "UTC", "2026-06-10T17:00:00"),
        ("2026-06-10 17:00:00 GMT", "Europe/London", "2026-06-10T17:00:00"),
        ("2026-06-10 17:00:00", "Europe/Berlin", "2026-06-10T17:00:00"),
        ("2026-06-10 17:00:00 CEST", "Europe/Berlin", "2026-06-10T15:00:00"),
        ("2026-11-20 17:00:00 CET", "Europe/Berlin", "2026-11-20T16:00:00"),
        ("2026-11-20 17:00:00 AEDT", "Australia/Sydney", "2026-11-20T06:00:00"),
        ("2026-06-10 17:00:00 Asia/Tokyo", "UTC", "2026-06-10T08:00:00"),
        ("2026-06-10 17:00:00 +0100", "UTC", "2026-06-10T16:00:00"),
        ("2026-06-10 17:00:00 -03", "UTC", "2026-06-10T20:00:00"),
        # the hour that comes twice: its name says which of the two it is
        ("2026-10-25 02:30:00 CEST", "Europe/Berlin", "2026-10-25T00:30:00"),
        ("2026-10-25 02:30:00 CET", "Europe/Berlin", "2026-10-25T01:30:00"),
    ],
)
def test_nbgraders_time_is_that_of_the_zone_it_names(text, zone, when):
    assert stamp_of(text, ZoneInfo(zone)) == datetime.fromisoformat(when).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2026-06-10 17:00:00 CEST", "2026-06-10", "17:00", "soon CET", ""]
)
def test_a_time_that_could_be_another_is_none(text):
    with pytest.raises((ValueError, LookupError)):
        stamp_of(text, UTC)


def test_case_does_not_part_a_list_from_a_class():
    found = read_times("Student,Tick,Submitted\nAda,TICK4-Signs,2026-11-20T17:00:00Z\n", "t.csv")
    assert found.find(Owner("ada"), "ada", "tick4-signs") == FIVE
    assert found.find(Owner("ada"), "ada", "tick4") is None
    twice = "student,submitted\nada,2026-11-20T17:00:00Z\nADA,2026-11-21T17:00:00Z\n"
    with pytest.raises(ValueError, match="one for each student and tick"):
        read_times(twice, "t.csv")


def test_canvass_list_is_read_as_a_browser_saves_it():
    text = 'while(1);[{"user_id": 1, "submitted_at": "2026-11-20T17:00:00Z"}]'
    assert read_times(text, "s.json").find(Owner("ada", "1", Platform.CANVAS), "x", "") == FIVE
