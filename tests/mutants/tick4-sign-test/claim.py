# %% wrong: direction - negative events speak for A
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive"
    return "A is better" if plus < minus else "B is better"


# %% wrong: always - more wins are better
def claim(plus, minus, ties, alpha):
    if plus == minus:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: never - significant means a large p
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) < 1 - alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: boundary - p has to be below alpha
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) >= alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: equal - no difference was found, so there is none
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "equally good"
    return "A is better" if plus > minus else "B is better"


# %% wrong: one_tailed - we know which side is ahead
def claim(plus, minus, ties, alpha):
    if tail_probability(*split_ties(plus, minus, ties)) > alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: fixed_alpha - the level is 0.05
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > 0.05:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: dropped - the ties do not matter here
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, 0) > alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: PermissionError - the library has it already
from labkit import sign_test


def claim(plus, minus, ties, alpha):
    return sign_test(plus, minus, ties).claim("A", "B", alpha)


# %% wrong: wrong_type - the answer is yes or no
def claim(plus, minus, ties, alpha):
    return sign_test_p(plus, minus, ties) <= alpha


# %% right: the three cases one by one
def claim(plus, minus, ties, alpha):
    significant = sign_test_p(plus, minus, ties) <= alpha
    if significant and plus > minus:
        return "A is better"
    elif significant and minus > plus:
        return "B is better"
    return "inconclusive"


# %% right: the winner's name in a string
def claim(plus, minus, ties, alpha):
    p = sign_test_p(minus, plus, ties)
    return f"{'BA'[plus >= minus]} is better" if p <= alpha else "inconclusive"


# %% right: numpy's choice, a numpy string
import numpy as np


def claim(plus, minus, ties, alpha):
    winner = int(np.sign(plus - minus)) * (sign_test_p(plus, minus, ties) <= alpha)
    return np.array(["inconclusive", "A is better", "B is better"])[winner]


# %% wrong: halved - a two-tailed test uses half of alpha
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha / 2:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: wording - sentences begin with a capital letter and end with a dot
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "Inconclusive."
    return "A is better." if plus > minus else "B is better."


# %% wrong: wording - only the failed test begins with a capital letter
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "Inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: never - p is rounded first, so a small one is not below alpha
def claim(plus, minus, ties, alpha):
    if 1 - sign_test_p(plus, minus, ties) <= 1:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: other - only the winner's letter
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive"
    return "A" if plus > minus else "B"


# %% wrong: printed - the claim is there to be read
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        print("inconclusive")
    elif plus > minus:
        print("A is better")
    else:
        print("B is better")


# %% wrong: unanswered - nothing is to be said of a failed test
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) <= alpha:
        return "A is better" if plus > minus else "B is better"


# %% right: scipy's test
from scipy.stats import binomtest


def claim(plus, minus, ties, alpha):
    half = math.ceil(ties / 2)
    if binomtest(plus + half, plus + minus + 2 * half).pvalue <= alpha:
        return "B is better" if minus > plus else "A is better"
    return "inconclusive"


# %% right: match on what is compared
def claim(plus, minus, ties, alpha):
    match sign_test_p(plus, minus, ties) <= alpha, plus > minus:
        case True, True:
            return "A is better"
        case True, False:
            return "B is better"
        case _:
            return "inconclusive"


# %% wrong, hidden: always - p has three digits
def claim(plus, minus, ties, alpha):
    if round(sign_test_p(plus, minus, ties), 3) <= alpha:
        return "A is better" if plus > minus else "B is better"
    return "inconclusive"


# %% wrong, hidden: always - p has two digits
def claim(plus, minus, ties, alpha):
    if round(sign_test_p(plus, minus, ties), 2) <= alpha:
        return "A is better" if plus > minus else "B is better"
    return "inconclusive"


# %% right: members of an Enum
from enum import StrEnum


class Claim(StrEnum):
    A = "A is better"
    B = "B is better"
    NOBODY = "inconclusive"


def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return Claim.NOBODY
    return Claim.A if plus > minus else Claim.B


# %% wrong, hidden: never - more ties than events decide nothing
def claim(plus, minus, ties, alpha):
    if ties > plus + minus or sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong: wording - a new line behind the sentence
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive\n"
    return "A is better\n" if plus > minus else "B is better\n"


# %% wrong, hidden: never - a difference of less than five in a hundred is none
def claim(plus, minus, ties, alpha):
    small = abs(plus - minus) < 0.05 * (plus + minus + ties)
    if small or sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong, hidden: never - a level above the usual one is none
def claim(plus, minus, ties, alpha):
    if sign_test_p(plus, minus, ties) > min(alpha, 0.0625):
        return "inconclusive"
    return "A is better" if plus > minus else "B is better"


# %% wrong, hidden: always - p has four digits
def claim(plus, minus, ties, alpha):
    if round(sign_test_p(plus, minus, ties), 4) <= alpha:
        return f"{'A' if plus > minus else 'B'} is better"
    return "inconclusive"

# %% wrong, hidden: boundary - five reviews are the least that a test needs
def claim(plus, minus, ties, alpha):
    if plus + minus < 5 or sign_test_p(plus, minus, ties) > alpha:
        return "inconclusive"
    return f"{'AB'[minus > plus]} is better"
