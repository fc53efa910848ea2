"""Rubrics: what they may say, what an answer gets by them, and the first one."""

import pytest

from labkit.instructor.grading.review.rubric import Item, first_rubric, load_rubric, read_items
from tests.instructor.grading.review.class_of import RUBRIC
from tests.instructor.grading.tiny import NAME, make_tick, write


@pytest.fixture
def load(tmp_path, tick):
    return lambda text: load_rubric(write(tmp_path / "rubric.toml", text), tick)


def test_points_are_summed_within_bounds_and_explained(load):
    essay = load(RUBRIC)["essay"]
    cases = [("none",), ("clear",), ("clear true",), ("long", "-3"), ("see, clear", "0.125")]
    assert [essay.read_line(*case).points for case in cases] == [0.5, 1.5, 2, 0, 1.63]
    line = essay.read_line("see;True CLEAR", "-0,25", "Well.")
    assert (line.items, line.points, line.comment) == ({"clear", "true", "see"}, 2, "Well.")
    says = "Says it clearly (+1). Is true (+1). See the notes of lecture 3. "
    assert line.says == says + "The marker's own judgement (-0.25)."
    assert essay.read_line(" ", "", "") is None
    assert essay.read_line("", "1").points == essay.read_line("NONE", "1").points == 1.5
    for cells, says in (
        (("aa",), "items must be of clear, true, long, see, not 'aa'"), (("?",), "not '[?]'"), (("clear", "lots"), "'lots'"),
        (("clear", "inf"), "adjust must be a finite number, not inf"), (("", "", "well put"), "comment must have items beside it"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            essay.read_line(*cells)


@pytest.mark.parametrize(("notes", "items"), [
    ("Sense.", ["Clear and right"]), ("Half a point each:\n\n- names it;\n- says *why*.\n\nNo marks off for style.", ["names it", "says *why*"]),
    ("(a) Half a point: so it\nis. Half a point for a number.\n\n(b) Half a point: no.", ["so it is", "a number", "no"]),
])  # fmt: skip
def test_the_items_are_those_of_the_notes(notes, items):
    assert read_items(notes) == items


def test_the_first_rubric_is_one(load, tmp_path):
    tick, path = make_tick(tmp_path), tmp_path / NAME / f"{NAME}.ipynb"
    notes = "What a marker looks for: sense."
    path.write_text(path.read_text().replace(notes, f'{notes}\\n\\n- a \\"fact\\";\\n- é;\\n- b'))
    text = first_rubric(tick)
    assert f"# {notes}\n#\n# - a" in text
    essay = load(text)["essay"]
    assert essay.start == 0
    assert essay.items == {"a": Item('a "fact"', 0.67), "b": Item("é", 0.67), "c": Item("b", 0.67)}


@pytest.mark.parametrize(("text", "says"), [
    ("[double.items.a]\nsays='x'\npoints=1", "rubric.toml, double: KeyError: 'double'"), ("[essay]\nstart = 0", "essay: KeyError: 'items'"),
    ("[essay]\nstart = 2.5\n[essay.items.a]\nsays='x'\npoints=1", "essay: .*start must be between 0 and 2"),
    ("[essay]\nend = 2\n[essay.items.a]\nsays='x'\npoints=1", "essay: .*'end'"), ("[essay.items.a]\nsays=1\npoints=1", "says must be a string"),
    ("essay = 3", "rubric.toml, essay: "), ("[essay", "rubric must be as .*rubric.toml, : TOMLDecodeError"),
])  # fmt: skip
def test_a_mistake_is_named(load, text, says, tmp_path):
    with pytest.raises(FileNotFoundError, match="rubric must be a file"):
        load_rubric(tmp_path, None)
    with pytest.raises(ValueError, match=says):
        load(text)
