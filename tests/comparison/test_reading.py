"""Predictions are read as they were meant, or refused with what was seen."""

import gzip
import json
import os

import pytest

from labkit.comparison import read_predictions
from labkit.comparison.inputs import read_groups, read_outputs
from labkit.comparison.programs import read_programs
from labkit.comparison.vocabulary import named_alike

GOLD = ["POS", "NEG", "POS", "NEG"]
LABELS = ["POS", "POS", "POS", "NEG"]


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    content = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(content)
    return path


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, "gold.txt", "\n".join(GOLD))
    folder = tmp_path / "predictions"
    folder.mkdir()
    return folder


def systems(folder, gold="gold.txt", **how):
    return read_predictions(folder, folder.parent / gold, **how).systems


FORMS = {
    "a.txt": "\n".join(LABELS),
    "crlf.txt": "\r\n".join(LABELS) + "\r\n",
    "cr.txt": "\r".join(LABELS),
    "bom.txt": "\ufeff" + "\n".join(LABELS),
    "trailing.txt": "\n".join(LABELS) + "\n\n  \n",
    "blanks.txt": "\n".join(f"  {label}\t " for label in LABELS),
    "header.txt": "\n".join(["label", *LABELS]),
    "capital.txt": "\n".join(["Prediction", *LABELS]),
    "none": "\n".join(LABELS),
    "a.pred": "\n".join(LABELS),
    "a.csv": "label\n" + "\n".join(LABELS),
    "ids.csv": "id,label\n" + "\n".join(f"{i},{label}" for i, label in enumerate(LABELS)),
    "semicolons.csv": "ID;Prediction\n" + "\n".join(f"{i};{x}" for i, x in enumerate(LABELS)),
    "ids.tsv": "\n".join(f"item-{i}\t{label}" for i, label in enumerate(LABELS)),
    "ids.txt": "\n".join(f"item-{i}\t{label}" for i, label in enumerate(LABELS)),
    "more.tsv": "id\ttext\tlabel\n"
    + "\n".join(f"{i}\tsome, text\t{x}" for i, x in enumerate(LABELS)),
    "quoted.csv": "id,label\n" + "\n".join(f'"{i}","{x}"' for i, x in enumerate(LABELS)),
    "a.jsonl": "\n".join(json.dumps({"id": i, "label": x}) for i, x in enumerate(LABELS)),
    "words.jsonl": "\n".join(map(json.dumps, LABELS)) + "\n\n",
    "both.jsonl": "\n".join(json.dumps({"label": "?", "prediction": x}) for x in LABELS),
    "a.json": json.dumps(LABELS),
    "named.json": json.dumps({f"i{i}": x for i, x in enumerate(LABELS)}),
}


@pytest.mark.parametrize("name", FORMS)
def test_each_form_gives_the_same_labels(folder, name):
    write(folder, name, FORMS[name])
    (found,) = systems(folder).values()
    assert list(found) == LABELS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gold.tsv", "id\tgold\n" + "\n".join(f"{i}\t{x}" for i, x in enumerate(GOLD))),
        (
            "gold.jsonl",
            "\n".join(json.dumps({"id": str(i), "gold": x}) for i, x in enumerate(GOLD)),
        ),
        ("gold.csv", "\ufeffitem;label\r\n" + "\r\n".join(f"{i};{x}" for i, x in enumerate(GOLD))),
        ("gold.json", json.dumps({str(i): x for i, x in enumerate(GOLD)})),
    ],
)
def test_items_with_names_may_come_in_any_order(folder, name, text):
    write(folder.parent, name, text)
    turned = [{"id": i, "label": LABELS[i]} for i in (3, 1, 0, 2)]
    write(folder, "a.jsonl", "\n".join(map(json.dumps, turned)))
    assert list(systems(folder, name)["a"]) == LABELS
    assert read_predictions(folder, folder.parent / name).gold == tuple(GOLD)


def test_labels_may_be_of_several_words_and_in_any_letters(folder):
    gold = ["very good", "not good", "très bon", "👍🏽, yes"]
    write(folder.parent, "gold.txt", "\n".join(gold))
    write(folder, "a.txt", "\n".join(gold[::-1]))
    assert list(systems(folder)["a"]) == gold[::-1]


def test_what_only_looks_like_a_header_is_a_label(folder):
    write(folder.parent, "gold.txt", "class\nother\nclass\nother")
    write(folder, "a.txt", "class\nother\nother\nother")
    write(folder, "b.txt", "class\nother\nother\nother".replace("class", "score"))
    with pytest.raises(ValueError, match="must have 4 labels as .*gold.txt has, not 3"):
        systems(folder)
    (folder / "b.txt").unlink()
    assert systems(folder)["a"][0] == "class"


def test_names_hidden_files_and_readme(folder):
    for name in ("b/run 1.txt", "b/run-2.v3.txt", "é.txt", ".DS_Store", "README.md", "a/.x/y.txt"):
        write(folder, name, "\n".join(LABELS))
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.txt")  # whoever reads it waits for ever
    assert list(systems(folder)) == ["b/run 1", "b/run-2.v3", "é"]


def test_gold_in_the_folder_is_no_system(folder):
    write(folder, "gold.txt", "\n".join(GOLD))
    write(folder, "a.txt", "\n".join(LABELS))
    assert list(read_predictions(folder).systems) == ["a"]
    assert list(systems(folder, "predictions/gold.txt")) == ["a"]


def test_other_labels_count_as_wrong_and_are_told(folder):
    write(folder, "a.txt", "POS\nneutral\nneutral\nNEG")
    found = read_predictions(folder, folder.parent / "gold.txt")
    assert found.notes == ("a predicts neutral (2 times), never a right answer: wrong.",)


def test_missing_predictions_are_refused_or_count_as_wrong(folder):
    write(folder, "a.txt", "POS\n\nPOS\nNEG\n")
    with pytest.raises(
        ValueError, match=r"a.txt must have a prediction for each item, not none for item 2"
    ):
        systems(folder)
    found = read_predictions(folder, folder.parent / "gold.txt", missing="wrong")
    assert found.systems["a"] == ("POS", None, "POS", "NEG")
    assert "no prediction for 1 item, which counts" in found.notes[0]


def test_what_programs_write_for_nothing_is_missing_unless_it_is_a_class(folder):
    write(folder, "a.txt", "POS\nNA\nPOS\nnan")
    write(folder, "b.txt", "0\tPOS\n1\t\n2\tPOS\n3\tNone\n")
    with pytest.raises(ValueError, match="a.txt must have a prediction for each item, .* item 2"):
        systems(folder)
    found = systems(folder, missing="wrong")
    assert found["a"] == ("POS", None, "POS", None) and found["b"] == ("POS", None, "POS", None)
    write(folder.parent, "gold.txt", "POS\nNone\nPOS\nNEG")
    assert systems(folder, missing="wrong")["b"] == ("POS", None, "POS", "None")


def test_missing_items_of_named_ones(folder):
    write(
        folder.parent, "gold.tsv", "id\tgold\n" + "\n".join(f"{i}\t{x}" for i, x in enumerate(GOLD))
    )
    write(folder, "a.csv", "id,label\n0,POS\n3,NEG")
    with pytest.raises(ValueError, match="not none for item '1'"):
        systems(folder, "gold.tsv")
    assert systems(folder, "gold.tsv", missing="wrong")["a"] == ("POS", None, None, "NEG")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "", "a.txt must have a label in each line, not be empty"),
        ("a.txt", "POS\nNEG", r"a.txt must have 4 labels as .*gold.txt has, not 2"),
        ("a.txt", "x\n" + "\n".join(LABELS), "not 5; if its first line, 'x', is a header"),
        (
            "a.txt",
            "pos\nneg\npos\nneg",
            r"a must predict the classes of the right answers \(NEG, POS\), not pos, neg",
        ),
        ("a.txt", b"\x89PNG\r\n\x1a\n\xff\xfe", "a.txt must be a text file"),
        ("a.png", "x", "must hold files of predictions only .*, not a.png: move it elsewhere"),
        (
            "a.csv",
            "text,other,more\nx,y,z",
            "a.csv must have a header that names the column of labels",
        ),
        ("a.csv", "id,label\n1,POS\n2", "a.csv: line 3 must have 2 fields, not 1"),
        (
            "a.csv",
            "id,label\n1,POS\n1,NEG\n2,POS\n3,POS",
            "a.csv must have each item once, not '1' 2 times",
        ),
        ("a.jsonl", "{", "a.jsonl must be JSON"),
        ("a.jsonl", '{"text": "x"}', "a.jsonl must have a label in each object"),
        (
            "a.jsonl",
            '{"label": ["x", "y"]}',
            r"a.jsonl must have a word or a number for each label \(.*\), not \[\"x\", \"y\"\]",
        ),
        ("a.json", '{"found": [1, 0]}', r"^[^:]*a.json must have a word .*, not \[1, 0\]"),
        ("a.txt", "POS\nneg\nPOS\nNEG", "a must write classes as the right answers do, 'NEG'"),
        ("a.txt", "POS\0\nNEG\nPOS\nNEG", "a.txt must be a text file in UTF-8"),
        ("a.txt", "0\tPOS\tx\n1\tPOS\ty", "a.txt must have a header that names the column"),
        ("sub/gold.txt", "POS", "must hold no right answers beside .*, not sub/gold.txt as well"),
        ("a.json", "[]", "a.json must have a label for each item, not be empty"),
    ],
)
def test_what_cannot_be_read_is_refused(folder, name, text, message):
    write(folder, name, text)
    with pytest.raises(ValueError, match=message):
        systems(folder)


def test_two_files_of_one_name(folder):
    for name in ("sy\u00e9.txt", "sye\u0301.txt"):
        write(folder, name, "\n".join(LABELS))
    with pytest.raises(ValueError, match="one file a system, not two for 'syé'"):
        systems(folder)
    for name in ("a.txt", "a.csv"):
        write(folder, name, "label\n" + "\n".join(LABELS))
    with pytest.raises(ValueError, match="one file a system, not two for 'a'"):
        systems(folder)


def test_what_is_not_there(tmp_path, folder):
    with pytest.raises(FileNotFoundError, match="must be a folder of predictions"):
        read_predictions(tmp_path / "none")
    with pytest.raises(ValueError, match="has no gold.txt"):
        read_predictions(folder)
    write(folder, "a.txt", "\n".join(LABELS))
    with pytest.raises(FileNotFoundError, match="no.txt must be an existing file"):
        systems(folder, "no.txt")
    write(folder.parent, "gold.txt", "POS\n\nNEG")
    with pytest.raises(
        ValueError, match="gold.txt must have a right answer for each item, not none for item 2"
    ):
        systems(folder)
    (folder / "a.txt").unlink()
    write(folder, "gold.txt", "POS")
    with pytest.raises(ValueError, match="not only the right answers"):
        read_predictions(folder)


def test_a_link_that_leads_to_itself_is_no_file_of_predictions(tmp_path):
    write(tmp_path, "d/gold.txt", "x\ny")
    write(tmp_path, "d/a.txt", "x\ny")
    (tmp_path / "d/loop.txt").symlink_to("loop.txt")
    assert read_programs(tmp_path / "d") is None
    for read in (read_predictions, lambda folder: read_outputs(folder, None)):
        with pytest.raises(ValueError, match=r"loop\.txt must be readable"):
            read(tmp_path / "d")


def test_a_blank_first_line_is_named_as_such(tmp_path):
    write(tmp_path, "d/gold.txt", "x\ny")
    write(tmp_path, "d/a.txt", "\nx\ny")
    with pytest.raises(ValueError, match="not 3; is its first line one too many, which is blank"):
        read_predictions(tmp_path / "d")


def test_right_answers_in_a_folder_called_so_are_told(tmp_path):
    write(tmp_path, "d/gold/test.txt", "x\ny")
    write(tmp_path, "d/a.txt", "x\ny")
    with pytest.raises(ValueError, match="in a file 'gold', not in a folder 'gold'"):
        read_outputs(tmp_path / "d", None)


@pytest.mark.parametrize(
    "items", [["1.0", "2.0", "10.0"], ["001", "002", "010"], ["10.", "1", "2"]]
)
def test_whole_numbers_name_the_same_items_however_they_are_written(tmp_path, items):
    write(tmp_path, "d/gold.csv", "id,label\n1,x\n2,y\n10,x")
    labels = {1: "x", 2: "y", 10: "y"}
    rows = [f"{item},{labels[int(float(item))]}" for item in reversed(items)]
    write(tmp_path, "d/a.csv", "\n".join(["id,label", *rows]))
    assert read_predictions(tmp_path / "d").systems == {"a": ("x", "y", "y")}
    write(tmp_path, "groups.csv", "\n".join(["id,group", *(f"{item},g{item}" for item in items)]))
    found = read_groups(tmp_path / "groups.csv", ["1", "2", "10"])
    assert found == [f"g{item}" for item in sorted(items, key=float)]


@pytest.mark.parametrize(
    ("known", "items"),
    [(["1", "2"], ["1", "1.0"]), (["1", "1.0"], ["01", "2"]), (["a", "1"], ["a", "1.0"]),
     (["1", "2"], ["1.0", "3.0"]), (["1.5", "2.5"], ["1.50", "2.50"])],
)  # fmt: skip
def test_names_that_cannot_be_told_apart_stay_as_they_are(known, items):
    assert named_alike(items, known) == tuple(items)


def test_what_programs_put_above_and_beside_files(folder):
    for name in ("a.csv", "b.txt"):
        write(folder, name, "label\n" + "\n".join(LABELS))
    for name in ("~$a.xlsx", "a.csv~", "Icon\r"):
        write(folder, name, "no labels")
    assert systems(folder)["a"] == systems(folder)["b"]
    assert list(systems(folder)) == ["a", "b"]
    for content in ("schön".encode("cp1252"), gzip.compress(b"POS"), "POS".encode("utf-16")):
        (folder / "c.csv").write_bytes(content)
        with pytest.raises(ValueError, match="c.csv must be a text file in UTF-8, not packed"):
            systems(folder)
