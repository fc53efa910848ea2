"""What every test returns: a p-value, and how much it can be trusted.

A p-value alone says neither which question was asked (one- or two-sided), nor
whether it was computed or sampled. `Result` keeps that together, prints it in
one line, and turns it into the only two sentences a significance test supports
(MLRD lecture 4, "Claims supported by Significance Testing"): one system is
significantly better, or the result is inconclusive.
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass, field

from labkit.arguments import as_level
from labkit.significance.evidence import Evidence
from labkit.significance.intervals import of_proportion as monte_carlo_interval
from labkit.significance.intervals import of_proportions as monte_carlo_intervals
from labkit.significance.measures import EffectSize

__all__ = ["ALTERNATIVES", "Result", "monte_carlo_interval", "monte_carlo_intervals"]

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
        "exact", "inversion" (between proven limits, see `note`), "expansion" (between
        limits that were checked, not proven), "monte-carlo" or "asymptotic".
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
        small p is, or there are too few of anything else: then nothing is significant.
    lacking : str, optional
        What there is too little of if the result is `too_few`: "items differ", "clusters
        differ", "runs", ...
    favours : float, optional
        Which system the test's own statistic favours, where that is not `statistic`: above
        0 if a, the higher score (`wilcoxon_test`: the sum of the signed ranks).
    _evidence : Evidence, optional
        What the test was made of, for `effect` and `signature`. It plays no part in whether
        two results are equal.

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
    >>> round(result.effect.value, 3)
    4.0
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
    lacking: str = "items differ"
    favours: float | None = None
    _evidence: Evidence | None = field(default=None, repr=False, compare=False)

    @property
    def confidence(self) -> float:
        """1 - p, as Berg-Kirkpatrick et al. (2012) plot it."""
        return 1 - self.pvalue

    @property
    def effect(self) -> EffectSize | None:
        """How large the difference is, with a 95 % interval, as this test sees it.

        Odds of discordant items (`sign_test`), the mean difference of pairs in standard
        deviations (`matched_pair_t`), a rank-biserial correlation (`wilcoxon_test`), or the
        difference of the scores with its BCa interval (`randomization_test` and
        `bootstrap_test`: from 10^4 resamples, drawn when this is first asked for). None where
        there is none: `why_no_effect` says why.
        """
        found = self._effect
        return None if isinstance(found, str) else found

    @property
    def why_no_effect(self) -> str:
        """Why `effect` is None; empty if it is not."""
        found = self._effect
        return found if isinstance(found, str) else ""

    @property
    def signature(self) -> str:
        """One line that says how to get this result again, and from which data.

        The lab's version, the test, its options, what it did, and the first 12 hexadecimal
        digits of the SHA-256 of the data as they were used: the same for equal values in
        a list or an array of any type, another one in another order.
        """
        from labkit import __version__  # asks what is installed, which takes a tenth of a second

        facts: dict[str, object] = {"labkit": __version__}
        if self._evidence is None:
            facts |= {"test": self.test, "alternative": self.alternative}
        else:
            facts |= {"test": self._evidence.function, **self._evidence.options}
            facts |= {"alternative": self.alternative}
        facts["method"] = self.method
        if self.n_resamples is not None:
            seed = "unknown" if self.seed is None else self.seed
            facts |= {"n_resamples": self.n_resamples, "seed": seed}
        facts["n"] = self.n
        facts["data"] = "unknown" if self._evidence is None else self._evidence.data_hash
        return "; ".join(f"{key}={value}" for key, value in facts.items())

    @property
    def better(self) -> str | None:
        """Which system this test sees as the better one, "a" or "b", significant or not.

        None where a two-sided test does not say: without a difference, or without a
        `statistic`.
        """
        if self.alternative == "two-sided":
            side = self.statistic if self.favours is None else self.favours
            if not side:
                return None
            a_scores_higher = side > 0
        else:
            a_scores_higher = self.alternative == "greater"
        return "a" if a_scores_higher == self.higher_is_better else "b"

    def is_significant(self, alpha: float = 0.05) -> bool:
        """Say whether p is at most `alpha`, the significance level chosen beforehand.

        Parameters
        ----------
        alpha : float, optional
            Significance level, between 0 and 1.

        Returns
        -------
        bool
            True if the difference is significant; never if it is `too_few`.
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
            evidence += f": too few {self.lacking}" if self.pvalue <= alpha else ""
            return f"The comparison of {name_a} with {name_b} is inconclusive {evidence}."
        if self.better is None:
            if self.statistic is None:
                raise ValueError("statistic must say which system is better, not be None")
            return f"The comparison of {name_a} with {name_b} is inconclusive {evidence}: neither scores higher."
        better, worse = (name_a, name_b) if self.better == "a" else (name_b, name_a)
        if self._is_at_odds:
            evidence += ", although its score is worse"
        return f"{better} is significantly better than {worse} {evidence}."

    def __repr__(self) -> str:
        """Put all facts on one line."""
        return f"<{self.test}: " + ", ".join(_equation(*fact) for fact in self._facts()) + ">"

    def _repr_html_(self) -> str:
        facts = list(self._facts())
        # Resamples are not drawn for a table that nobody has asked the effect of.
        if self._evidence is not None and self._evidence.is_quick and self.effect is not None:
            # Behind the difference, or in its place if that is the effect.
            facts[int(facts[0][0] != self.effect.name) : 1] = [
                (self.effect.name, self.effect.in_words)
            ]
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(key)}</th>'
            f'<td style="text-align:left">{html.escape(value)}</td></tr>'
            for key, value in facts
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

    @property
    def _effect(self) -> EffectSize | str:
        if self._evidence is None:
            return "this result was put together by hand, and not by a test of two systems"
        return self._evidence.effect

    @property
    def _is_at_odds(self) -> bool:
        """Whether the test's own statistic favours the system with the worse score."""
        if not (self.favours and self.statistic):
            return False
        return ((self.statistic > 0) == self.higher_is_better) != (self.better == "a")

    def _short_pvalue(self) -> str:
        """Write p in three digits. A p of 0 is too small for a float, or for so few resamples."""
        if self.pvalue > 0:
            return _short(self.pvalue)
        return f"< {1 / self.n_resamples:.3g}" if self.n_resamples else "< 1e-300"


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def _equation(name: str, value: str) -> str:
    return f"{name} {value}" if value.startswith("<") else f"{name} = {value}"
