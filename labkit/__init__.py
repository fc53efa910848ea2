"""labkit: the helper module of a teaching lab on sentiment and significance.

    from labkit import load_reviews, NaiveBayes, sign_test, check

The rooms, from left to right: ``corpora`` (reviews and lexicon),
``classifiers`` and ``tuning``, ``laws`` (Zipf and Heaps), ``agreement``
(Fleiss' kappa), ``metrics``, ``significance``, ``power``, ``runs`` and
``trecvid`` (search runs and their comparison), ``experiments`` (many systems:
test sizes, domains, calibration), ``report`` and ``plots``,
``demos`` (widgets), ``grading`` (the checks of the ticks) and ``cli``.
"""

from labkit.classifiers import LexiconClassifier, NaiveBayes, class_counts, per_class_accuracy
from labkit.corpora import (
    course_split,
    load_lexicon,
    load_reviews,
    load_yeh_modifiers,
    tokenize,
)
from labkit.grading import check
from labkit.significance import (
    adjust_pvalues,
    bootstrap_interval,
    bootstrap_test,
    chi2_precision,
    compare_all,
    count_outcomes,
    matched_pair_t,
    randomization_checks,
    randomization_test,
    response_correlation,
    sd_of_difference,
    sign_test,
    significance_threshold,
    two_proportion_z,
    two_sample_t,
    wilcoxon_test,
)
from labkit.trecvid import load_scores_table
from labkit.tuning import (
    cross_validate,
    make_folds,
    tune_lexicon_weight,
    tune_smoothing,
)

__all__ = [
    "LexiconClassifier",
    "NaiveBayes",
    "adjust_pvalues",
    "bootstrap_interval",
    "bootstrap_test",
    "check",
    "chi2_precision",
    "class_counts",
    "compare_all",
    "count_outcomes",
    "course_split",
    "cross_validate",
    "load_lexicon",
    "load_reviews",
    "load_scores_table",
    "load_yeh_modifiers",
    "make_folds",
    "matched_pair_t",
    "per_class_accuracy",
    "randomization_checks",
    "randomization_test",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "significance_threshold",
    "tokenize",
    "tune_lexicon_weight",
    "tune_smoothing",
    "two_proportion_z",
    "two_sample_t",
    "wilcoxon_test",
]
