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
