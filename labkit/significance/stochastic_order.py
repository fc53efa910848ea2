"""Almost stochastic order tells whether a system is, seed by seed, nearly always the better one.

The scores of a system's runs have a distribution. System a is better *in stochastic order*
if at every level its distribution lies above: its worst runs are better than b's worst, its
middle ones than b's middle ones, its best than b's best. That hardly ever holds
throughout, so the violation is measured: the share of the squared distance between the two
distributions where b is above. It is 0 where a is above everywhere, 1 where b is, and 1/2
where neither is (del Barrio, Cuesta-Albertos & Matran 2018; Dror, Shlomov & Reichart 2019).
"""

import html
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.chunks import over_chunks
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.statistics import NOISE, in_units
from labkit.significance.runs import Runs, runs_of


@dataclass(frozen=True, repr=False)
class StochasticOrder:
    """How nearly the scores of a's runs are above those of b's.

    Parameters
    ----------
    eps_min : float
        Upper limit of the violation: with confidence `level` it is less. Below 1/2, a is better
        than b in almost stochastic order; the lower, the more nearly everywhere.
    violation : float
        The violation in these runs, from 0 to 1.
    level : float
        Confidence, corrected for the number of comparisons.
    n_a, n_b : int
        Number of runs.
    n_resamples : int
        Resamples of the runs that were drawn.
    seed : int, optional
        Seed of the resamples, where known.

    See Also
    --------
    almost_stochastic_order : Makes one.

    Examples
    --------
    >>> almost_stochastic_order([0.81, 0.83, 0.82], [0.71, 0.74, 0.73], rng=1)
    <almost stochastic order: eps_min = 0, violation = 0, level = 0.95, 3 and 3 runs, 10000 resamples, seed = 1>
    """

    eps_min: float
    violation: float
    level: float
    n_a: int
    n_b: int
    n_resamples: int
    seed: int | None = None

    def is_better(self, threshold: float = 0.5) -> bool:
        """Say whether a is better in almost stochastic order.

        Parameters
        ----------
        threshold : float, optional
            The violation that is still allowed, from 0 to 1/2. Dror et al. (2019) take 1/2;
            the authors of deepsig found too many errors with that, and advise .2.

        Returns
        -------
        bool
            Whether `eps_min` is below it.
        """
        return self.eps_min < arguments.as_fraction(threshold, "threshold", 0, 0.5)

    def __repr__(self) -> str:
        """Put all facts on one line."""
        facts = ", ".join(f"{key} = {value}" for key, value in self._facts())
        return f"<almost stochastic order: {facts}>".replace("runs = ", "").replace(
            "resamples = ", ""
        )

    def _facts(self) -> list[tuple[str, str]]:
        seed = [("seed", str(self.seed))] if self.seed is not None else []
        return [
            ("eps_min", f"{self.eps_min:.3g}"),
            ("violation", f"{self.violation:.3g}"),
            ("level", f"{self.level:g}"),
            ("runs", f"{self.n_a} and {self.n_b} runs"),
            ("resamples", f"{self.n_resamples} resamples"),
            *seed,
        ]

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in self._facts()
        )
        title = '<caption style="text-align:left"><b>almost stochastic order</b></caption>'
        return f"<table>{title}{rows}</table>"


def almost_stochastic_order(
    a: Runs,
    b: Runs,
    metric: Metric = mean,
    *,
    level: float = 0.95,
    comparisons: int = 1,
    n_resamples: int = 10**4,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> StochasticOrder:
    """Measure how nearly the runs of system a score above those of system b, level by level.

    Parameters
    ----------
    a, b : array of shape (runs,), (runs, n) or (runs, n, k)
        The score of each run; or scores or statistics of its items, from which `metric`
        makes one. Two runs or more of each system.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics. Where it is an error rate, lower scores of runs are better.
    level : float, default 0.95
        Confidence of the upper limit.
    comparisons : int, default 1
        How many pairs of systems are compared: the level is raised accordingly (Bonferroni).
    n_resamples : int, default 10**4
        Resamples of the runs of both systems, from which the limit's standard error comes.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `bootstrap_test`.

    Returns
    -------
    StochasticOrder
        With the violation and its upper limit ``eps_min``.

    See Also
    --------
    hierarchical_bootstrap_test : Asks about new seeds and new items.
    unpaired_randomization_test : Of the runs' scores: exact, and honest about few runs.

    Notes
    -----
    The distance of two step functions is summed exactly, step by step; deepsig takes 199
    points between 0 and 1 (and, for several comparisons, raises the level less than Bonferroni's
    correction does). Runs that all score the same leave nothing to order: the violation
    is 1/2. With few runs the limit says more than it knows: if all runs of a are above all
    of b, no resample is in doubt and ``eps_min`` is 0, with two runs as with twenty.

    References
    ----------
    Dror, Shlomov & Reichart (2019), *Deep Dominance - How to Properly Compare Deep Neural
    Models*, ACL, pages 2773-2785. Ulmer, Hardmeier & Frellsen (2022), *deep-significance*.

    Examples
    --------
    >>> a = [0.82, 0.84, 0.79, 0.86, 0.83]
    >>> b = [0.81, 0.80, 0.82, 0.78, 0.85]
    >>> found = almost_stochastic_order(a, b, rng=1)
    >>> round(found.violation, 3), round(found.eps_min, 2), found.is_better()
    (0.0, 0.48, True)
    """
    level = arguments.as_level(level, "level")
    comparisons = arguments.as_count(comparisons, "comparisons", least=1)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    scores_a, scores_b = _scores(a, "a", metric), _scores(b, "b", metric)
    _, (scores_a, scores_b) = in_units(scores_a, scores_b)
    if not getattr(metric, "higher_is_better", True):
        scores_a, scores_b = -scores_a, -scores_b
    order = _Order(len(scores_a), len(scores_b))
    violation = float(order.violations(scores_a[None], scores_b[None])[0])
    level = 1 - (1 - level) / comparisons

    def deviations(size: int, rng: np.random.Generator) -> np.ndarray:
        drawn_a = rng.choice(scores_a, (size, len(scores_a)))
        return order.violations(drawn_a, rng.choice(scores_b, (size, len(scores_b)))) - violation

    work = Drawing(n_resamples, generator, n_jobs, progress)
    numbers = 4 * (len(scores_a) + len(scores_b))
    drawn = np.concatenate(list(over_chunks(deviations, numbers, work, "resampling")))
    eps_min = float(np.clip(violation + drawn.std() * norm.ppf(level), 0, 1))
    sizes = len(scores_a), len(scores_b)
    return StochasticOrder(eps_min, violation, level, *sizes, n_resamples, seed)


class _Order:
    """The steps on which the quantiles of n1 and of n2 runs are constant."""

    def __init__(self, n_a: int, n_b: int) -> None:
        """Cut the interval from 0 to 1 at all multiples of 1/n1 and of 1/n2."""
        # In whole units of 1 / (n1 n2), where equal cuts are equal.
        cuts = np.unique(np.concatenate([np.arange(n_a + 1) * n_b, np.arange(n_b + 1) * n_a]))
        self.widths = np.diff(cuts) / (n_a * n_b)
        self.of_a, self.of_b = cuts[:-1] // n_b, cuts[:-1] // n_a

    def violations(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Find the share of the squared distance where b is above, of scores (s, n1) and (s, n2)."""
        above = np.sort(b, axis=1)[:, self.of_b] - np.sort(a, axis=1)[:, self.of_a]
        above[abs(above) <= NOISE * max(abs(a).max(), abs(b).max())] = 0.0
        squared = above**2
        distance = squared @ self.widths
        violated = np.where(above > 0, squared, 0.0) @ self.widths
        return np.divide(violated, distance, out=np.full(len(a), 0.5), where=distance > 0)


def _scores(runs: Runs, name: str, metric: Metric) -> np.ndarray:
    """Give the score of each run, (runs,)."""
    array = arguments.as_numbers(runs, name)
    if array.ndim > 1:
        return np.asarray(metric(runs_of(array, name, metric, least=2).sum(axis=1)), float)
    return arguments.as_scores(array, name, least=2).astype(float)
