"""The demonstration of both tests: what it says of them, by every shuffle and every resample in turn."""

from fractions import Fraction
from itertools import product

import pytest

from tests.demos.oracles import shuffle_or_resample as oracle

OUTCOMES = [
    (n, plus, minus)
    for n in range(1, 7)
    for plus in range(n + 1)
    for minus in range(min(plus, n - plus) + 1)
]


@pytest.mark.parametrize(("n", "plus", "minus"), OUTCOMES)
def test_each_p_is_the_share_of_all_that_could_be_drawn(n, plus, minus):
    items = [1] * plus + [-1] * minus + [0] * (n - plus - minus)
    observed = sum(items)
    shuffled = [sum(item * sign for item, sign in zip(items, signs, strict=True))
                for signs in product((1, -1), repeat=n)]  # fmt: skip
    resampled = [sum(drawn) for drawn in product(items, repeat=n)]
    at_least = Fraction(sum(gain >= observed for gain in shuffled), len(shuffled))
    above = Fraction(sum(gain > 2 * observed for gain in resampled), len(resampled))
    found = oracle.numbers(n=n, plus=plus, minus=minus)
    assert found["shuffled"]["pvalue"] == pytest.approx(float(at_least))
    assert found["resampled"]["pvalue"] == pytest.approx(float(above) if plus else 1)


def test_the_bootstrap_s_p_is_the_smaller_one_and_nearer_where_more_items_differ():
    def both(n, plus, minus):
        found = oracle.numbers(n=n, plus=plus, minus=minus)
        return found["shuffled"]["pvalue"], found["resampled"]["pvalue"]

    for n in range(1, 21):
        for plus in range(1, n + 1):
            for minus in range(min(plus, n - plus) + 1):
                shuffled, resampled = both(n, plus, minus)
                assert shuffled > resampled, (n, plus, minus)
    few, many = both(20, 7, 2), both(200, 63, 46)
    assert few[0] / few[1] > 4 and many[0] / many[1] < 1.4
