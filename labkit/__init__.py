"""labkit: the helper module of a teaching lab on sentiment and significance.

    from labkit import load_reviews, NaiveBayes, check

The rooms, from left to right: ``corpora`` (reviews and lexicon),
``classifiers``, and ``grading`` (the checks of the ticks).
"""

from labkit.classifiers import LexiconClassifier, NaiveBayes, class_counts, per_class_accuracy
from labkit.corpora import course_split, load_lexicon, load_reviews, tokenize
from labkit.grading import check

__all__ = [
    "LexiconClassifier",
    "NaiveBayes",
    "check",
    "class_counts",
    "course_split",
    "load_lexicon",
    "load_reviews",
    "per_class_accuracy",
    "tokenize",
]
