"""The lecture demonstrations in JupyterLab, moved by keyboard and by mouse.

Each is compared with a twin that this process moves in the same way; the other
tests of demos compare what a demonstration says with the library. With
LABKIT_SCREENSHOTS=FOLDER the README's pictures of three are written there.
"""

import html
import os
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import ipywidgets as widgets
import nbformat
import pytest
from playwright.sync_api import Page, expect

from labkit import demos
from labkit.demos.controls import Player, reading
from labkit.demos.words import read
from labkit.plots.demonstrations import Axis, places_of
from tests.browser.accessibility import violations
from tests.browser.driving import run_notebook, watched_page

NAMES = [name for name in demos.__all__ if f"{name}_numbers" in demos.__all__]
PICTURES = "shuffling", "bootstrap", "confidence_vs_gain"
SLIDERS = widgets.IntSlider, widgets.FloatSlider, widgets.SelectionSlider
# Where in a control's box a key or the mouse meets it; the box itself is a button's or a group's.
ELEMENTS = (
    (SLIDERS, ".noUi-handle"),
    (widgets.Checkbox, "input[type=checkbox]"),
    (widgets.Textarea, "textarea"),
    ((widgets.Combobox, widgets.BoundedIntText), "input"),
)
TYPED = {
    "text": "The lexicon is significantly better.",
    "word": "great",
    "pasted": "0.5 0.25\n0,1 0,3\n1 0",
}

COUNTED = {"shuffling": "shuffles", "sign_flips": "shuffles", "bootstrap": "resamples"}
COUNTED |= {"error_types": "experiments"}

# Which setting a button sets; any other control sets its own.
SETS = {
    **{
        (demo, button): setting
        for demo, setting in COUNTED.items()
        for button in ("one", "ten", "hundred", "thousand")
    },
    ("report_check", "sins"): "text",
    ("report_check", "honest"): "text",
    ("report_check", "other"): "text",
}
# Which part of a demonstration follows a control; it is both of them for any other.
CHANGES = {
    ("bootstrap", "shifted"): {"picture"},  # the same gains in another place
    ("ties", "alpha"): {"readout"},  # the same distributions
    ("report_check", "alpha"): {"picture"},  # the same objections, and another table
}
# Two runs may have one mean, in the two digits that a readout shows.
ALIKE_IN_WORDS = {("sign_flips", "run_a"), ("sign_flips", "run_b")}
pytestmark = pytest.mark.slow  # together they take minutes
named = pytest.mark.parametrize("shown", NAMES, indirect=True)
#: Two of the ten; the keys of the others are for `make test-long`.
BY_KEYS = ("binomial_tails", "report_check")


@dataclass(frozen=True)
class Shown:
    """A demonstration on the page, and its twin."""

    page: Page
    name: str
    twin: demos.frame.Demonstration

    @property
    def box(self):
        return self.page.locator(f".labkit-demo-{self.name}")

    @property
    def reset(self):
        return self.box.get_by_role("button", name="Reset")

    def controls(self, *kinds):
        """Controls of some kinds that are on the page: the twin's, and the page's."""
        for name, widget in self.twin.controls.items():
            away = "labkit-away" in widget._dom_classes or getattr(widget, "disabled", False)
            if isinstance(widget, kinds) and not isinstance(widget, Player) and not away:
                yield widget, self.element(name)

    def element(self, name):
        """What of a control takes keys and clicks on the page."""
        widget = self.twin.controls[name]
        inner = [css for kinds, css in ELEMENTS if isinstance(widget, kinds)]
        return self.box.locator(" ".join([f".labkit-control-{name}", *inner]))

    def says_of(self, name):
        """What stands beside a slider on the page."""
        return self.box.locator(f".labkit-control-{name} .widget-readout")

    def agrees(self):
        """The page says and draws what the twin does."""
        wanted = r"\s*".join(map(re.escape, words(self.twin.readout.value)))
        says = self.box.locator(".labkit-readout .widget-html-content")
        expect(says).to_have_text(re.compile(rf"\s*{wanted}\s*$"))
        expect(self.box.locator(".labkit-error")).to_have_count(0)
        wanted = drawing(self.twin.picture.value)
        picture = self.box.locator(".labkit-picture .widget-html-content")
        if "aria-label" in self.twin.picture.value:
            expect(picture.locator("[aria-label]").first).to_have_attribute("aria-label", wanted[0])
        else:
            text = r"\s*".join(map(re.escape, wanted))
            expect(picture).to_have_text(re.compile(rf"\s*{text}\s*$"))
        # Pictures of two settings may have one label: the lines of the second may be on their way.
        last = time.monotonic() + 10
        while (shown := drawing(picture.inner_html())) != wanted and time.monotonic() < last:
            self.page.wait_for_timeout(50)
        assert shown == wanted

    def set_back(self):
        """Press Reset, the twin's and the page's."""
        self.twin.reset.click()
        self.reset.click()
        self.agrees()

    @property
    def says(self):
        """What the twin shows."""
        return {
            "readout": words(self.twin.readout.value),
            "picture": drawing(self.twin.picture.value),
        }

    @contextmanager
    def moving(self, widget):
        """Move a control, the twin's and the page's, and see that it changes what it should."""
        (name,) = (name for name, other in self.twin.controls.items() if other is widget)
        settings, said = self.twin.settings, self.says
        yield name
        self.agrees()
        moved = {
            setting for setting, value in self.twin.settings.items() if value != settings[setting]
        }
        assert SETS.get((self.name, name), name) in moved
        changed = {part for part, shown in self.says.items() if shown != said[part]}
        if (self.name, name) in ALIKE_IN_WORDS:
            changed.add("readout")
        assert changed == CHANGES.get((self.name, name), {"readout", "picture"})


def words(text):
    return html.unescape(re.sub(r"<[^>]*>", " ", text)).split()


def drawing(picture):
    """What a picture says that it shows, and where all its lines go; the words of one without lines."""
    found = re.findall(r'aria-label="([^"]*)"', picture) + re.findall(r'\bd="([^"]*)"', picture)
    return [" ".join(html.unescape(text).split()) for text in found] or words(picture)


@pytest.fixture(scope="module")
def page(context, lab):
    """A page of 1280 x 720 with all demonstrations in one notebook, run."""
    cells = ["from labkit import demos", *(f"demos.{name}()" for name in NAMES)]
    with run_notebook(context, lab, "demonstrations.ipynb", cells) as page:
        yield page


@pytest.fixture(scope="module")
def twins(page):
    """The twins, made while the page makes its own."""
    twins = {name: getattr(demos, name)() for name in NAMES}
    expect(page.locator(".labkit-demo")).to_have_count(len(NAMES), timeout=120_000)
    return twins


@pytest.fixture
def shown(page, twins, request):
    shown = Shown(page, request.param, twins[request.param])
    shown.box.scroll_into_view_if_needed()
    shown.agrees()
    return shown


def step_right(slider):
    """What the right arrow does."""
    if isinstance(slider, widgets.SelectionSlider):
        slider.index = min(slider.index + 1, len(slider.options) - 1)
    else:
        slider.value = min(slider.value + slider.step, slider.max)


def drag(page, handle):
    """Move a slider's handle by two fifths of the way, to where there is room."""
    track = handle.locator("xpath=ancestor::*[contains(@class, 'slider-container')]").bounding_box()
    place = handle.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    to_right = x < track["x"] + 0.5 * track["width"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (0.4 if to_right else -0.4) * track["width"], y, steps=2)
    page.mouse.up()


def follow(slider, handle):
    """Set the twin's slider to what the page's says."""
    said = handle.locator("xpath=ancestor::*[contains(@class, 'widget-inline-hbox')]")
    said = said.locator(".widget-readout").inner_text()
    if isinstance(slider, widgets.SelectionSlider):
        slider.label = said
    else:
        slider.value = type(slider.value)(said.replace(",", ""))


def choose_next(choice, element):
    """The button of the next option, for the page, after the twin has chosen it."""
    choice.index = (choice.index + 1) % len(choice.options)
    return element.locator("button").nth(choice.index)


def buttons(shown):
    """The last first: the first of the report check's examples is shown already."""
    return reversed(list(shown.controls(widgets.Button)))


@pytest.mark.parametrize(
    "shown",
    [name if name in BY_KEYS else pytest.param(name, marks=pytest.mark.long) for name in NAMES],
    indirect=True,
)
def test_the_keyboard_moves_it(shown):
    first = shown.says
    for slider, handle in shown.controls(*SLIDERS):
        with shown.moving(slider):
            step_right(slider)
            handle.press("ArrowRight")
    for button, element in buttons(shown):
        with shown.moving(button):
            button.click()
            element.press("Enter")
    for field, element in shown.controls(widgets.BoundedIntText):
        with shown.moving(field):
            field.value += 1
            element.press("ArrowUp")
    for toggle, element in shown.controls(widgets.ToggleButton):
        with shown.moving(toggle):
            toggle.value = not toggle.value
            element.press("Enter")
    for choice, element in shown.controls(widgets.ToggleButtons):
        with shown.moving(choice):
            choose_next(choice, element).press("Enter")
    for box, element in shown.controls(widgets.Checkbox):
        with shown.moving(box):
            box.value = not box.value
            element.press("Space")
    for text, element in shown.controls(widgets.Textarea, widgets.Combobox):
        with shown.moving(text) as name:
            text.value = TYPED[name]
            element.fill(text.value)
            element.press("Tab")
    shown.twin.reset.click()
    shown.reset.press("Enter")
    shown.agrees()
    assert shown.says == first


@pytest.mark.long
@named
def test_the_mouse_moves_it(shown):
    first = shown.says
    for slider, handle in shown.controls(*SLIDERS):
        with shown.moving(slider):
            drag(shown.page, handle)
            follow(slider, handle)
    for choice, element in shown.controls(widgets.ToggleButtons):
        with shown.moving(choice):
            choose_next(choice, element).click()
    for box, element in shown.controls(widgets.Checkbox):
        with shown.moving(box):
            box.value = not box.value
            element.click()
    for toggle, element in shown.controls(widgets.ToggleButton):
        with shown.moving(toggle):
            toggle.value = not toggle.value
            element.click()
    for button, element in buttons(shown):
        with shown.moving(button):
            button.click()
            element.click()
    shown.set_back()
    assert shown.says == first


@named
def test_who_listens_hears_every_control_and_its_value(shown):
    about = shown.twin.page.controls
    for name, widget in shown.twin.controls.items():
        if name not in about:  # a button, whose name stands on it
            expect(shown.element(name)).to_have_accessible_name(re.compile(r"\w"))
        elif isinstance(widget, SLIDERS):
            handle = shown.element(name)
            expect(handle).to_have_attribute("aria-label", about[name]["name"])
            wanted = " ".join(filter(None, [reading(widget), about[name]["unit"]]))
            expect(handle).to_have_attribute("aria-valuetext", wanted)
        elif isinstance(widget, widgets.ToggleButtons):
            pressed = [option == widget.label for option in widget._options_labels]
            states = [str(state).lower() for state in pressed]
            for button, state in zip(
                shown.element(name).locator("button").all(), states, strict=True
            ):
                expect(button).to_have_attribute("aria-pressed", state)
        elif isinstance(widget, widgets.ToggleButton):
            expect(shown.element(name)).to_have_attribute("aria-pressed", "false")
        else:
            expect(shown.element(name)).to_have_attribute("aria-label", about[name]["name"])
    expect(shown.box).to_have_attribute(
        "aria-label", f"Demonstration: {shown.name.replace('_', ' ')}"
    )
    expect(shown.box.locator("[title=null]")).to_have_count(0)
    assert violations(shown.page, f".labkit-demo-{shown.name}") == []


@pytest.mark.parametrize("shown", ["binomial_tails"], indirect=True)
@pytest.mark.parametrize(
    ("setting", "typed", "used"),
    [("alpha", "0,03", 0.03), ("alpha", "none", 0.05), ("n", "1,000", 1000), ("n", "9e9", 2000)],
)
def test_a_typed_number_shows_what_is_used(shown, setting, typed, used):
    says = shown.says_of(setting)
    says.fill(typed)
    says.press("Enter")
    if setting == "alpha":
        shown.twin.set(alpha=used)
    else:
        shown.twin.controls[setting].value = used
    expect(says).to_have_text(reading(shown.twin.controls[setting]))
    shown.agrees()
    shown.set_back()
    # What was typed before is not taken again when the readout is left.
    expect(says).to_have_text(reading(shown.twin.controls[setting]))
    says.focus()
    shown.reset.focus()
    shown.page.wait_for_timeout(300)
    shown.agrees()


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
@pytest.mark.parametrize(("typed", "used"), [("1.000", "1000"), ("no", "103"), ("12", "53")])
def test_a_field_shows_the_number_that_is_used(shown, typed, used):
    field = shown.element("gold")
    field.fill(typed)
    field.press("Enter")
    shown.twin.controls["gold"].value = int(used)
    shown.agrees()
    expect(field).to_have_value(used)
    expect(field).to_have_attribute("aria-valuenow", used)
    shown.set_back()


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
@pytest.mark.parametrize(("typed", "used"), [("12", "53"), ("500", "500")])
def test_a_late_answer_does_not_write_over_what_is_typed(shown, typed, used):
    field = shown.element("gold")
    field.fill("500")
    field.press("Enter")
    shown.reset.click()
    field.fill(typed)  # before there is an answer to what was clicked
    shown.agrees()
    expect(field).to_have_value(typed)
    shown.reset.focus()  # and the field is left
    shown.twin.controls["gold"].value = int(used)
    shown.agrees()
    expect(field).to_have_value(used)
    shown.set_back()
    expect(field).to_have_value("103")


@pytest.mark.parametrize("shown", ["binomial_tails"], indirect=True)
def test_a_late_answer_does_not_write_over_a_typed_readout(shown):
    says = shown.says_of("k")
    shown.element("n").press("ArrowRight")
    step_right(shown.twin.controls["n"])
    shown.reset.click()
    shown.twin.reset.click()
    says.fill("7")
    shown.agrees()
    expect(says).to_have_text("7")
    says.press("Enter")
    shown.twin.controls["k"].value = 7
    shown.agrees()
    expect(says).to_have_text("7")
    shown.set_back()
    expect(says).to_have_text("5")


@pytest.mark.parametrize("shown", ["report_check"], indirect=True)
@pytest.mark.parametrize("words", ["My own words are here.", "as before"])
def test_a_late_answer_does_not_write_over_typed_words(shown, words):
    text = shown.element("text")
    words = shown.twin.settings["text"] if words == "as before" else words
    shown.element("honest").click()
    text.fill(words)
    shown.page.wait_for_timeout(500)
    expect(text).to_have_value(words)
    shown.reset.focus()
    shown.twin.controls["text"].value = words
    shown.agrees()
    expect(text).to_have_value(words)
    shown.set_back()
    expect(text).to_have_value(shown.twin.settings["text"])


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
def test_typed_numbers_count_on_by_keys_and_survive_hasty_clicks(shown):
    field = shown.element("gold")
    field.fill("200")
    field.press("ArrowUp")
    shown.twin.controls["gold"].value = 201
    shown.agrees()
    expect(field).to_have_value("201")
    for _ in range(10):
        shown.reset.click()
        field.fill("12")
        field.press("Enter")
    shown.twin.controls["gold"].value = 53
    shown.agrees()
    expect(field).to_have_value("53")
    shown.set_back()


#: Typed, and entered, before the page can be given any answer.
AT_ONCE = """(field, [typed, reset]) => {
  const enter = () => {
    field.focus();
    field.select();
    document.execCommand("insertText", false, typed);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  enter();
  if (reset) {
    field.closest(".labkit-demo").querySelector("button[title='Set all controls back']").click();
    enter();
  }
}"""


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
@pytest.mark.parametrize(("typed", "used"), [("12", "53"), ("103", "103")])
def test_the_same_number_typed_again_after_a_reset_is_used(shown, typed, used):
    field = shown.element("gold")
    field.evaluate(AT_ONCE, [typed, True])
    shown.twin.controls["gold"].value = int(used)
    shown.agrees()
    expect(field).to_have_value(used)
    shown.set_back()


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
def test_the_same_choice_clicked_again_after_a_reset_is_used(shown):
    choices = shown.element("metric")
    choices.get_by_role("button", name="recall").click()
    shown.twin.controls["metric"].value = "recall"
    shown.agrees()
    choices.evaluate("""box => {
      box.closest(".labkit-demo").querySelector("button[title='Set all controls back']").click();
      [...box.querySelectorAll("button")].find(button => button.textContent === "recall").click();
    }""")
    shown.page.wait_for_timeout(500)
    shown.agrees()
    shown.set_back()


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
def test_a_late_answer_leaves_a_selected_number_selected(shown):
    field = shown.element("gold")
    field.evaluate(AT_ONCE, ["200", False])
    shown.twin.controls["gold"].value = 200
    shown.agrees()
    shown.reset.click()
    field.select_text()
    shown.twin.reset.click()
    shown.agrees()
    expect(field).to_have_value("103")
    shown.page.keyboard.type("12")
    shown.page.keyboard.press("Enter")
    shown.twin.controls["gold"].value = 53
    shown.agrees()
    shown.set_back()


@pytest.mark.parametrize(
    "shown",
    [
        "shuffling",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("sign_flips", "bootstrap")),
    ],
    indirect=True,
)
def test_a_click_on_a_bar_shows_a_resample_of_it(shown):
    shown.twin.controls["hundred"].click()
    shown.element("hundred").click()
    shown.agrees()
    for _ in range(2):  # the same bar again gives its next one
        bars = shown.box.locator("[data-set=look]")
        looks = re.search('data-values="([^"]*)"', shown.twin.picture.value)[1].split()
        assert bars.get_attribute("data-values").split() == looks
        place = next(i for i in range(len(looks) // 2, len(looks)) if looks[i] != "-")
        place_on_page = bars.bounding_box()
        shown.page.mouse.click(
            place_on_page["x"] + (place + 0.5) * place_on_page["width"] / len(looks),
            place_on_page["y"] + place_on_page["height"] / 2,
        )
        shown.twin.set(look=int(looks[place]))
        shown.agrees()
        expect(shown.element("look")).to_have_value(looks[place])
    shown.set_back()


@pytest.mark.parametrize("shown", ["binomial_tails"], indirect=True)
def test_the_tail_is_dragged(shown):
    tail = shown.box.locator("[data-drag]").bounding_box()

    def place(k):
        return tail["x"] + (k + 0.5) * tail["width"] / 21, tail["y"] + tail["height"] / 2

    shown.page.mouse.move(*place(5))
    shown.page.mouse.down()
    shown.page.mouse.move(*place(9), steps=3)
    shown.page.mouse.move(*place(12), steps=3)
    shown.page.mouse.up()
    shown.twin.set(k=12)
    shown.agrees()
    shown.page.mouse.move(*place(3))  # the button is up: nothing is dragged any more
    shown.page.mouse.click(*place(17))
    shown.twin.set(k=17)
    shown.agrees()
    shown.set_back()


@pytest.mark.parametrize("shown", ["sign_flips"], indirect=True)
def test_it_plays_until_it_is_told_to_pause(shown):
    play = shown.element("play")
    play.click()
    expect(play).to_have_text("Pause")
    expect(shown.says_of("shuffles")).not_to_have_text(re.compile("^[0-3]$"))
    play.click()
    expect(play).to_have_text("Play")
    shown.page.wait_for_timeout(500)
    shown.twin.set(shuffles=int(shown.says_of("shuffles").inner_text()))
    shown.agrees()
    shown.page.wait_for_timeout(700)
    shown.agrees()
    shown.set_back()


@pytest.mark.parametrize("shown", ["shuffling"], indirect=True)
def test_pasted_lines_are_counted_and_a_bad_one_is_named(shown):
    shown.twin.set(data="pasted", pasted="yes yes no\nno yes no")
    shown.element("data").get_by_role("button", name="pasted").click()
    shown.element("pasted").fill("yes yes no\nno yes no")
    shown.element("pasted").press("Tab")
    shown.agrees()
    expect(shown.element("spurious_1")).to_have_value("1")
    expect(shown.element("spurious_1")).to_be_disabled()
    shown.element("pasted").fill("yes yes no\nno yes")
    shown.element("pasted").press("Tab")
    expect(shown.box.get_by_role("alert")).to_contain_text("line 2 must be three words")
    shown.set_back()


@pytest.mark.parametrize("shown", ["confidence_vs_gain"], indirect=True)
@pytest.mark.parametrize("point", [3_000, 11_000])
def test_a_click_on_a_point_shows_its_pair(shown, point):
    numbers = demos.confidence_vs_gain_numbers(**shown.twin.settings)
    places = places_of(Axis(numbers["reach"], numbers["most"]), numbers["shown"])
    where = """(it, [x, y]) => {
      const place = new DOMPoint(x, y).matrixTransform(it.getScreenCTM());
      return [place.x, place.y]; }"""
    svg = shown.box.locator(".labkit-picture svg")
    svg.scroll_into_view_if_needed()
    shown.page.mouse.click(*svg.evaluate(where, places[point - 1].tolist()))
    readout = shown.box.locator(".labkit-control-point .widget-readout")
    expect(readout).not_to_have_text(f"{shown.twin.settings['point']:,}")
    found = int(readout.inner_text().replace(",", ""))
    assert abs(places[found - 1] - places[point - 1]).max() < 1.5  # a mouse is where a pixel is
    shown.twin.controls["point"].value = found
    shown.agrees()
    expect(svg).to_contain_text(numbers["shown"]["system_a"][found - 1])
    shown.reset.click()
    shown.twin.reset.click()
    shown.agrees()


# Lines of a drawing may go on beyond its edge, where nobody sees them.
TOO_WIDE = """it => [it, ...it.querySelectorAll('*')]
  .filter(e => !e.ownerSVGElement || e.tagName === 'text')
  .filter(e => e.getBoundingClientRect().right > 1280).length"""
SMALLEST = """it => Math.min(...[...it.querySelectorAll('*')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length)
  .filter(e => e.tagName !== 'STYLE' && getComputedStyle(e).visibility === 'visible')
  .map(e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement
      ? e.ownerSVGElement.getScreenCTM().a : 1)))"""


@named
def test_it_can_be_read_from_the_back_row(shown):
    assert shown.box.evaluate(TOO_WIDE) == 0
    assert shown.box.bounding_box()["height"] <= 620  # a heading and a line go above it
    assert shown.box.evaluate(SMALLEST) >= 16
    expect(shown.box.locator(".labkit-caption")).to_contain_text("Source")
    if shown.name in PICTURES:
        take_screenshot(shown)


def take_screenshot(shown):
    folder = os.environ.get("LABKIT_SCREENSHOTS")
    if not folder:
        return
    shown.page.set_viewport_size({"width": 1280, "height": 900})  # no bar over its lower edge
    shown.box.evaluate("it => it.scrollIntoView({block: 'center'})")
    if "thousand" in shown.twin.controls:
        shown.element("thousand").click()
    shown.page.wait_for_timeout(1000)
    shown.box.screenshot(path=Path(folder) / f"demo-{shown.name.replace('_', '-')}.png")
    shown.page.set_viewport_size({"width": 1280, "height": 720})
    shown.reset.click()


def test_a_demonstration_whose_kernel_has_stopped_says_so(context, lab):
    cells = ["from labkit import demos; import os; demos.ties()", "os._exit(1)"]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in cells],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}},
    )
    nbformat.write(notebook, lab.notebooks / "stopped.ipynb")
    with watched_page(context) as page:
        page.goto(lab.url("stopped.ipynb"))
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        box = page.locator(".labkit-demo")
        expect(box.locator(".noUi-handle").first).to_have_attribute("aria-label", "plus")
        expect(box).not_to_have_class(re.compile("labkit-silent"))
        page.keyboard.press("Shift+Enter")  # the first time it went on to the next cell
        expect(box).to_have_class(re.compile("labkit-silent"))
        page.get_by_role(
            "button", name="Ok", exact=True
        ).click()  # JupyterLab says it once, and is gone
        said = box.get_by_role("alert")
        expect(said).to_contain_text("No answer from the kernel")
        expect(said).to_contain_text("Restart Kernel and Run All Cells")
        assert box.locator(".labkit-row").evaluate("it => getComputedStyle(it).opacity") < "0.6"


@pytest.mark.parametrize("finger", [True, False])
def test_a_finger_finds_a_handle_that_is_narrower(browser, finger):
    context = browser.new_context(has_touch=finger, is_mobile=finger)
    page = context.new_page()
    handle = '<div class="noUi-handle" style="position: absolute; width: 14px; height: 14px">'
    page.set_content(
        f"<style>{read('demo.css')}</style>"
        f'<div class="labkit-demo" style="margin: 60px">{handle}</div></div>'
    )
    found = page.locator(".noUi-handle").evaluate(
        """(handle) => { const { x, y } = handle.getBoundingClientRect();
            return [[7, 7], [-8, 7], [22, 7], [7, -6], [7, 20]].map(([right, down]) =>
              document.elementFromPoint(x + right, y + down) === handle); }"""
    )
    assert found == [True, *[finger] * 4]
    context.close()


def test_who_uses_the_keys_sees_where_they_are(browser):
    # As the widgets' style sheet and JupyterLab's have it.
    others = (
        '.widget-text input[type="text"] { outline: none !important }'
        ".jupyter-button:focus:enabled { outline: 1px solid blue }"
    )
    page = browser.new_page()
    page.set_content(
        f"<style>{others}</style><div class=labkit-demo><style>{read('demo.css')}</style>"
        "<div class=widget-text><input type=text></div><button class=jupyter-button>x</button>"
    )
    for _ in range(2):
        page.keyboard.press("Tab")
        ring = page.evaluate(
            "(({ outlineStyle, outlineWidth }) => [outlineStyle, parseFloat(outlineWidth)])"
            "(getComputedStyle(document.activeElement))"
        )
        assert ring[0] == "solid" and ring[1] >= 2
    page.close()
