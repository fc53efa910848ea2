from .bootstrap import Interval, bootstrap_interval, bootstrap_test
from .corrections import adjust_pvalues
from .effects import Effect, discordant_odds, standardized_difference
from .equivalence import Equivalence, equivalence_test
from .friedman import Friedman, friedman_test
from .independence import (
    chi2_precision,
    two_proportion_z,
    two_sample_t,
    unpaired_randomization_test,
)
from .matched import matched_pair_t, response_correlation, sd_of_difference, wilcoxon_test
from .pairs import compare_all, significance_threshold
from .randomization import RandomizationChecks, randomization_checks, randomization_test
from .result import Result
from .sign import Outcomes, count_outcomes, sign_test, sign_test_of_scores

__all__ = [
    "Effect",
    "Equivalence",
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
    "discordant_odds",
    "equivalence_test",
    "friedman_test",
    "matched_pair_t",
    "randomization_checks",
    "randomization_test",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "sign_test_of_scores",
    "significance_threshold",
    "standardized_difference",
    "two_proportion_z",
    "two_sample_t",
    "unpaired_randomization_test",
    "wilcoxon_test",
]
