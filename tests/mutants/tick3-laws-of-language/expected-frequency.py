# %% wrong: times - the law is a power times k
def expected_frequency(rank, k, alpha):
    return k * rank**alpha


# %% wrong: no_alpha - frequency times rank is constant
def expected_frequency(rank, k, alpha):
    return k / rank


# %% wrong: product - alpha is a factor of the rank
def expected_frequency(rank, k, alpha):
    return k / (alpha * rank)


# %% wrong: all - alpha is the power of the whole fraction
def expected_frequency(rank, k, alpha):
    return (k / rank) ** alpha


# %% wrong: log - the line gives the frequency
def expected_frequency(rank, k, alpha):
    return math.log(k) - alpha * math.log(rank)


# %% wrong: rounded - a frequency is a whole number
def expected_frequency(rank, k, alpha):
    return round(k / rank**alpha)


# %% wrong: TypeError - ^ is a power, as on paper
def expected_frequency(rank, k, alpha):
    return k / rank ^ alpha


# %% right: a negative power
def expected_frequency(rank, k, alpha):
    return k * rank ** (-alpha)


# %% right: along the line of logarithms
def expected_frequency(rank, k, alpha):
    return math.exp(math.log(k) - alpha * math.log(rank))


# %% right: numpy's power, a numpy number
import numpy as np


def expected_frequency(rank, k, alpha):
    return np.divide(k, np.power(float(rank), alpha))


# %% wrong: exponential - the frequency halves from rank to rank
def expected_frequency(rank, k, alpha):
    return k * math.exp(-alpha * rank)


# %% wrong: exchanged - alpha is what is raised
def expected_frequency(rank, k, alpha):
    return k / alpha**rank


# %% wrong: zero_based - Python counts from 0
def expected_frequency(rank, k, alpha):
    return k / (rank - 1) ** alpha


# %% wrong: one_more - no division by 0 this way
def expected_frequency(rank, k, alpha):
    return k / (rank + 1) ** alpha


# %% wrong: rounded - two digits are enough
def expected_frequency(rank, k, alpha):
    return round(k / rank**alpha, 2)


# %% wrong: rounded - int drops what is behind the point
def expected_frequency(rank, k, alpha):
    return int(k / rank**alpha)


# %% wrong: rounded - two strokes divide as one does
def expected_frequency(rank, k, alpha):
    return k // rank**alpha


# %% wrong: printed - the frequency is there to be read
def expected_frequency(rank, k, alpha):
    print(k / rank**alpha)


# %% wrong: wrong_type - a number as it is shown
def expected_frequency(rank, k, alpha):
    return f"{k / rank**alpha:.1f}"


# %% right: pow and a product
def expected_frequency(rank, k, alpha):
    return k * pow(rank, -alpha)


# %% right: the law's object
from labkit.laws import PowerLaw


def expected_frequency(rank, k, alpha):
    return PowerLaw(k, -alpha)(rank).item()


# %% right: decimal numbers
from decimal import Decimal


def expected_frequency(rank, k, alpha):
    return Decimal(k) / Decimal(rank) ** Decimal(alpha)


# %% wrong, hidden: other - a word occurs at least once
def expected_frequency(rank, k, alpha):
    return max(1, k / rank**alpha)


# %% right: by logarithms of base 10
def expected_frequency(rank, k, alpha, *, base=10):
    return base ** (math.log(k, base) - alpha * math.log(rank, base))


# %% wrong: order - k comes first, as in the formula
def expected_frequency(k, rank, alpha):
    return k / rank**alpha


# %% wrong: OverflowError - alpha comes before k
def expected_frequency(rank, alpha, k):
    return k / rank**alpha


# %% wrong: OverflowError - k is the intercept
def expected_frequency(rank, k, alpha):
    return math.exp(k - alpha * math.log(rank))


# %% wrong: arguments - k and alpha are the notebook's
def expected_frequency(rank):
    return 1.0
