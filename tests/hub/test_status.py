"""What the service says of itself is read as it was written, or not at all."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from labkit.hub.course import Course
from labkit.hub.status import (
    Status,
    read_refused,
    read_status,
    service_folder,
    silence,
    write_status,
)


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path, "Language", "nlp")


def test_it_comes_back_as_it_was(course):
    status = Status(datetime(2026, 11, 20, 17, tzinfo=UTC), 3, None, "no <b>space</b>", ("a", "b"))
    write_status(course, status)
    assert read_status(course) == status


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"since": 3}', '{"since": "yesterday"}'])
def test_of_a_file_that_cannot_be_read_nothing_is_said(course, text):
    assert read_status(course) == Status()
    Path(service_folder(course)).mkdir(parents=True)
    for name in ("status.json", "marked.json"):
        (service_folder(course) / name).write_text(text)
    assert read_status(course) == Status() and read_refused(course) == {}


@pytest.mark.parametrize("minutes", [-60, 1, 4, 6, 3000])
def test_who_says_nothing_for_long_is_stuck(minutes):
    """On a full disk it cannot even be written that the disk is full."""
    status = Status(ended=datetime.now(UTC) - timedelta(minutes=minutes))
    assert len(silence(status, UTC)) == (minutes > 5)
    for other in (replace(status, since=status.ended), replace(status, error="said"), Status()):
        assert silence(other, UTC) == ()


def test_a_time_without_a_zone_is_utc(course):
    write_status(course, Status(ended=datetime(2026, 11, 20, 17)))
    assert read_status(course).ended == datetime(2026, 11, 20, 17, tzinfo=UTC)
