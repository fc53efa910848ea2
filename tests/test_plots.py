"""What the figures show: the data in the drawing, not its pixels."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from labkit import plots


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


@pytest.mark.parametrize(
    "draw",
    [
        lambda ax: plots.accuracy_curve([1], [0.5], parameter="w", ax=ax),
        lambda ax: plots.word_evidence(["good"], [1.0], ax=ax),
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
