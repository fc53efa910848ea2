# %% wrong: accuracy - the best accuracy is the result of tuning
def tune_strong_weight(reviews, labels, lexicon, weights):
    return max(
        accuracy([classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews], labels)
        for weight in weights
    )

# %% wrong: position - argmax gives the best weight
import numpy as np

def tune_strong_weight(reviews, labels, lexicon, weights):
    return np.argmax([
        accuracy([classify_by_magnitude(tokens, lexicon, weight) for tokens in reviews], labels)
        for weight in weights
    ])

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

# %% right: sorts the list it is given and counts down to the smallest
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
