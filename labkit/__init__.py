"""labkit: the helper module of a teaching lab on sentiment and significance.

    from labkit import load_reviews, NaiveBayes, sign_test, check

The rooms, from left to right: ``corpora`` (reviews and lexicon), ``classifiers`` and ``tuning``,
``laws`` (Zipf and Heaps), ``agreement`` (Fleiss' kappa), ``metrics``, ``significance``, ``power``,
``experiments`` (many systems: test sizes, domains, calibration), ``trecvid`` (the comparison of
search runs), ``report`` and ``plots``, ``comparison`` (many systems on one page), ``demos`` (widgets),
``checks`` (of the ticks) and ``cli``; in the full repository, ``instructor``. After ``import labkit``
each room is there when it is first asked for: ``labkit.metrics``.
"""

import pkgutil
from typing import Any

import lazy_loader

#: Room -> the names that `labkit` offers of it.
_HOMES = {
    "checks": "check explore keep_prediction predictions start_here stuck",
    "classifiers": "LexiconClassifier NaiveBayes class_counts per_class_accuracy",
    "corpora": "course_split load_lexicon load_reviews load_yeh_modifiers tokenize",
    "significance": "adjust_pvalues bootstrap_interval bootstrap_test chi2_precision compare_all "
    "count_outcomes matched_pair_t randomization_checks randomization_test response_correlation "
    "sd_of_difference sign_test significance_threshold two_proportion_z two_sample_t wilcoxon_test",
    "reading": "load_scores_table",
    "tuning": "cross_validate make_folds tune_lexicon_weight tune_smoothing",
    "notebook_env": "progress",
}

# Each name is fetched when it is first asked for: scikit-learn alone takes most of
# a second, which a check or a command need not wait for.
_fetch, __dir__, _ = lazy_loader.attach(
    __name__,
    submodules={room.name for room in pkgutil.iter_modules(__path__) if room.name[0] != "_"},
    submod_attrs={room: names.split() for room, names in _HOMES.items()},
)

#: ``from labkit import *`` gives these; the rooms would take seconds.
__all__ = sorted(" ".join(_HOMES.values()).split())


def __getattr__(name: str) -> Any:
    if name != "__version__":
        return _fetch(name)
    from importlib.metadata import version  # a tenth of a second

    return version(__name__)
