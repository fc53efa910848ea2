"""When a piece of plain data is what was expected: the one rule for numbers, lists and dicts.

A number is right if it equals the expected one, wherever it stands. Where a float is expected, the
last digits are no difference, and an int, a numpy scalar or a Decimal will do as well; where an int
is expected, so will a float that equals it exactly, and True and False for 1 and 0. Where a tuple
is expected, so will a list of the same length; not a tuple for a list, to which code may append.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from labkit.checks.plain_data import with_article

_CONTAINERS = (list, tuple, dict, set, frozenset)
#: What is rounded to so many digits behind the point is taken for rounded; with fewer, only what
#: comes so near in all that one mistake in ten would.
DIGITS, NEAR = 2, 0.1


def same(value: Any, expected: Any, equal: Callable[[Any, Any], bool] | None = None) -> bool:
    """Tell whether a piece of plain data is what was expected, floats up to rounding.

    Two numbers are compared by `equal`; if it is not given, a float is never an expected int that it
    is only close to.

    Examples
    --------
    >>> same(1, 1.0), same(2.0, 2), same(2.0 + 1e-12, 2), same(True, 1.0), same([1, 2], (1, 2))
    (True, True, False, False, True)
    """
    value = _taken_as(value, expected)
    if _kind(value) is not _kind(expected):
        return False
    if _kind(expected) is float:
        return (equal or _equal)(value, expected)
    if type(expected) in _CONTAINERS:
        pairs = _items(value, expected)
        return _shape(value) == _shape(expected) and all(same(v, e, equal) for v, e in pairs)
    return bool(value == expected)


def is_rounded(value: Any, expected: Any) -> bool:
    """Tell whether a piece of plain data is what was expected, with some of its floats rounded.

    Examples
    --------
    >>> is_rounded(0.54, 7 / 13), is_rounded(0.5, 7 / 13), is_rounded((0.54, 1.2), (7 / 13, 1.25))
    (True, False, True)
    """
    units, chance = [], 1.0

    def rounds(value: Any, expected: Any) -> bool:
        nonlocal chance
        if _equal(value, expected):
            return True
        if unit := _unit(value, expected):
            units.append(unit)
            chance *= min(1, unit / abs(expected)) if value else 1  # 0 may be anything
        return bool(unit)

    if not same(value, expected, rounds) or chance == 1:
        return False
    return chance <= NEAR or max(units) <= 10**-DIGITS


def close(value: float, expected: float) -> bool:
    """Tell whether two numbers are equal but for the last digits of a float."""
    try:
        if math.isnan(expected):
            return math.isnan(value)
        return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12)
    except OverflowError:  # an integer beyond every float
        return value == expected


def type_difference(value: Any, expected: Any, verb: str = "is") -> str:
    """Say in words that a type is not the one that is asked for, here or inside; "" if all are."""
    value = _taken_as(value, expected)
    if _kind(value) is not _kind(expected) or (
        type(expected) is int and type(value) is float and not value.is_integer()
    ):
        found, asked = (with_article(type(each).__name__) for each in (value, expected))
        return f"The result {verb} {found} where {asked} is asked for."
    differences = (type_difference(*pair, verb="holds") for pair in _items(value, expected))
    return next(filter(None, differences), "")


def _taken_as(value: Any, expected: Any) -> Any:
    """Return a value as the type that is expected, if it will do for that."""
    if type(value) is list and type(expected) is tuple:
        return tuple(value)
    is_truth = type(value) is bool and type(expected) is int and expected in (0, 1)
    return int(value) if is_truth else value


def _kind(value: object) -> type:
    return float if type(value) is int else type(value)


def _equal(value: Any, expected: Any) -> bool:
    return bool(value == expected) if type(expected) is int else close(value, expected)


def _unit(value: Any, expected: Any) -> float:
    """Return the smallest unit, of one and its decimal parts, of which a float was rounded to; or 0."""
    with suppress(OverflowError):  # an integer beyond every float
        for digits in range(11 if type(expected) is float else -1, -1, -1):
            unit = 10.0**-digits
            if abs(value - expected) <= 0.5 * unit * (1 + 1e-6) and close(
                value, round(value, digits)
            ):
                return unit
    return 0


def _shape(container: Any) -> object:
    """Return what containers that are the same have in common besides their items."""
    if type(container) in (list, tuple):
        return len(container)
    # To Python 1 and True are one member of a set, or one key.
    return {(_kind(member), member) for member in container}


def _items(value: Any, expected: Any) -> list[tuple[Any, Any]]:
    """Pair the items of two lists, tuples or dicts, as far as both have them."""
    if type(expected) in (list, tuple):
        return list(zip(value, expected, strict=False))
    if type(expected) is dict:
        return [(value[key], expected[key]) for key in expected if key in value]
    return []
