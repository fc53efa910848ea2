"""All systems at once: the randomized Tukey test, which corrects for many pairs by itself.

The more systems are compared, the further apart the best and the worst of them are by
chance alone. So each item's scores are shuffled among *all* systems, and the range of
the systems' means after that says how far apart two of so many systems may be: a
pair is significant if hardly any shuffle has a range as large as its difference
(Carterette 2012, section 4.2, Tukey's "honestly significant difference" by randomization).
"""

from collections.abc import Hashable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.joint_shuffles import (
    JointShuffles,
    joint_shuffles,
    law_of_shuffles,
    over_joint_shuffles,
)
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.statistics import NOISE, cluster_sums
from labkit.significance.engine.systems import Outputs, Systems, as_systems
from labkit.significance.randomization import METHODS, randomization_test
from labkit.significance.result import monte_carlo_intervals


def randomized_tukey(
    outputs: Outputs,
    metric: Metric = mean,
    *,
    method: str = "auto",
    n_resamples: int = 10**5,
    groups: ArrayLike | None = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Test all pairs of systems by shuffling each item's outputs among all of them.

    Parameters
    ----------
    outputs : mapping, DataFrame or array
        Of each system, scores (n,) or statistics (n, k), as in `compare_all`.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    method : {"auto", "exact", "monte-carlo"}, optional
        "auto" looks at all shuffles where they come down to few cases (a few items, or
        right-or-wrong scores of a few systems), and draws them elsewhere.
    n_resamples : int, default 10**5
        Shuffles to draw, the same for all pairs.
    groups : array of n labels, optional
        Clusters (documents) whose items are shuffled together.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `compare_all`.

    Returns
    -------
    DataFrame
        A row a pair with the columns of `compare_all`, best systems first. ``pvalue`` is
        two-sided and *corrected already*: the share of shuffles whose range of scores
        reaches the pair's gain, one added to both counts if they are drawn. ``attrs``
        says by which method, and with which seed.

    See Also
    --------
    compare_all : Pairs, corrected in other ways.
    friedman_test : All systems by their ranks on each item.

    Notes
    -----
    What holds: if no system differs from another, the chance that any pair has
    p <= alpha is at most alpha. The smallest p, of the best and the worst system, tests
    just that. A pair with a larger gain never has a larger p. Two systems give the
    two-sided `randomization_test`.

    What does not hold: that p is at least the one that the pair has alone. The shuffles
    of a pair alone know only its own scores; here steady systems lend their
    steadiness to a pair whose scores vary much, and the other way round. And where some
    systems do differ, the shuffles mix all of them: their range is then
    wider, so that real differences among the others are missed rather than invented.
    `compare_all` with ``adjust="max-statistic"`` gives each pair its own standard error.

    References
    ----------
    Carterette (2012), *Multiple testing in statistical analysis of systems-based
    information retrieval experiments*, ACM Transactions on Information Systems 30,
    section 4.2.

    Examples
    --------
    >>> outputs = {"A": [1, 1, 1, 1, 1, 0], "B": [1, 0, 1, 0, 1, 0], "C": [0, 0, 0, 0, 0, 1]}
    >>> pairs = randomized_tukey(outputs)
    >>> pairs[["system_a", "system_b", "gain", "pvalue"]].round(4)
      system_a system_b    gain  pvalue
    0        A        B  0.3333  0.8724
    1        A        C  0.6667  0.1811
    2        B        C  0.3333  0.8724
    """
    arguments.as_option(method, "method", METHODS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    names, statistics = as_systems(outputs, metric)
    best_first = Systems(statistics, metric)
    order = np.argsort(-best_first.direction * best_first.observed, kind="stable")
    names, statistics = [names[i] for i in order], statistics[order]
    first, second = np.triu_indices(len(names), 1)
    if len(names) == 2:
        of_two = randomization_test(
            statistics[0],
            statistics[1],
            metric,
            method=method,
            n_resamples=n_resamples,
            groups=groups,
            rng=generator,
            progress=progress,
        )
        limits = of_two.pvalue_interval or (of_two.pvalue, of_two.pvalue)
        pvalue, low, high = np.array([[of_two.pvalue], [limits[0]], [limits[1]]])
        how = of_two.method
    else:
        systems = Systems(cluster_sums(statistics, groups), metric)
        work = Drawing(n_resamples, generator, n_jobs, progress)
        pvalue, low, high, how = _pvalues(joint_shuffles(systems), first, second, method, work)
    pairs = _as_table(names, best_first.observed[order], (first, second), best_first.direction)
    pairs["pvalue"], pairs["confidence"], pairs["kind"] = pvalue, 1 - pvalue, None
    pairs["method"], pairs["pvalue_low"], pairs["pvalue_high"] = how, low, high
    pairs.attrs = {"test": "randomized Tukey", "methods": {how: len(pairs)}, "seed": seed}
    return pairs


def _pvalues(
    shuffles: JointShuffles, first: np.ndarray, second: np.ndarray, method: str, work: Drawing
) -> tuple[np.ndarray, np.ndarray, np.ndarray, str]:
    """Compute p of pairs of systems, the lower and upper limits of it, and how that was done."""
    observed = shuffles.observed
    noise = shuffles.noise
    if shuffles.metric is not None:  # each pair's own size, as in `randomization_test`
        noise = NOISE * (abs(observed[first]) + abs(observed[second]))
    needed = abs(observed[first] - observed[second]) - noise
    law = law_of_shuffles(shuffles) if method != "monte-carlo" else None
    if law is not None:
        sums, probabilities = law
        spreads = shuffles.spreads(sums)
        order = np.argsort(spreads)
        tail = np.cumsum(probabilities[order][::-1])[::-1]
        at = np.searchsorted(spreads[order], needed)
        pvalue = np.minimum(np.concatenate([tail, [0.0]])[at], 1.0)
        return pvalue, pvalue, pvalue, "exact"
    if method == "exact":
        raise ValueError(
            "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': "
            "they have too many different outcomes"
        )

    def reached(sums: np.ndarray) -> np.ndarray:
        spreads = np.sort(shuffles.spreads(sums))
        return len(spreads) - np.searchsorted(spreads, needed)

    counts = np.sum(list(over_joint_shuffles(shuffles, reached, work)), axis=0)
    low, high = monte_carlo_intervals(counts, work.n_resamples)
    return (counts + 1) / (work.n_resamples + 1), low, high, "monte-carlo"


def _as_table(
    names: list[Hashable], scores: np.ndarray, pairs: tuple[np.ndarray, np.ndarray], direction: int
) -> pd.DataFrame:
    """Write a row a pair: who, and by how much."""
    first, second = pairs
    return pd.DataFrame(
        {
            "system_a": [names[i] for i in first],
            "system_b": [names[j] for j in second],
            "score_a": scores[first],
            "score_b": scores[second],
            "gain": direction * (scores[first] - scores[second]),
        }
    )
