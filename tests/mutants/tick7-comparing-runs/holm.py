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
