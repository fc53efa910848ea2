"""The course's version of an answer: the notebook goes on, and it earns nothing in any disguise."""

import functools
import importlib

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import labkit
from labkit.checks.feedback import check
from labkit.checks.guards import gave_up
from labkit.checks.notebook import mark_notebook
from labkit.checks.questions import load_questions
from tests.grading.marking import mark
from tests.grading.tiny import UNSAFE

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, factor, without=()):
    cases = (Case(([1, 1],), equals(factor * 2)), Case(([1, 0, 2],), equals(factor * 3)))
    return Question(name, name, 2, {"other": "No.", "PermissionError": "Own."}, cases, without)

QUESTIONS = [
    question("first", 1, ("labkit.corpora:tokenize",)),
    question("second", 2, ("labkit.corpora:tokenize",)),
    question("third", 3),
    Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4.5)),)),
]
"""

HIDDEN = """
from labkit.checks import Case, equals

CASES = {"second": [Case(([7, 8],), equals(30), "two numbers")]}
"""

STUCK = """
from labkit.checks import version
from labkit.corpora import tokenize

@version("first")
def first(numbers):
    return sum(map(int, tokenize(" ".join(map(str, numbers)))))

@version("second")
def second(numbers):
    return 2 * sum(numbers)

@version("value")
def value():
    return 4.5
"""


@pytest.fixture
def tick(tmp_path, monkeypatch):
    """The student is in the folder of a tick."""
    for name, text in (("checks.py", CHECKS), ("stuck.py", STUCK), ("hidden.py", HIDDEN)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    gave_up.clear()


def keys(capsys):
    out, err = capsys.readouterr()
    return [line.split()[0] for line in (out + err).splitlines() if line[0] in "✓✗"], err


class Model:
    def __init__(self, given):
        self.given = given

    def __call__(self, numbers):
        return self.given(numbers)


DISGUISES = {
    "itself": lambda given: given,
    "wrapped": lambda given: lambda numbers: given(numbers),
    "partial": lambda given: functools.partial(given),
    "method": lambda given: given.__call__,
    "closure": lambda given: (lambda inner: lambda numbers: inner(numbers) + 0)(given),
    "default": lambda given: lambda numbers, inner=given: inner(numbers),
    "instance": Model,
    "cached": lambda given: functools.wraps(given)(lambda numbers: given(numbers)),
    "taken inside": lambda given: lambda numbers: labkit.stuck("second")(numbers),
    "after trying": lambda given: lambda numbers: tried(given, numbers),
    "in a list": lambda given: lambda numbers: [given][0](numbers),
}


def tried(given, numbers):
    try:
        return given(numbers)
    except BaseException:
        return 2 * sum(numbers)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_an_answer_built_on_it_earns_nothing(tick, capsys, disguise):
    given = labkit.stuck("second")
    assert given([1, 2]) == 6
    check("second", DISGUISES[disguise](given))
    err = capsys.readouterr().err
    assert err.startswith("✗ second: This is the course's version")
    assert given([1, 2]) == 6


def test_an_imported_file_is_no_way_round(tick, capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(tick))

    def second(numbers):
        return importlib.import_module("stuck").second(numbers)

    check("second", second)
    assert "the course's version" in capsys.readouterr().err


def test_a_later_answer_may_build_on_it(tick, capsys):
    first, second = labkit.stuck("first"), labkit.stuck("second")
    # Although it needs a function of the library that the question itself reserves.
    check("second", lambda numbers: 2 * first(numbers))
    check("third", lambda numbers: first(numbers) + second(numbers))
    check("first", lambda numbers: second(numbers) // 2)
    out, err = capsys.readouterr()
    assert "✓ second" in out and "✓ third" in out
    assert err.startswith("✗ first: This is the course's version")


def test_one_s_own_answer_counts(tick, capsys):
    labkit.stuck("second")
    check("second", lambda numbers: 2 * sum(numbers))
    assert "✓ second" in capsys.readouterr().out


def test_a_value_earns_nothing_either(tick, capsys):
    value = labkit.stuck("value")
    assert value == 4.5
    check("value", value + 1e-12)
    assert "the course's version" in capsys.readouterr().err


def test_what_cannot_be_given_is_said(tick):
    with pytest.raises(
        ValueError, match="no version of third to give.*one of first, second, value"
    ):
        labkit.stuck("third")
    with pytest.raises(ValueError, match="did you mean 'second'"):
        labkit.stuck("secnd")
    for function in (len, ["second"]):
        with pytest.raises(ValueError, match="in quotation marks, not"):
            labkit.stuck(function)
    (tick / "stuck.py").unlink()
    with pytest.raises(FileNotFoundError, match="stuck.py is not in"):
        labkit.stuck("second")


CELLS = [
    "import labkit",
    "from labkit import check",
    "first = labkit.stuck('first')",
    "check('first', first)",
    "helper = labkit.stuck('second')\ndef second(numbers): return helper(numbers)",
    "check('second', second)",
    "def third(numbers): return first(numbers) + helper(numbers)",
    "check('third', third)",
    "value = labkit.stuck('value')",
    "check('value', value)",
    "print(first([1]), second([1]), third([1]), value)",
]


def notebook(tick):
    path = tick / "tick.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in CELLS]), path)
    return path


@pytest.mark.parametrize("graded", [False, True])
def test_so_it_is_when_a_whole_notebook_is_checked_or_graded(tick, graded):
    path = notebook(tick)
    if graded:
        questions = load_questions(tick, hidden=True)
        report = mark(nbformat.read(path, as_version=4), questions, tick, unsafe=UNSAFE)
    else:
        report = mark_notebook(path, hidden=True)
    assert {m.question: m.points for m in report.marks} == {
        "first": 0,
        "second": 0,
        "third": 2,
        "value": 0,
    }
    assert [m.hint and m.hint.key for m in report.marks] == ["stuck", "stuck", None, "stuck"]
    assert report.errors == []
