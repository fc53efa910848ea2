# %% wrong: percentage - accuracy is a percentage
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return 100 * right / len(labels)


# %% wrong: count - the number of right ones is the accuracy
def accuracy(predicted, labels):
    return sum(p == label for p, label in zip(predicted, labels))


# %% wrong: errors - what differs is counted
def accuracy(predicted, labels):
    different = 0
    for i in range(len(labels)):
        if predicted[i] != labels[i]:
            different += 1
    return different / len(labels)


# %% wrong: one_class - only POS can be right
def accuracy(predicted, labels):
    right = 0
    for p, label in zip(predicted, labels):
        if p == "POS" and label == "POS":
            right += 1
    return right / len(labels)


# %% wrong: rounded - two digits are enough
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return round(right / len(labels), 2)


# %% wrong: floor - two strokes divide as one does
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return right // len(labels)


# %% wrong: early_return - return belongs to the loop
def accuracy(predicted, labels):
    right = 0
    for p, label in zip(predicted, labels):
        if p == label:
            right += 1
        return right / len(labels)


# %% wrong: wrong_type - lists compare item by item, as arrays do
def accuracy(predicted, labels):
    return predicted == labels


# %% right: numpy's mean of a comparison
import numpy as np


def accuracy(predicted, labels):
    return np.mean(np.array(predicted) == np.array(labels))


# %% right: from scikit-learn
from sklearn.metrics import accuracy_score


def accuracy(predicted, labels):
    return accuracy_score(labels, predicted)


# %% right: one minus the share of errors, by index
def accuracy(predicted, labels):
    wrong = [i for i in range(len(labels)) if labels[i] != predicted[i]]
    return 1 - len(wrong) / len(labels)


# %% wrong: nothing - the classes are spelt in small letters
def accuracy(predicted, labels):
    right = 0
    for p, label in zip(predicted, labels):
        if p == "pos" and label == "pos" or p == "neg" and label == "neg":
            right += 1
    return right / len(labels)


# %% wrong: nothing - the count is never increased
def accuracy(predicted, labels):
    right = 0
    for p, label in zip(predicted, labels):
        if p == label:
            right + 1
    return right / len(labels)


# %% wrong: nothing - a value to begin with
def accuracy(predicted, labels):
    return 0.0


# %% wrong: floor - two lists compared as a whole
def accuracy(predicted, labels):
    return 1.0 if predicted == labels else 0.0


# %% wrong: floor - int around the share
def accuracy(predicted, labels):
    return int(sum(p == label for p, label in zip(predicted, labels)) / len(labels))


# %% wrong: all_right - each prediction is compared with itself
def accuracy(predicted, labels):
    return sum(p == q for p, q in zip(predicted, predicted)) / len(labels)


# %% wrong: all_right - a prediction is right if the class is among the labels
def accuracy(predicted, labels):
    return sum(p in labels for p in predicted) / len(predicted)


# %% wrong: divisor - half of the reviews are of each class
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return right / (len(labels) / 2)


# %% wrong: divisor - both lists are what there is
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return right / (len(labels) + len(predicted))


# %% wrong: divisor - right by wrong
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return right / (len(labels) - right)


# %% wrong: divisor - by the positive ones
def accuracy(predicted, labels):
    return sum(p == label for p, label in zip(predicted, labels)) / labels.count("POS")


# %% wrong: of_class - the share of the positive ones
def accuracy(predicted, labels):
    pairs = [(p, label) for p, label in zip(predicted, labels) if label == "POS"]
    return sum(p == label for p, label in pairs) / len(pairs)


# %% wrong: of_class - the mean of the classes
def accuracy(predicted, labels):
    shares = []
    for wanted in ("POS", "NEG"):
        own = [p for p, label in zip(predicted, labels) if label == wanted]
        shares.append(own.count(wanted) / len(own))
    return sum(shares) / 2


# %% wrong: one_class - only NEG can be right
def accuracy(predicted, labels):
    return sum(p == label == "NEG" for p, label in zip(predicted, labels)) / len(labels)


# %% wrong: early_return - else ends the loop as well
def accuracy(predicted, labels):
    right = 0
    for i in range(len(labels)):
        if predicted[i] == labels[i]:
            right += 1
        else:
            return right / len(labels)
    return right / len(labels)


# %% wrong: rounded - three digits, in percent and back
def accuracy(predicted, labels):
    right = sum(p == label for p, label in zip(predicted, labels))
    return round(100 * right / len(labels), 1) / 100


# %% wrong: wrong_type - a percentage as it is printed
def accuracy(predicted, labels):
    return f"{sum(p == label for p, label in zip(predicted, labels)) / len(labels):.0%}"


# %% wrong: printed - print is the end
def accuracy(predicted, labels):
    print(sum(p == label for p, label in zip(predicted, labels)) / len(labels))


# %% wrong: changed - both lists are used up
def accuracy(predicted, labels):
    n, right = len(labels), 0
    while labels:
        right += labels.pop() == predicted.pop()
    return right / n


# %% wrong: RecursionError - the first pair and then the rest
def accuracy(predicted, labels):
    def right(p, y):
        return 0 if not p else (p[0] == y[0]) + right(p[1:], y[1:])

    return right(predicted, labels) / len(labels)


# %% right: a fraction
from fractions import Fraction


def accuracy(predicted, labels):
    return Fraction(sum(map(str.__eq__, predicted, labels)), len(labels))


# %% right: a decimal
from decimal import Decimal


def accuracy(predicted, labels):
    return Decimal(sum(p == q for p, q in zip(predicted, labels))) / len(labels)


# %% right: the statistics module
import statistics


def accuracy(predicted, labels):
    return statistics.mean(int(p == label) for p, label in zip(predicted, labels))


# %% right: pandas
import pandas as pd


def accuracy(predicted, labels):
    return (pd.Series(predicted) == pd.Series(labels)).mean()


# %% right: counted down while walking through a copy
def accuracy(predicted, labels):
    left, right = list(predicted), 0
    for label in labels:
        if left.pop(0) == label:
            right += 1
    return float(f"{right}") / len(predicted)


# %% right: an object that can be called
class Share:
    def __call__(self, predicted, labels):
        return sum(map(lambda pair: pair[0] == pair[1], zip(predicted, labels))) / len(labels)


accuracy = Share()

# %% right: a function with its first argument given
from functools import partial


def _share(digits, predicted, labels):
    return sum(p == t for p, t in zip(predicted, labels)) / len(labels)


accuracy = partial(_share, None)

# %% right: an array without an axis
import numpy as np


def accuracy(predicted, labels):
    return np.array(np.mean(np.array(predicted) == np.array(labels)))


# %% right: a long double
import numpy as np


def accuracy(predicted, labels):
    return np.mean(np.array(predicted) == np.array(labels), dtype=np.longdouble)


# %% right: a cache of tuples
from functools import lru_cache, wraps


@lru_cache
def cached(predicted, labels):
    if not labels:
        return 0
    return (predicted[0] == labels[0]) + sum(p == t for p, t in zip(predicted[1:], labels[1:]))


def accuracy(predicted, labels):
    return cached(tuple(predicted), tuple(labels)) / len(labels)


# %% wrong: skipped - range ends one too early
def accuracy(predicted, labels):
    right = 0
    for i in range(len(labels) - 1):
        right += predicted[i] == labels[i]
    return right / len(labels)


# %% wrong: skipped - the first review is a heading
def accuracy(predicted, labels):
    pairs = list(zip(predicted, labels))[1:]
    return sum(p == label for p, label in pairs) / len(pairs)


# %% wrong: other - a class is looked up where it comes first
def accuracy(predicted, labels):
    return sum(labels.index(p) == i for i, p in enumerate(predicted)) / len(labels)


# %% wrong: arguments - the labels are the notebook's
def accuracy(predicted):
    return 0.5


# %% right: numbered pairs that both lists have
def accuracy(predicted, labels):
    return len({*enumerate(predicted)} & {*enumerate(labels)}) / len(labels)


# %% wrong: early_return - the count begins anew for each review
def accuracy(predicted, labels):
    for p, label in zip(predicted, labels):
        right = 0
        if p == label:
            right += 1
    return right / len(labels)


# %% wrong: early_return - the plus behind the equals sign
def accuracy(predicted, labels):
    right = 0
    for p, label in zip(predicted, labels):
        if p == label:
            right = +1
    return right / len(labels)


# %% right: a mean that is brought up to date
def accuracy(predicted, labels):
    mean = 0.0
    for n, (p, label) in enumerate(zip(predicted, labels), start=1):
        mean += ((p == label) - mean) / n
    return mean
