"""Lines that all files have at the same places: behind each sentence, and above all labels."""

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
    ],
)
def test_other_blank_lines_are_missing_answers(tmp_path, system):
    with pytest.raises(ValueError, match="gold.txt must have a right answer for each item, not none for item 4; blank lines that end sentences must be at the same"):  # fmt: skip
        read(tmp_path, GOLD, system)


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        (with_words(GOLD, "\t"), with_words(GOLD, "\t", ["Eva", *WORDS[1:]])),
        (GOLD, with_words(GOLD, " ")),  # words that the right answers do not have
        (with_words(GOLD, " NNP "), with_words(GOLD, " NN ")),
    ],
)
def test_words_that_differ_are_no_words(tmp_path, gold, system):
    with pytest.raises(ValueError, match="must have the same words, and tags, before each label"):
        read(tmp_path, gold, system)


@pytest.mark.parametrize("between", [" ", "\t"])
@pytest.mark.parametrize("end", [".txt", ".tsv", ".conll"])
def test_columns_before_the_label_are_no_labels(tmp_path, between, end):
    # CoNLL-2003: a word, its part of speech, its chunk, its name; documents begin with a line.
    def text(labels):
        start = between.join(["-DOCSTART-", "-X-", "-X-", "O"])
        words = with_words(labels, f"{between}NNP{between}I-NP{between}")
        return f"{start}\n\n{words}\n{start}\n\nIt{between}PRP{between}I-NP{between}O\n"

    (tmp_path / f"gold{end}").write_text(text(GOLD))
    (tmp_path / f"a{end}").write_text(text(GOLD.replace("I-PER", "O")))
    found = read_predictions(tmp_path)
    assert found.gold == ("B-PER", "I-PER", "O", "O", "B-PER", "O", "O")
    assert found.systems == {"a": ("B-PER", "O", "O", "O", "B-PER", "O", "O")}


def test_predictions_without_blank_lines_have_no_such_note(tmp_path):
    assert read(tmp_path, "POS\nNEG", "POS\nPOS").notes == ()


def test_a_word_above_numbers_in_all_files_is_a_header(tmp_path):
    found = read(tmp_path, "stars\n1\n2\n3", "stars\n1\n2\n2")
    assert found.gold == ("1", "2", "3") and found.systems == {"a": ("1", "2", "2")}
    assert found.notes == ("The first line of all files, 'stars', was read as a header.",)
    with pytest.raises(ValueError, match=r"must have 4 labels .*if the first line there, 'stars', is a header"):  # fmt: skip
        read(tmp_path, "stars\n1\n2\n3", "1\n2\n2")


def test_a_word_above_words_in_all_files_is_asked_for(tmp_path):
    with pytest.raises(ValueError, match="gold.txt must begin with a right answer, .* 'tone' is cannot be told"):  # fmt: skip
        read(tmp_path, "tone\nx\ny\nx\ny", "tone\ny\ny\nx\nz")
    # A label that another file, or another line, has is a label.
    for gold, system in (("tone\nx\nx", "x\nx\nx"), ("tone\nx\ntone", "tone\nx\nx"),
                         ("tone\nx\nx", "tone\nx\ntone"), ("tone\nx\ny", "tone\nx\nx")):  # fmt: skip
        assert len(read(tmp_path, gold, system).gold) == 3


def test_numbers_above_numbers_are_labels(tmp_path):
    assert read(tmp_path, "5\n1\n2\n1\n2", "5\n1\n1\n2\n2").notes == ()
