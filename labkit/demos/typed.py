"""Numbers as people type them: with commas and points, blanks, a true minus or a per cent sign."""

import math
import re

#: What may part groups of three digits besides a comma or a point: all kinds of blank among it.
_BLANK = r"[\s'’_]"
_PARTED_BY_BLANKS = re.compile(rf"[1-9]\d{{0,2}}(?:{_BLANK}\d{{3}})+(?:[.,]\d*)?")
_GROUPS_BEFORE_DECIMALS = re.compile(r"[1-9]\d{0,2}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d*")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")


def read_number(text: str, *, whole: bool = False) -> float | None:
    """Read a number that somebody typed.

    Where both are there, the last of comma and point stands before the decimals. One of them
    alone does so, too, unless it can only part groups of three digits: always if it comes twice,
    if a `whole` number is wanted, and for a comma. What parts groups does so in threes: 0.1,5 and
    3 4 are no numbers.

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
    plain = text.strip().replace("−", "-")
    percent = plain.endswith("%")
    digits = plain.removesuffix("%").strip()
    sign = digits[:1] if digits[:1] in ("-", "+") else ""
    try:
        value = float(sign + _with_point(digits.removeprefix(sign).lstrip(), whole))
    except ValueError:
        return None
    value = value / 100 if percent else value
    return value if math.isfinite(value) else None


def _with_point(digits: str, whole: bool) -> str:
    """Leave out what parts groups of digits; make the mark before the decimals a point."""
    if re.search(_BLANK, digits):  # two numbers side by side are not one
        parted = _PARTED_BY_BLANKS.fullmatch(digits)
        return re.sub(_BLANK, "", digits).replace(",", ".") if parted else ""
    marks = {mark: digits.count(mark) for mark in ",." if mark in digits}
    if len(marks) == 2:
        decimal = max(marks, key=digits.rindex)
        (other,) = marks.keys() - {decimal}
        grouped = _GROUPS_BEFORE_DECIMALS.fullmatch(digits)
        return digits.replace(other, "").replace(decimal, ".") if grouped else ""
    for mark, times in marks.items():
        grouped = _GROUPS.fullmatch(digits)
        if grouped and (whole or mark == "," or times > 1):
            return digits.replace(mark, "")
        return digits.replace(mark, ".")
    return digits
