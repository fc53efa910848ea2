"""Random subsets inside strata: who of two groups of items might as well have been in the other.

Two systems on different items, or several runs of two systems on each item: if the
systems do not differ, each subset of a stratum's outputs, of as many as the first
system has there, could as well be the first system's. What a shuffle does is in one vector:
the sum of its outputs.
"""

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.stats import binom

from labkit.significance.engine.chunks import over_chunks
from labkit.significance.engine.resampling import Drawing

#: Cases of all strata together that are looked at for an exact answer: about a second of work.
MOST_CASES = 2**21
#: Steps that may be taken for it where sums are whole numbers, which need no sorting.
MOST_STEPS = 2**28
#: Cases held at a time.
CASES_AT_ONCE = 2**18
#: Subsets of a small stratum that are listed, to draw from.
MOST_LISTED = 1024
#: Items up to which the sums of two halves are met in the middle.
MOST_TO_MEET = 36


class Stratum(NamedTuple):
    """Outputs (items, k) of both systems, and how many of them are the first system's."""

    rows: np.ndarray
    size: int


#: Sums (s, k), and their probabilities (s,).
Law = tuple[np.ndarray, np.ndarray]


def law_of_subsets(strata: Sequence[Stratum]) -> Law | None:
    """List the sums of all subsets of all strata, with probabilities; None if too many.

    Examples
    --------
    Two of four items:

    >>> sums, shares = law_of_subsets([Stratum(np.array([[0], [0], [1], [1]]), 2)])
    >>> sums.ravel().tolist(), (shares * 6).round(9).tolist()
    ([0, 1, 2], [1.0, 4.0, 1.0])
    """
    kinds: dict[tuple[bytes, int], list[Stratum]] = {}
    for stratum in strata:
        rows = stratum.rows[np.lexsort(stratum.rows.T)]
        kinds.setdefault((rows.tobytes(), stratum.size), []).append(Stratum(rows, stratum.size))
    if len(strata) == 1:
        return _law_of_one(*strata[0], Budget())
    whole = strata[0].rows.shape[1] == 1 and strata[0].rows.dtype.kind == "i"
    dense = _law_of_all(list(kinds.values()), dense_sum) if whole else None
    return _law_of_all(list(kinds.values()), _repeated_sum) if dense is None else dense


def _law_of_all(
    kinds: list[list[Stratum]], add: Callable[[Law, Law, int, "Budget"], Law | None]
) -> Law | None:
    """Add up the laws of strata, those that are alike together."""
    budget = Budget()
    first = kinds[0][0].rows
    total: Law | None = np.zeros((1, first.shape[1]), first.dtype), np.ones(1)
    for alike in kinds:
        law = _law_of_one(*alike[0], budget)
        total = None if law is None or total is None else add(total, law, len(alike), budget)
        if total is None:
            return None
    return total


class Budget:
    """What may still be spent on an exact answer."""

    def __init__(self) -> None:
        self.cases, self.steps = MOST_CASES, MOST_STEPS

    def allows(self, cases: int = 0, steps: int = 0) -> bool:
        """Spend so much, and say whether it was there."""
        self.cases, self.steps = self.cases - cases, self.steps - steps
        return min(self.cases, self.steps) >= 0 and cases <= CASES_AT_ONCE


def dense_sum(total: Law, law: Law, times: int, budget: Budget) -> Law | None:
    """Add independent whole numbers, all of one law: those between the lowest and the highest are listed."""
    (sums, shares), (steps, chances) = total, law
    lowest, span = int(steps.min()), int(np.ptp(steps))
    least = int(sums[0, 0]) + lowest * times
    if not budget.allows(steps=len(sums) + times * span):
        return None
    if times == 1 and len(steps) < span:
        if not budget.allows(steps=len(steps) * len(sums)):
            return None
        added = np.zeros(len(sums) + span)
        for step, chance in zip((steps[:, 0] - lowest).tolist(), chances.tolist(), strict=True):
            added[step : step + len(sums)] += chance * shares
    else:
        if not budget.allows(steps=times * span * (times * span + len(sums))):
            return None
        one, added = np.bincount(steps[:, 0] - lowest, chances), shares
        while times:
            if times % 2:
                added = np.convolve(added, one)
            times //= 2
            one = np.convolve(one, one) if times else one
        added = np.maximum(added, 0)
    return (least + np.arange(len(added)))[:, None], added


def _repeated_sum(total: Law, law: Law, times: int, budget: Budget) -> Law | None:
    """Add independent vectors, all of one law."""
    so_far: Law | None = total
    for _ in range(times):
        so_far = None if so_far is None else added(so_far, law, budget)
    return so_far


def _law_of_one(rows: np.ndarray, size: int, budget: Budget) -> Law | None:
    """List the sums of subsets of one stratum, cell after cell of equal rows.

    Each item joins by a coin; of all that, only the cases with `size` items count. So
    nothing overflows, and only positive numbers are added.
    """
    cells, counts = np.unique(rows, axis=0, return_counts=True)
    coin, left = size / len(rows), len(rows)
    law: Law = np.zeros((1, rows.shape[1] + 1), rows.dtype), np.ones(1)
    for cell, count in zip(cells[:-1], counts[:-1].tolist(), strict=True):
        left -= count
        least = max(0, size - left - int(law[0][:, 0].max()))
        joining = np.arange(least, min(count, size) + 1)
        step = np.concatenate([[1], cell]).astype(rows.dtype)
        joined = added(law, (joining[:, None] * step, binom.pmf(joining, count, coin)), budget)
        if joined is None:
            return None
        cases, shares = joined
        possible = (cases[:, 0] <= size) & (cases[:, 0] + left >= size)
        law = cases[possible], shares[possible]
    cases, shares = law
    joining = (size - cases[:, 0]).astype(int)  # the last cell makes up the number
    sums = cases[:, 1:] + joining[:, None] * cells[-1]
    sums, shares = _collected(sums, shares * binom.pmf(joining, counts[-1], coin))
    return sums, shares / math.fsum(shares)


def added(one: Law, other: Law, budget: Budget) -> Law | None:
    """Give the law of the sum of two independent vectors; None if it has too many cases."""
    (sums, shares), (steps, chances) = one, other
    if not budget.allows(cases=len(sums) * len(steps)):
        return None
    cases = (sums[:, None] + steps).reshape(-1, sums.shape[1])
    return _collected(cases, np.multiply.outer(shares, chances).ravel())


def _collected(cases: np.ndarray, weights: np.ndarray) -> Law:
    """Put equal cases together, and make their weights probabilities."""
    order, new = _sorted_rows(cases)
    shares = np.add.reduceat(weights[order], np.flatnonzero(new))
    return cases[order][new], shares


def _sorted_rows(cases: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find an order that puts equal rows together, and which are the first of their kind in it."""
    if cases.dtype.kind == "i":
        above = cases - cases.min(axis=0)
        room = (above.max(axis=0) + 1).tolist()
        if math.prod(room) < 2**62:  # one number a row is sorted much faster
            cases = above @ np.cumprod([1, *room[:-1]])[:, None]
    order = np.lexsort(cases.T)
    ordered = cases[order]
    new = np.ones(len(cases), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return order, new


def tail_by_halves(values: np.ndarray, size: int, needed: float) -> float:
    """Compute P(sum >= `needed`) over all subsets of `size` of a few `values` (n,).

    Every sum of one half of the items looks up how many sums of the other reach it
    together, of subsets that have the right size together: 2 * 2^(n/2) steps.
    """
    (left, of_left), (right, of_right) = (_all_subsets(values[part::2]) for part in (0, 1))
    reached = 0.0
    for k in range(size + 1):
        some, others = left[of_left == k], np.sort(right[of_right == size - k])
        if len(some) and len(others):
            below = np.searchsorted(others, needed - some)
            reached += float((len(others) - below).sum())
    return reached / math.comb(len(values), size)


def _all_subsets(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the sums of all subsets, and how many items each has."""
    sums, sizes = np.zeros(1, values.dtype), np.zeros(1, int)
    for value in values:
        sums = np.concatenate([sums, sums + value])
        sizes = np.concatenate([sizes, sizes + 1])
    return sums, sizes


def draw_subsets(strata: Sequence[Stratum], work: Drawing) -> Iterator[np.ndarray]:
    """Draw the sums of random subsets, (draws, k), in bounded chunks."""
    drawer = _Drawer(strata)
    return over_chunks(drawer.sums, drawer.numbers, work)


class _Drawer:
    """Draws subsets: listed ones of small strata, items with small random keys of large ones."""

    def __init__(self, strata: Sequence[Stratum]) -> None:
        """Put strata with equally many items, and as many of the first system, together."""
        self.width = strata[0].rows.shape[1]
        self.listed: list[np.ndarray] = []  # (strata, subsets, k) sums
        self.large: list[tuple[np.ndarray, int]] = []  # rows, and how many of them are chosen
        alike: dict[tuple[int, int], list[np.ndarray]] = {}
        for stratum in strata:
            alike.setdefault((len(stratum.rows), stratum.size), []).append(stratum.rows)
        for (items, size), rows in alike.items():
            if math.comb(items, size) <= MOST_LISTED:
                chosen = _listed(items, size)
                sums = np.einsum("si,tik->tsk", chosen, np.stack(rows).astype(float))
                self.listed.append(sums)
                continue
            self.large += [(each.astype(float), size) for each in rows]

    @property
    def numbers(self) -> int:
        """How many numbers a shuffle needs in memory."""
        listed = sum(len(sums) for sums in self.listed)
        return listed * self.width + max([rows.size for rows, _ in self.large], default=0) + 1

    def sums(self, size: int, rng: np.random.Generator) -> np.ndarray:
        """Give the sums of `size` shuffles, (size, k)."""
        total = np.zeros((size, self.width))
        for sums in self.listed:
            which = rng.integers(0, sums.shape[1], (size, len(sums)), np.int32)
            for column in range(self.width):
                total[:, column] += sums[np.arange(len(sums)), which, column].sum(axis=1)
        for rows, chosen in self.large:
            # The items with the smallest of random keys: three times as fast as shuffling them.
            who = rng.random((size, len(rows))).argpartition(chosen - 1, axis=1)[:, :chosen]
            for column, values in enumerate(rows.T):
                total[:, column] += values[who].sum(axis=1)
        return total


@functools.lru_cache(maxsize=32)
def _listed(items: int, size: int) -> np.ndarray:
    """List all subsets of so many items, (subsets, items), as ones and zeros."""
    chosen = list(combinations(range(items), size))
    subsets = np.zeros((len(chosen), items))
    for row, members in zip(subsets, chosen, strict=True):
        row[list(members)] = 1
    return subsets
