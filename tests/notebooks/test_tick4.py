"""What tick 4's check knows of the six systems is what the systems do."""

import runpy

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from labkit import LexiconClassifier, NaiveBayes, course_split, tokenize
from labkit.report import significance_triangle
from tests.ticks import ROOT

CHECKS = runpy.run_path(str(ROOT / "notebooks/ticks/.course/tick4-sign-test/checks.py"))


@pytest.fixture(scope="module")
def triangle():
    split = course_split()
    systems = {
        "simple lexicon": LexiconClassifier(),
        "magnitude lexicon": LexiconClassifier(strong_weight=5),
        "unsmoothed Bayes": NaiveBayes(smoothing=0),
        "add-one Bayes": NaiveBayes(smoothing=1),
        "logistic regression": make_pipeline(
            TfidfVectorizer(analyzer=tokenize), LogisticRegression(C=10, random_state=0)
        ),
        "linear SVM": make_pipeline(TfidfVectorizer(analyzer=tokenize), LinearSVC(random_state=0)),
    }
    train, test = split.train, split.test
    return significance_triangle(
        {
            name: system.fit(train["text"], train["label"]).predict(test["text"]) == test["label"]
            for name, system in systems.items()
        }
    )


@pytest.mark.slow
def test_accuracies(triangle):
    known = {name: row[0] for name, row in CHECKS["TRIANGLE"].items()}
    assert triangle.scores.to_dict() == pytest.approx(known)


@pytest.mark.slow
def test_pvalues(triangle):
    found = triangle.pvalues.stack().dropna().to_dict()
    assert found == pytest.approx({(a, b): p for a, b, p in CHECKS["PAIRS"]}, rel=1e-3)
