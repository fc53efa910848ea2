"""One list of scenarios in JupyterLab, in a deck and in a handout: what is done, and what is read then."""

import json

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import expect

from labkit import demos
from tests.browser.decks import demonstration, show, write_page
from tests.browser.driving import run_notebook
from tests.browser.test_demos import as_shown
from tests.demos.drawn import said

pytestmark = pytest.mark.slow

#: Demonstration, what is done to which of its controls, and the setting that it changes.
SCENARIOS = [
    ("binomial_tails", "check", "one tail", {"tails": "one tail"}),
    ("binomial_tails", "type", "k negative, typed", {"k": 3}),
    ("binomial_tails", "go on", "k negative", {"k": 6}),
    ("bootstrap", "press", "10 more resamples", {"resamples": 10}),
    ("confidence_vs_gain", "check", "F1", {"metric": "F1"}),
    ("correlation", "type", "by both, typed", {"both": 20}),
    ("error_types", "press", "10 more experiments", {"experiments": 10}),
    ("error_types", "check", "matched-pair t", {"test": "matched-pair t"}),
    ("report_check", "check", "Show objections", {"reveal": True}),
    ("shuffling", "press", "100 more shuffles", {"shuffles": 100}),
    ("shuffling", "check", "recall", {"metric": "recall"}),
    ("sign_flips", "press", "100 more shuffles", {"shuffles": 100}),
    ("smoothing", "go on", "omega", {"omega": 1.5}),
    ("smoothing", "type", "word", {"word": "superb"}),
    ("ties", "type", "ties, typed", {"ties": 3}),
]
NAMES = list(dict.fromkeys(name for name, *_ in SCENARIOS))


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    cells = [new_markdown_cell("# All of them")]
    for name in NAMES:
        cells += [new_markdown_cell(f"## {name}"), demonstration(name)]
    path = tmp_path_factory.mktemp("lecture") / "all.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


@pytest.fixture(scope="module", params=["jupyterlab", "deck", "handout"])
def opened(request, browser, lecture):
    """Where all demonstrations stand: how one is turned to, and the place of each."""
    if request.param == "jupyterlab":
        context, lab = map(request.getfixturevalue, ("context", "lab"))
        cells = ["from labkit import demos", *(f"demos.{name}()" for name in NAMES)]
        with run_notebook(context, lab, "scenarios.ipynb", cells) as page:
            expect(page.locator(".labkit-demo")).to_have_count(len(NAMES), timeout=120_000)
            yield page, lambda name: None
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
        box.get_by_role("button", name=words, exact=True).click()
    elif done == "check":
        box.get_by_label(words, exact=True).check()
    elif done == "go on":
        box.get_by_label(words, exact=True).press("ArrowRight")
    else:
        field = box.get_by_label(words, exact=True)
        field.press("Control+a")
        field.press_sequentially(str(value))
        field.press("Enter")


@pytest.mark.parametrize(("name", "done", "words", "setting"), SCENARIOS)
def test_what_is_done_is_read_alike_everywhere(opened, name, done, words, setting):
    page, turn_to = opened
    turn_to(name)
    box = page.locator(f".labkit-demo-{name}")
    box.scroll_into_view_if_needed()
    box.get_by_role("button", name="Set all controls back").click()
    about = box.get_attribute("data-demonstration")
    begun = json.loads(about)["settings"] if about else {}
    if done == "press":
        setting = {key: begun.get(key, 0) + more for key, more in setting.items()}
    act(box, done, words, *setting.values())
    twin = getattr(demos, name)(**begun | setting)
    words = said(name, twin.readout(), twin.settings)
    expect(box.locator(".labkit-readout")).to_have_text(as_shown(words))
