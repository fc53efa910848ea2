"""Every demonstration's module: it computes what its oracle does, says the same, and does as it is told."""

import math
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from labkit.demos.program import NAMES
from tests.browser.accessibility import violations
from tests.browser.modules import HALL, OLD_HALL, PHONE, choose, show
from tests.demos.oracles import numbers, readout


def same(found, expected, nothing=1e-14):
    """Whether a module's number, text or table of them is Python's; what is below `nothing` is 0."""
    if isinstance(expected, dict):
        plain = {key: value for key, value in expected.items() if is_plain(value)}
        least = {"pvalue": 1e-290}
        return all(same(found[key], plain[key], least.get(key, nothing)) for key in plain)
    if isinstance(expected, float | np.floating) and found is not None:
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=nothing)
    return found == expected


def is_plain(value):
    return value is None or isinstance(value, bool | int | float | str | dict | np.generic)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_module_computes_and_says_what_its_oracle_does(functions, name):
    # All pairs of systems are tested anew for each setting of this one.
    for settings in choose(functions, name, 5 if name == "confidence_vs_gain" else 25):
        found, lines = show(functions, name, settings)
        different = {
            key: (found.get(key, "nothing"), value)
            for key, value in numbers(name, **settings).items()
            if is_plain(value) and not same(found, {key: value})
        }
        assert (different, lines) == ({}, readout(name, **settings)), settings


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
def test_nothing_keeps_anybody_from_reading_or_using_them(opened):
    page = opened(*NAMES, screen=PHONE)
    page.emulate_media(forced_colors="none")
    assert violations(page) == []
    page.emulate_media(forced_colors="active")
    looks = "all => [...new Set(all.map(one => getComputedStyle(one).backgroundColor))]"
    chosen = page.locator(".labkit-choice :checked + span").evaluate_all(looks)
    others = page.locator(".labkit-choice :not(:checked) + span").evaluate_all(looks)
    assert chosen and others and not set(chosen) & set(others)


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
        ("α", "5 %"),
        ("k negative, typed", "470"),
    ):
        field = page.get_by_role("textbox", name=name)
        field.fill(typed)
        field.press("Enter")
    lines = readout("binomial_tails", n=1000, k=470)
    expect(page.get_by_role("status").locator("p")).to_have_text(lines)
    field.fill("many")
    field.press("Enter")
    wrong = "k negative must be a whole number from 0 to 1000."
    expect(page.locator(".labkit-inside")).to_contain_text(wrong)
    field.blur()
    expect(field).to_have_value("470")


def test_numbers_are_written_as_python_writes_them(functions):
    rng = np.random.default_rng(3)
    values = [share * 0.5**i for share in (1, 3) for i in range(60)] + [12.25, 999.5, 1e21]
    values += (10 ** rng.uniform(-300, 12, 800)).tolist() + rng.uniform(0, 1, 200).round(3).tolist()
    general = "(all) => all.map((value) => [2, 3, 6].map((digits) => general(value, digits)))"
    written = [[f"{value:.{digits}g}" for digits in (2, 3, 6)] for value in values]
    assert functions.evaluate(general, values) == written
    shares = [value for value in values if value <= 1]
    fixed = "(all) => all.map((value) => [fixed(value, 1), fixed(-value, 3)])"
    written = [[f"{value:.1f}", f"{-value:.3f}"] for value in shares]
    assert functions.evaluate(fixed, shares) == written


def test_p_is_never_zero_and_a_difference_has_a_true_minus(functions):
    said = functions.evaluate("""() => [[equation(0, 500), equation(0), equation(5e-324)],
        [-0.5, 0.5, -0, 0.004, -0.0049].map((value) => score(value, true)),
        [score(-0.5), score(0.5), score(0.00123, false, 4)]]""")
    assert said == [
        ["p < 0.002", "p < 10⁻³⁰⁰", "p = 4.94 × 10⁻³²⁴"],
        ["−0.50", "+0.50", "0.00", "0.00", "0.00"],
        ["−0.50", "0.50", "0.0012"],
    ]
