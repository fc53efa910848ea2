"""How figures look, and what a page shows of them: sharp, in words, and in the ink of the page."""

import base64
import io
import re
from xml.etree import ElementTree

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from markdown_it import MarkdownIt

from labkit import plots
from labkit.plots import style
from labkit.report import significance_triangle
from labkit.significance.friedman import Friedman
from tests.plots.reading import texts
from tests.plots.test_systems import CASES, LAW, PAIRS

COINS = {figure: CASES[figure][0] for figure in ("curve", "heaps", "sizes")}
COINS |= {"coins": lambda: plots.binomial(20, 5)}


def named(name):
    """Return the figures that show names, each with this one."""
    order = pd.DataFrame(~np.tri(6, dtype=bool), [name, *"BCDEF"], [name, *"BCDEF"])
    ranks = Friedman(1.0, 0.5, 5, pd.Series([1.0, 1.5, 2.5], [name, "B", "C"]))
    share = {"from": 0.04, "to": 0.08, "test_set": name, "share": 0.8, "low": 0.7, "high": 0.9}
    return {
        "words": lambda: plots.word_evidence([name, "bad"], [1.0, -1.0]),
        "running": lambda: plots.running_sum([name, "bad"], [1.0, -1.0]),
        "zipf": lambda: plots.zipf([40, 20, 13, 10], LAW, marked={name: 2}),
        "triangle": lambda: plots.triangle(significance_triangle({name: [1, 1], "b": [0, 1]})),
        "kinds": lambda: plots.confidence_vs_gain(PAIRS.assign(kind=name)),
        "folds": lambda: plots.fold_accuracies({name: [0.5, 0.6]}),
        "order": lambda: plots.partial_order(order),
        "test sets": lambda: plots.calibration(pd.DataFrame([share])),
        "ranks": lambda: plots.critical_difference(ranks),
    }


FIGURES = COINS | named("good")


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES)
def test_figures_are_new_transparent_and_in_the_ink_of_their_page(figure):
    before, others = dict(mpl.rcParams), plt.get_fignums()
    ax = FIGURES[figure]()
    assert dict(mpl.rcParams) == before and len(plt.get_fignums()) == len(others) + 1
    colours = {text.get_color() for text in texts(ax)}
    assert colours <= {"black", "#111112" if figure == "triangle" else plots.VERMILION}
    file = io.BytesIO()
    ax.figure.savefig(file, format="rgba")
    pixels = np.frombuffer(file.getvalue(), np.uint8).reshape(-1, 4)
    assert pixels[0, 3] == 0 and (pixels[:, 3] == 0).mean() > 0.2
    svg = plots.picture(ax, "A figure.").svg
    assert not re.search(r"#(000000|ffffff)\b(?!\))", svg, re.IGNORECASE) and "currentColor" in svg
    # Parts that others refer to keep their names, and no others do: a page has several figures.
    assert set(re.findall(r' id="([\w-]+)"', svg)) == set(re.findall(r"#([\w-]*[g-z][\w-]*)", svg))
    assert "<text" not in svg  # no font that a page might lack, no words left of what was taken out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["_$x_2$", "n" * 80])
def test_every_figure_shows_a_name_as_it_is(name):
    """Two dollars make a formula, an underscore hides from legends, and 80 letters leave no axes."""
    assert [len(style.written("n" * length)) for length in (36, 80)] == [36, 35]
    for figure, draw in named(name).items():
        ax = draw()
        ax.figure.canvas.draw()  # a formula would stop it, and no room for the axes is a warning
        shown = " ".join(text.get_text().replace(r"\$", "$") for text in texts(ax))
        assert ("n" * 10 if len(name) == 80 else " ".join(name.split())) in shown, figure
        plt.close(ax.figure)


def test_settings_are_put_back_and_others_stay(monkeypatch):
    monkeypatch.setitem(mpl.rcParams, "figure.autolayout", False)
    before = mpl.rcParams["font.size"]
    with pytest.raises(KeyError), style.settings({"font.size": 30}):
        assert mpl.rcParams["font.size"] == 30
        mpl.rcParams["figure.autolayout"] = True
        raise KeyError
    assert mpl.rcParams["font.size"] == before and mpl.rcParams["figure.autolayout"]


WORDS = 'Two tails, "5 & fewer" < 15.'


def test_a_picture_has_words_paper_and_a_size_and_is_the_same_each_time():
    shown = plots.picture(FIGURES["coins"](), WORDS)
    assert shown == plots.picture(FIGURES["coins"](), WORDS) and repr(shown) == f"Picture: {WORDS}"
    assert plt.get_fignums() == []  # a notebook would show it a second time
    assert shown.svg.startswith("<svg") and not re.search("<style|<metadata|<!--", shown.svg)
    image = ElementTree.fromstring(re.sub(r"(<img [^>]*)>", r"\1/>", shown.svg))
    assert (image.get("role"), image.get("aria-label")) == ("img", WORDS)  # read as it was written
    assert (image.get("width"), image.get("height")) == ("825", None)  # a page may say otherwise
    ax = FIGURES["coins"]()
    assert ax.figure.bbox.size == pytest.approx((825, 462))  # by itself it is as wide
    assert {text.get_fontsize() for text in texts(ax)} == {13, 1.2 * 13}  # words, and a title
    assert image.get("viewBox").startswith("0 0 424.8 259.2")
    # A switch: a viewer that takes drawings out leaves an image on white paper.
    assert [part.tag.partition("}")[2] for part in image[0]] == ["g", "foreignObject"]
    taken = re.sub(r"</?(?!img\b)[a-zA-Z]+\b[^>]*>", "", shown._repr_html_()).strip()
    (source,) = re.findall(r'^<img alt="[^"]+" src="data:image/png;base64,([^"]+)">$', taken)
    pixels = plt.imread(io.BytesIO(base64.b64decode(source)))
    assert pixels.shape[1] == round(90 * 5.9) and (pixels[0, 0] == 1).all()
    assert 'viewBox="0 0 360 288"' in plots.picture(FIGURES["coins"](), WORDS, size=(5, 4)).svg
    with pytest.raises(ValueError, match="alt must be a sentence"):
        plots.picture(FIGURES["coins"](), " ")


def test_a_picture_of_thousands_of_points_is_one_image_and_stays_whole_in_markdown():
    few = plots.picture(plots.confidence_vs_gain(PAIRS), WORDS)
    shown = plots.picture(plots.confidence_vs_gain(pd.concat([PAIRS] * 500)), WORDS)
    assert shown.svg.count("<image") == 1 and len(shown.svg) < 500_000 and "<image" not in few.svg
    html = shown._repr_html_()
    page = MarkdownIt("commonmark", {"html": True}).render(f"    printed\n\n\n{html}\n\nWords.\n")
    assert f"</pre>\n{html}\n<p>Words.</p>" in page


def test_a_page_gets_letters_that_are_text_in_its_own_font_and_keep_their_spaces():
    ax = plots.critical_difference(
        Friedman(1.0, 0.5, 5, pd.Series([1.0, 1.5, 2.5], ["A_1", *"BC"]))
    )
    ax.set_title(r"$x_2$ & <all>")
    expected = {text.get_text() for text in texts(ax) if text.get_text()} - {ax.get_title()}
    shown = plots.picture(ax, WORDS)
    assert shown.lettered == shown._repr_svg_() and "<switch" not in shown.lettered
    image = ElementTree.fromstring(shown.lettered)  # a viewer may take it for a file
    found = [each for each in image.iter() if each.tag.endswith("}text")]
    space = "{http://www.w3.org/XML/1998/namespace}space"
    assert {each.get(space) for each in found} == {"preserve"}
    *plain, formula = sorted(found, key=len)
    # But for ticks beyond the ends.
    assert (
        {name for name in expected if not name.isdigit()}
        < {each.text for each in plain}
        <= expected
    )
    assert "A_1  1.00" in expected
    assert "".join("".join(formula.itertext()).split()) == "x2&<all>"
    assert not any("font-family" in each.get("style") for each in plain)
    assert image.get("aria-label") == WORDS
    other = ElementTree.fromstring(re.sub(r"(<img [^>]*)>", r"\1/>", shown.svg))
    assert image.attrib == other.attrib  # of one size
    assert plots.Picture("<svg></svg>", "Nothing.")._repr_svg_() is None
