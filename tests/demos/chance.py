"""Random draws as the browser makes them (js/parts/chance.js), many at a time.

Draw i of a seed has a stream of random words of its own (the generator sfc32), so that the first
m draws of a seed are always the same, and each can be looked at without those before it.
"""

from itertools import count, islice

import numpy as np

#: Words that are thrown away, so that seeds that are alike do not begin alike.
WARM_UP = 20


def random_words(seed, draws):
    """Yield the next 32 random bits of each draw, again and again: arrays of uint32 (draws,)."""
    a = np.full(draws, 0x243F6A88, np.uint32)
    b = np.arange(draws, dtype=np.uint32) ^ np.uint32(0x85A308D3)
    c = np.full(draws, seed % 2**32, np.uint32)
    for counter in count(1):
        total = a + b + np.uint32(counter)
        a, b, c = b ^ (b >> 9), c + (c << 3), ((c << 21) | (c >> 11)) + total
        if counter > WARM_UP:
            yield total


def random_tosses(seed, draws, n):
    """Toss n fair coins in each draw: booleans (draws, n)."""
    words = np.stack([*islice(random_words(seed, draws), -(-n // 32)), np.zeros(draws, np.uint32)])
    bits = words[:, None] >> np.arange(32, dtype=np.uint32)[:, None] & 1
    return bits.reshape(32 * len(words), draws)[:n].T.astype(bool)


def random_items(seed, draws, n):
    """Draw n of n items with replacement in each draw: whole numbers (draws, n) from 0 to n - 1."""
    words = np.array(list(islice(random_words(seed, draws), n)), dtype=np.uint64)
    return (words * np.uint64(n) >> np.uint64(32)).astype(int).reshape(n, draws).T
