"""Judges of what is drawn at random: by its law, whatever generator and way of drawing gave it."""

import math
from collections.abc import Sequence
from itertools import chain, pairwise

from labkit.checks.judges import showing
from labkit.checks.plain_data import with_article
from labkit.checks.questions import Hint, Judge

#: A fair count falls below its limit with at most this chance, and above the other with the same.
#: A case has two such counts, so that even ten cases blame a right answer less than once in 10^9.
TAIL = 2.0**-36
#: From so many coins, and calls, on two calls never agree, nor do all of them have half of each side.
MANY_COINS, MANY_CALLS = 64, 10


def fewest(n: int) -> int:
    """Compute the lowest number of heads in `n` tosses that is not below every fair one.

    Examples
    --------
    >>> fewest(400), fewest(20_000)  # fewer come with a chance of at most 1.5 in 10^11
    (134, 9530)
    """
    heads, below = -1, 0.0
    while below <= TAIL:
        heads += 1
        ways = math.lgamma(n + 1) - math.lgamma(heads + 1) - math.lgamma(n - heads + 1)
        below += math.exp(ways - n * math.log(2))
    return heads


def fair_coins(n: int, calls: int) -> Judge:
    """Make a judge of the lists that so many calls gave, each of `n` tosses of a fair coin.

    True and False, or floats, are tosses as well as 0 and 1. Besides size and range it looks at how
    many heads there are, at how often a toss is like the one before, and at whether calls repeat
    each other, or all show one side or exactly half of each: a fair coin does none of that.

    Parameters
    ----------
    n : int
        Tosses in each call.
    calls : int
        How many calls the case makes.

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint: "size", "range", "one_side", "one_coin",
        "pattern", "same_again", "biased", "balanced" or "dependent".

    See Also
    --------
    labkit.checks.plain_data.Seeded : Lets a case make the calls.

    Examples
    --------
    >>> judge = fair_coins(2, calls=3)
    >>> judge([[0, 1], [1, 1], [0, 0]]) is None, judge([[0, 2], [1, 1], [0, 0]]).key
    (True, 'range')
    """
    low, low_changes = fewest(calls * n), fewest(calls * n - 1)

    def judge(drawn: Sequence[Sequence[int]]) -> Hint | None:
        for tosses in drawn:
            if not isinstance(tosses, list | tuple):
                found = with_article(type(tosses).__name__)
                return Hint("wrong_type", f"The result is {found} where a list is asked for.")
        if any(len(tosses) != n for tosses in drawn):
            return Hint("size")
        sides = {toss for tosses in drawn for toss in tosses}
        if sides - {0, 1}:
            return Hint("range")
        if len(sides) == 1:
            return Hint("one_side")
        if n > 1 and all(len(set(tosses)) == 1 for tosses in drawn):
            return Hint("one_coin")
        every = list(chain(*drawn))
        changes = sum(first != second for first, second in pairwise(every))
        biased = not low <= sum(every) <= len(every) - low
        dependent = not low_changes <= changes <= len(every) - 1 - low_changes
        different = len(set(map(tuple, drawn)))
        if n >= MANY_COINS:
            if different == 1 and (biased or dependent):
                return Hint("pattern")
            if different < calls and not (biased or dependent):
                return Hint("same_again")
            if calls >= MANY_CALLS and all(abs(2 * sum(tosses) - n) < 2 for tosses in drawn):
                return Hint("dependent" if dependent else "balanced")
        return Hint("biased") if biased else Hint("dependent") if dependent else None

    return showing(f"{calls} such calls, each with {n} fair tosses: 0 or 1", judge)
