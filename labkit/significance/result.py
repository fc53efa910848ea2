"""What every test returns: a p-value, and how much it can be trusted.

A p-value alone says neither which question was asked (one- or two-sided), nor
whether it was computed or sampled. `Result` keeps that together, prints it in
one line, and turns it into the only two sentences a significance test supports
(MLRD lecture 4, "Claims supported by Significance Testing"): one system is
significantly better, or the result is inconclusive.
"""

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_level
from labkit.text import equation, write_interval, write_number, write_p

#: Systems that differ on fewer items are not called different, however small p is: with five
#: wins of five, the share of resamples is 0 or nearly, while five coins agree in 1 of 16 cases.
LEAST_DIFFERING = 6
#: What may be asked: whether the systems differ, whether a scores higher, or b.
Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
ALTERNATIVES: tuple[Alternative, ...] = get_args(Alternative)
#: And those of a test that asks of one side whether a is better.
BetterOrDifferent: TypeAlias = Literal["greater", "two-sided"]
BETTER_OR_DIFFERENT: tuple[BetterOrDifferent, ...] = get_args(BetterOrDifferent)
#: How p may be computed: "auto" is exactly where that is quick, else nearly, else by drawing.
Method: TypeAlias = Literal["auto", "exact", "monte-carlo"]
METHODS: tuple[Method, ...] = get_args(Method)
#: What is said where "exact" is asked for, and is too much work.
NOT_EXACT = (
    "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': "
    "they have too many different outcomes"
)
#: What is noted of a p-value that is computed, but not exactly.
WITHIN = "p is right to within {:.0e}"


@dataclass(frozen=True)
class Result:
    """The outcome of a significance test of system a against system b.

    Parameters
    ----------
    test : str
        Name of the test.
    statistic : float
        Score of a minus score of b.
    pvalue : float
        Probability, if the systems do not differ, of a result at least this extreme.
    alternative : str
        "two-sided", "greater" (a scores higher than b) or "less".
    method : str
        "exact", "computed" (from a characteristic function; the note says to within what),
        "monte-carlo" or "asymptotic".
    n : int
        Number of items.
    n_resamples, n_extreme : int, optional
        Shuffles or resamples drawn, and how many were at least as extreme
        ("monte-carlo" only).
    seed : int, optional
        Seed of the resampling, where known: the same seed gives the same result.
    standardized : float, optional
        What the tables are asked about: t, z, chi-squared (Yeh 2000, equation 1).
    better : {"a", "b", None}, optional
        Which system the test favours, significant or not; by default the one that scores higher,
        or that a one-sided test asks about. None if neither does, or if there are too few data
        for a claim, however small p is: then nothing is significant.
    note : str, optional
        What a reader should know about how p was computed.

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
    statistic: float
    pvalue: float
    alternative: str
    method: str
    n: int
    n_resamples: int | None = None
    n_extreme: int | None = None
    seed: int | None = None
    standardized: float | None = None
    better: str | None = ""
    note: str = ""

    def __post_init__(self) -> None:
        """Let the test favour the higher score where it does not say whom it favours."""
        if self.better == "":
            object.__setattr__(self, "better", favoured(self.statistic, self.alternative))

    @property
    def confidence(self) -> float:
        """Return 1 - p, as Berg-Kirkpatrick et al. (2012) plot it."""
        return 1 - self.pvalue

    @property
    def pvalue_interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the p-value of infinitely many draws, or None where p was not sampled.

        That is the Monte Carlo error, not doubt about the systems.
        """
        if self.n_resamples is None or self.n_extreme is None:
            return None
        low, high = monte_carlo_interval(self.n_extreme, self.n_resamples).tolist()
        return low, high

    def is_significant(self, alpha: float = 0.05) -> bool:
        """Tell whether p is at most `alpha`, the significance level chosen beforehand.

        Parameters
        ----------
        alpha : float, default 0.05
            Significance level, between 0 and 1.

        Returns
        -------
        bool
            True if the difference is significant; never without a `better` system.
        """
        return bool(self.pvalue <= as_level(alpha)) and self.better is not None

    def claim(self, name_a: str, name_b: str, alpha: float = 0.05) -> str:
        """Write the sentence that this result supports about two systems.

        Either one of them is significantly better, or the test is inconclusive;
        failing a test never shows that two systems are equally good.

        Parameters
        ----------
        name_a, name_b : str
            What the systems are called.
        alpha : float, default 0.05
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
        evidence = f"at alpha = {alpha:g} ({equation('p', write_p(self.pvalue, self.n_resamples))})"
        if not significant:
            why = ": too few data for a claim" if self.pvalue <= alpha else ""
            return f"The comparison of {name_a} with {name_b} is inconclusive {evidence}{why}."
        better, worse = (name_a, name_b) if self.better == "a" else (name_b, name_a)
        return f"{better} is significantly better than {worse} {evidence}."

    def __repr__(self) -> str:
        """Return all facts on one line."""
        return f"<{self.test}: " + ", ".join(equation(*fact) for fact in self._facts()) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in self._facts()
        )
        title = f'<caption style="text-align:left"><b>{html.escape(self.test)}</b></caption>'
        return f"<table>{title}{rows}</table>"

    def _facts(self) -> Iterator[tuple[str, str]]:
        """Yield (label, value) pairs in reading order, without those that do not apply."""
        yield "difference", write_number(self.statistic)
        yield "p", f"{write_p(self.pvalue, self.n_resamples)} ({self.alternative})"
        if self.pvalue_interval is not None:
            yield "95 % interval of p", write_interval(*self.pvalue_interval)
        yield "method", self.method
        yield "n", f"{self.n} items"
        if self.n_resamples is not None:
            yield "extreme", f"{self.n_extreme} of {self.n_resamples} resamples"
        if self.seed is not None:
            yield "seed", str(self.seed)
        if self.note:
            yield "note", self.note


def favoured(gain: float, alternative: str, higher_is_better: bool = True) -> str | None:
    """Return the system that a test favours, "a" or "b", or None where neither scores higher.

    Examples
    --------
    >>> favoured(0.2, "two-sided"), favoured(0.2, "less"), favoured(0, "two-sided")
    ('a', 'b', None)
    """
    side = {"greater": 1, "less": -1}.get(alternative, gain)
    if not side:
        return None
    return "a" if (side > 0) == higher_is_better else "b"


#: A test of the scores of two systems on the same items.
TestOfScores: TypeAlias = Callable[[np.ndarray, np.ndarray], Result]


def monte_carlo_interval(
    n_extreme: ArrayLike, n_resamples: ArrayLike, level: float = 0.95
) -> np.ndarray:
    """Return the exact limits (2, ...) of proportions (Clopper & Pearson 1934), such as a sampled p.

    Examples
    --------
    >>> monte_carlo_interval(39, 1000).round(4).tolist()
    [0.0279, 0.0529]
    """
    from scipy.special import betaincinv  # imported late: twice the time of numpy

    n_extreme = np.asarray(n_extreme)
    tail, rest = (1 - level) / 2, np.asarray(n_resamples) - n_extreme
    # At the ends the law of the beta distribution has no first, or no second, parameter.
    low = np.where(n_extreme > 0, betaincinv(np.maximum(n_extreme, 1), rest + 1, tail), 0.0)
    high = np.where(rest > 0, betaincinv(n_extreme + 1, np.maximum(rest, 1), 1 - tail), 1.0)
    return np.array([low, high])
