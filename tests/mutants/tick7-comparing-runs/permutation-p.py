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
