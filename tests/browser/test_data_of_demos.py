"""The demonstrations with data of their own: every pair of systems, and words that the page knows."""

from itertools import product

import numpy as np
import pytest
from playwright.sync_api import expect

from labkit import demos
from tests.demos.oracles import readout
from tests.demos.oracles.confidence_vs_gain import METRICS, SIDES, SIZES, TEST_SETS, comparisons

pytestmark = pytest.mark.slow


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_page_orders_and_reads_all_pairs_as_python_does(functions, size):
    data = demos.confidence_vs_gain().data
    for test_set, metric, sides in product(TEST_SETS, METRICS, SIDES):
        found = functions.evaluate(
            """([test_set, size, metric, sides, data]) => allPairs({ test_set, size, metric, sides }, data).map(
                ({ a, b, kind, gain, pvalue }) => [data.systems[a], data.systems[b], kind, gain, pvalue])""",
            [test_set, size, metric, sides, data],
        )
        assert found == comparisons(test_set, size, metric, sides).to_numpy().tolist()


def test_a_pair_is_named_under_the_mouse_chosen_by_a_click_and_followed_on_all_sizes(opened):
    page = opened("confidence_vs_gain", deck=True)
    circles, status = page.locator(".labkit-picture circle.paper"), page.get_by_role("status")
    systems = [page.get_by_label(f"system {letter}", exact=True) for letter in "AB"]

    def chosen():
        return {letter: each.input_value() for letter, each in zip("ab", systems, strict=True)}

    def places():
        boxes = [circle.bounding_box() for circle in circles.all()]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        return np.round(middles).tolist()

    first, track = chosen(), places()
    for size in (200, 5000, 1000):
        page.get_by_label(f"{size:,}", exact=True).check(force=True)
        assert chosen() == first and places() == track
        expect(status.locator("p")).to_have_text(readout("confidence_vs_gain", size=size))
    # Other pairs stand at the same place; the one that is named is the one that a click chooses.
    systems[0].select_option("svm/half-07")
    systems[1].select_option("lexicon/quarter-04")
    page.mouse.move(*places()[1])
    named = page.locator(".labkit-hover text").all_text_contents()
    page.mouse.down()
    page.mouse.up()
    assert [*chosen().values()] == named != []
    expect(status.locator("p")).to_have_text(readout("confidence_vs_gain", **chosen()))
    settings = chosen()
    for words, changed in (
        ("one-sided", {"sides": "one-sided"}),
        ("same kind", {"pairs": "same kind"}),
        ("F1", {"metric": "F1"}),
    ):
        page.get_by_label(words, exact=True).check(force=True)
        settings |= changed
        assert [*chosen().values()] == named
        expect(status.locator("p")).to_have_text(readout("confidence_vs_gain", **settings))
    page.mouse.move(5, 5)
    expect(page.locator(".labkit-hover text")).to_have_count(0)


def test_the_overlap_is_dragged_and_only_the_matched_test_notices(opened):
    page = opened("correlation", deck=True)
    strip, both = (
        page.locator(".labkit-picture .target").bounding_box(),
        page.get_by_label("by both", exact=True),
    )
    said = page.get_by_role("status").locator("p")
    y = strip["y"] + 0.8 * strip["height"]
    page.mouse.move(strip["x"] + strip["width"] / 2, y)
    page.mouse.down()
    for end, value in ((0.01, 35), (0.99, 0)):
        page.mouse.move(strip["x"] + end * strip["width"], y, steps=5)
        expect(both).to_have_value(str(value))
        expect(said).to_have_text(readout("correlation", both=value))
    page.mouse.up()


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
