"""What the figures of tests show: the data in the drawing, not its pixels."""

from math import comb

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text
from scipy import stats

from labkit import load_scores_table, plots
from labkit.report import significance_triangle
from labkit.significance import friedman_test, randomization_test
from tests.plots.reading import around, labels, legend

BLUE, RED = plots.BLUE.lower(), plots.VERMILION.lower()


def bars(ax):
    """Return the middle, height and colour of each bar, hatched or not."""
    for bar in ax.patches:
        colour = to_hex(bar.get_facecolor())
        assert (bar.get_hatch(), colour) in {("", BLUE), ("//", RED)}
        yield bar.get_x() + bar.get_width() / 2, bar.get_height(), colour


def assert_marked(ax, place, words):
    """Check the mark of what was observed: its words are beside it, over no bar, and in the axes."""
    assert set(ax.lines[0].get_xdata()) == {place} and ax.texts[0].get_text().strip() == words
    ax.figure.canvas.draw()
    box = ax.texts[0].get_window_extent()
    seen = [bar.get_window_extent() for bar in ax.patches if bar.get_height()]
    assert not any(box.overlaps(bar) for bar in seen)
    assert ax.bbox.x0 <= box.x0 and box.x1 <= ax.bbox.x1 and box.y1 < ax.bbox.y1
    left, foot = place > np.mean(ax.get_xlim()), ax.get_ylim()[0]
    assert (ax.texts[0].get_ha() == "right", foot) == (left, 0)


@pytest.mark.parametrize(
    ("n", "k", "two_tailed", "extreme", "first"),
    [  # all events, or those as far out as five standard deviations, and the observed ones
        (12, 9, False, set(range(10)), 0),
        (12, 9, True, {0, 1, 2, 3, 9, 10, 11, 12}, 0),
        (13, 6, True, set(range(14)), 0),
        (100, 40, True, {*range(25, 41), *range(60, 76)}, 25),
        (134, 40, False, {38, 39, 40}, 38),
        (135, 40, False, {38, 39, 40}, 38),
        (1_840, 1_030, True, {810, 1_030}, 810),
    ],
)
def test_binomial_fills_what_is_as_extreme(n, k, two_tailed, extreme, first):
    ax = plots.binomial(n, k, two_tailed=two_tailed)
    middles, heights, colours = zip(*bars(ax), strict=True)
    events = range(first, n + 1 - first)
    assert middles == pytest.approx(list(events))
    assert heights == pytest.approx([comb(n, i) / 2**n for i in events])
    assert {i for i, colour in zip(events, colours, strict=True) if colour == RED} == extreme
    assert_marked(ax, k, f"observed: {k:,}")
    assert (ax.get_xlabel(), ax.get_ylabel()) == (f"negative events among {n:,}", "probability")
    assert {round(bar.get_width(), 9) for bar in ax.patches} == {0.9 if len(events) < 60 else 1}
    with pytest.raises(ValueError, match=f"k must be a whole number from 0 to {n:,}, not"):
        plots.binomial(n, n + 1)


@pytest.mark.parametrize("observed", [-0.3, 0.3])
def test_exact_distribution_fills_what_is_at_least_as_extreme(observed):
    # 0.1 + 0.2 and 0.3 are one difference, whatever their last bits; one of 0 is on both sides.
    differences, probabilities = [-(0.1 + 0.2), -0.1, 0.0, 0.3], [0.25, 0.1, 0.4, 0.25]
    ax = plots.exact_distribution(differences, probabilities, observed)
    middles, heights, colours = zip(*(bar for bar in bars(ax) if bar[1]), strict=True)
    assert middles == pytest.approx([-0.3075, -0.0975, -0.0075, 0.0075, 0.3075])
    assert heights == pytest.approx([0.25, 0.1, 0.2, 0.2, 0.25])
    assert colours == (RED, BLUE, BLUE, BLUE, RED)
    assert_marked(ax, observed, f"observed: {observed}".replace("-", "−"))
    assert ax.get_xlim() == pytest.approx((-1.05 * 0.315, 1.05 * 0.315))
    assert all(0.9 < bar.get_width() / 0.015 < 1 for bar in ax.patches)
    ax = plots.exact_distribution([-1, -0.01, 0.01, 1], [0.2, 0.2, 0.3, 0.3], 0.01)
    middles, _, colours = zip(*(bar for bar in bars(ax) if bar[1]), strict=True)
    assert middles == pytest.approx([-1.005, -0.015, 0.015, 1.005]) and {*colours} == {RED}


def test_exact_distribution_of_yeh_fills_the_p_value():
    correct, found = np.ogrid[:35, :53]
    weights = stats.binom.pmf(correct, 34, 0.5) * stats.binom.pmf(found, 52, 0.5)
    gains = (19 + correct) / (24 + correct + found) - (53 - correct) / (110 - correct - found)
    ax = plots.exact_distribution(gains, weights, 47 / 95 - 25 / 39, quantity="gain")
    _, heights, colours = zip(*bars(ax), strict=True)
    filled = sum(high for high, colour in zip(heights, colours, strict=True) if colour == RED)
    assert filled == pytest.approx(0.039988579)
    assert ax.get_xlabel() == "gain after shuffling"
    assert -0.4 < ax.get_xlim()[0] < -0.2  # and not to the impossible ends
    with pytest.raises(ValueError, match=r"abs\(observed\) must be"):
        plots.exact_distribution(gains, weights, 0)


def test_convergence_draws_estimates_band_and_exact_value():
    how = {"method": "monte-carlo", "rng": 3}
    results = [randomization_test([1] * 9, [0] * 9, n_resamples=n, **how) for n in (100, 1000)]
    ax = plots.convergence(results, 0.03)
    estimated, exact = ax.lines
    assert estimated.get_xydata().tolist() == [[r.n_resamples, r.pvalue] for r in results]
    assert set(exact.get_ydata()) == {0.03}
    band = ax.collections[0].get_paths()[0].vertices
    for result in results:
        at = band[band[:, 0] == result.n_resamples][:, 1]
        assert {min(at), max(at)} == set(result.pvalue_interval)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("number of shuffles", "p-value")
    assert ax.get_xscale() == "log" and "2¹⁰" in labels(ax.xaxis)
    assert legend(ax) == ["estimated p", "95 % interval", "exact p = 0.0300"]
    assert legend(plots.convergence(results, 0.0))[-1] == "exact p < 10⁻³⁰⁰"


def shades(ax):
    """Return the table of numbers that is drawn, and the colours of 0, 1, ... in it."""
    image = (ax.images or ax.collections)[0]
    assert around(ax) == {"left", "bottom"}
    table = np.ma.filled(image.get_array(), np.nan)
    return table, [to_hex(image.cmap(image.norm(i))) for i in range(image.cmap.N)]


def test_triangle_writes_difference_and_stars_into_each_cell():
    scores = {"low": [0] * 20, "middle": [1] * 8 + [0] * 12, "high": [1] * 20}
    found = significance_triangle(scores, levels=(0.1, 0.001))
    ax = plots.triangle(found)
    texts = [(*text.get_position(), text.get_text()) for text in ax.texts if text.get_text()]
    assert texts == [
        (0, 0, "+0.400"),
        (0, 1, "+1.000"),
        (0, 1, "**"),
        (1, 1, "+0.600"),
        (1, 1, "*"),
    ]
    below = plots.triangle(significance_triangle({"a": [1] * 9, "b": [0] * 9})).texts
    assert [text.get_text() for text in below] == ["−1.000", "**"]  # a real minus
    first, second = (text.get_window_extent() for text in below)
    assert second.y1 <= first.y0
    stars, colours = shades(ax)
    np.testing.assert_array_equal(stars, [[0, np.nan], [2, 1]])
    assert colours == ["#e8e8e8", "#f6c667", plots.ORANGE.lower(), RED]  # ever darker in grey
    assert labels(ax.xaxis) == ["low (0.000)", "middle (0.400)"]
    assert labels(ax.yaxis) == ["middle (0.400)", "high (1.000)"]
    assert ax.get_title(loc="left").replace("\n", "; ") == found.caption


def test_partial_order_draws_the_pairs_above_the_diagonal():
    names = ["SVM", "NB", "LEX"]
    order = pd.DataFrame([[0, 0, 1], [0, 0, 1], [0, 0, 0]], names, names).astype(bool)
    ax = plots.partial_order(order)
    fields, colours = shades(ax)
    np.testing.assert_array_equal(fields, [[np.nan, 0, 1], [np.nan, np.nan, 1], [np.nan] * 3])
    assert colours == ["#e0e0e0", BLUE] and "2 of 3 pairs" in ax.get_title()
    assert 300 < ax.figure.bbox.height < 400 < ax.figure.bbox.width < 500  # for three names
    assert labels(ax.xaxis) == labels(ax.yaxis) == names and ax.yaxis_inverted()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("… than this run", "this run is better …")
    assert np.nansum(shades(plots.partial_order(order.T))[0]) == 2  # what contradicts is not hidden


LONG = [np.arange(30) % 7 * (i % 3) + np.arange(30) * i % 11 for i in range(24)]
LONG = {f"system {'long ' * (i % 4)}{i}": scores for i, scores in enumerate(LONG)}
TABLES = [load_scores_table(), LONG, np.ones((3, 4)), np.arange(3)[:, None] + [0] * 99]


@pytest.mark.parametrize("table", TABLES, ids=["runs", "long", "equal", "apart"])
def test_critical_difference_shows_every_rank_and_joins_what_cannot_be_told_apart(table):
    found = friedman_test(table)
    ax, ranks, critical = plots.critical_difference(found), found.ranks, found.critical_difference()
    half = (len(ranks) + 1) // 2
    *names, length = ax.texts
    for place, (text, (name, rank)) in enumerate(zip(names, ranks.items(), strict=True)):
        words = f"{name}  {rank:.2f}" if place < half else f"{rank:.2f}  {name}"
        assert (text.get_text(), text.xy) == (words, (rank, 0))
        assert (text.xyann[0] < ranks.min()) == (place < half)
    assert length.get_text() == f"critical difference {critical:.2f} (α = 0.05)"
    assert ax.get_xlabel() == "average rank (1 is the best)"
    assert around(ax) == {"top"} and ax.xaxis.get_ticks_position() == "top"
    assert all(float(label).is_integer() for label in labels(ax.xaxis))
    assert ax.spines["top"].get_position() == ("data", 0)
    scale, (height,) = ax.lines[0].get_xdata(), {*ax.lines[0].get_ydata()}
    assert 0 < height < length.get_position()[1]
    assert np.ptp(scale) == pytest.approx(critical) and ax.xaxis_inverted()  # the best on the right
    low, high = sorted(ax.get_xlim())
    assert low < min(ranks.min(), *scale) and max(ranks.max(), *scale) < high
    drawn = [bar.get_segments()[0].ravel() for bar in ax.collections]
    for place, ((best, up, worst, _), group) in enumerate(zip(drawn, found.groups(), strict=True)):
        first, last = ranks[group[0]], ranks[group[-1]]
        assert 0.01 * (high - low) < worst - last < 0.5 * critical and first <= last
        assert first - best == pytest.approx(worst - last)
        assert max(text.xyann[1] for text in names) < up < 0
        assert not any(end > best for _, other, end, _ in drawn[:place] if other == up)
    ax.figure.canvas.draw()
    edge = ax.figure.bbox
    assert edge.width == 825  # as other figures
    boxes = [Text.get_window_extent(text) for text in (*ax.texts, ax.xaxis.label)]
    for i, box in enumerate(boxes):  # of the words, without the lines that lead to them
        assert edge.x0 <= box.x0 and box.x1 <= edge.x1 and edge.y0 <= box.y0 and box.y1 <= edge.y1
        assert not any(box.overlaps(other) for other in boxes[:i])
