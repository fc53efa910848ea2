"""The effect sizes of tests, from what a test has worked out already.

Each function ``of_...`` gives an `EffectSize`, or says in words why there is none. The
module `labkit.significance.effect_sizes` offers those of two systems by themselves.
"""

import html
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from labkit.metrics import Metric
from labkit.significance import intervals
from labkit.significance.engine.statistics import NOISE, differences, in_units

#: How often the interval of `Result.effect` covers the true effect.
LEVEL = 0.95
#: Resamples behind the interval of a difference, and their seed: the same interval each time.
N_RESAMPLES, SEED = 10**4, 1


@dataclass(frozen=True, repr=False)
class EffectSize:
    """How large a difference between two systems is, and how well that is known.

    Parameters
    ----------
    name : str
        What is measured: "d_z", "odds of discordant items", "difference" ...
    value : float
        The estimate. Above 0 (odds: above 1) if system a scores higher than system b.
    low, high : float
        Limits of the confidence interval.
    level : float
        How often such intervals cover the true effect.
    n : int
        Number of items that it was estimated from.
    method : str
        How the interval was found.
    note : str, optional
        What the value is, in words.

    See Also
    --------
    standardized_difference, discordant_odds, bootstrap_interval : Find one.

    Examples
    --------
    >>> from labkit.significance import discordant_odds
    >>> discordant_odds(plus=12, minus=3)
    <odds of discordant items = 4 (95 % interval 1.08 to 22.1): Clopper-Pearson, 15 items; items that only a wins for each that only b wins>
    """

    name: str
    value: float
    low: float
    high: float
    level: float
    n: int
    method: str
    note: str = ""

    @property
    def in_words(self) -> str:
        """The value with its interval, in three digits: ``4 (95 % interval 1.08 to 22.1)``."""
        return (
            f"{self.value:.3g} ({100 * self.level:g} % interval {self.low:.3g} to {self.high:.3g})"
        )

    def __repr__(self) -> str:
        """Put all facts on one line."""
        note = f"; {self.note}" if self.note else ""
        return f"<{self.name} = {self.in_words}: {self.method}, {self.n} items{note}>"

    def _repr_html_(self) -> str:
        facts = (self.name, self.in_words), ("method", self.method), ("n", f"{self.n} items")
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in (*facts, *([("what it is", self.note)] if self.note else []))
        )
        return f"<table>{rows}</table>"


class Moments(NamedTuple):
    """Mean and standard deviation of the differences of pairs, divided by `unit`, which is no rounding."""

    gain: float
    deviation: float
    n: int
    unit: float


def moments_of(a: np.ndarray, b: np.ndarray) -> Moments:
    """Find the moments of the differences of two systems' scores; no spread where they are all alike."""
    # Halves of giants do not overflow; those of the smallest floats would be rounded.
    part = 2.0 if max(abs(a).max(), abs(b).max()) > 1e300 else 1.0
    unit, (parts,) = in_units(differences(a / part, b / part))
    gains = part * parts
    if np.ptp(gains) <= NOISE * abs(gains).max():
        return Moments(float(gains[0]), 0.0, len(gains), unit)
    return Moments(float(gains.mean()), float(gains.std(ddof=1)), len(gains), unit)


def of_pairs(moments: Moments, level: float = LEVEL, corrected: bool = False) -> EffectSize | str:
    """Measure d_z: see `labkit.significance.standardized_difference`."""
    if moments.deviation == 0:
        return "all differences are the same, and have no spread to be measured in"
    n = moments.n
    d = moments.gain / moments.deviation
    low, high = intervals.of_noncentrality(d * math.sqrt(n), n - 1, level)
    factor, correction = _correction(n - 1, corrected)
    return EffectSize(
        name="d_z",
        value=d * factor,
        low=low / math.sqrt(n),
        high=high / math.sqrt(n),
        level=level,
        n=n,
        method="noncentral t",
        note=f"mean difference in standard deviations of the differences, {correction}",
    )


def of_two_samples(
    difference: float, deviation: float, n_a: int, n_b: int, level: float = LEVEL
) -> EffectSize | str:
    """Measure d of independent samples, in pooled standard deviations (Hedges 1981)."""
    if deviation == 0:
        return "no score differs from the mean, and there is no spread to be measured in"
    d, scale = difference / deviation, math.sqrt(1 / n_a + 1 / n_b)
    low, high = intervals.of_noncentrality(d / scale, n_a + n_b - 2, level)
    _, correction = _correction(n_a + n_b - 2, corrected=False)
    return EffectSize(
        name="d",
        value=d,
        low=low * scale,
        high=high * scale,
        level=level,
        n=n_a + n_b,
        method="noncentral t",
        note=f"difference of the means in pooled standard deviations, {correction}",
    )


def of_outcomes(plus: int, minus: int, level: float = LEVEL) -> EffectSize | str:
    """Measure the odds of discordant items: see `labkit.significance.discordant_odds`."""
    if plus + minus == 0:
        return "no item differs, so that there are no odds"
    # Of the rarer outcome: a share close to 1 would have lost the digits that its odds need.
    low, high = intervals.of_proportion(min(plus, minus), plus + minus, level)
    odds = [share / (1 - share) for share in (low, high)]
    if plus > minus:
        odds = [1 / each if each else math.inf for each in reversed(odds)]
    return EffectSize(
        name="odds of discordant items",
        value=plus / minus if minus else math.inf,
        low=odds[0],
        high=odds[1],
        level=level,
        n=plus + minus,
        method="Clopper-Pearson",
        note="items that only a wins for each that only b wins",
    )


def of_signed_ranks(changed: np.ndarray, rank_sum: float, level: float = LEVEL) -> EffectSize | str:
    """Measure the rank-biserial correlation of the differences that are not 0 (Kerby 2014).

    Parameters
    ----------
    changed : array of shape (m,)
        The differences, those of equal size made equal.
    rank_sum : float
        The sum of their signed ranks.
    level : float, optional
        How often such intervals cover the true value.

    Returns
    -------
    EffectSize or str
        The interval is made of the variance of the share of pairs of items whose
        differences add up to a gain (as a U-statistic).
    """
    m = len(changed)
    if m < 2:
        return "fewer than two items differ, too few to rank"
    value = rank_sum / (m * (m + 1) / 2)
    if abs(value) == 1:  # the sum of two gains is a gain: so often, at least
        sure = 2 * intervals.all_events(m, level) ** 2 - 1
        low, high = (sure, 1.0) if value > 0 else (-1.0, -sure)
        method = "exact limit, from the signs"
    else:
        low, high = intervals.of_order(value, _variance_of_sums(changed), m - 1, level)
        method = "Feng & Cliff's interval of a U-statistic"
    return EffectSize(
        name="rank-biserial correlation",
        value=value,
        low=low,
        high=high,
        level=level,
        n=m,
        method=method,
        note="share of the ranks that favour a minus share that favour b",
    )


def of_two_proportions(x1: int, n1: int, x2: int, n2: int, level: float = LEVEL) -> EffectSize:
    """Measure the difference of two independent proportions."""
    low, high = intervals.of_two_proportions(x1, n1, x2, n2, level)
    return EffectSize(
        name="difference of proportions",
        value=x1 / n1 - x2 / n2,
        low=low,
        high=high,
        level=level,
        n=n1 + n2,
        method="Newcombe's interval",
        note="assumes independent systems",
    )


def of_scores(
    statistics: np.ndarray, metric: Metric, n_items: int, level: float = LEVEL
) -> EffectSize | str:
    """Measure the difference of the two systems' scores, of statistics (2, n, k) of items or clusters."""
    # The bootstrap's results come with this effect: it cannot be imported before it is there.
    from labkit.significance.bootstrap import bootstrap_interval

    a, b = statistics
    if len(a) < 2:
        return "there is one item or one cluster, which shows no spread"
    found = bootstrap_interval(
        a, b, metric, level=level, n_resamples=N_RESAMPLES, rng=SEED, progress=False
    )
    if not math.isfinite(found.low + found.high):
        return "the metric has no score for some resamples of the items"
    rounding = 1e-12 * float(abs(metric(statistics.sum(axis=1))).max())
    if found.high - found.low <= rounding:
        return "all items differ alike, so that resampling them shows no spread"
    return EffectSize(
        name="difference",
        value=found.difference,
        low=found.low,
        high=found.high,
        level=level,
        n=n_items,
        method=f"BCa bootstrap, {N_RESAMPLES} resamples, seed {SEED}",
        note="score of a minus score of b",
    )


def _correction(degrees: int, corrected: bool) -> tuple[float, str]:
    """Give Hedges' factor J, or 1, and what to say about it."""
    if degrees < 2:
        return 1.0, "not corrected for the small sample: two items are too few"
    j = math.exp(gammaln(degrees / 2) - gammaln((degrees - 1) / 2)) / math.sqrt(degrees / 2)
    if corrected:
        return j, f"corrected for the small sample by J = {j:.4g}"
    return 1.0, f"not corrected for the small sample (J = {j:.4g})"


def _variance_of_sums(gains: np.ndarray) -> float:
    """Estimate the variance of the share of pairs of items that gain together, less that of those that lose.

    That of any U-statistic U without bias: the square of U, less the mean product of two pairs
    that share no item (Hoeffding 1948). With fewer than four items, the variance of the shares.
    """
    m = len(gains)
    ordered = np.sort(gains)
    above = m - np.searchsorted(ordered, -gains, "right")
    below = np.searchsorted(ordered, -gains, "left")
    of_items = (above - below - np.sign(gains)).astype(float)  # without an item and itself
    if m < 4:
        return 4 / m * float(of_items.var(ddof=1)) / (m - 1) ** 2
    total, squares = of_items.sum(), float((above + below).sum() - m)
    apart = total**2 - 4 * (of_items**2).sum() + 2 * squares
    share = total / (m * (m - 1))
    variance = share**2 - apart / math.prod(range(m - 3, m + 1))
    return float(max(variance, (1 - share**2) / (m * (m - 1) / 2 - 1)))
