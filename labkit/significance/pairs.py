"""All pairs of many systems: who is significantly better than whom?

Berg-Kirkpatrick, Burkett & Klein (2012) compare every pair of up to 150
systems and plot the confidence 1 - p against the gain. `compare_all` does that
with one shared set of resamples (their footnote 5), or without any where the
p-value of endless resamples can be computed.

Many comparisons make many false discoveries: `adjust_pvalues` corrects for
that, and ``compare_all(..., adjust="max-statistic")`` does so with the
resamples themselves, which know how the systems are correlated.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from scipy.stats import false_discovery_control
from tqdm.auto import tqdm

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.bootstrap_pvalues import METHODS, bootstrap_pvalues
from labkit.significance.engine.randomization_pvalues import randomization_pvalues
from labkit.significance.engine.resampling import over_resamples
from labkit.significance.engine.statistics import (
    as_statistics,
    check_metric,
    check_metric_on,
    cluster_sums,
)
from labkit.significance.engine.systems import PairPvalues, Systems
from labkit.significance.randomization import randomization_test
from labkit.significance.sign import count_outcomes, sign_test

TESTS = ("bootstrap", "randomization", "sign")
CORRECTIONS = ("bonferroni", "holm", "benjamini-hochberg")


def compare_all(
    outputs,
    metric: Metric = mean,
    *,
    test: str = "bootstrap",
    method: str = "auto",
    n_resamples: int = 10**6,
    kinds=None,
    adjust: str | None = None,
    alternative: str = "greater",
    groups=None,
    n_jobs: int = 1,
    rng=None,
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
    test : {"bootstrap", "randomization", "sign"}
        `bootstrap_test`, `randomization_test` or `sign_test` (of the scores;
        ties split).
    method : {"auto", "exact", "inversion", "monte-carlo"}
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
        `adjust_pvalues`. "max-statistic" (bootstrap only) is the share of
        resamples in which *some* pair gains more than this pair over what is
        expected of it (Westfall & Young 1993, single step).
    alternative : {"greater", "two-sided"}
        Whether `system_a` is better, or the two differ ("randomization" and
        "sign" only).
    groups : array of n labels, optional
        Clusters of items that are drawn, or swapped, whole.
    n_jobs : int, default 1
        Processors, for joblib: inside ``joblib.parallel_config(backend="dask")``
        they may be a cluster. The answer does not depend on it.
    rng : int or numpy.random.Generator, optional
        Seed of the resamples.
    progress : bool, optional
        Whether to show a progress bar; by default if it takes over a second.

    Returns
    -------
    DataFrame
        A row a pair, best systems first: ``system_a, system_b, score_a,
        score_b, gain, pvalue, confidence, kind`` (and ``adjusted_pvalue``).
        ``gain`` is at least 0: how much better `system_a` is, whether higher
        or lower scores are better. ``attrs`` says how many p-values are exact,
        by inversion or by drawing, and with which seed.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described, or the method asked for does not fit.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), *An Empirical Investigation of
    Statistical Significance in NLP*, section 3. Westfall & Young (1993),
    *Resampling-Based Multiple Testing*, section 2.3.

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
    arguments.as_option(test, "test", TESTS)
    arguments.as_option(method, "method", METHODS)
    arguments.as_option(alternative, "alternative", ("greater", "two-sided"))
    if adjust is not None:
        arguments.as_option(adjust, "adjust", (*CORRECTIONS, "max-statistic"))
    if test == "bootstrap" and alternative != "greater":
        raise ValueError("alternative must be 'greater' for the bootstrap, which is one-sided")
    if test != "bootstrap" and adjust == "max-statistic":
        raise ValueError("adjust 'max-statistic' needs the resamples of test 'bootstrap'")
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    names, statistics = _as_systems(outputs, metric)
    kind_of = _as_kinds(kinds, names)

    best_first = Systems(statistics, metric)
    order = np.argsort(-best_first.direction * best_first.observed, kind="stable")
    names, systems = (
        [names[i] for i in order],
        Systems(cluster_sums(statistics[order], groups), metric),
    )
    work = dict(n_jobs=n_jobs, progress=progress)
    if test == "bootstrap":
        found = bootstrap_pvalues(systems, method, n_resamples, generator, **work)
    elif test == "randomization":
        found = _randomizations(
            statistics[order], systems, groups, method, n_resamples, alternative, generator, **work
        )
    else:
        found = _sign_tests(systems, groups, alternative)

    scores = systems.observed
    gain = systems.direction * (scores[found.first] - scores[found.second])
    pairs = pd.DataFrame(
        {
            "system_a": [names[i] for i in found.first],
            "system_b": [names[j] for j in found.second],
            "score_a": scores[found.first],
            "score_b": scores[found.second],
            "gain": gain,
            "pvalue": found.pvalue,
            "confidence": 1 - found.pvalue,
            "kind": [kind_of(names[i], names[j]) for i, j in zip(found.first, found.second)],
        }
    )
    if adjust == "max-statistic":
        pairs["adjusted_pvalue"] = _max_statistic(systems, gain, n_resamples, generator, **work)
    elif adjust is not None:
        pairs["adjusted_pvalue"] = adjust_pvalues(found.pvalue, adjust)
    pairs.attrs = {
        "test": test,
        "methods": pd.Series(found.method).value_counts().to_dict(),
        "seed": seed,
    }
    return pairs


def adjust_pvalues(p, method: str = "holm") -> np.ndarray:
    """p-values corrected for the number of comparisons.

    Parameters
    ----------
    p : array of shape (m,)
        p-values.
    method : {"holm", "bonferroni", "benjamini-hochberg"}
        "bonferroni" and the more powerful "holm" bound the chance of *any*
        false discovery, "benjamini-hochberg" the expected *share* of false
        ones among the discoveries.

    Returns
    -------
    array of shape (m,)

    Raises
    ------
    ValueError, TypeError
        If `p` does not hold numbers from 0 to 1, or for an unknown method.

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
    p = arguments.as_scores(p, "p")
    if p.min() < 0 or p.max() > 1:
        raise ValueError("p must hold p-values between 0 and 1")
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
    """The gain above which a comparison on this test set will probably be significant.

    Of all comparisons with a p-value around 0.05, a percentile of the gains.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all`: columns ``gain`` and ``pvalue``.
    low, high : float
        p-values that count as around 0.05, both included.
    percentile : float
        From 0 to 100.

    Returns
    -------
    float
        In the units of ``gain``.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described, or no p-value lies between `low`
        and `high`.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 3.1.1.

    Examples
    --------
    >>> pairs = pd.DataFrame({"gain": [0.5, 1.0, 1.2, 2.0], "pvalue": [0.2, 0.058, 0.043, 0.001]})
    >>> round(significance_threshold(pairs), 2)
    1.19
    """
    if not (isinstance(pairs, pd.DataFrame) and {"gain", "pvalue"} <= set(pairs.columns)):
        raise TypeError("pairs must be a DataFrame with the columns 'gain' and 'pvalue'")
    low, high = arguments.as_fraction(low, "low"), arguments.as_fraction(high, "high")
    percentile = arguments.as_fraction(percentile, "percentile", 0, 100)
    gains = pairs.loc[pairs["pvalue"].between(low, high), "gain"]
    if gains.empty:
        raise ValueError(f"pairs must have p-values between {low:g} and {high:g}: there are none")
    return float(np.percentile(gains, percentile))


def _as_systems(outputs, metric):
    """Names and statistics (m, n, k) of the systems."""
    check_metric(metric)
    if isinstance(outputs, pd.DataFrame):
        named = dict(zip(outputs.index, outputs.to_numpy()))
        if len(named) < len(outputs):
            raise ValueError("outputs must have a different name for each system")
    elif isinstance(outputs, Mapping):
        named = dict(outputs)
    elif isinstance(outputs, (list, tuple, np.ndarray)):
        named = dict(enumerate(outputs))
    else:
        raise TypeError(
            f"outputs must be a mapping, a DataFrame or an array, not {type(outputs).__name__}"
        )
    if len(named) < 2:
        raise ValueError(f"outputs must hold at least two systems, not {len(named)}")
    names = list(named)
    statistics = [
        as_statistics(value, f"outputs[{name!r}]", metric) for name, value in named.items()
    ]
    for name, system in zip(names, statistics):
        of_first, of_this = f"outputs[{names[0]!r}]", f"outputs[{name!r}]"
        arguments.check_same_length(**{of_first: statistics[0], of_this: system})
        arguments.check_same_index(named[names[0]], named[name], of_first, of_this)
        if system.shape != statistics[0].shape:
            raise ValueError(
                f"outputs must have the same columns for each system: outputs[{name!r}] has not"
            )
        check_metric_on(metric, system, f"outputs[{name!r}]")
    return names, np.stack(statistics)


def _as_kinds(kinds, names):
    """A function from two names to the label of their pair."""
    if kinds is None:
        return lambda a, b: None
    if callable(kinds):
        return kinds
    if not isinstance(kinds, Mapping):
        if isinstance(kinds, str) or len(kinds) != len(names):
            raise ValueError(f"kinds must give a group for each of the {len(names)} systems")
        kinds = dict(zip(names, kinds))
    missing = [name for name in names if name not in kinds]
    if missing:
        raise ValueError(f"kinds must give a group for each system: {missing[0]!r} has none")
    return lambda a, b: "same" if kinds[a] == kinds[b] else "different"


def _max_statistic(systems, gain, n_resamples, rng, **work):
    """Share of resamples in which the largest gain beyond expectation of any pair exceeds each `gain`."""
    chunks = over_resamples(
        systems.statistics, systems.metric, systems.standings.spread, n_resamples, rng, **work
    )
    largest = np.sort(np.concatenate(list(chunks)))
    adjusted = 1 - np.searchsorted(largest, gain + systems.noise, side="right") / n_resamples
    return np.where((adjusted == 0) & (gain <= systems.noise), 1.0, adjusted)


def _sign_tests(systems, groups, alternative) -> PairPvalues:
    """Sign tests of the scores of all pairs."""
    if systems.linear is None or groups is not None:
        raise ValueError("test 'sign' needs one score an item, (n,), and no groups")
    scores = systems.direction * systems.linear[0]
    first, second = np.triu_indices(len(scores), 1)
    pvalue = np.ones(len(first))
    for pair, (i, j) in enumerate(zip(first, second)):
        outcomes = count_outcomes(scores[i], scores[j])
        if outcomes.plus or outcomes.minus:  # else there is nothing to test
            pvalue[pair] = sign_test(*outcomes, alternative=alternative).pvalue
    return PairPvalues.settled(first, second, pvalue, np.full(len(first), "exact", object))


def _randomizations(
    statistics, systems, groups, method, n_resamples, alternative, rng, *, n_jobs, progress
):
    """Randomization tests of all pairs: short tests of means together, others one by one."""
    if method == "inversion":
        raise ValueError("method 'inversion' is for test 'bootstrap' only")
    found = randomization_pvalues(systems, method, n_resamples, alternative, rng)
    if found is not None:
        return found
    first, second = np.triu_indices(len(statistics), 1)
    if systems.direction < 0 and alternative == "greater":
        alternative = "less"
    how = dict(alternative=alternative, method=method, n_resamples=n_resamples, groups=groups)
    how["rng"] = int(rng.integers(2**32))  # one seed: the same shuffles for all pairs
    tests = Parallel(n_jobs=n_jobs, return_as="generator")(
        delayed(randomization_test)(statistics[i], statistics[j], systems.metric, **how)
        for i, j in zip(first, second)
    )
    show = len(first) * len(statistics[0]) > 2**14 if progress is None else progress
    results = list(
        tqdm(tests, total=len(first), desc="randomization tests", unit="pair", disable=not show)
    )
    return PairPvalues.settled(
        first,
        second,
        np.array([result.pvalue for result in results]),
        np.array([result.method for result in results], object),
    )
