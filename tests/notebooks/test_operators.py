"""Small mistakes in the solutions, made by operators, are refused: they need no hint of their own.

What survives in a slow run shows which hidden case is missing, or that the change computes the
same: then it is in the list.
"""

import tomllib
from pathlib import Path

import pytest

from tests.grader_accuracy import solutions
from tests.mutation.operators import drawn, mutants, mutated
from tests.notebooks.test_mutants import ASKED, found_in, named, namespace, questions, verdict

#: (question, before, after) -> why the change computes nothing else.
SAME = {
    (entry["question"], entry["before"], entry["after"]): entry["why"]
    for entry in tomllib.loads(Path(__file__).with_name("operators.toml").read_text("utf8"))["same"]
}
A_HANDFUL = 2


def changes(pair, n):
    """The changes of a question's solution, or so many of them, without those that change nothing."""
    tick, question = pair
    found = mutants(named(pair), solutions(tick)[question])
    known = [m for m in found if (question, m.before, m.after) in SAME]
    return drawn([m for m in found if m not in known], n, 1)


def survivors(pair, n):
    tick, question = pair
    asked = questions(tick, True)[question]
    for mutant in changes(pair, n):
        code = mutated(solutions(tick)[question], mutant.number)
        try:
            found = found_in(asked, namespace(tick, question, code))
        except Exception:  # the cell itself fails
            continue
        if verdict(asked, found) is None:
            yield mutant.before, mutant.after


@pytest.mark.slow
@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_a_handful_of_small_mistakes_is_refused(pair):
    assert list(survivors(pair, A_HANDFUL)) == []


@pytest.mark.long
@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_every_small_mistake_is_refused(pair):
    assert list(survivors(pair, 10**6)) == []


def test_each_change_that_computes_the_same_is_still_made_and_has_a_reason():
    made = {
        (pair[1], mutant.before, mutant.after)
        for pair in ASKED
        for mutant in mutants(named(pair), solutions(pair[0])[pair[1]])
    }
    assert set(SAME) <= made
    assert all(len(why.split()) > 3 for why in SAME.values())
