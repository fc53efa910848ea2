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


# %% wrong: changed - the tokens are used up one by one
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


# %% wrong: changed - sorted words are easier to count
def classify_by_count(tokens, lexicon):
    tokens.sort()
    signs = [lexicon[token] > 0 for token in tokens if token in lexicon]
    return "POS" if 2 * sum(signs) >= len(signs) else "NEG"


# %% wrong: changed - each word that is met gets an entry in the lexicon
def classify_by_count(tokens, lexicon):
    balance = 0
    for token in tokens:
        valence = lexicon.setdefault(token, 0)
        balance += (valence > 0) - (valence < 0)
    return "POS" if balance >= 0 else "NEG"


# %% wrong: RecursionError - the first word, and then the rest in the same way
def classify_by_count(tokens, lexicon):
    def balance(rest):
        if not rest:
            return 0
        valence = lexicon.get(rest[0], 0)
        return (valence > 0) - (valence < 0) + balance(rest[1:])

    return "POS" if balance(tokens) >= 0 else "NEG"


# %% wrong: strong_only - only strong words are news
def classify_by_count(tokens, lexicon):
    good = sum(lexicon.get(token, 0) >= 2 for token in tokens)
    bad = sum(lexicon.get(token, 0) <= -2 for token in tokens)
    return "POS" if good >= bad else "NEG"


# %% wrong: strong_only - valences near zero are neutral
def classify_by_count(tokens, lexicon):
    positive, negative = 0, 0
    for token in tokens:
        if lexicon.get(token, 0) > 0.5:
            positive += 1
        elif lexicon.get(token, 0) < -0.5:
            negative += 1
    return "POS" if positive >= negative else "NEG"


# %% wrong: valences - a strong word counts twice
def classify_by_count(tokens, lexicon):
    total = 0
    for token in tokens:
        v = lexicon.get(token, 0)
        total += (2 if abs(v) >= 2 else 1) * ((v > 0) - (v < 0))
    return "POS" if total >= 0 else "NEG"


# %% wrong: never_negative - the second branch repeats the first
def classify_by_count(tokens, lexicon):
    positive = negative = 0
    for token in tokens:
        if token in lexicon:
            if lexicon[token] > 0:
                positive += 1
            elif lexicon[token] > 0:
                negative += 1
    if positive >= negative:
        return "POS"
    else:
        return "NEG"


# %% wrong: never_negative - most reviews are positive
def classify_by_count(tokens, lexicon):
    return "POS"


# %% wrong: swapped - everything is bad
def classify_by_count(tokens, lexicon):
    return "NEG"


# %% wrong: any_positive - one bad word spoils it
def classify_by_count(tokens, lexicon):
    if any(lexicon.get(token, 0) < 0 for token in tokens):
        return "NEG"
    return "POS"


# %% wrong: any_positive - the last lexicon word decides, as it overwrites the balance
def classify_by_count(tokens, lexicon):
    balance = 0
    for token in tokens:
        if token in lexicon:
            balance = 1 if lexicon[token] > 0 else -1
    return "POS" if balance >= 0 else "NEG"


# %% wrong: types - the lexicon's words are looked up in the review
def classify_by_count(tokens, lexicon):
    balance = 0
    for word, valence in lexicon.items():
        if word in tokens:
            balance += 1 if valence > 0 else -1
    return "POS" if balance >= 0 else "NEG"


# %% wrong: squared - each token is counted in the whole review
def classify_by_count(tokens, lexicon):
    positive = negative = 0
    for token in tokens:
        if lexicon.get(token, 0) > 0:
            positive += tokens.count(token)
        elif lexicon.get(token, 0) < 0:
            negative += tokens.count(token)
    return "POS" if positive >= negative else "NEG"


# %% wrong: parts - the review as one text
def classify_by_count(tokens, lexicon):
    text = " ".join(tokens)
    positive = sum(text.count(word) for word in lexicon if lexicon[word] > 0)
    negative = sum(text.count(word) for word in lexicon if lexicon[word] < 0)
    return "POS" if positive >= negative else "NEG"


# %% wrong: negation - "not" turns a word round
def classify_by_count(tokens, lexicon):
    balance = 0
    for i, token in enumerate(tokens):
        valence = lexicon.get(token, 0)
        sign = (valence > 0) - (valence < 0)
        if i > 0 and tokens[i - 1] in ("not", "no", "never"):
            sign = -sign
        balance += sign
    return "POS" if balance >= 0 else "NEG"


# %% wrong: TypeError - get finds nothing
def classify_by_count(tokens, lexicon):
    positive = len([t for t in tokens if lexicon.get(t) > 0])
    negative = len([t for t in tokens if lexicon.get(t) < 0])
    return "POS" if positive >= negative else "NEG"


# %% wrong: ZeroDivisionError - the share of good words
def classify_by_count(tokens, lexicon):
    known = [lexicon[token] for token in tokens if token in lexicon]
    return "POS" if sum(v > 0 for v in known) / len(known) >= 0.5 else "NEG"


# %% wrong: ZeroDivisionError - the mean over the words of the review
def classify_by_count(tokens, lexicon):
    signs = [(lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens]
    return "POS" if sum(signs) / len(tokens) >= 0 else "NEG"


# %% wrong: unanswered - nothing is said of equal sides
def classify_by_count(tokens, lexicon):
    positive = sum(lexicon.get(token, 0) > 0 for token in tokens)
    negative = sum(lexicon.get(token, 0) < 0 for token in tokens)
    if positive > negative:
        return "POS"
    if negative > positive:
        return "NEG"


# %% wrong: names - equal sides are neutral
def classify_by_count(tokens, lexicon):
    positive = sum(lexicon.get(token, 0) > 0 for token in tokens)
    negative = sum(lexicon.get(token, 0) < 0 for token in tokens)
    if positive == negative:
        return "NEUTRAL"
    return "POS" if positive > negative else "NEG"


# %% wrong: outside - the lexicon of the lab is the lexicon
from labkit import load_lexicon

words = load_lexicon()
valence_of = dict(zip(words["word"], words["valence"]))


def classify_by_count(tokens, lexicon):
    known = [valence_of[token] for token in tokens if token in valence_of]
    good = sum(v > 0 for v in known)
    return "POS" if 2 * good >= len(known) else "NEG"


# %% wrong: printed - the class is shown
def classify_by_count(tokens, lexicon):
    balance = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
    print("POS" if balance >= 0 else "NEG")


# %% right: the lexicon's words counted in the review
def classify_by_count(tokens, lexicon):
    positive = sum(tokens.count(word) for word in lexicon if lexicon[word] > 0)
    negative = sum(tokens.count(word) for word in lexicon if lexicon[word] < 0)
    return "NEG" if negative > positive else "POS"


# %% right: a pandas series of the known words
import pandas as pd


def classify_by_count(tokens, lexicon):
    valences = pd.Series(tokens, dtype=object).map(lexicon).dropna()
    if (valences > 0).sum() < (valences < 0).sum():
        return "NEG"
    return "POS"


# %% right: reduce over the signs, with a lambda
from functools import reduce

classify_by_count = lambda tokens, lexicon: (
    "POS"
    if reduce(lambda s, t: s + (t in lexicon) * (1 if lexicon.get(t, 0) > 0 else -1), tokens, 0)
    >= 0
    else "NEG"
)


# %% right: a copy is used up, with other names for the parameters
def classify_by_count(words, valence_of):
    left, score = list(words), 0
    while left:
        v = valence_of.get(left.pop())
        if v is None:
            continue
        score += 1 if v > 0 else -1
    return {True: "NEG", False: "POS"}[score < 0]


# %% right: two sets of words and a default of the lexicon
def classify_by_count(tokens, lexicon=None):
    good = {w for w, v in lexicon.items() if v > 0}
    bad = set(lexicon) - good
    return "POS" if sum(t in good for t in tokens) - sum(t in bad for t in tokens) > -1 else "NEG"


# %% right: recursion by halves, which is never deep
def classify_by_count(tokens, lexicon):
    def balance(part):
        if len(part) < 2:
            v = lexicon.get(part[0], 0) if part else 0
            return (v > 0) - (v < 0)
        middle = len(part) // 2
        return balance(part[:middle]) + balance(part[middle:])

    return "POS" if balance(tokens) >= 0 else "NEG"


# %% wrong, hidden: other - a review is judged once, whatever the lexicon
judged = {}


def classify_by_count(tokens, lexicon):
    key = tuple(tokens)
    if key not in judged:
        total = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
        judged[key] = "POS" if total >= 0 else "NEG"
    return judged[key]


# %% wrong, hidden: ties_negative - the most common vote, on a tie that of the first word
from collections import Counter


def classify_by_count(tokens, lexicon):
    votes = Counter("POS" if lexicon[t] > 0 else "NEG" for t in tokens if t in lexicon)
    return votes.most_common(1)[0][0] if votes else "POS"


# %% right: a sign for each different word, remembered
from functools import lru_cache


def classify_by_count(*both):
    tokens, lexicon = both

    @lru_cache(maxsize=None)
    def sign(token):
        valence = lexicon.get(token, 0)
        return (valence > 0) - (valence < 0)

    return ["NEG", "POS"][sum(map(sign, tokens)) >= 0]


# %% right: a StrEnum
from enum import StrEnum


class Label(StrEnum):
    POS = "POS"
    NEG = "NEG"


def classify_by_count(tokens, lexicon):
    return (
        Label.POS
        if sum((lexicon[t] > 0) - (lexicon[t] < 0) for t in tokens if t in lexicon) >= 0
        else Label.NEG
    )


# %% right: numpy's where, as it comes
import numpy as np


def classify_by_count(tokens, lexicon):
    signs = np.sign([lexicon.get(token, 0.0) for token in tokens])
    return np.where(signs.sum() >= 0, "POS", "NEG")


# %% right: a dataclass that counts
from dataclasses import dataclass


@dataclass
class Balance:
    good: int = 0
    bad: int = 0

    def add(self, value):
        self.good += value > 0
        self.bad += value < 0


def classify_by_count(tokens, lexicon):
    balance = Balance()
    for token in tokens:
        balance.add(lexicon.get(token, 0))
    return "NEG" if balance.bad > balance.good else "POS"


# %% wrong: capitals - tokens are made small first
def classify_by_count(tokens, lexicon):
    b = 0
    for t in tokens:
        v = lexicon.get(t.lower().strip(".,!?"), 0)
        b += (v > 0) - (v < 0)
    return "POS" if b >= 0 else "NEG"


# %% wrong, hidden: strong_only - a valence near zero is neutral
def classify_by_count(tokens, lexicon):
    return (
        "POS"
        if sum(1 for t in tokens if lexicon.get(t, 0) > 0)
        >= sum(1 for t in tokens if lexicon.get(t, 0) < -0.05)
        else "NEG"
    )


# %% right: match
def classify_by_count(tokens, lexicon):
    score = 0
    for t in tokens:
        match lexicon.get(t):
            case None:
                pass
            case v if v > 0:
                score += 1
            case v if v < 0:
                score -= 1
    return ["NEG", "POS"][score >= 0]


# %% right: the most votes, POS first
from collections import Counter


def classify_by_count(tokens, lexicon):
    c = Counter("POS" if lexicon[t] > 0 else "NEG" for t in tokens if lexicon.get(t))
    return max(["POS", "NEG"], key=lambda k: c[k])


# %% right: an object that can be called, with its tie
class _C:
    def __init__(self, tie="POS"):
        self.tie = tie

    def __call__(self, tokens, lexicon):
        p = sum(1 for t in tokens if lexicon.get(t, 0) > 0)
        n = sum(1 for t in tokens if lexicon.get(t, 0) < 0)
        return self.tie if p == n else ("POS" if p > n else "NEG")


classify_by_count = _C()


# %% wrong: arguments - the weight of part 6 is there already
def classify_by_count(tokens, lexicon, strong_weight):
    balance = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
    return "POS" if balance >= 0 else "NEG"


# %% wrong: negation - what comes after "but" counts twice
def classify_by_count(tokens, lexicon):
    balance, factor = 0, 1
    for token in tokens:
        if token == "but":
            factor = 2
        balance += factor * ((lexicon.get(token, 0) > 0) - (lexicon.get(token, 0) < 0))
    return "POS" if balance >= 0 else "NEG"


# %% wrong: negation - "very" makes two of one
def classify_by_count(tokens, lexicon):
    balance = 0
    for before, token in zip(["", *tokens], tokens):
        sign = (lexicon.get(token, 0) > 0) - (lexicon.get(token, 0) < 0)
        balance += 2 * sign if before in ("very", "really") else sign
    return "POS" if balance >= 0 else "NEG"


# %% wrong, hidden: parts - an s at the end makes no other word
def classify_by_count(tokens, lexicon):
    balance = 0
    for token in tokens:
        valence = lexicon.get(token) or lexicon.get(token.rstrip("s"), 0)
        balance += (valence > 0) - (valence < 0)
    return "POS" if balance >= 0 else "NEG"


# %% right: numpy's count of three signs
import numpy as np


def classify_by_count(tokens, lexicon):
    signs = [int(np.sign(lexicon.get(token, 0))) + 1 for token in tokens]
    bad, _, good = np.bincount(signs, minlength=3)
    return "POS" if good >= bad else "NEG"


# %% right: the sign in the middle
from statistics import median


def classify_by_count(tokens, lexicon):
    signs = [(lexicon[t] > 0) - (lexicon[t] < 0) for t in tokens if t in lexicon]
    return "POS" if median(signs or [0]) >= 0 else "NEG"


# %% wrong: long - the first hundred words tell enough
def classify_by_count(tokens, lexicon):
    known = [lexicon[token] for token in tokens[:100] if token in lexicon]
    return "POS" if sum((v > 0) - (v < 0) for v in known) >= 0 else "NEG"


# %% right: one count for each sign, and the tie in the order of a dictionary
def classify_by_count(tokens, lexicon, /):
    votes = {"POS": 0, "NEG": 0}
    for token in tokens:
        match lexicon.get(token, 0):
            case valence if valence > 0:
                votes["POS"] += 1
            case valence if valence < 0:
                votes["NEG"] += 1
    return max(votes, key=votes.get)


# %% wrong: TypeError - a cache of lists
from functools import lru_cache

@lru_cache
def classify_by_count(tokens, lexicon):
    total = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
    return "POS" if total >= 0 else "NEG"
