"""What an instructor's own lecture may hold: pictures of any name, formulas, drawings, money."""

import base64

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.browser.decks import KERNEL, SLIDE, heading, png, settle, show
from tests.browser.driving import running_lecture
from tests.browser.test_lecture_page import READY

pytestmark = pytest.mark.slow

SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><circle r="20"/></svg>'

WIDGETS = """
import ipywidgets as w
tabs = w.Tab([w.HTML("words"), w.Checkbox()], titles=["one", "two"])
w.VBox([*[w.IntSlider(description=f"n{i}") for i in range(4)], w.Dropdown(options=["a"]), tabs])
"""
RUNS = """
import pandas as pd
from labkit import demos
demos.sign_flips(pd.DataFrame([[0.1, 0.2, 0.3], [0.2, 0.1, 0.1]], ["$a_1$ <b>", 30 * "run_"]))
"""
REPORT = """
names = "an old system of the lab", "a new system of the lab"
demos.report_check({names: 0.2}, text="An old system of the lab outperforms a new system of the lab.")
"""


def with_pictures(source, *names, **metadata):
    """A cell of text that brings pictures of these names."""
    picture = {"image/png": base64.b64encode(png()).decode()}
    attached = {name: picture for name in names}
    return new_markdown_cell(source, metadata=metadata, attachments=attached)


def own_lecture(path):
    """Write a lecture with what the lab's own do without."""
    large = path.with_name("a large one.png")
    large.write_bytes(png(side=2400))
    cells = [
        new_markdown_cell("# What $p < 0.05$ says\n\nMoney: \\$5 and \\$6; $a_1 * b_2$."),
        new_markdown_cell("## The costs of `$`\n\n### Of a part\n\nwords"),
        with_pictures("## Blanks\n\n![a](attachment:my%20own.png) ![b](<attachment:my own.png>)", "my own.png"),
        with_pictures("## Signs\n\n![a](attachment:Bild_ä.png) ![b](attachment:a(1).png)", "Bild_ä.png", "a(1).png"),
        with_pictures("## Gone\n\n![its words](attachment:gone.png) ![b](attachment:here.png)", "here.png"),
        with_pictures("![c](attachment:n%20n.png) ![d](attachment:gone.png)", "n n.png", tags=["notes"]),
        new_markdown_cell("## Large" + 4 * "\n\nwords" + "\n\n![e](a%20large%20one.png)"),
        new_markdown_cell("## Drawn"),
        new_code_cell(f"from IPython.display import *\ndisplay(HTML('words'), SVG({DRAWING!r}))"),
        new_markdown_cell("## Widgets"),
        new_code_cell(WIDGETS),
        new_markdown_cell("## Runs"),
        new_code_cell(RUNS),
        new_markdown_cell("## Report"),
        new_code_cell(REPORT),
    ]  # fmt: skip
    nbformat.write(new_notebook(cells=cells, metadata=KERNEL), path)
    return path


@pytest.fixture(scope="module")
def page(chromium, context, tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    with running_lecture(folder, own_lecture(folder / "own.ipynb")) as (url, _):
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(url)
        page.locator(READY).wait_for()
        yield page
        page.close()


def faults(page, title):
    """Show the slide of a title; tell what on it is cut."""
    titles = page.evaluate("[...document.querySelectorAll('.slide')].map(s => s.dataset.title)")
    show(page, titles.index(title) + 1)
    settle(page)
    return page.evaluate(SLIDE)["faults"]


def test_widgets_of_one_s_own_are_as_large_as_the_slide(page):
    assert faults(page, "Widgets") == []
    sizes = page.locator(".shown :is(.widget-label, .widget-readout, .widget-html-content, select)")
    letters = sizes.evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(letters) > 8 and min(letters) > 0.03 * 720


def test_a_run_of_a_long_name_leaves_the_controls_their_size(page):
    faults(page, "Runs")
    assert page.locator(".shown .labkit-panel").evaluate(SIZE) > 0.02 * 720
    bar = page.locator(".shown .labkit-control-run_b .noUi-target").bounding_box()
    assert bar["width"] > 60


@pytest.mark.parametrize("title", ["Runs", "Report"])
def test_on_a_phone_a_demonstration_is_as_wide_as_the_page(page, title):
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        faults(page, title)
        parts = page.locator(".shown :is(.labkit-panel, .labkit-shown, .labkit-picture *)")
        ends = parts.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
        assert max(ends) <= 390
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})


def test_on_a_laptop_at_150_per_cent_a_demonstration_is_whole(page):
    page.set_viewport_size({"width": 853, "height": 480})  # 1280 x 720 of the projector
    try:
        faults(page, "Runs")
        picture = page.locator(".shown .labkit-picture svg").bounding_box()
        assert picture["height"] > 200 and picture["y"] + picture["height"] < 480
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})


def pictures(page):
    return page.evaluate(
        "[...document.querySelectorAll('.shown .text img')].map(p => p.naturalWidth)"
    )


def test_a_formula_in_a_heading_is_set_and_told_without_its_marks(page):
    assert faults(page, "What p < 0.05 says") == []
    assert page.locator(".shown > h1 mjx-container").count() == 1
    assert "$" not in heading(page)
    assert "What p < 0.05 says" in page.title()


def test_a_dollar_is_no_formula_s_begin(page):
    faults(page, "What p < 0.05 says")
    assert page.locator(".shown .text mjx-container").count() == 1
    assert page.locator(".shown .text").inner_text().startswith("Money: $5 and $6;")


def test_a_heading_within_a_slide_has_no_mark_of_a_link(page):
    assert faults(page, "The costs of $") == []
    assert page.locator(".shown h3").inner_text() == "Of a part"


@pytest.mark.parametrize("title", ["Blanks", "Signs"])
def test_a_picture_in_a_cell_may_have_any_name(page, title):
    assert faults(page, title) == []
    assert pictures(page) == [40, 40]


def test_a_picture_that_is_gone_leaves_its_words_and_the_others(page):
    faults(page, "Gone")
    assert pictures(page) == [0, 40]
    assert page.locator(".shown .text img").first.get_attribute("alt") == "its words"


@pytest.mark.parametrize("title", ["Large", "Drawn"])
def test_a_picture_of_any_size_is_whole(page, title):
    assert faults(page, title) == []
    box = page.locator(".shown img").bounding_box()
    assert box["height"] > 150 and box["y"] + box["height"] < 720
