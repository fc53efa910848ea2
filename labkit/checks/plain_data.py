"""Plain data: all that passes between a student's kernel and the judge.

A hidden case is judged outside the kernel that runs the student's code. Its inputs go in, and what
the student's function gives comes back, as text that can hold numbers, strings, lists and the
like, and nothing that could act: no objects with behaviour of their own, no code.
"""

import json
import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np

#: Under this name a kernel hands over the outcomes of a question's cases.
MIMETYPE = "application/vnd.labkit.outcomes"
#: More values, characters or containers in containers are refused: no question asks for them.
MAX_ITEMS = 200_000
MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 100
#: So many members of a set, or keys of a dict, may have one hash: chosen badly, they stall Python.
MAX_ALIKE = 50

_MOST = {"values": MAX_ITEMS, "characters": MAX_CHARACTERS, "levels": MAX_DEPTH}
_DICTS = (dict, Counter, OrderedDict, defaultdict)
_CONTAINERS: dict[str, Callable[[Iterable[object]], object]]
_CONTAINERS = {"tuple": tuple, "set": set, "frozenset": frozenset}


class NotPlain(TypeError):
    """A value is of a kind that cannot pass; its message names the kind."""


def encode(value: object) -> str:
    """Write plain data as text, JSON that ``decode`` reads, or raise NotPlain.

    Plain are None, bool, int, float and str, numpy's scalars for these and arrays without an axis,
    and lists, tuples, sets and dicts of plain data, neither too large nor too deep. A Fraction or a
    Decimal passes as the int that it equals, or else as a float. Types are matched exactly: of the
    subclasses only the dicts of ``collections`` pass, as dicts, named tuples, as tuples, and the
    members of an Enum that are numbers or strings, as these.

    Examples
    --------
    >>> encode({"POS": (1, 2.5)})
    '{"dict": [["POS", {"tuple": [1, 2.5]}]]}'
    """
    try:
        return json.dumps(_pack(value, [0, 0]))
    except (RecursionError, ValueError) as error:
        raise NotPlain(f"something that cannot be written down ({error})") from None


def decode(text: str) -> Any:
    """Read what ``encode`` wrote, or raise ValueError if the text is of another form.

    Examples
    --------
    >>> decode(encode([{1, 2}, None, 0.5]))
    [{1, 2}, None, 0.5]
    """
    try:
        return _unpack(json.loads(text))
    except (TypeError, RecursionError) as error:
        raise _not_plain(error) from None


def _pack(value: Any, seen: list[int], depth: int = 0) -> object:
    value = _bare(value)
    kind = type(value)
    seen[0] += 1
    seen[1] += len(value) if kind in (str, np.str_) else 0
    for count, (noun, most) in zip((*seen, depth), _MOST.items(), strict=True):
        if count > most:
            raise NotPlain(f"more than {most:,} {noun}")
    if value is None or kind in (bool, int, float, str):
        return value
    if kind in (np.float32, np.float16):
        return float(str(value))  # of its digits, and none of those that it has not
    if isinstance(value, np.generic) and type(value.item()) in (bool, int, float, str):
        return value.item()
    if kind in (Fraction, Decimal):
        return _number(value)
    if kind is list:
        return [_pack(item, seen, depth + 1) for item in value]
    if kind.__bases__ == (tuple,) and hasattr(kind, "_fields"):
        return {"tuple": [_pack(item, seen, depth + 1) for item in tuple.__iter__(value)]}
    if kind in (tuple, set, frozenset):
        return {kind.__name__: [_pack(item, seen, depth + 1) for item in value]}
    if kind in _DICTS:
        items = [[_pack(part, seen, depth + 1) for part in item] for item in value.items()]
        return {"dict": items}
    dots = "three dots (...), where a value should stand"
    noun = dots if value is ... else with_article(kind.__name__)
    raise NotPlain(f"something that holds {noun}" if depth else noun)


def _bare(value: Any) -> Any:
    """Take what equals a number or a string out of what it is wrapped in: an Enum, an array, ..."""
    if isinstance(value, Enum) and isinstance(value, (int, float, str)):
        value = value.value
    elif type(value) is np.ndarray and value.ndim == 0:
        value = value[()]  # as numpy's where gives it of one truth value
    if isinstance(value, np.longdouble):
        nearest = float(value)
        return value if math.isinf(nearest) and not np.isinf(value) else nearest
    return value


def _number(value: Fraction | Decimal) -> int | float:
    """Give the int that a number equals, or else the nearest float."""
    try:
        nearest = float(value)
        if math.isinf(nearest) and value not in (math.inf, -math.inf):
            raise OverflowError
        return int(value) if math.isfinite(nearest) and value == int(value) else nearest
    except (OverflowError, ValueError):  # a signalling NaN is the latter
        raise NotPlain("a number beyond every float") from None


def _unpack(data: Any, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise _not_plain(f"more than {MAX_DEPTH} levels")
    if isinstance(data, list):
        return [_unpack(item, depth + 1) for item in data]
    if not isinstance(data, dict):
        return data
    if len(data) != 1:
        raise _not_plain("an object with several keys")
    ((kind, items),) = data.items()
    if kind == "dict":
        keys = [_unpack(key, depth + 1) for key, _ in items]
        _refuse_alike(keys)
        values = [_unpack(item, depth + 1) for _, item in items]
        return dict(zip(keys, values, strict=True))
    if kind not in _CONTAINERS:
        raise _not_plain(f"an unknown kind {kind!r}")
    members = [_unpack(item, depth + 1) for item in items]
    if kind != "tuple":
        _refuse_alike(members)
    return _CONTAINERS[kind](members)


def _refuse_alike(members: list[Any]) -> None:
    hashes = Counter(map(hash, members))
    if hashes and max(hashes.values()) > MAX_ALIKE:
        raise _not_plain("many members with one hash")


def _not_plain(what: object) -> ValueError:
    return ValueError(f"text must be plain data as encode writes it, not other text ({what})")


def with_article(noun: str) -> str:
    """Put "a" or "an" before a noun.

    Examples
    --------
    >>> with_article("int"), with_article("float")
    ('an int', 'a float')
    """
    vowel = noun[0].lower() in "aeiou" or noun == "ndarray"
    return f"{'an' if vowel else 'a'} {noun}"
