"""The style, and where figures are drawn."""

import io
import re
from itertools import pairwise
from threading import Event, Thread

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from labkit import plots
from labkit.plots import _style
from labkit.report import significance_triangle
from tests.ticks import ROOT

PAIRS = pd.DataFrame(
    {"gain": [0.1, 0.2, 0.3], "confidence": [0.6, 0.9, 0.97], "kind": ["same", "other", "third"]}
)
ORDER = pd.DataFrame([[False, True], [False, False]])
SHUFFLES = ([-3, -1, 1, 3], [1 / 8, 3 / 8, 3 / 8, 1 / 8], 3)
FIGURES = {
    "curve": lambda **to: plots.accuracy_curve([1, 2], [0.5, 0.6], parameter="w", chosen=2, **to),
    "words": lambda **to: plots.word_evidence(["good", "bad"], [1.0, -1.0], **to),
    "zipf": lambda **to: plots.zipf([2, 1], **to),
    "heaps": lambda **to: plots.heaps(pd.DataFrame({"tokens": [1], "types": [1]}), **to),
    "binomial": lambda **to: plots.binomial(20, 5, **to),
    "distribution": lambda **to: plots.exact_distribution(*SHUFFLES, **to),
    "triangle": lambda **to: plots.triangle(significance_triangle({"a": [1], "b": [0]}), **to),
    "pairs": lambda **to: plots.confidence_vs_gain(PAIRS, **to),
    "folds": lambda **to: plots.fold_accuracies({"random": [0.5, 0.6]}, **to),
    "order": lambda **to: plots.partial_order(ORDER, **to),
}


@pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
def test_figures_draw_where_they_are_told_and_leave_the_style_as_it_was(draw):
    _, ax = plt.subplots()
    figures, before = plt.get_fignums(), dict(mpl.rcParams)
    assert draw(ax=ax) is ax
    assert plt.get_fignums() == figures
    assert draw(ax=None) is not ax
    assert dict(mpl.rcParams) == before


def contrast(one, other):
    """The contrast of two colours, as the Web Content Accessibility Guidelines define it."""

    def luminance(colour):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), parts, strict=True))

    low, high = sorted((luminance(to_rgb(one)), luminance(to_rgb(other))))
    return (high + 0.05) / (low + 0.05)


def texts(ax):
    labels = [*ax.get_xticklabels(), *ax.get_yticklabels(), ax.xaxis.label, ax.yaxis.label]
    legend = ax.get_legend()
    return [*labels, ax.title, *(legend.get_texts() if legend else [])]


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_are_transparent_and_their_text_can_be_read(figure):
    ax = FIGURES[figure]()
    for text in texts(ax):
        assert contrast(text.get_color(), "white") >= 7, text
    for line in ax.lines:
        assert contrast(line.get_color(), "white") >= 3
    file = io.BytesIO()
    ax.figure.savefig(file, format="rgba")
    pixels = np.frombuffer(file.getvalue(), np.uint8).reshape(-1, 4)
    assert pixels[0, 3] == 0 and (pixels[:, 3] == 0).mean() > 0.2


def grey(colour):
    return sum(w * c for w, c in zip((0.299, 0.587, 0.114), to_rgb(colour), strict=True))


def test_kinds_are_different_in_grey():
    ax = plots.confidence_vs_gain(PAIRS)
    shapes = [points.get_paths()[0].vertices for points in ax.collections]
    assert all(a.shape != b.shape or (a != b).any() for a, b in pairwise(shapes))
    for figure in ("binomial", "distribution"):
        bars = [bar for bar in FIGURES[figure]().patches if bar.get_height()]
        looks = {(bar.get_hatch(), round(grey(bar.get_facecolor()), 2)) for bar in bars}
        assert {hatch for hatch, _ in looks} == {None, "//"}
    levels = [grey(colour) for colour in ("#E8E8E8", "#F6C667", plots.ORANGE, plots.VERMILION)]
    assert all(a - b > 0.08 for a, b in pairwise(levels))


# --- the names of colours

#: What a text may call the colours that are drawn; VERMILION is "vermilion" or "red-orange".
OTHERS = re.compile(r"(?<![-\w])(red|yellow|purple|pink|violet|brown|gray|magenta)(?![-\w])")


def prose(path):
    """The lines that people read of a notebook or a template."""
    if path.suffix == ".html":
        return path.read_text(encoding="utf8").splitlines()
    cells = nbformat.read(path, as_version=4).cells
    return [x for c in cells if c.cell_type == "markdown" for x in c.source.splitlines()]


@pytest.mark.parametrize(
    "path",
    [*ROOT.glob("notebooks/**/*.ipynb"), *ROOT.glob("labkit/demos/templates/**/*.html")],
    ids=lambda path: path.stem,
)
def test_texts_name_the_colours_that_are_drawn(path):
    assert [line for line in prose(path) if OTHERS.search(line)] == []


NAMES = ["$x_2$", r"a \frac$ b $", "_hidden", "<b>&", "%s {x}", "two\nlines", "", "n" * 80, "$$"]


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_shows_a_name_as_it_is(name):
    """Two dollars make a formula, an underscore hides from legends, and 80 letters leave no axes."""
    order = pd.DataFrame([[False, True], [False, False]], [name, "B"], [name, "B"])
    share = {"from": 0.04, "to": 0.08, "test_set": name, "share": 0.8, "low": 0.7, "high": 0.9}
    limits = {"test_set": 100, "threshold": 0.1, "low": 0.08, "high": 0.11, "kind": name}
    figures = [
        plots.triangle(significance_triangle({name: [1] * 20, "B": [0] * 20})),
        plots.partial_order(order),
        plots.confidence_vs_gain(pd.DataFrame([{"gain": 0.02, "confidence": 0.97, "kind": name}])),
        plots.word_evidence([name, "waste"], [2.1, -2.6]),
        plots.zipf([40, 20, 13, 10], marked={name: 2}),
        plots.fold_accuracies({name: [0.8, 0.7, 0.9]}),
        plots.calibration(pd.DataFrame([share])),
        plots.threshold_by_size(pd.DataFrame([limits])),
    ]
    for ax in figures:
        ax.figure.canvas.draw()  # a formula would stop it, and no room for the axes is a warning
        legend = ax.get_legend().get_texts() if ax.get_legend() else []
        texts = [*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels(), *legend]
        shown = [text.get_text().replace(r"\$", "$").strip() for text in texts]
        if len(name) < 80:
            assert any(" ".join(name.split()) in text for text in shown)
        plt.close(ax.figure)


def test_settings_of_two_threads_are_put_back_one_after_the_other():
    before, drawing, other_draws = mpl.rcParams["font.size"], Event(), Event()

    def draw():
        with _style.settings({"font.size": 30}):
            drawing.set()
            other_draws.wait(0.5)  # in turn, it does not

    thread = Thread(target=draw)
    thread.start()
    assert drawing.wait(10)
    with _style.settings({"font.size": 20}):
        other_draws.set()
        thread.join()
        assert mpl.rcParams["font.size"] == 20
    assert mpl.rcParams["font.size"] == before


def test_what_is_set_while_something_is_drawn_stays(monkeypatch):
    monkeypatch.setitem(mpl.rcParams, "figure.autolayout", False)
    with _style.settings({"font.size": 20}):
        mpl.rcParams["figure.autolayout"] = True
    assert mpl.rcParams["figure.autolayout"]
