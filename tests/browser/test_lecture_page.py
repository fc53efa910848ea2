"""What the page of a lecture does, shown on a small one: keys, clicker, speaker, accidents."""

import io
import os
import signal

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.accessibility import violations
from tests.browser.decks import HEADINGS, heading, settle, show, small_lecture
from tests.browser.driving import running_lecture, watched_page

pytestmark = pytest.mark.slow

READY = "#lecture[data-lecture=ready]"


@pytest.fixture(scope="module")
def address(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lecture")
    with running_lecture(folder, small_lecture(folder / "small.ipynb")) as (url, _):
        yield url


@pytest.fixture(scope="module")
def whole(context, address):
    """The small lecture, all of it computed, for the tests that leave it as it was."""
    with watched_page(context) as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(address)
        page.locator(READY).wait_for()
        page.locator(".noUi-handle").wait_for(state="attached")
        yield page


@pytest.fixture
def page(whole):
    """The lecture at its first slide, nothing open and nothing in focus."""
    whole.evaluate("document.activeElement.blur()")
    show(whole, 1)
    return whole


def place(page):
    return HEADINGS.index(heading(page)) + 1


@pytest.mark.parametrize("key", ["PageDown", "ArrowRight", "ArrowDown", "Space", "Enter"])
@pytest.mark.parametrize("back", ["PageUp", "ArrowLeft", "ArrowUp", "Backspace", "Shift+Space"])
def test_keys_turn_the_page(page, key, back):
    page.keyboard.press(key)
    assert place(page) == 2
    page.keyboard.press(back)
    assert place(page) == 1
    page.keyboard.press(back)
    assert place(page) == 1


def press(page, key):
    """Press a key; "pad 3" is the one of the number pad, with the number lock on."""
    if not key.startswith("pad "):
        return page.keyboard.press(key)
    code = "NumpadDecimal" if key[4:] == "," else f"Numpad{key[4:]}"
    page.evaluate(
        "told => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', told))",
        {"key": key[4:], "code": code, "bubbles": True, "cancelable": True, "composed": True},
    )


def test_first_last_and_any_slide_by_its_number(page):
    page.keyboard.press("End")
    assert place(page) == len(HEADINGS)
    page.keyboard.press("PageDown")
    assert place(page) == len(HEADINGS)
    page.keyboard.press("Home")
    assert place(page) == 1
    for keys in (["3"], ["0", "3"], ["9", "Backspace", "3"], ["pad 3"]):
        for key in keys:
            press(page, key)
        expect(page.locator("#digits")).to_be_visible()
        page.keyboard.press("NumpadEnter")
        assert place(page) == 3
        page.keyboard.press("Home")
    page.keyboard.press("7")
    page.keyboard.press("Escape")  # forgets the 7, and opens nothing
    expect(page.locator("#digits")).to_be_hidden()
    expect(page.locator("#overview")).to_be_hidden()
    page.keyboard.press("9")
    page.keyboard.press("9")
    page.keyboard.press("Enter")  # there are not so many
    assert place(page) == len(HEADINGS)


#: What a remote control's or a keyboard's key is elsewhere: key, code, shift, and what it does.
ELSEWHERE = {
    "Russian b": ("и", "KeyB", False, "black"),
    "Russian point": ("ю", "Period", False, "black"),
    "French point": (":", "Period", False, "black"),
    "Arabic three": ("٣", "Digit3", False, "3"),
    "French three": ('"', "Digit3", False, "3"),
    "French three with shift": ("3", "Digit3", True, "3"),
    "American hash": ("#", "Digit3", True, None),
    "American more": (">", "Period", True, None),
    "Dvorak v": ("v", "Period", False, None),
    "Dvorak b": ("b", "KeyN", False, "black"),
    "Dvorak x": ("x", "KeyB", False, None),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_keys_mean_the_same_on_every_keyboard(page, name):
    key, code, shift, wanted = ELSEWHERE[name]
    told = {"key": key, "code": code, "shiftKey": shift, "bubbles": True, "cancelable": True}
    page.evaluate("told => document.body.dispatchEvent(new KeyboardEvent('keydown', told))", told)
    black, digits = page.locator("#black"), page.locator("#digits")
    assert black.is_visible() == (wanted == "black")
    assert digits.is_visible() == (wanted == "3")
    if wanted == "3":
        expect(digits).to_have_text("3")
    page.keyboard.press("Escape") if wanted else None
    assert place(page) == 1 and black.is_hidden() and digits.is_hidden()


def test_what_the_browser_does_with_other_keys_stays_its_own(page):
    page.evaluate(
        "addEventListener('keydown', event => { window.taken = event.defaultPrevented; })"
    )
    for keys in ("Control+r", "Control+f", "Alt+ArrowLeft", "Control+Home", "Meta+b", "x"):
        page.evaluate(
            """keys => {
              const [key, modifier] = keys.split('+').reverse();
              const held = modifier ? {[{Control: 'ctrlKey', Alt: 'altKey', Meta: 'metaKey'}[modifier]]: true} : {};
              document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...held}));
            }""",
            keys,
        )
        assert page.evaluate("window.taken") is False, keys
        assert place(page) == 1


@pytest.mark.parametrize("key", [".", "b", "B", "pad ,"])
def test_a_black_screen_goes_as_it_came(page, key):
    black = page.locator("#black")
    for gone in (key, "Escape", "PageDown"):
        press(page, key)
        expect(black).to_be_visible()
        assert page.evaluate("document.elementFromPoint(600, 300).id") == "black"
        press(page, gone)
        expect(black).to_be_hidden()
    assert place(page) == 2  # the last of them has turned the page


def test_black_is_black_where_the_system_chooses_the_colours(page):
    # As in Windows' high contrast; the bar shows how far one is there, too.
    colour = "node => getComputedStyle(node).backgroundColor"
    page.emulate_media(forced_colors="active")
    try:
        press(page, "b")
        assert page.locator("#black").evaluate(colour) == "rgb(0, 0, 0)"
        press(page, "b")
        bar, rest = (
            page.locator(each).evaluate(colour) for each in ("#progress span", "#progress")
        )
        assert bar != rest
    finally:
        page.emulate_media(forced_colors="none")


def test_the_overview_shows_all_slides_and_opens_one(page):
    page.keyboard.press("Escape")
    overview = page.locator("#overview")
    buttons = overview.locator("> div > button")
    expect(buttons).to_have_count(len(HEADINGS))
    expect(buttons.nth(2)).to_contain_text("A formula")
    expect(buttons.first).to_be_focused()
    assert overview.locator("> div .slide h2").nth(1).bounding_box()["height"] < 40
    assert violations(page, exclude=["#main"]) == []
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    expect(buttons.nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(overview).to_be_hidden()
    assert place(page) == 3
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(overview).to_be_hidden()
    assert place(page) == 3
    page.keyboard.press("Escape")
    buttons.nth(3).click()
    assert place(page) == 4
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert place(page) == 2


def test_the_overview_is_not_empty_after_hasty_keys(page):
    page.evaluate("""() => {
        for (let times = 0; times < 3; times += 1) {
            const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
            document.body.dispatchEvent(key);
        }
    }""")
    overview = page.locator("#overview")
    expect(overview).to_be_visible()
    page.wait_for_timeout(300)  # what the page is told late has been told
    expect(overview.locator("> div > button")).to_have_count(len(HEADINGS))
    page.keyboard.press("Escape")
    expect(overview).to_be_hidden()


def test_f5_and_escape_of_a_clicker_begin_and_end_the_show_and_lose_nothing(page):
    show(page, 2)
    page.evaluate("window.kept = true")
    for key in ("F5", "Shift+F5", "f"):
        page.keyboard.press(key)
        page.wait_for_function("document.fullscreenElement !== null")
        assert place(page) == 2
        page.evaluate("document.exitFullscreen()")  # what the browser does on Escape
        page.wait_for_function("document.fullscreenElement === null")
    page.keyboard.press("b")
    page.keyboard.press("F5")
    expect(page.locator("#black")).to_be_hidden()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement === null")
    assert page.evaluate("window.kept")


def test_the_pointer_follows_the_mouse(page):
    page.keyboard.press("l")
    page.mouse.move(300, 200)
    box = page.locator("#pointer").bounding_box()
    assert (
        abs(box["x"] + box["width"] / 2 - 300) < 2 and abs(box["y"] + box["height"] / 2 - 200) < 2
    )
    page.keyboard.press("l")
    expect(page.locator("#pointer")).to_be_hidden()


def test_help_tells_the_keys(page):
    page.keyboard.press("?")
    assert violations(page, exclude=["#main"]) == []
    expect(page.locator("#help")).to_contain_text("PageDown")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator("#overview")).to_be_hidden()


def test_a_held_key_leafs_slowly_and_toggles_once(page):
    page.keyboard.down("b")
    for _ in range(4):
        page.keyboard.down("b")
    page.keyboard.up("b")
    expect(page.locator("#black")).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.down("PageDown")
    for _ in range(12):  # repeats within a few milliseconds
        page.keyboard.down("PageDown")
    page.keyboard.up("PageDown")
    assert place(page) in (2, 3)


def test_a_slider_has_its_arrows_and_no_other_key(page):
    show(page, 2)
    slider = page.locator(".shown .noUi-handle")
    slider.click()
    value = page.locator(".shown .widget-slider .widget-readout")
    expect(value).to_have_text("5")
    page.keyboard.press("ArrowRight")
    expect(value).to_have_text("6")
    page.keyboard.press("ArrowDown")
    expect(value).to_have_text("5")
    assert place(page) == 2
    for key, arrived in (("PageDown", 3), ("PageUp", 1), ("Home", 1), ("End", 9), ("Space", 3)):
        slider.focus()
        page.keyboard.press(key)
        assert place(page) == arrived, key
        show(page, 2)
    for modifier in ("Shift", "Control"):
        slider.focus()
        page.keyboard.press(f"{modifier}+PageDown")
        show(page, 2)
    expect(value).to_have_text("5")


def test_keys_turn_the_page_after_a_click_in_a_widget(page):
    controls = ["input[type=checkbox]", "button", ".noUi-handle", "textarea"]
    for control in [*controls, "input[type=number]", ".widget-readout"]:
        show_from(page, 2)
        page.locator(f".shown .output {control}").first.click()
        page.keyboard.press("PageDown")
        assert place(page) == 3, control
    expect(page.locator(".output .widget-html-content")).to_have_text("pressed 1 times")
    for control in ("input[type=checkbox]", "button"):
        show_from(page, 2)
        page.locator(f".shown .output {control}").first.click()
        page.keyboard.press("Space")
        assert place(page) == 3, control
    expect(page.locator(".output .widget-html-content")).to_have_text("pressed 2 times")


def show_from(page, number):
    page.evaluate("document.activeElement.blur()")
    show(page, number)


def test_enter_presses_what_space_presses_elsewhere(page):
    show(page, 2)
    tick = page.locator(".shown input[type=checkbox]")
    before = tick.is_checked()
    tick.press("Enter")
    assert tick.is_checked() != before and place(page) == 2
    shown = page.locator(".output .widget-html-content")
    times = int(shown.inner_text().split()[1])
    page.locator(".shown .output button").press("Enter")
    expect(shown).to_have_text(f"pressed {times + 1} times")
    page.locator(".shown select").press("ArrowDown")
    expect(page.locator(".shown select")).to_have_value("two")
    assert place(page) == 2
    page.locator(".shown select").press("PageDown")
    assert place(page) == 3


def test_typing_is_typing(page):
    show(page, 2)
    words = page.locator(".shown textarea")
    words.fill("")
    words.press_sequentially("b. f 12?s")
    words.press("Home")
    words.press("Enter")
    words.press("Backspace")
    assert words.input_value() == "b. f 12?s" and place(page) == 2
    number = page.locator(".shown input[type=number]")
    number.fill("")
    number.press_sequentially("41")
    number.press("Backspace")
    number.press_sequentially("2")
    number.press("ArrowUp")
    assert number.input_value() == "43" and place(page) == 2
    number.press("Escape")  # leaves the field
    page.keyboard.press("b")
    expect(page.locator("#black")).to_be_visible()
    page.keyboard.press("b")


def test_nothing_can_be_edited(page):
    for number in range(1, len(HEADINGS) + 1):
        show(page, number)
        page.mouse.dblclick(300, 60)
        page.mouse.dblclick(40, 360)
        page.keyboard.press("a")
    assert page.locator("#lecture [contenteditable=true]:not(.widget-readout)").count() == 0
    assert page.locator("#lecture .cm-editor, #lecture .jp-InputArea").count() == 0
    show(page, 4)
    expect(page.locator(".shown .output pre")).to_be_visible()


def test_other_slides_are_not_there_for_the_keyboard(page):
    show(page, 3)
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "!document.activeElement.closest('.slide') || !!document.activeElement.closest('.shown')"
        )
    assert page.locator("#lecture > .slide:not(.shown):not([inert])").count() == 0
    expect(page).to_have_title("3. A formula – A small lecture")
    expect(page.locator("#number")).to_have_text(f"3 / {len(HEADINGS)}")
    expect(page.locator("#progress")).to_have_attribute("aria-valuenow", "3")


def test_a_ring_shows_which_button_the_keys_are_on(page):
    show(page, 3)
    for _ in range(2):
        page.keyboard.press("Tab")
        ring = "parseFloat(getComputedStyle(document.activeElement).outlineWidth)"
        assert page.evaluate(ring) >= 2, page.evaluate("document.activeElement.id")


def test_formulas_are_set(page):
    show(page, 3)
    expect(page.locator(".shown mjx-container")).to_have_count(2)
    fonts = page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').length")
    assert fonts > 0 and "$" not in page.locator(".shown .text").inner_text()


def test_a_failed_cell_says_so_on_its_slide_and_the_rest_goes_on(page):
    show(page, 6)
    expect(page.locator(".shown .output")).to_contain_text("ZeroDivisionError")
    page.keyboard.press("PageDown")
    expect(page.locator(".shown .output")).to_have_text("still computed")


def test_text_left_and_output_right(page):
    show(page, 8)
    settle(page)
    text = page.locator(".shown .texts").bounding_box()
    output = page.locator(".shown .outputs").bounding_box()
    assert text["x"] + text["width"] <= output["x"]
    image = page.locator(".shown img").bounding_box()
    printed = page.locator(".shown pre").bounding_box()
    assert printed["y"] + printed["height"] <= image["y"]
    assert image["height"] > 250  # of 720: it takes the room that is left


def test_a_long_line_stays_one_line_on_the_slide(page):
    show(page, 4)
    settle(page)
    line = page.locator(".shown pre")
    box, size = line.bounding_box(), page.evaluate("innerWidth")
    assert box["x"] + line.evaluate("node => node.scrollWidth") <= size
    assert box["height"] < 2 * line.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")


def test_f5_of_the_browser_comes_back_to_the_same_slide_and_what_was_on_it(context, address):
    with watched_page(context) as page:
        page.goto(address)
        page.locator("#lecture[data-lecture=running]").wait_for()
        expect(page.locator("#computing")).to_contain_text("of 6 cells")
        show(page, 5)
        # What was saved is there before it has been computed again.
        expect(page.locator(".shown .saved")).to_have_text("as it was saved")
        expect(page.locator(".shown .saved img")).to_have_js_property("naturalWidth", 40)
        expect(page.locator(".shown .output")).to_have_text("made anew")
        expect(page.locator("#computing")).to_be_hidden()
        page.reload()
        assert place(page) == 5
        expect(page.locator(".shown .saved")).to_have_text("as it was saved")
        expect(page.locator(".shown .output")).to_have_text("made anew")
        page.goto(f"{address}#99")
        assert place(page) == len(HEADINGS)


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_how_far_the_cells_are_can_be_read_on_the_title_s_picture(context, address, theme):
    page = context.new_page()
    page.goto(f"{address}?theme={theme}")
    page.locator("#lecture[data-lecture=running]").wait_for()
    computing = page.locator("#computing")
    expect(computing).to_contain_text("of 6 cells")
    assert place(page) == 1
    ink, paper = computing.evaluate(
        "node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"
    )
    ink, paper = (list(map(int, colour[4:-1].split(","))) for colour in (ink, paper))  # opaque
    assert abs(sum(ink) - sum(paper)) > 550
    page.close()


def test_the_speaker_sees_notes_and_the_next_slide_and_can_turn(context, address):
    with watched_page(context) as page:
        page.goto(address)
        page.locator(READY).wait_for()
        with context.expect_page() as opened:
            page.keyboard.press("s")
        speaker = opened.value
        expect(speaker.locator("#notes")).to_have_text("Say hello to all.")
        expect(speaker.locator("#current h1")).to_have_text("A small lecture")
        expect(speaker.locator("#next h2")).to_have_text("Widgets")
        boxes = [
            speaker.locator(f"#{name}").bounding_box() for name in ("name", "current", "notes")
        ]
        tops = [box["y"] for box in boxes]
        assert boxes[1]["width"] > 300 and tops == sorted(tops) and boxes[0]["x"] > 5
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
        expect(page.locator("#lecture .notes:visible")).to_have_count(0)
        expect(speaker.locator("#number")).to_have_text("1 / 9")
        page.keyboard.press("PageDown")
        expect(speaker.locator("#current h2")).to_have_text("Widgets")
        expect(speaker.locator("#notes")).to_contain_text("No notes")
        page.locator(".shown .output button").click()
        expect(speaker.locator("#current .widget-html-content")).to_have_text("pressed 1 times")
        speaker.keyboard.press("PageDown")
        expect(speaker.locator("#current h2")).to_have_text("A formula")
        assert place(page) == 3
        before = speaker.locator("#elapsed").inner_text()
        expect(speaker.locator("#elapsed")).not_to_have_text(before)
        page.reload()  # the two find each other again
        page.locator(READY).wait_for()
        speaker.keyboard.press("End")
        expect(speaker.locator("#next")).to_have_text("That was the last slide.")
        assert place(page) == len(HEADINGS)
        # A copy of the tab, as browsers make them, is another lecture with no speaker's window yet.
        with context.expect_page() as opened:
            page.evaluate("() => { window.open(location.href); }")
        copy = opened.value
        name = "sessionStorage.getItem('labkit-lecture')"
        copy.wait_for_function(f"{name} !== {page.evaluate(name)!r}")
        show(copy, 3)
        speaker.keyboard.press("PageUp")
        expect(speaker.locator("#current h2")).to_have_text("Beside")
        assert (place(page), place(copy)) == (len(HEADINGS) - 1, 3)
        copy.close()
        speaker.close()


def test_the_browser_s_way_back_leads_to_the_slide_before(page):
    show(page, 2)
    show(page, 7)
    page.keyboard.press("PageDown")
    for arrived in (7, 2):
        page.go_back()
        page.wait_for_function(f"location.hash === '#{arrived}'")
        assert heading(page) == HEADINGS[arrived - 1]
    page.go_forward()
    page.wait_for_function("location.hash === '#7'")
    assert heading(page) == HEADINGS[6]


def test_a_link_within_the_lecture_leads_to_its_slide_and_a_wrong_one_nowhere(page):
    for name, arrived in (("A-formula", 3), ("slide-5", 5), ("2", 2), ("nothing", 2), ("%", 2)):
        page.evaluate("name => { location.hash = name; }", name)
        page.wait_for_function(f"location.hash === '#{arrived}'")
        assert place(page) == arrived, name
    show(page, len(HEADINGS))
    page.evaluate("location.hash = '#99'")
    page.wait_for_function(f"location.hash === '#{len(HEADINGS)}'")


def test_it_says_when_python_has_stopped_and_starts_it_again(context, address):
    page = context.new_page()
    page.goto(address)
    page.locator(READY).wait_for()
    show(page, 2)
    kernel = page.evaluate("window.jupyterapp.widgetManager.kernel.id")
    os.kill(kernel_process(kernel), signal.SIGKILL)
    lost = page.locator("#lost")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("Python has stopped")
    lost.get_by_role("button").click()
    page.wait_for_function(f"window.jupyterapp?.widgetManager?.kernel?.id !== {kernel!r}")
    page.locator(READY).wait_for()
    expect(lost).to_be_hidden()
    assert place(page) == 2
    page.locator(".shown .output button").click()
    expect(page.locator(".shown .widget-html-content")).to_have_text("pressed 1 times")
    page.close()


def kernel_process(kernel):
    """The process whose command names a kernel's connection file."""
    import psutil

    (found,) = (
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if f"kernel-{kernel}.json" in " ".join(process.info["cmdline"] or ())
    )
    return found


def test_it_says_when_the_server_is_lost(chromium, context, tmp_path):
    page = context.new_page()
    with running_lecture(tmp_path, small_lecture(tmp_path / "small.ipynb")) as (url, _):
        page.goto(url)
        page.locator(READY).wait_for()
    lost = page.locator("#lost")
    expect(lost).to_contain_text("server does not answer")
    lost.get_by_role("button").click()
    expect(lost).to_contain_text("make lecture")
    page.keyboard.press("PageDown")  # what is on the slides can still be shown
    assert place(page) == 2
    page.close()


def test_printed_each_slide_is_a_page(page):
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == len(HEADINGS)


def on_paper(page):
    """The words of each printed page."""
    paper = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    return ["".join(sheet.extract_text().split()) for sheet in paper.pages]


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=str)
def test_printed_a_slide_is_whole_however_large_the_window_is(page, size):
    long = "p=0.1234567890" * 12
    assert long in on_paper(page)[3]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        assert long in on_paper(page)[3]
        settle(page)  # and on the screen it is as it was
        assert page.evaluate("!('printing' in document.documentElement.dataset)")
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})
        settle(page)


@pytest.mark.parametrize("key", ["Escape", "?", "b"])
def test_printed_nothing_covers_the_slides(page, key):
    slides = on_paper(page)
    page.keyboard.press(key)
    covered = on_paper(page)
    page.keyboard.press("Escape")
    assert covered == slides


def test_printed_a_dark_lecture_is_dark_on_white(page):
    ink = "getComputedStyle(document.querySelector('#slide-4')).color"
    paper = "getComputedStyle(document.querySelector('#slide-4')).backgroundColor"
    light = page.evaluate(f"[{ink}, {paper}]")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    try:
        assert page.evaluate(f"[{ink}, {paper}]") != light
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(f"[{ink}, {paper}]") == light
    finally:
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.evaluate("document.documentElement.dataset.theme = 'light'")
        settle(page)


@pytest.mark.parametrize("asked", ["?theme=dark", pytest.param("", marks=pytest.mark.long)])
def test_the_dark_theme(browser, address, asked):
    context = browser.new_context(color_scheme="light" if asked else "dark")
    with watched_page(context) as page:
        page.goto(address + asked)
        page.wait_for_url("**theme=dark*")
        page.locator(READY).wait_for()
        colours = page.evaluate(
            "(node => [node.color, node.backgroundColor])(getComputedStyle(document.querySelector('.shown')))"
        )
        ink, paper = (sum(map(int, colour[4:-1].split(","))) for colour in colours)
        assert ink > 600 > 150 > paper
        for title in ("Widgets", "A formula", "Printed", "Failed"):
            show(page, HEADINGS.index(title) + 1)
            # Widgets and images of others have no names; demonstrations and figures give them some.
            others = [f"#lecture {one}" for one in ("img", ".widget-dropdown", ".widget-slider")]
            assert violations(page, exclude=["#main", *others]) == [], heading(page)
    context.close()


def test_a_phone_can_be_swiped_and_read(browser, address):
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    with watched_page(context) as page:
        page.goto(address)
        page.locator(READY).wait_for()
        for number in range(1, len(HEADINGS) + 1):
            assert page.locator("#number").inner_text().startswith(f"{number} /")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            wide = "document.querySelector('.shown').scrollWidth"
            assert page.evaluate(wide) <= 390, heading(page)
            sizes = "[...document.querySelectorAll('.shown .text p')].map(p => parseFloat(getComputedStyle(p).fontSize))"
            assert all(size >= 16 for size in page.evaluate(sizes))
            swipe(page, 330, 80)
        swipe(page, 80, 330)
        assert place(page) == len(HEADINGS) - 1
        page.locator("#previous").tap()
        assert place(page) == len(HEADINGS) - 2
    context.close()


def swipe(page, start, end):
    """Wipe a finger from one place to another, as a touch screen tells it."""
    touch = page.context.new_cdp_session(page)
    points = [start + (end - start) * step / 4 for step in range(5)]
    for kind, x in [("touchStart", points[0]), *(("touchMove", x) for x in points[1:])]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": 420}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
    page.wait_for_timeout(50)
