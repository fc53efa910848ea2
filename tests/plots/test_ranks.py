"""What a diagram of critical differences shows: the ranks, the groups, and every name once."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from labkit import load_scores_table, plots
from labkit.significance import friedman_test
from labkit.significance.friedman import Friedman
from labkit.sources import data_folder


def made(ranks, n=10):
    names = [chr(ord("a") + i) for i in range(len(ranks))] if isinstance(ranks, list) else None
    return Friedman(9.0, 0.01, n, pd.Series(ranks, names))


def runs():
    return friedman_test(load_scores_table(data_folder() / "search.results.table"))


def bars(ax):
    """The ends of the thick bars, best first."""
    return sorted(
        tuple(sorted(line.get_xdata()))
        for line in ax.lines
        if to_hex(line.get_color()) == plots.BLUE.lower()
    )


@pytest.mark.parametrize("found", [made([1.2, 1.9, 3.1, 3.8]), runs()], ids=["four", "21 runs"])
def test_every_system_is_there_with_its_rank(found):
    ax = plots.critical_difference(found)
    texts = [text.get_text() for text in ax.texts[:-1]]
    expected = {f"{name}  {rank:.2f}" for name, rank in found.ranks.items()}
    expected |= {f"{rank:.2f}  {name}" for name, rank in found.ranks.items()}
    assert len(texts) == len(found.ranks) and set(texts) <= expected
    leads = [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata()) == 3]
    assert leads == pytest.approx(found.ranks.tolist())
    assert ax.xaxis_inverted()  # the best on the right
    low, high = sorted(ax.get_xlim())
    assert low < found.ranks.min() and found.ranks.max() < high


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_bars_join_what_cannot_be_told_apart(alpha):
    found = runs()
    ax = plots.critical_difference(found, alpha=alpha)
    ends = [(found.ranks[group[0]], found.ranks[group[-1]]) for group in found.groups(alpha)]
    assert len(bars(ax)) == len(ends) > 3
    for (left, right), (best, worst) in zip(bars(ax), sorted(ends), strict=True):
        assert left < best < worst < right and right - left < worst - best + 1
    (critical,) = [line for line in ax.lines if len(line.get_xdata()) == 6]
    assert np.ptp(critical.get_xdata()) == pytest.approx(found.critical_difference(alpha))
    assert ax.texts[-1].get_text() == (
        f"critical difference {found.critical_difference(alpha):.2f} (alpha = {alpha:g})"
    )


def test_bars_do_not_touch_each_other():
    ax = plots.critical_difference(runs())
    drawn = [line for line in ax.lines if to_hex(line.get_color()) == plots.BLUE.lower()]
    for i, one in enumerate(drawn):
        for other in drawn[:i]:
            if one.get_ydata()[0] == other.get_ydata()[0]:
                (a, b), (c, d) = sorted([sorted(one.get_xdata()), sorted(other.get_xdata())])
                assert b < c < d and a < b


@pytest.mark.parametrize("many", [5, 40])
def test_names_neither_overlap_nor_leave_the_figure(many):
    rng = np.random.default_rng(many)
    table = {f"system {'long ' * (i % 4)}{i}": rng.normal(i / many, 1, 30) for i in range(many)}
    ax = plots.critical_difference(friedman_test(table))
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    edge = ax.figure.bbox
    for i, box in enumerate(boxes):
        assert edge.x0 <= box.x0 and box.x1 <= edge.x1 and edge.y0 <= box.y0 and box.y1 <= edge.y1
        assert not any(box.overlaps(other) for other in boxes[:i])


def test_names_are_shown_as_they_are_written_on_one_line():
    names = ["$x_1$ & <b>", "two\nlines", "z" * 99]
    ax = plots.critical_difference(Friedman(1, 0.5, 5, pd.Series([1.0, 2, 3], names)))
    ax.figure.canvas.draw()  # no formula, no warning
    assert [text.get_text() for text in ax.texts[:3]] == [
        r"\$x_1\$ & <b>  1.00",
        "two lines  2.00",
        f"3.00  {'z' * 29}…{'z' * 29}",
    ]


def test_equal_systems_are_in_one_place():
    ax = plots.critical_difference(friedman_test(np.ones((3, 4))))
    ax.figure.canvas.draw()
    assert len(bars(ax)) == 1 and bars(ax)[0][0] < 2 < bars(ax)[0][1]


def test_it_draws_where_it_is_told_to_and_in_the_ink_of_the_page():
    _, ax = plt.subplots()
    assert plots.critical_difference(made([1.0, 2.0, 3.0]), ax=ax) is ax
    inks = {to_hex(line.get_color()) for line in ax.lines}
    assert inks == {plots.BLUE.lower(), "#000000"}
    assert "currentColor" in plots.picture(ax, "Ranks.").svg


def test_a_bad_level_is_named():
    with pytest.raises(ValueError, match="alpha must be between 0 and 1"):
        plots.critical_difference(made([1.0, 2.0, 3.0]), alpha=5)
