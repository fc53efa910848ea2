# %% wrong: bottom - the 5th percentile
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 <= p <= 0.06], 5)


# %% wrong: everything - of all pairs
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs], 95)


# %% wrong: significant - of all significant pairs
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if p <= 0.05], 95)


# %% wrong: exclusive - between means strictly between
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 < p < 0.06], 95)


# %% wrong: maximum - the largest gain of the band
def threshold(pairs):
    return max(gain for gain, p in pairs if 0.04 <= p <= 0.06)


# %% wrong: share - a percentile is a number from 0 to 1
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 <= p <= 0.06], 0.95)


# %% wrong: mean - a typical gain
def threshold(pairs):
    band = [gain for gain, p in pairs if 0.04 <= p <= 0.06]
    return sum(band) / len(band)


# %% wrong: median - the middle gain
import numpy as np


def threshold(pairs):
    return float(np.median([gain for gain, p in pairs if 0.04 <= p <= 0.06]))


# %% wrong: of_p - the percentile of the p-values
import numpy as np


def threshold(pairs):
    return np.percentile([p for gain, p in pairs if 0.04 <= p <= 0.06], 95)


# %% wrong: swapped - the p-value comes first
import numpy as np


def threshold(pairs):
    return np.percentile([gain for p, gain in pairs if 0.04 <= p <= 0.06], 95)


# %% wrong: confidence - the band is around 0.95
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.94 <= p <= 0.96], 95)


# %% wrong: PermissionError - the library has it already
import pandas as pd
from labkit import significance_threshold


def threshold(pairs):
    return significance_threshold(pd.DataFrame(pairs, columns=["gain", "pvalue"]))


# %% right: arrays and quantile
import numpy as np


def threshold(pairs):
    gains, pvalues = np.array(pairs).T
    return float(np.quantile(gains[(pvalues >= 0.04) & (pvalues <= 0.06)], 0.95))


# %% right: pandas
import pandas as pd


def threshold(pairs):
    table = pd.DataFrame(pairs, columns=["gain", "p"])
    return table.loc[table["p"].between(0.04, 0.06), "gain"].quantile(0.95)


# %% right: by hand, between the two neighbours
def threshold(pairs):
    band = sorted(gain for gain, p in pairs if 0.04 <= p <= 0.06)
    place = 0.95 * (len(band) - 1)
    below = int(place)
    above = min(below + 1, len(band) - 1)
    return band[below] + (place - below) * (band[above] - band[below])


# %% wrong: upper_open - up to 0.06, which range and slices leave out, too
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 <= p < 0.06], 95)


# %% wrong: lower_open - above 0.04
import numpy as np


def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 < p <= 0.06], 95)


# %% wrong: upper_open - between, from the left
import pandas as pd


def threshold(pairs):
    table = pd.DataFrame(pairs, columns=["gain", "p"])
    return table.loc[table["p"].between(0.04, 0.06, inclusive="left"), "gain"].quantile(0.95)


# %% wrong: maximum - the value at the place, not between two
def threshold(pairs):
    band = sorted(gain for gain, p in pairs if 0.04 <= p <= 0.06)
    return band[int(0.95 * len(band))]


# %% wrong: no_step - numpy's percentile without interpolation
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if 0.04 <= p <= 0.06], 95, method="lower")


# %% wrong: nearest - the one pair with p closest to 0.05
def threshold(pairs):
    return min(pairs, key=lambda pair: abs(pair[1] - 0.05))[0]


# %% wrong: smallest - the smallest significant gain
def threshold(pairs):
    return min(gain for gain, p in pairs if p <= 0.05)


# %% wrong: deviations - mean and two standard deviations
import numpy as np


def threshold(pairs):
    band = [gain for gain, p in pairs if 0.04 <= p <= 0.06]
    return np.mean(band) + 1.645 * np.std(band)


# %% wrong: rounded - two digits
import numpy as np


def threshold(pairs):
    return round(float(np.percentile([g for g, p in pairs if 0.04 <= p <= 0.06], 95)), 2)


# %% right: numpy's percentile of a filtered array
import numpy as np


def threshold(pairs):
    table = np.array(pairs)
    return np.percentile(table[(table[:, 1] >= 0.04) & (table[:, 1] <= 0.06), 0], 95)


# %% right: the module of statistics, where there are two at least
from statistics import quantiles


def threshold(pairs):
    band = [gain for gain, p in pairs if not (p < 0.04 or p > 0.06)]
    return quantiles(band, n=20, method="inclusive")[-1] if len(band) > 1 else band[0]


# %% right: query
import pandas as pd


def threshold(pairs):
    table = pd.DataFrame(pairs, columns=["gain", "p"])
    return table.query("0.04 <= p <= 0.06")["gain"].quantile(q=0.95)


# %% wrong, hidden: other - p has three digits
import numpy as np


def threshold(pairs):
    gains, p = np.array(pairs).T
    p = p.round(3)
    return float(np.quantile(gains[(p >= 0.04) & (p <= 0.06)], 0.95))


# %% right: the place between two gains, by hand
def threshold(pairs):
    g = sorted(x for x, p in pairs if not (p < 0.04 or p > 0.06))
    h = 0.95 * (len(g) - 1)
    i = int(h)
    return g[i] if i + 1 == len(g) else g[i] + (h - i) * (g[i + 1] - g[i])


# %% wrong: sizes - the sizes of the gains
import numpy as np


def threshold(pairs):
    return np.percentile([abs(g) for g, p in pairs if 0.04 <= p <= 0.06], 95)


# %% wrong: positive - only the gains of whoever is ahead
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if 0.04 <= p <= 0.06 and g > 0], 95)


# %% wrong: once - a set of gains
import numpy as np


def threshold(pairs):
    return np.percentile(list({g for g, p in pairs if 0.04 <= p <= 0.06}), 95)


# %% wrong: which - the 90th percentile
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if 0.04 <= p <= 0.06], 90)


# %% wrong: which - what two sides leave
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if 0.04 <= p <= 0.06], 97.5)


# %% wrong: band - half as wide
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if 0.045 <= p <= 0.055], 95)


# %% wrong: everything - all from 0.04 up
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if p >= 0.04], 95)


# %% wrong: everything - all up to 0.06
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if p <= 0.06], 95)


# %% wrong: unsorted - a place in the list as it is
def threshold(pairs):
    g = [g for g, p in pairs if 0.04 <= p <= 0.06]
    k = 0.95 * (len(g) - 1)
    i = int(k)
    return g[i] + (k - i) * (g[min(i + 1, len(g) - 1)] - g[i])


# %% wrong: no_step - the quantiles of statistics, as they come
import statistics


def threshold(pairs):
    g = [g for g, p in pairs if 0.04 <= p <= 0.06]
    return statistics.quantiles(g, n=20)[-1] if len(g) > 1 else g[0]


# %% right: scipy's score at a percentile
from scipy.stats import scoreatpercentile


def threshold(pairs):
    return scoreatpercentile([g for g, p in pairs if 0.04 <= p <= 0.06], 95)


# %% right: the distance from 0.05, with a hair's breadth
import numpy as np


def threshold(pairs):
    return np.percentile([g for g, p in pairs if abs(p - 0.05) <= 0.01 + 1e-12], 95)


# %% wrong: rounded_p - p-values of two digits
import numpy as np

def threshold(pairs):
    return np.percentile([gain for gain, p in pairs if 0.04 <= round(p, 2) <= 0.06], 95)
