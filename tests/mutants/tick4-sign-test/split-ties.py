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


# %% right: numpy rounds up, as a float
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


# %% wrong: down - round goes to the nearest
def split_ties(plus, minus, ties):
    half = round(ties / 2)
    return half + min(plus, minus), 2 * half + plus + minus


# %% wrong: down - int drops what is behind the point
def split_ties(plus, minus, ties):
    half = int(ties / 2)
    return half + min(plus, minus), 2 * half + plus + minus


# %% wrong: one_side - the odd tie goes to the winner
def split_ties(plus, minus, ties):
    return min(plus, minus) + ties // 2, plus + minus + ties


# %% wrong: k_only - the ties belong to the smaller side
def split_ties(plus, minus, ties):
    return math.ceil(ties / 2) + min(plus, minus), plus + minus


# %% wrong: larger - k is the number of positive events
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    return half + minus, 2 * half + plus + minus


# %% wrong: n_unchanged - only k is rounded
def split_ties(plus, minus, ties):
    return math.ceil(min(plus, minus) + ties / 2), plus + minus + ties


# %% wrong: wrong_type - two in a list
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    return [half + min(plus, minus), 2 * half + plus + minus]


# %% wrong: printed - k and n are there to be read
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    print(half + min(plus, minus), 2 * half + plus + minus)


# %% right: fractions
from fractions import Fraction


def split_ties(plus, minus, ties):
    half = math.ceil(Fraction(ties, 2))
    return Fraction(half + min(plus, minus)), Fraction(2 * half + plus + minus)


# %% right: divmod
def split_ties(plus, minus, ties):
    half, odd = divmod(ties, 2)
    sides = sorted((plus + half + odd, minus + half + odd))
    return sides[0], sum(sides)


# %% right: a named tuple
from typing import NamedTuple


class Split(NamedTuple):
    k: int
    n: int


def split_ties(plus, minus, ties):
    half = ties - ties // 2
    return Split(k=half + min(plus, minus), n=2 * half + plus + minus)


# %% wrong, hidden: down - a single tie cannot be split
def split_ties(plus, minus, ties):
    h = 0 if ties < 2 else math.ceil(ties / 2)
    return h + min(plus, minus), 2 * h + plus + minus


# %% wrong, hidden: other - half a step added, and rounded
def split_ties(plus, minus, ties):
    h = round(ties / 2 + 0.5)
    return h + min(plus, minus), 2 * h + plus + minus


# %% right: rounded up by two signs
def split_ties(plus, minus, ties):
    h = -(-ties // 2)
    return min(plus, minus) + h, plus + minus + 2 * h


# %% wrong: down - each side is rounded to the nearest
def split_ties(plus, minus, ties):
    a, b = round(plus + ties / 2), round(minus + ties / 2)
    return min(a, b), a + b


# %% wrong: sides - the two sides are the pair
def split_ties(plus, minus, ties):
    half = math.ceil(ties / 2)
    return plus + half, minus + half


# %% right: rounded as decimal numbers are
from decimal import ROUND_HALF_UP, Decimal


def split_ties(plus, minus, ties):
    sides = [Decimal(plus) + Decimal(ties) / 2, Decimal(minus) + Decimal(ties) / 2]
    a, b = (side.quantize(Decimal(1), ROUND_HALF_UP) for side in sides)
    return min(a, b), a + b
