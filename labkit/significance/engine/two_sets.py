"""Outputs of two systems on different items, in strata or not, as their tests see them.

Where the strata's shares differ between the two sets, both systems are scored at the shares
of both sets together (direct standardization): the sums of a stratum count more, or less.
Otherwise the easier mix of items would win.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, accuracy, mean
from labkit.significance.engine.cells import on_lattice
from labkit.significance.engine.statistics import (
    NOISE,
    as_statistics,
    check_metric,
    check_metric_on,
    cluster_sums,
    in_units,
)
from labkit.significance.engine.subsets import Stratum

#: Labels of a's items and of b's items.
LabelsOfBoth = tuple[ArrayLike, ArrayLike] | None


@dataclass(frozen=True)
class TwoSets:
    """Rows (units, k) of both systems in each stratum; a unit is an item or a cluster."""

    metric: Metric
    of_a: tuple[np.ndarray, ...]
    of_b: tuple[np.ndarray, ...]
    n_items: int
    n_units: int

    @property
    def direction(self) -> int:
        """-1 for error rates: there, the lower score is the better one."""
        return 1 if getattr(self.metric, "higher_is_better", True) else -1

    @functools.cached_property
    def weights(self) -> tuple[list[Fraction], list[Fraction]]:
        """How often a stratum's outputs count, in a's score and in b's: 1 where shares are equal."""
        sizes_a, sizes_b = [len(rows) for rows in self.of_a], [len(rows) for rows in self.of_b]
        both = [a + b for a, b in zip(sizes_a, sizes_b, strict=True)]
        return tuple(  # type: ignore[return-value]
            [
                Fraction(all_ * sum(own), sum(both) * one)
                for all_, one in zip(both, own, strict=True)
            ]
            for own in (sizes_a, sizes_b)
        )

    @property
    def balanced(self) -> bool:
        """Whether the strata have the same shares of both sets."""
        return all(weight == 1 for weights in self.weights for weight in weights)

    @functools.cached_property
    def scores(self) -> tuple[float, float]:
        """Scores of a and of b, at the same shares of the strata."""
        sums = (
            self.weighted([rows.sum(axis=0) for rows in side], weights)
            for side, weights in zip((self.of_a, self.of_b), self.weights, strict=True)
        )
        score_a, score_b = (float(self.metric(total[None])[0]) for total in sums)
        return score_a, score_b

    @property
    def gain(self) -> float:
        """Score of a minus score of b."""
        return self.scores[0] - self.scores[1]

    @property
    def noise(self) -> float:
        """Differences of scores no further apart than this are ties."""
        sizes = [abs(score) for score in self.scores]
        if self.linear:
            sizes += [abs(rows[:, 0]).max() for rows in (*self.of_a, *self.of_b)]
        return NOISE * float(max(sizes))

    @functools.cached_property
    def linear(self) -> bool:
        """Whether the scores are means of equally many items, or units, in each shuffle."""
        if self.metric not in (mean, accuracy):
            return False
        sizes = np.concatenate([rows[:, 1] for rows in (*self.of_a, *self.of_b)])
        return bool((sizes == sizes[0]).all() and sizes[0] > 0)

    @property
    def identical(self) -> bool:
        """Whether both systems have the same outputs, in whatever order."""
        return all(
            a.shape == b.shape and np.array_equal(a[np.lexsort(a.T)], b[np.lexsort(b.T)])
            for a, b in zip(self.of_a, self.of_b, strict=True)
        )

    def weighted(self, sums: Sequence[np.ndarray], weights: list[Fraction]) -> np.ndarray:
        """Add up the sums (..., k) of all strata, each as often as it counts."""
        if self.balanced:
            return np.asarray(sum(sums))
        return np.asarray(sum(float(w) * each for w, each in zip(weights, sums, strict=True)))

    def gains(self, sums: np.ndarray) -> np.ndarray:
        """Score a minus score of b in each shuffle, of sums as `strata` has them."""
        k = self.of_a[0].shape[1]
        all_a = self._stratum_rows.sum(axis=0)
        score_a = self._finite(sums[:, :k])
        score_b = self._finite(all_a[-k:] - sums[:, -k:])
        return score_a - score_b

    @functools.cached_property
    def strata(self) -> list[Stratum]:
        """What is shuffled: a's outputs and b's in each stratum, and how many are a's.

        Where the strata have different shares, the columns come twice: as they count for a,
        and as they count for b.
        """
        rows = np.split(self._stratum_rows, np.cumsum([len(r) for r in self._both])[:-1])
        return [Stratum(each, len(a)) for each, a in zip(rows, self.of_a, strict=True)]

    @functools.cached_property
    def _both(self) -> list[np.ndarray]:
        return [np.concatenate([a, b]) for a, b in zip(self.of_a, self.of_b, strict=True)]

    @functools.cached_property
    def _stratum_rows(self) -> np.ndarray:
        if self.balanced:
            return np.concatenate(self._both)
        weights = zip(*self.weights, strict=True)
        return np.concatenate(
            [
                np.hstack([float(for_a) * rows, float(for_b) * rows])
                for rows, (for_a, for_b) in zip(self._both, weights, strict=True)
            ]
        )

    def _finite(self, sums: np.ndarray) -> np.ndarray:
        scores = np.asarray(self.metric(sums), float)
        if not np.isfinite(scores).all():
            raise ValueError(
                "metric must give a finite score to every shuffle of the systems, "
                "not nan or infinity"
            )
        return scores


@dataclass(frozen=True)
class OneNumber:
    """A mean's shuffles: the gain grows with the sum of one number an item of a."""

    strata: list[Stratum]  # rows (units, 1), whole numbers where they can be
    observed: float
    expected: float  # over all shuffles; there the gain is 0
    noise: float  # sums no further apart are tied
    rounding: float  # what is expected may be a fraction

    def thresholds(self, alternative: str) -> list[tuple[int, float]]:
        """Give what is extreme: (1, t) for sums of at least t, (-1, t) for those of at most -t."""
        if alternative != "two-sided":
            side = 1 if alternative == "greater" else -1
            return [(side, side * self.observed - self.noise)]
        away = abs(self.observed - self.expected) - self.rounding
        return [(1, self.expected + away), (-1, away - self.expected)]


def one_number(sets: TwoSets) -> OneNumber | None:
    """Write the shuffles of a mean as sums of one number; None for other metrics."""
    if not sets.linear:
        return None
    sizes = [(len(a), len(b)) for a, b in zip(sets.of_a, sets.of_b, strict=True)]
    # What moves from b to a in a stratum changes the gain by this, up to a factor of all strata.
    effects = _in_whole_numbers([Fraction((a + b) ** 2, a * b) for a, b in sizes])
    scores = [np.concatenate([a[:, 0], b[:, 0]]) for a, b in zip(sets.of_a, sets.of_b, strict=True)]
    whole = _in_whole_units(np.concatenate(scores))
    slack = 0.0
    if whole is None:
        _, scores = in_units(*scores)
        slack = NOISE * math.fsum(
            float(e) * float(abs(s).sum()) for e, s in zip(effects, scores, strict=True)
        )
    else:
        scores = np.split(whole, np.cumsum([len(s) for s in scores])[:-1])
    rows = [effect * s[:, None] for effect, s in zip(effects, scores, strict=True)]
    size = math.fsum(float(abs(each.astype(float)).sum()) for each in rows)
    if size > 2**52 or rows[0].dtype.kind == "f":  # no longer exact in whole numbers
        rows, slack = [each.astype(float) for each in rows], slack or 1e-15 * size
    if slack:
        rows = [each - each.min() for each in rows]  # what all have cancels
    observed = math.fsum(float(each[:a].sum()) for each, (a, _) in zip(rows, sizes, strict=True))
    expected = math.fsum(
        float(each.sum()) * a / (a + b) for each, (a, b) in zip(rows, sizes, strict=True)
    )
    strata = [Stratum(each, a) for each, (a, _) in zip(rows, sizes, strict=True)]
    return OneNumber(strata, observed, expected, slack, rounding=slack + 4e-15 * size)


def _in_whole_numbers(fractions: list[Fraction]) -> list[int] | list[float]:
    """Write fractions as whole multiples of a unit, or as multiples of the largest if these are huge."""
    unit = Fraction(
        math.gcd(*[each.numerator for each in fractions]),
        math.lcm(*[each.denominator for each in fractions]),
    )
    most = max(fractions)
    if most / unit > 2**30:
        return [float(each / most) for each in fractions]
    return [int(each / unit) for each in fractions]


def _in_whole_units(scores: np.ndarray) -> np.ndarray | None:
    """Write scores as whole multiples of a unit, or give None."""
    if scores.dtype.kind == "f" and (scores == np.rint(scores)).all() and abs(scores).max() < 2**52:
        scores = scores.astype(np.int64)
    return on_lattice(scores, NOISE * abs(scores))


def two_sets(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric,
    groups: LabelsOfBoth = None,
    strata: LabelsOfBoth = None,
) -> TwoSets:
    """Check two systems' outputs on different items, and put them in strata."""
    check_metric(metric)
    rows_a, rows_b = as_statistics(a, "a", metric), as_statistics(b, "b", metric)
    if rows_a.shape[1] != rows_b.shape[1]:
        raise ValueError(
            f"a and b must have the same columns, not {rows_a.shape[1]} and {rows_b.shape[1]}"
        )
    check_metric_on(metric, rows_a, "a")
    check_metric_on(metric, rows_b, "b")
    dtype = np.result_type(rows_a, rows_b)
    sides = [rows_a.astype(dtype, copy=False), rows_b.astype(dtype, copy=False)]
    n_items = len(rows_a) + len(rows_b)
    codes = _strata_of(strata, [len(rows_a), len(rows_b)], (a, b))
    for side, labels in enumerate(_of_both(groups, "groups")):
        clusters = arguments.as_groups(labels, len(sides[side]), (a, b)[side])
        of_clusters = pd.Series(codes[side]).groupby(clusters)
        if (of_clusters.nunique() > 1).any():
            raise ValueError("groups must lie in one stratum each, not across several")
        codes[side] = of_clusters.first().to_numpy()
        sides[side] = cluster_sums(sides[side][None], clusters)[0]
    of_a, of_b = (
        tuple(np.split(rows[np.argsort(part, kind="stable")], np.cumsum(np.bincount(part))[:-1]))
        for rows, part in zip(sides, codes, strict=True)
    )
    return TwoSets(metric, of_a, of_b, n_items, len(sides[0]) + len(sides[1]))


def _of_both(labels: LabelsOfBoth, name: str) -> Sequence[ArrayLike]:
    """Give the labels of a's items and of b's; none of either where there are none."""
    if labels is None:
        return []
    if not isinstance(labels, tuple | list) or len(labels) != 2:
        raise ValueError(
            f"{name} must be two sequences of labels, of the items of a and of b, not {labels!r}"
        )
    return labels


def _strata_of(
    strata: LabelsOfBoth, lengths: list[int], items: tuple[ArrayLike, ArrayLike]
) -> list[np.ndarray]:
    """Give the numbers of the strata, 0, 1, ..., of a's items and of b's."""
    labels = _of_both(strata, "strata")
    if not labels:
        return [np.zeros(length, int) for length in lengths]
    for each, length, own in zip(labels, lengths, items, strict=True):
        arguments.as_groups(each, length, own, name="strata")
    codes, names = codes_of_both(labels)
    parts = [codes[: lengths[0]], codes[lengths[0] :]]
    for part, missing in zip(parts, "ab", strict=True):
        lacking = np.setdiff1d(codes, part)
        if len(lacking):
            raise ValueError(
                f"strata must each have items of both systems, not none of {missing} in "
                f"{names[lacking[0]]!r}"
            )
    return parts


def codes_of_both(labels: Sequence[ArrayLike]) -> tuple[np.ndarray, pd.Index]:
    """Turn the labels of a's items, followed by those of b's, into numbers; give what these mean, too."""
    together = [label for each in labels for label in pd.Series(each).tolist()]
    return pd.factorize(pd.Series(together, dtype=object))
