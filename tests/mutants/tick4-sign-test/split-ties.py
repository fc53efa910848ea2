# %% wrong: down - two strokes halve a whole number
def split_ties(plus, minus, ties):
    return ties // 2 + min(plus, minus), 2 * (ties // 2) + plus + minus

# %% wrong: halves - half an event is an event
def split_ties(plus, minus, ties):
    return ties / 2 + min(plus, minus), ties + plus + minus

# %% wrong: all - each side gets the ties
def split_ties(plus, minus, ties):
    return ties + min(plus, minus), 2 * ties + plus + minus

# %% wrong: dropped - a tie is no event
def split_ties(plus, minus, ties):
    return min(plus, minus), plus + minus

# %% wrong: larger - k belongs to the winner
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    return half + max(plus, minus), 2 * half + plus + minus

# %% wrong: swapped - the number of events comes first
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    return 2 * half + plus + minus, half + min(plus, minus)

# %% wrong: n_unchanged - there are as many events as reviews
def split_ties(plus, minus, ties):
    return math.ceil(ties / 2) + min(plus, minus), plus + minus + ties

# %% wrong: wrong_type - numpy rounds up to a whole number
import numpy as np

def split_ties(plus, minus, ties):
    half = np.ceil(ties / 2)
    return half + min(plus, minus), 2 * half + plus + minus

# %% right: halves rounded up by adding one first
def split_ties(plus, minus, ties):
    a, b = plus + (ties + 1) // 2, minus + (ties + 1) // 2
    return min(a, b), a + b

# %% right: an odd tie makes one more
def split_ties(plus, minus, ties):
    if ties % 2 == 1:
        ties += 1
    smaller = minus if minus < plus else plus
    return smaller + ties // 2, plus + minus + ties

# %% right: floor of the negative, numpy integers
import numpy as np

def split_ties(plus, minus, ties):
    sides = np.sort([plus, minus]) - (-ties // 2)
    return sides[0], sides.sum()
