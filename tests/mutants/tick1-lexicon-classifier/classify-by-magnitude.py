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
    return (
        "POS" if sum(copysign(1 if -2 < v < 2 else strong_weight, v) for v in known) >= 0 else "NEG"
    )


# %% wrong: changed - the weights are written into the lexicon
def classify_by_magnitude(tokens, lexicon, strong_weight):
    for word, v in lexicon.items():
        lexicon[word] = (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if sum(lexicon.get(token, 0) for token in tokens) >= 0 else "NEG"


# %% wrong: RecursionError - one word at a time
def classify_by_magnitude(tokens, lexicon, strong_weight):
    def total(rest):
        if len(rest) == 0:
            return 0
        v = lexicon.get(rest[0], 0)
        weight = strong_weight if abs(v) >= 2 else 1
        return weight * ((v > 0) - (v < 0)) + total(rest[1:])

    return "POS" if total(tokens) >= 0 else "NEG"


# %% wrong: early_return - return belongs to the loop
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if v:
            total += (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
        return "POS" if total >= 0 else "NEG"


# %% wrong: types - a set of tokens
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in set(tokens):
        v = lexicon.get(token, 0)
        if v:
            total += (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: squared - count inside the loop
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if v:
            total += (
                tokens.count(token) * (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
            )
    return "POS" if total >= 0 else "NEG"


# %% wrong: valences - strong_weight times the valence of a strong word
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if abs(v) >= 2:
            total += strong_weight * v
        elif v:
            total += 1 if v > 0 else -1
    return "POS" if total >= 0 else "NEG"


# %% wrong: valences - the valences themselves
def classify_by_magnitude(tokens, lexicon, strong_weight):
    return "POS" if sum(lexicon.get(token, 0) for token in tokens) >= 0 else "NEG"


# %% wrong: unweighted - every word is weighted
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        total += strong_weight * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong: unweighted - the classifier of before
def classify_by_magnitude(tokens, lexicon, strong_weight):
    return classify_by_count(tokens, lexicon)


# %% wrong: nearly - the valence rounded first
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if v:
            total += (strong_weight if abs(round(v)) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: nearly - strong from 1.5
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if v:
            total += (strong_weight if abs(v) >= 1.8 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: whole - an integer weight
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if v:
            total += (int(strong_weight) if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: unknown - what is in no lexicon speaks for the film
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        total += (strong_weight if abs(v) >= 2 else 1) * (1 if v >= 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: parts - words inside words
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for word, v in lexicon.items():
        for token in tokens:
            if word in token:
                total += (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: outside - the weight is fixed in a lexicon of one's own
from labkit import load_lexicon

table = load_lexicon().set_index("word")
sign = {w: (1 if p == "positive" else -1) for w, p in table["polarity"].items()}
strong = set(table.index[table["intensity"] == "strong"])


def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = sum(sign.get(t, 0) * (strong_weight if t in strong else 1) for t in tokens)
    return "POS" if total >= 0 else "NEG"


# %% wrong: single - only the weak words are left over
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        if 0 < abs(v) < 2:
            total += 1 if v > 0 else -1
    return "POS" if total >= 0 else "NEG"


# %% wrong: TypeError - get finds nothing
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token)
        weight = strong_weight if abs(v) >= 2 else 1
        total += weight if v > 0 else -weight
    return "POS" if total >= 0 else "NEG"


# %% right: a Counter and the lexicon's words
from collections import Counter


def classify_by_magnitude(tokens, lexicon, strong_weight):
    number = Counter(tokens)
    total = 0
    for word, v in lexicon.items():
        total += number[word] * (strong_weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "NEG" if total < 0 else "POS"


# %% right: counts first, the weight once
def classify_by_magnitude(tokens, lexicon, strong_weight):
    v = [lexicon[t] for t in tokens if t in lexicon]
    strong = sum(x >= 2 for x in v) - sum(x <= -2 for x in v)
    weak = sum(0 < x < 2 for x in v) - sum(-2 < x < 0 for x in v)
    return "POS" if strong * strong_weight + weak >= 0 else "NEG"


# %% right: pandas with a column of weights
import numpy as np
import pandas as pd


def classify_by_magnitude(tokens, lexicon, strong_weight):
    table = pd.DataFrame({"v": [lexicon.get(t, 0.0) for t in tokens]}, dtype=float)
    table["w"] = np.where(table.v.abs() >= 2, strong_weight, 1) * np.sign(table.v)
    return "POS" if table.w.sum() >= 0 else "NEG"


# %% right: a helper with the weight of a word, and a generator
def weight_of(valence, strong_weight):
    if valence is None:
        return 0
    size = strong_weight if not -2 < valence < 2 else 1
    return size if valence > 0 else -size


def classify_by_magnitude(tokens, lexicon, strong_weight=2):
    balance = sum(weight_of(lexicon.get(token), strong_weight) for token in tokens)
    return ("NEG", "POS")[balance >= 0]


# %% wrong, hidden: other - a review is judged once, whatever the weight
judged = {}


def classify_by_magnitude(tokens, lexicon, strong_weight):
    key = tuple(tokens)
    if key not in judged:
        total = 0
        for valence in (lexicon.get(token, 0) for token in tokens):
            weight = strong_weight if abs(valence) >= 2 else 1
            total += weight * ((valence > 0) - (valence < 0))
        judged[key] = "POS" if total >= 0 else "NEG"
    return judged[key]


# %% right: match, and a default that is never used
def classify_by_magnitude(tokens, lexicon, strong_weight=2):
    total = 0
    for token in tokens:
        match lexicon.get(token):
            case None:
                continue
            case valence if abs(valence) >= 2:
                total += strong_weight if valence > 0 else -strong_weight
            case valence:
                total += 1 if valence > 0 else -1
    return "POS" if total >= 0 else "NEG"


# %% wrong, hidden: boundary - on the positive side strong means more than 2
def classify_by_magnitude(tokens, lexicon, strong_weight):
    p = n = 0
    for t in tokens:
        v = lexicon.get(t, 0)
        if v > 2:
            p += strong_weight
        elif v > 0:
            p += 1
        elif v <= -2:
            n += strong_weight
        elif v < 0:
            n += 1
    return "POS" if p >= n else "NEG"


# %% right: numpy signs and weights
import numpy as np


def classify_by_magnitude(tokens, lexicon, strong_weight):
    v = np.array([lexicon.get(t, 0.0) for t in tokens])
    w = np.sign(v) * np.where(np.abs(v) >= 2, strong_weight, 1)
    return "POS" if w.sum() >= 0 else "NEG"


# %% right: fractions
from fractions import Fraction


def classify_by_magnitude(tokens, lexicon, strong_weight):
    b = sum(
        Fraction(strong_weight if not -2 < lexicon[t] < 2 else 1) * (1 if lexicon[t] > 0 else -1)
        for t in tokens
        if t in lexicon
    )
    return "NEG" if b < 0 else "POS"


# %% wrong: unweighted - the strongest words count twice as much
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        weight = 2 * strong_weight if abs(v) >= 3 else strong_weight if abs(v) >= 2 else 1
        total += weight * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong, hidden: other - the weight for each 2 of the valence
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        total += max(1, int(abs(v) // 2) * strong_weight) * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong: negation - what comes after "but" counts twice
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total, factor = 0, 1
    for token in tokens:
        factor = 2 if token == "but" else factor
        v = lexicon.get(token, 0)
        total += factor * (strong_weight if abs(v) >= 2 else 1) * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong, hidden: parts - an s at the end makes no other word
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens:
        v = lexicon.get(token) or lexicon.get(token.rstrip("s"), 0)
        total += (strong_weight if abs(v) >= 2 else 1) * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong: arguments - the weight is the notebook's
def classify_by_magnitude(tokens, lexicon):
    return "POS"


# %% right: decimal numbers
from decimal import Decimal


def classify_by_magnitude(tokens, lexicon, strong_weight):
    weight, total = Decimal(str(strong_weight)), Decimal(0)
    for token in tokens:
        if v := lexicon.get(token):
            total += (weight if abs(v) >= 2 else 1) * (1 if v > 0 else -1)
    return "POS" if total >= 0 else "NEG"


# %% wrong: summed - the strongest word of each side decides
def classify_by_magnitude(tokens, lexicon, strong_weight):
    sides = {1: [0], -1: [0]}
    for token in tokens:
        if valence := lexicon.get(token, 0):
            weight = strong_weight if abs(valence) >= 2 else 1
            sides[1 if valence > 0 else -1].append(weight)
    return "POS" if max(sides[1]) >= max(sides[-1]) else "NEG"


# %% wrong: summed - each side has a mean weight
def classify_by_magnitude(tokens, lexicon, strong_weight):
    def side(sign):
        valences = [sign * lexicon[t] for t in tokens if sign * lexicon.get(t, 0) > 0]
        return sum(strong_weight if v >= 2 else 1 for v in valences) / (len(valences) or 1)

    return "POS" if side(1) >= side(-1) else "NEG"


# %% wrong: long - the first hundred words tell enough
def classify_by_magnitude(tokens, lexicon, strong_weight):
    total = 0
    for token in tokens[:100]:
        if valence := lexicon.get(token, 0):
            weight = strong_weight if abs(valence) >= 2 else 1
            total += weight if valence > 0 else -weight
    return "POS" if total >= 0 else "NEG"


# %% right: the place among the bounds, by bisection
from bisect import bisect

def classify_by_magnitude(tokens, lexicon, strong_weight):
    def weight(valence):
        return (1, strong_weight)[bisect([2], abs(valence))] * ((valence > 0) - (valence < 0))

    return "NEG" if sum(weight(lexicon.get(token, 0)) for token in tokens) < 0 else "POS"
