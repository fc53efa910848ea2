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
