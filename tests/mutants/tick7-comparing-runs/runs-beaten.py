# %% wrong: strict - significant is less than alpha
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        beaten[one] += sum(gains) > 0 and exact_p(gains) < alpha
    return beaten


# %% wrong: untested - the higher mean is better
def runs_beaten(runs, alpha):
    return {one: sum(sum(runs[one]) > sum(runs[other]) for other in runs) for one in runs}


# %% wrong: swapped - the lower sum is the better one
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) < 0 and exact_p(gains) <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: both - how many significant pairs a run has
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        if exact_p([x - y for x, y in zip(runs[one], runs[other])]) <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: left_out - only the winners
def runs_beaten(runs, alpha):
    beaten = {}
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) > 0 and exact_p(gains) <= alpha:
            beaten[one] = beaten.get(one, 0) + 1
    return beaten


# %% right: each pair once
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.combinations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if exact_p(gains) <= alpha and sum(gains) != 0:
            beaten[one if sum(gains) > 0 else other] += 1
    return beaten


# %% right: a count for each run
import numpy as np


def runs_beaten(runs, alpha):
    def better(one, other):
        gains = (np.array(runs[one]) - np.array(runs[other])).tolist()
        return sum(gains) > 0 and exact_p(gains) <= alpha

    return {one: len([other for other in runs if better(one, other)]) for one in runs}


# %% wrong: topics - who is ahead on more topics is better
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        ahead, behind = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
        if ahead > behind and exact_p(gains) <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: topics - the middle difference decides who is better
from statistics import median


def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if median(gains) > 0 and exact_p(gains) <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: another_test - the sign test
from scipy.stats import binomtest


def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        ahead, behind = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
        if sum(gains) > 0 and binomtest(ahead, ahead + behind).pvalue <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: another_test - the matched-pair t-test
from scipy.stats import ttest_rel


def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        if sum(runs[one]) > sum(runs[other]) and ttest_rel(runs[one], runs[other]).pvalue <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: corrected - divided by the number of comparisons
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    number = len(runs) * (len(runs) - 1) / 2
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) > 0 and exact_p(gains) * number <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: one_tailed - half of p, as the direction is known
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) > 0 and exact_p(gains) / 2 <= alpha:
            beaten[one] += 1
    return beaten


# %% wrong: neighbours - each run is compared with the next one only
def runs_beaten(runs, alpha):
    beaten, names = dict.fromkeys(runs, 0), list(runs)
    for one, other in zip(names, names[1:]):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if exact_p(gains) <= alpha:
            beaten[one if sum(gains) > 0 else other] += 1
    return beaten


# %% wrong: first_named - each pair once, and only the first can win
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.combinations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) > 0 and exact_p(gains) <= alpha:
            beaten[one] += 1
    return beaten


# %% right: a table of pandas, and a Counter that knows every run
from collections import Counter

import pandas as pd


def runs_beaten(runs, alpha):
    table = pd.DataFrame(runs)
    found = Counter({name: 0 for name in runs})
    for one, other in itertools.permutations(table.columns, 2):
        gains = (table[one] - table[other]).tolist()
        if sum(gains) > 0 and exact_p(gains) <= alpha:
            found[one] += 1
    return found


# %% right: means instead of sums
from statistics import fmean


def runs_beaten(runs, alpha):
    result = {}
    for one in runs:
        result[one] = 0
        for other in runs:
            better = fmean(runs[one]) > fmean(runs[other])
            if better and exact_p([x - y for x, y in zip(runs[one], runs[other])]) <= alpha:
                result[one] = result[one] + 1
    return result


# %% right: a matrix of truth values
import numpy as np


def runs_beaten(runs, alpha):
    names = list(runs)
    beats = np.zeros((len(names), len(names)), bool)
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            gains = np.subtract(runs[one], runs[other]).tolist()
            beats[i, j] = sum(gains) > 0 and exact_p(gains) <= alpha
    return dict(zip(names, beats.sum(axis=1)))


# %% wrong, hidden: other - p has two digits
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one in runs:
        for other in runs:
            gains = [a - b for a, b in zip(runs[one], runs[other])]
            beaten[one] += sum(gains) > 0 and round(exact_p(gains), 2) <= alpha
    return beaten


# %% wrong, hidden: other - a mean is a whole number
import itertools


def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for a, b in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[a], runs[b])]
        if exact_p(gains) <= alpha and round(sum(gains) / len(gains)) > 0:
            beaten[a] += 1
    return beaten


# %% wrong: fixed_alpha - the level is 0.05
def runs_beaten(runs, alpha):
    return {
        x: sum(
            sum(runs[x]) > sum(runs[y])
            and exact_p([a - b for a, b in zip(runs[x], runs[y])]) <= 0.05
            for y in runs
        )
        for x in runs
    }


# %% wrong: fixed_alpha - the level of the example
def runs_beaten(runs, alpha):
    return {
        x: sum(
            sum(runs[x]) > sum(runs[y])
            and exact_p([a - b for a, b in zip(runs[x], runs[y])]) <= 0.0625
            for y in runs
        )
        for x in runs
    }


# %% wrong: another_test - a t-test of two samples
from scipy.stats import ttest_ind


def runs_beaten(runs, alpha):
    return {
        x: sum(
            sum(runs[x]) > sum(runs[y]) and ttest_ind(runs[x], runs[y]).pvalue <= alpha
            for y in runs
        )
        for x in runs
    }


# %% wrong, hidden: other - the highest score decides who is better
def runs_beaten(runs, alpha):
    return {
        x: sum(
            max(runs[x]) > max(runs[y])
            and exact_p([a - b for a, b in zip(runs[x], runs[y])]) <= alpha
            for y in runs
        )
        for x in runs
    }


# %% right: from the best sum down
def runs_beaten(runs, alpha):
    order = sorted(runs, key=lambda r: sum(runs[r]), reverse=True)
    out = {r: 0 for r in runs}
    for i, x in enumerate(order):
        for y in order[i + 1 :]:
            g = [p - q for p, q in zip(runs[x], runs[y])]
            if sum(g) > 0 and exact_p(g) <= alpha:
                out[x] += 1
    return out


# %% right: a Counter that begins with zeros
from collections import Counter
from itertools import permutations


def runs_beaten(runs, alpha):
    c = Counter({r: 0 for r in runs})
    c.update(
        x
        for x, y in permutations(runs, 2)
        if sum(runs[x]) > sum(runs[y])
        and exact_p([a - b for a, b in zip(runs[x], runs[y])]) <= alpha
    )
    return c


# %% wrong, hidden: other - p has four digits
from itertools import permutations


def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        beaten[one] += sum(gains) > 0 and round(exact_p(gains), 4) <= alpha
    return beaten
