from . import agreement as agreement
from . import arguments as arguments
from . import checks as checks
from . import classifiers as classifiers
from . import cli as cli
from . import comparison as comparison
from . import corpora as corpora
from . import demos as demos
from . import experiments as experiments
from . import laws as laws
from . import metrics as metrics
from . import notebook_env as notebook_env
from . import plots as plots
from . import power as power
from . import reading as reading
from . import report as report
from . import server as server
from . import significance as significance
from . import sources as sources
from . import text as text
from . import trecvid as trecvid
from . import tuning as tuning
from .checks import check, explore, keep_prediction, predictions, start_here, stuck
from .classifiers import LexiconClassifier, NaiveBayes, class_counts, per_class_accuracy
from .corpora import course_split, load_lexicon, load_reviews, load_yeh_modifiers, tokenize
from .notebook_env import progress
from .reading import load_scores_table
from .significance import (
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
from .tuning import cross_validate, make_folds, tune_lexicon_weight, tune_smoothing

DISTRIBUTION: str
__version__: str

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
    "explore",
    "keep_prediction",
    "load_lexicon",
    "load_reviews",
    "load_scores_table",
    "load_yeh_modifiers",
    "make_folds",
    "matched_pair_t",
    "per_class_accuracy",
    "predictions",
    "progress",
    "randomization_checks",
    "randomization_test",
    "response_correlation",
    "sd_of_difference",
    "sign_test",
    "significance_threshold",
    "start_here",
    "stuck",
    "tokenize",
    "tune_lexicon_weight",
    "tune_smoothing",
    "two_proportion_z",
    "two_sample_t",
    "wilcoxon_test",
]
