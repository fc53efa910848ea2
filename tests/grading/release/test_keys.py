"""The right answers of questions that ask for a value: the checks that students get tell none."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.release.keys import combinations, keys
from labkit.grading.release.leaks import Leak, secrets

#: Of a question that asks for a set of letters, and one that asks for a number.
CHECKS = """
from labkit.checks import Case, Hint, Question, equals

{constants}

def judge_form(value):
    return None if type(value) is set and value <= set("abcdef") else Hint("other")

QUESTIONS = [
    Question("reading", "readings", 1, {{"other": "Look again."}}, ({reading},)),
    Question("number", "found", 1, {{"other": "Count again."}}, ({number},)),
    Question("opinion", "mine", 0, {{"other": "POS or NEG."}},
             (Case(None, lambda v: None if v in ("POS", "NEG") else Hint("other")),)),
]
"""
FORM = "Case(None, judge_form)"
COMPUTED = "Case(None, equals(sum(range(158)) + 68))"  # 12,471
HIDDEN = """
from labkit.checks import Case, equals
CASES = {"reading": [Case(None, equals({"f", "d", "a"}), "each choice")]}
"""


def lab(folder, constants="", reading=FORM, number=COMPUTED):
    """A lab with one tick of three questions that ask for values."""
    tick = folder / "lab" / "notebooks" / "ticks" / "tick0"
    tick.mkdir(parents=True)
    code = CHECKS.format(constants=constants, reading=reading, number=number)
    (tick / "checks.py").write_text(code)
    (tick / "hidden.py").write_text(HIDDEN)
    return folder / "lab"


def test_what_tells_no_key_passes(tmp_path):
    source = lab(tmp_path, constants="# a, d and f hold; NEAR = 12")
    assert [(key.question.name, key.values) for key in keys(source)] == [
        ("reading", ({"f", "d", "a"},)),
        ("number", (12_471,)),
        ("opinion", ()),
    ]
    assert all("hidden.py" in secret.origin for secret in secrets(source))


def test_what_a_solution_assigns_is_a_key(tmp_path):
    source = lab(
        tmp_path, number="Case(None, lambda v: None if v == 124 * 100 + 71 else Hint('other'))"
    )
    cells = [
        new_code_cell("found = 5"),
        new_code_cell(
            "### BEGIN SOLUTION\nfound = 12471\nn = 1\n### END SOLUTION",
            metadata={"nbgrader": {"solution": True}},
        ),
    ]
    nbformat.write(new_notebook(cells=cells), source / "notebooks" / "ticks" / "tick0" / "t.ipynb")
    assert [key.values for key in keys(source)][1] == (12_471,)


WRITTEN = [
    {"constants": 'RIGHT = {"a", "d", "f"}'},
    {"constants": 'NOTES = {"reading": {"f", "a", "d"}}'},
    {"constants": "MOST = 12471.0"},
    {"number": "Case(None, equals(12_471))"},
    {"number": "Case(None, equals(-12_471, other=12_471))"},
]


@pytest.mark.parametrize("spoilt", WRITTEN, ids=lambda spoilt: next(iter(spoilt.values())))
def test_a_key_in_the_checks_is_found(tmp_path, spoilt):
    with pytest.raises(Leak, match=r"tick0/checks\.py says .*, which is the answer of"):
        secrets(lab(tmp_path, **spoilt))


@pytest.mark.parametrize(
    "reading",
    [
        'Case(None, equals({letter for letter in "abcdef" if ord(letter) % 5 in (0, 2)}))',
        'Case(None, equals({chr(97), chr(100), chr(102)}, other={"b"}))',
    ],
)
def test_a_visible_check_that_tells_the_right_one_of_a_few_is_found(tmp_path, reading):
    with pytest.raises(Leak, match="tick0/checks.py tells the right one of 64 possible answers"):
        secrets(lab(tmp_path, reading=reading))


def test_small_numbers_may_stand_anywhere(tmp_path):
    # Seven stands everywhere; a visible check of it would be guessed in 15 tries.
    with pytest.raises(Leak, match="tells the right one of 15 possible answers"):
        secrets(lab(tmp_path, constants="DAYS = 7", number="Case(None, equals(len('numbers')))"))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ({"b", "c"}, 8),
        ([True, False, True], 8),
        ({"x": "POS", "y": "NEG"}, 4),
        (("a", 3), 26 * 7),
        (0.25, float("inf")),
        ("shuffling", float("inf")),
    ],
)
def test_possible_answers_are_counted(value, number):
    assert combinations(value) == number
