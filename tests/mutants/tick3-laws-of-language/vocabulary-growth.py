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

# %% right: empties the list it is given
def vocabulary_growth(tokens):
    tokens.reverse()
    known, pairs, read = {}, [], 0
    while tokens:
        known[tokens.pop()] = True
        read += 1
        if bin(read).count("1") == 1:
            pairs.append((read, len(known)))
    return pairs
