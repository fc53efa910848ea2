"""Score functions of summed per-item statistics.

A test of two systems has to score thousands of reshuffled test sets. It never
goes back to the texts: each item leaves a row of a few numbers (correct,
guessed, gold, ...), the rows of a test set are summed, and a metric turns the
sums into a score (Berg-Kirkpatrick, Burkett & Klein 2012, footnote 4).

A metric is any callable that maps sums of shape ``(..., k)`` to scores of
shape ``(...)``; the leading axes are resamples. The ones here give fractions
between 0 and 1, not percentages, and ``nan`` never: an empty ratio (0/0) earns
nothing, so a system that finds nothing has precision, recall and F-score 0.

Attributes tell the tests what they cannot see from outside: ``metric.linear``
is True when the score is proportional to the first sum as long as the other
sums do not change; ``metric.width`` is the number of leading columns that
matter, if not all do; ``metric.counts`` is True when negative statistics make
no sense; ``metric.higher_is_better`` is False for error rates.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

Metric = Callable[[np.ndarray], np.ndarray]


def mean(sums):
    """Mean score of an item.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Sum of the scores, number of items.

    Returns
    -------
    array of shape (...)

    Examples
    --------
    >>> float(mean([3.0, 4]))
    0.75
    """
    score, items = _columns(sums, "mean", "score", "items")
    return _ratio(score, items)


def accuracy(sums):
    """Share of the items that are correct.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct items, number of items.

    Examples
    --------
    >>> float(accuracy([150, 200]))
    0.75
    """
    correct, items = _columns(sums, "accuracy", "correct", "items")
    return _ratio(correct, items)


def precision(sums):
    """Share of what was found that is correct, R / (R + S) in Yeh (2000), section 2.2.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct responses R, number of responses found R + S.

    Examples
    --------
    >>> round(float(precision([25, 39])), 3)
    0.641
    """
    correct, found = _columns(sums, "precision", "correct", "found")
    return _ratio(correct, found)


def recall(gold: float) -> Metric:
    """Share of the `gold` items that were found.

    Parameters
    ----------
    gold : positive number
        How many items there are to find. It belongs to the test set, not to a
        system, so no response carries it.

    Returns
    -------
    metric
        On sums of shape ``(..., 1)`` (correct) or ``(..., 2)`` (correct, found).

    Raises
    ------
    ValueError
        If `gold` is not a positive finite number.

    Examples
    --------
    >>> round(float(recall(103)([47, 95])), 3)
    0.456
    """
    metric = functools.partial(_recall, gold=_positive(gold))
    metric.linear = metric.counts = True
    metric.width = 1
    return metric


def f_score(gold: float) -> Metric:
    """Balanced F-score against `gold` items, 2ab / (a + b) in Yeh (2000), section 3.2.

    Parameters
    ----------
    gold : positive number
        How many items there are to find.

    Returns
    -------
    metric
        On sums of shape ``(..., 2)``: correct, found.

    Raises
    ------
    ValueError
        If `gold` is not a positive finite number.

    Examples
    --------
    >>> round(float(f_score(103)([47, 95])), 3)
    0.475
    """
    metric = functools.partial(_f_score, gold=_positive(gold))
    metric.counts = True
    return metric


def f1(sums):
    """Balanced F-score from three counts.

    Parameters
    ----------
    sums : array of shape (..., 3)
        Number correct, number guessed, number in the gold standard.

    Examples
    --------
    >>> float(f1([6, 8, 12]))
    0.6
    """
    correct, guessed, gold = _columns(sums, "f1", "correct", "guessed", "gold")
    return _ratio(2 * correct, guessed + gold)


def aer(sums):
    """Alignment error rate (Och & Ney 2003): lower is better.

    Parameters
    ----------
    sums : array of shape (..., 4)
        ``|A & S|``, ``|A & P|``, ``|A|``, ``|S|`` for an alignment A, sure
        links S and possible links P.

    Examples
    --------
    >>> round(float(aer([8, 9, 10, 10])), 2)
    0.15
    """
    sure_hits, possible_hits, links, sure = _columns(sums, "aer", "|A&S|", "|A&P|", "|A|", "|S|")
    return 1 - _ratio(sure_hits + possible_hits, links + sure)


def bleu(sums):
    """Corpus BLEU with n-grams up to 4 and the brevity penalty (Papineni et al. 2002).

    Unsmoothed: a corpus without a single correct n-gram of some order scores 0.

    Parameters
    ----------
    sums : array of shape (..., 10)
        Hypothesis length, reference length, correct 1- to 4-grams, all 1- to
        4-grams of the hypothesis.

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


mean.linear = accuracy.linear = True
for _metric in (accuracy, precision, f1, aer, bleu):
    _metric.counts = True
aer.higher_is_better = False


def _recall(sums, gold):
    sums = _wide(sums)
    if sums.shape[-1:] not in {(1,), (2,)}:
        width = sums.shape[-1] if sums.ndim else 0
        raise ValueError(
            f"statistics for recall must have 1 or 2 columns (correct, found), not {width}"
        )
    return sums[..., 0] / gold


def _f_score(sums, gold):
    correct, found = _columns(sums, "f_score", "correct", "found")
    return 2 * correct / (found + gold)


def _wide(sums):
    """As 64-bit numbers, so that adding two narrow counts cannot overflow."""
    sums = np.asarray(sums)
    return sums.astype(np.result_type(sums, np.int64), copy=False)


def _columns(sums, metric, *names):
    sums = _wide(sums)
    if sums.ndim == 0 or sums.shape[-1] != len(names):
        width = sums.shape[-1] if sums.ndim else 0
        raise ValueError(
            f"statistics for {metric} must have {len(names)} columns ({', '.join(names)}), not {width}"
        )
    return [sums[..., column] for column in range(len(names))]


def _ratio(part, whole):
    return part / np.where(whole == 0, np.inf, whole)  # 0 where there is nothing to be a part of


def _positive(gold):
    if not (np.isscalar(gold) and np.isreal(gold) and 0 < gold < np.inf):
        raise ValueError(f"gold must be a positive number, not {gold!r}")
    return gold
