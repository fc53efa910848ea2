# %% wrong: not_added - the share of the shuffles
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        return sum(abs(d) >= abs(observed) - 1e-9 for d in differences) / len(differences)
    return sum(d >= observed - 1e-9 for d in differences) / len(differences)

# %% wrong: half_added - one more extreme, of as many shuffles
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed - 1e-9 for d in differences) + 1) / len(differences)

# %% wrong: strict - only what is larger counts
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d > observed + 1e-9 for d in differences) + 1) / (len(differences) + 1)

# %% wrong: both_sides - a size has no direction
def sampled_p(differences, observed, alternative):
    nc = sum(abs(d) >= abs(observed) - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)

# %% wrong: one_side - the alternative does not matter
def sampled_p(differences, observed, alternative):
    nc = sum(d >= observed - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)

# %% wrong: sign - the observed difference is positive
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences = [abs(d) for d in differences]
    nc = sum(d >= observed - 1e-9 for d in differences)
    return (nc + 1) / (len(differences) + 1)

# %% wrong: doubled - two sides are twice one side
def sampled_p(differences, observed, alternative):
    nc = sum(d >= observed - 1e-9 for d in differences)
    p = (nc + 1) / (len(differences) + 1)
    return min(1.0, 2 * p) if alternative == "two-sided" else p

# %% wrong: wrong_side - the share that is no larger
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d <= observed + 1e-9 for d in differences) + 1) / (len(differences) + 1)

# %% wrong: hair - floats compare as numbers do
def sampled_p(differences, observed, alternative):
    if alternative == "two-sided":
        differences, observed = [abs(d) for d in differences], abs(observed)
    return (sum(d >= observed for d in differences) + 1) / (len(differences) + 1)

# %% right: arrays
import numpy as np

def sampled_p(differences, observed, alternative):
    d = np.array(differences)
    if alternative == "greater":
        extreme = d > observed - 1e-9
    else:
        extreme = np.abs(d) > abs(observed) - 1e-9
    return (np.count_nonzero(extreme) + 1) / (d.size + 1)

# %% right: a loop, the observed difference put among the shuffles
def sampled_p(differences, observed, alternative):
    count = 0
    for d in [*differences, observed]:
        reaches = d - observed > -1e-9
        if alternative == "two-sided" and not reaches:
            reaches = abs(d) - abs(observed) > -1e-9
        elif alternative == "two-sided":
            reaches = abs(d) + 1e-9 > abs(observed)
        count += reaches
    return count / (1 + len(differences))
