"""The randomization test: shuffle who said what, item by item.

If two systems do not differ, each item's two outputs could as well have come
the other way round. Swapping them with probability one half, item by item, and
scoring both shuffled systems again shows how large a difference chance makes
(Yeh 2000, section 3.3; Noreen 1989, section 2.7; for means of scores, the test
of TRECVID's randCompareMeans). It works for every metric of summed statistics,
and it assumes neither normal scores nor independent systems.
"""

import dataclasses
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, MetricFunction, mean, recall
from labkit.significance.items import as_paired_statistics, cluster_sums
from labkit.significance.result import (
    ALTERNATIVES,
    METHODS,
    NOT_EXACT,
    WITHIN,
    Alternative,
    Method,
    Result,
    favoured,
)
from labkit.significance.shuffles import (
    Swaps,
    computed_pvalue,
    draw_shuffles,
    exact_pvalue,
    swaps_of,
)
from labkit.significance.sign import count_outcomes, sign_test


def randomization_test(
    a: ArrayLike,
    b: ArrayLike,
    metric: MetricFunction = mean,
    *,
    alternative: Alternative = "two-sided",
    method: Method = "auto",
    n_resamples: int = 2**20,
    groups: ArrayLike | None = None,
    rng: arguments.Rng = None,
) -> Result:
    """Test whether two systems' scores differ by more than shuffling their outputs explains.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores, or statistics, of the two systems on the same `n` items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        Count shuffles whose difference is at least as large as the observed one in either
        direction, or in favour of a ("greater") or b ("less").
    method : {"auto", "exact", "monte-carlo"}, default "auto"
        "auto" is exact wherever that takes about a second: if equal differences leave
        at most 2^20 outcomes, or whole numbers and fixed decimals at most 2^22 different
        sums, or a mean has at most about 40 items. Other means are "computed" to within 1e-5,
        if they can be (the note says how exactly). Else it draws shuffles.
    n_resamples : int, default 2**20
        Shuffles to draw ("monte-carlo"), Yeh's number by default.
    groups : array of n labels, optional
        Clusters (documents) whose items are swapped together (Yeh 2000, section 4).
    rng : int or numpy.random.Generator, optional
        Seed of the shuffles.

    Returns
    -------
    Result
        ``statistic`` is the score of a minus the score of b. Sampled p-values
        are (nc + 1) / (nt + 1) for nc of nt shuffles at least as extreme (Yeh
        2000, section 3.3). Differences closer than 4e-12 of the scores are ties
        and count as at least as extreme.

    See Also
    --------
    randomization_checks, sign_test, compare_all : Checks, wins and losses, many systems.

    Notes
    -----
    Assumes exchangeable outputs: without a difference, what the systems gave on an item could as well be
    the other way round, and each item (or cluster) independently of the others. It speaks of these items; the
    bootstrap asks about the population that they were drawn from.

    References
    ----------
    Yeh (2000), *More accurate tests for the statistical significance of result
    differences*, section 3.3. Zmigrod, Vieira & Cotterell (2022), *Exact
    paired-permutation testing for structured test statistics*, NAACL.

    Examples
    --------
    Darwin's maize: heights of 15 crossed and self-fertilized pairs, in eighths
    of an inch, as differences.

    >>> gains = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> result = randomization_test(gains, [0] * 15)
    >>> result.method, result.pvalue * 2**15
    ('exact', 1726.0)
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    arguments.as_option(method, "method", METHODS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    metric = Metric.of(metric)
    statistics = as_paired_statistics(a, b, metric)
    one, two = cluster_sums(statistics, groups, a)[:, :, : metric.width]
    swaps, n = swaps_of(one, two, metric), statistics.shape[1]
    note = "" if groups is None else f"{len(one)} clusters swapped whole"
    if method != "monte-carlo" or not len(swaps.counts):
        pvalue = exact_pvalue(swaps, alternative)
        if pvalue is not None:
            return _result(swaps, n, pvalue, "exact", alternative, note=note)
        if method == "exact":
            raise ValueError(NOT_EXACT)
        pvalue, error = computed_pvalue(swaps, alternative)
        if not math.isnan(pvalue):
            note = "; ".join(filter(None, (note, WITHIN.format(error))))
            return _result(swaps, n, pvalue, "computed", alternative, note=note)
    shuffles = draw_shuffles(swaps, n_resamples, generator)
    n_extreme = sum(int(each[swaps.is_extreme(sums, alternative)].sum()) for sums, each in shuffles)
    return _sampled(swaps, n, n_extreme, n_resamples, alternative, seed, note)


class RandomizationChecks(NamedTuple):
    """Yeh's two checks of an approximate randomization, as `randomization_checks` finds them.

    Parameters
    ----------
    first, second, recall, recall_sign_test : Result
        The test with one seed and with another, the test of recall on the first
        run's shuffles, and the exact answer to that.

    See Also
    --------
    randomization_checks : Run them.

    Examples
    --------
    >>> a, b = [[1, 1], [1, 1], [0, 1], [1, 1]], [[0, 1], [1, 1], [0, 0], [0, 1]]
    >>> checks = randomization_checks(a, b, recall(4), n_resamples=1000, rng=1)
    >>> checks.recall_sign_test.pvalue
    0.25
    """

    first: Result
    second: Result
    recall: Result
    recall_sign_test: Result

    @property
    def agree(self) -> bool:
        """Tell whether both pairs of p-values are within five standard errors of each other."""
        trials = self.first.n_resamples or 1
        runs = _standard_error(self.first.pvalue, trials) * math.sqrt(2)
        recall = _standard_error(self.recall_sign_test.pvalue, trials)
        return bool(
            abs(self.first.pvalue - self.second.pvalue) <= 5 * runs
            and abs(self.recall.pvalue - self.recall_sign_test.pvalue) <= 5 * recall
        )


def randomization_checks(
    a: ArrayLike,
    b: ArrayLike,
    metric: MetricFunction,
    *,
    alternative: Alternative = "two-sided",
    n_resamples: int = 2**20,
    rng: arguments.Rng = None,
) -> RandomizationChecks:
    """Check sampled shuffles as Yeh (2000), section 3.3, does.

    Random numbers give odd results now and then, and a bad generator gives them
    always. So (1) the shuffles are drawn a second time with another seed, and
    (2) recall is tested on the first run's shuffles, where the sign test gives
    the exact answer: a shuffle swaps a relation that only one system found.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Statistics whose first column is 1 where the item was correctly found,
        else 0.
    metric : callable
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        As in `randomization_test`. Recall is tested in the direction in which it
        differs, one-sided.
    n_resamples : int, default 2**20
        Shuffles to draw, each time.
    rng : int or numpy.random.Generator, optional
        Seed of the shuffles.

    Returns
    -------
    RandomizationChecks
        The four results ``first, second, recall, recall_sign_test``, and ``agree``.

    See Also
    --------
    randomization_test : The test itself.

    Examples
    --------
    >>> import numpy as np
    >>> from labkit.metrics import precision
    >>> a = np.repeat([[1, 1], [0, 1], [0, 0]], [30, 20, 10], axis=0)
    >>> b = np.repeat([[1, 1], [0, 0], [1, 1]], [20, 30, 10], axis=0)
    >>> checks = randomization_checks(a, b, precision, n_resamples=10**5, rng=1)
    >>> checks.agree
    True
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    metric = Metric.of(metric)
    statistics = as_paired_statistics(a, b, metric)
    found = statistics[:, :, 0]
    if not np.isin(found, (0, 1)).all():
        raise ValueError(
            "a and b must hold 0 or 1 in their first column, found or not found, not other numbers"
        )
    generator, seed = arguments.as_generator(rng)

    swaps, n = swaps_of(statistics[0], statistics[1], metric), statistics.shape[1]
    recalls = dataclasses.replace(swaps, metric=recall(gold=1))
    direction: Alternative = "greater" if recalls.gain >= 0 else "less"
    extreme, extreme_recall = 0, 0
    for sums, weights in draw_shuffles(swaps, n_resamples, generator):
        extreme += int(weights[swaps.is_extreme(sums, alternative)].sum())
        extreme_recall += int(weights[recalls.is_extreme(sums, direction)].sum())
    second = randomization_test(
        a,
        b,
        metric,
        alternative=alternative,
        method="monte-carlo",
        n_resamples=n_resamples,
        rng=int(generator.integers(2**32)),
    )
    outcomes = count_outcomes(*found)
    return RandomizationChecks(
        first=_sampled(swaps, n, extreme, n_resamples, alternative, seed),
        second=second,
        recall=_sampled(recalls, n, extreme_recall, n_resamples, direction, seed),
        recall_sign_test=sign_test(*outcomes, ties_policy="drop", alternative=direction),
    )


def _sampled(
    swaps: Swaps,
    n: int,
    n_extreme: int,
    n_resamples: int,
    alternative: str,
    seed: int | None,
    note: str = "",
) -> Result:
    """Return the result of `n_resamples` shuffles, `n_extreme` of them at least as extreme."""
    drawn = {"n_resamples": n_resamples, "n_extreme": n_extreme, "seed": seed, "note": note}
    pvalue = (n_extreme + 1) / (n_resamples + 1)
    return _result(swaps, n, pvalue, "monte-carlo", alternative, **drawn)


def _result(
    swaps: Swaps, n: int, pvalue: float, method: str, alternative: str, **facts: Any
) -> Result:
    return Result(
        test="randomization test",
        statistic=swaps.gain,
        pvalue=pvalue,
        alternative=alternative,
        method=method,
        n=n,
        better=favoured(swaps.gain, alternative, swaps.metric.higher_is_better),
        **facts,
    )


def _standard_error(pvalue: float, n_resamples: int) -> float:
    """Estimate that of a sampled p-value; never less than that of a single extreme shuffle."""
    pvalue = max(pvalue, 1 / n_resamples)
    return math.sqrt(pvalue * max(1 - pvalue, 1 / n_resamples) / n_resamples)
