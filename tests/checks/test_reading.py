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


#: Each parameter is read, one of them for nothing.
READS = """lexicon = {"a": 2}
def answer(tokens, table):
    len(table)
    return [lexicon[t] for t in tokens]"""
RECURSION = "def answer(t, lexicon): return t and answer(t[1:], lexicon) + [lexicon[t[0]]]"


@pytest.mark.parametrize(
    ("code", "outside"),
    [
        ("weights = [2]\ndef answer(tokens, k): return [weights[0] for t in tokens]", "weights"),
        ("weights = 3\nanswer = lambda tokens, k: weights * len(tokens)", "weights"),
        ("weights = 3\n@functools.cache\ndef answer(tokens, k): return weights", "weights"),
        ("weights = 3\ndef helper(t): return weights\nanswer = lambda t, k: helper(t)", "weights"),
        (READS, "lexicon"),
        # What is one's own is no outside.
        (RECURSION, None),
        (
            "memo = {}\nanswer = lambda t, lexicon: [memo.setdefault(w, lexicon[w]) for w in t]",
            None,
        ),
        ("def look(t, k): return [k[t[0]]]\ndef answer(t, k): return look(t, k)", None),
        ("d = {'b': 3}\nanswer = lambda t, lexicon, d=d: [(d | lexicon)[w] for w in t]", None),
        ("make = lambda k: lambda t, table: [k * table[w] for w in t]\nanswer = make(1)", None),
        ("def answer(t, lexicon): return np.array([lexicon[w] for w in t]).tolist()", None),
        ("from math import inf, pi\nanswer = lambda t, k: [round(pi) - 1] if inf else k", None),
        ("lexicon = tokens = 9\ndef answer(tokens, lexicon): return [lexicon[tokens[0]]]", None),
        (
            "data = [1]\ndef answer(*both): return [both[1][w] + 0 * len(data) for w in both[0]]",
            None,
        ),
    ],
)
def test_a_variable_in_place_of_a_parameter_is_found_and_nothing_else(code, outside):
    answer = notebook(code)["answer"]
    found = outcomes(answer, [(["a"], {"a": 2})], parameters=("tokens", "lexicon"))
    assert found == [Failure(FailureKind.OUTSIDE, detail=outside) if outside else Returned([2])]


def test_the_notebook_s_variables_are_put_back_and_may_be_read_where_no_parameter_is_named_so():
    variables = notebook(READS)
    held, inputs = variables["lexicon"], (["a"], {"a": 2})
    outcomes(variables["answer"], [inputs], parameters=["lexicon"])
    assert variables["lexicon"] is held
    assert outcomes(variables["answer"], [inputs]) == [Returned([2])]


@pytest.mark.parametrize("answer", [np.mean, max, 3, functools.partial(max, 1)])
def test_libraries_are_not_looked_into(answer):
    assert data_read(answer) == {} and not ignores_a_parameter(answer)
