# %% wrong: plain - a share is a share
def sampled_p(count, generated):
    return count / generated


# %% wrong: only_count - one more is extreme
def sampled_p(count, generated):
    return (count + 1) / generated


# %% wrong: only_generated - one more was generated
def sampled_p(count, generated):
    return count / (generated + 1)


# %% wrong: confidence - how sure we are
def sampled_p(count, generated):
    return 1 - (count + 1) / (generated + 1)


# %% wrong: upside_down - the larger number first
def sampled_p(count, generated):
    return (generated + 1) / (count + 1)


# %% right: the observed one joins both
def sampled_p(count, generated):
    extreme, everything = count, generated
    extreme += 1
    everything += 1
    return extreme / everything


# %% right: a fraction
from fractions import Fraction


def sampled_p(count, generated):
    return float(Fraction(1 + count, 1 + generated))


# %% wrong: rounded - three digits are enough
def sampled_p(count, generated):
    return round((count + 1) / (generated + 1), 3)


# %% wrong: rounded - as it is printed
def sampled_p(count, generated):
    return float(f"{(count + 1) / (generated + 1):.4f}")


# %% wrong: percentage - in percent
def sampled_p(count, generated):
    return 100 * (count + 1) / (generated + 1)


# %% wrong: doubled - two directions
def sampled_p(count, generated):
    return min(1.0, 2 * (count + 1) / (generated + 1))


# %% wrong: two_below - as add-one smoothing with two outcomes
def sampled_p(count, generated):
    return (count + 1) / (generated + 2)


# %% wrong: floored - two slashes
def sampled_p(count, generated):
    return (count + 1) // (generated + 1)


# %% wrong: brackets - the brackets are forgotten
def sampled_p(count, generated):
    return count + 1 / generated + 1


# %% wrong: plain - one is added only where nothing was extreme
def sampled_p(count, generated):
    return count / generated if count else 1 / (generated + 1)


# %% right: the fraction itself
from fractions import Fraction


def sampled_p(count, generated):
    return Fraction(count + 1, generated + 1)


# %% right: numpy's division
import numpy as np


def sampled_p(count, generated):
    return np.divide(count + 1, generated + 1)


# %% right: never above one
def sampled_p(count, generated):
    return min(1, (1 + count) / (1 + generated))


# %% wrong: twice - one for each direction
def sampled_p(count, generated):
    return (count + 2) / (generated + 2)


# %% wrong: brackets - brackets below the line only
def sampled_p(count, generated):
    return count + 1 / (generated + 1)


# %% right: a fraction of the two sums
from fractions import Fraction


def sampled_p(count, generated):
    return Fraction(count + 1, generated + 1)

# %% wrong, hidden: other - four digits are as small as p gets
def sampled_p(count, generated):
    return max(0.0001, (count + 1) / (generated + 1))
