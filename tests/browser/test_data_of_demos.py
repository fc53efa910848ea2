"""The demonstrations with data of their own: every pair of systems, and words that the page knows."""

from itertools import product

import pytest
from playwright.sync_api import expect

from labkit import demos
from labkit.demos._confidence_vs_gain import METRICS, SIZES, TEST_SETS, comparisons
from tests.browser.modules import HALL, open_functions, write_page


@pytest.fixture
def opened(browser):
    """Open a demonstration by its name on a slide."""
    pages = []

    def open_page(name):
        width, height = HALL
        page = browser.new_page(viewport={"width": width, "height": height})
        pages.append(page)
        page.set_content(write_page(name, deck=True))
        return page

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_page_orders_and_reads_all_pairs_as_python_does(browser, size):
    page, data = open_functions(browser), demos.confidence_vs_gain().data
    for test_set, metric in product(TEST_SETS, METRICS):
        found = page.evaluate(
            """([test_set, size, metric, data]) => allPairs({ test_set, size, metric }, data).map(
                ({ a, b, kind, gain, pvalue }) => [data.systems[a], data.systems[b], kind, gain, pvalue])""",
            [test_set, size, metric, data],
        )
        assert found == comparisons(test_set, size, metric).to_numpy().tolist()
    page.close()


@pytest.mark.slow
def test_a_click_circles_the_nearest_pair(opened):
    page = opened("confidence_vs_gain")
    field = page.get_by_role("textbox", name="point", exact=True)
    for point in (1, 3_000, 11_175):
        field.fill(str(point))
        field.press("Enter")
        ring = page.locator(".labkit-picture circle").bounding_box()
        x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
        readout = page.get_by_role("status").inner_text()
        field.fill("500")
        field.press("Enter")
        page.mouse.click(x, y)
        near = page.locator(".labkit-picture circle").bounding_box()
        assert abs(near["x"] - ring["x"]) < 3 and abs(near["y"] - ring["y"]) < 3
        if point == 1:  # many pairs at one place: any of them
            assert "Gain in accuracy 0.0 points" in readout


@pytest.mark.slow
def test_fewer_pairs_bring_the_point_back(opened):
    page = opened("confidence_vs_gain")
    field = page.get_by_role("textbox", name="point", exact=True)
    field.fill("11175")
    field.press("Enter")
    page.get_by_label("same kind").check(force=True)
    expect(field).to_have_value("2,175")
    said = demos.confidence_vs_gain(pairs="same kind", point=2175).readout().splitlines()
    expect(page.get_by_role("status").locator("p")).to_have_text(said)


@pytest.mark.slow
def test_omega_is_dragged_in_the_picture(opened):
    page = opened("smoothing")
    box = page.locator(".labkit-picture .target").bounding_box()
    omega = page.get_by_label("omega", exact=True)
    for end, value in ((0.01, "0"), (0.99, "100")):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * end, box["y"] + box["height"] / 3, steps=4)
        page.mouse.up()
        expect(omega).to_have_attribute("aria-valuetext", value)


@pytest.mark.long
def test_a_rare_word_is_answered_with_a_sentence(opened):
    page = opened("smoothing")
    word = page.get_by_label("word", exact=True)
    for typed, said in (
        ("Awful!", "× “awful”"),
        ("streaming", "“streaming” occurs fewer than 3 times in the training reviews, or never."),
        ("two words", "word must be one word, such as gandhi, zombies, bother, not 'two words'"),
        ("covid", "In no training review: the classifier leaves “covid” out"),
    ):
        word.fill(typed)
        word.press("Enter")
        expect(page.locator(".labkit-readout")).to_contain_text(said)
