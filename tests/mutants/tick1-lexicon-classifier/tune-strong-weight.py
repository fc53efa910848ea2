# %% wrong: accuracy - the best accuracy is the result of tuning
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        accuracy([classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews], labels)
        for weight in weights
    )


# %% wrong: position - argmax gives the best weight
import numpy as np


def tune_strong_weight(reviews, labels, lexicon, weights):
    return np.argmax(
        [
            accuracy([classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews], labels)
            for weight in weights
        ]
    )


# %% wrong: first - return belongs to the loop
def tune_strong_weight(reviews, labels, lexicon, weights):
    best_weight, best_accuracy = None, -1
    for weight in weights:
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) > best_accuracy:
            best_weight, best_accuracy = weight, accuracy(predicted, labels)
        return best_weight


# %% wrong: largest - the accuracy is compared with a record that is never updated
def tune_strong_weight(reviews, labels, lexicon, weights):
    best_accuracy = 0
    for weight in sorted(weights):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) >= best_accuracy:
            best_weight = weight
    return best_weight


# %% wrong: worst - the comparison the wrong way round
def tune_strong_weight(reviews, labels, lexicon, weights):
    best_weight, best_accuracy = None, 1.1
    for weight in sorted(weights):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) < best_accuracy:
            best_weight, best_accuracy = weight, accuracy(predicted, labels)
    return best_weight


# %% wrong: smallest - the simple classifier is the one to tune
def tune_strong_weight(reviews, labels, lexicon, weights):
    def share_right(weight):
        return accuracy([classify_by_count(tokens, lexicon) for tokens in reviews], labels)

    return max(sorted(weights), key=share_right)


# %% wrong: ties - the later of two equally good weights, in the order given
def tune_strong_weight(reviews, labels, lexicon, weights):
    best_weight, best_accuracy = None, 0
    for weight in weights:
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) >= best_accuracy:
            best_weight, best_accuracy = weight, accuracy(predicted, labels)
    return best_weight


# %% wrong: wrong_type - all the best weights are returned
def tune_strong_weight(reviews, labels, lexicon, weights):
    table = {}
    for weight in weights:
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        table[weight] = accuracy(predicted, labels)
    return [weight for weight in sorted(weights) if table[weight] == max(table.values())]


# %% right: accuracy first, then the smaller weight, in one key
def tune_strong_weight(reviews, labels, lexicon, weights):
    def order(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return -accuracy(predicted, labels), weight

    return min(weights, key=order)


# %% right: numpy weights and argmax, sorted first
import numpy as np


def tune_strong_weight(reviews, labels, lexicon, weights):
    weights = np.sort(weights)
    right = np.zeros(len(weights), dtype=int)
    for i, weight in enumerate(weights):
        for tokens, label in zip(reviews, labels):
            right[i] += classify_by_magnitude(tokens, lexicon, weight) == label
    return weights[np.argmax(right)]


# %% wrong: changed - sorts the list it is given and counts down to the smallest
def tune_strong_weight(reviews, labels, lexicon, weights):
    weights.sort(reverse=True)
    best, most = weights[0], 0
    for weight in weights:
        count = sum(
            classify_by_magnitude(tokens, lexicon, weight) == label
            for tokens, label in zip(reviews, labels)
        )
        if count >= most:
            best, most = weight, count
    return best


# %% wrong: changed - sort, then max
def tune_strong_weight(reviews, labels, lexicon, weights):
    weights.sort()
    return max(
        weights,
        key=lambda w: accuracy(
            [classify_by_magnitude(tokens, lexicon, w) for tokens in reviews], labels
        ),
    )


# %% wrong: count - the highest number of right ones
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        sum(classify_by_magnitude(t, lexicon, w) == y for t, y in zip(reviews, labels))
        for w in weights
    )


# %% wrong: pair - the weight and its accuracy
def tune_strong_weight(reviews, labels, lexicon, weights):
    best = (None, -1)
    for w in sorted(weights):
        share = accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
        if share > best[1]:
            best = (w, share)
    return best


# %% wrong: last - the best accuracy so far is not kept
def tune_strong_weight(reviews, labels, lexicon, weights):
    best_accuracy = 0
    for w in weights:
        share = accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
        if share > best_accuracy:
            best_weight = w
    return best_weight


# %% wrong: ties - max takes the first of equals
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        weights,
        key=lambda w: accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels),
    )


# %% wrong: ties - sorted by accuracy and weight, the last one taken
def tune_strong_weight(reviews, labels, lexicon, weights):
    table = sorted(
        (accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels), w)
        for w in weights
    )
    return table[-1][1]


# %% wrong: not_listed - whole numbers are tried
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        range(1, 11),
        key=lambda w: accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels),
    )


# %% wrong: wrong_type - a table of all
def tune_strong_weight(reviews, labels, lexicon, weights):
    return {
        w: accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
        for w in weights
    }


# %% wrong: smallest - the weight is not handed on
def tune_strong_weight(reviews, labels, lexicon, weights):
    best, best_accuracy = None, -1
    for w in sorted(weights):
        share = accuracy([classify_by_magnitude(t, lexicon, 2) for t in reviews], labels)
        if share > best_accuracy:
            best, best_accuracy = w, share
    return best


# %% wrong: first - the loop ends at the first improvement
def tune_strong_weight(reviews, labels, lexicon, weights):
    for w in weights:
        share = accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
        if share > 0:
            return w


# %% wrong: printed - the best is shown
def tune_strong_weight(reviews, labels, lexicon, weights):
    print(
        min(
            weights,
            key=lambda w: (
                -accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels),
                w,
            ),
        )
    )


# %% wrong: slow - the whole lexicon is gone through for each review
def in_review(tokens, lexicon, weight):
    total = 0
    for word in lexicon:
        size = weight if abs(lexicon[word]) >= 2 else 1
        total += tokens.count(word) * (size if lexicon[word] > 0 else -size)
    return "POS" if total >= 0 else "NEG"


def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        sorted(weights), key=lambda w: accuracy([in_review(t, lexicon, w) for t in reviews], labels)
    )


# %% right: a table of pandas, sorted by two columns
import pandas as pd


def tune_strong_weight(reviews, labels, lexicon, weights):
    rows = [
        (w, accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels))
        for w in weights
    ]
    table = pd.DataFrame(rows, columns=["weight", "accuracy"])
    return table.sort_values(["accuracy", "weight"], ascending=[False, True]).iloc[0]["weight"]


# %% right: the smallest of the best ones
def tune_strong_weight(reviews, labels, lexicon, weights):
    table = {}
    for w in weights:
        table[w] = accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
    top = max(table.values())
    return min(w for w, share in table.items() if share == top)


# %% right: the best and its rivals, compared one by one
def tune_strong_weight(reviews, labels, lexicon, weights):
    def share(w):
        return accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)

    best = weights[0]
    for rival in weights[1:]:
        if share(rival) > share(best) or (share(rival) == share(best) and rival < best):
            best = rival
    return best


# %% right: without the helpers of before, as a float
def tune_strong_weight(reviews, labels, lexicon, weights):
    def right(weight):
        n = 0
        for tokens, label in zip(reviews, labels):
            total = 0
            for token in tokens:
                v = lexicon.get(token, 0)
                total += (weight if abs(v) >= 2 else 1) * ((v > 0) - (v < 0))
            n += ("POS" if total >= 0 else "NEG") == label
        return n

    best, most = None, -1
    for weight in sorted(weights):
        if right(weight) > most:
            best, most = weight, right(weight)
    return float(best)


# %% wrong, hidden: other - both classes count alike
def tune_strong_weight(reviews, labels, lexicon, weights):
    def fairness(weight):
        predicted = [classify_by_magnitude(review, lexicon, weight) for review in reviews]
        each = per_class_accuracy([*predicted, "POS", "NEG"], [*labels, "POS", "NEG"])
        return sum(each.values())

    return min(weights, key=lambda weight: (-fairness(weight), weight))


# %% right: the best of two, by recursion
def tune_strong_weight(reviews, labels, lexicon, weights):
    def right(weight):
        return sum(classify_by_magnitude(r, lexicon, weight) == l for r, l in zip(reviews, labels))

    if len(weights) == 1:
        return weights[0]
    first, best = weights[0], tune_strong_weight(reviews, labels, lexicon, weights[1:])
    return min(first, best, key=lambda weight: (-right(weight), weight))


# %% wrong, hidden: other - accuracies have two digits
def tune_strong_weight(reviews, labels, lexicon, weights):
    def order(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return -round(accuracy(predicted, labels), 2), weight

    return min(weights, key=order)


# %% wrong, hidden: unanswered - the best so far is 0
def tune_strong_weight(reviews, labels, lexicon, weights):
    best, top = None, 0
    for weight in sorted(weights):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) > top:
            best, top = weight, accuracy(predicted, labels)
    return best


# %% wrong, hidden: other - the best so far is that of a coin
def tune_strong_weight(reviews, labels, lexicon, weights):
    best, top = 1, 0.5
    for weight in sorted(weights):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if accuracy(predicted, labels) > top:
            best, top = weight, accuracy(predicted, labels)
    return best


# %% wrong, hidden: other - a weight of 1 is none
def tune_strong_weight(reviews, labels, lexicon, weights):
    def order(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return -accuracy(predicted, labels), weight

    return min([w for w in weights if w > 1] or weights, key=order)


# %% wrong, hidden: other - fifty reviews are enough to tell
def tune_strong_weight(reviews, labels, lexicon, weights):
    def order(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews[:50]]
        return -accuracy(predicted, labels[:50]), weight

    return min(weights, key=order)


# %% wrong, hidden: other - the best so far begins at a coin's accuracy
def tune_strong_weight(reviews, labels, lexicon, weights):
    best, ba = min(weights), 0.5
    for w in sorted(weights):
        a = accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
        if a > ba:
            best, ba = w, a
    return best


# %% wrong, hidden: ties - weights sorted as text
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        sorted(weights, key=str),
        key=lambda w: accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels),
    )


# %% right: weights grouped by the number of right ones
from collections import defaultdict


def tune_strong_weight(reviews, labels, lexicon, weights):
    by = defaultdict(list)
    for w in weights:
        by[sum(classify_by_magnitude(t, lexicon, w) == l for t, l in zip(reviews, labels))].append(
            w
        )
    return min(by[max(by)])


# %% right: a series and its idxmax
import pandas as pd


def tune_strong_weight(reviews, labels, lexicon, weights):
    s = pd.Series(
        {
            w: accuracy([classify_by_magnitude(t, lexicon, w) for t in reviews], labels)
            for w in weights
        }
    )
    return s.sort_index().idxmax()


# %% wrong: largest - only the POS reviews that are right count
def tune_strong_weight(reviews, labels, lexicon, weights):
    def right(weight):
        pairs = zip(reviews, labels)
        return sum(classify_by_magnitude(r, lexicon, weight) == t == "POS" for r, t in pairs)

    return max(sorted(weights), key=right)


# %% wrong, hidden: other - accuracies have three digits
def tune_strong_weight(reviews, labels, lexicon, weights):
    def score(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return round(accuracy(predicted, labels), 3), -weight

    return max(weights, key=score)


# %% wrong, hidden: other - the last weight is never tried
def tune_strong_weight(reviews, labels, lexicon, weights):
    weights, best, most = sorted(weights), None, -1
    for i in range(len(weights) - 1):
        predicted = [classify_by_magnitude(tokens, lexicon, weights[i]) for tokens in reviews]
        if accuracy(predicted, labels) > most:
            best, most = weights[i], accuracy(predicted, labels)
    return best


# %% wrong, hidden: other - the weights are climbed up to the first that is worse
def tune_strong_weight(reviews, labels, lexicon, weights):
    best, most = None, -1
    for weight in sorted(weights):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        if (found := accuracy(predicted, labels)) < most:
            break
        if found > most:
            best, most = weight, found
    return best


# %% right: threads, one for each weight
from concurrent.futures import ThreadPoolExecutor


def tune_strong_weight(reviews, labels, lexicon, weights):
    def score(weight):
        predicted = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return accuracy(predicted, labels)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(score, ordered := sorted(weights)))
    return ordered[found.index(max(found))]


# %% wrong, hidden: ties - a set is in order
def tune_strong_weight(reviews, labels, lexicon, weights):
    def right(weight):
        said = [classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews]
        return sum(map(str.__eq__, said, labels))

    return max(set(weights), key=right)
