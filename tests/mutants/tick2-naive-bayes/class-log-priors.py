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


# %% wrong: base - log2 is a logarithm
def class_log_priors(labels):
    return {label: math.log2(labels.count(label) / len(labels)) for label in ("POS", "NEG")}


# %% wrong: sign - a logarithm should not be negative
def class_log_priors(labels):
    return {label: -math.log(labels.count(label) / len(labels)) for label in ("POS", "NEG")}


# %% wrong: quotient - the logarithms are divided
def class_log_priors(labels):
    return {c: math.log(labels.count(c)) / math.log(len(labels)) for c in ("POS", "NEG")}


# %% wrong: odds - one class by the other
def class_log_priors(labels):
    pos, neg = labels.count("POS"), labels.count("NEG")
    return {"POS": math.log(pos / neg), "NEG": math.log(neg / pos)}


# %% wrong: smoothed - one more of each
def class_log_priors(labels):
    return {c: math.log((labels.count(c) + 1) / (len(labels) + 2)) for c in ("POS", "NEG")}


# %% wrong: log1p - the safe logarithm
import numpy as np


def class_log_priors(labels):
    return {c: np.log1p(labels.count(c) / len(labels)) for c in ("POS", "NEG")}


# %% wrong: swapped - the first key is NEG
def class_log_priors(labels):
    n = len(labels)
    return dict(zip(["NEG", "POS"], [math.log(labels.count(c) / n) for c in ("POS", "NEG")]))


# %% wrong: names - small letters
def class_log_priors(labels):
    return {c.lower(): math.log(labels.count(c) / len(labels)) for c in ("POS", "NEG")}


# %% wrong: rounded - three digits
def class_log_priors(labels):
    return {c: round(math.log(labels.count(c) / len(labels)), 3) for c in ("POS", "NEG")}


# %% wrong: early_return - return in the loop
def class_log_priors(labels):
    result = {}
    for c in ("POS", "NEG"):
        result[c] = math.log(labels.count(c) / len(labels))
        return result


# %% wrong: uniform - the training reviews are balanced
def class_log_priors(labels):
    return {"POS": math.log(0.5), "NEG": math.log(0.5)}


# %% wrong: outside - the training labels are meant
def class_log_priors(labels):
    return {c: math.log(list(train_labels).count(c) / len(train_labels)) for c in ("POS", "NEG")}


# %% wrong: changed - the labels are used up
def class_log_priors(labels):
    n, counts = len(labels), {"POS": 0, "NEG": 0}
    while labels:
        counts[labels.pop()] += 1
    return {c: math.log(counts[c] / n) for c in counts}


# %% wrong: printed - shown
def class_log_priors(labels):
    print({c: math.log(labels.count(c) / len(labels)) for c in ("POS", "NEG")})


# %% right: numpy's unique
import numpy as np


def class_log_priors(labels):
    classes, counts = np.unique(labels, return_counts=True)
    return {str(c): float(p) for c, p in zip(classes, np.log(counts) - np.log(len(labels)))}


# %% right: a loop, with helper and base e
def class_log_priors(labels):
    result = {"NEG": 0, "POS": 0}
    for label in labels:
        result[label] += 1
    for label in result:
        result[label] = math.log(result[label] / len(labels), math.e)
    return result


# %% right: members of an Enum as keys
from enum import StrEnum
import math


class Label(StrEnum):
    POS = "POS"
    NEG = "NEG"


def class_log_priors(labels):
    return {c: math.log(labels.count(c) / len(labels)) for c in Label}


# %% right: Decimal's own logarithm
from decimal import Decimal


def class_log_priors(labels):
    return {c: (Decimal(labels.count(c)) / len(labels)).ln() for c in ("POS", "NEG")}


# %% wrong: wrong_type - arrays in the dictionary
import numpy as np


def class_log_priors(labels):
    return {label: np.log([np.mean(np.array(labels) == label)]) for label in ("POS", "NEG")}


# %% wrong: arguments - the reviews are given, too
def class_log_priors(reviews, labels):
    return {label: math.log(labels.count(label) / len(reviews)) for label in ("POS", "NEG")}


# %% wrong, hidden: other - shares have two digits
def class_log_priors(labels):
    shares = {label: round(labels.count(label) / len(labels), 2) for label in ("POS", "NEG")}
    return {label: math.log(share) for label, share in shares.items()}


# %% right: one less the first, then the logarithm
def class_log_priors(labels):
    share = sum(label == "POS" for label in labels) / len(labels)
    return {"POS": math.log(share), "NEG": math.log1p(-share)}


# %% wrong: ValueError - two strokes divide as one does
def class_log_priors(labels):
    return {c: math.log(labels.count(c) // len(labels)) for c in ("POS", "NEG")}


# %% right: decimals and their own logarithm
from decimal import Decimal

def class_log_priors(labels):
    return {c: (Decimal(labels.count(c)) / len(labels)).ln() for c in ("POS", "NEG")}


# %% wrong, hidden: other - a little more than 0, in case
import math


def class_log_priors(labels):
    return {c: math.log(labels.count(c) / len(labels) + 1e-10) for c in ("POS", "NEG")}


# %% wrong, hidden: other - no class is rarer than one in a hundred
import numpy as np


def class_log_priors(labels):
    return {
        c: float(np.log(np.clip(labels.count(c) / len(labels), 0.01, 0.99))) for c in ("POS", "NEG")
    }
