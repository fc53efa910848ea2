# %% wrong: of_types - the share of the words is that of the entries
def unseen_share(counts):
    return sum(frequency == 1 for frequency in counts.values()) / len(counts)


# %% wrong: number - how many words occur once
def unseen_share(counts):
    return list(counts.values()).count(1)


# %% wrong: rest - the share that was seen more than once
def unseen_share(counts):
    return sum(f for f in counts.values() if f > 1) / sum(counts.values())


# %% wrong: types - every type was new once
def unseen_share(counts):
    return len(counts) / sum(counts.values())


# %% wrong: floor - two strokes divide as one does
def unseen_share(counts):
    return list(counts.values()).count(1) // sum(counts.values())


# %% wrong: percentage - a share is given in per cent
def unseen_share(counts):
    return 100 * list(counts.values()).count(1) / sum(counts.values())


# %% wrong: rounded - two digits are enough
def unseen_share(counts):
    return round(list(counts.values()).count(1) / sum(counts.values()), 2)


# %% wrong: wrong_type - the share as it is printed
def unseen_share(counts):
    return f"{list(counts.values()).count(1) / sum(counts.values()):.1%}"


# %% right: counted in a loop
def unseen_share(counts):
    once = tokens = 0
    for word in counts:
        tokens += counts[word]
        if counts[word] == 1:
            once += 1
    return once / tokens


# %% right: numpy's mean over the tokens
import numpy as np


def unseen_share(counts):
    frequency = np.array(list(counts.values()))
    return np.mean(np.repeat(frequency == 1, frequency))


# %% right: how many words have each frequency
from collections import Counter


def unseen_share(counts):
    number = Counter(counts.values())
    return number[1] / sum(f * n for f, n in number.items())


# %% wrong: rarest - the rarest words are those that occur once
def unseen_share(counts):
    rarest = min(counts.values())
    return sum(f == rarest for f in counts.values()) / sum(counts.values())


# %% wrong: odds - once against more often
def unseen_share(counts):
    once = [f for f in counts.values() if f == 1]
    return len(once) / sum(f for f in counts.values() if f > 1)


# %% wrong: at_most_two - rare words are those up to two
def unseen_share(counts):
    return sum(f <= 2 for f in counts.values()) / sum(counts.values())


# %% wrong: without_once - the words that occur more than once
def unseen_share(counts):
    return sum(f > 1 for f in counts.values()) / sum(counts.values())


# %% wrong: percentage - whole per cents are enough
def unseen_share(counts):
    return list(counts.values()).count(1) / sum(counts.values()) * 100


# %% wrong: rounded - four digits are enough
def unseen_share(counts):
    return round(list(counts.values()).count(1) / sum(counts.values()), 4)


# %% wrong: printed - the share is there to be read
def unseen_share(counts):
    print(list(counts.values()).count(1) / sum(counts.values()))


# %% wrong: changed - words that occur more often are taken out
def unseen_share(counts):
    total = sum(counts.values())
    for word in list(counts):
        if counts[word] > 1:
            del counts[word]
    return len(counts) / total


# %% right: an exact fraction
from fractions import Fraction


def unseen_share(counts):
    return Fraction(sum(1 for f in counts.values() if f == 1), sum(counts.values()))


# %% right: pandas
import pandas as pd


def unseen_share(counts):
    frequency = pd.Series(counts)
    return (frequency == 1).sum() / frequency.sum()


# %% right: each token is left out in turn
def unseen_share(counts):
    unseen = [f for f in counts.values() if f - 1 == 0]
    return sum(unseen) / sum(counts.values())


# %% right: filter and len
def unseen_share(counts):
    return len(list(filter(lambda w: counts[w] == 1, counts))) / sum(counts.values())


# %% wrong: floor - the loop ends at the first word that occurs more often
def unseen_share(counts):
    s = 0
    for v in counts.values():
        if v != 1:
            break
        s += 1
    return s / sum(counts.values())


# %% right: how many words have each frequency
from collections import Counter


def unseen_share(counts):
    spectrum = Counter(counts.values())
    return spectrum[1] / sum(r * n for r, n in spectrum.items())


# %% wrong, hidden: other - something of the next text has been seen
def unseen_share(counts):
    once = sum(frequency == 1 for frequency in counts.values())
    return min(0.9, once / sum(counts.values()))


# %% wrong: arguments - the text's length is given as well
def unseen_share(counts, length):
    return sum(frequency == 1 for frequency in counts.values()) / length

# %% wrong, hidden: not_at_all - at most once is once
def unseen_share(counts):
    return sum(frequency <= 1 for frequency in counts.values()) / sum(counts.values())
