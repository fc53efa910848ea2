"""Plain data: all that passes between a student's kernel and the judge.

A hidden case is judged outside the kernel that runs the student's code. Its inputs go in, and what
the student's function gives comes back, as text that can hold numbers, strings, lists and the
like, and nothing that could act: no objects with behaviour of their own, no code.
"""

import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

#: Under this name a kernel hands over the outcomes of a question's cases.
MIMETYPE = "application/vnd.labkit.outcomes"
#: More values, or containers in containers, are refused: no question asks for them.
MAX_VALUES, MAX_DEPTH = 200_000, 100
#: More members with one hash are refused: a set or dict of these takes time with their square.
MAX_ALIKE = 50

_CONTAINERS = {"tuple": tuple, "set": set, "frozenset": frozenset, "dict": dict}


@dataclass(frozen=True)
class Seeded:
    """Stands among a case's inputs for numpy's generator of a seed, which so many calls share."""

    seed: int
    calls: int

    def generator(self) -> "np.random.Generator":
        """Make the generator."""
        import numpy as np  # costs a tenth of a second, and few questions draw

        return np.random.default_rng(self.seed)

    def __repr__(self) -> str:
        """Write what a student can type."""
        return f"np.random.default_rng({self.seed})"


class NotPlain(TypeError):
    """A value is of a kind that cannot pass; its message names the kind."""


def encode(value: object) -> str:
    """Write plain data as text, JSON that ``decode`` reads, or raise NotPlain.

    Plain are None, bool, int, float and str, numpy's scalars for these and arrays without an axis,
    and lists, tuples, sets and dicts of plain data, neither too large nor too deep. A Decimal passes
    as the int that it equals, or else as a float; a Fraction, which cannot be printed as a float is,
    does not. Types are matched exactly: of the subclasses only a Counter and a defaultdict pass, as
    dicts, and named tuples, as tuples.
    """
    try:
        return json.dumps(_pack(value, count(1)))
    except (OverflowError, ValueError) as error:
        raise NotPlain(f"something that cannot be written down ({error})") from None


def decode(text: str) -> Any:
    """Read what ``encode`` wrote; raise an error if the text is of another form."""
    return _unpack(json.loads(text))


def _pack(value: Any, seen: Iterator[int], depth: int = 0) -> object:
    value = _bare(value)
    kind = type(value)
    if next(seen) > MAX_VALUES:
        raise NotPlain(f"more than {MAX_VALUES:,} values")
    if depth > MAX_DEPTH:
        raise NotPlain(f"more than {MAX_DEPTH} levels")
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is Seeded:
        return {"Seeded": [*astuple(value)]}
    if kind is list:
        return [_pack(item, seen, depth + 1) for item in value]
    if kind in (tuple, set, frozenset):
        return {kind.__name__: [_pack(item, seen, depth + 1) for item in value]}
    if kind in (dict, Counter, defaultdict):
        items = [[_pack(part, seen, depth + 1) for part in item] for item in value.items()]
        return {"dict": items}
    noun = with_article(kind.__name__)
    if value is ...:
        noun = "three dots (...), where a value should stand"
    if kind is Fraction:
        noun += ": put float(...) around it"
    raise NotPlain(f"something that holds {noun}" if depth else noun)


def _bare(value: Any) -> Any:
    """Return the number, string or tuple that a value of another type equals, or else the value."""
    if np := sys.modules.get("numpy"):  # where it was not imported, no value is of its types
        if type(value) is np.ndarray and value.ndim == 0:
            value = value[()]  # as numpy's where returns it for one truth value
        if isinstance(value, np.floating):
            return float(str(value))  # of its digits, and none of those that it has not
        if isinstance(value, np.generic):
            return value.item()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return tuple(value)
    if type(value) is Decimal:
        nearest = float(value)
        return int(value) if math.isfinite(nearest) and value == int(value) else nearest
    return value


def _unpack(data: Any) -> Any:
    if isinstance(data, list):
        return [_unpack(item) for item in data]
    if not isinstance(data, dict):
        return data
    ((kind, items),) = data.items()
    members = [_unpack(item) for item in items]
    if kind == "Seeded":
        return Seeded(*map(int, members))
    if kind != "tuple":
        alike = Counter(hash(each[0] if kind == "dict" else each) for each in members)
        if any(number > MAX_ALIKE for number in alike.values()):
            raise ValueError("text must not hold many members with one hash")
    return _CONTAINERS[kind](members)


def with_article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    vowel = noun[0].lower() in "aeiou" or noun == "ndarray"
    return f"{'an' if vowel else 'a'} {noun}"
