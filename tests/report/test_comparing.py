"""Phrases of abstracts: how many objections are right, and how many are missed."""

import time
import tomllib
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from labkit.report import review_claims
from labkit.report.comparing import find_comparison

TABLE = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf8"))

#: What may be known of {a} and {b}: a is significantly ahead, b is, neither, or nobody has tested.
KNOWN = ("won", "lost", "open", "untested")

#: Kind of phrase -> the objection that is right, in each case.
VERDICTS = {
    "better": (None, "direction", "insignificant", "untested"),
    "worse": ("direction", None, "insignificant", "untested"),
    "significant": (None, "direction", "insignificant", "significant-untested"),
    "marginal": (None, None, "insignificant", "significant-untested"),
    "rejected": (None, None, "insignificant", None),
    "not_rejected": ("denied", "denied", None, None),
    "equal": ("equality",) * 4,
    "not_better": ("denied", None, None, None),
    "not_worse": (None, "denied", None, None),
    "no_difference": ("denied", "denied", None, None),
    "alone": ("untested",) * 4,
    "alone_significant": ("significant-untested",) * 4,
    "none": (None,) * 4,
}

NAMES = ("SpanNet", "baseline")

#: Precision and recall that are reached; they must not become less.
REACHED = (1.0, 0.995)


@cache
def known_of(known):
    """What `review_claims` is told."""
    pair = NAMES if known != "untested" else ("Rest", "Others")
    rows = {
        "won": (0.001, 0.1),
        "lost": (0.001, -0.1),
        "open": (0.4, 0.1),
        "untested": (0.001, 0.1),
    }
    columns = ["system_a", "system_b", "pvalue", "gain"]
    return pd.DataFrame([(*pair, *rows[known])], columns=columns)


def judged(table):
    """Each phrase in each case: (kind, case, sentence, right objection or None, objections)."""
    for kind, phrases in table.items():
        for phrase in phrases:
            sentence = phrase.format(a=NAMES[0], b=f"the {NAMES[1]}")
            sentence = sentence[0].upper() + sentence[1:] + ("" if phrase.endswith("?") else ".")
            for known, right in zip(KNOWN, VERDICTS[kind], strict=True):
                found = {finding.sin for finding in review_claims(sentence, known_of(known))}
                yield kind, known, sentence, right, found


def counted(table):
    """Count right objections, wrong ones, and those that were missed; list what was wrong."""
    right = wrong = missed = 0
    faults = []
    for kind, known, sentence, expected, found in judged(table):
        hit = expected in found
        right += hit
        missed += expected is not None and not hit
        wrong += len(found - {expected})
        if (expected is not None and not hit) or found - {expected}:
            faults.append(f"{kind}, {known}: {sentence} -> {sorted(found)}, not {expected}")
    return right / max(right + wrong, 1), right / max(right + missed, 1), faults


def test_phrases_of_abstracts_are_judged_rightly():
    precision, recall, faults = counted(TABLE)
    number = sum(map(len, TABLE.values()))
    print(f"{number} phrases, each in four cases: precision {precision:.3f}, recall {recall:.3f}")
    assert number >= 150 and len(set().union(*TABLE.values())) == number
    assert precision >= REACHED[0] and recall >= REACHED[1], "\n".join(faults)


def test_a_table_of_wrong_verdicts_is_not_passed():
    # What counts is counted: claims said to be none, and the other way round.
    swapped = {"none": TABLE["better"][:5], "better": TABLE["none"][:5]}
    precision, recall, faults = counted(swapped)
    assert precision == 0 and recall == 0 and len(faults) == 3 * 5 + 3 * 5


@pytest.mark.parametrize(
    ("clause", "word", "down"),
    [
        ("A outperforms B", "outperforms", False),
        ("A lags behind B", "lags", True),
        ("A has a lower error rate than B", "lower error rate", False),
        ("A has a lower accuracy than B", "lower accuracy", True),
        ("the error of A is higher than that of B", "higher than", True),
        ("the accuracy of A is higher than that of B", "higher than", False),
    ],
)
def test_comparisons_have_a_direction(clause, word, down):
    found = find_comparison(clause)
    assert (found.word, found.down, found.record) == (word, down, False)
    assert clause[found.start : found.end] == word


@pytest.mark.parametrize(
    "clause",
    [
        "to improve A, we add features",
        "A may well be better than B",
        "we choose the best model",
        "the probability is higher than that",
        "A is at best useful",
        "A was compared with B",
        "TER of A is 0.3 (lower is better)",
        "",
    ],
)
def test_what_claims_nothing_is_no_comparison(clause):
    assert find_comparison(clause) is None


def test_records_are_against_all_that_there_is():
    assert find_comparison("A sets a new state of the art").record
    assert (
        not find_comparison("A is the best").record and find_comparison("A is the best").superlative
    )


def test_a_long_text_is_read_in_no_time():
    for part in ("more ", "not a ", "shows higher reduces to the better ", "no better than which "):
        start = time.perf_counter()
        review_claims(part * 1000, {("A", "B"): 0.2})
        assert time.perf_counter() - start < 5
