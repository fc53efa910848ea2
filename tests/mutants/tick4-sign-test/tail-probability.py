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
