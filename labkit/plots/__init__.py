"""Every figure of the lab: one function each, which draws and returns the Axes.

The colours are from Okabe and Ito's set, which people with colour blindness
can tell apart; the sizes can be read from the back of a lecture room. Below
each figure a notebook prints the numbers that it shows. `picture` puts a figure
into words, for a page to show it sharp.
"""

from importlib.util import find_spec

if find_spec("matplotlib") is None:
    raise ModuleNotFoundError(
        "labkit.plots draws with matplotlib, which is not installed. Type: python -m pip install matplotlib",
        name="matplotlib",
    )

from labkit.plots.corpora import decisions, heaps, running_sum, word_evidence, zipf
from labkit.plots.significance import (
    binomial,
    convergence,
    critical_difference,
    exact_distribution,
    partial_order,
    triangle,
)
from labkit.plots.style import BLUE, ORANGE, STYLE, VERMILION, Picture, picture
from labkit.plots.systems import (
    accuracy_curve,
    calibration,
    confidence_vs_gain,
    fold_accuracies,
    threshold_by_size,
)
from labkit.plots.tables import bars, dots, intervals, pvalues

__all__ = [
    "BLUE",
    "ORANGE",
    "STYLE",
    "VERMILION",
    "Picture",
    "accuracy_curve",
    "bars",
    "binomial",
    "calibration",
    "confidence_vs_gain",
    "convergence",
    "critical_difference",
    "decisions",
    "dots",
    "exact_distribution",
    "fold_accuracies",
    "heaps",
    "intervals",
    "partial_order",
    "picture",
    "pvalues",
    "running_sum",
    "threshold_by_size",
    "triangle",
    "word_evidence",
    "zipf",
]
