"""Folds, cross-validation and tuning: against scikit-learn and the classifiers themselves."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from labkit import LexiconClassifier, NaiveBayes, course_split, tokenize, tuning
from labkit.tuning import cross_validate, make_folds, tune_lexicon_weight, tune_smoothing

LABELS = st.lists(st.sampled_from(["POS", "NEG", "NEUTRAL"]), min_size=4, max_size=60)
GRID = [0.01, 0.3, 1, 2.5, 40]
TWO = (["good", "bad"] * 4, ["POS", "NEG"] * 4)
TUNE = (tune_smoothing, tune_lexicon_weight)
TUNERS = pytest.mark.parametrize("tune", TUNE)


@pytest.fixture(scope="module")
def reviews():
    """Real reviews, shortened: tuning them many times has to be quick."""
    train = course_split(seed=4, train=160, test=0, validation=0).train
    return train["text"].str.slice(0, 400), train["label"]


@given(LABELS, st.integers(2, 4), st.sampled_from(tuning.KINDS), st.integers(0, 5))
def test_each_item_is_in_one_fold_and_folds_are_of_one_size(labels, folds, kind, seed):
    fold_of = make_folds(labels, folds, kind, rng=seed)
    assert fold_of.shape == (len(labels),) and fold_of.dtype.kind == "i"
    groups = [fold_of, *(fold_of[np.array(labels) == label] for label in set(labels))]
    for some in groups if kind == "stratified" else groups[:1]:
        sizes = np.bincount(some, minlength=folds)
        assert len(sizes) == folds and sizes.max() - sizes.min() <= 1


@pytest.mark.parametrize("kind", ["stratified", "random"])
def test_folds_are_drawn_by_seed(kind):
    labels = ["POS", "NEG"] * 30
    drawn = make_folds(labels, kind=kind, rng=3).tolist()
    assert make_folds(labels, 10, kind, rng=np.random.default_rng(3)).tolist() == drawn
    # Dealt out in the order given, the first review would always be in fold 0.
    assert len({int(make_folds(labels, 10, kind, rng=seed)[0]) for seed in range(20)}) > 3


def test_random_folds_look_neither_at_the_classes_nor_at_the_order():
    labels = np.array(["POS", "NEG"] * 500)
    fold_of = make_folds(labels, kind="random")
    assert len(set(np.bincount(fold_of[labels == "POS"]))) > 1
    assert 50 < (fold_of[1:] == fold_of[:-1]).sum() < 150  # one time in ten by chance


class Diary(BaseEstimator):
    """Writes down what it is trained and tested on; always says POS."""

    pages = []

    def fit(self, texts, labels):
        self.trained_on = dict(zip(texts, labels, strict=True))
        return self

    def predict(self, texts):
        self.pages.append((self.trained_on, list(texts)))
        return np.array(["POS"] * len(texts))


def test_a_fold_is_predicted_by_training_on_all_others():
    labels = dict(zip("abcdef", ["POS", "NEG", "POS", "NEG", "NEG", "NEG"], strict=True))
    unfitted, Diary.pages = Diary(), []
    result = cross_validate(unfitted, labels, labels.values(), folds=[2, 7, 7, 2, 5, 5])
    assert [tested for _, tested in Diary.pages] == [["a", "d"], ["e", "f"], ["b", "c"]]
    for trained_on, tested in Diary.pages:
        assert trained_on == {text: labels[text] for text in labels if text not in tested}
    assert result.accuracies == [0.5, 0.0, 0.5]
    assert (result.mean, result.variance) == pytest.approx((1 / 3, 1 / 18))  # divided by 3
    assert not hasattr(unfitted, "trained_on")  # the student's own classifier stays as it is


@pytest.mark.parametrize("kind", ["stratified", "random"])
def test_folds_are_made_as_asked(reviews, kind):
    model, made = LexiconClassifier(), make_folds(reviews[1], 4, kind, rng=8)
    asked = cross_validate(model, *reviews, 4, stratified=kind == "stratified", rng=8)
    assert asked == cross_validate(model, *reviews, folds=made)


def test_smoothing_agrees_with_scikit_learn_s_grid_search(reviews):
    fold_of = make_folds(reviews[1], 4, rng=2)
    search = GridSearchCV(
        make_pipeline(CountVectorizer(analyzer=tokenize), MultinomialNB()),
        {"multinomialnb__alpha": GRID},
        cv=PredefinedSplit(fold_of),
    ).fit(*reviews)
    expected = [search.cv_results_[f"split{fold}_test_score"] for fold in range(4)]
    found = tune_smoothing(*reviews, GRID, folds=fold_of).table.pivot(
        index="value", columns="fold", values="accuracy"
    )
    assert found.index.tolist() == GRID and found.columns.tolist() == [0, 1, 2, 3]
    assert found.to_numpy() == pytest.approx(np.array(expected).T, abs=1e-12)
    assert found.to_numpy().std() > 0.01  # not one number everywhere


@TUNERS
def test_tuning_agrees_with_the_classifiers(tune, reviews):
    classifier = NaiveBayes if tune is tune_smoothing else LexiconClassifier
    fold_of = make_folds(reviews[1], 4, rng=2)
    found = tune(*reviews, [0, 0.01, 1, 1.5, 8], folds=fold_of).table
    for value, rows in found.groupby("value"):
        assert rows["fold"].tolist() == [0, 1, 2, 3]
        expected = cross_validate(classifier(value), *reviews, folds=fold_of)
        assert rows["accuracy"].tolist() == pytest.approx(expected.accuracies, abs=1e-12)
    assert found["accuracy"].std() > 0.01  # not one number everywhere


def test_words_are_counted_once_for_reviews_tuned_on_again(reviews, monkeypatch):
    (texts, labels), some = reviews, slice(5, 95)
    everything = tune_smoothing(texts, labels, GRID, folds=4).table
    fresh = [text + " " for text in texts[some]]  # other texts of the same words
    expected = tune_smoothing(fresh, labels[some], GRID, folds=4).table
    assert tune_smoothing(texts, labels, GRID, folds=4).table.equals(everything)
    monkeypatch.setattr("labkit.tuning.tokenize", None)  # it would have to be called
    assert tune_smoothing(texts, labels, GRID, folds=4).table.equals(everything)
    assert tune_smoothing(texts[some], labels[some], GRID, folds=4).table.equals(expected)


def test_equal_sides_are_positive_for_a_weight_that_floats_cannot_hold():
    # Ten strong positive words at 1.7 against 17 weak negative ones.
    text = " ".join(["awesome"] * 10 + ["dull"] * 17)
    assert tune_lexicon_weight([text] * 2, ["POS"] * 2, [1.7], folds=2).means[1.7] == 1.0
    assert LexiconClassifier(1.7).fit().predict([text]).tolist() == ["POS"]
    assert tune_lexicon_weight(*TWO, [-1, 1], folds=2).best == 1.0  # a weight may be negative


@TUNERS
def test_the_grid_may_come_in_any_order_and_twice_and_folds_by_seed(tune, reviews):
    shuffled, in_order, other = (
        tune(*reviews, grid, folds=8, rng=rng).table.sort_values(["value", "fold"])
        for grid, rng in ((np.array([2, 0.5, 1, 2]), 6), ([0.5, 1, 2], 6), ([0.5, 1, 2], 7))
    )
    assert shuffled.equals(in_order) and len(in_order) == 3 * 8 and not in_order.equals(other)
    made = make_folds(reviews[1], 8, rng=6)  # stratified
    stratified = tune(*reviews, [0.5, 1, 2], folds=made).table
    assert stratified.sort_values(["value", "fold"]).equals(in_order)
    assert len(tune(*reviews, [1]).table) == 10


def tuned_by(accuracies):
    """Make a Tuning of the accuracies of each candidate."""
    rows = [(value, fold, a) for value, some in accuracies.items() for fold, a in enumerate(some)]
    return tuning.Tuning("omega", pd.DataFrame(rows, columns=["value", "fold", "accuracy"]))


def test_the_best_has_the_highest_mean():
    tuned = tuned_by({0.1: [0.75, 0.65], 1.0: [0.85, 0.75], 5.0: [0.8, 0.7]})
    assert tuned.best == 1.0 and repr(tuned) == "Tuning(parameter='omega')"
    assert tuned.means.to_dict() == pytest.approx({0.1: 0.7, 1.0: 0.8, 5.0: 0.75})
    # The same accuracies in another order, of which the means differ in the last digit.
    accuracies, shuffled = [0.335, 0.07, 0.555], [0.07, 0.555, 0.335]
    for of_two, of_three in ((accuracies, shuffled), (shuffled, accuracies)):
        tuned = tuned_by({2.0: of_two, 3.0: of_three})
        assert tuned.means.nunique() == 2 and tuned.best == 2


POS = ["POS"] * 4
CALLS = [
    lambda *given: cross_validate(NaiveBayes(), *given),
    *(lambda texts, labels, folds, tune=tune: tune(texts, labels, [1], folds) for tune in TUNE),
]
WRONG = [
    ((TWO[0], TWO[1][:7], 2), "texts and labels must be of equal length, not 8 and 7"),
    ((*TWO, [0, 1]), "folds must be a number, or the fold of each text"),
    ((*TWO, [3] * 8), "folds must .* at least 2 different ones, not 1 fold"),
]
BAD = [
    *((make_folds, (POS, bad), "folds must be a whole number") for bad in (1, 2.5, True)),
    (make_folds, (POS, 5), "labels must be at least 5"),
    (make_folds, (POS, 2, "grouped"), "kind must be one of 'stratified', 'random'"),
    *((call, given, message) for call in CALLS for given, message in WRONG),
    *((tune, (*TWO, grid), "grid must (be|not be|hold) ")
      for tune in TUNE for grid in ([], [np.nan], [1, np.inf], [[1, 2]], 3, ["1", "2"])),
    (tune_smoothing, (*TWO, [1, -0.1], 2), "of grid must be .* of at least 0, not -0.1"),
    (tune_smoothing, (["", "..."], POS[:2], [1], 2), "texts must hold at least one word, not none"),
    *((tuning.best_candidate, (pd.Series(some, dtype=float),), "means must hold at least one number")
      for some in ([], [np.nan])),
]  # fmt: skip


@pytest.mark.parametrize("call, arguments, message", BAD)
def test_bad_input_is_named(call, arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(*arguments)
