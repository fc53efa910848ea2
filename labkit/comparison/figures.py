"""How numbers and names are written: with the digits that mean something, and nothing hidden."""

import math
from collections.abc import Iterable

from labkit.comparison.records import Measure, PairComparison, SystemScore
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits, rounded
from labkit.text import equation, round_p

#: From this size on, and below that one, numbers are written with a power of ten.
LARGE, SMALL = 1e6, 1e-3
#: The longest name that stands in a table as it is, before it is cut in a triangle of many.
LONGEST = 60


def digits_of(
    measure: Measure, n: int, systems: Iterable[SystemScore], pairs: Iterable[PairComparison]
) -> int:
    """Count the digits after the point of a score that mean something.

    Of shares as `meaningful_digits` has it, two always; of other scores by the same rule, from the
    gain that these items could show, and one digit more for the limits of intervals.
    """
    most = max(WHOLE_PERCENT, meaningful_digits(n))
    if measure.share:
        return most
    gains = [pair.detectable for pair in pairs if pair.detectable]
    widths = [one.high - one.low for one in systems if one.low is not None and one.high is not None]
    least = min(gains, default=0) or min(filter(None, widths), default=0)
    if not least:
        return most
    return min(max(0, 1 + math.floor(math.log10(5 / least) + 1e-9)), most)


def score(value: float | None, digits: int, *, signed: bool = False) -> str:
    """Write a score, or a difference; where it is huge or tiny, with a power of ten."""
    if value is None:
        return "–"
    size = abs(value)
    if size >= LARGE or 0 < size < SMALL * 10.0**-digits:
        text = f"{value:{'+' if signed else ''}.2e}"
    else:
        text = rounded(value, digits, signed=signed)
        text = text.lstrip("+-") if not float(text) else text
    return text.replace("-", "−")


def size(value: float | None, instead: str = "–") -> str:
    """Write an effect size: in two digits, or three before the point."""
    if value is None:
        return instead
    return f"{value:.2f}".replace("-", "−") if abs(value) < 100 else f"{value:.3g}"


def p_equals(value: float, name: str = "p") -> str:
    """Return an equation of p."""
    return equation(name, round_p(value))


def count(value: int) -> str:
    """Write a number of things."""
    return f"{value:,}"


def about(value: int) -> str:
    """Write an estimated number of things in two digits."""
    return f"{int(float(f'{value:.2g}')):,}"
