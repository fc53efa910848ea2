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
