"""Words have letters, and a text is parted into sentences and clauses."""

import pytest

from labkit.report import tested
from labkit.report.words import sentences, unread

TESTED = tested.Tested.of({("A", "B"): 0.3, ("big lexicon", "small lexicon"): 0.3}, None, 0.05)


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("A is significantly better than the B", "NwSUwwN"),
        ("it doesn't significantly out-perform B's", "snSUN"),
        ("the lexicons: both are equally good", "wNkswE"),
        ("perhaps the test was inconclusive", "hwrwO"),
        ("the former and the latter", "fcl"),
    ],
)
def test_words_and_phrases_have_letters(text, tags):
    assert TESTED.read(text)[0] == tags


def test_kinds_of_systems_and_the_former_stand_for_names():
    both = ("big lexicon", "small lexicon")
    assert {*TESTED.read("the lexicons")[1][-1].names} == {*both}
    assert TESTED.read("the latter", both)[1][-1].names == both[1:]
    assert TESTED.read("the latter")[1][-1].names == ()


def test_texts_are_parted_into_sentences_and_clauses():
    text = "# Title\nA vs. B, e.g. here. It *is* $p$\nso; 1. No?\n\n| a | b |\n- an item\n> said"
    parts = ["Title", "A vs. B, e.g. here.", "It is p so", "1.", "No?", "an item", "said"]
    assert [clause for (clause,) in sentences(text)] == parts
    assert [len(part) for (part,) in sentences("x" * 4500)] == [2000, 2000, 500]
    assert [*sentences("A is good, but B, too.")] == [["A is good", "but B, too."]]


def test_what_was_not_read_is_found():
    text = "In theory A is better than B"
    assert unread(text, TESTED.read(text)[1]) == ["theory"]
