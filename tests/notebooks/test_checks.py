"""The ticks' questions: each hint has words, no value breaks a judge, and checks answer soon."""

import inspect
import re
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings

from labkit import check
from labkit.checks import feedback
from labkit.checks.outcomes import Returned
from labkit.checks.questions import load_questions
from tests.checks.values import VALUES
from tests.ticks import TICKS, imports, notebook, solution_cells


@pytest.fixture(scope="module")
def cases():
    """Each case of each question of the ticks: the question, and the case's place in it."""
    return [
        (question, position)
        for tick in TICKS
        for question in load_questions(tick, hidden=True).values()
        for position in range(len(question.cases))
    ]


@pytest.mark.long
def test_judges_of_the_ticks_never_break(cases):
    @settings(max_examples=6)
    @given(value=VALUES)
    def judged(question, value):
        hints = question.judge([Returned(value)] * len(question.cases))
        assert all(h is None or h.text for h in hints)

    for asked in {question.name: question for question, _ in cases}.values():
        judged(asked)


def mistakes(judge):
    """The mistakes that a judge made by ``equals`` knows, however it is wrapped."""
    inside = inspect.getclosurevars(judge).nonlocals
    if {"mistakes", "names"} <= inside.keys():  # of ``equals``
        return inside["mistakes"]
    return next((mistakes(j) for j in inside.values() if inspect.isfunction(j)), {})


def test_each_mistake_has_words(cases):
    recognised = 0
    for question, position in cases:
        case = question.cases[position]
        for key, value in mistakes(case.judge).items():
            assert re.sub("_([2-9]|[1-9][0-9]+)$", "", key) in {*question.hints, "rounded"}
            (found,) = replace(question, cases=(case,)).judge([Returned(value)])
            # Two mistakes can look the same in one case; some case tells them apart.
            assert found.text
            recognised += found.key == re.sub("_([2-9]|[1-9][0-9]+)$", "", key)
    assert recognised > 40


def test_questions_are_well_formed(cases):
    for question, _ in cases:
        assert question.name and question.answer.isidentifier()
        assert "other" in question.hints or question.points == 0
        for text in question.hints.values():
            assert text.endswith((".", "?", ".)"))


@pytest.mark.long
@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_every_check_answers_soon(tick, monkeypatch, capsys):
    monkeypatch.chdir(tick)
    monkeypatch.setattr(feedback, "_earned", {})
    variables, times = {"check": check}, {}
    for code in (imports(tick), *solution_cells(tick).values()):
        exec(code, variables)
    check("none", 0)  # reads the questions
    for cell in notebook(tick).cells:
        if cell.source.startswith("check("):
            start = time.process_time()
            exec(cell.source, variables)
            times[cell.source] = time.process_time() - start
    assert times and max(times.values()) < 2
    out = capsys.readouterr().out
    assert out.count("✓") == len(times) and "the end of this tick" in out
