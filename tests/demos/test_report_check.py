"""The demonstration of the report check: what it objects to, and what a page is told of it."""

from labkit import LexiconClassifier, NaiveBayes, course_split, demos, sign_test
from labkit.demos._report_check import (
    EXAMPLES,
    LEVELS,
    NAMED_SINS,
    course_comparisons,
    report_check_numbers,
    review,
)
from labkit.report import FOUR_SINS

TRUE = "Add-one Bayes is better than the simple lexicon."
UNSUPPORTED = "The magnitude lexicon is better than the simple lexicon."


def reviewed(text):
    return demos.report_check(paragraph="own", text=text, reveal=True)


def sins(text):
    """The sins in one's own text, by their names in the report."""
    named = {title: sin for sin, title in NAMED_SINS.items()}
    return [named[each["sin"]] for each in report_check_numbers("own", text)["findings"]]


def test_the_verdict_waits_until_it_is_asked_for():
    demo = demos.report_check(paragraph="own", text=UNSUPPORTED)
    assert demo.readout().startswith("What would you object to?")
    demo.settings = {**demo.settings, "reveal": True}
    assert demo.readout() == f"1 objection\n{NAMED_SINS['insignificant']}"
    assert reviewed("  \n ").readout() == "No report yet"


def test_objections_are_counted_and_each_sin_is_named_once():
    lines = reviewed(f"{TRUE} {UNSUPPORTED[:-1]}, by 0.123. {UNSUPPORTED}").readout().splitlines()
    assert lines == ["3 objections", NAMED_SINS["insignificant"], NAMED_SINS["digits"]]


def test_alpha_decides_what_may_be_claimed():
    assert 1e-4 < course_comparisons()["add-one Bayes", "magnitude lexicon"].pvalue < 1e-3
    text = "Add-one Bayes is better than the magnitude lexicon."
    assert reviewed(text).readout() == "No objection"
    assert len(review(text, 1e-4)["findings"]) == 1


def test_the_prepared_paragraphs_are_the_four_sins_an_honest_report_and_other_faults():
    found = {name: sins(text) for name, text in EXAMPLES.items()}
    assert tuple(found["Sins"]) == FOUR_SINS and not found["Honest"]
    assert set(found["Other faults"]) == {"equality", "digits", "denied"}
    for name, text in EXAMPLES.items():
        assert report_check_numbers(name) == report_check_numbers("own", text)
    starts = [line[:6] for line in demos.report_check(reveal=True).readout().splitlines()]
    assert starts == ["4 obje", "Sin 1:", "Sin 2:", "Sin 3:", "Sin 4:"]


def test_a_page_has_the_reviews_of_the_prepared_paragraphs_and_of_ones_own():
    data = demos.report_check(text="A is better.\n").data
    assert data["levels"] == LEVELS
    given = [(each["given"], each["alpha"]) for each in data["reviews"]]
    assert given == [(text, a) for text in [*EXAMPLES.values(), "A is better.\n"] for a in LEVELS]
    assert data["tested"] == [(*names, each.pvalue) for names, each in course_comparisons().items()]
    assert set(data["reviews"][0]["findings"][0]) == {"sin", "phrase", "advice"}


def test_python_reads_what_is_typed(monkeypatch):
    demo, sent = demos.report_check(), []
    monkeypatch.setattr(demo, "send", sent.append)
    typed = UNSUPPORTED.replace(" is ", " is  ")
    demo._msg_callbacks(demo, {"text": typed, "alpha": 0.05}, [])
    (answer,) = [message["data"]["own"] for message in sent]
    assert (answer["given"], answer["text"], answer["alpha"]) == (typed, UNSUPPORTED, 0.05)
    (phrase,) = [each["phrase"] for each in answer["findings"]]
    assert phrase in UNSUPPORTED


def test_the_systems_are_those_of_the_lecture_and_the_ticks():
    split = course_split()
    test, train = split.pool.iloc[:1000], split.train
    assert not set(test["text"]) & (set(train["text"]) | set(split.test["text"]))
    lexicon, bayes = (
        (model.fit(train["text"], train["label"]).predict(test["text"]) == test["label"]).to_numpy()
        for model in (LexiconClassifier(strong_weight=5), NaiveBayes(1))
    )
    events = bayes & ~lexicon, lexicon & ~bayes, lexicon == bayes
    expected = sign_test(*(int(each.sum()) for each in events))
    assert course_comparisons()["add-one Bayes", "magnitude lexicon"] == expected
