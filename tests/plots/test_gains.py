"""What the figures of many comparisons show: the data in the drawing, not its pixels."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from labkit import plots

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
    nothing = table[:1].assign(test_set=50, threshold=0.0)  # has no logarithm
    assert (
        plots.threshold_by_size(pd.concat([nothing, table])).lines[0].get_label()
        == root.get_label()
    )
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


BAD = {
    "pairs must be .* columns gain, confidence, domain, not one without 'domain'": lambda: (
        plots.confidence_vs_gain(PAIRS, by="domain")
    ),
    "by must be a column of at most 8 values, not 'kind' with 9": lambda: plots.confidence_vs_gain(
        pd.DataFrame({"gain": 0.1, "confidence": 0.9, "kind": list("abcdefghi")})
    ),
    "table must be .* with the columns test_set, th": lambda: plots.threshold_by_size(PAIRS),
    "test_set must be a .*number, not 'imdb'": lambda: plots.threshold_by_size(
        pd.DataFrame({"test_set": ["imdb"], "threshold": [0.1], "low": [0.1], "high": [0.1]})
    ),
    "table must be .* with the columns from": lambda: plots.calibration(PAIRS),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_input_names_the_argument(message):
    with pytest.raises((ValueError, TypeError), match=message):
        BAD[message]()


def test_the_first_kinds_are_different_in_grey():
    many = pd.DataFrame({"gain": 0.1, "confidence": 0.9, "kind": list("abcd")})
    drawn = plots.confidence_vs_gain(many).collections
    greys = sorted(np.dot(d.get_facecolor()[0][:3], (0.299, 0.587, 0.114)) for d in drawn)
    assert min(np.diff(greys)) > 0.1
