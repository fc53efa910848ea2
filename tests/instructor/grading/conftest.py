"""Settings of the grader's tests, and the tick that they share."""

import pytest
from sqlalchemy import Engine, event

from tests.instructor.grading.tiny import NAME, make_tick


@event.listens_for(Engine, "connect")
def _write_without_waiting(connection, _):
    """Of a power cut no test is afraid: let no gradebook wait until the disk has it all."""
    connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture
def known_version(monkeypatch):
    """For a new gradebook nbgrader asks a program that takes seconds; `test_gradebook.py` lets it."""
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")


@pytest.fixture(scope="session")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture(scope="session")
def ticks(tick):
    return {NAME: tick}
