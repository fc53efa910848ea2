# %% wrong: one_tailed - the tail is the p-value
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return tail_probability(k, n)

# %% wrong: dropped - ties are left out, as textbooks say
def sign_test_p(plus, minus, ties):
    return min(1.0, 2 * tail_probability(min(plus, minus), plus + minus))

# %% wrong: above_one - twice the tail, whatever it is
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return 2 * tail_probability(k, n)

# %% wrong: larger_side - k is the number of positive events
def sign_test_p(plus, minus, ties):
    half = math.ceil(ties / 2)
    return min(1.0, 2 * tail_probability(plus + half, plus + minus + 2 * half))

# %% wrong: confidence - a large number means significant
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return 1 - min(1.0, 2 * tail_probability(k, n))

# %% wrong: percentage - a probability is given in per cent
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return 100 * min(1.0, 2 * tail_probability(k, n))

# %% wrong: PermissionError - the library has it already
from labkit import sign_test

def sign_test_p(plus, minus, ties):
    return sign_test(plus, minus, ties).pvalue

# %% wrong: wrong_type - significant or not
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return 2 * tail_probability(k, n) <= 0.05

# %% right: scipy's binomial test
from scipy import stats

def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return stats.binomtest(k, n).pvalue

# %% right: the two tails added, the middle counted once
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    if 2 * k == n:
        return 1.0
    return tail_probability(k, n) + (1 - tail_probability(n - k - 1, n))

# %% right: from the survival function, a numpy number
import numpy as np
from scipy.stats import binom

def sign_test_p(plus, minus, ties):
    half = -(-ties // 2)
    n = plus + minus + 2 * half
    return np.minimum(1, 2 * binom.sf(max(plus, minus) + half - 1, n, 0.5))
