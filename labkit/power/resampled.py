"""What a pilot says of other test sets: resampled items, and the search for how many it takes."""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats
from tqdm.auto import tqdm

from labkit import arguments
from labkit.metrics import Metric
from labkit.significance.engine.statistics import as_paired_statistics

#: Resamples of the pilot for the interval of the number of items.
PILOTS = 2000

#: From so many different values on, their mean and that of their squares are normal.
MANY = 3000

#: Items that are drawn at a time, for all simulated test sets together.
AT_ONCE = 2**21


@dataclass(frozen=True)
class Pilot:
    """The differences of two systems on the items that there are, and the gain to find, in units."""

    differences: np.ndarray
    gain: float
    amount: float  # by which items are won or lost, if it is one; else 0
    unit: float  # a power of two, by which all is divided: no square over- or underflows

    @classmethod
    def of(
        cls, a: ArrayLike, b: ArrayLike, metric: Metric, gain: float | None, any_gain: bool = False
    ) -> Self:
        """Take the differences of items: of scores, or of a metric's pseudo-values."""
        stats_a, stats_b = as_paired_statistics(a, b, metric)
        if len(stats_a) < 2:
            raise ValueError(f"a and b must have at least 2 items, not {len(stats_a)}")
        differences = _pseudo_values(stats_a, metric) - _pseudo_values(stats_b, metric)
        largest = float(abs(differences).max())
        unit = math.ldexp(1.0, math.frexp(largest)[1] - 1) if largest else 1.0
        differences = differences / unit
        differences[abs(differences) < 1e-12] = 0
        sizes = np.unique(abs(differences[differences != 0]))
        if not sizes.size and (any_gain or gain is not None):
            raise ValueError("a and b must differ on some of the items, not on none")
        one = len(sizes) > 0 and sizes[-1] - sizes[0] <= 1e-9 * sizes[-1]
        amount, observed = float(sizes[-1]) if one else 0.0, float(differences.mean())
        wanted = observed if gain is None else arguments.as_number(gain, "gain") / unit
        if any_gain:
            return cls(differences, wanted, amount, unit)
        if abs(wanted) < 1e-12:
            named = "a and b must differ in score" if gain is None else "gain must be a difference"
            raise ValueError(f"{named}, not 0")
        most = amount * float((differences != 0).mean())
        if amount and abs(wanted) > most * (1 + 1e-9):
            limit = (
                f"gain must be at most {most * unit:.3g}, as the systems differ on so many items"
            )
            raise ValueError(f"{limit}, not {gain:g}")
        return cls(differences, wanted, amount, unit)

    @property
    def shares(self) -> tuple[float, float]:
        """Shares of items that are won and lost, at the gain to find."""
        differ, gain = float((self.differences != 0).mean()), abs(self.gain) / self.amount
        return min(1.0, (differ + gain) / 2), max(0.0, (differ - gain) / 2)

    def by_normal_law(self, power: float, alpha: float) -> int:
        """Give about how many items it takes: a place to begin."""
        quantiles = stats.norm.isf(alpha / 2) + max(0.0, float(stats.norm.ppf(max(power, 1e-9))))
        spread = float(self.differences.std(ddof=1))
        return max(4, math.ceil(min(1e15, (quantiles * spread / self.gain) ** 2)))

    def t_power(
        self, alpha: float, n_simulations: int, seed: int, progress: bool | None, n: int
    ) -> float:
        """Draw test sets of n items, and say on how many of them the t test finds the gain."""
        rng = np.random.default_rng(seed)
        values = self.differences - self.differences.mean() + self.gain
        critical, rejected = stats.t.isf(alpha / 2, n - 1), 0
        rows = max(1, AT_ONCE // min(n, len(values), MANY))
        chunks = [min(rows, n_simulations - done) for done in range(0, n_simulations, rows)]
        shown = {"desc": f"{n:,} items", "unit": "chunk", "delay": 1, "leave": False}
        for size in tqdm(chunks, disable=progress is False, **shown):
            means, variances = _moments(values, n, size, rng)
            # Where all items drawn are equal, there is no spread to judge by.
            rejected += int((means**2 * n >= critical**2 * variances)[variances > 0].sum())
        return rejected / n_simulations

    def interval(
        self, n: int, least: int, given: bool, rng: np.random.Generator
    ) -> tuple[float, float]:
        """Say how many items it would take by other pilots: n grows as the square of spread to gain."""
        values = self.differences
        if np.ptp(values) == 0:
            return float(n), math.inf  # a spread that nobody knows
        rows = max(1, AT_ONCE // min(len(values), MANY))
        chunks = [min(rows, PILOTS - done) for done in range(0, PILOTS, rows)]
        moments = [_moments(values, len(values), size, rng) for size in chunks]
        means, variances = (np.concatenate(part) for part in zip(*moments, strict=True))
        means = np.full(PILOTS, abs(self.gain)) if given else means * np.sign(self.gain)
        spread, gain = float(values.var(ddof=1)), abs(self.gain)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            items = np.where(means > 0, n * (variances / spread) * (gain / means) ** 2, np.inf)
        # An ulp more than a whole number is that number.
        limits = np.quantile(items * (1 - 1e-9), [0.025, 0.975], method="inverted_cdf")
        low, high = np.ceil(np.maximum(limits, least))
        return float(low), float(high)


def _moments(
    values: np.ndarray, n: int, size: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draw n values, `size` times, and give their means and variances."""
    center = values.mean()
    distinct, times = np.unique(values - center, return_counts=True)
    if min(len(distinct), n) > MANY:  # the sums of so many are normal
        law = np.cov(np.stack([values - center, (values - center) ** 2])) / n
        means, squares = rng.multivariate_normal([0, values.var()], law, size=size).T
    elif n < len(distinct):
        drawn = values[rng.integers(len(values), size=(size, n))] - center
        means, squares = drawn.mean(axis=1), (drawn**2).mean(axis=1)
    else:
        counts = rng.multinomial(n, times / len(values), size=size)
        means, squares = counts @ distinct / n, counts @ distinct**2 / n
    variances = np.maximum(squares - means**2, 0) * n / max(n - 1, 1)
    variances[variances < 1e-12 * squares] = 0
    return means + center, variances


def _pseudo_values(statistics: np.ndarray, metric: Metric) -> np.ndarray:
    """Give each item's part of a score, whose mean is about the score."""
    n, sums = len(statistics), statistics.sum(axis=0).astype(float)
    if getattr(metric, "linear", False) and (statistics[:, 1:] == statistics[:1, 1:]).all():
        sums[0] = 1.0  # the score is proportional to the first sum
        return statistics[:, 0] * n * float(np.asarray(metric(sums[None]))[0])
    # Without an item, the others count a little more: a metric may not divide by their number.
    without = np.asarray(metric((sums - statistics) * (n / (n - 1))), dtype=float)
    return n * float(np.asarray(metric(sums[None]))[0]) - (n - 1) * without


def search(
    power_of: Callable[[int], float], start: int, power: float, largest: int
) -> tuple[int, float]:
    """Find a number of items, to 2 %, at which the power is reached and below which it is not."""
    power_of = functools.cache(power_of)
    low, high = 1, min(start, largest)
    while power_of(high) < power:
        if high >= largest:
            reached = f"the power is {power_of(high):.2f} there"
            raise ValueError(f"largest must be more, not {largest:,}: {reached}")
        low, high = high, min(max(high + 1, int(high * 1.25)), largest)
    if low == 1:
        while (lower := int(high / 1.25)) > 1 and lower < high and power_of(lower) >= power:
            high = lower
        low = max(1, min(lower, high - 1))
    while high - low > max(1, 0.02 * high):
        middle = (low + high) // 2
        low, high = (middle, high) if power_of(middle) < power else (low, middle)
    return high, power_of(high)
