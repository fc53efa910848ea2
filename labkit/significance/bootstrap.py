"""The paired bootstrap, which asks how often the choice of items alone gives such a gain.

The bootstrap treats the test set as the population: it draws new test sets of
the same size from it, with replacement, and looks how system a's gain over b
varies. Around its own mean, the observed gain, it varies as much as the gain
of a system that is no better varies around 0; so the p-value is the share of
resamples whose gain is *more than twice* the observed one (Berg-Kirkpatrick,
Burkett & Klein 2012, figure 1). With infinitely many resamples that share is a number,
which can often be computed: `labkit.significance` says how.
"""

import math
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from labkit import arguments
from labkit.metrics import Metric, MetricFunction, mean
from labkit.significance.items import (
    NOISE,
    Drawing,
    Systems,
    as_paired_statistics,
    cluster_sums,
)
from labkit.significance.resamples import VARIANTS, Variant, bootstrap_pvalues, over_resamples
from labkit.significance.result import (
    BETTER_OR_DIFFERENT,
    LEAST_DIFFERING,
    METHODS,
    WITHIN,
    BetterOrDifferent,
    Method,
    Result,
    favoured,
)

#: How an interval is cut out of the resampled differences.
IntervalKind: TypeAlias = Literal["bca", "percentile"]
INTERVALS: tuple[IntervalKind, ...] = get_args(IntervalKind)


def bootstrap_test(
    a: ArrayLike,
    b: ArrayLike,
    metric: MetricFunction = mean,
    *,
    method: Method = "auto",
    n_resamples: int = 10**6,
    variant: Variant = "recentred",
    alternative: BetterOrDifferent = "greater",
    groups: ArrayLike | None = None,
    rng: arguments.Rng = None,
) -> Result:
    """Test whether a is better than b in the population that the test items were drawn from.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores, or statistics, of the two systems on the same `n` items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    method : {"auto", "exact", "monte-carlo"}, default "auto"
        How to compute p: "exact" is the p-value of infinitely many resamples, of means of 0/1 scores,
        whole numbers and fixed decimals, or of a few items; "monte-carlo" draws. "auto" takes the first
        that fits, and before it draws it computes p to within 1e-5 ("computed": the note says how exactly),
        where differences hardly ever have the same size.
    n_resamples : int, default 10**6
        Resamples to draw ("monte-carlo"), b in the paper.
    variant : {"recentred", "below-zero"}, default "recentred"
        Count resampled gains above twice the observed gain, as in figure 1, or
        below 0, as footnote 2 says many do. Where the law of the gain is
        symmetric, the two agree.
    alternative : {"greater", "two-sided"}, default "greater"
        Whether a is better, as the paper asks; or whether the two differ: then both
        variants' resamples count, those further from the observed gain than 0 is.
    groups : array of n labels, optional
        Clusters (documents) drawn whole, as their items are not independent.
    rng : int or numpy.random.Generator, optional
        Seed of the resamples. On more processors, ``with joblib.parallel_config(n_jobs=2):``,
        the answer is the same.

    Returns
    -------
    Result
        One-sided, `alternative` is "greater", or "less" for an error rate.
        `pvalue` is s / b, without the one added of a randomization test.
        Gains closer than 1e-12 of the scores are ties, and do not count. If a
        is not better than b, p is large, usually above one half; systems
        that do not differ have p = 1. If their scores are equal but their items
        differ, the two-sided p is the sum of the two one-sided ones. If they differ on fewer than six items, the
        result is `too_few` for a claim.

    See Also
    --------
    bootstrap_interval, compare_all, randomization_test : Intervals, many systems, shuffles.

    Notes
    -----
    Assumes that items (or clusters) were drawn independently from the population that is meant, and that
    the test set stands for it: on few items it rejects too often, in some 8 of 100 cases at 0.05 with 100
    items. p is not the probability that another test set shows no gain: if the true gain is the observed
    one and p = 0.05, about half of new test sets would not be significant.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), *An Empirical Investigation of
    Statistical Significance in NLP*, section 2.2. Efron & Tibshirani (1993),
    *An Introduction to the Bootstrap*, chapter 16.

    Examples
    --------
    Of 2000 reviews, 120 are right with system a only and 90 with b only:

    >>> a, b = [1] * 120 + [0] * 90 + [1] * 1790, [0] * 120 + [1] * 90 + [1] * 1790
    >>> result = bootstrap_test(a, b)
    >>> result.method, round(result.pvalue, 12)
    ('exact', 0.017728039594)
    """
    arguments.as_option(method, "method", METHODS)
    arguments.as_option(variant, "variant", VARIANTS)
    arguments.as_option(alternative, "alternative", BETTER_OR_DIFFERENT)
    if alternative == "two-sided" and variant != "recentred":
        raise ValueError(
            f"variant must be 'recentred' for both sides, which count both, not {variant!r}"
        )
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    metric = Metric.of(metric)
    statistics = as_paired_statistics(a, b, metric)
    systems = Systems(cluster_sums(statistics, groups, a), metric)
    variants: tuple[str, ...] = (variant,)
    if alternative == "two-sided":
        variants, best_first = VARIANTS, np.argsort(-systems.direction * systems.observed)
        systems = Systems(systems.statistics[best_first], metric)
    drawing = Drawing(n_resamples, generator)
    pair = np.array([0]), np.array([1])
    tested = bootstrap_pvalues(systems, pair, method, drawing, variants)

    score_a, score_b = metric(statistics.sum(axis=1))
    gain = float(score_a - score_b)
    lower = alternative == "greater" and systems.direction < 0
    direction = "less" if lower else alternative
    n_differing = int((systems.statistics[0] != systems.statistics[1]).any(axis=1).sum())
    too_few = 0 < n_differing < LEAST_DIFFERING
    items, notes = "items" if groups is None else "clusters", []
    if groups is not None:
        notes.append(f"{statistics.shape[1]} items in {systems.n} clusters, drawn whole")
    if too_few:
        notes.append(f"too few {items} differ for a claim: {n_differing}")
    pvalue, found, n_extreme, error = (each.item() for each in tested)
    if found == "computed":
        notes.append(WITHIN.format(error))
    drawn = found == "monte-carlo"
    return Result(
        test="paired bootstrap" + ("" if variant == "recentred" else ", gains below zero"),
        statistic=gain,
        pvalue=pvalue,
        alternative=direction,
        method=found,
        n=statistics.shape[1],
        n_resamples=n_resamples if drawn else None,
        n_extreme=int(n_extreme) if drawn else None,
        seed=seed if drawn else None,
        better=None if too_few else favoured(gain, direction, systems.direction > 0),
        note="; ".join(notes),
    )


class Interval(NamedTuple):
    """A confidence interval of a difference, as `bootstrap_interval` finds it.

    Parameters
    ----------
    low, high, difference, level : float
        The limits, score of a minus score of b, and how often such intervals are to cover
        the true difference.
    kind : {"bca", "percentile"}
        How it was found.
    n_resamples : int
        Resamples drawn.
    seed : int or None
        Seed of the resamples, where known.

    See Also
    --------
    bootstrap_interval : Find one.

    Examples
    --------
    >>> bootstrap_interval([1, 1, 1, 0], [0, 1, 0, 0], rng=1).difference
    0.5
    """

    low: float
    high: float
    difference: float
    level: float
    kind: str
    n_resamples: int
    seed: int | None


def bootstrap_interval(
    a: ArrayLike,
    b: ArrayLike,
    metric: MetricFunction = mean,
    *,
    level: float = 0.95,
    kind: IntervalKind = "bca",
    n_resamples: int = 10**5,
    groups: ArrayLike | None = None,
    rng: arguments.Rng = None,
) -> Interval:
    """Find a confidence interval of the difference between two systems' scores.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores, or statistics, of the two systems on the same `n` items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    level : float, default 0.95
        How often such intervals are to cover the true difference.
    kind : {"bca", "percentile"}, default "bca"
        "percentile" cuts equal tails off the resampled differences; "bca" corrects them for
        bias and for a spread that changes with the difference ("acceleration").
    n_resamples : int, default 10**5
        Resamples to draw.
    groups, rng : optional
        Clusters and seed, as in `bootstrap_test`.

    Returns
    -------
    Interval
        The limits ``low`` and ``high``, the ``difference``, and how they were found.

    Raises
    ------
    ValueError
        If there is one item, or one cluster: that says nothing about others.

    See Also
    --------
    bootstrap_test : The p-value.

    Notes
    -----
    Assumes items (or clusters) drawn independently. The level is nominal: on few items, fewer intervals
    cover.

    References
    ----------
    Efron & Tibshirani (1993), *An Introduction to the Bootstrap*, sections
    13.3 and 14.3.

    Examples
    --------
    >>> a, b = [1] * 120 + [0] * 90 + [1] * 1790, [0] * 120 + [1] * 90 + [1] * 1790
    >>> interval = bootstrap_interval(a, b, rng=1)
    >>> round(interval.difference, 4), round(interval.low, 4), round(interval.high, 4)
    (0.015, 0.001, 0.029)
    """
    level = arguments.as_level(level, "level")
    arguments.as_option(kind, "kind", INTERVALS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    metric = Metric.of(metric)
    statistics = cluster_sums(as_paired_statistics(a, b, metric), groups, a)
    if statistics.shape[1] < 2:  # all resamples are the same, and the interval would be a point
        what = "a must have at least 2 items" if groups is None else "groups must be at least 2"
        raise ValueError(f"{what}, not 1")
    generator, seed = arguments.as_generator(rng)
    drawing = Drawing(n_resamples, generator)
    chunks = over_resamples(statistics, metric, _difference, drawing)
    drawn = np.concatenate(list(chunks))
    difference = float(_difference(metric(statistics.sum(axis=1))))
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    if kind == "bca":
        tails = _bca_tails(tails, drawn, difference, statistics, metric)
    low, high = np.quantile(drawn, tails)
    return Interval(float(low), float(high), difference, level, kind, n_resamples, seed)


def _difference(scores: np.ndarray) -> np.ndarray:
    return scores[0] - scores[1]


def _bca_tails(
    tails: np.ndarray, drawn: np.ndarray, difference: float, statistics: np.ndarray, metric: Metric
) -> np.ndarray:
    """Correct the tails by equations 14.10 to 14.15 of Efron & Tibshirani (1993)."""
    noise = NOISE * max(abs(drawn).max(), abs(difference))
    below = ((drawn < difference - noise).mean() + (drawn <= difference + noise).mean()) / 2
    if below in (0, 1):  # all resamples on one side: there is no bias to speak of
        return tails
    left_out = statistics.sum(axis=1, keepdims=True) - statistics
    influence = _difference(metric(left_out))
    influence = influence.mean() - influence
    spread = np.sqrt((influence**2).mean())
    skewness = ((influence / spread) ** 3).mean() if spread > noise else 0.0
    acceleration = skewness / (6 * math.sqrt(len(influence)))
    bias = ndtri(below)
    z = bias + ndtri(tails)
    # Beyond its pole the correction would turn the tails round.
    return np.asarray(ndtr(bias + z / np.maximum(1 - acceleration * z, 1e-300)))
