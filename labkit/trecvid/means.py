"""All pairs of runs compared by their means, and printed as randCompareMeans.pl prints them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from labkit.arguments import Rng, as_count, as_level, as_names, as_option, shown
from labkit.significance import adjust_pvalues, compare_all
from labkit.significance.result import monte_carlo_interval
from labkit.writing import latex_table, names_in_latex

#: Sides of a test -> what it is called.
SIDES = {1: "one-sided", 2: "two-sided"}


@dataclass(frozen=True)
class MeansComparison:
    """All pairs of runs, tested; printed in the format of randCompareMeans.pl.

    Parameters
    ----------
    pairs : DataFrame
        A row a pair, sorted by the runs' names: `better`, `worse` (of equal means, in the
        table's order), `probability`, `count` (differences at least as extreme),
        `generated`, `difference` (of the means, at least 0), `low` and `high` (95 %
        interval of the probability), `adjusted` (after correction, if any), `significant`.
    means : Series
        Run -> mean score, in the table's order.
    n_topics, iterations : int
        Number of topics, and of differences generated for a pair (0: all there are).
    alpha, substrings, adjust, seed : float, tuple of str, str or None, int or None
        As for `compare_means`.
    source : str
        File of the scores, if known.
    sides : {2, 1}
        Sides of the test.

    See Also
    --------
    compare_means : Makes this.

    Examples
    --------
    >>> table = pd.DataFrame({1: [0.9, 0.1], 2: [0.8, 0.2], 3: [0.7, 0.3]}, index=["A", "B"])
    >>> compare_means(table, 0, 0.3).better_than.to_dict()
    {'A': 1, 'B': 0}
    """

    pairs: pd.DataFrame
    means: pd.Series
    n_topics: int
    iterations: int
    alpha: float
    substrings: tuple[str, ...]
    adjust: str | None
    seed: int | None
    source: str
    sides: int = 2

    @property
    def significant(self) -> pd.DataFrame:
        """The rows of `pairs` that are significant."""
        return self.pairs[self.pairs["significant"]].reset_index(drop=True)

    @property
    def better_than(self) -> pd.Series:
        """Series: run -> number of runs it is significantly better than, most first."""
        counts = self.significant["better"].value_counts()
        counts = counts.reindex(self.means.index, fill_value=0).sort_index(ascending=False)
        return counts.sort_values(ascending=False, kind="stable").rename("better than")

    @property
    def order(self) -> pd.DataFrame:
        """Table of bool: whether the row's run is significantly better than the column's."""
        runs = self.means.sort_values(ascending=False, kind="stable").index
        order = pd.DataFrame(False, runs, runs)
        for pair in self.significant.itertuples():
            order.loc[pair.better, pair.worse] = True
        return order

    def to_text(self, *, verbose: bool = False, say_sides: bool = False) -> str:
        """Write the significant pairs, the settings, and how many runs each run is better than.

        A one-sided test is said to be one; of a two-sided one, as the script's are, that is said
        with `say_sides`. With `verbose` the 95 % interval of each sampled probability, its Monte
        Carlo error, and the seed are added.
        """
        lines = _aligned([self._fields(pair, verbose) for pair in self.significant.itertuples()])
        lines += ["", f"Target iterations: {self.iterations or '0 (exact)'}"]
        lines += [f"significance level: {self.alpha:g}", f"scores file: {self.source}"]
        wanted = [*self.substrings, *[""] * (4 - len(self.substrings))]
        lines += [f"run substring {i}: {part}".rstrip() for i, part in enumerate(wanted, 1)]
        if say_sides or self.sides == 1:
            lines.append(f"test: {SIDES[self.sides]} randomization of means")
        if self.adjust:
            lines.append(f"correction for {len(self.pairs)} comparisons: {self.adjust}")
        if verbose:
            error = (self.pairs["high"] - self.pairs["low"]).max() / 2
            signs = f"drawn, seed {self.seed}" if self.iterations else "all 2^n of them"
            sizes = f"{len(self.means)}, {self.n_topics}, {len(self.pairs)}"
            lines += [f"runs, topics, pairs: {sizes}", f"signs: {signs}"]
            lines.append(f"largest Monte Carlo error of a probability (95 %): {error:.5f}")
        lines += ["", "Number of runs each run is significantly better than"]
        lines.append("according to current test:")
        lines += [f"{count} {run}" for run, count in self.better_than.items()]
        return "\n".join(lines)

    def _fields(self, pair: Any, verbose: bool) -> list[str]:
        counted = [_short(pair.count), _short(pair.generated), f"{pair.difference:.3f}"]
        fields = [pair.better, ">", pair.worse, f"{pair.probability:.3f}", *counted]
        if self.adjust:
            fields.append(f"{pair.adjusted:.3f}")
        if verbose:
            fields.append(f"[{pair.low:.5f}, {pair.high:.5f}]" if self.iterations else "exact")
        return fields

    def to_dict(self) -> dict[str, Any]:
        """Give ``pairs``, ``settings``, ``means`` and ``better_than`` as plain data, for JSON."""
        return {
            "pairs": self.pairs.to_dict("records"),
            "settings": {
                "iterations": self.iterations,
                "significance_level": self.alpha,
                "scores_file": self.source,
                "substrings": list(self.substrings),
                "correction": self.adjust,
                "seed": self.seed,
                "sides": self.sides,
                "topics": self.n_topics,
            },
            "means": {run: float(mean) for run, mean in self.means.items()},
            "better_than": {run: int(count) for run, count in self.better_than.items()},
        }

    def to_latex(self) -> str:
        """Write the significant pairs as a LaTeX table (package booktabs) with a caption."""
        shown = self.significant
        how = f"{self.iterations:,} iterations" if self.iterations else "exact"
        corrected = f", corrected ({self.adjust})" if self.adjust else ""
        caption = (
            f"Runs that are significantly better at $\\alpha = {self.alpha:g}${corrected}: "
            f"{SIDES[self.sides]} randomization test of the means of {self.n_topics} topics, {how}."
        )
        better_column, better = names_in_latex(shown["better"].tolist(), 18, 0.22)
        worse_column, worse = names_in_latex(shown["worse"].tolist(), 18, 0.22)
        columns = {
            "better": better,
            "worse": worse,
            "probability": shown["probability"].map(_of_table),
            "difference": shown["difference"].map("{:.3f}".format),
        }
        if self.adjust:
            columns["adjusted"] = shown["adjusted"].map(_of_table)
        rows = [[*row] for row in zip(*columns.values(), strict=True)]
        kinds = better_column + worse_column + "r" * (len(columns) - 2)
        return latex_table(caption, kinds, [*columns], rows)

    def __str__(self) -> str:
        """Give the script's output."""
        return self.to_text()


def _of_table(p: float) -> str:
    """Write p in three digits, never as 0."""
    return "$<$ 0.001" if p < 0.001 else f"{p:.3f}"


def compare_means(
    table: pd.DataFrame,
    n_resamples: int,
    alpha: float,
    substrings: str | Sequence[str] = (),
    *,
    adjust: str | None = None,
    sides: int = 2,
    rng: Rng = None,
) -> MeansComparison:
    """Compare all pairs of runs by randomization of their means.

    For each pair, the differences of the scores on the topics are multiplied by -1 or 1 at
    random; the probability is the share of sums that are as far from 0 as the observed one, or
    further: two-sided, unless one side is asked for (README of ``randCompareMeans.pl``; Smucker,
    Allan and Carterette 2007, *A comparison of statistical significance tests for information
    retrieval evaluation*, CIKM).

    Parameters
    ----------
    table : DataFrame
        From `load_scores_table`: a row a run, a column a topic.
    n_resamples : int
        Differences to generate for a pair (the script's iterations), at least 10,000 as a
        rule; 0 counts all 2^n of them, and is refused where that is too much work.
    alpha : float
        Significance level, between 0 and 1.
    substrings : str or sequence of str, optional
        Compare only the runs, at least two, whose names contain all of these.
    adjust : {"holm", "bonferroni", "benjamini-hochberg"}, optional
        Correction for many comparisons; it decides what is significant.
    sides : {2, 1}, optional
        Sides of the test. With 1, the probability is that of sums at least as far on the side of
        the run with the higher mean: right only where it was known beforehand which run that is.
    rng : int or numpy.random.Generator, optional
        Seed of the signs, which all pairs share.

    Returns
    -------
    MeansComparison
        ``print`` gives the script's output.

    See Also
    --------
    labkit.compare_all : Compare all pairs of systems with other tests and scores.

    Notes
    -----
    The script counts the *different* sign choices among those it drew (99,726 of 100,000 in its
    README's example; 24 topics have 2^24) and divides by their number. Here every choice drawn
    counts, and a sampled probability is (count + 1) / (generated + 1), which is never 0 (Yeh
    2000, section 3.3). Of more than 53 topics an exact count is printed, and right, to 15 digits.

    Examples
    --------
    >>> table = pd.DataFrame({1: [0.9, 0.1], 2: [0.8, 0.2], 3: [0.7, 0.3]}, index=["A", "B"])
    >>> print(compare_means(table, 0, 0.3))  # doctest: +ELLIPSIS
    A > B 0.250 2 8 0.600
    ...
    1 A
    0 B
    """
    alpha = as_level(alpha)
    n_resamples = as_count(n_resamples, "n_resamples")
    parts, sides = as_names(substrings, "substrings"), int(as_option(sides, "sides", SIDES))
    if not isinstance(table, pd.DataFrame):
        wanted = "table must be a DataFrame with a row a run, as load_scores_table gives it"
        raise TypeError(f"{wanted}, not {shown(table)}")
    scores = table.loc[_matching(table.index, parts)]
    # "auto" is exact wherever that is possible; where it is not, it draws one sign.
    method, draws = ("monte-carlo", n_resamples) if n_resamples else ("auto", 1)
    alternative = "two-sided" if sides == 2 else "greater"
    how: dict[str, Any] = {"test": "randomization", "alternative": alternative, "method": method}
    tested = compare_all(scores, n_resamples=draws, rng=rng, progress=False, **how)
    if not n_resamples and set(tested.attrs["methods"]) != {"exact"}:
        wanted = "n_resamples must be a number of iterations for this table"
        raise ValueError(f"{wanted}, not 0 (exact), which is too much work")
    n_topics, source = table.shape[1], table.attrs.get("source", "")
    pairs = _as_pairs(tested, n_resamples, n_topics)
    probability = pairs["probability"]
    pairs["adjusted"] = adjust_pvalues(probability, adjust) if adjust else probability
    pairs["significant"] = pairs["adjusted"] <= alpha
    means, seed = scores.mean(axis=1), tested.attrs["seed"] if n_resamples else None
    return MeansComparison(
        pairs, means, n_topics, n_resamples, alpha, tuple(parts), adjust, seed, source, sides
    )


def _matching(names: pd.Index, parts: list[str]) -> list[Hashable]:
    """Give the names, at least two, that contain all parts."""
    runs = [run for run in names if all(part in str(run) for part in parts)]
    if len(runs) < 2:
        having = f" with {' and '.join(map(repr, parts))} in their names" if parts else ""
        raise ValueError(f"table must have at least two runs{having}, not {len(runs)}")
    return runs


def _as_pairs(tested: pd.DataFrame, n_resamples: int, n_topics: int) -> pd.DataFrame:
    """Give the probabilities with the counts they come from."""
    names = {"system_a": "better", "system_b": "worse", "pvalue": "probability"}
    pairs = tested.rename(columns=names | {"gain": "difference"})
    if n_resamples:
        pairs["count"] = [round(p * (n_resamples + 1)) - 1 for p in pairs["probability"]]
        pairs["generated"] = n_resamples
        limits = [monte_carlo_interval(count, n_resamples) for count in pairs["count"]]
        pairs["low"], pairs["high"] = np.transpose(limits)
    else:
        pairs["count"] = [round(Fraction(p) * 2**n_topics) for p in pairs["probability"]]
        pairs["generated"] = [2**n_topics] * len(pairs)
        pairs["low"] = pairs["high"] = pairs["probability"]
    columns = ["better", "worse", "probability", "count", "generated", "difference", "low", "high"]
    return pairs[columns].sort_values(["better", "worse"], ignore_index=True)


def _aligned(rows: list[list[str]]) -> list[str]:
    """Write the rows as lines with their fields below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = ["<" if column in (0, 2) else ">" for column in range(len(widths))]  # names: left
    form = " ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True))
    return [form.format(*row).rstrip() for row in rows]


def _short(count: int) -> str:
    return str(count) if count <= 2**53 else f"{Decimal(count):.3e}"
