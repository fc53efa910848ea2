"""The classifiers against scikit-learn and plain counting."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import confusion_matrix, recall_score
from sklearn.naive_bayes import MultinomialNB

from labkit import LexiconClassifier, NaiveBayes, course_split, load_lexicon, tokenize
from labkit.classifiers import class_counts, per_class_accuracy

CLASSES = st.sampled_from(["POS", "NEG"])
PAIRS = st.lists(st.tuples(CLASSES, CLASSES), min_size=1, max_size=30)
NAN, INF = math.nan, math.inf


@pytest.fixture(scope="module")
def real():
    """Training and test reviews; the classes of the training set are not even."""
    split = course_split(7, train=800, test=200)
    train = split.train[(split.train["label"] == "POS") | (split.train.index % 3 > 0)]
    vectorizer = CountVectorizer(analyzer=tokenize).fit(train["text"])
    return train, split.test, vectorizer, vectorizer.transform(train["text"])


@pytest.mark.parametrize("smoothing", [1e-9, 3])
def test_naive_bayes_agrees_with_scikit_learn(real, smoothing):
    train, test, vectorizer, counts = real
    peer = MultinomialNB(alpha=smoothing).fit(counts, train["label"])
    mine = NaiveBayes(smoothing).fit(train["text"], train["label"])
    vectors, ours = vectorizer.transform(test["text"]), mine.joint_log_likelihood(test["text"])
    theirs = peer.predict_joint_log_proba(vectors)[:, ::-1]  # in the alphabet, NEG is first
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9)
    assert (mine.predict(test["text"]) == peer.predict(vectors)).all()


def test_without_smoothing_an_unseen_word_rules_a_class_out_and_equal_classes_go_to_pos():
    texts, labels = ["good fun", "fun fun", "dull fun", "dull plot"], ["POS", "POS", "NEG", "NEG"]
    model = NaiveBayes(smoothing=0).fit(texts, labels)
    assert model.feature_log_prob_["good"] == (math.log(1 / 4), -INF)
    assert model.feature_log_prob_["dull"] == (-INF, math.log(2 / 4))
    half = pytest.approx(math.log(1 / 2))
    expected = {
        "good": [pytest.approx(math.log(1 / 8)), -INF],
        "dull": [-INF, pytest.approx(math.log(1 / 4))],
        "good dull": [-INF, -INF],
        "zither": [half, half],  # passed over
        "": [half, half],
    }
    assert model.joint_log_likelihood(expected).tolist() == [*expected.values()]
    assert model.predict(expected).tolist() == ["POS", "NEG", "POS", "POS", "POS"]


@pytest.mark.parametrize("strong_weight, threshold", [(1, 0), (5, 0), (2.5, 1), (0, -3)])
def test_lexicon_classifier_counts_words(real, strong_weight, threshold):
    model = LexiconClassifier(strong_weight, threshold).fit()
    valences = dict(load_lexicon()[["word", "valence"]].to_numpy())
    expected = []
    for text in real[1]["text"]:
        means = [valences.get(word, 0) for word in tokenize(text)]
        weak = sum(0 < mean < 2 for mean in means) - sum(-2 < mean < 0 for mean in means)
        strong = sum(mean >= 2 for mean in means) - sum(mean <= -2 for mean in means)
        expected.append(weak + strong_weight * strong)
    assert model.decision_function(real[1]["text"]).tolist() == expected
    classes = ["POS" if score >= threshold else "NEG" for score in expected]
    assert model.predict(real[1]["text"]).tolist() == classes and len(set(classes)) == 2


@pytest.mark.parametrize(
    "model", [NaiveBayes(smoothing=0.25), LexiconClassifier(strong_weight=3, threshold=1)]
)
def test_scikit_learn_can_handle_the_classifiers(model):
    copy = clone(model)
    assert copy is not model and copy.get_params() == model.get_params()
    with pytest.raises(ValueError, match="fitted|fit"):
        copy.predict(["good"])
    assert copy.fit(["good", "awful"], ["POS", "NEG"]) is copy
    assert copy.score(["good", "awful"], ["POS", "NEG"]) == 1
    assert copy.predict([]).shape == (0,) and copy.classes_.tolist() == ["POS", "NEG"]
    name = next(iter(model.get_params()))
    assert copy.set_params(**{name: 9}).get_params()[name] == 9


@pytest.mark.filterwarnings("ignore:A single label")  # scikit-learn's, of one-class examples
@given(PAIRS)
def test_counts_and_accuracies_are_those_of_the_confusion_matrix(pairs):
    predicted, labels = zip(*pairs, strict=True)
    table = class_counts(predicted, labels)
    matrix = confusion_matrix(labels, predicted, labels=table.index)
    assert table["actual"].tolist() == matrix.sum(axis=1).tolist()
    assert table["predicted"].tolist() == matrix.sum(axis=0).tolist()
    assert table["correct"].tolist() == matrix.diagonal().tolist()
    shares, classes = per_class_accuracy(predicted, labels), sorted(set(labels))
    recalls = recall_score(labels, predicted, labels=classes, average=None)
    assert shares == pytest.approx(dict(zip(classes, recalls, strict=True)))
    assert all(type(share) is float for share in shares.values())


def fit(texts=("good", "bad"), labels=("POS", "NEG"), smoothing=1):
    return NaiveBayes(smoothing).fit(texts, labels)


BAD = [
    *((fit, dict(smoothing=bad), "smoothing must be a .*number.*, not")
      for bad in (-1, NAN, INF, "1", None, True)),
    (fit, dict(texts=[], labels=[]), "texts must hold at least 1 text"),
    (fit, dict(labels=["POS"]), "texts and labels must be of equal length, not 2 and 1"),
    *((fit, dict(labels=bad), "labels must all be words or all numbers, not")
      for bad in (["POS", None], ["POS", NAN], ["POS", 1], [1.0, NAN])),
    *((model.fit(["good", "bad"], ["POS", "NEG"]).predict, dict(texts="good"),
       "texts must be a list of texts, not '") for model in (NaiveBayes(), LexiconClassifier())),
    *((LexiconClassifier(**{name: bad}).fit, {}, f"{name} must be a .*number, not")
      for name in ("strong_weight", "threshold") for bad in (NAN, INF, "5", None, True)),
    *((count, dict(predicted=predicted, labels=labels),
       "predicted and labels must be two sequences")
      for count in (class_counts, per_class_accuracy)
      for predicted, labels in (([], []), (["POS"], []), (["POS"], [["POS"]]))),
]  # fmt: skip


@pytest.mark.parametrize("call, options, message", BAD)
def test_bad_input_is_named(call, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(**options)
