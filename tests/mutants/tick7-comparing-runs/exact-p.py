# %% wrong: one_sided - the observed direction is the one that counts
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return sum(x >= abs(sum(gains)) for x in sums) / len(sums)

# %% wrong: strict - extreme means more than what was observed
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return sum(abs(x) > abs(sum(gains)) for x in sums) / len(sums)

# %% wrong: plus_one - the formula of the part before
def exact_p(gains):
    vectors = list(itertools.product([1, -1], repeat=len(gains)))
    return sampled_p(count_extreme(gains, vectors), len(vectors))

# %% wrong: count - the shuffles are counted
def exact_p(gains):
    return count_extreme(gains, itertools.product([1, -1], repeat=len(gains)))

# %% wrong: doubled - two-sided is twice
def exact_p(gains):
    return 2 * count_extreme(gains, itertools.product([1, -1], repeat=len(gains))) / 2 ** len(gains)

# %% wrong: above_one - two tails, added up
def exact_p(gains):
    vectors = itertools.product([1, -1], repeat=len(gains))
    sums = [sum(s * g for s, g in zip(vector, gains)) for vector in vectors]
    return 2 * sum(x >= abs(sum(gains)) for x in sums) / len(sums)

# %% wrong: confidence - how sure we are
def exact_p(gains):
    return 1 - count_extreme(gains, itertools.product([1, -1], repeat=len(gains))) / 2 ** len(gains)

# %% right: topic by topic, with the sums counted
from collections import Counter

def exact_p(gains):
    ways = Counter({0: 1})
    for gain in gains:
        longer = Counter()
        for total, number in ways.items():
            longer[total + gain] += number
            longer[total - gain] += number
        ways = longer
    extreme = sum(number for total, number in ways.items() if abs(total) >= abs(sum(gains)))
    return extreme / 2 ** len(gains)

# %% right: the bits of a number are the signs
def exact_p(gains):
    n, extreme = len(gains), 0
    for number in range(2**n):
        total = sum(gain if number >> place & 1 else -gain for place, gain in enumerate(gains))
        extreme += abs(total) >= abs(sum(gains))
    return extreme / 2**n
