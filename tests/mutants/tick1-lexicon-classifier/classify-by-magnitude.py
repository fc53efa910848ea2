# %% wrong: valences - the valence says how much a word counts
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        total += strong_weight * valence if abs(valence) >= 2 else valence
    return "POS" if total >= 0 else "NEG"

# %% wrong: weak_weighted - the two weights swapped
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        if valence != 0:
            weight = 1 if abs(valence) >= 2 else strong_weight
            total += weight if valence > 0 else -weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: unweighted - strong words count 2
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        if valence != 0:
            weight = 2 if abs(valence) >= 2 else 1
            total += weight if valence > 0 else -weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: added - the weight comes on top of 1
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        sign = (valence > 0) - (valence < 0)
        total += sign
        if abs(valence) >= 2:
            total += sign * strong_weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: negatives - strong means a valence of 2 or more
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        if valence >= 2:
            total += strong_weight
        elif valence > 0:
            total += 1
        elif valence < 0:
            total -= 1
    return "POS" if total >= 0 else "NEG"

# %% wrong: boundary - strong means more than 2
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        if valence != 0:
            weight = strong_weight if abs(valence) > 2 else 1
            total += weight if valence > 0 else -weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: ties_negative - the positive side has to win
def classify_by_magnitude(tokens, lexicon, strong_weight):
    positive = negative = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        weight = strong_weight if abs(valence) >= 2 else 1
        if valence > 0:
            positive += weight
        elif valence < 0:
            negative += weight
    return "POS" if positive > negative else "NEG"

# %% wrong: unknown - a word that is not strong is weak, in the lexicon or not
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        valence = lexicon.get(token, 0)
        weight = strong_weight if abs(valence) >= 2 else 1
        total += weight if valence > 0 else -weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: single - only strong words are evidence
def classify_by_magnitude(tokens, lexicon, strong_weight):
    strong = [lexicon[token] for token in tokens if abs(lexicon.get(token, 0)) >= 2]
    total = sum(strong_weight if valence > 0 else -strong_weight for valence in strong)
    return "POS" if total >= 0 else "NEG"

# %% wrong: KeyError - every word is in the lexicon
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        weight = strong_weight if abs(lexicon[token]) >= 2 else 1
        total += weight if lexicon[token] > 0 else -weight
    return "POS" if total >= 0 else "NEG"

# %% wrong: names - a sign will do
def classify_by_magnitude(tokens, lexicon, strong_weight):
    known = [lexicon[token] for token in tokens if token in lexicon]
    total = sum((1 if v > 0 else -1) * (strong_weight if abs(v) >= 2 else 1) for v in known)
    return "+" if total >= 0 else "-"

# %% wrong: wrong_type - the total is the answer
def classify_by_magnitude(tokens, lexicon, strong_weight):
    known = [lexicon[token] for token in tokens if token in lexicon]
    return sum((1 if v > 0 else -1) * (strong_weight if abs(v) >= 2 else 1) for v in known)

# %% right: the four kinds of word written out
def classify_by_magnitude(tokens, lexicon, strong_weight):
    good, bad = 0, 0
    for token in tokens:
        if token not in lexicon:
            continue
        if lexicon[token] >= 2:
            good += strong_weight
        elif lexicon[token] > 0:
            good += 1
        elif lexicon[token] <= -2:
            bad += strong_weight
        elif lexicon[token] < 0:
            bad += 1
    if good < bad:
        return "NEG"
    else:
        return "POS"

# %% right: numpy arrays
import numpy as np

def classify_by_magnitude(tokens, lexicon, strong_weight):
    valence = np.array([lexicon[token] for token in tokens if token in lexicon], dtype=float)
    weight = np.where(np.abs(valence) >= 2, strong_weight, 1)
    return np.array(["NEG", "POS"])[int((np.sign(valence) * weight).sum() >= 0)]

# %% right: filter, map and copysign in one sum
from math import copysign

def classify_by_magnitude(tokens, lexicon, strong_weight):
    known = filter(None, map(lexicon.get, tokens))
    return "POS" if sum(copysign(1 if -2 < v < 2 else strong_weight, v) for v in known) >= 0 else "NEG"
