# %% wrong: once - a word is evidence however often it comes
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    known = {word for word in tokens if word in pos}
    return sorted(known, key=lambda word: (neg[word] - pos[word], word))[:k]


# %% wrong: absolute - evidence is strong in either direction
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * abs(pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=lambda word: (-strength[word], word))[:k]


# %% wrong: ascending - sorted puts the largest first
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=strength.get)[:k]


# %% wrong: probable - the most probable words tell most
def telling_words(tokens, log_probabilities, k):
    pos = log_probabilities["POS"]
    return sorted({w for w in tokens if w in pos}, key=lambda w: (-pos[w], w))[:k]


# %% wrong: repeated - sorting the tokens sorts the words
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    known = [word for word in tokens if word in pos]
    return sorted(known, key=lambda w: (-tokens.count(w) * (pos[w] - neg[w]), w))[:k]


# %% wrong: ties - equal evidence comes in the order of the review
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=strength.get, reverse=True)[:k]


# %% wrong: pairs - the evidence belongs to the answer
from collections import Counter


def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = Counter()
    for token in sorted(tokens):
        if token in pos:
            strength[token] += pos[token] - neg[token]
    return strength.most_common(k)


# %% wrong: KeyError - every word was in the training reviews
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens}
    return sorted(strength, key=lambda word: (-strength[word], word))[:k]


# %% wrong: number - a slice up to k leaves the last one out
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=lambda word: (-strength[word], word))[: k + 1]


# %% wrong: wrong_type - joined for printing
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return ", ".join(sorted(strength, key=lambda word: (-strength[word], word))[:k])


# %% right: summed token by token, the best taken out one at a time
def telling_words(tokens, log_probabilities, k):
    strength = {}
    for token in tokens:
        if token in log_probabilities["POS"]:
            evidence = log_probabilities["POS"][token] - log_probabilities["NEG"][token]
            strength[token] = strength.get(token, 0) + evidence
    best = []
    while strength and len(best) < k:
        strongest = max(strength.values())
        word = min(word for word in strength if strength[word] == strongest)
        best.append(word)
        del strength[word]
    return best


# %% right: the heap queue of a Counter's items
import heapq
from collections import Counter


def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    ranked = [(n * (neg[w] - pos[w]), w) for w, n in Counter(tokens).items() if w in pos]
    return [word for _, word in heapq.nsmallest(k, ranked)]


# %% right: a sorted table of pandas
import pandas as pd


def telling_words(tokens, log_probabilities, k):
    table = pd.DataFrame(log_probabilities)
    number = pd.Series(tokens).value_counts()
    number = number[number.index.isin(table.index)]
    evidence = (number * (table["POS"] - table["NEG"])[number.index]).sort_index()
    return evidence.sort_values(ascending=False, kind="stable").head(k).index.tolist()


# %% wrong: ratio - probabilities divided
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * math.exp(pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=lambda word: (-strength[word], word))[:k]


# %% wrong: filtered - only words that speak for POS
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    strength = {w: x for w, x in strength.items() if x > 0}
    return sorted(strength, key=lambda word: (-strength[word], word))[:k]


# %% wrong: IndexError - there are always k words
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    ranked = sorted(strength, key=lambda word: (-strength[word], word))
    return [ranked[i] for i in range(k)]


# %% wrong: ValueError - max finds a word each time
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in sorted(tokens) if w in pos}
    found = []
    for _ in range(k):
        found.append(max(strength, key=strength.get))
        del strength[found[-1]]
    return found


# %% wrong: number - the strongest one
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=lambda word: (-strength[word], word))[: k - 1]


# %% wrong: changed - the tokens are sorted
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    tokens.sort()
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(strength, key=strength.get, reverse=True)[:k]


# %% wrong: ties - equal ones from z to a
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    pairs = sorted(
        ((tokens.count(w) * (pos[w] - neg[w]), w) for w in set(tokens) if w in pos), reverse=True
    )
    return [w for _, w in pairs[:k]]


# %% wrong: printed - shown
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    strength = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    print(sorted(strength, key=lambda word: (-strength[word], word))[:k])


# %% right: numpy's lexsort
import numpy as np


def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    words, number = np.unique([t for t in tokens if t in pos], return_counts=True)
    evidence = number * np.array([pos[w] - neg[w] for w in words])
    return list(words[np.lexsort((words, -evidence))][:k])


# %% right: sorted twice
def telling_words(tokens, log_probabilities, k):
    def evidence(word):
        return tokens.count(word) * (
            log_probabilities["POS"][word] - log_probabilities["NEG"][word]
        )

    known = sorted(set(tokens).intersection(log_probabilities["POS"]))
    known.sort(key=evidence, reverse=True)
    return known[0:k]


# %% wrong: ties - of equal evidence, the more frequent word first
def telling_words(tokens, log_probabilities, k):
    p, n = log_probabilities["POS"], log_probabilities["NEG"]
    return sorted(
        {w for w in tokens if w in p},
        key=lambda w: (-tokens.count(w) * (p[w] - n[w]), -tokens.count(w), w),
    )[:k]


# %% wrong, hidden: other - ten words are enough
def telling_words(tokens, log_probabilities, k):
    p, n = log_probabilities["POS"], log_probabilities["NEG"]
    return sorted(
        {w for w in tokens if w in p}, key=lambda w: (-tokens.count(w) * (p[w] - n[w]), w)
    )[: min(k, 10)]


# %% right: two sorts, one after the other
def telling_words(tokens, log_probabilities, k):
    e = {}
    for t in tokens:
        if t in log_probabilities["POS"] and t in log_probabilities["NEG"]:
            e[t] = e.get(t, 0) + log_probabilities["POS"][t] - log_probabilities["NEG"][t]
    words = sorted(e)
    words.sort(key=e.get, reverse=True)
    return words[:k]


# %% wrong, hidden: other - evidence has three digits
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    evidence = {w: round(tokens.count(w) * (pos[w] - neg[w]), 3) for w in tokens if w in pos}
    return sorted(evidence, key=lambda w: (-evidence[w], w))[:k]


# %% wrong, hidden: other - tokens are made small first
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    small = [token.lower() for token in tokens]
    evidence = {w: small.count(w) * (pos[w] - neg[w]) for w in small if w in pos}
    return sorted(evidence, key=lambda w: (-evidence[w], w))[:k]


# %% right: the smallest of the pairs turned round
import heapq
from collections import Counter


def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    pairs = ((-n * (pos[w] - neg[w]), w) for w, n in Counter(tokens).items() if w in pos)
    return [word for _, word in heapq.nsmallest(k, pairs)]


# %% wrong: number - all words, however many are asked for
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    evidence = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(evidence, key=lambda w: (-evidence[w], w))


# %% wrong: number - the slice begins at the second
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    evidence = {w: tokens.count(w) * (pos[w] - neg[w]) for w in tokens if w in pos}
    return sorted(evidence, key=lambda w: (-evidence[w], w))[1 : k + 1]


# %% wrong, hidden: other - the last k, turned round
def telling_words(tokens, log_probabilities, k):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    words = sorted({token for token in tokens if token in pos}, reverse=True)
    words.sort(key=lambda word: tokens.count(word) * (pos[word] - neg[word]))
    return words[-k:][::-1]
