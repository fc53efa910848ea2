"""Confidence intervals of many systems' scores, and of their differences, on one set of resamples."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from labkit.metrics import Metric
from labkit.significance._items import NOISE, Drawing
from labkit.significance._resamples import over_resamples


@dataclass(frozen=True)
class Resampled:
    """Scores of m systems: observed (m,), in resamples (m, b), and without each item (m, n)."""

    observed: np.ndarray
    drawn: np.ndarray
    left_out: np.ndarray

    def interval(self, first: int, second: int | None, level: float) -> tuple[float, float]:
        """Give the BCa interval of a system's score, or of its difference from another's.

        Equations 14.10 to 14.15 of Efron & Tibshirani (1993), as `bootstrap_interval` has them.
        """
        observed, drawn, left_out = self.observed[first], self.drawn[first], self.left_out[first]
        if second is not None:
            observed = observed - self.observed[second]
            drawn, left_out = drawn - self.drawn[second], left_out - self.left_out[second]
        tails = np.array([(1 - level) / 2, (1 + level) / 2])
        noise = NOISE * max(abs(drawn).max(), abs(observed))
        below = ((drawn < observed - noise).mean() + (drawn <= observed + noise).mean()) / 2
        if 0 < below < 1:
            influence = left_out.mean() - left_out
            spread = (influence**2).sum()
            varies = spread > noise**2 * len(influence)
            acceleration = (influence**3).sum() / (6 * spread**1.5) if varies else 0.0
            bias = ndtri(below)
            z = bias + ndtri(tails)
            tails = ndtr(bias + z / (1 - acceleration * z))
        low, high = np.quantile(drawn, tails)
        return float(low), float(high)

    def standard_error(self, first: int, second: int) -> float:
        """Give the standard error of a difference: its spread over the resamples."""
        return float((self.drawn[first] - self.drawn[second]).std())


def resample(
    statistics: np.ndarray,
    metric: Metric,
    n_resamples: int,
    seed: int,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Resampled:
    """Draw resamples of items (or clusters) for all systems at once, to cut intervals from.

    The statistics have the shape (m, n, k), of systems and items; the rest is as for
    `bootstrap_interval`.
    """
    rng = np.random.default_rng(seed)
    drawing = Drawing(n_resamples, rng, n_jobs, progress)
    chunks = over_resamples(statistics, metric, np.asarray, drawing)
    sums = statistics.sum(axis=1)
    # System by system: the sums without each item are as large as the data.
    left_out = [
        np.asarray(metric(total - own), float) for total, own in zip(sums, statistics, strict=True)
    ]
    return Resampled(
        np.asarray(metric(sums), float), np.concatenate(list(chunks), axis=1), np.stack(left_out)
    )
