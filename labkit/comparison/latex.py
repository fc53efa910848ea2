"""The tables of a comparison in LaTeX: scores of systems, and gains of pairs."""

import pandas as pd

from labkit.comparison import figures, views
from labkit.comparison.path import TESTS
from labkit.comparison.records import Comparison, PairComparison, SystemScore
from labkit.text import plain, round_p

_IN_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
        **{"<": r"\textless{}", ">": r"\textgreater{}", "−": "$-$", "≤": r"$\leq$", "≥": r"$\geq$"},
        **{"[": "{[}", "*": "{*}"},  # behind the end of a row these would be its arguments
    }
)


def escaped(text: object) -> str:
    r"""Return a text so that LaTeX sets it as it is.

    Examples
    --------
    >>> print(escaped("tf_idf & 50 %"))
    tf\_idf \& 50 \%
    """
    return plain(text).translate(_IN_LATEX)


def scores_table(c: Comparison) -> str:
    """Write the scores of the systems with their intervals."""
    rows = [
        [one.name, figures.score(one.score, c.digits), _interval(one, c.digits)]
        for one in c.systems
    ]
    caption = (
        f"{escaped(c.measure.described)} on {figures.count(c.n)} test items, with "
        rf"{100 * c.settings.level:g}\,\% confidence intervals; {c.measure.direction}."
    )
    return _table(caption, "lrr", ["system", "score", "interval"], rows)


def pairs_table(c: Comparison) -> str:
    """Write the gains of the pairs; of many, those of the significant ones."""
    shown = [q for q in c.pairs if q.significant or len(c.pairs) <= views.MOST_OPEN]
    rows = [
        [
            *(q.better, q.worse, figures.score(q.gain, c.digits), _interval(q, c.digits)),
            round_p(q.adjusted) + ("*" if q.significant else ""),
        ]
        for q in shown
    ]
    head = ["better", "worse", "gain", "interval", "p"]
    return _table(_caption(c, len(shown)), "llrrl", head, rows)


def _table(caption: str, columns: str, head: list[str], rows: list[list[str]]) -> str:
    cells = [[escaped(cell) for cell in row] for row in rows]
    table = pd.DataFrame(cells, columns=head)
    return table.to_latex(index=False, caption=caption, column_format=columns)


def _caption(c: Comparison, told: int) -> str:
    settings, count = c.settings, len(c.pairs)
    corrected = f", $p$ corrected for {figures.count(count)} comparisons ({settings.adjust})"
    left = "; other pairs left out" if told < count else ""
    return (
        "Gains of the better system of each pair: two-sided "
        f"{escaped(TESTS[settings.test])}{corrected if count > 1 and settings.adjust != 'none' else ''}"
        rf"; * significant at $\alpha = {settings.alpha:g}${left}."
    )


def _interval(one: SystemScore | PairComparison, digits: int) -> str:
    if one.low is None:
        return "none"
    return f"{figures.score(one.low, digits)} to {figures.score(one.high, digits)}"
