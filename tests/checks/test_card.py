"""The card under a check: points, what comes next, links at the end; as text and as HTML."""

import html
import re

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.utils import determine_grade

from labkit.checks import Case, Question, equals
from labkit.checks.card import Card, links, notice

POINTS = {"a": 2, "self": 0, "b<i>": 1, "form": 1.5}
CASES = (Case((3,), equals(6)),)
QUESTIONS = {
    name: Question(name, name, points, {}, CASES, provisional=name == "form")
    for name, points in POINTS.items()
}


def card(name, earned, passed=True, asked=QUESTIONS, **more):
    return Card(asked[name], passed, asked, dict.fromkeys(earned, True), **more)


def words(page):
    """Return the words of a page, without its tags."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


SELF = {"self": QUESTIONS["self"]}
DETAILS = (("Look at", "f(['<b>', 1])"), ("Your function gave", "None"))


@pytest.mark.parametrize(
    ("shown", "lines"),
    [
        (card("a", ["a"]), "a / 2 of 2 points · 2 of 4.5 so far / next: self"),
        (card("self", "a"), "self / no points: for yourself · 2 of 4.5 so far / next: b<i>"),
        (card("self", ["self"], asked=SELF), "self / no points: for yourself / that was all"),
        (card("b<i>", ["b<i>"]), "b<i> / 1 of 1 point · 1 of 4.5 so far / next: form"),
        (
            card("b<i>", [], False),
            "b<i> / 0 of 1 point · 0 of 4.5 so far / still open: this question",
        ),
        (
            card("form", ["b<i>", "form"], links=[("next tick (t2)", "../t2/t2.ipynb")]),
            "form / its form is right; 1.5 points when it is graded · 1 of 4.5 so far"
            " / the end of this tick: 1 of 4.5 points; open: a, self"
            " / next tick (t2): ../t2/t2.ipynb",
        ),
        (
            card("a", QUESTIONS),
            "a / 2 of 2 points · 3 of 4.5 so far / the end of this tick: 3 of 4.5 points",
        ),
        (
            card("a", [], False, hint="Count < and &.", details=DETAILS),
            "a: Count < and &. / Look at: f(['<b>', 1]) / Your function gave: None"
            " / 0 of 2 points · 0 of 4.5 so far / still open: this question",
        ),
    ],
)
def test_it_says_the_same_as_text_and_as_a_page(shown, lines):
    lines = lines.split(" / ")
    text, page = shown.text(), shown.html()
    assert text.splitlines() == [lines[0], *(f"  {line}" for line in lines[1:])]
    for line in (shown.question.name, shown.hint, *lines[1:3]):
        assert line in words(page)
    verdict = "right" if shown.passed else "not yet right"  # in words, and not in colours alone
    assert f"{shown.question.name} {verdict} " in words(page)
    # All of it is read out, and nothing in it is taken for a tag.
    label = html.escape(f"{shown.question.name}: {verdict}")
    assert page.startswith(f'<div role="status" aria-label="{label}"') and page.count("role=") == 1
    assert page.endswith("</div>") and page.count("<div") == page.count("</div>")
    assert not re.search("<[bi]>", page)
    assert all(f'<a href="{where}"' in page for _, where in shown.links)
    assert f"width:{100 * shown.total[0] / (shown.total[1] or 1):.0f}%" in page
    assert all("--jp-" in part for part in re.findall(r"var\(([^)]*,)", page))


def test_what_could_not_be_checked_is_read_out_too():
    page = notice("this tick has no question '<i>'")
    assert page.startswith('<div role="status" aria-label="check: not checked"')
    assert "<i>" not in page and "this tick has no question '<i>'" in words(page)


def test_its_links_lead_to_files(tmp_path):
    ticks = tmp_path / "ticks"
    lectures = {"tick1-a": "LECTURE = 'other'", "tick2-yeh": "", "tick3-c": "LECTURE = 'missing'"}
    for name, text in lectures.items():
        (ticks / name).mkdir(parents=True)
        (ticks / name / "checks.py").write_text(text)
    (tmp_path / "lectures").mkdir()
    for name in ("yeh", "other"):
        (tmp_path / "lectures" / f"{name}.ipynb").touch()
    assert links(ticks / "tick1-a") == (
        ("next tick (tick2-yeh)", "../tick2-yeh/tick2-yeh.ipynb"),
        ("lecture (other)", "../../lectures/other.ipynb"),
    )
    assert links(ticks / "tick2-yeh")[1:] == (("lecture (yeh)", "../../lectures/yeh.ipynb"),)
    assert links(ticks / "tick3-c") == ()


CHECKS = """
from labkit.checks import Case, Question, equals
QUESTIONS = [Question(name, name, 2, {"other": "No."}, (Case((3,), equals(6)),)) for name in "abc"]
"""


def test_in_a_notebook_it_is_shown_with_each_check(tmp_path):
    (tmp_path / "checks.py").write_text(CHECKS)
    cells = [
        "from labkit import check\nright = lambda n: 2 * n",
        "check('a', right)",
        "check('b', lambda n: n)",
        "check('c', right)",
        "check('d', right)",
    ]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    (first,), (wrong, second), (last,), (unknown, why) = (c.outputs for c in notebook.cells[1:])
    assert first.data["text/plain"] == "✓ a\n  2 of 2 points · 2 of 6 so far\n  next: b"
    assert (wrong.name, second.output_type) == ("stderr", "display_data")
    # The hint is where it is read out, and once.
    assert wrong.text == "✗ b: not yet right\n"
    assert second.data["text/plain"].startswith("✗ b: No.\n  Look at: b(3)\n")
    assert "No.</div>" in second.data["text/html"]
    assert (unknown.name, unknown.text) == ("stderr", "✗ check: nothing was checked\n")
    for form in ("text/plain", "text/html"):
        assert "this tick has no question" in why.data[form]
    assert "4 of 6 points; open: b" in last.data["text/plain"]
    assert all("<div" in shown.data["text/html"] for shown in (first, second, last))
    for cell, points in zip(notebook.cells[1:], (2, 0, 2, 0), strict=True):
        marks = {"grade": True, "solution": False, "points": 2, "grade_id": "a", "locked": True}
        cell.metadata["nbgrader"] = marks | {"schema_version": 3, "task": False}
        assert determine_grade(cell) == (points, 2)
