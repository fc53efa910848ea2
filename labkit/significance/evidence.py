"""What a result is made of: enough to sign it, and to say how large the effect is.

A `labkit.significance.Result` keeps this to itself. Nothing of it is worked out before it is
asked for: a hash of 2000 items takes as long as some tests of them.
"""

import functools
import hashlib
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_groups, as_numbers
from labkit.metrics import Metric
from labkit.significance.engine.statistics import as_paired_statistics, cluster_sums
from labkit.significance.measures import EffectSize, of_scores

#: Measures the effect, or says why there is none.
Measure = Callable[[], EffectSize | str]
#: Hexadecimal digits of a hash: two of a million data sets agree in one case of 500.
DIGITS = 12


def data_hash(*arrays: ArrayLike) -> str:
    """Give the first 12 hexadecimal digits of the SHA-256 of some arrays of numbers, in order.

    It depends on their shapes and their values as 64-bit floats, and not on whether these
    came as a list, as whole numbers or as floats; -0.0 is 0.0. What a 32-bit float can hold
    is hashed as the shortest decimal that it prints as, which is how the tests read such
    floats: an array of them has the hash of the same array in 64 bits.

    Examples
    --------
    >>> import numpy as np
    >>> data_hash([1, 0, 1]) == data_hash(np.array([True, False, True]))
    True
    >>> data_hash([1, 0, 1]) == data_hash([1, 1, 0])
    False
    """
    digest = hashlib.sha256()
    for array in arrays:
        numbers = _shortest(np.asarray(array, "<f8") + 0.0)  # 0.0 is added to -0.0
        digest.update(repr(numbers.shape).encode())
        digest.update(np.ascontiguousarray(numbers).data)
    return digest.hexdigest()[:DIGITS]


def _shortest(numbers: np.ndarray) -> np.ndarray:
    """Write what 32 bits can hold, but for whole numbers, as the decimal that it prints as there."""
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
    held = (single == numbers) & (numbers % 1 != 0)
    if not held.any():
        return numbers
    return np.where(held, single.astype(str).astype(float), numbers)


class Evidence:
    """The function that was called, with which options and on which numbers; its effect size.

    Parameters
    ----------
    function : str
        What was called.
    options : mapping
        The options that p depends on, and that the result itself does not tell.
    items : tuple of arrays
        The numbers that p was computed from. They belong to the evidence: nobody changes them.
    measure : callable or str
        Measures the effect when it is asked for; or the reason why there is none.
    is_slow : bool, optional
        Whether that takes a while: it draws resamples.
    """

    def __init__(
        self,
        function: str,
        options: Mapping[str, object],
        items: tuple[np.ndarray, ...],
        measure: Measure | str,
        is_slow: bool = False,
    ) -> None:
        """Keep all of it, and work nothing out."""
        self.function, self.options = function, dict(options)
        self._items, self._measure, self._is_slow = items, measure, is_slow

    @functools.cached_property
    def data_hash(self) -> str:
        """The hash of the items, as the tests read them."""
        return data_hash(*(as_numbers(each, "items") for each in self._items))

    @functools.cached_property
    def effect(self) -> EffectSize | str:
        """The effect size, or why there is none."""
        return self._measure if isinstance(self._measure, str) else self._measure()

    @property
    def is_quick(self) -> bool:
        """Whether the effect is known, or takes no time to be."""
        return not self._is_slow or "effect" in self.__dict__

    def __getstate__(self) -> dict[str, Any]:
        """Leave the items behind where they are no longer needed: a saved result is small."""
        state = {"function": self.function, "options": self.options, "data_hash": self.data_hash}
        if self.is_quick or not _can_be_saved(self._measure):
            return {**state, "effect": self.effect, "_is_slow": False}
        return {**state, "_measure": self._measure, "_is_slow": True}

    def __deepcopy__(self, memo: object) -> "Evidence":
        """Give itself: nothing in it changes."""
        return self


def of_systems(
    function: str,
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric,
    groups: ArrayLike | None = None,
    **options: object,
) -> Evidence:
    """Keep two systems that are compared by a metric; their effect is the difference of the scores.

    Options that are None were not asked for, and are not told.
    """
    # Copies, as nobody else may change them; what they come to is worked out when it is asked for.
    items: tuple[np.ndarray, ...] = np.array(a), np.array(b)
    if groups is not None:
        codes = as_groups(groups, len(items[0]))
        items, options = (*items, codes), {"clusters": codes.max() + 1, **options}
    told = {key: value for key, value in options.items() if value is not None}
    measure = functools.partial(_of_systems, metric, *items)
    return Evidence(function, {"metric": name_of(metric), **told}, items, measure, is_slow=True)


def _of_systems(
    metric: Metric, a: np.ndarray, b: np.ndarray, codes: np.ndarray | None = None
) -> EffectSize | str:
    """Measure the difference of two systems' scores."""
    statistics = np.stack(as_paired_statistics(a, b, metric))
    return of_scores(cluster_sums(statistics, codes), metric, statistics.shape[1])


def name_of(metric: Callable[..., Any]) -> str:
    """Give the name of a metric, and the numbers that it was made with: ``recall(gold=103.0)``."""
    if isinstance(metric, functools.partial):
        numbers = [f"{value!r}" for value in metric.args]
        numbers += [f"{key}={value!r}" for key, value in metric.keywords.items()]
        return f"{name_of(metric.func).strip('_')}({', '.join(numbers)})"
    return str(getattr(metric, "__name__", type(metric).__name__))


def _can_be_saved(measure: object) -> bool:
    """Say whether a measure can be pickled: a metric of the user's may be a lambda."""
    try:
        pickle.dumps(measure)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True
