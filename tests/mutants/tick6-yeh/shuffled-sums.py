# %% wrong: inverted - tails, not heads
def shuffled_sums(a, b, coins):
    first = [y if coin == 0 else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin == 0 else y for x, y, coin in zip(a, b, coins)]
    return tuple(tuple(map(sum, zip(*system))) for system in (first, second))


# %% wrong: one_way - first a takes b's, then b takes a's
def shuffled_sums(a, b, coins):
    a, b = list(a), list(b)
    for k, coin in enumerate(coins):
        if coin == 1:
            a[k] = b[k]
            b[k] = a[k]
    return tuple(map(sum, zip(*a))), tuple(map(sum, zip(*b)))


# %% wrong: unshuffled - the exchange happens to names that nobody looks at
def shuffled_sums(a, b, coins):
    for mine, yours, coin in zip(a, b, coins):
        if coin:
            mine, yours = yours, mine
    return tuple(map(sum, zip(*a))), tuple(map(sum, zip(*b)))


# %% wrong: correct_only - only the first column changes hands
def shuffled_sums(a, b, coins):
    first = [(y[0] if coin else x[0], x[1]) for x, y, coin in zip(a, b, coins)]
    second = [(x[0] if coin else y[0], y[1]) for x, y, coin in zip(a, b, coins)]
    return tuple(map(sum, zip(*first))), tuple(map(sum, zip(*second)))


# %% wrong: shared - what both gave is left out altogether
def shuffled_sums(a, b, coins):
    sums = [[0, 0], [0, 0]]
    for x, y, coin in zip(a, b, coins):
        if x != y:
            for system, response in zip(sums, (y, x) if coin else (x, y)):
                system[0] += response[0]
                system[1] += response[1]
    return tuple(sums[0]), tuple(sums[1])


# %% right: two new lists
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin else y for x, y, coin in zip(a, b, coins)]
    return tuple(
        (sum(correct for correct, _ in system), sum(found for _, found in system))
        for system in (first, second)
    )


# %% right: arrays, moving the difference
import numpy as np


def shuffled_sums(a, b, coins):
    a, b, coins = np.array(a), np.array(b), np.array(coins)
    moved = coins @ (b - a)
    first, second = a.sum(axis=0) + moved, b.sum(axis=0) - moved
    return (int(first[0]), int(first[1])), (int(second[0]), int(second[1]))


# %% right: copies, swapped in place
def shuffled_sums(a, b, coins):
    a, b = list(a), list(b)
    for k in range(len(coins)):
        if coins[k] == 1:
            a[k], b[k] = b[k], a[k]

    def total(rows):
        return sum(row[0] for row in rows), sum(row[1] for row in rows)

    return total(a), total(b)


# %% wrong: own_coins - tosses for itself, a coin for each response
import random

random.seed(2000)


def shuffled_sums(a, b, coins):
    first, second = [0, 0], [0, 0]
    for x, y in zip(a, b):
        if random.random() < 0.5:
            x, y = y, x
        first = [first[0] + x[0], first[1] + x[1]]
        second = [second[0] + y[0], second[1] + y[1]]
    return tuple(first), tuple(second)


# %% wrong: torn - each system has coins of its own
import numpy as np


def shuffled_sums(a, b, coins):
    rng = np.random.default_rng(2000)
    a, b = np.array(a), np.array(b)
    heads_a, heads_b = rng.integers(2, size=(2, len(a), 1)) == 1
    first = np.where(heads_a, b, a).sum(axis=0)
    second = np.where(heads_b, a, b).sum(axis=0)
    return tuple(map(int, first)), tuple(map(int, second))


# %% wrong: lists - the sums in lists
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin else y for x, y, coin in zip(a, b, coins)]
    return [[sum(column) for column in zip(*system)] for system in (first, second)]


# %% wrong: flat - four numbers in one tuple
def shuffled_sums(a, b, coins):
    c1 = f1 = c2 = f2 = 0
    for (ca, fa), (cb, fb), coin in zip(a, b, coins):
        if coin == 1:
            ca, fa, cb, fb = cb, fb, ca, fa
        c1, f1, c2, f2 = c1 + ca, f1 + fa, c2 + cb, f2 + fb
    return c1, f1, c2, f2


# %% wrong: responses - the systems after the exchange, not their sums
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin else y for x, y, coin in zip(a, b, coins)]
    return first, second


# %% wrong: changed - swapped where they are
def shuffled_sums(a, b, coins):
    for k, coin in enumerate(coins):
        if coin:
            a[k], b[k] = b[k], a[k]
    return tuple(map(sum, zip(*a))), tuple(map(sum, zip(*b)))


# %% wrong: by_column - summed within each response
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin else y for x, y, coin in zip(a, b, coins)]
    return tuple(map(sum, first)), tuple(map(sum, second))


# %% wrong: order - found first, then correct
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    second = [x if coin else y for x, y, coin in zip(a, b, coins)]
    return tuple((sum(f for _, f in s), sum(c for c, _ in s)) for s in (first, second))


# %% wrong: only_gold - only correct responses change hands
def shuffled_sums(a, b, coins):
    first, second = [], []
    for x, y, coin in zip(a, b, coins):
        if coin and (x[0] or y[0]):
            x, y = y, x
        first.append(x)
        second.append(y)
    return tuple(map(sum, zip(*first))), tuple(map(sum, zip(*second)))


# %% wrong: early_return - return stands in the loop
def shuffled_sums(a, b, coins):
    c1 = f1 = c2 = f2 = 0
    for x, y, coin in zip(a, b, coins):
        if coin:
            x, y = y, x
        c1, f1, c2, f2 = c1 + x[0], f1 + x[1], c2 + y[0], f2 + y[1]
        return (c1, f1), (c2, f2)


# %% wrong: one_way - the first takes, the second keeps
def shuffled_sums(a, b, coins):
    first = [y if coin else x for x, y, coin in zip(a, b, coins)]
    return tuple(map(sum, zip(*first))), tuple(map(sum, zip(*b)))


# %% wrong: first_coin - one coin for all
def shuffled_sums(a, b, coins):
    if coins[0]:
        a, b = b, a
    return tuple(map(sum, zip(*a))), tuple(map(sum, zip(*b)))


# %% right: numpy's where, sums as numpy's numbers
import numpy as np


def shuffled_sums(a, b, coins):
    a, b, heads = np.array(a), np.array(b), np.array(coins, dtype=bool)[:, None]
    return tuple(np.where(heads, b, a).sum(axis=0)), tuple(np.where(heads, a, b).sum(axis=0))


# %% right: pandas
import pandas as pd


def shuffled_sums(a, b, coins):
    columns = ["correct", "found"]
    a, b = pd.DataFrame(a, columns=columns), pd.DataFrame(b, columns=columns)
    tails = pd.Series(coins) == 0
    first, second = a.where(tails, b), b.where(tails, a)
    return tuple(first.sum().tolist()), tuple(second.sum().tolist())


# %% right: sums by indexing the pair with the coin
def shuffled_sums(a, b, coins):
    first, second = (0, 0), (0, 0)
    for pair, coin in zip(zip(a, b), coins):
        first = tuple(map(sum, zip(first, pair[coin])))
        second = tuple(map(sum, zip(second, pair[1 - coin])))
    return first, second


# %% right: deep copies, then swapped in them
import copy


def shuffled_sums(a, b, coins):
    a, b = copy.deepcopy(a), copy.deepcopy(b)
    for k in range(len(coins)):
        if coins[k] == 1:
            a[k], b[k] = b[k], a[k]
    return (sum(x[0] for x in a), sum(x[1] for x in a)), (
        sum(x[0] for x in b),
        sum(x[1] for x in b),
    )


# %% wrong: PermissionError - the library subtracts
import numpy as np
from labkit import count_outcomes


def shuffled_sums(a, b, coins):
    a, b, heads = np.array(a), np.array(b), np.array(coins)
    columns = [count_outcomes(heads * p, heads * q) for p, q in zip(a.T, b.T)]
    moved = np.array([plus - minus for plus, minus, ties in columns])
    return tuple((a.sum(axis=0) - moved).tolist()), tuple((b.sum(axis=0) + moved).tolist())


# %% wrong: transposed - what is correct in one pair, what is found in the other
def shuffled_sums(a, b, coins):
    x, y = [0, 0], [0, 0]
    for p, q, c in zip(a, b, coins):
        if c:
            p, q = q, p
        x = [x[0] + p[0], x[1] + p[1]]
        y = [y[0] + q[0], y[1] + q[1]]
    return (x[0], y[0]), (x[1], y[1])


# %% wrong: spurious - correct and spurious responses
def shuffled_sums(a, b, coins):
    x, y = [0, 0], [0, 0]
    for p, q, c in zip(a, b, coins):
        if c:
            p, q = q, p
        x = [x[0] + p[0], x[1] + p[1] - p[0]]
        y = [y[0] + q[0], y[1] + q[1] - q[0]]
    return tuple(x), tuple(y)


# %% wrong: only_exchanged - what stays is not counted
def shuffled_sums(a, b, coins):
    x, y = [0, 0], [0, 0]
    for p, q, c in zip(a, b, coins):
        if c:
            x = [x[0] + q[0], x[1] + q[1]]
            y = [y[0] + p[0], y[1] + p[1]]
    return tuple(x), tuple(y)


# %% wrong: correct_only - only the second column changes hands
def shuffled_sums(a, b, coins):
    x, y = [0, 0], [0, 0]
    for p, q, c in zip(a, b, coins):
        if c:
            p, q = (p[0], q[1]), (q[0], p[1])
        x = [x[0] + p[0], x[1] + p[1]]
        y = [y[0] + q[0], y[1] + q[1]]
    return tuple(x), tuple(y)


# %% right: numpy's einsum
import numpy as np


def shuffled_sums(a, b, coins):
    both = np.stack([a, b])
    c = np.asarray(coins)
    pick = np.array([[1 - c, c], [c, 1 - c]])
    s = np.einsum("sri,rik->sk", pick, both)
    return tuple(map(tuple, s.tolist()))


# %% right: a Counter of systems and columns
from collections import Counter


def shuffled_sums(a, b, coins):
    n = Counter()
    for i, (x, y) in enumerate(zip(a, b)):
        for who, r in ((coins[i], x), (1 - coins[i], y)):
            n[who, 0] += r[0]
            n[who, 1] += r[1]
    return (n[0, 0], n[0, 1]), (n[1, 0], n[1, 1])


# %% wrong: skipped - range ends one too early
def shuffled_sums(a, b, coins):
    sums = [0, 0, 0, 0]
    for i in range(len(coins) - 1):
        first, second = (b[i], a[i]) if coins[i] else (a[i], b[i])
        sums = [s + x for s, x in zip(sums, (*first, *second))]
    return tuple(sums[:2]), tuple(sums[2:])


# %% wrong: skipped - the first response is a heading
def shuffled_sums(a, b, coins):
    pairs = [(y, x) if coin else (x, y) for x, y, coin in zip(a[1:], b[1:], coins[1:])]
    return tuple(tuple(map(sum, zip(*side))) for side in zip(*pairs))


# %% right: each side chosen by its coin
def shuffled_sums(a, b, coins):
    first = second = (0, 0)
    for *pair, coin in zip(a, b, coins):
        first = tuple(map(sum, zip(first, pair[coin])))
        second = tuple(map(sum, zip(second, pair[1 - coin])))
    return first, second
