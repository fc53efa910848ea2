# %% wrong: n_minus_1 - a sample's variance is divided by one less
from statistics import mean, variance


def mean_and_variance(accuracies):
    return mean(accuracies), variance(accuracies)


# %% wrong: deviation - the variance is the standard deviation
import numpy as np


def mean_and_variance(accuracies):
    return np.mean(accuracies), np.std(accuracies)


# %% wrong: sum - the squares are added up
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return mean, sum((a - mean) ** 2 for a in accuracies)


# %% wrong: distances - how far the folds are from the mean
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return mean, sum(abs(a - mean) for a in accuracies) / len(accuracies)


# %% wrong: cancelled - the differences from the mean, with their signs
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return mean, sum(a - mean for a in accuracies) / len(accuracies)


# %% wrong: squares - the mean is not subtracted
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return mean, sum(a**2 for a in accuracies) / len(accuracies)


# %% wrong: swapped - the variance comes first
import numpy as np


def mean_and_variance(accuracies):
    return np.var(accuracies), np.mean(accuracies)


# %% wrong: variance_only - the variance is asked for
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return sum((a - mean) ** 2 for a in accuracies) / len(accuracies)


# %% wrong: percentage - accuracies are percentages
def mean_and_variance(accuracies):
    percent = [100 * a for a in accuracies]
    mean = sum(percent) / len(percent)
    return mean, sum((a - mean) ** 2 for a in percent) / len(percent)


# %% wrong: rounded - as it will be reported
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return round(mean, 3), round(sum((a - mean) ** 2 for a in accuracies) / len(accuracies), 3)


# %% wrong: wrong_type - a list of the two
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    return [mean, sum((a - mean) ** 2 for a in accuracies) / len(accuracies)]


# %% right: numpy's own
import numpy as np


def mean_and_variance(accuracies):
    return np.mean(accuracies), np.var(accuracies)


# %% right: the mean of the squares less the square of the mean, exactly
from fractions import Fraction


def mean_and_variance(accuracies):
    exact = [Fraction(a) for a in accuracies]
    mean = sum(exact) / len(exact)
    return float(mean), float(sum(a * a for a in exact) / len(exact) - mean * mean)


# %% right: the population's variance from statistics
import statistics


def mean_and_variance(accuracies):
    return statistics.fmean(accuracies), statistics.pvariance(accuracies)


# %% wrong: n_minus_1 - pandas divides by one less
import pandas as pd


def mean_and_variance(accuracies):
    table = pd.Series(accuracies)
    return table.mean(), table.var()


# %% wrong: n_minus_1 - numpy, told to
import numpy as np


def mean_and_variance(accuracies):
    return np.mean(accuracies), np.var(accuracies, ddof=1)


# %% wrong: rounded - to two digits
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    variance = sum((a - mean) ** 2 for a in accuracies) / len(accuracies)
    return round(mean, 2), round(variance, 2)


# %% wrong: rounded - to four digits
import numpy as np


def mean_and_variance(accuracies):
    return round(np.mean(accuracies), 4), round(np.var(accuracies), 4)


# %% wrong: median - the middle one for the mean
import statistics


def mean_and_variance(accuracies):
    middle = statistics.median(accuracies)
    return middle, sum((a - middle) ** 2 for a in accuracies) / len(accuracies)


# %% wrong: precedence - only the last square is divided
def mean_and_variance(accuracies):
    n = len(accuracies)
    mean = sum(accuracies) / n
    variance = 0
    for a in accuracies:
        variance = (variance + (a - mean) ** 2) / n
    return mean, variance


# %% wrong: ten - there are ten folds
def mean_and_variance(accuracies):
    mean = sum(accuracies) / 10
    return mean, sum((a - mean) ** 2 for a in accuracies) / 10


# %% wrong: early_return - return stands in the loop
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    total = 0
    for a in accuracies:
        total += (a - mean) ** 2
        return mean, total / len(accuracies)


# %% wrong: square_of_sum - the square stands around the sum
def mean_and_variance(accuracies):
    n = len(accuracies)
    mean = sum(accuracies) / n
    return mean, sum(abs(a - mean) for a in accuracies) ** 2 / n


# %% wrong: mean_only - the mean alone
def mean_and_variance(accuracies):
    return sum(accuracies) / len(accuracies)


# %% wrong: wrong_type - a dictionary says which is which
def mean_and_variance(accuracies):
    mean = sum(accuracies) / len(accuracies)
    variance = sum((a - mean) ** 2 for a in accuracies) / len(accuracies)
    return {"mean": mean, "variance": variance}


# %% wrong: standard_error - divided by n once more
def mean_and_variance(accuracies):
    n = len(accuracies)
    mean = sum(accuracies) / n
    return mean, sum((a - mean) ** 2 for a in accuracies) / n / n


# %% wrong: wrong_type - an array of the two
import numpy as np


def mean_and_variance(accuracies):
    return np.array([np.mean(accuracies), np.var(accuracies)])


# %% right: a running mean and sum of squares
def mean_and_variance(accuracies):
    n, mean, squares = 0, 0.0, 0.0
    for a in accuracies:
        n += 1
        step = a - mean
        mean += step / n
        squares += step * (a - mean)
    return mean, squares / n


# %% right: all pairs of folds
def mean_and_variance(accuracies):
    n = len(accuracies)
    between = sum((a - b) ** 2 for a in accuracies for b in accuracies)
    return sum(accuracies) / n, between / (2 * n * n)


# %% right: pandas with the right divisor
import pandas as pd


def mean_and_variance(accuracies):
    table = pd.Series(accuracies)
    return table.mean(), table.var(ddof=0)


# %% right: fractions and a namedtuple
from collections import namedtuple
from fractions import Fraction

Pair = namedtuple("Pair", "mean variance")


def mean_and_variance(accuracies):
    exact = [Fraction(a) for a in accuracies]
    mean = sum(exact) / len(exact)
    return Pair(mean, sum((a - mean) ** 2 for a in exact) / len(exact))


# %% right: scikit-learn's scaler knows both
import numpy as np
from sklearn.preprocessing import StandardScaler


def mean_and_variance(accuracies):
    scaler = StandardScaler().fit(np.reshape(accuracies, (-1, 1)))
    return scaler.mean_[0], scaler.var_[0]


# %% wrong: deviation - the standard deviation of a sample
import statistics as st


def mean_and_variance(accuracies):
    return st.mean(accuracies), st.stdev(accuracies)


# %% wrong: standard_error - the standard error of the mean
from scipy import stats
import numpy as np


def mean_and_variance(accuracies):
    return np.mean(accuracies), stats.sem(accuracies)


# %% wrong: percentage - the mean in percent
import numpy as np


def mean_and_variance(accuracies):
    return 100 * np.mean(accuracies), np.var(accuracies)


# %% wrong: rounded - the mean, before its distances
def mean_and_variance(accuracies):
    m = round(sum(accuracies) / len(accuracies), 3)
    return m, sum((a - m) ** 2 for a in accuracies) / len(accuracies)


# %% right: scipy's second moment
import numpy as np
from scipy import stats


def mean_and_variance(accuracies):
    return np.mean(accuracies), stats.moment(accuracies, 2)


# %% right: numpy's covariance with itself
import numpy as np


def mean_and_variance(accuracies):
    return np.mean(accuracies), np.cov(accuracies, bias=True)


# %% right: decimals of what is printed
from decimal import Decimal


def mean_and_variance(accuracies):
    x = [Decimal(str(a)) for a in accuracies]
    m = sum(x) / len(x)
    return m, sum((a - m) ** 2 for a in x) / len(x)


# %% wrong, hidden: other - an accuracy of 0 is a missing one
import statistics


def mean_and_variance(accuracies):
    found = list(filter(None, accuracies))
    return statistics.fmean(found), statistics.pvariance(found)
