"""The triangle of significance and size of several systems' differences."""

import html
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit.arguments import as_count, as_level
from labkit.metrics import Metric, mean
from labkit.power import sign_test_of_scores
from labkit.report.digits import rounded
from labkit.significance import Result
from labkit.significance.engine.statistics import as_statistics
from labkit.writing import LETTERS_ACROSS, escaped, latex_table, names_in_latex, plain

#: Of more columns, they stand closer together, and are smaller.
MOST_APART, MOST_OF_SIZE = 10, 16


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
    significance_triangle : Tests the systems, and gives this.

    Examples
    --------
    >>> significance_triangle({"A": [1] * 9, "B": [0] * 9}).caption
    'sign test, two-sided, n = 9; * p ≤ 0.05, ** p ≤ 0.01'
    """

    scores: pd.Series
    pvalues: pd.DataFrame
    levels: tuple[float, ...]
    test: str
    digits: int = 3

    @property
    def table(self) -> pd.DataFrame:
        """The stars, as text: rows from the second system, columns to the last but one."""
        return self._lower(self.pvalues.map(lambda p: "*" * sum(p <= x for x in self.levels)))

    @property
    def differences(self) -> pd.DataFrame:
        """The effect sizes, row score minus column score, as text in the same layout."""
        score = self.scores.to_numpy()
        sizes = pd.DataFrame(score[:, None] - score, *self.pvalues.axes).where(self.pvalues.notna())
        return self._lower(
            sizes.map(lambda size: "" if pd.isna(size) else rounded(size, self.digits, signed=True))
        )

    @property
    def caption(self) -> str:
        """What the stars mean."""
        marks = ", ".join(f"{'*' * i} p ≤ {level:g}" for i, level in enumerate(self.levels, 1))
        return f"{self.test}; {marks}"

    def _lower(self, cells: pd.DataFrame) -> pd.DataFrame:
        named = {name: f"{name} ({self._printed(score)})" for name, score in self.scores.items()}
        return cells.iloc[1:, :-1].rename(index=named, columns=named)

    def _printed(self, score: float) -> str:
        return rounded(score, self.digits) if np.isfinite(score) else str(score)

    def __repr__(self) -> str:
        """Print the stars and their caption."""
        lines = [line.rstrip() for line in self.table.to_string().splitlines()]
        return "\n".join([*lines, self.caption])

    def _repr_html_(self) -> str:
        # Size and significance are two statements: two tables, side by side.
        tables = {
            "Difference in score (row - column)": self.differences,
            "Significance": self.table,
        }
        parts = [f"<div><b>{title}</b>{t.to_html(border=0)}</div>" for title, t in tables.items()]
        shown = f'<div style="display:flex; flex-wrap:wrap; gap:2em">{"".join(parts)}</div>'
        return f"{shown}<p>{html.escape(self.caption)}</p>"

    def to_latex(self) -> str:
        """Write the stars and their caption in LaTeX: a table that needs the package booktabs.

        Where the names of the columns are wider than a page, the columns have the rows' numbers.
        """
        table = self.table
        rows, columns = [*map(plain, table.index)], [*map(plain, table.columns)]
        cells = table.to_numpy().tolist()
        if sum(map(len, columns)) + max(map(len, rows)) > LETTERS_ACROSS:
            rows = [f"{place} {name}" for place, name in enumerate([columns[0], *rows], 1)]
            columns = [str(place) for place in range(1, len(rows))]
            cells = [[""] * len(columns), *cells]
        column, names = names_in_latex(rows, 36, 0.5)
        head = ["", *map(escaped, columns)]
        body = [[name, *row] for name, row in zip(names, cells, strict=True)]
        close = r"\setlength{\tabcolsep}{2pt}" if len(columns) > MOST_APART else ""
        small = r"\footnotesize" if len(columns) > MOST_OF_SIZE else ""
        kinds = column + "c" * len(columns)
        caption = escaped(self.caption).replace("{*}", "*")  # no row ends before it
        return latex_table(caption, kinds, head, body, small + close)


def significance_triangle(
    scores: Mapping[str, ArrayLike],
    test: Callable[[np.ndarray, np.ndarray], Result] | None = None,
    levels: Iterable[float] = (0.05, 0.01),
    metric: Metric | None = None,
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
        default the two-sided sign test with ties split. A one-sided test asks, of each pair,
        about the system that is ahead: the order of the systems does not matter.
    levels : iterable of float, optional
        Significance levels: the largest earns one star, the next two, ...
    metric : callable, optional
        What makes a score of summed statistics: that of the `test`. By default the mean of
        scores (n,).
    digits : int, optional
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
    wanted = "scores must be a dictionary of at least two systems and their scores"
    if not isinstance(scores, Mapping):
        raise TypeError(f"{wanted}, not of type {type(scores).__name__}")
    if len(scores) < 2:
        raise ValueError(f"{wanted}, not of {len(scores)} only")
    levels = tuple(sorted((as_level(level, "levels") for level in levels), reverse=True))
    if not levels:
        raise ValueError("levels must hold at least one significance level, such as 0.05")
    test = sign_test_of_scores if test is None else test
    digits = as_count(digits, "digits")
    names = [str(name) for name in scores]
    if len(set(names)) < len(names):
        raise ValueError(f"scores must have systems of different names, not {names}")
    arrays = [np.asarray(s) for s in scores.values()]
    if metric is None and any(array.ndim > 1 for array in arrays):
        raise ValueError("metric must be what scores the statistics (n, k), not left out")
    pvalues = pd.DataFrame(np.nan, names, names)
    for column, row in combinations(range(len(names)), 2):
        result = _ahead(test, arrays[row], arrays[column])
        pvalues.iloc[row, column] = result.pvalue
    metric = metric or mean
    sums = [
        as_statistics(array, f"scores[{name!r}]", metric).sum(axis=0)
        for name, array in zip(names, arrays, strict=True)
    ]
    values = pd.Series([float(metric(each)) for each in sums], names)
    sides = (
        "two-sided" if result.alternative == "two-sided" else "one-sided, for whichever is ahead"
    )
    said = f"{result.test}, {sides}, n = {len(arrays[0])}"
    return Triangle(values, pvalues, levels, said, digits)


def _ahead(
    test: Callable[[np.ndarray, np.ndarray], Result], a: np.ndarray, b: np.ndarray
) -> Result:
    """Test two systems; if one-sided, in the direction in which they differ."""
    result = test(a, b)
    against = {"two-sided": 0, "greater": -1, "less": 1}[result.alternative]
    return test(b, a) if against * (result.statistic or 0) > 0 else result
