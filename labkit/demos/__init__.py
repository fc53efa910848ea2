"""What a lecture shows live: one idea, one demonstration; and texts to read.

Each demonstration is a function that shows a module of the folder ``js``, which computes and
draws in the browser; its settings may be given as keyword arguments::

    from labkit import demos

    demos.binomial_tails(n=2000, k=753)

What its readout says, a function of the same name with ``_numbers`` computes in Python and
gives as a dictionary: ``demos.binomial_tails_numbers(n=2000, k=753)``. Both raise ValueError
or TypeError where a setting is unknown, out of its range or of the wrong kind.
"""

from labkit.demos._binomial_tails import binomial_tails, binomial_tails_numbers
from labkit.demos._bootstrap import bootstrap, bootstrap_numbers
from labkit.demos._confidence_vs_gain import confidence_vs_gain, confidence_vs_gain_numbers
from labkit.demos._correlation import correlation, correlation_numbers
from labkit.demos._error_types import error_types, error_types_numbers
from labkit.demos._read_reviews import read_reviews
from labkit.demos._report_check import report_check, report_check_numbers
from labkit.demos._shuffling import shuffling, shuffling_numbers
from labkit.demos._sign_flips import sign_flips, sign_flips_numbers
from labkit.demos._smoothing import smoothing, smoothing_numbers
from labkit.demos._ties import ties, ties_numbers

__all__ = [
    "binomial_tails", "binomial_tails_numbers", "bootstrap", "bootstrap_numbers",
    "confidence_vs_gain", "confidence_vs_gain_numbers", "correlation", "correlation_numbers",
    "error_types", "error_types_numbers", "read_reviews", "report_check", "report_check_numbers",
    "shuffling", "shuffling_numbers", "sign_flips", "sign_flips_numbers", "smoothing",
    "smoothing_numbers", "ties", "ties_numbers",
]  # fmt: skip
