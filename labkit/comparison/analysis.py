"""Compare systems: scores with intervals, tests of all pairs, what they could have found."""

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats
from scipy.special import ndtri

from labkit.arguments import as_groups
from labkit.comparison.intervals import Resampled, resample
from labkit.comparison.measures import Scored
from labkit.comparison.records import Agreement, PairComparison, Settings, SystemScore
from labkit.significance import (
    compare_all,
    discordant_odds,
    response_correlation,
    standardized_difference,
)
from labkit.significance._items import NOISE, cluster_sums, differences
from labkit.significance.result import LEAST_DIFFERING

#: The tests of a mean of scores, and those of any metric, and of items in clusters.
OF_MEANS = ("randomization", "bootstrap", "sign", "matched-t", "wilcoxon")
OF_ALL = ("randomization", "bootstrap")
#: How often a gain should be found that can be found.
POWER = 0.8
#: More items than these nobody has.
MOST_ITEMS = 10**9


@dataclass(frozen=True)
class Work:
    """Who computes, and whether a bar shows how far it is."""

    n_jobs: int = 1
    progress: bool | None = None


@dataclass(frozen=True)
class Found:
    """What the tests found, before it is put into words."""

    systems: tuple[SystemScore, ...]
    pairs: tuple[PairComparison, ...]
    agreement: tuple[Agreement, ...]


def analyse(scored: Scored, groups: ArrayLike | None, settings: Settings, work: Work) -> Found:
    """Test all pairs, and find intervals of scores and of gains."""
    statistics = cluster_sums(scored.statistics, groups)
    resampled = None
    if statistics.shape[1] > 1:
        how = (settings.n_interval, settings.seed, work.n_jobs, work.progress)
        resampled = resample(statistics, scored.metric, *how)
    sums = scored.statistics.sum(axis=1)
    observed = scored.unit * scored.sign * np.asarray(scored.metric(sums), float)
    if len(scored.names) == 1:
        (system,) = _systems(scored, observed, resampled, groups, settings, ())
        return Found((system,), (), ())
    tables = {
        test: _table(scored, test, groups, settings, work)
        for test in tests(scored, groups, settings)
    }
    few = _too_few(scored.names, statistics)
    pairs = _pairs(scored, tables, resampled, settings, few)
    agreement = _agreement(tables, settings, few)
    return Found(_systems(scored, observed, resampled, groups, settings, pairs), pairs, agreement)


def tests(scored: Scored, groups: ArrayLike | None, settings: Settings) -> list[str]:
    """List the tests that these data allow, that of the report first."""
    means = scored.measure.linear and groups is None
    allowed = [
        test
        for test in (OF_MEANS if means else OF_ALL)
        if not (test == "matched-t" and scored.values.shape[1] < 2)
    ]
    if settings.test not in allowed:
        why = "of clusters" if groups is not None else "of this metric and so many items"
        raise ValueError(f"test must be one of {', '.join(allowed)} {why}, not {settings.test!r}")
    return [settings.test, *(test for test in allowed if test != settings.test)]


def _table(
    scored: Scored, test: str, groups: ArrayLike | None, settings: Settings, work: Work
) -> pd.DataFrame:
    """Test all pairs, and correct p."""
    adjust = settings.adjust
    return compare_all(
        dict(zip(scored.names, scored.values, strict=True)),
        scored.metric,
        test=test,
        n_resamples=settings.n_resamples,
        baseline=settings.baseline,
        adjust=None if adjust == "none" else adjust,
        alternative="two-sided",
        groups=groups,
        n_jobs=work.n_jobs,
        rng=settings.seed,
        progress=work.progress,
    )


def _corrected(table: pd.DataFrame) -> pd.Series:
    return table["adjusted_pvalue"] if "adjusted_pvalue" in table else table["pvalue"]


def _by_pair(table: pd.DataFrame, column: pd.Series) -> dict[frozenset[str], float]:
    names = zip(table["system_a"], table["system_b"], column, strict=True)
    return {frozenset((a, b)): float(value) for a, b, value in names}


def _pairs(
    scored: Scored,
    tables: dict[str, pd.DataFrame],
    resampled: Resampled | None,
    settings: Settings,
    few: set[frozenset[str]],
) -> tuple[PairComparison, ...]:
    main, *others = tables
    table = tables[main]
    other = {test: _by_pair(tables[test], tables[test]["pvalue"]) for test in others}
    corrected = _corrected(table)
    pairs = []
    for row, adjusted in zip(table.itertuples(), corrected, strict=True):
        first, second = scored.names.index(row.system_a), scored.names.index(row.system_b)
        both = frozenset((row.system_a, row.system_b))
        gain = scored.unit * float(row.gain)
        found = detectable(resampled, first, second, settings.alpha, scored.unit)
        pair = PairComparison(
            row.system_a,
            row.system_b,
            gain,
            *_limits(scored, resampled, first, second, settings.level),
            *outcomes(scored, first, second),
            pvalue=float(row.pvalue),
            pvalue_low=float(row.pvalue_low),
            pvalue_high=float(row.pvalue_high),
            adjusted=float(adjusted),
            method=str(row.method),
            significant=_verdict(main, both, float(adjusted), settings, few),
            too_few=main == "bootstrap" and both in few,
            detectable=found if _is_possible(found, resampled, scored, settings) else None,
            items_needed=_items_needed(resampled, gain, found),
            others={test: ps[both] for test, ps in other.items()},
        )
        pairs.append(_with_sizes(scored, first, second, pair, settings.level))
    return tuple(pairs)


def _limits(
    scored: Scored, resampled: Resampled | None, first: int, second: int, level: float
) -> tuple[float | None, float | None]:
    if resampled is None:
        return None, None
    low, high = resampled.interval(first, second, level)
    if _is_point(low, high):
        return None, None
    low, high = scored.unit * low, scored.unit * high
    # Scores whose sign was turned are better the larger they are; error rates are not.
    if scored.sign > 0 and not scored.measure.higher_is_better:
        low, high = -high, -low
    return low, high


def _is_point(low: float, high: float) -> bool:
    """Say whether all resamples agree, as where no item differs from another: that is no certainty."""
    return high - low <= NOISE * max(abs(low), abs(high))


def outcomes(scored: Scored, first: int, second: int) -> tuple[int, int, int]:
    """Count the items on which the first is better, worse, and the same; -1 if unknown."""
    if scored.right is None:
        same = (scored.values[first] == scored.values[second]).all(axis=-1)
        return -1, -1, int(same.sum())
    gains = scored.sign * differences(scored.right[first], scored.right[second])
    return int((gains > 0).sum()), int((gains < 0).sum()), int((gains == 0).sum())


def _with_sizes(
    scored: Scored, first: int, second: int, pair: PairComparison, level: float
) -> PairComparison:
    """Add the sizes of a difference that need each item's score."""
    if scored.right is None:
        return pair
    a, b = scored.right[first], scored.right[second]
    try:
        correlation = response_correlation(a, b)
    except ValueError:  # one of them never varies, or there is one item
        correlation = None
    pair = replace(pair, correlation=correlation)
    if pair.wins + pair.losses:
        odds = discordant_odds(pair.wins, pair.losses, level=level)
        pair = replace(
            pair, odds=_or_none(odds.value), odds_low=odds.low, odds_high=_or_none(odds.high)
        )
    if not scored.measure.linear:
        return pair
    try:
        size = standardized_difference(scored.sign * a, scored.sign * b, level=level)
    except ValueError:  # the differences do not vary, or there is one
        return pair
    return replace(pair, effect=size.value, effect_low=size.low, effect_high=size.high)


def _or_none(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def detectable(
    resampled: Resampled | None, first: int, second: int, alpha: float, unit: float = 1.0
) -> float | None:
    """Give the gain that a test at `alpha` finds in 80 of 100 cases, or None without any spread."""
    if resampled is None:
        return None
    error = resampled.standard_error(first, second)
    if error <= NOISE * max(abs(resampled.observed[first]), abs(resampled.observed[second])):
        return None
    gain = unit * (float(ndtri(1 - alpha / 2) + ndtri(POWER)) * error)
    return gain if 0 < gain < math.inf else None


def _is_possible(
    gain: float | None, resampled: Resampled | None, scored: Scored, settings: Settings
) -> bool:
    """Say whether a gain can be found at all: of so few items, or groups, none is significant.

    The least two-sided p of n is that of all of them for one system, 2 of 2 ** n; but for the t test.
    """
    if gain is None or resampled is None:
        return False
    n = resampled.left_out.shape[1]
    enough = settings.test == "matched-t" or 2.0 ** (1 - n) <= settings.alpha
    return enough and (gain <= 1 or not scored.measure.share)


def _items_needed(resampled: Resampled | None, gain: float, found: float | None) -> int | None:
    """Say how many such items would show the gain as often: its error falls as their root grows."""
    if resampled is None or found is None or not gain:
        return None
    wanted = resampled.left_out.shape[1] * (found / gain) * (found / gain)
    return math.ceil(wanted) if wanted <= MOST_ITEMS else None


def _too_few(names: tuple[str, ...], statistics: np.ndarray) -> set[frozenset[str]]:
    """Give the pairs that differ on fewer items, or groups, than a bootstrap can judge by."""
    return {
        frozenset((names[i], names[j]))
        for i, j in combinations(range(len(names)), 2)
        if (statistics[i] != statistics[j]).any(axis=1).sum() < LEAST_DIFFERING
    }


def _verdict(
    test: str, pair: frozenset[str], adjusted: float, settings: Settings, few: set[frozenset[str]]
) -> bool:
    return adjusted <= settings.alpha and not (test == "bootstrap" and pair in few)


def _agreement(
    tables: dict[str, pd.DataFrame], settings: Settings, few: set[frozenset[str]]
) -> tuple[Agreement, ...]:
    """Hold the verdicts of the other tests, corrected alike, against those of the first."""
    verdicts = {
        test: {
            pair: _verdict(test, pair, p, settings, few)
            for pair, p in _by_pair(table, _corrected(table)).items()
        }
        for test, table in tables.items()
    }
    main, *others = tables
    first = tables[main]
    pairs = list(zip(first["system_a"], first["system_b"], strict=True))
    found = []
    for test in others:
        differ = tuple(
            pair
            for pair in pairs
            if verdicts[test][frozenset(pair)] != verdicts[main][frozenset(pair)]
        )
        found.append(Agreement(test, len(first) - len(differ), differ))
    return tuple(found)


def _systems(
    scored: Scored,
    observed: np.ndarray,
    resampled: Resampled | None,
    groups: ArrayLike | None,
    settings: Settings,
    pairs: Iterable[PairComparison],
) -> tuple[SystemScore, ...]:
    better = [pair.better for pair in pairs if pair.significant]
    worse = [pair.worse for pair in pairs if pair.significant]
    direction = 1 if scored.measure.higher_is_better else -1
    order = np.argsort(-direction * observed, kind="stable")
    found = []
    for place in order:
        name = scored.names[place]
        low, high, how = _score_limits(scored, int(place), resampled, groups, settings.level)
        counted = better.count(name), worse.count(name)
        found.append(SystemScore(name, float(observed[place]), low, high, how, *counted))
    return tuple(found)


def _score_limits(
    scored: Scored, place: int, resampled: Resampled | None, groups: ArrayLike | None, level: float
) -> tuple[float | None, float | None, str]:
    """Find the interval of one score: of right and wrong answers exactly, else by resampling."""
    right = scored.right
    independent = scored.measure.linear and scored.measure.share and groups is None
    if independent and right is not None and np.isin(right[place], (0, 1)).all():
        successes, n = int(right[place].sum()), right.shape[1]
        limits = stats.binomtest(successes, n).proportion_ci(level, "exact")
        return float(limits.low), float(limits.high), "exact binomial"
    if resampled is None:
        return None, None, "none"
    limits = resampled.interval(place, None, level)
    if _is_point(*limits):
        return None, None, "none"
    low, high = sorted(scored.unit * scored.sign * limit for limit in limits)
    return low, high, "bootstrap"


def digest_of(scored: Scored, groups: ArrayLike | None) -> str:
    """Hash the data: the same systems with the same values on the same items, however they were stored."""
    found = hashlib.sha256()
    for place in sorted(range(len(scored.names)), key=lambda i: scored.names[i]):
        values = np.ascontiguousarray(scored.unit * scored.values[place] + 0.0, "<f8")  # -0 is 0
        found.update(f"{scored.names[place]}\0{values.shape}\0".encode())
        found.update(values.tobytes())
    if groups is not None:
        found.update(as_groups(groups, scored.values.shape[1]).astype("<i8").tobytes())
    return found.hexdigest()
