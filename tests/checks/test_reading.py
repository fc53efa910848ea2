"""What a function reads is found, and no right answer is taken for wrong."""

import functools

import numpy as np
import pytest

from labkit.checks.outcomes import Failure, FailureKind, Returned, outcomes
from labkit.checks.reading import data_read, ignores_a_parameter


def notebook(code):
    """The variables of a notebook after some code."""
    variables = {"__name__": "__main__", "np": np, "functools": functools}
    exec(code, variables)
    return variables


def ran(code, inputs, parameters=()):
    (found,) = outcomes(notebook(code)["answer"], [inputs], parameters=parameters)
    return found


@pytest.mark.parametrize(
    "code",
    [
        "weights = {'a': 1}\ndef answer(tokens, lexicon): return sum(weights[t] for t in tokens)",
        "weights = ['POS']\ndef answer(tokens, lexicon):\n    def inner(t): return weights[0]\n"
        "    return [inner(t) for t in tokens]",
        "weights = {'a': 1}\ndef helper(tokens): return [weights[t] for t in tokens]\n"
        "def answer(tokens, lexicon): return helper(tokens)",
        "weights = 3\nanswer = lambda tokens, strong: weights * len(tokens)",
        "weights = np.array([1])\n@functools.cache\ndef answer(tokens, k): return int(weights.sum())",
    ],
)
def test_a_variable_in_place_of_a_parameter_is_found(code):
    assert ran(code, (("a",), 2)) == Failure(FailureKind.OUTSIDE, detail="weights")


@pytest.mark.parametrize(
    "code",
    [
        "def answer(tokens, lexicon): return [lexicon[t] for t in tokens]",
        "STOPS = {'.', ','}\ndef answer(tokens, lexicon):\n"
        "    return [lexicon[t] for t in tokens if t not in STOPS]",
        "memo = {}\ndef answer(tokens, lexicon):\n"
        "    if 'x' not in memo: memo['x'] = 1\n    return [lexicon[t] for t in tokens]",
        "def look(t, lexicon): return lexicon[t]\n"
        "def answer(tokens, lexicon): return [look(t, lexicon) for t in tokens]",
        "default = {'b': 3}\ndef answer(tokens, lexicon, default=default):\n"
        "    return [(default | lexicon)[t] for t in tokens]",
        "def general(k, tokens, lexicon): return [k * lexicon[t] for t in tokens]\n"
        "answer = functools.partial(general, 1)",
        "class Model:\n    k = 1\n"
        "    def __call__(self, tokens, lexicon): return [self.k * lexicon[t] for t in tokens]\n"
        "answer = Model()",
        "def make(k):\n    def answer(tokens, lexicon): return [k * lexicon[t] for t in tokens]\n"
        "    return answer\nanswer = make(1)",
        "def answer(tokens, lexicon):\n    array = np.array([lexicon[t] for t in tokens])\n"
        "    return array.tolist()",
        "def answer(tokens, lexicon):\n    if not tokens: return []\n"
        "    return answer(tokens[:-1], lexicon) + [lexicon[tokens[-1]]]",
        "from math import inf, pi\ndef answer(tokens, unused):\n"
        "    return [round(pi) - 1] if inf > 1 else unused",
        "lexicon = {'a': 9}\ntokens = ['b']\n"
        "def answer(tokens, lexicon): return [lexicon[token] for token in tokens]",
        "data = [1]\ndef answer(*both): return [both[1][t] + 0 * len(data) for t in both[0]]",
    ],
)
def test_what_is_ones_own_is_no_outside(code):
    assert ran(code, (["a"], {"a": 2}), ("tokens", "lexicon")) == Returned([2])


@pytest.mark.parametrize(
    "code",
    [
        # Each parameter is read, one of them for nothing.
        "lexicon = {'a': 2}\ndef answer(tokens, table):\n    len(table)\n"
        "    return [lexicon[t] for t in tokens]",
        "lexicon = {'a': 2}\ndef answer(tokens, table):\n    try: return [lexicon[t] for t in tokens]\n"
        "    except Exception: return table",
    ],
)
def test_with_the_notebook_s_variable_gone_the_result_is_the_same(code):
    inputs, outside = (["a"], {"a": 2}), Failure(FailureKind.OUTSIDE, detail="lexicon")
    assert ran(code, inputs) == Returned([2])
    assert ran(code, inputs, ("tokens", "lexicon")) == outside


def test_the_notebook_s_variables_are_put_back():
    variables = notebook("lexicon = {'a': 2}\ndef answer(t): return lexicon[t]")
    held = variables["lexicon"]
    outcomes(variables["answer"], [("a",)], parameters=["lexicon"])
    assert variables["lexicon"] is held


@pytest.mark.parametrize("answer", [np.mean, max, 3])
def test_libraries_are_not_looked_into(answer):
    assert data_read(answer) == {} and not ignores_a_parameter(answer)
