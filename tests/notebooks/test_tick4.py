"""What tick 4's check knows of the six systems is what the systems do."""

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from labkit import LexiconClassifier, NaiveBayes, course_split, tokenize
from labkit.checks.questions import load_module
from labkit.report import significance_triangle
from tests.ticks import ROOT

CHECKS = load_module(ROOT / "notebooks/ticks/.course/tick4-sign-test/checks.py")


def tfidf(classifier):
    return make_pipeline(TfidfVectorizer(analyzer=tokenize), classifier)


@pytest.mark.slow
def test_accuracies_and_p_values():
    (train, labels), (test, gold) = (
        (part["text"], part["label"]) for part in (course_split().train, course_split().test)
    )
    systems = {
        "simple lexicon": LexiconClassifier(),
        "magnitude lexicon": LexiconClassifier(strong_weight=5),
        "unsmoothed Bayes": NaiveBayes(smoothing=0),
        "add-one Bayes": NaiveBayes(smoothing=1),
        "logistic regression": tfidf(LogisticRegression(C=10, random_state=0)),
        "linear SVM": tfidf(LinearSVC(random_state=0)),
    }
    right = {name: each.fit(train, labels).predict(test) == gold for name, each in systems.items()}
    found = significance_triangle(right)
    known = {name: accuracy for name, (accuracy, *_) in CHECKS.TRIANGLE.items()}
    assert found.scores.to_dict() == pytest.approx(known)
    pvalues = {(a, b): p for a, b, p in CHECKS.PAIRS}
    assert found.pvalues.stack().dropna().to_dict() == pytest.approx(pvalues, rel=1e-3)
