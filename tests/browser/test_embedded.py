"""Each demonstration in a frame of another course's page, by the line that the guide gives."""

import re

import pytest
from playwright.sync_api import expect

from labkit.cli import main
from labkit.demos.program import NAMES
from tests.browser.accessibility import violations
from tests.browser.driving import ROOT, offline_page

pytestmark = pytest.mark.slow

LINE = re.search("<iframe .*</iframe>", (ROOT / "docs" / "authoring.md").read_text("utf8"))[0]
SIZE = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The folder of another course, with the demonstrations."""
    folder = tmp_path_factory.mktemp("course")
    assert main(["handouts", str(folder / "demonstrations"), "--demonstrations"]) == 0
    return folder


def embedded(course, page, name, asked=""):
    """Open the other course's page, and return its frame."""
    line = LINE.replace("shuffling.html?seed=3", f"{name}.html{asked}")
    text = f"<!doctype html><html lang=en><title>A course</title><meta name=viewport content='width=device-width'><body style='margin: 0'><main><h1>A course</h1>{line}</main>"
    (course / "page.html").write_text(text, encoding="utf8")
    page.goto((course / "page.html").as_uri())
    frame = page.frames[1]
    frame.locator(".labkit-picture svg, .labkit-error").first.wait_for()
    return frame


@pytest.mark.parametrize(("width", "theme"), [(900, "light"), (900, "dark"), (390, "light")])
def test_a_frame_of_another_page_shows_each_demonstration(course, browser, width, theme):
    looks = {"viewport": {"width": width, "height": 700}, "color_scheme": theme}
    with offline_page(browser, **looks) as page:
        for name in NAMES:
            frame = embedded(course, page, name)
            wide, high = frame.evaluate(SIZE)
            assert wide <= 0 and (high <= 0 or width == 390), (name, wide, high)
            paper = frame.evaluate("getComputedStyle(document.body).backgroundColor")
            assert paper == ("rgb(17, 17, 17)" if theme == "dark" else "rgb(255, 255, 255)")


def test_a_page_of_its_own_keeps_nobody_out(course, browser):
    with offline_page(browser, viewport={"width": 900, "height": 700}) as page:
        page.goto((course / "demonstrations" / "shuffling.html").as_uri())
        page.locator(".labkit-picture svg").wait_for()
        assert violations(page) == []


def test_settings_in_the_address_are_those_it_begins_with_and_wrong_ones_are_refused(
    course, browser
):
    with offline_page(browser, viewport={"width": 900, "height": 700}) as page:
        frame = embedded(course, page, "shuffling", "?shuffles=100&metric=recall&theme=dark")
        expect(frame.locator(".labkit-first input")).to_have_value("100")
        expect(frame.get_by_label("recall")).to_be_checked()
        assert frame.evaluate("document.documentElement.dataset.theme") == "dark"
        frame.get_by_role("button", name="10 more shuffles", exact=True).click()
        expect(frame.locator(".labkit-first input")).to_have_value("110")
        assert embedded(course, page, "smoothing", "?word=film").get_by_text("film").count()
        wrong = embedded(course, page, "shuffling", "?shuffles=many").locator(".labkit-error")
        expect(wrong).to_contain_text("shuffles must be")
