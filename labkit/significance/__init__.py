"""Significance tests for two systems on the same test items.

Two systems' per-item statistics go in, a `Result` comes out; what the
statistics look like is in `labkit.significance.inputs`.
"""

from .randomization import RandomizationChecks, randomization_checks, randomization_test
from .result import Result
from .sign import Outcomes, count_outcomes, sign_test

__all__ = [
    "Outcomes",
    "RandomizationChecks",
    "Result",
    "count_outcomes",
    "randomization_checks",
    "randomization_test",
    "sign_test",
]
