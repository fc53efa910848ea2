"""Demonstrations on lines that are slow or cut, used in haste: what is done last is what is shown.

Nothing here depends on how quick the machine is: the page's line to the kernel is stopped, and let
go on when all has been done.
"""

import re

import pytest
from playwright.sync_api import expect

from labkit import demos
from tests.browser.driving import run_notebook
from tests.browser.test_demos import AT_ONCE, Shown

NAMES = "binomial_tails", "shuffling", "sign_flips", "report_check"
pytestmark = pytest.mark.slow
on = pytest.mark.parametrize

#: The kernel's line: what comes is kept while it is `held`, and lost with what goes while it is `cut`.
LINE = """
window.line = { held: false, cut: false, kept: [] };
line.release = () => { line.held = false; for (const call of line.kept.splice(0)) call(); };
window.WebSocket = class extends WebSocket {
  get counts() { return this.url.includes("/channels"); }
  send(data) { if (!(line.cut && this.counts)) super.send(data); }
  get onmessage() { return this.call; }
  set onmessage(call) {
    this.call = call;
    super.onmessage = (event) => {
      if (line.cut && this.counts) return;
      if (line.held && this.counts) line.kept.push(() => this.call?.(event));
      else this.call?.(event);
    };
  }
};
"""
SILENT = re.compile("labkit-silent")


@pytest.fixture(scope="module")
def page(context, lab):
    """A page with some demonstrations in a notebook, run."""
    cells = ["from labkit import demos", *(f"{name} = demos.{name}(); {name}" for name in NAMES)]
    cells += ["sign_flips.settings['shuffles']"]
    with run_notebook(context, lab, "line.ipynb", cells, LINE) as page:
        expect(page.locator(".labkit-demo")).to_have_count(len(NAMES), timeout=120_000)
        yield page


@pytest.fixture
def shown(page, request):
    shown = Shown(page, request.param, getattr(demos, request.param)())
    shown.box.scroll_into_view_if_needed()
    shown.agrees()
    yield shown
    page.evaluate("line.release()")
    shown.set_back()


def shows(*names):
    return on("shown", names, indirect=True)


def hold(shown):
    shown.page.evaluate("line.held = true")


def release(shown):
    """Let all answers come, and see that what they say stays."""
    shown.page.evaluate("line.release()")
    shown.agrees()
    shown.page.wait_for_timeout(500)  # for what would come after it
    shown.agrees()


@shows("binomial_tails")
def test_a_slider_that_was_moved_before_a_reset_is_reset(shown):
    hold(shown)
    for _ in range(4):
        shown.element("n").press("ArrowRight")
    shown.reset.click()
    release(shown)
    expect(shown.says_of("n")).to_have_text("20")


@shows("binomial_tails")
def test_a_number_typed_after_a_slider_was_moved_is_used(shown):
    hold(shown)
    for _ in range(4):
        shown.element("k").press("ArrowRight")
    shown.says_of("k").fill("3")
    shown.says_of("k").press("Enter")
    shown.twin.controls["k"].value = 3
    release(shown)
    expect(shown.says_of("k")).to_have_text("3")


@shows("binomial_tails")
@on("then", ["Reset", pytest.param("nothing", marks=pytest.mark.long)])
def test_a_drag_in_the_picture_ends_before_a_reset(shown, then):
    tail = shown.box.locator("[data-drag]").bounding_box()
    hold(shown)
    for number, k in enumerate((5, 9, 12)):
        x = tail["x"] + (k + 0.5) * tail["width"] / 21
        shown.page.mouse.move(x, tail["y"] + tail["height"] / 2)
        if number == 0:
            shown.page.mouse.down()
    shown.page.mouse.up()
    if then == "Reset":
        shown.reset.click()
    else:
        shown.twin.controls["k"].value = 12
    release(shown)


@shows("shuffling")
@on("again", [pytest.param(True, marks=pytest.mark.long), False])
def test_each_of_two_quick_clicks_on_bars_counts(shown, again):
    shown.twin.controls["hundred"].click()
    shown.element("hundred").click()
    shown.agrees()
    box = shown.box.locator("[data-set=look]").bounding_box()

    def looks():
        return re.search('data-values="([^"]*)"', shown.twin.picture.value)[1].split()

    filled = [place for place, look in enumerate(looks()) if look != "-"]
    middle = filled[len(filled) // 2]
    hold(shown)
    for place in (middle, middle if again else filled[2]):
        x = box["x"] + (place + 0.5) * box["width"] / len(looks())
        shown.page.mouse.click(x, box["y"] + box["height"] / 2)
        shown.twin.set(look=int(looks()[place]))
    release(shown)


@shows("shuffling")
def test_a_number_that_was_entered_before_a_reset_is_reset(shown):
    field = shown.element("gold")
    hold(shown)
    # In one go, as where a busy page takes a click before its own timers are due.
    field.evaluate(
        AT_ONCE.replace("if (reset) {", "{").replace("    enter();\n  }", "  }"), ["12", 0]
    )
    release(shown)
    expect(field).to_have_value("103")


@shows("report_check")
def test_words_that_were_typed_before_an_example_make_way_for_it(shown):
    hold(shown)
    shown.element("text").select_text()
    shown.page.keyboard.type("The lexicon is better.")
    shown.element("honest").click()
    shown.twin.controls["honest"].click()
    release(shown)


@shows("sign_flips")
def test_after_a_line_was_cut_it_plays_on_and_sliders_are_heard(shown):
    shown.element("play").click()
    readout = shown.says_of("shuffles")
    expect(readout).not_to_have_text(re.compile("^[0-3]$"))
    shown.page.evaluate("line.cut = true")
    expect(shown.box).to_have_class(SILENT)
    so_far = readout.inner_text()
    shown.page.evaluate("line.cut = false")  # and nobody touches anything
    expect(shown.box).not_to_have_class(SILENT)
    expect(readout).not_to_have_text(so_far)
    shown.element("play").click()
    expect(shown.element("play")).to_have_text("Play")
    shown.reset.click()
    shown.agrees()
    shown.page.evaluate("line.cut = true")
    for _ in range(3):
        shown.element("shuffles").press("ArrowRight")
    expect(shown.box).to_have_class(SILENT)
    shown.page.evaluate("line.cut = false")
    expect(shown.box).not_to_have_class(SILENT)
    shown.twin.controls["shuffles"].value = 3
    shown.agrees()
    shown.element("shuffles").press("ArrowRight")
    shown.twin.controls["shuffles"].value = 4
    shown.agrees()


@shows("sign_flips")
def test_what_nobody_sees_any_more_does_not_play_on(shown):
    cells = shown.page.locator(".jp-CodeCell")
    own, asking = cells.nth(1 + NAMES.index("sign_flips")), cells.nth(1 + len(NAMES))

    def write(source):
        own.locator(".cm-content").click()
        shown.page.keyboard.press("Control+A")
        shown.page.keyboard.type(source)
        shown.page.keyboard.press("Control+Enter")

    def ask():
        prompt = asking.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        asking.locator(".cm-content").click()
        shown.page.keyboard.press("Control+Enter")
        expect(prompt).to_have_text(re.compile(r"\[\d+\]"))
        expect(prompt).not_to_have_text(before)
        return asking.locator(".jp-OutputArea-output").inner_text()

    shown.element("play").click()
    expect(shown.says_of("shuffles")).not_to_have_text("0")
    write("'another output'")
    expect(own.get_by_text("'another output'").last).to_be_visible()
    expect(shown.box).to_have_count(0)
    played = ask()
    shown.page.wait_for_timeout(1500)
    assert ask() == played
    write("sign_flips")
    expect(shown.says_of("shuffles")).not_to_have_text(played)  # shown again, it goes on
