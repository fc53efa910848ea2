"""What the figures of tuning show: the data in the drawing, not its pixels."""

import numpy as np
import pytest

from labkit import plots
from labkit.tuning import CrossValidation
from tests.plots.reading import legend


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


def test_fold_accuracies_draws_a_row_for_each_kind_and_its_mean():
    by_kind = {"random": [0.7, 0.9, 0.9], "stratified": CrossValidation([0.8, 0.82])}
    ax = plots.fold_accuracies(by_kind)
    points, mean, others, others_mean = (line.get_xydata() for line in ax.lines)
    assert points[:, 0].tolist() == [0.7, 0.9, 0.9]
    assert others[:, 0].tolist() == [0.8, 0.82]
    assert mean[:, 0] == pytest.approx([2.5 / 3] * 2)
    assert others_mean[:, 0] == pytest.approx([0.81] * 2)
    assert (mean[:, 1].mean(), others_mean[:, 1].mean()) == pytest.approx((0, 1))
    assert ax.get_yticks().tolist() == [0, 1]
    assert len(set(points[:, 1])) == 3  # equal accuracies do not hide each other
    assert (np.round(points[:, 1]) == 0).all() and (np.round(others[:, 1]) == 1).all()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["random", "stratified"]
    assert ax.yaxis_inverted()
    assert ax.get_xlabel() == "accuracy"
    assert legend(ax) == ["a fold", "mean of the folds"]


@pytest.mark.parametrize("by_kind", [{}, {"random": []}])
def test_fold_accuracies_wants_something_to_draw(by_kind):
    with pytest.raises(ValueError, match="by_kind must be at least one name"):
        plots.fold_accuracies(by_kind)


def test_bad_input_is_named():
    with pytest.raises(
        ValueError, match="values and accuracies must be of equal length, not 2 and 1"
    ):
        plots.accuracy_curve([1, 2], [0.5], parameter="w")
    with pytest.raises(ValueError, match="chosen must be one of 1, 2, not 3"):
        plots.accuracy_curve([1, 2], [0.5, 0.6], parameter="w", chosen=3)


def test_what_was_chosen_is_named_above_the_curve():
    accuracies = [0.78, 0.80, 0.82, 0.824, 0.82, 0.81, 0.805]
    ax = plots.accuracy_curve(range(7), accuracies, parameter="w", chosen=3)
    ax.figure.canvas.draw()
    (said,) = [text.get_window_extent() for text in ax.texts]
    assert said.y0 > ax.transData.transform([(0, max(accuracies))])[0, 1]
    assert said.y1 < ax.get_window_extent().y1
    assert all(len(label.get_text()) <= 4 for label in ax.get_yticklabels())  # 0.82, not 0.815
