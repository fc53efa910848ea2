"""450 reports as students write them, by writers who have not seen how tick 4 reads them."""

import tomllib

from labkit.checks.questions import load_module
from tests.ticks import ROOT

JUDGE = load_module(ROOT / "notebooks/ticks/.course/tick4-sign-test/checks.py").judge_report
PARAGRAPHS = tomllib.loads(ROOT.joinpath("tests/notebooks/paragraphs.toml").read_text("utf8"))


def test_no_right_report_is_refused_and_few_are_asked_about():
    judged = {each["text"]: JUDGE(each["text"]) for each in PARAGRAPHS["right"]}
    refused = [text for text, hint in judged.items() if hint and not hint.doubt]
    asked = [text for text, hint in judged.items() if hint]
    print(f"{len(asked)} of {len(judged)} right ones are asked about")
    assert len(judged) == 300 and refused == [] and len(asked) < 0.25 * 300


def test_most_wrong_reports_are_objected_to_or_asked_about():
    missed = [each["why"] for each in PARAGRAPHS["wrong"] if JUDGE(each["text"]) is None]
    print("\n".join(missed))
    assert len(PARAGRAPHS["wrong"]) == 150 and len(missed) <= 0.15 * 150
