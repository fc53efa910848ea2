"""``results.json``, by the rules of Gradescope's specification of an autograder's output.

https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from labkit.grading.results.exports.gradescope import gradescope, results
from labkit.grading.results.late import Lateness
from labkit.grading.results.marks import Manual
from labkit.grading.results.rulings import Kind, Ruling
from tests.grading.results.exports.marks_of import NAME, row

FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
OF_ALL = {
    "score": float, "execution_time": float, "output": str, "output_format": FORMATS,
    "test_output_format": FORMATS, "test_name_format": FORMATS, "visibility": VISIBILITIES,
    "stdout_visibility": VISIBILITIES, "extra_data": dict, "tests": list, "leaderboard": list,
}  # fmt: skip
OF_TEST = {
    "score": float, "max_score": float, "status": {"passed", "failed"}, "name": str,
    "name_format": FORMATS, "number": str, "output": str, "output_format": FORMATS, "tags": list,
    "visibility": VISIBILITIES, "extra_data": dict,
}  # fmt: skip


def assert_fits(found, rules):
    for name, value in found.items():
        rule = rules[name]  # nothing that Gradescope does not know
        if isinstance(rule, set):
            assert value in rule
        else:
            assert isinstance(value, (int, float) if rule is float else rule)


def gradescope_takes(text):
    """What Gradescope enters: the score, or else the sum of the tests."""
    found = json.loads(text)
    assert_fits(found, OF_ALL)
    for test in found["tests"]:
        assert_fits(test, OF_TEST)
    return found.get("score", sum(test["score"] for test in found["tests"]))


def test_each_final_mark_has_a_file(tmp_path):
    export = gradescope([row("ann"), row("bob", None), row("cat", 5)], NAME)
    assert {name: gradescope_takes(text) for name, text in export.files.items()} == {
        f"gradescope-{NAME}/ann/results.json": 4.5,
        f"gradescope-{NAME}/cat/results.json": 5,
    }
    assert export.left_out == {"bob": "a person has still to read essay"}


@pytest.mark.parametrize("student", ["..", "a/../../b", "<b>", ".hidden", "x" * 65])
def test_no_name_of_an_earlier_version_leads_elsewhere(student):
    export = gradescope([row(student), row("ann")], NAME)
    assert list(export.files) == [f"gradescope-{NAME}/ann/results.json"]
    assert list(export.left_out) == [student]


def test_a_penalty_is_taken_off_and_said():
    late = Lateness(timedelta(hours=30), days=2, penalty=0.2)
    found = results(row("ann", late=late))
    assert gradescope_takes(json.dumps(found)) == 3.5
    assert sum(test["score"] for test in found["tests"]) == 4.5
    assert "4.5 points, and 1 less for 2 days" in found["output"]


def test_hints_comments_and_rulings_are_shown_as_text():
    ruling = Ruling(NAME, "essay", Kind.WAIVE, why="<b>a misprint</b>")
    mine = replace(row("ann"), by_hand=Manual({}, {"essay": "Well put."}), ruled={"essay": ruling})
    double, triple, essay = results(mine)["tests"]
    assert (double["status"], double["output"]) == ("passed", "")
    assert (triple["status"], triple["output"]) == ("failed", "This is the square.")
    assert essay["output"].startswith("Well put. Everybody got") and "<b>" in essay["output"]
    assert essay["output_format"] == "text"


def test_no_hint_beside_full_points_that_a_person_gave():
    whole = replace(row("ann"), earned={"double": 2.0, "triple": 1.0, "essay": 2.0})
    assert whole.record.mark("triple").hint
    assert [(t["status"], t["output"]) for t in results(whole)["tests"]] == [("passed", "")] * 3


def test_unknown_lateness_is_told():
    export = gradescope([row("ann", late=Lateness(unknown=True))], NAME)
    assert export.undated == ["ann"]
    assert b"is not known" in export.files[f"gradescope-{NAME}/ann/results.json"]
