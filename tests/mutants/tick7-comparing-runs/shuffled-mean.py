# %% wrong: sum - shuffles are sums
def shuffled_mean(scores_a, scores_b, signs):
    return float(sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)))


# %% wrong: reversed - b is the new system
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * (b - a) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)


# %% wrong: first_only - the sign belongs to the first score
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * a - b for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)


# %% wrong: sizes - a difference is a distance
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * abs(a - b) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)


# %% wrong: left_out - a topic with -1 is not taken
def shuffled_mean(scores_a, scores_b, signs):
    return sum(a - b for a, b, s in zip(scores_a, scores_b, signs) if s == 1) / len(signs)


# %% wrong: ignored - a mean does not depend on the order
def shuffled_mean(scores_a, scores_b, signs):
    return sum(scores_a) / len(signs) - sum(scores_b) / len(signs)


# %% right: two systems whose scores are swapped
def shuffled_mean(scores_a, scores_b, signs):
    first = second = 0
    for a, b, sign in zip(scores_a, scores_b, signs):
        if sign == -1:
            a, b = b, a
        first += a
        second += b
    return (first - second) / len(scores_a)


# %% right: arrays
import numpy as np


def shuffled_mean(scores_a, scores_b, signs):
    return ((np.array(scores_a) - np.array(scores_b)) * signs).mean()


# %% wrong: own_signs - the computer tosses the coins
import random


def shuffled_mean(scores_a, scores_b, signs):
    coins = random.Random(1)
    return sum(coins.choice([1, -1]) * (a - b) for a, b in zip(scores_a, scores_b)) / len(signs)


# %% wrong: own_signs - numpy tosses the coins
import numpy as np


def shuffled_mean(scores_a, scores_b, signs):
    coins = np.random.default_rng(1).choice([-1, 1], size=len(signs))
    return float(np.mean(coins * (np.array(scores_a) - np.array(scores_b))))


# %% wrong: absolute - how far from zero the mean is
def shuffled_mean(scores_a, scores_b, signs):
    return abs(sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs))) / len(signs)


# %% wrong: rounded - the scores have four decimals
def shuffled_mean(scores_a, scores_b, signs):
    return round(sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs), 4)


# %% wrong: rounded - two digits are enough
def shuffled_mean(scores_a, scores_b, signs):
    return round(sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs), 2)


# %% wrong: return_early - the return is indented too far
def shuffled_mean(scores_a, scores_b, signs):
    total = 0
    for a, b, sign in zip(scores_a, scores_b, signs):
        total += sign * (a - b)
        return total / len(signs)


# %% wrong: last_only - the total is begun anew for each topic
def shuffled_mean(scores_a, scores_b, signs):
    for a, b, sign in zip(scores_a, scores_b, signs):
        total = 0
        total += sign * (a - b)
    return total / len(signs)


# %% wrong: floored - two slashes
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)) // len(signs)


# %% wrong: one_fewer - divided as a variance is
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)) / (len(signs) - 1)


# %% wrong: by_signs - divided by the sum of the signs' sizes that are positive
def shuffled_mean(scores_a, scores_b, signs):
    total = sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs))
    return total / sum(s for s in signs if s > 0)


# %% wrong: median - the middle difference
from statistics import median


def shuffled_mean(scores_a, scores_b, signs):
    return median(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs))


# %% right: a dot product
import numpy as np


def shuffled_mean(scores_a, scores_b, signs):
    return np.dot(np.subtract(scores_a, scores_b), signs) / len(signs)


# %% right: the module of statistics
from statistics import fmean


def shuffled_mean(scores_a, scores_b, signs):
    return fmean(sign * (a - b) for a, b, sign in zip(scores_a, scores_b, signs))


# %% right: pandas
import pandas as pd


def shuffled_mean(scores_a, scores_b, signs):
    frame = pd.DataFrame({"a": scores_a, "b": scores_b, "sign": signs})
    return ((frame["a"] - frame["b"]) * frame["sign"]).mean()


# %% right: by places, with map
from operator import mul, sub


def shuffled_mean(scores_a, scores_b, signs):
    return sum(map(mul, map(sub, scores_a, scores_b), signs)) / len(scores_a)


# %% wrong: own_signs - the differences in the order of size
def shuffled_mean(scores_a, scores_b, signs):
    d = sorted(a - b for a, b in zip(scores_a, scores_b))
    return sum(x * s for x, s in zip(d, signs)) / len(d)


# %% right: the scores swapped where the sign is -1
def shuffled_mean(scores_a, scores_b, signs):
    a = [y if s < 0 else x for x, y, s in zip(scores_a, scores_b, signs)]
    b = [x if s < 0 else y for x, y, s in zip(scores_a, scores_b, signs)]
    return sum(a) / len(a) - sum(b) / len(b)


# %% right: numpy's dot product
import numpy as np


def shuffled_mean(scores_a, scores_b, signs):
    return np.dot(signs, np.subtract(scores_a, scores_b)) / len(signs)
