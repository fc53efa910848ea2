"""Judges: what makes a value right, and which misconception a wrong one shows.

One rule holds for numbers wherever they stand, also in lists, in tuples and in the values of
dicts: a number is right if it equals the expected one. Where a float is expected, rounding is no
difference, and an int, a numpy scalar, a Fraction or a Decimal will do as well; where an int is
expected, so will a float that equals it exactly. True and False are no numbers.
"""

import math
from collections.abc import Iterable
from typing import Any

from labkit.checks.plain_data import with_article
from labkit.checks.questions import Hint, Judge


def equals(expected: object, **mistakes: object) -> Judge:
    """Make a judge that wants one value, of the expected type.

    Floats may differ by rounding (one part in 10^9); which types of numbers will do is said above.
    A value that equals one of the `mistakes` gets that misconception's hint.

    Parameters
    ----------
    expected : object
        Plain data.
    **mistakes
        Key of a hint -> the value that this misconception leads to.

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint.

    See Also
    --------
    says : Judge a class.

    Examples
    --------
    >>> judge = equals(0.5, percentage=50.0)
    >>> judge(0.5) is None, judge(50).key
    (True, 'percentage')
    >>> judge("0.5").text
    'The result holds a str where a float is asked for.'
    """

    def judge(value: Any) -> Hint | None:
        if same(value, expected):
            return None
        for key, wrong in mistakes.items():
            if same(value, wrong, exact=False):
                return Hint(key)
        if types := _type_difference(value, expected):
            found, asked = map(with_article, types)
            return Hint("wrong_type", f"The result holds {found} where {asked} is asked for.")
        return Hint("other")

    return judge


def says(expected: str, mistake: str = "other") -> Judge:
    """Make a judge that wants a class, "POS" or "NEG".

    Parameters
    ----------
    expected : str
        The right class.
    mistake : str, optional
        Key of the hint for the other class. Any other string gets the hint "names".

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint.

    See Also
    --------
    equals : Judge any value.

    Examples
    --------
    >>> judge = says("POS", mistake="ties_negative")
    >>> judge("POS"), judge("NEG").key, judge("positive").key
    (None, 'ties_negative', 'names')
    """
    judge = equals(expected, **{mistake: {"POS": "NEG", "NEG": "POS"}[expected]})

    def judge_class(value: Any) -> Hint | None:
        wrong_name = type(value) is str and value not in ("POS", "NEG")
        return Hint("names") if wrong_name else judge(value)

    return judge_class


def same(value: Any, expected: Any, exact: bool = True) -> bool:
    """Say whether a piece of plain data is what was expected, floats up to rounding.

    A float is never an expected int that it is only close to, unless `exact` is not set.

    Examples
    --------
    >>> same(1, 1.0), same(2.0, 2), same(2.0 + 1e-12, 2), same(True, 1)
    (True, True, False, False)
    """
    if _kind(value) is not _kind(expected):
        return False
    if _kind(expected) is float:
        if exact and type(expected) is int:
            return bool(value == expected)
        return _close(value, expected)
    if type(expected) in (list, tuple):
        return len(value) == len(expected) and all(
            same(v, e, exact) for v, e in zip(value, expected, strict=True)
        )
    if type(expected) is dict:
        return _members(value) == _members(expected) and all(
            same(value[key], expected[key], exact) for key in expected
        )
    if type(expected) in (set, frozenset):
        return _members(value) == _members(expected)
    return bool(value == expected)


def _kind(value: object) -> type:
    return float if type(value) is int else type(value)


def _members(members: Iterable[object]) -> set[tuple[type, object]]:
    # To Python 1 and True are one member of a set, or one key.
    return {(_kind(member), member) for member in members}


def _close(value: float, expected: float) -> bool:
    try:
        value, expected = float(value), float(expected)
    except OverflowError:  # an integer beyond every float
        return value == expected
    if math.isnan(value) or math.isnan(expected):
        return math.isnan(value) and math.isnan(expected)
    return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12)


def _type_difference(value: Any, expected: Any) -> tuple[str, str] | None:
    if _kind(value) is not _kind(expected) or (
        type(expected) is int and type(value) is float and not value.is_integer()
    ):
        return type(value).__name__, type(expected).__name__
    if type(expected) in (list, tuple):
        pairs = list(zip(value, expected, strict=False))  # up to the shorter
    elif type(expected) is dict:
        pairs = [(value[key], expected[key]) for key in expected if key in value]
    else:
        pairs = []
    differences = (_type_difference(v, e) for v, e in pairs)
    return next((d for d in differences if d), None)
