# %% wrong: swapped - a loss of A is written down first
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if (a == label) == (b == label):
            ties += 1
        elif b == label:
            plus += 1
        else:
            minus += 1
    return plus, minus, ties


# %% wrong: right - a win is a review that is right
def count_wins(predicted_a, predicted_b, labels):
    plus = sum(a == label for a, label in zip(predicted_a, labels))
    minus = sum(b == label for b, label in zip(predicted_b, labels))
    return plus, minus, len(labels) - plus - minus


# %% wrong: right_and_ties - a review that both get right is a win for both
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if a == label:
            plus += 1
        if b == label:
            minus += 1
        if (a == label) == (b == label):
            ties += 1
    return plus, minus, ties


# %% wrong: both_right - a tie is a review on which both win
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if a == label and b == label:
            ties += 1
        elif a == label:
            plus += 1
        elif b == label:
            minus += 1
    return plus, minus, ties


# %% wrong: both_wrong - systems that differ do not tie
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if a == b:
            ties += 1
        elif a == label:
            plus += 1
        else:
            minus += 1
    return plus, minus, ties


# %% wrong: labels - the system that says POS wins
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b in zip(predicted_a, predicted_b):
        if a == b:
            ties += 1
        elif a == "POS":
            plus += 1
        else:
            minus += 1
    return plus, minus, ties


# %% wrong: order - the ties come first
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if (a == label) == (b == label):
            ties += 1
        elif a == label:
            plus += 1
        else:
            minus += 1
    return ties, plus, minus


# %% wrong: pair - ties say nothing
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if a == label and b != label:
            plus += 1
        elif b == label and a != label:
            minus += 1
    return plus, minus


# %% wrong: early_return - return belongs to the loop
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if (a == label) == (b == label):
            ties += 1
        elif a == label:
            plus += 1
        else:
            minus += 1
        return plus, minus, ties


# %% wrong: wrong_type - a dictionary says which is which
def count_wins(predicted_a, predicted_b, labels):
    counts = {"plus": 0, "minus": 0, "ties": 0}
    for a, b, label in zip(predicted_a, predicted_b, labels):
        difference = (a == label) - (b == label)
        counts[("ties", "plus", "minus")[difference]] += 1
    return counts


# %% right: numpy arrays of right and wrong
import numpy as np


def count_wins(predicted_a, predicted_b, labels):
    a, b = np.array(predicted_a) == labels, np.array(predicted_b) == labels
    return np.sum(a & ~b), np.sum(b & ~a), np.sum(a == b)


# %% right: the differences in a Counter
from collections import Counter


def count_wins(predicted_a, predicted_b, labels):
    found = Counter(
        (a == label) - (b == label) for a, b, label in zip(predicted_a, predicted_b, labels)
    )
    return found[1], found[-1], found[0]


# %% right: by index, the ties as what is left
def count_wins(predicted_a, predicted_b, labels):
    wins, losses = [], []
    for i in range(len(labels)):
        if predicted_a[i] == labels[i] != predicted_b[i]:
            wins.append(i)
        if predicted_a[i] != labels[i] == predicted_b[i]:
            losses.append(i)
    return (len(wins), len(losses), len(labels) - len(wins) - len(losses))


# %% right: the library's count of outcomes
from labkit import count_outcomes


def count_wins(predicted_a, predicted_b, labels):
    right_a = [int(a == label) for a, label in zip(predicted_a, labels)]
    right_b = [int(b == label) for b, label in zip(predicted_b, labels)]
    plus, minus, ties = count_outcomes(right_a, right_b)
    return plus, minus, ties


# %% wrong: parameters - the truth comes first
def count_wins(labels, predicted_a, predicted_b):
    plus = sum(a == l != b for a, b, l in zip(predicted_a, predicted_b, labels))
    minus = sum(b == l != a for a, b, l in zip(predicted_a, predicted_b, labels))
    return plus, minus, len(labels) - plus - minus


# %% wrong: labels_between - each system beside the truth
def count_wins(predicted_a, labels, predicted_b):
    plus = sum(a == l != b for a, b, l in zip(predicted_a, predicted_b, labels))
    minus = sum(b == l != a for a, b, l in zip(predicted_a, predicted_b, labels))
    return plus, minus, len(labels) - plus - minus


# %% wrong: right - accuracies, as numbers of reviews
import numpy as np


def count_wins(predicted_a, predicted_b, labels):
    a, b = (np.array(predicted_a) == labels).sum(), (np.array(predicted_b) == labels).sum()
    return a, b, len(labels) - a - b


# %% wrong: wrong_type - three in a list
def count_wins(predicted_a, predicted_b, labels):
    counts = [0, 0, 0]
    for a, b, label in zip(predicted_a, predicted_b, labels):
        counts[(a != label) * 2 - (b != label) if (a == label) != (b == label) else 2] += 1
    return counts


# %% wrong: changed - the lists are emptied
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    while labels:
        a, b, label = predicted_a.pop(), predicted_b.pop(), labels.pop()
        if (a == label) == (b == label):
            ties += 1
        elif a == label:
            plus += 1
        else:
            minus += 1
    return plus, minus, ties


# %% wrong: printed - the counts are there to be read
def count_wins(predicted_a, predicted_b, labels):
    plus = sum(a == l != b for a, b, l in zip(predicted_a, predicted_b, labels))
    minus = sum(b == l != a for a, b, l in zip(predicted_a, predicted_b, labels))
    print(plus, minus, len(labels) - plus - minus)


# %% wrong: IndexError - lists begin at 1
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for i in range(1, len(labels) + 1):
        right_a, right_b = predicted_a[i] == labels[i], predicted_b[i] == labels[i]
        plus += right_a and not right_b
        minus += right_b and not right_a
        ties += right_a == right_b
    return plus, minus, ties


# %% wrong: outside - the labels of the notebook
def count_wins(predicted_a, predicted_b, labels):
    plus = sum(a == l != b for a, b, l in zip(predicted_a, predicted_b, test_labels))
    minus = sum(b == l != a for a, b, l in zip(predicted_a, predicted_b, test_labels))
    return plus, minus, len(predicted_a) - plus - minus


# %% right: a table by pandas
import pandas as pd


def count_wins(predicted_a, predicted_b, labels):
    table = pd.DataFrame({"a": predicted_a, "b": predicted_b, "y": labels})
    a, b = table["a"] == table["y"], table["b"] == table["y"]
    return (a & ~b).sum(), (~a & b).sum(), (a == b).sum()


# %% right: the library's own triple
from labkit import count_outcomes


def count_wins(predicted_a, predicted_b, labels):
    return count_outcomes(
        [float(a == y) for a, y in zip(predicted_a, labels)],
        [float(b == y) for b, y in zip(predicted_b, labels)],
    )


# %% right: recursion on the first review
def count_wins(predicted_a, predicted_b, labels):
    if not labels:
        return 0, 0, 0
    plus, minus, ties = count_wins(predicted_a[1:], predicted_b[1:], labels[1:])
    a, b = predicted_a[0] == labels[0], predicted_b[0] == labels[0]
    return plus + (a and not b), minus + (b and not a), ties + (a == b)


# %% right: nested conditions
def count_wins(predicted_a, predicted_b, labels):
    plus, minus, ties = 0.0, 0.0, 0.0
    for i in range(len(labels)):
        if predicted_a[i] == labels[i]:
            if predicted_b[i] == labels[i]:
                ties += 1
            else:
                plus += 1
        else:
            if predicted_b[i] == labels[i]:
                minus += 1
            else:
                ties += 1
    return plus, minus, ties


# %% wrong: both_wrong - equal predictions tie, and nobody wins where none is right
def count_wins(predicted_a, predicted_b, labels):
    plus = minus = ties = 0
    for a, b, label in zip(predicted_a, predicted_b, labels):
        if a == b:
            ties += 1
        elif a == label:
            plus += 1
        elif b == label:
            minus += 1
    return plus, minus, ties


# %% wrong: arguments - the truth is known
def count_wins(predicted_a, predicted_b):
    return (0, 0, len(predicted_a))


# %% right: positions in sets
def count_wins(predicted_a, predicted_b, labels):
    right_a = {i for i, pair in enumerate(zip(predicted_a, labels)) if len(set(pair)) == 1}
    right_b = {i for i, pair in enumerate(zip(predicted_b, labels)) if len(set(pair)) == 1}
    return len(right_a - right_b), len(right_b - right_a), len(labels) - len(right_a ^ right_b)
