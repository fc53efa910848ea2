"""450 reports as students write them, by writers who have not seen how tick 4 reads them."""

import tomllib

import pytest

from labkit.checks.questions import load_module
from tests.ticks import ROOT

JUDGE = load_module(ROOT / "notebooks/ticks/.course/tick4-sign-test/checks.py").judge_report
PARAGRAPHS = tomllib.loads(ROOT.joinpath("tests/notebooks/paragraphs.toml").read_text("utf8"))


@pytest.mark.xfail(
    reason="41 are: lists, pronouns and several pairs in a sentence are misread", strict=True
)
def test_no_right_report_is_refused():
    judged = {each["text"]: JUDGE(each["text"]) for each in PARAGRAPHS["right"]}
    refused = [text for text, hint in judged.items() if hint and not hint.doubt]
    assert len(judged) == 300 and refused == []


def test_most_wrong_reports_are_objected_to_or_asked_about():
    missed = [each["why"] for each in PARAGRAPHS["wrong"] if JUDGE(each["text"]) is None]
    assert len(PARAGRAPHS["wrong"]) == 150 and len(missed) < 0.3 * 150
