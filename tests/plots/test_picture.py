"""Figures as pages show them: in words, sharp, and in the ink of the page."""

import base64
import io
import re
from functools import cache
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from markdown_it import MarkdownIt

from labkit import plots
from labkit.plots import _style
from labkit.report import significance_triangle
from tests.plots.test_gains import PAIRS

WORDS = 'Two tails, "5 & fewer" < 15.'


@cache
def coins():
    return plots.picture(plots.binomial(20, 5), WORDS)


def parsed(picture):
    return ElementTree.fromstring(re.sub(r"(<img [^>]*)>", r"\1/>", picture.svg))


def test_a_viewer_that_takes_drawings_out_leaves_an_image():
    shown = coins()
    drawing = parsed(shown)[0]
    assert [part.tag.partition("}")[2] for part in drawing] == ["g", "foreignObject"]  # of a switch
    taken = re.sub(r"</?(?!img\b)[a-zA-Z]+\b[^>]*>", "", shown._repr_html_()).strip()
    (source,) = re.findall(r'^<img alt="[^"]+" src="data:image/png;base64,([^"]+)">$', taken)
    pixels = plt.imread(io.BytesIO(base64.b64decode(source)))
    assert pixels.shape[1] == round(90 * 6.2) and (pixels[0, 0] == 1).all()  # on white paper


def test_a_picture_says_what_it_shows():
    shown = coins()
    assert repr(shown) == f"Picture: {WORDS}"
    image = parsed(shown)
    assert image.get("role") == "img"
    assert image.get("aria-label") == shown.alt  # escaped, and read as it was written
    assert "<style" not in shown.svg  # it would be that of the whole page
    assert image.get("width") == "825" and image.get("height") is None  # a page may say otherwise
    assert image.get("viewBox").startswith("0 0 446.4 252")
    assert shown.svg in shown._repr_html_()


@pytest.mark.parametrize("name", ["binomial", "pairs", "triangle"])
def test_a_picture_stays_one_in_markdown(name):
    shown = plots.picture(FIGURES[name](), WORDS)._repr_html_()
    page = MarkdownIt("commonmark", {"html": True}).render(f"    printed\n\n\n{shown}\n\nWords.\n")
    assert f"</pre>\n{shown}\n<p>Words.</p>" in page


def test_a_picture_is_the_same_each_time():
    again = plots.picture(plots.binomial(20, 5), WORDS)
    assert again.svg == coins().svg
    assert plt.get_fignums() == []  # a notebook would show it a second time


#: A sign of a colour that a page of the other theme would swallow.
FIXED = re.compile(r"(?:fill|stroke): ?(#000000|#ffffff)\b", re.IGNORECASE)
FIGURES = {
    "binomial": lambda: plots.binomial(50, 19),
    "pairs": lambda: plots.confidence_vs_gain(PAIRS),
    "order": lambda: plots.partial_order(pd.DataFrame([[False, True], [False, False]])),
    "triangle": lambda: plots.triangle(significance_triangle({"a": [1, 1], "b": [0, 1]})),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_a_picture_is_in_the_ink_of_its_page(figure):
    svg = plots.picture(FIGURES[figure](), "A figure.").svg
    assert FIXED.findall(svg) == []
    # Parts that others refer to keep their names, and no others do: a page has several figures.
    assert set(re.findall(r' id="([\w-]+)"', svg)) == set(re.findall(r"#([\w-]*[g-z][\w-]*)", svg))
    assert "currentColor" in svg and "<text" not in svg  # no font that a page might lack
    # Words on a coloured field stay dark.
    assert (f"fill: {_style.ON_COLOUR}" in svg) == (figure == "triangle")


def test_thousands_of_points_are_one_image_within():
    rng = np.random.default_rng(1)
    many = pd.DataFrame({"gain": rng.random(3000), "confidence": rng.random(3000), "kind": "same"})
    svg = plots.picture(plots.confidence_vs_gain(many), "Pairs.").svg
    assert svg.count("<image") == 1 and len(svg) < 500_000
    assert not plots.confidence_vs_gain(PAIRS).collections[0].get_rasterized()  # a few are drawn


def test_the_smaller_the_larger_its_type():
    small = plots.picture(plots.binomial(20, 5), "Tails.", size=(5, 4))
    assert parsed(small).get("viewBox").startswith("0 0 360 288")


@pytest.mark.parametrize(("alt", "message"), [(None, "a string"), (" ", "a sentence")])
def test_bad_words_are_named(alt, message):
    with pytest.raises((ValueError, TypeError), match=f"alt must be {message}"):
        plots.picture(plots.binomial(4, 1), alt)
