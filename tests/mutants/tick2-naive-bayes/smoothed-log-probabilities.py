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


# %% wrong: changed - sets a default in the counts it is given
def smoothed_log_probabilities(counts, omega):
    pos, neg = counts["POS"], counts["NEG"]
    for word in set(pos) ^ set(neg):
        pos.setdefault(word, 0)
        neg.setdefault(word, 0)

    def logs(own):
        denominator = math.fsum(own.values()) + len(pos) * omega
        return {word: math.log((own[word] + omega) / denominator) for word in own}

    return {"POS": logs(pos), "NEG": logs(neg)}


# %% wrong: unsmoothed - omega is forgotten
def smoothed_log_probabilities(counts, omega):
    return word_log_probabilities(counts)


# %% wrong: unseen_only - a word that lacks gets omega
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {w: math.log((own[w] if w in own else omega) / total) for w in vocabulary}
    return result


# %% wrong: both_totals - one total for both
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    total = sum(sum(own.values()) for own in counts.values()) + omega * len(vocabulary)
    return {
        label: {w: math.log((own.get(w, 0) + omega) / total) for w in vocabulary}
        for label, own in counts.items()
    }


# %% wrong: whole - a whole omega
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    omega = max(int(omega), omega if omega < 1 else 0)
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {w: math.log((own.get(w, 0) + omega) / total) for w in vocabulary}
    return result


# %% wrong: own_vocabulary - only the class's own words get an entry
def smoothed_log_probabilities(counts, omega):
    size = len(set(counts["POS"]) | set(counts["NEG"]))
    return {
        label: {
            w: math.log((n + omega) / (sum(own.values()) + omega * size)) for w, n in own.items()
        }
        for label, own in counts.items()
    }


# %% wrong: base - log10
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {w: math.log10((own.get(w, 0) + omega) / total) for w in vocabulary}
    return result


# %% wrong: rounded - rounded for the table
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {w: round(math.log((own.get(w, 0) + omega) / total), 3) for w in vocabulary}
    return result


# %% wrong: early_return - return in the loop
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        total = sum(own.values()) + omega * len(vocabulary)
        result[label] = {w: math.log((own.get(w, 0) + omega) / total) for w in vocabulary}
        return result


# %% wrong: changed - omega is added to the counts
def smoothed_log_probabilities(counts, omega):
    vocabulary = set(counts["POS"]) | set(counts["NEG"])
    result = {}
    for label, own in counts.items():
        for word in vocabulary:
            own[word] = own.get(word, 0) + omega
        total = sum(own.values())
        result[label] = {w: math.log(n / total) for w, n in own.items()}
    return result


# %% wrong: printed - shown
def smoothed_log_probabilities(counts, omega):
    for label, own in counts.items():
        for w in set(counts["POS"]) | set(counts["NEG"]):
            print(label, w, math.log((own.get(w, 0) + omega) / (sum(own.values()) + 4 * omega)))


# %% right: fractions until the logarithm
from fractions import Fraction


def smoothed_log_probabilities(counts, omega):
    words = {w for own in counts.values() for w in own}
    result = {}
    for label in counts:
        total = Fraction(omega) * len(words) + sum(counts[label].values())
        result[label] = {
            w: math.log((counts[label].get(w, 0) + Fraction(omega)) / total) for w in words
        }
    return result


# %% right: pandas
import numpy as np
import pandas as pd


def smoothed_log_probabilities(counts, omega):
    table = (
        pd.DataFrame({c: pd.Series(own, dtype=float) for c, own in counts.items()}).fillna(0)
        + omega
    )
    return np.log(table.div(table.sum())).to_dict()


# %% wrong: common - |V| counts the words in common
def smoothed_log_probabilities(counts, omega):
    v = counts["POS"].keys() | counts["NEG"].keys()
    n = len(counts["POS"].keys() & counts["NEG"].keys())
    return {
        c: {w: math.log((d.get(w, 0) + omega) / (t + omega * n)) for w in v}
        for c, d in counts.items()
        for t in [sum(d.values())]
    }


# %% wrong: one_more - |V| has a place for unknown words
def smoothed_log_probabilities(counts, omega):
    v = counts["POS"].keys() | counts["NEG"].keys()
    return {
        c: {w: math.log((d.get(w, 0) + omega) / (t + omega * (len(v) + 1))) for w in v}
        for c, d in counts.items()
        for t in [sum(d.values())]
    }


# %% right: a table of pandas
import pandas as pd, numpy as np


def smoothed_log_probabilities(counts, omega=1):
    df = pd.DataFrame(counts).fillna(0).add(omega)
    return np.log(df.div(df.sum())).to_dict()


# %% wrong: not_times_omega - omega and the size of the vocabulary are both added
def smoothed_log_probabilities(counts, omega):
    words = {*counts["POS"], *counts["NEG"]}
    found = {}
    for label, of_class in counts.items():
        total = sum(of_class.values()) + omega + len(words)
        found[label] = {w: math.log((of_class.get(w, 0) + omega) / total) for w in words}
    return found


# %% wrong: arguments - omega is 1
def smoothed_log_probabilities(counts):
    return {"POS": {}, "NEG": {}}


# %% wrong, hidden: other - omega is at least a half
def smoothed_log_probabilities(counts, omega):
    words, omega, found = {*counts["POS"], *counts["NEG"]}, max(omega, 0.5), {}
    for label, of_class in counts.items():
        total = sum(of_class.values()) + omega * len(words)
        found[label] = {w: math.log((of_class.get(w, 0) + omega) / total) for w in words}
    return found


# %% right: the answer before, given other counts
def smoothed_log_probabilities(counts, omega):
    words = {*counts["POS"], *counts["NEG"]}
    more = {label: {w: counts[label].get(w, 0) + omega for w in words} for label in counts}
    return word_log_probabilities(more)


# %% wrong: precedence - brackets around the count only
def smoothed_log_probabilities(counts, omega):
    words = counts["POS"].keys() | counts["NEG"].keys()
    totals = {label: sum(counts[label].values()) for label in counts}
    return {
        label: {
            w: math.log((counts[label].get(w, 0) + omega) / totals[label] + omega * len(words))
            for w in words
        }
        for label in counts
    }


# %% wrong: precedence - brackets around the total only
def smoothed_log_probabilities(counts, omega):
    words = counts["POS"].keys() | counts["NEG"].keys()
    totals = {label: sum(counts[label].values()) + omega * len(words) for label in counts}
    return {
        label: {w: math.log(counts[label].get(w, 0) + omega / totals[label]) for w in words}
        for label in counts
    }


# %% wrong, hidden: other - a constant below one hundredth is none
import math


def smoothed_log_probabilities(counts, omega):
    omega, vocabulary = max(omega, 0.01), counts["POS"] | counts["NEG"]
    return {
        c: {
            word: math.log(
                (counts[c].get(word, 0) + omega)
                / (sum(counts[c].values()) + omega * len(vocabulary))
            )
            for word in vocabulary
        }
        for c in ("POS", "NEG")
    }
