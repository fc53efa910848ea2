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


# %% wrong: dropped - scipy's test of the wins
from scipy.stats import binomtest


def sign_test_p(plus, minus, ties):
    return binomtest(plus, plus + minus).pvalue


# %% wrong: rounding - half of the ties, rounded down
def sign_test_p(plus, minus, ties):
    half = ties // 2
    return min(1, 2 * tail_probability(half + min(plus, minus), 2 * half + plus + minus))


# %% wrong: rounding - half of the ties, to the nearest
def sign_test_p(plus, minus, ties):
    half = round(ties / 2)
    return min(1, 2 * tail_probability(half + min(plus, minus), 2 * half + plus + minus))


# %% wrong: n_unchanged - there are as many events as reviews
def sign_test_p(plus, minus, ties):
    k = math.ceil(ties / 2) + min(plus, minus)
    return min(1, 2 * tail_probability(k, plus + minus + ties))


# %% wrong: normal - z for large n
from scipy.stats import norm


def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return 2 * norm.cdf((k - n / 2) / (math.sqrt(n) / 2))


# %% wrong: corrected - z with the correction
from scipy.stats import norm


def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return min(1, 2 * norm.cdf((k + 0.5 - n / 2) / (math.sqrt(n) / 2)))


# %% wrong: chi_squared - McNemar's test
from scipy.stats import chi2


def sign_test_p(plus, minus, ties):
    return chi2.sf((plus - minus) ** 2 / (plus + minus), 1) if plus + minus else 1.0


# %% wrong: middle - twice the smaller of the tail and the rest
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    below = tail_probability(k, n)
    return 2 * min(below, 1 - below)


# %% wrong: both_sides - the winner's tail, twice
def sign_test_p(plus, minus, ties):
    half = math.ceil(ties / 2)
    return 2 * tail_probability(half + max(plus, minus), 2 * half + plus + minus)


# %% wrong: rounded - p has two digits
def sign_test_p(plus, minus, ties):
    return round(min(1, 2 * tail_probability(*split_ties(plus, minus, ties))), 2)


# %% wrong: rounded - p has six digits
def sign_test_p(plus, minus, ties):
    return round(min(1.0, 2 * tail_probability(*split_ties(plus, minus, ties))), 6)


# %% wrong: sampled - fair coins, tossed
import numpy as np


def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    tossed = np.random.default_rng(7).binomial(n, 0.5, 20_000)
    return float(np.mean(np.minimum(tossed, n - tossed) <= k))


# %% wrong: printed - p is there to be read
def sign_test_p(plus, minus, ties):
    print(min(1, 2 * tail_probability(*split_ties(plus, minus, ties))))


# %% wrong: PermissionError - the library's test under its other name
import labkit.significance


def sign_test_p(plus, minus, ties):
    return labkit.significance.sign_test(plus, minus, ties, ties_policy="split").pvalue


# %% right: a whole number where p is 1
def sign_test_p(plus, minus, ties):
    return min(1, 2 * tail_probability(*split_ties(plus, minus, ties)))


# %% right: an exact fraction
from fractions import Fraction


def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    p = Fraction(2 * sum(math.comb(n, i) for i in range(k + 1)), 2**n)
    return min(Fraction(1), p)


# %% right: a condition in place of the minimum
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    p = 2 * tail_probability(k, n)
    if p > 1:
        p = 1
    return p


# %% right: scipy's test with both halves of the ties
from scipy.stats import binomtest


def sign_test_p(plus, minus, ties):
    half = -(-ties // 2)
    n = plus + minus + 2 * half
    return binomtest(plus + half, n, p=0.5, alternative="two-sided").pvalue


# %% right: all outcomes no more probable than this one
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    here = math.comb(n, k)
    return sum(c for i in range(n + 1) if (c := math.comb(n, i)) <= here) / 2**n


# %% right: decimal numbers
from decimal import Decimal


def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return min(
        Decimal(1), Decimal(sum(math.comb(n, i) for i in range(k + 1))) / Decimal(2) ** (n - 1)
    )


# %% wrong, hidden: other - what the two sides differ by was tested before
known = {}


def sign_test_p(plus, minus, ties):
    key = (abs(plus - minus), ties)
    if key not in known:
        known[key] = min(1.0, 2 * tail_probability(*split_ties(plus, minus, ties)))
    return known[key]


# %% wrong: exclusive - what is more extreme counts, and not what was observed
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return min(1.0, 2 * tail_probability(k - 1, n))


# %% wrong: half_of_k - half of what was observed
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    return min(1.0, tail_probability(k - 1, n) + tail_probability(k, n))


# %% wrong: arguments - the scores are given
def sign_test_p(scores_a, scores_b):
    return 1.0


# %% wrong, hidden: other - without wins and losses there is nothing to test
def sign_test_p(plus, minus, ties):
    if plus + minus == 0:
        return 0.0
    k, n = split_ties(plus, minus, ties)
    return min(1.0, 2 * tail_probability(k, n))


# %% right: one less what lies between the two tails
def sign_test_p(plus, minus, ties):
    k, n = split_ties(plus, minus, ties)
    between = tail_probability(n - k - 1, n) - tail_probability(k, n) if 2 * k < n else 0
    return 1 - between


# %% wrong: larger_side - of two numbers the larger one
def sign_test_p(plus, minus, ties):
    return max(1, 2 * tail_probability(*split_ties(plus, minus, ties)))


# %% wrong: chi_squared - McNemar's test, with a correction for steps
from scipy.stats import chi2

def sign_test_p(plus, minus, ties):
    return chi2.sf((abs(plus - minus) - 1) ** 2 / (plus + minus), 1)


# %% wrong, hidden: other - without a loss there is nothing to test
def sign_test_p(plus, minus, ties):
    if not (plus and minus):
        return 1.0
    return min(1.0, 2 * tail_probability(*split_ties(plus, minus, ties)))
