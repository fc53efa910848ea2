"""Numbers as people type them: with commas and points, blanks, a true minus or a per cent sign."""

import math
import re

_SPACES = re.compile(r"[\s'’_]")  # all kinds of blank among them
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$")


def read_number(text: str, *, whole: bool = False) -> float | None:
    """Read a number that somebody typed.

    Where both are there, the last of comma and point stands before the decimals. One of them
    alone does so, too, unless it can only part groups of three digits: always if it comes twice,
    if a `whole` number is wanted, and for a comma.

    Parameters
    ----------
    text : str
        What was typed.
    whole : bool, optional
        Whether the number wanted has no decimals.

    Returns
    -------
    float or None
        The number; None if it is none, or not finite.

    Examples
    --------
    >>> [read_number(text) for text in ("0,05", "5 %", "1,000", "1.000", "1.234,5", "−3", "five")]
    [0.05, 0.05, 1000.0, 1.0, 1234.5, -3.0, None]
    >>> read_number("1.000", whole=True)
    1000.0
    """
    plain = _SPACES.sub("", text).replace("−", "-").lstrip("+")
    percent = plain.endswith("%")
    plain = plain.removesuffix("%")
    sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
    try:
        value = float(sign + _with_point(digits, whole))
    except ValueError:
        return None
    value = value / 100 if percent else value
    return value if math.isfinite(value) else None


def _with_point(digits: str, whole: bool) -> str:
    """Leave out what parts groups of digits; make the mark before the decimals a point."""
    marks = set(digits) & {",", "."}
    if len(marks) == 2:
        last = max(marks, key=digits.rindex)
        (other,) = marks - {last}
        return digits.replace(other, "").replace(last, ".")
    for mark in marks:
        grouped = _GROUPS.match(digits)
        if grouped and (whole or mark == "," or digits.count(mark) > 1):
            return digits.replace(mark, "")
        return digits.replace(mark, ".")
    return digits
