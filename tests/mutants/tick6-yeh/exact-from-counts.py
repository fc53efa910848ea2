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


# %% wrong: slow - by enumeration, with exact_p
def exact_p_from_counts(correct, spurious):
    a = [(1, 1)] * (correct[0] + correct[1]) + [(0, 0)] * correct[2]
    b = [(1, 1)] * correct[0] + [(0, 0)] * correct[1] + [(1, 1)] * correct[2]
    a += [(0, 1)] * (spurious[0] + spurious[1]) + [(0, 0)] * spurious[2]
    b += [(0, 1)] * spurious[0] + [(0, 0)] * spurious[1] + [(0, 1)] * spurious[2]
    return exact_p(a, b)


# %% wrong: ZeroDivisionError - every system has a response
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        c1, s1 = correct[0] + i, spurious[0] + j
        c2, s2 = correct[0] + m - i, spurious[0] + k - j
        return abs(c1 / (c1 + s1) - c2 / (c2 + s2))

    limit = size(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    ) / 2 ** (m + k)


# %% wrong: empty - numpy's nan where a system has no response
import numpy as np
from scipy.special import comb


def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    i, j = np.mgrid[: m + 1, : k + 1]
    c1, s1 = correct[0] + i, spurious[0] + j
    c2, s2 = correct[0] + m - i, spurious[0] + k - j
    with np.errstate(all="ignore"):
        size = np.abs(c1 / (c1 + s1) - c2 / (c2 + s2))
    ways = comb(m, i) * comb(k, j)
    extreme = size > size[correct[1], spurious[1]] - 1e-9
    return float(ways[extreme].sum() / ways.sum())


# %% wrong: empty - who says nothing says nothing wrong
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def precision_of(c, s):
        return c / (c + s) if c + s else 1.0

    def size(i, j):
        first = precision_of(correct[0] + i, spurious[0] + j)
        return abs(first - precision_of(correct[0] + m - i, spurious[0] + k - j))

    limit = size(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    ) / 2 ** (m + k)


# %% wrong: short_range - range ends before the last
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
        c, s = correct[0] + m - i, spurious[0] + k - j
        return abs(first - scores(c, c + s, 1)[1])

    limit = size(correct[1], spurious[1]) - 1e-9
    ways = 0
    for i in range(m):
        for j in range(k):
            if size(i, j) > limit:
                ways += math.comb(m, i) * math.comb(k, j)
    return ways / 2 ** (m + k)


# %% wrong: count - how many ways, not which share
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
        c, s = correct[0] + m - i, spurious[0] + k - j
        return abs(first - scores(c, c + s, 1)[1])

    limit = size(correct[1], spurious[1]) - 1e-9
    return sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    )


# %% wrong: sign - twice the side on which the first system is
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def gain(i, j):
        first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
        c, s = correct[0] + m - i, spurious[0] + k - j
        return first - scores(c, c + s, 1)[1]

    limit = gain(correct[1], spurious[1]) - 1e-9
    ways = sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if gain(i, j) > limit
    )
    return min(1.0, 2 * ways / 2 ** (m + k))


# %% wrong: over_all - the shared responses belong in the number of ways
def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
        c, s = correct[0] + m - i, spurious[0] + k - j
        return abs(first - scores(c, c + s, 1)[1])

    limit = size(correct[1], spurious[1]) - 1e-9
    ways = sum(
        math.comb(m, i) * math.comb(k, j)
        for i, j in product(range(m + 1), range(k + 1))
        if size(i, j) > limit
    )
    return ways / 2 ** (sum(correct) + sum(spurious))


# %% wrong: sampled - a hundred thousand shuffles
import numpy as np


def exact_p_from_counts(correct, spurious):
    m, k = sum(correct[1:]), sum(spurious[1:])
    rng = np.random.default_rng(1)
    i, j = rng.binomial(m, 0.5, 100_000), rng.binomial(k, 0.5, 100_000)

    def size(i, j):
        c1, s1 = correct[0] + i, spurious[0] + j
        c2, s2 = correct[0] + m - i, spurious[0] + k - j
        return abs(c1 / np.maximum(c1 + s1, 1) - c2 / np.maximum(c2 + s2, 1))

    return float(np.mean(size(i, j) > size(correct[1], spurious[1]) - 1e-9))


# %% wrong: PermissionError - the library's test
import numpy as np
from labkit import randomization_test
from labkit.metrics import precision


def exact_p_from_counts(correct, spurious):
    kinds = [((1, 1), (1, 1)), ((1, 1), (0, 0)), ((0, 0), (1, 1))]
    wrong = [((0, 1), (0, 1)), ((0, 1), (0, 0)), ((0, 0), (0, 1))]
    pairs = [kind for kind, n in zip(kinds + wrong, [*correct, *spurious]) for _ in range(n)]
    a, b = zip(*pairs)
    return randomization_test(a, b, precision, method="exact").pvalue


# %% right: two binomial laws as dictionaries
from collections import defaultdict


def exact_p_from_counts(correct, spurious):
    (c, c1, c2), (s, s1, s2) = correct, spurious

    def law(m):
        return {i: math.comb(m, i) / 2**m for i in range(m + 1)}

    def precision_of(right, wrong):
        return right / (right + wrong) if right + wrong else 0

    sizes = defaultdict(float)
    for i, p in law(c1 + c2).items():
        for j, q in law(s1 + s2).items():
            gain = precision_of(c + i, s + j) - precision_of(c + c1 + c2 - i, s + s1 + s2 - j)
            sizes[abs(gain)] += p * q
    observed = abs(precision_of(c + c1, s + s1) - precision_of(c + c2, s + s2))
    return sum(p for size, p in sizes.items() if size >= observed - 1e-9)


# %% right: scipy's combinations, exact
from scipy.special import comb


def exact_p_from_counts(correct, spurious):
    m, k = correct[1] + correct[2], spurious[1] + spurious[2]
    extreme = 0
    for i in range(m + 1):
        for j in range(k + 1):
            first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 10)[1]
            second = scores(correct[0] + m - i, correct[0] + m - i + spurious[0] + k - j, 10)[1]
            one = scores(
                correct[0] + correct[1], correct[0] + correct[1] + spurious[0] + spurious[1], 10
            )[1]
            two = scores(
                correct[0] + correct[2], correct[0] + correct[2] + spurious[0] + spurious[2], 10
            )[1]
            if abs(first - second) >= abs(one - two) - 1e-9:
                extreme += comb(m, i, exact=True) * comb(k, j, exact=True)
    return extreme / (2**m * 2**k)


# %% right: memory of binomials by Pascal's triangle
def exact_p_from_counts(correct, spurious):
    def row(m):
        line = [1]
        for _ in range(m):
            line = [1, *[x + y for x, y in zip(line, line[1:])], 1]
        return line

    m, k = sum(correct[1:]), sum(spurious[1:])
    sizes = {}
    for i, x in enumerate(row(m)):
        for j, y in enumerate(row(k)):
            first = scores(correct[0] + i, correct[0] + i + spurious[0] + j, 1)[1]
            c = correct[0] + m - i
            second = scores(c, c + spurious[0] + k - j, 1)[1]
            sizes[i, j] = (abs(first - second), x * y)
    observed = sizes[correct[1], spurious[1]][0]
    return sum(w for size, w in sizes.values() if size > observed - 1e-9) / 2 ** (m + k)


# %% wrong: fixed_numbers - as in Fisher's exact test
def exact_p_from_counts(correct, spurious):
    cb, c1, c2 = correct
    sb, s1, s2 = spurious
    M, N = c1 + c2, s1 + s2
    k = c1 + s1
    P = lambda c, s: c / (c + s) if c + s else 0
    d = lambda i, j: abs(P(cb + i, sb + j) - P(cb + M - i, sb + N - j))
    o = d(c1, s1)
    return sum(
        math.comb(M, i) * math.comb(N, k - i)
        for i in range(M + 1)
        if 0 <= k - i <= N and d(i, k - i) > o - 1e-9
    ) / math.comb(M + N, k)


# %% right: fractions, compared exactly
from fractions import Fraction


def exact_p_from_counts(correct, spurious):
    cb, c1, c2 = correct
    sb, s1, s2 = spurious
    P = lambda c, s: Fraction(c, c + s) if c + s else Fraction(0)
    d = lambda i, j: abs(P(cb + i, sb + j) - P(cb + c1 + c2 - i, sb + s1 + s2 - j))
    o = d(c1, s1)
    M, N = c1 + c2, s1 + s2
    return sum(
        math.comb(M, i) * math.comb(N, j)
        for i in range(M + 1)
        for j in range(N + 1)
        if d(i, j) >= o
    ) / 2 ** (M + N)


# %% wrong: short_range - of the spurious ones, all but the last
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return abs(scores(x, x + s, 1)[1] - scores(y, y + t, 1)[1])

    o = size(correct[1], spurious[1])
    return sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms)
        if size(i, j) > o - 1e-9
    ) / 2 ** (mc + ms)


# %% wrong: short_range - of the correct ones, all but the last
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return abs(scores(x, x + s, 1)[1] - scores(y, y + t, 1)[1])

    o = size(correct[1], spurious[1])
    return sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc)
        for j in range(ms + 1)
        if size(i, j) > o - 1e-9
    ) / 2 ** (mc + ms)


# %% wrong: recall - only the correct ones matter
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])
    o = abs(correct[1] - correct[2])
    return sum(math.comb(mc, i) for i in range(mc + 1) if abs(2 * i - mc) >= o) / 2**mc


# %% wrong: ratio - correct to spurious
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return abs((x / s if s else 0) - (y / t if t else 0))

    o = size(correct[1], spurious[1])
    return sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if size(i, j) > o - 1e-9
    ) / 2 ** (mc + ms)


# %% wrong: shared - coins for what both gave
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = 2 * correct[0] + sum(correct[1:]), 2 * spurious[0] + sum(spurious[1:])

    def size(i, j):
        return abs(scores(i, i + j, 1)[1] - scores(mc - i, mc - i + ms - j, 1)[1])

    o = size(correct[0] + correct[1], spurious[0] + spurious[1])
    return sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if size(i, j) > o - 1e-9
    ) / 2 ** (mc + ms)


# %% wrong: triples - what both gave comes last
import math


def exact_p_from_counts(correct, spurious):
    correct, spurious = (correct[2], *correct[:2]), (spurious[2], *spurious[:2])
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return abs(scores(x, x + s, 1)[1] - scores(y, y + t, 1)[1])

    o = size(correct[1], spurious[1])
    return sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if size(i, j) > o - 1e-9
    ) / 2 ** (mc + ms)


# %% wrong: sampled - two normal laws
from statistics import NormalDist
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def pmf(m, i):
        if m == 0:
            return 1.0
        d = NormalDist(m / 2, math.sqrt(m) / 2)
        return d.cdf(i + 0.5) - d.cdf(i - 0.5)

    def size(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return abs(scores(x, x + s, 1)[1] - scores(y, y + t, 1)[1])

    o = size(correct[1], spurious[1])
    return sum(
        pmf(mc, i) * pmf(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if size(i, j) > o - 1e-9
    )


# %% right: twice the smaller tail, at most 1
import math


def exact_p_from_counts(correct, spurious):
    mc, ms = sum(correct[1:]), sum(spurious[1:])

    def diff(i, j):
        x, y = correct[0] + i, correct[0] + mc - i
        s, t = spurious[0] + j, spurious[0] + ms - j
        return scores(x, x + s, 1)[1] - scores(y, y + t, 1)[1]

    o = diff(correct[1], spurious[1])
    up = sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if diff(i, j) > o - 1e-9
    )
    down = sum(
        math.comb(mc, i) * math.comb(ms, j)
        for i in range(mc + 1)
        for j in range(ms + 1)
        if diff(i, j) < o + 1e-9
    )
    return min(1.0, 2 * min(up, down) / 2 ** (mc + ms))


# %% right: coin by coin, and an array of all pairs
import numpy as np


def exact_p_from_counts(correct, spurious):
    def law(m):
        x = np.ones(1)
        for _ in range(m):
            x = np.convolve(x, [0.5, 0.5])
        return x

    mc, ms = sum(correct[1:]), sum(spurious[1:])
    i, j = np.arange(mc + 1)[:, None], np.arange(ms + 1)[None, :]

    def prec(c, s):
        n = c + s
        return np.where(n > 0, c / np.maximum(n, 1), 0.0)

    size = abs(
        prec(correct[0] + i, spurious[0] + j) - prec(correct[0] + mc - i, spurious[0] + ms - j)
    )
    o = size[correct[1], spurious[1]]
    return float((np.outer(law(mc), law(ms)) * (size > o - 1e-9)).sum())


# %% wrong: tolerance - precisions have three digits
import math


def exact_p_from_counts(correct, spurious):
    m_c, m_s = sum(correct[1:]), sum(spurious[1:])

    def size(i, j):
        one, two = correct[0] + i, correct[0] + m_c - i
        s_1, s_2 = spurious[0] + j, spurious[0] + m_s - j
        return round(abs(scores(one, one + s_1, 1)[1] - scores(two, two + s_2, 1)[1]), 3)

    return sum(
        math.comb(m_c, i) * math.comb(m_s, j)
        for i in range(m_c + 1)
        for j in range(m_s + 1)
        if size(i, j) >= size(correct[1], spurious[1])
    ) / 2 ** (m_c + m_s)


# %% wrong: above_one - twice the side of what was observed
import math


def exact_p_from_counts(correct, spurious):
    m_c, m_s = sum(correct[1:]), sum(spurious[1:])

    def ahead(i, j):
        one, two = correct[0] + i, correct[0] + m_c - i
        s_1, s_2 = spurious[0] + j, spurious[0] + m_s - j
        return scores(one, one + s_1, 1)[1] - scores(two, two + s_2, 1)[1]

    observed = ahead(correct[1], spurious[1])
    side = 1 if observed >= 0 else -1
    ways = sum(
        math.comb(m_c, i) * math.comb(m_s, j)
        for i in range(m_c + 1)
        for j in range(m_s + 1)
        if side * ahead(i, j) > side * observed - 1e-9
    )
    return 2 * ways / 2 ** (m_c + m_s)
