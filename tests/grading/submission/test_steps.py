"""The steps on the judge's side: what they tell students, and what of missing packages."""

import json
import time
from dataclasses import replace

import nbformat
import pytest

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.grading.submission.restore import read
from labkit.grading.submission.steps import (
    as_told,
    asked,
    bare,
    harmless,
    judged,
    load,
    names,
    not_there,
    prepare,
)
from tests.grading.tiny import answered, cell_of, make_tick

ASKED = Question(
    "double",
    "double",
    2,
    {"other": "Compute it by hand.", "KeyError": "Not every key is there."},
    (Case((3,), equals(6)), Case((5,), equals(10), hidden=True)),
)
OF_ANOTHER_KIND = (
    "The result is of another kind than the question asks for: plain Python "
    "(numbers, strings, lists, dictionaries)."
)


def raised(exception):
    return Failure(FailureKind.RAISED, exception, "(3, 17)")


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("failure", "key", "text"),
    [
        (raised("ValueError"), "raised", "Your code stopped with ValueError in one of the cases."),
        (raised("Input17"), "raised", "Your code stopped with an exception in one of the cases."),
        (raised("print"), "raised", "Your code stopped with an exception in one of the cases."),
        (
            raised("KeyError"),
            "KeyError",
            "Your code stopped with KeyError in one of the cases. Not every key is there.",
        ),
        (Failure(FailureKind.NOT_PLAIN, "", "an Input17"), "wrong_type", OF_ANOTHER_KIND),
    ],
)
def test_what_the_code_says_of_a_failure_is_not_repeated(hidden, failure, key, text):
    case = ASKED.cases[hidden]
    (hint,) = replace(ASKED, cases=(case,)).judge([failure])
    assert as_told(hint, ASKED) == Hint(key, text)


def test_a_failure_of_any_words_is_told_by_its_kind():
    hint = Hint("raised", "The words may change: 17.", raised("ValueError"))
    assert as_told(hint, ASKED).text == "Your code stopped with ValueError in one of the cases."


@pytest.mark.parametrize(
    "hint",
    [
        Hint("other", "Compute it by hand."),
        # These words are the course's own, whatever they begin with.
        Hint("slow", "Your code stopped with a result that is too late."),
        Hint("wrong_type", "The result is a list; think of a set."),
        Hint("lost", "No answer came back.", Failure(FailureKind.LOST)),
        Hint("unanswered", "Not answered yet.", Failure(FailureKind.UNANSWERED)),
    ],
)
def test_other_hints_are_told_as_they_are(hint):
    assert as_told(hint, ASKED) == Hint(hint.key, hint.text)


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    made = make_tick(tmp_path_factory.mktemp("ticks"))
    load(made)
    return made


def prepared(tick, **answers):
    return prepare(read(nbformat.writes(answered(tick, **answers)).encode()), tick)


def test_a_notebook_is_restored_and_what_it_imports_is_known(tick):
    found = prepared(tick, double="import pandas.io, os\n    from ..a import b\n    return 3")
    notebook = nbformat.from_dict(json.loads(found.notebook))
    imported = {cell.source.split()[0]: found.imported.get(cell.id) for cell in notebook.cells}
    assert imported["import"] == ("math",) and imported["def"] is None  # of triple, the last
    assert ("pandas.io", "os") in found.imported.values()
    assert found.repairs == ()
    assert set(found.enough.values()) == {""}


def test_each_question_is_asked_for(tick):
    assert [(one.question, one.answer) for one in asked(tick)] == [
        ("double", "double"),
        ("triple", "triple"),
    ]


def replied(*failures):
    return write_reply([*failures, *[Returned(6)] * (4 - len(failures))])


GONE = Failure(FailureKind.RAISED, "ModuleNotFoundError", "No module named 'pandas'")
NO_NAME = Failure(FailureKind.RAISED, "NameError", "name 'pd' is not defined")
EMPTY = Failure(FailureKind.UNANSWERED)


@pytest.mark.parametrize(
    ("failure", "stopped", "imported"),
    [
        (GONE, (), ("pandas", "os")),
        (GONE, (), ("pandas.io",)),
        (NO_NAME, ("pandas",), ("pandas",)),
        (EMPTY, ("pandas",), ("pandas",)),
    ],
)
def test_a_missing_package_is_named(tick, failure, stopped, imported):
    mark = judged(tick, "double", replied(failure, failure), stopped, imported)
    assert mark.hint.key == "ModuleNotFoundError" and mark.hint.failure is None
    assert mark.hint.text.startswith(
        "Your notebook imports pandas, which is not in the lab, and was not handed in with it"
    )


@pytest.mark.parametrize(
    ("failure", "stopped", "imported"),
    [
        (GONE, (), ("os",)),  # a name that is in no text of the notebook could be a hidden input
        (NO_NAME, (), ("pandas",)),
        (Failure(FailureKind.RAISED, "KeyError", "'pandas'"), ("pandas",), ("pandas",)),
        (Returned(9), ("pandas",), ("pandas",)),
    ],
)
def test_no_other_failure_names_a_package(tick, failure, stopped, imported):
    mark = judged(tick, "double", replied(failure), stopped, imported)
    assert "pandas" not in mark.hint.text


def test_modules_in_words():
    assert names("a.b", "No module named 'a.b'") and not names("a.b", "No module named 'b'")
    assert not_there(["a.b", "a.c", "d"]).startswith("Your notebook imports a and d, which are not")


def test_a_notebook_that_cannot_be_shown_keeps_what_the_course_wrote(tick):
    found = nbformat.from_dict(json.loads(prepared(tick, essay="Because.").notebook))
    cell_of(found, "double").outputs = [nbformat.v4.new_output("stream", text="out")]
    assert "Because." in json.dumps(harmless(json.dumps(found)))
    left = json.dumps(bare(json.dumps(found)))
    assert "Because." not in left and '"out"' not in left and "return 2 * n" in left


def test_code_without_end_is_not_parsed_and_the_whole_notebook_is_needed(tick):
    """Each of these took the parser up to a minute."""
    for code in (
        "x = " + "+".join(["1"] * 200_000),
        'x = f"' + "{1}" * 60_000 + '"',
        "a=1;" * 200_000,
    ):
        began = time.process_time()
        made = prepared(tick, own=code)
        assert time.process_time() - began < 4
        assert made.enough == {} and made.imported == {}
        assert code in made.notebook.replace('\\"', '"')
