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
