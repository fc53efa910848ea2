"""What may not answer for the student: library functions, and the course's own versions."""

import functools
import importlib

import pytest

import labkit
from labkit import sign_test
from labkit.checks.feedback import check
from labkit.checks.guards import gave_up, judging
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcomes
from labkit.report import significance_triangle
from labkit.significance import sign

NAMES = ("labkit.significance:sign_test",)
REFUSED = Failure(FailureKind.RAISED, "PermissionError", "this question asks for code of your own")


def by_another_function(plus, minus):
    scores = {"a": [1] * plus + [0] * minus, "b": [0] * plus + [1] * minus}
    return significance_triangle(scores).pvalues.iloc[1, 0]


@pytest.mark.parametrize(
    "answer",
    [
        lambda plus, minus: sign_test(plus, minus).pvalue,
        lambda plus, minus: sign.sign_test(plus=plus, minus=minus, ties=0).pvalue,
        by_another_function,
    ],
)
def test_every_way_to_the_function_is_refused_and_open_again_afterwards(answer):
    before = outcomes(answer, [(8, 2)])
    assert before == [Returned(pytest.approx(0.109375))]
    assert outcomes(answer, [(8, 2), (3, 3)], NAMES) == [REFUSED, REFUSED]
    assert outcomes(answer, [(8, 2)]) == before


def test_the_function_comes_back_when_the_answer_breaks():
    with pytest.raises(KeyboardInterrupt), judging("test", NAMES):
        raise KeyboardInterrupt
    assert sign_test(8, 2).pvalue == pytest.approx(0.109375)


CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, factor, without=()):
    cases = (Case(([1, 1],), equals(factor * 2)), Case(([1, 0, 2],), equals(factor * 3)))
    return Question(name, name, 2, {"other": "No.", "PermissionError": "Own."}, cases, without)

QUESTIONS = [
    question("first", 1, ("labkit.corpora:tokenize",)),
    question("second", 2, ("labkit.corpora:tokenize",)),
    Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4.5)),)),
]
"""

STUCK = """
from labkit.checks import version
from labkit.corpora import tokenize

@version("first")
def first(numbers):
    return sum(map(int, tokenize(" ".join(map(str, numbers)))))

second = version("second")(lambda numbers: 2 * sum(numbers))
value = version("value")(lambda: 4.5)
"""


@pytest.fixture
def tick(tmp_path, monkeypatch):
    """The student is in the folder of a tick."""
    for name, text in (("checks.py", CHECKS), ("stuck.py", STUCK)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    gave_up.clear()


def tried(given, numbers):
    try:
        return given(numbers)
    except BaseException:
        return 2 * sum(numbers)


@pytest.mark.parametrize(
    "disguised",
    [
        lambda given: given,
        lambda given: lambda numbers: given(numbers),
        lambda given: functools.partial(given),
        lambda given: given.__call__,
        lambda given: functools.wraps(given)(lambda numbers: given(numbers)),
        lambda given: lambda numbers: labkit.stuck("second")(numbers),
        lambda given: lambda numbers: importlib.import_module("stuck").second(numbers),
        lambda given: lambda numbers: tried(given, numbers),
    ],
)
def test_an_answer_built_on_it_earns_nothing(tick, capsys, disguised):
    given = labkit.stuck("second")
    assert given([1, 2]) == 6
    check("second", disguised(given))
    assert capsys.readouterr().err.startswith("✗ second: This is the course's version")
    assert given([1, 2]) == 6


def test_a_later_answer_may_build_on_it(tick, capsys):
    first, second = labkit.stuck("first"), labkit.stuck("second")
    # Although it needs a function of the library that the question itself reserves.
    check("second", lambda numbers: 2 * first(numbers))
    check("first", lambda numbers: second(numbers) // 2)
    out, err = capsys.readouterr()
    assert "✓ second" in out
    assert err.startswith("✗ first: This is the course's version")


def test_one_s_own_answer_counts_and_a_value_that_was_given_does_not(tick, capsys):
    labkit.stuck("second")
    check("second", lambda numbers: 2 * sum(numbers))
    value = labkit.stuck("value")
    assert value == 4.5
    check("value", value + 1e-12)
    out, err = capsys.readouterr()
    assert "✓ second" in out and "✗ value: This is the course's version" in err
