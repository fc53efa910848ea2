"""What is left of a demonstration where no kernel runs: the same every time, small, with its numbers."""

import base64
import re
from xml.etree import ElementTree

import pytest

from labkit.demos import still
from tests.demos.test_frame import MOVES, shown

SVG = (
    '<svg role="img" aria-label="A &quot;dot&quot; &amp; more" viewBox="0 0 20 10"'
    ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<metadata>made by</metadata><defs><clipPath id="{name}"><rect width="5.00004"/></clipPath>'
    '<path id="m{name}" d="M 0 0 L 1.23456 2"/></defs>'
    '<g id="axes"><g tabindex="0" role="button" data-bar="3" class="labkit-point same">'
    '<circle cx="1" r="2"/><text>for a mouse</text></g>'
    '<path d="M 0 0 L 1 1" style="fill: #d55e00" clip-path="url(#{name})"/>'
    '<path d="M 2 0 L 3 1" style="fill: #d55e00" clip-path="url(#{name})"/>'
    '<use xlink:href="#m{name}" x="1.5"/></g></svg>'
)


def drawn(address):
    kind, _, data = address.partition(",")
    assert kind == "data:image/svg+xml;base64"
    return base64.b64decode(data).decode()


def test_random_names_are_numbered_and_what_nobody_sees_is_left_out():
    one, other = (still.as_image(SVG.format(name=name)) for name in ("p1f0", "p9ab"))
    assert one == other
    address, alt = one
    assert alt == 'A "dot" & more'
    text = drawn(address)
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height")) == ("20", "10")
    for gone in ("metadata", "made by", "for a mouse", "tabindex", "button", "data-bar", "axes"):
        assert gone not in text
    assert "M0 0L1 1M2 0L3 1" in text  # alike bars are one path
    assert "1.2 2" in text and "1.23456" not in text and 'width="5"' in text
    assert "#d55e00" in text  # a colour is not the name of a part
    called = set(re.findall(r'url\(#(\w+)\)|href="#(\w+)"', text))
    assert {name for pair in called for name in pair if name} == set(
        re.findall(r' id="(\w+)"', text)
    )


def test_an_image_has_the_rules_of_the_page_that_its_parts_follow_and_white_paper():
    text = drawn(still.as_image(SVG.format(name="a"))[0])
    assert "background:white" in text and ":hover" not in text and ".labkit-demo" not in text
    assert "labkit-caption" not in text


def test_paths_that_shine_through_each_other_stay_apart():
    svg = SVG.format(name="a").replace("fill: #d55e00", "fill: #d55e00; opacity: 0.5")
    text = drawn(still.as_image(svg)[0])
    assert "M0 0L1 1M2" not in text and "opacity: 0.5" in text


def test_a_readout_becomes_lines():
    readout = (
        '<div aria-live="polite"><p><b>p = 0.04</b><br>4 of  9\nevents</p>'
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>&lt; 2</td></tr></table>"
        "<p>2<sup>20</sup> ways</p></div>"
    )
    lines = ["p = 0.04", "4 of 9 events", "a b", "1 < 2", "2^20 ways"]
    assert still.as_lines(readout) == lines
    found = still.bundle("", readout, "<p>Look.</p>", {"n": 3, "word": "<i>"})
    assert found["text/plain"] == "\n".join(["Demonstration(n=3, word='<i>')", *lines])
    page = found["text/html"]
    assert "aria-live" not in page and "<img" not in page and "<p>Look.</p>" in page
    assert "n = 3, word = &lt;i&gt;" in page


def test_on_paper_nothing_is_folded():
    found = still.bundle("", "", "<details class='x'><summary>Why</summary>So.</details>", {})
    assert "<details open class='x'>" in found["text/html"]


def test_a_picture_that_is_html_stays_html():
    found = still.bundle("<p>Nothing is <mark>better</mark>.</p>", "", "", {})
    assert "<mark>better</mark>" in found["text/html"] and "<img" not in found["text/html"]


# The others read reviews and predictions first.
SLOW = "confidence_vs_gain", "report_check", "smoothing"
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in MOVES]


@pytest.mark.parametrize("name", NAMES)
def test_each_demonstration_leaves_its_picture_its_words_and_its_numbers(name):
    demo = shown(name)
    shows = demo.picture.value, demo.readout.value, demo.caption.value
    found = still.bundle(*shows, demo.settings)
    page, text = found["text/html"], found["text/plain"]
    lines = still.as_lines(demo.readout.value)
    assert text.splitlines()[1:] == lines and lines
    assert all(line in "\n".join(still.as_lines(page)) for line in lines)
    assert "What to notice" in page
    images = re.findall(r'<img src="([^"]*)" alt="([^"]+)"', page)
    if "<svg" in demo.picture.value:
        ((address, alt),) = images
        ElementTree.fromstring(drawn(address))
        assert len(alt) > 40
    # What would be cleaned away, or run, by whoever shows a stranger's notebook.
    assert not re.search(r"<svg|<script|<style|<button|<input|\bon\w+=| id=", page)
    assert len(page) < 100_000  # it is committed with the notebook
