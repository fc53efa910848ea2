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
