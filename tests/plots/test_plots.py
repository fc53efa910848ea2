"""What the figures show: the data in the drawing, not its pixels."""

from math import comb

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from scipy import stats

from labkit import plots
from labkit.laws import PowerLaw
from labkit.report import significance_triangle
from labkit.significance.result import Result, monte_carlo_interval
from labkit.tuning import CrossValidation


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_accuracy_curve_draws_its_values():
    ax = plots.accuracy_curve([1, 2.5, 4], [0.6, 0.75, 0.7], parameter="strong weight")
    (line,) = ax.lines
    assert line.get_xydata().tolist() == [[1, 0.6], [2.5, 0.75], [4, 0.7]]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("strong weight", "accuracy")
    assert not ax.texts


def test_accuracy_curve_marks_the_chosen_value():
    ax = plots.accuracy_curve([4, 1, 2.5], [0.6, 0.75, 0.7], parameter="w", chosen=2.5)
    assert ax.lines[1].get_xydata().tolist() == [[2.5, 0.7]]
    assert [text.get_text() for text in ax.texts] == ["chosen: 2.5"]
    assert ax.texts[0].xy == (2.5, 0.7)


def test_word_evidence_draws_a_bar_for_each_word_from_the_top():
    ax = plots.word_evidence(["superb", "the", "waste"], [2.1, 0.0, -2.6])
    assert [bar.get_width() for bar in ax.patches] == [2.1, 0.0, -2.6]
    heights = [bar.get_y() + bar.get_height() / 2 for bar in ax.patches]
    assert heights == pytest.approx(ax.get_yticks())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["superb", "the", "waste"]
    assert ax.yaxis_inverted()
    superb, _, waste = (to_hex(bar.get_facecolor()) for bar in ax.patches)
    assert superb != waste
    assert "POS" in ax.get_xlabel() and "NEG" in ax.get_xlabel()


def test_zipf_draws_the_frequencies_against_their_ranks():
    ax = plots.zipf([40, 22, 13, 10])
    (observed,) = ax.lines
    assert observed.get_xydata().tolist() == [[1, 40], [2, 22], [3, 13], [4, 10]]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert "rank" in ax.get_xlabel() and "occurrences" in ax.get_ylabel()


def test_zipf_draws_the_law_and_names_its_parameters():
    ax = plots.zipf([1400, 700, 400, 300], PowerLaw(k=1234.4, exponent=-1.25))
    law = ax.lines[1].get_xydata()
    assert law[:, 0].tolist() == [1, 2, 3, 4]
    assert law[:, 1] == pytest.approx([1234.4 / rank**1.25 for rank in (1, 2, 3, 4)])
    assert legend(ax) == ["observed", "1,234 / rank^1.25"]


def test_zipf_marks_words_at_their_points_and_names_them_in_the_order_of_ranks():
    ax = plots.zipf([40, 22, 13, 10], marked={"film": 4, "zest": 1})
    points = [line.get_xydata().tolist() for line in ax.lines[1:]]
    assert points == [[[1, 40]], [[4, 10]]]
    names = [(text.get_text(), text.xy) for text in ax.texts]
    assert names == [("zest", (1, 40)), ("film", (4, 10))]
    heights = [text.xyann[1] for text in ax.texts]
    assert heights == sorted(heights, reverse=True)
    assert legend(ax) == ["observed"]


def test_heaps_draws_the_counts_and_the_law():
    growth = pd.DataFrame({"tokens": [1, 4, 9], "types": [1, 3, 5]}, index=[5, 6, 7])
    ax = plots.heaps(growth, PowerLaw(k=2.0, exponent=0.5))
    observed, law = ax.lines
    assert observed.get_xydata().tolist() == [[1, 1], [4, 3], [9, 5]]
    assert law.get_xydata() == pytest.approx(np.array([[1, 2], [4, 4], [9, 6]]))
    assert observed.get_linestyle() == "None"  # measured points are not joined
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert "tokens" in ax.get_xlabel() and "types" in ax.get_ylabel()
    assert legend(ax) == ["observed", "2.0 · words^0.50"]
    assert len(plots.heaps(growth).lines) == 1


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
    assert ax.get_title() == found.caption
    colours = {to_hex(image.cmap(image.norm(number))) for number in (0, 1, 2)}
    assert len(colours) == 3


def test_fold_accuracies_draws_a_row_for_each_kind_from_the_top():
    rows = {"random": [0.8, 0.7, 0.9], "stratified": CrossValidation([0.8, 0.8])}
    ax = plots.fold_accuracies(rows)
    points, means = ax.lines[::2], ax.lines[1::2]
    assert [line.get_xdata().tolist() for line in points] == [[0.8, 0.7, 0.9], [0.8, 0.8]]
    for height, line in enumerate(points):
        assert np.all(np.abs(line.get_ydata() - height) < 0.3)
        assert len(set(line.get_ydata())) == len(line.get_ydata())  # no point hides another
    for height, line in enumerate(means):
        assert line.get_xdata() == pytest.approx([0.8, 0.8])
        assert np.mean(line.get_ydata()) == pytest.approx(height)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["random", "stratified"]
    assert ax.get_yticks().tolist() == [0, 1] and ax.yaxis_inverted()
    assert legend(ax) == ["a fold", "mean of the folds"]
    assert ax.get_xlabel() == "accuracy"


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize(
    "draw",
    [
        lambda ax: plots.accuracy_curve([1], [0.5], parameter="w", ax=ax),
        lambda ax: plots.word_evidence(["good"], [1.0], ax=ax),
        lambda ax: plots.zipf([2, 1], ax=ax),
        lambda ax: plots.heaps(pd.DataFrame({"tokens": [1], "types": [1]}), ax=ax),
        lambda ax: plots.binomial(4, 1, ax=ax),
        lambda ax: plots.triangle(significance_triangle({"a": [1], "b": [0]}), ax=ax),
        lambda ax: plots.fold_accuracies({"random": [0.5]}, ax=ax),
        lambda ax: plots.partial_order(pd.DataFrame([[False]], ["A"], ["A"]), ax=ax),
    ],
)
def test_figures_draw_where_they_are_told(draw):
    _, ax = plt.subplots()
    figures = plt.get_fignums()
    assert draw(ax) is ax
    assert plt.get_fignums() == figures
    assert draw(None) is not ax


def test_the_style_stays_within_the_figure():
    before = dict(mpl.rcParams)
    plots.accuracy_curve([1], [0.5], parameter="w")
    assert dict(mpl.rcParams) == before


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="accuracies: expected one for each of the 2 values"):
        plots.accuracy_curve([1, 2], [0.5], parameter="w")
    with pytest.raises(ValueError, match="chosen: expected one of the values; got 3"):
        plots.accuracy_curve([1, 2], [0.5, 0.6], parameter="w", chosen=3)
    with pytest.raises(ValueError, match="evidence: expected one for each of the 1 words"):
        plots.word_evidence(["good"], [])
    for rank in (0, 3):
        with pytest.raises(ValueError, match=f"marked: expected ranks from 1 to 2; got {rank}"):
            plots.zipf([2, 1], marked={"zest": rank})


def test_fold_accuracies_draws_a_row_for_each_kind_and_its_mean():
    by_kind = {"random": [0.7, 0.9, 0.9], "stratified": CrossValidation([0.8, 0.82])}
    ax = plots.fold_accuracies(by_kind)
    points, mean, others, others_mean = (line.get_xydata() for line in ax.lines)
    assert points[:, 0].tolist() == [0.7, 0.9, 0.9]
    assert others[:, 0].tolist() == [0.8, 0.82]
    assert mean[:, 0] == pytest.approx([2.5 / 3] * 2)
    assert others_mean[:, 0] == pytest.approx([0.81] * 2)
    assert len(set(points[:, 1])) == 3  # equal accuracies do not hide each other
    assert (np.round(points[:, 1]) == 0).all() and (np.round(others[:, 1]) == 1).all()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["random", "stratified"]
    assert ax.yaxis_inverted()
    assert ax.get_xlabel() == "accuracy"
    assert legend(ax) == ["a fold", "mean of the folds"]


@pytest.mark.parametrize("by_kind", [{}, {"random": []}])
def test_fold_accuracies_wants_something_to_draw(by_kind):
    with pytest.raises(ValueError, match="by_kind: expected at least one name"):
        plots.fold_accuracies(by_kind)
    for k in (-1, 5):
        with pytest.raises(ValueError, match=f"k: expected .* from 0 to 4; got {k}"):
            plots.binomial(4, k)
    for nothing in ({}, {"random": []}):
        with pytest.raises(ValueError, match="by_kind: expected at least one name"):
            plots.fold_accuracies(nothing)


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
        pvalue_interval=monte_carlo_interval(extreme, n),
    )


def test_the_figures_of_shuffling_name_bad_input():
    with pytest.raises(ValueError, match="probabilities: expected one for each of the 2"):
        plots.exact_distribution([1, 2], [1.0], 1)
    with pytest.raises(ValueError, match="observed: expected a difference other than 0"):
        plots.exact_distribution([1, 2], [0.5, 0.5], 0)
    exact = Result("sign test", 1.0, 0.5, "greater", "exact", 3)
    for estimates in ([], [exact]):
        with pytest.raises(ValueError, match="estimates: expected at least one result"):
            plots.convergence(estimates, 0.5)


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


def test_partial_order_wants_the_best_first():
    order = pd.DataFrame([[False, False], [True, False]], ["A", "B"], ["A", "B"])
    with pytest.raises(ValueError, match="order: expected the best system first"):
        plots.partial_order(order)
    with pytest.raises(ValueError, match="order: expected the same systems in rows and columns"):
        plots.partial_order(order.rename(columns={"A": "C"}))


PAIRS = pd.DataFrame(
    {
        "gain": [0.0, 0.01, 0.02, 0.03, 0.4],
        "confidence": [0.0, 0.7, 0.97, 0.9, 1.0],
        "kind": ["same", "same", "same", "different", "different"],
        "test_set": [100, 400, 400, 100, 100],
    }
)


def points(ax):
    """Label -> the points drawn under it."""
    return {
        drawn.get_label().rsplit(" (")[0]: drawn.get_offsets().tolist() for drawn in ax.collections
    }


def test_confidence_vs_gain_draws_every_pair_in_the_colour_of_its_kind():
    ax = plots.confidence_vs_gain(PAIRS, alpha=0.1)
    assert points(ax) == {
        "same": [[0.0, 0.0], [0.01, 0.7], [0.02, 0.97]],
        "different": [[0.03, 0.9], [0.4, 1.0]],
    }
    assert len({to_hex(drawn.get_facecolor()[0]) for drawn in ax.collections}) == 2
    assert ax.lines[0].get_ydata() == [0.9, 0.9] and ax.lines[0].get_label() == "p = 0.1"
    # The unclear gains are 0 and 0.01 (0.9 is not below 0.9): the axes end half as far again.
    assert ax.get_xlim() == pytest.approx((0, 1.5 * 0.01 * 0.995))
    assert ax.get_ylim()[0] == pytest.approx(0.49)


def test_confidence_vs_gain_colours_numbers_in_order():
    ax = plots.confidence_vs_gain(PAIRS, by="test_set")
    assert set(points(ax)) == {"100", "400"}
    by_size = {d.get_label().split()[0]: sum(d.get_facecolor()[0][:3]) for d in ax.collections}
    assert by_size["100"] > by_size["400"]  # small test sets are light


def test_confidence_vs_gain_of_pairs_without_a_kind():
    ax = plots.confidence_vs_gain(PAIRS.assign(kind=None))
    assert points(ax)["pairs"] == PAIRS[["gain", "confidence"]].to_numpy().tolist()


def test_threshold_by_size_draws_thresholds_intervals_and_the_root():
    table = pd.DataFrame(
        {
            "test_set": [100, 400, 1600],
            "threshold": [0.08, 0.04, 0.02],
            "low": [0.07, 0.03, 0.015],
            "high": [0.09, 0.05, 0.03],
        }
    )
    ax = plots.threshold_by_size(table)
    root, *_ = ax.lines
    assert root.get_label() == "0.80 / sqrt(n)"
    assert root.get_xydata().tolist() == [[100, pytest.approx(0.08)], [1600, pytest.approx(0.02)]]
    (bars,) = ax.containers
    assert bars[0].get_xydata().tolist() == table[["test_set", "threshold"]].to_numpy().tolist()
    ends = [segment[:, 1].tolist() for segment in bars[2][0].get_segments()]
    assert np.allclose(ends, table[["low", "high"]])
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    two = pd.concat([table.assign(kind="same"), table.assign(kind="different")])
    assert len(plots.threshold_by_size(two).containers) == 2


def test_calibration_draws_a_share_for_each_bin_and_test_set():
    rows = [
        (0.0, 0.01, "near", 0.9, 0.8, 1.0),
        (0.01, 0.1, "near", 0.7, 0.6, 0.8),
        (0.0, 0.01, "far", 0.6, 0.4, 0.7),
        (0.01, 0.1, "far", 0.5, 0.3, 0.6),
    ]
    table = pd.DataFrame(rows, columns=["from", "to", "test_set", "share", "low", "high"])
    ax = plots.calibration(table)
    drawn = {bars.get_label(): bars[0].get_ydata().tolist() for bars in ax.containers}
    assert drawn == {"near": [0.9, 0.7], "far": [0.6, 0.5]}
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0–0.01", "0.01–0.1"]
    ends = [segment[:, 1].tolist() for segment in ax.containers[1][2][0].get_segments()]
    assert np.allclose(ends, [[0.4, 0.7], [0.3, 0.6]])


def test_the_figures_of_experiments_name_bad_input():
    with pytest.raises(ValueError, match="pairs: expected the columns .* 'domain' is missing"):
        plots.confidence_vs_gain(PAIRS, by="domain")
    many = pd.DataFrame({"gain": 0.1, "confidence": 0.9, "kind": list("abcdefghi")})
    with pytest.raises(ValueError, match="by: 'kind' has 9 values; at most 8"):
        plots.confidence_vs_gain(many)
    with pytest.raises(ValueError, match="table: expected the columns"):
        plots.threshold_by_size(PAIRS)
    named = pd.DataFrame({"test_set": ["imdb"], "threshold": [0.1], "low": [0.1], "high": [0.1]})
    with pytest.raises(ValueError, match="test_set must hold the sizes"):
        plots.threshold_by_size(named)
    with pytest.raises(ValueError, match="table: expected the columns"):
        plots.calibration(PAIRS)


def test_figures_draw_into_the_axes_they_are_given():
    _, ax = plt.subplots()
    assert plots.confidence_vs_gain(PAIRS, ax=ax) is ax
