from .bootstrap import Interval, bootstrap_interval, bootstrap_test
from .corrections import adjust_pvalues
from .friedman import Friedman, friedman_test
from .independence import chi2_precision, two_proportion_z, two_sample_t
from .joint import randomized_tukey
from .matched import (
    matched_pair_t,
    response_correlation,
    sd_of_difference,
    wilcoxon_test,
)
from .pairs import compare_all, significance_threshold
from .randomization import (
    RandomizationChecks,
    randomization_checks,
    randomization_test,
)
from .result import Result
from .sign import Outcomes, count_outcomes, sign_test
from .unpaired import unpaired_bootstrap_test, unpaired_randomization_test

__all__ = [
    "Friedman",
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
    "friedman_test",
    "matched_pair_t",
    "randomization_checks",
    "randomization_test",
    "randomized_tukey",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "significance_threshold",
    "two_proportion_z",
    "two_sample_t",
    "unpaired_bootstrap_test",
    "unpaired_randomization_test",
    "wilcoxon_test",
]
