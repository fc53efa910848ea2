# %% wrong: ascending - sorted puts the largest first
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency.items(), key=lambda pair: (pair[1], pair[0]))


# %% wrong: ties - Counter sorts as the question asks
from collections import Counter


def rank_words(reviews):
    return Counter(token for tokens in reviews for token in tokens).most_common()


# %% wrong: alphabetical - pairs are sorted by frequency of their own accord
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency.items())


# %% wrong: documents - set takes care of repetitions
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in set(tokens):
            frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: words_only - sorting a dictionary sorts its items
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency, key=lambda word: (-frequency[word], word))


# %% wrong: swapped - what is sorted by comes first
def rank_words(reviews):
    tokens = [token for review in reviews for token in review]
    pairs = [(tokens.count(word), word) for word in set(tokens)]
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))


# %% wrong: first_review - return belongs to the loop
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
        return sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: last_review - the count is made where it is used
def rank_words(reviews):
    for tokens in reviews:
        frequency = {}
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: KeyError - an entry that is missing starts at 0
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] += 1
    return sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: TypeError - the reviews are one list of words
def rank_words(reviews):
    frequency = {}
    for token in reviews:
        frequency[token] = frequency.get(token, 0) + 1
    return sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: wrong_type - a sorted dictionary is a ranking
def rank_words(reviews):
    frequency = {}
    for tokens in reviews:
        for token in tokens:
            frequency[token] = frequency.get(token, 0) + 1
    return dict(sorted(frequency.items(), key=lambda pair: (-pair[1], pair[0])))


# %% right: sorted twice, by word and then by frequency
from collections import Counter


def rank_words(reviews):
    counts = Counter()
    for tokens in reviews:
        counts.update(tokens)
    by_word = sorted(counts.items())
    return sorted(by_word, key=lambda pair: pair[1], reverse=True)


# %% right: runs of equal words in the sorted text
from itertools import chain, groupby


def rank_words(reviews):
    runs = groupby(sorted(chain.from_iterable(reviews)))
    pairs = [(-len(list(run)), word) for word, run in runs]
    return [(word, -negative) for negative, word in sorted(pairs)]


# %% right: numpy's unique words, so that words and counts are numpy's
import numpy as np


def rank_words(reviews):
    words, counts = np.unique(np.concatenate([r for r in reviews if r]), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return list(zip(words[order], counts[order]))


# %% wrong: changed - what was counted is not needed any more
def rank_words(reviews):
    counts = {}
    while reviews:
        tokens = reviews.pop()
        while tokens:
            token = tokens.pop()
            counts[token] = counts.setdefault(token, 0) + 1
    words = sorted(counts)
    words.sort(key=counts.get, reverse=True)
    return [(word, counts[word]) for word in words]


# %% wrong: changed - the list it is given may be sorted in place
def rank_words(reviews):
    counts = {}
    for tokens in reviews:
        tokens.sort()
        for token in tokens:
            counts[token] = counts.get(token, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: slow - lists of words are added up to one
from collections import Counter


def rank_words(reviews):
    tokens = sum(reviews, [])
    return sorted(Counter(tokens).items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: slow - each word is counted in the whole text
def rank_words(reviews):
    tokens = [token for review in reviews for token in review]
    pairs = [(word, tokens.count(word)) for word in set(tokens)]
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))


# %% wrong: letters - numbers and words with signs are no words
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens if token.isalpha())
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: dropped - stop words tell nothing
from collections import Counter

STOP = {"a", "i", "the", "and", "of", "10"}


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens if token not in STOP)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: long - single letters are no words
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens if len(token) > 1)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: cut - ten are shown
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:10]


# %% wrong: ties - the whole key in reverse
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens)
    return sorted(counts.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)


# %% wrong: ties - pandas sorts as the question asks
import pandas as pd


def rank_words(reviews):
    counts = pd.Series([token for tokens in reviews for token in tokens]).value_counts()
    return list(counts.items())


# %% wrong: wrong_type - a pair can be a list
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens)
    return [[w, f] for w, f in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]


# %% wrong: wrong_type - a table is as good
import pandas as pd


def rank_words(reviews):
    counts = pd.Series([token for tokens in reviews for token in tokens]).value_counts()
    return counts.reset_index()


# %% wrong: printed - the ranking is there to be read
from collections import Counter


def rank_words(reviews):
    counts = Counter(token for tokens in reviews for token in tokens)
    print(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:3])


# %% wrong: unanswered - sort gives the list back
from collections import Counter


def rank_words(reviews):
    pairs = list(Counter(token for tokens in reviews for token in tokens).items())
    return pairs.sort(key=lambda pair: (-pair[1], pair[0]))


# %% right: pandas, sorted by two columns
import pandas as pd


def rank_words(reviews):
    words = pd.Series([token for tokens in reviews for token in tokens])
    table = words.value_counts().rename_axis("word").reset_index(name="n")
    table = table.sort_values(["n", "word"], ascending=[False, True])
    return list(zip(table["word"], table["n"]))


# %% right: reduce over counters that are updated
from collections import Counter
from functools import reduce


def rank_words(reviews):
    def add(counts, tokens):
        counts.update(tokens)
        return counts

    counts = reduce(add, reviews, Counter())
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))


# %% right: an exception starts a word's count
def rank_words(reviews):
    counts = {}
    for tokens in reviews:
        for token in tokens:
            try:
                counts[token] += 1
            except KeyError:
                counts[token] = 1
    by_frequency = {}
    for word, count in counts.items():
        by_frequency.setdefault(count, []).append(word)
    result = []
    for count in sorted(by_frequency, reverse=True):
        for word in sorted(by_frequency[count]):
            result.append((word, count))
    return result


# %% right: a heap
import heapq
from collections import defaultdict


def rank_words(reviews):
    counts = defaultdict(int)
    for tokens in reviews:
        for token in tokens:
            counts[token] += 1
    heap = [(-count, word) for word, count in counts.items()]
    heapq.heapify(heap)
    ranked = []
    while heap:
        count, word = heapq.heappop(heap)
        ranked.append((word, -count))
    return ranked


# %% right: named tuples of a table's rows
from labkit.laws import rank_frequency


def rank_words(reviews):
    return list(rank_frequency(reviews).itertuples(index=False))


# %% wrong, hidden: other - an apostrophe at the beginning of a word is a quotation mark
from collections import Counter


def rank_words(reviews):
    counts = Counter(word.strip("'-") for review in reviews for word in review)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# %% right: named tuples of numpy's numbers
from collections import namedtuple

import numpy as np

Entry = namedtuple("Entry", "word frequency")


def rank_words(reviews):
    words, counts = np.unique([word for review in reviews for word in review], return_counts=True)
    return [Entry(str(words[i]), counts[i]) for i in np.lexsort((words, -counts))]


# %% wrong, hidden: other - marks at a word's ends have no place in the alphabet
from collections import Counter


def rank_words(reviews):
    counts = Counter(t for r in reviews for t in r)
    return sorted(counts.items(), key=lambda p: (-p[1], p[0].strip("'-")))


# %% right: named tuples, with numpy's numbers
from typing import NamedTuple
import numpy as np


class Ranked(NamedTuple):
    word: str
    n: int


def rank_words(reviews):
    words, n = np.unique([t for r in reviews for t in r], return_counts=True)
    return [Ranked(words[i], n[i]) for i in np.lexsort((words, -n))]


# %% right: a dataclass that knows its order
from dataclasses import dataclass, field
from collections import Counter


@dataclass(order=True, frozen=True)
class InOrder:
    key: int
    word: str


def rank_words(reviews):
    counts = Counter(t for r in reviews for t in r)
    return [(e.word, -e.key) for e in sorted(InOrder(-n, w) for w, n in counts.items())]


# %% wrong: capitals - tokens are made small first
def rank_words(reviews):
    from collections import Counter

    return sorted(
        Counter(w.lower() for r in reviews for w in r).items(), key=lambda p: (-p[1], p[0])
    )


# %% right: a Counter of sorted words
from collections import Counter


def rank_words(reviews):
    return Counter(sorted(w for r in reviews for w in r)).most_common()


# %% right: words in buckets of their frequency
from collections import defaultdict


def rank_words(reviews):
    n = defaultdict(int)
    for r in reviews:
        for w in r:
            n[w] += 1
    by = defaultdict(list)
    for w, k in n.items():
        by[k].append(w)
    return [(w, k) for k in sorted(by, reverse=True) for w in sorted(by[k])]


# %% wrong, hidden: other - ten thousand words are enough for the figure
from collections import Counter


def rank_words(reviews):
    counted = Counter(token for tokens in reviews for token in tokens)
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:10_000]


# %% wrong, hidden: other - letters with marks are others written badly
import unicodedata
from collections import Counter


def rank_words(reviews):
    plain = lambda word: unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    counted = Counter(plain(token) for tokens in reviews for token in tokens)
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))


# %% wrong: wrong_type - pairs as zip makes them
from collections import Counter


def rank_words(reviews):
    counted = Counter(token for tokens in reviews for token in tokens)
    return zip(*zip(*sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))))


# %% wrong: arguments - the reviews are the notebook's
def rank_words():
    return []
