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

# %% right: numpy, as the difference of two columns
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
