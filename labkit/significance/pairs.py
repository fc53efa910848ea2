"""All pairs of many systems, to see who is significantly better than whom.

Berg-Kirkpatrick, Burkett & Klein (2012) compare every pair of up to 150
systems and plot the confidence 1 - p against the gain. `compare_all` does that
with one shared set of resamples (their footnote 5), or without any where the
p-value of endless resamples can be computed.

Its argument `adjust` corrects for that many comparisons: see `labkit.significance.corrections`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.corrections import CORRECTIONS, adjust_pvalues, max_statistic
from labkit.significance.engine.bootstrap_pvalues import (
    METHODS,
    bootstrap_pvalues,
    two_sided_pvalues,
)
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.statistics import cluster_sums
from labkit.significance.engine.systems import Outputs, PairPvalues, Pairs, Systems, as_systems
from labkit.significance.pair_tests import BY_SCORES, by_scores, randomizations
from labkit.significance.stopping import intervals

#: The tests that can compare all pairs.
TESTS = ("bootstrap", "randomization", *BY_SCORES)
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
    baseline: Hashable | None = None,
    adjust: str | None = None,
    alternative: str = "greater",
    stop_at: float | None = None,
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
    test : {"bootstrap", "randomization", "sign", "matched-t", "wilcoxon"}, optional
        `bootstrap_test`, `randomization_test`, or one of scores (n,): `sign_test` (ties
        split), `matched_pair_t` or `wilcoxon_test`.
    method : {"auto", "exact", "inversion", "expansion", "monte-carlo"}, optional
        As in `bootstrap_test` and `randomization_test`.
    n_resamples : int, default 10**6
        Resamples, or shuffles, where they have to be drawn: the same for all
        pairs, so that their Monte Carlo errors are correlated.
    kinds : mapping, sequence or callable, optional
        Labels of pairs. The group of each system (by name, or in order) makes
        "same" and "different" pairs; a callable gets two names and returns
        any label.
    baseline : name, optional
        Of the one system that the others are compared with; by default all pairs are.
        `adjust` then corrects for these comparisons only.
    adjust : {"bonferroni", "holm", "benjamini-hochberg", "max-statistic"}, optional
        Correction for many comparisons, in a column ``adjusted_pvalue``; see
        `adjust_pvalues`. "max-statistic" ("bootstrap" and "randomization") draws
        `n_resamples`, and looks in which of them *some* pair gains or loses as much,
        in standard errors, as this pair does, pairs that are more extreme left out
        (Romano & Wolf 2005, with one added to both counts). It is never below `pvalue`.
    alternative : {"greater", "two-sided"}, optional
        Whether `system_a` is better, or the two differ.
    stop_at : float, optional
        A level, such as 0.05: stop drawing for a pair as soon as it is certain, but for a chance
        of 10^-6, on which side of it p is (Gandy 2009). A column ``n_resamples`` says how many
        draws that took. Not with `adjust`: the verdict is that of the pair alone.
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
        which are proven for "inversion", checked but not proven for "expansion", and the 95 %
        interval of the Monte Carlo error for "monte-carlo". ``attrs`` says how many p-values are by which, and with which seed.

    See Also
    --------
    bootstrap_test, randomization_test, sign_test, matched_pair_t, wilcoxon_test : Of one pair.

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
    _check_options(test, method, adjust, alternative, groups is not None)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    stop_at = _as_stop_at(stop_at, test, adjust)
    generator, seed = arguments.as_generator(rng)
    names, statistics = as_systems(outputs, metric)
    kind_of = _as_kinds(kinds, names)

    best_first = Systems(statistics, metric)
    order = np.argsort(-best_first.direction * best_first.observed, kind="stable")
    names, statistics = [names[i] for i in order], statistics[order]
    systems = Systems(cluster_sums(statistics, groups), metric)
    rows = _rows_of_pairs(names, baseline)
    work = Drawing(n_resamples, generator, n_jobs, progress)
    if test == "bootstrap":
        one_or_two_sided = bootstrap_pvalues if alternative == "greater" else two_sided_pvalues
        found = one_or_two_sided(systems, rows, method, work, stop_at)
    elif test == "randomization":
        found = randomizations(systems, rows, method, alternative, work, stop_at)
    else:
        found = by_scores(systems, rows, test, alternative, progress)

    pairs = _as_table(names, systems, found, kind_of, stop_at)
    if adjust == "max-statistic":
        pairs["adjusted_pvalue"] = max_statistic(systems, found, test, work)
    elif adjust is not None:
        pairs["adjusted_pvalue"] = adjust_pvalues(found.pvalue, adjust)
    methods = pd.Series(found.method).value_counts().to_dict()
    pairs.attrs = {"test": test, "methods": methods, "seed": seed}
    return pairs


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


def _check_options(
    test: str, method: str, adjust: str | None, alternative: str, grouped: bool
) -> None:
    """Refuse unknown options, and those that the test does not know."""
    arguments.as_option(test, "test", TESTS)
    arguments.as_option(method, "method", METHODS)
    arguments.as_option(alternative, "alternative", ("greater", "two-sided"))
    if adjust is not None:
        arguments.as_option(adjust, "adjust", (*CORRECTIONS, "max-statistic"))
    if test == "randomization" and method in ("inversion", "expansion"):
        raise ValueError(
            "method must be 'auto', 'exact' or 'monte-carlo' for test 'randomization', "
            f"not {method!r}"
        )
    if test not in BY_SCORES:
        return
    if adjust == "max-statistic":
        raise ValueError(
            f"adjust must be one of {', '.join(map(repr, CORRECTIONS))} for test {test!r}, "
            "not 'max-statistic': that needs resamples or shuffles"
        )
    if method != "auto":
        raise ValueError(f"method must be 'auto' for test {test!r}, which has one, not {method!r}")
    if grouped:
        raise ValueError(f"groups must be None for test {test!r}, not clusters")


def _as_stop_at(stop_at: float | None, test: str, adjust: str | None) -> float | None:
    """Check the level at which verdicts end the drawing."""
    if stop_at is None:
        return None
    if test in BY_SCORES:
        raise ValueError(f"stop_at must be None for test {test!r}, which draws nothing")
    if adjust is not None:
        raise ValueError("stop_at must be None with adjust, which needs all draws of all pairs")
    return arguments.as_level(stop_at, "stop_at")


def _rows_of_pairs(names: list[Hashable], baseline: Hashable | None) -> Pairs:
    """Give the rows of all pairs of systems, or of those of one system with each other."""
    first, second = np.triu_indices(len(names), 1)
    if baseline is None:
        return first, second
    if baseline not in names:
        raise ValueError(f"baseline must be the name of a system, not {baseline!r}")
    own = (first == names.index(baseline)) | (second == names.index(baseline))
    return first[own], second[own]


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
    found: PairPvalues,
    kind_of: Callable[[Hashable, Hashable], object],
    stop_at: float | None,
) -> pd.DataFrame:
    """Write a row for each pair."""
    first, second, scores = found.first, found.second, systems.observed
    pairs = [(names[i], names[j]) for i, j in zip(first, second, strict=True)]
    low, high = found.low.copy(), found.high.copy()
    drawn = found.method == "monte-carlo"
    low[drawn], high[drawn] = intervals(found.n_extreme[drawn], found.n_drawn[drawn], stop_at)
    how_many = {} if stop_at is None else {"n_resamples": pd.array(found.n_drawn, "Int64")}
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
            **how_many,
        }
    )
