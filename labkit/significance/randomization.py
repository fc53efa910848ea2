"""The randomization test: shuffle who said what, item by item.

If two systems do not differ, each item's two outputs could as well have come
the other way round. Swapping them with probability one half, item by item, and
scoring both shuffled systems again shows how large a difference chance makes
(Yeh 2000, section 3.3; Noreen 1989, section 2.7; for means of scores, the test
of TRECVID's randCompareMeans). It works for every metric of summed statistics,
and it assumes neither normal scores nor independent systems.

`randomization_test` computes the distribution of all shuffles where it can and
samples it where it must (`Result.method` says which); `randomization_checks`
runs Yeh's two checks of a sampled test.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from tqdm.auto import tqdm

from labkit import arguments
from labkit.metrics import Metric, mean, recall
from labkit.significance.engine.cells import (
    LARGEST_TABLE,
    collapse,
    merge_near,
    on_lattice,
    table_size,
)
from labkit.significance.engine.law import enumerate_cells, in_pieces, law_of_signed_sums
from labkit.significance.engine.statistics import (
    NOISE,
    as_paired_statistics,
    cluster_sums,
    differences,
)
from labkit.significance.engine.tail import signed_sum_pvalue
from labkit.significance.result import ALTERNATIVES, Result, monte_carlo_interval
from labkit.significance.sign import sign_test

METHODS = ("auto", "exact", "monte-carlo")

#: Shuffles that are held in memory at a time.
CHUNK = 2**18


def randomization_test(
    a,
    b,
    metric: Metric = mean,
    *,
    alternative: str = "two-sided",
    method: str = "auto",
    n_resamples: int = 2**20,
    groups=None,
    rng=None,
) -> Result:
    """Test whether two systems' scores differ by more than shuffling their outputs explains.

    Parameters
    ----------
    a, b : array of shape (n,) or (n, k)
        Scores, or statistics, of the two systems on the same `n` items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"two-sided", "greater", "less"}
        Count shuffles whose difference is as large as the observed one in either
        direction, or in favour of a ("greater") or b ("less").
    method : {"auto", "exact", "monte-carlo"}
        "auto" is exact wherever that takes about a second: if equal differences
        leave at most 2^20 outcomes, or whole numbers and fixed decimals at most
        2^22 different sums, or a mean has at most about 40 items. Else it draws
        shuffles.
    n_resamples : int, default 2**20
        Shuffles to draw ("monte-carlo"), Yeh's number by default.
    groups : array of n labels, optional
        Clusters (documents) whose items are swapped together, because items of
        a cluster are not independent (Yeh 2000, section 4).
    rng : int or numpy.random.Generator, optional
        Seed of the shuffles.

    Returns
    -------
    Result
        ``statistic`` is the score of a minus the score of b. Sampled p-values
        are (nc + 1) / (nt + 1) for nc of nt shuffles at least as extreme (Yeh
        2000, section 3.3). Differences closer than 4e-12 of the scores are ties
        and count as at least as extreme.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described, or ``method="exact"`` is too large.

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
    arguments.check_rng(rng)
    swaps = _swaps(a, b, metric, groups)

    facts = dict(alternative=alternative, n=len(a))
    notes = [] if groups is None else [f"{swaps.n_groups} clusters swapped whole"]
    if method != "monte-carlo" or not len(swaps.counts):
        pvalue, note = _exact_pvalue(swaps, alternative)
        if pvalue is not None:
            return _result(
                swaps, pvalue, "exact", note="; ".join([*notes, note] if note else notes), **facts
            )
        if method == "exact":
            raise ValueError(
                "method 'exact' does not fit: too many different outcomes, use 'auto' or 'monte-carlo'"
            )
    generator, seed = arguments.as_generator(rng)
    n_extreme = 0
    for sums, weights in _shuffles(swaps, n_resamples, generator):
        n_extreme += int(weights[swaps.is_extreme(sums, alternative)].sum())
    return _sampled(swaps, n_extreme, n_resamples, seed=seed, note="; ".join(notes), **facts)


class RandomizationChecks(NamedTuple):
    """Yeh's two checks of an approximate randomization, as `randomization_checks` finds them."""

    first: Result
    second: Result
    recall: Result
    recall_sign_test: Result

    @property
    def agree(self) -> bool:
        """Whether both pairs of p-values are within five standard errors of each other."""
        trials = self.first.n_resamples
        runs = _standard_error(self.first.pvalue, trials) * math.sqrt(2)
        recall = _standard_error(self.recall_sign_test.pvalue, trials)
        return bool(
            abs(self.first.pvalue - self.second.pvalue) <= 5 * runs
            and abs(self.recall.pvalue - self.recall_sign_test.pvalue) <= 5 * recall
        )


def randomization_checks(
    a, b, metric: Metric, *, alternative: str = "two-sided", n_resamples: int = 2**20, rng=None
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
    metric, alternative, n_resamples, rng
        As in `randomization_test`. Recall is tested in the direction in which it
        differs, one-sided.

    Returns
    -------
    RandomizationChecks
        ``first, second, recall, recall_sign_test`` and ``agree``.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described.

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
    swaps = _swaps(a, b, metric, None, all_columns=True)
    found_a, found_b = (statistics[:, 0] for statistics in as_paired_statistics(a, b, metric))
    if not (np.isin(found_a, (0, 1)).all() and np.isin(found_b, (0, 1)).all()):
        raise ValueError(
            "a and b must hold 0 or 1 in their first column, found or not found, to check recall"
        )
    generator, seed = arguments.as_generator(rng)

    recalls = swaps.scored_by(recall(gold=1))
    direction = "greater" if recalls.gain >= 0 else "less"
    extreme, extreme_recall = 0, 0
    for sums, weights in _shuffles(swaps, n_resamples, generator):
        extreme += int(weights[swaps.is_extreme(sums, alternative)].sum())
        extreme_recall += int(weights[recalls.is_extreme(sums, direction)].sum())
    other_seed = int(generator.integers(2**32))
    return RandomizationChecks(
        first=_sampled(
            swaps, extreme, n_resamples, alternative=alternative, n=len(found_a), seed=seed
        ),
        second=randomization_test(
            a,
            b,
            metric,
            alternative=alternative,
            method="monte-carlo",
            n_resamples=n_resamples,
            rng=other_seed,
        ),
        recall=_sampled(
            recalls, extreme_recall, n_resamples, alternative=direction, n=len(found_a), seed=seed
        ),
        recall_sign_test=sign_test(
            int((found_a > found_b).sum()),
            int((found_a < found_b).sum()),
            ties_policy="drop",
            alternative=direction,
        ),
    )


@dataclass(frozen=True)
class _Swaps:
    """All shuffles of two systems: the observed one, and what the others are made of.

    A shuffle is V, the sum of the differences with random signs, in whole units
    of `unit` where the differences lie on a lattice. Its two systems have the
    sums (total + V) / 2 and (total - V) / 2.
    """

    metric: Metric
    total: np.ndarray  # (k,) sums of both systems
    columns: np.ndarray  # those in which the systems differ; V has only these
    unit: np.ndarray  # of V, a number a column
    steps: np.ndarray  # (c, columns) the cells of equal differences
    counts: np.ndarray  # (c,) items in a cell
    observed: np.ndarray  # (columns,) the V that was seen
    noise: float  # how far V may miss the observed one and still tie, if there is one column
    n_groups: int

    @property
    def linear(self) -> bool:
        """Whether V is one number and the gain is proportional to it."""
        return getattr(self.metric, "linear", False) and self.columns.tolist() == [0]

    @functools.cached_property
    def scores(self) -> np.ndarray:
        """The two systems' scores as observed, ``(2,)``."""
        return self._score_both(self.observed[None])[:, 0]

    @property
    def gain(self) -> float:
        return float(self.scores[0] - self.scores[1])

    def is_extreme(self, sums: np.ndarray, alternative: str) -> np.ndarray:
        """Which shuffles V, ``(s, columns)``, differ at least as much as the observed one."""
        if self.linear:
            size, target, noise = sums[:, 0], self.observed[0], self.noise
        else:
            score_a, score_b = self._score_both(sums)
            size, target, noise = (
                score_a - score_b,
                self.gain,
                NOISE * abs(self.scores).sum(),
            )
        if alternative == "two-sided":
            return abs(size) >= abs(target) - noise
        return size >= target - noise if alternative == "greater" else size <= target + noise

    def scored_by(self, metric: Metric) -> _Swaps:
        """The same shuffles under another metric."""
        return dataclasses.replace(self, metric=metric)

    def _score_both(self, sums):
        half = np.zeros((len(sums), len(self.total)))
        half[:, self.columns] = sums * self.unit / 2
        scores = self.metric(np.stack([self.total / 2 + half, self.total / 2 - half]))
        if not np.isfinite(scores).all():
            raise ValueError("metric must give a finite score to every shuffle of the systems")
        return scores


def _swaps(a, b, metric: Metric, groups, all_columns: bool = False) -> _Swaps:
    """What shuffling the two systems' items, or whole clusters, can do."""
    a, b = cluster_sums(np.stack(as_paired_statistics(a, b, metric)), groups, a)
    gains = differences(a, b)
    width = None if all_columns else getattr(metric, "width", None)
    differing = gains[:, :width].any(axis=0)
    columns = np.flatnonzero(differing) if differing.any() else np.zeros(1, int)
    gains = gains[:, columns]
    noise = NOISE * np.maximum(abs(a), abs(b))[:, columns] * (gains.dtype.kind == "f")
    steps, unit = _in_units(gains, noise.max(axis=0))
    cells, counts = collapse(steps)
    return _Swaps(
        metric=metric,
        total=a.sum(axis=0) + b.sum(axis=0),
        columns=columns,
        unit=unit,
        steps=cells,
        counts=counts,
        observed=steps.sum(axis=0),
        noise=0.0 if steps.dtype.kind == "i" else float(noise.sum()),
        n_groups=len(a),
    )


def _in_units(gains, noise):
    """Differences ``(n, k)`` as whole multiples of units ``(k,)``; as they are, if a column has no unit."""
    multiples = [on_lattice(column, slack) for column, slack in zip(gains.T, noise)]
    if any(column is None for column in multiples):
        return np.column_stack([merge_near(c, slack) for c, slack in zip(gains.T, noise)]), np.ones(
            len(noise)
        )
    units = [
        abs(column).max() / max(1, abs(whole).max()) for column, whole in zip(gains.T, multiples)
    ]
    return np.column_stack(multiples), np.array(units)


def _exact_pvalue(swaps: _Swaps, alternative: str) -> tuple[float | None, str]:
    """P over all shuffles, and what to know about it; None where they are too many for every exact method."""
    if not len(swaps.counts):
        return 1.0, ""
    if swaps.linear:
        steps = swaps.steps[:, 0]
        return signed_sum_pvalue(
            steps, swaps.counts, swaps.observed[0], alternative, swaps.noise
        ), ""
    law = law_of_signed_sums(swaps.steps, swaps.counts, CHUNK)
    if law is None:
        return None, ""
    pvalue = math.fsum(p[swaps.is_extreme(sums, alternative)].sum() for sums, p in law.pieces)
    note = f"absolute error below {law.error:g}" if law.error else ""
    return min(1.0, max(pvalue, law.error)), note


def _shuffles(swaps: _Swaps, n_resamples: int, generator: np.random.Generator):
    """Random shuffles V ``(s, columns)`` with how often each was drawn ``(s,)``, in bounded chunks.

    Where the items collapse into few outcomes, one multinomial draw says how
    often each was met; into few cells, a binomial draw a cell replaces its
    items; else sixteen items at a time are looked up by a random 16-bit word.
    """
    steps, counts = swaps.steps, swaps.counts
    if table_size(counts) <= min(n_resamples, LARGEST_TABLE):
        sums, probabilities = enumerate_cells(steps, counts)
        yield from in_pieces(sums, generator.multinomial(n_resamples, probabilities), CHUNK)
        return
    draw = _binomial_sums if counts.sum() > 200 * len(counts) else _packed_sums
    for start in tqdm(
        range(0, n_resamples, CHUNK), desc="shuffling", unit="chunk", delay=1, leave=False
    ):
        size = min(CHUNK, n_resamples - start)
        yield draw(steps, counts, size, generator), np.ones(size, dtype=np.int64)


def _binomial_sums(steps, counts, size, generator):
    sums = np.zeros((size, steps.shape[1]))
    for step, count in zip(steps, counts):
        signs = 2 * generator.binomial(count, 0.5, size) - count
        sums += signs[:, None] * step
    return sums


def _packed_sums(steps, counts, size, generator):
    items = np.repeat(steps, counts, axis=0).astype(float)
    sums, found = np.zeros((items.shape[1], size)), np.empty(size)
    for start in range(0, len(items), 16):
        block = items[start : start + 16]
        words = generator.integers(0, 2 ** len(block), size=size, dtype=np.uint16)
        for column, values in enumerate(block.T):
            sums[column] += np.take(_all_signed_sums(values), words, out=found, mode="clip")
    return sums.T


def _all_signed_sums(values):
    """The 2^m sums of m values with all combinations of signs, each at the number its bits spell."""
    if len(values) > 8:
        return np.add.outer(_all_signed_sums(values[8:]), _all_signed_sums(values[:8])).ravel()
    sums = np.zeros(1)
    for value in values:
        sums = np.add.outer([-value, value], sums).ravel()
    return sums


def _sampled(swaps, n_extreme, n_resamples, **facts):
    """The result of `n_resamples` shuffles, `n_extreme` of them at least as extreme."""
    return _result(
        swaps,
        (n_extreme + 1) / (n_resamples + 1),
        "monte-carlo",
        n_resamples=n_resamples,
        n_extreme=n_extreme,
        pvalue_interval=monte_carlo_interval(n_extreme, n_resamples),
        **facts,
    )


def _result(swaps, pvalue, method, **facts):
    return Result(
        test="randomization test",
        statistic=swaps.gain,
        pvalue=pvalue,
        method=method,
        higher_is_better=getattr(swaps.metric, "higher_is_better", True),
        **facts,
    )


def _standard_error(pvalue, n_resamples):
    """Of a sampled p-value; never less than that of a single extreme shuffle."""
    pvalue = max(pvalue, 1 / n_resamples)
    return math.sqrt(pvalue * max(1 - pvalue, 1 / n_resamples) / n_resamples)
