"""Small mistakes in the solutions, made by operators, are refused: they need no hint of their own.

What survives shows which hidden case is missing, or that the change computes the
same: then it is in the list.
"""

import tomllib
from pathlib import Path

import pytest

from tests.grader_accuracy import solutions
from tests.mutation.operators import mutants, mutated
from tests.notebooks.test_mutants import ASKED, found_in, named, namespace, questions, verdict

#: (question, before, after) -> why the change computes nothing else.
SAME = {
    (entry["question"], entry["before"], entry["after"]): entry["why"]
    for entry in tomllib.loads(Path(__file__).with_name("operators.toml").read_text("utf8"))["same"]
}


@pytest.mark.long
@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_every_small_mistake_is_refused(pair):
    tick, question = pair
    asked, solution = questions(tick, True)[question], solutions(tick)[question]
    accepted = []
    for mutant in mutants(named(pair), solution):
        if (question, mutant.before, mutant.after) in SAME:
            continue
        try:
            found = found_in(asked, namespace(tick, question, mutated(solution, mutant.number)))
        except Exception:  # the cell itself fails
            continue
        if verdict(asked, found) is None:
            accepted.append((mutant.before, mutant.after))
    assert accepted == []


def test_each_change_that_computes_the_same_is_still_made_and_has_a_reason():
    made = {
        (pair[1], mutant.before, mutant.after)
        for pair in ASKED
        for mutant in mutants(named(pair), solutions(pair[0])[pair[1]])
    }
    assert set(SAME) <= made
    assert all(len(why.split()) > 3 for why in SAME.values())
