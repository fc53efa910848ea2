"""What the figures of tests show: the data in the drawing, not its pixels."""

from math import comb

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from scipy import stats

from labkit import plots
from labkit.report import significance_triangle
from labkit.significance.result import Result
from tests.plots.reading import legend


def bars(ax):
    """Event -> (height, colour) of a bar chart over whole numbers."""
    centres = [bar.get_x() + bar.get_width() / 2 for bar in ax.patches]
    assert centres == pytest.approx([round(centre) for centre in centres], abs=1e-6)
    return {
        round(centre): (bar.get_height(), to_hex(bar.get_facecolor()))
        for centre, bar in zip(centres, ax.patches, strict=True)
    }


def filled(ax):
    """The events with bars in the second colour."""
    return {event for event, (_, colour) in bars(ax).items() if colour == plots.VERMILION.lower()}


def test_binomial_draws_the_probability_of_each_number_of_events():
    ax = plots.binomial(12, 3, q=0.3)
    heights = {event: height for event, (height, _) in bars(ax).items()}
    expected = {i: comb(12, i) * 0.3**i * 0.7 ** (12 - i) for i in range(13)}
    assert heights == pytest.approx(expected)
    assert "12" in ax.get_xlabel() and ax.get_ylabel() == "probability"


@pytest.mark.parametrize(
    ("n", "k", "two_tailed", "extreme"),
    [
        (12, 3, True, {0, 1, 2, 3, 9, 10, 11, 12}),
        (12, 9, True, {0, 1, 2, 3, 9, 10, 11, 12}),
        (12, 3, False, {0, 1, 2, 3}),
        (12, 9, False, set(range(10))),
        (12, 0, True, {0, 12}),
        (12, 6, True, set(range(13))),
        (13, 6, True, set(range(14))),
    ],
)
def test_binomial_fills_what_is_as_extreme(n, k, two_tailed, extreme):
    ax = plots.binomial(n, k, two_tailed=two_tailed)
    assert filled(ax) == extreme
    assert [text.get_text() for text in ax.texts] == [f"observed: {k}"]
    assert set(ax.lines[0].get_xdata()) == {k}


@pytest.mark.parametrize(("n", "k"), [(2_000, 753), (2_000, 1_247), (2_000, 1_001)])
def test_binomial_shows_all_that_can_be_seen_and_what_was_observed(n, k):
    drawn = bars(plots.binomial(n, k))
    assert sum(height for height, _ in drawn.values()) == pytest.approx(1, abs=1e-5)
    assert {k, n - k} <= set(drawn)
    assert set(drawn) == set(range(min(drawn), max(drawn) + 1))
    assert len(drawn) < n / 2


def test_triangle_writes_difference_and_stars_into_each_cell():
    scores = {"low": [0] * 20, "middle": [1] * 8 + [0] * 12, "high": [1] * 20}
    found = significance_triangle(scores, levels=(0.1, 0.001))
    ax = plots.triangle(found)
    texts = {text.get_position(): text.get_text() for text in ax.texts}  # (column, row)
    assert texts == {(0, 0): "+0.400", (0, 1): "+1.000\n**", (1, 1): "+0.600\n*"}
    (image,) = ax.images
    stars = np.ma.filled(image.get_array(), np.nan)
    np.testing.assert_array_equal(stars, [[0, np.nan], [2, 1]])
    assert [label.get_text() for label in ax.get_xticklabels()] == [
        "low (0.000)",
        "middle (0.400)",
    ]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "middle (0.400)",
        "high (1.000)",
    ]
    assert ax.get_title().replace("\n", "; ") == found.caption
    colours = {to_hex(image.cmap(image.norm(number))) for number in (0, 1, 2)}
    assert len(colours) == 3


def test_exact_distribution_draws_all_probability_and_fills_the_tails():
    differences, probabilities = [-0.3, -0.1, 0.1, 0.1, 0.3], [0.2, 0.3, 0.1, 0.2, 0.2]
    ax = plots.exact_distribution(differences, probabilities, 0.3)
    bars = {round(bar.get_x(), 6): bar for bar in ax.patches if bar.get_height()}
    assert sum(bar.get_height() for bar in bars.values()) == pytest.approx(1)
    assert [bars[x].get_height() for x in sorted(bars)] == pytest.approx([0.2, 0.3, 0.3, 0.2])
    colours = [to_hex(bars[x].get_facecolor()) for x in sorted(bars)]
    assert colours == [to_hex(plots.VERMILION), *[to_hex(plots.BLUE)] * 2, to_hex(plots.VERMILION)]
    assert ax.lines[0].get_xdata() == [0.3, 0.3]
    assert [text.get_text() for text in ax.texts] == ["observed: 0.3"]


@pytest.mark.parametrize(
    ("observed", "two_tailed", "filled"),
    [(0.3, False, 0.2), (-0.3, False, 0.25), (-0.3, True, 0.45)],
)
def test_exact_distribution_fills_what_is_at_least_as_extreme(observed, two_tailed, filled):
    # 0.1 + 0.2 and 0.3 are one difference, whatever their last bits.
    differences, probabilities = [-(0.1 + 0.2), 0.0, 0.1 + 0.2], [0.25, 0.55, 0.2]
    ax = plots.exact_distribution(differences, probabilities, observed, two_tailed=two_tailed)
    assert area(ax, plots.VERMILION) == pytest.approx(filled)


def area(ax, colour):
    return sum(b.get_height() for b in ax.patches if to_hex(b.get_facecolor()) == to_hex(colour))


def test_exact_distribution_of_yeh_fills_the_p_value():
    correct, found = np.ogrid[:35, :53]
    weights = stats.binom.pmf(correct, 34, 0.5) * stats.binom.pmf(found, 52, 0.5)
    first = (19 + correct) / (24 + correct + found)
    second = (53 - correct) / (110 - correct - found)
    ax = plots.exact_distribution(first - second, weights, 47 / 95 - 25 / 39, quantity="gain")
    assert ax.get_xlabel() == "gain after shuffling"
    assert area(ax, plots.VERMILION) == pytest.approx(0.039988579)
    heights = [bar.get_height() for bar in ax.patches]
    assert heights == pytest.approx(heights[::-1])  # as the distribution is
    low, high = ax.get_xlim()
    assert low < -0.2 and 0.2 < high < 0.4  # and not to the impossible ends


def test_convergence_draws_estimates_band_and_exact_value():
    results = [monte_carlo(n, extreme) for n, extreme in ((100, 4), (1000, 31))]
    ax = plots.convergence(results, 0.03)
    estimated, exact = ax.lines
    assert estimated.get_xydata() == pytest.approx(np.array([[100, 5 / 101], [1000, 32 / 1001]]))
    assert list(exact.get_ydata()) == [0.03, 0.03]
    band = ax.collections[0].get_paths()[0].vertices
    for result in results:
        at = band[band[:, 0] == result.n_resamples][:, 1]
        assert {min(at), max(at)} == set(result.pvalue_interval)
    assert ax.get_xscale() == "log"
    assert legend(ax) == ["estimated p", "95 % interval", "exact p = 0.03"]
    assert legend(plots.convergence(results, 0.0))[-1] == "exact p < 1e-300"


def monte_carlo(n, extreme):
    return Result(
        test="randomization test",
        statistic=1.0,
        pvalue=(extreme + 1) / (n + 1),
        alternative="greater",
        method="monte-carlo",
        n=20,
        n_resamples=n,
        n_extreme=extreme,
    )


def test_partial_order_draws_the_pairs_above_the_diagonal():
    names = ["SVM", "NB", "LEX"]
    order = pd.DataFrame([[0, 0, 1], [0, 0, 1], [0, 0, 0]], names, names).astype(bool)
    ax = plots.partial_order(order)
    (image,) = ax.images
    drawn = np.ma.filled(image.get_array().astype(float), np.nan)
    assert np.array_equal(drawn[np.triu_indices(3, 1)], [0, 1, 1])
    assert np.isnan(drawn[np.tril_indices(3)]).all()
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert [label.get_text() for label in ax.get_xticklabels()] == names
    assert "2 of 3 pairs" in ax.get_title()
    light, dark = (to_hex(image.cmap(image.norm(value))) for value in (0, 1))
    assert light != dark


EXACT = Result("sign test", 1.0, 0.5, "greater", "exact", 3)
UPSIDE_DOWN = pd.DataFrame([[False, False], [True, False]], ["A", "B"], ["A", "B"])
BAD = [
    *((f"k must be a whole number from 0 to 4, not {k}", plots.binomial, (4, k)) for k in (-1, 5)),
    (
        "differences and probabilities must .* not 2 and 1",
        plots.exact_distribution,
        ([1, 2], [1.0], 1),
    ),
    ("observed must be a difference other than 0", plots.exact_distribution, ([1], [1.0], 0)),
    *(("estimates must be at least one", plots.convergence, (bad, 0.5)) for bad in ([], [EXACT])),
    ("order must have the same systems", plots.partial_order, (UPSIDE_DOWN,)),
    ("order must have the same systems", plots.partial_order, (UPSIDE_DOWN.T.rename({"A": "C"}),)),
]


@pytest.mark.parametrize(("message", "draw", "given"), BAD)
def test_bad_input_names_the_argument(message, draw, given):
    with pytest.raises(ValueError, match=message):
        draw(*given)


def overlaps(ax):
    """Say whether the words beside a mark lie over a bar, or leave the axes."""
    ax.figure.canvas.draw()
    (said,) = [text.get_window_extent() for text in ax.texts]
    inside = ax.get_window_extent()
    bars = [bar.get_window_extent() for bar in ax.patches if bar.get_height()]
    return any(said.overlaps(bar) for bar in bars) or said.x0 < inside.x0 or said.x1 > inside.x1


@pytest.mark.parametrize(("n", "k"), [(50, 19), (50, 31), (50, 25), (20, 0), (20, 20), (2000, 753)])
def test_the_mark_of_what_was_observed_lies_over_no_bar(n, k):
    assert not overlaps(plots.binomial(n, k))


@pytest.mark.parametrize("observed", [-0.3, 0.3, 0.1])
def test_the_mark_of_a_difference_lies_over_no_bar(observed):
    assert not overlaps(plots.exact_distribution([-0.3, -0.1, 0.1, 0.3], [0.25] * 4, observed))
