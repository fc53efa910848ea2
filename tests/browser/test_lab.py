"""The lab as people meet it: in JupyterLab, in a browser.

With LABKIT_SCREENSHOTS=FOLDER the README's picture is written there.
"""

import os
import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.driving import LECTURE

TICK_1 = "ticks/tick1-lexicon-classifier/tick1-lexicon-classifier.ipynb"
FIRST_CHECK = 'check("judgements"'
ERROR = "[data-mime-type='application/vnd.jupyter.error']"
COMPLAINT = "[data-mime-type='application/vnd.jupyter.stderr']"
CHANGED = ".lm-TabBar-tab.jp-mod-dirty"


def open_notebook(page, lab, name=None):
    page.goto(lab.url(name))
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()


def code_cell(page, text):
    return page.locator(".jp-CodeCell", has_text=text)


def run_up_to(page, lab, name, text):
    """Press Shift+Enter from the first cell to the first that has a text in it."""
    cells = nbformat.read(lab.notebooks / name, as_version=4).cells
    page.locator(".jp-Cell").first.click()
    for cell in cells:
        page.keyboard.press("Shift+Enter")
        if text in cell.source:
            return


def answer_and_check(page, answer):
    """Type an answer to the first question over what is there, and run its check."""
    page.locator(".jp-CodeCell", has_text="judgements =").locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(answer)
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")


def restart_and_run_all(page):
    page.get_by_title("Restart the kernel and run all cells").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()


@pytest.mark.long
def test_start_here_runs_through_and_shows_points_and_lectures(page, lab):
    open_notebook(page, lab)
    expect(page.get_by_role("heading", name="Start here")).to_be_visible()
    # JupyterLab's question about news would come up before a notebook's kernel is ready.
    expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
    restart_and_run_all(page)
    expect(code_cell(page, 'check("practice"').get_by_role("status")).to_contain_text(
        "Not answered"
    )
    expect(page.locator(".jp-OutputArea", has_text="everything is there.")).to_have_count(1)
    ticks = {path.parent for path in lab.notebooks.glob("ticks/*/*.ipynb")}
    expect(page.locator(".jp-OutputArea a[href*='tick']")).to_have_count(len(ticks))
    expect(page.locator(ERROR)).to_have_count(0)
    rows = page.locator(".jp-OutputArea table tbody tr")
    expect(rows).to_have_count(len(ticks))
    expect(rows.first).to_contain_text("0 of 10")
    expect(page.locator(f".jp-OutputArea a[href*='lectures/{LECTURE}']")).to_have_count(1)
    rows.locator(f"a[href*='{Path(TICK_1).stem}']").click()
    expect(page.get_by_role("heading", name=re.compile("Tick 1"))).to_be_visible()


@pytest.mark.slow
def test_opening_a_tick_does_not_mark_it_as_changed(page, lab):
    for name in (TICK_1, "ticks/tick8-confidence-against-gain/tick8-confidence-against-gain.ipynb"):
        open_notebook(page, lab, name)
        page.wait_for_timeout(2000)  # until the kernel has told what it is
        expect(page.locator(CHANGED)).to_have_count(0)


@pytest.fixture(scope="module")
def tick(student_page, lab):
    """Tick 1, opened and run up to its first check."""
    open_notebook(student_page, lab, TICK_1)
    run_up_to(student_page, lab, TICK_1, FIRST_CHECK)
    return student_page


@pytest.mark.long
def test_reviews_are_opened_one_by_one(tick):
    reviews = tick.locator("details", has=tick.locator("summary", has_text=re.compile("^Review")))
    expect(reviews.locator("summary")).to_have_text([f"Review {n}" for n in (1, 2, 3, 4)])
    text = reviews.locator("p:visible")
    expect(text).to_have_count(1)
    reviews.nth(2).locator("summary").click()
    expect(text).to_have_count(2)
    expect(text.last).to_have_text(re.compile(".{100}"))


@pytest.mark.long
def test_a_wrong_answer_meets_a_hint_and_a_right_one_a_tick(tick):
    check = code_cell(tick, FIRST_CHECK)
    expect(check.locator("[role=status]")).to_have_attribute("aria-label", "judgements: not begun")
    card = check.get_by_role("status")  # the hint is where it is read out
    expect(card).to_contain_text("Not answered yet")
    answer_and_check(tick, 'judgements = {1: "positive", 2: "NEG", 3: "NEG", 4: "POS"}')
    expect(card).not_to_contain_text("Not answered yet")
    expect(card).to_contain_text("Each judgement is one of two")
    expect(check.locator(ERROR)).to_have_count(0)
    answer_and_check(tick, 'judgements = {1: "POS", 2: "NEG", 3: "NEG", 4: "POS"}')
    expect(check.locator("[role=status]")).to_have_attribute("aria-label", "judgements: right")
    expect(check.locator(COMPLAINT)).to_have_count(0)
    take_screenshot(tick)


@pytest.mark.long
def test_running_all_goes_on_past_failed_checks(tick):
    answer_and_check(tick, "judgements = ...")
    restart_and_run_all(tick)
    for question in ("judgements", "ten-words"):
        check = code_cell(tick, f'check("{question}"')
        expect(check.get_by_role("status")).to_have_attribute(
            "aria-label", f"{question}: not begun"
        )
        expect(check.get_by_role("status")).to_contain_text("Not answered yet")
    expect(code_cell(tick, 'check("').locator(ERROR)).to_have_count(0)


def take_screenshot(page):
    folder = os.environ.get("LABKIT_SCREENSHOTS")
    if not folder:
        return
    page.keyboard.press("Escape")
    page.keyboard.press("Control+B")  # the list of files makes way for the notebook
    # From the question on: the reviews above it are other people's texts.
    distance = code_cell(page, FIRST_CHECK).bounding_box()["y"] - 210
    page.locator(".jp-WindowedPanel-outer").evaluate("(it, y) => it.scrollBy(0, y)", distance)
    page.wait_for_timeout(500)
    page.screenshot(path=Path(folder) / "tick1-check.png")
