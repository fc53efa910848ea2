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


# %% wrong: changed - written over the counts themselves, zeros put in first
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


# %% wrong: changed - the zeros are put into the counts
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    for own in counts.values():
        for word in vocabulary:
            own.setdefault(word, 0)
    return {
        label: {w: math.log(n / sum(own.values())) if n else -math.inf for w, n in own.items()}
        for label, own in counts.items()
    }


# %% wrong: tiny - a small number for 0
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(max(own.get(w, 0) / total, 1e-10)) for w in vocabulary}
    return result


# %% wrong: tiny - minus a lot
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(own[w] / total) if w in own else -999 for w in vocabulary}
    return result


# %% wrong: zero - None for a word that is not there
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(own[w] / total) if w in own else None for w in vocabulary}
    return result


# %% wrong: sign - infinity without its sign
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(own[w] / total) if w in own else math.inf for w in vocabulary}
    return result


# %% wrong: base - log10
import numpy as np


def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        with np.errstate(divide="ignore"):
            result[label] = {w: np.log10(own.get(w, 0) / total) for w in vocabulary}
    return result


# %% wrong: common - the words that both have
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) & set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(own[w] / total) for w in vocabulary}
    return result


# %% wrong: own_vocabulary - the words of POS are the vocabulary
def word_log_probabilities(counts):
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {
            w: math.log(own[w] / total) if w in own else -math.inf for w in counts["POS"]
        }
    return result


# %% wrong: vocabulary - divided by the number of words there are
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {
            w: math.log(own[w] / len(vocabulary)) if w in own else -math.inf for w in vocabulary
        }
        for label, own in counts.items()
    }


# %% wrong: smoothed - add-one at once
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + len(vocabulary)
        result[label] = {w: math.log((own.get(w, 0) + 1) / total) for w in vocabulary}
    return result


# %% wrong: log_counts - the logarithm of the count
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {w: math.log(own[w]) if w in own else -math.inf for w in vocabulary}
        for label, own in counts.items()
    }


# %% wrong: rounded - four digits
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    return {
        label: {
            w: round(math.log(own[w] / sum(own.values())), 4) if w in own else -math.inf
            for w in vocabulary
        }
        for label, own in counts.items()
    }


# %% wrong: early_return - return in the loop
def word_log_probabilities(counts):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values())
        result[label] = {w: math.log(own[w] / total) if w in own else -math.inf for w in vocabulary}
        return result


# %% wrong: slow - the vocabulary is made anew for each word
def word_log_probabilities(counts):
    result = {"POS": {}, "NEG": {}}
    for label in result:
        for word in list(counts["POS"]) + list(counts["NEG"]):
            if word in set(counts["POS"]) | set(counts["NEG"]):
                total = sum(counts[label].values())
                n = counts[label].get(word, 0)
                result[label][word] = math.log(n / total) if n else -math.inf
    return result


# %% right: a table of pandas
import numpy as np
import pandas as pd


def word_log_probabilities(counts):
    table = pd.DataFrame({label: pd.Series(own, dtype=float) for label, own in counts.items()})
    table = table.fillna(0)
    with np.errstate(divide="ignore"):
        return np.log(table / table.sum()).to_dict()


# %% right: dictionaries filled with minus infinity first
def word_log_probabilities(counts):
    result = {}
    for label in ("NEG", "POS"):
        log_total = math.log(sum(counts[label].values()))
        result[label] = dict.fromkeys([*counts["NEG"], *counts["POS"]], float("-inf"))
        result[label] |= {w: math.log(n) - log_total for w, n in counts[label].items()}
    return result


# %% wrong: zero - pandas leaves a gap where a word is missing
import numpy as np
import pandas as pd


def word_log_probabilities(counts):
    table = pd.DataFrame(counts)
    return np.log(table / table.sum()).to_dict()


# %% right: pandas, with the gaps filled
import numpy as np
import pandas as pd


def word_log_probabilities(counts):
    table = pd.DataFrame(counts).fillna(0)
    return np.log(table / table.sum()).to_dict()


# %% right: decimal logarithms
from decimal import Decimal


def word_log_probabilities(counts):
    total = {label: sum(counts[label].values()) for label in counts}
    return {
        label: {
            word: (Decimal(counts[label].get(word, 0)) / total[label]).ln()
            for word in {*counts["POS"], *counts["NEG"]}
        }
        for label in counts
    }

# %% wrong: sign - a minus for the logarithms, and one for infinity
def word_log_probabilities(counts):
    found = {}
    for label, words in counts.items():
        total = sum(words.values())
        found[label] = {
            word: -math.log(words[word] / total) if word in words else -math.inf
            for word in counts["POS"] | counts["NEG"]
        }
    return found
