"""Rubrics: what they may say, and what an answer gets by them."""

import pytest

from labkit.grading.review.rubric import first_rubric, load_rubric, rubric_file
from tests.grading.review.class_of import RUBRIC
from tests.grading.tiny import NAME, make_tick


@pytest.fixture
def tick(tmp_path):
    return make_tick(tmp_path / "ticks")


def loaded(tmp_path, tick, text):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    return load_rubric(path, tick)


def test_points_are_summed_within_bounds(tmp_path, tick):
    essay = loaded(tmp_path, tick, RUBRIC)["essay"]
    assert [
        essay.points(items, adjust)
        for items, adjust in [((), 0), (("clear",), 0), (("clear", "true"), 0), (("long",), -3), (("clear", "clear"), 0.25)]
    ] == [0.5, 1.5, 2, 0, 1.75]  # fmt: skip
    assert essay.comment(("true", "clear"), -0.25, "Well done.") == (
        "Says it clearly (+1). Is true (+1). The marker's own judgement (-0.25). Well done."
    )


@pytest.mark.parametrize(("points", "mark"), [(0.125, 0.13), (0.375, 0.38), (1.005, 1.01)])
def test_halves_of_hundredths_go_up_as_in_all_marks(tmp_path, tick, points, mark):
    text = f"[essay.items.a]\nsays='x'\npoints={points}"
    assert loaded(tmp_path, tick, text)["essay"].points(["a"]) == mark


def test_the_first_rubric_is_one(tmp_path, tick):
    text = first_rubric(tick, tmp_path / "ticks")
    assert "# What a marker looks for: sense." in text
    assert loaded(tmp_path, tick, text)["essay"].points(["clear"]) == 2


def test_the_rubric_of_the_class_comes_first(tmp_path, tick):
    out, sources = tmp_path / "marks", tmp_path / "ticks"
    own, course = out / "review" / NAME / "rubric.toml", sources / NAME / "rubric.toml"
    assert rubric_file(out, sources, NAME) == own
    course.touch()
    assert rubric_file(out, sources, NAME) == course
    own.parent.mkdir(parents=True)
    own.touch()
    assert rubric_file(out, sources, NAME) == own


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[double.items.a]\nsays='x'\npoints=1", "'double'"),
        ("essay = 3", "must be a table"),
        ("[essay]\nstart = 0", r"must have items, as \[essay.items.clear\]"),
        ("[essay]\nstart = 9\n[essay.items.a]\nsays='x'\npoints=1", "essay.start must be between 0 and 2"),
        ("[essay.items.a]\nsays='x'", "must have points"),
        ("[essay.items.a]\nsays='x'\npoints='many'", "essay.items.a.points"),
        ("[essay.items.a]\nsays='x'\npoints=nan", "essay.items.a.points"),
        ("[essay.items.a]\nsays=' '\npoints=1", "must be a sentence"),
        ("[essay.items.a]\nsays='x'\npoints=1\nprice=2", "not 'price'"),
        ("[essay.items.none]\nsays='x'\npoints=1", "not 'none'"),
        ("[essay.items.'a b']\nsays='x'\npoints=1", "letters, digits"),
        ("[essay", "must be a TOML file"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(tmp_path, tick, text, says):
    with pytest.raises(ValueError, match=says):
        loaded(tmp_path, tick, text)


def test_a_missing_rubric_is_said(tmp_path, tick):
    with pytest.raises(FileNotFoundError, match="labkit rubric start"):
        load_rubric(tmp_path / "none.toml", tick)
