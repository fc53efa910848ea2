"""The tests of pairs that `compare_all` offers, on systems whose best ones come first.

Each takes the rows of the pairs, `first` over `second`, and gives their p-values. That of
the bootstrap is in the engine, as `bootstrap_test` needs it too.
"""

import functools
from collections.abc import Callable

import numpy as np
from joblib import Parallel, delayed
from tqdm.auto import tqdm

from labkit.significance.engine.bootstrap_pvalues import MANY_PAIRS
from labkit.significance.engine.randomization_pvalues import randomization_pvalues
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.sequential import count_until_certain
from labkit.significance.engine.shuffled_pairs import over_shuffles
from labkit.significance.engine.statistics import NOISE
from labkit.significance.engine.swaps import exact_pvalue, swaps_of
from labkit.significance.engine.systems import PairPvalues, Pairs, Systems, for_each_size
from labkit.significance.matched import matched_pair_t, wilcoxon_test
from labkit.significance.result import Result
from labkit.significance.sign import count_outcomes, sign_test


def _sign(a: np.ndarray, b: np.ndarray, *, alternative: str) -> Result | None:
    outcomes = count_outcomes(a, b)
    if not (outcomes.plus or outcomes.minus):  # nothing to test
        return None
    return sign_test(*outcomes, alternative=alternative)


#: The tests that see one score an item, and nothing else.
BY_SCORES: dict[str, Callable[..., Result | None]] = {
    "sign": _sign,
    "matched-t": matched_pair_t,
    "wilcoxon": wilcoxon_test,
}


def by_scores(
    systems: Systems, pairs: Pairs, test: str, alternative: str, progress: bool | None
) -> PairPvalues:
    """Run a test of the scores of each item for each pair; p = 1 where no item differs."""
    if systems.linear is None:
        raise ValueError(f"outputs must be one score an item, (n,), for test {test!r}, not counts")
    scores = systems.direction * systems.linear[0]
    if test == "matched-t" and scores.shape[1] < 2:
        raise ValueError("outputs must have at least 2 items for test 'matched-t', not 1")
    pvalue, methods = np.ones(len(pairs[0])), np.full(len(pairs[0]), "exact", object)
    show = len(pvalue) > MANY_PAIRS if progress is None else progress
    rows = tqdm(zip(*pairs, strict=True), test, len(pvalue), unit="pair", disable=not show)
    for pair, (i, j) in enumerate(rows):
        found = BY_SCORES[test](scores[i], scores[j], alternative=alternative)
        if found is not None:
            pvalue[pair], methods[pair] = found.pvalue, found.method
    return PairPvalues.settled(*pairs, pvalue, methods)


def randomizations(
    systems: Systems,
    pairs: Pairs,
    method: str,
    alternative: str,
    work: Drawing,
    stop_at: float | None = None,
) -> PairPvalues:
    """Run randomization tests of pairs: exact ones where that is quick, and shuffles for the rest."""
    test = functools.partial(
        _randomizations, method=method, alternative=alternative, work=work, stop_at=stop_at
    )
    return for_each_size(systems, pairs, test)


def _randomizations(
    systems: Systems,
    pairs: Pairs,
    method: str,
    alternative: str,
    work: Drawing,
    stop_at: float | None,
) -> PairPvalues:
    if method != "monte-carlo" or stop_at is None:
        together = systems, pairs, method, work.n_resamples, alternative, work.rng
        if (found := randomization_pvalues(*together)) is not None:
            return found
    first, second = pairs
    pvalue, n_extreme, n_drawn = np.full((3, len(first)), np.nan)
    methods = np.full(len(first), "exact", object)
    if method != "monte-carlo":
        pvalue[:] = _exactly(systems, first, second, alternative, work)
    drawn = np.flatnonzero(np.isnan(pvalue))
    if len(drawn) and method == "exact":
        raise ValueError(
            "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': "
            "they have too many different outcomes"
        )
    if len(drawn):

        def count(some: np.ndarray, size: int) -> np.ndarray:
            rows = first[drawn[some]], second[drawn[some]]
            reached = _Reached(systems, *rows, alternative)
            options = work._replace(n_resamples=size)._asdict()
            return np.sum(list(over_shuffles(systems, *rows, reached, **options)), axis=0)

        n_extreme[drawn], n_drawn[drawn] = count_until_certain(
            count, len(drawn), work.n_resamples, stop_at
        )
        pvalue[drawn] = (n_extreme[drawn] + 1) / (n_drawn[drawn] + 1)
        methods[drawn] = "monte-carlo"
    return PairPvalues.settled(first, second, pvalue, methods, n_extreme, n_drawn)


def _exactly(
    systems: Systems, first: np.ndarray, second: np.ndarray, alternative: str, work: Drawing
) -> list[float]:
    """Compute p over all shuffles of each pair, nan where they are too many to go through."""
    if systems.direction < 0 and alternative == "greater":
        alternative = "less"

    def one(a: np.ndarray, b: np.ndarray) -> float:
        pvalue, _ = exact_pvalue(swaps_of(a, b, systems.metric, None), alternative, False)
        return np.nan if pvalue is None else pvalue

    tests = Parallel(n_jobs=work.n_jobs, prefer="threads", return_as="generator")(
        delayed(one)(systems.statistics[i], systems.statistics[j])
        for i, j in zip(first, second, strict=True)
    )
    long = len(first) * systems.n > 2**14
    show = long if work.progress is None else work.progress
    return list(tqdm(tests, total=len(first), desc="exact p", unit="pair", disable=not show))


class _Reached:
    """Counts the shuffles, for each pair, that are at least as extreme as what was observed."""

    def __init__(
        self, systems: Systems, first: np.ndarray, second: np.ndarray, alternative: str
    ) -> None:
        observed = systems.direction * systems.observed
        size = abs(observed[first]) + abs(observed[second])
        self.needed = observed[first] - observed[second] - NOISE * size
        self.both_sides = alternative == "two-sided"

    def __call__(self, gains: np.ndarray) -> np.ndarray:
        reached = abs(gains) if self.both_sides else gains
        return np.count_nonzero(reached >= self.needed[:, None], axis=1)
