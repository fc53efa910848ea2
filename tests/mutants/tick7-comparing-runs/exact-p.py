# %% wrong: one_sided - the observed direction is the one that counts
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return sum(x >= abs(sum(gains)) for x in sums) / len(sums)


# %% wrong: strict - extreme means more than what was observed
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return sum(abs(x) > abs(sum(gains)) for x in sums) / len(sums)


# %% wrong: plus_one - the formula of the part before
def exact_p(gains):
    vectors = list(itertools.product([1, -1], repeat=len(gains)))
    return sampled_p(count_extreme(gains, vectors), len(vectors))


# %% wrong: count - the shuffles are counted
def exact_p(gains):
    return count_extreme(gains, itertools.product([1, -1], repeat=len(gains)))


# %% wrong: doubled - two-sided is twice
def exact_p(gains):
    return 2 * count_extreme(gains, itertools.product([1, -1], repeat=len(gains))) / 2 ** len(gains)


# %% wrong: above_one - two tails, added up
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return 2 * sum(x >= abs(sum(gains)) for x in sums) / len(sums)


# %% wrong: confidence - how sure we are
def exact_p(gains):
    return 1 - count_extreme(gains, itertools.product([1, -1], repeat=len(gains))) / 2 ** len(gains)


# %% right: topic by topic, with the sums counted
from collections import Counter


def exact_p(gains):
    ways = Counter({0: 1})
    for gain in gains:
        longer = Counter()
        for total, number in ways.items():
            longer[total + gain] += number
            longer[total - gain] += number
        ways = longer
    extreme = sum(number for total, number in ways.items() if abs(total) >= abs(sum(gains)))
    return extreme / 2 ** len(gains)


# %% right: the bits of a number are the signs
def exact_p(gains):
    n, extreme = len(gains), 0
    for number in range(2**n):
        total = sum(gain if number >> place & 1 else -gain for place, gain in enumerate(gains))
        extreme += abs(total) >= abs(sum(gains))
    return extreme / 2**n


# %% wrong: sampled - a hundred thousand shuffles are nearly all
import random


def exact_p(gains):
    coins = random.Random(3)
    vectors = [coins.choices([1, -1], k=len(gains)) for _ in range(20_000)]
    return count_extreme(gains, vectors) / len(vectors)


# %% wrong: sampled - the way of part 3
import random


def exact_p(gains):
    coins = random.Random(5)
    vectors = [coins.choices([1, -1], k=len(gains)) for _ in range(9_999)]
    return sampled_p(count_extreme(gains, vectors), len(vectors))


# %% wrong: sampled - scipy with too few resamples
import numpy as np
from scipy.stats import permutation_test


def exact_p(gains):
    found = permutation_test(
        (gains,), np.sum, permutation_type="samples", n_resamples=12, rng=np.random.default_rng(1)
    )
    return found.pvalue


# %% wrong: one_sided - scipy, in one direction
import numpy as np
from scipy.stats import permutation_test


def exact_p(gains):
    found = permutation_test(
        (gains,), np.sum, permutation_type="samples", alternative="greater", n_resamples=np.inf
    )
    return found.pvalue


# %% wrong: observed_left_out - the observed one is no shuffle
def exact_p(gains):
    vectors = list(itertools.product([1, -1], repeat=len(gains)))
    return (count_extreme(gains, vectors) - 1) / (len(vectors) - 1)


# %% wrong: ranks - Wilcoxon's test is exact, too
from scipy.stats import wilcoxon


def exact_p(gains):
    return wilcoxon(gains, zero_method="zsplit").pvalue


# %% wrong: t_test - the test for means
from scipy.stats import ttest_1samp


def exact_p(gains):
    return ttest_1samp(gains, 0).pvalue


# %% wrong: topics - the sign test
from scipy.stats import binomtest


def exact_p(gains):
    ahead, behind = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    return binomtest(ahead, ahead + behind).pvalue


# %% wrong: rounded - four digits
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    return round(count_extreme(gains, vectors) / 2 ** len(gains), 4)


# %% right: scipy, which goes through all where there are few
import numpy as np
from scipy.stats import permutation_test


def exact_p(gains):
    return permutation_test((gains,), np.sum, permutation_type="samples").pvalue


# %% right: scipy, with means of two systems
import numpy as np
from scipy.stats import permutation_test


def exact_p(gains):
    def difference(x, y, axis):
        return np.mean(x, axis=axis) - np.mean(y, axis=axis)

    zeros = [0] * len(gains)
    found = permutation_test(
        (gains, zeros), difference, permutation_type="samples", n_resamples=np.inf
    )
    return float(found.pvalue)


# %% right: the first sign may stay
def exact_p(gains):
    first, *others = gains
    vectors = list(itertools.product([1, -1], repeat=len(others)))
    sums = [first + sum(s * g for s, g in zip(vector, others)) for vector in vectors]
    return sum(abs(x) >= abs(sum(gains)) for x in sums) / len(sums)


# %% right: all sums by numpy, a topic at a time
import numpy as np


def exact_p(gains):
    sums = np.zeros(1, int)
    for gain in gains:
        sums = np.concatenate([sums + gain, sums - gain])
    return np.mean(abs(sums) >= abs(sum(gains)))


# %% right: recursion
def exact_p(gains):
    def extreme(place, total):
        if place == len(gains):
            return abs(total) >= abs(sum(gains))
        return extreme(place + 1, total + gains[place]) + extreme(place + 1, total - gains[place])

    return extreme(0, 0) / 2 ** len(gains)


# %% right: which topics are turned round
def exact_p(gains):
    total, extreme = sum(gains), 0
    for size in range(len(gains) + 1):
        for turned in itertools.combinations(gains, size):
            extreme += abs(total - 2 * sum(turned)) >= abs(total)
    return extreme / 2 ** len(gains)


# %% wrong, hidden: other - twelve topics are enough
def exact_p(gains):
    gains = gains[:12]
    return count_extreme(gains, itertools.product([1, -1], repeat=len(gains))) / 2 ** len(gains)


# %% right: the sums, and how often each comes
from collections import Counter


def exact_p(gains):
    d = Counter({0: 1})
    for g in gains:
        n = Counter()
        for s, k in d.items():
            n[s + g] += k
            n[s - g] += k
        d = n
    o = abs(sum(gains))
    return sum(k for s, k in d.items() if abs(s) >= o) / 2 ** len(gains)


# %% wrong: nought - coins as in tick 6
import itertools


def exact_p(gains):
    ways = list(itertools.product((0, 1), repeat=len(gains)))
    return count_extreme(gains, ways) / len(ways)


# %% wrong: distinct - a set of sums
import itertools


def exact_p(gains):
    sums = {
        sum(a * b for a, b in zip(w, gains)) for w in itertools.product((1, -1), repeat=len(gains))
    }
    return sum(abs(s) >= abs(sum(gains)) for s in sums) / len(sums)


# %% wrong: median - the middle difference
import itertools, statistics


def exact_p(gains):
    ways = list(itertools.product([1, -1], repeat=len(gains)))
    o = abs(statistics.median(gains))
    return sum(abs(statistics.median([a * b for a, b in zip(w, gains)])) >= o for w in ways) / len(
        ways
    )


# %% right: how often each sum comes about
from collections import Counter


def exact_p(gains):
    law = Counter({0: 1})
    for g in gains:
        new = Counter()
        for s, n in law.items():
            new[s + g] += n
            new[s - g] += n
        law = new
    return sum(n for s, n in law.items() if abs(s) >= abs(sum(gains))) / 2 ** len(gains)


# %% right: topic by topic, remembered
from functools import cache


def exact_p(gains):
    o = abs(sum(gains))

    @cache
    def ways(i, total):
        if i == len(gains):
            return int(abs(total) >= o)
        return ways(i + 1, total + gains[i]) + ways(i + 1, total - gains[i])

    return ways(0, 0) / 2 ** len(gains)


# %% right: scipy's permutation test of both signs
import numpy as np
from scipy.stats import permutation_test


def exact_p(gains):
    g = np.array(gains)
    r = permutation_test(
        (g, np.zeros_like(g)),
        lambda x, y, axis: np.sum(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    return r.pvalue


# %% right: a product of polynomials
import numpy as np


def exact_p(gains):
    law = np.array([1.0])
    for g in map(abs, gains):
        step = np.zeros(2 * g + 1)
        step[0] += 0.5
        step[-1] += 0.5
        law = np.convolve(law, step)
    m = sum(map(abs, gains))
    return law[abs(np.arange(-m, m + 1)) >= abs(sum(gains))].sum()
