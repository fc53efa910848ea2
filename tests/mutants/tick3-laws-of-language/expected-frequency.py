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
