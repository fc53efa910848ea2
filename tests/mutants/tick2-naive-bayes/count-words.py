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

# %% right: a defaultdict of defaultdicts, emptying the reviews as it goes
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
