# %% wrong: with_oneself - all pairs of people, also a person with himself
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum((m / n) ** 2 for row in table for m in row) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: half_oneself - n squared pairs, of which m (m - 1) agree
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / n**2 / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: uniform - chance picks each class equally often
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    chance = 1 / len(table[0])
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: by_item - chance agreement from the shares of each item
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    chance = sum((m / n) ** 2 for row in table for m in row) / len(table)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: not_scaled - kappa is the agreement beyond chance
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, observed - chance

# %% wrong: wrong_scale - divided by the disagreement that was observed
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - observed)

# %% wrong: majority - agreement is how many are with the majority
def fleiss_kappa(table):
    observed = sum(max(row) / sum(row) for row in table) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: unanimous - agreement is when all choose the same
def fleiss_kappa(table):
    observed = sum(max(row) == sum(row) for row in table) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: not_averaged - the items' agreements are added up
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1))
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: per_class - the mean of the squared shares
import numpy as np

def fleiss_kappa(table):
    table = np.array(table)
    n = table[0].sum()
    observed = ((table * (table - 1)).sum(axis=1) / (n * (n - 1))).mean()
    chance = ((table.sum(axis=0) / table.sum()) ** 2).mean()
    return observed, chance, (observed - chance) / (1 - chance)

# %% wrong: kappa_only - one number is asked for
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return (observed - chance) / (1 - chance)

# %% wrong: order - the result first, then how it came about
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return (observed - chance) / (1 - chance), chance, observed

# %% wrong: rounded - as it will be reported
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return tuple(round(x, 3) for x in (observed, chance, (observed - chance) / (1 - chance)))

# %% wrong: PermissionError - the library has kappa already
from labkit import agreement

def fleiss_kappa(table):
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    kappa = agreement.fleiss_kappa(table)
    return chance + kappa * (1 - chance), chance, kappa

# %% right: numpy, from shares
import numpy as np

def fleiss_kappa(table):
    shares = np.array(table) / sum(table[0])
    n = sum(table[0])
    observed = (n * (shares**2).sum(axis=1).mean() - 1) / (n - 1)
    chance = (shares.mean(axis=0) ** 2).sum()
    return observed, chance, (observed - chance) / (1 - chance)

# %% right: all pairs of people written out
from itertools import combinations

def fleiss_kappa(table):
    agree = []
    for row in table:
        people = [c for c, m in enumerate(row) for _ in range(m)]
        agree += [a == b for a, b in combinations(people, 2)]
    observed = sum(agree) / len(agree)
    total = sum(map(sum, table))
    chance = sum((sum(row[c] for row in table) / total) ** 2 for c in range(len(table[0])))
    return observed, chance, 1 - (1 - observed) / (1 - chance)

# %% right: exact fractions, floats at the end
from fractions import Fraction
from math import comb

def fleiss_kappa(table):
    pairs = comb(sum(table[0]), 2)
    observed = sum(Fraction(comb(m, 2), pairs) for row in table for m in row) / len(table)
    every = sum(map(sum, table))
    chance = sum(Fraction(sum(column), every) ** 2 for column in zip(*table))
    return tuple(map(float, (observed, chance, (observed - chance) / (1 - chance))))
