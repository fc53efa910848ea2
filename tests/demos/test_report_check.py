"""The demonstration of the report check: what it marks in a paragraph."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from labkit import LexiconClassifier, NaiveBayes, course_split, demos, sign_test
from labkit.demos._report_check import EXAMPLES, course_comparisons
from labkit.report import FOUR_SINS, SINS

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


def test_the_examples_are_the_four_sins_an_honest_report_and_other_faults():
    demo = demos.report_check()
    found = {
        name: [finding.sin for finding in demos.report_check_numbers(text)["findings"]]
        for name, text in EXAMPLES.items()
    }
    assert tuple(found["Sins"]) == FOUR_SINS and not found["Honest"]
    assert set(found["Other faults"]) == {"equality", "digits", "denied"}
    demo.controls["honest"].click()
    assert demo.settings["text"] == EXAMPLES["Honest"] and "No objection" in demo.readout.value
    demo.controls["other"].click()
    assert "3 objections" in demo.readout.value and "Sin " not in demo.readout.value
    demo.controls["sins"].click()
    assert "4 objections" in demo.readout.value


def test_the_four_sins_are_numbered_alike_in_readout_picture_and_caption():
    demo = demos.report_check()
    for number, sin in enumerate(FOUR_SINS, 1):
        titled = html.escape(f"Sin {number}: {SINS[sin]}", quote=False)
        assert titled in html.unescape(demo.readout.value)
        assert f"<b>{titled}:</b>" in html.unescape(demo.picture.value)
        assert f"{number} " in demo.caption.value
    assert demo.caption.value.startswith("<p>Four sins: 1 ")


@pytest.mark.parametrize(
    "claim",
    ["is not significantly better than", "is NOT better than", "does not outperform"],
)
def test_no_difference_may_not_be_claimed_against_the_test(claim):
    text = f"Add-one Bayes {claim} the simple lexicon."
    (finding,) = demos.report_check_numbers(text)["findings"]
    assert finding.sin == "denied"
    assert course_comparisons()["add-one Bayes", "simple lexicon"].pvalue < 1e-6
    assert not demos.report_check_numbers(text, alpha=1e-7)["findings"]


@pytest.mark.parametrize("number", ["0.8090", "0,8090", ".8090", "80.90 %", "80,90 %"])
def test_too_many_digits_however_they_are_written(number):
    found = demos.report_check_numbers(f"Add-one Bayes has an accuracy of {number}.")["findings"]
    assert [finding.sin for finding in found] == ["digits"]


def test_names_are_read_in_any_case_and_thousands_are_no_scores():
    text = "ADD-ONE BAYES outperforms The Simple Lexicon on 1,000 reviews."
    assert not demos.report_check_numbers(text)["findings"]


@pytest.mark.parametrize("text", ["", "  \n "])
def test_no_text_is_no_report(text):
    demo = demos.report_check(TESTED, text=text)
    assert "No report yet" in demo.readout.value and "<ol>" not in demo.picture.value


def test_p_is_never_printed_as_0():
    demo = demos.report_check({("A", "B"): 0.0}, text="A is better.")
    assert "<td>&lt; 1e-300</td><td>significant</td>" in demo.picture.value


def test_too_few_items_are_not_significant():
    result = replace(TESTED["A", "B"], better=None)
    (row,) = demos.report_check_numbers("", comparisons={("A", "B"): result})["tested"]
    assert row == ("A", "B", result.pvalue, False)


def test_the_systems_are_those_of_the_lecture_and_the_ticks():
    split = course_split()
    test, train = split.pool.iloc[:1000], split.train
    assert not set(test["text"]) & (set(train["text"]) | set(split.test["text"]))
    models = {
        "magnitude lexicon": LexiconClassifier(strong_weight=5),
        "add-one Bayes": NaiveBayes(1),
    }
    right = [
        (model.fit(train["text"], train["label"]).predict(test["text"]) == test["label"]).to_numpy()
        for model in models.values()
    ]
    expected = sign_test(
        int((right[1] & ~right[0]).sum()),
        int((right[0] & ~right[1]).sum()),
        int((right[0] == right[1]).sum()),
    )
    assert course_comparisons()["add-one Bayes", "magnitude lexicon"] == expected
    lecture = Path("notebooks/lectures/significance-testing.ipynb").read_text(encoding="utf8")
    for name, made in (("simple lexicon", "LexiconClassifier()"), ("add-one Bayes", "NaiveBayes(1)"),
                       ("magnitude lexicon", "LexiconClassifier(strong_weight=5)")):  # fmt: skip
        assert f'\\"{name}\\": {made}' in lecture


def test_bad_comparisons_are_named():
    with pytest.raises(TypeError, match="comparisons must be a dictionary"):
        demos.report_check_numbers("A", comparisons=[1])


@pytest.mark.parametrize("alpha", [0, 1, -0.05, 5])
def test_bad_levels_are_named(alpha):
    with pytest.raises(ValueError, match="alpha must be between 0 and 1, and neither of them, not"):
        demos.report_check_numbers("A", alpha, TESTED)


def test_bad_text_is_named():
    with pytest.raises(TypeError, match="text must be a string, not "):
        demos.report_check_numbers(3, comparisons=TESTED)
