"""What the lab changes in a Jupyter server: the path of its terminals, and whose tools it shows."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from labkit import server
from tests.ticks import ROOT

COMMANDS = Path(sys.executable).parent


def started(root, **settings):
    """A server that has loaded the extension."""
    running = SimpleNamespace(
        root_dir=str(root), terminado_settings=settings, web_app=SimpleNamespace(settings={})
    )
    server._link_jupyter_server_extension(running)
    server._load_jupyter_server_extension(running)
    return running


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A server that was started elsewhere: no virtual environment is activated."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")
    return monkeypatch


def found_by(command):
    """What a terminal's shell finds for the word labkit."""
    done = subprocess.run(command, input="command -v labkit\n", capture_output=True, text=True)
    return done.stdout.strip()


def test_jupyter_is_told_of_the_extension():
    assert server._jupyter_server_extension_points() == [{"module": "labkit.server"}]
    assert "labkit.server" in (ROOT / "labkit" / "jupyter_server.json").read_text()


def test_a_terminal_finds_labkit_though_nothing_was_activated(bare, tmp_path):
    assert shutil.which("labkit") is None
    # As /etc/profile does: whoever logs in gets a path anew.
    (tmp_path / ".bash_profile").write_text("PATH=/usr/bin:/bin\n")
    (tmp_path / ".profile").write_text("PATH=/usr/bin:/bin\n")
    bare.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    running = started(tmp_path)
    assert Path(found_by(running.terminado_settings["shell_command"])) == COMMANDS / "labkit"
    assert Path(shutil.which("labkit")).parent == COMMANDS


def test_a_terminal_of_a_server_in_a_terminal_keeps_its_shell(bare, tmp_path):
    bare.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert started(tmp_path).terminado_settings == {}
    assert Path(found_by([os.environ["SHELL"]])) == COMMANDS / "labkit"


def test_what_somebody_has_set_stays(bare, tmp_path):
    assert started(tmp_path, shell_command=["fish"]).terminado_settings == {
        "shell_command": ["fish"]
    }
    assert server.shell("/lab/bin", "/usr/bin/fish", in_terminal=False) is None


def test_odd_folders_are_quoted(tmp_path):
    folder = tmp_path / "my lab; $HOME 'x'"
    folder.mkdir()
    (folder / "labkit").symlink_to(sys.executable)
    assert found_by(server.shell(str(folder), "/bin/sh", in_terminal=False)) == str(
        folder / "labkit"
    )


def lab(folder, *rooms):
    for room in ("checks", *rooms):
        (folder / "labkit" / room).mkdir(parents=True)
    (folder / "notebooks" / "ticks").mkdir(parents=True)
    return folder


def tools(root, page=None):
    """Whether the page that a server shows has the teacher's tools."""
    hook = started(root).web_app.settings["page_config_hook"]
    return server.TEACHERS_TOOLS not in hook(None, page or {}).get("disabledExtensions", [])


def test_a_students_lab_shows_no_teachers_tools(tmp_path):
    pack = lab(tmp_path / "home" / "pack")
    for root in (pack, pack / "notebooks", pack / "notebooks" / "ticks", pack.parent):
        assert not tools(root)
    assert not tools(pack, {"disabledExtensions": ["other"]})


def test_on_a_hub_the_course_says_which_tools_are_shown(tmp_path, monkeypatch):
    pack = lab(tmp_path / "pack")
    monkeypatch.setenv(server.HUB, "ada")
    assert tools(pack)
    monkeypatch.delenv(server.HUB)
    assert not tools(pack)


def test_an_instructors_lab_shows_them(tmp_path):
    full = lab(tmp_path / "full", "grading")
    for root in (full, full / "notebooks", ROOT, ROOT / "notebooks"):
        assert tools(root)
    # A pack that lies in the instructor's lab is a student's all the same, and both together are not.
    assert not tools(lab(full / "out" / "labkit-lab"))
    lab(tmp_path / "pack")
    assert tools(tmp_path)


def test_without_a_lab_the_installed_one_decides(tmp_path, monkeypatch):
    assert tools(tmp_path)
    monkeypatch.setattr(server, "find_spec", lambda name: None)
    assert not tools(tmp_path)


def test_another_hook_is_kept(tmp_path):
    running = SimpleNamespace(
        root_dir=str(lab(tmp_path)),
        web_app=SimpleNamespace(settings={"page_config_hook": lambda _, page: {**page, "a": 1}}),
    )
    server._load_jupyter_server_extension(running)
    page = running.web_app.settings["page_config_hook"](None, {})
    assert page == {"a": 1, "disabledExtensions": [server.TEACHERS_TOOLS]}
