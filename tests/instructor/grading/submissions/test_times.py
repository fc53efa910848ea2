"""When work was handed in, as platforms and lists say it."""

from contextlib import nullcontext
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from labkit.instructor.grading.submissions.platforms import read_platforms
from labkit.instructor.grading.submissions.times import Times, parse_time, read_times
from tests.instructor.grading.submissions.test_roster import GRADESCOPE, WORKSHEET

FIVE = datetime(2026, 11, 20, 17, tzinfo=UTC)
# https://canvas.instructure.com/doc/api/submissions.html
CANVAS = '[{"user_id": 1001, "submitted_at": "2026-11-20T17:00:00Z"}, {"user_id": 1002, "submitted_at": null}]'
LIST = "Student,Tick,Submitted\n" + "".join(f"{who},2026-11-20T17:00Z\n" for who in ("Ann  Lee,T4", "Ann  Lee,t4", "bob,")) + "cat,t4,\n"  # fmt: skip


@pytest.mark.parametrize(("platform", "text"), [
    *(("plain", each) for each in ("2026-11-20T17:00:00Z", "2026-11-20 17:00:00.789 UTC", "2026-11-20 12:00:00-05:00\n", "2026-11-20 18:00")),
    *(("moodle", each) for each in ("Friday, 20 November 2026, 6:00 PM", "Friday, November 20, 2026, 6:00 PM", "Friday,  20 November 2026, 18:00", "20 November 2026, 6:00 PM")),
    ("gradescope", "2026-11-20 09:00:00 -0800"), ("brightspace", "Nov 20, 2026 600 PM"), ("brightspace", "20 Nov, 2026 1800"), ("blackboard", "2026-11-20-18-00-00"),
    *(("", each) for each in ("", "yesterday", "20.11.2026", "9999-12-31T23:59:59-10:00", "2026-11-20", "20261120", "2026-06-10 17:00:00 CEST", "Mai 9, 2026 949 AM")),
])  # fmt: skip
def test_times_are_read_in_the_forms_that_platforms_write_and_a_day_is_none(platform, text):
    forms = read_platforms()[platform or "brightspace"].times
    refusal = pytest.raises(ValueError, match="times must be as 2026-11-20T17:00:00, or as ")
    with nullcontext() if platform else refusal:
        assert parse_time(text, ZoneInfo("Europe/Paris"), forms) == FIVE


@pytest.mark.parametrize(("text", "when"), [
    (WORKSHEET, {("moodle", "1001"): FIVE.replace(hour=15, minute=59)}), (GRADESCOPE, {("gradescope", "123"): FIVE}),
    (CANVAS, {("canvas", "1001"): FIVE}), (f"while(1);{CANVAS}", {("canvas", "1001"): FIVE}),
    (LIST, {("ann-lee", "t4"): FIVE, ("bob", ""): FIVE}),
    ("[3]", "Canvas's list of submissions, if they are JSON, not t.csv"), ("[", "if they are JSON"), ("[]", "if they are JSON"),
    (LIST + "ANN LEE,t4,2026-11-21T17:00Z\n", r"not two for ANN LEE \(t.csv\)"),
])  # fmt: skip
def test_a_table_tells_times_or_is_refused(text, when):
    paris, refused = ZoneInfo("Europe/Paris"), isinstance(when, str)
    with pytest.raises(ValueError, match=f"times must .*{when}") if refused else nullcontext():
        assert read_times(text.encode(), "t.csv", paris) == Times(when, paris)
