"""A student's lab in the browser: cards that count, whose tools are shown, dark, small, by keyboard.

With LABKIT_SCREENSHOTS=FOLDER each picture is written there.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driving import running_lab, watched_page
from tests.browser.test_lab import code_cell, open_notebook

pytestmark = pytest.mark.slow

#: Colours of everything with text of its own in an element, and of what is behind it.
CONTRASTS = """root => {
  const parse = c => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(x => x / 255)
      .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const own = e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  return [root, ...root.querySelectorAll('*')].filter(own).map(e => {
    const style = getComputedStyle(e), svg = e instanceof SVGElement;
    const a = light(parse(svg ? style.fill : style.color)), b = light(behind(e));
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.textContent.trim().slice(0, 40)];
  });
}"""

CELLS = """
from labkit.checks import Case, Question, equals

QUESTIONS = [
    Question(name, name, 2, {"other": "Count again."}, (Case(None, equals(len(name) * 7)),))
    for name in ("one", "three", "seven")
]
"""


def notebook(folder, *cells):
    """Write a notebook of code cells."""
    import nbformat

    folder.mkdir(parents=True, exist_ok=True)
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    nbformat.write(made, folder / f"{folder.name}.ipynb")
    return f"{folder.parent.name}/{folder.name}/{folder.name}.ipynb"


def run_all(page, done):
    """Restart the kernel, run all cells, and wait until the last of them writes a file."""
    done.unlink(missing_ok=True)  # cells out of sight are not in the page
    page.get_by_title("Restart the kernel and run all cells").click()
    page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()
    for _ in range(120):
        if done.exists():
            return page.wait_for_timeout(1000)
        page.wait_for_timeout(500)
    pytest.fail("not all cells were run")


def picture(page, name):
    if folder := os.environ.get("LABKIT_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.fixture(scope="module")
def own_lab(pack):
    """The pack with a small tick of its own, and figures."""
    folder = pack / "notebooks" / "trial" / "tick0"
    folder.mkdir(parents=True)
    (folder / ".course").mkdir()
    (folder / ".course" / "checks.py").write_text(CELLS)
    name = notebook(
        folder,
        "from labkit import check, demos, plots\none, three, seven = 21, 36, 35",
        "check('one', one)",
        "check('three', three)",
        "check('seven', seven)",
        "three = 35\ncheck('three', three)\ncheck('seven', seven)",
        "ax = plots.binomial(20, 5)",
        "demos.binomial_tails()",
        "open('done.txt', 'w').close()",
    )
    with running_lab(pack, "lab") as lab:
        yield lab, name, folder / "done.txt"


@pytest.fixture(scope="module")
def trial(own_lab, context):
    lab, name, done = own_lab
    with watched_page(context) as page:
        open_notebook(page, lab, name)
        run_all(page, done)
        page.keyboard.press("Control+B")  # the list of files makes way for the notebook
        expect(page.locator(".labkit-demo svg").first).to_be_visible()
        yield page


def cards(page):
    return page.locator(".jp-OutputArea [role=status]:not(.labkit-readout)")


def test_cards_count_right_answers_and_name_what_is_open(trial):
    shown = [card.inner_text() for card in cards(trial).all()]
    assert "2 of 2 points" in shown[0] and "2 of 6 so far" in shown[0] and "next: three" in shown[0]
    assert "not yet right" in shown[1] and "2 of 6 so far" in shown[1]
    assert "4 of 6 so far" in shown[2] and "open: three" in shown[2]
    assert "the end of this tick: 6 of 6 points" in shown[4]
    expect(trial.locator(".jp-OutputArea", has_text="Count again.")).not_to_have_count(0)


def worst(page, selector):
    """The least contrast of a text in what the selector finds, and that text."""
    found = [pair for each in page.locator(selector).all() for pair in each.evaluate(CONTRASTS)]
    assert found
    return min(found)


def pixels(page, name):
    """How light the figure is: its corner as the page shows it, and what is written in it."""
    from io import BytesIO

    import numpy as np
    from PIL import Image

    shot = page.locator(".jp-RenderedImage img").first.screenshot()
    if folder := os.environ.get("LABKIT_SCREENSHOTS"):
        (Path(folder) / f"figure-{name}.png").write_bytes(shot)
    grey = np.asarray(Image.open(BytesIO(shot)).convert("L"))
    return int(grey[2, 2]), int(grey.min())


@pytest.mark.long
@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_texts_and_figures_can_be_read_in_both_themes(trial, own_lab, theme):
    choose_theme(trial, theme)
    run_all(trial, own_lab[2])
    expect(cards(trial)).to_have_count(5)
    expect(trial.locator(".labkit-demo svg").first).to_be_visible()
    trial.wait_for_timeout(500)
    picture(trial, f"after-{theme}")
    corner, darkest = pixels(trial, f"after-{theme}")
    assert corner > 240 and darkest < 60  # black ink on light paper in either theme
    for selector in (".jp-OutputArea [role=status]", ".labkit-demo"):
        assert worst(trial, selector)[0] >= 4.5, worst(trial, selector)
    trial.locator(".labkit-demo").scroll_into_view_if_needed()
    picture(trial, f"demo-{theme}")


def choose_theme(page, theme):
    page.get_by_role("menuitem", name="Settings").click()
    page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item", has_text=re.compile(f"^{theme}$")).click()
    light = "false" if theme.endswith("Dark") else "true"
    expect(page.locator(f"body[data-jp-theme-light={light}]")).to_have_count(1)
    page.wait_for_timeout(1500)  # until the choice is saved, which a kernel reads


@pytest.mark.long
def test_what_is_chosen_is_seen_where_the_system_chooses_the_colours(trial):
    trial.emulate_media(forced_colors="active")
    try:
        demo = trial.locator(".labkit-demo")
        demo.scroll_into_view_if_needed()
        chosen = demo.locator("input[type=radio]:checked + span")
        other = demo.locator("input[type=radio]:not(:checked) + span")
        looks = (
            "node => [getComputedStyle(node).backgroundColor, getComputedStyle(node).borderWidth]"
        )
        (one, one_border), (two, two_border) = chosen.evaluate(looks), other.evaluate(looks)
        assert one != two and one_border == two_border != "0px"
        picture(trial, "forced-colours")
    finally:
        trial.emulate_media(forced_colors="none")


@pytest.mark.long
def test_a_narrow_window_shows_the_whole_card(trial):
    trial.set_viewport_size({"width": 375, "height": 700})
    try:
        card = cards(trial).first
        card.scroll_into_view_if_needed()
        picture(trial, "narrow")
        box = card.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 375
        assert card.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    finally:
        trial.set_viewport_size({"width": 1280, "height": 800})


def test_the_keyboard_alone_answers_and_checks(trial):
    cell = code_cell(trial, "check('three', three)").first
    cell.locator(".jp-InputArea-editor").click()
    trial.keyboard.press("Escape")  # what follows is by keyboard alone
    trial.keyboard.press("a")
    trial.keyboard.press("Enter")
    trial.keyboard.insert_text("three = 'many'")
    trial.keyboard.press("Shift+Enter")
    trial.keyboard.press("Shift+Enter")
    expect(cell.locator("[role=status]")).to_have_attribute("aria-label", "three: not yet right")
    expect(cell).to_contain_text("a str where an int is asked for")
    slider = trial.locator(".labkit-demo input[type=range]").first
    slider.focus()
    before = trial.locator(".labkit-readout").inner_text()
    trial.keyboard.press("ArrowRight")
    expect(trial.locator(".labkit-readout")).not_to_have_text(before)


@pytest.mark.long
def test_the_terminal_knows_labkit(page, own_lab, pack):
    lab, *_ = own_lab
    page.goto(lab.url())
    # Start here opens by itself, and would come before the terminal.
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    page.get_by_role("menuitem", name="File").click()
    page.locator(".lm-Menu-item", has_text=re.compile("^New$")).hover()
    page.locator(".lm-Menu-item", has_text="Terminal").click()
    terminal = page.locator(".jp-Terminal textarea")
    expect(terminal).to_have_count(1)
    said = pack / "said.txt"
    for tried in range(60):
        if said.exists() and said.read_text():
            break
        if tried % 20 == 0 and not said.exists():  # what is typed before the shell is there is lost
            page.wait_for_timeout(1500)
            terminal.focus()
            page.keyboard.insert_text(f"labkit --version > {said}")
            page.keyboard.press("Enter")
        page.wait_for_timeout(500)
    assert said.read_text().startswith("labkit ")
