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
    correct, guessed, gold = (
        sum(counts_a[i][k] - counts_b[i][k] for i in draw) for k in range(3)
    )
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
