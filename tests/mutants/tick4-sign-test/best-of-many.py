# %% wrong: sum - probabilities of errors add up
def false_alarm(m, alpha):
    return m * alpha


# %% wrong: all_err - independent probabilities are multiplied
def false_alarm(m, alpha):
    return alpha**m


# %% wrong: none - the probability that nothing happens
def false_alarm(m, alpha):
    return (1 - alpha) ** m


# %% wrong: not_all - the opposite of none is not all
def false_alarm(m, alpha):
    return 1 - alpha**m


# %% wrong: single - each comparison has its alpha, so all have
def false_alarm(m, alpha):
    return alpha


# %% wrong: exactly_one - at least one is one of them
def false_alarm(m, alpha):
    return m * alpha * (1 - alpha) ** (m - 1)


# %% wrong: TypeError - ^ is a power, as on paper
def false_alarm(m, alpha):
    return 1 - (1 - alpha) ^ m


# %% right: summed over the first comparison that errs
def false_alarm(m, alpha):
    return sum(alpha * (1 - alpha) ** i for i in range(m))


# %% right: the survival function of the binomial distribution
from scipy.stats import binom


def false_alarm(m, alpha):
    return binom.sf(0, m, alpha)


# %% right: through logarithms
def false_alarm(m, alpha):
    return -math.expm1(m * math.log1p(-alpha))


# %% wrong: sum - probabilities add up, to 1 at most
def false_alarm(m, alpha):
    return min(1.0, m * alpha)


# %% wrong: inclusion - what is counted twice is taken away
def false_alarm(m, alpha):
    return m * alpha - alpha**m


# %% wrong: sum_of_none - none errs with one less the sum
def false_alarm(m, alpha):
    return 1 - m * alpha


# %% wrong: rounded - two digits, as it is shown
def false_alarm(m, alpha):
    return round(1 - (1 - alpha) ** m, 2)


# %% wrong: rounded - six digits are plenty
def false_alarm(m, alpha):
    return round(1 - (1 - alpha) ** m, 6)


# %% wrong: slow - each combination of errors
from itertools import product


def false_alarm(m, alpha):
    total = 0.0
    for errs in product((True, False), repeat=m):
        if any(errs):
            probability = 1.0
            for err in errs:
                probability *= alpha if err else 1 - alpha
            total += probability
    return total


# %% wrong: sampled - drawn many times
import numpy as np


def false_alarm(m, alpha):
    drawn = np.random.default_rng(5).random((20_000, m)) < alpha
    return float(drawn.any(axis=1).mean())


# %% wrong: printed - the probability is there to be read
def false_alarm(m, alpha):
    print(1 - (1 - alpha) ** m)


# %% right: recursion on the comparisons
def false_alarm(m, alpha):
    return 0 if m == 0 else alpha + (1 - alpha) * false_alarm(m - 1, alpha)


# %% right: a product
def false_alarm(m, alpha):
    return 1 - math.prod([1 - alpha] * m)


# %% right: exactly one, exactly two, and so on
def false_alarm(m, alpha):
    return sum(math.comb(m, i) * alpha**i * (1 - alpha) ** (m - i) for i in range(1, m + 1))


# %% right: a fraction
from fractions import Fraction


def false_alarm(m, alpha):
    return 1 - (1 - Fraction(alpha)) ** m


# %% wrong: one_fewer - the first comparison is free
def false_alarm(m, alpha):
    return 1 - (1 - alpha) ** (m - 1)


# %% wrong: sampled - the law of rare events
def false_alarm(m, alpha):
    return 1 - math.exp(-m * alpha)


# %% right: by recursion, from no comparison on
def false_alarm(m, alpha):
    return 0 if m == 0 else alpha + (1 - alpha) * false_alarm(m - 1, alpha)


# %% wrong: one_more - the first comparison is made twice
def false_alarm(m, alpha):
    return 1 - (1 - alpha) ** (m + 1)


# %% wrong, hidden: other - nothing is certain
def false_alarm(m, alpha):
    return min(0.99, 1 - (1 - alpha) ** m)


# %% wrong, hidden: single - one or two comparisons make no difference
def false_alarm(m, alpha):
    return alpha if m <= 2 else 1 - (1 - alpha) ** m


# %% right: one comparison, and then the others
def false_alarm(m, alpha):
    return 0.0 if m == 0 else alpha + (1 - alpha) * false_alarm(m - 1, alpha)


# %% wrong: pairs - each comparison is compared with each
def false_alarm(m, alpha):
    return 1 - (1 - alpha) ** (m * (m - 1) // 2)


# %% wrong: percentage - a probability is given in per cent
def false_alarm(m, alpha):
    return 100 * (1 - (1 - alpha) ** m)


# %% wrong: arguments - alpha is always 0.05
def false_alarm(m):
    return 1 - 0.95**m


# %% right: what is left, less with each comparison
from functools import reduce


def false_alarm(m, alpha):
    return reduce(lambda found, _: found + (1 - found) * alpha, range(m), 0)

# %% wrong: inclusion - three terms are enough
def false_alarm(m, alpha):
    return m * alpha - math.comb(m, 2) * alpha**2 + math.comb(m, 3) * alpha**3
