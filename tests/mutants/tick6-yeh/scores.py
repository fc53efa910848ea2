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
