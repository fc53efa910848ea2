# %% wrong: not_added - the share of the shuffles
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        return sum(abs(d) >= abs(observed) - 1e-9 for d in differences) / len(differences)
    return sum(d >= observed - 1e-9 for d in differences) / len(differences)


# %% wrong: half_added - one more extreme, of as many shuffles
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed - 1e-9 for d in differences) + 1) / len(differences)


# %% wrong: strict - only what is larger counts
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed + 1e-9 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: both_sides - a size has no direction
def sampled_p(differences, observed, alternative):
    nc = sum(abs(d) >= abs(observed) - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)


# %% wrong: one_side - the alternative does not matter
def sampled_p(differences, observed, alternative):
    nc = sum(d >= observed - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)


# %% wrong: sign - the observed difference is positive
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences = [abs(d) for d in differences]
    nc = sum(d >= observed - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)


# %% wrong: doubled - two sides are twice one side
def sampled_p(differences, observed, alternative):
    nc = sum(d >= observed - 1e-9 for d in differences)
    p = (nc + 1) / (len(differences) + 1)
    return min(1.0, 2 * p) if alternative == "two-sided" else p


# %% wrong: wrong_side - the share that is no larger
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d <= observed + 1e-9 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: hair - floats compare as numbers do
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed for d in differences) + 1) / (len(differences) + 1)


# %% right: arrays
import numpy as np


def sampled_p(differences, observed, alternative):
    d = np.array(differences)
    if alternative == "greater":
        extreme = d > observed - 1e-9
    else:
        extreme = np.abs(d) > abs(observed) - 1e-9
    return (np.count_nonzero(extreme) + 1) / (d.size + 1)


# %% right: a loop, the observed difference put among the shuffles
def sampled_p(differences, observed, alternative):
    count = 0
    for d in [*differences, observed]:
        reaches = d - observed > -1e-9
        if alternative == "two-sided" and not reaches:
            reaches = abs(d) - abs(observed) > -1e-9
        elif alternative == "two-sided":
            reaches = abs(d) + 1e-9 > abs(observed)
        count += reaches
    return count / (1 + len(differences))


# %% wrong: tolerance_large - what comes within 0.04 counts
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed - 0.04 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: tolerance_large - rounded to one digit
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    nc = sum(round(d, 1) >= round(observed, 1) for d in differences)
    return (nc + 1) / (len(differences) + 1)


# %% wrong: tolerance - numpy's idea of close
import numpy as np


def sampled_p(differences, observed, alternative):
    d = np.asarray(differences)
    if alternative == "two-sided":
        d, observed = np.abs(d), abs(observed)
    nc = np.sum((d > observed) | np.isclose(d, observed))
    return (nc + 1) / (len(d) + 1)


# %% wrong: tolerance - rounded to three digits
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    nc = sum(round(d, 3) >= round(observed, 3) for d in differences)
    return (nc + 1) / (len(differences) + 1)


# %% wrong: tolerance - 1e-6 is a hair's breadth as well
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed - 1e-6 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: strict - the hair's breadth on the wrong side
def sampled_p(differences, observed, alternative):
    count = 0
    for d in differences:
        if alternative == "greater" and d - 1e-9 > observed:
            count += 1
        if alternative == "two-sided" and abs(d) - 1e-9 > abs(observed):
            count += 1
    return (count + 1) / (len(differences) + 1)


# %% wrong: rounded - four digits are enough for a p-value
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    nc = sum(d > observed - 1e-9 for d in differences)
    return round((nc + 1) / (len(differences) + 1), 4)


# %% wrong: added_once - one is added below the line only
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return sum(d > observed - 1e-9 for d in differences) / (len(differences) + 1)


# %% wrong: precedence - without brackets around what is divided by
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    nc = sum(d > observed - 1e-9 for d in differences)
    nt = len(differences)
    return (nc + 1) / nt + 1


# %% wrong: complement - how often chance does worse
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    nc = sum(d > observed - 1e-9 for d in differences)
    return 1 - (nc + 1) / (len(differences) + 1)


# %% wrong: count - how many, not which share
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return sum(d > observed - 1e-9 for d in differences) + 1


# %% wrong: doubled - twice the smaller tail
def sampled_p(differences, observed, alternative):
    n = len(differences)
    upper = (sum(d > observed - 1e-9 for d in differences) + 1) / (n + 1)
    lower = (sum(d < observed + 1e-9 for d in differences) + 1) / (n + 1)
    return upper if alternative == "greater" else min(1, 2 * min(upper, lower))


# %% wrong: one_side - asks for "two_sided", which never comes
def sampled_p(differences, observed, alternative):
    if alternative == "two_sided":
        differences = [abs(d) for d in differences]
        observed = abs(observed)
    nc = len([d for d in differences if d >= observed - 1e-9])
    return (nc + 1) / (len(differences) + 1)


# %% wrong: sign - only where the observed difference is positive
import numpy as np


def sampled_p(differences, observed, alternative):
    differences = np.array(differences)
    if alternative == "greater":
        nc = (differences >= observed - 1e-9).sum()
    else:
        nc = (differences >= observed - 1e-9).sum() + (differences <= -observed + 1e-9).sum()
    return (nc + 1) / (len(differences) + 1)


# %% right: reached or close to it, by math.isclose
import math


def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = list(map(abs, differences)), abs(observed)
    nc = sum(d >= observed or math.isclose(d, observed, abs_tol=1e-9) for d in differences)
    return (1 + nc) / (1 + len(differences))


# %% right: sorted, then the place of the observed one
from bisect import bisect_left


def sampled_p(differences, observed, alternative):
    values = sorted(map(abs, differences)) if alternative == "two-sided" else sorted(differences)
    limit = (abs(observed) if alternative == "two-sided" else observed) - 1e-9
    extreme = len(values) - bisect_left(values, limit)
    return (extreme + 1) / (len(values) + 1)


# %% right: pandas
import pandas as pd


def sampled_p(differences, observed, alternative):
    table = pd.Series(differences, dtype=float)
    if alternative == "two-sided":
        table, observed = table.abs(), abs(observed)
    return (table.gt(observed - 1e-9).sum() + 1) / (len(table) + 1)


# %% right: a fraction
from fractions import Fraction


def sampled_p(differences, observed, alternative):
    size = abs if alternative == "two-sided" else (lambda d: d)
    nc = sum(1 for d in differences if size(d) > size(observed) - 1e-9)
    return Fraction(nc + 1, len(differences) + 1)


# %% wrong: PermissionError - the library counts
import numpy as np
from labkit import count_outcomes


def sampled_p(differences, observed, alternative):
    size = np.abs if alternative == "two-sided" else np.asarray
    least = np.full(len(differences), size(observed) - 1e-9)
    return 1 - count_outcomes(size(differences), least).minus / (len(differences) + 1)


# %% wrong: narrow - math.isclose takes a share of the difference
def sampled_p(differences, observed, alternative):
    if alternative != "greater":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed or math.isclose(d, observed) for d in differences) + 1) / (
        len(differences) + 1
    )


# %% wrong: narrow - 1e-12 is a hair's breadth
def sampled_p(differences, observed, alternative):
    if alternative != "greater":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed - 1e-12 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: narrow - rounded to nine digits
def sampled_p(differences, observed, alternative):
    if alternative != "greater":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(round(d, 9) >= round(observed, 9) for d in differences) + 1) / (
        len(differences) + 1
    )


# %% wrong, hidden: other - without shuffles p is 0
def sampled_p(differences, observed, alternative):
    if not differences:
        return 0.0
    if alternative != "greater":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed - 1e-9 for d in differences) + 1) / (len(differences) + 1)


# %% right: the observed one is put among the shuffles
def sampled_p(differences, observed, alternative):
    everything = [*differences, observed]
    if alternative == "two-sided":
        everything = list(map(abs, everything))
    return sum(d > everything[-1] - 1e-9 for d in everything) / len(everything)


# %% wrong: distinct - equal shuffles are one
def sampled_p(differences, observed, alternative):
    differences = set(differences)
    if alternative == "two-sided":
        differences, observed = {abs(d) for d in differences}, abs(observed)
    return (sum(d > observed - 1e-9 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: two_below - one more in each direction
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed - 1e-9 for d in differences) + 1) / (len(differences) + 2)


# %% wrong: centred - the differences are centred first
def sampled_p(differences, observed, alternative):
    m = sum(differences) / max(1, len(differences))
    d = [x - m for x in differences]
    if alternative == "two-sided":
        d, observed = [abs(x) for x in d], abs(observed)
    return (sum(x > observed - 1e-9 for x in d) + 1) / (len(d) + 1)


# %% wrong: behind - the observed difference is a size
def sampled_p(differences, observed, alternative):
    observed = abs(observed)
    if alternative == "two-sided":
        differences = [abs(d) for d in differences]
    return (sum(d > observed - 1e-9 for d in differences) + 1) / (len(differences) + 1)


# %% wrong: behind - greater means away from nought
def sampled_p(differences, observed, alternative):
    if alternative == "greater" and observed < 0:
        n = sum(d < observed + 1e-9 for d in differences)
    elif alternative == "greater":
        n = sum(d > observed - 1e-9 for d in differences)
    else:
        n = sum(abs(d) > abs(observed) - 1e-9 for d in differences)
    return (n + 1) / (len(differences) + 1)


# %% wrong, hidden: tolerance - squares within 1e-9
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        n = sum(d * d > observed * observed - 1e-9 for d in differences)
    else:
        n = sum(d > observed - 1e-9 for d in differences)
    return (n + 1) / (len(differences) + 1)


# %% wrong, hidden: narrow - a hair's breadth on the right only
def sampled_p(differences, observed, alternative):
    if alternative == "greater":
        n = sum(d > observed - 1e-9 for d in differences)
    else:
        o = abs(observed)
        n = sum(d > o - 1e-9 or d <= -o for d in differences)
    return (n + 1) / (len(differences) + 1)


# %% right: decimals
from decimal import Decimal


def sampled_p(differences, observed, alternative):
    d, o = [Decimal(x) for x in differences], Decimal(observed)
    if alternative == "two-sided":
        d, o = [abs(x) for x in d], abs(o)
    n = sum(x > o - Decimal("1e-9") for x in d)
    return Decimal(n + 1) / Decimal(len(d) + 1)


# %% right: both tails, one by one
def sampled_p(differences, observed, alternative):
    o = abs(observed) if alternative == "two-sided" else observed
    n = 0
    for d in differences:
        if d > o - 1e-9 or (alternative == "two-sided" and d < -o + 1e-9):
            n += 1
    return (1 + n) / (1 + len(differences))
