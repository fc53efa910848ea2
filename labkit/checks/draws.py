"""Judges of what is drawn at random: by its law, whatever generator and way of drawing gave it."""

import math
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

from labkit.checks.judges import showing
from labkit.checks.plain_data import with_article
from labkit.checks.questions import Hint, Judge

#: A fair count falls below its limit with at most this chance, and above the other with the same.
#: A case has two such counts, so that even ten cases blame a right answer less than once in 10^9.
TAIL = 2.0**-36
#: What a right answer comes to less often than this, it does not come to.
RARE = 1e-12
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


def resampled(n: int, calls: int) -> Judge:
    """Make a judge of bootstrap samples: of each call a list of n item numbers, with replacement.

    Any generator will do, for only the law is judged, in any order. Two bounds hold for every n, and
    need no table: of N draws, a share of items with the probability q is x with a probability of at
    most exp(-N (x ln(x / q) + (1 - x) ln((1 - x) / (1 - q)))) on each side (Chernoff); and as one
    draw changes by at most 1 how many different items there are, these are t from their mean with at
    most exp(-2 t^2 / N) (McDiarmid). A case makes at most 15 comparisons, and each refuses a right
    answer with at most ``RARE``: with six cases that is below 1e-10.
    """
    draws = n * calls

    def judge(value: Any) -> Hint | None:
        for one in value:
            if type(one) is not list:
                kind = with_article(type(one).__name__)
                words = f"The result is {kind} where a list is asked for."
                return Hint("one") if type(one) in (int, float) else Hint("wrong_type", words)
            if len(one) != n:
                return Hint("length")
            if not {*map(type, one)} <= {int, float, bool}:
                return Hint("other")
            if any(item != int(item) for item in one):
                return Hint("floats")
        items = [item for one in value for item in one]
        if min(items) < 0 or max(items) >= n:
            first_is_missing = min(items) == 1 and (1 - 1 / n) ** draws < RARE
            return Hint("from_one" if first_is_missing and max(items) == n else "outside")
        if key := _unlike_chance(value, items) if n > 1 else None:
            return Hint(key)
        # Right as a number, and no index.
        return (
            None if all(type(item) is not float for item in items) else Hint("floats", doubt=True)
        )

    def _unlike_chance(samples: list[list[int]], items: list[int]) -> str | None:
        different = [len({*one}) for one in samples]
        again = all(one == samples[0] for one in samples)
        if again and n ** (n - draws) < RARE:
            return "same_again"
        if max(different) == 1 and n ** ((1 - n) * calls) < RARE:
            return "same_item"
        if min(different) == n and (math.factorial(n) / n**n) ** calls < RARE:
            return "no_repeats"
        if len({*items}) < n and n * (1 - 1 / n) ** draws < RARE:
            return "never"
        for low, high in pairwise(round(n * part / min(n, 5)) for part in range(min(n, 5) + 1)):
            share = sum(low <= item < high for item in items) / draws
            if draws * _divergence(share, (high - low) / n) > -math.log(RARE):
                return "unequal"
        far = abs(sum(different) - draws * (1 - (1 - 1 / n) ** n))
        return "dependent" if 2 * far**2 / draws > -math.log(RARE) else None

    return showing(f"of each call a list of {n} numbers from 0 to {n - 1}", judge)


def _divergence(share: float, probability: float) -> float:
    """Compute how far a share is from its probability, as Chernoff's bound does."""
    both = (share, probability), (1 - share, 1 - probability)
    return sum(x * math.log(x / q) for x, q in both if x)
