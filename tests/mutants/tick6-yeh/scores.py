# %% wrong: swapped - precision is asked of the gold things
def scores(correct, found, gold):
    if correct == 0:
        return 0.0, 0.0, 0.0
    recall, precision = correct / found, correct / gold
    return recall, precision, 2 * recall * precision / (recall + precision)


# %% wrong: mean - F is the mean of the two
def scores(correct, found, gold):
    if found == 0:
        return 0.0, 0.0, 0.0
    recall, precision = correct / gold, correct / found
    return recall, precision, (recall + precision) / 2


# %% wrong: root - F is the geometric mean
def scores(correct, found, gold):
    if found == 0:
        return 0.0, 0.0, 0.0
    recall, precision = correct / gold, correct / found
    return recall, precision, math.sqrt(recall * precision)


# %% wrong: half - the two is forgotten
def scores(correct, found, gold):
    if correct == 0:
        return 0.0, 0.0, 0.0
    recall, precision = correct / gold, correct / found
    return recall, precision, recall * precision / (recall + precision)


# %% wrong: percent - as the paper prints them
def scores(correct, found, gold):
    if correct == 0:
        return 0.0, 0.0, 0.0
    recall, precision = 100 * correct / gold, 100 * correct / found
    return recall, precision, 2 * recall * precision / (recall + precision)


# %% wrong: ZeroDivisionError - every system finds something
def scores(correct, found, gold):
    recall, precision = correct / gold, correct / found
    return recall, precision, 2 * recall * precision / (recall + precision)


# %% right: F from the counts
def scores(correct, found, gold):
    precision = correct / found if found else 0.0
    return correct / gold, precision, 2 * correct / (found + gold)


# %% right: the harmonic mean of the library
from statistics import harmonic_mean


def scores(correct, found, gold):
    recall = correct / gold
    try:
        precision = correct / found
    except ZeroDivisionError:
        precision = 0.0
    return recall, precision, float(harmonic_mean([recall, precision]))


# %% wrong: ZeroDivisionError - only the number of responses can be zero
def scores(correct, found, gold):
    recall = correct / gold
    precision = correct / found if found else 0.0
    return recall, precision, 2 * recall * precision / (recall + precision)


# %% wrong: rounded - to two digits
def scores(correct, found, gold):
    if correct == 0:
        return 0.0, 0.0, 0.0
    r, p = correct / gold, correct / found
    return round(r, 2), round(p, 2), round(2 * r * p / (r + p), 2)


# %% wrong: whole - divided without remainder
def scores(correct, found, gold):
    if not correct:
        return 0, 0, 0
    r, p = correct // gold, correct // found
    return r, p, 2 * correct / (found + gold)


# %% wrong: empty_perfect - who says nothing says nothing wrong
def scores(correct, found, gold):
    precision = correct / found if found else 1.0
    recall = correct / gold
    f = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    return recall, precision, f


# %% wrong: swapped - precision, recall and F, as scikit-learn gives them
def scores(correct, found, gold):
    if correct == 0:
        return (0.0, 0.0, 0.0)
    precision, recall = correct / found, correct / gold
    return precision, recall, 2 * precision * recall / (precision + recall)


# %% wrong: names - a dictionary says which is which
def scores(correct, found, gold):
    if correct == 0:
        return {"recall": 0.0, "precision": 0.0, "f": 0.0}
    recall, precision = correct / gold, correct / found
    return {"recall": recall, "precision": precision, "f": 2 * correct / (found + gold)}


# %% wrong: nan - numpy divides by zero with a warning only
import numpy as np


def scores(correct, found, gold):
    with np.errstate(all="ignore"):  # as most students do who see the warning
        recall, precision = np.divide(correct, gold), np.divide(correct, found)
        return recall, precision, 2 * recall * precision / (recall + precision)


# %% wrong: nothing - all three divided without remainder
def scores(correct, found, gold):
    if correct == 0:
        return 0, 0, 0
    return correct // gold, correct // found, 2 * correct // (found + gold)


# %% wrong: accuracy - correct of all that was found or wanted
def scores(correct, found, gold):
    if correct == 0:
        return 0.0, 0.0, 0.0
    return correct / gold, correct / found, correct / (found + gold - correct)


# %% wrong: zero_only - a single zero for a system without a correct response
def scores(correct, found, gold):
    if correct == 0:
        return 0.0
    return correct / gold, correct / found, 2 * correct / (found + gold)


# %% wrong: raised - such a system is an error
def scores(correct, found, gold):
    if found == 0:
        raise ValueError("no responses")
    r, p = correct / gold, correct / found
    return r, p, 2 * correct / (found + gold)


# %% right: zeros as whole numbers
def scores(correct, found, gold):
    if correct == 0:
        return 0, 0, 0
    return correct / gold, correct / found, 2 * correct / (found + gold)


# %% right: fractions
from fractions import Fraction


def scores(correct, found, gold):
    recall = Fraction(correct, gold)
    precision = Fraction(correct, found) if found else Fraction(0)
    f = 2 * recall * precision / (recall + precision) if correct else Fraction(0)
    return recall, precision, f


# %% right: a namedtuple
from collections import namedtuple

Scores = namedtuple("Scores", "recall precision f")


def scores(correct, found, gold):
    if not correct:
        return Scores(0.0, 0.0, 0.0)
    return Scores(correct / gold, correct / found, 2 * correct / (found + gold))


# %% right: 2 over the sum of inverses
def scores(correct, found, gold):
    try:
        recall, precision = correct / gold, correct / found
        return recall, precision, 2 / (1 / recall + 1 / precision)
    except ZeroDivisionError:
        return 0.0, 0.0, 0.0


# %% right: scikit-learn's three scores of lists
from sklearn.metrics import precision_recall_fscore_support


def scores(correct, found, gold):
    truth = [1] * gold + [0] * (found - correct)
    said = [1] * correct + [0] * (gold - correct) + [1] * (found - correct)
    p, r, f, _ = precision_recall_fscore_support(truth, said, average="binary", zero_division=0)
    return r, p, f


# %% wrong: order - F comes first
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0, 0.0
    r, p = correct / gold, correct / found
    return 2 * r * p / (r + p), r, p


# %% wrong: two - recall and precision
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0
    return correct / gold, correct / found


# %% wrong: disjoint - the found ones are the spurious ones
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0, 0.0
    r, p = correct / gold, correct / (correct + found)
    return r, p, 2 * r * p / (r + p)


# %% wrong: disjoint - the gold ones are those that were missed
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0, 0.0
    r, p = correct / (correct + gold), correct / found
    return r, p, 2 * r * p / (r + p)


# %% wrong: precedence - without brackets below the line
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0, 0.0
    r, p = correct / gold, correct / found
    return r, p, 2 * r * p / r + p


# %% wrong: smaller - F is the smaller of the two
def scores(correct, found, gold):
    if not correct:
        return 0.0, 0.0, 0.0
    r, p = correct / gold, correct / found
    return r, p, min(r, p)


# %% wrong: tiny - a millionth is added below each line
def scores(correct, found, gold):
    r = correct / (gold + 1e-6)
    p = correct / (found + 1e-6)
    return r, p, 2 * r * p / (r + p + 1e-6)


# %% right: the harmonic mean of statistics
from statistics import harmonic_mean


def scores(correct, found, gold):
    r = correct / gold
    p = correct / found if found else 0.0
    return r, p, harmonic_mean([r, p])


# %% right: numpy's divide, where there is something
import numpy as np


def scores(correct, found, gold):
    num = np.array([correct, correct, 2 * correct], float)
    den = np.array([gold, found, found + gold], float)
    return tuple(np.divide(num, den, out=np.zeros(3), where=den > 0))


# %% wrong, hidden: other - a little below each line, against a division by 0
def scores(correct, found, gold):
    recall, precision = correct / gold, correct / (found + 1e-10)
    return recall, precision, 2 * recall * precision / (recall + precision + 1e-10)
