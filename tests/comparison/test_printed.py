"""Lines in which programs write more than a label."""

from pathlib import Path

import pytest

from labkit.comparison.printed import plain_lines
from labkit.comparison.reading import read_predictions

FILE = Path("a.txt")


@pytest.mark.parametrize(
    ("lines", "labels"),
    [
        (["__label__POS 0.98", "__label__NEG 1e-05"], ["POS", "NEG"]),
        (["__label__POS 0.7 __label__NEG 0.3", "__label__NEG 0.9 __label__POS 0.1"], ["POS", "NEG"]),
        (["__label__POS a fine film", "__label__NEG __dull__"], ["POS", "NEG"]),
        (["labels 1 -1", "1 0.9 0.1", "-1 0.2 0.8"], ["1", "-1"]),
        (["+1 1:0.5 7:2", "-1 3:1 # a comment"], ["+1", "-1"]),
        (['"x"', '"POS"', '"NEG"'], ["POS", "NEG"]),
        (['"POS"', '"NEG"', '"POS"'], ["POS", "NEG", "POS"]),
        (['"x"', '"1" "POS"', '"2" "NEG"'], ["POS", "NEG"]),
        (['"x"', '"1" 0.5', '"2" 1'], ["0.5", "1"]),
        (['"found"', '"r7" "POS"', '"r3" "NEG"'], ["\tfound", "r7\tPOS", "r3\tNEG"]),
        (['"id" "found"', '"1" "r7" "POS"', '"2" "r3" "NEG"'], ["\tid\tfound", "1\tr7\tPOS", "2\tr3\tNEG"]),
        (['"id" "found"', '"r7" "POS"', '"r3" "NEG"'], ["id\tfound", "r7\tPOS", "r3\tNEG"]),
        (["id found", "1 r7 POS", "2 r3 NEG"], ["\tid\tfound", "1\tr7\tPOS", "2\tr3\tNEG"]),
        (["found", "1 POS", "2 NEG"], ["POS", "NEG"]),
        # None of these is of such a program.
        (["", "1", "2"], ["", "1", "2"]),
        (["found", "1 POS", "3 NEG"], ["found", "1 POS", "3 NEG"]),
        (["labels 1 -1", "1", "-1"], ["labels 1 -1", "1", "-1"]),
        (["labels of", "all", "kinds"], ["labels of", "all", "kinds"]),
        (["POS\t", "NEG\t"], ["POS\t", "NEG\t"]),
        (['"POS"', 'so "to say"'], ['"POS"', 'so "to say"']),
        (["12:30 a", "1:2"], ["12:30 a", "1:2"]),
    ],
)  # fmt: skip
def test_the_labels_are_taken_from_what_a_program_printed(lines, labels):
    assert plain_lines(FILE, lines) == labels


def test_several_labels_in_a_line_are_refused():
    with pytest.raises(ValueError, match=r"a\.txt must have one label in each line, not __label__a and __label__b"):  # fmt: skip
        plain_lines(FILE, ["__label__a __label__b a film"])


def test_what_fasttext_and_r_print_is_held_against_plain_right_answers(tmp_path):
    (tmp_path / "gold.txt").write_text("POS\nNEG\nPOS\n")
    (tmp_path / "fasttext.txt").write_text("__label__POS 0.9\n__label__POS 0.6\n__label__POS 0.8\n")
    (tmp_path / "r.txt").write_text('"x"\n"NEG"\n"NEG"\n"POS"\n')
    read = read_predictions(tmp_path)
    assert read.systems == {"fasttext": ("POS",) * 3, "r": ("NEG", "NEG", "POS")}
