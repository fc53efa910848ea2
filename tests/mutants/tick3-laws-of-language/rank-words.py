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

# %% right: empties the reviews it is given
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
