"""What every test returns: a p-value, and how much it can be trusted.

A p-value alone says neither which question was asked (one- or two-sided), nor
whether it was computed or sampled. `Result` keeps that together, prints it in
one line, and turns it into the only two sentences a significance test supports
(MLRD lecture 4, "Claims supported by Significance Testing"): one system is
significantly better, or the result is inconclusive.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from scipy.special import betaincinv

from labkit.arguments import as_level

#: What may be asked: whether the systems differ, whether a scores higher, or b.
ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True, repr=False)
class Result:
    """The outcome of a significance test of system a against system b.

    Attributes
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
    n_resamples, n_extreme : int or None
        Shuffles or resamples drawn, and how many were at least as extreme
        ("monte-carlo" only).
    pvalue_interval : (float, float) or None
        95 % interval of the p-value that endless resampling would give
        ("monte-carlo" only): the Monte Carlo error, not doubt about the systems.
    seed : int or None
        Seed of the resampling, where known: the same seed gives the same result.
    standardized : float or None
        What the tables are asked about: t, z, chi-squared (Yeh 2000, equation 1).
    higher_is_better : bool
        False if the score is an error rate.
    note : str
        What a reader should know about how p was computed.

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

    @property
    def confidence(self) -> float:
        """1 - p, as Berg-Kirkpatrick et al. (2012) plot it."""
        return 1 - self.pvalue

    def is_significant(self, alpha: float = 0.05) -> bool:
        """Whether p is at most `alpha`, the significance level chosen beforehand.

        Raises
        ------
        ValueError
            If `alpha` is not between 0 and 1.
        """
        return bool(self.pvalue <= as_level(alpha))

    def claim(self, name_a: str, name_b: str, alpha: float = 0.05) -> str:
        """The sentence this result supports about systems `name_a` and `name_b`.

        Either one of them is significantly better, or the test is inconclusive;
        failing a test never shows that two systems are equally good.

        Raises
        ------
        ValueError
            If `alpha` is not between 0 and 1.
        """
        significant = self.is_significant(alpha)
        evidence = f"at alpha = {alpha:g} ({_equation('p', self._short_pvalue())})"
        if not significant:
            return f"The comparison of {name_a} with {name_b} is inconclusive {evidence}."
        if self.alternative == "two-sided":
            a_scores_higher = self.statistic > 0
        else:
            a_scores_higher = self.alternative == "greater"
        better, worse = (
            (name_a, name_b) if a_scores_higher == self.higher_is_better else (name_b, name_a)
        )
        return f"{better} is significantly better than {worse} {evidence}."

    def __repr__(self) -> str:
        return f"<{self.test}: " + ", ".join(_equation(*fact) for fact in self._facts()) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in self._facts()
        )
        return f'<table><caption style="text-align:left"><b>{html.escape(self.test)}</b></caption>{rows}</table>'

    def _facts(self):
        """(label, value) pairs in reading order; those that do not apply are left out."""
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

    def _short_pvalue(self):
        """P in three digits. A p of 0 is too small for a float, or for so few resamples."""
        if self.pvalue > 0:
            return _short(self.pvalue)
        return f"< {1 / self.n_resamples:.3g}" if self.n_resamples else "< 1e-300"


def monte_carlo_interval(
    n_extreme: int, n_resamples: int, level: float = 0.95
) -> tuple[float, float]:
    """Clopper-Pearson interval of the p-value behind `n_extreme` of `n_resamples`.

    Examples
    --------
    >>> low, high = monte_carlo_interval(96, 2**20)
    >>> round(low * 2**20, 1), round(high * 2**20, 1)
    (77.8, 117.2)
    """
    tail = (1 - level) / 2
    low = betaincinv(n_extreme, n_resamples - n_extreme + 1, tail) if n_extreme > 0 else 0.0
    high = (
        betaincinv(n_extreme + 1, n_resamples - n_extreme, 1 - tail)
        if n_extreme < n_resamples
        else 1.0
    )
    return float(low), float(high)


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def _equation(name: str, value: str) -> str:
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"
