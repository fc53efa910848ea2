"""The demonstration of the report check: what it marks in a paragraph."""

import re

import pytest

from labkit import LexiconClassifier, NaiveBayes, course_split, demos, sign_test
from labkit.demos._report_check import EXAMPLES, course_comparisons
from labkit.report import SINS

TESTED = {("A", "B"): sign_test(60, 30, 10), ("B", "C"): sign_test(12, 10, 78)}


def marked(demo):
    return re.findall("<mark>(.*?)</mark>", demo.picture.value)


def test_phrases_are_marked_and_explained():
    demo = demos.report_check(TESTED, text="A is better than B. B is better\n than C, by 0.123.")
    assert "<b>2 objections</b>" in demo.readout.value
    assert SINS["insignificant"] in demo.readout.value and SINS["digits"] in demo.readout.value
    (mark,) = marked(demo)
    assert re.sub("<sup>.*?</sup>", "", mark) == "B is better than C, by 0.123"
    assert "for B and C p = 0.92, above 0.05" in demo.picture.value


def test_alpha_decides_what_may_be_claimed():
    demo = demos.report_check(TESTED, text="A is better than B.")
    assert "No objection" in demo.readout.value and not marked(demo)
    p = TESTED["A", "B"].pvalue
    assert 0.001 < p < 0.05
    assert f"<td>{p:.3g}</td><td>significant</td>" in demo.picture.value
    demo.controls["alpha"].value = 0.001
    assert "1 objection<" in demo.readout.value and marked(demo) == [
        "A is better than B<sup>1</sup>"
    ]
    assert f"<td>{p:.3g}</td><td>inconclusive</td>" in demo.picture.value


def test_what_is_typed_is_shown_as_text():
    demo = demos.report_check(TESTED)
    demo.controls["text"].value = "A is <b>better</b> than C & B."
    assert "&lt;b&gt;better&lt;/b&gt; than C &amp; B" in demo.picture.value


def test_the_examples_are_sinful_and_honest():
    demo = demos.report_check()
    sins = {finding.sin for finding in demos.report_check_numbers()["findings"]}
    assert sins == {"significant-untested", "insignificant", "digits", "equality"}
    demo.controls["honest"].click()
    assert demo.settings["text"] == EXAMPLES["Honest"] and "No objection" in demo.readout.value
    demo.controls["sins"].click()
    assert "4 objections" in demo.readout.value


def test_the_courses_classifiers_are_compared_on_reviews_they_have_not_seen():
    split = course_split()
    test, train = split.pool.iloc[:1000], split.train
    assert not set(test["text"]) & set(train["text"])
    right = [
        (model.fit(train["text"], train["label"]).predict(test["text"]) == test["label"]).to_numpy()
        for model in (NaiveBayes(), LexiconClassifier())
    ]
    expected = sign_test(
        int((right[0] & ~right[1]).sum()),
        int((right[1] & ~right[0]).sum()),
        int((right[0] == right[1]).sum()),
    )
    assert course_comparisons()["Naive Bayes", "lexicon"] == expected


def test_bad_comparisons_are_named():
    with pytest.raises(TypeError, match="comparisons must be a dictionary"):
        demos.report_check_numbers("A", comparisons=[1])
