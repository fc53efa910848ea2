# %% wrong: averaged - a score for each item, and their mean
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        scores = [2 * counts[i][0] / max(1, counts[i][1] + counts[i][2]) for i in draw]
        return sum(scores) / len(scores)

    return f1(counts_a) - f1(counts_b)


# %% wrong: not_drawn - the test set itself
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = map(sum, zip(*counts))
        return 2 * correct / (guessed + gold)

    return f1(counts_a) - f1(counts_b)


# %% wrong: once - each item counts once
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in set(draw)) for k in range(3))
        return 2 * correct / (guessed + gold) if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: unpaired - only A is drawn anew
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = map(sum, zip(*counts))
        return 2 * correct / (guessed + gold) if correct else 0.0

    return f1([counts_a[i] for i in draw]) - f1(counts_b)


# %% wrong: reversed - B minus A
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * correct / (guessed + gold) if correct else 0.0

    return f1(counts_b) - f1(counts_a)


# %% wrong: precision - of what was guessed
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return correct / guessed if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: recall - of what was there
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return correct / gold if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: halved - the 2 is forgotten
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return correct / (guessed + gold) if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: mean - the mean of precision and recall
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return (correct / guessed + correct / gold) / 2 if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: of_differences - F1 of the summed differences
def f1_gain(counts_a, counts_b, draw):
    correct, guessed, gold = (sum(counts_a[i][k] - counts_b[i][k] for i in draw) for k in range(3))
    return 2 * correct / (guessed + gold) if guessed + gold else 0.0


# %% wrong: percentage - as the paper prints it
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return 200 * correct / (guessed + gold) if correct else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: ZeroDivisionError - there is always a POS
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * correct / (guessed + gold)

    return f1(counts_a) - f1(counts_b)


# %% right: numpy
import numpy as np


def f1_gain(counts_a, counts_b, draw):
    a, b = (np.array(counts)[draw].sum(axis=0) for counts in (counts_a, counts_b))
    f1_a, f1_b = (2 * c[0] / max(1, c[1] + c[2]) for c in (a, b))
    return f1_a - f1_b


# %% right: precision and recall first
def f1_gain(counts_a, counts_b, draw):
    scores = []
    for counts in (counts_a, counts_b):
        correct = sum(counts[item][0] for item in draw)
        if correct == 0:
            scores.append(0.0)
            continue
        precision = correct / sum(counts[item][1] for item in draw)
        recall = correct / sum(counts[item][2] for item in draw)
        scores.append(2 * precision * recall / (precision + recall))
    return scores[0] - scores[1]


# %% right: labkit's metric of the sums
from labkit.metrics import f1 as f1_of_sums


def f1_gain(counts_a, counts_b, draw):
    def score(counts):
        return f1_of_sums([sum(column) for column in zip(*[counts[item] for item in draw])])

    return float(score(counts_a) - score(counts_b))


# %% wrong: micro - F1 of both classes' decisions is accuracy
def f1_gain(counts_a, counts_b, draw):
    def score(counts):
        return sum(c == g == t or g == t for c, g, t in (counts[i] for i in draw)) / len(draw)

    return score(counts_a) - score(counts_b)


# %% wrong: absolute - how far apart they are
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * c / (g + t) if g + t else 0.0

    return abs(f1(counts_a) - f1(counts_b))


# %% wrong: rounded - four digits
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * c / (g + t) if g + t else 0.0

    return round(f1(counts_a) - f1(counts_b), 4)


# %% wrong: only_a - F1 of A
def f1_gain(counts_a, counts_b, draw):
    c, g, t = (sum(counts_a[i][k] for i in draw) for k in range(3))
    return 2 * c / (g + t) if g + t else 0.0


# %% wrong: wrong_type - both scores
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * c / (g + t) if g + t else 0.0

    return (f1(counts_a), f1(counts_b))


# %% wrong: product - guessed times gold below the line
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        return 2 * c / (g * t) if g * t else 0.0

    return f1(counts_a) - f1(counts_b)


# %% wrong: ZeroDivisionError - precision and recall, only one of them guarded
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        precision, recall = c / g if g else 0.0, c / t
        return 2 * precision * recall / (precision + recall) if c else 0.0

    return f1(counts_a) - f1(counts_b)


# %% right: precision and recall, all of them guarded
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = (sum(counts[i][k] for i in draw) for k in range(3))
        if not c:
            return 0
        precision, recall = c / g, c / t
        return 2 * precision * recall / (precision + recall)

    return f1(counts_a) - f1(counts_b)


# %% right: the lab's own metric
import numpy as np
from labkit import metrics


def f1_gain(counts_a, counts_b, draw):
    draw = list(draw)
    drawn = (np.array(counts)[draw].sum(axis=0) for counts in (counts_a, counts_b))
    return float(np.subtract(*map(metrics.f1, drawn)))


# %% right: fractions
from fractions import Fraction


def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        c, g, t = map(sum, zip(*(counts[i] for i in draw)))
        return Fraction(2 * c, g + t) if g + t else Fraction(0)

    return f1(counts_a) - f1(counts_b)


# %% right: an error that is caught
def f1_gain(counts_a, counts_b, draw):
    gain = 0
    for counts, sign in ((counts_a, 1), (counts_b, -1)):
        c = g = t = 0
        for item in draw:
            c, g, t = c + counts[item][0], g + counts[item][1], t + counts[item][2]
        try:
            gain += sign * 2 * c / (g + t)
        except ZeroDivisionError:
            pass
    return gain


# %% wrong: shifted - items are numbered from 1
def f1_gain(counts_a, counts_b, draw):
    def f(c):
        s = [sum(c[i - 1][j] for i in draw) for j in range(3)]
        return 2 * s[0] / (s[1] + s[2]) if s[1] + s[2] else 0.0

    return f(counts_a) - f(counts_b)


# %% wrong: jaccard - correct of all that is guessed or gold
def f1_gain(counts_a, counts_b, draw):
    def f(c):
        t, g, w = (sum(c[i][j] for i in draw) for j in range(3))
        return t / (g + w - t) if g + w else 0.0

    return f(counts_a) - f(counts_b)


# %% wrong: precedence - without brackets below the line
def f1_gain(counts_a, counts_b, draw):
    def f(c):
        t, g, w = (sum(c[i][j] for i in draw) for j in range(3))
        return 2 * t / g + w if g else 0.0

    return f(counts_a) - f(counts_b)


# %% wrong: root - the geometric mean of precision and recall
def f1_gain(counts_a, counts_b, draw):
    def f(c):
        t, g, w = (sum(c[i][j] for i in draw) for j in range(3))
        return t / (g * w) ** 0.5 if g * w else 0.0

    return f(counts_a) - f(counts_b)


# %% wrong: empty - who guesses nothing makes no error
def f1_gain(counts_a, counts_b, draw):
    def f(c):
        s = [sum(c[i][j] for i in draw) for j in range(3)]
        return 2 * s[0] / (s[1] + s[2]) if s[1] + s[2] else 1.0

    return f(counts_a) - f(counts_b)


# %% wrong: empty - numpy's nan
import numpy as np


def f1_gain(counts_a, counts_b, draw):
    def f(c):
        s = np.array(c)[draw].sum(0)
        return 2 * s[0] / (s[1] + s[2])

    return f(counts_a) - f(counts_b)


# %% right: scikit-learn's, of the drawn columns
from sklearn.metrics import f1_score


def f1_gain(counts_a, counts_b, draw):
    def f(c):
        return f1_score([c[i][2] for i in draw], [c[i][1] for i in draw], zero_division=0.0)

    return f(counts_a) - f(counts_b)


# %% right: how often each item was drawn
from collections import Counter


def f1_gain(counts_a, counts_b, draw):
    n = Counter(draw)

    def f(c):
        t, g, w = (sum(k * c[i][j] for i, k in n.items()) for j in range(3))
        return 2 * t / (g + w) if g + w else 0.0

    return f(counts_a) - f(counts_b)


# %% wrong, hidden: ZeroDivisionError - precision and recall have a mean
def f1_gain(counts_a, counts_b, draw):
    def f1(counts):
        correct, guessed, gold = (sum(counts[item][i] for item in draw) for i in range(3))
        if not guessed or not gold:
            return 0.0
        precision, recall = correct / guessed, correct / gold
        return 2 * precision * recall / (precision + recall)

    return f1(counts_a) - f1(counts_b)
