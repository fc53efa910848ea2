"""The demonstration of the report check: what it objects to, and what a page is told of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from labkit import LexiconClassifier, NaiveBayes, course_split, demos, sign_test
from labkit.demos._report_check import EXAMPLES, LEVELS, NAMED_SINS, course_comparisons
from labkit.report import FOUR_SINS

TESTED = {("A", "B"): sign_test(60, 30, 10), ("B", "C"): sign_test(12, 10, 78)}


def reviewed(text, **settings):
    return demos.report_check(TESTED, text=text, reveal=True, **settings)


def test_the_verdict_waits_until_it_is_asked_for():
    demo = demos.report_check(TESTED, text="B is better than C.")
    assert demo.readout().startswith("What would you object to?")
    demo.settings = {**demo.settings, "reveal": True}
    assert demo.readout() == f"1 objection\n{NAMED_SINS['insignificant']}"


def test_objections_are_counted_and_each_sin_is_named_once():
    demo = reviewed("A is better than B. B is better\n than C, by 0.123. C is better than B.")
    assert demo.readout().splitlines() == [
        "3 objections",
        NAMED_SINS["insignificant"],
        NAMED_SINS["digits"],
    ]


def test_alpha_decides_what_may_be_claimed():
    assert 0.001 < TESTED["A", "B"].pvalue < 0.05
    assert reviewed("A is better than B.").readout() == "No objection"
    assert reviewed("A is better than B.", alpha=0.001).readout().startswith("1 objection\n")
    (row, _) = demos.report_check_numbers("own", "A", 0.001, comparisons=TESTED)["tested"]
    assert row == ("A", "B", TESTED["A", "B"].pvalue, False)


def test_the_prepared_paragraphs_are_the_four_sins_an_honest_report_and_other_faults():
    found = {
        name: [finding.sin for finding in demos.report_check_numbers(name)["findings"]]
        for name in EXAMPLES
    }
    assert tuple(found["Sins"]) == FOUR_SINS and not found["Honest"]
    assert set(found["Other faults"]) == {"equality", "digits", "denied"}
    readout = demos.report_check(reveal=True).readout()
    numbers = [line[:6] for line in readout.splitlines()]
    assert numbers == ["4 obje", "Sin 1:", "Sin 2:", "Sin 3:", "Sin 4:"]


def test_a_page_has_the_reviews_of_the_prepared_paragraphs_and_of_its_own():
    data = demos.report_check(TESTED, text="A is better.\n", alpha=0.02).data
    levels = [0.05, 0.02, 0.01, 0.001]
    assert data["levels"] == levels and set(LEVELS) < set(levels)
    given = [(each["given"], each["alpha"]) for each in data["reviews"]]
    assert given == [(text, a) for text in [*EXAMPLES.values(), "A is better.\n"] for a in levels]
    assert data["tested"][0] == ("A", "B", TESTED["A", "B"].pvalue, True)
    assert set(data["reviews"][0]["findings"][0]) == {"sin", "phrase", "advice"}


def test_python_reads_what_is_typed(monkeypatch):
    demo, sent = demos.report_check(TESTED), []
    monkeypatch.setattr(demo, "send", sent.append)
    demo._msg_callbacks(demo, {"text": "B is  better than C.", "alpha": 0.05}, [])
    (review,) = [message["data"]["own"] for message in sent]
    assert review["given"] == "B is  better than C." and review["text"] == "B is better than C."
    assert [each["phrase"] for each in review["findings"]] == ["B is better than C"]


@pytest.mark.parametrize(
    "claim",
    ["is not significantly better than", "is NOT better than", "does not outperform"],
)
def test_no_difference_may_not_be_claimed_against_the_test(claim):
    text = f"Add-one Bayes {claim} the simple lexicon."
    (finding,) = demos.report_check_numbers("own", text)["findings"]
    assert finding.sin == "denied"
    assert course_comparisons()["add-one Bayes", "simple lexicon"].pvalue < 1e-6
    assert not demos.report_check_numbers("own", text, alpha=1e-7)["findings"]


@pytest.mark.parametrize("number", ["0.8090", "0,8090", ".8090", "80.90 %", "80,90 %"])
def test_too_many_digits_however_they_are_written(number):
    found = demos.report_check_numbers("own", f"Add-one Bayes has an accuracy of {number}.")[
        "findings"
    ]
    assert [finding.sin for finding in found] == ["digits"]


def test_names_are_read_in_any_case_and_thousands_are_no_scores():
    text = "ADD-ONE BAYES outperforms The Simple Lexicon on 1,000 reviews."
    assert not demos.report_check_numbers("own", text)["findings"]


@pytest.mark.parametrize("text", ["", "  \n "])
def test_no_text_is_no_report(text):
    assert reviewed(text).readout() == "No report yet"


def test_too_few_items_are_not_significant():
    result = replace(TESTED["A", "B"], better=None)
    (row,) = demos.report_check_numbers(comparisons={("A", "B"): result})["tested"]
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


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"comparisons": [1]}, TypeError, "comparisons must be a dictionary"),
        ({"alpha": 0}, ValueError, "alpha must be between 0 and 1, and neither of them, not"),
        ({"alpha": 5}, ValueError, "alpha must be between 0 and 1, and neither of them, not"),
        ({"paragraph": "own", "text": 3}, TypeError, "text must be a string, not 3"),
        (
            {"paragraph": "mine"},
            ValueError,
            "paragraph must be one of 'Sins', .*, 'own', not 'mine'",
        ),
    ],
)
def test_bad_settings_are_named(settings, error, message):
    with pytest.raises(error, match=message):
        demos.report_check_numbers(**settings)


def test_an_unknown_setting_is_named():
    with pytest.raises(TypeError, match="report_check has no setting 'beta'"):
        demos.report_check(TESTED, beta=1)
