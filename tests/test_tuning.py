"""Folds, cross-validation and tuning: against scikit-learn and the classifiers themselves."""

from collections import Counter
from itertools import pairwise
from statistics import fmean, pvariance

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

from labkit import (
    LexiconClassifier,
    NaiveBayes,
    course_split,
    cross_validate,
    load_lexicon,
    make_folds,
    tokenize,
    tune_lexicon_weight,
    tune_smoothing,
)
from labkit.tuning import KINDS, CrossValidation, Tuning, best_candidate


@pytest.fixture(scope="module")
def reviews():
    """Real reviews, shortened: tuning them many times has to be quick."""
    train = course_split(seed=4, train=160, test=0, validation=0).train
    return train["text"].str.slice(0, 400), train["label"]


# --- folds

LABELS = st.lists(st.sampled_from(["POS", "NEG", "NEUTRAL"]), min_size=4, max_size=60)


@given(LABELS, st.integers(2, 4), st.sampled_from(KINDS), st.integers(0, 5))
def test_each_item_is_in_one_fold_and_folds_are_of_one_size(labels, folds, kind, seed):
    fold_of = make_folds(labels, folds, kind, rng=seed)
    sizes = Counter(fold_of.tolist())
    assert fold_of.shape == (len(labels),) and fold_of.dtype.kind == "i"
    assert set(sizes) == set(range(folds))
    assert max(sizes.values()) - min(sizes.values()) <= 1


@given(LABELS, st.integers(2, 4), st.integers(0, 5))
def test_stratified_folds_share_each_class_out_evenly(labels, folds, seed):
    fold_of = make_folds(labels, folds, rng=seed)
    for label in set(labels):
        own = [int(np.sum((fold_of == f) & (np.array(labels) == label))) for f in range(folds)]
        assert max(own) - min(own) <= 1


def test_round_robin_deals_in_the_order_given():
    labels = ["POS"] * 4 + ["NEG"] * 3
    assert make_folds(labels, 3, "round-robin", rng=9).tolist() == [0, 1, 2, 0, 1, 2, 0]


def test_random_folds_do_not_look_at_the_classes():
    labels = np.array(["POS", "NEG"] * 500)
    fold_of = make_folds(labels, kind="random")
    positive = [np.sum(labels[fold_of == fold] == "POS") for fold in range(10)]
    assert len(set(positive)) > 1
    # Neither do they follow the order: neighbours share a fold one time in ten.
    assert 50 < sum(a == b for a, b in pairwise(fold_of)) < 150


@pytest.mark.parametrize("kind", ["stratified", "random"])
def test_folds_are_drawn_by_seed(kind):
    labels = ["POS", "NEG"] * 30
    drawn = make_folds(labels, 5, kind, rng=3).tolist()
    assert make_folds(labels, 5, kind, rng=3).tolist() == drawn
    assert make_folds(labels, 5, kind, rng=np.random.default_rng(3)).tolist() == drawn
    assert make_folds(labels, 5, kind, rng=4).tolist() != drawn


def test_stratified_folds_mix_each_class():
    # Dealt out in the order given, the first review would always be in fold 0.
    firsts = {int(make_folds(["POS", "NEG"] * 20, 10, rng=seed)[0]) for seed in range(20)}
    assert len(firsts) > 3


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        (["POS"] * 4, {"folds": 1}, "folds must be a whole number and at least 2, not 1"),
        (["POS"] * 4, {"folds": 2.5}, "folds must be a whole number"),
        (["POS"] * 4, {"folds": True}, "folds must be a whole number"),
        (["POS"] * 4, {"folds": 5}, "labels must be at least 5"),
        ([], {"folds": 2}, "labels must be at least 2"),
        (
            ["POS"] * 4,
            {"folds": 2, "kind": "grouped"},
            "kind must be one of 'stratified', 'random'",
        ),
    ],
)
def test_bad_folds_are_named(labels, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make_folds(labels, **options)


# --- cross-validation


class Diary(BaseEstimator):
    """Writes down what it is trained and tested on; always says POS."""

    pages = []

    def fit(self, texts, labels):
        self.trained_on = list(zip(texts, labels, strict=True))
        return self

    def predict(self, texts):
        self.pages.append((self.trained_on, list(texts)))
        return np.array(["POS"] * len(texts))


def test_a_fold_is_predicted_by_training_on_all_others():
    Diary.pages = []
    texts, labels = list("abcdef"), ["POS", "NEG", "POS", "NEG", "NEG", "NEG"]
    unfitted = Diary()
    result = cross_validate(unfitted, texts, labels, folds=[2, 7, 7, 2, 5, 5])
    assert [tested for _, tested in Diary.pages] == [["a", "d"], ["e", "f"], ["b", "c"]]
    for trained_on, tested in Diary.pages:
        others = [pair for pair in zip(texts, labels, strict=True) if pair[0] not in tested]
        assert trained_on == others
    assert result.accuracies == [0.5, 0.0, 0.5]
    assert not hasattr(unfitted, "trained_on")  # the student's own classifier stays as it is


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12))
def test_the_variance_is_divided_by_the_number_of_folds(accuracies):
    result = CrossValidation(accuracies)
    assert result.mean == pytest.approx(fmean(accuracies), abs=1e-12)
    assert result.variance == pytest.approx(pvariance(accuracies), abs=1e-12)


def test_cross_validation_says_what_it_found():
    expected = "CrossValidation(mean 0.750, variance 0.06250, 2 folds)"
    assert repr(CrossValidation([0.5, 1.0])) == expected


def test_folds_are_made_as_asked(reviews):
    texts, labels = reviews
    for stratified, kind in ((True, "stratified"), (False, "random")):
        made = make_folds(labels, 4, kind, rng=8)
        asked = cross_validate(LexiconClassifier(), texts, labels, 4, stratified=stratified, rng=8)
        assert asked == cross_validate(LexiconClassifier(), texts, labels, folds=made)


# --- tuning

GRID = [0.01, 0.3, 1, 2.5, 40]


def table_of(tuned):
    return tuned.table.pivot(index="value", columns="fold", values="accuracy")


def test_smoothing_agrees_with_scikit_learn_s_grid_search(reviews):
    texts, labels = reviews
    fold_of = make_folds(labels, 4, rng=2)
    search = GridSearchCV(
        make_pipeline(CountVectorizer(analyzer=tokenize), MultinomialNB()),
        {"multinomialnb__alpha": GRID},
        cv=PredefinedSplit(fold_of),
    ).fit(texts, labels)
    expected = [search.cv_results_[f"split{fold}_test_score"] for fold in range(4)]
    found = table_of(tune_smoothing(texts, labels, GRID, folds=fold_of))
    assert found.index.tolist() == GRID and found.columns.tolist() == [0, 1, 2, 3]
    assert found.to_numpy() == pytest.approx(np.array(expected).T, abs=1e-12)
    assert found.to_numpy().std() > 0.01  # not one number everywhere


def test_smoothing_zero_is_that_of_the_classifier(reviews):
    texts, labels = reviews
    fold_of = make_folds(labels, 4, rng=2)
    found = table_of(tune_smoothing(texts, labels, [0, 1], folds=fold_of))
    for omega in (0, 1):
        expected = cross_validate(NaiveBayes(omega), texts, labels, folds=fold_of)
        assert found.loc[omega].tolist() == pytest.approx(expected.accuracies, abs=1e-12)


def test_words_are_counted_once_for_reviews_tuned_on_again(reviews, monkeypatch):
    texts, labels = reviews
    everything = tune_smoothing(texts, labels, GRID, folds=4).table
    some = slice(5, 95)
    fresh = [text + " " for text in texts[some]]  # other texts of the same words
    expected = tune_smoothing(fresh, labels[some], GRID, folds=4).table
    assert tune_smoothing(texts, labels, GRID, folds=4).table.equals(everything)
    monkeypatch.setattr("labkit.tuning.tokenize", None)  # it would have to be called
    assert tune_smoothing(texts, labels, GRID, folds=4).table.equals(everything)
    assert tune_smoothing(texts[some], labels[some], GRID, folds=4).table.equals(expected)


def test_words_of_the_held_out_fold_are_not_in_the_vocabulary():
    # Trained on the first two, |V| is 3; the four new words of the third would
    # smooth "dull" in POS and "good" in NEG by more, and turn the tie-breaking "fun".
    texts = ["good good good fun", "dull fun", "fun one two three four"]
    labels = ["POS", "NEG", "NEG"]
    fold_of, grid = [0, 0, 1], [0.01, 1, 3]
    found = table_of(tune_smoothing(texts, labels, grid, folds=fold_of))
    for omega in grid:
        trained = NaiveBayes(omega).fit(texts[:2], labels[:2])
        assert found.loc[omega, 1] == (trained.predict(texts[2:])[0] == "NEG")


def test_priors_are_those_of_the_training_folds():
    # Known words speak for neither class, so the more frequent one is predicted.
    texts, labels = ["film"] * 7, ["POS", "NEG", "NEG", "POS", "NEG", "NEG", "NEG"]
    found = table_of(tune_smoothing(texts, labels, [1], folds=[0, 0, 0, 1, 1, 1, 1]))
    assert found.loc[1].tolist() == [2 / 3, 3 / 4]


def test_lexicon_weights_agree_with_the_classifier(reviews):
    texts, labels = reviews
    fold_of, grid = make_folds(labels, 4, rng=2), [0, 1, 1.5, 2, 4, 8]
    found = table_of(tune_lexicon_weight(texts, labels, grid, folds=fold_of))
    for weight in grid:
        expected = cross_validate(LexiconClassifier(weight), texts, labels, folds=fold_of)
        assert found.loc[weight].tolist() == expected.accuracies
    assert found.to_numpy().std() > 0.01


def test_equal_sides_are_positive_for_a_weight_that_floats_cannot_hold():
    # Ten strong positive words at 1.7 against 17 weak negative ones.
    text = " ".join(["awesome"] * 10 + ["dull"] * 17)
    strength = load_lexicon().set_index("word")["intensity"]
    assert (strength["awesome"], strength["dull"]) == ("strong", "weak")
    tuned = tune_lexicon_weight([text] * 2, ["POS"] * 2, [1.7], folds=2)
    assert tuned.means[1.7] == 1.0
    assert LexiconClassifier(1.7).fit().predict([text]).tolist() == ["POS"]


@pytest.mark.parametrize("tune", [tune_smoothing, tune_lexicon_weight])
def test_the_grid_may_come_in_any_order_and_twice(tune, reviews):
    texts, labels = reviews[0][:40], reviews[1][:40]
    sorted_grid = tune(texts, labels, [0.5, 1, 2], folds=4).table
    shuffled = tune(texts, labels, np.array([2, 0.5, 1, 2]), folds=4).table
    columns = ["value", "fold"]
    pd.testing.assert_frame_equal(
        shuffled.sort_values(columns, ignore_index=True),
        sorted_grid.sort_values(columns, ignore_index=True),
    )
    assert len(sorted_grid) == 3 * 4


@pytest.mark.parametrize("tune", [tune_smoothing, tune_lexicon_weight])
def test_folds_made_for_tuning_are_stratified_and_by_seed(tune, reviews):
    texts, labels = reviews
    made = make_folds(labels, 8, rng=6)
    pd.testing.assert_frame_equal(
        tune(texts, labels, GRID, folds=8, rng=6).table,
        tune(texts, labels, GRID, folds=made).table,
    )
    assert not tune(texts, labels, GRID, folds=8, rng=7).table.equals(
        tune(texts, labels, GRID, folds=8, rng=6).table
    )


def tuning(means):
    """A Tuning of two folds, whose accuracies lie as far above as below the means."""
    rows = [(value, f, m + d) for value, m in means.items() for f, d in enumerate((0.05, -0.05))]
    return Tuning("omega", pd.DataFrame(rows, columns=["value", "fold", "accuracy"]))


def test_the_best_has_the_highest_mean():
    tuned = tuning({0.1: 0.7, 1.0: 0.8, 5.0: 0.75})
    assert tuned.best == 1.0
    assert tuned.means.to_dict() == pytest.approx({0.1: 0.7, 1.0: 0.8, 5.0: 0.75})


def test_of_equally_good_candidates_the_smallest_is_best():
    # The same accuracies in another order, of which the means differ in the last digit.
    accuracies, shuffled = [0.335, 0.07, 0.555], [0.07, 0.555, 0.335]
    for of_two, of_three in ((accuracies, shuffled), (shuffled, accuracies)):
        rows = [(2.0, fold, a) for fold, a in enumerate(of_two)]
        rows += [(3.0, fold, a) for fold, a in enumerate(of_three)]
        tuned = Tuning("omega", pd.DataFrame(rows, columns=["value", "fold", "accuracy"]))
        assert tuned.means.nunique() == 2 and tuned.best == 2


def test_the_plot_draws_the_means_and_marks_the_best():
    ax = tuning({0.1: 0.7, 1.0: 0.8, 5.0: 0.75}).plot()
    assert ax.lines[0].get_xydata() == pytest.approx(np.array([[0.1, 0.7], [1, 0.8], [5, 0.75]]))
    assert ax.lines[1].get_xydata() == pytest.approx(np.array([[1, 0.8]]))
    assert ax.get_xlabel() == "omega"


TWO = (["good", "bad"] * 4, ["POS", "NEG"] * 4)


@pytest.mark.parametrize("tune", [tune_smoothing, tune_lexicon_weight])
@pytest.mark.parametrize("grid", [[], [np.nan], [1, np.inf], [[1, 2]], 3, "1", ["1", "2"]])
def test_a_bad_grid_is_named(tune, grid):
    with pytest.raises((ValueError, TypeError), match="grid must (be|not be|hold) "):
        tune(*TWO, grid)


def test_smoothing_is_not_negative_but_a_weight_may_be():
    with pytest.raises(ValueError, match="each number of grid must be .* of at least 0, not -0.1"):
        tune_smoothing(*TWO, [1, -0.1], folds=2)
    assert tune_lexicon_weight(*TWO, [-1, 1], folds=2).best == 1.0


def test_texts_labels_and_folds_have_to_fit():
    calls = [
        lambda texts, labels, folds: cross_validate(NaiveBayes(), texts, labels, folds),
        lambda texts, labels, folds: tune_smoothing(texts, labels, [1], folds),
        lambda texts, labels, folds: tune_lexicon_weight(texts, labels, [1], folds),
    ]
    texts, labels = TWO
    for call in calls:
        with pytest.raises(
            ValueError, match="texts and labels must be of equal length, not 8 and 7"
        ):
            call(texts, labels[:7], 2)
        with pytest.raises(ValueError, match="folds must be a number, or the fold of each text"):
            call(texts, labels, [0, 1])
        with pytest.raises(ValueError, match="folds must .* at least 2 different ones, not 1 fold"):
            call(texts, labels, [3] * 8)


def test_texts_without_words_and_tables_without_means_are_refused():
    with pytest.raises(ValueError, match="texts must hold at least one word, not none"):
        tune_smoothing(["", "..."] * 4, ["POS", "NEG"] * 4, [1], folds=2)
    for empty in ([], [float("nan")]):
        with pytest.raises(ValueError, match="means must hold at least one number, not none"):
            best_candidate(pd.Series(empty, dtype=float))
