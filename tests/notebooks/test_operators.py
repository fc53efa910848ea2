"""Small mistakes in the solutions, made by operators, are refused: they need no hint of their own.

What survives shows which hidden case is missing, or that the change computes the same: then it is
in the list.
"""

import pytest

from tests.grader_accuracy import solutions
from tests.mutation.operators import mutants, mutated
from tests.notebooks.test_mutants import ASKED, found_in, named, namespace, questions, verdict

#: Changes of a question's solution that compute nothing else, and why.
SAME = """
classify-by-magnitude | valence > 0 -> valence >= 0 | A valence of 0 does not come there.
tune-strong-weight | -1 -> -2 | Every accuracy is larger than either.
telling-words | 0.0 -> -1.0 | Each number is overwritten below.
telling-words | 0.0 -> 1.0 | Each number is overwritten below.
weighted-line | (x - mean_x) * (y - mean_y) -> (x + mean_x) * (y - mean_y) | The weighted distances from the mean sum to 0.
weighted-line | (x - mean_x) * (y - mean_y) -> (x - mean_x) * (y + mean_y) | The weighted distances from the mean sum to 0.
claim | plus > minus -> plus >= minus | As many wins as losses are never significant.
power | for k in range(n + 1) -> for k in range(n + 2) | No outcome has more losses than reviews.
power | sign_test_p(n - k, k, 0) -> sign_test_p(n - k, k, -1) | Half of -1, rounded up, is 0.
fleiss-kappa | people = sum(table[0]) -> people = sum(table[1]) | Each item has as many judgements.
fleiss-kappa | people = sum(table[0]) -> people = sum(table[-1]) | Each item has as many judgements.
sampled-p | d > observed -> d >= observed | No difference misses it by exactly 1e-9.
exact-p | found_b, 1) -> found_b, 2) | Precision does not hang on the number of relations.
exact-p | found_a, 1) -> found_a, 2) | Precision does not hang on the number of relations.
exact-p | size([0] * -> size([-1] * | All exchanged, the difference has the same size.
exact-p | size([0] * -> size([1] * | All exchanged, the difference has the same size.
exact-p | size(coins) > -> size(coins) >= | No difference misses it by exactly 1e-9.
exact-p | (0, 1) -> (0, 2) | Any number but 0 exchanges a response.
exact-from-counts | spurious_b, 1) -> spurious_b, 2) | Precision does not hang on the number of relations.
exact-from-counts | spurious_a, 1) -> spurious_a, 2) | Precision does not hang on the number of relations.
exact-from-counts | size(i, j) > -> size(i, j) >= | No difference misses it by exactly 1e-9.
runs-beaten | sum(gains) > 0 -> sum(gains) >= 0 | A sum of 0 is never significant.
holm | corrected = [0.0] -> corrected = [1.0] | Each number is overwritten below.
holm | corrected = [0.0] -> corrected = [-1.0] | Each number is overwritten below.
holm | at_least = 0.0 -> at_least = -1.0 | No p-value is smaller than 0.
f1-gain | if sums[1] + sums[2] -> if sums[0] + sums[2] | Where one of them is 0, correct is 0, and so is F1.
f1-gain | if sums[1] + sums[2] -> if sums[2] + sums[2] | Where one of them is 0, correct is 0, and so is F1.
f1-gain | if sums[1] + sums[2] -> if sums[1] + sums[1] | Where one of them is 0, correct is 0, and so is F1.
"""
CHANGES = [tuple(line.split(" | ")) for line in SAME.strip().splitlines()]


def computes_the_same(question, mutant):
    """The changes in the list that a mutant makes."""
    return [
        change
        for asked, change, _ in CHANGES
        if asked == question and mutant.before.replace(*change.split(" -> "), 1) == mutant.after
    ]


@pytest.mark.long
@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_every_small_mistake_is_refused(pair):
    tick, question = pair
    asked, solution = questions(tick, True)[question], solutions(tick)[question]
    accepted = []
    for mutant in mutants(named(pair), solution):
        if computes_the_same(question, mutant):
            continue
        try:
            found = found_in(asked, namespace(tick, question, mutated(solution, mutant.number)))
        except Exception:  # the cell itself fails
            continue
        if verdict(asked, found) is None:
            accepted.append((mutant.before, mutant.after))
    assert accepted == []


def test_each_change_that_computes_the_same_is_still_made_once():
    made = [
        (question, change)
        for tick, question in ASKED
        for mutant in mutants(question, solutions(tick)[question])
        for change in computes_the_same(question, mutant)
    ]
    assert sorted(made) == sorted((question, change) for question, change, _ in CHANGES)
