"""The demonstrations in JupyterLab, in a deck and in a handout: each moves, and agrees with its oracle.

With LABKIT_SCREENSHOTS=FOLDER the documents' pictures of three are written there.
"""

import ast
import json
import re

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import expect

from labkit.demos.program import NAMES
from tests.browser.accessibility import violations
from tests.browser.decks import demonstration, show, write_page
from tests.browser.driving import offline_page, picture, run_notebook
from tests.browser.modules import write_page as write_demonstrations
from tests.demos.oracles import readout, settings_of

#: Demonstration, what is done to which of its controls, and the setting that it changes.
SCENARIOS = [
    ("binomial_tails", "check", "one tail", {"tails": "one tail"}),
    ("binomial_tails", "type", "k negative, typed", {"k": 3}),
    ("binomial_tails", "go on", "k negative", {"k": 6}),
    ("bootstrap", "press", "1,000 more resamples", {"resamples": 1000}),
    ("confidence_vs_gain", "check", "F1", {"metric": "F1"}),
    ("correlation", "type", "by both, typed", {"both": 20}),
    ("error_types", "press", "10 more experiments", {"experiments": 10}),
    ("error_types", "check", "matched-pair t", {"test": "matched-pair t"}),
    ("peeking", "press", "1,000 more experiments", {"experiments": 1000}),
    ("peeking", "check", "at the end", {"every": "at the end"}),
    ("shuffle_or_resample", "press", "10 more draws", {"draws": 10}),
    ("shuffling", "press", "1,000 more shuffles", {"shuffles": 1000}),
    ("shuffling", "check", "recall", {"metric": "recall"}),
    ("sign_flips", "press", "100 more shuffles", {"shuffles": 100}),
    ("smoothing", "go on", "ω", {"omega": 1.5}),
    ("smoothing", "type", "word", {"word": "superb"}),
    ("ties", "type", "ties, typed", {"ties": 3}),
]
#: What Python sets first: the same as in the first scenario of each.
MOVES = {name: setting for name, _, _, setting in reversed(SCENARIOS)}
#: What counts draws.
COUNTERS = {"draws", "shuffles", "resamples", "experiments"}
PICTURES = "shuffling", "bootstrap", "confidence_vs_gain"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(context, lab):
    """A notebook with all demonstrations, run; its last cell tells how they are set, and its last but one moves them."""
    cells = ["from labkit import demos\nshown = {}"]
    cells += [f"shown[{name!r}] = demos.{name}(); shown[{name!r}]" for name in NAMES]
    cells += [f"for name, move in {MOVES!r}.items():\n    shown[name].settings = move"]
    cells += ["print({name: demo.settings for name, demo in shown.items()})"]
    with run_notebook(context, lab, "demonstrations.ipynb", cells) as page:
        expect(page.locator(".labkit-demo")).to_have_count(len(NAMES), timeout=120_000)
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        yield page


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    slides = [(new_markdown_cell(f"## {name}"), demonstration(name)) for name in NAMES]
    cells = [new_markdown_cell("# All of them"), *(cell for slide in slides for cell in slide)]
    path = tmp_path_factory.mktemp("lecture") / "all.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def read(box, name, settings):
    """Wait until a demonstration reads as its oracle says; in a page, paragraphs part the lines."""
    words = " ".join(readout(name, **settings)).split()
    text = re.compile(r"\s*" + r"\s*".join(map(re.escape, words)) + r"\s*$")
    expect(box.locator(".labkit-readout")).to_have_text(text)


def known_by_python(page):
    """Run the last cell, and give the settings that it prints."""
    cell = page.locator(".jp-CodeCell").last
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect(prompt).to_have_text(re.compile(r"\[\d+\]"))
    expect(prompt).not_to_have_text(before)
    return ast.literal_eval(cell.locator(".jp-OutputArea-output").inner_text())


@pytest.mark.parametrize("name", NAMES)
def test_it_follows_python_and_keeps_nobody_out(page, name):
    box = page.locator(f".labkit-demo-{name}")
    box.scroll_into_view_if_needed()  # before, it has no width
    read(box, name, MOVES.get(name, {}))
    expect(box.locator(".labkit-error")).to_have_count(0)
    expect(box.locator(".labkit-picture svg[aria-label]")).to_be_visible()
    assert violations(page, f".labkit-demo-{name}") == []
    if name in PICTURES:
        picture(box.locator(".labkit-inside"), f"demo-{name.replace('_', '-')}")


@pytest.fixture(scope="module", params=["jupyterlab", "deck", "handout"])
def opened(request, browser, lecture):
    """Where all demonstrations stand, and how one is turned to."""
    if request.param == "jupyterlab":
        yield request.getfixturevalue("page"), lambda name: None
        return
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    deck = request.param == "deck"
    page.goto(write_page(lecture, lecture.with_suffix(f".{request.param}.html"), deck=deck))

    def turn_to(name):
        page.evaluate("document.activeElement.blur()")  # digits would be typed into its field
        show(page, NAMES.index(name) + 2)

    yield page, turn_to if deck else lambda name: None
    page.close()


def act(box, done, words, value):
    if done == "press":
        return box.get_by_role("button", name=words, exact=True).click()
    control = box.get_by_label(words, exact=True)
    if done == "check":
        control.check()
    elif done == "go on":
        control.press("ArrowRight")
    else:
        control.press("Control+a")
        control.press_sequentially(str(value))
        control.press("Enter")


@pytest.mark.parametrize(("name", "done", "words", "setting"), SCENARIOS)
def test_what_is_done_is_read_alike_everywhere(opened, name, done, words, setting):
    page, turn_to = opened
    turn_to(name)
    box = page.locator(f".labkit-demo-{name}")
    box.scroll_into_view_if_needed()
    box.get_by_role("button", name="Set all controls back").click()
    about = json.loads(box.get_attribute("data-demonstration") or '{"draws": 0}')
    begun = dict.fromkeys(COUNTERS & settings_of(name).keys(), about["draws"])
    if done == "press":
        setting = {key: begun[key] + more for key, more in setting.items()}
    act(box, done, words, *setting.values())
    read(box, name, begun | setting)


def test_what_is_clicked_python_knows(page):
    for name in NAMES:
        box = page.locator(f".labkit-demo-{name}")
        box.get_by_role("button", name="Set all controls back").click()
        more = box.get_by_role("button", name=re.compile(r"^10 more"))
        if more.count():
            more.click()
    known = known_by_python(page)
    for name in NAMES:
        settings = settings_of(name)
        settings |= dict.fromkeys(COUNTERS & settings.keys(), 10)
        assert known[name] == settings
        read(page.locator(f".labkit-demo-{name}"), name, settings)


def test_what_python_may_not_set_stands_in_the_page_until_something_else_is_set(page):
    cell = page.locator(".jp-CodeCell").last
    box = page.locator(".labkit-demo-ties")
    for settings, said in (
        ({"plus": 300}, ["plus must be a whole number from 0 to 100, not 300"]),
        ({"plus": 3}, readout("ties", plus=3)),
    ):
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(f"shown['ties'].settings = {settings}")
        page.keyboard.press("Control+Enter")
        expect(box.locator(".labkit-readout p")).to_have_text(said)


#: Words of a picture that overprint each other, or leave it.
_OVERPRINTED = """() => [...document.querySelectorAll(".labkit-picture svg")].flatMap((svg) => {
  const edge = svg.getBoundingClientRect().right;
  const words = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  return words.flatMap(([said, box], i) => (box.right > edge + 1 ? [`outside: ${said}`] : []).concat(words.slice(i + 1)
    .filter(([, other]) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
      && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 5)
    .map(([other]) => `${said} over ${other}`)));
})"""


@pytest.mark.parametrize("width", [700, 1024, 1280])
def test_no_words_of_a_picture_overprint_each_other_in_a_wide_font(browser, width):
    with offline_page(browser, viewport={"width": width, "height": 900}) as page:
        page.set_content(write_demonstrations(*NAMES))
        page.add_style_tag(
            content="body { font-family: 'DejaVu Sans', Verdana, sans-serif !important; }"
        )
        expect(page.locator(".labkit-picture svg")).to_have_count(len(NAMES))
        for toggle in page.locator("input[type=checkbox]").all():
            toggle.check()
        for button in page.get_by_role("button", name=re.compile("^1,000 more")).all():
            button.click()
        assert page.evaluate(_OVERPRINTED) == []
