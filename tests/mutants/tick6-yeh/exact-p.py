# %% wrong: added - as for a sample
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return (sum(way > observed - 1e-9 for way in ways) + 1) / (len(ways) + 1)


# %% wrong: one_sided - the first system is ahead, or it is not
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return scores(*first, 9)[1] - scores(*second, 9)[1]

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% wrong: sign - the first system is ahead
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return scores(*first, 9)[1] - scores(*second, 9)[1]

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(abs(way) > observed - 1e-9 for way in ways) / len(ways)


# %% wrong: strict - only what is larger is extreme
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed + 1e-9 for way in ways) / len(ways)


# %% wrong: recall - the correct responses say it all
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(first[0] - second[0])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way >= observed for way in ways) / len(ways)


# %% wrong: hair - floats compare as numbers do
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way >= observed for way in ways) / len(ways)


# %% right: fractions need no hair's breadth
from fractions import Fraction


def exact_p(a, b):
    def precision_of(correct, found):
        return Fraction(correct, found) if found else Fraction(0)

    gains = []
    for coins in product((0, 1), repeat=len(a)):
        first, second = shuffled_sums(a, b, coins)
        gains.append(abs(precision_of(*first) - precision_of(*second)))
    return sum(gain >= gains[0] for gain in gains) / len(gains)  # the first way: no exchange


# %% right: coins only for responses of one system, counted in the bits of a number
def exact_p(a, b):
    single = [k for k in range(len(a)) if a[k] != b[k]]
    shared = [response for x, response in zip(a, b) if x == response]
    total = [sum(x[c] + y[c] for x, y in zip(a, b)) for c in (0, 1)]

    def gain(number):
        mine = list(shared)
        for bit, k in enumerate(single):
            mine.append(b[k] if number >> bit & 1 else a[k])
        c, f = (sum(response[column] for response in mine) for column in (0, 1))
        return abs((c / f if f else 0) - ((total[0] - c) / (total[1] - f) if total[1] > f else 0))

    limit = gain(0) - 1e-9
    return sum(gain(number) > limit for number in range(2 ** len(single))) / 2 ** len(single)


# %% wrong: ZeroDivisionError - every system has a response
def exact_p(a, b):
    def gain(coins):
        (c1, f1), (c2, f2) = shuffled_sums(a, b, coins)
        return abs(c1 / f1 - c2 / f2)

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% wrong: empty - numpy's nan where a system has no response
import numpy as np


def exact_p(a, b):
    def gain(coins):
        first, second = np.array(shuffled_sums(a, b, coins), dtype=float)
        with np.errstate(all="ignore"):
            return abs(first[0] / first[1] - second[0] / second[1])

    observed = gain([0] * len(a))
    ways = np.array([gain(coins) for coins in product((0, 1), repeat=len(a))])
    return float(np.mean(ways > observed - 1e-9))


# %% wrong: empty - who says nothing says nothing wrong
def exact_p(a, b):
    def gain(coins):
        (c1, f1), (c2, f2) = shuffled_sums(a, b, coins)
        return abs((c1 / f1 if f1 else 1) - (c2 / f2 if f2 else 1))

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% wrong: left_out - ways in which a system has no response do not count at all
def exact_p(a, b):
    (c1, f1), (c2, f2) = shuffled_sums(a, b, [0] * len(a))
    observed = abs(c1 / f1 - c2 / f2)
    nc = nt = 0
    for coins in product((0, 1), repeat=len(a)):
        (c1, f1), (c2, f2) = shuffled_sums(a, b, coins)
        if f1 and f2:
            nt += 1
            nc += abs(c1 / f1 - c2 / f2) > observed - 1e-9
    return nc / nt


# %% wrong: sampled - ten thousand shuffles
import random


def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    nt = 10_000
    coins = random.Random(1)
    nc = sum(gain(coins.choices((0, 1), k=len(a))) > observed - 1e-9 for _ in range(nt))
    return (nc + 1) / (nt + 1)


# %% wrong: sign - twice the side on which the first system is
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return scores(*first, 9)[1] - scores(*second, 9)[1]

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return min(1.0, 2 * sum(way > observed - 1e-9 for way in ways) / len(ways))


# %% wrong: f_score - the third of the three scores
def exact_p(a, b):
    gold = sum(max(x[0], y[0]) for x, y in zip(a, b))

    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, gold)[2] - scores(*second, gold)[2])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% wrong: count - how many ways, not which share
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    return sum(gain(coins) > observed - 1e-9 for coins in product((0, 1), repeat=len(a)))


# %% wrong: added - by the function of part 5
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return scores(*first, 9)[1] - scores(*second, 9)[1]

    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sampled_p(ways, gain([0] * len(a)), "two-sided")


# %% wrong: PermissionError - the library's test
from labkit import randomization_test
from labkit.metrics import precision


def exact_p(a, b):
    return randomization_test(a, b, precision).pvalue


# %% wrong: rounded - to four digits
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 9)[1] - scores(*second, 9)[1])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return round(sum(way > observed - 1e-9 for way in ways) / len(ways), 4)


# %% wrong: TypeError - the scores of a whole system are needed
def exact_p(a, b):
    observed = abs(scores(a)[1] - scores(b)[1])
    ways = [shuffled_sums(a, b, coins) for coins in product((0, 1), repeat=len(a))]
    return sum(abs(scores(x)[1] - scores(y)[1]) > observed - 1e-9 for x, y in ways) / len(ways)


# %% right: scipy's permutation test of the places of all responses
import numpy as np
from scipy.stats import permutation_test


def exact_p(a, b):
    every = np.array(list(a) + list(b))
    places = np.arange(len(a)), np.arange(len(a), 2 * len(a))

    def gain(x, y):
        (c1, f1), (c2, f2) = every[x].sum(axis=0), every[y].sum(axis=0)
        return (c1 / f1 if f1 else 0) - (c2 / f2 if f2 else 0)

    test = permutation_test(
        places, gain, permutation_type="samples", vectorized=False, n_resamples=np.inf
    )
    return test.pvalue


# %% right: all ways in one array
import numpy as np


def exact_p(a, b):
    a, b = np.array(a), np.array(b)
    coins = np.array(list(product((0, 1), repeat=len(a))))
    first = a.sum(axis=0) + coins @ (b - a)
    second = b.sum(axis=0) - coins @ (b - a)
    first, second = (s[:, 0] / np.maximum(s[:, 1], 1) for s in (first, second))
    size = np.abs(first - second)
    return np.mean(size >= size[0] - 1e-9)


# %% right: one side, and its mirror
def exact_p(a, b):
    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return scores(*first, 9)[1] - scores(*second, 9)[1]

    observed = abs(gain([0] * len(a)))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    if observed < 1e-9:
        return 1
    return 2 * sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% right: recursion over the responses
def exact_p(a, b):
    def gains(k, c1, f1, c2, f2):
        if k == len(a):
            yield abs((c1 / f1 if f1 else 0) - (c2 / f2 if f2 else 0))
            return
        for x, y in ((a[k], b[k]), (b[k], a[k])):
            yield from gains(k + 1, c1 + x[0], f1 + x[1], c2 + y[0], f2 + y[1])

    every = list(gains(0, 0, 0, 0, 0))
    return sum(g > every[0] - 1e-9 for g in every) / len(every)


# %% wrong: unshared - what both gave decides nothing
def exact_p(a, b):
    a, b = zip(*((x, y) for x, y in zip(a, b) if x != y))

    def gain(coins):
        first, second = shuffled_sums(a, b, coins)
        return abs(scores(*first, 1)[1] - scores(*second, 1)[1])

    observed = gain([0] * len(a))
    ways = [gain(coins) for coins in product((0, 1), repeat=len(a))]
    return sum(way > observed - 1e-9 for way in ways) / len(ways)


# %% right: how often each pair of sums comes about
from collections import Counter


def exact_p(a, b):
    total = [sum(response[k] for response in (*a, *b)) for k in (0, 1)]
    ways = Counter({(0, 0): 1})
    for x, y in zip(a, b):
        longer = Counter()
        for (correct, found), count in ways.items():
            longer[correct + x[0], found + x[1]] += count
            longer[correct + y[0], found + y[1]] += count
        ways = longer

    def gain(correct, found):
        other = total[0] - correct, total[1] - found
        return abs(scores(correct, found, 1)[1] - scores(*other, 1)[1])

    observed = gain(*(sum(x[k] for x in a) for k in (0, 1)))
    extreme = sum(n for sums, n in ways.items() if gain(*sums) > observed - 1e-9)
    return extreme / ways.total()


# %% wrong: above_one - twice the side of what was observed
from itertools import product


def exact_p(a, b):
    def diff(coins):
        x, y = shuffled_sums(a, b, coins)
        return scores(*x, 1)[1] - scores(*y, 1)[1]

    o = diff([0] * len(a))
    n = len(a)
    s = 1 if o > 0 else -1
    return 2 * sum(s * diff(c) > s * o - 1e-9 for c in product((0, 1), repeat=n)) / 2**n


# %% wrong: tolerance - precisions have two digits
from itertools import product


def exact_p(a, b):
    def size(coins):
        x, y = shuffled_sums(a, b, coins)
        return round(abs(scores(*x, 1)[1] - scores(*y, 1)[1]), 2)

    o = size([0] * len(a))
    n = len(a)
    return sum(size(c) >= o for c in product((0, 1), repeat=n)) / 2**n


# %% wrong: tolerance - a hundredth less will do
from itertools import product


def exact_p(a, b):
    def size(coins):
        x, y = shuffled_sums(a, b, coins)
        return abs(scores(*x, 1)[1] - scores(*y, 1)[1])

    o = size([0] * len(a))
    n = len(a)
    return sum(size(c) >= o - 0.01 for c in product((0, 1), repeat=n)) / 2**n


# %% wrong: confidence - how sure one may be
from itertools import product


def exact_p(a, b):
    def size(coins):
        x, y = shuffled_sums(a, b, coins)
        return abs(scores(*x, 1)[1] - scores(*y, 1)[1])

    o = size([0] * len(a))
    n = len(a)
    return 1 - sum(size(c) > o - 1e-9 for c in product((0, 1), repeat=n)) / 2**n


# %% wrong: fewer - coins for some, divided by the ways of all
from itertools import product


def exact_p(a, b):
    differ = [i for i in range(len(a)) if a[i] != b[i]]

    def size(flip):
        coins = [0] * len(a)
        for i, f in zip(differ, flip):
            coins[i] = f
        x, y = shuffled_sums(a, b, coins)
        return abs(scores(*x, 1)[1] - scores(*y, 1)[1])

    o = size([0] * len(differ))
    return sum(size(c) > o - 1e-9 for c in product((0, 1), repeat=len(differ))) / 2 ** len(a)


# %% wrong: distinct - a set of sums
from itertools import product


def exact_p(a, b):
    sums = {shuffled_sums(a, b, c) for c in product((0, 1), repeat=len(a))}

    def size(s):
        return abs(scores(*s[0], 1)[1] - scores(*s[1], 1)[1])

    o = size(shuffled_sums(a, b, [0] * len(a)))
    return sum(size(s) > o - 1e-9 for s in sums) / len(sums)


# %% wrong: responses - the numbers of responses
from itertools import product


def exact_p(a, b):
    def size(coins):
        x, y = shuffled_sums(a, b, coins)
        return abs(x[1] - y[1])

    o = size([0] * len(a))
    n = len(a)
    return sum(size(c) >= o for c in product((0, 1), repeat=n)) / 2**n


# %% wrong: fixed_numbers - Fisher's exact test
from scipy.stats import fisher_exact


def exact_p(a, b):
    (c1, f1), (c2, f2) = shuffled_sums(a, b, [0] * len(a))
    return fisher_exact([[c1, f1 - c1], [c2, f2 - c2]]).pvalue


# %% wrong: sampled - chi-squared
from scipy.stats import chi2_contingency


def exact_p(a, b):
    (c1, f1), (c2, f2) = shuffled_sums(a, b, [0] * len(a))
    return chi2_contingency([[c1, f1 - c1], [c2, f2 - c2]], correction=False).pvalue


# %% right: half of the ways, as the others mirror them
from itertools import product


def exact_p(a, b):
    def size(coins):
        x, y = shuffled_sums(a, b, coins)
        return abs(scores(*x, 1)[1] - scores(*y, 1)[1])

    o = size([0] * len(a))
    ways = [(0, *rest) for rest in product((0, 1), repeat=len(a) - 1)]
    return sum(size(c) > o - 1e-9 for c in ways) / len(ways)


# %% right: part 5 adds the observed way
from itertools import product


def exact_p(a, b):
    def diff(coins):
        x, y = shuffled_sums(a, b, coins)
        return scores(*x, 1)[1] - scores(*y, 1)[1]

    every = [diff(c) for c in product((0, 1), repeat=len(a))]
    return sampled_p(every[1:], every[0], "two-sided")

# %% wrong: f_score - the last of the three scores, with any gold
from itertools import product


def exact_p(a, b):
    def size(coins):
        one, other = shuffled_sums(a, b, coins)
        return abs(scores(*one, 1)[2] - scores(*other, 1)[2])

    ways = list(product((0, 1), repeat=len(a)))
    return sum(size(coins) > size(ways[0]) - 1e-9 for coins in ways) / len(ways)


# %% right: half of the ways, as the other half exchanges the two systems
from itertools import product


def exact_p(a, b):
    def size(coins):
        one, other = shuffled_sums(a, b, coins)
        return abs(scores(*one, 1)[1] - scores(*other, 1)[1])

    ways = [(0, *coins) for coins in product((0, 1), repeat=len(a) - 1)]
    return sum(size(coins) > size(ways[0]) - 1e-9 for coins in ways) / len(ways)
