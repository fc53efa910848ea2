# %% wrong: probabilities - the share itself is the prior
def class_log_priors(labels):
    return {label: labels.count(label) / len(labels) for label in ("POS", "NEG")}

# %% wrong: counts - a frequency is a number of reviews
def class_log_priors(labels):
    priors = {"POS": 0, "NEG": 0}
    for label in labels:
        priors[label] += 1
    return priors

# %% wrong: log_counts - the total is the same for both, so it can be left out
def class_log_priors(labels):
    return {label: math.log(labels.count(label)) for label in ("POS", "NEG")}

# %% wrong: uniform - the corpus is half POS and half NEG anyway
def class_log_priors(labels):
    return {label: math.log(1 / len(set(labels))) for label in set(labels)}

# %% wrong: base - log10 is the logarithm
def class_log_priors(labels):
    return {label: math.log10(labels.count(label) / len(labels)) for label in ("POS", "NEG")}

# %% wrong: wrong_type - POS first, then NEG: no names needed
def class_log_priors(labels):
    return [math.log(labels.count(label) / len(labels)) for label in ("POS", "NEG")]

# %% right: numpy's logarithm of counts from a Counter
from collections import Counter

import numpy as np

def class_log_priors(labels):
    return {label: np.log(n / len(labels)) for label, n in Counter(labels).items()}

# %% right: a difference of logarithms
def class_log_priors(labels):
    total = math.log(len(labels))
    positive = [label for label in labels if label == "POS"]
    return {
        "NEG": math.log(len(labels) - len(positive)) - total,
        "POS": math.log(len(positive)) - total,
    }

# %% right: value_counts of pandas
import numpy as np
import pandas as pd

def class_log_priors(labels):
    return np.log(pd.Series(labels).value_counts(normalize=True)).to_dict()
