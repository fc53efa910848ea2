# %% wrong: strict - extreme means more than what was observed
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(abs(x) > abs(sum(gains)) for x in sums)

# %% wrong: one_sided - the observed direction is the one that counts
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    if sum(gains) < 0:
        return sum(x <= sum(gains) for x in sums)
    return sum(x >= sum(gains) for x in sums)

# %% wrong: signed - at least as large
def count_extreme(gains, sign_vectors):
    return sum(sum(s * g for s, g in zip(signs, gains)) >= sum(gains) for signs in sign_vectors)

# %% wrong: observed_sign - only the shuffles need a distance
def count_extreme(gains, sign_vectors):
    observed = sum(gains)
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return len([x for x in sums if abs(x) >= observed])

# %% wrong: share - a probability is wanted
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(abs(x) >= abs(sum(gains)) for x in sums) / len(sums)

# %% wrong: plus_one - the observed one is extreme, too
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return 1 + sum(abs(x) >= abs(sum(gains)) for x in sums)

# %% right: a matrix product
import numpy as np

def count_extreme(gains, sign_vectors):
    sums = np.array(sign_vectors) @ np.array(gains)
    return int(np.count_nonzero(np.abs(sums) >= abs(sum(gains))))

# %% right: what is turned round is taken away twice
def count_extreme(gains, sign_vectors):
    total, count = sum(gains), 0
    for signs in sign_vectors:
        turned = sum(gain for gain, sign in zip(gains, signs) if sign < 0)
        count += (total - 2 * turned) ** 2 >= total**2
    return count
