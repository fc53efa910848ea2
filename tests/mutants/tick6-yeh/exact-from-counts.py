# %% wrong: unweighted - all pairs are alike
def exact_p_from_counts(correct, spurious):
    def gain(i, j):
        c, s = sum(correct[1:]) - i, sum(spurious[1:]) - j
        first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
        return abs(first - scores(correct[0] + c, correct[0] + c + spurious[0] + s, 1)[1])

    pairs = list(product(range(sum(correct[1:]) + 1), range(sum(spurious[1:]) + 1)))
    observed = gain(correct[1], spurious[1])
    return sum(gain(i, j) > observed - 1e-9 for i, j in pairs) / len(pairs)

# %% wrong: unshared - what both gave is not shuffled and does not matter
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def gain(i, j):
        return abs(scores(i, i + j, 1)[1] - scores(m - i, m - i + k - j, 1)[1])

    limit = gain(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if gain(i, j) > limit
    ) / 2 ** (m + k)

# %% wrong: one_sided - the first system is ahead, or it is not
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    both, wrong = correct[0], spurious[0]

    def gain(i, j):
        mine = scores(both + i, both + i + wrong + j, 1)[1]
        return mine - scores(both + m - i, both + m - i + wrong + k - j, 1)[1]

    limit = gain(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if gain(i, j) > limit
    ) / 2 ** (m + k)

# %% wrong: sign - the first system is ahead
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    both, wrong = correct[0], spurious[0]

    def gain(i, j):
        mine = scores(both + i, both + i + wrong + j, 1)[1]
        return mine - scores(both + m - i, both + m - i + wrong + k - j, 1)[1]

    limit = gain(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if abs(gain(i, j)) > limit
    ) / 2 ** (m + k)

# %% wrong: strict - only what is larger is extreme
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    both, wrong = correct[0], spurious[0]

    def size(i, j):
        mine = scores(both + i, both + i + wrong + j, 1)[1]
        return abs(mine - scores(both + m - i, both + m - i + wrong + k - j, 1)[1])

    limit = size(correct[1], spurious[1]) + 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    ) / 2 ** (m + k)

# %% wrong: added - as for a sample
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    both, wrong = correct[0], spurious[0]

    def size(i, j):
        mine = scores(both + i, both + i + wrong + j, 1)[1]
        return abs(mine - scores(both + m - i, both + m - i + wrong + k - j, 1)[1])

    limit = size(correct[1], spurious[1]) - 1e-9
    extreme = sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    )
    return (extreme + 1) / (2 ** (m + k) + 1)

# %% wrong: hair - floats compare as numbers do
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    both, wrong = correct[0], spurious[0]

    def size(i, j):
        mine = scores(both + i, both + i + wrong + j, 1)[1]
        return abs(mine - scores(both + m - i, both + m - i + wrong + k - j, 1)[1])

    limit = size(correct[1], spurious[1])
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) >= limit
    ) / 2 ** (m + k)

# %% right: an array of all pairs, binomial probabilities
import numpy as np
from scipy.stats import binom

def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    i, j = np.ogrid[: m + 1, : k + 1]
    probability = binom.pmf(i, m, 0.5) * binom.pmf(j, k, 0.5)

    def precision_of(c, s):
        return c / np.maximum(c + s, 1)

    mine = precision_of(correct[0] + i, spurious[0] + j)
    yours = precision_of(correct[0] + m - i, spurious[0] + k - j)
    size = abs(mine - yours)
    return float(probability[size > size[correct[1], spurious[1]] - 1e-9].sum())

# %% right: whole numbers only, fractions compared crosswise
from fractions import Fraction

def exact_p_from_counts(correct, spurious):
    ways = {}
    for i in range(correct[1] + correct[2] + 1):
        for j in range(spurious[1] + spurious[2] + 1):
            rest_i, rest_j = sum(correct[1:]) - i, sum(spurious[1:]) - j
            values = []
            for c, s in ((i, j), (rest_i, rest_j)):
                found = correct[0] + c + spurious[0] + s
                values.append(Fraction(correct[0] + c, found) if found else Fraction())
            count = math.comb(i + rest_i, i) * math.comb(j + rest_j, j)
            ways[i, j] = abs(values[0] - values[1]), count
    observed = ways[correct[1], spurious[1]][0]
    extreme = sum(count for size, count in ways.values() if size >= observed)
    return extreme / sum(count for _, count in ways.values())
