"""Tick 4: the course's versions of answers that later cells need; adapters over the library."""

import numpy as np
from scipy import stats

from labkit import count_outcomes, sign_test
from labkit.checks import version


@version("tail-probability")
def tail_probability(k, n):
    """Ask scipy."""
    return float(stats.binom.cdf(k, n, 0.5))


@version("count-wins")
def count_wins(predicted_a, predicted_b, labels):
    """Ask the lab's count, of who is right."""
    right = np.equal([predicted_a, predicted_b], [labels, labels]).astype(int)
    return tuple(count_outcomes(*right))


@version("split-ties")
def split_ties(plus, minus, ties):
    """Ask scipy for the smaller side, and for the mean of both."""
    sides = np.add([plus, minus], np.ceil(ties / 2))
    return int(stats.tmin(sides)), int(2 * stats.tmean(sides))


@version("sign-test")
def sign_test_p(plus, minus, ties):
    """Ask the lab's test."""
    return sign_test(plus, minus, ties).pvalue


@version("power")
def power(n, q, alpha):
    """Ask the lab's test which outcomes it rejects, and scipy how probable they are."""
    events = np.arange(n + 1)
    rejected = [sign_test(n - k, k).is_significant(alpha) for k in events.tolist()]
    return float(stats.binom.pmf(events[rejected], n, q).sum())


@version("best-of-many")
def false_alarm(m, alpha):
    """Ask scipy for the p-value of the smallest of m that are alpha each."""
    return float(stats.combine_pvalues(np.full(m, alpha), method="tippett").pvalue)
