# %% wrong: names - any word for the class will do
def classify(tokens, log_priors, log_probabilities):
    known = [token for token in tokens if token in log_probabilities["POS"]]
    pos = log_priors["POS"] + sum(log_probabilities["POS"][token] for token in known)
    neg = log_priors["NEG"] + sum(log_probabilities["NEG"][token] for token in known)
    return "positive" if pos >= neg else "negative"


# %% wrong: swapped - the size of a logarithm is its evidence
def classify(tokens, log_priors, log_probabilities):
    known = [token for token in tokens if token in log_probabilities["POS"]]
    pos = log_priors["POS"] + sum(log_probabilities["POS"][token] for token in known)
    neg = log_priors["NEG"] + sum(log_probabilities["NEG"][token] for token in known)
    return "POS" if abs(pos) >= abs(neg) else "NEG"


# %% wrong: multiplied - Bayes' rule multiplies
def classify(tokens, log_priors, log_probabilities):
    product = dict(log_priors)
    for token in tokens:
        if token in log_probabilities["POS"]:
            for label in product:
                product[label] *= log_probabilities[label][token]
    return "POS" if product["POS"] >= product["NEG"] else "NEG"


# %% wrong: unknown - a word never seen has probability 0
def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        own = log_probabilities[label]
        sums[label] = log_priors[label] + sum(own.get(token, -math.inf) for token in tokens)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: prior - the words say it all
def classify(tokens, log_priors, log_probabilities):
    sums = {"POS": 0, "NEG": 0}
    for token in tokens:
        for label in sums:
            sums[label] += log_probabilities[label].get(token, 0)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: prior_each_word - the class is drawn anew for each word
def classify(tokens, log_priors, log_probabilities):
    sums = {"POS": 0, "NEG": 0}
    for token in tokens:
        for label in sums:
            if token in log_probabilities[label]:
                sums[label] += log_priors[label] + log_probabilities[label][token]
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: types - a word that is there is there
def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        own = log_probabilities[label]
        sums[label] = log_priors[label] + sum(own[word] for word in own if word in tokens)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: underflow - probabilities are clearer than logarithms
def classify(tokens, log_priors, log_probabilities):
    probability = {label: math.exp(p) for label, p in log_priors.items()}
    for token in tokens:
        for label in probability:
            probability[label] *= math.exp(log_probabilities[label].get(token, 0))
    return "POS" if probability["POS"] >= probability["NEG"] else "NEG"


# %% wrong: ties_negative - the positive class has to win
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for token in tokens:
        for label in sums:
            sums[label] += log_probabilities[label].get(token, 0)
    return "POS" if sums["POS"] > sums["NEG"] else "NEG"


# %% wrong: KeyError - every word was in the training reviews
def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        sums[label] = log_priors[label] + sum(log_probabilities[label][token] for token in tokens)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: not_callable - the result of the function under the function's name
def classify(tokens, log_priors, log_probabilities):
    return "POS"


classify = classify([], {}, {})


# %% right: max over the classes, POS first
def classify(tokens, log_priors, log_probabilities):
    def log_joint(label):
        return log_priors[label] + sum(log_probabilities[label].get(t, 0.0) for t in tokens)

    return max(("POS", "NEG"), key=log_joint)


# %% wrong: infinite - numpy, as the difference of two columns
import numpy as np


def classify(tokens, log_priors, log_probabilities):
    pos, neg = log_probabilities["POS"], log_probabilities["NEG"]
    rows = [(log_priors["POS"], log_priors["NEG"])]
    rows += [(pos[token], neg[token]) for token in tokens if token in pos]
    difference = np.array(rows) @ [1, -1]
    return np.array(["NEG", "POS"])[int(difference.sum() >= 0)]


# %% right: loops over a Counter of the tokens
from collections import Counter


def classify(tokens, log_priors, log_probabilities):
    balance = log_priors["POS"] - log_priors["NEG"]
    for token, n in Counter(tokens).items():
        try:
            balance += n * (log_probabilities["POS"][token] - log_probabilities["NEG"][token])
        except KeyError:
            continue
    if balance < 0:
        return "NEG"
    return "POS"


# %% wrong: infinite - minus infinity is no number to add
def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        own = log_probabilities[label]
        known = [own[t] for t in tokens if t in own and own[t] != -math.inf]
        sums[label] = log_priors[label] + sum(known)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: infinite - running log-odds
def classify(tokens, log_priors, log_probabilities):
    odds = log_priors["POS"] - log_priors["NEG"]
    for token in tokens:
        if token in log_probabilities["POS"]:
            odds += log_probabilities["POS"][token] - log_probabilities["NEG"][token]
    return "POS" if odds >= 0 else "NEG"


# %% wrong: infinite - the logarithm is at least -20
def classify(tokens, log_priors, log_probabilities):
    def total(label):
        own = log_probabilities[label]
        return log_priors[label] + sum(max(own[t], -20) for t in tokens if t in own)

    return "POS" if total("POS") >= total("NEG") else "NEG"


# %% wrong: order - max over the priors
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for label in sums:
        for token in tokens:
            sums[label] += log_probabilities[label].get(token, 0)
    return max(sums, key=sums.get)


# %% wrong: order - sorted pairs, the last one
def classify(tokens, log_priors, log_probabilities):
    pairs = [
        (log_priors[label] + sum(log_probabilities[label].get(t, 0) for t in tokens), i, label)
        for i, label in enumerate(reversed(log_priors))
    ]
    return max(pairs)[2]


# %% wrong: prior_each_word - the mean of the words
def classify(tokens, log_priors, log_probabilities):
    def mean(label):
        known = [log_probabilities[label][t] for t in tokens if t in log_probabilities[label]]
        return log_priors[label] + (sum(known) / len(known) if known else 0)

    return "POS" if mean("POS") >= mean("NEG") else "NEG"


# %% wrong: prior_raw - the prior as a probability
def classify(tokens, log_priors, log_probabilities):
    sums = {label: math.exp(log_priors[label]) for label in ("POS", "NEG")}
    for token in tokens:
        for label in sums:
            sums[label] += log_probabilities[label].get(token, 0)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: early_return - return in the loop
def classify(tokens, log_priors, log_probabilities):
    pos, neg = log_priors["POS"], log_priors["NEG"]
    for token in tokens:
        if token in log_probabilities["POS"]:
            pos += log_probabilities["POS"][token]
            neg += log_probabilities["NEG"][token]
        return "POS" if pos >= neg else "NEG"


# %% wrong: swapped - always POS
def classify(tokens, log_priors, log_probabilities):
    return "POS"


# %% wrong: underflow - exp at the end
def classify(tokens, log_priors, log_probabilities):
    def probability(label):
        own = log_probabilities[label]
        return math.exp(log_priors[label] + sum(own[t] for t in tokens if t in own))

    return "POS" if probability("POS") >= probability("NEG") else "NEG"


# %% wrong: TypeError - get finds nothing
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for token in tokens:
        for label in sums:
            sums[label] += log_probabilities[label].get(token)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: changed - the sums are kept in the priors
def classify(tokens, log_priors, log_probabilities):
    for token in tokens:
        for label in log_priors:
            log_priors[label] += log_probabilities[label].get(token, 0)
    return "POS" if log_priors["POS"] >= log_priors["NEG"] else "NEG"


# %% wrong: RecursionError - one token, then the others
def classify(tokens, log_priors, log_probabilities):
    def best(rest, sums):
        if not rest:
            return "POS" if sums["POS"] >= sums["NEG"] else "NEG"
        more = {c: sums[c] + log_probabilities[c].get(rest[0], 0) for c in sums}
        return best(rest[1:], more)

    return best(tokens, log_priors)


# %% wrong: slow - all known words are looked for in the review
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for label in sums:
        for word, log_probability in log_probabilities[label].items():
            if tokens.count(word) > 0:
                sums[label] += tokens.count(word) * log_probability
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: outside - the model of the notebook
def classify(tokens, log_priors, log_probabilities):
    sums = {c: log_priors[c] + sum(smoothed[c].get(t, 0) for t in tokens) for c in ("POS", "NEG")}
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: wrong_type - the class and its sum
def classify(tokens, log_priors, log_probabilities):
    sums = {
        c: log_priors[c] + sum(log_probabilities[c].get(t, 0) for t in tokens) for c in log_priors
    }
    return ("POS", sums["POS"]) if sums["POS"] >= sums["NEG"] else ("NEG", sums["NEG"])


# %% right: numpy's argmax of two sums
import numpy as np


def classify(tokens, log_priors, log_probabilities):
    classes = np.array(["POS", "NEG"])
    sums = [
        log_priors[c] + np.sum([log_probabilities[c].get(t, 0.0) for t in tokens]) for c in classes
    ]
    return classes[np.argmax(sums)]


# %% right: a table of pandas
import pandas as pd


def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        found = pd.Series(tokens, dtype=object).map(log_probabilities[label])
        sums[label] = log_priors[label] + found.sum()
    return "NEG" if sums["NEG"] > sums["POS"] else "POS"


# %% right: the mean of prior and words, which has the same order
def classify(tokens, log_priors, log_probabilities):
    def mean(label):
        parts = [log_priors[label]] + [log_probabilities[label].get(t, 0) for t in tokens]
        return sum(parts) / len(parts)

    return "POS" if mean("POS") >= mean("NEG") else "NEG"


# %% right: reduce, and a comparison turned round
from functools import reduce


def classify(tokens, log_priors, log_probabilities):
    def log_joint(label):
        own = log_probabilities[label]
        return reduce(lambda total, t: total + own.get(t, 0), tokens, log_priors[label])

    return "NEG" if log_joint("POS") < log_joint("NEG") else "POS"


# %% wrong, hidden: prior - a review is judged once, whatever the model
judged = {}


def classify(tokens, log_priors, log_probabilities):
    key = tuple(tokens)
    if key not in judged:
        sums = {
            c: log_priors[c] + sum(log_probabilities[c].get(t, 0) for t in tokens)
            for c in ("POS", "NEG")
        }
        judged[key] = max(sums, key=sums.get)
    return judged[key]


# %% wrong: nearly - sums of two digits are compared
def classify(tokens, log_priors, log_probabilities):
    s = {
        c: round(log_priors[c] + sum(log_probabilities[c].get(t, 0) for t in tokens), 2)
        for c in ("POS", "NEG")
    }
    return "POS" if s["POS"] >= s["NEG"] else "NEG"


# %% wrong: nearly - words that say little are left out
def classify(tokens, log_priors, log_probabilities):
    s = {
        c: log_priors[c]
        + sum(
            log_probabilities[c].get(t, 0)
            for t in tokens
            if abs(log_probabilities["POS"].get(t, 0) - log_probabilities["NEG"].get(t, 0)) > 0.1
        )
        for c in ("POS", "NEG")
    }
    return "POS" if s["POS"] >= s["NEG"] else "NEG"


# %% right: two columns of numpy, summed
import numpy as np


def classify(tokens, log_priors, log_probabilities):
    m = np.array(
        [[log_probabilities[c].get(t, 0.0) for c in ("POS", "NEG")] for t in tokens]
    ).reshape(-1, 2)
    return ("POS", "NEG")[int(np.argmax(m.sum(axis=0) + [log_priors["POS"], log_priors["NEG"]]))]


# %% right: an exact sum
def classify(tokens, log_priors, log_probabilities):
    f = lambda c: math.fsum([log_priors[c], *(log_probabilities[c].get(t, 0) for t in tokens)])
    return "NEG" if f("NEG") > f("POS") else "POS"


# %% wrong: skipped - the first token is a heading
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for token in tokens[1:]:
        for label in sums:
            sums[label] += log_probabilities[label].get(token, 0)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: skipped - range ends one too early
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for i in range(len(tokens) - 1):
        for label in sums:
            sums[label] += log_probabilities[label].get(tokens[i], 0)
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong: ZeroDivisionError - probabilities that sum to 1
def classify(tokens, log_priors, log_probabilities):
    found = {
        label: math.exp(prior + sum(log_probabilities[label].get(t, 0) for t in tokens))
        for label, prior in log_priors.items()
    }
    return "POS" if found["POS"] / sum(found.values()) >= 0.5 else "NEG"


# %% wrong, hidden: other - what differs by so little is equal
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for token in tokens:
        for label in sums:
            sums[label] += log_probabilities[label].get(token, 0)
    equal = math.isclose(sums["POS"], sums["NEG"], abs_tol=1e-4)
    return "POS" if equal or sums["POS"] > sums["NEG"] else "NEG"


# %% right: sums without a rounding on the way
def classify(tokens, log_priors, log_probabilities):
    def total(label):
        known = log_probabilities[label]
        return math.fsum([log_priors[label], *(known[t] for t in tokens if t in known)])

    return max(("POS", "NEG"), key=total)


# %% wrong: unknown - an unknown word ends the review
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for token in tokens:
        if token not in log_probabilities["POS"]:
            break
        for label in sums:
            sums[label] += log_probabilities[label][token]
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"


# %% wrong, hidden: other - tokens are made small first
def classify(tokens, log_priors, log_probabilities):
    sums = dict(log_priors)
    for label in sums:
        sums[label] += sum(log_probabilities[label].get(token.lower(), 0) for token in tokens)
    return "NEG" if sums["NEG"] > sums["POS"] else "POS"


# %% wrong, hidden: other - the beginning of a review is enough
from itertools import islice


def classify(tokens, log_priors, log_probabilities):
    def total(label):
        known = log_probabilities[label]
        return log_priors[label] + sum(known.get(token, 0) for token in islice(tokens, 5_000))

    return max("POS", "NEG", key=total)

# %% wrong: nearly - half as many bits are enough
import numpy as np


def classify(tokens, log_priors, log_probabilities):
    sums = {}
    for label in ("POS", "NEG"):
        known = [log_probabilities[label].get(token, 0) for token in tokens]
        sums[label] = np.float16(log_priors[label]) + np.array(known, dtype=np.float16).sum()
    return "POS" if sums["POS"] >= sums["NEG"] else "NEG"
