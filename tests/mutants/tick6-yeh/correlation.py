# %% wrong: agreement - systems that agree are correlated
def correlation_from_counts(both, only_1, only_2, neither):
    return (both + neither) / (both + only_1 + only_2 + neither)


# %% wrong: no_neither - what nobody found does not count
def correlation_from_counts(both, only_1, only_2, neither):
    n = both + only_1 + only_2
    m1, m2 = (both + only_1) / n, (both + only_2) / n
    return (both / n - m1 * m2) / math.sqrt(m1 * (1 - m1) * m2 * (1 - m2))


# %% wrong: covariance - the numerator is the correlation
def correlation_from_counts(both, only_1, only_2, neither):
    n = both + only_1 + only_2 + neither
    return both / n - (both + only_1) / n * (both + only_2) / n


# %% wrong: variances - divide by the variances
def correlation_from_counts(both, only_1, only_2, neither):
    n = both + only_1 + only_2 + neither
    m1, m2 = (both + only_1) / n, (both + only_2) / n
    return (both / n - m1 * m2) / (m1 * (1 - m1) * m2 * (1 - m2))


# %% wrong: n_minus_one - n - 1 above, n below
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = np.array([1] * (both + only_1) + [0] * (only_2 + neither))
    y2 = np.array([1] * both + [0] * only_1 + [1] * only_2 + [0] * neither)
    together = sum((y1 - y1.mean()) * (y2 - y2.mean())) / (len(y1) - 1)
    return together / (y1.std() * y2.std())


# %% wrong: squared - the share of the variation that they have in common
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = np.array([1] * (both + only_1) + [0] * (only_2 + neither))
    y2 = np.array([1] * both + [0] * only_1 + [1] * only_2 + [0] * neither)
    return float(np.corrcoef(y1, y2)[0, 1] ** 2)


# %% right: the four counts alone
def correlation_from_counts(both, only_1, only_2, neither):
    margins = (both + only_1) * (only_2 + neither) * (both + only_2) * (only_1 + neither)
    return (both * neither - only_1 * only_2) / margins**0.5


# %% right: numpy's corrcoef of the columns
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    counts = [both, only_1, only_2, neither]
    return np.corrcoef(np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts))[0][1]


# %% right: the formula of the paper, with n - 1 on both sides
import statistics


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    mean1, mean2 = statistics.fmean(y1), statistics.fmean(y2)
    together = sum((p - mean1) * (q - mean2) for p, q in zip(y1, y2))
    return together / (statistics.stdev(y1) * statistics.stdev(y2) * (len(y1) - 1))


# %% wrong: agreement - the share of agreeing things, by a library
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = np.repeat([1, 1, 0, 0], [both, only_1, only_2, neither])
    y2 = np.repeat([1, 0, 1, 0], [both, only_1, only_2, neither])
    return np.mean(y1 == y2)


# %% wrong: matrix - corrcoef gives the whole table
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    return np.corrcoef(y1, y2).tolist()


# %% wrong: columns - the counts themselves are correlated
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    return np.corrcoef([both, only_1], [only_2, neither])[0, 1]


# %% wrong: with_pvalue - pearsonr gives two numbers
from scipy.stats import pearsonr


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    r, p = pearsonr(y1, y2)
    return float(r), float(p)


# %% wrong: jaccard - what both found, of what either found
def correlation_from_counts(both, only_1, only_2, neither):
    return both / (both + only_1 + only_2)


# %% wrong: kappa - agreement beyond chance, from tick 5
from sklearn.metrics import cohen_kappa_score


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    return cohen_kappa_score(y1, y2)


# %% wrong: only_found - each system found what it alone found
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = both + only_1 + only_2 + neither
    m1, m2 = only_1 / n, only_2 / n
    return (both / n - m1 * m2) / math.sqrt(m1 * (1 - m1) * m2 * (1 - m2))


# %% wrong: size - a correlation has no sign
def correlation_from_counts(both, only_1, only_2, neither):
    margins = (both + only_1) * (only_2 + neither) * (both + only_2) * (only_1 + neither)
    return abs(both * neither - only_1 * only_2) / margins**0.5


# %% wrong: no_root - without the root over the product
def correlation_from_counts(both, only_1, only_2, neither):
    margins = (both + only_1) * (only_2 + neither) * (both + only_2) * (only_1 + neither)
    return (both * neither - only_1 * only_2) / margins


# %% wrong: rounded - two digits, as in the paper
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = np.repeat([1, 1, 0, 0], [both, only_1, only_2, neither])
    y2 = np.repeat([1, 0, 1, 0], [both, only_1, only_2, neither])
    return round(float(np.corrcoef(y1, y2)[0, 1]), 2)


# %% wrong: PermissionError - the library has it
import numpy as np
from labkit import response_correlation


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = np.repeat([1, 1, 0, 0], [both, only_1, only_2, neither])
    y2 = np.repeat([1, 0, 1, 0], [both, only_1, only_2, neither])
    return response_correlation(y1, y2)


# %% right: scipy's pearsonr
from scipy.stats import pearsonr


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    return pearsonr(y1, y2).statistic


# %% right: Matthews' coefficient of scikit-learn
from sklearn.metrics import matthews_corrcoef


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * both + [1] * only_1 + [0] * only_2 + [0] * neither
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    return matthews_corrcoef(y1, y2)


# %% right: pandas
import pandas as pd


def correlation_from_counts(both, only_1, only_2, neither):
    pairs = [(1, 1)] * both + [(1, 0)] * only_1 + [(0, 1)] * only_2 + [(0, 0)] * neither
    table = pd.DataFrame(pairs, columns=["one", "two"])
    return table["one"].corr(table["two"])


# %% right: the library of statistics
import statistics


def correlation_from_counts(both, only_1, only_2, neither):
    y1 = [1] * (both + only_1) + [0] * (only_2 + neither)
    y2 = [1] * both + [0] * only_1 + [1] * only_2 + [0] * neither
    return statistics.correlation(y1, y2)


# %% wrong: n_minus_one - n above, n - 1 below
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = [both, only_1, only_2, neither]
    x, y = np.repeat([1, 1, 0, 0], n), np.repeat([1, 0, 1, 0], n)
    return np.mean((x - x.mean()) * (y - y.mean())) / (x.std(ddof=1) * y.std(ddof=1))


# %% wrong: covariance - that of numpy
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = [both, only_1, only_2, neither]
    x, y = np.repeat([1, 1, 0, 0], n), np.repeat([1, 0, 1, 0], n)
    return np.cov(x, y)[0, 1]


# %% wrong: reversed - the products in the wrong order
import math


def correlation_from_counts(both, only_1, only_2, neither):
    a, b, c, d = both, only_1, only_2, neither
    return (b * c - a * d) / math.sqrt((a + b) * (c + d) * (a + c) * (b + d))


# %% wrong: with_itself - a cell on the diagonal
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = [both, only_1, only_2, neither]
    return np.corrcoef(np.repeat([1, 1, 0, 0], n), np.repeat([1, 0, 1, 0], n))[0, 0]


# %% wrong: uncentred - the cosine of the two columns
import math


def correlation_from_counts(both, only_1, only_2, neither):
    return both / math.sqrt((both + only_1) * (both + only_2))


# %% wrong: slope - the slope of a regression
from scipy.stats import linregress
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = [both, only_1, only_2, neither]
    return linregress(np.repeat([1, 1, 0, 0], n), np.repeat([1, 0, 1, 0], n)).slope


# %% right: the root of a fraction, and its sign
from fractions import Fraction
import math


def correlation_from_counts(both, only_1, only_2, neither):
    a, b, c, d = both, only_1, only_2, neither
    x = a * d - b * c
    return math.copysign(math.sqrt(Fraction(x * x, (a + b) * (c + d) * (a + c) * (b + d))), x)


# %% right: scipy's regression knows it
from scipy.stats import linregress
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    n = [both, only_1, only_2, neither]
    return linregress(np.repeat([1, 1, 0, 0], n), np.repeat([1, 0, 1, 0], n)).rvalue


# %% wrong, hidden: other - numpy's whole numbers have room for any product
import numpy as np


def correlation_from_counts(both, only_1, only_2, neither):
    b, o1, o2, n = np.array([both, only_1, only_2, neither])
    product = (b + o1) * (o2 + n) * (b + o2) * (o1 + n)
    return float((b * n - o1 * o2) / np.sqrt(product))
