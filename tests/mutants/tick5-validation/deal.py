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

# %% right: takes the items off the front, fold after fold
def deal(order, folds):
    heaps = {number: [] for number in range(folds)}
    number = 0
    while order:
        heaps[number].append(order.pop(0))
        number = (number + 1) % folds
    return list(heaps.values())

# %% right: numpy, with the fold of every place
import numpy as np

def deal(order, folds):
    order = np.array(order)
    fold_of = np.arange(len(order)) % folds
    return [list(order[fold_of == number]) for number in range(folds)]
