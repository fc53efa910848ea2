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
