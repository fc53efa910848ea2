"""Score functions of summed per-item statistics.

A test of two systems has to score thousands of reshuffled test sets. It never goes back to the
texts: each item leaves a row of a few numbers (correct, guessed, gold, ...), the rows of a test
set are summed, and a metric turns the sums into a score (Berg-Kirkpatrick, Burkett & Klein 2012,
footnote 4).

A metric is any callable that maps sums of shape ``(..., k)`` to scores of shape ``(...)``; the
leading axes are resamples. A function of your own is one, and counts as not linear and better
when higher; a `Metric` made of it says more. The ones here give fractions between 0 and 1, and ``nan``
never: an empty ratio (0/0) earns nothing, so what finds nothing has precision, recall and F-score 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_positive

__all__ = [
    "Metric",
    "accuracy",
    "aer",
    "bleu",
    "f1",
    "f_score",
    "macro_f1",
    "mean",
    "precision",
    "recall",
]


#: What users may give for a metric: a `Metric`, or a function of their own.
MetricFunction: TypeAlias = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Metric:
    """A function of sums, and what the tests cannot see from outside.

    Parameters
    ----------
    function : callable
        Sums of shape ``(..., k)`` -> scores of shape ``(...)``.
    columns : tuple of str
        What the k sums are; () for any number.
    linear : bool, default False
        Whether the score is proportional to the first sum as long as the others do not change.
    higher_is_better : bool, default True
        False for an error rate.
    counts : bool, default True
        Whether negative statistics make no sense.
    width : int, optional
        How many of the first columns matter, if not all.
    is_mean : bool, default False
        Whether it is the first sum divided by the second, the number of items: then scores (n,) are
        enough, for each of them is one item.

    See Also
    --------
    f1 : One of them.

    Examples
    --------
    >>> errors = Metric(lambda sums: sums[..., 0], ("errors",), higher_is_better=False)
    >>> float(errors([3]))
    3.0
    """

    function: MetricFunction
    columns: tuple[str, ...]
    linear: bool = False
    higher_is_better: bool = True
    counts: bool = True
    width: int | None = None
    is_mean: bool = False

    def __post_init__(self) -> None:
        """Take over the function's name and docstring."""
        name = getattr(self.function, "__name__", repr(self.function))
        names = {"__name__": name, "__doc__": self.function.__doc__}
        vars(self).update(names, __wrapped__=self.function)

    @classmethod
    def of(cls, function: MetricFunction) -> "Metric":
        """Return a metric as it is; make one of any other function, and assume nothing more of it."""
        if isinstance(function, Metric):
            return function
        if not callable(function):
            raise TypeError(
                "metric must be a function of summed statistics, such as labkit.metrics.f1, not "
                f"{function!r}"
            )
        return cls(function, (), counts=False)

    def __call__(self, sums: ArrayLike) -> np.ndarray:
        """Score each row of sums; ValueError if there are not as many columns as wanted."""
        array = np.asarray(sums)
        width = array.shape[-1] if array.ndim else 0
        if self.columns and width != len(self.columns):
            raise ValueError(
                f"statistics for {self} must have {len(self.columns)} columns "
                f"({', '.join(self.columns)}), not {width}"
            )
        return self.function(array.astype(np.result_type(array, np.int64), copy=False))

    def __repr__(self) -> str:
        """Return the name of the function."""
        return str(vars(self)["__name__"])


def _metric(*columns: str, **facts: Any) -> Callable[[MetricFunction], Metric]:
    """Make a metric of the function below."""
    return lambda function: Metric(function, columns, **facts)


def _divide(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Divide; 0 where there is nothing to be a part of."""
    return part / np.where(whole == 0, np.inf, whole)


@_metric("score", "items", linear=True, counts=False, is_mean=True)
def mean(sums: np.ndarray) -> np.ndarray:
    """Return the mean score of an item.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Sum of the scores, number of items.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    accuracy : The mean of scores that are 0 or 1.

    Examples
    --------
    >>> float(mean([3.0, 4]))
    0.75
    """
    return _divide(sums[..., 0], sums[..., 1])


@_metric("correct", "items", linear=True, is_mean=True)
def accuracy(sums: np.ndarray) -> np.ndarray:
    """Return the share of the items that are correct.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct items, number of items.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    mean : The same for scores of any kind.

    Examples
    --------
    >>> float(accuracy([150, 200]))
    0.75
    """
    return _divide(sums[..., 0], sums[..., 1])


@_metric("correct", "found")
def precision(sums: np.ndarray) -> np.ndarray:
    """Return the share of what was found that is correct, R / (R + S) in Yeh (2000), section 2.2.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct responses R, number of responses found R + S.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    recall : Share of what there is to find.

    Examples
    --------
    >>> round(float(precision([25, 39])), 3)
    0.641
    """
    return _divide(sums[..., 0], sums[..., 1])


def recall(gold: float) -> Metric:
    """Make the metric of the share of the `gold` items that were found.

    Parameters
    ----------
    gold : float
        How many items of the test set there are to find, above 0: no response carries it.

    Returns
    -------
    Metric
        On sums of shape ``(..., 1)`` (correct) or ``(..., 2)`` (correct, found).

    See Also
    --------
    precision : Share of what was found.

    Examples
    --------
    >>> round(float(recall(103)([47, 95])), 3)
    0.456
    """
    n_gold = as_positive(gold, "gold")

    @_metric(linear=True, width=1)
    def recall(sums: np.ndarray) -> np.ndarray:
        return sums[..., 0] / n_gold

    return recall


def f_score(gold: float) -> Metric:
    """Make the metric of the balanced F-score, 2ab / (a + b) in Yeh (2000), section 3.2.

    Parameters
    ----------
    gold : float
        How many items there are to find, above 0.

    Returns
    -------
    Metric
        On sums of shape ``(..., 2)``: correct, found.

    See Also
    --------
    f1 : The same where each item has its own number to find.

    Examples
    --------
    >>> round(float(f_score(103)([47, 95])), 3)
    0.475
    """
    n_gold = as_positive(gold, "gold")

    @_metric("correct", "found")
    def f_score(sums: np.ndarray) -> np.ndarray:
        return 2 * sums[..., 0] / (sums[..., 1] + n_gold)

    return f_score


@_metric("correct", "guessed", "gold")
def f1(sums: np.ndarray) -> np.ndarray:
    """Return the balanced F-score of three counts.

    Parameters
    ----------
    sums : array of shape (..., 3)
        Number correct, number guessed, number in the gold standard.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    f_score : The same where the number of items to find is fixed.

    Examples
    --------
    >>> float(f1([6, 8, 12]))
    0.6
    """
    return _divide(2 * sums[..., 0], sums[..., 1] + sums[..., 2])


@_metric()
def macro_f1(sums: np.ndarray) -> np.ndarray:
    """Return the mean F-score of all classes (Opitz & Burst 2019, equation 1).

    A class that nobody guesses and no item has scores 0: a resample can lose a rare class.

    Parameters
    ----------
    sums : array of shape (..., 3c)
        For each of c classes: number correct, number guessed, number in the gold standard.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    f1 : The score of one class.

    Examples
    --------
    >>> float(macro_f1([6, 8, 12, 3, 3, 3]))  # F-scores .6 and 1
    0.8
    """
    return f1(sums.reshape(*sums.shape[:-1], sums.shape[-1] // 3, 3)).mean(axis=-1)


@_metric("|A&S|", "|A&P|", "|A|", "|S|", higher_is_better=False)
def aer(sums: np.ndarray) -> np.ndarray:
    """Return the alignment error rate (Och & Ney 2003): lower is better.

    Parameters
    ----------
    sums : array of shape (..., 4)
        ``|A & S|``, ``|A & P|``, ``|A|``, ``|S|`` for an alignment A, sure
        links S and possible links P.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    f1 : A score of sets without sure and possible members.

    Examples
    --------
    >>> round(float(aer([8, 9, 10, 10])), 2)
    0.15
    """
    return 1 - _divide(sums[..., 0] + sums[..., 1], sums[..., 2] + sums[..., 3])


@_metric("hyp_len", "ref_len", *(f"{w} {n}" for w in ("correct", "total") for n in range(1, 5)))
def bleu(sums: np.ndarray) -> np.ndarray:
    """Return the BLEU of a corpus, with n-grams up to 4 and brevity penalty (Papineni et al. 2002).

    Unsmoothed: a corpus without a single correct n-gram of some order scores 0.

    Parameters
    ----------
    sums : array of shape (..., 10)
        Hypothesis length, reference length, correct 1- to 4-grams, all 1- to
        4-grams of the hypothesis.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    mean : The score of a single number for each item.

    Examples
    --------
    >>> round(float(bleu([10, 10, 8, 5, 3, 2, 10, 9, 8, 7])), 4)
    0.4671
    """
    with np.errstate(divide="ignore"):  # log 0 = -inf is the score 0
        log_precision = np.log(_divide(sums[..., 2:6], sums[..., 6:])).mean(axis=-1)
    shortness = np.maximum(0, _divide(sums[..., 1], sums[..., 0]) - 1)
    return np.exp(log_precision - shortness)
