"""A student's lab in the browser: live checks from grey to green, cards that count, dark, small, by keyboard."""

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.driving import run_notebook

pytestmark = pytest.mark.slow

CHECKS = """
from labkit.checks import Case, Question, equals

HINTS = {"first": "This is the first.", "other": "Count again."}
CASES = (Case(([4, 8, 6],), equals(6, first=4), seconds=3),)
QUESTIONS = [Question(name, name, 1, HINTS, CASES, meaning="It ends.") for name in ("last", "end")]
QUESTIONS += [Question(name, name, 2, HINTS, (Case(None, equals(len(name) * 7)),))
              for name in ("one", "three", "seven")]
"""
#: What a student writes, one after the other, and the card's verdict, sign and words.
ANSWERS = [
    ("last = ...", "not begun", "○", "it is not written yet"),
    ("def last(n): return n[0]", "not yet right", "✗", "This is the first."),
    ("def last(n): exit()", "not yet right", "✗", "exit() ends Python"),
    ("def last(n): return input('?')", "not yet right", "✗", "do without input()"),
    ("def last(n):\n    while True: pass", "not yet right", "✗", "its time was up"),
    ("def last(n):\n    for i in range(40_000): print(i)\n    return n[-1]", "right", "✓", "It ends."),
]  # fmt: skip
CELLS = [
    "import labkit\nfrom labkit import check, demos, plots\none, three, seven = 21, 36, 35",
    *("check('one', one)", "check('three', three)", "check('seven', seven)"),
    *("three = 35\ncheck('three', three)", "check('seven', seven)"),
    *(f"{answer}\ncheck('last', last)" for answer, *_ in ANSWERS),
    "from labkit.report import significance_triangle\n"
    "significance_triangle({'A': [1, 0] * 20, 'B': [1, 1] * 20, 'C': [0, 0, 0, 1] * 10})",
    *("labkit.sign_test(8, 2)", "labkit.load_scores_table().iloc[:3, :4]"),
    *("demos.read_reviews(['A good film.', 'A bad film.'])", "demos.binomial_tails()"),
    "ax = plots.binomial(20, 5)",
    "print('That was', 'all')",
    "check('end', min)",
]
#: Counts how often a card says that its check is running.
WATCH = """window.running = 0; new MutationObserver(changes => changes.forEach(change =>
    [...change.addedNodes].forEach(n => running += /running \\.\\.\\./.test(n.textContent))))
    .observe(document, {childList: true, subtree: true})"""
#: Drawn by JupyterLab: the frame in which an output can be scrolled; and a figure's image, for
#: which it has no alternative text. The sentence before a figure says what it shows, and its
#: numbers are printed below.
JUPYTERLAB_S = [".jp-OutputPrompt", ".jp-OutputArea-promptOverlay", ".jp-RenderedImage img"]


@pytest.fixture(scope="module")
def page(context, lab):
    """A notebook after all of its cells, on a screen that is as high as it is."""
    folder = lab.notebooks / "trial" / "live" / ".course"
    folder.mkdir(parents=True)
    (folder / "checks.py").write_text(CHECKS)
    with run_notebook(context, lab, "trial/live/live.ipynb", CELLS, WATCH) as page:
        page.set_viewport_size({"width": 1366, "height": 6000})
        expect(page.get_by_text("That was all")).to_be_visible()
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        expect(page.locator(".labkit-demo svg").first).to_be_visible()
        yield page


def cards(page):
    return page.locator(".jp-OutputArea [role=status]:not(.labkit-readout)")


def test_each_answer_meets_its_card_and_no_cell_shows_red(page):
    shown = [(card.get_attribute("aria-label"), card.inner_text()) for card in cards(page).all()]
    counted, answered = [text for _, text in shown[:5]], shown[5 : 5 + len(ANSWERS)]
    assert "2 of 2 points" in counted[0] and "2 of 8 so far" in counted[0]
    assert "next: three" in counted[0]
    assert "not yet right" in counted[1] and "2 of 8 so far" in counted[1]
    assert "Count again." in counted[1]
    assert "4 of 8 so far" in counted[2] and "open: last, end, three" in counted[2]
    for (_, verdict, sign, words), (label, text) in zip(ANSWERS, answered, strict=True):
        assert label == f"last: {verdict}"
        assert text.startswith(sign) and words in text
    assert "call: last([4, 8, 6])\nexpected: 6\nyours: 4" in answered[1][1]
    assert "1 of 1 point · 7 of 8 so far" in answered[5][1]
    assert not page.locator(".jp-OutputArea [data-mime-type*=stderr]").count()
    assert page.evaluate("running") >= 1  # while the endless loop ran


def test_a_flood_of_prints_stays_short_and_a_narrow_window_shows_the_whole_card(page):
    output = page.locator(".jp-OutputArea", has_text="39,980 more lines").last
    assert output.bounding_box()["height"] < 768
    page.set_viewport_size({"width": 375, "height": 6000})
    box = cards(page).first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    assert cards(page).first.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    page.set_viewport_size({"width": 1366, "height": 6000})


def figure(page):
    """How light the corner of the figure is as the page shows it, and how dark what is written in it."""
    shot = page.locator(".jp-RenderedImage img").first.screenshot()
    grey = np.asarray(Image.open(BytesIO(shot)).convert("L"))
    return int(grey[2, 2]), int(grey.min())


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_all_that_is_shown_can_be_read_and_used(page, theme):
    if theme == "Dark":
        page.get_by_role("menuitem", name="Settings").click()
        page.locator(".lm-Menu-item", has_text="Theme").first.hover()
        page.locator(".lm-Menu-item", has_text=re.compile("^JupyterLab Dark$")).click()
        expect(page.locator("body[data-jp-theme-light=false]")).to_have_count(1)
    assert violations(page, ".jp-OutputArea-output", exclude=JUPYTERLAB_S) == []
    corner, darkest = figure(page)
    assert corner > 240 and darkest < 60  # black ink on light paper in either theme


def test_the_keyboard_alone_answers_and_checks(page):
    cell = page.locator(".jp-CodeCell", has_text="check('three', three)").first
    cell.locator(".jp-InputArea-editor").click()
    page.keyboard.press("Escape")  # what follows is by keyboard alone
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("three = 'many'")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    expect(cell.locator("[role=status]")).to_have_attribute("aria-label", "three: not yet right")
    expect(cell).to_contain_text("a str where an int is asked for")
    for _ in ("seven", "three, which is right again"):
        page.keyboard.press("Shift+Enter")
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    page.locator(".labkit-demo input[type=range]").first.focus()
    before = page.locator(".labkit-readout").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".labkit-readout")).not_to_have_text(before)


def test_points_survive_a_restart_and_a_missing_name_says_what_to_do(page):
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Clear Outputs of All Cells…").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()

    def run(cell):
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")

    first, last = page.locator(".jp-CodeCell").first, page.locator(".jp-CodeCell").last
    run(last)
    expect(page.get_by_text("Then run its first cell")).to_be_visible()
    run(first)
    run(last)
    expect(cards(page).last).to_contain_text("0 of 1 point · 7 of 8 so far")
