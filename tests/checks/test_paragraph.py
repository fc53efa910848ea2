"""A paragraph is read from the notebook it was written in."""

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from labkit.checks import written_answer


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder like a tick's, which is the current one."""
    place = tmp_path / "tick9"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return place


def save(path, text, name="report-written"):
    cell = new_markdown_cell(text, metadata={"nbgrader": {"grade_id": name}})
    nbformat.write(new_notebook(cells=[new_markdown_cell("first"), cell]), path)


def test_jupyterlab_says_which_notebook_it_is_or_it_has_the_name_of_its_folder(folder, monkeypatch):
    save(folder / "tick9.ipynb", "\n an older copy\n")
    save(folder / "mine.ipynb", "A is better.")
    monkeypatch.setenv("JPY_SESSION_NAME", str(folder / "mine.ipynb"))
    assert written_answer("report-written") == "A is better."
    monkeypatch.setenv("JPY_SESSION_NAME", str(folder / "gone.ipynb"))
    assert written_answer("report-written") == "an older copy"
    assert written_answer("another") == ""


def test_labkit_check_and_the_grader_say_which_notebook_it_is(folder, monkeypatch):
    save(folder / "tick9.ipynb", "an older copy")
    save(folder / "mine.ipynb", "A is better.")
    monkeypatch.setenv("LABKIT_NOTEBOOK", str(folder / "mine.ipynb"))
    monkeypatch.setenv("JPY_SESSION_NAME", str(folder / "tick9.ipynb"))
    assert written_answer("report-written") == "A is better."
    (folder / "tick9.ipynb").unlink()
    monkeypatch.delenv("LABKIT_NOTEBOOK")
    assert written_answer("report-written") == "A is better."  # the only one there
    save(folder / "written-answers.json", "as the grader puts it")
    assert written_answer("report-written") == "as the grader puts it"


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"cells": 3}'])
def test_no_notebook_has_no_paragraph(folder, content):
    if content is not None:
        (folder / "tick9.ipynb").write_text(content)
    assert written_answer("report-written") == ""
