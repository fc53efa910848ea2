"""Outputs of other programs, read into the statistics that tests compute with.

Search engines: `load_trec_eval` reads what ``trec_eval -q`` prints, `load_qrels`, `load_run` and
`topic_scores` score runs themselves. Translation: `load_segments` and `translation_statistics`
count what BLEU is made of. Classifiers of several classes: `class_statistics`
counts what macro-F1 is made of. Each gives an array or table for `labkit.compare_all`.
"""

from labkit.readers.classes import class_statistics
from labkit.readers.rankings import load_qrels, load_run, topic_scores
from labkit.readers.translations import load_segments, translation_signature, translation_statistics
from labkit.readers.trec_eval import load_trec_eval

__all__ = [
    "class_statistics",
    "load_qrels",
    "load_run",
    "load_segments",
    "load_trec_eval",
    "topic_scores",
    "translation_signature",
    "translation_statistics",
]
