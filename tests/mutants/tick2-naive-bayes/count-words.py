# %% wrong: documents - a word is in a review or it is not
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in set(tokens):
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: both_classes - fromkeys makes a new dictionary for each class
def count_words(reviews, labels):
    counts = dict.fromkeys(["POS", "NEG"], {})
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: first_review - labels.index finds each review of a class
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for label in counts:
        for token in reviews[labels.index(label)]:
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: last_review - an empty count belongs to each review
def count_words(reviews, labels):
    counts = {}
    for tokens, label in zip(reviews, labels):
        counts[label] = {}
        for token in tokens:
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: zeros - each class needs each word already here
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            for name in counts:
                counts[name].setdefault(token, 0)
            counts[label][token] += 1
    return counts


# %% wrong: reviews - the counts are those of the class priors
def count_words(reviews, labels):
    return {"POS": labels.count("POS"), "NEG": labels.count("NEG")}


# %% wrong: KeyError - a new entry starts at 0 by itself
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts[label][token] += 1
    return counts


# %% wrong: early_return - return belongs to the loop
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts[label][token] = counts[label].get(token, 0) + 1
        return counts


# %% wrong: unanswered - update gives back the counts
from collections import Counter


def count_words(reviews, labels):
    counts = {"POS": Counter(), "NEG": Counter()}
    for tokens, label in zip(reviews, labels):
        result = counts[label].update(tokens)
    return result


# %% right: a Counter for each class
from collections import Counter


def count_words(reviews, labels):
    counts = {"POS": Counter(), "NEG": Counter()}
    for tokens, label in zip(reviews, labels):
        counts[label].update(tokens)
    return counts


# %% wrong: changed - a defaultdict of defaultdicts, emptying the reviews as it goes
from collections import defaultdict


def count_words(reviews, labels):
    counts = defaultdict(lambda: defaultdict(int))
    while reviews:
        label, tokens = labels.pop(), reviews.pop()
        while tokens:
            counts[label][tokens.pop()] += 1
    return counts


# %% right: numpy's unique, with numpy integers
import numpy as np


def count_words(reviews, labels):
    counts = {}
    for wanted in sorted(set(labels)):
        words = [w for tokens, label in zip(reviews, labels) if label == wanted for w in tokens]
        counts[wanted] = dict(zip(*np.unique(words, return_counts=True)))
    return counts


# %% wrong: changed - the reviews are used up
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    while reviews:
        for token in reviews.pop():
            counts[labels[len(reviews)]][token] = counts[labels[len(reviews)]].get(token, 0) + 1
    return counts


# %% wrong: slow - list.count for each word
def count_words(reviews, labels):
    result = {}
    for label in ("POS", "NEG"):
        words = [w for tokens, c in zip(reviews, labels) if c == label for w in tokens]
        result[label] = {word: words.count(word) for word in words}
    return result


# %% wrong: first_time - a new word begins with 0
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            if token in counts[label]:
                counts[label][token] += 1
            else:
                counts[label][token] = 0
    return counts


# %% wrong: first_time - a new word begins with 1, and is counted then
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts[label].setdefault(token, 1)
            counts[label][token] += 1
    return counts


# %% wrong: ones - each word gets a 1
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts[label][token] = 1
    return counts


# %% wrong: filtered - words have letters only
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in filter(str.isalpha, tokens):
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: filtered - single letters are no words
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            if len(token) > 1:
                counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% wrong: parts - the reviews as one text
def count_words(reviews, labels):
    counts = {}
    for label in ("POS", "NEG"):
        own = [tokens for tokens, c in zip(reviews, labels) if c == label]
        text = " ".join(" ".join(tokens) for tokens in own)
        counts[label] = {word: text.count(word) for tokens in own for word in tokens}
        counts[label].update({"a": 1} if label == "NEG" else {})
    return counts


# %% wrong: swapped - the else belongs to POS
def count_words(reviews, labels):
    pos, neg = {}, {}
    for tokens, label in zip(reviews, labels):
        own = pos if label == "NEG" else neg
        for token in tokens:
            own[token] = own.get(token, 0) + 1
    return {"POS": pos, "NEG": neg}


# %% wrong: totals - the length of the reviews
def count_words(reviews, labels):
    counts = {"POS": 0, "NEG": 0}
    for tokens, label in zip(reviews, labels):
        counts[label] += len(tokens)
    return counts


# %% wrong: shape - no classes
from collections import Counter


def count_words(reviews, labels):
    return Counter(token for tokens in reviews for token in tokens)


# %% wrong: shape - a word, and in it the classes
def count_words(reviews, labels):
    counts = {}
    for tokens, label in zip(reviews, labels):
        for token in tokens:
            counts.setdefault(token, {"POS": 0, "NEG": 0})[label] += 1
    return counts


# %% wrong: names - small letters
def count_words(reviews, labels):
    counts = {"pos": {}, "neg": {}}
    for tokens, label in zip(reviews, labels):
        own = counts[label.lower()]
        for token in tokens:
            own[token] = own.get(token, 0) + 1
    return counts


# %% wrong: TypeError - the review is the word
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(reviews, labels):
        counts[label][tokens] = counts[label].get(tokens, 0) + 1
    return counts


# %% wrong: wrong_type - pairs, the most frequent first
from collections import Counter


def count_words(reviews, labels):
    counts = {"POS": Counter(), "NEG": Counter()}
    for tokens, label in zip(reviews, labels):
        counts[label].update(tokens)
    return {label: own.most_common() for label, own in counts.items()}


# %% wrong: outside - the training reviews are meant
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for tokens, label in zip(train_tokens, train_labels):
        for token in tokens:
            counts[label][token] = counts[label].get(token, 0) + 1
    return counts


# %% right: pandas, exploded and grouped
import pandas as pd


def count_words(reviews, labels):
    table = pd.DataFrame({"word": reviews, "label": labels}).explode("word")
    sizes = table.groupby("label")["word"].value_counts()
    return {
        c: (sizes[c].to_dict() if c in sizes.index.get_level_values(0) else {})
        for c in ("POS", "NEG")
    }


# %% right: chained by itertools
from collections import Counter
from itertools import chain, compress


def count_words(reviews, labels):
    def own(label):
        return compress(reviews, (c == label for c in labels))

    return {label: dict(Counter(chain.from_iterable(own(label)))) for label in ("NEG", "POS")}


# %% right: by index, with try
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for i in range(len(reviews)):
        for j in range(len(reviews[i])):
            try:
                counts[labels[i]][reviews[i][j]] += 1
            except KeyError:
                counts[labels[i]][reviews[i][j]] = 1
    return counts


# %% right: a sum of counters
from collections import Counter


def count_words(reviews, labels):
    pairs = list(zip(reviews, labels))
    return {c: sum((Counter(t) for t, y in pairs if y == c), Counter()) for c in ("POS", "NEG")}


# %% wrong, hidden: other - signs at the ends of a word are no part of it
from collections import Counter


def count_words(reviews, labels):
    pairs = [(w.strip("'-"), c) for ws, c in zip(reviews, labels) for w in ws]
    return {c: dict(Counter(w for w, label in pairs if label == c)) for c in ("POS", "NEG")}


# %% wrong: capitals - tokens are made small first
def count_words(reviews, labels):
    counts = {"POS": {}, "NEG": {}}
    for t, l in zip(reviews, labels):
        for w in t:
            w = w.lower()
            counts[l][w] = counts[l].get(w, 0) + 1
    return counts


# %% right: numpy's unique words
import numpy as np


def count_words(reviews, labels):
    out = {}
    for c in ("POS", "NEG"):
        u, n = np.unique(
            [w for r, l in zip(reviews, labels) if l == c for w in r], return_counts=True
        )
        out[c] = dict(zip(u.tolist(), n.tolist()))
    return out


# %% right: sorted and grouped
from itertools import groupby


def count_words(reviews, labels):
    def tally(c):
        return {
            w: len(list(g))
            for w, g in groupby(sorted(w for r, l in zip(reviews, labels) if l == c for w in r))
        }

    return {c: tally(c) for c in ("POS", "NEG")}


# %% wrong: arguments - the labels are the notebook's
def count_words(reviews):
    return {"POS": {}, "NEG": {}}


# %% right: chained reviews of one class
from collections import Counter
from itertools import chain, compress


def count_words(reviews, labels):
    return {
        wanted: Counter(chain(*compress(reviews, [label == wanted for label in labels])))
        for wanted in ("POS", "NEG")
    }
