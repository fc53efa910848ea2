"""The five lectures as `make lecture` shows them: every slide fits, every control can be used.

With LABKIT_SCREENSHOTS=FOLDER the README's pictures of three slides are written there.
"""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.decks import SLIDE, heading, settle, show
from tests.browser.driving import ROOT, running_lecture, watched_page

pytestmark = pytest.mark.slow  # to open all five takes some minutes
LECTURES = [path.stem for path in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb"))]
LARGE, OLD = (1920, 1080), (1024, 768)

# Of the slide that is shown: its controls, and where a mouse finds each of them.
CONTROLS = """() => [...document.querySelectorAll(
    '.slide.shown .labkit-demo :is(button, input, textarea, select, summary, [role=slider], .widget-readout)')]
  .filter(node => node.checkVisibility() && node.getClientRects().length && !node.disabled)
  .map(node => {
    const box = node.getBoundingClientRect();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    const found = document.elementFromPoint(...at);
    const hit = found && (node.contains(found) || found.contains(node) && found.closest('label, .widget-inline-hbox') !== null);
    return {kind: node.tagName + '.' + node.className, name: node.ariaLabel || node.innerText || node.title, at, hit};
  })"""
PICTURES = {
    "title": "More accurate tests for result differences",
    "demonstration": "Shuffle the responses (§3.3)",
    "plot": "All 2⁸⁶ shuffles",
}
# What theme.js does with ?theme=dark, without computing the lecture once more.
THEME = """theme => {
  document.documentElement.dataset.theme = theme;
  document.body.dataset.jpThemeLight = String(theme === 'light');
  for (const link of document.querySelectorAll('link[data-theme]')) link.disabled = link.dataset.theme !== theme;
}"""
FIRST_DEMONSTRATION = """() =>
  [...document.querySelectorAll('.slide')].findIndex(slide => slide.querySelector('.labkit-demo')) + 1"""
DEMONSTRATIONS = "document.querySelectorAll('#lecture .labkit-demo .labkit-picture').length"


@dataclass(frozen=True)
class Shown:
    """A lecture on the page, all of it computed."""

    page: Page
    path: Path

    @property
    def cells(self):
        return nbformat.read(self.path, as_version=4).cells

    @property
    def headings(self):
        markdown = (cell for cell in self.cells if cell.cell_type == "markdown")
        return [cell.source.splitlines()[0] for cell in markdown if cell.source.startswith("#")]

    def slides(self, size):
        """Go through the slides at a size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.wait_for_timeout(200)
        settle(self.page)
        for number in range(1, len(self.headings) + 1):
            self.page.evaluate("number => { location.hash = number; }", number)
            settle(self.page)
            yield self.page.evaluate(SLIDE)


# One of them in continuous integration, where it stands for all.
EACH = [pytest.param(name, marks=() if name == "yeh" else pytest.mark.long) for name in LECTURES]


@pytest.fixture(scope="module", params=EACH)
def shown(context, pack, request):
    path = pack / "notebooks" / "lectures" / f"{request.param}.ipynb"
    demonstrations = path.read_text(encoding="utf8").count('"demos.')
    with running_lecture(pack, path, request.param) as (url, _), watched_page(context) as page:
        page.set_viewport_size({"width": LARGE[0], "height": LARGE[1]})
        page.goto(url)
        page.locator("#lecture[data-lecture=ready]").wait_for(timeout=400_000)
        page.wait_for_function(f"{DEMONSTRATIONS} >= {demonstrations}", timeout=120_000)
        yield Shown(page, path)


def test_a_lecture_is_all_there(shown):
    page = shown.page
    assert heading(page) == shown.headings[0].strip("# ")
    expect(page.locator("#lecture > .slide")).to_have_count(len(shown.headings))
    expect(page.locator("#lecture > .slide[data-state=done]")).to_have_count(len(shown.headings))
    expect(page.locator("#lecture .saved, #lecture .jp-InputArea")).to_have_count(0)
    assert "import " not in page.locator("#lecture").inner_text()


@pytest.mark.parametrize("size", [OLD, LARGE], ids=["1024x768", "1920x1080"])
def test_every_slide_fits_and_every_control_can_be_clicked(shown, size):
    wrong = {}
    for number, slide in enumerate(shown.slides(size), start=1):
        found = faults(slide, size)
        if slide["demonstrations"]:
            found += use(shown.page, number, click=size == LARGE)
        if found:
            wrong[slide["heading"]] = found
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1536, 864), (3840, 2160)], ids=str)
def test_other_screens_show_the_same(shown, size):
    # 1536 x 864 is what the page has of 1920 x 1080 when it is zoomed to 125 %.
    wrong = {slide["heading"]: faults(slide, size) for slide in shown.slides(size)}
    assert not any(wrong.values()), wrong


def faults(slide, size):
    """What is wrong with a slide as it is shown at a size."""
    least = 0.024 if size == OLD else 0.035  # of the height
    found = slide["faults"]
    for what, smallest in (("text", least), ("letters", 0.0185)):  # the latter in pictures
        if slide[what] and slide[what] < smallest * size[1]:
            found = [*found, f"{what} of {slide[what] / size[1]:.2%}"]
    return found


def use(page, number, *, click):
    """Look for each control of the slide's demonstrations where a mouse would; click it, too."""
    controls = page.evaluate(CONTROLS)
    if not controls:
        return ["no control"]
    missed = [f"covered: {control}" for control in controls if not control["hit"]]
    return missed + (click_each(page, number, controls) if click and not missed else [])


def click_each(page, number, controls):
    """Click what is there, and turn the page with what a clicker sends."""
    stayed = []
    for control in controls:
        page.mouse.click(*control["at"])
        page.keyboard.press("PageUp")
        there = page.evaluate("location.hash")
        page.keyboard.press("PageDown")
        if (there, page.evaluate("location.hash")) != (f"#{number - 1}", f"#{number}"):
            stayed.append(f"keys did not turn the page after {control}")
    expect(page.locator(".slide.shown .labkit-error")).to_have_count(0)
    return stayed + [f"after clicks: {fault}" for fault in faults_at_rest(page)]


def faults_at_rest(page, seconds=5):
    """What is wrong once the answers to all clicks are there; on a busy machine they take a while."""
    until = time.monotonic() + seconds
    while True:
        settle(page)
        found = page.evaluate(SLIDE)["faults"]
        if not found or time.monotonic() > until:
            return found


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_lecture_is_accessible(shown, theme):
    page = shown.page
    page.set_viewport_size({"width": LARGE[0], "height": LARGE[1]})
    first = page.evaluate(FIRST_DEMONSTRATION)
    try:
        page.evaluate(THEME, theme)
        for number in (1, first, first + 1):
            show(page, number)
            assert violations(page, exclude=["#main"]) == []
    finally:
        page.evaluate(THEME, "light")


@pytest.mark.long
@pytest.mark.parametrize("shown", ["yeh"], indirect=True)
def test_three_slides_for_the_readme(shown):
    page = shown.page
    page.set_viewport_size({"width": LARGE[0], "height": LARGE[1]})
    folder = os.environ.get("LABKIT_SCREENSHOTS")
    page.keyboard.press("Escape")  # the pictures of slides not shown are whole, too
    shapes = page.locator("#overview svg clipPath > *, #lecture svg clipPath > *")
    hidden = "nodes => nodes.filter(node => getComputedStyle(node).visibility === 'hidden').length"
    assert shapes.count() and not shapes.evaluate_all(hidden)
    page.keyboard.press("Escape")
    for name, slide in PICTURES.items():
        show(page, [line.strip("# ") for line in shown.headings].index(slide) + 1)
        settle(page)
        if name == "demonstration":
            for label in ("Reset", "+1000", "+100", "Show exact"):
                page.locator(".slide.shown").get_by_role("button", name=label, exact=True).click()
            expect(page.locator(".shown .labkit-readout")).to_contain_text("All shuffles: p = 0.0")
            settle(page)  # there is more in the readout than before
        if folder:
            page.screenshot(path=Path(folder) / f"lecture-{name}.png")
