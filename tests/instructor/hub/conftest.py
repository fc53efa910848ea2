import secrets
from dataclasses import replace

import pytest

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")

from labkit.instructor.hub import accounts, opening
from tests.instructor.hub import live
from tests.instructor.hub.room import Room


@pytest.fixture
def new(tmp_path):
    """Make a course of one user, as `labkit hub init` does."""

    def make(folder=tmp_path / "new", **more):
        usual = {"name": "Significance", "slug": "nlp", "one_user": True}
        return opening.make_course(folder, **usual | more)

    return make


@pytest.fixture
def course(new):
    """A course of an ordinary user, or of root who tries out; nothing is started."""
    return new(instructors=["ines"])


@pytest.fixture
def class_of(course):
    """A course of Unix users, and what makes names whose accounts go with it."""
    made = []

    def named(name):
        made.append(f"{name}-{secrets.token_hex(3)}")
        return made[-1]

    with live.open_folder() as above:
        found = replace(course, folder=above)
        found.homes.mkdir()
        found.homes.chmod(0o711)
        found.private.mkdir(mode=0o700)
        accounts.make_grader(found)
        yield found, named
        live.remove_users(*made)


@pytest.fixture
def room(tmp_path, monkeypatch):
    return Room(tmp_path, monkeypatch.setattr)
