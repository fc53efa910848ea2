"""Every demonstration's module: it computes what Python does, says the same, and does as it is told."""

import math
import re

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy import stats

from labkit import demos
from tests.browser.accessibility import violations
from tests.browser.modules import HALL, NAMES, OLD_HALL, PHONE, compute, open_functions, write_page
from tests.demos.drawn import DRAWN, said


@pytest.fixture(scope="module")
def functions(browser):
    page = open_functions(browser)
    yield page
    page.close()


@pytest.fixture(scope="module")
def opened(browser):
    """Open demonstrations on a screen, offline; whatever they ask for or complain about is an error."""
    contexts, wrong = {}, []

    def open_page(*names, screen=HALL, deck=False, dark=False, settings=None):
        asked = names, screen, deck, dark, str(settings)
        if asked not in contexts:
            contexts[asked] = browser.new_context(
                offline=True,
                viewport={"width": screen[0], "height": screen[1]},
                color_scheme="dark" if dark else "light",
            )
            page = contexts[asked].new_page()
            page.on("console", lambda said: wrong.append(said.text))
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("request", lambda request: wrong.append(request.url))
            page.set_content(write_page(*names, deck=deck, settings=settings))
            drawn = "() => [...document.querySelectorAll('.labkit-picture')].every((one) => one.innerHTML)"
            page.wait_for_function(drawn)
        return contexts[asked].pages[0]

    yield open_page
    for context in contexts.values():
        context.close()
    assert wrong == []


def same(found, expected, nothing=1e-14):
    """Whether a module's number, text or table of them is Python's; what is below `nothing` is 0."""
    if isinstance(expected, dict):
        plain = {key: value for key, value in expected.items() if is_plain(value)}
        return all(
            same(found[key], plain[key], 1e-290 if key == "pvalue" else nothing) for key in plain
        )
    if isinstance(expected, float | np.floating) and found is not None:
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=nothing)
    return found == expected


def is_plain(value):
    return value is None or isinstance(value, bool | int | float | str | dict | np.generic)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_module_computes_and_says_what_python_does(functions, name):
    # All pairs of systems are tested anew for each setting of this one.
    for case in compute(functions, name, 5 if name == "confidence_vs_gain" else 25):
        settings = case["settings"]
        if "refused" in case:
            with pytest.raises(ValueError):
                getattr(demos, name)(**settings)
            continue
        demo = getattr(demos, name)(**settings)
        expected = demo.numbers() | (DRAWN[name](**settings)[0] if name in DRAWN else {})
        different = {
            key: (case["found"].get(key, "nothing"), value)
            for key, value in expected.items()
            if is_plain(value) and not same(case["found"], {key: value})
        }
        assert different == {}, settings
        lines = [line.replace("**", "") for line in case["lines"]]
        assert lines == said(name, demo.readout(), settings), settings


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_control_does_something_and_reset_undoes_it(opened, name):
    demo = opened(*NAMES).locator(f".labkit-demo-{name}")
    state = "(one) => ['.labkit-picture', '.labkit-readout'].map((part) => one.querySelector(part).innerHTML).join()"
    before = demo.evaluate(state)
    for button in demo.get_by_role("button", name=re.compile("^100? more")).all():
        button.click()
    for slider in demo.get_by_role("slider").all():
        if not slider.is_visible():
            continue
        shown = demo.evaluate(state)
        at_most = slider.evaluate("(one) => one.value === one.max")
        slider.press("ArrowLeft" if at_most else "ArrowRight")
        label = slider.evaluate("(one) => one.labels[0].textContent")
        assert demo.evaluate(state) != shown, label
        assert slider.get_attribute("aria-valuetext")
    for box in demo.locator("input[type=radio]:not(:checked), input[type=checkbox]").all():
        if box.is_visible():
            box.press("Space")
    nameless = "(all) => all.filter((one) => !one.labels?.length && !one.ariaLabel).length"
    assert demo.locator("input, select, textarea").evaluate_all(nameless) == 0
    demo.get_by_role("button", name="Set all controls back").click()
    assert demo.evaluate(state) == before


#: What stands outside its picture, is smaller than the text around it, or leaves its place.
_ASTRAY = """(demo, deck) => {
  const place = demo.parentElement.getBoundingClientRect(), wrong = [];
  for (const text of demo.querySelectorAll(".labkit-picture svg text")) {
    const box = text.getBoundingClientRect(), svg = text.ownerSVGElement.getBoundingClientRect();
    const out = box.left < svg.left - 2 || box.right > svg.right + 2 || box.top < svg.top - 2 || box.bottom > svg.bottom + 2;
    const small = text.textContent.length > 1 && parseFloat(getComputedStyle(text).fontSize) < 16;
    if (out || small) wrong.push(text.textContent);
  }
  for (const part of demo.querySelectorAll(".labkit-inside > :not(.labkit-last)")) {
    const box = part.getBoundingClientRect();
    if (box.right > place.right + 2 || (deck && box.bottom > place.bottom + 2)) wrong.push(part.className);
  }
  return wrong;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE, HALL, OLD_HALL], ids=["phone", "hall", "old hall"])
def test_everything_keeps_within_its_place_and_is_large_enough_on(opened, screen):
    page = opened(*NAMES, screen=screen, deck=screen != PHONE)
    for draws in (False, True):
        for name in NAMES:
            demo = page.locator(f".labkit-demo-{name}")
            if draws:
                for button in demo.get_by_role("button", name=re.compile("^1,000 more")).all():
                    button.click()
            assert demo.evaluate(_ASTRAY, screen != PHONE) == [], name
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_keeps_anybody_from_reading_or_using_them(opened, dark):
    assert violations(opened(*NAMES, dark=dark, screen=PHONE)) == []


@pytest.mark.slow
def test_play_goes_on_until_it_is_paused_or_the_page_turns(opened):
    page = opened("shuffling", screen=OLD_HALL)
    field = page.get_by_role("textbox", name="shuffles", exact=True)
    said = page.get_by_role("status")
    for way in ("button", "turn"):
        before = field.input_value()
        page.get_by_role("button", name="Play shuffles").click()
        expect(field).not_to_have_value(before)
        assert said.get_attribute("aria-live") == "off"
        if way == "button":
            page.get_by_role("button", name="Pause shuffles").click()
        else:
            page.evaluate(
                "document.querySelector('.labkit-demo').dispatchEvent(new Event('labkit:pause'))"
            )
        assert said.get_attribute("aria-live") == "polite"
        before = field.input_value()
        page.wait_for_timeout(350)
        assert field.input_value() == before


def test_the_observed_number_is_dragged_and_typed(opened):
    page = opened("binomial_tails")
    for k in (8, 2):
        box = page.locator(f'rect.target[data-values="{k}"]').bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(page.get_by_role("slider", name="k negative")).to_have_value(str(k))
    page.mouse.up()
    for name, typed in (
        ("n events, typed", "1,000"),
        ("k negative, typed", "470"),
        ("alpha", "5 %"),
    ):
        page.get_by_role("textbox", name=name).fill(typed)
        page.get_by_role("textbox", name=name).press("Enter")
    readout = demos.binomial_tails(n=1000, k=470).readout().splitlines()
    expect(page.get_by_role("status").locator("p")).to_have_text(readout)
    field = page.get_by_role("textbox", name="k negative, typed")
    field.fill("many")
    field.press("Enter")
    expect(page.locator(".labkit-inside")).to_contain_text(
        "k negative must be a whole number from 0 to 1000."
    )
    field.blur()
    expect(field).to_have_value("470")


def test_what_cannot_be_computed_is_said_and_settings_may_come_from_anywhere(opened):
    page = opened("ties", settings={"plus": 0, "minus": 0, "ties": 4})
    expect(page.get_by_role("status")).to_contain_text("Ties dropped: p = 1; 0 of 0 events")
    expect(page.locator(".labkit-picture")).to_contain_text("nothing is left to test")
    page.get_by_role("slider", name="ties").press("Home")
    expect(page.get_by_role("textbox", name="ties, typed")).to_have_value("1")


#: Shows a module as anywidget does, with a model that can be told and asked.
_SHOW = """async ([text, name, settings]) => {
  const module = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const state = { name, settings, data: {} }, heard = {};
  window.told = [];
  window.model = { get: (key) => state[key], set: (key, value) => { state[key] = value; },
    save_changes: () => told.push(state.settings), send: () => {}, off: (event) => { delete heard[event]; },
    on: (event, call) => { heard[event] = call; },
    follow: (changed) => { state.settings = { ...state.settings, ...changed }; heard["change:settings"](); } };
  document.body.innerHTML = '<div id="here"></div>';
  window.end = module.default.render({ model, el: document.getElementById("here") });
  window.left = () => Object.keys(heard).length;
}"""


def test_a_module_follows_its_widget_and_tells_it_what_changes(browser):
    page = browser.new_page()
    demo = demos.ties(ties=20)
    page.evaluate(_SHOW, [demo._esm, "ties", demo.settings])
    expect(page.get_by_role("status").locator("p")).to_have_text(demo.readout().splitlines())
    assert page.evaluate("told") == []  # what it is given is not told again
    page.get_by_role("slider", name="minus").press("ArrowRight")
    assert page.evaluate("told") == [{"plus": 1, "minus": 12, "ties": 20, "alpha": 0.05}]
    page.evaluate("model.follow({ ties: 7 })")
    demo = demos.ties(minus=12, ties=7)
    expect(page.get_by_role("status").locator("p")).to_have_text(demo.readout().splitlines())
    expect(page.get_by_role("textbox", name="ties, typed")).to_have_value("7")
    page.evaluate("end()")
    assert page.evaluate("left()") == 0
    page.close()


def random_settings(many, most):
    rng = np.random.default_rng(1)
    n = rng.integers(1, most, many)
    q = np.where(rng.random(many) < 0.3, 0.5, rng.uniform(0.01, 0.99, many))
    return n, q, rng.binomial(n, np.clip(q + rng.normal(0, 0.1, many), 0, 1))


def test_the_binomial_law_is_scipys(functions):
    n, q, k = random_settings(1000, 2000)
    found = functions.evaluate(
        """(all) => all.map(([n, q, k]) => { const { law, lower, upper } = tailsOfAll(n, q, true);
            return [law[k], lower[k], upper[k]]; })""",
        np.column_stack([n, q, k]).tolist(),
    )
    law = [stats.binom.pmf(k, n, q), stats.binom.cdf(k, n, q), stats.binom.sf(k - 1, n, q)]
    np.testing.assert_allclose(np.array(found).T, law, rtol=1e-9, atol=1e-290)


def test_the_laws_of_gains_and_of_signs_are_those_of_their_sums(functions):
    rng = np.random.default_rng(2)
    gains = [
        (n, p, rng.integers(0, n - p + 1))
        for n in rng.integers(1, 40, 1000)
        for p in [rng.integers(0, n + 1)]
    ]
    gains = [[int(each) for each in case] for case in gains]
    found = functions.evaluate("(all) => all.map((each) => [...lawOfGains(...each)])", gains)
    for (n, plus, minus), law in zip(gains, found, strict=True):
        one = (
            np.array([minus, n - plus - minus, plus]) / n
        )  # of one draw; of n it is the n-th power
        expected = np.ones(1)
        for bit in f"{n:b}":
            expected = np.convolve(expected, expected)
            expected = np.convolve(expected, one) if bit == "1" else expected
        np.testing.assert_allclose(law, expected, rtol=1e-9, atol=1e-290)
    signs = [rng.integers(-9, 10, rng.integers(1, 12)).tolist() for _ in range(1000)]
    found = functions.evaluate(
        "(all) => all.map((each) => { const { values, probable } = lawOfSigns(each); return [[...values], [...probable]]; })",
        signs,
    )
    for sizes, (values, probable) in zip(signs, found, strict=True):
        sums = np.zeros(1, dtype=int)
        for size in sizes:
            sums = np.concatenate([sums + size, sums - size])
        expected = [np.mean(sums == value) for value in values]
        np.testing.assert_allclose(probable, expected, rtol=1e-9, atol=1e-290)


def test_numbers_are_written_as_python_writes_them(functions):
    rng = np.random.default_rng(3)
    values = (
        [0.5**i for i in range(60)] + [3 * 0.5**i for i in range(40)] + [0.125, 12.25, 999.5, 1e21]
    )
    values += (10 ** rng.uniform(-300, 12, 800)).tolist() + rng.uniform(0, 1, 200).round(3).tolist()
    found = functions.evaluate(
        "(all) => all.map((value) => [2, 3, 6].map((digits) => general(value, digits)))", values
    )
    assert found == [[f"{value:.{digits}g}" for digits in (2, 3, 6)] for value in values]
    shares = [value for value in values if value <= 1]
    found = functions.evaluate(
        "(all) => all.map((value) => [fixed(value, 1), fixed(-value, 3)])", shares
    )
    assert found == [[f"{value:.1f}", f"{-value:.3f}"] for value in shares]


@pytest.mark.slow
def test_the_report_check_marks_what_python_has_read_and_says_what_needs_python(opened):
    page = opened("report_check")
    expect(page.locator("mark")).to_have_count(0)  # first one decides
    page.get_by_label("Show objections").check()
    expect(page.locator("mark")).to_have_count(4)
    assert page.locator("mark sup").all_inner_texts() == ["1", "2", "3", "4"]
    page.get_by_label("own", exact=True).check()
    expect(page.locator(".labkit-picture")).to_contain_text("Your own paragraphs need Python")
    expect(page.locator("textarea")).to_be_hidden()
