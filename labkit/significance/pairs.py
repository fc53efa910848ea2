"""All pairs of many systems, to see who is significantly better than whom.

Berg-Kirkpatrick, Burkett & Klein (2012) compare every pair of up to 150
systems and plot the confidence 1 - p against the gain. `compare_all` does that
with one shared set of resamples (their footnote 5), or without any where the
p-value of infinitely many resamples can be computed. `adjust_pvalues` corrects for that many comparisons.
"""

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import pandas as pd
from joblib import delayed
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, MetricFunction, mean
from labkit.notebook_env import progress
from labkit.significance.items import (
    Array,
    Drawing,
    Outputs,
    Pairs,
    Systems,
    as_systems,
    cluster_sums,
    differences,
)
from labkit.significance.matched import matched_pair_t, wilcoxon_test
from labkit.significance.resamples import VARIANTS, PairPvalues, bootstrap_pvalues, in_threads
from labkit.significance.result import (
    BETTER_OR_DIFFERENT,
    METHODS,
    NOT_EXACT,
    BetterOrDifferent,
    Method,
    Result,
    monte_carlo_interval,
)
from labkit.significance.shuffles import (
    computed_pvalue,
    count_shared_shuffles,
    exact_pvalue,
    swaps_of,
)
from labkit.significance.sign import sign_test_of_scores

#: The tests of pairs that see one score an item, and nothing else. One that draws takes `rng` and
#: `n_resamples`, and counts in its result how many resamples were extreme.
BY_SCORES: dict[str, Callable[..., Result]] = {
    "sign": sign_test_of_scores,
    "matched-t": matched_pair_t,
    "wilcoxon": wilcoxon_test,
}
#: The tests that can compare all pairs.
TestOfPairs: TypeAlias = Literal["bootstrap", "randomization", "sign", "matched-t", "wilcoxon"]
TESTS_OF_PAIRS: tuple[TestOfPairs, ...] = get_args(TestOfPairs)
#: Groups of systems, or a function that labels their pairs.
Kinds: TypeAlias = Mapping[Any, object] | Sequence[object] | Callable[[Any, Any], object] | None


def compare_all(
    outputs: Outputs,
    metric: MetricFunction = mean,
    *,
    test: TestOfPairs = "bootstrap",
    method: Method = "auto",
    n_resamples: int = 10**6,
    kinds: Kinds = None,
    alternative: BetterOrDifferent = "two-sided",
    groups: ArrayLike | None = None,
    rng: arguments.Rng = None,
) -> pd.DataFrame:
    """Test all pairs of systems on the same items.

    Parameters
    ----------
    outputs : mapping, DataFrame or array
        Of each system, scores (n,) or statistics (n, k): a mapping from names
        to arrays, a DataFrame with a row a system and a column an item, or an
        array (m, n) or (m, n, k), whose systems are named 0, 1, ...
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    test : {"bootstrap", "randomization", "sign", "matched-t", "wilcoxon"}, default "bootstrap"
        `bootstrap_test`, `randomization_test`, or one of scores (n,): `sign_test` (ties
        split), `matched_pair_t` or `wilcoxon_test`.
    method : {"auto", "exact", "monte-carlo"}, default "auto"
        As in `bootstrap_test` and `randomization_test`.
    n_resamples : int, default 10**6
        Resamples, or shuffles, where they have to be drawn: the same for all
        pairs, so that their Monte Carlo errors are correlated.
    kinds : mapping, sequence or callable, optional
        Labels of pairs. The group of each system (by name, or in order) makes
        "same" and "different" pairs; a callable gets two names and returns
        any label.
    alternative : {"two-sided", "greater"}, default "two-sided"
        Whether the two differ; or, as the paper asks, whether the one that is ahead is better.
        The data choose which is ahead: where no two differ, about twice alpha of all pairs are then
        significant.
    groups, rng : optional
        Clusters and seed, as in `bootstrap_test`.

    Returns
    -------
    DataFrame
        A row a pair, best systems first: ``system_a, system_b, score_a,
        score_b, gain, pvalue, confidence, kind, method, pvalue_low, pvalue_high``.
        ``gain`` is at least 0: how much better `system_a`
        is, whether higher or lower scores are better. ``method`` is that of the pair; of
        "monte-carlo", ``pvalue_low`` and ``pvalue_high`` are the 95 % interval of the Monte
        Carlo error, else p itself. ``attrs`` says how many p-values are by which, and with
        which seed.

    See Also
    --------
    bootstrap_test, randomization_test, sign_test, matched_pair_t, wilcoxon_test : Of one pair.
    adjust_pvalues : Correct for many comparisons.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), *An Empirical Investigation of
    Statistical Significance in NLP*, section 3.

    Examples
    --------
    >>> outputs = {"lexicon": [1, 0, 0, 1, 0, 1], "Naive Bayes": [1, 1, 0, 1, 1, 1], "guess": [0, 1, 0, 0, 1, 0]}
    >>> pairs = compare_all(outputs, alternative="greater")
    >>> pairs[["system_a", "system_b", "gain", "pvalue"]].round(4)
          system_a system_b    gain  pvalue
    0  Naive Bayes  lexicon  0.3333  0.0178
    1  Naive Bayes    guess  0.5000  0.0000
    2      lexicon    guess  0.1667  0.2512
    """
    how = PairTest(test, method, alternative, n_resamples, rng)
    return compare_pairs(outputs, metric, how, groups, kinds=kinds)


class PairTest(NamedTuple):
    """How each pair is tested: arguments of `compare_all`."""

    test: str
    method: str
    alternative: str
    n_resamples: int
    rng: arguments.Rng


def compare_pairs(
    outputs: Outputs,
    metric: MetricFunction,
    how: PairTest,
    groups: ArrayLike | None,
    *,
    kinds: Kinds = None,
    baseline: Hashable | None = None,
) -> pd.DataFrame:
    """Do `compare_all`, of all pairs or of those of a `baseline` with each other system."""
    arguments.as_option(how.test, "test", TESTS_OF_PAIRS)
    arguments.as_option(how.method, "method", METHODS)
    arguments.as_option(how.alternative, "alternative", BETTER_OR_DIFFERENT)
    if how.test in BY_SCORES and how.method != "auto":
        wanted = f"'auto' for test {how.test!r}, which has one, not {how.method!r}"
        raise ValueError(f"method must be {wanted}")
    if how.test in BY_SCORES and groups is not None:
        raise ValueError(f"groups must be None for test {how.test!r}, not clusters")
    n_resamples = arguments.as_count(how.n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(how.rng)
    metric = Metric.of(metric)
    names, statistics = as_systems(outputs, metric)
    kind_of = _as_kinds(kinds, names)

    best_first = Systems(statistics, metric)
    order = np.argsort(-best_first.direction * best_first.observed, kind="stable")
    names = [names[i] for i in order]
    systems = Systems(cluster_sums(statistics[order], groups), metric)
    pairs = _rows_of_pairs(names, baseline)
    drawing = Drawing(n_resamples, generator)
    if how.test == "bootstrap":
        variants = VARIANTS[:1] if how.alternative == "greater" else VARIANTS
        tested = bootstrap_pvalues(systems, pairs, how.method, drawing, variants)
    elif how.test == "randomization":
        tested = _randomization_pvalues(systems, pairs, how.method, how.alternative, drawing)
    else:
        tested = _pvalues_by_scores(systems, pairs, how.test, how.alternative, drawing)

    table = _as_table(names, systems, pairs, tested, n_resamples, kind_of)
    methods = pd.Series(tested.method).value_counts().to_dict()
    table.attrs = {"test": how.test, "methods": methods, "seed": seed}
    return table


def significance_threshold(
    pairs: pd.DataFrame, low: float = 0.04, high: float = 0.06, percentile: float = 95
) -> float:
    """Find the gain above which a comparison on this test set is probably significant.

    Of all comparisons with a p-value around 0.05 (one at least), a percentile of the gains.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all`: columns ``gain`` and ``pvalue``.
    low, high : float, default 0.04 and 0.06
        Which p-values count as around 0.05, both limits included.
    percentile : float, default 95
        From 0 to 100.

    Returns
    -------
    float
        In the units of ``gain``.

    See Also
    --------
    compare_all : Make the table.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 3.1.1.

    Examples
    --------
    >>> pairs = pd.DataFrame({"gain": [0.5, 1.0, 1.2, 2.0], "pvalue": [0.2, 0.058, 0.043, 0.001]})
    >>> round(significance_threshold(pairs), 2)
    1.19
    """
    arguments.check_columns(pairs, "pairs", "gain", "pvalue")
    for column in ("gain", "pvalue"):
        arguments.as_numbers(pairs[column], f"pairs[{column!r}]", of_scores=False)
    low, high = arguments.as_fraction(low, "low"), arguments.as_fraction(high, "high")
    percentile = arguments.as_number(percentile, "percentile", 0, 100)
    gains = pairs.loc[pairs["pvalue"].between(low, high), "gain"]
    if gains.empty:
        raise ValueError(f"pairs must have p-values between {low:g} and {high:g}, not none at all")
    return float(np.percentile(gains, percentile))


def _pvalues_by_scores(
    systems: Systems, pairs: Pairs, test: str, alternative: str, drawing: Drawing
) -> PairPvalues:
    """Run a test of the scores of each item for each pair; p = 1 where no item differs."""
    if systems.linear is None:
        raise ValueError(f"outputs must be one score an item, (n,), for test {test!r}, not counts")
    scores = systems.direction * systems.linear[0]
    if test == "matched-t" and scores.shape[1] < 2:
        raise ValueError("outputs must have at least 2 items for test 'matched-t', not 1")
    draws = {"rng": drawing.rng, "n_resamples": drawing.n_resamples}
    takes = inspect.signature(BY_SCORES[test]).parameters
    options: dict[str, Any] = {name: value for name, value in draws.items() if name in takes}
    start = drawing.rng.bit_generator.state
    pvalue, n_extreme = np.ones(len(pairs[0])), np.full(len(pairs[0]), np.nan)
    methods = np.full(len(pvalue), "exact", object)
    rows = zip(*pairs, strict=True)
    for pair, (i, j) in enumerate(progress(rows, "testing pairs", len(pvalue))):
        if differences(scores[i], scores[j]).any():
            drawing.rng.bit_generator.state = start  # the same draws for all pairs
            tested = BY_SCORES[test](scores[i], scores[j], alternative=alternative, **options)
            pvalue[pair], methods[pair] = tested.pvalue, tested.method
            n_extreme[pair] = np.nan if tested.n_extreme is None else tested.n_extreme
    return PairPvalues(pvalue, methods, n_extreme, np.zeros(len(pvalue)))


def _randomization_pvalues(
    systems: Systems, pairs: Pairs, method: str, alternative: str, drawing: Drawing
) -> PairPvalues:
    """Run randomization tests of pairs: exact ones where that is quick, shared shuffles for the rest."""
    n_extreme = np.full(len(pairs[0]), np.nan)
    if systems.direction < 0 and alternative == "greater":
        alternative = "less"
    pvalue, error = _without_drawing(systems, pairs, method, alternative)
    methods = np.where(error > 0, "computed", "exact").astype(object)
    left = np.flatnonzero(np.isnan(pvalue))
    if len(left):
        if method == "exact":
            raise ValueError(NOT_EXACT)
        some = pairs[0][left], pairs[1][left]
        n_extreme[left] = count_shared_shuffles(systems, some, alternative, drawing)
        methods[left] = "monte-carlo"
        pvalue[left] = (n_extreme[left] + 1) / (drawing.n_resamples + 1)
    return PairPvalues(pvalue, methods, n_extreme, error)


def _without_drawing(systems: Systems, pairs: Pairs, method: str, alternative: str) -> Array:
    """Compute p over all shuffles of each pair, and how far off it may be, (2, pairs); nan where that is too much."""
    statistics = systems.statistics[:, :, : systems.metric.width]

    def one(i: int, j: int) -> tuple[float, float]:
        swaps = swaps_of(statistics[i], statistics[j], systems.metric)
        pvalue = exact_pvalue(swaps, alternative)
        if pvalue is not None:
            return pvalue, 0
        return computed_pvalue(swaps, alternative) if method == "auto" else (np.nan, np.nan)

    if method == "monte-carlo":
        return np.full((2, len(pairs[0])), np.nan)
    tests = in_threads()(delayed(one)(i, j) for i, j in zip(*pairs, strict=True))
    return np.array([*progress(tests, "testing pairs", len(pairs[0]))]).T


def _rows_of_pairs(names: list[Hashable], baseline: Hashable | None) -> Pairs:
    """Return the rows of all pairs of systems, or of those of one system with each other."""
    first, second = np.triu_indices(len(names), 1)
    if baseline is None:
        return first, second
    if baseline not in names:
        raise ValueError(f"baseline must be the name of a system, not {baseline!r}")
    with_baseline = (first == names.index(baseline)) | (second == names.index(baseline))
    return first[with_baseline], second[with_baseline]


def _as_kinds(kinds: Kinds, names: list[Hashable]) -> Callable[[Hashable, Hashable], object]:
    """Make a function from two names to the label of their pair."""
    if kinds is None:
        return lambda a, b: None
    if callable(kinds):
        return kinds
    if not isinstance(kinds, Mapping):
        if isinstance(kinds, str) or len(kinds) != len(names):
            raise ValueError(
                f"kinds must give a group for each of the {len(names)} systems, not {kinds!r}"
            )
        kinds = dict(zip(names, kinds, strict=True))
    missing = [name for name in names if name not in kinds]
    if missing:
        raise ValueError(f"kinds must give a group for each system, not none for {missing[0]!r}")
    group = dict(kinds)
    return lambda a, b: "same" if group[a] == group[b] else "different"


def _as_table(
    names: list[Hashable],
    systems: Systems,
    pairs: Pairs,
    tested: PairPvalues,
    n_resamples: int,
    kind_of: Callable[[Hashable, Hashable], object],
) -> pd.DataFrame:
    """Make a row for each pair."""
    scores, (first, second) = systems.observed, pairs
    low, high = np.stack([tested.pvalue, tested.pvalue])
    drawn = tested.method == "monte-carlo"
    low[drawn], high[drawn] = monte_carlo_interval(tested.n_extreme[drawn], n_resamples)
    better, worse = ([names[i] for i in rows] for rows in (first, second))
    return pd.DataFrame(
        {
            "system_a": better,
            "system_b": worse,
            "score_a": scores[first],
            "score_b": scores[second],
            "gain": systems.gains(pairs),
            "pvalue": tested.pvalue,
            "confidence": 1 - tested.pvalue,
            "kind": list(map(kind_of, better, worse)),
            "method": tested.method,
            "pvalue_low": low,
            "pvalue_high": high,
        }
    )
