# %% wrong: helpful - the largest push misleads
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted(push, key=lambda word: (-push[word], word))[:k]


# %% wrong: size - a strong push misleads
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted(push, key=lambda word: (-abs(push[word]), word))[:k]


# %% wrong: unweighted - only the side counts, not the strength
def misleading_words(evidence, counts, k):
    push = {}
    for word, strength in evidence.items():
        difference = counts["POS"].get(word, 0) - counts["NEG"].get(word, 0)
        push[word] = difference if strength > 0 else -difference
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: shares - counts are compared as shares of all words of a class
def misleading_words(evidence, counts, k):
    total = {label: sum(counts[label].values()) for label in counts}
    push = {}
    for word, strength in evidence.items():
        share = {label: counts[label].get(word, 0) / total[label] for label in counts}
        push[word] = strength * (share["POS"] - share["NEG"])
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: evidence_only - the most negative evidence misleads
def misleading_words(evidence, counts, k):
    return sorted(evidence, key=lambda word: (evidence[word], word))[:k]


# %% wrong: not_negative - always k words
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted(push, key=lambda word: (push[word], word))[:k]


# %% wrong: ascending - the worst comes last
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    worst = sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]
    return worst[::-1]


# %% wrong: ties - equal pushes in the order of the dictionary
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=push.get)[:k]


# %% wrong: too_many - a slice to k includes k
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[: k + 1]


# %% wrong: pairs - the push belongs to the answer
from collections import Counter


def misleading_words(evidence, counts, k):
    push = Counter()
    for word in sorted(evidence):
        difference = counts["POS"].get(word, 0) - counts["NEG"].get(word, 0)
        push[word] = -evidence[word] * difference
    return [(word, -size) for word, size in push.most_common(k) if size > 0]


# %% wrong: missing - only words that both classes have
def misleading_words(evidence, counts, k):
    push = {
        w: evidence[w] * (counts["POS"][w] - counts["NEG"][w])
        for w in evidence
        if w in counts["POS"] and w in counts["NEG"]
    }
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: KeyError - every word occurs in both classes
def misleading_words(evidence, counts, k):
    push = {w: evidence[w] * (counts["POS"][w] - counts["NEG"][w]) for w in evidence}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: wrong_type - joined for printing
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    worst = sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))
    return ", ".join(worst[:k])


# %% right: the smallest of a heap of pairs
import heapq


def misleading_words(evidence, counts, k):
    pos, neg = counts["POS"], counts["NEG"]
    pairs = [(e * pos.get(w, 0) - e * neg.get(w, 0), w) for w, e in evidence.items()]
    return [word for _, word in heapq.nsmallest(k, [pair for pair in pairs if pair[0] < 0])]


# %% right: sorted twice, first by the word
def misleading_words(evidence, counts, k):
    def push(word):
        total = 0
        for label, side in (("POS", 1), ("NEG", -1)):
            if word in counts[label]:
                total += side * counts[label][word] * evidence[word]
        return total

    words = sorted(word for word in evidence if push(word) < 0)
    words.sort(key=push)
    return words[:k]


# %% right: a table of pandas
import pandas as pd


def misleading_words(evidence, counts, k):
    table = pd.DataFrame({"e": pd.Series(evidence)}).sort_index()
    for label in ("POS", "NEG"):
        table[label] = pd.Series(counts[label], dtype=float).reindex(table.index).fillna(0)
    push = table["e"] * (table["POS"] - table["NEG"])
    return push[push < 0].sort_values(kind="stable").head(k).index.tolist()


# %% wrong: slow - looks every word up in lists
def misleading_words(evidence, counts, k):
    pushes = []
    for word in evidence:
        difference = 0
        if word in list(counts["POS"].keys()):
            difference += counts["POS"][word]
        if word in list(counts["NEG"].keys()):
            difference -= counts["NEG"][word]
        pushes.append((evidence[word] * difference, word))
    return [word for push, word in sorted(pushes) if push < 0][:k]


# %% wrong: changed - writes the missing counts in
def misleading_words(evidence, counts, k):
    for word in evidence:
        counts["POS"].setdefault(word, 0)
        counts["NEG"].setdefault(word, 0)
    push = {w: e * (counts["POS"][w] - counts["NEG"][w]) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: ties - equal pushes in reverse alphabetical order
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    pairs = sorted(((-push[w], w) for w in push if push[w] < 0), reverse=True)
    return [w for _, w in pairs][:k]


# %% wrong: counts_only - words that occur elsewhere, with no evidence taken as 0
def misleading_words(evidence, counts, k):
    words = set(counts["POS"]) | set(counts["NEG"])
    push = {w: counts["POS"].get(w, 0) - counts["NEG"].get(w, 0) for w in words}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: KeyError - every word that occurs elsewhere has evidence
def misleading_words(evidence, counts, k):
    words = set(counts["POS"]) | set(counts["NEG"])
    push = {w: evidence[w] * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w in words}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: total - the counts of both classes are added
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) + counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: helpful - NEG minus POS
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["NEG"].get(w, 0) - counts["POS"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: wrong_type - a set of words
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return set(sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k])


# %% wrong: always_three - always the three worst
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:3]


# %% wrong: wrong_type - a dictionary of words and pushes
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return {w: push[w] for w in sorted(push, key=lambda w: (push[w], w))[:k] if push[w] < 0}


# %% wrong: not_negative - a push of nought misleads as well
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] <= 0), key=lambda w: (push[w], w))[:k]


# %% right: Counters from the dictionaries
from collections import Counter


def misleading_words(evidence, counts, k):
    pos, neg = Counter(counts["POS"]), Counter(counts["NEG"])
    push = sorted((e * (pos[w] - neg[w]), w) for w, e in evidence.items())
    return [w for p, w in push[:k] if p < 0]


# %% right: a copy with the missing counts written in
import copy


def misleading_words(evidence, counts, k):
    counts = copy.deepcopy(counts)
    for word in evidence:
        for label in ("POS", "NEG"):
            counts[label].setdefault(word, 0)
    pushes = {}
    for word in evidence:
        pushes[word] = evidence[word] * (counts["POS"][word] - counts["NEG"][word])
    negative = {word: push for word, push in pushes.items() if push < 0}
    return sorted(sorted(negative), key=negative.get)[:k]


# %% right: numpy's lexsort
import numpy as np


def misleading_words(evidence, counts, k):
    words = np.array(list(evidence))
    push = np.array(
        [e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()]
    )
    return [str(words[i]) for i in np.lexsort((words, push)) if push[i] < 0][:k]


# %% right: filter and map
def misleading_words(evidence, counts, k):
    def push(item):
        word, strength = item
        return strength * (counts["POS"].get(word, 0) - counts["NEG"].get(word, 0)), word

    return [word for _, word in sorted(filter(lambda p: p[0] < 0, map(push, evidence.items())))][:k]


# %% wrong: one_kind - one Counter minus another
from collections import Counter


def misleading_words(evidence, counts, k):
    diff = Counter(counts["POS"]) - Counter(counts["NEG"])
    push = {w: e * diff[w] for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: one_kind - only good words mislead
def misleading_words(evidence, counts, k):
    push = {
        w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0))
        for w, e in evidence.items()
        if e > 0
    }
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: whole - rounded to whole numbers
def misleading_words(evidence, counts, k):
    push = {
        w: round(e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)))
        for w, e in evidence.items()
    }
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: whole - cut to whole numbers
def misleading_words(evidence, counts, k):
    push = {
        w: int(e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0))) for w, e in evidence.items()
    }
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong, hidden: other - pushes have two digits
def misleading_words(evidence, counts, k):
    push = {
        w: round(e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)), 2)
        for w, e in evidence.items()
    }
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong: alphabetical - sorted again at the end
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0)) for w, e in evidence.items()}
    return sorted(sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k])


# %% right: a Counter that subtracts another
from collections import Counter


def misleading_words(evidence, counts, k):
    diff = Counter(counts["POS"])
    diff.subtract(counts["NEG"])
    push = {w: e * diff[w] for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% right: a list that is kept in order
from bisect import insort


def misleading_words(evidence, counts, k):
    best = []
    for w, e in evidence.items():
        p = e * (counts["POS"].get(w, 0) - counts["NEG"].get(w, 0))
        if p < 0:
            insort(best, (p, w))
            del best[k:]
    return [w for p, w in best]


# %% wrong: missing - a word that is not there occurs once
def misleading_words(evidence, counts, k):
    push = {w: e * (counts["POS"].get(w, 1) - counts["NEG"].get(w, 1)) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong, hidden: other - a push has three digits
def misleading_words(evidence, counts, k):
    pos, neg = counts["POS"], counts["NEG"]
    push = {w: round(e * (pos.get(w, 0) - neg.get(w, 0)), 3) for w, e in evidence.items()}
    return sorted((w for w in push if push[w] < 0), key=lambda w: (push[w], w))[:k]


# %% wrong, hidden: other - the last k, turned round
def misleading_words(evidence, counts, k):
    pos, neg = counts["POS"], counts["NEG"]
    push = {w: e * (pos.get(w, 0) - neg.get(w, 0)) for w, e in evidence.items()}
    words = sorted((w for w in push if push[w] < 0), reverse=True)
    return sorted(words, key=push.get, reverse=True)[-k:][::-1]
