"""Decks opened from a file: keys, clicker, answers, speaker, zoom, phone; and all lectures' slides fit and can be read.

With LABKIT_SCREENSHOTS=FOLDER the documents' pictures of three slides are written there.
"""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from labkit.instructor.grading.release.lectures import make_page
from tests.browser.accessibility import unreadable, unreadable_now, violations
from tests.browser.decks import FAULTS, HEADINGS, show, small_lecture, write_page
from tests.browser.driving import ROOT, offline_page, picture

pytestmark = pytest.mark.slow
LECTURES = [path.stem for path in sorted(ROOT.glob("notebooks/lectures/*.ipynb"))]
LARGE, SMALL, OLD, PHONE = (
    {"width": width, "height": height}
    for width, height in ((1920, 1080), (1280, 720), (1024, 768), (390, 844))
)
SIZE = "parseFloat(getComputedStyle(document.querySelector('section.present')).fontSize)"
PICTURES = {
    "More accurate tests for result differences": "title",
    "How large a difference does chance make? (§3.3)": "demonstration",
    "All 2⁸⁶ shuffles": "plot",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deck")
    notebook = small_lecture(folder / "small.ipynb")
    return write_page(notebook, folder / "small.html", deck=True)


@pytest.fixture(scope="module")
def tab(browser):
    with offline_page(browser) as page:
        yield page


@pytest.fixture
def deck(tab, address):
    """The short deck at its first slide, as it is when it is opened."""
    tab.set_viewport_size(SMALL)
    tab.goto("about:blank")
    tab.goto(address)
    tab.locator("section.present").wait_for(timeout=2000)
    expect(tab.locator("#number")).to_have_text(f"1 / {len(HEADINGS)}")
    return tab


def place(page):
    return int(page.locator("#number").inner_text().split()[0])


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_keys_go_on_by_answers_and_slides_and_back(deck):
    answer = deck.locator("main").get_by_text("It holds.")
    for key, back in (
        *(("PageDown", "PageUp"), ("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")),
        *(("Space", "Shift+Space"), ("Enter", "Backspace")),
    ):
        press(deck, key)
        assert place(deck) == 2 and not answer.is_visible()
        press(deck, key)
        expect(answer).to_be_visible()
        press(deck, key)
        assert place(deck) == 3
        press(deck, back)
        expect(answer).to_be_visible()
        press(deck, back, back, back)
        assert place(deck) == 1


def test_first_last_and_any_slide_by_its_number(deck):
    press(deck, "End")
    assert place(deck) == len(HEADINGS)
    press(deck, "Home", "0", "3")
    expect(deck.locator("#digits")).to_have_text("03")
    press(deck, "Enter")
    assert place(deck) == 3
    press(deck, "9", "9", "Enter")
    assert place(deck) == len(HEADINGS)
    assert deck.title() == "6. Last – A small lecture"
    press(deck, "2", "Escape")
    expect(deck.locator("#digits")).to_be_hidden()
    deck.wait_for_function("location.hash === '#/last'")  # written once a second at most
    deck.reload()
    expect(deck.locator("#number")).to_have_text("6 / 6")


def test_a_slide_has_an_address_of_its_own_and_an_old_one_is_understood(deck, address):
    for end, number in (("/a-table-beside", 4), ("/4", 5), ("a-figure", 5), ("/a-question/0", 2)):
        deck.goto("about:blank")
        deck.goto(f"{address}#{end}")
        expect(deck.locator("#number")).to_have_text(f"{number} / 6")
    expect(deck.locator("main").get_by_text("It holds.")).to_be_visible()
    deck.set_viewport_size(PHONE)
    deck.goto("about:blank")
    deck.goto(f"{address}#/a-table-beside")
    expect(deck.get_by_role("heading", name="A table beside")).to_be_in_viewport()


def test_black_is_announced_and_goes_as_it_came(deck):
    overlay, told = deck.locator(".pause-overlay"), deck.locator("#told")
    for key, gone in product(("b", "."), (None, "Escape", "PageDown")):
        press(deck, key)
        expect(overlay).to_be_visible()
        expect(told).to_have_text("Black screen")
        press(deck, gone or key)
        expect(overlay).to_be_hidden()
        expect(told).to_have_text("The slide is shown again")
    assert place(deck) == 1


def test_a_control_in_focus_has_its_keys_and_a_clicker_its_own(deck):
    show(deck, 3)
    field = deck.locator("section.present .labkit-controls input[type=text]").first
    field.click()
    press(deck, "Control+a", "1", "2", "b")  # somebody who types needs letters
    expect(field).to_have_value("12b")
    deck.wait_for_timeout(4100)
    press(deck, "b")
    expect(deck.locator(".pause-overlay")).to_be_visible()
    press(deck, "b", "PageUp")
    assert place(deck) == 2
    show(deck, 3)
    deck.evaluate("""() => document.querySelector("section.present .labkit-controls")
        .insertAdjacentHTML("beforeend", "<input type=range id=slider value=50>")""")
    slider = deck.locator("#slider")
    slider.focus()
    for key, value in (("ArrowRight", "51"), ("Home", "0"), ("End", "100")):
        press(deck, key)
        expect(slider).to_have_value(value)
    press(deck, "PageUp")
    assert place(deck) == 2


def test_a_demonstration_is_live_and_stops_when_the_page_turns(deck):
    show(deck, 3)
    shown = deck.locator("section.present")
    size = deck.evaluate(SIZE)
    shown.get_by_role("button", name="100 more shuffles", exact=True).click()
    shuffles, said = deck.locator(".labkit-first input"), deck.locator("main [role=status]")
    expect(shuffles).to_have_value("100")
    press(deck, "PageDown")
    expect(deck.locator("main").get_by_text("One in seven.")).to_be_visible()
    assert not shown.locator(".labkit-caption").is_visible()
    press(deck, "PageDown")
    expect(shown.locator(".labkit-caption p").first).to_be_visible()
    assert deck.evaluate(FAULTS) == [] and deck.evaluate(SIZE) == size
    pause = shown.get_by_role("button", name="Pause shuffles")
    for end in (pause.click, lambda: press(deck, "PageDown")):
        before = shuffles.input_value()
        shown.get_by_role("button", name="Play shuffles").click()
        expect(shuffles).not_to_have_value(before)
        assert said.get_attribute("aria-live") == "off"
        end()
        assert said.get_attribute("aria-live") == "polite"
        before = shuffles.input_value()
        deck.wait_for_timeout(350)
        assert shuffles.input_value() == before


def test_letters_can_be_switched_off(deck, address):
    press(deck, "?")
    deck.get_by_label("Letters, digits and the full stop").uncheck()
    press(deck, "Escape", "b", ".", "3", "t")
    expect(deck.locator(".pause-overlay")).to_be_hidden()
    assert place(deck) == 1 and not deck.locator("html").get_attribute("data-theme")
    press(deck, "PageDown")
    assert place(deck) == 2
    deck.goto("about:blank")
    deck.goto(f"{address}?shortcuts=off")
    press(deck, "b")
    expect(deck.locator(".pause-overlay")).to_be_hidden()


def test_all_slides_are_listed_and_one_is_chosen(deck):
    press(deck, "Escape")
    buttons = deck.locator("#overview li button")
    expect(buttons).to_have_text([f"{n} {title}" for n, title in enumerate(HEADINGS, start=1)])
    expect(buttons.first).to_be_focused()
    press(deck, "PageDown", "PageDown", "Enter")
    expect(deck.locator("#overview")).to_be_hidden()
    assert place(deck) == 3
    deck.get_by_role("button", name="All slides, keys and settings").click()
    press(deck, "Escape")
    expect(deck.locator("#overview")).to_be_hidden()


def test_a_deck_keeps_nobody_out(deck, address):
    for number in range(1, len(HEADINGS) + 1):
        show(deck, number)
        assert deck.evaluate(FAULTS) == []
        assert violations(deck) == []
    for key in ("Escape", "?"):
        press(deck, key)
        assert violations(deck) == []
        press(deck, "Escape")
    deck.goto("about:blank")
    deck.goto(f"{address}?theme=dark")
    expect(deck.locator("section.present")).to_have_css("background-color", "rgb(17, 17, 17)")
    assert unreadable(deck) == []


def test_the_browser_s_zoom_enlarges(deck):
    show(deck, 3)
    session = deck.context.new_cdp_session(deck)
    zoomed = {"width": 960, "height": 540, "deviceScaleFactor": 2, "mobile": False}
    deck.set_viewport_size(LARGE)
    deck.wait_for_timeout(100)
    large = deck.evaluate(SIZE)
    session.send("Emulation.setDeviceMetricsOverride", zoomed)
    deck.wait_for_timeout(200)
    assert 2 * deck.evaluate(SIZE) > 1.9 * large
    session.send("Emulation.clearDeviceMetricsOverride")


def test_a_phone_reads_the_page_from_top_to_bottom_and_comes_back(deck):
    deck.set_viewport_size(PHONE)
    expect(deck.locator("#around")).to_be_hidden()
    expect(deck.locator("main").get_by_text("It holds.")).to_be_visible()
    assert deck.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert deck.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    assert "Say hello" not in deck.locator("body").inner_text()
    assert violations(deck) == []
    deck.set_viewport_size(SMALL)
    expect(deck.locator("#around")).to_be_visible()
    show(deck, 3)
    assert deck.evaluate(FAULTS) == []


def boxes(deck, *parts):
    return [deck.locator(f"section.present {part}").bounding_box() for part in parts]


def test_outputs_stand_beside_and_minutes_are_known(deck):
    show(deck, 4)
    text, output = boxes(deck, ".texts .part", ".tables .part")
    assert text["x"] + text["width"] < output["x"] and abs(text["y"] - output["y"]) < 5
    assert deck.locator("section").first.get_attribute("data-timing") == "120"


def test_a_figure_has_the_height_and_its_table_stands_beside_it_on_the_next_screen_too(deck):
    show(deck, 5)
    for size in (OLD, LARGE):
        deck.set_viewport_size(size)
        deck.evaluate("new Promise(requestAnimationFrame)")  # the window's change is told before
        figure, table = boxes(deck, ".figure", ".tables")
        assert figure["height"] > 0.6 * size["height"]
        left, right = (figure, table) if size == OLD else (table, figure)
        assert left["x"] + left["width"] < right["x"]
        assert deck.evaluate(FAULTS) == []
        letters = deck.evaluate(SIZE)
        press(deck, "PageUp")
        show(deck, 5)
        assert deck.evaluate(SIZE) == letters


def test_the_speaker_has_the_notes_in_a_window(deck):
    with deck.expect_popup() as opened:
        press(deck, "s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    expect(notes).to_contain_text("Say hello.", timeout=10_000)
    opened.value.close()


@pytest.mark.parametrize("name", LECTURES)
@pytest.mark.parametrize(
    "size", [pytest.param(OLD, marks=pytest.mark.long), LARGE], ids=["1024x768", "1920x1080"]
)
def test_every_slide_of_a_lecture_fits_and_can_be_read_with_its_answers(tab, tmp_path, name, size):
    path = ROOT / "notebooks" / "lectures" / f"{name}.ipynb"
    text, n_slides = make_page(path, deck=True)
    (tmp_path / "deck.html").write_text(text, encoding="utf8")
    tab.set_viewport_size(size)
    tab.goto((tmp_path / "deck.html").as_uri())
    tab.locator("section.present").wait_for(timeout=5000)
    wrong, present = {}, tab.locator("section.present")
    for number in range(1, n_slides + 1):
        show(tab, number)
        title = present.get_attribute("data-title")
        found = tab.evaluate(FAULTS) + unreadable(tab)
        if (name, size) == ("yeh", LARGE) and title in PICTURES:
            for button in present.get_by_role("button", name="1,000 more shuffles").all():
                button.click()
            picture(tab, f"lecture-{PICTURES[title]}")
        drawn = present.locator(".labkit-picture svg")
        if size == LARGE and drawn.count():
            box = drawn.bounding_box()
            found += ["small"] * (box["width"] * box["height"] < 1920 * 1080 / 2)
        while present.locator(".fragment:not(.visible)").count():
            press(tab, "PageDown")
        tab.wait_for_timeout(60)
        found += tab.evaluate(FAULTS)
        for button in present.get_by_role("button", name=re.compile("^1,000 more")).all():
            button.click()
        for toggle in present.locator("input[type=checkbox]:visible").all():
            toggle.check()
        found += tab.evaluate(FAULTS)
        for _ in ("dark", "light"):  # by the key, whatever the desktop is
            press(tab, "t")
            found += unreadable_now(tab)
        tab.evaluate("delete document.documentElement.dataset.theme")
        if found:
            wrong[title] = found
    assert wrong == {}
