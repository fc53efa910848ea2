"""Are two systems as good as each other? A question that no large p-value answers.

A test of a difference that finds none has not shown that there is none. To show that two
systems are as good as each other, say beforehand which difference would not matter, the
margin, and test whether the true one is larger: two tests, one for each side, both of
which must fail to fit (Schuirmann 1987).

There is no randomization test here: shuffling who said what supposes that the systems do
not differ at all, and what is to be rejected is that they differ by the margin.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, stdtr, stdtrit

from labkit import arguments
from labkit.metrics import Metric, accuracy, mean
from labkit.significance import intervals
from labkit.significance.bootstrap import LEAST_DIFFERING
from labkit.significance.engine.resampling import over_resamples
from labkit.significance.engine.statistics import (
    NOISE,
    as_paired_statistics,
    cluster_sums,
    differences,
)
from labkit.significance.evidence import name_of
from labkit.significance.independence import ratio
from labkit.significance.measures import moments_of

#: How the two one-sided tests may be done.
TESTS = ("t", "score", "bootstrap")
#: With fewer items, or a margin of fewer, a score test at 0.05 would say "equivalent" too often:
#: in up to 0.09 of all cases for ten items, and in less than 0.06 from here on.
LEAST_ITEMS, LEAST_IN_MARGIN = 40, 3
#: The interval that lies inside of the margin where both tests are significant at 0.05.
LEVEL = 0.9


@dataclass(frozen=True, repr=False)
class Equivalence:
    """Whether two systems' scores differ by less than a margin, as `equivalence_test` finds it.

    Parameters
    ----------
    test : str
        Name of the test.
    difference : float
        Score of a minus score of b.
    margin : (float, float)
        The differences between which the systems count as equivalent.
    pvalue : float
        The larger one of the next two: small if the systems are equivalent.
    pvalue_low, pvalue_high : float
        Of the tests that the true difference is at most the lower margin, and at least the upper.
    interval : (float, float)
        The 90 % confidence interval of the difference. It lies inside of the margin where
        both tests are significant at 0.05.
    method : str
        "asymptotic" or "monte-carlo".
    n : int
        Number of items.
    n_resamples, seed : int, optional
        Resamples drawn, and their seed where known ("monte-carlo" only).
    too_few : bool, optional
        Whether there are too few items, or too few that differ, for this test to say anything.
    lacking : str, optional
        What there are too few of then: "items", or "clusters" that are drawn whole.
    note : str, optional
        What a reader should know about how p was computed.

    See Also
    --------
    equivalence_test : Find out.

    Examples
    --------
    >>> found = equivalence_test([.71, .64, .80, .55, .62], [.70, .66, .79, .56, .61], margin=0.05)
    >>> found.claim("the parser", "its distilled twin")
    'The scores of the parser and its distilled twin differ by less than 0.05 at alpha = 0.05 (p = 0.000692).'
    """

    test: str
    difference: float
    margin: tuple[float, float]
    pvalue: float
    pvalue_low: float
    pvalue_high: float
    interval: tuple[float, float]
    method: str
    n: int
    n_resamples: int | None = None
    seed: int | None = None
    too_few: bool = False
    lacking: str = "items"
    note: str = ""

    def is_equivalent(self, alpha: float = 0.05) -> bool:
        """Say whether both tests are significant at `alpha`, chosen beforehand as the margin is.

        Parameters
        ----------
        alpha : float, optional
            Significance level, between 0 and 1.

        Returns
        -------
        bool
            True if the difference is smaller than the margin; never if it is `too_few`.
        """
        return bool(self.pvalue <= arguments.as_level(alpha)) and not self.too_few

    def claim(self, name_a: str, name_b: str, alpha: float = 0.05) -> str:
        """Write the sentence that this result supports about two systems.

        Parameters
        ----------
        name_a, name_b : str
            What the systems are called.
        alpha : float, optional
            Significance level, between 0 and 1.

        Returns
        -------
        str
            A sentence with the margin, the level and p.
        """
        low, high = self.margin
        by = f"less than {high:g}" if low == -high else f"an amount between {low:g} and {high:g}"
        evidence = f"at alpha = {alpha:g} (p {self._pvalue_in_words})"
        if self.is_equivalent(alpha):
            return f"The scores of {name_a} and {name_b} differ by {by} {evidence}."
        evidence += f": too few {self.lacking} to say" if self.pvalue <= alpha else ""
        return f"Whether the scores of {name_a} and {name_b} differ by {by} is open {evidence}."

    def __repr__(self) -> str:
        """Put all facts on one line."""
        (low, high), (least, most) = self.interval, self.margin
        drawn = f", {self.n_resamples} resamples, seed {self.seed}" if self.n_resamples else ""
        return (
            f"<{self.test}: difference = {self.difference:.3g} ({100 * LEVEL:g} % interval "
            f"{low:.3g} to {high:.3g}), margin {least:g} to {most:g}, p {self._pvalue_in_words}, "
            f"method = {self.method}, n = {self.n} items{drawn}"
            + (f", note = {self.note}>" if self.note else ">")
        )

    @property
    def _pvalue_in_words(self) -> str:
        if self.pvalue > 0:
            return f"= {self.pvalue:.3g}"
        return f"< {1 / self.n_resamples:.3g}" if self.n_resamples else "< 1e-300"


def equivalence_test(
    a: ArrayLike,
    b: ArrayLike,
    margin: float | tuple[float, float],
    metric: Metric = mean,
    *,
    test: str = "t",
    n_resamples: int = 10**5,
    groups: ArrayLike | None = None,
    rng: arguments.Rng = None,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Equivalence:
    """Test whether two systems' scores differ by less than a margin: two one-sided tests.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores, or statistics, of the two systems on the same `n` items.
    margin : float or (float, float)
        The smallest difference that would matter, above 0, in units of the score; or two
        limits, the first below 0 and the second above. To be chosen before looking.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    test : {"t", "score", "bootstrap"}, optional
        "t" tests the mean difference of pairs, taken to be normal; like "bootstrap", it
        says nothing if fewer than six of many items differ. "score" is Tango's test
        for right and wrong answers, 1 and 0; it works without any item that differs, and
        wants 40 items, and a margin of three of them.
        "bootstrap" is for any metric: the share of resamples whose difference is as far from
        the observed one as the margin is, ties counted.
    n_resamples : int, default 10**5
        Resamples to draw ("bootstrap").
    groups, rng, n_jobs, progress : optional
        Clusters, seed, processors and progress bar of "bootstrap", as in `bootstrap_test`.

    Returns
    -------
    Equivalence
        ``pvalue`` is the larger one of the two tests. Without any spread of the
        differences, "t" has nothing to judge by, and p is 1.

    See Also
    --------
    bootstrap_interval : See how large the difference may be.

    References
    ----------
    Schuirmann (1987), *Journal of Pharmacokinetics and Biopharmaceutics* 15, 657-680. Tango
    (1998), *Statistics in Medicine* 17, 891-908. Lakens (2017), *Social Psychological and
    Personality Science* 8, 355-362.

    Examples
    --------
    Of 2000 reviews, 60 are right with system a only and 58 with b only:

    >>> a, b = [1] * 60 + [0] * 58 + [1] * 1882, [0] * 60 + [1] * 58 + [1] * 1882
    >>> found = equivalence_test(a, b, margin=0.01, test="score")
    >>> found.is_equivalent(), round(found.pvalue, 3), [round(x, 4) for x in found.interval]
    (False, 0.051, [-0.008, 0.01])
    """
    limits = _as_margin(margin)
    arguments.as_option(test, "test", TESTS)
    if metric in (mean, accuracy) and np.ndim(a) == 1:
        _check_margin(limits, a, b)
    if test != "bootstrap":
        if metric not in (mean, accuracy):
            raise ValueError(
                f"metric must be mean or accuracy for test {test!r}, not {_name(metric)}: "
                "for others there is test 'bootstrap'"
            )
        if groups is not None:
            raise ValueError(f"groups must be None for test {test!r}, not clusters")
        return (_by_t if test == "t" else _by_score)(a, b, limits)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    statistics = np.stack(as_paired_statistics(a, b, metric))
    clusters = cluster_sums(statistics, groups, a)
    generator, seed = arguments.as_generator(rng)
    chunks = over_resamples(
        clusters, metric, _difference, n_resamples, generator, n_jobs=n_jobs, progress=progress
    )
    drawn, scores = np.concatenate(list(chunks)), metric(clusters.sum(axis=1))
    if not np.isfinite(drawn).all():
        raise ValueError("metric must give a finite score to every resample, not nan or infinity")
    difference, noise = float(scores[0] - scores[1]), NOISE * float(abs(scores).sum())
    low = float((drawn - difference >= difference - limits[0] - noise).mean())
    high = float((drawn - difference <= difference - limits[1] + noise).mean())
    least, most = 2 * difference - np.quantile(drawn, [(1 + LEVEL) / 2, (1 - LEVEL) / 2])
    differing = int((clusters[0] != clusters[1]).any(axis=1).sum())
    lacking = "items" if groups is None else "clusters"
    notes = [] if groups is None else [f"{clusters.shape[1]} clusters, drawn whole"]
    if too_few := differing < LEAST_DIFFERING:
        notes.append(
            f"too few {lacking} differ for a bootstrap to know how much they vary: {differing}"
        )
    return Equivalence(
        test="two one-sided bootstrap tests",
        difference=difference,
        margin=limits,
        pvalue=max(low, high),
        pvalue_low=low,
        pvalue_high=high,
        interval=(float(least), float(most)),
        method="monte-carlo",
        n=statistics.shape[1],
        n_resamples=n_resamples,
        seed=seed,
        too_few=too_few,
        lacking=lacking,
        note="; ".join(notes),
    )


def _by_t(a: ArrayLike, b: ArrayLike, margin: tuple[float, float]) -> Equivalence:
    scores = arguments.as_paired_scores(a, b, least=2)
    gain, deviation, n, unit = moments_of(*scores)
    error = deviation / math.sqrt(n)
    differing = int((differences(*scores) != 0).sum())
    too_few = differing < min(n, LEAST_DIFFERING)
    note = f"too few items differ for a t test to know how much they vary: {differing}"
    if not deviation:
        note = "all differences are the same: no spread to judge by"
    pvalue_low = pvalue_high = 1.0
    if deviation:
        pvalue_low = float(stdtr(n - 1, -ratio(gain - margin[0] / unit, error)))
        pvalue_high = float(stdtr(n - 1, ratio(gain - margin[1] / unit, error)))
    half = float(stdtrit(n - 1, (1 + LEVEL) / 2)) * error
    return Equivalence(
        test="two one-sided t tests",
        difference=gain * unit,
        margin=margin,
        pvalue=max(pvalue_low, pvalue_high),
        pvalue_low=pvalue_low,
        pvalue_high=pvalue_high,
        interval=((gain - half) * unit, (gain + half) * unit),
        method="asymptotic",
        n=n,
        too_few=too_few,
        note=note if too_few or not deviation else "",
    )


def _by_score(a: ArrayLike, b: ArrayLike, margin: tuple[float, float]) -> Equivalence:
    scores = arguments.as_paired_scores(a, b)
    for name, each in zip(("a", "b"), scores, strict=True):
        if not np.isin(each, (0, 1)).all():
            raise ValueError(f"{name} must hold 0 and 1 only for test 'score', not other scores")
    if not -1 < margin[0] < margin[1] < 1:
        raise ValueError(f"margin must be below 1 for test 'score', not {max(map(abs, margin)):g}")
    gains = scores[0] - scores[1]
    plus, minus, n = int((gains > 0).sum()), int((gains < 0).sum()), len(gains)
    low, high = (intervals.score_of_paired_proportions(plus, minus, n, limit) for limit in margin)
    too_few = n < LEAST_ITEMS or n * min(-margin[0], margin[1]) < LEAST_IN_MARGIN
    return Equivalence(
        test="two one-sided score tests",
        difference=(plus - minus) / n,
        margin=margin,
        pvalue=float(max(ndtr(-low), ndtr(high))),
        pvalue_low=float(ndtr(-low)),
        pvalue_high=float(ndtr(high)),
        interval=intervals.of_paired_proportions(plus, minus, n, LEVEL),
        method="asymptotic",
        n=n,
        too_few=too_few,
        note="too few items, or too small a margin, for the score's normal law" if too_few else "",
    )


def _difference(scores: np.ndarray) -> np.ndarray:
    return scores[0] - scores[1]


def _as_margin(margin: float | tuple[float, float]) -> tuple[float, float]:
    """Give both limits of a margin."""
    if np.ndim(margin) == 0:
        size = arguments.as_positive(margin, "margin")  # type: ignore[arg-type]
        return -size, size
    limits = arguments.as_grid(margin, "margin").tolist()
    if len(limits) != 2 or not limits[0] < 0 < limits[1]:
        raise ValueError(
            f"margin must be a positive number, or one below and one above 0, not {margin!r}"
        )
    return limits[0], limits[1]


def _check_margin(margin: tuple[float, float], a: ArrayLike, b: ArrayLike) -> None:
    """Refuse a margin that no difference of such scores is beyond: 5 for 5 % of right and wrong."""
    scores = np.concatenate(arguments.as_paired_scores(a, b))
    if np.isin(scores, (0, 1)).all() and max(-margin[0], margin[1]) >= 1:
        wide = max(-margin[0], margin[1])
        raise ValueError(
            f"margin must be below 1 for scores of 0 and 1, not {wide:g}: no two systems differ by more"
        )


def _name(metric: object) -> str:
    return name_of(metric) if callable(metric) else repr(metric)
