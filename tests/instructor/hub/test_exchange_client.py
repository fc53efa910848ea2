"""Links that fetch a tick and hand it in, asked as a browser asks a student's server."""

import asyncio
import io
import os
import re
import zipfile
from contextlib import closing
from datetime import datetime
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_server.serverapp import ServerApp

from labkit.instructor.hub.exchange_client import (
    Refused,
    fetch,
    hand_in,
    load_jupyter_server_extension,
)
from tests.instructor.grading.tiny import NAME, answered
from tests.instructor.hub.live import Browser
from tests.instructor.hub.room import served, serving


@pytest.fixture
def desk(room, tmp_path, monkeypatch):
    """Ada's server beside a running service, and where the tick is once it is fetched."""
    state, home = room.state(), tmp_path / "home"
    with served(state, monkeypatch.setenv, tmp_path / "page"):
        # The server has a token of its own; the service has asked for what it needs.
        monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "of-ada")
        monkeypatch.setenv("HOME", str(home))
        yield SimpleNamespace(state=state, folder=home / "notebooks" / "ticks" / NAME)


def work(desk, room, **answers):
    path = desk.folder / f"{NAME}.ipynb"
    nbformat.write(answered(room.tick, **answers), path)
    return path


def test_a_tick_is_fetched_and_handed_in_once(desk, room):
    fetch(NAME)
    assert {path.name for path in desk.folder.iterdir()} == {f"{NAME}.ipynb", ".course"}
    assert [path.name for path in (desk.folder / ".course").iterdir()] == ["checks.py"]
    assert [path.name for path in desk.folder.parent.iterdir()] == [NAME]
    assert desk.state.versions.works() == {("ada", NAME): False}
    work(desk, room)
    (desk.folder / "feedback").mkdir()
    for name in ("data.txt", ".hidden", "feedback/x.html"):
        (desk.folder / name).write_text("3")
    receipt = hand_in(NAME)
    (when,) = desk.state.versions.times(("ada", NAME))
    zone = desk.state.course.policy.zone
    assert receipt["when"] == f"{when.astimezone(zone):%a %d %b %Y %H:%M %Z}"
    assert (receipt["version"], receipt["counts"]) == (1, True)
    assert "20 Nov 2126 17:00" in receipt["deadline"]
    sent = zipfile.ZipFile(io.BytesIO(desk.state.versions.read(("ada", NAME), when)))
    assert sent.namelist() == ["data.txt", f"{NAME}.ipynb"]
    assert hand_in(NAME) == receipt  # pressed twice: the same version
    assert desk.state.versions.times(("ada", NAME)) == [when]


def test_what_is_there_is_not_overwritten(desk, room):
    fetch(NAME)
    path = work(desk, room, essay="mine")
    fetch(NAME)
    assert "mine" in path.read_text()


def test_what_will_not_do_says_why_and_nothing_is_lost(desk, room, monkeypatch):
    def refused(do, said, tick=NAME):
        with pytest.raises(Refused, match=said):
            do(tick)

    refused(fetch, "This tick has not been released", "tick9")
    fetch(NAME)
    path = work(desk, room)
    before = path.read_bytes()
    with monkeypatch.context() as down:
        down.setenv("LABKIT_HUB_PAGE", "/nowhere/page")
        refused(hand_in, "Nothing is lost")
        refused(fetch, "Nothing is lost", "tick9")
    (path.parent / "large.bin").write_bytes(os.urandom(51_000_000))
    refused(hand_in, "may have 50 MB")
    (path.parent / "large.bin").unlink()
    path.write_text("{")
    refused(hand_in, "JSON|cut|whole")
    assert not desk.state.versions.times(("ada", NAME))
    path.write_bytes(before)
    assert hand_in(NAME)["version"] == 1


@pytest.fixture
def browse(desk, tmp_path, monkeypatch):
    """Ask a Jupyter server that has the links, ada's, with one browser's cookies."""
    monkeypatch.setenv("JUPYTERHUB_HOST", "https://lab.example")
    monkeypatch.setenv("JUPYTERHUB_BASE_URL", "/")
    app = ServerApp(root_dir=str(tmp_path), base_url="/user/ada/", token="", log_level=50)
    # It asks for this thread's event loop, and from Python 3.12 on there is none unless it is made.
    with closing(asyncio.new_event_loop()) as loop:
        asyncio.set_event_loop(loop)
        app.initialize([], new_httpserver=False, find_extensions=False)
        asyncio.set_event_loop(None)
    load_jupyter_server_extension(app)
    with serving(lambda _: [app.web_app]) as address:
        browser = Browser(address)
        yield lambda path, form=None: browser.request(f"/user/ada/labkit/{path}", form)
    ServerApp.clear_instance()


def test_a_button_hands_in_and_gives_a_receipt_and_a_link_alone_does_not(desk, room, browse):
    assert "You have not opened a tick yet" in browse("submit/")[1]
    fetch(NAME)
    path, before = work(desk, room), desk.state.versions.times
    for place in ("submit/", f"submit/{NAME}"):
        status, page = browse(place)
        assert (status, page.count("<form")) == (200, 1) and f"Submit {NAME}" in page
    token = {"_xsrf": re.search('name="_xsrf" value="([^"]+)"', page)[1]}
    # Another page's form does not have it.
    assert browse(f"submit/{NAME}", {"_xsrf": "2|x"})[0] == 403 and not before(("ada", NAME))
    status, page = browse(f"submit/{NAME}", token)
    assert status == 200 and f"You have handed in {NAME}" in page and "This version counts" in page
    assert 'href="https://lab.example/hub/"' in page and len(before(("ada", NAME))) == 1
    room.due(datetime(2020, 1, 1))
    work(desk, room, essay="late")
    assert "an earlier one counts" in browse(f"submit/{NAME}", token)[1]
    path.write_text("<b>")
    status, page = browse(f"submit/{NAME}", token)
    assert status == 409 and "was not handed in" in page and len(before(("ada", NAME))) == 2
    assert browse("submit/..")[0] == 404
