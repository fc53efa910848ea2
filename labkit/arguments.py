"""Validated arguments: one function for each kind, so that every room refuses the same way.

A function ``as_...`` returns the argument in the form that the library computes with, ``check_...``
only looks at it. Both raise `ValueError` (the value is wrong) or `TypeError` (the kind of thing is)
with a message that names the argument: "n must be ..., not ...".

In arrays, integers stay integers, so that sums and ties are exact (unless they are so large that
their sum might overflow), booleans count as 0 and 1. Decimals of up to six digits that went
through float32, or of up to three through float16, become those decimals again: 0.8999999761581421 is 0.9, and ties
with it. Where other numbers of one system went through float32, those of systems that it is
compared with are rounded to float32 too (see `as_precise_alike`).
"""

import math
import numbers
from collections.abc import Collection, Iterable, Sized
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

#: What `as_generator` takes: a seed, a generator, or None for a fresh seed.
Rng: TypeAlias = int | np.random.Generator | None

#: The largest and smallest size of a score that is not 0: squares of such scores neither over- nor underflow.
LARGEST, SMALLEST = 1e100, 1e-100

#: From 0 to 1, with denominators up to 64.
FRACTIONS = np.unique([p / q for q in range(1, 65) for p in range(q + 1)])

#: So many letters of a value stand in a message.
LONGEST = 120

Option = TypeVar("Option", bound=str | float)


def shown(value: object) -> str:
    """Return a value in one line that is not too long for a message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def as_count(value: float, name: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number, at least `least` and at most `most`."""
    _check_real(value, name, "a whole number")
    if value % 1 == 0 and least <= value <= (math.inf if most is None else most):
        return int(value)
    limits = f"and at least {least}" if most is None else f"from {least:,} to {most:,}"
    raise ValueError(f"{name} must be a whole number {limits}, not {shown(value)}")


def as_number(
    value: float, name: str, low: float = -math.inf, high: float = math.inf, wanted: str = ""
) -> float:
    """Return a finite number between `low` and `high`, both included, which a message calls `wanted`."""
    _check_real(value, name, "a number")
    if math.isfinite(value) and low <= value <= high:
        return float(value)
    least = f" of at least {low:g}" if low > -math.inf else ""
    limits = f"between {low:g} and {high:g}" if high < math.inf else f"a finite number{least}"
    raise ValueError(f"{name} must be {wanted or limits}, not {shown(value)}")


def as_fraction(value: float, name: str) -> float:
    """Return a number between 0 and 1, both included."""
    return as_number(value, name, 0, 1)


def as_level(value: float, name: str = "alpha") -> float:
    """Return a number strictly between 0 and 1: a significance or confidence level."""
    wanted = "between 0 and 1, and neither of them"
    return as_number(value, name, math.ulp(0), 1 - 2**-53, wanted)


def as_positive(value: float, name: str) -> float:
    """Return a finite number above 0."""
    return as_number(value, name, math.ulp(0), wanted="a positive number")


def as_option(value: Option, name: str, options: Collection[Option]) -> Option:
    """Return one of `options`: words, or numbers."""
    if isinstance(value, str | numbers.Real) and not isinstance(value, bool) and value in options:
        return value
    raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, not {value!r}")


def as_generator(rng: Rng) -> tuple[np.random.Generator, int | None]:
    """Return a generator and its seed, which is unknown (None) where `rng` is a generator already."""
    if isinstance(rng, np.random.Generator):
        return rng, None
    if rng is None:
        rng = np.random.SeedSequence().generate_state(1).item()
    if isinstance(rng, bool) or not isinstance(rng, numbers.Integral):
        raise TypeError(
            f"rng must be a seed (a whole number) or a numpy.random.Generator, not {rng!r}"
        )
    if rng < 0:
        raise ValueError(f"rng must be a seed of at least 0, not {rng!r}")
    return np.random.default_rng(int(rng)), int(rng)


def as_text(value: object, name: str = "text") -> str:
    """Return one string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {shown(value)}")
    return value


def as_texts(values: Any, name: str = "texts", least: int = 0) -> list[str]:
    """Return a list of at least `least` strings, from any sequence of them."""
    if isinstance(values, str) or not np.iterable(values):
        raise TypeError(f"{name} must be a list of texts, not {shown(values)}")
    strings = [as_text(value, f"each of {name}") for value in values]
    if len(strings) < least:
        raise ValueError(f"{name} must hold at least {least} text(s), not {len(strings)}")
    return strings


def as_numbers(values: ArrayLike, name: str, of_scores: bool = True) -> np.ndarray:
    """Return a non-empty int64 or float64 array of finite numbers, of any shape but that of one.

    Only a p-value (not `of_scores`) may be nearly 0, and is never taken for a rounded decimal.
    """
    try:
        array = np.asarray(values)
        if array.dtype == object:  # as a row of a DataFrame is that has texts, too
            array = np.array(array.tolist())
    except ValueError as error:
        raise ValueError(f"{name} must be an array, not a ragged list") from error
    if array.ndim == 0 or array.size == 0 or np.ma.isMaskedArray(values):
        raise ValueError(
            f"{name} must be an array of numbers, neither empty nor masked, not {shown(values)}"
        )
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold numbers only, not {array.dtype} (missing values, text?)")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, without NaN or infinity")
    largest = abs(array.astype(float)).max()
    if largest > LARGEST:  # squares would overflow
        raise ValueError(f"{name} must be of a size up to {LARGEST:g}, not {largest:g}")
    if of_scores and array.dtype.kind == "f":
        sizes = abs(array[array != 0]).astype(float)
        if (smallest := sizes.min(initial=LARGEST)) < SMALLEST:  # squares would underflow
            raise ValueError(
                f"{name} must be 0 or of a size of at least {SMALLEST:g}, not {smallest:g}: multiply all "
                "scores by the same number, or write 0 for what is as small as that beside others"
            )
        array = _as_meant(array.astype(float), name)
    sums_are_exact = largest * array.size < 2**52
    return array.astype(np.int64 if array.dtype.kind in "biu" and sums_are_exact else float)


def _as_meant(array: np.ndarray, name: str) -> np.ndarray:
    """Return the decimals that were rounded to float16 or float32, and any other numbers as they are.

    Others that were rounded to float16 are refused: nobody can say which of them were equal.

    What is whole, or k / 2^m with a small k, is meant so, though it has longer decimals; 1024ths are
    taken for decimals only if two digits do for all of them.
    """
    for kind, digits in ((np.float16, 3), (np.float32, 6)):
        with np.errstate(over="ignore"):
            rounded = array.astype(kind)
        if (rounded != array).any():
            continue
        if _are_short(array, 9 if kind == np.float16 else 20):
            return array
        if kind == np.float16 and (array * 2**10 % 1 == 0).all():
            digits = 2
        values, places = np.unique(rounded, return_inverse=True)
        for part in (values[:8], values):  # the first rule out most arrays
            decimals = np.array([float(f"{value:.{digits}g}") for value in part])
            if (decimals.astype(kind) != part).any():
                break
        else:
            return decimals[places].reshape(array.shape)
        if kind == np.float16 and (array * 2**10 % 1 != 0).any():
            raise ValueError(
                f"{name} must hold scores as precise as they were before they were rounded to float16, which "
                "makes equal gains unequal: give those, or round all systems to three decimals"
            )
    return array


def _are_short(array: np.ndarray, bits: int) -> bool:
    """Tell whether all numbers are whole, or k / 2^m with a k of so many bits."""
    return bool(((np.frexp(array)[0] * 2**bits % 1 == 0) | (array % 1 == 0)).all())


def as_precise_alike(systems: Iterable[np.ndarray]) -> list[np.ndarray]:
    """Return what `as_numbers` made of each system: all rounded to float32, if one of them was.

    Fractions (see `FRACTIONS`) become exact, so that equal differences of scores are equal again.
    """
    arrays = list(systems)
    if not any(map(_is_of_float32, arrays)):
        return arrays
    return [_as_of_float32(array) if array.dtype.kind == "f" else array for array in arrays]


def _is_of_float32(array: np.ndarray) -> bool:
    """Tell whether numbers are exact in float32, or the decimals that pandas writes of those."""
    if array.dtype.kind != "f":
        return False
    with np.errstate(over="ignore"):
        if (array.astype(np.float32) == array).all():
            return not _are_short(array, 20)
        # The first values rule out most arrays, so that few are looked at as a whole.
        for part in (array.ravel()[:8], array):
            values = np.unique(abs(part[part != 0]))
            singles = values.astype(np.float32)
            if (singles.astype(str).astype(float) != values).any():
                return False
    # An eighth digit says so where float32 does not hold half of the decimals of eight digits.
    eighth = 10.0 ** (np.floor(np.log10(values)) - 7)
    has_eight = abs(values / eighth / 10 - np.rint(values / eighth / 10)) > 0.01
    return bool((has_eight & (np.spacing(singles) > 2 * eighth)).any())


def _as_of_float32(array: np.ndarray) -> np.ndarray:
    """Return numbers as precise as float32, of which those that name a fraction are that fraction."""
    with np.errstate(over="ignore", invalid="ignore"):
        values, places = np.unique(array.astype(np.float32), return_inverse=True)
        whole = np.floor(values.astype(float))
        middles = (FRACTIONS[1:] + FRACTIONS[:-1]) / 2
        fractions = whole + FRACTIONS[np.searchsorted(middles, values - whole)]
        rounded = np.where(fractions.astype(np.float32) == values, fractions, values)[places]
    rounded = rounded.reshape(array.shape)
    # What is whole, or beyond float32, stays.
    changes = (array % 1 != 0) & (abs(rounded - array) <= 1e-6 * abs(array))
    return np.where(changes, rounded, array)


def as_scores(values: ArrayLike, name: str, least: int = 1) -> np.ndarray:
    """Return the scores of one system, ``(n,)`` int64 or float64, on at least `least` items."""
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
    """Return the scores of two systems on the same items, two arrays ``(n,)`` of one type."""
    scores_a, scores_b = as_scores(a, names[0], least), as_scores(b, names[1], least)
    check_same_length(**{names[0]: scores_a, names[1]: scores_b})
    check_same_index(a, b, *names)
    scores_a, scores_b = as_precise_alike([scores_a, scores_b])
    dtype = np.result_type(scores_a, scores_b)
    return scores_a.astype(dtype), scores_b.astype(dtype)


def as_groups(groups: ArrayLike, n: int, items: ArrayLike | None = None) -> np.ndarray:
    """Return the cluster numbers 0, 1, ... of `n` items, ``(n,)``, from labels of any kind."""
    if np.shape(groups) != (n,):
        raise ValueError(
            f"groups must be one cluster label an item: {n} labels, not {np.shape(groups)}"
        )
    check_same_index(groups, items, "groups", "the items")
    labels = list(groups)  # type: ignore[arg-type]
    if any(label is None or label != label for label in labels):
        raise ValueError("groups must have a label for each item, not NaN or None")
    codes = {label: code for code, label in enumerate(dict.fromkeys(labels))}
    return np.array([codes[label] for label in labels])


def check_same_length(**sequences: Sized) -> None:
    """Raise if sequences differ in length: ``check_same_length(texts=texts, labels=labels)``."""
    lengths = {name: len(sequence) for name, sequence in sequences.items()}
    if len(set(lengths.values())) > 1:
        sizes = " and ".join(map(str, lengths.values()))
        raise ValueError(f"{' and '.join(lengths)} must be of equal length, not {sizes}")


def check_same_index(a: Any, b: Any, name_a: str, name_b: str) -> None:
    """Raise if two pandas objects have different indexes."""
    if hasattr(a, "iloc") and hasattr(b, "iloc") and not a.index.equals(b.index):
        raise ValueError(f"{name_a} and {name_b} must have the same index, not that of other items")


def check_columns(table: Any, name: str, *columns: str) -> None:
    """Raise if this is no DataFrame with all of these columns."""
    wanted = f"{name} must be a table (DataFrame) with the columns {', '.join(columns)}, not"
    if not hasattr(table, "columns"):
        raise TypeError(f"{wanted} {shown(table)}")
    if missing := [column for column in columns if column not in table.columns]:
        raise ValueError(f"{wanted} one without {missing[0]!r}")


def _check_real(value: object, name: str, kind: str) -> None:
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {kind}, not {shown(value)}")
