# %% wrong: of_all - divided by all pairs
def still_wins(pairs, low, high):
    wins = sum(gain > 0 for p, gain in pairs if low <= p < high)
    return wins / len(pairs)

# %% wrong: ties - not behind is ahead
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(gain >= 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: ties_left_out - without a winner a pair does not count
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high and gain != 0]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: count - how many win
def still_wins(pairs, low, high):
    return sum(gain > 0 for p, gain in pairs if low <= p < high)

# %% wrong: percentage - as the table prints it
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return 100 * sum(gain > 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: losses - the pairs that turn round
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(gain < 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: cumulative - all that are below high
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if p < high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: no_bin - every pair
def still_wins(pairs, low, high):
    return sum(gain > 0 for p, gain in pairs) / len(pairs)

# %% wrong: upper_end - high belongs to the bin
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p <= high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: lower_end - low belongs to the bin before
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low < p < high]
    return sum(gain > 0 for gain in elsewhere) / len(elsewhere)

# %% wrong: mean_gain - the mean gain of the bin
def still_wins(pairs, low, high):
    elsewhere = [gain for p, gain in pairs if low <= p < high]
    return sum(elsewhere) / len(elsewhere)

# %% right: two counts in a loop
def still_wins(pairs, low, high):
    wins = total = 0
    for p, gain in pairs:
        if p >= low and p < high:
            total += 1
            if gain > 0:
                wins += 1
    return wins / total

# %% right: numpy's mean of truth values
import numpy as np

def still_wins(pairs, low, high):
    p, gain = np.array(pairs).T
    return (gain[(p >= low) & (p < high)] > 0).mean()
