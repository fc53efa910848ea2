"""The bootstrap p-values of all pairs of systems, by the first method that fits each pair.

The engine of `bootstrap_test` (two systems) and `compare_all` (many).
"""

import functools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from tqdm.auto import tqdm

from labkit.significance.engine.generating_function import (
    MOST_POINTS,
    MOST_RESAMPLES,
    enumerate_resamples,
    lattice_tail,
    trinomial_tail,
)
from labkit.significance.engine.inversion import tail_limits
from labkit.significance.engine.ratios import ratio_limits, seconds
from labkit.significance.engine.resampling import (
    Drawing,
    exceedances,
    over_resamples,
    seconds_of_drawing,
)
from labkit.significance.engine.sequential import count_until_certain
from labkit.significance.engine.systems import PairPvalues, Pairs, Standings, Systems, for_each_size

#: How p may be computed: exactly, between limits (proven, or checked only), by drawing, or by the
#: first of these that fits.
METHODS = ("auto", "exact", "inversion", "expansion", "monte-carlo")
#: Which resamples count: gains above twice the observed one, or below 0.
VARIANTS = ("recentred", "below-zero")

#: Lower and upper limits of p for pairs of systems, nan where it cannot tell.
_Solver = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]

#: Points on all the circles of many pairs: a second or two of work.
MOST_POINTS_IN_ALL = 2**26

#: Pairs from which on a computed p-value, too, shows its progress: about a second of work.
MANY_PAIRS = 1000

#: Steps of the search for limits: a pair alone can afford more, up to a budget of steps times items.
STEPS_EACH, STEPS_ALONE, STEPS_OF_ITEMS = 320, 4096, 2**24


#: Seconds of drawing from which on p is rather computed between limits that are not proven.
LONG_DRAWING = 1.0


def two_sided_pvalues(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, stop_at: float | None = None
) -> PairPvalues:
    """Do `bootstrap_test` in both directions, of pairs whose first row is the better one.

    As far from the observed gain as 0 is: above twice the gain, or below 0. Both counts
    are of the same resamples.
    """
    test = functools.partial(_two_sided, method=method, drawing=drawing, stop_at=stop_at)
    return for_each_size(systems, pairs, test)


def bootstrap_pvalues(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, stop_at: float | None = None
) -> PairPvalues:
    """Do `bootstrap_test`, with its arguments, of the first row over the second of each pair.

    The first is the one further up.
    """
    test = functools.partial(_one_sided, method=method, drawing=drawing, stop_at=stop_at)
    return for_each_size(systems, pairs, test)


def _two_sided(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, stop_at: float | None
) -> PairPvalues:
    sides = [replace(systems, variant=variant) for variant in VARIANTS]
    above, below = (_computed(side, pairs, method, drawing, stop_at) for side in sides)
    apart = above.method != below.method  # one side could be computed, and the other not
    low, high, pvalue = (
        np.where(apart, np.nan, np.minimum(one + other, 1.0))
        for one, other in zip(above.limits, below.limits, strict=True)
    )
    unknown = np.full((2, len(apart)), np.nan)
    found = PairPvalues(*pairs, pvalue, np.where(apart, "", above.method), low, high, *unknown)
    _draw_the_rest(found, sides, method, drawing, stop_at)
    gain = systems.observed[pairs[0]] - systems.observed[pairs[1]]
    _settle(found, systems.direction * gain <= systems.noise)
    return found


def _one_sided(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, stop_at: float | None
) -> PairPvalues:
    first, second = pairs
    found = _computed(systems, pairs, method, drawing, stop_at)
    _draw_the_rest(found, [systems], method, drawing, stop_at)
    # No gain, and none in any resample: nothing to test, so nothing significant.
    gain = systems.direction * (systems.observed[first] - systems.observed[second])
    _settle(found, (found.pvalue == 0) & (gain <= systems.noise))
    return found


def _computed(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, stop_at: float | None
) -> PairPvalues:
    """Compute p of those pairs of which that is possible; nan, and no method, for the others."""
    first, second = pairs
    n_resamples, progress = drawing.n_resamples, drawing.progress
    unknown = np.full((5, len(first)), np.nan)
    found = PairPvalues(first, second, unknown[0], np.full(len(first), "", object), *unknown[1:])
    solvers: list[tuple[str, _Solver]] = [
        ("exact", functools.partial(_by_generating_function, systems, progress=progress)),
        ("exact", functools.partial(_by_listing, systems)),
        (
            "inversion",
            functools.partial(_by_inversion, systems, n_resamples=n_resamples, progress=progress),
        ),
        (
            "expansion",
            functools.partial(
                _by_expansion,
                systems,
                n_resamples=n_resamples,
                progress=progress,
                if_quicker=method == "auto",
            ),
        ),
    ]
    for name, solve in solvers:
        open_pairs = np.flatnonzero(np.isnan(found.low))
        if name == "expansion" and method == "auto" and stop_at is not None:
            continue  # few draws will do
        if method in ("auto", name) and len(open_pairs):
            found.low[open_pairs], found.high[open_pairs] = solve(
                first[open_pairs], second[open_pairs]
            )
            found.method[open_pairs[~np.isnan(found.low[open_pairs])]] = name
    for limit in (found.low, found.high):  # a sum of shares may be an ulp more than 1
        np.minimum(limit, 1.0, out=limit)
    found.pvalue[:] = (found.low + found.high) / 2
    return found


def _draw_the_rest(
    found: PairPvalues, sides: list[Systems], method: str, drawing: Drawing, stop_at: float | None
) -> None:
    """Draw resamples for the pairs whose p is not known yet, and count those of all `sides`."""
    open_pairs = np.flatnonzero(np.isnan(found.low))
    if not len(open_pairs):
        return
    if method not in ("auto", "monte-carlo"):
        raise ValueError(
            f"method must be 'auto' or 'monte-carlo' for these scores, not {method!r}: "
            "it does not fit them"
        )
    first, second = found.first[open_pairs], found.second[open_pairs]

    def count(some: np.ndarray, size: int) -> np.ndarray:
        return _by_drawing(sides, first[some], second[some], drawing._replace(n_resamples=size))

    counts, drawn = count_until_certain(count, len(open_pairs), drawing.n_resamples, stop_at)
    counts = np.minimum(counts, drawn)
    found.n_extreme[open_pairs], found.n_drawn[open_pairs] = counts, drawn
    found.method[open_pairs] = "monte-carlo"
    for limit in found.limits:
        limit[open_pairs] = counts / drawn


def _settle(found: PairPvalues, nothing: np.ndarray) -> None:
    """Set p = 1, and what was counted in accord with it, where there is `nothing` to test."""
    found.n_extreme[nothing] = found.n_drawn[nothing]
    for limit in found.limits:
        limit[nothing] = 1.0


def _by_generating_function(
    systems: Systems, first: np.ndarray, second: np.ndarray, progress: bool | None
) -> tuple[np.ndarray, np.ndarray]:
    """Compute p of linear metrics on a lattice; nan for others."""
    unknown = np.full(len(first), np.nan)
    if systems.whole is None:
        return unknown, unknown
    scores, sizes = systems.whole
    if scores.max() - scores.min() == 1 and (sizes == sizes[0]).all():
        p = _of_right_and_wrong(systems, scores > scores.min(), first, second)
        return p, p
    most_points = min(MOST_POINTS, max(2**12, MOST_POINTS_IN_ALL // len(first)))
    # As a rule: a seventh of the circle is the sd.
    if 2 * np.ptp(scores) * math.sqrt(systems.n) > most_points:
        return unknown, unknown
    terms = systems.standing_by_item(scores, sizes)
    show = len(first) > MANY_PAIRS if progress is None else progress
    pairs = tqdm(
        zip(first, second, strict=True),
        total=len(first),
        desc="exact p",
        unit="pair",
        disable=not show,
    )
    p = np.array([_tail_above_zero(terms[i] - terms[j], most_points) for i, j in pairs])
    return p, p


def _of_right_and_wrong(
    systems: Systems, right: np.ndarray, first: np.ndarray, second: np.ndarray
) -> np.ndarray:
    """Compute p of 0/1 scores (m, n): one matrix product counts the items for all pairs."""
    right = right.astype(np.float32 if systems.n < 2**24 else np.float64)
    both = right @ right.T
    alone = np.rint(np.diag(both)[:, None] - both).astype(int)
    plus, minus = alone[first, second], alone[second, first]
    if systems.direction < 0:
        plus, minus = minus, plus
    if systems.variant == "below-zero":
        return trinomial_tail(minus, plus, systems.n, 0)
    return trinomial_tail(plus, minus, systems.n, 2 * (plus - minus))


def _by_listing(
    systems: Systems, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Compute p of any metric from a list of all resamples; nan if there are too many."""
    m, n, k = systems.statistics.shape
    columns = systems.statistics.transpose(1, 0, 2).reshape(n, m * k)
    resamples = enumerate_resamples(columns, n, min(MOST_RESAMPLES, 2**22 // (m * k)))
    if resamples is None:
        unknown = np.full(len(first), np.nan)
        return unknown, unknown
    totals, probabilities = resamples
    standing = systems.standings.of(systems.metric(totals.reshape(-1, m, k)).T)
    p = exceedances(standing, systems.noise, probabilities)[first, second]
    return p, p


def _by_inversion(
    systems: Systems, first: np.ndarray, second: np.ndarray, n_resamples: int, progress: bool | None
) -> tuple[np.ndarray, np.ndarray]:
    """Find limits of p of linear metrics, where they beat `n_resamples` draws; nan elsewhere."""
    if systems.linear is None:
        unknown = np.full(len(first), np.nan)
        return unknown, unknown
    scores, sizes = systems.linear
    terms = systems.standing_by_item(scores / abs(scores).max(), sizes / sizes.mean())
    n_steps = _steps(systems.n, len(first))
    show = len(first) > MANY_PAIRS if progress is None else progress
    low, high = tail_limits(terms, first, second, n_steps, show)
    return _if_narrow(low, high, n_resamples)


def _by_expansion(
    systems: Systems,
    first: np.ndarray,
    second: np.ndarray,
    n_resamples: int,
    progress: bool | None,
    if_quicker: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Find limits of p of ratios of sums, where they beat `n_resamples` draws; nan elsewhere."""
    n_steps = _steps(systems.n, len(first))
    by_drawing = seconds_of_drawing(systems.statistics.shape, n_resamples)
    if if_quicker and by_drawing < max(LONG_DRAWING, seconds(systems, len(first), n_steps)):
        unknown = np.full(len(first), np.nan)
        return unknown, unknown
    show = len(first) > MANY_PAIRS if progress is None else progress
    low, high = ratio_limits(systems, first, second, n_steps, show)
    return _if_narrow(low, high, n_resamples)


def _steps(n: int, n_pairs: int) -> int:
    return max(STEPS_EACH, min(STEPS_ALONE, STEPS_OF_ITEMS // (n * n_pairs)))


def _if_narrow(
    low: np.ndarray, high: np.ndarray, n_resamples: int
) -> tuple[np.ndarray, np.ndarray]:
    """Keep limits that are closer to their middle than the standard error of drawing; nan for others."""
    middle = (low + high) / 2
    wide = high - low > 2 * np.sqrt(middle * (1 - middle) / n_resamples)
    return np.where(wide, np.nan, low), np.where(wide, np.nan, high)


def _by_drawing(
    sides: list[Systems], first: np.ndarray, second: np.ndarray, drawing: Drawing
) -> np.ndarray:
    """Count how many shared resamples count for each pair, on any of the sides."""
    needed = np.unique(np.concatenate([first, second]))
    some = [replace(side, statistics=side.statistics[needed]) for side in sides]
    count = functools.partial(_count, [side.standings for side in some])
    chunks = over_resamples(some[0].statistics, some[0].metric, count, **drawing._asdict())
    counts = np.zeros((len(needed), len(needed)), int)
    for chunk in chunks:
        counts += chunk
    return counts[np.searchsorted(needed, first), np.searchsorted(needed, second)]


def _count(sides: list[Standings], scores: np.ndarray) -> np.ndarray:
    return np.asarray(sum(side.count(scores) for side in sides))


def _tail_above_zero(terms: np.ndarray, most_points: int) -> float:
    """Compute P(S > 0) for a sum S of n draws from n whole numbers; nan above the budget."""
    lowest, n = int(terms.min()), len(terms)
    unit = int(np.gcd.reduce(terms - lowest))
    if unit == 0:
        return float(lowest > 0)
    p = lattice_tail((terms - lowest) // unit, n, -n * lowest // unit, most_points)
    return math.nan if p is None else p
