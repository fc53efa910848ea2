# %% wrong: mean - their own mean is what was expected
def recentre(gains, observed):
    mean = sum(gains) / len(gains)
    return [gain - mean for gain in gains]


# %% wrong: doubled - twice, as in figure 1
def recentre(gains, observed):
    return [gain - 2 * observed for gain in gains]


# %% wrong: added - the observed gain comes on top
def recentre(gains, observed):
    return [gain + observed for gain in gains]


# %% wrong: reversed - observed minus gain
def recentre(gains, observed):
    return [observed - gain for gain in gains]


# %% wrong: mirrored - no better means the other way round
def recentre(gains, observed):
    return [-gain for gain in gains]


# %% wrong: halved - half of each gain is luck
def recentre(gains, observed):
    return [gain / 2 for gain in gains]


# %% wrong: sizes - only the distance matters
def recentre(gains, observed):
    return [abs(gain - observed) for gain in gains]


# %% wrong: counted - the p-value at once
def recentre(gains, observed):
    return sum(gain - observed > observed for gain in gains) / len(gains)


# %% wrong: floored - a gain cannot be negative
def recentre(gains, observed):
    return [max(0, gain - observed) for gain in gains]


# %% right: a loop
def recentre(gains, observed):
    moved = []
    for gain in gains:
        moved.append(gain - observed)
    return moved


# %% right: numpy
import numpy as np


def recentre(gains, observed):
    return (np.array(gains) - observed).tolist()


# %% wrong: mean - their own mean, rounded, as gains are whole numbers
def recentre(gains, observed):
    mean = round(sum(gains) / len(gains))
    return [gain - mean for gain in gains]


# %% wrong: mean - numpy's mean, cut to a whole number
import numpy as np


def recentre(gains, observed):
    return [gain - int(np.mean(gains)) for gain in gains]


# %% wrong: median - the middle one of the drawn gains
from statistics import median


def recentre(gains, observed):
    return [gain - median(gains) for gain in gains]


# %% wrong: first_only - the return is indented too far
def recentre(gains, observed):
    moved = []
    for gain in gains:
        moved.append(gain - observed)
        return moved


# %% wrong: left_out - what is larger than observed
def recentre(gains, observed):
    return [gain - observed for gain in gains if gain > observed]


# %% wrong: sorted - in the order of size, as in the picture
def recentre(gains, observed):
    return sorted(gain - observed for gain in gains)


# %% wrong: once - equal gains are one bar
def recentre(gains, observed):
    return list({gain: gain - observed for gain in gains}.values())


# %% wrong: shares - in shares of the observed gain
def recentre(gains, observed):
    return [gain / observed - 1 for gain in gains]


# %% right: a map
def recentre(gains, observed):
    return list(map(lambda gain: gain - observed, gains))


# %% right: pandas
import pandas as pd


def recentre(gains, observed):
    return pd.Series(gains).sub(observed).tolist()


# %% right: whole numbers with a point
def recentre(gains, observed):
    return [float(gain) - observed for gain in gains]


# %% wrong: behind - the observed gain is a size
def recentre(gains, observed):
    return [g - abs(observed) for g in gains]


# %% right: a map of two lists
from itertools import repeat
from operator import sub


def recentre(gains, observed):
    return list(map(sub, gains, repeat(observed)))
