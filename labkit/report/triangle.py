"""The triangle of significance and size of several systems' differences."""

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit.arguments import as_count, as_level, shown
from labkit.metrics import Metric, MetricFunction, mean
from labkit.report.digits import rounded
from labkit.significance import sign_test_of_scores
from labkit.significance.items import as_statistics
from labkit.significance.result import TestOfScores


@dataclass(frozen=True)
class Triangle:
    """Significance and size of the differences between several systems.

    Parameters
    ----------
    scores : Series
        System -> score, in the order given.
    pvalues : DataFrame
        Row system against column system; NaN on and above the diagonal.
    levels, test : tuple of float, str
        The significance levels, largest first, and the test and on how many items.
    digits : int
        Digits after the point of scores and differences.

    See Also
    --------
    significance_triangle : Test the systems and make this.

    Examples
    --------
    >>> significance_triangle({"A": [1] * 9, "B": [0] * 9}).caption
    'sign test, two-sided, n = 9; * p ≤ 0.05, ** p ≤ 0.01'
    """

    scores: pd.Series
    pvalues: pd.DataFrame
    levels: tuple[float, ...]
    test: str
    digits: int

    @property
    def table(self) -> pd.DataFrame:
        """The stars, as text: rows from the second system, columns to the last but one."""
        return self._lower(self.pvalues.map(lambda p: "*" * sum(p <= x for x in self.levels)))

    @property
    def differences(self) -> pd.DataFrame:
        """The effect sizes, row score minus column score, as text in the same layout."""
        score = self.scores.to_numpy()
        sizes = pd.DataFrame(score[:, None] - score, *self.pvalues.axes)
        written = sizes.map(lambda size: rounded(size, self.digits, signed=True))
        return self._lower(written.where(self.pvalues.notna(), ""))

    @property
    def caption(self) -> str:
        """What the stars mean."""
        marks = ", ".join(f"{'*' * i} p ≤ {level:g}" for i, level in enumerate(self.levels, 1))
        return f"{self.test}; {marks}"

    def _lower(self, cells: pd.DataFrame) -> pd.DataFrame:
        """Return the cells below the diagonal, their names with the scores."""
        named = {
            name: f"{name} ({rounded(score, self.digits)})" for name, score in self.scores.items()
        }
        return cells.iloc[1:, :-1].rename(index=named, columns=named)

    def __repr__(self) -> str:
        """Return the stars and their caption."""
        lines = [line.rstrip() for line in self.table.to_string().splitlines()]
        return "\n".join([*lines, self.caption])

    def _repr_html_(self) -> str:
        # Size and significance are two statements: two tables, side by side.
        tables = {
            "Difference in score (row - column)": self.differences,
            "Significance": self.table,
        }
        parts = [f"<div><b>{title}</b>{t.to_html(border=0)}</div>" for title, t in tables.items()]
        beside = f'<div style="display:flex; flex-wrap:wrap; gap:2em">{"".join(parts)}</div>'
        return f"{beside}<p>{html.escape(self.caption)}</p>"

    def to_latex(self) -> str:
        """Write the stars and their caption in LaTeX: a table that needs the package booktabs.

        The columns have the rows' numbers: names would be wider than a page.
        """
        stars = self.table
        names = [f"{i} {name}" for i, name in enumerate([stars.columns[0], *stars.index], 1)]
        columns = range(1, len(names))
        table = pd.DataFrame(stars.to_numpy(), names[1:], columns).reindex(names, fill_value="")
        return table.style.format_index(escape="latex").to_latex(
            hrules=True,
            position_float="centering",
            column_format="l" + "c" * len(columns),
            caption=self.caption.replace("≤", r"$\leq$"),
        )


def significance_triangle(
    scores: Mapping[str, ArrayLike],
    test: TestOfScores = sign_test_of_scores,
    levels: Iterable[float] = (0.05, 0.01),
    metric: MetricFunction = mean,
    digits: int = 3,
) -> Triangle:
    """Test all pairs of systems and show which differences are significant.

    Source: MLRD lecture 4, "Effect Size and Significance" and its example.

    Parameters
    ----------
    scores : dict
        System -> scores on the same items, shape (n,), where correct / not is enough; or
        statistics (n, k) of a `metric`.
    test : callable, optional
        ``test(scores_a, scores_b) -> Result``, for example ``labkit.randomization_test``; by
        default the sign test with ties split. It must be two-sided: which system would be ahead
        was not known beforehand.
    levels : iterable of float, default (0.05, 0.01)
        Significance levels: the largest earns one star, the next two, ...
    metric : callable, optional
        What makes a score of summed statistics, that of the `test`; by default the mean.
    digits : int, default 3
        Digits after the point to print of scores and differences; `meaningful_digits` says how
        many mean something.

    Returns
    -------
    Triangle
        Shows stars and differences in a notebook, and has ``to_latex()``.

    See Also
    --------
    labkit.plots.triangle : Draw the triangle.

    Examples
    --------
    >>> significance_triangle({"A": [1] * 20, "B": [1] * 10 + [0] * 10, "C": [0] * 20})
              A (1.000) B (0.500)
    B (0.500)         *
    C (0.000)        **         *
    sign test, two-sided, n = 20; * p ≤ 0.05, ** p ≤ 0.01
    """
    if not isinstance(scores, Mapping) or len(scores) < 2:
        wanted = "a dictionary of at least two systems and their scores"
        raise ValueError(f"scores must be {wanted}, not {shown(scores)}")
    levels = tuple(sorted((as_level(level, "levels") for level in levels), reverse=True))
    if not levels:
        raise ValueError("levels must hold at least one significance level, such as 0.05")
    digits = as_count(digits, "digits")
    outputs = {str(name): np.asarray(each) for name, each in scores.items()}
    if len(outputs) < len(scores):
        raise ValueError(f"scores must have systems of different names, not {[*scores]}")
    metric, values = Metric.of(metric), pd.Series(dtype=float)
    for name, each in outputs.items():
        sums = as_statistics(each, f"scores[{name!r}]", metric).sum(axis=0)
        values[name] = float(metric(sums))
    pvalues = pd.DataFrame(np.nan, values.index, values.index)
    for column, row in combinations(outputs, 2):
        result = test(outputs[row], outputs[column])
        if result.alternative != "two-sided":
            raise ValueError(
                f"test must be two-sided, not of the alternative {result.alternative!r}"
            )
        pvalues.loc[row, column] = result.pvalue
    caption = f"{result.test}, two-sided, n = {result.n}"
    return Triangle(values, pvalues, levels, caption, digits)
