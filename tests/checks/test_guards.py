"""What may not answer for the student: library functions, and the course's own versions."""

import functools
import importlib
import sys
from types import FunctionType

import pytest
from scipy import stats

import labkit
from labkit import sign_test
from labkit.checks.feedback import check
from labkit.checks.guards import gave_up, judging
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcomes
from labkit.report import significance_triangle
from labkit.significance import sign
from tests.checks.tricks import course

NAMES = ("labkit.significance:sign_test",)
WORDS = "this question asks you to compute it: {} is switched off while your answer is checked"


def refused(name):
    return Failure(FailureKind.RAISED, "PermissionError", WORDS.format(name))


def by_another_function(plus, minus):
    scores = {"a": [1] * plus + [0] * minus, "b": [0] * plus + [1] * minus}
    return significance_triangle(scores).pvalues.iloc[1, 0]


WAYS = [
    lambda plus, minus: sign_test(plus, minus).pvalue,
    lambda plus, minus: sign.sign_test(plus=plus, minus=minus, ties=0).pvalue,
    by_another_function,
]


@pytest.mark.parametrize("answer", WAYS)
def test_every_way_to_the_function_is_refused_and_open_again_afterwards(answer):
    before = outcomes(answer, [(8, 2)])
    assert before == [Returned(pytest.approx(0.109375))]
    found = outcomes(answer, [(8, 2), (3, 3)], NAMES)
    assert found == [refused("labkit.significance.sign_test")] * 2
    assert outcomes(answer, [(8, 2)]) == before


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("scipy.stats:binom.cdf", lambda: stats.binom.cdf(2, 5, 0.5)),
        ("labkit.metrics:f1", lambda: labkit.metrics.f1([1, 2, 3])),
        ("labkit.laws:PowerLaw.__call__", lambda: labkit.laws.PowerLaw(2, 1)(3)),
        ("labkit.tuning:CrossValidation.mean", lambda: labkit.tuning.CrossValidation([1]).mean),
    ],
)
def test_methods_and_properties_are_switched_off_as_well(name, answer):
    assert outcomes(answer, [()], [name]) == [refused(name.replace(":", "."))]
    assert isinstance(outcomes(answer, [()])[0], Returned)


def test_what_an_answer_imports_is_switched_off_when_it_does(monkeypatch):
    name = "labkit.agreement:fleiss_kappa"
    monkeypatch.setattr(labkit, "agreement", labkit.agreement)  # put back afterwards, as the module
    monkeypatch.delitem(sys.modules, "labkit.agreement", raising=False)

    def answer():
        return importlib.import_module("labkit.agreement").fleiss_kappa([[2, 0], [0, 2]])

    # What is not imported is not for this: it may take a second.
    assert outcomes(lambda: 1.0, [()], [name]) == [Returned(1.0)]
    assert "labkit.agreement" not in sys.modules
    assert outcomes(answer, [(), ()], [name]) == [refused("labkit.agreement.fleiss_kappa")] * 2


def test_the_function_comes_back_when_the_answer_breaks():
    with pytest.raises(KeyboardInterrupt), judging("test", NAMES):
        raise KeyboardInterrupt
    assert sign_test(8, 2).pvalue == pytest.approx(0.109375)


CHECKS = """
from labkit.checks import Case, Question, equals
def question(name, factor, without=()):
    cases = (Case(([1, 1],), equals(factor * 2)), Case(([1, 0, 2],), equals(factor * 3)))
    return Question(name, name, 2, {"other": "No."}, cases, without)
QUESTIONS = [
    question("first", 1, ("labkit.corpora:tokenize",)),
    question("second", 2, ("labkit.corpora:tokenize",)),
    Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4.5)),)),
]
"""

STUCK = """
from labkit.checks import version
from labkit.corpora import tokenize
first = version("first")(lambda numbers: sum(map(int, tokenize(" ".join(map(str, numbers))))))
second = version("second")(lambda numbers: 2 * sum(numbers))
value = version("value")(lambda: 4.5)
"""


@pytest.fixture
def tick(tmp_path, monkeypatch):
    """The student is in the folder of a tick."""
    for name, text in (("checks.py", CHECKS), ("stuck.py", STUCK)):
        (course(tmp_path) / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(course(tmp_path)))
    yield
    gave_up.clear()


DISGUISES = [
    lambda given: given,
    lambda given: lambda numbers: given(numbers),
    lambda given: functools.partial(given),
    lambda given: lambda numbers: given.function(numbers),
    lambda given: FunctionType(given.function.__code__, given.function.__globals__),
    lambda given: lambda numbers: 2 * sum(numbers),  # whose it is, nobody can see
]


def test_what_a_notebook_takes_stays_open_and_one_s_own_answer_counts(tick, capsys):
    check("second", lambda numbers: 2 * sum(numbers))
    assert "✓ second" in capsys.readouterr().out
    given, value = labkit.stuck("second"), labkit.stuck("value")
    assert value == 4.5
    answers = [("second", disguised(given)) for disguised in DISGUISES]
    for name, answer in [*answers, ("value", value + 1e-12)]:
        check(name, answer)
        said = f"◐ {name}: To earn the points, delete the line with stuck"
        assert said in capsys.readouterr().out and given([1, 2]) == 6


def test_a_version_helps_later_answers_only(tick, capsys):
    first = labkit.stuck("first")
    # Although it needs a function of the library that is switched off for the question itself.
    check("second", lambda numbers: 2 * first(numbers))
    assert "✓ second" in capsys.readouterr().out
    for name in ("first", "second"):
        gave_up.clear()
        check(name, lambda numbers: labkit.stuck("second")(numbers))
        assert "RuntimeError: the course's version" in capsys.readouterr().out
