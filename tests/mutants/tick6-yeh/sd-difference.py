# %% wrong: variance - the formula is for s_d itself
def sd_difference(s1, s2, r12):
    return s1**2 + s2**2 - 2 * r12 * s1 * s2


# %% wrong: plus - variances add up
def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2 + 2 * r12 * s1 * s2)


# %% wrong: once - the shared part is taken off once
def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2 - r12 * s1 * s2)


# %% wrong: independent - two systems know nothing of each other
def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2)


# %% wrong: squared - all is squared in the formula
def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2 - 2 * r12 * s1**2 * s2**2)


# %% wrong: subtracted - the deviation of a difference is the difference of the deviations
def sd_difference(s1, s2, r12):
    return abs(s1 - s2)


# %% right: the law of cosines, as a length
import numpy as np


def sd_difference(s1, s2, r12):
    return np.hypot(s1 - r12 * s2, s2 * np.sqrt(1 - r12**2))


# %% right: from the covariance matrix
import numpy as np


def sd_difference(s1, s2, r12):
    covariance = np.array([[s1 * s1, r12 * s1 * s2], [r12 * s1 * s2, s2 * s2]])
    return float(np.sqrt([1, -1] @ covariance @ [1, -1]))


# %% wrong: root_early - the bracket of the root closes too early
def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2) - 2 * r12 * s1 * s2


# %% wrong: precedence - to the power of 0.5, without brackets
def sd_difference(s1, s2, r12):
    return s1**2 + s2**2 - 2 * r12 * s1 * s2**0.5


# %% wrong: half - to the power of 1/2, without brackets
def sd_difference(s1, s2, r12):
    return (s1**2 + s2**2 - 2 * r12 * s1 * s2) ** 1 / 2


# %% wrong: as_variances - what comes in is a variance already
def sd_difference(s1, s2, r12):
    return math.sqrt(s1 + s2 - 2 * r12 * math.sqrt(s1 * s2))


# %% wrong: rounded - as the paper prints it
def sd_difference(s1, s2, r12):
    return round(math.sqrt(s1**2 + s2**2 - 2 * r12 * s1 * s2), 4)


# %% wrong: squared - r12 belongs squared as well
def sd_difference(s1, s2, r12):
    return np.sqrt(np.square(s1) + np.square(s2) - 2 * r12 * np.square(s1) * np.square(s2))


# %% wrong: other - the correlation is squared
def sd_difference(s1, s2, r12):
    return (s1**2 + s2**2 - 2 * r12**2 * s1 * s2) ** 0.5


# %% wrong: swapped - the parameters in another order
def sd_difference(r12, s1, s2):
    return math.sqrt(s1**2 + s2**2 - 2 * r12 * s1 * s2)


# %% right: numpy's root of numpy's squares
import numpy as np


def sd_difference(s1, s2, r12):
    return np.sqrt(np.square(s1) + np.square(s2) - 2 * r12 * s1 * s2)


# %% right: decimals
from decimal import Decimal


def sd_difference(s1, s2, r12):
    s1, s2, r12 = Decimal(s1), Decimal(s2), Decimal(r12)
    return float((s1 * s1 + s2 * s2 - 2 * r12 * s1 * s2).sqrt())


# %% right: explained at length, with types and a docstring
def sd_difference(s1: float, s2: float, r12: float) -> float:
    """Return the standard deviation of the difference of two correlated scores.

    Uses equation (2) of Yeh (2000).
    """
    # Compute the variance of the difference
    variance_of_difference = (s1**2) + (s2**2) - (2 * r12 * s1 * s2)

    # Guard against tiny negative values due to floating-point error
    variance_of_difference = max(variance_of_difference, 0)

    return math.sqrt(variance_of_difference)


# %% wrong: size - a correlation has no sign
import math


def sd_difference(s1, s2, r12):
    return math.sqrt(s1**2 + s2**2 - 2 * abs(r12) * s1 * s2)


# %% wrong: size - a negative correlation is none
def sd_difference(s1, s2, r12):
    r12 = max(0, r12)
    return (s1**2 + s2**2 - 2 * r12 * s1 * s2) ** 0.5


# %% right: the sides of a right-angled triangle
import math


def sd_difference(s1, s2, r12):
    return math.hypot(s1 - r12 * s2, s2 * math.sqrt(1 - r12**2))


# %% right: a vector, a matrix and the vector
import numpy as np


def sd_difference(s1, s2, r12):
    c = np.array([[s1 * s1, r12 * s1 * s2], [r12 * s1 * s2, s2 * s2]])
    w = np.array([1, -1])
    return np.sqrt(w @ c @ w)
