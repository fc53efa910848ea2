"""The kinds of systems, and their outputs on some of the items."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_count

#: Name of a system -> its scores (n,) or statistics (n, k).
NamedOutputs: TypeAlias = Mapping[str, ArrayLike]


def system_kinds(names: Iterable[str], pattern: str = r"^(.*)/") -> dict[str, str]:
    """Tell the kind of each system, which is a part of its name.

    Parameters
    ----------
    names : iterable of str
        Such as the outputs themselves.
    pattern : str, default "^(.*)/"
        Regular expression that occurs in each name: its first group, or else all of it, is the
        kind; by default what stands before the last "/".

    Returns
    -------
    dict
        Name -> kind, for the argument `kinds` of `compare_all`.

    See Also
    --------
    load_system_outputs : Load systems with such names.

    Examples
    --------
    >>> system_kinds(["svm/full-01", "lexicon/half-02"])
    {'svm/full-01': 'svm', 'lexicon/half-02': 'lexicon'}
    """
    try:
        rule = re.compile(pattern)
    except re.error as error:
        raise ValueError(
            f"pattern must be a regular expression, not {pattern!r}: {error}"
        ) from None
    kinds = {}
    for name in names:
        match = rule.search(name)
        if match is None:
            raise ValueError(f"pattern must occur in each name, not {pattern!r} for {name!r}")
        kinds[name] = match[min(1, rule.groups)]
    return kinds


def take_items(outputs: NamedOutputs, items: int | slice | ArrayLike) -> dict[str, np.ndarray]:
    """Take the outputs of the same systems on some of the items.

    Parameters
    ----------
    outputs : mapping
        Name -> scores (n,) or statistics (n, k).
    items : int, slice or array of int
        A number takes the first so many.

    Returns
    -------
    dict
        Name -> scores or statistics of these items.

    See Also
    --------
    compare_each : Compare the systems on several such parts.

    Examples
    --------
    >>> take_items({"a": np.array([1, 0, 1]), "b": np.array([1, 1, 0])}, 2)
    {'a': array([1, 0]), 'b': array([1, 1])}
    """
    n = len(np.asarray(next(iter(outputs.values()))))
    if isinstance(items, int | np.integer) and not isinstance(items, bool):
        items = slice(as_count(int(items), "items", least=1, most=n))
    chosen = np.arange(n)[items] if isinstance(items, slice) else np.asarray(items)
    positions = chosen.dtype.kind in "iu" and chosen.ndim == 1 and len(chosen)
    if not (positions and chosen.min() >= 0 and chosen.max() < n):
        raise ValueError(
            f"items must be a number of items or positions from 0 to {n - 1:,}, not {items!r}"
        )
    return {name: np.asarray(scores)[chosen] for name, scores in outputs.items()}
