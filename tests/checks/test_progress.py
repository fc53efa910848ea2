"""The note on how far a student is: kept between sessions, and never in the way of a check."""

import json
import os
import threading

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.progress import VARIABLE, TickProgress, progress, record


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A lab with two ticks, and a place for notes."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "notes"))
    for name in ("tick1-a", "tick2-b"):
        folder = tmp_path / "ticks" / name
        folder.mkdir(parents=True)
        cells = [new_code_cell("1")]
        for question, points in (("x", 2), ("y", 1)):
            marks = {"grade": True, "grade_id": f"{question}-check", "points": points}
            cells.append(new_code_cell("", metadata={"nbgrader": marks}))
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    return tmp_path


def test_it_is_kept(lab):
    first = lab / "ticks" / "tick1-a"
    assert progress(lab / "ticks")[0] == TickProgress("tick1-a", 0, 3, 0, 2)
    record(first, {"x": True})
    record(first, {"y": True, "gone": True})  # another kernel
    assert [(t.points, t.passed) for t in progress(lab / "ticks")] == [(3, 2), (0, 0)]
    record(first, {"x": False})
    assert [t.points for t in progress(lab / "ticks")] == [1, 0]
    assert not list((lab / "ticks").rglob("*.json"))


def test_copies_and_other_names_are_the_same_tick(lab):
    first, second = lab / "ticks" / "tick1-a", lab / "ticks" / "tick2-b"
    own = first / "tick1-a.ipynb"
    notebook = nbformat.read(own, as_version=4)
    notebook.cells.insert(0, new_markdown_cell("# Tick 1 · A\n\nWords."))
    nbformat.write(notebook, own)
    (first / "tick1-a-Copy1.ipynb").write_bytes(own.read_bytes())
    (first / "Notes.ipynb").write_text("{")
    (first / ".ipynb_checkpoints").mkdir()
    (second / "tick2-b.ipynb").rename(second / "my tick (2) é.ipynb")
    (second / "a draft.ipynb").write_bytes(b"\xff")
    (lab / "ticks" / "tick3-of nothing").mkdir()
    record(second, {"y": True})
    found = progress(lab / "ticks")
    assert found == [TickProgress("tick1-a", 0, 3, 0, 2), TickProgress("tick2-b", 1, 3, 1, 2)]
    assert [tick.title for tick in found] == ["Tick 1 · A", "tick2-b"]
    assert [tick.link.rpartition("/")[2] for tick in found] == [
        "tick1-a.ipynb",
        "my%20tick%20%282%29%20%C3%A9.ipynb",
    ]


def test_it_needs_a_place(lab, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value, session, kept in (("", "", False), (None, None, False), (None, "lab", True)):
        for name, setting in ((VARIABLE, value), ("JPY_SESSION_NAME", session)):
            if setting is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, setting)
        record(lab / "ticks" / "tick1-a", {"x": True})
        assert (tmp_path / "home" / ".labkit").exists() == kept
        assert progress(lab / "ticks")[0].points == (2 if kept else 0)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[1]",
        '{"x": 1, "y": "yes"}',
        "[" * 100_000,
        '{"x": ' + " " * 200_000 + "true}",
        "\x00\xff",
    ],
)
def test_a_broken_or_foreign_note_is_no_note(lab, content):
    tick = lab / "ticks" / "tick1-a"
    record(tick, {"x": True})
    (path,) = (lab / "notes").iterdir()
    path.write_bytes(content.encode("latin1"))
    assert progress(lab / "ticks")[0].points == 0
    record(tick, {"y": True})
    assert json.loads(path.read_text()) == {"y": True}


def test_a_place_that_cannot_be_written_to_does_no_harm(lab, monkeypatch):
    for place in (lab / "ticks" / "tick1-a" / "tick1-a.ipynb", "/proc/nothing", "a\x00b"):
        if "\x00" not in str(place):
            monkeypatch.setenv(VARIABLE, str(place))
        record(lab / "ticks" / "tick1-a", {"x": True})
        assert progress(lab / "ticks")[0].points == 0


def test_a_full_disk_does_no_harm_and_leaves_nothing(lab, monkeypatch):
    tick = lab / "ticks" / "tick1-a"
    record(tick, {"x": True})

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    record(tick, {"y": True})
    assert len(list((lab / "notes").iterdir())) == 1
    assert progress(lab / "ticks")[0].points == 2


def test_several_notebooks_at_once(lab):
    ticks = [lab / "ticks" / name for name in ("tick1-a", "tick2-b")]
    threads = [
        threading.Thread(target=lambda tick=tick: [record(tick, {"x": True}) for _ in range(30)])
        for tick in ticks * 2
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [t.points for t in progress(lab / "ticks")] == [2, 2]
    assert len(list((lab / "notes").iterdir())) == 2


def test_a_notebook_that_is_none_is_nothing(lab):
    path = lab / "ticks" / "tick1-a" / "tick1-a.ipynb"
    for text in ("", "[]", '{"cells": [{"cell_type": "code"}]}'):
        path.write_text(text)
        assert progress(lab / "ticks")[0] == TickProgress("tick1-a", 0, 0, 0, 0)
