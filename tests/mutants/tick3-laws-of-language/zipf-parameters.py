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
