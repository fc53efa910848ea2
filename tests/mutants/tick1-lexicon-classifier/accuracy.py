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
