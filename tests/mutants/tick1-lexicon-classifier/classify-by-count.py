# %% wrong: ties_negative - more positive words than negative ones are needed
def classify_by_count(tokens, lexicon):
    balance = 0
    for token in tokens:
        if token in lexicon:
            balance += 1 if lexicon[token] > 0 else -1
    if balance > 0:
        return "POS"
    return "NEG"

# %% wrong: any_positive - the first lexicon word decides
def classify_by_count(tokens, lexicon):
    for token in tokens:
        if lexicon.get(token, 0) > 0:
            return "POS"
        if lexicon.get(token, 0) < 0:
            return "NEG"
    return "POS"

# %% wrong: types - sets make counting quick
def classify_by_count(tokens, lexicon):
    positive = {word for word in lexicon if lexicon[word] > 0}
    negative = {word for word in lexicon if lexicon[word] < 0}
    words = set(tokens)
    return "POS" if len(words & positive) >= len(words & negative) else "NEG"

# %% wrong: valences - the valences are what is counted
def classify_by_count(tokens, lexicon):
    total = sum(lexicon.get(token, 0) for token in tokens)
    return "POS" if total >= 0 else "NEG"

# %% wrong: names - any word for the class will do
def classify_by_count(tokens, lexicon):
    signs = [lexicon[token] > 0 for token in tokens if token in lexicon]
    return "pos" if 2 * sum(signs) >= len(signs) else "neg"

# %% wrong: KeyError - every word is in the lexicon
def classify_by_count(tokens, lexicon):
    positive = sum(lexicon[token] > 0 for token in tokens)
    negative = sum(lexicon[token] < 0 for token in tokens)
    return "POS" if positive >= negative else "NEG"

# %% wrong: unknown - what is not positive is negative
def classify_by_count(tokens, lexicon):
    positive = negative = 0
    for token in tokens:
        if lexicon.get(token, 0) > 0:
            positive += 1
        else:
            negative += 1
    return "POS" if positive >= negative else "NEG"

# %% wrong: early_return - return belongs to the loop
def classify_by_count(tokens, lexicon):
    balance = 0
    for token in tokens:
        if lexicon.get(token, 0) > 0:
            balance += 1
        elif lexicon.get(token, 0) < 0:
            balance -= 1
        return "POS" if balance >= 0 else "NEG"

# %% wrong: swapped - the comparison the wrong way round
def classify_by_count(tokens, lexicon):
    positive = sum(lexicon.get(token, 0) > 0 for token in tokens)
    negative = sum(lexicon.get(token, 0) < 0 for token in tokens)
    return "POS" if positive <= negative else "NEG"

# %% wrong: wrong_type - True stands for POS
def classify_by_count(tokens, lexicon):
    positive = sum(lexicon.get(token, 0) > 0 for token in tokens)
    negative = sum(lexicon.get(token, 0) < 0 for token in tokens)
    return positive >= negative

# %% right: numpy signs, so that the class is a numpy string
import numpy as np

def classify_by_count(tokens, lexicon):
    signs = np.sign([lexicon.get(token, 0.0) for token in tokens])
    return np.where(signs.sum() >= 0, "POS", "NEG")[()]

# %% right: counts with a Counter, changes its input on the way
from collections import Counter

def classify_by_count(tokens, lexicon):
    sides = Counter()
    while tokens:
        token = tokens.pop()
        if token in lexicon and lexicon[token] != 0:
            sides[lexicon[token] < 0] += 1
    if sides[True] > sides[False]:
        return "NEG"
    return "POS"

# %% right: two filtered lists compared by length
def classify_by_count(tokens, lexicon):
    known = [lexicon[token] for token in tokens if token in lexicon]
    good = [v for v in known if v > 0]
    bad = [v for v in known if v < 0]
    return ["NEG", "POS"][len(good) >= len(bad)]
