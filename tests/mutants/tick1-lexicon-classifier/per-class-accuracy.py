# %% wrong: precision - of what was called POS, how much is POS?
def per_class_accuracy(predicted, labels):
    shares = {}
    for wanted in ("POS", "NEG"):
        truth = [label for p, label in zip(predicted, labels) if p == wanted]
        shares[wanted] = truth.count(wanted) / len(truth)
    return shares


# %% wrong: of_all - every share is of all reviews
def per_class_accuracy(predicted, labels):
    shares = {}
    for wanted in ("POS", "NEG"):
        right = sum(p == label == wanted for p, label in zip(predicted, labels))
        shares[wanted] = right / len(labels)
    return shares


# %% wrong: swapped - NEG comes first, as in the table of counts
def per_class_accuracy(predicted, labels):
    shares = []
    for wanted in ("NEG", "POS"):
        mine = [p for p, label in zip(predicted, labels) if label == wanted]
        shares.append(mine.count(wanted) / len(mine))
    return {"POS": shares[0], "NEG": shares[1]}


# %% wrong: accuracy - the accuracy again
def per_class_accuracy(predicted, labels):
    return accuracy(predicted, labels)


# %% wrong: same - not called POS and not POS is right for POS as well
def per_class_accuracy(predicted, labels):
    shares = {}
    for wanted in ("POS", "NEG"):
        right = [(p == wanted) == (label == wanted) for p, label in zip(predicted, labels)]
        shares[wanted] = sum(right) / len(right)
    return shares


# %% wrong: percentage - accuracy is a percentage
def per_class_accuracy(predicted, labels):
    shares = {}
    for wanted in ("POS", "NEG"):
        mine = [p for p, label in zip(predicted, labels) if label == wanted]
        shares[wanted] = 100 * mine.count(wanted) / len(mine)
    return shares


# %% wrong: early_return - return belongs to the loop
def per_class_accuracy(predicted, labels):
    shares = {}
    for wanted in ("POS", "NEG"):
        mine = [p for p, label in zip(predicted, labels) if label == wanted]
        shares[wanted] = mine.count(wanted) / len(mine)
        return shares


# %% right: numpy masks and numpy floats
import numpy as np


def per_class_accuracy(predicted, labels):
    predicted, labels = np.array(predicted), np.array(labels)
    return {wanted: np.mean(predicted[labels == wanted] == wanted) for wanted in ["NEG", "POS"]}


# %% right: two Counters
from collections import Counter


def per_class_accuracy(predicted, labels):
    total = Counter(labels)
    right = Counter(label for p, label in zip(predicted, labels) if p == label)
    for label in total:
        total[label] = right[label] / total[label]
    return total


# %% right: grouped by pandas
import pandas as pd


def per_class_accuracy(predicted, labels):
    table = pd.DataFrame({"label": labels, "right": [p == l for p, l in zip(predicted, labels)]})
    return table.groupby("label")["right"].mean().to_dict()


# %% right: the accuracy of each class's own lists
def per_class_accuracy(predicted, labels):
    def own(wanted):
        pairs = [(p, label) for p, label in zip(predicted, labels) if label == wanted]
        return accuracy(*map(list, zip(*pairs)))

    return {"POS": own("POS"), "NEG": own("NEG")}


# %% wrong: missing_class - a Counter of the right ones has the classes
from collections import Counter


def per_class_accuracy(predicted, labels):
    right = Counter(label for p, label in zip(predicted, labels) if p == label)
    return {label: n / labels.count(label) for label, n in right.items()}


# %% wrong: missing_class - a class enters when one is right
def per_class_accuracy(predicted, labels):
    result = {}
    for p, label in zip(predicted, labels):
        if p == label:
            result[label] = result.get(label, 0) + 1 / labels.count(label)
    return result


# %% wrong: KeyError - each class is right at least once
def per_class_accuracy(predicted, labels):
    right = {}
    for p, label in zip(predicted, labels):
        if p == label:
            right[label] = right.get(label, 0) + 1
    return {c: right[c] / labels.count(c) for c in ("POS", "NEG")}


# %% wrong: names - keys in small letters
def per_class_accuracy(predicted, labels):
    result = {}
    for wanted in ("POS", "NEG"):
        own = [p for p, label in zip(predicted, labels) if label == wanted]
        result[wanted.lower()] = own.count(wanted) / len(own)
    return result


# %% wrong: names - keys as the polarities
def per_class_accuracy(predicted, labels):
    pos = [p for p, label in zip(predicted, labels) if label == "POS"]
    neg = [p for p, label in zip(predicted, labels) if label == "NEG"]
    return {"positive": pos.count("POS") / len(pos), "negative": neg.count("NEG") / len(neg)}


# %% wrong: half - each class is half of all
def per_class_accuracy(predicted, labels):
    half = len(labels) / 2
    return {
        c: sum(p == label == c for p, label in zip(predicted, labels)) / half
        for c in ("POS", "NEG")
    }


# %% wrong: precision - the parameters in another order
def per_class_accuracy(labels, predicted):
    result = {}
    for wanted in ("POS", "NEG"):
        own = [p for p, label in zip(predicted, labels) if label == wanted]
        result[wanted] = own.count(wanted) / len(own) if own else 0.0
    return result


# %% wrong: complement - what is not POS is NEG
def per_class_accuracy(predicted, labels):
    own = [p for p, label in zip(predicted, labels) if label == "POS"]
    share = own.count("POS") / len(own)
    return {"POS": share, "NEG": 1 - share}


# %% wrong: complement - of the right ones, how many are of each class?
def per_class_accuracy(predicted, labels):
    right = [p for p, label in zip(predicted, labels) if p == label]
    return {c: right.count(c) / len(right) for c in ("POS", "NEG")}


# %% wrong: errors - what differs is counted
def per_class_accuracy(predicted, labels):
    result = {}
    for c in ("POS", "NEG"):
        own = [p != label for p, label in zip(predicted, labels) if label == c]
        result[c] = sum(own) / len(own)
    return result


# %% wrong: count - how many of each class are right
def per_class_accuracy(predicted, labels):
    return {c: sum(p == label == c for p, label in zip(predicted, labels)) for c in ("POS", "NEG")}


# %% wrong: sizes - the shares of the classes
def per_class_accuracy(predicted, labels):
    return {c: labels.count(c) / len(labels) for c in ("POS", "NEG")}


# %% wrong: sizes - how often the class was said, by how often it is true
def per_class_accuracy(predicted, labels):
    return {c: predicted.count(c) / labels.count(c) for c in ("POS", "NEG")}


# %% wrong: floor - whole division
def per_class_accuracy(predicted, labels):
    return {
        c: sum(p == label == c for p, label in zip(predicted, labels)) // labels.count(c)
        for c in ("POS", "NEG")
    }


# %% wrong: nothing - the count stays at its first value
def per_class_accuracy(predicted, labels):
    right = {"POS": 0, "NEG": 0}
    for p, label in zip(predicted, labels):
        if p is label and p == label.lower():
            right[label] += 1
    return {c: right[c] / labels.count(c) for c in right}


# %% wrong: rounded - two digits will do
def per_class_accuracy(predicted, labels):
    return {
        c: round(sum(p == label == c for p, label in zip(predicted, labels)) / labels.count(c), 2)
        for c in ("POS", "NEG")
    }


# %% wrong: wrong_type - two numbers are enough
def per_class_accuracy(predicted, labels):
    return tuple(
        sum(p == label == c for p, label in zip(predicted, labels)) / labels.count(c)
        for c in ("POS", "NEG")
    )


# %% wrong: PermissionError - the lab has it
import labkit


def per_class_accuracy(predicted, labels):
    return labkit.per_class_accuracy(predicted, labels)


# %% wrong: changed - pairs are taken off the lists
def per_class_accuracy(predicted, labels):
    total = {"POS": 0, "NEG": 0}
    right = {"POS": 0, "NEG": 0}
    while labels:
        p, label = predicted.pop(), labels.pop()
        total[label] += 1
        right[label] += p == label
    return {c: right[c] / total[c] for c in total}


# %% right: recall by scikit-learn
from sklearn.metrics import recall_score


def per_class_accuracy(predicted, labels):
    return (
        {c: recall_score(labels, predicted, pos_label=c, zero_division=0) for c in ("POS", "NEG")}
        if len(set(labels)) == 2
        else {c: recall_score(labels, predicted, labels=[c], average="macro") for c in set(labels)}
    )


# %% right: fractions, POS last
from fractions import Fraction


def per_class_accuracy(predicted, labels):
    return {
        c: Fraction(sum(p == label == c for p, label in zip(predicted, labels)), labels.count(c))
        for c in ("NEG", "POS")
    }


# %% right: the lab's table of counts, divided
from labkit import class_counts


def per_class_accuracy(predicted, labels):
    table = class_counts(predicted, labels)
    table = table[table["actual"] > 0]
    return (table["correct"] / table["actual"]).to_dict()


# %% right: four counters in a loop over positions
def per_class_accuracy(predicted, labels):
    tp = tn = fp = fn = 0
    for i in range(len(labels)):
        if labels[i] == "POS":
            if predicted[i] == "POS":
                tp += 1
            else:
                fn += 1
        elif predicted[i] == "NEG":
            tn += 1
        else:
            fp += 1
    return {"POS": tp / (tp + fn), "NEG": tn / (tn + fp)}


# %% wrong: restarted - a dictionary for each class
def per_class_accuracy(predicted, labels):
    for wanted in ("POS", "NEG"):
        of_this_class = [p for p, label in zip(predicted, labels) if label == wanted]
        shares = {wanted: of_this_class.count(wanted) / len(of_this_class)}
    return shares


# %% wrong: wrong_type - arrays in the dictionary
import numpy as np


def per_class_accuracy(predicted, labels):
    p, label = np.array(predicted), np.array(labels)
    return {wanted: np.array([np.mean(p[label == wanted] == wanted)]) for wanted in ("POS", "NEG")}


# %% right: a defaultdict of shares that add up
from collections import defaultdict


def per_class_accuracy(predicted, labels):
    shares = defaultdict(float)
    for p, label in zip(predicted, labels):
        shares[label] += (p == label) / labels.count(label)
    return shares


# %% wrong: not_reset - the right ones are counted on into the next class
def per_class_accuracy(predicted, labels):
    shares, right = {}, 0
    for wanted in ("POS", "NEG"):
        for p, label in zip(predicted, labels):
            right += p == label == wanted
        shares[wanted] = right / labels.count(wanted)
    return shares


# %% wrong: not_reset - both counts go on, NEG first
def per_class_accuracy(predicted, labels):
    shares, right, of_class = {}, 0, 0
    for wanted in ("NEG", "POS"):
        for p, label in zip(predicted, labels):
            if label == wanted:
                of_class += 1
                right += p == wanted
        shares[wanted] = right / of_class
    return shares


# %% right: the report of scikit-learn
from sklearn.metrics import classification_report

def per_class_accuracy(predicted, labels):
    report = classification_report(labels, predicted, output_dict=True, zero_division=0)
    return {label: report[label]["recall"] for label in ("POS", "NEG")}
