"""The pictures of the demonstrations: one function each, which draws and returns the Figure.

They are named after the demonstrations that show them. `as_svg` makes text of
a Figure, for a page that follows its sliders.
"""

from labkit.plots.demonstrations._binomial_tails import binomial_tails, tail_targets
from labkit.plots.demonstrations._bootstrap import bootstrap
from labkit.plots.demonstrations._confidence_vs_gain import (
    Axis,
    confidence_vs_gain,
    places_of,
    points,
)
from labkit.plots.demonstrations._correlation import correlation
from labkit.plots.demonstrations._error_types import Curves, Row, error_types, experiments
from labkit.plots.demonstrations._histogram import Histogram, bar_targets, histogram
from labkit.plots.demonstrations._shuffling import shuffling
from labkit.plots.demonstrations._sign_flips import sign_flips
from labkit.plots.demonstrations._smoothing import smoothing
from labkit.plots.demonstrations._svg import as_svg
from labkit.plots.demonstrations._ties import ties

__all__ = [
    "Axis",
    "Curves",
    "Histogram",
    "Row",
    "as_svg",
    "bar_targets",
    "binomial_tails",
    "bootstrap",
    "confidence_vs_gain",
    "correlation",
    "error_types",
    "experiments",
    "histogram",
    "places_of",
    "points",
    "shuffling",
    "sign_flips",
    "smoothing",
    "tail_targets",
    "ties",
]
