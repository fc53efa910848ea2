"""Score functions of summed per-item statistics.

A test of two systems has to score thousands of reshuffled test sets. It never goes back to the
texts: each item leaves a row of a few numbers (correct, guessed, gold, ...), the rows of a test
set are summed, and a metric turns the sums into a score (Berg-Kirkpatrick, Burkett & Klein 2012,
footnote 4).

A metric is any callable that maps sums of shape ``(..., k)`` to scores of shape ``(...)``; the
leading axes are resamples. The ones here give fractions between 0 and 1, and ``nan`` never: an
empty ratio (0/0) earns nothing, so what finds nothing has precision, recall and F-score 0.

Attributes tell the tests what they cannot see from outside: ``metric.linear`` is True when the
score is proportional to the first sum as long as the other sums do not change; ``metric.width``
is the number of leading columns that matter, if not all do; ``metric.counts`` is True when
negative statistics make no sense; ``metric.higher_is_better`` is False for error rates.
"""

import functools
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_positive

__all__ = ["Metric", "accuracy", "aer", "bleu", "f1", "f_score", "mean", "precision", "recall"]

#: Sums of shape ``(..., k)`` -> scores of shape ``(...)``.
Metric: TypeAlias = Callable[[np.ndarray], np.ndarray]


def mean(sums: ArrayLike) -> np.ndarray:
    """Give the mean score of an item.

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
    return _ratio(*_columns(sums, "mean", "score", "items"))


def accuracy(sums: ArrayLike) -> np.ndarray:
    """Give the share of the items that are correct.

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
    return _ratio(*_columns(sums, "accuracy", "correct", "items"))


def precision(sums: ArrayLike) -> np.ndarray:
    """Give the share of what was found that is correct, R / (R + S) in Yeh (2000), section 2.2.

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
    return _ratio(*_columns(sums, "precision", "correct", "found"))


def recall(gold: float) -> Metric:
    """Make the metric of the share of the `gold` items that were found.

    Parameters
    ----------
    gold : float
        How many items of the test set there are to find, above 0: no response carries it.

    Returns
    -------
    metric
        On sums of shape ``(..., 1)`` (correct) or ``(..., 2)`` (correct, found).

    See Also
    --------
    precision : Share of what was found.

    Examples
    --------
    >>> round(float(recall(103)([47, 95])), 3)
    0.456
    """
    metric = functools.partial(_recall, gold=as_positive(gold, "gold"))
    return _mark(metric, linear=True, counts=True, width=1)


def f_score(gold: float) -> Metric:
    """Make the metric of the balanced F-score, 2ab / (a + b) in Yeh (2000), section 3.2.

    Parameters
    ----------
    gold : float
        How many items there are to find, above 0.

    Returns
    -------
    metric
        On sums of shape ``(..., 2)``: correct, found.

    See Also
    --------
    f1 : The same where each item has its own number to find.

    Examples
    --------
    >>> round(float(f_score(103)([47, 95])), 3)
    0.475
    """
    return _mark(functools.partial(_f_score, gold=as_positive(gold, "gold")), counts=True)


def f1(sums: ArrayLike) -> np.ndarray:
    """Give the balanced F-score of three counts.

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
    correct, guessed, gold = _columns(sums, "f1", "correct", "guessed", "gold")
    return _ratio(2 * correct, guessed + gold)


def aer(sums: ArrayLike) -> np.ndarray:
    """Give the alignment error rate (Och & Ney 2003): lower is better.

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
    sure_hits, possible_hits, links, sure = _columns(sums, "aer", "|A&S|", "|A&P|", "|A|", "|S|")
    return 1 - _ratio(sure_hits + possible_hits, links + sure)


def bleu(sums: ArrayLike) -> np.ndarray:
    """Give the BLEU of a corpus, with n-grams up to 4 and brevity penalty (Papineni et al. 2002).

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
    names = ["hyp_len", "ref_len"] + [f"{w} {n}" for w in ("correct", "total") for n in range(1, 5)]
    hyp_len, ref_len, *counts = _columns(sums, "bleu", *names)
    precisions = _ratio(np.stack(counts[:4]), np.stack(counts[4:]))
    with np.errstate(divide="ignore"):  # log 0 = -inf is the score 0
        log_precision = np.log(precisions).mean(axis=0)
    shortness = np.maximum(0, _ratio(ref_len, hyp_len) - 1)
    return np.exp(log_precision - shortness)


def _mark(metric: Metric, **facts: bool | int) -> Metric:
    """Give a metric the attributes that the tests read."""
    vars(metric).update(facts)
    return metric


_mark(mean, linear=True)
_mark(accuracy, linear=True, counts=True)
_mark(precision, counts=True)
_mark(f1, counts=True)
_mark(aer, counts=True, higher_is_better=False)
_mark(bleu, counts=True)


def _recall(sums: ArrayLike, gold: float) -> np.ndarray:
    return _columns(sums, "recall", "correct", "found", least=1)[0] / gold


def _f_score(sums: ArrayLike, gold: float) -> np.ndarray:
    correct, found = _columns(sums, "f_score", "correct", "found")
    return 2 * correct / (found + gold)


def _columns(sums: ArrayLike, metric: str, *names: str, least: int = -1) -> list[np.ndarray]:
    """Take apart sums with all columns, or `least`; in 64 bits adding counts cannot overflow."""
    array = np.asarray(sums)
    width = array.shape[-1] if array.ndim else 0
    if width not in (len(names), least):
        wanted = f"{least} or {len(names)}" if least > 0 else len(names)
        listed = ", ".join(names)
        raise ValueError(
            f"statistics for {metric} must have {wanted} columns ({listed}), not {width}"
        )
    wide = array.astype(np.result_type(array, np.int64), copy=False)
    return [wide[..., column] for column in range(width)]


def _ratio(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Divide; 0 where there is nothing to be a part of."""
    return part / np.where(whole == 0, np.inf, whole)
