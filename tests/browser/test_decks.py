"""Decks opened from a file: keys, clicker, answers, speaker, zoom, phone; and all lectures' slides fit and can be read.

With LABKIT_SCREENSHOTS=FOLDER the documents' pictures of three slides are written there.
"""

import re
from itertools import product

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import expect

from labkit.demos.program import NAMES
from labkit.instructor.grading.release.lectures import make_page
from tests.browser.accessibility import unreadable, unreadable_now, violations
from tests.browser.decks import (
    FAULTS,
    HEADINGS,
    SMALL,
    demonstration,
    show,
    small_lecture,
    write_page,
)
from tests.browser.driving import ROOT, offline_page, picture

pytestmark = pytest.mark.slow
LECTURES = [path.stem for path in sorted(ROOT.glob("notebooks/lectures/*.ipynb"))]
LARGE, LAPTOP, SMALL_SCREEN, OLD, PHONE = (
    {"width": width, "height": height}
    for width, height in ((1920, 1080), (1366, 768), (1280, 720), (1024, 768), (390, 844))
)
#: A laptop's each time; a projector's and an old screen's before a release.
ON_EVERY_SCREEN = [
    pytest.param(LAPTOP, id="1366x768"),
    pytest.param(LARGE, id="1920x1080", marks=pytest.mark.long),
    pytest.param(OLD, id="1024x768", marks=pytest.mark.long),
]
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
    tab.set_viewport_size(SMALL_SCREEN)
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


def test_a_look_ahead_uncovers_no_answer(deck):
    answer = deck.locator("main").get_by_text("It holds.")

    def by_address(number):
        deck.evaluate("(number) => { location.hash = `#/${number - 1}`; }", number)
        expect(deck.locator("#number")).to_have_text(f"{number} / {len(HEADINGS)}")

    def by_list(number):
        press(deck, "Escape")
        deck.locator("#overview li button").nth(number - 1).click()

    for go in (lambda number: show(deck, number), by_address, by_list):
        for ahead in (len(HEADINGS), 3):
            go(ahead)
            go(2)
            assert place(deck) == 2 and not answer.is_visible()
    press(deck, "End", *["PageUp"] * (len(HEADINGS) - 2))
    assert place(deck) == 2 and not answer.is_visible()
    press(deck, "PageDown", "PageDown", "PageUp")
    assert place(deck) == 2 and answer.is_visible()
    press(deck, "Home", "PageDown")
    assert place(deck) == 2 and not answer.is_visible()


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
    deck.locator("section.present").get_by_text("More", exact=True).click()
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
    for end, back in (
        (pause.click, []),
        (lambda: press(deck, "b"), ["b"]),
        (lambda: press(deck, "PageDown"), []),
    ):
        before = shuffles.input_value()
        shown.get_by_role("button", name="Play shuffles").click()
        expect(shuffles).not_to_have_value(before)
        assert said.get_attribute("aria-live") == "off"
        end()
        assert said.get_attribute("aria-live") == "polite"
        before = shuffles.input_value()
        deck.wait_for_timeout(350)
        assert shuffles.input_value() == before
        press(deck, *back)


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
    deck.set_viewport_size(SMALL_SCREEN)
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


def test_a_picture_that_answers_comes_before_the_words_about_it(tab, tmp_path):
    notebook = nbformat.read(small_lecture(tmp_path / "small.ipynb"), as_version=4)
    notebook.cells[-3].metadata["tags"] = ["answer"]  # the figure
    words = new_markdown_cell("So it is.", metadata={"tags": ["answer"]})
    notebook.cells.insert(-2, words)
    nbformat.write(notebook, tmp_path / "answers.ipynb")
    tab.set_viewport_size(SMALL_SCREEN)
    tab.goto(write_page(tmp_path / "answers.ipynb", tmp_path / "answers.html", deck=True))
    tab.locator("section.present").wait_for()
    show(tab, 5)
    slide = tab.locator("section.present")
    figure, words = slide.locator(".figure"), slide.get_by_text("So it is.")
    for shown in (figure, words):
        expect(shown).to_be_hidden()
        expect(words).to_be_hidden()
        press(tab, "PageDown")
        expect(shown).to_be_visible()


def test_the_speaker_has_the_notes_in_a_window(deck):
    with deck.expect_popup() as opened:
        press(deck, "s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    expect(notes).to_contain_text("Say hello.", timeout=10_000)
    opened.value.close()


def test_the_speaker_sees_a_long_note_and_what_comes_next(tab, tmp_path):
    note = new_markdown_cell(
        "**Say** (2 min). " + "What we say. " * 60 + "And so on.", metadata={"tags": ["notes"]}
    )
    cells = [
        new_markdown_cell("# One"),
        note,
        new_markdown_cell("## Two"),
        demonstration("shuffling"),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "deck.ipynb")
    address = write_page(tmp_path / "deck.ipynb", tmp_path / "deck.html", deck=True)
    tab.set_viewport_size(LAPTOP)
    tab.goto(address)
    tab.locator("section.present").wait_for()
    with tab.expect_popup() as opened:
        press(tab, "s")
    speaker = opened.value
    speaker.set_viewport_size(LAPTOP)
    said = speaker.locator(".speaker-controls-notes .value")
    expect(said).to_contain_text("And so on.", timeout=10_000)
    box, clock, layout = (
        speaker.locator(part).bounding_box()
        for part in (".speaker-controls-notes", ".clock", "#speaker-layout")
    )
    assert box["y"] + box["height"] <= layout["y"] and clock["y"] + clock["height"] <= layout["y"]
    view = speaker.frame_locator("#upcoming-slide iframe")
    expect(view.locator("section.present")).to_contain_text("Nothing shuffled so far")
    expect(view.locator(".labkit-picture svg")).to_be_visible()
    assert speaker.frames[-1].evaluate(FAULTS) == []
    speaker.close()


@pytest.fixture(scope="module")
def demonstrations(tmp_path_factory):
    """A deck of all demonstrations, each with its question and its answer."""
    folder, cells = tmp_path_factory.mktemp("demonstrations"), [new_markdown_cell("# All")]
    for name in NAMES:
        cells += [
            new_markdown_cell(f"## {name}\n\n**Predict.** What will it be?"),
            demonstration(name),
        ]
        cells += [new_markdown_cell("It is as it is. " * 8, metadata={"tags": ["answer"]})]
    nbformat.write(new_notebook(cells=cells), folder / "all.ipynb")
    return write_page(folder / "all.ipynb", folder / "all.html", deck=True)


@pytest.mark.parametrize("size", ON_EVERY_SCREEN)
def test_no_refused_value_and_no_answer_moves_or_cuts_a_picture(tab, demonstrations, size):
    tab.set_viewport_size(size)
    tab.goto("about:blank")
    tab.goto(demonstrations)
    tab.locator("section.present").wait_for()
    refused = 0
    for number, name in enumerate(NAMES, start=2):
        tab.evaluate("document.activeElement.blur()")
        show(tab, number)
        slide = tab.locator("section.present")
        (before,) = boxes(tab, ".labkit-picture")
        assert before["y"] + before["height"] <= size["height"], name
        message = slide.locator(".labkit-wrong")
        for more in slide.locator(".labkit-more").all():
            more.locator("summary").click()
            assert boxes(tab, ".labkit-picture") == [before], name
        for field in slide.locator("input[inputmode=decimal]").all():
            field.fill("-7000")
            field.press("Enter")
            expect(message).to_contain_text("must be")
            field.blur()
            (said,) = boxes(tab, ".labkit-wrong")
            assert said["y"] + said["height"] <= size["height"], name
            assert boxes(tab, ".labkit-picture") == [before], name
            refused += 1
        tab.evaluate("document.activeElement.blur()")
        while slide.locator(".fragment:not(.visible)").count():
            press(tab, "PageDown")
            assert boxes(tab, ".labkit-picture") == [before], name
        for more in slide.locator(".labkit-more").all():
            more.locator("summary").click()
        for button in slide.get_by_role("button", name=re.compile("^1,000 more")).all():
            button.click()
        for toggle in slide.locator("input[type=checkbox]:visible").all():
            toggle.check()
        assert boxes(tab, ".labkit-picture") == [before], name
    assert refused > len(NAMES)


@pytest.mark.parametrize("name", LECTURES)
@pytest.mark.parametrize("size", ON_EVERY_SCREEN)
def test_every_letter_of_a_lecture_is_read_in_the_last_row(tab, tmp_path, name, size):
    text, n_slides = make_page(ROOT / "notebooks" / "lectures" / f"{name}.ipynb", deck=True)
    (tmp_path / "deck.html").write_text(text, encoding="utf8")
    small, present = {}, tab.locator("section.present")
    tab.set_viewport_size(size)
    tab.goto((tmp_path / "deck.html").as_uri())
    present.wait_for()
    for number in range(1, n_slides + 1):
        show(tab, number)
        for button in present.get_by_role("button", name=re.compile("^1,000 more")).all():
            button.click()
        if found := tab.evaluate(SMALL):
            small[number] = found
    assert small == {}


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
    tab.locator("section.present").wait_for()
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
        if drawn.count():
            box = drawn.bounding_box()
            found += ["small"] * (
                box["width"] * box["height"] < 0.3 * size["width"] * size["height"]
            )
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
