"""What the figures in the place of tables show: each number of the table, where a reader looks for it."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.path import Path

from labkit import plots
from tests.plots.reading import labels, legend

INTERVALS = pd.DataFrame(
    {"low": [-0.01, 0.02, -0.05], "high": [0.03, 0.06, 0.01], "estimate": [0.01, np.nan, -0.02]},
    ["A − B", "A − C", "$B$"],
)
SHARES = pd.DataFrame({"by items": [0.05, 0.32], "by topics": [0.048, 1.0]}, ["one", "many"])
PVALUES = pd.DataFrame({"small": [0.7, 0.4, 0.03], "large": [0.5, 0.04, 1e-9]}, [50, 500, 5_001])


def shapes(patch):
    """Return the middle, the width and the height of each part of a drawing."""
    points, codes = patch.get_path().vertices, patch.get_path().codes
    for part in np.split(np.arange(len(codes)), np.flatnonzero(codes == Path.MOVETO)[1:]):
        corners = points[part][codes[part] != Path.CLOSEPOLY]
        yield (corners.max(0) + corners.min(0)) / 2, *np.ptp(corners, axis=0)


@pytest.mark.parametrize(
    ("counts", "first_line"),
    [
        ({"only A right": 38, "only B right": 16}, 38),
        ({"plus": 23, "minus": 12, "tie": 165}, 23),
        ({"one": 1, "none": 0}, 1),
        ({"both right": 120, "only A right": 38, "only B right": 16, "neither": 26}, None),
        ({name: 31 for name in "abcdefgh"}, 31),
        ({"many": 1000}, None),
    ],
)
def test_each_item_is_a_dot_of_its_groups_colour_and_shape_in_blocks_of_ten(counts, first_line):
    ax = plots.dots(counts)
    assert labels(ax.yaxis) == [f"{name}: {n:,}" for name, n in counts.items()]
    assert ax.yaxis_inverted() and ax.get_aspect() == 1
    groups = [
        list(shapes(patch)) if n else []
        for patch, n in zip(ax.patches, counts.values(), strict=True)
    ]
    assert [len(group) for group in groups] == list(counts.values())
    looks = {
        (patch.get_facecolor(), len(patch.get_path()) // max(1, n))
        for patch, n in zip(ax.patches, counts.values(), strict=True)
    }
    assert len({colour for colour, _ in looks}) == len(counts)
    centres = np.array([centre for group in groups for centre, *_ in group])
    apart = np.linalg.norm(centres[:, None] - centres, axis=2) + 9 * np.eye(len(centres))
    widest = max(max(size) for group in groups for _, *size in group)
    assert widest < 0.9 < apart.min()  # none touches another
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert (
        (left < centres[:, 0])
        & (centres[:, 0] < right)
        & (high < centres[:, 1])
        & (centres[:, 1] < low)
    ).all()
    # A gap after every fifth column: a block has ten.
    gaps = np.diff(sorted({round(x, 6) for x, _ in centres}))
    assert (gaps[4::5] > 1.5).all() and (np.delete(gaps, np.s_[4::5]) < 1.01).all()
    middles = [
        np.mean([min(y), max(y)]) for group in groups if (y := [centre[1] for centre, *_ in group])
    ]
    ticks = [tick for tick, n in zip(ax.get_yticks(), counts.values(), strict=True) if n]
    assert ticks == pytest.approx(middles, abs=0.51)
    ax.figure.canvas.draw()
    assert ax.figure.bbox.x0 <= min(label.get_window_extent().x0 for label in ax.get_yticklabels())
    if first_line:  # up to 50 stand in one line
        assert len({y for (_, y), *_ in groups[0]}) <= 2


def test_intervals_have_their_ends_estimates_texts_and_zero_where_it_is_near():
    ax = plots.intervals(INTERVALS.assign(label=["p = 1", "", "p < 0.001"]), margin=0.02)
    drawn = [part.tolist() for part in ax.collections[0].get_segments()]
    ends = zip(INTERVALS["low"], INTERVALS["high"], strict=True)
    assert drawn == [[[low, row], [high, row]] for row, (low, high) in enumerate(ends)]
    assert labels(ax.yaxis) == ["A − B", "A − C", r"\$B\$"] and ax.yaxis_inverted()
    estimates, zero = ax.lines
    np.testing.assert_array_equal(estimates.get_xdata(), INTERVALS["estimate"])
    assert estimates.get_ydata().tolist() == [0, 1, 2] and set(zero.get_xdata()) == {0}
    band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    assert (band.x0, band.x1) == pytest.approx((-0.02, 0.02))
    words = {text.get_text(): text.get_position()[1] for text in ax.texts}
    assert words["p = 1"] == 0 and words["p < 0.001"] == 2 and "no more than ±0.02" in words
    assert ax.get_xlabel() == "difference"
    near = INTERVALS[["low", "high"]] + 0.1  # of a span of 0.11
    assert len(plots.intervals(near).lines) == 1 and not plots.intervals(near + 0.01).lines
    assert plots.intervals(near, quantity="accuracy").get_xlabel() == "accuracy"


def test_bars_are_as_long_as_their_shares_which_are_written_at_their_ends():
    ax = plots.bars(SHARES, quantity="false alarms", line=0.05)
    places = {(round(bar.get_y() + bar.get_height() / 2, 9), bar.get_width()) for bar in ax.patches}
    assert places == {(-0.2, 0.05), (0.2, 0.048), (0.8, 0.32), (1.2, 1.0)}
    by_item, by_topic = ax.containers
    for one, other in zip(by_item, by_topic, strict=True):
        assert one.get_facecolor() != other.get_facecolor() and one.get_hatch() != other.get_hatch()
    said = [text.get_text().replace("\xa0", " ").strip() for text in ax.texts]
    assert said == ["5.0 %", "32.0 %", "4.8 %", "100 %", "5 %"]
    assert legend(ax) == ["by items", "by topics"] and labels(ax.yaxis) == ["one", "many"]
    assert set(ax.lines[0].get_xdata()) == {0.05} and ax.get_xlabel() == "false alarms"
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in boxes[:i])
    assert ax.bbox.y0 < boxes[-1].y0  # the line's words are within the axes
    alone = plots.bars(SHARES[["by topics"]].assign(**{"by topics": [0.5, 0.75]}), quantity="power")
    assert alone.get_legend() is None and not alone.lines
    assert [text.get_text().split()[0] for text in alone.texts] == ["50", "75"]


def test_a_smaller_p_is_higher_up_and_lines_are_named_at_their_ends_with_room_between():
    ax = plots.pvalues(PVALUES)
    *curves, level = ax.lines
    for curve, (name, column) in zip(curves, PVALUES.items(), strict=True):
        assert curve.get_xydata().tolist() == [[*point] for point in column.items()]
        assert curve.get_label() == name
    assert (
        len({curve.get_marker() for curve in curves})
        == len({curve.get_color() for curve in curves})
        == 2
    )
    assert set(level.get_ydata()) == {0.05}
    assert ax.yaxis_inverted() and (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    ax.figure.canvas.draw()
    boxes = {text.get_text(): text.get_window_extent() for text in ax.texts}
    assert [*boxes] == ["α = 0.05", "small", "large"]  # from below
    heights = [box.y0 for box in boxes.values()]
    assert heights == sorted(heights) and boxes["α = 0.05"].y1 <= boxes["small"].y0
    for name, p in {"large": 1e-9, "α = 0.05": 0.05}.items():
        middle = (boxes[name].y0 + boxes[name].y1) / 2
        assert middle == pytest.approx(ax.transData.transform((50, p))[1], abs=3)
    assert all(box.x0 > ax.bbox.x1 and box.x1 <= ax.figure.bbox.x1 for box in boxes.values())
    assert max(ax.get_yticks()) == 1  # no p is larger
    shown = labels(ax.yaxis)
    assert "1" in shown and "10⁻⁸" in shown and "1,000" in labels(ax.xaxis)
    short = plots.pvalues(PVALUES.iloc[:2].rename_axis("reviews"), alpha=0.01)
    assert short.get_xscale() == "linear" and short.get_xlabel() == "reviews"
    assert short.texts[0].get_text() == "small" and short.texts[-1].get_text() == "α = 0.01"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plots.dots({}), "counts must be of 1 to 8 groups"),
        (lambda: plots.dots({"a": 0}), "counts must be of 1 to 8 groups"),
        (lambda: plots.dots(dict.fromkeys("abcdefghi", 1)), "counts must be of 1 to 8 groups"),
        (lambda: plots.dots({"a": 1.5}), r"counts\['a'\] must be a whole number"),
        (
            lambda: plots.intervals(SHARES),
            "table must be a table .* low, high, not one without 'low'",
        ),
        (
            lambda: plots.intervals(INTERVALS.rename(columns={"low": "high", "high": "low"})),
            "table must have no low above",
        ),
        (lambda: plots.intervals(INTERVALS, margin=0), "margin must be"),
        (
            lambda: plots.bars(100 * SHARES, quantity="share"),
            r"table\['by items'\] must be from 0 to 1",
        ),
        (lambda: plots.bars(SHARES[[]], quantity="share"), "table must have a column"),
        (
            lambda: plots.bars(pd.DataFrame([[0.5] * 9]), quantity="share"),
            "table must have at most 8 columns",
        ),
        (lambda: plots.bars(SHARES, quantity="share", line=5), "line must be"),
        (lambda: plots.pvalues(PVALUES - 0.03), r"table\['small'\] must be above 0"),
        (lambda: plots.pvalues(PVALUES.assign(small=np.nan)), r"table\['small'\] must be finite"),
        (lambda: plots.pvalues(PVALUES, alpha=5), "alpha must be"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_its_name(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
