"""Fetch, Submit and the list of nbgrader, as JupyterLab calls them, against the real service."""

import io
import os
import zipfile

import nbformat
import pytest
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from traitlets.config import Config

from labkit.instructor.hub.exchange_client import Fetch, FetchFeedback, List, Submit
from tests.instructor.grading.tiny import NAME, answered
from tests.instructor.hub.room import served


@pytest.fixture
def use(room, tmp_path, monkeypatch):
    """Have ada's server use a part of nbgrader's exchange."""
    home = tmp_path / "home"
    (home / "ticks").mkdir(parents=True)
    monkeypatch.chdir(home / "ticks")
    state, socket = room.state(), tmp_path / "page"
    with served(state, monkeypatch.setenv, socket):
        # The client has a token of its own; the service has asked for what it needs.
        monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "of-ada")
        monkeypatch.setattr("labkit.instructor.hub.service._users", None)

        def use(kind, tick="", **more):
            course = {"course_id": "nlp", "student_id": "ada", "assignment_id": tick}
            places = {"assignment_dir": str(home / "ticks"), "cache": str(home / "cache")}
            config = Config(CourseDirectory=course, Exchange=places, **{kind.__name__: more})
            parts = {"coursedir": CourseDirectory(config=config), "config": config}
            return kind(authenticator=Authenticator(config=config), **parts).start()

        use.home, use.state = home, state
        yield use


def work(use, room, **answers):
    path = use.home / "ticks" / NAME / f"{NAME}.ipynb"
    nbformat.write(answered(room.tick, **answers), path)
    return path


def test_a_tick_is_listed_fetched_and_handed_in_once(use, room):
    assert [(each["assignment_id"], each["status"]) for each in use(List)] == [(NAME, "released")]
    use(Fetch, NAME)
    folder = use.home / "ticks" / NAME
    assert {path.name for path in folder.iterdir()} == {f"{NAME}.ipynb", ".course"}
    assert [path.name for path in (folder / ".course").iterdir()] == ["checks.py"]
    assert use.state.versions.works() == {("ada", NAME): False}
    assert [each["status"] for each in use(List)] == ["fetched"]
    work(use, room)
    (folder / "feedback").mkdir()
    for name in ("data.txt", ".hidden", "feedback/x.html"):
        (folder / name).write_text("3")
    use(Submit, NAME)
    (when,) = use.state.versions.times(("ada", NAME))
    (listed,) = use(List, cached=True)
    (submission,) = listed["submissions"]
    assert submission["timestamp"] == f"{when:%Y-%m-%d %H:%M:%S.%f UTC}"
    sent = zipfile.ZipFile(io.BytesIO(use.state.versions.read(("ada", NAME), when)))
    assert sent.namelist() == ["data.txt", f"{NAME}.ipynb"]
    use(Submit, NAME)  # pressed twice: the same version
    assert use.state.versions.times(("ada", NAME)) == [when]


def test_what_is_there_is_not_overwritten(use, room):
    use(Fetch, NAME)
    path = work(use, room, essay="mine")
    checks = path.parent / ".course" / "checks.py"
    checks.unlink()
    with pytest.raises(ExchangeError, match="already have a copy"):
        use(Fetch, NAME)
    use(Fetch, NAME, replace_missing_files=True)
    assert "mine" in path.read_text() and checks.is_file()


def test_what_will_not_do_says_why_and_nothing_is_lost(use, room, monkeypatch):
    def refused(kind, said, tick=NAME):
        with pytest.raises(ExchangeError, match=said):
            use(kind, tick)

    refused(Fetch, "no such tick", "tick9")
    refused(FetchFeedback, "on your page of the hub")
    use(Fetch, NAME)
    path = work(use, room)
    before = path.read_bytes()
    with monkeypatch.context() as down:
        down.setenv("LABKIT_HUB_PAGE", "/nowhere/page")
        refused(Submit, "Nothing is lost")
        refused(List, "Nothing is lost")
    (path.parent / "large.bin").write_bytes(os.urandom(51_000_000))
    refused(Submit, "may have 50 MB")
    (path.parent / "large.bin").unlink()
    path.write_text("{")
    refused(Submit, "It was not handed in: .*")
    assert not use.state.versions.times(("ada", NAME)) and not (use.home / "cache").exists()
    path.write_bytes(before)
    use(Submit, NAME)
    assert len(use.state.versions.times(("ada", NAME))) == 1
