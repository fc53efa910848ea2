# %% wrong: sums - sums are as good as means
def permutation_p(values_a, values_b):
    pooled = values_a + values_b
    sums = [sum(way) for way in itertools.combinations(pooled, len(values_a))]
    observed = abs(2 * sum(values_a) - sum(pooled))
    return sum(abs(2 * x - sum(pooled)) >= observed for x in sums) / len(sums)


# %% wrong: values - equal values are one
def permutation_p(values_a, values_b):
    pooled, n, m = sorted(values_a + values_b), len(values_a), len(values_b)
    sums = [sum(way) for way in set(itertools.combinations(pooled, n))]
    observed = abs((n + m) * sum(values_a) - n * sum(pooled))
    return sum(abs((n + m) * x - n * sum(pooled)) >= observed for x in sums) / len(sums)


# %% wrong: one_sided - a is better
def permutation_p(values_a, values_b):
    ways = list(itertools.combinations(values_a + values_b, len(values_a)))
    return sum(sum(way) >= sum(values_a) for way in ways) / len(ways)


# %% wrong: strict - extreme means more than what was observed
def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)
    sums = [sum(way) for way in itertools.combinations(pooled, n)]
    observed = abs((n + m) * sum(values_a) - n * sum(pooled))
    return sum(abs((n + m) * x - n * sum(pooled)) > observed for x in sums) / len(sums)


# %% wrong: paired - the test of part 4
def permutation_p(values_a, values_b):
    return exact_p([a - b for a, b in zip(values_a, values_b)])


# %% wrong: plus_one - the formula of part 3
def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)
    sums = [sum(way) for way in itertools.combinations(pooled, n)]
    observed = abs((n + m) * sum(values_a) - n * sum(pooled))
    return (sum(abs((n + m) * x - n * sum(pooled)) >= observed for x in sums) + 1) / (len(sums) + 1)


# %% right: exact fractions for the means
from fractions import Fraction


def permutation_p(values_a, values_b):
    pooled, places = values_a + values_b, range(len(values_a + values_b))

    def distance(chosen):
        rest = [place for place in places if place not in chosen]
        mean_of_chosen = Fraction(sum(pooled[i] for i in chosen), len(chosen))
        return abs(mean_of_chosen - Fraction(sum(pooled[i] for i in rest), len(rest)))

    observed = distance(range(len(values_a)))
    distances = [distance(way) for way in itertools.combinations(places, len(values_a))]
    return len([d for d in distances if d >= observed]) / len(distances)


# %% right: the mean of a group tells all, with a tolerance for rounding
import numpy as np


def permutation_p(values_a, values_b):
    pooled = np.array(values_a + values_b)
    ways = np.array(list(itertools.combinations(range(len(pooled)), len(values_a))))
    distances = abs(pooled[ways].mean(axis=1) - pooled.mean())
    return float(np.mean(distances >= abs(np.mean(values_a) - pooled.mean()) - 1e-9))


# %% wrong: decimals - means as they are, compared with >=
import numpy as np


def permutation_p(values_a, values_b):
    pooled, n = values_a + values_b, len(values_a)
    observed = abs(np.mean(values_a) - np.mean(values_b))
    count = total = 0
    for chosen in itertools.combinations(range(len(pooled)), n):
        a = [pooled[i] for i in chosen]
        b = [pooled[i] for i in range(len(pooled)) if i not in chosen]
        count += abs(np.mean(a) - np.mean(b)) >= observed
        total += 1
    return count / total


# %% wrong: decimals - sums divided by their numbers
def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)
    observed = abs(sum(values_a) / n - sum(values_b) / m)
    sums = [sum(way) for way in itertools.combinations(pooled, n)]
    return sum(abs(s / n - (sum(pooled) - s) / m) >= observed for s in sums) / len(sums)


# %% wrong: doubled - twice the smaller tail
def permutation_p(values_a, values_b):
    sums = [sum(way) for way in itertools.combinations(values_a + values_b, len(values_a))]
    above = sum(s >= sum(values_a) for s in sums) / len(sums)
    below = sum(s <= sum(values_a) for s in sums) / len(sums)
    return min(1, 2 * min(above, below))


# %% wrong: doubled - scipy, which doubles the smaller tail
import numpy as np
from scipy.stats import permutation_test


def permutation_p(values_a, values_b):
    def difference(x, y, axis):
        return np.mean(x, axis=axis) - np.mean(y, axis=axis)

    return permutation_test((values_a, values_b), difference, n_resamples=np.inf).pvalue


# %% wrong: sampled - some of the ways are enough
import random


def permutation_p(values_a, values_b):
    pooled, n, m, coins = values_a + values_b, len(values_a), len(values_b), random.Random(8)
    observed = abs((n + m) * sum(values_a) - n * sum(pooled))
    count = 0
    for _ in range(1_000):
        coins.shuffle(pooled)
        count += abs((n + m) * sum(pooled[:n]) - n * sum(pooled)) >= observed
    return count / 1_000


# %% wrong: t_test - the test for means of two groups
from scipy.stats import ttest_ind


def permutation_p(values_a, values_b):
    return ttest_ind(values_a, values_b, equal_var=False).pvalue


# %% wrong: ranks - Mann and Whitney's test
from scipy.stats import mannwhitneyu


def permutation_p(values_a, values_b):
    return mannwhitneyu(values_a, values_b, method="exact").pvalue


# %% wrong: values - the rest is what has other values
def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)
    observed = abs(m * sum(values_a) - n * sum(values_b))
    ways = list(itertools.combinations(pooled, n))
    rests = [sum(x for x in pooled if x not in way) for way in ways]
    return sum(abs(m * sum(way) - n * rest) >= observed for way, rest in zip(ways, rests)) / len(
        ways
    )


# %% wrong: rounded - two digits
def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)
    observed = abs((n + m) * sum(values_a) - n * sum(pooled))
    sums = [sum(way) for way in itertools.combinations(pooled, n)]
    return round(sum(abs((n + m) * x - n * sum(pooled)) >= observed for x in sums) / len(sums), 2)


# %% right: all orders, which are many
def permutation_p(values_a, values_b):
    n, m, total = len(values_a), len(values_b), sum(values_a) + sum(values_b)
    observed = abs((n + m) * sum(values_a) - n * total)
    count = orders = 0
    for order in itertools.permutations(values_a + values_b):
        count += abs((n + m) * sum(order[:n]) - n * total) >= observed
        orders += 1
    return count / orders


# %% right: numpy's mask of each way, in whole numbers
import numpy as np


def permutation_p(values_a, values_b):
    pooled, n = np.array(values_a + values_b), len(values_a)
    ways = [
        np.isin(np.arange(len(pooled)), c) for c in itertools.combinations(range(len(pooled)), n)
    ]
    d = np.array([(len(pooled) - n) * pooled[w].sum() - n * pooled[~w].sum() for w in ways])
    return np.mean(abs(d) >= abs(len(values_b) * sum(values_a) - n * sum(values_b)))


# %% right: isclose beside greater
import math


def permutation_p(values_a, values_b):
    pooled, n, m = values_a + values_b, len(values_a), len(values_b)

    def distance(total):
        return abs(total / n - (sum(pooled) - total) / m)

    observed = distance(sum(values_a))
    found = [distance(sum(way)) for way in itertools.combinations(pooled, n)]
    extreme = [d for d in found if d > observed or math.isclose(d, observed)]
    return len(extreme) / len(found)


# %% right: how many ways lead to each size and sum
from collections import Counter
import math


def permutation_p(values_a, values_b):
    n, m = len(values_a), len(values_b)
    dist = Counter({(0, 0): 1})
    T = sum(values_a) + sum(values_b)
    for v in values_a + values_b:
        for (k, s), c in list(dist.items()):
            dist[k + 1, s + v] += c
    d = lambda s: abs(m * s - n * (T - s))
    o = d(sum(values_a))
    return sum(c for (k, s), c in dist.items() if k == n and d(s) >= o) / math.comb(n + m, n)


# %% right: means as fractions
from fractions import Fraction
from itertools import combinations


def permutation_p(values_a, values_b):
    pool = values_a + values_b
    n = len(values_a)

    def dist(w):
        a = [pool[i] for i in w]
        b = [pool[i] for i in range(len(pool)) if i not in w]
        return abs(Fraction(sum(a), len(a)) - Fraction(sum(b), len(b)))

    ways = list(combinations(range(len(pool)), n))
    return Fraction(sum(dist(w) >= dist(range(n)) for w in ways), len(ways))


# %% right: how many ways lead to each sum
from itertools import combinations
from math import comb, isclose


def permutation_p(values_a, values_b):
    pool = values_a + values_b
    n, N = len(values_a), len(pool)
    # ways to a sum by dynamic programming
    from collections import Counter

    law = [Counter() for _ in range(n + 1)]
    law[0][0] = 1
    for v in pool:
        for k in range(n, 0, -1):
            for s, c in list(law[k - 1].items()):
                law[k][s + v] += c
    o = abs(N * sum(values_a) - n * sum(pool))
    return sum(c for s, c in law[n].items() if abs(N * s - n * sum(pool)) >= o) / comb(N, n)


# %% wrong: decimals - masks and means of arrays
import numpy as np
from itertools import combinations


def permutation_p(values_a, values_b):
    pool = np.array(values_a + values_b)
    n = len(values_a)
    o = abs(np.mean(values_a) - np.mean(values_b))
    hits = []
    for w in combinations(range(len(pool)), n):
        mask = np.zeros(len(pool), bool)
        mask[list(w)] = True
        hits.append(abs(pool[mask].mean() - pool[~mask].mean()) >= o)
    return np.mean(hits)


# %% wrong, hidden: tolerance - means that are nearly as far are as far
import itertools

def permutation_p(values_a, values_b):
    pooled, size = values_a + values_b, len(values_a)
    rest = len(pooled) - size
    sums = [sum(way) for way in itertools.combinations(pooled, size)]
    distances = [abs(s / size - (sum(pooled) - s) / rest) for s in sums]
    return sum(d >= distances[0] - 0.06 for d in distances) / len(distances)


# %% right: scipy, with whole numbers for the distance
import numpy as np
from scipy.stats import permutation_test

def permutation_p(values_a, values_b):
    def distance(a, b):
        return abs(len(b) * np.sum(a) - len(a) * np.sum(b))

    test = permutation_test(
        (values_a, values_b), distance, n_resamples=np.inf, alternative="greater", vectorized=False
    )
    return test.pvalue
