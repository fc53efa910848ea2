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
