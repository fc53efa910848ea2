"""A tick as its graders need it: what is asked, what was given out, and what it is worth."""

from dataclasses import replace
from pathlib import Path

import pytest

from labkit.instructor.grading.judging.tick import load_ticks
from tests.instructor.grading.tiny import NAME, make_tick, write


def test_it_knows_what_is_asked_and_students_have_neither_solutions_nor_hidden_cases(tick):
    assert tick.grade_ids == {"double", "double-check", "triple", "triple-check", "essay"}
    assert tick.points == {"double": 2, "triple": 1, "essay": 2}
    assert list(tick.questions) == ["double", "triple"] and tick.questions["double"].masked
    assert [case.label for case in tick.questions["double"].cases] == ["", "", "large", "small"]
    assert "2 * n" not in tick.released and "your code here" in tick.released
    assert tick.files == {".course/checks.py": tick.checks.encode()}


def test_its_digest_changes_with_each_part(tick):
    parts = ("name", "released", "checks", "hidden", "versions")
    digests = {replace(tick, **{part: "other"}).digest for part in parts}
    digests |= {replace(tick, beside=(("a.csv", text),)).digest for text in (b"a", b"b")}
    assert len(digests | {tick.digest}) == 8
    assert replace(tick, folder=Path("elsewhere")).digest == tick.digest


def test_all_ticks_of_a_folder_are_loaded_or_one(tmp_path):
    ticks = tmp_path / "ticks"
    tick = make_tick(ticks)
    assert load_ticks(ticks) == load_ticks(ticks, NAME) == {NAME: tick}
    (ticks / ".course" / NAME / "stuck.py").write_text("x")
    assert load_ticks(ticks)[NAME].files == tick.files | {".course/stuck.py": b"x"}
    for name in ("tick10-z", "tick9-z"):
        write(ticks / ".course" / name / "hidden.py", "")
        (ticks / name).mkdir()
    with pytest.raises(ValueError, match=f"not 'x'; there are {NAME}, tick9-z, tick10-z"):
        load_ticks(ticks, "x")
    with pytest.raises(FileNotFoundError, match="ticks must be a folder with a folder for each"):
        load_ticks(tmp_path)


def test_a_hidden_case_without_a_label_is_refused_which_would_be_told_as_a_visible_one(tick):
    hidden = tick.hidden.replace("equals(3 * n), label)", "equals(3 * n))")
    with pytest.raises(ValueError, match=r"hidden\.py: each case of 'triple' must have a label"):
        _ = replace(tick, hidden=hidden).questions
