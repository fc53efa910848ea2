"""The sentiment classifiers of the first ticks, and how to look inside them.

Both follow the conventions of scikit-learn: parameters in the constructor, then ``fit(texts,
labels)`` and ``predict(texts)``. Where two classes come out equal, the first of ``classes_``
wins, and POS comes first.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from labkit.arguments import as_number, as_texts, check_same_length, shown
from labkit.corpora import load_lexicon, tokenize


class LexiconClassifier(ClassifierMixin, BaseEstimator):
    """Classify by counting positive and negative words of a lexicon.

    A review's score is the sum over its words of +1 (positive) or -1 (negative), with
    `strong_weight` in place of 1 for strong words; it is POS where the score is at least
    `threshold`.

    Parameters
    ----------
    strong_weight : float, default 1
        What a strong word counts. With 1 this is the simple classifier of tick 1, with more its
        magnitude classifier.
    threshold : float, default 0
        The smallest score that is POS; 0 makes equal counts positive.

    See Also
    --------
    NaiveBayes : Learns its weights from texts.

    Examples
    --------
    >>> texts = ["An awful start, but a nice, good end.", "Awful!"]
    >>> simple = LexiconClassifier().fit()
    >>> simple.predict(texts).tolist(), simple.decision_function(texts).tolist()
    (['POS', 'NEG'], [1.0, -1.0])
    """

    def __init__(self, strong_weight: float = 1, threshold: float = 0) -> None:
        self.strong_weight = strong_weight
        self.threshold = threshold

    def fit(self, texts: Iterable[str] | None = None, labels: Iterable[str] | None = None) -> Self:
        """Look up the weight of each lexicon word; nothing is learnt from the texts."""
        for name in ("strong_weight", "threshold"):
            as_number(getattr(self, name), name)
        lexicon = load_lexicon().set_index("word")
        sign = (lexicon["polarity"] == "positive") * 2 - 1
        strong = lexicon["intensity"] == "strong"
        self.strong_, self.weak_ = sign[strong].to_dict(), sign[~strong].to_dict()
        self.classes_ = np.array(["POS", "NEG"])
        return self

    def decision_function(self, texts: Iterable[str]) -> np.ndarray:
        """Score each of n texts, array (n,) of float; positive words raise the score."""
        check_is_fitted(self)
        return np.array([self._score(tokenize(text)) for text in as_texts(texts)], dtype=float)

    def _score(self, tokens: list[str]) -> float:
        # Count first and weigh once: sums of a weight such as 1.7 are not exact,
        # and two equal sides would come out different.
        strong = sum(self.strong_.get(word, 0) for word in tokens)
        weak = sum(self.weak_.get(word, 0) for word in tokens)
        return weak + self.strong_weight * strong

    def predict(self, texts: Iterable[str]) -> np.ndarray:
        """Predict "POS" or "NEG" for each of n texts: array (n,) of str."""
        return np.where(self.decision_function(texts) >= self.threshold, "POS", "NEG")


class NaiveBayes(ClassifierMixin, BaseEstimator):
    """Multinomial Naive Bayes with add-omega smoothing.

    The log-probability of a word given a class is that of (count + omega) / (total + omega |V|),
    where V is every word of the training texts. Words that these lack are passed over. With
    smoothing 0, a word that one class lacks rules the class out, with log-probability minus
    infinity; where a text rules out both, the first of ``classes_`` wins.

    Parameters
    ----------
    smoothing : float, default 1
        The constant omega, at least 0; 1 is add-one smoothing.

    Attributes
    ----------
    classes_ : array of str
        The labels, last in the alphabet first: POS before NEG.
    class_log_prior_, feature_log_prob_ : dict
        Class -> log of its share of the training texts; word -> its log-probabilities, in the
        order of ``classes_``.

    See Also
    --------
    LexiconClassifier : Counts the words of a lexicon instead.

    Examples
    --------
    >>> texts = ["good good fun", "fun", "bad bad", "bad fun"]
    >>> model = NaiveBayes().fit(texts, ["POS", "POS", "NEG", "NEG"])
    >>> model.predict(["a good film"]).tolist(), np.exp(model.feature_log_prob_["good"]).round(3)
    (['POS'], array([0.429, 0.143]))
    """

    def __init__(self, smoothing: float = 1.0) -> None:
        self.smoothing = smoothing

    def fit(self, texts: Iterable[str], labels: Iterable[str]) -> Self:
        """Count the words of each class in n texts with n labels, at least one; return itself."""
        omega = as_number(self.smoothing, "smoothing", 0)
        texts, labels = as_texts(texts, least=1), list(labels)
        check_same_length(texts=texts, labels=labels)
        per_class = Counter(labels)
        self.classes_ = np.array(_last_first(per_class))
        counts: dict[str, Counter[str]] = {label: Counter() for label in self.classes_.tolist()}
        for text, label in zip(texts, labels, strict=True):
            counts[label].update(tokenize(text))
        prior = {label: float(np.log(per_class[label] / len(texts))) for label in counts}
        self.class_log_prior_ = prior
        vocabulary = sorted(set().union(*counts.values()))
        table = np.array([[c[word] for word in vocabulary] for c in counts.values()], float)
        totals = table.sum(axis=1, keepdims=True) + omega * len(vocabulary)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(table + omega) - np.log(totals)
        self.feature_log_prob_ = dict(zip(vocabulary, map(tuple, logs.T.tolist()), strict=True))
        return self

    def joint_log_likelihood(self, texts: Iterable[str]) -> np.ndarray:
        """Compute the log-probability of each class together with each text's known words.

        Of n texts the array has shape (n, number of classes), in the order of ``classes_``.
        """
        check_is_fitted(self)
        prior = tuple(self.class_log_prior_.values())
        known = self.feature_log_prob_
        rows = [
            np.sum([prior] + [known[w] for w in tokenize(text) if w in known], axis=0)
            for text in as_texts(texts)
        ]
        return np.reshape(rows, (len(rows), len(prior)))

    def predict(self, texts: Iterable[str]) -> np.ndarray:
        """Predict the class with the highest log-probability for each of n texts: array (n,)."""
        joint = self.joint_log_likelihood(texts)
        return self.classes_[joint.argmax(axis=1)]


def class_counts(predicted: Iterable[str], labels: Iterable[str]) -> pd.DataFrame:
    """Count, for each class, how often it was predicted and how often rightly.

    Parameters
    ----------
    predicted, labels : sequence of str of length n
        What the classifier says and what is true; n is at least 1.

    Returns
    -------
    DataFrame
        A row for each class; columns `actual`, `predicted`, `correct`.

    See Also
    --------
    per_class_accuracy : Divide `correct` by `actual`.

    Examples
    --------
    >>> class_counts(["POS", "POS", "NEG"], ["POS", "NEG", "NEG"])
         actual  predicted  correct
    NEG       2          1        1
    POS       1          2        1
    """
    guesses, truth = _paired(predicted, labels)
    classes = sorted(set(guesses) | set(truth))
    hits = guesses[guesses == truth]
    counts = [[np.sum(column == c) for column in (truth, guesses, hits)] for c in classes]
    return pd.DataFrame(counts, classes, ["actual", "predicted", "correct"])


def per_class_accuracy(predicted: Iterable[str], labels: Iterable[str]) -> dict[str, float]:
    """Return the share of each class's own items that were predicted rightly.

    Parameters
    ----------
    predicted, labels : sequence of str of length n
        What the classifier says and what is true; n is at least 1.

    Returns
    -------
    dict
        Class -> accuracy between 0 and 1, for each class in `labels`.

    See Also
    --------
    class_counts : Count instead of dividing.

    Examples
    --------
    >>> per_class_accuracy(["POS", "POS", "NEG", "POS"], ["POS", "NEG", "NEG", "POS"])
    {'NEG': 0.5, 'POS': 1.0}
    """
    guesses, truth = _paired(predicted, labels)
    return {str(c): float(np.mean(guesses[truth == c] == c)) for c in np.unique(truth)}


def _last_first(labels: Iterable[Any]) -> list[Any]:
    """Sort labels; missing ones and those of several kinds have no order."""
    if not any(label is None or label != label for label in labels):
        with suppress(TypeError):
            return sorted(labels, reverse=True)
    raise TypeError(f"labels must all be words or all numbers, not {shown(list(labels))}")


def _paired(predicted: Iterable[str], labels: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
    guesses, truth = np.asarray(predicted, dtype=object), np.asarray(labels, dtype=object)
    if guesses.ndim != 1 or guesses.shape != truth.shape or not len(truth):
        raise ValueError(
            "predicted and labels must be two sequences of the same length, at least 1, not of shapes "
            f"{guesses.shape} and {truth.shape}"
        )
    return guesses.astype(str), truth.astype(str)
