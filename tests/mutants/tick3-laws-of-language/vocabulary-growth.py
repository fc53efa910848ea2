# %% wrong: start - powers of two start at two
def vocabulary_growth(tokens):
    seen, pairs, next_power = set(), [], 2
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position == next_power:
            pairs.append((position, len(seen)))
            next_power *= 2
    return pairs


# %% wrong: total - the end of the text is a point of its own
def vocabulary_growth(tokens):
    pairs, power = [], 1
    while power < len(tokens):
        pairs.append((power, len(set(tokens[:power]))))
        power *= 2
    pairs.append((len(tokens), len(set(tokens))))
    return pairs


# %% wrong: missing_last - up to the length means below it
def vocabulary_growth(tokens):
    pairs, power = [], 1
    while power < len(tokens):
        pairs.append((power, len(set(tokens[:power]))))
        power *= 2
    return pairs


# %% wrong: every - a point at every token draws a better curve
def vocabulary_growth(tokens):
    seen, pairs = set(), []
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        pairs.append((position, len(seen)))
    return pairs


# %% wrong: doubled - even numbers are the powers of two
def vocabulary_growth(tokens):
    seen, pairs = set(), []
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position % 2 == 0:
            pairs.append((position, len(seen)))
    return pairs


# %% wrong: all_types - the types are those of the text
def vocabulary_growth(tokens):
    types, pairs, power = len(set(tokens)), [], 1
    while power <= len(tokens):
        pairs.append((power, types))
        power *= 2
    return pairs


# %% wrong: new_only - at each point only the new words count
def vocabulary_growth(tokens):
    seen, new, pairs, power = set(), 0, [], 1
    for position, token in enumerate(tokens, start=1):
        new += token not in seen
        seen.add(token)
        if position == power:
            pairs.append((position, new))
            new, power = 0, 2 * power
    return pairs


# %% wrong: since_last - the set starts anew at each point
def vocabulary_growth(tokens):
    seen, pairs, power = set(), [], 1
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position == power:
            pairs.append((position, len(seen)))
            seen, power = set(), 2 * power
    return pairs


# %% wrong: repeated - a list keeps the words that were seen
def vocabulary_growth(tokens):
    seen, pairs, power = [], [], 1
    for position, token in enumerate(tokens, start=1):
        seen.append(token)
        if position == power:
            pairs.append((position, len(seen)))
            power *= 2
    return pairs


# %% wrong: tokens_only - the points are the answer
def vocabulary_growth(tokens):
    points, power = [], 1
    while power <= len(tokens):
        points.append(power)
        power *= 2
    return points


# %% wrong: types_only - the points are known
def vocabulary_growth(tokens):
    return [len(set(tokens[: 2**i])) for i in range(len(tokens).bit_length())]


# %% wrong: swapped - first the result, then where it was measured
def vocabulary_growth(tokens):
    pairs, power = [], 1
    while power <= len(tokens):
        pairs.append((len(set(tokens[:power])), power))
        power *= 2
    return pairs


# %% wrong: off_by_one - the point is noted before the word is added
def vocabulary_growth(tokens):
    seen, pairs, power = set(), [], 1
    for position, token in enumerate(tokens, start=1):
        if position == power:
            pairs.append((position, len(seen)))
            power *= 2
        seen.add(token)
    return pairs


# %% wrong: early_return - return belongs to the loop
def vocabulary_growth(tokens):
    seen, pairs, power = set(), [], 1
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position == power:
            pairs.append((position, len(seen)))
            power *= 2
        return pairs


# %% wrong: wrong_type - a dictionary maps tokens to types
def vocabulary_growth(tokens):
    return {2**i: len(set(tokens[: 2**i])) for i in range(len(tokens).bit_length())}


# %% right: counted from the start each time
def vocabulary_growth(tokens):
    pairs, power = [], 1
    while power <= len(tokens):
        pairs.append((power, len(set(tokens[:power]))))
        power *= 2
    return pairs


# %% right: a power of two has one bit
def vocabulary_growth(tokens):
    seen, pairs = set(), []
    for i in range(len(tokens)):
        seen |= {tokens[i]}
        if (i + 1) & i == 0:
            pairs += [(i + 1, len(seen))]
    return pairs


# %% right: where each word first comes, by numpy
import numpy as np


def vocabulary_growth(tokens):
    _, first = np.unique(tokens, return_index=True)
    powers = 2 ** np.arange(len(tokens).bit_length())
    return list(zip(powers, (first[None, :] < powers[:, None]).sum(axis=1)))


# %% wrong: changed - the words that were read are not needed any more
def vocabulary_growth(tokens):
    tokens.reverse()
    known, pairs, read = {}, [], 0
    while tokens:
        known[tokens.pop()] = True
        read += 1
        if bin(read).count("1") == 1:
            pairs.append((read, len(known)))
    return pairs


# %% wrong: slow - the words seen are kept in a list
def vocabulary_growth(tokens):
    seen, pairs, power = [], [], 1
    for position, token in enumerate(tokens, start=1):
        if token not in seen:
            seen.append(token)
        if position == power:
            pairs.append((position, len(seen)))
            power *= 2
    return pairs


# %% wrong: slow - the types are counted at every token
def vocabulary_growth(tokens):
    types = [len(set(tokens[: i + 1])) for i in range(len(tokens))]
    return [(2**i, types[2**i - 1]) for i in range(len(tokens).bit_length())]


# %% wrong: once - a type is a word that occurs once
from collections import Counter


def vocabulary_growth(tokens):
    pairs, power = [], 1
    while power <= len(tokens):
        pairs.append((power, list(Counter(tokens[:power]).values()).count(1)))
        power *= 2
    return pairs


# %% wrong: wrong_type - the pairs come one by one
def vocabulary_growth(tokens):
    seen, power = set(), 1
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position == power:
            yield position, len(seen)
            power *= 2


# %% wrong: wrong_type - a row for each power
def vocabulary_growth(tokens):
    return [[2**i, len(set(tokens[: 2**i]))] for i in range(len(tokens).bit_length())]


# %% wrong: printed - the points are there to be read
def vocabulary_growth(tokens):
    seen, power = set(), 1
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if position == power:
            print(position, len(seen))
            power *= 2


# %% wrong: other - ten powers are enough for a text
def vocabulary_growth(tokens):
    return [(2**i, len(set(tokens[: 2**i]))) for i in range(10)]


# %% wrong: RecursionError - a word at a time, by recursion
def vocabulary_growth(tokens, read=0, seen=frozenset()):
    if read == len(tokens):
        return []
    read, seen = read + 1, seen | {tokens[read]}
    here = [(read, len(seen))] if read & (read - 1) == 0 else []
    return here + vocabulary_growth(tokens, read, seen)


# %% wrong: all_types - a global text in place of the parameter
def vocabulary_growth(tokens):
    types = len(dict.fromkeys(tokens))
    return [(2**i, types) for i in range(len(tokens).bit_length())]


# %% right: a logarithm that is whole
import math


def vocabulary_growth(tokens):
    seen, pairs = set(), []
    for position, token in enumerate(tokens, start=1):
        seen.add(token)
        if math.log2(position).is_integer():
            pairs.append((position, len(seen)))
    return pairs


# %% right: pandas marks what came before
import pandas as pd


def vocabulary_growth(tokens):
    types = (~pd.Series(tokens).duplicated()).cumsum()
    return [(2**i, types[2**i - 1]) for i in range(len(tokens).bit_length())]


# %% right: recursion from each power to the next
def vocabulary_growth(tokens):
    def from_power(power):
        if power > len(tokens):
            return []
        return [(power, len(set(tokens[:power])))] + from_power(2 * power)

    return from_power(1)


# %% right: accumulate over where a word first came
from itertools import accumulate


def vocabulary_growth(tokens):
    first = {}
    for position, token in enumerate(tokens):
        first.setdefault(token, position)
    types = list(accumulate(int(first[t] == i) for i, t in enumerate(tokens)))
    powers = [1 << i for i in range(len(tokens).bit_length())]
    return [(p, types[p - 1]) for p in powers]


# %% right: the library's table, as named tuples
from labkit.laws import vocabulary_growth as growth_of


def vocabulary_growth(tokens):
    table = growth_of([tokens])
    powers = [row for row in table.itertuples(index=False) if row.tokens & (row.tokens - 1) == 0]
    return powers


# %% wrong, hidden: other - tokens are made small first
def vocabulary_growth(tokens):
    return [
        (2**i, len(set(t.lower() for t in tokens[: 2**i]))) for i in range(len(tokens).bit_length())
    ]


# %% right: where each type begins, and a search
from itertools import accumulate


def vocabulary_growth(tokens):
    first = {}
    for i, t in enumerate(tokens):
        first.setdefault(t, i)
    starts = sorted(first.values())
    from bisect import bisect_left

    out, n = [], 1
    while n <= len(tokens):
        out.append((n, bisect_left(starts, n)))
        n <<= 1
    return out


# %% wrong, hidden: other - sixteen powers are enough for a text
def vocabulary_growth(tokens):
    powers = [2**i for i in range(16) if 2**i <= len(tokens)]
    return [(power, len(set(tokens[:power]))) for power in powers]


# %% wrong, hidden: other - marks around a word are none of it
def vocabulary_growth(tokens):
    bare = [token.strip("'-") for token in tokens]
    powers = [2**i for i in range(len(bare).bit_length())]
    return [(power, len(set(bare[:power]))) for power in powers]


# %% right: a set that grows by what is between two powers
def vocabulary_growth(tokens):
    seen, found, power = set(), [], 1
    while power <= len(tokens):
        seen.update(tokens[power // 2 : power])
        found.append((power, len(seen)))
        power *= 2
    return found


# %% wrong: start - before the first token there is a point, too
def vocabulary_growth(tokens):
    powers = [2**i for i in range(len(tokens).bit_length())]
    return [(0, 0)] + [(power, len(set(tokens[:power]))) for power in powers]


# %% wrong: total - the logarithm rounded up
import math

def vocabulary_growth(tokens):
    powers = [2**i for i in range(math.ceil(math.log2(len(tokens))) + 1)]
    return [(power, len(set(tokens[:power]))) for power in powers]
