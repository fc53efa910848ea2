# %% wrong: not_doubled - as good as what was seen
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) > sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: at_least - at least, as in a randomization test
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) >= 2 * sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: two_sided - the size matters, not the direction
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(abs(sum(gains[i] for i in draw)) > 2 * sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: both_tails - as far from what is expected, on either side
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(abs(sum(gains[i] for i in draw) - sum(gains)) > sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: below_zero - how often does A lose?
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) < 0 for draw in draws)
    return s / len(draws)


# %% wrong: unpaired - only A's test set is drawn anew
def bootstrap_p(scores_a, scores_b, draws):
    delta = sum(scores_a) - sum(scores_b)
    s = sum(sum(scores_a[i] for i in draw) - sum(scores_b) > 2 * delta for draw in draws)
    return s / len(draws)


# %% wrong: other_items - B gets the next draw
def bootstrap_p(scores_a, scores_b, draws):
    delta, s = sum(scores_a) - sum(scores_b), 0
    for k in range(len(draws)):
        a = sum(scores_a[i] for i in draws[k])
        b = sum(scores_b[i] for i in draws[k - 1])
        s += a - b > 2 * delta
    return s / len(draws)


# %% wrong: once - an item is in the test set, or it is not
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in set(draw)) > 2 * sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: units - sums against a mean
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    delta = sum(gains) / len(gains)
    s = sum(sum(gains[i] for i in draw) > 2 * delta for draw in draws)
    return s / len(draws)


# %% wrong: reversed - B minus A
def bootstrap_p(scores_a, scores_b, draws):
    gains = [b - a for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) > 2 * sum(gains) for draw in draws)
    return s / len(draws)


# %% wrong: count - s is the answer
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return sum(sum(gains[i] for i in draw) > 2 * sum(gains) for draw in draws)


# %% wrong: items - divided by the number of items
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) > 2 * sum(gains) for draw in draws)
    return s / len(scores_a)


# %% wrong: confidence - the plots show it so
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) > 2 * sum(gains) for draw in draws)
    return 1 - s / len(draws)


# %% wrong: plus_one - as in tick 7
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = sum(sum(gains[i] for i in draw) > 2 * sum(gains) for draw in draws)
    return (s + 1) / (len(draws) + 1)


# %% wrong: PermissionError - the library has it already
from labkit import bootstrap_test


def bootstrap_p(scores_a, scores_b, draws):
    return bootstrap_test(scores_a, scores_b, method="monte-carlo", n_resamples=len(draws)).pvalue


# %% right: two sums for each draw
def bootstrap_p(scores_a, scores_b, draws):
    delta = sum(scores_a) - sum(scores_b)
    s = 0
    for draw in draws:
        total_a = sum([scores_a[item] for item in draw])
        total_b = sum([scores_b[item] for item in draw])
        if total_a - total_b > 2 * delta:
            s += 1
    return s / len(draws)


# %% right: numpy picks the items
import numpy as np


def bootstrap_p(scores_a, scores_b, draws):
    gains = np.array(scores_a) - np.array(scores_b)
    return (gains[np.array(draws)].sum(axis=1) > 2 * gains.sum()).mean()


# %% right: moved to 0 first, with fractions
from fractions import Fraction


def bootstrap_p(scores_a, scores_b, draws):
    n = len(scores_a)
    delta = Fraction(sum(scores_a) - sum(scores_b), n)
    means = [Fraction(sum(scores_a[i] - scores_b[i] for i in draw), n) for draw in draws]
    return len([mean for mean in means if mean - delta > delta]) / len(means)


# %% wrong: own_draws - new draws for each call
import random


def bootstrap_p(scores_a, scores_b, draws):
    gains, s = [a - b for a, b in zip(scores_a, scores_b)], 0
    own = random.Random(1)
    for _ in draws:
        s += sum(own.choices(gains, k=len(gains))) > 2 * sum(gains)
    return s / len(draws)


# %% wrong: own_draws - numpy draws
import numpy as np


def bootstrap_p(scores_a, scores_b, draws):
    rng, gains = np.random.default_rng(1), np.subtract(scores_a, scores_b)
    sums = [gains[rng.integers(len(gains), size=len(gains))].sum() for _ in draws]
    return float(np.mean(np.array(sums) > 2 * gains.sum()))


# %% wrong: means - means of both systems
def bootstrap_p(scores_a, scores_b, draws):
    def mean(values):
        return sum(values) / len(values)

    delta, s = mean(scores_a) - mean(scores_b), 0
    for draw in draws:
        if mean([scores_a[i] for i in draw]) - mean([scores_b[i] for i in draw]) > 2 * delta:
            s += 1
    return s / len(draws)


# %% wrong: means - numpy's means
import numpy as np


def bootstrap_p(scores_a, scores_b, draws):
    a, b = np.array(scores_a), np.array(scores_b)
    delta = a.mean() - b.mean()
    return sum(a[d].mean() - b[d].mean() > 2 * delta for d in map(list, draws)) / len(draws)


# %% wrong: at_most_zero - A does not win
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return sum(sum(gains[i] for i in draw) <= 0 for draw in draws) / len(draws)


# %% wrong: above_zero - A wins
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return sum(sum(gains[i] for i in draw) > 0 for draw in draws) / len(draws)


# %% wrong: return_early - the return is indented too far
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    s = 0
    for draw in draws:
        if sum(gains[item] for item in draw) > 2 * sum(gains):
            s += 1
        return s / len(draws)


# %% wrong: rounded - three digits
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return round(sum(sum(gains[i] for i in d) > 2 * sum(gains) for d in draws) / len(draws), 3)


# %% wrong: percentage - in percent
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return 100 * sum(sum(gains[i] for i in d) > 2 * sum(gains) for d in draws) / len(draws)


# %% wrong: doubled_p - two-sided, as before
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return 2 * sum(sum(gains[i] for i in d) > 2 * sum(gains) for d in draws) / len(draws)


# %% right: moved first, then counted
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    observed = sum(gains)
    moved = recentre([sum(gains[i] for i in draw) for draw in draws], observed)
    return sum(gain > observed for gain in moved) / len(moved)


# %% right: how often each item was drawn
from collections import Counter


def bootstrap_p(scores_a, scores_b, draws):
    gains, s = [a - b for a, b in zip(scores_a, scores_b)], 0
    for draw in draws:
        s += sum(times * gains[item] for item, times in Counter(draw).items()) > 2 * sum(gains)
    return s / len(draws)


# %% right: pandas
import pandas as pd


def bootstrap_p(scores_a, scores_b, draws):
    frame = pd.DataFrame({"a": scores_a, "b": scores_b})
    gains = [frame.iloc[draw]["a"].sum() - frame.iloc[draw]["b"].sum() for draw in draws]
    return pd.Series(gains).gt(2 * (frame["a"].sum() - frame["b"].sum())).mean()


# %% right: a fraction
from fractions import Fraction


def bootstrap_p(scores_a, scores_b, draws):
    delta, s = sum(scores_a) - sum(scores_b), 0
    for draw in draws:
        s += sum(scores_a[i] for i in draw) - sum(scores_b[i] for i in draw) > 2 * delta
    return Fraction(s, len(draws))


# %% right: scores of the drawn items, a matrix
import numpy as np


def bootstrap_p(scores_a, scores_b, draws):
    draws = np.asarray(draws)
    a, b = np.asarray(scores_a)[draws].sum(axis=1), np.asarray(scores_b)[draws].sum(axis=1)
    return np.count_nonzero(a - b > 2 * (np.sum(scores_a) - np.sum(scores_b))) / len(draws)


# %% wrong: shifted - items are numbered from 1
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return sum(sum(gains[i - 1] for i in draw) > 2 * sum(gains) for draw in draws) / len(draws)


# %% wrong, hidden: other - where B is ahead, as much is asked of A
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return sum(sum(gains[i] for i in draw) > 2 * abs(sum(gains)) for draw in draws) / len(draws)


# %% wrong: plus_one - one is added above the line
def bootstrap_p(scores_a, scores_b, draws):
    o = sum(scores_a) - sum(scores_b)
    return (sum(sum(scores_a[i] - scores_b[i] for i in d) > 2 * o for d in draws) + 1) / len(draws)


# %% wrong: plus_one - one is added below the line
def bootstrap_p(scores_a, scores_b, draws):
    o = sum(scores_a) - sum(scores_b)
    return sum(sum(scores_a[i] - scores_b[i] for i in d) > 2 * o for d in draws) / (len(draws) + 1)


# %% wrong, hidden: other - the observed gain is a size
def bootstrap_p(scores_a, scores_b, draws):
    o = abs(sum(scores_a) - sum(scores_b))
    return sum(sum(scores_a[i] - scores_b[i] for i in d) > 2 * o for d in draws) / len(draws)


# %% right: one table of all draws
import numpy as np


def bootstrap_p(scores_a, scores_b, draws):
    d = np.subtract(scores_a, scores_b)
    return np.mean(d[np.array(draws)].sum(axis=1) > 2 * d.sum())


# %% right: means as fractions
from fractions import Fraction


def bootstrap_p(scores_a, scores_b, draws):
    n = len(scores_a)
    o = Fraction(sum(scores_a) - sum(scores_b), n)
    return Fraction(
        sum(Fraction(sum(scores_a[i] - scores_b[i] for i in d), n) > 2 * o for d in draws),
        len(draws),
    )


# %% right: the gains are moved first
def bootstrap_p(scores_a, scores_b, draws):
    o = sum(scores_a) - sum(scores_b)
    gains = [sum(scores_a[i] - scores_b[i] for i in d) for d in draws]
    return sum(g > o for g in recentre(gains, o)) / len(draws)


# %% wrong: return_early - the count begins anew for each draw
def bootstrap_p(scores_a, scores_b, draws):
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    for draw in draws:
        s = 0
        if sum(gains[item] for item in draw) > 2 * sum(gains):
            s += 1
    return s / len(draws)


# %% wrong, hidden: at_least - the mean gain, and twice the difference of two means
from statistics import fmean


def bootstrap_p(scores_a, scores_b, draws):
    delta = sum(scores_a) / len(scores_a) - sum(scores_b) / len(scores_b)
    gains = [a - b for a, b in zip(scores_a, scores_b)]
    return fmean(fmean(gains[item] for item in draw) > 2 * delta for draw in draws)
