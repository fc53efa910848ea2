# %% wrong: exclusive - range goes up to its end
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k)) / 2**n


# %% wrong: point - the probability of what was observed
def tail_probability(k, n):
    return math.comb(n, k) / 2**n


# %% wrong: upper - at most is read as at least
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k, n + 1)) / 2**n


# %% wrong: above - the rest is what is asked for
def tail_probability(k, n):
    return 1 - sum(math.comb(n, i) for i in range(k + 1)) / 2**n


# %% wrong: two_tails - a test has two tails
def tail_probability(k, n):
    return 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n


# %% wrong: starts_at_one - sums begin at 1
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(1, k + 1)) / 2**n


# %% wrong: floor - two strokes keep whole numbers whole
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1)) // 2**n


# %% wrong: counted - the formula without its factor
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1))


# %% wrong: normal - for large n the two are the same
from statistics import NormalDist


def tail_probability(k, n):
    return NormalDist(n / 2, math.sqrt(n) / 2).cdf(k)


# %% wrong: rounded - two digits are enough
def tail_probability(k, n):
    return round(sum(math.comb(n, i) for i in range(k + 1)) / 2**n, 2)


# %% wrong: underflow - each probability from the one before it
def tail_probability(k, n):
    probability = total = 0.5**n
    for i in range(k):
        probability = probability * (n - i) / (i + 1)
        total += probability
    return total


# %% wrong: OverflowError - the formula as it is written
def tail_probability(k, n):
    q = 0.5
    return sum(math.comb(n, i) * q**i * (1 - q) ** (n - i) for i in range(k + 1))


# %% wrong: not_a_number - the binomial coefficients of scipy are as good
import numpy as np
from scipy.special import comb


def tail_probability(k, n):
    i = np.arange(k + 1)
    with np.errstate(all="ignore"):
        return np.sum(comb(n, i) * 0.5**i * 0.5 ** (n - i))


# %% wrong: TypeError - ^ is a power, as on paper
def tail_probability(k, n):
    return sum(math.comb(n, i) * 0.5 ^ n for i in range(k + 1))


# %% right: scipy's distribution
from scipy import stats


def tail_probability(k, n):
    return stats.binom.cdf(k, n, 0.5)


# %% right: exact fractions, turned into a float at the end
from fractions import Fraction


def tail_probability(k, n):
    total = Fraction(0)
    for i in range(k + 1):
        total += Fraction(math.comb(n, i), 2**n)
    return float(total)


# %% right: logarithms of the binomial coefficients
def tail_probability(k, n):
    logs = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in range(k + 1)]
    return math.fsum(math.exp(log - n * math.log(2)) for log in logs)


# %% right: each coefficient from the one before it, in whole numbers
def tail_probability(k, n):
    coefficient = total = 1
    for i in range(1, k + 1):
        coefficient = coefficient * (n - i + 1) // i
        total += coefficient
    return total / (1 << n)


# %% wrong: power - 2^n is two to the n
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1)) / (2 ^ n)


# %% wrong: power - 2^n, in each term
def tail_probability(k, n):
    total = 0
    for i in range(k + 1):
        total += math.comb(n, i) / (2 ^ n)
    return total


# %% wrong: corrected - the normal curve with half a step more
from scipy.stats import norm


def tail_probability(k, n):
    return norm.cdf((k + 0.5 - n / 2) / (n**0.5 / 2))


# %% wrong: poisson - events follow the Poisson distribution
from scipy.stats import poisson


def tail_probability(k, n):
    return poisson.cdf(k, n / 2)


# %% wrong: rounded - four digits are enough
def tail_probability(k, n):
    return round(sum(math.comb(n, i) for i in range(k + 1)) / 2**n, 4)


# %% wrong: rounded - eight digits are plenty
def tail_probability(k, n):
    return round(sum(math.comb(n, i) for i in range(k + 1)) / 2**n, 8)


# %% wrong: sampled - many tosses show it
import numpy as np


def tail_probability(k, n):
    return float(np.mean(np.random.default_rng(1).binomial(n, 0.5, 100_000) <= k))


# %% wrong: slow - all sequences of tosses
from itertools import product


def tail_probability(k, n):
    return sum(sum(tosses) <= k for tosses in product((0, 1), repeat=n)) / 2**n


# %% wrong: RecursionError - Pascal's triangle by recursion, remembered
from functools import lru_cache


def tail_probability(k, n):
    @lru_cache(None)
    def choose(n, i):
        return 1 if i in (0, n) else choose(n - 1, i - 1) + choose(n - 1, i)

    return sum(choose(n, i) for i in range(k + 1)) / 2**n


# %% wrong: underflow - one less the other tail
from scipy.stats import binom


def tail_probability(k, n):
    return 1 - binom.sf(k, n, 0.5)


# %% wrong: imprecise - the normal curve where n is large
from scipy.stats import norm


def tail_probability(k, n):
    if n > 1000:
        return norm.cdf((k + 0.5 - n / 2) / (n**0.5 / 2))
    return sum(math.comb(n, i) for i in range(k + 1)) / 2**n


# %% wrong: underflow - half to the power of n
def tail_probability(k, n):
    p = 0.5**n
    total = 0.0
    coefficient = 1.0
    for i in range(k + 1):
        total += coefficient * p
        coefficient *= (n - i) / (i + 1)
        if coefficient > 1e300:
            coefficient = 1e300
    return total


# %% wrong: OverflowError - two to the n as a float
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1)) / 2.0**n


# %% wrong: ZeroDivisionError - numpy's power of two
import numpy as np


def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1)) / int(np.power(2, n))


# %% wrong: exclusive - scipy's function says below k
from scipy.stats import binom


def tail_probability(k, n):
    return binom.cdf(k - 1, n, 0.5)


# %% wrong: above - the survival function
from scipy.stats import binom


def tail_probability(k, n):
    return binom.sf(k, n, 0.5)


# %% wrong: two_tails - scipy's test
from scipy.stats import binomtest


def tail_probability(k, n):
    return binomtest(k, n).pvalue


# %% wrong: printed - the probability is there to be read
def tail_probability(k, n):
    print(sum(math.comb(n, i) for i in range(k + 1)) / 2**n)


# %% wrong: unanswered - the sum goes nowhere
def tail_probability(k, n):
    total = sum(math.comb(n, i) for i in range(k + 1)) / 2**n


# %% wrong: wrong_type - as it is shown
def tail_probability(k, n):
    return f"{sum(math.comb(n, i) for i in range(k + 1)) / 2**n:.2g}"


# %% right: a fraction, exact
from fractions import Fraction


def tail_probability(k, n):
    return Fraction(sum(math.comb(n, i) for i in range(k + 1)), 2**n)


# %% right: decimal numbers
from decimal import Decimal, localcontext


def tail_probability(k, n):
    with localcontext() as context:
        context.prec = 60
        return Decimal(sum(math.comb(n, i) for i in range(k + 1))) / Decimal(2) ** n


# %% right: scipy's test with one tail
from scipy.stats import binomtest


def tail_probability(k, n):
    return binomtest(k, n, alternative="less").pvalue


# %% right: a probability at a time, by scipy
from scipy.stats import binom


def tail_probability(k, n):
    return sum(binom.pmf(i, n, 0.5) for i in range(k + 1))


# %% right: whole numbers by scipy
from scipy.special import comb


def tail_probability(k, n):
    return sum(comb(n, i, exact=True) for i in range(k + 1)) / 2**n


# %% right: by symmetry, from the upper end
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(n - k, n + 1)) / 2**n


# %% right: Pascal's rows, whole numbers in a list
def tail_probability(k, n):
    row = [1]
    for i in range(k):
        row.append(row[-1] * (n - i) // (i + 1))
    return sum(row) / 2**n


# %% right: logarithms of factorials
from math import exp, fsum, lgamma, log


def tail_probability(k, n):
    return fsum(
        exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) - n * log(2)) for i in range(k + 1)
    )


# %% wrong: half_of_k - what was observed counts half
def tail_probability(k, n):
    return (sum(math.comb(n, i) for i in range(k)) + math.comb(n, k) / 2) / 2**n


# %% wrong: twice_as_many - divided by 2 ** (n + 1)
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(k + 1)) / 2 ** (n + 1)


# %% right: each coefficient from the one before, in whole numbers
def tail_probability(k, n):
    c, s = 1, 1
    for i in range(1, k + 1):
        c = c * (n - i + 1) // i
        s += c
    return s / (1 << n)


# %% right: the incomplete beta function
from scipy.special import betainc


def tail_probability(k, n):
    return 1.0 if k >= n else float(betainc(n - k, k + 1, 0.5))


# %% wrong: order - n comes first, as in math.comb
def tail_probability(n, k):
    return sum(math.comb(n, i) for i in range(k + 1)) / 2**n


# %% wrong: order - k events, some of which are chosen
def tail_probability(k, n):
    return sum(math.comb(k, i) for i in range(k + 1)) / 2**n


# %% wrong: other - the share of the numbers up to k
def tail_probability(k, n):
    return (k + 1) / (n + 1)


# %% wrong: wrong_type - the answer has a name
def tail_probability(k, n):
    return {"p": sum(math.comb(n, i) for i in range(k + 1)) / 2**n}


# %% wrong: arguments - the probability of a negative event is given as well
def tail_probability(k, n, q):
    return sum(math.comb(n, i) * q**i * (1 - q) ** (n - i) for i in range(k + 1))


# %% right: rows of probabilities, each from the one before
def tail_probability(k, n):
    row = [1.0]
    for _ in range(n):
        row = [(a + b) / 2 for a, b in zip([*row, 0], [0, *row])][: k + 1]
    return sum(row)


# %% wrong, hidden: other - the smaller side is what is meant
def tail_probability(k, n):
    return sum(math.comb(n, i) for i in range(min(k, n - k) + 1)) / 2**n


# %% wrong: floor - the two numbers of comb the wrong way round
def tail_probability(k, n):
    return sum(math.comb(i, n) for i in range(k + 1)) / 2**n


# %% right: from the incomplete beta function
from scipy.special import betainc

def tail_probability(k, n):
    return 1 if k >= n else float(betainc(n - k, k + 1, 0.5))
