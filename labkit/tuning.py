"""Choosing parameters, and cross-validation: what to try, on which reviews.

A parameter is chosen on training data only. To use all of them for it, they are cut into
*folds*: each fold in turn is predicted by a classifier trained on the others. Source: Cambridge's
*Machine Learning and Real-world Data*, lecture 4 ("Parameter tuning") and session 5.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import LeaveOneGroupOut, cross_val_score

from labkit import arguments
from labkit.arguments import Rng
from labkit.classifiers import LexiconClassifier
from labkit.corpora import tokenize

#: Texts, or the class of each; how many folds, or the fold of each text.
Texts: TypeAlias = Iterable[str]
Folds: TypeAlias = int | ArrayLike

#: Ways to deal out items to folds.
FoldKind: TypeAlias = Literal["stratified", "random", "round-robin"]
KINDS: tuple[FoldKind, ...] = get_args(FoldKind)


def make_folds(
    labels: ArrayLike, folds: int = 10, kind: FoldKind = "stratified", rng: Rng = 0
) -> np.ndarray:
    """Return for each item the fold it is in.

    Parameters
    ----------
    labels : sequence of str of length n
        The class of each item.
    folds : int, default 10
        How many folds, from 2 to n; their sizes differ by at most 1.
    kind : {"stratified", "random", "round-robin"}, default "stratified"
        "random" deals the items out in random order; "stratified" so that each fold has
        the classes in the same proportion; "round-robin" in the order they come in.
    rng : int or numpy.random.Generator, default 0
        The same seed gives the same folds.

    Returns
    -------
    array of int of shape (n,)
        Fold numbers from 0.

    See Also
    --------
    cross_validate : Train and test on such folds.

    Examples
    --------
    >>> make_folds(["POS", "POS", "NEG", "NEG"], folds=2, kind="round-robin").tolist()
    [0, 1, 0, 1]
    """
    classes = np.asarray(labels)
    folds = arguments.as_count(folds, "folds", least=2)
    if classes.ndim != 1 or len(classes) < folds:
        raise ValueError(
            f"labels must be at least {folds}, one a fold, not of shape {classes.shape}"
        )
    kind = arguments.as_option(kind, "kind", KINDS)
    generator, _ = arguments.as_generator(rng)
    n = len(classes)
    order = np.arange(n) if kind == "round-robin" else generator.permutation(n)
    if kind == "stratified":
        order = order[np.argsort(classes[order], kind="stable")]
    fold_of = np.empty(n, dtype=int)
    fold_of[order] = np.arange(n) % folds
    return fold_of


@dataclass(frozen=True)
class CrossValidation:
    """The accuracies of a cross-validation.

    Parameters
    ----------
    accuracies : list of float
        One for each fold.

    See Also
    --------
    cross_validate : Makes these.

    Examples
    --------
    >>> CrossValidation([0.75, 0.5])
    CrossValidation(mean 0.625, variance 0.01562, 2 folds)
    """

    accuracies: list[float]

    @property
    def mean(self) -> float:
        """Return the mean of the accuracies."""
        return float(np.mean(self.accuracies))

    @property
    def variance(self) -> float:
        """Return their variance, divided by the number of folds, as in the course."""
        return float(np.var(self.accuracies))

    def __repr__(self) -> str:
        """Return mean, variance and number of folds."""
        figures = f"mean {self.mean:.3f}, variance {self.variance:.5f}"
        return f"CrossValidation({figures}, {len(self.accuracies)} folds)"


def cross_validate(
    classifier: BaseEstimator,
    texts: Texts,
    labels: Texts,
    folds: Folds = 10,
    stratified: bool = True,
    rng: Rng = 0,
) -> CrossValidation:
    """Train on all folds but one and test on that one, for each fold in turn.

    Parameters
    ----------
    classifier : object with ``fit`` and ``predict``
        Of the lab or of scikit-learn; a fresh copy is trained for each fold.
    texts, labels : sequence of str of length n
        Reviews and their classes.
    folds : int or sequence of int of length n, default 10
        How many folds to make, or for each item its fold, as `make_folds` gives them.
    stratified, rng : bool and seed, default True and 0
        For the folds that are made here.

    Returns
    -------
    CrossValidation
        With ``accuracies``, ``mean`` and ``variance``.

    See Also
    --------
    tune_smoothing : Compare many candidates of a parameter.

    Examples
    --------
    >>> texts, labels = ["good", "bad", "a good one", "a bad one"], ["POS", "NEG"] * 2
    >>> cross_validate(LexiconClassifier(), texts, labels, folds=2).accuracies
    [1.0, 1.0]
    """
    kind: FoldKind = "stratified" if stratified else "random"
    items, classes, fold_of = _in_folds(texts, labels, folds, rng, kind)
    accuracies = cross_val_score(
        classifier,
        items,
        classes,
        groups=fold_of,
        cv=LeaveOneGroupOut(),
        scoring="accuracy",
        error_score="raise",
    )
    return CrossValidation(accuracies.tolist())


@dataclass(frozen=True)
class Tuning:
    """The accuracies of all candidates on all folds.

    Parameters
    ----------
    parameter : str
        What was tuned.
    table : DataFrame
        A row for each candidate and fold: `value`, `fold`, `accuracy`.

    See Also
    --------
    tune_smoothing, tune_lexicon_weight : Make these.

    Examples
    --------
    >>> rows = {"value": [1, 1, 2, 2], "fold": [0, 1, 0, 1], "accuracy": [0.5, 0.75, 1, 0.5]}
    >>> tuned = Tuning("omega", pd.DataFrame(rows))
    >>> tuned.means.to_dict(), tuned.best
    ({1: 0.625, 2: 0.75}, 2.0)
    """

    parameter: str
    table: pd.DataFrame = field(repr=False)

    @property
    def means(self) -> pd.Series:
        """Return the mean accuracy over the folds: Series candidate -> accuracy."""
        return self.table.groupby("value")["accuracy"].mean()

    @property
    def best(self) -> float:
        """Return the candidate with the highest mean accuracy; the smallest of several."""
        return best_candidate(self.means)


def best_candidate(means: pd.Series) -> float:
    """Choose the candidate with the highest mean accuracy, the smallest of several.

    Parameters
    ----------
    means : Series
        Candidate -> mean accuracy.

    Returns
    -------
    float
        The candidate.

    See Also
    --------
    Tuning : Holds such means.

    Examples
    --------
    >>> best_candidate(pd.Series({2: 0.75, 0.5: 0.625, 1: 0.75}))
    1.0
    """
    if means.isna().all():
        raise ValueError("means must hold at least one number, not none")
    # Means of the same accuracies may differ in their last digits.
    return float(means.sort_index().round(12).idxmax())


def tune_smoothing(
    texts: Texts, labels: Texts, grid: ArrayLike, folds: Folds = 10, rng: Rng = 0
) -> Tuning:
    """Cross-validate Naive Bayes for many smoothing parameters at once.

    The words are counted once. What a fold is trained on are the counts of all texts less its
    own, and all candidates are scored in one matrix product a class; the accuracies are those of
    ``NaiveBayes(omega)``.

    Parameters
    ----------
    texts, labels : sequence of str of length n
        Reviews and their classes.
    grid : sequence of float
        The candidates for omega, at least 0.
    folds, rng : as for `cross_validate`, default 10 and 0
        Folds that are made here are stratified.

    Returns
    -------
    Tuning
        With ``best`` and ``table``.

    See Also
    --------
    cross_validate : The same for one classifier of any kind.

    Examples
    --------
    >>> texts = ["good fun", "bad fun", "so good", "so bad"]
    >>> tune_smoothing(texts, ["POS", "NEG"] * 2, [0.1, 1], folds=2).best
    0.1
    """
    omegas = np.unique(arguments.as_scores(grid, "grid")).astype(float)
    arguments.as_number(float(omegas[0]), "each number of grid", 0)
    items, classes, fold_of = _in_folds(texts, labels, folds, rng)
    counts = _word_counts(items.tolist())
    right = np.empty((len(items), len(omegas)), dtype=bool)
    for fold in np.unique(fold_of):
        test = fold_of == fold
        predicted = _predict_for_all(counts[~test], classes[~test], counts[test], omegas)
        right[test] = predicted == classes[test][:, None]
    return _tuning("smoothing parameter omega", omegas, right, fold_of)


#: The texts that were counted last, each with its row, and their counts: a notebook tunes again
#: and again on the same reviews, or on some of them.
_counted: tuple[dict[str, int], csr_matrix] = ({}, csr_matrix((0, 0)))


def _word_counts(texts: list[str]) -> csr_matrix:
    """Count the words of texts: (texts, words), perhaps with columns of words of other texts."""
    global _counted
    rows, counts = _counted
    if not all(isinstance(text, str) and text in rows for text in texts):
        try:
            counts = CountVectorizer(analyzer=tokenize).fit_transform(texts)
        except ValueError as error:
            raise ValueError("texts must hold at least one word, not none") from error
        rows = {text: row for row, text in enumerate(texts)}
        _counted = rows, counts
    return counts[[rows[text] for text in texts]]


def _predict_for_all(
    train: csr_matrix, labels: np.ndarray, test: csr_matrix, omegas: np.ndarray
) -> np.ndarray:
    """Predict with Naive Bayes from word counts: (test texts, omegas)."""
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


def tune_lexicon_weight(
    texts: Texts, labels: Texts, grid: ArrayLike, folds: Folds = 10, rng: Rng = 0
) -> Tuning:
    """Cross-validate the magnitude classifier for many strong weights at once.

    The lexicon classifier learns nothing from texts, so a fold's accuracy does
    not depend on the other folds; they show how much it varies.

    Parameters
    ----------
    texts, labels, grid, folds, rng : as for `tune_smoothing`
        But the candidates are strong weights, any numbers.

    Returns
    -------
    Tuning
        With ``best`` and ``table``.

    See Also
    --------
    tune_smoothing : The same for Naive Bayes.

    Examples
    --------
    >>> tune_lexicon_weight(["good, nice, awful", "nice"], ["NEG", "POS"], [1, 2, 3], folds=2).best
    3.0
    """
    weights = np.unique(arguments.as_scores(grid, "grid")).astype(float)
    items, classes, fold_of = _in_folds(texts, labels, folds, rng)
    # A score is linear in the strong weight: two of them give all.
    with_none, with_one = (
        LexiconClassifier(strong_weight=weight).fit().decision_function(items) for weight in (0, 1)
    )
    scores = with_none[:, None] + weights * (with_one - with_none)[:, None]
    right = np.where(scores >= 0, "POS", "NEG") == classes[:, None]
    return _tuning("strong weight", weights, right, fold_of)


def _tuning(parameter: str, values: np.ndarray, right: np.ndarray, fold_of: np.ndarray) -> Tuning:
    """Average over each fold what is right, an array of bool of shape (texts, values)."""
    rows = [
        (value, int(fold), right[fold_of == fold, column].mean())
        for fold in np.unique(fold_of)
        for column, value in enumerate(values)
    ]
    return Tuning(parameter, pd.DataFrame(rows, columns=["value", "fold", "accuracy"]))


def _in_folds(
    texts: Texts, labels: Texts, folds: Folds, rng: Rng, kind: FoldKind = "stratified"
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the texts, their labels, and the fold of each."""
    items, classes = arguments.as_texts(texts), np.array(list(labels), dtype=str)
    arguments.check_same_length(texts=items, labels=classes)
    fold_of = np.asarray(folds)
    if fold_of.ndim == 0:
        fold_of = make_folds(classes, fold_of.item(), kind, rng)
    different = len(np.unique(fold_of))
    if fold_of.shape != classes.shape or different < 2:
        raise ValueError(
            "folds must be a number, or the fold of each text with at least 2 different ones, "
            f"not {different} fold(s) for an array of shape {fold_of.shape}"
        )
    return np.array(items, dtype=object), classes, fold_of
