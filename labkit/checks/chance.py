"""Judges of what is drawn at random: by its law, whatever generator drew it."""

import math
from itertools import pairwise
from typing import Any

from labkit.checks.judges import showing
from labkit.checks.plain_data import with_article
from labkit.checks.questions import Hint, Judge

#: What a right answer comes to less often than this, it does not come to.
RARE = 1e-12


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
