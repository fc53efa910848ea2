# %% wrong: blocks - a fold is a stretch of the order
import numpy as np


def deal(order, folds):
    return [part.tolist() for part in np.array_split(order, folds)]


# %% wrong: rounds - a fold is what is dealt in one round
def deal(order, folds):
    return [order[start : start + folds] for start in range(0, len(order), folds)]


# %% wrong: positions - the place of an item is its number
def deal(order, folds):
    return [list(range(number, len(order), folds)) for number in range(folds)]


# %% wrong: by_value - the item's number says the fold
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for item in order:
        dealt[item % folds].append(item)
    return dealt


# %% wrong: sorted - items belong in order before they are dealt
def deal(order, folds):
    return [sorted(order)[number::folds] for number in range(folds)]


# %% wrong: left_over - all folds are equally large
def deal(order, folds):
    rounds = len(order) // folds
    return [[order[r * folds + number] for r in range(rounds)] for number in range(folds)]


# %% wrong: late_start - counting starts at 1, the folds at 0
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for position, item in enumerate(order, start=1):
        dealt[position % folds].append(item)
    return dealt


# %% wrong: one_list - multiplying a list copies what is in it
def deal(order, folds):
    dealt = [[]] * folds
    for position, item in enumerate(order):
        dealt[position % folds].append(item)
    return dealt


# %% wrong: early_return - return belongs to the loop
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for position, item in enumerate(order):
        dealt[position % folds].append(item)
        return dealt


# %% wrong: not_callable - the folds under the function's name
def deal(order, folds):
    return [order[number::folds] for number in range(folds)]


deal = deal([1, 2, 3, 4], 2)


# %% right: slices with a step
def deal(order, folds):
    return [order[number::folds] for number in range(folds)]


# %% right: takes the items off the front of a copy, fold after fold
def deal(order, folds):
    heaps = {number: [] for number in range(folds)}
    number = 0
    left = order.copy()
    while left:
        heaps[number].append(left.pop(0))
        number = (number + 1) % folds
    return list(heaps.values())


# %% right: numpy, with the fold of every place
import numpy as np


def deal(order, folds):
    order = np.array(order)
    fold_of = np.arange(len(order)) % folds
    return [list(order[fold_of == number]) for number in range(folds)]


# %% wrong: changed - takes the items off the front of the list that came
def deal(order, folds):
    heaps = {number: [] for number in range(folds)}
    number = 0
    while order:
        heaps[number].append(order.pop(0))
        number = (number + 1) % folds
    return list(heaps.values())


# %% wrong: sorted - sorts its argument first
def deal(order, folds):
    order = sorted(order)
    dealt = [[] for _ in range(folds)]
    for i in range(len(order)):
        dealt[i % folds].append(order[i])
    return dealt


# %% wrong: one_list - dict.fromkeys shares its value
def deal(order, folds):
    dealt = dict.fromkeys(range(folds), [])
    for position, item in enumerate(order):
        dealt[position % folds].append(item)
    return list(dealt.values())


# %% wrong: mixed - shuffles before it deals
import random

random.seed(5)


def deal(order, folds):
    shuffled = random.sample(order, len(order))
    return [shuffled[number::folds] for number in range(folds)]


# %% wrong: blocks - scikit-learn's folds
import numpy as np
from sklearn.model_selection import KFold


def deal(order, folds):
    order = np.array(order)
    return [order[test].tolist() for _, test in KFold(folds).split(order)]


# %% wrong: blocks - as many items to each fold, cut off the front
def deal(order, folds):
    size = len(order) // folds
    parts = [order[i * size : (i + 1) * size] for i in range(folds)]
    parts[-1] += order[folds * size :]
    return parts


# %% wrong: tuples - zip gives tuples
from itertools import zip_longest


def deal(order, folds):
    rounds = [order[start : start + folds] for start in range(0, len(order), folds)]
    return [tuple(i for i in fold if i is not None) for fold in zip_longest(*rounds)]


# %% wrong: wrong_type - a dictionary from fold to items
from collections import defaultdict


def deal(order, folds):
    dealt = defaultdict(list)
    for position, item in enumerate(order):
        dealt[position % folds].append(item)
    return dealt


# %% wrong: few - folds that nobody gets an item in are left out
from collections import defaultdict


def deal(order, folds):
    dealt = defaultdict(list)
    for position, item in enumerate(order):
        dealt[position % folds].append(item)
    return list(dealt.values())


# %% wrong: fold_of_each - the number of each item's fold
def deal(order, folds):
    return [position % folds for position in range(len(order))]


# %% wrong: left_over - zip stops with the last full round
def deal(order, folds):
    rounds = zip(*[iter(order)] * folds)
    return [list(column) for column in zip(*rounds)]


# %% wrong: back_again - the second round is dealt from the last fold back
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    turn = list(range(folds)) + list(range(folds))[::-1]
    for position, item in enumerate(order):
        dealt[turn[position % len(turn)]].append(item)
    return dealt


# %% wrong: late_start - each item goes to the last of the smallest folds
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for item in order:
        min(reversed(dealt), key=len).append(item)
    return dealt


# %% wrong: insert - each item is put on top
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for position, item in enumerate(order):
        dealt[position % folds].insert(0, item)
    return dealt


# %% wrong: printed - prints the folds
def deal(order, folds):
    print([order[number::folds] for number in range(folds)])


# %% right: a cycle of lists
from itertools import cycle


def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for fold, item in zip(cycle(dealt), order):
        fold.append(item)
    return dealt


# %% right: each item to the first of the smallest folds
def deal(order, folds):
    dealt = [[] for _ in range(folds)]
    for item in order:
        min(dealt, key=len).append(item)
    return dealt


# %% right: rounds turned over
from itertools import zip_longest


def deal(order, folds):
    nobody = object()
    rounds = [order[start : start + folds] for start in range(0, len(order), folds)]
    columns = zip_longest(*rounds, fillvalue=nobody)
    made = [[item for item in column if item is not nobody] for column in columns]
    return made + [[] for _ in range(folds - len(made))]


# %% right: pandas' groups
import pandas as pd


def deal(order, folds):
    table = pd.DataFrame({"item": order, "fold": [i % folds for i in range(len(order))]})
    return [table.loc[table["fold"] == number, "item"].tolist() for number in range(folds)]


# %% wrong: PermissionError - the library deals, too
import numpy as np
from labkit import make_folds


def deal(order, folds):
    fold_of = make_folds(order, folds, kind="round-robin")
    return [np.array(order)[fold_of == number].tolist() for number in range(folds)]


# %% wrong: padded - None stands where no item falls
from itertools import zip_longest


def deal(order, folds):
    rounds = [order[s : s + folds] for s in range(0, len(order), folds)]
    return [list(c) for c in zip_longest(*rounds)]


# %% wrong: nought - item 0 is taken for nothing
from itertools import zip_longest


def deal(order, folds):
    rounds = [order[s : s + folds] for s in range(0, len(order), folds)]
    return [[i for i in c if i] for c in zip_longest(*rounds)]


# %% wrong: how_many - folds are counted from 0 to the last
def deal(order, folds):
    made = [[] for _ in range(folds + 1)]
    for p, item in enumerate(order):
        made[p % (folds + 1)].append(item)
    return made


# %% wrong: how_many - a fold for each item
def deal(order, folds):
    return [order[i::folds] for i in range(len(order))]


# %% wrong: from_the_back - the last item is on top
def deal(order, folds):
    left, made, i = list(order), [[] for _ in range(folds)], 0
    while left:
        made[i % folds].append(left.pop())
        i += 1
    return made


# %% wrong: rest - what is left goes to the last fold
def deal(order, folds):
    n = len(order) // folds * folds
    made = [order[:n][f::folds] for f in range(folds)]
    made[-1] += order[n:]
    return made


# %% wrong: late_start - slices that begin at 1
def deal(order, folds):
    return [order[f::folds] for f in range(1, folds + 1)]


# %% right: by the place of each item in the order
def deal(order, folds):
    return [[i for i in order if order.index(i) % folds == f] for f in range(folds)]


# %% right: numpy, padded and turned over
import numpy as np


def deal(order, folds):
    rounds = -(-len(order) // folds)
    padded = np.full(rounds * folds, -1)
    padded[: len(order)] = order
    return [[int(i) for i in column if i >= 0] for column in padded.reshape(rounds, folds).T]


# %% wrong: left_over - zip of the rounds, which ends with the shortest
def deal(order, folds):
    rounds = [order[start : start + folds] for start in range(0, len(order), folds)]
    return [list(fold) for fold in zip(*rounds)]


# %% right: a queue of hands that turns
from collections import deque

def deal(order, folds):
    hands = [[] for _ in range(folds)]
    queue = deque(hands)
    for item in order:
        queue[0].append(item)
        queue.rotate(-1)
    return hands
