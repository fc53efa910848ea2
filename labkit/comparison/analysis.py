"""Test all pairs of systems, and find intervals of their scores and gains.

The interval of a gain is that of the t distribution, with the jackknife's standard error over items,
or clusters of items, and one degree of freedom less than there are of them (Efron & Tibshirani 1993,
*An Introduction to the Bootstrap*, chapter 11): for a mean, that of the matched-pair t test. Where p is
corrected for m comparisons, each has the level 1 - alpha / m (Bonferroni), so that all cover the true
gains together as often as one would alone. It may contain 0 although the test, which is another one and may be
corrected by less, is significant; and the other way round.
"""

from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import expit, logit, stdtrit

from labkit.arguments import as_option
from labkit.comparison.measures import Scored
from labkit.comparison.records import REPORTED_TESTS, Data, PairComparison, Settings, SystemScore
from labkit.significance import adjust_pvalues, count_outcomes
from labkit.significance.items import NOISE, as_statistics, cluster_sums
from labkit.significance.pairs import PairTest, compare_pairs
from labkit.significance.result import LEAST_DIFFERING, monte_carlo_interval

#: How often a gain should be found that can be found.
POWER = 0.8


class TestResults(NamedTuple):
    """What the tests found, before it is put into words."""

    systems: tuple[SystemScore, ...]
    pairs: tuple[PairComparison, ...]
    gain_level: float
    agreement: dict[str, int]


def analyse(scored: Scored, groups: ArrayLike | None, settings: Settings) -> TestResults:
    """Test all pairs, and find intervals of scores and of gains."""
    names, alpha = scored.names, settings.alpha
    items = np.stack([as_statistics(one, "values", scored.metric) for one in scored.values])
    statistics = cluster_sums(items, groups)
    # System by system: the sums without each item are as large as the data.
    left_out = [scored.metric(one.sum(axis=0) - one) for one in statistics]
    systems = _systems(scored, statistics, left_out, alpha, groups is None)
    if len(names) == 1:
        return TestResults(systems, (), 1 - alpha, {})
    tables = _test(scored, groups, settings)
    main, *others = tables
    table = tables[main]
    ordered = zip(table.system_a, table.system_b, strict=True)
    pairs = [(names.index(a), names.index(b)) for a, b in ordered]
    columns = np.ascontiguousarray(statistics.swapaxes(1, 2))
    few = [(columns[i] != columns[j]).any(axis=0).sum() < LEAST_DIFFERING for i, j in pairs]
    tables["bootstrap"].loc[few, ["pvalue", "pvalue_low", "pvalue_high"]] = 1.0
    pvalues = adjusted = pd.DataFrame({test: each["pvalue"] for test, each in tables.items()})
    if settings.adjust != "none":
        adjusted = pvalues.apply(adjust_pvalues, method=settings.adjust)
    verdicts, n = adjusted <= alpha, statistics.shape[1]
    table = table.rename(columns={"system_a": "better", "system_b": "worse"}).assign(
        adjusted=adjusted[main], significant=verdicts[main]
    )
    table["others"] = pvalues[others].to_dict("records")
    table[["wins", "losses", "ties"]] = np.nan
    if (right := scored.right) is not None:
        found = [count_outcomes(scored.sign * right[i], scored.sign * right[j]) for i, j in pairs]
        table[["wins", "losses", "ties"]] = found
    errors = np.array([_error(left_out[i] - left_out[j]) for i, j in pairs])
    of_one = alpha if settings.adjust == "none" else alpha / len(pairs)
    most = 1.0 if scored.measure.share else np.inf
    width = _quantile(of_one / 2, n) * errors
    table["low"] = np.maximum(table["gain"] - width, -most)
    table["high"] = np.minimum(table["gain"] + width, most)
    detectable = width + _quantile(1 - POWER, n) * errors
    # No p is smaller than that of all n items for one system, but for the t test.
    possible = 2.0 ** (1 - n) <= of_one or main == "matched-t"
    table["detectable"] = np.where(possible & (detectable <= most), detectable, np.nan)
    agreement = {test: int((verdicts[test] == verdicts[main]).sum()) for test in others}
    return TestResults(systems, _records(PairComparison, table), 1 - of_one, agreement)


def _test(scored: Scored, groups: ArrayLike | None, settings: Settings) -> dict[str, pd.DataFrame]:
    """Test all pairs by each test that these data allow, first that of the report."""
    data = _data(scored, groups)
    deciding = [name for name, test in REPORTED_TESTS.items() if data in test.decides]
    main = as_option(settings.test, "test for these data", deciding)
    tests = [name for name, test in REPORTED_TESTS.items() if data in test.decides + test.beside]
    outputs = dict(zip(scored.names, scored.values, strict=True))
    return {
        test: compare_pairs(
            outputs,
            scored.metric,
            PairTest(test, "auto", "two-sided", settings.n_resamples, settings.seed),
            groups,
            baseline=settings.baseline,
        )
        for test in sorted(tests, key=main.__ne__)
    }


def _data(scored: Scored, groups: ArrayLike | None) -> Data:
    """Tell of which kind the data are."""
    if not scored.measure.linear or groups is not None or scored.values.shape[1] < 2:
        return "sums"
    return "answers" if np.isin(scored.values, (0, 1)).all() else "scores"


def _error(left_out: np.ndarray) -> float:
    """Return the jackknife's standard error of a score from those without each item; nan if it is noise."""
    error = np.sqrt(len(left_out) - 1) * left_out.std()
    return error if error > NOISE * abs(left_out).max() else np.nan


def _quantile(tail: float | np.ndarray, n: int) -> Any:
    """Return the t of n items that is exceeded with the chance `tail`."""
    return -stdtrit(n - 1, tail)


def _systems(
    scored: Scored, values: np.ndarray, left_out: list[np.ndarray], alpha: float, independent: bool
) -> tuple[SystemScore, ...]:
    """Return the scores with their intervals, the best first; exact ones of right and wrong answers."""
    measure, n = scored.measure, values.shape[1]
    scores = np.asarray(scored.metric(values.sum(axis=1)), float)
    errors = np.array([_error(one) for one in left_out])
    limits = np.array([[-1], [1]]) * _quantile(alpha / 2, n) * errors
    with np.errstate(divide="ignore", invalid="ignore"):
        on_logits = expit(logit(scores) + limits / (scores * (1 - scores)))
    limits = on_logits if measure.share else scores + limits  # no share leaves 0 to 1
    if measure.linear and measure.share and independent:
        binary = np.isin(values, (0, 1)).all(axis=(1, 2))
        exact = monte_carlo_interval(values[..., 0].sum(axis=1), n, 1 - alpha)
        limits = np.where(binary, exact, limits)
    low, high = np.sort(scored.sign * limits, axis=0)
    table = pd.DataFrame({"name": scored.names, "score": scores, "low": low, "high": high})
    table = table.sort_values("score", ascending=False, kind="stable")
    return _records(SystemScore, table.assign(score=scored.sign * table["score"]))


def _records(kind: Any, table: pd.DataFrame) -> tuple[Any, ...]:
    """Make a record of each row, with None for what is not finite."""
    table = table[[field.name for field in fields(kind)]].replace([np.inf, -np.inf], np.nan)
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return tuple(kind(**row) for row in rows)
