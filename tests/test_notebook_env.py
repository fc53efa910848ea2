"""How far a loop has come: a bar for a person who waits, and nothing in a stored notebook."""

import itertools
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from labkit import progress
from labkit.notebook_env import VSCODE, is_watched, opened_notebook


@pytest.mark.parametrize("watched", [True, False])
def test_a_bar_is_shown_to_a_person_who_waits_and_goes_at_the_end(watched, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("tqdm.std.time", lambda: now[0])
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    if watched:
        monkeypatch.setenv("JPY_SESSION_NAME", "tick.ipynb")
    assert is_watched() is watched
    for seconds, shown in ((0.1, False), (0.2, watched)):  # a quick loop shows none
        seen = []
        for item in progress(range(4), "waiting"):
            seen.append(item)
            now[0] += seconds
        out, err = capsys.readouterr()
        assert seen == [0, 1, 2, 3] and err == ""
        assert ("waiting:" in out) == ("/4" in out) == shown
        assert out == "" or out.split("\r")[-2].strip() == ""


def test_who_waits_at_a_terminal_sees_a_bar_too(capsys, monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr("tqdm.std.time", itertools.count().__next__)  # each look, a second
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert [*progress(iter("abc"), "waiting", 3)] == ["a", "b", "c"]
    out, err = capsys.readouterr()
    assert out == "" and "/3" in err


def test_vs_code_tells_by_a_variable_which_notebook_is_open(monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    names = {}
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(user_ns=names))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    for value, told in ((None, None), (7, None), ("/a/tick.ipynb", Path("/a/tick.ipynb"))):
        names[VSCODE] = value
        assert (opened_notebook(), is_watched()) == (told, told is not None)
