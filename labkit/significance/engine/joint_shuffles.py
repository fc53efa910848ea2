"""Shuffles of many systems at once: each item's outputs are dealt out anew among all systems.

If m systems do not differ, each item's m outputs could as well have come in any order.
What matters of a shuffle is the sums of the systems, and not whose sum is whose: sums in
another order are the same case, which leaves few cases of right-or-wrong scores.
"""

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

import numpy as np

from labkit.metrics import Metric
from labkit.significance.engine.chunks import over_chunks
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.statistics import NOISE, in_units
from labkit.significance.engine.systems import Systems

Summary = TypeVar("Summary")

#: Cases of all items together that are looked at for an exact answer: about a second of work.
MOST_CASES = 2**22
#: Cases held at a time.
CASES_AT_ONCE = 2**18
#: Orders of an item's outputs that are listed.
MOST_ORDERS = 5040
#: A multinomial draw costs about as much for an order as ten dealt outputs.
COST_OF_ORDER = 10


@dataclass(frozen=True)
class JointShuffles:
    """What is dealt out: of items on which systems differ, a row of numbers a system."""

    outputs: np.ndarray  # (items, m, k)
    fixed: np.ndarray  # (k,) sums of the items on which all systems agree
    metric: Metric | None  # None: the score is the first sum
    noise: float  # scores no further apart than this are tied

    @property
    def observed(self) -> np.ndarray:
        """Scores of the systems as they are, (m,)."""
        return self.scores(self.outputs.sum(axis=0)[None])[0]

    def scores(self, sums: np.ndarray) -> np.ndarray:
        """Score the systems of shuffles, from sums (s, m, k) to (s, m)."""
        if self.metric is None:
            return sums[..., 0]
        scores = np.asarray(self.metric(self.fixed + sums), float)
        if not np.isfinite(scores).all():
            raise ValueError(
                "metric must give a finite score to every shuffle of the systems, "
                "not nan or infinity"
            )
        return scores

    def spreads(self, sums: np.ndarray) -> np.ndarray:
        """Give the range of the systems' scores in each shuffle, (s,)."""
        return np.ptp(self.scores(sums), axis=1)


def joint_shuffles(systems: Systems) -> JointShuffles:
    """Find out what dealing out the systems' outputs anew can change."""
    metric: Metric | None = systems.metric
    outputs = systems.statistics.transpose(1, 0, 2)
    if systems.linear is not None:
        metric, scores = None, systems.linear[0]
        if systems.whole is not None:
            scores = systems.whole[0]
        elif scores.dtype.kind == "f":
            _, (scores,) = in_units(scores)
        outputs = scores.T[:, :, None]
    differ = (outputs != outputs[:, :1]).any(axis=(1, 2))
    fixed = outputs[~differ].sum(axis=0)[0] if (~differ).any() else np.zeros(outputs.shape[2], int)
    outputs = outputs[differ]
    if metric is not None:
        return JointShuffles(outputs, fixed, metric, systems.noise)
    noise = 0.0
    if outputs.dtype.kind == "f":
        noise = float(NOISE * abs(outputs).max(axis=(1, 2)).sum()) if len(outputs) else 0.0
        outputs = outputs - outputs.min(axis=1, keepdims=True)  # what all have cancels
    return JointShuffles(outputs, fixed, None, noise)


def law_of_shuffles(shuffles: JointShuffles) -> tuple[np.ndarray, np.ndarray] | None:
    """List the sums (s, m, k) of all shuffles, up to the order of systems, with probabilities (s,).

    None if they are too many. Item after item, sums that have become equal are one case.
    """
    outputs, (_, m, k) = shuffles.outputs, shuffles.outputs.shape
    if not len(outputs):
        return np.zeros((1, m, k), outputs.dtype), np.ones(1)
    code = _as_one_number(outputs)
    if code is None:
        return None
    numbers, places = code
    if _hopeless(numbers):
        return None
    cases, looked_at = np.sort(numbers[:1], axis=1), 0
    probabilities: np.ndarray = np.ones(1)
    for item in numbers[1:]:
        orders, shares = orders_of(item)
        looked_at += len(cases) * len(orders)
        if len(cases) * len(orders) > CASES_AT_ONCE or looked_at > MOST_CASES or not len(orders):
            return None
        new = np.sort((cases[:, None] + orders).reshape(-1, m), axis=1)
        cases, where = _distinct(new)
        weights = np.multiply.outer(probabilities, shares).ravel()
        probabilities = np.bincount(where, weights)
    if places is None:
        return cases[..., None], probabilities
    lowest = outputs.min(axis=(0, 1)) * len(outputs)
    digits = cases[..., None] // places
    digits[..., 1:] %= places[:-1] // places[1:]
    return digits + lowest, probabilities


def _hopeless(numbers: np.ndarray) -> bool:
    """Guess, before anything is listed, whether the cases of (items, m) will be too many.

    They are at most as many as orders of all items, and about as many as whole numbers
    in a falling order have room for.
    """
    m = numbers.shape[1]
    cases, looked_at, span = 1.0, 0.0, 0.0
    for item in numbers[1:]:
        cases_of_item = number_of_orders(item)
        looked_at += cases * cases_of_item
        if cases * cases_of_item > CASES_AT_ONCE or looked_at > MOST_CASES:
            return True
        span += float(np.ptp(item))
        room = (span + m) ** (m - 1) / math.factorial(m) if item.dtype.kind == "i" else math.inf
        cases = min(cases * cases_of_item, room)
    return False


def _as_one_number(outputs: np.ndarray) -> tuple[np.ndarray, np.ndarray | None] | None:
    """Write the rows of outputs (items, m, k) as one number each; None if that cannot be.

    Whole numbers become digits, counted from the lowest, that have room for the sums of
    all items; given are (items, m) and the value of each digit's place.
    """
    if outputs.shape[2] == 1:
        return outputs[..., 0], None
    if outputs.dtype.kind != "i":
        return None
    above = outputs - outputs.min(axis=(0, 1))
    room = len(outputs) * above.max(axis=(0, 1)) + 1
    if math.prod(room.tolist()) > 2**62:
        return None
    places = np.concatenate([np.cumprod(room[:0:-1])[::-1], [1]])
    return above @ places, places


def orders_of(item: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the different orders (orders, m) of an item's outputs, and how probable each is.

    None of them if they are too many.

    Examples
    --------
    >>> orders_of(np.array([0, 1, 0]))[0].tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    number = number_of_orders(item)
    if number > MOST_ORDERS:
        return np.empty((0, len(item)), item.dtype), np.empty(0)
    return _orders_of_kinds(*np.unique(item, return_inverse=True)), np.full(number, 1 / number)


def number_of_orders(item: np.ndarray) -> int:
    """Count the different orders of an item's outputs (m,)."""
    _, counts = np.unique(item, return_counts=True)
    return math.factorial(len(item)) // math.prod(map(math.factorial, counts.tolist()))


def _orders_of_kinds(values: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    return values[_listed(tuple(sorted(kinds.tolist())))]


@functools.lru_cache(maxsize=64)
def _listed(kinds: tuple[int, ...]) -> np.ndarray:
    """List the different orders of `kinds`, some of which may be equal."""
    if len(set(kinds)) == len(kinds):
        return np.array(list(permutations(kinds)))
    orders = [()]  # type: list[tuple[int, ...]]
    for _ in kinds:
        orders = [
            (*order, kind)
            for order in orders
            for kind in sorted(set(kinds))
            if order.count(kind) < kinds.count(kind)
        ]
    return np.array(orders)


def _distinct(cases: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the different rows of cases (s, m), and which of them each one is."""
    if cases.dtype.kind == "i":
        above = cases - cases.min(axis=0)
        room = above.max(axis=0) + 1
        if math.prod(room.tolist()) < 2**62:  # one number a row is sorted ten times as fast
            numbers = above @ np.concatenate([np.cumprod(room[:0:-1])[::-1], [1]])
            _, first, where = np.unique(numbers, return_index=True, return_inverse=True)
            return cases[first], where
    distinct, where = np.unique(cases, axis=0, return_inverse=True)
    return distinct, where.ravel()


def over_joint_shuffles(
    shuffles: JointShuffles, summarize: Callable[[np.ndarray], Summary], work: Drawing
) -> Iterator[Summary]:
    """Draw shuffles in chunks, and yield what `summarize` makes of their sums (s, m, k)."""
    dealer = _Dealer(shuffles.outputs)
    return over_chunks(lambda size, rng: summarize(dealer.sums(size, rng)), dealer.numbers, work)


class _Dealer:
    """Deals out outputs (items, m, k) at random."""

    def __init__(self, outputs: np.ndarray) -> None:
        """Put items with the same outputs, in whatever order, together, where that is quicker."""
        self.shape = outputs.shape[1:]
        self.classes: list[tuple[int, np.ndarray]] = []  # so many items, their orders
        rest = outputs
        if outputs.shape[2] == 1 and len(outputs):
            kinds, where, counts = np.unique(
                np.sort(outputs[..., 0], axis=1), axis=0, return_inverse=True, return_counts=True
            )
            alone = np.ones(len(kinds), bool)
            for i in np.flatnonzero(counts * self.shape[0] > COST_OF_ORDER):
                orders, _ = orders_of(kinds[i])
                if 0 < len(orders) * COST_OF_ORDER < counts[i] * self.shape[0]:
                    self.classes.append((int(counts[i]), orders.astype(float)))
                    alone[i] = False
            rest = outputs[alone[where.ravel()]]
        self.rest = rest.astype(float)

    @property
    def numbers(self) -> int:
        """How many numbers a shuffle needs in memory."""
        return self.rest.size + sum(len(orders) for _, orders in self.classes) + self.shape[0]

    def sums(self, size: int, rng: np.random.Generator) -> np.ndarray:
        """Give the systems' sums in `size` shuffles, (size, m, k)."""
        m, k = self.shape
        sums = np.zeros((size, m, k))
        for count, orders in self.classes:
            drawn = rng.multinomial(count, np.full(len(orders), 1 / len(orders)), size)
            sums[..., 0] += drawn @ orders
        items = len(self.rest)
        if items and k == 1:
            dealt = np.broadcast_to(self.rest[..., 0], (size, items, m))
            sums[..., 0] += rng.permuted(dealt, axis=2).sum(axis=1)
        elif items:
            who = rng.permuted(np.broadcast_to(np.arange(m), (size, items, m)), axis=2)
            for column in range(k):
                of_items = self.rest[..., column]
                sums[..., column] += of_items[np.arange(items)[:, None], who].sum(axis=1)
        return sums
