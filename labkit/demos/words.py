"""Numbers as the demonstrations write them; `js/numbers.js` writes them alike."""

from labkit.report.digits import WHOLE_PERCENT, rounded
from labkit.text import equation, write_p

#: From here on a float has few digits after the point, and nobody reads those before it.
_LARGE = 1e12


def p_equation(p: float, n_resamples: int | None = None) -> str:
    """Return what p is: "p = 0.0352", or "p < 1e-300"."""
    return equation("p", write_p(p, n_resamples))


def raised(number: int) -> str:
    """Write a whole number as an exponent."""
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def show_score(score: float, digits: int = WHOLE_PERCENT, *, signed: bool = False) -> str:
    """Return a score, or a difference of two: in whole per cents, as the lectures say it should be.

    Examples
    --------
    >>> show_score(0.4747), show_score(-0.0819, signed=True), show_score(-0.004, signed=True)
    ('0.47', '−0.08', '0.00')
    """
    if abs(score) >= _LARGE:
        return f"{score:{'+' if signed else ''}.3g}".replace("-", "−")
    text = rounded(score, digits, signed=signed)
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "−")
