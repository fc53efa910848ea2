"""The classifiers against scikit-learn, exact fractions and plain counting."""

import math
import time
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import confusion_matrix, recall_score
from sklearn.naive_bayes import MultinomialNB

from labkit import (
    LexiconClassifier,
    NaiveBayes,
    class_counts,
    course_split,
    load_reviews,
    per_class_accuracy,
    tokenize,
)
from labkit.corpora import lexicon_lines

WORDS = st.sampled_from(["good", "bad", "dull", "fun", "plot", "the"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
CLASSES = st.sampled_from(["POS", "NEG"])


# --- Naive Bayes


@pytest.fixture(scope="module")
def real():
    """Training and test reviews; the classes of the training set are not even."""
    split = course_split(7, train=800, test=200)
    train = split.train[(split.train["label"] == "POS") | (split.train.index % 3 > 0)]
    vectorizer = CountVectorizer(analyzer=tokenize).fit(train["text"])
    return train, split.test, vectorizer, vectorizer.transform(train["text"])


@pytest.mark.parametrize("smoothing", [1e-9, 0.01, 0.3, 1, 2.5, 40, 1e4])
def test_naive_bayes_agrees_with_scikit_learn(real, smoothing):
    train, test, vectorizer, counts = real
    peer = MultinomialNB(alpha=smoothing).fit(counts, train["label"])
    mine = NaiveBayes(smoothing).fit(train["text"], train["label"])
    theirs = peer.predict_joint_log_proba(vectorizer.transform(test["text"]))
    columns = [peer.classes_.tolist().index(label) for label in mine.classes_]
    ours = mine.joint_log_likelihood(test["text"])
    np.testing.assert_allclose(ours, theirs[:, columns], rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        ours[:, 0] - ours[:, 1], theirs[:, columns] @ [1, -1], rtol=0, atol=1e-9
    )
    assert (mine.predict(test["text"]) == peer.predict(vectorizer.transform(test["text"]))).all()


@given(
    st.lists(st.tuples(TEXTS, CLASSES), min_size=1, max_size=8),
    TEXTS,
    st.fractions(Fraction(1, 100), 10),
)
def test_naive_bayes_is_the_formula_in_exact_fractions(corpus, text, omega):
    texts, labels = zip(*corpus, strict=True)
    model = NaiveBayes(float(omega)).fit(texts, labels)
    vocabulary = {word for t in texts for word in t.split()}
    for column, label in enumerate(model.classes_):
        own = Counter(word for t, own_label in corpus if own_label == label for word in t.split())
        product = Fraction(labels.count(label), len(labels))
        for word in text.split():
            if word in vocabulary:
                product *= (own[word] + omega) / (own.total() + omega * len(vocabulary))
        expected = math.log(product.numerator) - math.log(product.denominator)
        assert model.joint_log_likelihood([text])[0, column] == pytest.approx(expected, abs=1e-9)


def test_probabilities_of_a_class_sum_to_one(real):
    train = real[0]
    for smoothing in (0, 0.5):
        logs = NaiveBayes(smoothing).fit(train["text"], train["label"]).feature_log_prob_
        np.testing.assert_allclose(np.exp(list(logs.values())).sum(axis=0), 1, atol=1e-9)


def test_without_smoothing_an_unseen_word_rules_a_class_out():
    texts, labels = ["good fun", "fun fun", "dull fun", "dull plot"], ["POS", "POS", "NEG", "NEG"]
    model = NaiveBayes(smoothing=0).fit(texts, labels)
    assert model.feature_log_prob_["good"] == (math.log(1 / 4), -math.inf)
    assert model.feature_log_prob_["dull"] == (-math.inf, math.log(2 / 4))
    joint = model.joint_log_likelihood(["good", "dull", "fun", "good dull", "zither"])
    assert joint[0].tolist() == [pytest.approx(math.log(1 / 8)), -math.inf]
    assert joint[1].tolist() == [-math.inf, pytest.approx(math.log(1 / 4))]
    assert joint[3].tolist() == [-math.inf, -math.inf]
    assert joint[4].tolist() == [pytest.approx(math.log(1 / 2))] * 2  # passed over
    said = model.predict(["good", "dull", "fun", "good dull", "zither"])
    assert said.tolist() == ["POS", "NEG", "POS", "POS", "POS"]


def test_equal_classes_go_to_pos():
    model = NaiveBayes().fit(["good", "dull"], ["POS", "NEG"])
    assert model.classes_.tolist() == ["POS", "NEG"]
    assert model.predict(["good dull", "", "zither"]).tolist() == ["POS"] * 3


def test_order_of_the_training_texts_does_not_matter(real):
    train, test = real[:2]
    forwards = NaiveBayes().fit(train["text"], train["label"])
    backwards = NaiveBayes().fit(train["text"][::-1], train["label"][::-1])
    assert forwards.feature_log_prob_ == backwards.feature_log_prob_
    assert (forwards.predict(test["text"]) == backwards.predict(test["text"])).all()


def test_naive_bayes_learns_from_real_reviews(real):
    train, test = real[:2]
    right = NaiveBayes().fit(train["text"], train["label"]).predict(test["text"]) == test["label"]
    assert right.mean() > 0.7


@pytest.mark.slow
def test_twenty_thousand_reviews_in_ten_seconds():
    reviews = load_reviews()
    start = time.process_time()  # the processor's time: others may use the machine, too
    model = NaiveBayes().fit(reviews["text"][:20_000], reviews["label"][:20_000])
    model.predict(reviews["text"][-4_902:])
    assert time.process_time() - start < 10


@pytest.mark.parametrize("smoothing", [-1, math.nan, math.inf, "1", None, True])
def test_bad_smoothing_is_named(smoothing):
    with pytest.raises((ValueError, TypeError), match="smoothing must be a .*number.*, not"):
        NaiveBayes(smoothing).fit(["good"], ["POS"])


@pytest.mark.parametrize(
    ("texts", "labels", "message"),
    [
        ([], [], "texts must hold at least 1 text"),
        (["good"], [], "texts and labels must be of equal length, not 1 and 0"),
        (["good", "bad"], ["POS"], "texts and labels must be of equal length, not 2 and 1"),
    ],
)
def test_bad_training_data_are_named(texts, labels, message):
    with pytest.raises(ValueError, match=message):
        NaiveBayes().fit(texts, labels)


@pytest.mark.parametrize("model", [NaiveBayes(), LexiconClassifier()])
def test_one_string_is_no_sequence_of_texts(model):
    with pytest.raises(TypeError, match="texts must be a list of texts, not '"):
        model.fit(["good", "bad"], ["POS", "NEG"]).predict("good")


# --- the lexicon classifier


@pytest.fixture(scope="module")
def valences():
    """Word -> mean rating, from the lexicon's lines; repeated words left out."""
    fields = [line.split("\t") for line in lexicon_lines()]
    times = Counter(field[0].lower() for field in fields)
    means = {}
    for word, _, _, raters in fields:
        if times[word.lower()] == 1:
            numbers = [int(r) for r in raters.strip("[]").split(",")]
            means[word.lower()] = sum(numbers) / len(numbers)
    return means


@pytest.mark.parametrize(("strong_weight", "threshold"), [(1, 0), (5, 0), (2.5, 1), (0, -3)])
def test_lexicon_classifier_counts_words(valences, real, strong_weight, threshold):
    repeated = {line.split("\t")[0].lower() for line in lexicon_lines()} - set(valences)
    texts = [text for text in real[1]["text"] if repeated.isdisjoint(tokenize(text))]
    assert len(texts) > 150
    model = LexiconClassifier(strong_weight, threshold).fit()
    expected = []
    for text in texts:
        weak_pos = weak_neg = strong_pos = strong_neg = 0
        for word in tokenize(text):
            mean = valences.get(word, 0)
            weak_pos += 0 < mean < 2
            strong_pos += mean >= 2
            weak_neg += -2 < mean < 0
            strong_neg += mean <= -2
        expected.append(weak_pos - weak_neg + strong_weight * (strong_pos - strong_neg))
    assert model.decision_function(texts).tolist() == expected
    said = ["POS" if score >= threshold else "NEG" for score in expected]
    assert model.predict(texts).tolist() == said
    assert len(set(said)) == 2


def test_no_text_no_score():
    model = LexiconClassifier().fit(["whatever"], ["NEG"])
    assert model.decision_function([]).shape == (0,)
    assert model.predict([""]).tolist() == ["POS"]
    assert model.classes_.tolist() == ["POS", "NEG"]


@pytest.mark.parametrize("value", [math.nan, math.inf, "5", None, True])
@pytest.mark.parametrize("name", ["strong_weight", "threshold"])
def test_bad_parameter_is_named(name, value):
    with pytest.raises((ValueError, TypeError), match=f"{name} must be a .*number, not"):
        LexiconClassifier(**{name: value}).fit()


# --- scikit-learn's conventions


@pytest.mark.parametrize(
    "model", [NaiveBayes(smoothing=0.25), LexiconClassifier(strong_weight=3, threshold=1)]
)
def test_scikit_learn_can_handle_the_classifiers(model):
    copy = clone(model)
    assert copy is not model and copy.get_params() == model.get_params()
    with pytest.raises(ValueError, match="fitted|fit"):
        copy.predict(["good"])
    texts, labels = ["good", "awful"], ["POS", "NEG"]
    assert copy.fit(texts, labels) is copy
    assert copy.score(texts, labels) == 1
    name = next(iter(model.get_params()))
    assert copy.set_params(**{name: 9}).get_params()[name] == 9


# --- counts and accuracy by class


PAIRS = st.lists(st.tuples(CLASSES, CLASSES), min_size=1, max_size=30)


@pytest.mark.filterwarnings("ignore:A single label")  # scikit-learn's, of one-class examples
@given(PAIRS)
def test_class_counts_are_those_of_the_confusion_matrix(pairs):
    predicted, labels = zip(*pairs, strict=True)
    table = class_counts(predicted, labels)
    matrix = confusion_matrix(labels, predicted, labels=table.index)
    assert table["actual"].tolist() == matrix.sum(axis=1).tolist()
    assert table["predicted"].tolist() == matrix.sum(axis=0).tolist()
    assert table["correct"].tolist() == matrix.diagonal().tolist()


@given(PAIRS)
def test_per_class_accuracy_is_recall(pairs):
    predicted, labels = zip(*pairs, strict=True)
    classes = sorted(set(labels))
    recalls = recall_score(labels, predicted, labels=classes, average=None)
    shares = per_class_accuracy(predicted, labels)
    assert shares == pytest.approx(dict(zip(classes, recalls, strict=True)))
    assert all(type(share) is float for share in shares.values())


@pytest.mark.parametrize("count", [class_counts, per_class_accuracy])
@pytest.mark.parametrize(("predicted", "labels"), [([], []), (["POS"], []), (["POS"], [["POS"]])])
def test_unpaired_predictions_are_named(count, predicted, labels):
    with pytest.raises(ValueError, match="predicted and labels must be two sequences"):
        count(predicted, labels)


@pytest.mark.parametrize(
    "labels", [["POS", None], ["POS", float("nan")], ["POS", 1], [1.0, np.nan]]
)
def test_labels_that_have_no_order_are_refused(labels):
    with pytest.raises(TypeError, match="labels must all be words or all numbers, not"):
        NaiveBayes().fit(["good", "bad"], labels)
