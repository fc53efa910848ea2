"""The note on how far a student is: kept between sessions, and never in the way of a check."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.progress import VARIABLE, progress, record


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A lab with two ticks, and a place for notes."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "notes"))
    for name in ("tick1-a", "tick2-b"):
        folder = tmp_path / "ticks" / name
        folder.mkdir(parents=True)
        cells = [new_markdown_cell(f"# {name.title()} · A\n\nWords."), new_code_cell("1")]
        for question, points in (("x", 2), ("y", 1)):
            marks = {"grade": True, "grade_id": f"{question}-check", "points": points}
            cells.append(new_code_cell("", metadata={"nbgrader": marks}))
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    return tmp_path


def counts(lab):
    return [(t.points, t.out_of, t.passed, t.questions) for t in progress(lab / "ticks")]


def test_it_is_kept(lab):
    first = lab / "ticks" / "tick1-a"
    assert counts(lab) == [(0, 3, 0, 2)] * 2
    record(first, {"x": True})
    record(first, {"y": True, "gone": True})  # another kernel
    assert counts(lab) == [(3, 3, 2, 2), (0, 3, 0, 2)]
    record(first, {"x": False})
    assert counts(lab)[0] == (1, 3, 1, 2)
    assert not list((lab / "ticks").rglob("*.json"))


def test_a_heading_and_a_link_lead_to_a_notebook_whatever_its_name(lab):
    first, second = lab / "ticks" / "tick1-a", lab / "ticks" / "tick2-b"
    (first / "a copy.ipynb").write_bytes((first / "tick1-a.ipynb").read_bytes())
    (second / "tick2-b.ipynb").rename(second / "my tick (2) é.ipynb")
    (lab / "ticks" / "tick3-of nothing").mkdir()
    found = progress(lab / "ticks")
    assert [(t.name, t.title, t.link.rpartition("/")[2]) for t in found] == [
        ("tick1-a", "Tick1-A · A", "tick1-a.ipynb"),
        ("tick2-b", "Tick2-B · A", "my%20tick%20%282%29%20%C3%A9.ipynb"),
    ]


@pytest.mark.parametrize(
    ("value", "session", "kept"), [("", "", False), (None, None, False), (None, "lab", True)]
)
def test_it_needs_a_place(lab, monkeypatch, value, session, kept):
    monkeypatch.setenv("HOME", str(lab / "home"))
    for name, setting in ((VARIABLE, value), ("JPY_SESSION_NAME", session)):
        monkeypatch.delenv(name, raising=False)
        if setting is not None:
            monkeypatch.setenv(name, setting)
    record(lab / "ticks" / "tick1-a", {"x": True})
    assert (lab / "home" / ".labkit" / "progress" / "tick1-a.json").exists() == kept
    assert counts(lab)[0][0] == (2 if kept else 0)


@pytest.mark.parametrize("content", ["", "[1]", "\x00\xff"])
def test_whatever_is_wrong_with_a_note_or_a_notebook_does_no_harm(lab, monkeypatch, content):
    tick = lab / "ticks" / "tick1-a"
    record(tick, {"x": True})
    (path,) = (lab / "notes").iterdir()
    path.write_bytes(content.encode("latin1"))
    assert counts(lab)[0][0] == 0
    record(tick, {"y": True})
    assert json.loads(path.read_text()) == {"y": True}
    monkeypatch.setenv(VARIABLE, str(tick / "tick1-a.ipynb"))  # nobody can write there
    record(tick, {"x": True})
    assert counts(lab)[0] == (0, 3, 0, 2)
    (tick / "tick1-a.ipynb").write_bytes(content.encode("latin1"))
    assert counts(lab)[0] == (0, 0, 0, 0)
