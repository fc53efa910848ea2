"""The tables of a comparison in LaTeX: scores of systems, and gains of pairs."""

from labkit.comparison import figures, views
from labkit.comparison.path import TESTS
from labkit.comparison.records import Comparison, PairComparison, SystemScore
from labkit.writing import Latex, escaped, latex_table, names_in_latex


def scores_table(c: Comparison) -> Latex:
    """Write the scores of the systems with their intervals."""
    column, names = names_in_latex([one.name for one in c.systems], 36, 0.5)
    rows = [
        [name, escaped(figures.score(one.score, c.digits)), _interval(one, c.digits)]
        for name, one in zip(names, c.systems, strict=True)
    ]
    caption = (
        f"{escaped(c.measure.described)} on {figures.count(c.n)} test items, with "
        rf"{100 * c.settings.level:g}\,\% confidence intervals; {c.measure.direction}."
    )
    return latex_table(caption, f"{column}rr", ["system", "score", "interval"], rows)


def pairs_table(c: Comparison) -> Latex:
    """Write the gains of the pairs; of many, those of the significant ones."""
    shown = [q for q in c.pairs if q.significant or len(c.pairs) <= views.MOST_OPEN]
    better_column, better = names_in_latex([q.better for q in shown], 16, 0.2)
    worse_column, worse = names_in_latex([q.worse for q in shown], 16, 0.2)
    rows = [
        [
            *(first, second, escaped(figures.score(q.gain, c.digits)), _interval(q, c.digits)),
            escaped(figures.p(q.adjusted)) + ("*" if q.significant else ""),
        ]
        for first, second, q in zip(better, worse, shown, strict=True)
    ]
    head = ["better", "worse", "gain", "interval", "$p$"]
    columns = f"{better_column}{worse_column}rrl"
    # Two names and three numbers need the room that is usual between columns.
    return latex_table(_caption(c, len(shown)), columns, head, rows, r"\setlength{\tabcolsep}{4pt}")


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
    low, high = (escaped(figures.score(value, digits)) for value in (one.low, one.high))
    return f"{low} to {high}"
