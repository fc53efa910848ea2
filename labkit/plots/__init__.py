"""Every figure of the lab: one function each, which draws and returns the Axes.

The colours are from Okabe and Ito's set, which people with colour blindness
can tell apart; the sizes can be read from the back of a lecture room. Below
each figure a notebook prints the numbers that it shows. Data that a figure
cannot show raise ValueError. `picture` puts a figure into words, for a page to show it sharp.
"""

from labkit.plots._gains import calibration, confidence_vs_gain, threshold_by_size
from labkit.plots._picture import Picture, picture
from labkit.plots._ranks import critical_difference
from labkit.plots._significance import (
    binomial,
    convergence,
    exact_distribution,
    partial_order,
    triangle,
)
from labkit.plots._style import BLUE, GREEN, ORANGE, STYLE, VERMILION
from labkit.plots._tuning import accuracy_curve, fold_accuracies
from labkit.plots._words import heaps, word_evidence, zipf

__all__ = [
    "BLUE",
    "GREEN",
    "ORANGE",
    "STYLE",
    "VERMILION",
    "Picture",
    "accuracy_curve",
    "binomial",
    "calibration",
    "confidence_vs_gain",
    "convergence",
    "critical_difference",
    "exact_distribution",
    "fold_accuracies",
    "heaps",
    "partial_order",
    "picture",
    "threshold_by_size",
    "triangle",
    "word_evidence",
    "zipf",
]
