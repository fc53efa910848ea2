"""What holds for the answer to every question: generated from each question's own solution.

An answer that changes what it is given, works with a variable of the notebook in place of its
argument, prints its result or takes too long meets the hint that says so; and a number is right in
every form that equals it.
"""

import time
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from labkit.checks.outcomes import outcomes, read_reply, write_reply
from labkit.checks.plain_data import encode
from labkit.checks.questions import load_questions, most_telling
from tests.notebooks.test_mutants import crossed, namespace
from tests.ticks import TICKS

#: Cases with longer inputs say nothing here that the others do not.
SHORT = 20_000

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


@cache
def asked(tick, hidden=False):
    """The questions of a tick with their short cases, those that students see or all, and its solutions."""
    variables = namespace(tick)
    found = []
    for question in load_questions(tick, hidden=hidden).values():
        short = tuple(case for case in question.cases if len(encode(case.inputs)) < SHORT)
        found.append((replace(question, cases=short), variables[question.answer]))
    return found


def functions(tick, hidden=False):
    return [(question, answer) for question, answer in asked(tick, hidden) if callable(answer)]


def hint(question, answer):
    """The key of the hint that a student would see, or None."""
    inputs = crossed([case.inputs for case in question.cases])
    seconds = [case.seconds for case in question.cases]
    found = outcomes(answer, inputs, question.without, seconds=seconds)
    telling = most_telling(question.judge(read_reply(write_reply(found), len(found))))
    return telling and telling[1].key


def changing(answer):
    """The same answer, which then changes the first thing that can be changed."""

    def changes(*inputs):
        result = crossed(answer(*inputs))
        return result if any(change(value) for value in inputs) else None

    return changes


def change(value):
    if isinstance(value, list):
        value.append(0)
    elif isinstance(value, dict):
        value["and another"] = 0
    elif isinstance(value, set):
        value.add("and another")
    else:
        return False
    return True


def can_change(question):
    return any(isinstance(v, (list, dict, set)) for v in question.cases[0].inputs)


@ticks
def test_an_answer_that_changes_what_it_is_given_is_not_right(tick):
    concerned = [(q, answer) for q, answer in functions(tick) if can_change(q)]
    found = {q.name: hint(q, changing(answer)) for q, answer in concerned}
    assert found == {question.name: "changed" for question, _ in concerned}


@ticks
def test_an_answer_that_works_with_the_notebook_s_variables_is_not_right(tick):
    for question, answer in functions(tick):
        names = [f"given_{i}" for i, _ in enumerate(question.cases[0].inputs)]
        variables = {"solution": answer, "data": crossed(question.cases[0].inputs)}
        exec(f"def ignores({', '.join(names)}): return solution(*data)", variables)
        assert hint(question, variables["ignores"]) == "outside", question.name


@pytest.mark.slow
@ticks
def test_an_answer_that_reads_what_the_text_calls_its_parameters_is_not_right(tick):
    for question, answer in functions(tick, hidden=True):
        for name in question.parameters[:1]:
            variables = {"solution": answer, name: crossed(question.cases[0].inputs[0])}
            count = len(question.cases[0].inputs) - 1
            others = [f"other_{i}" for i in range(count)]
            signature = ", ".join(["first", *others])
            called = ", ".join([f"{name} if first is not {name} else first", *others])
            exec(f"def reads({signature}): return solution({called})", variables)
            assert hint(question, variables["reads"]) is not None, question.name


@ticks
def test_an_answer_that_prints_is_told_to_return(tick, capsys):
    for question, answer in functions(tick):
        assert hint(question, lambda *inputs, f=answer: print(f(*inputs))) == "printed"
        assert hint(question, lambda *inputs: None) == "unanswered"


@pytest.mark.slow
@ticks
def test_an_answer_that_takes_too_long_is_told_so(tick):
    for question, _ in functions(tick)[:1]:
        quick = tuple(replace(case, seconds=0.02) for case in question.cases)
        assert hint(replace(question, cases=quick), lambda *_: time.sleep(9)) == "slow"


FORMS = {
    "numpy": lambda n: np.float64(n) if isinstance(n, float) else np.int64(n),
    "Fraction": lambda n: Fraction(n) if np.isfinite(n) else n,
    "Decimal": Decimal,
    "int or float": lambda n: float(n) if isinstance(n, int) or not n.is_integer() else int(n),
}


def in_form(value, form):
    """A value with each of its numbers in another form."""
    if isinstance(value, dict):
        return {key: in_form(item, form) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(in_form(item, form) for item in value)
    return form(value) if type(value) in (int, float) else value


@pytest.mark.slow
@ticks
@pytest.mark.parametrize("form", FORMS)
def test_a_number_is_right_in_every_form_that_equals_it(tick, form):
    for question, answer in asked(tick):
        if callable(answer):
            other = lambda *inputs, f=answer: in_form(crossed(f(*inputs)), FORMS[form])  # noqa: E731
        else:
            other = in_form(crossed(answer), FORMS[form])
        assert hint(question, other) is None, question.name


@ticks
def test_true_is_no_number(tick):
    for question, answer in functions(tick):
        values = [crossed(answer(*crossed(case.inputs))) for case in question.cases]
        if any(type(value) in (int, float) and value in (0, 1) for value in values):
            other = lambda *inputs, f=answer: yes_or_no(crossed(f(*inputs)))  # noqa: E731
            assert hint(question, other) is not None, question.name


def yes_or_no(value):
    return bool(value) if value in (0, 1) else value
