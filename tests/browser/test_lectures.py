"""Lectures as people show them: `make lecture` in JupyterLab, and `make voila` as a page."""

import importlib.util
import sys
from dataclasses import dataclass

import nbformat
import pytest
from playwright.sync_api import Page, expect

from labkit import demos
from tests.browser.driving import (
    LECTURE,
    ROOT,
    free_port,
    not_here,
    planned,
    running,
    watched_page,
)

ERROR = "[data-mime-type='application/vnd.jupyter.error']"
# Of the slide at the top of the page: its heading, and how far down and right its text, its
# figure or its demonstration goes. The numbers below a demonstration may need scrolling.
SLIDE = """() => {
  const notebook = document.querySelector('.jp-Notebook');
  const cells = [...notebook.querySelectorAll('.jp-Cell')];
  const begins = cell => cell.matches('.jp-MarkdownCell') && cell.querySelector('h1, h2');
  const top = notebook.getBoundingClientRect().top + 5;
  const passed = cells.filter(cell => begins(cell) && cell.getBoundingClientRect().top <= top);
  const first = cells.indexOf(passed[passed.length - 1]);
  const rest = cells.slice(first + 1);
  const after = rest.findIndex(begins);
  const slide = [cells[first], ...rest.slice(0, after < 0 ? rest.length : after)];
  const last = slide.find(cell => cell.querySelector('.labkit-demo')) || slide[slide.length - 1];
  const html = slide.flatMap(cell => [...cell.querySelectorAll('*')]).filter(e => !e.ownerSVGElement);
  return {
    heading: cells[first].querySelector('h1, h2').innerText,
    bottom: last.getBoundingClientRect().bottom,
    right: Math.max(...html.map(e => e.getBoundingClientRect().right)),
  };
}"""

pytestmark = pytest.mark.slow  # to open all five takes most of a minute
LECTURES = [path.stem for path in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))]


@dataclass(frozen=True)
class Shown:
    """A lecture on the page."""

    page: Page
    cells: list

    @property
    def headings(self):
        markdown = (cell for cell in self.cells if cell.cell_type == "markdown")
        first_lines = [cell.source.splitlines()[0] for cell in markdown]
        return [line.strip("# ").replace("*", "") for line in first_lines if line.startswith("#")]


@pytest.fixture(scope="module", params=LECTURES)
def shown(context, lecture, request):
    """A lecture as it opens, when all of its cells have run."""
    path = lecture.notebooks / "lectures" / f"{request.param}.ipynb"
    with watched_page(context) as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(lecture.url().replace(LECTURE, request.param))
        page.locator(".jp-Notebook[data-lecture=ready]").wait_for(timeout=60_000)
        yield Shown(page, nbformat.read(path, as_version=4).cells)


def turn(page, key, heading):
    page.keyboard.press(key)
    page.wait_for_function(f"heading => ({SLIDE})().heading === heading", arg=heading)


def test_a_lecture_opens_ready_to_be_shown(shown):
    page = shown.page
    assert page.evaluate(SLIDE)["heading"] == shown.headings[0]
    expect(page.locator(".jp-LabShell.jp-mod-presentationMode")).to_have_count(1)
    expect(page.locator(".jp-CodeCell .cm-editor:visible")).to_have_count(0)
    expect(page.locator(".jp-SideBar:visible, .jp-NotebookPanel-toolbar:visible")).to_have_count(0)
    expect(page.locator(ERROR)).to_have_count(0)
    demonstrations = [cell for cell in shown.cells if cell.source.startswith("demos.")]
    expect(page.locator(".labkit-demo")).to_have_count(len(demonstrations))
    # Nothing to save: to have shown a lecture does not change its file.
    expect(page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)


def test_every_slide_fits_on_the_page(shown):
    for number, heading in enumerate(shown.headings):
        if number:
            turn(shown.page, "PageDown", heading)
        slide = shown.page.evaluate(SLIDE)
        assert slide["bottom"] <= 720 and slide["right"] <= 1280, slide
    turn(shown.page, "PageUp", shown.headings[-2])


@pytest.mark.parametrize("shown", [LECTURE], indirect=True)
def test_a_slider_keeps_its_keys_from_turning_the_page(shown):
    page, headings = shown.page, shown.headings
    place = headings.index("If chance decides: the binomial distribution")
    while page.evaluate(SLIDE)["heading"] != headings[place]:
        before = page.evaluate(SLIDE)["heading"]
        turn(page, "PageUp", headings[headings.index(before) - 1])
    demonstration = page.locator(".labkit-demo-binomial_tails").first
    k = demonstration.locator(".noUi-handle").nth(1)
    k.press("ArrowRight")
    expect(demonstration.locator(".labkit-readout b")).to_have_text(p_value(n=20, k=6))
    k.press("PageDown")
    expect(demonstration.locator(".labkit-readout b")).not_to_have_text(p_value(n=20, k=6))
    assert page.evaluate(SLIDE)["heading"] == headings[place]


def test_another_notebook_is_no_lecture_where_the_extension_is_installed(context, lecture):
    with watched_page(context) as page:
        page.goto(lecture.url("start-here.ipynb"))
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        expect(page.locator(".jp-NotebookPanel-toolbar:visible")).to_have_count(1)
        expect(page.locator(".jp-CodeCell .cm-editor:visible").first).to_be_visible()
        expect(page.locator(".jp-LabShell.jp-mod-presentationMode")).to_have_count(0)
        loaded = "Object.keys(window._JUPYTERLAB ?? {}).includes('labkit-lecture')"
        assert page.evaluate(loaded)


def p_value(**settings):
    return f"p = {demos.binomial_tails_numbers(**settings)['pvalue']:.3g}"


@pytest.fixture(scope="module")
def voila(pack):
    """The address of a lecture that Voila serves."""
    if not importlib.util.find_spec("voila"):
        not_here("Voila is not installed")
    port = free_port()
    words = planned("voila", "NAME=comparing-runs", f"PORT={port}")
    program = words.index(".venv/bin/voila")
    environment = dict(word.split("=", 1) for word in words[:program])
    command = [sys.executable, "-m", "voila", *words[program + 1 :]]
    with running(command, port, pack, "/no-page", **environment):
        yield f"http://localhost:{port}"


def test_voila_serves_a_lecture_and_its_sliders(context, voila):
    flipped = demos.sign_flips_numbers("F_A_1_NB05_5", "F_A_1_NB01_1", shuffles=1)
    with watched_page(context) as page:
        page.goto(voila)
        demonstration = page.locator(".labkit-demo-sign_flips")
        readout = demonstration.locator(".labkit-readout")
        expect(readout).to_contain_text("Nothing flipped so far", timeout=60_000)
        demonstration.locator(".noUi-handle").last.press("ArrowRight")
        expect(readout).to_contain_text(f"p = {flipped['sampled']:.3g}")
        expect(readout).to_contain_text(f"({flipped['extreme']} + 1) / (1 + 1)")
        expect(page.get_by_text("import ")).to_have_count(0)
