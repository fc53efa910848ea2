"""What holds for the answer to every question: generated from each question's own solution.

An answer that changes what it is given, works with a variable of the notebook in place of its
argument or prints its result meets the hint that says so; and a number is right as int and as float.
"""

import time
from dataclasses import replace
from functools import cache

import pytest

from labkit import check
from labkit.checks import feedback
from labkit.checks.plain_data import encode
from tests.notebooks.test_mutants import crossed, found_in, namespace, questions, verdict
from tests.ticks import TICKS

#: Cases with longer inputs say nothing here that the others do not.
SHORT = 20_000

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


@cache
def solved(tick, hidden=False):
    """The questions of a tick with their short cases, those that students see or all, and its solutions."""
    variables, found = namespace(tick), []
    for question in questions(tick, hidden).values():
        short = tuple(case for case in question.cases if len(encode(case.inputs)) < SHORT)
        found.append((replace(question, cases=short), variables[question.answer]))
    return found


def functions(tick, hidden=False):
    return [(question, answer) for question, answer in solved(tick, hidden) if callable(answer)]


def hint(question, answer):
    """The key of the hint that a student would see, or None."""
    telling = verdict(question, found_in(question, {question.answer: answer}))
    return telling and telling[1].key


def printing(answer, inputs):
    return lambda *given: print(answer(*given))


def forgetting(answer, inputs):
    return lambda *given: None


def changing(answer, inputs):
    """The same answer, which then changes what can be changed."""

    def changes(*given):
        result = crossed(answer(*given))
        for value in given:
            match value:
                case list():
                    value.append(0)
                case dict():
                    value["and another"] = 0
                case set():
                    value.add("and another")
        return result

    return changes


def ignoring(answer, inputs):
    """An answer that works with the notebook's variables, whatever it is given."""
    variables = {"solution": answer, "data": crossed(inputs)}
    names = ", ".join(f"given_{i}" for i, _ in enumerate(inputs))
    exec(f"def ignores({names}): return solution(*data)", variables)
    return variables["ignores"]


WRONG = {"printed": printing, "unanswered": forgetting, "changed": changing, "outside": ignoring}


@ticks
@pytest.mark.parametrize("key", WRONG)
def test_the_commonest_mistakes_meet_their_hint(tick, key, capsys):
    found = {
        question.name: hint(question, WRONG[key](answer, question.cases[0].inputs))
        for question, answer in functions(tick)
        if key != "changed"
        or any(isinstance(v, list | dict | set) for v in question.cases[0].inputs)
    }
    assert found == dict.fromkeys(found, key)


@pytest.mark.slow
@ticks
def test_an_answer_that_reads_what_the_text_calls_its_parameters_is_not_right(tick):
    for question, answer in functions(tick, hidden=True):
        for name in question.parameters[:1]:
            first, *others = question.cases[0].inputs
            variables = {"solution": answer, name: crossed(first)}
            rest = "".join(f", other_{i}" for i, _ in enumerate(others))
            read = f"{name} if first is not {name} else first"
            exec(f"def reads(first{rest}): return solution({read}{rest})", variables)
            assert hint(question, variables["reads"]) is not None, question.name


def giving(answer, change):
    """An answer whose result is changed."""
    return lambda *given: change(crossed(answer(*given)))


def int_or_float(value):
    """A value with each whole float in it as int, and each int as float."""
    if isinstance(value, dict):
        return {key: int_or_float(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(int_or_float, value))
    if type(value) is float and value.is_integer():
        return int(value)
    return float(value) if type(value) is int else value


@ticks
def test_a_number_is_right_as_int_and_as_float(tick):
    for question, answer in solved(tick):
        same = giving(answer, int_or_float) if callable(answer) else int_or_float(answer)
        assert hint(question, same) is None, question.name


def truths(value, kind):
    """A value in which each 0 and 1 of a type is False or True."""
    if isinstance(value, dict):
        return {key: truths(item, kind) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(truths(item, kind) for item in value)
    return bool(value) if type(value) is kind and value in (0, 1) else value


@ticks
def test_true_is_a_whole_number_and_no_float(tick):
    for question, _ in solved(tick, hidden=True):
        for case in question.cases:
            if case.expected is ... or case.judge(case.expected):
                continue  # it is no value, or says in words what is
            assert case.judge(truths(case.expected, int)) is None, question.name
            truth = truths(case.expected, float)
            # As text: to Python 1 and True are equal.
            assert (case.judge(truth) is None) == (repr(truth) == repr(case.expected))


@ticks
@pytest.mark.parametrize("digits", [2, 3])
def test_a_rounded_answer_is_told_that_it_is_rounded(tick, digits):
    def rounded(value):
        if isinstance(value, dict):
            return {key: rounded(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(map(rounded, value))
        return round(value, digits) if type(value) is float else value

    found = {
        question.name: hint(
            question, giving(answer, rounded) if callable(answer) else rounded(answer)
        )
        for question, answer in solved(tick)
    }
    assert {*found.values()} <= {None, "rounded"}, found


@pytest.mark.long
@ticks
def test_every_check_answers_soon(tick, monkeypatch, capsys):
    monkeypatch.chdir(tick)
    monkeypatch.setattr(feedback, "_earned", {})
    variables, times = namespace(tick), []
    check("none", 0)  # reads the questions
    for name, question in questions(tick, False).items():
        start = time.process_time()
        check(name, variables[question.answer])
        times.append(time.process_time() - start)
    # A dot is for an answer whose form alone can be checked here.
    marks = [line[0] for line in capsys.readouterr().out.splitlines() if line[0] in "✓•✗"]
    assert max(times) < 2 and len(marks) == len(times) and "✗" not in marks
