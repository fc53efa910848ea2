"""Many systems at once: their outputs, and how confidence depends on gain, test size and domain.

The experiments of Berg-Kirkpatrick, Burkett & Klein (2012), on the lab's systems or a class's own.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.arguments import Rng, as_count, as_generator
from labkit.metrics import Metric, MetricFunction, mean
from labkit.reading import load_system_outputs
from labkit.significance import compare_all
from labkit.significance.items import as_statistics
from labkit.sources import data_folder

__all__ = [
    "AROUND_05",
    "DATA",
    "TABLE_1_BINS",
    "calibrate_across",
    "calibrate_within",
    "compare_each",
    "load_system_outputs",
    "system_kinds",
    "take_items",
    "threshold_table",
]

#: The lab's own files: ``systems/imdb.npz``, ``shared-task`` and others.
DATA = data_folder()

#: Name of a system -> its scores (n,) or statistics (n, k).
NamedOutputs: TypeAlias = Mapping[str, ArrayLike]


def system_kinds(names: Iterable[str], pattern: str = r"^(.*)/") -> dict[str, str]:
    """Tell the kind of each system, which is a part of its name.

    Parameters
    ----------
    names : iterable of str
        Such as the outputs themselves.
    pattern : str, default "^(.*)/"
        Regular expression that occurs in each name: its first group, or else all of it, is the
        kind; by default what stands before the last "/".

    Returns
    -------
    dict
        Name -> kind, for the argument `kinds` of `compare_all`.

    See Also
    --------
    load_system_outputs : Load systems with such names.

    Examples
    --------
    >>> system_kinds(["svm/full-01", "lexicon/half-02"])
    {'svm/full-01': 'svm', 'lexicon/half-02': 'lexicon'}
    """
    kinds = {}
    for name in names:
        match = re.search(pattern, name)
        if match is None:
            raise ValueError(f"pattern must occur in each name, not {pattern!r} for {name!r}")
        kinds[name] = match[min(1, match.re.groups)]
    return kinds


def take_items(outputs: NamedOutputs, items: int | slice | ArrayLike) -> dict[str, np.ndarray]:
    """Take the outputs of the same systems on some of the items.

    Parameters
    ----------
    outputs : mapping
        Name -> scores (n,) or statistics (n, k).
    items : int, slice or array of int
        A number takes the first so many.

    Returns
    -------
    dict
        Name -> scores or statistics of these items.

    See Also
    --------
    compare_each : Compare the systems on several such parts.

    Examples
    --------
    >>> take_items({"a": np.array([1, 0, 1]), "b": np.array([1, 1, 0])}, 2)
    {'a': array([1, 0]), 'b': array([1, 1])}
    """
    n = len(np.asarray(next(iter(outputs.values()))))
    if isinstance(items, int | np.integer) and not isinstance(items, bool):
        items = slice(as_count(int(items), "items", least=1, most=n))
    chosen = np.arange(n)[items] if isinstance(items, slice) else np.asarray(items)
    positions = chosen.dtype.kind in "iu" and chosen.ndim == 1 and len(chosen)
    if not (positions and chosen.min() >= 0 and chosen.max() < n):
        raise ValueError(
            f"items must be a number of items or positions from 0 to {n - 1:,}, not {items!r}"
        )
    return {name: np.asarray(scores)[chosen] for name, scores in outputs.items()}


#: The paper's ranges of p-values: table 1, and around 0.05 (sections 3.1.1 and 4.2).
TABLE_1_BINS = tuple((low, 2 * low) for low in (0.00125, 0.0025, 0.005, 0.01, 0.02, 0.04))
AROUND_05 = ((0.04, 0.06),)


def compare_each(
    test_sets: Mapping[Hashable, NamedOutputs], metric: MetricFunction = mean, **options: Any
) -> pd.DataFrame:
    """Compare all pairs of systems on each of several test sets.

    Source: Berg-Kirkpatrick et al. (2012), section 4.1 and figures 9 to 11.

    Parameters
    ----------
    test_sets : mapping
        Label, such as a size or a domain, -> outputs of the same systems.
    metric, **options : as for `compare_all`
        The score, the test, and how it is carried out.

    Returns
    -------
    DataFrame
        The rows of `compare_all` for each test set, with a first column ``test_set``.

    See Also
    --------
    take_items : Make test sets of some of the items.

    Examples
    --------
    >>> outputs = {"a": np.array([1, 1, 0, 1]), "b": np.array([0, 1, 0, 0])}
    >>> compare_each({n: take_items(outputs, n) for n in (2, 4)})[["test_set", "system_a", "gain"]]
       test_set system_a  gain
    0         2        a   0.5
    1         4        a   0.5
    """
    if not test_sets:
        raise ValueError("test_sets must have at least one test set")
    tables = {label: compare_all(each, metric, **options) for label, each in test_sets.items()}
    table = pd.concat(tables, names=["test_set", None]).reset_index("test_set")
    table.attrs = {}  # else those of one test set
    return table.reset_index(drop=True)


def threshold_table(
    pairs: pd.DataFrame,
    by: str | Sequence[str] = (),
    *,
    low: float = 0.04,
    high: float = 0.06,
    percentile: float = 95,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> pd.DataFrame:
    """Find the gain that roughly implies significance, and how sure it is, for groups of pairs.

    The threshold is that of `significance_threshold` (Berg-Kirkpatrick et al. 2012, section
    3.1.1). Two pairs that share a system are not two independent observations, so the interval,
    the lab's own addition, is found by drawing the *systems*, not the pairs, with replacement: a
    pair counts as often as both of its systems are drawn together.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all` or `compare_each`.
    by : str or sequence of str, default ()
        Columns whose values make the groups, such as "test_set"; by default all are one group.
    low, high : float, default 0.04 and 0.06
        The p-values that count as around 0.05, both included.
    percentile : float, default 95
        Of the gains with such p-values.
    n_resamples, rng : int and seed, default 1000 and None
        Draws of the systems, and their seed.

    Returns
    -------
    DataFrame
        A row a group: its columns, ``threshold`` (nan without a pair), ``n_pairs`` with such a
        p-value, and ``low, high``, the 95 % interval.

    See Also
    --------
    labkit.significance_threshold : The threshold alone.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> outputs = {name: rng.random(400) < 0.6 + 0.01 * name for name in range(12)}
    >>> threshold_table(compare_all(outputs, alternative="greater"), rng=1).round(3)
       threshold  n_pairs   low   high
    0      0.055        4  0.05  0.055
    """
    by = arguments.as_texts([by] if isinstance(by, str) else by, "by")
    arguments.check_columns(pairs, "pairs", *by, "system_a", "system_b", "gain", "pvalue")
    percentile = arguments.as_number(percentile, "percentile", 0, 100)
    n_resamples = as_count(n_resamples, "n_resamples", least=1)
    generator, _ = as_generator(rng)
    rows = []
    for label, group in pairs.groupby(by, sort=False, dropna=False) if by else [((), pairs)]:
        near = group["pvalue"].between(low, high).to_numpy()
        gains = group["gain"].to_numpy()[near]
        draws = _draw_systems(group, near, n_resamples, generator)
        drawn = [np.percentile(np.repeat(gains, times), percentile) for times in draws]
        ends = np.percentile(drawn or [np.nan], [2.5, 97.5])
        threshold = np.percentile(gains, percentile) if len(gains) else np.nan
        rows.append([*label, threshold, len(gains), *ends])
    return pd.DataFrame(rows, columns=[*by, "threshold", "n_pairs", "low", "high"])


def _draw_systems(
    pairs: pd.DataFrame, some: np.ndarray, n_resamples: int, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Draw the systems of all pairs; yield how often each of `some` pairs counts, where any does."""
    codes, names = pd.factorize(pd.concat([pairs["system_a"], pairs["system_b"]]))
    first, second = codes.reshape(2, -1)[:, some]
    for _ in range(n_resamples):
        drawn = np.bincount(rng.integers(len(names), size=len(names)), minlength=len(names))
        if (times := drawn[first] * drawn[second]).any():
            yield times


def calibrate_within(
    outputs: NamedOutputs,
    metric: MetricFunction = mean,
    *,
    n_items: int = 1600,
    n_test_sets: int = 20,
    bins: Sequence[tuple[float, float]] = AROUND_05,
    rng: Rng = None,
    **options: Any,
) -> pd.DataFrame:
    """Count how often a p-value has the better system right on test sets from one population.

    All items together are taken as the population: the better system is the one with the better
    score on all of them. Test sets are drawn from them with replacement (Berg-Kirkpatrick et al.
    2012, section 4.2: right in 869 of 942 pairs).

    Parameters
    ----------
    outputs, metric : as for `compare_all`
        The systems on all items, and the score.
    n_items, n_test_sets : int, default 1600 and 20
        Size and number of the test sets.
    bins : sequence of (float, float), default `AROUND_05`
        Ranges of p-values: the first included, the second not.
    rng, **options : as for `compare_all`
        The seed is that of the test sets too.

    Returns
    -------
    DataFrame
        As `calibrate_across` gives; ``test_set`` is "population".

    See Also
    --------
    calibrate_across : The same from one test set to others.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> outputs = {name: rng.random(3000) < 0.6 + 0.01 * name for name in range(8)}
    >>> calibrate_within(outputs, n_items=500, n_test_sets=10, rng=1, alternative="greater").round(2)
       from    to    test_set  n_pairs  wins  share   low  high
    0  0.04  0.06  population       24    22   0.92  0.74   1.0
    """
    n_items = as_count(n_items, "n_items", least=1)
    n_test_sets = as_count(n_test_sets, "n_test_sets", least=1)
    generator, _ = as_generator(rng)
    n = len(np.asarray(next(iter(outputs.values()))))
    tables = []
    for _ in range(n_test_sets):
        test_set = take_items(outputs, generator.integers(n, size=n_items))
        tables.append(compare_all(test_set, metric, rng=generator, **options))
    pairs = pd.concat(tables, ignore_index=True)
    return calibrate_across(pairs, {"population": outputs}, metric, bins=bins, rng=generator)


def calibrate_across(
    pairs: pd.DataFrame,
    others: Mapping[Hashable, NamedOutputs],
    metric: MetricFunction = mean,
    *,
    bins: Sequence[tuple[float, float]] = TABLE_1_BINS,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> pd.DataFrame:
    """Count how often the system that was better is so on other test sets too, by p-value.

    Source: Berg-Kirkpatrick et al. (2012), section 4.2 and table 1.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all`: A, the better system, and B, with their p-value.
    others : mapping
        Label of another test set -> outputs on it of all systems in `pairs`.
    metric : callable, default `labkit.metrics.mean`
        As for `compare_all`.
    bins : sequence of (float, float), default `TABLE_1_BINS`
        Ranges of p-values: the first included, the second not.
    n_resamples, rng : as for `threshold_table`, default 1000 and None
        Draws of the systems for the interval, the lab's own addition.

    Returns
    -------
    DataFrame
        A row for each bin and other test set: ``from, to`` (p-values), ``test_set``, ``n_pairs``,
        ``wins`` (pairs where A scores better there too; equal scores are no win), ``share`` (nan
        without a pair), and ``low, high``, its 95 % interval.

    See Also
    --------
    calibrate_within : The same on test sets drawn from one population.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> here, there = ({i: rng.random(500) < 0.6 + 0.01 * i for i in range(8)} for _ in "12")
    >>> calibrate_across(compare_all(here, alternative="greater"), {"there": there}, bins=[(0, 0.05)], rng=1).round(2)
       from    to test_set  n_pairs  wins  share  low  high
    0     0  0.05    there        7     6   0.86  0.0   1.0
    """
    generator, _ = as_generator(rng)
    n_resamples = as_count(n_resamples, "n_resamples", least=1)
    if not others:
        raise ValueError("others must have at least one test set")
    metric = Metric.of(metric)
    won = np.array(
        [_wins(pairs, each, metric, f"others[{label!r}]") for label, each in others.items()]
    )
    rows = []
    for low, high in bins:
        inside = ((pairs["pvalue"] >= low) & (pairs["pvalue"] < high)).to_numpy()
        won_in_bin = won[:, inside]
        draws = _draw_systems(pairs, inside, n_resamples, generator)
        drawn = [won_in_bin @ times / times.sum() for times in draws]
        drawn = drawn or [np.full(len(won), np.nan)]
        ends = np.percentile(drawn, [2.5, 97.5], axis=0).T
        for label, wins, interval in zip(others, won_in_bin, ends, strict=True):
            share = wins.mean() if len(wins) else np.nan
            rows.append([low, high, label, len(wins), int(wins.sum()), share, *interval])
    columns = ["from", "to", "test_set", "n_pairs", "wins", "share", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _wins(pairs: pd.DataFrame, outputs: NamedOutputs, metric: Metric, name: str) -> np.ndarray:
    """Tell of each pair whether A scores better than B on a test set."""
    scores = {}
    for system in {*pairs["system_a"], *pairs["system_b"]}:
        if system not in outputs:
            raise ValueError(f"{name} must have all systems that are in pairs, not lack {system!r}")
        sums = as_statistics(outputs[system], f"{name}[{system!r}]", metric).sum(0)
        scores[system] = float(metric(sums))
    gains = pairs["system_a"].map(scores) - pairs["system_b"].map(scores)
    return ((gains if metric.higher_is_better else -gains) > 0).to_numpy()
