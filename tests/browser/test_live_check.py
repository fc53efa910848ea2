"""A check in JupyterLab, from grey to green: it outlives what an answer does, and a restart."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import running_lab, watched_page
from tests.browser.test_lab import open_notebook
from tests.browser.test_students_lab import notebook, run_all

pytestmark = pytest.mark.slow

CHECKS = """
from labkit.checks import Case, Question, equals

CASES = (Case(([4, 8, 6],), equals(6, first=4), seconds=3),)
HINTS = {"first": "This is the first.", "other": "Count again."}
QUESTIONS = [Question(name, name, 1, HINTS, CASES, meaning="It ends.") for name in ("last", "end")]
"""
#: What a student writes, one after the other, and the card's verdict, sign and words.
ANSWERS = [
    ("last = ...", "not begun", "○", "it is not written yet"),
    ("def last(n): return n[0]", "not yet right", "✗", "This is the first."),
    ("def last(n): exit()", "not yet right", "✗", "exit() ends Python"),
    ("def last(n): return input('?')", "not yet right", "✗", "do without input()"),
    ("def last(n):\n    while True: pass", "not yet right", "✗", "its time was up"),
    (
        "def last(n):\n    for i in range(40_000): print(i)\n    return n[-1]",
        "right",
        "✓",
        "It ends.",
    ),
]


@pytest.fixture(scope="module")
def page(pack, context):
    """The notebook after all of its cells, and how often a check said that it was running."""
    folder = pack / "notebooks" / "trial" / "live"
    cells = [f"{answer}\ncheck('last', last)" for answer, *_ in ANSWERS]
    name = notebook(
        folder,
        "from labkit import check",
        *cells,
        "open('done.txt', 'w').close()",
        "check('end', min)",
    )
    (folder / ".course").mkdir()
    (folder / ".course" / "checks.py").write_text(CHECKS)
    with running_lab(pack, "lab") as lab, watched_page(context) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.add_init_script(
            "window.running = 0; new MutationObserver(changes => changes.forEach(change =>"
            "[...change.addedNodes].forEach(n => running += /running \\.\\.\\./.test(n.textContent))))"
            ".observe(document, {childList: true, subtree: true})"
        )
        open_notebook(page, lab, name)
        run_all(page, folder / "done.txt")
        yield page


def cards(page):
    return page.locator(".jp-OutputArea [role=status]")


def test_each_answer_meets_its_card_and_no_cell_shows_red(page):
    shown = [(card.get_attribute("aria-label"), card.inner_text()) for card in cards(page).all()]
    for (_, verdict, sign, words), (label, text) in zip(ANSWERS, shown, strict=False):
        assert label == f"last: {verdict}"
        assert text.startswith(sign) and words in text
    assert "call: last([4, 8, 6])\nexpected: 6\nyours: 4" in shown[1][1]
    assert "1 of 1 point · 1 of 2 so far" in shown[5][1]
    assert not page.locator(".jp-OutputArea [data-mime-type*=stderr]").count()
    assert page.evaluate("running") >= 1  # while the endless loop ran


def test_a_flood_of_prints_stays_short(page):
    output = page.locator(".jp-OutputArea", has_text="39,980 more lines").last
    assert output.bounding_box()["height"] < 768


def test_points_survive_a_restart_and_a_missing_name_says_what_to_do(page):
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Clear Outputs of All Cells…").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    last, first = page.locator(".jp-CodeCell").last, page.locator(".jp-CodeCell").first
    last.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Then run its first cell")).to_be_visible()
    first.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    last.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect(cards(page).last).to_contain_text("0 of 1 point · 1 of 2 so far")
