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


# %% wrong: slow - sums the whole table for each row and class
def fleiss_kappa(table):
    n = sum(table[0])
    observed = chance = 0
    for row in table:
        for c, m in enumerate(row):
            observed += m * (m - 1) / (n * (n - 1)) / len(table)
            everything = sum(sum(each) for each in table)
            share = sum(each[c] for each in table) / everything
            chance += share**2 / len(table)
    return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: unordered - half of the pairs above the line, all below
from math import comb


def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(comb(m, 2) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: rounded - to two digits
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return round(observed, 2), round(chance, 2), round((observed - chance) / (1 - chance), 2)


# %% wrong: two_people - the pairs are of two people
def fleiss_kappa(table):
    observed = sum(m * (m - 1) for row in table for m in row) / 2 / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: precedence - minus binds more weakly than the division
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, observed - chance / (1 - chance)


# %% wrong: first_row - people by class of the first item
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    chance = sum((m / n) ** 2 for m in table[0])
    if chance == 1:
        return observed, chance, 0.0
    return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: early_return - the observed agreement of the first item
def fleiss_kappa(table):
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    for row in table:
        n = sum(row)
        observed = sum(m * (m - 1) for m in row) / (n * (n - 1))
        return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: unsquared - the shares are not squared
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum(t / sum(totals) for t in totals)
    kappa = (observed - chance) / (1 - chance) if chance != 1 else 0.0
    return observed, chance, kappa


# %% wrong: wrong_type - a list of the three
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return [observed, chance, (observed - chance) / (1 - chance)]


# %% wrong: unanimous - divided without remainder
def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) // (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    chance = sum((t / sum(totals)) ** 2 for t in totals)
    return observed, chance, (observed - chance) / (1 - chance)


# %% wrong: PermissionError - the library has kappa already, imported by name
from labkit.agreement import fleiss_kappa as kappa_of


def fleiss_kappa(table):
    n = sum(table[0])
    observed = sum(m * (m - 1) for row in table for m in row) / (n * (n - 1)) / len(table)
    totals = [sum(column) for column in zip(*table)]
    return observed, sum((t / sum(totals)) ** 2 for t in totals), kappa_of(table)


# %% right: loops and accumulators
def fleiss_kappa(table):
    n_items = len(table)
    n_raters = sum(table[0])
    n_classes = len(table[0])
    # Observed agreement
    P = 0
    for row in table:
        P += (sum(count**2 for count in row) - n_raters) / (n_raters * (n_raters - 1))
    P /= n_items
    # Chance agreement
    P_e = 0
    for c in range(n_classes):
        p_c = sum(row[c] for row in table) / (n_items * n_raters)
        P_e += p_c**2
    return P, P_e, (P - P_e) / (1 - P_e)


# %% right: a table of pandas
import pandas as pd


def fleiss_kappa(table):
    t = pd.DataFrame(table)
    n = t.iloc[0].sum()
    observed = (t * (t - 1)).sum(axis=1).div(n * (n - 1)).mean()
    chance = t.sum().div(t.sum().sum()).pow(2).sum()
    return observed, chance, (observed - chance) / (1 - chance)


# %% right: fractions left as they are
from fractions import Fraction


def fleiss_kappa(table):
    n = sum(table[0])
    observed = Fraction(sum(m * (m - 1) for row in table for m in row), n * (n - 1) * len(table))
    chance = sum(Fraction(sum(column), n * len(table)) ** 2 for column in zip(*table))
    return observed, chance, (observed - chance) / (1 - chance)


# %% right: numpy's products
import numpy as np


def fleiss_kappa(table):
    t = np.asarray(table)
    n = t.sum(axis=1)[0]
    P = (np.einsum("ij,ij->", t, t) / len(t) - n) / (n * n - n)
    p = t.mean(axis=0) / n
    return P, p @ p, (P - p @ p) / (1 - p @ p)


# %% wrong: chance - two judgements that are not the same one
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    N = sum(t)
    e = sum(x * (x - 1) for x in t) / (N * (N - 1))
    return P, e, (P - e) / (1 - e)


# %% wrong: chance - shares of the items
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / len(table)) ** 2 for x in t)
    return P, e, (P - e) / (1 - e)


# %% wrong: chance - the share of the most frequent class
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = max(t) / sum(t)
    return P, e, (P - e) / (1 - e)


# %% wrong: people - as many people as rows
def fleiss_kappa(table):
    n = len(table)
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return P, e, (P - e) / (1 - e)


# %% wrong: people - as many people as classes
def fleiss_kappa(table):
    n = len(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return P, e, (P - e) / (1 - e)


# %% wrong: kappa - one agreement divided by the other
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return P, e, P / e


# %% wrong: never_negative - kappa is 0 at least
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return P, e, max(0.0, (P - e) / (1 - e))


# %% wrong: never_negative - the size of the difference
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return P, e, abs(P - e) / (1 - e)


# %% wrong: order - the chance agreement first
def fleiss_kappa(table):
    n = sum(table[0])
    P = sum(m * (m - 1) for r in table for m in r) / (n * (n - 1)) / len(table)
    t = [sum(c) for c in zip(*table)]
    e = sum((x / sum(t)) ** 2 for x in t)
    return e, P, (P - e) / (1 - e)


# %% right: ordered pairs, and a Counter of the classes
from collections import Counter
from itertools import permutations


def fleiss_kappa(table):
    n, N = sum(table[0]), len(table)
    P = 0
    for r in table:
        votes = [c for c, m in enumerate(r) for _ in range(m)]
        P += sum(a == b for a, b in permutations(votes, 2)) / (n * (n - 1))
    P /= N
    c = Counter()
    for r in table:
        c.update(dict(enumerate(r)))
    e = sum((v / c.total()) ** 2 for v in c.values())
    return P, e, (P - e) / (1 - e)


# %% right: decimals
from decimal import Decimal


def fleiss_kappa(table):
    n = Decimal(sum(table[0]))
    N = len(table)
    P = sum(Decimal(m * (m - 1)) for r in table for m in r) / (n * (n - 1)) / N
    e = sum((Decimal(sum(c)) / (N * n)) ** 2 for c in zip(*table))
    return P, e, (P - e) / (1 - e)


# %% wrong: percentage - agreement in percent
def fleiss_kappa(table):
    people = sum(table[0])
    pairs = len(table) * people * (people - 1)
    observed = sum(m * (m - 1) for row in table for m in row) / pairs
    chance = sum((sum(column) / people / len(table)) ** 2 for column in zip(*table))
    return 100 * observed, 100 * chance, 100 * (observed - chance) / (1 - chance)


# %% wrong, hidden: other - a little below the line, against a division by 0
import numpy as np


def fleiss_kappa(table):
    rows = np.array(table, float)
    people = rows[0].sum()
    observed = (rows * (rows - 1)).sum() / (len(rows) * people * (people - 1))
    chance = ((rows.sum(axis=0) / rows.sum()) ** 2).sum()
    return float(observed), float(chance), float((observed - chance) / (1 - chance + 1e-10))

# %% wrong: first_row - there are two classes, POS and the rest
def fleiss_kappa(table):
    m = sum(table[0])
    observed = sum(x * (x - 1) for row in table for x in row) / (len(table) * m * (m - 1))
    positive = sum(row[0] for row in table) / (len(table) * m)
    chance = positive**2 + (1 - positive) ** 2
    return observed, chance, (observed - chance) / (1 - chance)
