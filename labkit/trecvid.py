"""Comparing search runs: score tables, and the job of randCompareMeans.pl.

NIST's TRECVID gives the groups that take part a ``search.results.table``: a row a run, its name
first, then its average precision on each topic. The script ``randCompareMeans.pl`` tests all
pairs of runs by randomization of their means and says which are significantly better than which;
`compare_means` does the same, exactly where it can, and prints it in the script's format.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pandas as pd

from labkit.arguments import Rng, as_count, as_level, as_option, as_texts, shown
from labkit.reading import load_scores_table
from labkit.significance import adjust_pvalues, compare_all
from labkit.significance.corrections import Correction
from labkit.text import plain, round_p, write_interval

__all__ = ["MeansComparison", "compare_means", "load_scores_table"]

#: Sides of a test -> what it is called.
SIDES = {1: "one-sided", 2: "two-sided"}
#: Column of `compare_all` -> what the script calls it.
COLUMNS = {
    "system_a": "better",
    "system_b": "worse",
    "pvalue": "probability",
    "gain": "difference",
    "pvalue_low": "low",
    "pvalue_high": "high",
}


def _write_p(p: float) -> str:
    """Return a probability without a blank, which would be a field more."""
    return round_p(p).replace(" ", "")


def _write_count(count: int) -> str:
    """Return a number of shuffles, of more than 53 topics in as many digits as a float has."""
    return f"{Decimal(count):.16g}"


#: What is printed of a significant pair, in this order, and how it is written.
WRITERS = {
    "better": plain,
    "worse": plain,
    "probability": _write_p,
    "count": _write_count,
    "generated": _write_count,
    "difference": "{:.3f}".format,
    "adjusted": _write_p,
}


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
    alpha, substrings, adjust, seed : float, list of str, str or None, int or None
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
    substrings: list[str]
    adjust: str | None
    seed: int | None
    source: str
    sides: int

    @property
    def significant(self) -> pd.DataFrame:
        """Return the rows of `pairs` that are significant."""
        return self.pairs[self.pairs["significant"]].reset_index(drop=True)

    @property
    def better_than(self) -> pd.Series:
        """Return a Series: run -> number of runs it is significantly better than, most first."""
        counts = self.significant["better"].value_counts()
        counts = counts.reindex(self.means.index, fill_value=0).sort_index(ascending=False)
        return counts.sort_values(ascending=False, kind="stable").rename("better than")

    @property
    def order(self) -> pd.DataFrame:
        """Return a table of bool: the row's run is significantly better than the column's, or not."""
        runs = self.means.sort_values(ascending=False, kind="stable").index
        order = pd.DataFrame(False, runs, runs)
        for pair in self.significant.itertuples():
            order.loc[pair.better, pair.worse] = True
        return order

    def to_text(self, *, verbose: bool = False, say_sides: bool = False) -> str:
        """Write the significant pairs, the settings, and how many runs each run is better than.

        The sides of the test are named with `say_sides`, and always if there is one: the script's
        tests have two. With `verbose` each line ends in the 95 % interval of its probability.
        """
        pairs = self._written()
        pairs.insert(1, "than", ">")
        if verbose:
            limits = map(write_interval, self.significant["low"], self.significant["high"])
            pairs["interval"] = [f"[{each}]" for each in limits]
        lines = _aligned(pairs.to_numpy().tolist())
        lines += ["", f"Target iterations: {self.iterations or '0 (exact)'}"]
        lines += [f"significance level: {self.alpha:g}", f"scores file: {self.source}"]
        wanted = [*self.substrings, *[""] * (4 - len(self.substrings))]
        lines += [f"run substring {i}: {part}".rstrip() for i, part in enumerate(wanted, 1)]
        if say_sides or self.sides == 1:
            lines.append(f"test: {SIDES[self.sides]} randomization of means")
        if self.adjust:
            lines.append(f"correction for {len(self.pairs)} comparisons: {self.adjust}")
        lines += ["", "Number of runs each run is significantly better than"]
        lines.append("according to current test:")
        lines += [f"{count} {plain(run)}" for run, count in self.better_than.items()]
        return "\n".join(lines)

    __str__ = to_text

    def _written(self) -> pd.DataFrame:
        """Return the significant pairs as they are printed: no blank in a field but in a name."""
        written = {name: self.significant[name].map(write) for name, write in WRITERS.items()}
        return pd.DataFrame(written).drop(columns=[] if self.adjust else "adjusted")

    def to_dict(self) -> dict[str, Any]:
        """Return ``pairs``, ``settings``, ``means`` and ``better_than`` as plain data, for JSON."""
        return {
            "pairs": self.pairs.to_dict("records"),
            "settings": {
                "iterations": self.iterations,
                "significance_level": self.alpha,
                "scores_file": self.source,
                "substrings": self.substrings,
                "correction": self.adjust,
                "seed": self.seed,
                "sides": self.sides,
                "topics": self.n_topics,
            },
            "means": self.means.to_dict(),
            "better_than": self.better_than.to_dict(),
        }

    def to_latex(self) -> str:
        """Write the significant pairs as a LaTeX table (package booktabs) with a caption."""
        caption = (
            f"Runs that are significantly better at $\\alpha = {self.alpha:g}$ by a {SIDES[self.sides]} "
            f"randomization test of the means of {self.n_topics} topics; correction: "
            f"{self.adjust or 'none'}."
        )
        table = self._written().to_latex(index=False, escape=True, caption=caption)
        return table.replace("<", "$<$")


def compare_means(
    table: pd.DataFrame,
    n_resamples: int,
    alpha: float,
    substrings: str | Sequence[str] = (),
    *,
    adjust: Correction | None = None,
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
    substrings : str or sequence of str, default ()
        Compare only the runs, at least two, whose names contain all of these.
    adjust : {"holm", "bonferroni", "benjamini-hochberg"}, optional
        Correction for many comparisons; it decides what is significant.
    sides : {2, 1}, default 2
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
    A > B 0.25 2 8 0.600
    ...
    1 A
    0 B
    """
    alpha, n_resamples = as_level(alpha), as_count(n_resamples, "n_resamples")
    sides = as_option(sides, "sides", SIDES)
    parts = as_texts([substrings] if isinstance(substrings, str) else substrings, "substrings")
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"table must be a DataFrame with a row a run, not {shown(table)}")
    scores = table.loc[[run for run in table.index if all(part in str(run) for part in parts)]]
    if len(scores) < 2:
        having = f" with {' and '.join(map(repr, parts))} in their names" if parts else ""
        raise ValueError(f"table must have at least two runs{having}, not {len(scores)}")
    # "auto" is exact wherever that is possible; where it is not, it draws one sign.
    tested = compare_all(
        scores,
        test="randomization",
        method="monte-carlo" if n_resamples else "auto",
        n_resamples=n_resamples or 1,
        alternative="two-sided" if sides == 2 else "greater",
        rng=rng,
    )
    if not n_resamples and (tested["method"] != "exact").any():
        raise ValueError(
            "n_resamples must be a number of iterations for this table, not 0 (exact), which is "
            "too much work"
        )
    n_topics = table.shape[1]
    observed, generated = bool(n_resamples), n_resamples or 2**n_topics
    pairs = tested.rename(columns=COLUMNS).sort_values(["better", "worse"], ignore_index=True)
    probability = pairs["probability"]
    pairs["count"] = [round(Fraction(p) * (generated + observed)) - observed for p in probability]
    pairs["generated"] = [generated] * len(pairs)
    pairs["adjusted"] = adjust_pvalues(probability, adjust) if adjust else probability
    pairs["significant"] = pairs["adjusted"] <= alpha
    return MeansComparison(
        pairs[[*COLUMNS.values(), "count", "generated", "adjusted", "significant"]],
        scores.mean(axis=1),
        n_topics,
        n_resamples,
        alpha,
        parts,
        adjust,
        tested.attrs["seed"] if n_resamples else None,
        table.attrs.get("source", ""),
        sides,
    )


def _aligned(rows: list[list[str]]) -> list[str]:
    """Return the rows as lines with their fields below each other, the names on the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = ["<" if column in (0, 2) else ">" for column in range(len(widths))]
    form = " ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True))
    return [form.format(*row).rstrip() for row in rows]
