"""What every test returns: a p-value, and how much it can be trusted.

A p-value alone says neither which question was asked (one- or two-sided), nor
whether it was computed or sampled. `Result` keeps that together, prints it in
one line, and turns it into the only two sentences a significance test supports
(MLRD lecture 4, "Claims supported by Significance Testing"): one system is
significantly better, or the result is inconclusive.
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from labkit.arguments import as_level

#: What may be asked: whether the systems differ, whether a scores higher, or b.
ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True, repr=False)
class Result:
    """The outcome of a significance test of system a against system b.

    Parameters
    ----------
    test : str
        Name of the test.
    statistic : float or None
        Score of a minus score of b.
    pvalue : float
        Probability, if the systems do not differ, of a result at least this extreme.
    alternative : str
        "two-sided", "greater" (a scores higher than b) or "less".
    method : str
        "exact", "inversion" (between proven limits, see `note`), "monte-carlo"
        or "asymptotic".
    n : int
        Number of items.
    n_resamples, n_extreme : int, optional
        Shuffles or resamples drawn, and how many were at least as extreme
        ("monte-carlo" only).
    pvalue_interval : (float, float), optional
        The 95 % interval of the p-value that endless resampling would give
        ("monte-carlo" only): the Monte Carlo error, not doubt about the systems.
    seed : int, optional
        Seed of the resampling, where known: the same seed gives the same result.
    standardized : float, optional
        What the tables are asked about: t, z, chi-squared (Yeh 2000, equation 1).
    higher_is_better : bool, optional
        False if the score is an error rate.
    note : str, optional
        What a reader should know about how p was computed.
    too_few : bool, optional
        Whether the systems differ on too few items for this test to say anything, however
        small p is: then nothing is significant.

    See Also
    --------
    labkit.significance.sign_test : The simplest test that returns one.

    Examples
    --------
    >>> from labkit.significance import sign_test
    >>> result = sign_test(plus=12, minus=3)
    >>> result.is_significant(alpha=0.05)
    True
    >>> result.claim("Naive Bayes", "the lexicon")
    'Naive Bayes is significantly better than the lexicon at alpha = 0.05 (p = 0.0352).'
    """

    test: str
    statistic: float | None
    pvalue: float
    alternative: str
    method: str
    n: int
    n_resamples: int | None = None
    n_extreme: int | None = None
    pvalue_interval: tuple[float, float] | None = None
    seed: int | None = None
    standardized: float | None = None
    higher_is_better: bool = True
    note: str = ""
    too_few: bool = False

    @property
    def confidence(self) -> float:
        """1 - p, as Berg-Kirkpatrick et al. (2012) plot it."""
        return 1 - self.pvalue

    def is_significant(self, alpha: float = 0.05) -> bool:
        """Say whether p is at most `alpha`, the significance level chosen beforehand.

        Parameters
        ----------
        alpha : float, optional
            Significance level, between 0 and 1.

        Returns
        -------
        bool
            True if the difference is significant; never if the items are `too_few`.
        """
        return bool(self.pvalue <= as_level(alpha)) and not self.too_few

    def claim(self, name_a: str, name_b: str, alpha: float = 0.05) -> str:
        """Write the sentence that this result supports about two systems.

        Either one of them is significantly better, or the test is inconclusive;
        failing a test never shows that two systems are equally good.

        Parameters
        ----------
        name_a, name_b : str
            What the systems are called.
        alpha : float, optional
            Significance level, between 0 and 1.

        Returns
        -------
        str
            A sentence with the level and p.

        Examples
        --------
        >>> from labkit.significance import sign_test
        >>> sign_test(plus=5, minus=3).claim("Naive Bayes", "the lexicon")
        'The comparison of Naive Bayes with the lexicon is inconclusive at alpha = 0.05 (p = 0.727).'
        """
        significant = self.is_significant(alpha)
        evidence = f"at alpha = {alpha:g} ({_equation('p', self._short_pvalue())})"
        if not significant:
            evidence += ": too few items differ" if self.pvalue <= alpha else ""
            return f"The comparison of {name_a} with {name_b} is inconclusive {evidence}."
        a_scores_higher = self.alternative == "greater"
        if self.alternative == "two-sided":
            if self.statistic is None:
                raise ValueError("statistic must say which system is better, not be None")
            a_scores_higher = self.statistic > 0
        better, worse = (
            (name_a, name_b) if a_scores_higher == self.higher_is_better else (name_b, name_a)
        )
        return f"{better} is significantly better than {worse} {evidence}."

    def __repr__(self) -> str:
        """Put all facts on one line."""
        return f"<{self.test}: " + ", ".join(_equation(*fact) for fact in self._facts()) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in self._facts()
        )
        title = f'<caption style="text-align:left"><b>{html.escape(self.test)}</b></caption>'
        return f"<table>{title}{rows}</table>"

    def _facts(self) -> Iterator[tuple[str, str]]:
        """Give (label, value) pairs in reading order, without those that do not apply."""
        if self.statistic is not None:
            yield "difference", _short(self.statistic)
        yield "p", f"{self._short_pvalue()} ({self.alternative})"
        if self.pvalue_interval is not None:
            low, high = map(_short, self.pvalue_interval)
            yield "95 % interval of p", f"{low} to {high}"
        yield "method", self.method
        yield "n", f"{self.n} items"
        if self.n_resamples is not None:
            yield "extreme", f"{self.n_extreme} of {self.n_resamples} resamples"
        if self.seed is not None:
            yield "seed", str(self.seed)
        if self.note:
            yield "note", self.note

    def _short_pvalue(self) -> str:
        """Write p in three digits. A p of 0 is too small for a float, or for so few resamples."""
        if self.pvalue > 0:
            return _short(self.pvalue)
        return f"< {1 / self.n_resamples:.3g}" if self.n_resamples else "< 1e-300"


def monte_carlo_interval(
    n_extreme: int, n_resamples: int, level: float = 0.95
) -> tuple[float, float]:
    """Find the Clopper-Pearson interval of the p-value behind `n_extreme` of `n_resamples`."""
    low, high = monte_carlo_intervals(np.array(n_extreme), n_resamples, level)
    return float(low), float(high)


def monte_carlo_intervals(
    n_extreme: np.ndarray, n_resamples: int, level: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Find the interval of `monte_carlo_interval` for each of many numbers of extreme resamples."""
    tail, rest = (1 - level) / 2, n_resamples - n_extreme
    # At the ends the law of the beta distribution has no first, or no second, parameter.
    low = betaincinv(np.maximum(n_extreme, 1), rest + 1, tail)
    high = betaincinv(n_extreme + 1, np.maximum(rest, 1), 1 - tail)
    return np.where(n_extreme > 0, low, 0.0), np.where(rest > 0, high, 1.0)


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def _equation(name: str, value: str) -> str:
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"
