# %% wrong: sum - shuffles are sums
def shuffled_mean(scores_a, scores_b, signs):
    return float(sum(s * (a - b) for a, b, s in zip(scores_a, scores_b, signs)))

# %% wrong: reversed - b is the new system
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * (b - a) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)

# %% wrong: first_only - the sign belongs to the first score
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * a - b for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)

# %% wrong: sizes - a difference is a distance
def shuffled_mean(scores_a, scores_b, signs):
    return sum(s * abs(a - b) for a, b, s in zip(scores_a, scores_b, signs)) / len(signs)

# %% wrong: left_out - a topic with -1 is not taken
def shuffled_mean(scores_a, scores_b, signs):
    return sum(a - b for a, b, s in zip(scores_a, scores_b, signs) if s == 1) / len(signs)

# %% wrong: ignored - a mean does not depend on the order
def shuffled_mean(scores_a, scores_b, signs):
    return sum(scores_a) / len(signs) - sum(scores_b) / len(signs)

# %% right: two systems whose scores are swapped
def shuffled_mean(scores_a, scores_b, signs):
    first = second = 0
    for a, b, sign in zip(scores_a, scores_b, signs):
        if sign == -1:
            a, b = b, a
        first += a
        second += b
    return (first - second) / len(scores_a)

# %% right: arrays
import numpy as np

def shuffled_mean(scores_a, scores_b, signs):
    return ((np.array(scores_a) - np.array(scores_b)) * signs).mean()
