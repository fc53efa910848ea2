"""Validated arguments: one function for each kind, so that every room refuses the same way.

A function ``as_...`` gives the argument back in the form that the library
computes with; a function ``check_...`` only looks at it. All of them raise
`ValueError` (the value is wrong) or `TypeError` (it is the wrong kind of thing),
and the message names the argument: "n must be ..., not ...". Bad data never
becomes a p-value.

In arrays, integers stay integers, so that sums and ties are exact (unless they are
so large that their sum might overflow). Booleans count as 0 and 1, narrow integers
are widened, and float32 is read as the shortest decimal that it prints as (0.1,
not 0.10000000149).
"""

import math
import numbers
from collections.abc import Collection, Sized
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

#: What `as_generator` takes: a seed, a generator, or None for a fresh seed.
Rng: TypeAlias = int | np.random.Generator | None

#: What the sizes of numbers may add up to: the differences of two such arrays add up to less than
#: the largest float.
LARGEST = np.finfo(float).max / 4

#: So many letters of a value stand in a message.
LONGEST = 120

Option = TypeVar("Option", bound=str | float)


def shown(value: object) -> str:
    """Write a value on one line that is not too long for a message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def as_count(value: float, name: str, least: int = 0, most: int | None = None) -> int:
    """Give a whole number, at least `least` and at most `most`."""
    number = _as_real(value, name, "a whole number")
    if math.isfinite(number) and value == int(value) >= least and (most is None or value <= most):
        return int(value)
    limits = f"and at least {least}" if most is None else f"from {least:,} to {most:,}"
    raise ValueError(f"{name} must be a whole number {limits}, not {shown(value)}")


def as_number(value: float, name: str, low: float = -math.inf, high: float = math.inf) -> float:
    """Give a finite number between `low` and `high`, both included."""
    number = _as_real(value, name, "a number")
    if math.isfinite(number) and low <= number <= high:
        return number
    if math.isfinite(high):
        limits = f"between {low:g} and {high:g}"
    else:
        limits = "a finite number" + (f" of at least {low:g}" if math.isfinite(low) else "")
    raise ValueError(f"{name} must be {limits}, not {shown(value)}")


def as_fraction(value: float, name: str, low: float = 0.0, high: float = 1.0) -> float:
    """Give a number between 0 and 1, both included (or between `low` and `high`)."""
    return as_number(value, name, low, high)


def as_level(value: float, name: str = "alpha") -> float:
    """Give a number strictly between 0 and 1: a significance or confidence level."""
    number = _as_real(value, name, "a number between 0 and 1")
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, and neither of them, not {shown(value)}")
    return number


def as_positive(value: float, name: str) -> float:
    """Give a finite number above 0."""
    number = _as_real(value, name, "a positive number")
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be a positive number, not {shown(value)}")
    return number


def as_option(value: Option, name: str, options: Collection[Option]) -> Option:
    """Give one of `options`: words, or numbers."""
    if isinstance(value, str | numbers.Real) and not isinstance(value, bool) and value in options:
        return value
    raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, not {value!r}")


def as_generator(rng: Rng, name: str = "rng") -> tuple[np.random.Generator, int | None]:
    """Give a generator and its seed, which is unknown (None) where `rng` is a generator already."""
    check_rng(rng, name)
    if isinstance(rng, np.random.Generator):
        return rng, None
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if rng is None else int(rng)
    return np.random.default_rng(seed), seed


def check_rng(rng: object, name: str = "rng") -> None:
    """Refuse what is not a seed, a generator or None."""
    if rng is None or isinstance(rng, np.random.Generator):
        return
    if isinstance(rng, bool | np.bool_) or not isinstance(rng, numbers.Integral):
        raise TypeError(
            f"{name} must be a seed (a whole number) or a numpy.random.Generator, not {rng!r}"
        )
    if int(rng) < 0:
        raise ValueError(f"{name} must be a seed of at least 0, not {rng!r}")


def as_text(value: object, name: str = "text") -> str:
    """Give one string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {_kind(value)}")
    return value


def as_texts(values: object, name: str = "texts", least: int = 0) -> list[str]:
    """Give a list of at least `least` strings, from any sequence of them."""
    return _as_strings(values, name, "text", least)


def as_names(values: object, name: str, least: int = 0) -> list[str]:
    """Give a list of at least `least` names; one string is one name."""
    return _as_strings([values] if isinstance(values, str) else values, name, "name", least)


def as_grid(
    values: ArrayLike, name: str, low: float = -math.inf, high: float = math.inf
) -> np.ndarray:
    """Give one or more finite numbers between `low` and `high`, as floats in their order."""
    if np.ndim(as_numbers(values, name)) != 1:
        raise ValueError(f"{name} must be a sequence of numbers, not {_shape(values)}")
    each = f"each number of {name}"
    return np.array([as_number(value, each, low, high) for value in np.asarray(values).tolist()])


def as_numbers(values: ArrayLike, name: str) -> np.ndarray:
    """Give a non-empty int64 or float64 array of finite numbers, of any shape but that of one."""
    try:
        array = np.asarray(values)
        if array.dtype == object:  # as a row of a DataFrame is that has texts, too
            array = np.array(array.tolist())
    except ValueError as error:
        raise ValueError(f"{name} must be an array, not a ragged list") from error
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must be without masked values, not {shown(values)}")
    if array.ndim == 0:
        raise ValueError(f"{name} must be an array of numbers, not {shown(values)}")
    if array.size == 0:
        raise ValueError(f"{name} must hold numbers, not be empty")
    if array.dtype.kind not in "biuf":
        asked = "missing values, text, fractions, complex numbers?"
        raise TypeError(f"{name} must hold numbers only, not {array.dtype} ({asked})")
    if array.dtype.kind in "biu" and abs(array.astype(float)).max() * array.size < 2**52:
        return array.astype(np.int64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, without NaN or infinity")
    if abs(float(abs(array).max())) > LARGEST / array.size:
        raise ValueError(
            f"{name} must hold numbers whose sums a float can hold, not {shown(values)}"
        )
    if array.dtype.itemsize < 8:
        array = array.astype(str)
    return array.astype(np.float64)


def as_scores(values: ArrayLike, name: str, least: int = 1) -> np.ndarray:
    """Give the scores of one system, ``(n,)`` int64 or float64, on at least `least` items."""
    array = as_numbers(values, name)
    if array.ndim != 1:
        raise ValueError(
            f"{name} must be one score an item, shape (n,), not an array of {array.ndim} dimensions"
        )
    if len(array) < least:
        raise ValueError(f"{name} must have at least {least} items, not {len(array)}")
    return array


def as_paired_scores(
    a: ArrayLike, b: ArrayLike, names: tuple[str, str] = ("a", "b"), least: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Give the scores of two systems on the same items, two arrays ``(n,)`` of one type."""
    scores_a, scores_b = as_scores(a, names[0], least), as_scores(b, names[1], least)
    check_same_length(**{names[0]: scores_a, names[1]: scores_b})
    check_same_index(a, b, *names)
    dtype = np.result_type(scores_a, scores_b)
    return scores_a.astype(dtype, copy=False), scores_b.astype(dtype, copy=False)


def as_groups(
    groups: ArrayLike, n: int, items: ArrayLike | None = None, name: str = "groups"
) -> np.ndarray:
    """Give the cluster numbers 0, 1, ... of `n` items, ``(n,)``, from labels of any kind.

    Where labels and `items` (a system's scores) are both pandas objects, their
    indexes must agree.
    """
    labels = pd.Series(groups).reset_index(drop=True) if np.ndim(groups) == 1 else None
    if labels is None or len(labels) != n:
        kind = "cluster label" if name == "groups" else "label"
        raise ValueError(f"{name} must be one {kind} an item: {n} labels, not {_shape(groups)}")
    if not _same_index(groups, items):
        raise ValueError(f"{name} must have the index of the items, not labels of other items")
    codes, _ = pd.factorize(labels)
    if (codes < 0).any():
        raise ValueError(f"{name} must have a label for each item, not NaN or None")
    return codes


def check_same_length(**sequences: Sized) -> None:
    """Refuse sequences of different lengths: ``check_same_length(texts=texts, labels=labels)``."""
    lengths = [len(sequence) for sequence in sequences.values()]
    if len(set(lengths)) > 1:
        names, sizes = " and ".join(sequences), " and ".join(map(str, lengths))
        raise ValueError(f"{names} must be of equal length, not {sizes}")


def check_same_index(a: object, b: object, name_a: str, name_b: str) -> None:
    """Refuse two pandas objects with different indexes."""
    if not _same_index(a, b):
        raise ValueError(
            f"{name_a} and {name_b} must have the same index, not scores of different items"
        )


def check_columns(table: object, name: str, *columns: str) -> None:
    """Refuse what is not a DataFrame with all of these columns."""
    wanted = f"a table (DataFrame) with the columns {', '.join(columns)}"
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"{name} must be {wanted}, not {_kind(table)}")
    if missing := [column for column in columns if column not in table.columns]:
        raise ValueError(f"{name} must be {wanted}, not one without {missing[0]!r}")


def _as_real(value: float, name: str, kind: str) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {kind}, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be {kind} of less than 300 digits") from None


def _as_strings(values: Any, name: str, what: str, least: int) -> list[str]:
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of {what}s, not one string: use [{what}]")
    if not np.iterable(values):
        raise TypeError(f"{name} must be a list of {what}s, not {values!r}")
    strings = list(values)
    if wrong := [value for value in strings if not isinstance(value, str)]:
        raise TypeError(f"{name} must hold strings only, not {wrong[0]!r}")
    if len(strings) < least:
        raise ValueError(f"{name} must hold at least {least} {what}(s), not {len(strings)}")
    return strings


def _same_index(one: object, other: object) -> bool:
    """Whether the indexes of two pandas objects agree; True where one of them is none."""
    pandas = (pd.Series, pd.DataFrame)
    if not (isinstance(one, pandas) and isinstance(other, pandas)):
        return True
    return bool(one.index.equals(other.index))


def _shape(value: ArrayLike) -> str:
    return f"an array of shape {np.shape(value)}"


def _kind(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
