"""All pairs of many systems, to see who is significantly better than whom.

Berg-Kirkpatrick, Burkett & Klein (2012) compare every pair of up to 150
systems and plot the confidence 1 - p against the gain. `compare_all` does that
with one shared set of resamples (their footnote 5), or without any where the
p-value of endless resamples can be computed.

Many comparisons make many false discoveries: `adjust_pvalues` corrects for
that, and ``compare_all(..., adjust="max-statistic")`` does so with the
resamples themselves, which know how the systems are correlated.
"""

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import ArrayLike
from scipy.stats import false_discovery_control
from tqdm.auto import tqdm

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.bootstrap_pvalues import METHODS, bootstrap_pvalues
from labkit.significance.engine.max_statistic import StepDown, standard_errors
from labkit.significance.engine.randomization_pvalues import randomization_pvalues
from labkit.significance.engine.resampling import over_resamples
from labkit.significance.engine.shuffled_pairs import over_shuffles
from labkit.significance.engine.statistics import NOISE, cluster_sums
from labkit.significance.engine.swaps import exact_pvalue, swaps_of
from labkit.significance.engine.systems import Outputs, PairPvalues, Systems, as_systems
from labkit.significance.result import monte_carlo_intervals
from labkit.significance.sign import count_outcomes, sign_test

#: The tests that can compare all pairs.
TESTS = ("bootstrap", "randomization", "sign")
#: The corrections that need nothing but the p-values.
CORRECTIONS = ("bonferroni", "holm", "benjamini-hochberg")


#: Groups of systems, or a function that labels their pairs.
Kinds: TypeAlias = Mapping[Any, object] | Sequence[object] | Callable[[Any, Any], object] | None


def compare_all(
    outputs: Outputs,
    metric: Metric = mean,
    *,
    test: str = "bootstrap",
    method: str = "auto",
    n_resamples: int = 10**6,
    kinds: Kinds = None,
    adjust: str | None = None,
    alternative: str = "greater",
    groups: ArrayLike | None = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
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
    test : {"bootstrap", "randomization", "sign"}, optional
        `bootstrap_test`, `randomization_test` or `sign_test` (of the scores; ties split).
    method : {"auto", "exact", "inversion", "monte-carlo"}, optional
        As in these tests.
    n_resamples : int, default 10**6
        Resamples, or shuffles, where they have to be drawn: the same for all
        pairs, so that their Monte Carlo errors are correlated.
    kinds : mapping, sequence or callable, optional
        Labels of pairs. The group of each system (by name, or in order) makes
        "same" and "different" pairs; a callable gets two names and returns
        any label.
    adjust : {"bonferroni", "holm", "benjamini-hochberg", "max-statistic"}, optional
        Correction for many comparisons, in a column ``adjusted_pvalue``; see
        `adjust_pvalues`. "max-statistic" ("bootstrap" and "randomization") draws
        `n_resamples`, and looks in which of them *some* pair gains or loses as much,
        in standard errors, as this pair does, pairs that are more extreme left out
        (Romano & Wolf 2005, with one added to both counts). It is never below `pvalue`.
    alternative : {"greater", "two-sided"}, optional
        Whether `system_a` is better, or the two differ ("randomization" and
        "sign" only).
    groups, n_jobs, rng, progress : optional
        Clusters, processors, seed and progress bar, as in `bootstrap_test`. Inside
        ``joblib.parallel_config(backend="dask")`` the processors may be a cluster.

    Returns
    -------
    DataFrame
        A row a pair, best systems first: ``system_a, system_b, score_a,
        score_b, gain, pvalue, confidence, kind, method, pvalue_low, pvalue_high``
        (and ``adjusted_pvalue``). ``gain`` is at least 0: how much better `system_a`
        is, whether higher or lower scores are better. ``method`` is that of the pair:
        p itself if it is "exact", else between ``pvalue_low`` and ``pvalue_high``,
        which are proven for "inversion" and the 95 % interval of the Monte Carlo error
        for "monte-carlo". ``attrs`` says how many p-values are by which, and with which seed.

    See Also
    --------
    bootstrap_test, randomization_test, sign_test : The tests of one pair.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), *An Empirical Investigation of
    Statistical Significance in NLP*, section 3. Romano & Wolf (2005), *Econometrica* 73,
    section 4, after Westfall & Young (1993), *Resampling-Based Multiple Testing*.

    Examples
    --------
    >>> outputs = {"lexicon": [1, 0, 0, 1, 0, 1], "Naive Bayes": [1, 1, 0, 1, 1, 1], "guess": [0, 1, 0, 0, 1, 0]}
    >>> pairs = compare_all(outputs)
    >>> pairs[["system_a", "system_b", "gain", "pvalue"]].round(4)
          system_a system_b    gain  pvalue
    0  Naive Bayes  lexicon  0.3333  0.0178
    1  Naive Bayes    guess  0.5000  0.0000
    2      lexicon    guess  0.1667  0.2512
    """
    _check_options(test, method, adjust, alternative)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    names, statistics = as_systems(outputs, metric)
    kind_of = _as_kinds(kinds, names)

    best_first = Systems(statistics, metric)
    order = np.argsort(-best_first.direction * best_first.observed, kind="stable")
    names, statistics = [names[i] for i in order], statistics[order]
    systems = Systems(cluster_sums(statistics, groups), metric)
    work = _Work(n_resamples, generator, n_jobs, progress)
    if test == "bootstrap":
        found = bootstrap_pvalues(systems, method, **work._asdict())
    elif test == "randomization":
        found = _randomizations(systems, method, alternative, work)
    else:
        found = _sign_tests(systems, groups, alternative)

    pairs = _as_table(names, systems, found, kind_of, n_resamples)
    if adjust == "max-statistic":
        pairs["adjusted_pvalue"] = _max_statistic(systems, found, test, work)
    elif adjust is not None:
        pairs["adjusted_pvalue"] = adjust_pvalues(found.pvalue, adjust)
    methods = pd.Series(found.method).value_counts().to_dict()
    pairs.attrs = {"test": test, "methods": methods, "seed": seed}
    return pairs


def adjust_pvalues(p: ArrayLike, method: str = "holm") -> np.ndarray | pd.Series:
    """Correct p-values for the number of comparisons.

    Parameters
    ----------
    p : array of shape (m,) or Series
        Numbers from 0 to 1.
    method : {"holm", "bonferroni", "benjamini-hochberg"}, optional
        "bonferroni" and the more powerful "holm" bound the chance of *any* false discovery,
        "benjamini-hochberg" the expected *share* of false ones among the discoveries.

    Returns
    -------
    array of shape (m,) or Series
        Corrected p-values, in the order of `p`; of a Series with its index and name.

    See Also
    --------
    compare_all : Corrects with its argument `adjust`.

    References
    ----------
    Holm (1979), *Scandinavian Journal of Statistics* 6. Benjamini & Hochberg
    (1995), *Journal of the Royal Statistical Society B* 57.

    Examples
    --------
    >>> adjust_pvalues([0.01, 0.02, 0.2]).round(3).tolist()
    [0.03, 0.04, 0.2]
    """
    arguments.as_option(method, "method", CORRECTIONS)
    adjusted = _adjusted(arguments.as_scores(p, "p"), method)
    return pd.Series(adjusted, p.index, name=p.name) if isinstance(p, pd.Series) else adjusted


def _adjusted(p: np.ndarray, method: str) -> np.ndarray:
    if p.min() < 0 or p.max() > 1:
        wrong = p.max() if p.max() > 1 else p.min()
        raise ValueError(f"p must hold p-values between 0 and 1, not {wrong}")
    if method == "benjamini-hochberg":
        return false_discovery_control(p)
    if method == "bonferroni":
        return np.minimum(len(p) * p, 1)
    # Holm: the smallest p of m is multiplied by m, the next by m - 1, ... and
    # none gets ahead of a smaller one.
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(np.arange(len(p), 0, -1) * p[order])
    return np.minimum(adjusted, 1)


def significance_threshold(
    pairs: pd.DataFrame, low: float = 0.04, high: float = 0.06, percentile: float = 95
) -> float:
    """Find the gain above which a comparison on this test set is probably significant.

    Of all comparisons with a p-value around 0.05 (one at least), a percentile of the gains.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all`: columns ``gain`` and ``pvalue``.
    low, high : float, optional
        Which p-values count as around 0.05, both limits included.
    percentile : float, optional
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
        arguments.as_numbers(pairs[column], f"pairs[{column!r}]")
    low, high = arguments.as_fraction(low, "low"), arguments.as_fraction(high, "high")
    percentile = arguments.as_number(percentile, "percentile", 0, 100)
    gains = pairs.loc[pairs["pvalue"].between(low, high), "gain"]
    if gains.empty:
        raise ValueError(f"pairs must have p-values between {low:g} and {high:g}, not none at all")
    return float(np.percentile(gains, percentile))


class _Work(NamedTuple):
    """How resamples are drawn."""

    n_resamples: int
    rng: np.random.Generator
    n_jobs: int
    progress: bool | None


def _check_options(test: str, method: str, adjust: str | None, alternative: str) -> None:
    """Refuse unknown options, and those that the test does not know."""
    arguments.as_option(test, "test", TESTS)
    arguments.as_option(method, "method", METHODS)
    arguments.as_option(alternative, "alternative", ("greater", "two-sided"))
    if adjust is not None:
        arguments.as_option(adjust, "adjust", (*CORRECTIONS, "max-statistic"))
    if test == "bootstrap" and alternative != "greater":
        raise ValueError("alternative must be 'greater' for test 'bootstrap', not 'two-sided'")
    if test == "sign" and adjust == "max-statistic":
        raise ValueError(
            f"adjust must be one of {', '.join(map(repr, CORRECTIONS))} for test 'sign', "
            "not 'max-statistic': that needs resamples or shuffles"
        )
    if test == "randomization" and method == "inversion":
        raise ValueError(
            "method must be 'auto', 'exact' or 'monte-carlo' for test 'randomization', "
            "not 'inversion'"
        )


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


def _sign_tests(systems: Systems, groups: ArrayLike | None, alternative: str) -> PairPvalues:
    """Run sign tests of the scores of all pairs."""
    if systems.linear is None:
        raise ValueError("outputs must be one score an item, (n,), for test 'sign', not counts")
    if groups is not None:
        raise ValueError("groups must be None for test 'sign', not clusters")
    scores = systems.direction * systems.linear[0]
    first, second = np.triu_indices(len(scores), 1)
    pvalue = np.ones(len(first))
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        outcomes = count_outcomes(scores[i], scores[j])
        if outcomes.plus or outcomes.minus:  # else there is nothing to test
            pvalue[pair] = sign_test(*outcomes, alternative=alternative).pvalue
    return PairPvalues.settled(first, second, pvalue, "exact")


def _randomizations(systems: Systems, method: str, alternative: str, work: _Work) -> PairPvalues:
    """Run randomization tests of all pairs: exact ones where that is quick, and shuffles for the rest."""
    found = randomization_pvalues(systems, method, work.n_resamples, alternative, work.rng)
    if found is not None:
        return found
    first, second = np.triu_indices(len(systems.statistics), 1)
    pvalue, n_extreme = np.full((2, len(first)), np.nan)
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
        count = _Reached(systems, first[drawn], second[drawn], alternative)
        counts = over_shuffles(systems, first[drawn], second[drawn], count, **work._asdict())
        n_extreme[drawn] = np.sum(list(counts), axis=0)
        pvalue[drawn] = (n_extreme[drawn] + 1) / (work.n_resamples + 1)
        methods[drawn] = "monte-carlo"
    return PairPvalues.settled(first, second, pvalue, methods, n_extreme)


def _exactly(
    systems: Systems, first: np.ndarray, second: np.ndarray, alternative: str, work: _Work
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


def _as_table(
    names: list[Hashable],
    systems: Systems,
    found: PairPvalues,
    kind_of: Callable[[Hashable, Hashable], object],
    n_resamples: int,
) -> pd.DataFrame:
    """Write a row for each pair."""
    first, second, scores = found.first, found.second, systems.observed
    pairs = [(names[i], names[j]) for i, j in zip(first, second, strict=True)]
    low, high = found.low.copy(), found.high.copy()
    drawn = found.method == "monte-carlo"
    low[drawn], high[drawn] = monte_carlo_intervals(found.n_extreme[drawn], n_resamples)
    return pd.DataFrame(
        {
            "system_a": [a for a, _ in pairs],
            "system_b": [b for _, b in pairs],
            "score_a": scores[first],
            "score_b": scores[second],
            "gain": systems.direction * (scores[first] - scores[second]),
            "pvalue": found.pvalue,
            "confidence": 1 - found.pvalue,
            "kind": [kind_of(a, b) for a, b in pairs],
            "method": found.method,
            "pvalue_low": low,
            "pvalue_high": high,
        }
    )


def _max_statistic(systems: Systems, found: PairPvalues, test: str, work: _Work) -> np.ndarray:
    """Correct p by the largest statistic of all pairs in each resample or shuffle."""
    first, second = found.first, found.second
    gains = systems.observed[first] - systems.observed[second]
    errors = standard_errors(systems, first, second, around_zero=test == "randomization")
    step_down = StepDown(first, second, gains, errors, systems.noise)
    if test == "bootstrap":
        drawn = over_resamples(
            systems.statistics,
            systems.metric,
            functools.partial(_beyond, step_down, systems.observed),
            **work._asdict(),
        )
    else:
        drawn = over_shuffles(systems, first, second, step_down.count, **work._asdict())
    return step_down.adjusted(np.sum(list(drawn), axis=0), work.n_resamples, found.pvalue)


def _beyond(step_down: StepDown, observed: np.ndarray, scores: np.ndarray) -> np.ndarray:
    return step_down.count_scores(scores - observed[:, None])
