"""A folder or a table, of predictions or of scores, is told apart by what is in it."""

import numpy as np
import pytest

from labkit.comparison.inputs import items_of, read_groups, read_outputs
from tests.comparison.test_reading import write


def test_tables_of_scores_and_of_predictions(tmp_path):
    scores = write(tmp_path, "scores.csv", "system,t1,t2\nA,0.1,0.2\nB,0.3,0.4\n")
    found, gold, notes = read_outputs(scores, None)
    assert gold is None and notes == () and found["B"].tolist() == [0.3, 0.4]
    table = write(tmp_path, "labels.csv", "item,A,B\n1,POS,NEG\n2,NEG,NEG\n")
    truth = write(tmp_path, "gold.txt", "POS\nNEG")
    found, gold, _ = read_outputs(table, truth)
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")} and gold == ("POS", "NEG")


def test_a_table_with_the_right_answers_in_it(tmp_path):
    table = write(tmp_path, "t.csv", "item,A,gold,B\n1,POS,POS,NEG\n2,NEG,NEG,NEG\n")
    found, gold, _ = read_outputs(table, None)
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")} and gold == ("POS", "NEG")
    packed = write(tmp_path, "n.tsv.gz", "item\tA\tgold\n1\t1.5\t2\n2\t1\t3\n")
    found, gold, _ = read_outputs(packed, None)
    assert found == {"A": ("1.5", "1")} and gold == ("2", "3")
    with pytest.raises(ValueError, match="not only the right answers"):
        read_outputs(write(tmp_path, "g.csv", "item,gold\n1,POS\n2,NEG\n"), None)
    with pytest.raises(ValueError, match="a right answer for each item"):
        read_outputs(write(tmp_path, "h.csv", "item,A,gold\n1,POS,\n2,NEG,POS\n"), None)


def test_a_table_as_pandas_writes_it_has_a_column_a_system(tmp_path):
    table = write(tmp_path, "t.csv", "nb,svm,gold\nPOS,POS,POS\nPOS,NEG,NEG\n")
    found, gold, _ = read_outputs(table, None)
    assert found == {"nb": ("POS", "POS"), "svm": ("POS", "NEG")} and gold == ("POS", "NEG")
    named = write(tmp_path, "c.csv", "doc,nb,Gold\nd1,POS,POS\nd2,POS,NEG\n")
    assert read_outputs(named, None)[0] == {"nb": ("POS", "POS")}
    indexed = write(tmp_path, "i.csv", ",nb,gold\n0,POS,POS\n1,POS,NEG\n")
    assert read_outputs(indexed, None)[0] == {"nb": ("POS", "POS")}
    table = write(tmp_path, "u.csv", "nb,svm\n" + "POS,NEG\nNEG,NEG\n" * 8)
    truth = write(tmp_path, "gold.txt", "POS\nNEG\n" * 8)
    assert read_outputs(table, truth)[0] == {"nb": ("POS", "NEG") * 8, "svm": ("NEG",) * 16}
    with pytest.raises(ValueError, match="line 3 must have 3 fields"):
        read_outputs(write(tmp_path, "w.csv", "nb,svm,gold\nPOS,POS,POS\nPOS,NEG\n"), None)
    with pytest.raises(ValueError, match="not two of one name"):
        read_outputs(write(tmp_path, "d.csv", "nb,nb,gold\nPOS,POS,POS\nPOS,NEG,NEG\n"), None)


def test_a_folder_of_scores_needs_no_right_answers(tmp_path):
    write(tmp_path, "s/a.txt", "0.5\n0.25")
    write(tmp_path, "s/b.txt", "1\n0")
    found, gold, _ = read_outputs(tmp_path / "s", None)
    assert gold is None and found["a"].tolist() == [0.5, 0.25]


def test_a_first_column_that_counts_is_no_system_without_a_word(tmp_path):
    for word, numbers in {"CASE": "1.00 2.00 3.00", "year": "1999 2003 2010"}.items():
        rows = "".join(f"{number},0.5,0.25\n" for number in numbers.split())
        table = write(tmp_path, "t.csv", f"{word},A,B\n{rows}")
        with pytest.raises(ValueError, match=f"'item' if it names the items, .* of '{word}'"):
            read_outputs(table, None)
    named = write(tmp_path, "n.csv", f"item,A,B\n{rows}")
    assert list(read_outputs(named, None)[0]) == ["A", "B"]
    # Scores that do not grow are scores.
    scores = write(tmp_path, "s.csv", "A,B\n1,0\n0,1\n1,1\n")
    assert list(read_outputs(scores, None)[0]) == ["A", "B"]


def test_right_and_wrong_may_be_true_and_false(tmp_path):
    table = write(tmp_path, "t.csv", "item,A,B\n1,TRUE,False\n2,FALSE,False\n")
    found = read_outputs(table, None)[0]
    assert {name: right.tolist() for name, right in found.items()} == {"A": [1, 0], "B": [0, 0]}


def test_a_row_for_each_system_and_item_has_columns_of_many_names(tmp_path):
    table = write(tmp_path, "t.csv", "model,doc_id,acc\nA,1,0.5\nB,1,1\nB,2,0\nA,2,0.25\n")
    found = read_outputs(table, None)[0]
    assert found["A"].tolist() == [0.5, 0.25] and found["B"].tolist() == [1, 0]
    bare = write(tmp_path, "b.csv", "A,1,0.5\nA,2,1\n")
    with pytest.raises(ValueError, match="needs a header, such as: system, item, score"):
        read_outputs(bare, None)


def test_groups(tmp_path):
    assert read_groups(write(tmp_path, "g.txt", "document\nd1\nd1\nd2\n")) == ["d1", "d1", "d2"]
    assert read_groups(write(tmp_path, "g.csv", "id,group\n1,x\n2,y")) == ["x", "y"]
    with pytest.raises(ValueError, match="not none for item 2"):
        read_groups(write(tmp_path, "h.txt", "x\n\ny"))
    assert np.array(read_groups(write(tmp_path, "n.txt", "1\n1\n2"))).shape == (3,)


@pytest.mark.parametrize("called", ["y_true", "label", "Target", "ground_truth"])
@pytest.mark.parametrize("given", [False, True])
def test_right_answers_are_no_system(tmp_path, called, given):
    gold = write(tmp_path, "right.txt", "1\n0\n1\n0") if given else None
    rows = "1,1,1,0\n2,0,0,1\n3,1,1,1\n4,0,0,1\n"
    table = write(tmp_path, "t.csv", f"id,{called},A,B\n{rows}")
    with pytest.raises(ValueError, match=f"must call the right answers 'gold', if '{called}' is"):
        read_outputs(table, gold)
    for name in ("A", "B", called):
        write(tmp_path / "folder", f"{name}.txt", "1\n0\n1\n1")
    with pytest.raises(ValueError, match=f"must call the right answers 'gold', if '{called}' is"):
        read_outputs(tmp_path / "folder", gold)


def test_right_answers_in_a_folder_of_their_own_are_asked_for(tmp_path):
    for name in ("A", "gold/test"):
        write(tmp_path, f"{name}.txt", "1\n0\n1\n1")
    with pytest.raises(ValueError, match="right answers in a file 'gold', not in a folder 'gold'"):
        read_outputs(tmp_path, None)
    assert list(read_outputs(tmp_path, tmp_path / "gold" / "test.txt")[0]) == ["A"]


def test_the_file_of_right_answers_may_be_called_anything(tmp_path):
    for name in ("A", "labels"):
        file = write(tmp_path, f"{name}.txt", "1\n0\n1\n1")
    assert list(read_outputs(tmp_path, file)[0]) == ["A"]
    table = write(tmp_path / "t", "t.csv", "item,reference,B\n1,0.5,0.7\n2,0.25,0.5\n")
    assert list(read_outputs(table, None)[0]) == ["reference", "B"]


def test_groups_are_brought_into_the_order_of_the_items(tmp_path):
    named = write(tmp_path, "g.csv", "id,group\n3,x\n1,y\n2,y\n")
    assert read_groups(named, ("1", "2", "3")) == ["y", "y", "x"]
    for items, strange in ((("1", "2"), "3"), (("1", "2", "3", "4"), "4")):
        with pytest.raises(ValueError, match=f"a group for each item, and no others: '{strange}'"):
            read_groups(named, items)
    with pytest.raises(ValueError, match=r"g\.csv does, which does not begin 1, 2, 3"):
        read_groups(named)
    assert read_groups(write(tmp_path, "l.txt", "x\ny\ny"), ("3", "1", "2")) == ["x", "y", "y"]


def test_the_names_of_items_come_from_the_right_answers(tmp_path):
    text = "id,gold\n3,POS\n1,NEG\n2,POS\n"
    gold = write(tmp_path, "elsewhere.csv", text)
    write(tmp_path / "folder", "gold.csv", text)
    write(tmp_path / "bare", "A.txt", "POS")
    table = write(tmp_path, "t.csv", text.replace("gold", "gold,A").replace("S\n", "S,POS\n").replace("G\n", "G,POS\n"))  # fmt: skip
    assert (
        items_of(tmp_path / "bare", gold) == items_of(tmp_path / "folder", None) == ("3", "1", "2")
    )
    assert items_of(table, None) == ("3", "1", "2")
    assert items_of(tmp_path / "bare", None) is None
    assert items_of(write(tmp_path, "s.csv", "system,t1\nA,1\n"), None) is None
    assert items_of(write(tmp_path, "s.npz", ""), None) is None


NAMED = "id,label\n1,POS\n2,NEG\n3,NEG\n4,POS\n5,POS\n"
PLAIN = "\n".join(line.partition(",")[2] for line in NAMED.split("\n"))


@pytest.mark.parametrize("ids", [[2, 1, 3, 4, 5], ["2.0", "1.0", "3.0", "4.0", "5.0"]])
@pytest.mark.parametrize("rows", ["items", "systems"])
def test_a_table_that_names_its_items_is_brought_into_the_order_of_the_right_answers(
    tmp_path, ids, rows
):
    columns = [("id", *ids), ("A", "NEG", "POS", "POS", "POS", "POS"), ("B", *["NEG"] * 5)]
    if rows == "systems":
        columns = [("system", *ids), *columns[1:]]
    lines = zip(*columns, strict=True) if rows == "items" else columns
    table = write(tmp_path, "t.csv", "\n".join(",".join(map(str, line)) for line in lines))
    found, gold, _ = read_outputs(table, write(tmp_path, "gold.csv", NAMED))
    assert found == {"A": ("POS", "NEG", "POS", "POS", "POS"), "B": ("NEG",) * 5}
    assert gold == ("POS", "NEG", "NEG", "POS", "POS")


def test_names_that_say_nothing_of_the_right_answers_leave_the_order(tmp_path):
    labels = ["POS", "NEG", "POS", "POS", "POS"]
    named, plain = write(tmp_path, "gold.csv", NAMED), write(tmp_path, "plain.csv", PLAIN)
    for head, names in (("", "01234"), ("text", "vwxyz"), ("id", "12345")):
        rows = [f"{name},{label},NEG" for name, label in zip(names, labels, strict=True)]
        table = write(tmp_path, "t.csv", "\n".join([f"{head},A,B", *rows]))
        for gold in (named, plain):
            assert read_outputs(table, gold)[0]["A"] == tuple(labels), (head, gold)


def test_items_in_an_order_of_their_own_are_refused(tmp_path):
    table = write(tmp_path, "t.csv", "id,A\n2,NEG\n1,POS\n3,POS\n4,POS\n5,NEG\n")
    with pytest.raises(ValueError, match=r"plain\.csv must name its items"):
        read_outputs(table, write(tmp_path, "plain.csv", PLAIN))
    table = write(tmp_path, "t.csv", "id,A\nv,NEG\nw,POS\nx,POS\ny,POS\nz,NEG\n")
    with pytest.raises(ValueError, match=r"t\.csv must have the items of .*gold\.csv, not 'v'"):
        read_outputs(table, write(tmp_path, "gold.csv", NAMED))


def test_no_column_of_right_labels_is_taken_for_names_of_items(tmp_path):
    table = write(tmp_path, "t.csv", "A,B\nPOS,NEG\nNEG,NEG\n")
    found = read_outputs(table, write(tmp_path, "gold.txt", "POS\nNEG"))[0]
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")}


def test_texts_beside_predictions_are_no_system_with_right_answers_elsewhere(tmp_path):
    table = write(tmp_path, "t.csv", "text,A,B\nfoo,POS,NEG\nbar,NEG,NEG\n")
    gold = write(tmp_path, "gold.txt", "POS\nNEG")
    assert list(read_outputs(table, gold)[0]) == ["A", "B"]
    table = write(tmp_path, "u.csv", "id,text,A,B\n1,foo,POS,NEG\n2,bar,NEG,NEG\n")
    found, _, notes = read_outputs(table, gold)
    assert list(found) == ["A", "B"] and "'text' was read as texts" in notes[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nb.txt", "POS\nPOS\n"),
        ("nb.csv", "prediction\nPOS\nPOS\n"),
        ("nb.jsonl", '{"prediction": "POS"}\n{"prediction": "POS"}\n'),
    ],
)
def test_the_file_of_one_system_is_read_beside_the_right_answers(tmp_path, name, text):
    gold = write(tmp_path, "gold.txt", "POS\nNEG")
    write(tmp_path, "other.bin", "x")
    found, right, _ = read_outputs(write(tmp_path, name, text), gold)
    assert found == {"nb": ("POS", "POS")} and right == ("POS", "NEG")
    with pytest.raises(ValueError, match="must hold files of predictions, not only the right"):
        read_outputs(gold, gold)


@pytest.mark.parametrize("name", ["t.npz", "t.parquet", "long.csv"])
def test_right_answers_beside_tables_of_other_kinds_are_asked_for_in_them(tmp_path, name):
    path = write(tmp_path, name, "system,item,prediction\nA,1,POS\nA,2,POS\n")
    with pytest.raises(ValueError, match="or have them in it, as a system 'gold'"):
        read_outputs(path, write(tmp_path, "gold.txt", "POS\nNEG"))


def test_a_folder_of_true_and_false_says_what_was_right(tmp_path):
    write(tmp_path, "d/a.txt", "True\nFalse\n")
    write(tmp_path, "d/b.txt", "True\nTrue\n")
    found, gold, _ = read_outputs(tmp_path / "d", None)
    assert gold is None
    assert {name: list(values) for name, values in found.items()} == {"a": [1, 0], "b": [1, 1]}


@pytest.mark.parametrize("name", ["labels", "y_true", "Y"])
def test_right_answers_in_arrays_are_no_system(tmp_path, name):
    path = tmp_path / "systems.npz"
    np.savez(path, **{name: [1, 0, 1], "nb": [1, 1, 1], "lr": [0, 0, 1]})
    with pytest.raises(ValueError, match=f"must call the right answers 'gold', if '{name}' is"):
        read_outputs(path, None)
    np.savez(path, ids=[7, 5, 9], nb=[1, 1, 1], lr=[0, 0, 1])
    with pytest.raises(
        ValueError, match="must name its items in the first .* not as a system 'ids'"
    ):
        read_outputs(path, None)
    np.savez(path, gold=[1, 0, 1], nb=[1, 1, 1], lr=[0, 0, 1])
    found, gold, _ = read_outputs(path, None)
    assert gold is None  # compared already
    assert {name: each.tolist() for name, each in found.items()} == {
        "nb": [1, 0, 1],
        "lr": [0, 1, 1],
    }
