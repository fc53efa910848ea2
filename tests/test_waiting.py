"""How far a loop has come: a bar for a person who waits, and nothing in a stored notebook."""

import sys
import time
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient

from labkit import progress
from labkit.waiting import VSCODE, is_watched, opened_notebook

LOOP = """import time, labkit
for _ in labkit.progress(range(6), "waiting"): time.sleep(0.15)
print("done")"""


@pytest.mark.slow
@pytest.mark.parametrize("watched", [True, False])
def test_a_bar_is_shown_to_a_person_who_waits_and_goes_at_the_end(watched, capsys, monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    if watched:
        monkeypatch.setenv("JPY_SESSION_NAME", "tick.ipynb")
    assert is_watched() is watched
    assert list(progress([1, 2], "waiting")) == [1, 2]
    assert capsys.readouterr().out.strip() == ""  # a quick loop shows none
    for _ in progress(range(4), "waiting"):
        time.sleep(0.2)
    out, err = capsys.readouterr()
    assert ("waiting:" in out) == ("/4" in out) == watched and err == ""
    assert not watched or out.split("\r")[-2].strip() == ""


def test_vs_code_tells_by_a_variable_which_notebook_is_open(monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    names = {}
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(user_ns=names))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    for value, told in ((None, None), (7, None), ("/a/tick.ipynb", Path("/a/tick.ipynb"))):
        names[VSCODE] = value
        assert (opened_notebook(), is_watched()) == (told, told is not None)


@pytest.mark.slow
def test_a_stored_notebook_holds_no_bar():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(LOOP)])
    NotebookClient(notebook).execute()
    assert [output.text for output in notebook.cells[0].outputs] == ["done\n"]
