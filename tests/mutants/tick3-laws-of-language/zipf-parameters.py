# %% wrong: sign - the slope is alpha
def zipf_parameters(slope, intercept):
    return math.exp(intercept), slope


# %% wrong: log_k - the intercept is k
def zipf_parameters(slope, intercept):
    return intercept, -slope


# %% wrong: base - logarithms have base 10
def zipf_parameters(slope, intercept):
    return 10**intercept, -slope


# %% wrong: both - both parameters have to be freed from the logarithm
def zipf_parameters(slope, intercept):
    return math.exp(intercept), math.exp(slope)


# %% wrong: swapped - first what comes from the slope
def zipf_parameters(slope, intercept):
    return -slope, math.exp(intercept)


# %% wrong: wrong_type - a dictionary says which is which
def zipf_parameters(slope, intercept):
    return {"k": math.exp(intercept), "alpha": -slope}


# %% right: a power of e, and the size of the slope
def zipf_parameters(slope, intercept):
    return math.e**intercept, abs(slope)


# %% right: numpy's exponential
import numpy as np


def zipf_parameters(slope, intercept):
    k, alpha = np.exp([intercept, 0])[0], -1 * slope
    return (k, alpha)


# %% wrong: two - what undoes a logarithm is a power of two
def zipf_parameters(slope, intercept):
    return 2**intercept, -slope


# %% wrong: log - k is the logarithm
def zipf_parameters(slope, intercept):
    return math.log(intercept), -slope


# %% wrong: inverse - both change their sign
def zipf_parameters(slope, intercept):
    return math.exp(-intercept), -slope


# %% wrong: both_signs - both are logarithms
def zipf_parameters(slope, intercept):
    return math.exp(intercept), math.exp(-slope)


# %% wrong: rounded - k is shown without digits
def zipf_parameters(slope, intercept):
    return round(math.exp(intercept), 1), -slope


# %% wrong: printed - k and alpha are there to be read
def zipf_parameters(slope, intercept):
    print(math.exp(intercept), -slope)


# %% wrong: swapped - the parameters are taken in the other order
def zipf_parameters(intercept, slope):
    return -intercept, math.exp(slope)


# %% wrong: wrong_type - a list of two
def zipf_parameters(slope, intercept):
    return [math.exp(intercept), -slope]


# %% right: a power with pow
def zipf_parameters(slope, intercept):
    k = pow(math.e, intercept)
    alpha = 0 - slope
    return k, alpha


# %% right: the law's object
from labkit.laws import PowerLaw


def zipf_parameters(slope, intercept):
    law = PowerLaw(math.exp(intercept), slope)
    return law(1).item(), -law.exponent


# %% right: decimal numbers
from decimal import Decimal


def zipf_parameters(slope, intercept):
    return Decimal(intercept).exp(), -Decimal(slope)


# %% wrong, hidden: other - neither number may be negative
def zipf_parameters(slope, intercept):
    return math.exp(abs(intercept)), abs(slope)


# %% wrong, hidden: rounded - alpha has two digits
def zipf_parameters(slope, intercept):
    return math.exp(intercept), -round(slope, 2)


# %% wrong: wrong_type - both in a set
def zipf_parameters(slope, intercept):
    return {math.exp(intercept), -slope}


# %% wrong: arguments - the pair as it comes
def zipf_parameters(line):
    return math.exp(line[1]), -line[0]
