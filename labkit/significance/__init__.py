"""Significance tests for two systems on the same test items.

Two systems' per-item statistics go in, a `Result` comes out; what the
statistics look like is in `labkit.significance.engine.statistics`. An argument
that is not as described, or a method that does not fit the scores, raises a
`ValueError` or `TypeError` that names it.
"""

from labkit.significance.bootstrap import Interval, bootstrap_interval, bootstrap_test
from labkit.significance.independence import chi2_precision, two_proportion_z, two_sample_t
from labkit.significance.matched import (
    matched_pair_t,
    response_correlation,
    sd_of_difference,
    wilcoxon_test,
)
from labkit.significance.pairs import adjust_pvalues, compare_all, significance_threshold
from labkit.significance.randomization import (
    RandomizationChecks,
    randomization_checks,
    randomization_test,
)
from labkit.significance.result import Result
from labkit.significance.sign import Outcomes, count_outcomes, sign_test

__all__ = [
    "Interval",
    "Outcomes",
    "RandomizationChecks",
    "Result",
    "adjust_pvalues",
    "bootstrap_interval",
    "bootstrap_test",
    "chi2_precision",
    "compare_all",
    "count_outcomes",
    "matched_pair_t",
    "randomization_checks",
    "randomization_test",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "significance_threshold",
    "two_proportion_z",
    "two_sample_t",
    "wilcoxon_test",
]
