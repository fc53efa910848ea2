"""A paper's printed figures beside those that its own data give."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import numpy as np
import pandas as pd

from labkit.arguments import as_number


def reproduction_table(figures: Iterable[Sequence[Any]], within: float = 3) -> pd.DataFrame:
    """Set a paper's printed figures beside what its own data give.

    The last column is plain: "agrees"; "agrees after rounding", where the figure is right in all
    the digits that were printed; or "does not reproduce". A figure that the paper sampled may miss
    the exact value by chance, so for these the table says by how many standard errors it does, at
    the paper's own number of trials. Nothing is adjusted to meet a figure.

    Parameters
    ----------
    figures : iterable of tuples
        ``(what, where, printed, computed)``, or with a fifth member, `trials`, for a figure that
        was sampled with so many of them. `what` and `where` (section or page) are text. `printed`
        is the figure as it stands in the paper: a number ("0.35", "45.6%", "1/32"), two limits
        ("10% to 20%") or one ("less than 4%", "at most 0.05", "more than 1/2", "at least 3").
        `computed` is a number; with `trials` it is the exact probability, and a whole number in
        `printed` is how many of the trials were counted.
    within : float, optional
        So many standard errors still agree.

    Returns
    -------
    DataFrame
        Indexed by `what`; columns `where`, `printed`, `computed` (rounded, but less so than in the
        paper), `standard errors` (how far the printed figure lies above the computed one, at
        least; empty for a figure that was not sampled) and `verdict`. All are text.

    See Also
    --------
    significance_triangle : The differences between one's own systems.

    Examples
    --------
    Two figures of Yeh (2000), section 3.3; the probability is that of all shuffles:

    >>> figures = [
    ...     ("r12", "section 3.3", "0.35", 0.34518),
    ...     ("shuffles, precision", "section 3.3", "25770", 0.019994290, 2**20),
    ... ]
    >>> print(reproduction_table(figures).drop(columns="where").to_string(index_names=False))
                        printed computed standard errors                verdict
    r12                    0.35   0.3452                  agrees after rounding
    shuffles, precision   25770  20965.5           +33.5     does not reproduce
    """
    within = as_number(within, "within", low=0)
    rows = [_reproduced(tuple(figure), within) for figure in figures]
    columns = ["what", "where", "printed", "computed", "standard errors", "verdict"]
    return pd.DataFrame(rows, columns=columns).set_index("what")


def _reproduced(figure: tuple[Any, ...], within: float) -> tuple[str, ...]:
    """Give a row of the table: what, where, printed, computed, standard errors, verdict."""
    if len(figure) not in (4, 5):
        wanted = "rows (what, where, printed, computed), perhaps with trials"
        raise ValueError(f"figures must be {wanted}, not {figure!r}")
    what, where, printed, computed, trials = (*figure, None)[:5]
    paper = _Printed.read(printed)
    error = 0.0
    if trials is not None:
        if not (0 <= computed <= 1 and trials >= 1):
            wanted = f"a probability and the number of trials for {what}"
            raise ValueError(f"figures must have {wanted}, not {computed!r} and {trials!r}")
        unit = trials if paper.whole else 1  # "96" is 96 of the trials
        error = math.sqrt(computed * (1 - computed) / trials) * unit
        computed = float(computed * unit)
    gap = paper.above(as_number(computed, f"what is computed for {what}"))
    if gap:
        verdict = "agrees" if abs(gap) <= within * error else "does not reproduce"
    else:
        verdict = "agrees" if paper.meets(computed) else "agrees after rounding"
    distance = "" if trials is None else f"{gap / error:+.1f}" if gap and error else "0"
    return what, where, str(printed), paper.show(computed), distance, verdict


@dataclass(frozen=True)
class _Printed:
    """A printed figure: between which limits it allows a value to be."""

    low: float
    high: float
    number: float | None  # None if the paper prints limits
    percent: bool
    digits: int  # after the point

    @classmethod
    def read(cls, printed: object) -> Self:
        """Read a figure as it stands in a paper."""
        form = _PRINTED.fullmatch(str(printed))
        if not form or (form["limit"] and form["to"]):
            forms = "'0.35', '45.6%', '10% to 20%' or 'less than 4%'"
            raise ValueError(f"figures must be printed as {forms}, not as {printed!r}")
        percent = "%" in form[0]
        texts = [text for text in (form["number"], form["to"]) if text]
        unit = 100 if percent else 1
        number, *upper = (
            float(Fraction(text.replace(",", "").replace("−", "-"))) / unit for text in texts
        )
        digits = max(len(text.partition(".")[2]) for text in texts)
        if upper:
            return cls(min(number, *upper), max(number, *upper), None, percent, digits)
        if form["limit"] in ("less than", "at most"):
            high = math.nextafter(number, -math.inf) if form["limit"] == "less than" else number
            return cls(-math.inf, high, None, percent, digits)
        if form["limit"]:
            low = math.nextafter(number, math.inf) if form["limit"] == "more than" else number
            return cls(low, math.inf, None, percent, digits)
        # A fraction, and a whole number that is no percentage, are not rounded.
        half = 0.5 * 10**-digits / unit if digits or percent else 0.0
        return cls(number - half, number + half, number, percent, digits)

    @property
    def whole(self) -> bool:
        return self.number is not None and self.low == self.high

    def above(self, value: float) -> float:
        """Measure how far the nearest value that would be printed so lies above `value`."""
        slack = 0.0 if self.number is None else 1e-9 * abs(value)
        if value < self.low - slack:
            return self.low - value
        return self.high - value if value > self.high + slack else 0.0

    def meets(self, value: float) -> bool:
        """Say whether `value` needs no rounding to be as printed."""
        return self.number is None or math.isclose(value, self.number, rel_tol=1e-9)

    def show(self, value: float) -> str:
        """Round a value, less than the paper does."""
        if isinstance(value, (int, np.integer)) and self.whole:
            return str(value)
        more = 1 if self.whole and value >= 1 else 3 if self.number is None else 2
        if self.percent:
            return f"{100 * value:.{self.digits + more}f}%"
        return f"{value:.{max(self.digits + more, 5 if 0 < value < 1 and self.whole else 0)}f}"


_NUMBER_OF_PAPER = r"[-−+]?(?:\d[\d,]*(?:\.\d+|/0*[1-9]\d*)?|\.\d+)"
_PRINTED = re.compile(
    r"(?:(?P<limit>less than|at most|more than|at least)\s+)?"
    rf"(?P<number>{_NUMBER_OF_PAPER})\s*%?(?:\s+to\s+(?P<to>{_NUMBER_OF_PAPER})\s*%?)?"
)
