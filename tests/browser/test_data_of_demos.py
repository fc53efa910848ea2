"""The demonstrations with data of their own: every pair of systems, and words that the page knows."""

from itertools import product

import pytest
from playwright.sync_api import expect

from labkit import demos
from tests.demos.oracles import readout
from tests.demos.oracles.confidence_vs_gain import METRICS, SIZES, TEST_SETS, comparisons

pytestmark = pytest.mark.slow


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_page_orders_and_reads_all_pairs_as_python_does(functions, size):
    data = demos.confidence_vs_gain().data
    for test_set, metric in product(TEST_SETS, METRICS):
        found = functions.evaluate(
            """([test_set, size, metric, data]) => allPairs({ test_set, size, metric }, data).map(
                ({ a, b, kind, gain, pvalue }) => [data.systems[a], data.systems[b], kind, gain, pvalue])""",
            [test_set, size, metric, data],
        )
        assert found == comparisons(test_set, size, metric).to_numpy().tolist()


def test_a_click_circles_the_nearest_pair_and_fewer_pairs_bring_the_point_back(opened):
    page = opened("confidence_vs_gain", deck=True)
    field = page.get_by_role("textbox", name="point", exact=True)
    circle, status = page.locator(".labkit-picture circle"), page.get_by_role("status")

    def choose(point):
        field.fill(point)
        field.press("Enter")
        return circle.bounding_box()

    for point in ("1", "3000", "11175"):
        ring = choose(point)
        # Many pairs are at the first one's place.
        assert point != "1" or "Gain in accuracy 0.0 points" in status.inner_text()
        choose("500")
        page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        near = circle.bounding_box()
        assert abs(near["x"] - ring["x"]) < 3 and abs(near["y"] - ring["y"]) < 3
    choose("11175")
    page.get_by_label("same kind").check(force=True)
    expect(field).to_have_value("2,175")
    said = readout("confidence_vs_gain", pairs="same kind", point=2175)
    expect(status.locator("p")).to_have_text(said)


def test_omega_is_dragged_in_the_picture_and_a_rare_word_is_answered_with_a_sentence(opened):
    page = opened("smoothing", deck=True)
    box = page.locator(".labkit-picture .target").bounding_box()
    omega = page.get_by_label("ω", exact=True)
    for end, value in ((0.01, "0"), (0.99, "100")):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * end, box["y"] + box["height"] / 3, steps=4)
        page.mouse.up()
        expect(omega).to_have_attribute("aria-valuetext", value)
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
