"""What the service says of itself is read as it was written, or not at all."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from labkit.hub.course import Course
from labkit.hub.status import Status, read_status, service_folder, write_status


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
    (service_folder(course) / "status.json").write_text(text)
    assert read_status(course) == Status()
