"""Words have tags, and patterns of tags say what is claimed."""

import pytest

from labkit.report.words import MASK, clauses, sentences, tag


def read(text):
    """Read a clause in which A and B are systems."""
    masked = text.replace("A ", MASK[0] + " ").replace("B", MASK[0])
    return tag(text, masked, ["A", "B"])


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("A is more accurate than the B", "NvMGtxN"),
        ("fewer errors by 1.5 %, or 3 points", "LEbkucxku"),
        ("it doesn't significantly out-perform B's", "rnSUN"),
        ("The null hypothesis is true with 97% certainty", "xHHvxxkup"),
        ("two significant digits, more likely, due to chance", "AxcxcC"),
    ],
)
def test_words_and_phrases_have_tags(text, tags):
    assert read(text).tags == tags


@pytest.mark.parametrize(
    ("clause", "word", "down", "of_all"),
    [
        ("A has a lower error rate than B", "lower error", False, False),
        ("error of A is higher than that of B", "error of A is higher", True, False),
        ("accuracy of A is higher than that of B", "accuracy of A is higher", False, False),
        ("A improves significantly over B", "improves significantly over", False, False),
        ("A is the best", "best", False, True),
        ("A is worst of all", "worst", True, True),
        ("A is better for short texts", "better", False, False),
        ("A yields better results", "better", False, False),
        ("A has an advantage of 2 points over B", "advantage", False, False),
        ("it is better to wait, as A is better", "better", False, False),
        *((clause, None, None, None) for clause in (
            "better lexicons exist in many other languages", "it is better to wait",
            "the probability is higher than that", "the advantage of A over B is 0.02", "")),
    ],
)  # fmt: skip
def test_comparisons_have_a_direction(clause, word, down, of_all):
    comparison = read(clause).comparison
    if word is None:
        assert comparison is None
    else:
        assert read(clause).words(*comparison[:2]) == word
        assert (comparison.down, comparison.of_all) == (down, of_all)


@pytest.mark.parametrize(
    ("clause", "meaning"),
    [
        ("A is better than B with probability 0.97", "null"),
        ("with a probability of 97 %, A is better", "null"),
        ("it is probable that the null hypothesis is false", "null"),
        ("under the null hypothesis this is unlikely", ""),
        ("A and B are equally good", "equal"),
        ("no difference between A and B was significant", "denied"),
        ("the null hypothesis cannot be rejected", "denied"),
        ("if the null hypothesis cannot be rejected", ""),
        ("we rejected the null hypothesis", "claimed"),
        ("we would reject the null hypothesis", ""),
        ("the null hypothesis is that A is better than B", ""),
        ("it may be that A is not better than B", ""),
        ("A beats B, which is no surprise", ""),
        ("A is better than B by chance", ""),
        ("A and B are significant", ""),
        ("the effect is significant", "claimed"),
        ("to be better than B", ""),
        ("it seems to be better than B", "claimed"),
    ],
)
def test_clauses_have_a_meaning(clause, meaning):
    assert read(clause).meaning == meaning


def test_texts_are_parted_into_sentences_and_clauses():
    text = "# Title\nA vs. B, e.g. here. It *is* $p$\nso. 1. No?\n\n| a | b |\n- an item\n> said"
    parts = ["Title", "A vs. B, e.g. here.", "It is p so.", "1.", "No?", "an item", "said"]
    assert list(sentences(text)) == parts
    assert [len(part) for part in sentences("x" * 4500)] == [2000, 2000, 500]
    line = "While A is fast, B is good, and so is C, but D, too; E is, which F is, as G is, too."
    parts = ["While A is fast", "B is good", "and so is C", "but D, too", "E is", "which F is"]
    assert list(clauses(line)) == [*parts, "as G is, too"]
