"""The style, and where figures are drawn."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
import pytest

from labkit import plots
from labkit.report import significance_triangle


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
