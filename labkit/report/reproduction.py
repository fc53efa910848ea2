"""A paper's printed figures beside those that its own data give."""

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from labkit.arguments import as_number

_NUMBER = r"-?\d+(?:\.\d+|/[1-9]\d*)?"
_PRINTED = re.compile(
    rf"(?:(?P<low>{_NUMBER})%? to |(?P<below>less than ))?(?P<number>{_NUMBER})%?"
)


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
        ("10% to 20%") or one ("less than 4%").
        `computed` is a number; with `trials` it is the exact probability, and a whole number in
        `printed` is how many of the trials were counted.
    within : float, default 3
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
    rows = [_reproduced(*figure, within=within) for figure in figures]
    columns = ["what", "where", "printed", "computed", "standard errors", "verdict"]
    return pd.DataFrame(rows, columns=columns).set_index("what")


def _reproduced(
    what: str, where: str, printed: str, computed: Any, trials: int | None = None, *, within: float
) -> tuple[str, ...]:
    """Return a row of the table: what, where, printed, computed, standard errors, verdict."""
    low, high, number, digits = _limits(printed)
    percent = "%" in printed
    whole = number is not None and not (digits or percent)
    error = 0.0
    if trials is not None:
        if not (0 <= computed <= 1 and trials >= 1):
            wanted = f"a probability and the number of trials for {what}"
            raise ValueError(f"figures must have {wanted}, not {computed!r} and {trials!r}")
        cases = trials if whole else 1  # "96" is 96 of the trials
        error = math.sqrt(computed * (1 - computed) / trials) * cases
        computed = float(computed * cases)
    value = as_number(computed, f"what is computed for {what}")
    gap = min(max(value, low), high) - value
    if abs(gap) > within * error:
        verdict = "does not reproduce"
    else:
        rounded = not gap and number is not None and not math.isclose(value, number)
        verdict = "agrees after rounding" if rounded else "agrees"
    distance = "" if trials is None else f"{gap / error:+.1f}" if gap and error else "0"
    # The computed figure is rounded less than the printed one.
    places = digits + (3 if number is None else 2)
    if whole:
        places = 0 if isinstance(computed, int | np.integer) else 1 if value >= 1 else 5
    shown = f"{100 * value:.{places}f}%" if percent else f"{value:.{places}f}"
    return what, where, printed, shown, distance, verdict


def _limits(printed: str) -> tuple[float, float, float | None, int]:
    """Return between which limits a printed figure allows a value, the number (if one), its digits."""
    form = _PRINTED.fullmatch(printed)
    if not form:
        forms = "'0.35', '45.6%', '10% to 20%' or 'less than 4%'"
        raise ValueError(f"figures must be printed as {forms}, not as {printed!r}")
    unit = 100 if "%" in printed else 1
    number = float(Fraction(form["number"])) / unit
    digits = len(form["number"].partition(".")[2])
    if form["below"]:
        return -math.inf, math.nextafter(number, -math.inf), None, digits
    if form["low"]:
        return float(Fraction(form["low"])) / unit, number, None, digits
    # A fraction, and a whole number that is no percentage, are not rounded.
    half = 0.5 * 10**-digits / unit if digits or unit == 100 else 0.0
    half += 1e-9 * abs(number)  # more than a float's error
    return number - half, number + half, number, digits
