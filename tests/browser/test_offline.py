"""The demonstrations without a server: on any screen, by any hand, offline."""

import math
import random
import re
import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from labkit import demos
from labkit.demos.typed import read_number
from labkit.grading.release.offline import NAMES, PAGE, PROGRAMS, program, write_parts
from labkit.text import write_p
from tests.browser.driving import not_here
from tests.ticks import ROOT

pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844}

#: Those that draw resamples.
DRAWN = "shuffling", "sign_flips", "bootstrap"


@pytest.fixture(scope="module")
def opened(browser):
    """Open the page on a screen, offline; whatever it asks for or complains about is an error."""
    made = []

    def open_page(hash="", **screen):
        context = browser.new_context(offline=True, **screen)
        page, wrong = context.new_page(), []
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request", lambda asked: wrong.append(asked.url) if "file:" not in asked.url else None
        )
        page.goto((ROOT / PAGE).as_uri() + hash)
        made.append((context, wrong))
        return page

    yield open_page
    for context, wrong in made:
        context.close()
        assert wrong == []


ALSO = [pytest.param(screen, marks=pytest.mark.long) for screen in ("small", "dark")]


@pytest.mark.parametrize("screen", ["phone", "zoomed", "desk", *ALSO])
def test_each_demonstration_shows_itself_on_every_screen(opened, screen):
    kinds = {
        "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
        "small": {"viewport": {"width": 320, "height": 568}},
        "zoomed": {"viewport": {"width": 195, "height": 422}},  # a phone at 200 %
        "desk": {"viewport": {"width": 1280, "height": 800}},
        "dark": {"viewport": PHONE, "color_scheme": "dark", "reduced_motion": "reduce"},
    }
    page = opened(**kinds[screen])
    for name in NAMES:
        page.locator(f'nav a[href="#{name}"]').click()
        section = page.locator(f"section#{name}")
        expect(section).to_be_visible()
        expect(page.locator("section:visible")).to_have_count(1)
        expect(section.locator("h2")).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        expect(section.get_by_role("status")).to_contain_text(re.compile(r"\d"))
        picture = section.get_by_role("img")
        assert len(picture.get_attribute("aria-label")) > 40
        inside = """(svg) => { const box = svg.getBoundingClientRect(); return [...svg.querySelectorAll('text')]
            .filter((t) => { const b = t.getBoundingClientRect();
                return b.left < box.left - 1 || b.right > box.right + 1 || b.bottom > box.bottom + 1; })
            .map((t) => t.textContent); }"""
        assert picture.evaluate(inside) == [], name
        if screen == "phone":
            small = (
                """(all) => all.filter((one) => one.getBoundingClientRect().height < 24).length"""
            )
            assert section.locator("button, select, input[type=text]").evaluate_all(small) == 0
            # Who draws more, or moves the first slider, sees the picture change.
            top = picture.bounding_box()["y"]
            first = section.locator("form button, form input[type=range]").nth(
                2 if name in DRAWN else 0
            )
            box = first.bounding_box()
            assert box["y"] + box["height"] - top < PHONE["height"] - 100, name


def test_every_control_has_a_name_and_does_something(opened):
    page = opened(viewport={"width": 1280, "height": 900})
    for name in NAMES:
        page.locator(f'nav a[href="#{name}"]').click()
        section = page.locator(f"section#{name}")
        if name in DRAWN:
            section.get_by_role("button", name=re.compile("^100 more")).click()
        shown = section.locator(".shown").inner_html
        for slider in section.get_by_role("slider").all():
            before = shown()
            assert slider.get_attribute("aria-valuetext")
            label = slider.evaluate("(one) => one.labels[0].textContent")
            assert label
            at_most = slider.evaluate("(one) => one.value === one.max")
            slider.press("ArrowLeft" if at_most else "ArrowRight")
            assert shown() != before, (name, label)
        for box in section.get_by_role("checkbox").all():
            before = shown()
            box.press("Space")
            assert shown() != before
        for radio in section.get_by_role("radio").all():
            before = shown()
            if not radio.is_checked():
                radio.check()
                assert shown() != before
        assert (
            section.locator("input, select").evaluate_all(
                "(all) => all.filter((one) => !one.labels?.length && !one.ariaLabel).length"
            )
            == 0
        )
        section.get_by_role("button", name="Set all controls back").click()


def test_what_is_typed_is_read_as_people_write_it_or_refused_with_words(opened):
    page = opened("#binomial_tails", viewport=PHONE)
    section = page.locator("section#binomial_tails")
    for field, typed in (("n events, typed", "1,000"), ("k negative, typed", "470")):
        section.get_by_role("textbox", name=field).fill(typed)
        section.get_by_role("textbox", name=field).press("Enter")
    section.get_by_role("textbox", name="alpha").fill("5 %")
    section.get_by_role("textbox", name="alpha").press("Enter")
    p = demos.binomial_tails_numbers(n=1000, k=470)["pvalue"]
    expect(section.get_by_role("status")).to_contain_text(f"p = {write_p(p)}")
    expect(section.get_by_role("status")).to_contain_text("alpha = 0.05")
    field = section.get_by_role("textbox", name="k negative, typed")
    field.fill("many")
    field.press("Enter")
    expect(section).to_contain_text("k negative must be a whole number from 0 to 1000.")
    assert field.get_attribute("aria-invalid") == "true"
    field.blur()
    expect(field).to_have_value("470")
    # A phone may have no other way out of a field than to leave it.
    for typed in ("0.1,5", "", "½", "-1", "<b>"):
        section.get_by_role("button", name="Set all controls back").click()
        expect(section.get_by_role("alert").filter(has_text="must be")).to_have_count(0)
        field.fill(typed)
        section.locator("h2").focus()
        expect(section).to_contain_text("k negative must be a whole number from 0 to 20.")
        expect(field).to_have_value("5")
        assert field.get_attribute("aria-invalid") == "false"


def test_numbers_are_read_as_in_the_notebooks(browser):
    rng = random.Random(1)
    signs = "01234567890123456789.,, -+%e'’_−"
    texts = ["".join(rng.choices(signs, k=rng.randint(0, 8))) for _ in range(5000)]
    page = browser.new_page()
    page.add_script_tag(content=program(ROOT, PROGRAMS[:-1]))
    read = "([all, whole]) => all.map((text) => typedNumber(text, whole))"
    for whole in (False, True):
        found = page.evaluate(read, [texts, whole])
        found = [None if math.isnan(number) or math.isinf(number) else number for number in found]
        expected = [read_number(text, whole=whole) for text in texts]
        assert sum(number is not None for number in expected) > 500
        assert found == [number if number is None else pytest.approx(number) for number in expected]
    page.close()


@pytest.mark.parametrize("typed", ["1,000", "1’000"])
def test_a_thousand_is_one_however_it_is_parted(opened, typed):
    page = opened("#binomial_tails", viewport=PHONE)
    field = page.get_by_role("textbox", name="n events, typed")
    field.fill(typed)
    field.press("Enter")
    expect(field).to_have_value("1000")


@pytest.mark.parametrize(
    "asked, readout",
    [
        ("n=999&plus=999&minus=0", "delta = 1.00"),
        ("n=200&plus=60&minus=30", "delta = 0.15"),
        ("n=3&plus=99&minus=0", "delta = 1.00"),
    ],
)
def test_what_an_address_asks_too_much_of_is_the_most_that_fits(opened, asked, readout):
    page = opened(f"#bootstrap?{asked}", viewport=PHONE)
    assert page.locator("section#bootstrap .readout p").first.inner_text() == readout


def test_an_address_brings_its_settings_and_nonsense_in_it_does_no_harm(opened):
    page = opened(
        "#bootstrap?n=10&plus=4&minus=99&resamples=1000&exact=true&seed=x&n2=3", viewport=PHONE
    )
    section = page.locator("section#bootstrap")
    p = demos.bootstrap_numbers(n=10, plus=4, minus=4)["pvalue"]
    expect(section.get_by_role("status")).to_contain_text(f"Endless resamples: p = {write_p(p)}")
    page = opened("#<img src=x onerror=alert(1)>?a=%3Cb%3E", viewport=PHONE)
    expect(page.locator("section:visible")).to_have_attribute("id", "shuffling")


#: Addresses that say nothing which a control can be set to: what they show instead.
NONSENSE = {
    "%E0%A4%A": "shuffling",
    "shuffling?metric=<b>all</b>": "shuffling",
    "sign_flips?run_a=__proto__&run_b=": "sign_flips",
    "binomial_tails?alpha=7&tails=none&q=NaN&n=Infinity": "binomial_tails",
    "binomial_tails?n=50%": "binomial_tails",
    "shuffling?shuffles=1.5&correct_1=2.5&gold=103.5&seed=0x10": "shuffling",
    "sign_flips?run_a=none&run_b=toString": "sign_flips",
    "binomial_tails?alpha=0&n=2.5&k=": "binomial_tails",
    "ties?alpha=-1&plus=&minus=x&ties=1e999&constructor=1": "ties",
    "bootstrap?resamples=many&n=½&exact=perhaps&shifted": "bootstrap",
}


SOME, REST = list(NONSENSE)[:4], list(NONSENSE)[4:]


@pytest.mark.parametrize(
    "address", [*SOME, *(pytest.param(address, marks=pytest.mark.long) for address in REST)]
)
def test_an_address_that_says_nothing_shows_what_the_page_begins_with(opened, address):
    name = NONSENSE[address]
    said = [
        opened(f"#{each}", viewport=PHONE).locator("section:visible").inner_text()
        for each in (name, address)
    ]
    assert said[0] == said[1] and len(said[0]) > 100


def test_an_address_is_read_as_a_field_is(opened):
    page = opened("#binomial_tails?n=1,000&k=470&q=0.123456&alpha=5%25", viewport=PHONE)
    values = page.locator("section:visible input[type=text]").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    assert values == ["1000", "470", "0.12", "0.05"]
    p = demos.binomial_tails_numbers(n=1000, k=470, q=0.12)["pvalue"]  # what is shown is used
    expect(page.locator("section:visible .readout")).to_contain_text(f"p = {write_p(p)}")
    page = opened("#shuffling?exact=True", viewport=PHONE)  # as Python writes it
    expect(page.get_by_role("checkbox", name="Show exact")).to_be_checked()


def test_systems_that_never_differ_have_no_p_below_what_can_be_counted(opened):
    page = opened("#bootstrap?plus=0&minus=0&resamples=500&exact=true", viewport=PHONE)
    status = page.locator("section:visible .readout")
    expect(status).to_contain_text("The systems never differ: there is nothing to test")
    expect(status).to_contain_text("Endless resamples: p = 1")
    expect(status).not_to_contain_text("<")


@pytest.mark.parametrize("shifted", ["true", "false"])
def test_a_test_set_that_one_system_wins_whole_is_drawn_within_the_axes(opened, shifted):
    page = opened(
        f"#bootstrap?n=7&plus=7&minus=0&resamples=100&exact=true&shifted={shifted}", viewport=PHONE
    )
    axis, outline = page.locator("section#bootstrap svg").evaluate(
        "(svg) => ['path.axis[d*=V]', 'path.outline[d*=H][d*=V]'].map((one) => {"
        "  const { left, right } = svg.querySelector(one).getBoundingClientRect();"
        "  return [left, right]; })"
    )
    assert axis[0] - 1 <= outline[0] < outline[1] <= axis[1] + 1


def test_play_goes_on_until_paused_and_p_comes_from_a_hundred_on(opened):
    page = opened("#shuffling", viewport={"width": 1280, "height": 900})
    section = page.locator("section#shuffling")
    status = section.get_by_role("status")
    expect(status).not_to_contain_text("p =")
    section.get_by_role("button", name="10 more shuffles", exact=True).click()
    expect(status).to_contain_text("of 10 at least as large")
    expect(status).not_to_contain_text("p =")
    section.get_by_role("button", name="100 more shuffles", exact=True).click()
    expect(status).to_contain_text("p =")
    expect(status).not_to_contain_text("All shuffles")
    section.get_by_role("button", name="Play shuffles").click()
    expect(section.get_by_role("textbox", name="shuffles, typed")).not_to_have_value("110")
    assert status.get_attribute("aria-live") == "off"
    section.get_by_role("button", name="Pause shuffles").click()
    assert status.get_attribute("aria-live") == "polite"
    before = status.inner_text()
    page.wait_for_timeout(400)
    assert status.inner_text() == before


def test_what_is_typed_while_it_plays_stays(opened):
    page = opened("#shuffling", viewport={"width": 1280, "height": 900})
    section = page.locator("section#shuffling")
    status = section.get_by_role("status")
    field = section.get_by_role("textbox", name="to find")
    section.get_by_role("button", name="Play shuffles").click()
    field.select_text()
    for key in ("2", "0"):
        said = status.inner_text()
        page.keyboard.press(key)
        expect(status).not_to_have_text(said, use_inner_text=True)
    expect(field).to_have_value("20")
    page.keyboard.press("Enter")  # too few, and what is wrong with them stays to be read
    said = status.inner_text()
    expect(status).not_to_have_text(said, use_inner_text=True)
    expect(section.get_by_role("alert").filter(has_text="must be a whole number")).to_be_visible()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    section.get_by_role("button", name="Pause shuffles").click()
    expect(field).to_have_value("200")


def test_a_bar_shows_a_shuffle_from_it_and_the_observed_number_can_be_dragged(opened):
    page = opened("#shuffling?shuffles=500", viewport={"width": 1280, "height": 900})
    section = page.locator("section#shuffling")
    bar = section.locator("rect.target").nth(3)
    wanted = bar.get_attribute("data-values").split()
    box = bar.bounding_box()
    for click in (0, 1):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
        chosen = wanted[click % len(wanted)]
        expect(section.get_by_role("textbox", name="look at")).to_have_value(chosen)
        expect(section.get_by_role("status")).to_contain_text(f"Shuffle {chosen}:")
    page = opened("#binomial_tails", viewport={"width": 1280, "height": 900})
    section = page.locator("section#binomial_tails")
    for k in (8, 2):
        box = section.locator(f'rect.target[data-values="{k}"]').bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down() if k == 8 else page.mouse.move(box["x"] + 1, box["y"] + 5, steps=5)
        expect(section.get_by_role("slider", name="k negative")).to_have_value(str(k))
    page.mouse.up()


def test_the_programs_keep_to_their_types(tmp_path):
    tsc = ROOT / ".venv" / "node_modules" / ".bin" / "tsc"
    tsc = tsc if tsc.is_file() else shutil.which("tsc")
    if not tsc:
        not_here("TypeScript is not installed (make js-tools)")
    files = write_parts(ROOT, tmp_path)
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --lib es2022,dom,dom.iterable"
    # One that does not, so that the checker is seen to tell.
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @type {number} */ const wrong = equation(0.5);")
    checked = subprocess.run(
        [tsc, *options.split(), *files, wrong], capture_output=True, text=True, cwd=tmp_path
    )
    told = re.findall(r"^(\w+)\.js\(", checked.stdout, re.MULTILINE)
    assert told == ["wrong"], checked.stdout
