"""The points of a tick against the maximum that a platform has for it."""

import math
from collections.abc import Iterable, Mapping

from labkit.grading.results.late import hundredths
from labkit.grading.results.marks import Row


def scaled(
    rows: Mapping[str, Row], maxima: Iterable[str], scale: bool, argument: str
) -> tuple[dict[str, float], float]:
    """Give the points as the platform counts them.

    Parameters
    ----------
    rows : dict
        Student -> Row, all of one tick.
    maxima : iterable of str
        What the platform says is the maximum; all that are there are equal.
    scale : bool
        Whether points may be turned into those of another maximum.
    argument : str
        What the platform's table was given as, for messages.

    Returns
    -------
    points : dict
        Student -> points, to hundredths.
    most : float
        The platform's maximum; infinity if it says none.

    Raises
    ------
    ValueError
        If the maximum is another than the tick's, and `scale` is not set; or if it is none that
        points can be turned into.
    """
    said = {number(text) for text in maxima} - {None}
    most = said.pop() if said else None
    out_of = max((row.out_of for row in rows.values()), default=most or 0.0)
    factor = 1.0
    if most is not None and rows and most != out_of:
        if not 0 < most < math.inf:
            raise ValueError(
                f"{argument} must be a table whose maximum is a number above 0, not {most:g}: of that "
                f"every mark would be {most:g}; change it on the platform, and download again"
            )
        if not scale:
            raise ValueError(
                f"{argument} must be a table whose maximum is that of the tick, {out_of:g}, not "
                f"{most:g}; change it on the platform and download again, or give --scale to turn "
                f"points out of {out_of:g} into points out of {most:g}"
            )
        factor = most / out_of if out_of else 0.0
    points = {s: hundredths((row.points or 0.0) * factor) for s, row in rows.items()}
    return points, math.inf if most is None else most


def number(text: str) -> float | None:
    """Read a number with a decimal point or comma; None if it is none.

    Examples
    --------
    >>> number("12.50"), number("12,5"), number("-")
    (12.5, 12.5, None)
    """
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
