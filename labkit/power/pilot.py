"""How many test items it takes, from what two systems have done on the items that there are."""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, stats

from labkit import arguments
from labkit.arguments import Rng
from labkit.metrics import Metric, mean
from labkit.power.published import fewest_items, sign_test_power
from labkit.power.resampled import Pilot, search
from labkit.power.simulation import Test, count_rejections
from labkit.significance.result import monte_carlo_interval


@dataclass(frozen=True, repr=False)
class ItemsNeeded:
    """How many test items a test takes to find a gain.

    Parameters
    ----------
    n : int
        Number of items.
    interval : (float, float)
        95 % interval of it, because the pilot itself is a sample; infinite where the pilot's gain
        could as well be none, or all of its differences are the same.
    rate : float
        Share of the simulated test sets of `n` items on which the difference was significant.
    rate_interval : (float, float)
        95 % interval of the rate that endless simulation would give.
    power, alpha, gain : float
        What was asked for: power, level, and the gain that should be found.
    pilot : int
        Number of items that it was computed from.
    test : str
        The test: its name, "sign test" (exact) or "t test of items".
    seed : int or None
        Seed of the resampling, where known.

    See Also
    --------
    items_needed : Finds this.

    Examples
    --------
    >>> items_needed([1] * 60 + [0] * 140, [0] * 40 + [1] * 40 + [0] * 120, rng=0)
    <249 items (95 %: 82 to 4,929) for a power of 0.8 at a gain of 0.1, by the sign test, from a pilot of 200>
    """

    n: int
    interval: tuple[float, float]
    rate: float
    rate_interval: tuple[float, float]
    power: float
    alpha: float
    gain: float
    pilot: int
    test: str
    seed: int | None

    def __repr__(self) -> str:
        """Put all facts on one line."""
        low, high = (f"{limit:,.0f}" if limit < math.inf else "no limit" for limit in self.interval)
        wanted = f"for a power of {self.power:g} at a gain of {self.gain:.3g}"
        by = f"by the {self.test}, from a pilot of {self.pilot:,}"
        return f"<{self.n:,} items (95 %: {low} to {high}) {wanted}, {by}>"


def items_needed(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric = mean,
    *,
    gain: float | None = None,
    test: Test | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    n_simulations: int = 1000,
    largest: int = 1_000_000,
    n_jobs: int = 1,
    rng: Rng = None,
    progress: bool | None = None,
) -> ItemsNeeded:
    """Find how many test items a test takes, from two systems' own outputs.

    New test sets are drawn from the items that there are, with replacement, and tested. Where the
    systems win and lose items by one amount only (right or wrong), the sign test needs no drawing.
    Other scores are judged by a t test of the items' differences; those of a metric that is no mean
    are its jackknife pseudo-values. The interval comes from resampling the pilot (percentiles): a
    small pilot says little, and it is wide.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores or statistics of two systems on the pilot's items, at least two.
    metric : callable, optional
        As for `randomization_test`; by default the mean score.
    gain : float, optional
        The difference that should be found, not 0, with the pilot's spread (its share of items on
        which systems differ); by default the pilot's own gain.
    test : callable, optional
        Takes the outputs of two systems on the same items and gives a `Result`; slower.
    power, alpha : float, default 0.8 and 0.05
        How often the test should find the gain, and its two-sided level.
    n_simulations, largest : int, default 1000 and 1,000,000
        Test sets to draw for each size, and the size at which to give up, with a ValueError.
    n_jobs : int, default 1
        Processes for `test`, which do not change the answer.
    rng : int or numpy.random.Generator, optional
        Seed of the resampling.
    progress : bool, optional
        False for no progress bar; by default one appears after a second.

    Returns
    -------
    ItemsNeeded
        The number of items with its interval.

    Raises
    ------
    ValueError
        If the pilot shows no gain to look for, or it takes more than `largest` items.

    See Also
    --------
    sample_size : The same for scores that are made up.
    published_items : The same from two accuracies alone.
    detectable_gain : The gain that the items at hand could have found.

    References
    ----------
    Card, D. et al. (2020). With little power comes great responsibility. EMNLP, sections 2 and 3.
    Efron, B. and Tibshirani, R. (1993). An introduction to the bootstrap, chapter 25 (power by
    resampling) and section 11.5 (pseudo-values).

    Examples
    --------
    >>> needed = items_needed([0.5, 0.75, 0.25, 1, 0.5], [0.25, 0.5, 0.5, 0.5, 0.5], rng=0)
    >>> needed.n, needed.interval[1]
    (26, inf)
    """
    pilot = Pilot.of(a, b, metric, gain)
    power, alpha = arguments.as_fraction(power, "power", 0.0, 0.9999), arguments.as_level(alpha)
    n_simulations = arguments.as_count(n_simulations, "n_simulations", least=1)
    largest = arguments.as_count(largest, "largest", least=4)
    generator, seed = arguments.as_generator(rng)
    stream, name = int(generator.integers(2**32)), getattr(test, "__name__", "test")
    start = pilot.by_normal_law(power, alpha)
    if test is None and pilot.amount:
        name, (wins, losses) = "sign test", pilot.shares
        n = math.ceil(fewest_items(wins, losses, power, alpha))
        if n > largest:
            raise ValueError(f"largest must be more, not {largest:,}: it takes {n:,} items")
        rate = sign_test_power(n, wins, losses, alpha)
    elif test is None:
        name = "t test of items"
        drawn = functools.partial(pilot.t_power, alpha, n_simulations, stream, progress)
        n, rate = search(drawn, start, power, largest)
    else:
        judge = _judge(test, a, b, metric, gain, alpha)

        def tested(n: int) -> float:
            each = functools.partial(judge, n)
            rng = np.random.default_rng(stream)
            return int(count_rejections(each, n_simulations, n_jobs, rng, progress)) / n_simulations

        n, rate = search(tested, start, power, largest)
    least = math.ceil(fewest_items(1.0, 0.0, power, alpha)) if name == "sign test" else 2
    error = monte_carlo_interval(round(rate * n_simulations), n_simulations)
    return ItemsNeeded(
        n=n,
        interval=pilot.interval(n, least, given=gain is not None, rng=generator),
        rate=rate,
        rate_interval=(rate, rate) if name == "sign test" else error,
        power=power,
        alpha=alpha,
        gain=pilot.gain * pilot.unit,
        pilot=len(pilot.differences),
        test=name,
        seed=seed,
    )


def detectable_gain(
    a: ArrayLike, b: ArrayLike, metric: Metric = mean, *, power: float = 0.8, alpha: float = 0.05
) -> float:
    """Find the smallest gain that a test on these items would have found so often.

    The systems keep their spread: the share of items on which they differ, or the standard
    deviation of their differences. Where they win and lose by one amount, the power is that of the
    sign test, exactly; otherwise that of the t test of the items' differences (of a metric that is
    no mean: its jackknife pseudo-values), if they are normal.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores or statistics of two systems, on at least two items.
    metric : callable, optional
        As for `randomization_test`; by default the mean score.
    power, alpha : float, default 0.8 and 0.05
        How often the gain should be found, and the two-sided level.

    Returns
    -------
    float
        A difference of scores, above 0; infinite if the systems differ on too few items for any.

    Raises
    ------
    ValueError
        If the systems do not differ on any item.

    See Also
    --------
    items_needed : The items that it takes to find a gain.
    labkit.report.smallest_significant_difference : The difference that can be significant at all.

    References
    ----------
    Card, D. et al. (2020). With little power comes great responsibility. EMNLP, section 2: the
    minimum detectable effect.

    Examples
    --------
    >>> round(detectable_gain([1] * 60 + [0] * 140, [0] * 40 + [1] * 40 + [0] * 120), 4)
    0.1112
    """
    pilot = Pilot.of(a, b, metric, gain=None, any_gain=True)
    power, alpha = arguments.as_fraction(power, "power", 0.0, 0.9999), arguments.as_level(alpha)
    n, spread = len(pilot.differences), float(pilot.differences.std(ddof=1))
    if not spread:
        raise ValueError("a and b must differ on some of the items, and not by the same on all")
    if pilot.amount:
        differ = float((pilot.differences != 0).mean())

        def lacking(gain: float) -> float:
            return sign_test_power(n, (differ + gain) / 2, (differ - gain) / 2, alpha) - power

        if lacking(differ) < 0:
            return math.inf
        found = 0.0 if lacking(0) >= 0 else optimize.brentq(lacking, 0, differ, xtol=1e-12)
        return float(found) * pilot.amount * pilot.unit
    critical = stats.t.isf(alpha / 2, n - 1)

    def missing(shift: float) -> float:
        tails = stats.nct.sf(critical, n - 1, shift) + stats.nct.cdf(-critical, n - 1, shift)
        return float(tails) - power

    if missing(0) >= 0:
        return 0.0
    enough = 1.0
    while missing(enough) < 0:
        enough *= 1.5
    return float(optimize.brentq(missing, 0, enough)) * spread / math.sqrt(n) * pilot.unit


def _judge(
    test: Test, a: ArrayLike, b: ArrayLike, metric: Metric, gain: float | None, alpha: float
) -> Callable[[int, np.random.Generator], bool]:
    """Make the judge of n items that are drawn from those of the pilot."""
    if not callable(test):
        raise TypeError(f"test must be a function of the outputs of two systems, not {test!r}")
    outputs_a, outputs_b = arguments.as_numbers(a, "a"), arguments.as_numbers(b, "b")
    if gain is not None:
        if outputs_a.ndim != 1:
            raise ValueError("gain must be left out for statistics (n, k) and a test, not given")
        outputs_a = outputs_a + (gain - (outputs_a.mean() - outputs_b.mean()))
    return functools.partial(_rejects, test, outputs_a, outputs_b, alpha)


def _rejects(
    test: Test, a: np.ndarray, b: np.ndarray, alpha: float, n: int, stream: np.random.Generator
) -> bool:
    items = stream.integers(len(a), size=n)
    return test(a[items], b[items]).is_significant(alpha)
