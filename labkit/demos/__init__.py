"""What a lecture shows live: one idea, one demonstration; and texts to read.

Each demonstration is a function that shows a module of the folder ``js``, which computes and
draws in the browser. Its settings may be given as keyword arguments; one that is unknown or out of
its range is refused::

    from labkit import demos

    shown = demos.binomial_tails(n=2000, k=753)

What can be told without drawing at random, Python computes as well: ``shown.numbers()`` gives it
as a dictionary and ``shown.readout()`` as text.
"""

from labkit.demos._binomial_tails import binomial_tails
from labkit.demos._bootstrap import bootstrap
from labkit.demos._confidence_vs_gain import confidence_vs_gain
from labkit.demos._correlation import correlation
from labkit.demos._error_types import error_types
from labkit.demos._read_reviews import read_reviews
from labkit.demos._report_check import report_check
from labkit.demos._shuffling import shuffling
from labkit.demos._sign_flips import sign_flips
from labkit.demos._smoothing import smoothing
from labkit.demos._ties import ties

__all__ = [
    "binomial_tails", "bootstrap", "confidence_vs_gain", "correlation", "error_types",
    "read_reviews", "report_check", "shuffling", "sign_flips", "smoothing", "ties",
]  # fmt: skip
