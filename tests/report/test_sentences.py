"""A hundred plain sentences: how many objections are right, and how many are missed."""

import tomllib
from pathlib import Path

import pandas as pd
import pytest

from labkit.report import review_claims

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf8"))

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
TESTED = pd.DataFrame(PAIRS, columns=["system_a", "system_b", "pvalue", "gain"])


@pytest.mark.xfail(reason="precision is 0.82 so far", strict=True)
def test_objections_to_plain_sentences_are_right():
    """Recall is told, not demanded: a sentence that is not understood meets no objection."""
    right = wrong = missed = 0
    faults = []
    for kind, sentences in SENTENCES.items():
        expected = set() if kind == "none" else {kind}
        for sentence in sentences:
            found = {finding.sin for finding in review_claims(sentence, TESTED, n=5_000)}
            right += len(found & expected)
            wrong += len(found - expected)
            missed += len(expected - found)
            if found != expected:
                faults.append(f"{sentence} -> {sorted(found)}, not {sorted(expected)}")
    assert right + missed == 50 and sum(map(len, SENTENCES.values())) == 100
    precision, recall = right / (right + wrong), right / (right + missed)
    told = f"precision {precision:.2f}, recall {recall:.2f}"
    print("\n".join([told, *faults]))
    assert precision >= 0.9, faults
