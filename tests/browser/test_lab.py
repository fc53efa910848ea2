"""The lab as people meet it: in JupyterLab, in a browser.

With LABKIT_SCREENSHOTS=FOLDER the README's picture is written there.
"""

import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.driving import open_notebook, picture, watched_page

TICK_1 = "ticks/tick1-lexicon-classifier/tick1-lexicon-classifier.ipynb"
FIRST_CHECK = 'check("judgements"'
ERROR = "[data-mime-type='application/vnd.jupyter.error']"


@pytest.fixture
def page(context, lab):
    with watched_page(context) as page:
        yield page


def code_cell(page, text):
    return page.locator(".jp-CodeCell", has_text=text)


@pytest.mark.long
def test_start_here_runs_through_and_leads_to_the_ticks(page, lab):
    open_notebook(page, lab)
    # JupyterLab's question about news would come up before a notebook's kernel is ready.
    expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
    page.get_by_title("Restart the kernel and run all cells").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()
    rows = page.locator(".jp-OutputArea table tbody tr")
    expect(rows).to_have_count(len([*lab.notebooks.glob("ticks/*/*.ipynb")]))
    expect(rows.first).to_contain_text("0 of 10")
    expect(page.locator(ERROR)).to_have_count(0)
    rows.locator(f"a[href*='{Path(TICK_1).stem}']").click()
    expect(page.get_by_role("heading", name=re.compile("Tick 1"))).to_be_visible()


@pytest.mark.slow
def test_opening_a_tick_does_not_mark_it_as_changed(page, lab):
    open_notebook(page, lab, TICK_1)
    page.wait_for_timeout(2000)  # until the kernel has told what it is
    expect(page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)


@pytest.mark.long
def test_reviews_are_opened_a_wrong_answer_meets_a_hint_and_a_right_one_a_tick(page, lab):
    open_notebook(page, lab, TICK_1)
    cells = nbformat.read(lab.notebooks / TICK_1, as_version=4).cells
    page.locator(".jp-Cell").first.click()
    for _ in range(1 + next(i for i, cell in enumerate(cells) if FIRST_CHECK in cell.source)):
        page.keyboard.press("Shift+Enter")
    check = code_cell(page, FIRST_CHECK)
    card = check.get_by_role("status")  # the hint is where it is read out
    expect(card).to_contain_text("Not answered yet")
    reviews = page.locator("details", has=page.locator("summary", has_text=re.compile("^Review")))
    expect(reviews.locator("summary")).to_have_text([f"Review {n}" for n in (1, 2, 3, 4)])
    text = reviews.locator("p:visible")
    expect(text).to_have_count(1)
    reviews.nth(2).locator("summary").click()
    expect(text).to_have_count(2)
    hint = "Each judgement is one of two"
    for second, verdict, shown in (("negative", "not yet right", hint), ("NEG", "right", "")):
        code_cell(page, "judgements =").locator(".cm-content").click()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(
            f"judgements = {dict(enumerate(('POS', second, 'NEG', 'POS'), 1))}"
        )
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("Shift+Enter")
        expect(card).to_have_attribute("aria-label", f"judgements: {verdict}")
        expect(card).to_contain_text(shown)
    expect(check.locator(ERROR)).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+B")  # the list of files makes way for the notebook
    # From the question on: the reviews above it are other people's texts.
    distance = check.bounding_box()["y"] - 210
    page.locator(".jp-WindowedPanel-outer").evaluate("(it, y) => it.scrollBy(0, y)", distance)
    page.wait_for_timeout(500)
    picture(page, "tick1-check")
