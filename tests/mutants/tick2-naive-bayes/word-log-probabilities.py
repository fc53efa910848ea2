# %% wrong: probabilities - shares are probabilities, and that is it
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {word: own.get(word, 0) / sum(own.values()) for word in vocabulary}
        for label, own in counts.items()
    }

# %% wrong: own_vocabulary - a class speaks of its own words only
def word_log_probabilities(counts):
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {word: math.log(n / total) for word, n in own.items()}
    return result

# %% wrong: both_totals - the total is that of all the words in the corpus
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    total = sum(counts["POS"].values()) + sum(counts["NEG"].values())
    return {
        label: {
            word: math.log(own[word] / total) if word in own else -math.inf for word in vocabulary
        }
        for label, own in counts.items()
    }

# %% wrong: types - len gives the number of words
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {
            word: math.log(own[word] / len(own)) if word in own else -math.inf
            for word in vocabulary
        }
        for label, own in counts.items()
    }

# %% wrong: posterior - of all the times the word occurs, how many are in this class?
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {"POS": {}, "NEG": {}}
    for word in vocabulary:
        total = counts["POS"].get(word, 0) + counts["NEG"].get(word, 0)
        for label in result:
            n = counts[label].get(word, 0)
            result[label][word] = math.log(n / total) if n else -math.inf
    return result

# %% wrong: zero - the logarithm of nothing is nothing
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {
            word: math.log(own[word] / sum(own.values())) if word in own else 0
            for word in vocabulary
        }
        for label, own in counts.items()
    }

# %% wrong: ValueError - math.log knows minus infinity
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {word: math.log(own.get(word, 0) / sum(own.values())) for word in vocabulary}
        for label, own in counts.items()
    }

# %% wrong: KeyError - counts give 0 for a word that is not there
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label in counts:
        total = sum(counts[label].values())
        result[label] = {}
        for word in vocabulary:
            n = counts[label][word]
            result[label][word] = math.log(n / total) if n > 0 else -math.inf
    return result

# %% right: numpy arrays, where the logarithm of 0 is minus infinity
import numpy as np

def word_log_probabilities(counts):
    vocabulary = sorted(counts["POS"] | counts["NEG"])
    table = np.array([[own.get(word, 0) for word in vocabulary] for own in counts.values()])
    with np.errstate(divide="ignore"):
        logs = np.log(table) - np.log(table.sum(axis=1, keepdims=True))
    return {label: dict(zip(vocabulary, row)) for label, row in zip(counts, logs)}

# %% right: written over the counts themselves, zeros put in first
def word_log_probabilities(counts):
    words = [*counts["POS"], *counts["NEG"]]
    for own in counts.values():
        total = sum(own.values())
        for word in words:
            own.setdefault(word, 0)
        for word, n in own.items():
            own[word] = math.log(n) - math.log(total) if n else float("-inf")
    return counts

# %% right: a Counter of each class, and try
from collections import Counter

def log(share):
    try:
        return math.log(share)
    except ValueError:
        return -math.inf

def word_log_probabilities(counts):
    own = {label: Counter(words) for label, words in counts.items()}
    vocabulary = own["POS"] + own["NEG"]
    return {
        label: {word: log(own[label][word] / own[label].total()) for word in vocabulary}
        for label in own
    }
