"""The pages for people who mark: what they show, and that nothing in them acts."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.grading.review.answers import CodeAnswer, WrittenAnswer
from labkit.grading.review.normal_form import Form
from labkit.grading.review.overlap import words_of
from labkit.grading.review.pages import MOST_GROUPS, SHOWN, number, similarity_page
from labkit.grading.review.similarity import Group, Kind, Similarities, Thresholds

TICK = "tick0"


def code(student, text="x = 1"):
    return CodeAnswer(student, "q", text, Form(("x",)), Form(("x",)))


def text(student, shown):
    return WrittenAnswer(student, "q", shown, words_of(shown))


def page(*answers, kind=Kind.EQUAL, share=1.0, displays=None, **options):
    group = Group(TICK, "q", kind, answers, share, options.pop("common", False), **options)
    found = Similarities([group], {(TICK, "q"): 9}, {(TICK, "q"): 2}, Thresholds())
    return similarity_page(found, displays)


def test_the_two_stand_side_by_side_without_a_verdict():
    made = page(code("ann", "a < 1"), code("bob"), code("cat"), solution=True)
    assert "This is no verdict" in made and "9 answers compared, 2 too short to tell" in made
    assert re.search(r"<b>ann</b>\s*<pre>a &lt; 1</pre>.*<b>bob</b>\s*<pre>x = 1</pre>", made, re.S)
    assert "it is the course&#39;s own answer" in made or "it is the course's own answer" in made
    assert "fewer than 20 names and values" in made


def test_passages_are_marked():
    same = "the sign test on two hundred reviews"
    made = page(text("ann", f"A {same}."), text("bob", f"{same}, B"), kind=Kind.PASSAGES, share=0.6)
    assert f"<pre>A <mark>{same}</mark>.</pre>" in made
    assert f"<pre><mark>{same}</mark>, B</pre>" in made and "60% of the shorter" in made


def test_names_are_shown_as_text():
    made = page(code("a"), code("b"), displays={"a": "<img src=x onerror=f()>", "b": "B\u202e b"})
    assert "&lt;img src=x onerror=f()&gt;" in made and "\u202e" not in made


def test_long_answers_are_cut():
    made = page(code("a", "x" * (SHOWN + 1234)), code("b"))
    assert "1,234 more characters" in made and "x" * (SHOWN + 1) not in made
    long = "word " * SHOWN
    assert "more characters" in page(text("a", long), text("b", long), kind=Kind.PASSAGES)


def test_groups_beyond_bounds_are_listed():
    groups = [
        Group(TICK, f"q{i}", Kind.EQUAL, (code("a"), code("b")), 1.0, False)
        for i in range(MOST_GROUPS + 3)
    ]
    made = similarity_page(Similarities(groups, {}, {}, Thresholds()))
    assert "3 more groups, not shown" in made and f"q{MOST_GROUPS + 2}" in made


def test_what_many_have_is_listed():
    made = page(*(code(f"s{i}") for i in range(60)), common=True)
    assert "What many have" in made and "60 of 9" in made and "and 20 more" in made


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
@pytest.mark.parametrize("kind", [Kind.EQUAL, Kind.PASSAGES])
def test_whatever_students_write_stays_text(kind, one, other):
    evil = "<script>f()</script><img src=x onerror=f()>"
    make = text if kind is Kind.PASSAGES else code
    made = page(make("a", one + evil), make("b", evil + other), kind=kind)
    assert "<script" not in made and "<img" not in made


def test_points_are_short():
    assert [number(x) for x in (0, 1.5, 2.0, None)] == ["0", "1.5", "2", "–"]
