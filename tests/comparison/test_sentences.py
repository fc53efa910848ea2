"""Labels of words, with a blank line behind each sentence."""

import pytest

from labkit.comparison.reading import read_predictions

GOLD = "B-PER\nI-PER\nO\n\nO\nB-PER\nO\n"
WORDS = ["Ada", "Lovelace", "writes", "", "Yes", "Ada", "writes"]


def read(tmp_path, gold, system):
    (tmp_path / "gold.txt").write_text(gold)
    (tmp_path / "a.txt").write_text(system)
    return read_predictions(tmp_path)


def with_words(labels, between, words=WORDS):
    lines = zip(words, labels.split("\n"), strict=False)
    return "\n".join(f"{word}{between}{label}" if label else "" for word, label in lines)


@pytest.mark.parametrize("between", [None, "\t", " "])
def test_blank_lines_between_sentences_are_no_items(tmp_path, between):
    system = GOLD.replace("I-PER", "O")
    texts = [GOLD, system] if between is None else [with_words(x, between) for x in (GOLD, system)]
    found = read(tmp_path, *texts)
    assert found.gold == tuple(GOLD.split())
    assert found.systems["a"] == tuple(system.split())
    assert "ends of sentences" in found.notes[0] and "--groups" in found.notes[0]


@pytest.mark.parametrize(
    "system",
    [
        GOLD.replace("\n\n", "\n"),  # without the blank line
        GOLD.replace("O\n\nO", "\nO\nO"),  # elsewhere
        with_words(GOLD, " "),  # words that the right answers do not have
    ],
)
def test_other_blank_lines_are_missing_answers(tmp_path, system):
    with pytest.raises(ValueError, match="gold.txt must have a right answer for each item, not none for item 4"):  # fmt: skip
        read(tmp_path, GOLD, system)


def test_words_that_differ_are_no_words(tmp_path):
    other = with_words(GOLD, "\t", ["Eva", *WORDS[1:]])
    with pytest.raises(ValueError, match="must have a right answer for each item"):
        read(tmp_path, with_words(GOLD, "\t"), other)


def test_predictions_without_blank_lines_have_no_such_note(tmp_path):
    assert read(tmp_path, "POS\nNEG", "POS\nPOS").notes == ()
