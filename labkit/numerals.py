"""How people and spreadsheets write numbers, and which of these can be told apart.

A decimal comma, a percent sign and a typographic minus are read; a separator of thousands is not,
because 1,234 is more than a thousand in one country and little more than one in the next.
"""

import re
from collections.abc import Iterable
from math import isfinite

#: What R, pandas, spreadsheets and Python write where there is no number.
NOTHING = ("na", "n/a", "nan", "<na>", "none", "null", "#n/a")

#: A number with a decimal comma; spreadsheets write very small ones as 5,2E-05.
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
#: ... that could as well be one with a separator of thousands.
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2}[,.]\d{3}")
#: Beside such, it is likely to be one.
_LARGE = re.compile(r"[+-]?[1-9]\d{2,}")
#: A number with a separator of thousands, beyond doubt.
_THOUSANDS = re.compile(
    r"[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,}|(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}"
    r"|(?:['’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?)"
)


def as_float(text: str, comma: bool) -> float:
    """Read a number, also with a decimal comma if `comma`; 1_2 is a name, though not to Python.

    A percentage is a share: 50 % is 0.5.
    """
    if "_" in text:
        raise ValueError(f"text must be a number, not {text!r}")
    digits = text.replace("\N{MINUS SIGN}", "-").removesuffix("%")
    is_share = text.endswith("%")
    digits = digits.rstrip() if is_share else digits
    if comma and _DECIMAL_COMMA.fullmatch(digits):
        digits = digits.replace(",", ".")
    # Moved in the text itself: a quotient is not always the number that is nearest to .07.
    return float(f"{digits}e-2" if is_share else digits)


def is_number(text: str, comma: bool = True) -> bool:
    """Say whether a text is a finite number, also with a decimal comma if `comma`."""
    try:
        return isfinite(as_float(text, comma))
    except ValueError:
        return False


def is_plain_number(text: str) -> bool:
    """Say whether a text is a finite number as programs write it."""
    return "%" not in text and text.isascii() and is_number(text, comma=False)


def check_alike(texts: Iterable[str], where: str) -> None:
    """Refuse numbers that are not written in one way: what each of them says cannot be told."""
    texts = [text for text in texts if text]
    shares = [text for text in texts if text.endswith("%")]
    # Nothing is nothing, in percent or not.
    others = [text for text in texts if not text.endswith("%") and text.strip("+-0.,")]
    if shares and others:
        raise ValueError(
            f"{where} must have a percent sign at all numbers or at none, not {shares[0]!r} and "
            f"{others[0]!r}"
        )
    parted = [text for text in texts if "," in text or "." in text]
    large = [text for text in texts if _LARGE.fullmatch(text)]
    if parted and large and all(map(_EITHER.fullmatch, parted)):
        raise ValueError(
            f"{where} must have numbers without separators of thousands: whether "
            f"{parted[0]!r} beside {large[0]!r} is more than a thousand cannot be told"
        )


def check_quoted(texts: Iterable[str], where: str) -> None:
    """Refuse numbers such as 1,234 where commas part fields: there, few people have decimal commas."""
    with_comma = [text for text in texts if _DECIMAL_COMMA.fullmatch(text)]
    if with_comma and all(map(_EITHER.fullmatch, with_comma)):
        raise ValueError(
            f"{where} must have numbers without separators of thousands: whether "
            f"{with_comma[0]!r} is more than a thousand cannot be told"
        )


def what_is_wrong(text: str) -> str:
    """Say why a text is no number, if that can be told."""
    if not text.strip():
        return "an empty cell"
    if _THOUSANDS.fullmatch(text.strip()):
        return f"{text!r}, with a separator of thousands: write the number without it"
    return repr(text)
