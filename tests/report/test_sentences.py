"""Sentences of reports and papers: how many objections are right, and how many are missed."""

import tomllib
from pathlib import Path

import pandas as pd
import pytest

from labkit.report import review_claims

HERE = Path(__file__).parent
SENTENCES = tomllib.loads((HERE / "sentences.toml").read_text(encoding="utf8"))
PHRASES = tomllib.loads((HERE / "claims.toml").read_text(encoding="utf8"))
COLUMNS = ["system_a", "system_b", "pvalue", "gain"]

#: System, system, p and gain, on 5,000 reviews. Nobody has tested anything else.
PAIRS = [
    ("SVM", "Naive Bayes", 0.003, 0.012),
    ("SVM", "lexicon", 1e-6, 0.06),
    ("SVM", "weighted lexicon", 1e-5, 0.049),
    ("Naive Bayes", "lexicon", 1e-4, 0.048),
    ("Naive Bayes", "weighted lexicon", 8e-4, 0.037),
    ("logistic regression", "SVM", 0.41, 0.004),
    ("logistic regression", "Naive Bayes", 0.001, 0.016),
    ("logistic regression", "lexicon", 1e-7, 0.064),
    ("logistic regression", "weighted lexicon", 1e-6, 0.053),
    ("weighted lexicon", "lexicon", 0.22, 0.011),
]
TESTED = pd.DataFrame(PAIRS, columns=COLUMNS)

#: What may be known of {a} and {b}: a is significantly ahead, b is, neither, or nobody has tested.
KNOWN = [
    ("SpanNet", "baseline", 0.001, 0.1),
    ("SpanNet", "baseline", 0.001, -0.1),
    ("SpanNet", "baseline", 0.4, 0.1),
    ("Rest", "Others", 0.001, 0.1),
]


def plain():
    """Each of the hundred sentences, what was tested, and the objection that is right, or None."""
    for kind, sentences in SENTENCES.items():
        for sentence in sentences:
            yield sentence, TESTED, None if kind == "none" else kind


def in_four_cases():
    """Each phrase of abstracts the same, in each of four cases."""
    for kind in PHRASES.values():
        for phrase in kind["phrases"]:
            sentence = phrase.format(a="SpanNet", b="the baseline")
            sentence = sentence[0].upper() + sentence[1:] + ("" if phrase.endswith("?") else ".")
            for row, right in zip(KNOWN, kind["verdicts"], strict=True):
                yield sentence, pd.DataFrame([row], columns=COLUMNS), right or None


def counted(cases, n=None):
    """Precision and recall of the objections, and what was wrong."""
    right = wrong = missed = 0
    faults = []
    for sentence, tested, expected in cases:
        found = {finding.sin for finding in review_claims(sentence, tested, n)}
        right += expected in found
        wrong += len(found - {expected})
        missed += expected is not None and expected not in found
        if found != {expected} - {None}:
            faults.append(f"{sentence} -> {sorted(found)}, not {expected}")
    return right / max(right + wrong, 1), right / max(right + missed, 1), faults


@pytest.mark.parametrize(
    ("cases", "n", "precise"), [(plain, 5_000, 0.9), (in_four_cases, None, 0.95)]
)
def test_objections_are_right(cases, n, precise):
    """Recall is told, not demanded: a sentence that is not understood meets no objection."""
    precision, recall, faults = counted(cases(), n)
    print("\n".join([f"precision {precision:.3f}, recall {recall:.3f}", *faults]))
    assert precision >= precise, faults


def test_wrong_verdicts_are_counted():
    assert len(list(plain())) == 100
    swapped = [(SENTENCES["none"][0], TESTED, "untested"), (SENTENCES["untested"][1], TESTED, None)]
    precision, recall, faults = counted(swapped)
    assert (precision, recall, len(faults)) == (0, 0, 2)
