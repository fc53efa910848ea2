"""The card under a check: points, what comes next, links at the end; as text and as HTML."""

import html
import re

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks import Case, Question, equals
from labkit.checks.card import VERDICTS, Card, links, notice, score
from labkit.checks.plan import FILE
from tests.checks.tricks import course

POINTS = {"a": 2, "self": 0, "b<i>": 1, "form": 1.5}
CASES = (Case((3,), equals(6)),)
QUESTIONS = {
    name: Question(name, name, points, {}, CASES, provisional=name == "form")
    for name, points in POINTS.items()
}


def card(name, earned, verdict="right", asked=QUESTIONS, **more):
    points = {name: 0 if name == "form" else asked[name].points for name in earned}
    return Card(asked[name], verdict, asked, points, **more)


def words(page):
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


SELF, OPEN = "self / no points, just for practice", "0 of 4.5 so far / still open: this question"
END = "the end of this tick: {} of 4.5 points"
FORM = "only its form is checked here; graded, it earns 1.5 points if it is right"
MORE = "1.5 more if form is right"
NEXT = ("next tick (t2)", "../t2/t2.ipynb")
WRONG = {"hint": "Count < and &.", "details": (("call", "f(['<b>', 1])"), ("yours", "None"))}


@pytest.mark.parametrize(
    ("shown", "lines"),
    [
        (card("a", "a"), "a / 2 of 2 points · 2 of 4.5 so far / next: self"),
        (card("self", ["self"], asked={"self": QUESTIONS["self"]}), f"{SELF} / all done here"),
        (card("self", ["a", "self"]), f"{SELF} · 2 of 4.5 so far / next: b<i>"),
        (card("b<i>", ["b<i>"]), "b<i> / 1 of 1 point · 1 of 4.5 so far / next: form"),
        (card("b<i>", [], "not begun"), f"b<i> / 0 of 1 point · {OPEN}"),
        (card("form", ["b<i>", "form"], "noted", links=[NEXT], left=("Save it.",)),
         f"form / {FORM} · 1 of 4.5 so far / {END.format(1)}; {MORE}; open: a, self / Save it. / {': '.join(NEXT)}"),
        (card("a", QUESTIONS), f"a / 2 of 2 points · 3 of 4.5 so far / {END.format(3)}; {MORE}"),
        (card("a", ["a"], starred=["form", "b<i>"]),
         "a / 2 of 2 points · 2 of 2 so far, and 0 of 2.5 for the ★ / next: self"),
        (card("self", ["self", "form"], starred=["form", "b<i>"]),
         "self / no points, just for practice · 0 of 2 so far, and 0 of 2.5 for the ★ / "
         f"the end of this tick: 0 of 2 points, and 0 of 2.5 for the ★; {MORE}; open: a; "
         "for those who want more: b<i>"),
        (card("a", [], "not yet right", **WRONG),
         f"a: Count < and &. / call: f(['<b>', 1]) / yours: None / 0 of 2 points · {OPEN}"),
    ],
)  # fmt: skip
def test_it_says_the_same_as_text_and_as_a_page(shown, lines):
    lines, page = lines.split(" / "), shown.html()
    colour, sign = VERDICTS[shown.verdict]
    assert shown.text().splitlines() == [f"{sign} {lines[0]}", *(f"  {line}" for line in lines[1:])]
    for line in (shown.question.name, shown.hint, *lines[1:3], *shown.left):
        assert line in words(page)
    # In words, and not in colours alone.
    assert f"{sign} {shown.question.name} {shown.verdict} " in words(page) and colour in page
    # All of it is read out, and nothing in it is taken for a tag.
    label = html.escape(f"{shown.question.name}: {shown.verdict}")
    assert page.startswith(f'<div role="status" aria-label="{label}"') and page.count("role=") == 1
    assert page.endswith("</div>") and page.count("<div") == page.count("</div>")
    assert not re.search("<[bi]>", page)
    assert all(f'<a href="{where}"' in page for _, where in shown.links)
    # A bar with nothing in it says nothing.
    widths = [f"{100 * n / m:.0f}" for n, m in [shown.total] if n]
    assert re.findall(r"width:(\d+)%", page) == widths
    assert all("--jp-" in part for part in re.findall(r"var\(([^)]*,)", page))


def test_points_are_written_in_words():
    out_of = {"a": 1, "b": 2, "c": 0.5}
    assert score({"b": 2, "gone": 9}, out_of, [], "points") == "2 of 3.5 points"
    assert (
        score({"c": 0.5}, out_of, ["b", "c"], "points") == "0 of 1 point, and 0.5 of 2.5 for the ★"
    )
    assert score({}, out_of, ["zzz"]) == "0 of 3.5"


def test_what_could_not_be_checked_is_read_out_too():
    page = notice("this tick has no question '<i>'")
    assert page.startswith('<div role="status" aria-label="check: not checked"')
    assert "<i>" not in page and "this tick has no question '<i>'" in words(page)


def test_its_links_lead_to_files(tmp_path):
    ticks = tmp_path / "ticks"
    for name in ("tick1-a", "tick2-yeh", "tick3-out", "tick10-c"):
        (ticks / name).mkdir(parents=True)
    plan = tmp_path / FILE
    plan.write_text(
        "[tick1-a]\nlecture = 'other'\n[tick2-yeh]\nlecture = 'yeh'\n"
        "[tick9-gone]\n[tick10-c]\nlecture = 'none'"
    )
    (tmp_path / "lectures").mkdir()
    for name in ("yeh", "other", "c"):
        (tmp_path / "lectures" / f"{name}.ipynb").touch()
    assert links(ticks / "tick1-a") == (
        ("next tick (tick2-yeh)", "../tick2-yeh/tick2-yeh.ipynb"),
        ("lecture (other)", "../../lectures/other.ipynb"),
    )
    assert links(ticks / "tick2-yeh") == (
        ("next tick (tick10-c)", "../tick10-c/tick10-c.ipynb"),
        ("lecture (yeh)", "../../lectures/yeh.ipynb"),
    )
    assert links(ticks / "tick10-c") == ()
    assert links(tmp_path) == (("first tick (tick1-a)", "ticks/tick1-a/tick1-a.ipynb"),)
    plan.write_text("[tick10-c]\n[tick1-a]\n")
    next_one = (("next tick (tick1-a)", "../tick1-a/tick1-a.ipynb"),)
    asked = ("tick10-c", "tick1-a", "tick3-out")
    assert [links(ticks / name) for name in asked] == [next_one, (), ()]
    plan.write_text("a student has typed into it")
    assert links(ticks / "tick10-c") == links(tmp_path) == ()


CHECKS = """
from labkit.checks import Case, Question, equals
QUESTIONS = [Question(name, name, 2, {"other": "No."}, (Case((3,), equals(6)),)) for name in "abc"]
"""


@pytest.mark.slow
def test_in_a_notebook_it_is_shown_with_each_check(tmp_path):
    (course(tmp_path) / "checks.py").write_text(CHECKS)
    cells = [f"{n} = lambda n: {n != 'b'} * n + n\ncheck('{n}', {n})" for n in "abcd"]
    cells = ["from labkit import check", *cells]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    (first,), (second,), (last,), (why,) = (c.outputs for c in notebook.cells[1:])
    assert first.data["text/plain"] == "✓ a\n  2 of 2 points · 2 of 6 so far\n  next: b"
    shown = "✗ b: No.\n  call: b(3)\n  expected: 6\n  yours: 3\n"
    assert second.data["text/plain"].startswith(shown)
    assert "No.</div>" in second.data["text/html"]
    for form in ("text/plain", "text/html"):
        assert "this tick has no question" in why.data[form]
    assert "4 of 6 points; open: b" in last.data["text/plain"]
    assert all("<div" in shown.data["text/html"] for shown in (first, second, last))


def test_white_stands_out_against_every_colour():
    def light(colour):
        parts = [part / 255 for part in bytes.fromhex(colour[1:])]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    assert all(1.05 / (light(colour) + 0.05) >= 4.5 for colour, _ in VERDICTS.values())
