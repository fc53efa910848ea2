# %% wrong: restart - each class is dealt anew
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    for wanted in sorted(set(labels)):
        for fold, more in zip(made, deal([i for i in order if labels[i] == wanted], folds)):
            fold += more
    return made

# %% wrong: classes_apart - a fold is of one class
def stratified_folds(order, labels, folds):
    made = []
    for wanted in sorted(set(labels)):
        made += deal([item for item in order if labels[item] == wanted], folds)
    return made

# %% wrong: unstratified - a shuffled order is stratified by itself
def stratified_folds(order, labels, folds):
    return deal(order, folds)

# %% wrong: blocks - after sorting, the folds are cut
def stratified_folds(order, labels, folds):
    by_class = sorted(order, key=lambda item: labels[item])
    size = -(-len(order) // folds)
    return [by_class[start : start + size] for start in range(0, len(order), size)]

# %% wrong: file_order - the labels tell all the items
def stratified_folds(order, labels, folds):
    numbered = list(enumerate(labels))
    items = [i for wanted in sorted(set(labels)) for i, label in numbered if label == wanted]
    return deal(items, folds)

# %% wrong: by_place - the labels stand in the order of the items
def stratified_folds(order, labels, folds):
    paired = list(zip(labels, order))
    by_class = [i for wanted in sorted(set(labels)) for label, i in paired if label == wanted]
    return deal(by_class, folds)

# %% wrong: class_order - positive comes before negative
def stratified_folds(order, labels, folds):
    return deal(sorted(order, key=lambda item: labels[item], reverse=True), folds)

# %% wrong: classes - the classes are POS and NEG
def stratified_folds(order, labels, folds):
    neg = [item for item in order if labels[item] == "NEG"]
    pos = [item for item in order if labels[item] == "POS"]
    return deal(neg + pos, folds)

# %% wrong: names - the labels are what is dealt
def stratified_folds(order, labels, folds):
    return deal(sorted(labels[item] for item in order), folds)

# %% right: a fold for each item, with a counter that runs on
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    place = 0
    for wanted in sorted(set(labels)):
        for item in order:
            if labels[item] == wanted:
                made[place % folds].append(item)
                place += 1
    return made

# %% right: itertools, grouped and dealt in a cycle
from collections import defaultdict
from itertools import chain, cycle

def stratified_folds(order, labels, folds):
    of_class = defaultdict(list)
    for item in order:
        of_class[labels[item]].append(item)
    made = [[] for _ in range(folds)]
    in_turn = chain.from_iterable(of_class[name] for name in sorted(of_class))
    for fold, item in zip(cycle(made), in_turn):
        fold.append(item)
    return made

# %% right: a stable sort by numpy
import numpy as np

def stratified_folds(order, labels, folds):
    order = np.array(order)
    by_class = order[np.argsort(np.array(labels)[order], kind="stable")]
    return deal(by_class.tolist(), folds)
