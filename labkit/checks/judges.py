"""Judges: what makes a value right, and which misconception a wrong one shows.

`labkit.checks.alike` says when a value is right. A wrong one is recognised in this order: the
mistakes that a question names, in their order; a type that is not asked for; the right value,
rounded; what a rule knows, as that of ``sampled``.
"""

import math
import re
from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from labkit.checks.alike import close, is_rounded, same, type_difference
from labkit.checks.questions import Hint, Judge

#: Names a wrong value that no mistake explains by the key of a hint; None if it cannot.
Rule: TypeAlias = Callable[[Any], str | None]

#: A share is near enough to be a sample's if so many draws explain the difference.
FEWEST_DRAWS = 2_000


def showing(expected: object, judge: Judge, knows: Collection[str] = ()) -> Judge:
    """Let the card of a case show what its judge expects.

    Parameters
    ----------
    expected : object
        The right value.
    judge : callable
        Plain value -> None if right, else a Hint.
    knows : collection of str, default ()
        Keys of the mistakes that it looks for: one is named only if every case that knows it shows
        it.

    Returns
    -------
    callable
        The same judge.

    See Also
    --------
    equals : Make a judge that has both.

    Examples
    --------
    >>> showing(6, lambda value: None if value == 6 else Hint("other")).expected
    6
    """
    vars(judge).update(expected=expected, knows=frozenset(knows))
    return judge


def equals(expected: object, **mistakes: object) -> Judge:
    """Make a judge that wants one value, of the expected type.

    Floats may differ in the last digits (one part in 10^9); `labkit.checks.alike` says which types
    will do. A value that equals one of the `mistakes` gets that misconception's hint, and the right
    value with its floats rounded gets the hint "rounded", which needs no words in a question.

    Parameters
    ----------
    expected : object
        Plain data.
    **mistakes
        Key of a hint -> the value that this misconception leads to. If it may lead to several, the
        others are ``<key>_2``, ``<key>_3`` and so on.

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint.

    See Also
    --------
    says : Judge a class.
    otherwise : Name further values by a rule.

    Examples
    --------
    >>> judge = equals(0.5, percentage=50.0)
    >>> judge(0.5) is None, judge(50).key
    (True, 'percentage')
    >>> judge("0.5").text
    'The result is a str where a float is asked for.'
    >>> equals(2 / 3, half=1 / 3, half_2=1 / 6)(1 / 6).key, equals(2 / 3)(0.67).key
    ('half', 'rounded')
    """
    names = {key: re.sub("_([2-9]|[1-9][0-9]+)$", "", key) for key in mistakes}

    def judge(value: Any) -> Hint | None:
        if same(value, expected):
            return None
        shown = [name for key, name in names.items() if same(value, mistakes[key], close)]
        if shown:
            return Hint(shown[0], also=tuple(shown[1:]))
        if words := type_difference(value, expected):
            return Hint("wrong_type", words)
        return Hint("rounded" if is_rounded(value, expected) else "other")

    return showing(expected, judge, names.values())


def says(expected: str, mistake: str = "other") -> Judge:
    """Make a judge that wants a class, "POS" or "NEG".

    Parameters
    ----------
    expected : str
        The right class.
    mistake : str, default "other"
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
    return otherwise(judge, lambda value: None if value in ("POS", "NEG") else "names")


def otherwise(judge: Judge, rule: Rule) -> Judge:
    """Let a rule, value -> key of a hint or None, name what a judge finds wrong and does not recognise."""

    def judge_it(value: Any) -> Hint | None:
        hint = judge(value)
        key = rule(value) if hint is not None and hint.key == "other" else None
        return Hint(key) if key else hint

    vars(judge_it).update(vars(judge))
    return judge_it


def sampled(expected: float, ways: int = 0, *, near: bool = True) -> Rule:
    """Make a rule that knows a share that was drawn at random where it can be computed.

    What is one of so many `ways`, too, comes of counting. If `near`, only a share counts that some
    thousands of draws could come to.
    """
    most = 4 * math.sqrt(expected * (1 - expected) / FEWEST_DRAWS) if near else 1

    def rule(value: Any) -> str | None:
        if type(value) is not float or not 0 < value < 1 or abs(value - expected) > most:
            return None
        counted = ways and abs(value * ways - round(value * ways)) < 1e-6
        return None if counted else "sampled"

    return rule
