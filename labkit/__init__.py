"""labkit: the helper module of a teaching lab on sentiment and significance.

    from labkit import load_reviews, NaiveBayes, sign_test, check

The rooms, from left to right: ``corpora`` (reviews and lexicon),
``classifiers`` and ``tuning``, ``laws`` (Zipf and Heaps), ``agreement``
(Fleiss' kappa), ``metrics``, ``significance``, ``power``, ``runs`` and
``trecvid`` (search runs and their comparison), ``experiments`` (many systems:
test sizes, domains, calibration), ``report`` and ``plots``,
``demos`` (widgets), ``grading`` (the checks of the ticks) and ``cli``.
"""

import lazy_loader

# Each name is fetched when it is first asked for: scikit-learn alone takes most of
# a second, which a check or a command need not wait for.
__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "checks": ["check"],
        "classifiers": ["LexiconClassifier", "NaiveBayes", "class_counts", "per_class_accuracy"],
        "corpora": [
            "course_split",
            "load_lexicon",
            "load_reviews",
            "load_yeh_modifiers",
            "tokenize",
        ],
        "significance": [
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
        ],
        "trecvid": ["load_scores_table"],
        "tuning": ["cross_validate", "make_folds", "tune_lexicon_weight", "tune_smoothing"],
    },
)
