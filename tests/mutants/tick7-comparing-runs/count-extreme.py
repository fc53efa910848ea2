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


# %% wrong: unique - repeated sign vectors are left out, as the script does
def count_extreme(gains, sign_vectors):
    different = set(map(tuple, sign_vectors))
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in different]
    return sum(abs(x) >= abs(sum(gains)) for x in sums)


# %% wrong: inside - the shuffles that are nearer to zero
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(abs(x) <= abs(sum(gains)) for x in sums)


# %% wrong: equal - the shuffles that give what was observed
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(x == sum(gains) for x in sums)


# %% wrong: units - a sum beside a mean
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(abs(x) >= abs(sum(gains)) / len(gains) for x in sums)


# %% wrong: return_early - the return is indented too far
def count_extreme(gains, sign_vectors):
    count = 0
    for signs in sign_vectors:
        if abs(sum(s * g for s, g in zip(signs, gains))) >= abs(sum(gains)):
            count += 1
        return count


# %% wrong: sizes - each gain is made positive first
def count_extreme(gains, sign_vectors):
    sums = [sum(s * abs(g) for s, g in zip(signs, gains)) for signs in sign_vectors]
    return sum(abs(x) >= sum(abs(g) for g in gains) for x in sums)


# %% wrong: wrong_type - the extreme sums themselves
def count_extreme(gains, sign_vectors):
    sums = [sum(s * g for s, g in zip(signs, gains)) for signs in sign_vectors]
    return [x for x in sums if abs(x) >= abs(sum(gains))]


# %% right: a function inside, and filter
def count_extreme(gains, sign_vectors):
    def distance(signs):
        return abs(sum(map(lambda s, g: s * g, signs, gains)))

    return len(list(filter(lambda signs: distance(signs) >= abs(sum(gains)), sign_vectors)))


# %% right: numpy's whole number
import numpy as np


def count_extreme(gains, sign_vectors):
    return (abs(np.array(list(sign_vectors)).dot(gains)) >= abs(np.sum(gains))).sum()


# %% right: means of both, as they have the same number
def count_extreme(gains, sign_vectors):
    n, count = len(gains), 0
    for signs in sign_vectors:
        shuffled = sum(sign * gain for sign, gain in zip(signs, gains)) / n
        count += abs(shuffled) >= abs(sum(gains) / n)
    return count


# %% wrong, hidden: other - topics without a difference are left out, and their signs are not
def count_extreme(gains, sv):
    g2 = [g for g in gains if g]
    return sum(abs(sum(s * g for s, g in zip(v, g2))) >= abs(sum(gains)) for v in sv)


# %% right: squares are compared
from operator import mul


def count_extreme(gains, sign_vectors):
    return len([1 for v in sign_vectors if sum(map(mul, v, gains)) ** 2 >= sum(gains) ** 2])


# %% wrong: first_vector - the first sign vector is what was observed
def count_extreme(gains, sign_vectors):
    sums = [abs(sum(x * y for x, y in zip(s, gains))) for s in sign_vectors]
    return sum(x >= sums[0] for x in sums)


# %% wrong: largest - the sum of all sizes is what was observed
def count_extreme(gains, sign_vectors):
    o = sum(abs(g) for g in gains)
    return sum(abs(sum(x * y for x, y in zip(s, gains))) >= o for s in sign_vectors)


# %% wrong: sizes_summed - the size of each product is added
def count_extreme(gains, sign_vectors):
    o = abs(sum(gains))
    return sum(sum(abs(x * y) for x, y in zip(s, gains)) >= o for s in sign_vectors)


# %% wrong: not_reset - one total for all sign vectors
def count_extreme(gains, sign_vectors):
    o, n, t = abs(sum(gains)), 0, 0
    for s in sign_vectors:
        for a, b in zip(s, gains):
            t += a * b
        n += abs(t) >= o
    return n


# %% wrong, hidden: other - topics without a difference are left out first
def count_extreme(gains, sign_vectors):
    g = [x for x in gains if x]
    o = abs(sum(g))
    return sum(abs(sum(x * y for x, y in zip(s, g))) >= o for s in sign_vectors)


# %% right: squares have no sign
def count_extreme(gains, sign_vectors):
    return sum(sum(x * y for x, y in zip(s, gains)) ** 2 >= sum(gains) ** 2 for s in sign_vectors)


# %% right: a Counter of the distances
from collections import Counter


def count_extreme(gains, sign_vectors):
    c = Counter(abs(sum(x * y for x, y in zip(s, gains))) for s in sign_vectors)
    return sum(n for v, n in c.items() if v >= abs(sum(gains)))


# %% wrong: return_early - a mean is compared with a sum
def count_extreme(gains, sign_vectors):
    def mean(signs):
        return sum(sign * gain for sign, gain in zip(signs, gains)) / len(gains)

    return sum(abs(mean(signs)) >= abs(sum(gains)) for signs in sign_vectors)

# %% wrong: wins - who is ahead on more topics
def count_extreme(gains, sign_vectors):
    ahead = [(gain > 0) - (gain < 0) for gain in gains]
    sums = [sum(a * sign for a, sign in zip(ahead, signs)) for signs in sign_vectors]
    return sum(abs(s) >= abs(sum(ahead)) for s in sums)


# %% wrong: sizes - the signs come from the vectors alone
def count_extreme(gains, sign_vectors):
    sums = [sum(abs(gain) * sign for gain, sign in zip(gains, signs)) for signs in sign_vectors]
    return sum(abs(s) >= abs(sum(gains)) for s in sums)
