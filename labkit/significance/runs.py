"""Several runs of each system: one seed is not a system.

A neural network that is trained again with another seed gives other outputs. A test of
one run of each system asks whether *these two runs* differ on new test items; whether the
systems do, it cannot know: had the seeds been others, the better run might have been the other
system's (Reimers & Gurevych 2017). And the best of five runs of a against one
of b is no comparison of a and b at all. So train each system several times, keep all runs, and
say how many there were.

There are two sources of chance then, items and seeds, and four questions:

* `hierarchical_bootstrap_test`: would a be better with new seeds *and* on new items?
* `stratified_randomization_test`: do the outputs of *these* runs differ, more
  than if each item's outputs had been dealt out to the systems by chance? It says
  nothing of other seeds.
* `labkit.significance.unpaired_randomization_test` of the runs' scores: do the seeds'
  scores differ on *this* test set? It is exact, and honest about few runs: three against three
  can be dealt out in 20 ways, so that no two-sided p is below .1; of one run against one, p is 1.
* `labkit.significance.almost_stochastic_order`: is a, seed by seed, nearly always the better one?
"""

import dataclasses
import math
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.resampling import over_resamples
from labkit.significance.engine.statistics import (
    NOISE,
    as_statistics,
    check_metric,
    check_metric_on,
    cluster_sums,
)
from labkit.significance.evidence import Evidence, name_of
from labkit.significance.result import Result, monte_carlo_interval
from labkit.significance.unpaired import METHODS, unpaired_randomization_test

#: Runs of one system: (runs, n) scores, (runs, n, k) statistics, or a sequence of such runs.
Runs: TypeAlias = ArrayLike
#: With fewer items on which any runs differ, nothing is claimed, as in `bootstrap_test`.
LEAST_DIFFERING = 6
#: With fewer ways to deal out the runs, no test of the runs' scores reaches one in twenty.
LEAST_WAYS = 20


def hierarchical_bootstrap_test(
    a: Runs,
    b: Runs,
    metric: Metric = mean,
    *,
    alternative: str = "greater",
    n_resamples: int = 10**5,
    groups: ArrayLike | None = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> Result:
    """Test whether system a is better than system b with new seeds and on new test items.

    Each resample draws runs of either system, with replacement, and the items of
    the test set, the same for all runs. The score of a system is the mean of its runs'
    scores. Counted are, as in `bootstrap_test`, resamples whose gain is *more than twice* the
    observed one.

    Parameters
    ----------
    a, b : array of shape (runs, n) or (runs, n, k)
        Scores, or statistics, of each run of a system on the same `n` items; two runs or
        more of each system, not necessarily as many of both.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"greater", "two-sided"}, optional
        Whether a is better; or whether the two differ: then gains below 0 count as well.
    n_resamples : int, default 10**5
        Resamples to draw.
    groups : array of n labels, optional
        Clusters (documents) drawn whole.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `bootstrap_test`.

    Returns
    -------
    Result
        `pvalue` is s / b, as the bootstrap's is.

    See Also
    --------
    bootstrap_test : Of one run of each system.
    stratified_randomization_test, almost_stochastic_order : Other questions about runs.

    Notes
    -----
    One run is refused: it says nothing of the spread over seeds. Of few runs, the
    bootstrap still finds that spread too small, by a factor of sqrt(1 - 1/runs), so that p is
    too small as well: where seeds are all the spread there is, one of two equal systems with 2, 3,
    5 or 10 runs each comes out better at alpha = .05 in about 17, 13, 9 or 6 % of cases. The
    note says so for fewer than ten runs. A result is `too_few` for a claim if no test of the
    runs' scores could reach .05, as of two runs against four; or if the systems
    differ on fewer than six items, or clusters.

    References
    ----------
    Davison & Hinkley (1997), *Bootstrap Methods and their Application*, section 3.8. Sellam
    et al. (2022), *The MultiBERTs: BERT Reproductions for Robustness Analysis*, ICLR: the
    "multi-bootstrap".

    Examples
    --------
    Three runs of each system, right or wrong on ten items:

    >>> a = [[1, 1, 1, 0, 1, 1, 1, 0, 1, 1], [1, 1, 0, 0, 1, 1, 1, 1, 1, 1], [1, 0, 1, 0, 1, 1, 1, 1, 1, 1]]
    >>> b = [[1, 0, 1, 0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 0, 1, 0, 1, 1], [1, 0, 0, 0, 1, 1, 1, 0, 1, 0]]
    >>> result = hierarchical_bootstrap_test(a, b, rng=1)
    >>> round(result.statistic, 3), round(result.pvalue, 2)
    (0.267, 0.01)
    """
    arguments.as_option(alternative, "alternative", ("greater", "two-sided"))
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    runs_a, runs_b = _as_runs(a, b, metric, least=2)
    n = runs_a.shape[1]
    ways = math.comb(len(runs_a) + len(runs_b), len(runs_a))
    evidence = _evidence("hierarchical_bootstrap_test", runs_a, runs_b, metric, groups)
    everything = cluster_sums(np.concatenate([runs_a, runs_b]), groups)
    differing = int((everything != everything[0]).any(axis=(0, 2)).sum())
    observed = np.asarray(metric(everything.sum(axis=1)), float)
    gain = float(observed[: len(runs_a)].mean() - observed[len(runs_a) :].mean())
    noise = float(NOISE * abs(observed).max())
    better_when_higher = getattr(metric, "higher_is_better", True)
    (of_runs,) = generator.spawn(1)  # the chunks of items have seeds of their own
    n_extreme = 0
    side = 1 if better_when_higher else -1
    for scores in over_resamples(
        everything, metric, _as_it_is, n_resamples, generator, n_jobs=n_jobs, progress=progress
    ):
        gains = side * (
            _mean_of_drawn(scores[: len(runs_a)], of_runs)
            - _mean_of_drawn(scores[len(runs_a) :], of_runs)
        )
        if alternative == "two-sided":
            away = abs(gains - side * gain) > abs(gain) + noise
        else:
            away = gains > 2 * side * gain + noise
        n_extreme += int(np.count_nonzero(away))
    nothing = n_extreme == 0 and side * gain <= noise
    if alternative == "two-sided":
        nothing = abs(gain) <= noise
    if nothing:
        n_extreme = n_resamples
    return Result(
        test="hierarchical bootstrap test",
        statistic=gain,
        pvalue=n_extreme / n_resamples,
        alternative="less" if alternative == "greater" and side < 0 else alternative,
        method="monte-carlo",
        n=n,
        n_resamples=n_resamples,
        n_extreme=n_extreme,
        pvalue_interval=monte_carlo_interval(n_extreme, n_resamples),
        seed=seed,
        higher_is_better=better_when_higher,
        note=_note(runs_a, runs_b, everything.shape[1] if groups is not None else None),
        too_few=differing < LEAST_DIFFERING or ways < LEAST_WAYS,
        lacking="runs" if ways < LEAST_WAYS else _units(groups),
        _evidence=evidence,
    )


def stratified_randomization_test(
    a: Runs,
    b: Runs,
    metric: Metric = mean,
    *,
    alternative: str = "two-sided",
    method: str = "auto",
    n_resamples: int = 10**5,
    groups: ArrayLike | None = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> Result:
    """Test whether these runs of two systems differ, by dealing out each item's outputs anew.

    An item has as many outputs as there are runs of both systems. If the systems do not
    differ, any of them could as well have been those of system a: shuffled is inside each item
    only. Scored is what all runs of a system say together: for a mean, that is the mean of its
    runs' scores.

    Parameters
    ----------
    a, b : array of shape (runs, n) or (runs, n, k)
        Scores, or statistics, of each run of a system on the same `n` items; not necessarily
        as many runs of both.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"two-sided", "greater", "less"}, optional
        As in `randomization_test`.
    method : {"auto", "exact", "monte-carlo"}, optional
        "auto" is exact where that is quick (right or wrong, whole numbers), else it draws.
    n_resamples : int, default 10**5
        Shuffles to draw ("monte-carlo").
    groups : array of n labels, optional
        Clusters (documents), whose outputs in each run are dealt out whole.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `bootstrap_test`.

    Returns
    -------
    Result
        With one run of each system, that of `randomization_test`.

    See Also
    --------
    randomization_test : The same for one run of each system.
    hierarchical_bootstrap_test : Asks about other seeds and other items.

    Notes
    -----
    It takes the outputs of a run on different items for independent. What a lucky
    seed does to all items at once it takes for the system, so it answers for these runs, and not
    for the next ones. Multeval (Clark et al. 2011), which first did this for several runs of an
    optimizer, swaps the outputs of two systems, permutes those of each system, and counts
    only shuffles that differ *more* than the systems; here all outputs of an item are dealt
    out, and ties count, as in all tests of the lab.

    References
    ----------
    Clark, Dyer, Lavie & Smith (2011), *Better Hypothesis Testing for Statistical Machine
    Translation: Controlling for Optimizer Instability*, ACL, pages 176-181.

    Examples
    --------
    >>> a = [[1, 1, 1, 0, 1, 1, 1, 0, 1, 1], [1, 1, 0, 0, 1, 1, 1, 1, 1, 1]]
    >>> b = [[1, 0, 1, 0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 0, 1, 0, 1, 1]]
    >>> result = stratified_randomization_test(a, b)
    >>> result.method, round(result.statistic, 2), round(result.pvalue, 4)
    ('exact', 0.25, 0.0833)
    """
    arguments.as_option(method, "method", METHODS)
    runs_a, runs_b = _as_runs(a, b, metric, least=1)
    sums_a, sums_b = cluster_sums(runs_a, groups), cluster_sums(runs_b, groups)
    items = np.arange(sums_a.shape[1])
    found = unpaired_randomization_test(
        sums_a.reshape(-1, sums_a.shape[2]),
        sums_b.reshape(-1, sums_b.shape[2]),
        metric,
        alternative=alternative,
        method=method,
        n_resamples=n_resamples,
        strata=(np.tile(items, len(sums_a)), np.tile(items, len(sums_b))),
        n_jobs=n_jobs,
        rng=rng,
        progress=progress,
    )
    clusters = sums_a.shape[1] if groups is not None else None
    return dataclasses.replace(
        found,
        test="stratified randomization test",
        n=runs_a.shape[1],
        note=f"{len(runs_a)} and {len(runs_b)} runs; says nothing of other seeds"
        + (f"; {clusters} clusters" if clusters else ""),
        _evidence=_evidence("stratified_randomization_test", runs_a, runs_b, metric, groups),
    )


def _as_runs(a: Runs, b: Runs, metric: Metric, least: int) -> tuple[np.ndarray, np.ndarray]:
    """Give the statistics (runs, n, k) of both systems' runs on the same items."""
    check_metric(metric)
    runs_a, runs_b = runs_of(a, "a", metric, least), runs_of(b, "b", metric, least)
    if runs_a.shape[1] != runs_b.shape[1]:
        raise ValueError(
            "a and b must have runs on the same items, not on "
            f"{runs_a.shape[1]:,} and {runs_b.shape[1]:,}"
        )
    if runs_a.shape[2] != runs_b.shape[2]:
        raise ValueError(
            "a and b must have statistics of the same columns, not of "
            f"{runs_a.shape[2]} and {runs_b.shape[2]}"
        )
    dtype = np.result_type(runs_a, runs_b)
    return runs_a.astype(dtype, copy=False), runs_b.astype(dtype, copy=False)


def runs_of(runs: Runs, name: str, metric: Metric, least: int) -> np.ndarray:
    """Give the statistics (runs, n, k) of at least so many runs of a system."""
    array = arguments.as_numbers(runs, name)
    if array.ndim not in (2, 3):
        raise ValueError(
            f"{name} must be several runs of a system, (runs, n) scores or (runs, n, k) "
            f"statistics, not an array of shape {array.shape}"
        )
    if len(array) < least:
        raise ValueError(
            f"{name} must have at least {least} runs, not {len(array)}: one run says nothing of "
            "other seeds (`bootstrap_test` compares two runs)"
        )
    statistics = np.stack([as_statistics(run, name, metric) for run in array])
    for run in statistics:
        check_metric_on(metric, run, name)
    return statistics


def _evidence(
    function: str, a: np.ndarray, b: np.ndarray, metric: Metric, groups: ArrayLike | None
) -> Evidence:
    options: dict[str, object] = {"metric": name_of(metric), "runs": f"{len(a)}+{len(b)}"}
    items = (a, b)
    if groups is not None:
        codes = arguments.as_groups(groups, a.shape[1])
        options["clusters"] = int(codes.max()) + 1
        return Evidence(function, options, (*items, codes), "there is none for several runs")
    return Evidence(function, options, items, "there is none for several runs")


def _mean_of_drawn(scores: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw as many runs as there are in each resample of scores (runs, resamples), and average."""
    drawn = rng.integers(0, len(scores), scores.shape)
    return np.asarray(np.take_along_axis(scores, drawn, axis=0).mean(axis=0))


def _units(groups: ArrayLike | None) -> str:
    return "items differ" if groups is None else "clusters differ"


def _as_it_is(scores: np.ndarray) -> np.ndarray:
    return scores


def _note(a: np.ndarray, b: np.ndarray, clusters: int | None) -> str:
    notes = [f"{len(a)} and {len(b)} runs"]
    if clusters is not None:
        notes.append(f"{clusters} clusters drawn whole")
    if min(len(a), len(b)) > a.shape[1] > 1:
        notes.append(f"more runs than items ({a.shape[1]}): is each row a run?")
    if min(len(a), len(b)) < 10:
        notes.append("few runs: their spread is found too small, and p with it")
    return "; ".join(notes)
