"""What the lab changes in a Jupyter server: the path of its terminals, and how it reads notebooks."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_server.services.contents.filemanager import FileContentsManager
from nbformat.v4 import new_notebook

from labkit import server
from tests.ticks import ROOT

COMMANDS = Path(sys.executable).parent


@pytest.fixture
def started(monkeypatch, tmp_path):
    """Start a server where no virtual environment is activated."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")

    def start(in_terminal=False, **settings):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: in_terminal, raising=False)
        running = SimpleNamespace(terminado_settings=settings)
        server._link_jupyter_server_extension(running)
        return running.terminado_settings

    return start


def found_by(command):
    """Return what a terminal's shell finds for the word labkit."""
    done = subprocess.run(command, input="command -v labkit\n", capture_output=True, text=True)
    return done.stdout.strip()


def test_a_terminal_finds_labkit_though_nothing_was_activated(started, tmp_path):
    assert server._jupyter_server_extension_points() == [{"module": "labkit.server"}]
    assert "labkit.server" in (ROOT / "labkit" / "jupyter_server.json").read_text()
    assert shutil.which("labkit") is None
    # As /etc/profile does: a shell that logs in sets its path anew.
    for name in (".bash_profile", ".profile"):
        (tmp_path / name).write_text("PATH=/usr/bin:/bin\n")
    assert Path(found_by(started()["shell_command"])) == COMMANDS / "labkit"
    assert Path(shutil.which("labkit")).parent == COMMANDS


def test_a_shell_in_a_terminal_and_what_somebody_has_set_stay(started, monkeypatch):
    assert started(in_terminal=True) == {}
    assert Path(found_by([os.environ["SHELL"]])) == COMMANDS / "labkit"
    assert started(shell_command=["mine"], a=1) == {"shell_command": ["mine"], "a": 1}
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert started() == {}


def test_odd_folders_are_quoted_and_need_the_command(started, tmp_path, monkeypatch):
    folder = tmp_path / "my lab; $HOME 'x'"
    folder.mkdir()
    monkeypatch.setattr(sysconfig, "get_path", lambda name, scheme: str(folder))
    assert started() == {} and os.environ["PATH"] == "/usr/bin:/bin"
    (folder / "labkit").symlink_to(sys.executable)
    assert found_by(started()["shell_command"]) == str(folder / "labkit")


# JupyterLab would mark it as changed as soon as its kernel has told its version.
def test_a_notebook_is_read_as_saved_by_this_python(tmp_path):
    manager, file = FileContentsManager(root_dir=str(tmp_path)), tmp_path / "a.ipynb"
    server._load_jupyter_server_extension(SimpleNamespace(contents_manager=manager))
    this = sys.version.split()[0]
    for name, saved, version in (("python", "3.9.1", this), ("R", "4.2", "4.2"), (None, "", None)):
        metadata = {"language_info": {"name": name, "version": saved}} if name else {}
        nbformat.write(new_notebook(metadata=metadata), file)
        before = file.read_bytes()
        read = manager.get("a.ipynb")["content"].metadata
        assert read.get("language_info", {}).get("version") == version
        assert read.keys() == metadata.keys() and file.read_bytes() == before
