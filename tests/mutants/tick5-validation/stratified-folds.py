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


# %% wrong: class_order - a set has the classes in an order of its own
def stratified_folds(order, labels, folds):
    by_class = [item for wanted in set(labels) for item in order if labels[item] == wanted]
    return deal(by_class, folds)


# %% wrong: class_order - the classes as they first come
def stratified_folds(order, labels, folds):
    of_class = {}
    for item in order:
        of_class.setdefault(labels[item], []).append(item)
    return deal([item for items in of_class.values() for item in items], folds)


# %% wrong: class_order - the most frequent class first
from collections import Counter


def stratified_folds(order, labels, folds):
    classes = [name for name, _ in Counter(labels).most_common()]
    return deal(sorted(order, key=lambda item: classes.index(labels[item])), folds)


# %% wrong: file_order - pairs of class and number are sorted
def stratified_folds(order, labels, folds):
    pairs = sorted((labels[item], item) for item in order)
    return deal([item for _, item in pairs], folds)


# %% wrong: by_place - zip pairs the items with the labels' places
def stratified_folds(order, labels, folds):
    pairs = sorted(zip(order, labels), key=lambda pair: pair[1])
    return deal([item for item, _ in pairs], folds)


# %% wrong: restart - each class by itself, the folds joined
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    for wanted in sorted(set(labels)):
        number = 0
        for item in order:
            if labels[item] == wanted:
                made[number].append(item)
                number = (number + 1) % folds
    return made


# %% wrong: file_order - scikit-learn's stratified folds of a file
import numpy as np


def stratified_folds(order, labels, folds):
    places = np.argsort(labels, kind="stable")
    return [places[number::folds].tolist() for number in range(folds)]


# %% wrong: changed - sorts the order in place
def stratified_folds(order, labels, folds):
    order.sort(key=lambda item: labels[item])
    return deal(order, folds)


# %% wrong: places - the places of the items in the order
def stratified_folds(order, labels, folds):
    places = sorted(range(len(order)), key=lambda place: labels[order[place]])
    return deal(places, folds)


# %% wrong: unstratified - a class each for whoever is POS and whoever is not
def stratified_folds(order, labels, folds):
    neg = [item for item in order if labels[item] != "POS"]
    pos = [item for item in order if labels[item] == "POS"]
    return deal(neg + pos, folds)


# %% wrong: fold_of_each - the fold of each item
def stratified_folds(order, labels, folds):
    by_class = sorted(order, key=lambda item: labels[item])
    return [place % folds for place in range(len(by_class))]


# %% wrong: raised - the labels under another name
def stratified_folds(order, labels, folds):
    return deal(sorted(order, key=lambda item: lables[item]), folds)


# %% right: sorted by class, then by the place in the order
def stratified_folds(order, labels, folds):
    place = {item: number for number, item in enumerate(order)}
    return deal(sorted(place, key=lambda item: (labels[item], place[item])), folds)


# %% right: groupby after a stable sort
from itertools import groupby


def stratified_folds(order, labels, folds):
    made, number = [[] for _ in range(folds)], 0
    for _, group in groupby(sorted(order, key=labels.__getitem__), key=labels.__getitem__):
        for item in group:
            made[number % folds].append(item)
            number += 1
    return made


# %% right: pandas, sorted stably
import pandas as pd


def stratified_folds(order, labels, folds):
    table = pd.DataFrame({"item": order})
    table["label"] = [labels[item] for item in table["item"]]
    items = table.sort_values("label", kind="stable")["item"].tolist()
    return [items[number::folds] for number in range(folds)]


# %% right: numpy's unique gives the classes in alphabetical order
import numpy as np


def stratified_folds(order, labels, folds):
    order, labels = np.asarray(order), np.asarray(labels)
    by_class = np.concatenate([order[labels[order] == name] for name in np.unique(labels)])
    return [by_class[number::folds].tolist() for number in range(folds)]


# %% wrong: PermissionError - the library stratifies
import numpy as np
from labkit import make_folds


def stratified_folds(order, labels, folds):
    fold_of = make_folds([labels[item] for item in order], folds)
    return [np.array(order)[fold_of == number].tolist() for number in range(folds)]


# %% wrong: stuck - the course's version
def stratified_folds(order, labels, folds):
    from labkit.checks.guards import Version

    return Version("stuck.py", "stratified-folds")(order, labels, folds)


# %% wrong, hidden: class_order - the class with most items comes first
from collections import Counter


def stratified_folds(order, labels, folds):
    sizes = Counter(labels)
    return deal(sorted(order, key=lambda item: (-sizes[labels[item]], labels[item])), folds)


# %% wrong: gap - a class begins with the fold of the last item
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    n = 0
    for c in sorted(set(labels)):
        items = [i for i in order if labels[i] == c]
        for k, i in enumerate(items):
            made[(n + k) % folds].append(i)
        n += len(items) - 1
    return made


# %% wrong: gap - a fold is left out between two classes
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    n = 0
    for c in sorted(set(labels)):
        items = [i for i in order if labels[i] == c]
        for i in items:
            made[n % folds].append(i)
            n += 1
        n += 1
    return made


# %% wrong: classes - the first class and the last
def stratified_folds(order, labels, folds):
    a, b = min(labels), max(labels)
    return deal([i for i in order if labels[i] == a] + [i for i in order if labels[i] == b], folds)


# %% wrong: classes - the first two classes
def stratified_folds(order, labels, folds):
    a, b = sorted(set(labels))[:2]
    return deal([i for i in order if labels[i] == a] + [i for i in order if labels[i] == b], folds)


# %% wrong: other_items - shuffled within the class
import random


def stratified_folds(order, labels, folds):
    rng = random.Random(1)
    items = []
    for c in sorted(set(labels)):
        mine = [i for i in order if labels[i] == c]
        rng.shuffle(mine)
        items += mine
    return deal(items, folds)


# %% wrong: other_order - each fold in the given order
def stratified_folds(order, labels, folds):
    made = deal(sorted(order, key=lambda i: labels[i]), folds)
    return [[i for i in order if i in fold] for fold in made]


# %% wrong: other_order - each fold is sorted
def stratified_folds(order, labels, folds):
    return [sorted(f) for f in deal(sorted(order, key=lambda i: labels[i]), folds)]


# %% right: each item to the first of the smallest folds
def stratified_folds(order, labels, folds):
    made = [[] for _ in range(folds)]
    for c in sorted(set(labels)):
        for item in order:
            if labels[item] == c:
                min(made, key=len).append(item)
    return made


# %% right: a heap of classes and places
import heapq


def stratified_folds(order, labels, folds):
    heap = [(labels[i], n, i) for n, i in enumerate(order)]
    heapq.heapify(heap)
    made = [[] for _ in range(folds)]
    n = 0
    while heap:
        made[n % folds].append(heapq.heappop(heap)[2])
        n += 1
    return made


# %% wrong, hidden: other - all items are dealt, those of the order first
def stratified_folds(order, labels, folds):
    place = {item: position for position, item in enumerate(order)}
    items = range(len(labels))
    return deal(sorted(items, key=lambda i: (labels[i], place.get(i, len(order)))), folds)
