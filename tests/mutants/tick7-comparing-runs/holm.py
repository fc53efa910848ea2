# %% wrong: bonferroni - all are multiplied by the number of comparisons
def holm(pvalues):
    return [min(1.0, len(pvalues) * p) for p in pvalues]


# %% wrong: overtaken - multiply and be done
def holm(pvalues):
    ranked = sorted(pvalues)
    return [min(1.0, (len(pvalues) - ranked.index(p)) * p) for p in pvalues]


# %% wrong: above_one - no limit
def holm(pvalues):
    corrected, largest = [0.0] * len(pvalues), 0.0
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        largest = max(largest, (len(pvalues) - rank) * pvalues[place])
        corrected[place] = largest
    return corrected


# %% wrong: sorted - the order does not matter
def holm(pvalues):
    corrected, largest = [], 0.0
    for rank, p in enumerate(sorted(pvalues)):
        largest = max(largest, (len(pvalues) - rank) * p)
        corrected.append(min(1.0, largest))
    return corrected


# %% wrong: unsorted - they come sorted
def holm(pvalues):
    return [min(1.0, (len(pvalues) - place) * p) for place, p in enumerate(pvalues)]


# %% wrong: largest_first - the largest by m
def holm(pvalues):
    return [min(1.0, (sorted(pvalues).index(p) + 1) * p) for p in pvalues]


# %% wrong: off_by_one - ranks begin at 1
def holm(pvalues):
    corrected, largest = [0.0] * len(pvalues), 0.0
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__), 1):
        largest = max(largest, (len(pvalues) - rank) * pvalues[place])
        corrected[place] = min(1.0, largest)
    return corrected


# %% wrong: false_discovery - the correction of another paper
from scipy.stats import false_discovery_control


def holm(pvalues):
    return false_discovery_control(pvalues).tolist()


# %% right: numpy's running maximum
import numpy as np


def holm(pvalues):
    p = np.array(pvalues)
    order = p.argsort(kind="stable")
    running = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    corrected = np.empty(len(p))
    corrected[order] = np.clip(running, None, 1)
    return corrected.tolist()


# %% right: each looks back at all that are not larger
def holm(pvalues):
    m, ranked = len(pvalues), sorted(pvalues)
    multiplied = [(m - rank) * p for rank, p in enumerate(ranked)]
    return [min(1.0, max(x for x, q in zip(multiplied, ranked) if q <= p)) for p in pvalues]


# %% wrong: ties - the place is looked up by the value
def holm(pvalues):
    corrected, largest = [0.0] * len(pvalues), 0.0
    for rank, p in enumerate(sorted(pvalues)):
        largest = max(largest, (len(pvalues) - rank) * p)
        corrected[pvalues.index(p)] = min(1.0, largest)
    return corrected


# %% wrong: from_the_top - the running minimum from the largest down, as Hochberg's
def holm(pvalues):
    order = sorted(range(len(pvalues)), key=pvalues.__getitem__, reverse=True)
    corrected, smallest = [0.0] * len(pvalues), 1.0
    for rank, place in enumerate(order, 1):
        smallest = min(smallest, rank * pvalues[place])
        corrected[place] = smallest
    return corrected


# %% wrong: powers - one minus the power, as Sidak's
def holm(pvalues):
    corrected, largest = [0.0] * len(pvalues), 0.0
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        largest = max(largest, 1 - (1 - pvalues[place]) ** (len(pvalues) - rank))
        corrected[place] = largest
    return corrected


# %% wrong: wrong_type - which of them are significant
def holm(pvalues):
    p = sorted(pvalues)
    return [all(q * (len(p) - i) <= 0.05 for i, q in enumerate(p) if q <= x) for x in pvalues]


# %% wrong: rounded - three digits
def holm(pvalues):
    corrected, largest = [0.0] * len(pvalues), 0.0
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        largest = max(largest, (len(pvalues) - rank) * pvalues[place])
        corrected[place] = round(min(1.0, largest), 3)
    return corrected


# %% wrong: divided - the p-values are made smaller
def holm(pvalues):
    corrected = [0.0] * len(pvalues)
    for rank, place in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        corrected[place] = pvalues[place] / (len(pvalues) - rank)
    return corrected


# %% right: the whole number 1, where it is reached
def holm(pvalues):
    m, corrected, before = len(pvalues), {}, 0
    for rank, (p, place) in enumerate(sorted((p, place) for place, p in enumerate(pvalues))):
        before = max(before, (m - rank) * p)
        corrected[place] = min(1, before)
    return [corrected[place] for place in range(m)]


# %% right: pandas
import numpy as np
import pandas as pd


def holm(pvalues):
    p = pd.Series(pvalues).sort_values(kind="stable")
    multiplied = p * np.arange(len(p), 0, -1)
    return multiplied.cummax().clip(upper=1).sort_index().tolist()


# %% right: accumulate
from itertools import accumulate


def holm(pvalues):
    m = len(pvalues)
    order = sorted(range(m), key=lambda i: pvalues[i])
    running = list(accumulate(((m - k) * pvalues[i] for k, i in enumerate(order)), max))
    by_place = dict(zip(order, running))
    return [min(by_place[i], 1.0) for i in range(m)]


# %% wrong: overtaken - each is compared with the one just before, as it was multiplied
def holm(pvalues):
    m = len(pvalues)
    o = sorted(range(m), key=lambda i: pvalues[i])
    a = 0
    out = [0] * m
    for r, i in enumerate(o):
        out[i] = min(1, max(a, (m - r) * pvalues[i]))
        a = (m - r) * pvalues[i]
    return out


# %% right: the largest of all smaller ones, each time
def holm(pvalues):
    s = sorted(pvalues)
    m = len(s)
    return [min(1.0, max((m - j) * s[j] for j in range(m) if s[j] <= p)) for p in pvalues]


# %% right: a series and its cummax
import pandas as pd


def holm(pvalues):
    s = pd.Series(pvalues, dtype=float).sort_values(kind="stable")
    s = (s * range(len(s), 0, -1)).cummax().clip(upper=1)
    return s.sort_index().tolist()


# %% wrong: ties - the mean of two ranks
import pandas as pd


def holm(pvalues):
    s = pd.Series(pvalues)
    t = s * (len(s) + 1 - s.rank())
    return [min(1, t[s <= p].max()) for p in s]


# %% wrong: ties - equal values are one comparison
def holm(pvalues):
    s = sorted(set(pvalues))
    m, top, d = len(s), 0.0, {}
    for r, p in enumerate(s):
        top = max(top, (m - r) * p)
        d[p] = min(1.0, top)
    return [d[p] for p in pvalues]


# %% wrong: sorted - put back by the same order again
import numpy as np


def holm(pvalues):
    p = np.asarray(pvalues)
    o = p.argsort()
    m = len(p)
    adj = np.clip(np.maximum.accumulate(np.arange(m, 0, -1) * p[o]), None, 1)
    return adj[o].tolist()


# %% wrong: false_discovery - after Benjamini and Yekutieli
from scipy.stats import false_discovery_control


def holm(pvalues):
    return false_discovery_control(pvalues, method="by").tolist()


# %% wrong: bonferroni - without a largest value
def holm(pvalues):
    return [p * len(pvalues) for p in pvalues]


# %% wrong: off_by_one - the smallest by one less
def holm(pvalues):
    m, top = len(pvalues), 0.0
    out = [0.0] * m
    for r, i in enumerate(sorted(range(m), key=lambda i: pvalues[i])):
        top = max(top, max(1, m - r - 1) * pvalues[i])
        out[i] = min(1.0, top)
    return out


# %% wrong: off_by_one - the smallest by one more
def holm(pvalues):
    m, top = len(pvalues), 0.0
    out = [0.0] * m
    for r, i in enumerate(sorted(range(m), key=lambda i: pvalues[i])):
        top = max(top, (m - r + 1) * pvalues[i])
        out[i] = min(1.0, top)
    return out


# %% right: the largest of all that are no larger
def holm(pvalues):
    m = len(pvalues)
    s = sorted(pvalues)
    return [min(1, max((m - i) * q for i, q in enumerate(s) if q <= p)) for p in pvalues]


# %% right: the running maximum of itertools
from itertools import accumulate


def holm(pvalues):
    m = len(pvalues)
    order = sorted(range(m), key=pvalues.__getitem__)
    adj = accumulate(((m - r) * pvalues[i] for r, i in enumerate(order)), max)
    back = dict(zip(order, adj))
    return [min(1.0, back[i]) for i in range(m)]


# %% right: pandas' running maximum
import pandas as pd


def holm(pvalues):
    s = pd.Series(pvalues).sort_values()
    return (s * range(len(s), 0, -1)).cummax().clip(upper=1).sort_index().tolist()


# %% wrong: ties - a dictionary of the different p-values
def holm(pvalues):
    corrected, at_least = {}, 0
    for rank, p in enumerate(sorted(set(pvalues))):
        at_least = max(at_least, min(1, p * (len(pvalues) - rank)))
        corrected[p] = at_least
    return [corrected[p] for p in pvalues]
