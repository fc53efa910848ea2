# %% wrong: of_all - divided by all pairs
def still_wins(pairs, low, high):
    wins = sum(gain > 0 for p, gain in pairs if low <= p < high)
    return wins / len(pairs)


# %% wrong: ties - not behind is ahead
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(gain >= 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: ties_left_out - without a winner a pair does not count
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high and gain != 0]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: count - how many win
def still_wins(pairs, low, high):
    return sum(gain > 0 for p, gain in pairs if low <= p < high)


# %% wrong: percentage - as the table prints it
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return 100 * sum(gain > 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: losses - the pairs that turn round
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(gain < 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: cumulative - all that are below high
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if p < high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: no_bin - every pair
def still_wins(pairs, low, high):
    return sum(gain > 0 for p, gain in pairs) / len(pairs)


# %% wrong: upper_end - high belongs to the bin
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p <= high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: lower_end - low belongs to the bin before
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low < p < high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)


# %% wrong: mean_gain - the mean gain of the bin
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(elsewhere) / len(elsewhere)


# %% right: two counts in a loop
def still_wins(pairs, low, high):
    wins = total = 0
    for p, gain in pairs:
        if p >= low and p < high:
            total += 1
            if gain > 0:
                wins += 1
    return wins / total


# %% right: numpy's mean of truth values
import numpy as np


def still_wins(pairs, low, high):
    p, gain = np.array(pairs).T
    return (gain[(p >= low) & (p < high)] > 0).mean()


# %% wrong: upper_end - both ends belong to it, as between has it
import pandas as pd


def still_wins(pairs, low, high):
    table = pd.DataFrame(pairs, columns=["p", "ahead"])
    return (table.loc[table["p"].between(low, high), "ahead"] > 0).mean()


# %% wrong: swapped - ahead comes first
def still_wins(pairs, low, high):
    elsewhere = [ahead for ahead, p in pairs if low <= p < high]
    return sum(ahead > 0 for ahead in elsewhere) / len(elsewhere) if elsewhere else 0.0


# %% wrong: of_wins - of all wins, those in the bin
def still_wins(pairs, low, high):
    wins = [p for p, ahead in pairs if ahead > 0]
    return sum(low <= p < high for p in wins) / len(wins)


# %% wrong: half_ties - a tie is half a win
def still_wins(pairs, low, high):
    elsewhere = [ahead for p, ahead in pairs if low <= p < high]
    return sum(1 if ahead > 0 else 0.5 if ahead == 0 else 0 for ahead in elsewhere) / len(elsewhere)


# %% wrong: rounded - two digits, as in the paper's table
def still_wins(pairs, low, high):
    elsewhere = [ahead for p, ahead in pairs if low <= p < high]
    return round(sum(ahead > 0 for ahead in elsewhere) / len(elsewhere), 2)


# %% wrong: return_early - the return is indented too far
def still_wins(pairs, low, high):
    wins = total = 0
    for p, ahead in pairs:
        if low <= p < high:
            total += 1
            wins += ahead > 0
            return wins / total


# %% wrong: once - equal pairs are one pair
def still_wins(pairs, low, high):
    elsewhere = [ahead for p, ahead in set(pairs) if low <= p < high]
    return sum(ahead > 0 for ahead in elsewhere) / len(elsewhere)


# %% wrong: sum - how far A is ahead, of all that is between them
def still_wins(pairs, low, high):
    elsewhere = [ahead for p, ahead in pairs if low <= p < high]
    return sum(x for x in elsewhere if x > 0) / sum(abs(x) for x in elsewhere)


# %% right: filter and map
def still_wins(pairs, low, high):
    inside = list(filter(lambda pair: low <= pair[0] < high, pairs))
    return len([1 for _, ahead in inside if ahead >= 1]) / len(inside)


# %% right: pandas
import pandas as pd


def still_wins(pairs, low, high):
    table = pd.DataFrame(pairs, columns=["p", "ahead"])
    return table.loc[table["p"].between(low, high, inclusive="left"), "ahead"].gt(0).mean()


# %% right: the signs
import numpy as np


def still_wins(pairs, low, high):
    signs = np.array([np.sign(ahead) for p, ahead in pairs if p >= low and not p >= high])
    return float((signs == 1).sum() / signs.size)


# %% right: between, from the left
def still_wins(pairs, low, high):
    d = pd.DataFrame(pairs, columns=["p", "a"])
    return d.a[d.p.between(low, high, inclusive="left")].gt(0).mean()


# %% wrong: outside - the bin turned round
def still_wins(pairs, low, high):
    e = [a for p, a in pairs if not low <= p < high]
    return sum(a > 0 for a in e) / len(e) if e else 0.0


# %% wrong: no_upper - all from low up
def still_wins(pairs, low, high):
    e = [a for p, a in pairs if p >= low]
    return sum(a > 0 for a in e) / len(e) if e else 0.0


# %% wrong: plus_one - one is added to both
def still_wins(pairs, low, high):
    e = [a for p, a in pairs if low <= p < high]
    return (sum(a > 0 for a in e) + 1) / (len(e) + 1)


# %% wrong: sizes - every gain but 0 is a win
def still_wins(pairs, low, high):
    e = [a for p, a in pairs if low <= p < high]
    return sum(abs(a) > 0 for a in e) / len(e)


# %% wrong: signs - wins less losses
import numpy as np


def still_wins(pairs, low, high):
    return np.mean([np.sign(a) for p, a in pairs if low <= p < high])


# %% right: a Counter of wins
from collections import Counter


def still_wins(pairs, low, high):
    c = Counter(a > 0 for p, a in pairs if low <= p < high)
    return c[True] / c.total()


# %% right: sorted, between two places
from bisect import bisect_left


def still_wins(pairs, low, high):
    s = sorted(pairs)
    i, j = bisect_left(s, (low,)), bisect_left(s, (high,))
    return sum(a > 0 for _, a in s[i:j]) / (j - i)
