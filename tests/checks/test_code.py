"""What a function reads is found, and no right answer is taken for wrong."""

import functools

import numpy as np
import pytest

from labkit.checks.code import data_read, graded_cell, makes
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcomes
from labkit.checks.questions import load_questions
from tests.ticks import TICKS
from tests.ticks import notebook as given


def notebook(code):
    """The variables of a notebook after some code."""
    variables = {"__name__": "__main__", "np": np, "functools": functools}
    exec(code, variables)
    return variables


MEMO = "memo = {}\nanswer = lambda t, lexicon: [memo.setdefault(w, lexicon[w]) for w in t]"
BOTH = "data = [1]\ndef answer(*both): return [both[1][w] + 0 * len(data) for w in both[0]]"
RECURSION = "def answer(t, lexicon): return t and answer(t[1:], lexicon) + [lexicon[t[0]]]"


@pytest.mark.parametrize(
    ("code", "outside"),
    [
        ("weights = [2]\ndef answer(tokens, k): return [weights[0] for t in tokens]", "weights"),
        ("weights = 3\nanswer = lambda tokens, k: weights * len(tokens)", "weights"),
        ("weights = 3\n@functools.cache\ndef answer(tokens, k): return weights", "weights"),
        # What is one's own is no outside.
        (RECURSION, None),
        ("outer = {'a': 2}\nanswer = lambda outer, k: [2 for t in outer]", None),
        (MEMO, None),
        ("def look(t, k): return [k[t[0]]]\ndef answer(t, k): return look(t, k)", None),
        ("d = {'b': 3}\nanswer = lambda t, lexicon, d=d: [(d | lexicon)[w] for w in t]", None),
        ("make = lambda k: lambda t, table: [k * table[w] for w in t]\nanswer = make(1)", None),
        ("def answer(t, lexicon): return np.array([lexicon[w] for w in t]).tolist()", None),
        ("lexicon = tokens = 9\ndef answer(tokens, lexicon): return [lexicon[tokens[0]]]", None),
        (BOTH, None),
    ],
)
def test_a_variable_in_place_of_a_parameter_is_found_and_nothing_else(code, outside):
    answer = notebook(code)["answer"]
    found = outcomes(answer, [(["a"], {"a": 2})])
    assert found == [Failure(FailureKind.OUTSIDE, detail=outside) if outside else Returned([2])]


@pytest.mark.parametrize("answer", [np.mean, max, 3, functools.partial(max, 1)])
def test_libraries_are_not_looked_into(answer):
    assert data_read(answer) == []


def test_a_comparison_makes_no_answer():
    made = ["p = 0.5", "p: float = 0.5", "def p(x):", "p == 0.5", 'p = labkit.stuck("p")', "p2 = 1"]
    assert [makes(source, "p") for source in made] == [True] * 3 + [False] * 3


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_each_tick_has_one_cell_for_each_answer_and_it_is_the_one_that_is_graded(tick):
    code = [cell.source for cell in given(tick).cells if cell.cell_type == "code"]
    for name, asked in load_questions(tick).items():
        (made,) = (source for source in code if makes(source, asked.answer))
        assert f'check("{name}", {asked.answer})' in code
        assert graded_cell(code, name, asked.answer) == made
