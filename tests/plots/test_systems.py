"""What the figures of experiments show: the data in the drawing, not its pixels."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

from labkit import plots
from labkit.laws import PowerLaw
from tests.plots.reading import around, grey, labels, legend

KINDS = ["same"] * 3 + ["different"] * 2
PAIRS = pd.DataFrame({"gain": [0.0, 0.01, 0.02, 0.03, 0.4], "kind": KINDS})
PAIRS = PAIRS.assign(confidence=[0.0, 0.7, 0.97, 0.95, 1.0], test_set=[400, 100, 400, 100, 100])
LAW = PowerLaw(k=1400.4, exponent=-1)
SIZES = pd.DataFrame({"test_set": [100, 400, 1600], "threshold": [0.08, 0.04, 0.02]})
SIZES = SIZES.assign(low=[0.07, 0.03, 0.03], high=[0.09, 0.05, 0.03])  # resamples may miss it
SHARES = pd.DataFrame({"from": [0, 0.01] * 2, "to": [0.01, 0.1] * 2, "share": [0.9, 0.7, 0.6, 0.5]})
SHARES = SHARES.assign(test_set=["near"] * 2 + ["far"] * 2, low=0.5, high=0.9 - 1e-12)
OBSERVED = {2.5: 0.6, 1: 0.75, 4: 0.7}
FOLDS = {"random": [0.7, 0.9, 0.9], "even": [0.8, 0.82]}
WORDS_READ = pd.DataFrame({"tokens": [1, 4], "types": [1, 3]})


def over(places, *rows):
    """Return the points of lines over the same places."""
    return [[*zip(places, heights, strict=True)] for heights in rows]


# fmt: off
#: Figure, the points of its lines, its legend, and what its axes are called.
CASES = {
    "words": (lambda: plots.word_evidence(["superb", "the", "waste"], [2.1, 0.0, -0.6]),
        [[(0, 0), (0, 1)]], None,
        ("evidence: for NEG to the left, for POS to the right", "linear", "", "linear")),
    "running": (lambda: plots.running_sum(["a", "superb", "waste"], [0.0, 2.0, -2.5]),
        [[(0, 0), (1, 0)], *over(range(4), [0, 0, 2, -0.5])], None,
        ("words read", "linear", "evidence for POS so far", "linear")),
    "zipf": (lambda: plots.zipf([1400, 700, 400, 300], LAW, marked={"film": 4, "zest": 1}),
        [*over([1, 2, 3, 4], [1400, 700, 400, 300], [1400.4, 700.2, 466.8, 350.1]),
         [(1, 1400)], [(4, 300)]], ["observed", "1,400 / rank¹·⁰⁰"],
        ("rank of the word", "log", "occurrences", "log")),
    "heaps": (lambda: plots.heaps(WORDS_READ, PowerLaw(2.0, 0.5)),
        over([1, 4], [1, 3], [2, 4]), ["observed", "2.0 · words⁰·⁵⁰"],
        ("words of text read (tokens)", "log", "different words seen (types)", "log")),
    "curve": (lambda: plots.accuracy_curve([*OBSERVED], OBSERVED.values(), parameter="w", chosen=4),
        [[*OBSERVED.items()], [(4, 0.7)]], None, ("w", "linear", "accuracy", "linear")),
    "folds": (lambda: plots.fold_accuracies(FOLDS),  # equal accuracies do not hide each other
        [[(0.7, -0.15), (0.9, -0.05), (0.9, 0.05)], [(2.5 / 3, -0.32), (2.5 / 3, 0.32)],
         [(0.8, 0.85), (0.82, 1.0)], [(0.81, 0.68), (0.81, 1.32)]],
        ["a fold", "mean of the folds"], ("accuracy", "linear", "", "linear")),
    "pairs": (lambda: plots.confidence_vs_gain(PAIRS),
        [[(0, 0), (0.01, 0.7), (0.02, 0.97)], [(0.03, 0.95), (0.4, 1)], [(0, 0.95), (1, 0.95)]],
        ["same (3 pairs)", "different (2 pairs)", "p = 0.05"],
        ("gain of the better system", "linear", "confidence (1 − p)", "linear")),
    "sizes": (lambda: plots.threshold_by_size(SIZES),  # the fit, and the intervals
        over([100, 400, 1600], *[[0.08, 0.04, 0.02]] * 2, [0.07, 0.03, 0.02], [0.09, 0.05, 0.03]),
        ["0.80/√n", "threshold"], ("test set, items", "log", "threshold (gain)", "log")),
    "calibration": (lambda: plots.calibration(SHARES),
        [*over([-0.06, 0.94], [0.9, 0.7], [0.5, 0.5], [0.9, 0.9]),
         *over([0.06, 1.06], [0.6, 0.5], [0.5, 0.5], [0.9, 0.9]), [(0, 0.5), (1, 0.5)]],
        ["a coin", "near", "far"],
        ("p-value on the first test set", "linear", "share still won", "linear")),
}
# fmt: on


@pytest.mark.parametrize("figure", CASES)
def test_figures_draw_what_was_counted(figure):
    draw, lines, names, axes = CASES[figure]
    ax = draw()
    assert len(ax.lines) == len(lines)
    for line, expected in zip(ax.lines, lines, strict=True):
        assert line.get_xydata() == pytest.approx(np.array(expected))
        mean = figure == "folds" and line.get_marker() == "None"
        assert line.get_linewidth() == (1 if line.get_color() == "black" else 2 + mean)
    assert around(ax) == {"left", "bottom", "x", *"y" * bool(ax.get_ylabel())}  # no grid of names
    assert names is None or legend(ax) == names
    assert (ax.get_xlabel(), ax.get_xscale(), ax.get_ylabel(), ax.get_yscale()) == axes


def test_words_kinds_sizes_and_ranges_are_named_where_they_are():
    ax = CASES["words"][0]()
    bars = [(bar.get_y() + 0.4, bar.get_width(), to_hex(bar.get_facecolor())) for bar in ax.patches]
    blue, red = plots.BLUE.lower(), plots.VERMILION.lower()
    assert bars == [(0, 2.1, blue), (pytest.approx(1), 0, blue), (pytest.approx(2), -0.6, red)]
    assert labels(ax.yaxis) == ["superb", "the", "waste"] and ax.yaxis_inverted()
    folds = CASES["folds"][0]()
    assert labels(folds.yaxis) == ["random", "even"] and folds.yaxis_inverted()
    assert folds.get_yticks().tolist() == [0, 1]
    ax = CASES["sizes"][0]()
    assert labels(ax.xaxis) == ["100", "400", "1,600"]
    assert labels(ax.yaxis) == ["0.01", "0.02", "0.05"] and not len(ax.yaxis.get_minorticklocs())
    with pytest.raises(ValueError, match="table must have one row a test set: take the rows of on"):
        plots.threshold_by_size(SIZES.assign(test_set=1))
    ax = CASES["calibration"][0]()
    assert 1 < ax.get_ylim()[1] < 1.1  # all shares have room
    assert ax.get_xticks().tolist() == [0, 1] and labels(ax.xaxis) == ["0–0.01", "0.01–0.1"]
    first, second = CASES["zipf"][0]().texts  # in a column, in the order of their ranks
    assert (first.get_text(), first.xy, second.get_text()) == ("zest", (1, 1400), "film")
    assert 0 < second.xyann[1] < first.xyann[1] < 1 and 0 < first.xyann[0] < second.xyann[0] < 1


def test_the_bars_of_words_are_what_the_axis_says():
    assert plots.word_evidence(["dull"], [-3.8], label="of 100").get_xlabel() == "of 100"


def test_the_strongest_words_of_a_text_are_named_at_their_steps_and_not_on_one_another():
    steps = [0.1] * 20 + [3.0, -2.0] + [0.1] * 20 + [-1.0]
    ax = plots.running_sum([f"w{n}" for n in range(len(steps))], steps)
    named = {text.get_text(): text.xy for text in ax.texts}
    assert named["w20"] == (21, pytest.approx(5)) and named["w42"] == (43, pytest.approx(4))
    assert "w21" not in named and len(named) <= 6


def test_mistakes_are_told_from_what_is_right_each_class_by_itself_and_the_line_divides_them():
    places = pd.DataFrame({"weak": [3, -3, 3, -3, 0], "strong": [1, 1, -1, -1, 0]})
    truth, said = ["POS", "POS", "NEG", "NEG", "POS"], ["POS", "NEG", "POS", "NEG", "NEG"]
    ax = plots.decisions(places, truth, said, slope=-0.5)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("weak", "strong")
    assert legend(ax) == ["POS, called NEG: 2", "NEG, called POS: 1"]
    *points, line = ax.lines
    assert [len(one.get_xdata()) for one in points] == [1, 1, 2, 1]
    (right_pos, _, wrong_pos, wrong_neg) = (np.round(one.get_xydata()).tolist() for one in points)
    assert right_pos == [[3, 1]] and wrong_neg == [[3, -1]] and wrong_pos == [[-3, 1], [0, 0]]
    assert line.get_slope() == -0.5 and line.get_xy1() == (0, 0)
    pale, solid = points[0].get_alpha(), points[2].get_alpha()
    assert pale < solid / 2 and points[2].get_marker() != points[3].get_marker()


def test_what_was_chosen_is_named_above_the_curve():
    accuracies = [0.78, 0.80, 0.82, 0.824, 0.82, 0.81, 0.805]
    ax = plots.accuracy_curve(range(7), accuracies, parameter="w", chosen=3)
    ax.figure.canvas.draw()
    (words,), box = ax.texts, Text.get_window_extent(ax.texts[0])
    x, y = ax.transData.transform((3, 0.824))
    assert (words.get_text(), words.xy) == ("chosen: 3", (3, 0.824))
    assert box.x0 + box.x1 == pytest.approx(2 * x, abs=2) and ax.lines[1].get_fillstyle() == "none"
    assert y + box.height / 2 < box.y0 < y + 1.5 * box.height  # above the ring
    assert box.y1 < ax.bbox.y1 < box.y1 + 2 * box.height
    assert plots.accuracy_curve([4, 1], [0.6, 0.7], parameter="w", chosen=4, ax=ax) is ax


@pytest.mark.parametrize(
    ("values", "scale"),
    [
        ([0.01, 0.1, 1, 10], "log"),
        ([1, 2, 31], "log"),
        ([1, 2, 30], "linear"),
        ([0, 1, 99], "linear"),
    ],
)
def test_candidates_far_apart_and_above_0_stand_on_a_logarithmic_axis(values, scale):
    ax = plots.accuracy_curve(values, [0.7] * len(values), parameter="ω", chosen=1)
    ax.figure.canvas.draw()
    assert ax.get_xscale() == scale
    assert scale == "linear" or {"1", "10"} <= {*labels(ax.xaxis)}


def test_a_legend_above_the_axes_is_one_row_in_their_middle():
    ax = CASES["calibration"][0]()
    ax.figure.canvas.draw()
    box, size = ax.get_legend().get_window_extent(), ax.xaxis.label.get_window_extent().height
    assert box.x0 + box.x1 == pytest.approx(ax.bbox.x0 + ax.bbox.x1)
    assert ax.bbox.y1 <= box.y0 < box.y1 < ax.bbox.y1 + 3 * size


@pytest.mark.parametrize(
    ("confidence", "xlim", "lowest"),
    [  # 1.5 times almost all gains of unclear pairs, which 0.95 is not; the lowest of any gain
        ([0.0, 0.7, 0.97, 0.95, 1.0], 1.5 * 0.01 * 0.995, 0.49),
        ([0.0, 0.2, 0.1, 0.1, 0.3], 1.5 * (0.4 - 0.37 * 0.02), 0.09),
        ([0.96] * 5, 0.42, 0.49),
        ([0.0, 0.96, 0.96, 0.96, 0.96], 0.42, 0.49),
    ],
)
def test_the_axes_show_what_is_unclear_and_all_gains_where_nothing_is(confidence, xlim, lowest):
    ax = plots.confidence_vs_gain(PAIRS.assign(confidence=confidence))
    assert ax.get_xlim() == pytest.approx((0, xlim))
    assert ax.get_ylim() == pytest.approx((lowest, 1.01))
    assert {line.get_alpha() for line in ax.get_legend().legend_handles[:-1]} == {1}


def test_kinds_differ_in_grey_and_shape_numbers_go_from_light_to_dark_and_no_kind_is_one():
    many = pd.DataFrame({"gain": 0.1, "confidence": 0.9, "kind": list("abcdefgh")})
    lines = plots.confidence_vs_gain(many).lines[:8]
    assert min(np.diff(sorted(grey(to_rgb(line.get_color())) for line in lines[:4]))) > 0.1
    assert len({line.get_marker() for line in lines}) == 8
    with pytest.raises(ValueError, match="by must be a column of at most 8 values, not 'kind' wi"):
        plots.confidence_vs_gain(pd.concat([many, many.assign(kind="i")]))
    ax = plots.confidence_vs_gain(PAIRS, by="test_set")
    assert legend(ax)[:2] == ["100 (3 pairs)", "400 (2 pairs)"]
    light, dark = (grey(line.get_color()[:3]) for line in ax.lines[:2])
    assert 0.8 > light > 0.6 > 0.2 > dark  # all of them on white
    assert legend(plots.confidence_vs_gain(PAIRS.assign(kind=None)))[0] == "pairs (5 pairs)"
    many = (pd.concat([PAIRS] * 201)[:n] for n in (1000, 1001))
    few, thousands = (plots.confidence_vs_gain(some).lines[0] for some in many)
    assert few.get_markersize() > thousands.get_markersize()
    assert few.get_alpha() > thousands.get_alpha()
