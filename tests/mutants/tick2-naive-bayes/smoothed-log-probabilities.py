# %% wrong: numerator_only - adding to the counts is all
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: once - what goes to the numerator goes to the denominator
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: own_vocabulary - each class has a vocabulary
def smoothed_log_probabilities(counts, omega):
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(own)
        result[label] = {word: math.log((n + omega) / total) for word, n in own.items()}
    return result

# %% wrong: own_size - all words get an entry, and |V| is the class's own
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(own)
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: counted_twice - the vocabulary is the two lists of words, joined
def smoothed_log_probabilities(counts, omega):
    vocabulary = list(counts["POS"]) + list(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: tokens - |V| is the number of words
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    size = sum(counts["POS"].values()) + sum(counts["NEG"].values())
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * size
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: always_one - smoothing is add-one smoothing
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + len(vocabulary)
        result[label] = {word: math.log((own.get(word, 0) + 1) / total) for word in vocabulary}
    return result

# %% wrong: not_times_omega - the total grows by |V| as in the lecture
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + len(vocabulary)
        result[label] = {word: math.log((own.get(word, 0) + omega) / total) for word in vocabulary}
    return result

# %% wrong: probabilities - the logarithm can wait
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {word: (own.get(word, 0) + omega) / total for word in vocabulary}
    return result

# %% wrong: KeyError - counts give 0 for a word that is not there
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {word: math.log((own[word] + omega) / total) for word in vocabulary}
    return result

# %% right: numpy on a table
import numpy as np

def smoothed_log_probabilities(counts, omega):
    vocabulary = sorted({*counts["POS"], *counts["NEG"]})
    table = omega + np.array([[own.get(w, 0) for w in vocabulary] for own in counts.values()])
    shares = table / table.sum(axis=1)[:, None]
    return {label: dict(zip(vocabulary, row)) for label, row in zip(counts, np.log(shares))}

# %% right: pretends to see the vocabulary, then divides by what there is
from collections import Counter

def smoothed_log_probabilities(counts, omega):
    more = {word: omega for own in counts.values() for word in own}
    result = {}
    for label in ["NEG", "POS"]:
        seen = Counter(more)
        seen.update(counts[label])
        result[label] = {w: math.log(n) - math.log(seen.total()) for w, n in seen.items()}
    return result

# %% right: sets a default in the counts it is given
def smoothed_log_probabilities(counts, omega):
    pos, neg = counts["POS"], counts["NEG"]
    for word in set(pos) ^ set(neg):
        pos.setdefault(word, 0)
        neg.setdefault(word, 0)

    def logs(own):
        denominator = math.fsum(own.values()) + len(pos) * omega
        return {word: math.log((own[word] + omega) / denominator) for word in own}

    return {"POS": logs(pos), "NEG": logs(neg)}
