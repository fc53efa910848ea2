"""Choosing parameters, and cross-validation: what to try, on which reviews.

A parameter is chosen on training data only. To use all of them for it, they
are cut into *folds*: each fold in turn is predicted by a classifier trained on
the others. Source: Cambridge's *Machine Learning and Real-world Data*, lecture
4 ("Parameter tuning") and session 5.
"""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer

from labkit.classifiers import LexiconClassifier
from labkit.corpora import tokenize

KINDS = ("stratified", "random", "round-robin")


def make_folds(labels, folds=10, kind="stratified", rng=0):
    """Say for each item in which fold it is.

    Parameters
    ----------
    labels : sequence of str, length n
    folds : int
        How many folds, from 2 to n.
    kind : {"stratified", "random", "round-robin"}
        "random" deals the items out in random order; "stratified" does so
        class by class, so that each fold has the classes in the same
        proportion; "round-robin" deals them out in the order they come in.
    rng : int or numpy.random.Generator
        The same seed gives the same folds.

    Returns
    -------
    ndarray of int, shape (n,)
        Fold numbers from 0. The sizes of two folds differ by at most 1.

    Raises
    ------
    ValueError
        If there are fewer items than folds, or an option is unknown.

    Examples
    --------
    >>> make_folds(["POS", "POS", "NEG", "NEG"], folds=2, kind="round-robin").tolist()
    [0, 1, 0, 1]
    """
    labels = np.asarray(labels)
    if isinstance(folds, bool) or not isinstance(folds, (int, np.integer)) or folds < 2:
        raise ValueError(f"folds: expected a whole number of at least 2; got {folds!r}")
    if labels.ndim != 1 or len(labels) < folds:
        raise ValueError(f"labels: expected at least {folds}, one for each fold; got {len(labels)}")
    if kind not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}; got {kind!r}")
    rng = np.random.default_rng(rng)
    order = np.arange(len(labels)) if kind == "round-robin" else rng.permutation(len(labels))
    if kind == "stratified":
        order = order[np.argsort(labels[order], kind="stable")]
    fold_of = np.empty(len(labels), dtype=int)
    fold_of[order] = np.arange(len(labels)) % folds
    return fold_of


@dataclass(frozen=True)
class CrossValidation:
    """The accuracies of a cross-validation.

    Attributes
    ----------
    accuracies : list of float
        One for each fold.
    """

    accuracies: list

    @property
    def mean(self):
        """The mean of the accuracies."""
        return float(np.mean(self.accuracies))

    @property
    def variance(self):
        """Their variance, divided by the number of folds, as in the course."""
        return float(np.var(self.accuracies))

    def __repr__(self):
        return (
            f"CrossValidation(mean {self.mean:.3f}, variance {self.variance:.5f}, "
            f"{len(self.accuracies)} folds)"
        )


def cross_validate(classifier, texts, labels, folds=10, stratified=True, rng=0):
    """Train on all folds but one and test on that one, for each fold in turn.

    Parameters
    ----------
    classifier : object with ``fit`` and ``predict``
        Of the lab or of scikit-learn; a fresh copy is trained for each fold.
    texts, labels : sequence of str, length n
    folds : int, or sequence of int of length n
        How many folds to make, or for each item its fold, as `make_folds`
        gives them.
    stratified : bool
        Whether folds that are made here have the classes in the same
        proportion.
    rng : int or numpy.random.Generator
        For the folds that are made here.

    Returns
    -------
    CrossValidation
        With ``accuracies``, ``mean`` and ``variance``.

    Raises
    ------
    ValueError
        If `texts` and `labels` differ in length, or `folds` does not fit them.

    Examples
    --------
    >>> texts, labels = ["good", "bad", "a good one", "a bad one"], ["POS", "NEG"] * 2
    >>> cross_validate(LexiconClassifier(), texts, labels, folds=2).accuracies
    [1.0, 1.0]
    """
    texts, labels = _texts_and_labels(texts, labels)
    fold_of = _folds(folds, labels, "stratified" if stratified else "random", rng)
    accuracies = []
    for fold in np.unique(fold_of):
        held_out = fold_of == fold
        fresh = clone(classifier).fit(texts[~held_out], labels[~held_out])
        accuracies.append(float(np.mean(fresh.predict(texts[held_out]) == labels[held_out])))
    return CrossValidation(accuracies)


@dataclass(frozen=True)
class Tuning:
    """The accuracies of all candidates on all folds.

    Attributes
    ----------
    parameter : str
        What was tuned.
    table : DataFrame
        A row for each candidate and fold: `value`, `fold`, `accuracy`.
    """

    parameter: str
    table: pd.DataFrame = field(repr=False)

    @property
    def means(self):
        """Series: candidate -> mean accuracy over the folds."""
        return self.table.groupby("value")["accuracy"].mean()

    @property
    def best(self):
        """The candidate with the highest mean accuracy; the smallest of several."""
        # Means of the same accuracies may differ in their last digits.
        return float(self.means.round(12).idxmax())

    def plot(self, ax=None):
        """Draw the mean accuracies against the candidates, the best one marked."""
        from labkit import plots  # the figures come after this room of the lab

        return plots.accuracy_curve(
            self.means.index, self.means, parameter=self.parameter, chosen=self.best, ax=ax
        )


def tune_smoothing(texts, labels, grid, folds=10, rng=0):
    """Cross-validate Naive Bayes for many smoothing parameters at once.

    The words are counted once. What a fold is trained on are the counts of all
    texts less its own, and all candidates are scored in one matrix product a
    class; the accuracies are those of ``NaiveBayes(omega)``.

    Parameters
    ----------
    texts, labels : sequence of str, length n
    grid : sequence of float
        The candidates for omega, at least 0.
    folds : int, or sequence of int of length n
        As in `cross_validate`; folds that are made here are stratified.
    rng : int or numpy.random.Generator
        For the folds that are made here.

    Returns
    -------
    Tuning
        With ``best``, ``table`` and ``plot()``.

    Raises
    ------
    ValueError
        If a candidate is negative or not finite, the grid is empty, or the
        texts, labels and folds do not fit together.

    Examples
    --------
    >>> texts = ["good fun", "bad fun", "so good", "so bad"]
    >>> tuned = tune_smoothing(texts, ["POS", "NEG"] * 2, [0.1, 1], folds=2)
    >>> tuned.best
    0.1
    """
    texts, labels = _texts_and_labels(texts, labels)
    omegas = _grid(grid, "grid", least=0)
    fold_of = _folds(folds, labels, "stratified", rng)
    counts = CountVectorizer(analyzer=tokenize).fit_transform(texts)
    rows = []
    for fold in np.unique(fold_of):
        held_out = fold_of == fold
        predicted = _predict_for_all(counts[~held_out], labels[~held_out], counts[held_out], omegas)
        right = predicted == labels[held_out][:, None]
        rows += zip(omegas, [int(fold)] * len(omegas), right.mean(axis=0), strict=True)
    table = pd.DataFrame(rows, columns=["value", "fold", "accuracy"])
    return Tuning("smoothing parameter omega", table)


def _predict_for_all(train, labels, test, omegas):
    """Predictions of Naive Bayes, (test texts, omegas), from word counts."""
    classes = np.array(sorted(set(labels), reverse=True))
    table = np.array([train[labels == c].sum(axis=0) for c in classes]).reshape(len(classes), -1)
    known = table.sum(axis=0) > 0  # the other words occur in the test texts alone
    table, test = table[:, known], test[:, known]
    scores = np.empty((len(classes), test.shape[0], len(omegas)))
    for c, counts in enumerate(table):
        totals = counts.sum() + omegas * known.sum()
        with np.errstate(divide="ignore"):
            log_probabilities = np.log(counts[:, None] + omegas) - np.log(totals)
        scores[c] = np.log(np.mean(labels == classes[c])) + test @ log_probabilities
    return classes[scores.argmax(axis=0)]


def tune_lexicon_weight(texts, labels, grid, folds=10, rng=0):
    """Cross-validate the magnitude classifier for many strong weights at once.

    The lexicon classifier learns nothing from texts, so a fold's accuracy does
    not depend on the other folds; they show how much it varies.

    Parameters
    ----------
    texts, labels : sequence of str, length n
    grid : sequence of float
        The candidates for the strong weight.
    folds : int, or sequence of int of length n
        As in `cross_validate`; folds that are made here are stratified.
    rng : int or numpy.random.Generator
        For the folds that are made here.

    Returns
    -------
    Tuning
        With ``best``, ``table`` and ``plot()``.

    Raises
    ------
    ValueError
        If a candidate is not finite, the grid is empty, or the texts, labels
        and folds do not fit together.

    Examples
    --------
    >>> texts = ["good, nice, awful", "nice"]
    >>> tune_lexicon_weight(texts, ["NEG", "POS"], [1, 2, 3], folds=2).best
    3.0
    """
    texts, labels = _texts_and_labels(texts, labels)
    weights = _grid(grid, "grid")
    fold_of = _folds(folds, labels, "stratified", rng)
    # A score is linear in the strong weight: two of them give all.
    with_none, with_one = (
        LexiconClassifier(strong_weight=weight).fit().decision_function(texts) for weight in (0, 1)
    )
    scores = with_none[:, None] + weights * (with_one - with_none)[:, None]
    right = np.where(scores >= 0, "POS", "NEG") == labels[:, None]
    rows = [
        (weight, int(fold), right[fold_of == fold, column].mean())
        for fold in np.unique(fold_of)
        for column, weight in enumerate(weights)
    ]
    return Tuning("strong weight", pd.DataFrame(rows, columns=["value", "fold", "accuracy"]))


def _texts_and_labels(texts, labels):
    texts, labels = np.asarray(texts, dtype=object), np.asarray(labels)
    if texts.ndim != 1 or texts.shape != labels.shape:
        raise ValueError(
            f"labels: expected one for each of the texts; got {labels.size} for {texts.size}"
        )
    return texts, labels.astype(str)


def _folds(folds, labels, kind, rng):
    if np.ndim(folds) == 0:
        return make_folds(labels, folds, kind, rng)
    fold_of = np.asarray(folds)
    if fold_of.shape != labels.shape or len(np.unique(fold_of)) < 2:
        raise ValueError(
            "folds: expected a number, or for each text its fold, at least two different ones"
        )
    return fold_of


def _grid(grid, name, least=-np.inf):
    values = np.asarray(grid, dtype=float)
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all() or values.min() < least:
        bound = f" of at least {least:g}" if np.isfinite(least) else ""
        raise ValueError(f"{name}: expected a sequence of finite numbers{bound}; got {grid!r}")
    return np.unique(values)
