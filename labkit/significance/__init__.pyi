from .bayesian import BayesianSigns, bayesian_sign_test
from .bootstrap import Interval, bootstrap_interval, bootstrap_test
from .corrections import adjust_pvalues
from .effect_sizes import EffectSize, cliffs_delta, discordant_odds, standardized_difference
from .equivalence import Equivalence, equivalence_test
from .friedman import Friedman, friedman_test
from .independence import chi2_precision, two_proportion_z, two_sample_t
from .joint import randomized_tukey
from .matched import matched_pair_t, response_correlation, sd_of_difference, wilcoxon_test
from .pairs import compare_all, significance_threshold
from .randomization import RandomizationChecks, randomization_checks, randomization_test
from .replicability import Replicability, replicability_analysis
from .result import Result
from .runs import hierarchical_bootstrap_test, stratified_randomization_test
from .sign import Outcomes, count_outcomes, mcnemar_test, sign_test
from .stochastic_order import StochasticOrder, almost_stochastic_order
from .unpaired import unpaired_bootstrap_test, unpaired_randomization_test

__all__ = [
    "BayesianSigns",
    "EffectSize",
    "Equivalence",
    "Friedman",
    "Interval",
    "Outcomes",
    "RandomizationChecks",
    "Replicability",
    "Result",
    "StochasticOrder",
    "adjust_pvalues",
    "almost_stochastic_order",
    "bayesian_sign_test",
    "bootstrap_interval",
    "bootstrap_test",
    "chi2_precision",
    "cliffs_delta",
    "compare_all",
    "count_outcomes",
    "discordant_odds",
    "equivalence_test",
    "friedman_test",
    "hierarchical_bootstrap_test",
    "matched_pair_t",
    "mcnemar_test",
    "randomization_checks",
    "randomization_test",
    "randomized_tukey",
    "replicability_analysis",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "significance_threshold",
    "standardized_difference",
    "stratified_randomization_test",
    "two_proportion_z",
    "two_sample_t",
    "unpaired_bootstrap_test",
    "unpaired_randomization_test",
    "wilcoxon_test",
]
