# %% wrong: type_two - the probability of an error
def power(n, q, alpha):
    missed = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) > alpha:
            missed += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return missed


# %% wrong: one_side - only few negative events reject
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n // 2):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected


# %% wrong: under_null - outcomes are as probable as under the null hypothesis
def power(n, q, alpha):
    rejected = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha]
    return sum(math.comb(n, k) for k in rejected) / 2**n


# %% wrong: alpha - a test at alpha rejects with probability alpha
def power(n, q, alpha):
    return alpha


# %% wrong: p_value_tail - an outcome rejects if its tail is at most alpha
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if tail_probability(min(k, n - k), n) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected


# %% wrong: boundary - an outcome rejects if its p is below alpha
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) < alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected


# %% wrong: missing_n - range(n) goes up to n
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected


# %% wrong: p_value - the power is the p-value of the expected outcome
def power(n, q, alpha):
    k = round(n * q)
    return sign_test_p(n - k, k, 0)


# %% wrong: sampled - many trials are as good as the sum
import numpy as np


def power(n, q, alpha):
    drawn = np.random.default_rng(1).binomial(n, q, size=2_000)
    return np.mean([sign_test_p(n - int(k), int(k), 0) <= alpha for k in drawn])


# %% wrong: TypeError - ^ is a power, as on paper
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q ^ k * (1 - q) ^ (n - k)
    return rejected


# %% right: scipy's probabilities, summed over the rejected outcomes
from scipy import stats


def power(n, q, alpha):
    return sum(stats.binom.pmf(k, n, q) for k in range(n + 1) if sign_test_p(k, n - k, 0) <= alpha)


# %% right: the largest tail that rejects, on both sides
from scipy.stats import binom


def power(n, q, alpha):
    k = -1
    while k + 1 < n / 2 and sign_test_p(n - k - 1, k + 1, 0) <= alpha:
        k += 1
    return binom.cdf(k, n, q) + binom.sf(n - k - 1, n, q)


# %% right: one less the probability of missing it
def power(n, q, alpha):
    kept = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) > alpha]
    return 1 - math.fsum(math.comb(n, k) * (1 - q) ** (n - k) * q**k for k in kept)


# %% wrong: rounded - three digits, as in the table
def power(n, q, alpha):
    rejected = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha]
    return round(sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in rejected), 3)


# %% wrong: quantile - scipy's quantile is the critical number
from scipy.stats import binom


def power(n, q, alpha):
    c = binom.ppf(alpha / 2, n, 0.5)
    return binom.cdf(c, n, q) + binom.sf(n - c - 1, n, q)


# %% wrong: normal - the textbook formula for large n
from statistics import NormalDist


def power(n, q, alpha):
    z = NormalDist().inv_cdf(alpha / 2)
    return NormalDist().cdf((math.sqrt(n) * abs(q - 0.5) + z / 2) / math.sqrt(q * (1 - q)))


# %% wrong: counted - how many outcomes reject
def power(n, q, alpha):
    return sum(sign_test_p(n - k, k, 0) <= alpha for k in range(n + 1))


# %% wrong: counted_share - what share of the outcomes rejects
def power(n, q, alpha):
    return sum(sign_test_p(n - k, k, 0) <= alpha for k in range(n + 1)) / (n + 1)


# %% wrong: p_value - the test of the expected counts
def power(n, q, alpha):
    k = int(n * q)
    return sign_test_p(n - k, k, 0)


# %% wrong: printed - the power is there to be read
def power(n, q, alpha):
    rejected = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha]
    print(sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in rejected))


# %% wrong: sampled - thousands of trials in a loop
import random


def power(n, q, alpha):
    random.seed(3)
    rejections = 0
    for trial in range(3_000):
        negative = sum(random.random() < q for event in range(n))
        rejections += sign_test_p(n - negative, negative, 0) <= alpha
    return rejections / 3_000


# %% right: the events the other way round
def power(n, q, alpha):
    return sum(
        math.comb(n, wins) * (1 - q) ** wins * q ** (n - wins)
        for wins in range(n + 1)
        if sign_test_p(wins, n - wins, 0) <= alpha
    )


# %% right: exact fractions
from fractions import Fraction


def power(n, q, alpha):
    q = Fraction(q)
    total = Fraction(0)
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) <= alpha:
            total += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return total


# %% right: arrays
import numpy as np
from scipy.stats import binom


def power(n, q, alpha):
    k = np.arange(n + 1)
    rejects = np.array([sign_test_p(int(n - i), int(i), 0) <= alpha for i in k])
    return np.where(rejects, binom.pmf(k, n, q), 0).sum()


# %% wrong, hidden: other - where no outcome rejects, the outermost does
def power(n, q, alpha):
    rejecting = [k for k in range(n + 1) if 2 * tail_probability(k, n) <= alpha]
    critical = max(rejecting, default=0)
    law = [math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)]
    return sum(law[: critical + 1]) + sum(law[n - critical :])


# %% wrong: missing_0 - range begins at 1
def power(n, q, alpha):
    return sum(
        math.comb(n, k) * q**k * (1 - q) ** (n - k)
        for k in range(1, n + 1)
        if sign_test_p(n - k, k, 0) <= alpha
    )


# %% wrong: other_side - only many negative events reject
def power(n, q, alpha):
    return sum(
        math.comb(n, k) * q**k * (1 - q) ** (n - k)
        for k in range(n // 2, n + 1)
        if sign_test_p(n - k, k, 0) <= alpha
    )


# %% right: the largest number that rejects, and both tails
def power(n, q, alpha):
    c = -1
    while 2 * (c + 1) < n and sign_test_p(n - c - 1, c + 1, 0) <= alpha:
        c += 1
    pmf = lambda k: math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return sum(map(pmf, range(c + 1))) + sum(map(pmf, range(n - c, n + 1)))


# %% wrong: halved - each tail gets half of alpha
def power(n, q, alpha):
    rejects = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha / 2]
    return sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in rejects)


# %% wrong: fixed_alpha - the level is 0.05
def power(n, q, alpha):
    rejects = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= 0.05]
    return sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in rejects)


# %% wrong: alpha - a test errs with probability alpha at least
def power(n, q, alpha):
    rejects = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha]
    return max(alpha, sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in rejects))


# %% wrong, hidden: other - a p-value has two digits
def power(n, q, alpha):
    return sum(
        math.comb(n, k) * q**k * (1 - q) ** (n - k)
        for k in range(n + 1)
        if round(sign_test_p(n - k, k, 0), 3) <= alpha
    )


# %% wrong: missing_0 - neither no event nor all of them
import math


def power(n, q, alpha):
    return math.fsum(
        math.comb(n, k) * q**k * (1 - q) ** (n - k)
        for k in range(1, n)
        if sign_test_p(n - k, k, 0) <= alpha
    )
