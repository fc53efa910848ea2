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
