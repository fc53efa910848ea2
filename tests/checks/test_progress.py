"""The note on how far a student is: kept between sessions, and never in the way of a check."""

import json
import re
from fractions import Fraction

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.plan import FILE
from labkit.checks.progress import (
    VARIABLE,
    keep_prediction,
    my_words,
    predictions,
    record,
    start_here,
)


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A lab with two ticks and a lecture, and a place for notes; to read its reviews takes seconds."""
    monkeypatch.setattr("labkit.corpora.load_reviews", lambda: range(1_234))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "notes"))
    monkeypatch.chdir(tmp_path)
    for name in ("tick2-a", "tick10-b"):
        folder = tmp_path / "ticks" / name
        folder.mkdir(parents=True)
        cells = [new_markdown_cell(f"# {name.title()} · A\n\nWords."), new_code_cell("1")]
        for question, points in (("x", 2), ("y", 1)):
            marks = {"grade": True, "grade_id": f"{question}-check", "points": points}
            cells.append(new_code_cell(f'check("{question}")', metadata={"nbgrader": marks}))
            if name == "tick10-b":
                cells.append(new_markdown_cell("## ★ 2 · More"))
        marks = {"grade": False, "grade_id": "z-check"}  # it earns nothing
        cells.append(new_code_cell('check("z")', metadata={"nbgrader": marks}))
        nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")
    (tmp_path / "lectures").mkdir()
    lecture = new_notebook(cells=[new_code_cell("1"), new_markdown_cell("# A lecture\n\nWords.")])
    nbformat.write(lecture, tmp_path / "lectures" / "a.ipynb")
    return tmp_path


def rows():
    """Return the lines of the table of ticks: the link, and points and questions."""
    return re.findall(r"^\| (\[.*\)) \| (.*) \|$", start_here().data, re.MULTILINE)


def counts():
    return [counted for _, counted in rows()]


def test_it_is_kept(lab):
    first = lab / "ticks" / "tick2-a"
    nothing = "0 of 2, and 0 of 1 for the ★ | 0 of 3"
    assert counts() == ["0 of 3 | 0 of 3", nothing]
    record(first, {"x": 2})
    record(first, {"y": 0, "gone": 1})  # another kernel; points for y come when it is graded
    assert counts() == ["2 of 3 | 2 of 3", nothing]
    record(first, {"x": None})
    assert counts()[0] == "0 of 3 | 1 of 3"
    record(lab / "ticks" / "tick10-b", {"y": 1, "z": 0})
    assert counts()[1] == "0 of 2, and 1 of 1 for the ★ | 2 of 3"
    assert not list((lab / "ticks").rglob("*.json"))


def test_a_heading_and_a_link_lead_to_a_notebook_whatever_its_name(lab):
    first, second = lab / "ticks" / "tick2-a", lab / "ticks" / "tick10-b"
    (first / "a copy.ipynb").write_bytes((first / "tick2-a.ipynb").read_bytes())
    (second / "tick10-b.ipynb").rename(second / "my tick (2) é.ipynb")
    (lab / "ticks" / "tick3-of nothing").mkdir()
    assert [link for link, _ in rows()] == [
        "[Tick2-A · A](ticks/tick2-a/tick2-a.ipynb)",
        "[Tick10-B · A](ticks/tick10-b/my%20tick%20%282%29%20%C3%A9.ipynb)",
    ]
    first, *_, last = start_here().data.splitlines()
    assert first.startswith("1,234 reviews and a lexicon of 7,494 words: everything is there.")
    assert last == "1. [A lecture](lectures/a.ipynb)"


def test_lectures_come_in_the_order_of_the_ticks_and_then_the_others(lab):
    plan = "[tick2-a]\nlecture = 'no'\n[tick3-gone]\n[tick10-b]\nlecture = 'b'\n"
    (lab / FILE).write_text(plan)
    (lab / "lectures" / "b.ipynb").write_text("")
    lectures = [line for line in start_here().data.splitlines() if line.startswith("1. ")]
    assert lectures == ["1. [b](lectures/b.ipynb)", "1. [A lecture](lectures/a.ipynb)"]


def test_ticks_and_their_titles_are_those_of_the_plan_in_its_order(lab):
    (lab / FILE).write_text("[tick10-b]\n[tick2-a]\ntitle = 'The first'\n")
    links = [
        "[Tick10-B · A](ticks/tick10-b/tick10-b.ipynb)",
        "[Tick 2 · The first](ticks/tick2-a/tick2-a.ipynb)",
    ]
    assert [link for link, _ in rows()] == links
    (lab / FILE).write_text("[tick10-b]\n")
    assert [link for link, _ in rows()] == links[:1]


@pytest.mark.parametrize(
    ("value", "session", "kept"), [("", "", False), (None, None, False), (None, "lab", True)]
)
def test_it_needs_a_place(lab, monkeypatch, value, session, kept):
    monkeypatch.setenv("HOME", str(lab / "home"))
    for name, setting in ((VARIABLE, value), ("JPY_SESSION_NAME", session)):
        monkeypatch.delenv(name, raising=False)
        if setting is not None:
            monkeypatch.setenv(name, setting)
    record(lab / "ticks" / "tick2-a", {"x": 2})
    assert len([*(lab / "home").glob(".labkit/progress/*/tick2-a.json")]) == kept
    assert counts()[0][0] == ("2" if kept else "0")


def test_the_words_of_tick_1_are_kept(lab, monkeypatch):
    monkeypatch.chdir(lab / "ticks" / "tick10-b")
    tick, ours = lab / "ticks" / "tick1-lexicon-classifier", my_words()
    assert sorted(ours.values()) == ["negative"] * 5 + ["positive"] * 5
    record(tick, {"ten-words": True, "my_words": {"zany": "positive"}})
    record(tick, {"ten-words": False})  # they are changed, and not yet right
    assert my_words() == {"zany": "positive"}


def test_predictions_of_all_ticks_are_kept(lab, monkeypatch, capsys):
    monkeypatch.chdir(lab / "ticks" / "tick10-b")
    keep_prediction("topics", 1, np.float64(0.7))
    monkeypatch.chdir(lab / "ticks" / "tick2-a")
    keep_prediction("right, of 200", 100, 130)
    keep_prediction("a share", 0.1, Fraction(2, 5))
    keep_prediction("right, of 200", np.int64(120), 143)  # a second thought
    record(lab / "ticks" / "tick2-a", {"x": 2})
    assert capsys.readouterr().out == ""
    table = predictions()
    assert [*table] == ["tick", "what", "predicted", "actual", "off by"]
    assert [[*map(str, row)] for row in table.to_numpy()] == [
        ["tick2", "right, of 200", "120", "143", "23"],
        ["tick2", "a share", "0.1", "0.4", "0.3"],
        ["tick10", "topics", "1", "0.7", "0.3"],
    ]
    monkeypatch.chdir(lab)
    assert counts()[0] == "2 of 3 | 1 of 3"


@pytest.mark.parametrize(
    "value", [..., None, "12", True, [1], 1j, float("nan"), float("inf"), 10**400, np.ones(2)]
)
def test_what_is_no_number_is_no_prediction(lab, monkeypatch, capsys, value):
    monkeypatch.chdir(lab / "ticks" / "tick2-a")
    keep_prediction("this", value, 1)
    keep_prediction("that", 1, value)
    assert predictions().empty
    assert capsys.readouterr().out.startswith("No prediction is kept yet")


@pytest.mark.parametrize("kept", [[1], {"a": 1, "b": [1.0], "c": ["1", "2"]}, None])
def test_a_damaged_note_on_predictions_does_no_harm(lab, monkeypatch, kept):
    monkeypatch.chdir(lab / "ticks" / "tick2-a")
    record(lab / "ticks" / "tick2-a", {"my predictions": kept})
    assert predictions().empty
    keep_prediction("this", 1, 2)
    assert predictions()["off by"].tolist() == [1]


@pytest.mark.parametrize("content", ["", "[1]", "\x00\xff"])
def test_whatever_is_wrong_with_a_note_or_a_notebook_does_no_harm(lab, monkeypatch, content):
    tick = lab / "ticks" / "tick2-a"
    record(tick, {"x": 2})
    (path,) = (lab / "notes").glob("*/*")
    path.write_bytes(content.encode("latin1"))
    assert counts()[0] == "0 of 3 | 0 of 3"
    record(tick, {"y": 1})
    assert json.loads(path.read_text()) == {"y": 1}
    monkeypatch.setenv(VARIABLE, str(tick / "tick2-a.ipynb"))  # nobody can write there
    record(tick, {"x": 2})
    assert counts()[0] == "0 of 3 | 0 of 3"
    (tick / "tick2-a.ipynb").write_bytes(content.encode("latin1"))
    assert rows()[0] == ("[tick2-a](ticks/tick2-a/tick2-a.ipynb)", "0 of 0 | 0 of 0")
