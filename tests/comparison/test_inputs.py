"""A folder or a table, of predictions or of scores, is told apart by what is in it."""

import re

import numpy as np
import pytest

from labkit.cli.main import main
from labkit.comparison.inputs import items_of, read_groups, read_outputs
from tests.comparison.test_reading import write


def read(path, gold):
    found = read_outputs(path, gold)
    return found.systems, found.gold, found.notes


def test_tables_of_scores_and_of_predictions(tmp_path):
    scores = write(tmp_path, "scores.csv", "system,t1,t2\nA,0.1,0.2\nB,0.3,0.4\n")
    found, gold, notes = read(scores, None)
    assert gold is None and notes == () and found["B"].tolist() == [0.3, 0.4]
    table = write(tmp_path, "labels.csv", "item,A,B\n1,POS,NEG\n2,NEG,NEG\n")
    truth = write(tmp_path, "gold.txt", "POS\nNEG")
    found, gold, _ = read(table, truth)
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")} and gold == ("POS", "NEG")


def test_a_table_with_the_right_answers_in_it(tmp_path):
    table = write(tmp_path, "t.csv", "item,A,gold,B\n1,POS,POS,NEG\n2,NEG,NEG,NEG\n")
    found, gold, _ = read(table, None)
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")} and gold == ("POS", "NEG")
    packed = write(tmp_path, "n.tsv", "item\tA\tgold\n1\t1.5\t2\n2\t1\t3\n")
    found, gold, _ = read(packed, None)
    assert found == {"A": ("1.5", "1")} and gold == ("2", "3")
    with pytest.raises(ValueError, match="not only the right answers"):
        read(write(tmp_path, "g.csv", "item,gold\n1,POS\n2,NEG\n"), None)
    with pytest.raises(ValueError, match="a right answer for each item"):
        read(write(tmp_path, "h.csv", "item,A,gold\n1,POS,\n2,NEG,POS\n"), None)


def test_a_table_as_pandas_writes_it_has_a_column_a_system(tmp_path):
    table = write(tmp_path, "t.csv", "nb,svm,gold\nPOS,POS,POS\nPOS,NEG,NEG\n")
    found, gold, _ = read(table, None)
    assert found == {"nb": ("POS", "POS"), "svm": ("POS", "NEG")} and gold == ("POS", "NEG")
    named = write(tmp_path, "c.csv", "doc,nb,Gold\nd1,POS,POS\nd2,POS,NEG\n")
    assert read(named, None)[0] == {"nb": ("POS", "POS")}
    indexed = write(tmp_path, "i.csv", ",nb,gold\n0,POS,POS\n1,POS,NEG\n")
    assert read(indexed, None)[0] == {"nb": ("POS", "POS")}
    table = write(tmp_path, "u.csv", "nb,svm\n" + "POS,NEG\nNEG,NEG\n" * 8)
    truth = write(tmp_path, "gold.txt", "POS\nNEG\n" * 8)
    assert read(table, truth)[0] == {"nb": ("POS", "NEG") * 8, "svm": ("NEG",) * 16}
    with pytest.raises(ValueError, match="line 3 must have 3 fields"):
        read(write(tmp_path, "w.csv", "nb,svm,gold\nPOS,POS,POS\nPOS,NEG\n"), None)
    with pytest.raises(ValueError, match="not two of one name"):
        read(write(tmp_path, "d.csv", "nb,nb,gold\nPOS,POS,POS\nPOS,NEG,NEG\n"), None)


def test_a_folder_of_scores_needs_no_right_answers(tmp_path):
    write(tmp_path, "s/a.txt", "0.5\n0.25")
    write(tmp_path, "s/b.txt", "1\n0")
    found, gold, _ = read(tmp_path / "s", None)
    assert gold is None and found["a"].tolist() == [0.5, 0.25]


def test_a_first_column_that_counts_is_no_system_without_a_word(tmp_path):
    for word, numbers in {"CASE": "1.00 2.00 3.00", "year": "1999 2003 2010"}.items():
        rows = "".join(f"{number},0.5,0.25\n" for number in numbers.split())
        table = write(tmp_path, "t.csv", f"{word},A,B\n{rows}")
        with pytest.raises(
            ValueError, match=f"what its rows are, 'system' or 'item', not begin with {word}, A, B"
        ):
            read(table, None)
    named = write(tmp_path, "n.csv", f"item,A,B\n{rows}")
    assert list(read(named, None)[0]) == ["A", "B"]
    # Scores that do not grow are scores.
    scores = write(tmp_path, "s.csv", "A,B\n1,0\n0,1\n1,1\n")
    assert list(read(scores, None)[0]) == ["A", "B"]


def test_right_and_wrong_may_be_true_and_false(tmp_path):
    table = write(tmp_path, "t.csv", "item,A,B\n1,TRUE,False\n2,FALSE,False\n")
    found = read(table, None)[0]
    assert {name: right.tolist() for name, right in found.items()} == {"A": [1, 0], "B": [0, 0]}


def test_a_row_for_each_system_and_item_has_columns_of_many_names(tmp_path):
    table = write(tmp_path, "t.csv", "model,doc_id,acc\nA,1,0.5\nB,1,1\nB,2,0\nA,2,0.25\n")
    found = read(table, None)[0]
    assert found["A"].tolist() == [0.5, 0.25] and found["B"].tolist() == [1, 0]
    bare = write(tmp_path, "b.csv", "A,1,0.5\nA,2,1\n")
    with pytest.raises(ValueError, match="one name a system, not two for 'A'"):
        read(bare, None)


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
        read(table, gold)
    for name in ("A", "B", called):
        write(tmp_path / "folder", f"{name}.txt", "1\n0\n1\n1")
    with pytest.raises(ValueError, match=f"not right answers: (give|move) {called}.txt"):
        read(tmp_path / "folder", gold)


def test_right_answers_in_a_folder_of_their_own_are_asked_for(tmp_path):
    for name in ("A", "gold/test"):
        write(tmp_path, f"{name}.txt", "1\n0\n1\n1")
    with pytest.raises(ValueError, match="right answers in a file 'gold', not in a folder 'gold'"):
        read(tmp_path, None)
    assert list(read(tmp_path, tmp_path / "gold" / "test.txt")[0]) == ["A"]


def test_the_file_of_right_answers_may_be_called_anything(tmp_path):
    for name in ("A", "labels"):
        file = write(tmp_path, f"{name}.txt", "1\n0\n1\n1")
    assert list(read(tmp_path, file)[0]) == ["A"]
    table = write(tmp_path / "t", "t.csv", "item,reference,B\n1,0.5,0.7\n2,0.25,0.5\n")
    assert list(read(table, None)[0]) == ["reference", "B"]


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
    found, gold, _ = read(table, write(tmp_path, "gold.csv", NAMED))
    assert found == {"A": ("POS", "NEG", "POS", "POS", "POS"), "B": ("NEG",) * 5}
    assert gold == ("POS", "NEG", "NEG", "POS", "POS")


def test_names_that_say_nothing_of_the_right_answers_leave_the_order(tmp_path):
    labels = ["POS", "NEG", "POS", "POS", "POS"]
    named, plain = write(tmp_path, "gold.csv", NAMED), write(tmp_path, "plain.csv", PLAIN)
    for head, names in (("", "01234"), ("text", "vwxyz"), ("id", "12345")):
        rows = [f"{name},{label},NEG" for name, label in zip(names, labels, strict=True)]
        table = write(tmp_path, "t.csv", "\n".join([f"{head},A,B", *rows]))
        for gold in (named, plain):
            assert read(table, gold)[0]["A"] == tuple(labels), (head, gold)


def test_items_in_an_order_of_their_own_are_refused(tmp_path):
    table = write(tmp_path, "t.csv", "id,A\n2,NEG\n1,POS\n3,POS\n4,POS\n5,NEG\n")
    with pytest.raises(ValueError, match=r"plain\.csv must name its items"):
        read(table, write(tmp_path, "plain.csv", PLAIN))
    table = write(tmp_path, "t.csv", "id,A\nv,NEG\nw,POS\nx,POS\ny,POS\nz,NEG\n")
    with pytest.raises(ValueError, match=r"t\.csv must have the items of .*gold\.csv, not 'v'"):
        read(table, write(tmp_path, "gold.csv", NAMED))


def test_no_column_of_right_labels_is_taken_for_names_of_items(tmp_path):
    table = write(tmp_path, "t.csv", "A,B\nPOS,NEG\nNEG,NEG\n")
    found = read(table, write(tmp_path, "gold.txt", "POS\nNEG"))[0]
    assert found == {"A": ("POS", "NEG"), "B": ("NEG", "NEG")}


def test_texts_beside_predictions_are_no_system_with_right_answers_elsewhere(tmp_path):
    table = write(tmp_path, "t.csv", "text,A,B\nfoo,POS,NEG\nbar,NEG,NEG\n")
    gold = write(tmp_path, "gold.txt", "POS\nNEG")
    assert list(read(table, gold)[0]) == ["A", "B"]
    table = write(tmp_path, "u.csv", "id,text,A,B\n1,foo,POS,NEG\n2,bar,NEG,NEG\n")
    found, _, notes = read(table, gold)
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
    found, right, _ = read(write(tmp_path, name, text), gold)
    assert found == {"nb": ("POS", "POS")} and right == ("POS", "NEG")
    with pytest.raises(ValueError, match="must hold files of predictions, not only the right"):
        read(gold, gold)


@pytest.mark.parametrize("name", ["t.npz", "long.csv"])
def test_right_answers_beside_tables_of_other_kinds_are_asked_for_in_them(tmp_path, name):
    path = write(tmp_path, name, "system,item,prediction\nA,1,POS\nA,2,POS\n")
    with pytest.raises(ValueError, match="or have them in it, as a system or column 'gold'"):
        read(path, write(tmp_path, "gold.txt", "POS\nNEG"))


def test_a_folder_of_true_and_false_says_what_was_right(tmp_path):
    write(tmp_path, "d/a.txt", "True\nFalse\n")
    write(tmp_path, "d/b.txt", "True\nTrue\n")
    found, gold, _ = read(tmp_path / "d", None)
    assert gold is None
    assert {name: list(values) for name, values in found.items()} == {"a": [1, 0], "b": [1, 1]}


@pytest.mark.parametrize("name", ["labels", "y_true", "Y"])
def test_right_answers_in_arrays_are_no_system(tmp_path, name):
    path = tmp_path / "systems.npz"
    np.savez(path, **{name: [1, 0, 1], "nb": [1, 1, 1], "lr": [0, 0, 1]})
    with pytest.raises(ValueError, match=f"must call the right answers 'gold', if '{name}' is"):
        read(path, None)
    np.savez(path, ids=[7, 5, 9], nb=[1, 1, 1], lr=[0, 0, 1])
    with pytest.raises(
        ValueError, match="must name its items in the first .* not as a system 'ids'"
    ):
        read(path, None)
    np.savez(path, gold=[1, 0, 1], nb=[1, 1, 1], lr=[0, 0, 1])
    found, gold, _ = read(path, None)
    assert list(gold) == [1, 0, 1] and list(found) == ["nb", "lr"]


def predicted(path, head, *, gold="11223344", words=False):
    """Write a table with a row for each system and item: a is right on all items but one, b on two."""
    said = {"a": "11223341", "b": "12341141"}
    rows = [
        (s, f"i{n}", p, g, "so so", "0.5")
        for s, each in said.items()
        for n, (p, g) in enumerate(zip(each, gold, strict=True))
    ]
    lines = [",".join(row[: head.count(",") + 1]) for row in rows]
    text = "\n".join([head, *lines])
    return write(path, "long.csv", re.sub(r",(\d)", r",class\1", text) if words else text)


@pytest.mark.parametrize(
    "head",
    [
        "system,item,prediction,gold",
        "Model,QID,Pred,Label",
        "run,topic,y_pred,y_true",
        "method,id,label,reference",
        "classifier,doc_id,predicted_label,label",
        "system,item,predicted,gold,text,probability",
    ],
)
@pytest.mark.parametrize("words", [False, True])
def test_a_row_for_each_prediction_has_its_right_answer_beside_it(tmp_path, capsys, head, words):
    path = predicted(tmp_path, head, words=words)
    assert main(["compare", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "accuracy, n = 8, higher is better" in shown and "1  a  0.88" in shown
    assert main(["compare", str(path), "--metric", "precision"]) == 2
    assert "positive must be the class whose precision is meant" in capsys.readouterr().err
    one = "class1" if words else "1"
    assert main(["compare", str(path), "--metric", "precision", "--positive", one]) == 0
    assert "1  a  0.67" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system,item,prediction\na,1,3\nb,1,4", "the right answers in a column 'gold', beside"),
        ("system,item,label\na,1,3\nb,1,4", "column 'gold', beside the predictions in 'label'"),
        ("system,item,pred,gold\na,1,3,3\nb,1,4,2", "must have the same 'gold' of an item for all"),
        (
            "system,item,pred,gold\na,1,3,3\na,1,4,2",
            "each item of a system once, .*, not a, 1, 4, 2",
        ),
        ("system,item,pred,gold\na,1,3,3\nb,2,4,2", "must have the same items for all systems"),
        ("system,item,ter,bleu\na,1,3,3\nb,1,4,2", "one column of scores, not 'ter' or 'bleu'"),
        ("system,accuracy,f1\na,0.9,0.8\nb,0.7,0.6", "and system, not by metrics: accuracy"),
        (
            "metric,a,b\naccuracy,0.9,0.8\nf1,0.7,0.6",
            "what its rows are, 'system' or 'item', not begin with metric",
        ),
        ("item,a,b\naccuracy,0.9,0.8\nloss,0.7,0.6", "and system, not by metrics: accuracy"),
        ("item,accuracy,loss\n1,0.9,0.8\n2,0.7,0.6", "and system, not by metrics: accuracy, loss"),
        ("system,item,pred,gold\na,1,x,\na,2,y,y\nb,1,x,\nb,2,x,y", "a right answer for each item"),
        ("system,item,pred,gold\na,1,x,x\na,2,,y\nb,1,x,x\nb,2,x,y", "--missing wrong counts"),
        ("item,a,y_test\n1,3,3\n2,4,2", "must call the right answers 'gold', if 'y_test' is"),
    ],
)
def test_a_table_that_would_be_misread_is_refused(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read(write(tmp_path, "t.csv", text), None)


def test_one_of_several_scores_is_chosen_by_the_metric(tmp_path):
    path = write(tmp_path, "t.csv", "system,item,TER,bleu\na,1,3,3\nb,1,4,2")
    found = read_outputs(path, None, metric="ter")
    assert found.described == "mean ter" and found.systems["b"].tolist() == [4]
    counts = write(tmp_path, "c.csv", "system,item,correct,found\na,1,1,2\nb,1,0,2")
    assert read_outputs(counts, None, metric="precision").systems["a"].tolist() == [[1, 2]]


@pytest.mark.parametrize(
    "name", ["y_test", "Y", "gold_labels", "test-labels", "reference", "targets", "ground truth"]
)
def test_a_file_of_right_answers_is_given_back_as_such(tmp_path, capsys, name):
    for each in ("a", "b", name):
        write(tmp_path / "d", f"{each}.txt", "1\n2\n3\n")
    assert main(["compare", str(tmp_path / "d")]) == 2
    gold = f"--gold {tmp_path}/d/{name}.txt"
    assert f"not right answers: give {name}.txt as {gold}" in capsys.readouterr().err
    assert main(["compare", str(tmp_path / "d"), *gold.split(None, 1)]) == 0
    assert "accuracy, n = 3" in capsys.readouterr().out
    for allowed in ("label-smoothing", "y_pred", "true-casing", "test"):
        (tmp_path / "d" / f"{name}.txt").rename(tmp_path / "d" / f"{allowed}.txt")
        name = allowed
        assert list(read(tmp_path / "d", None)[0]) == sorted(["a", "b", allowed])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("csv", "seg,ter\n1,30\n2,40"),
        ("csv", "id,prediction\n1,3\n2,4"),
        ("csv", ",ter\ni1,30\ni2,40"),
        ("txt", "seg ter\n1 30\n2 40"),
        ("jsonl", '{"id": 1, "prediction": 3}'),
        ("jsonl", '{"ter": 3}'),
    ],
)
def test_columns_of_a_folder_are_no_statistics_of_items(tmp_path, name, text):
    for each in "ab":
        write(tmp_path, f"{each}.{name}", text)
    with pytest.raises(ValueError, match=r"--gold FILE"):
        read_outputs(tmp_path, None, metric="ter")


def test_arrays_beside_their_right_answers_are_predictions(tmp_path, capsys):
    np.savez(tmp_path / "x.npz", gold=[3, 1, 2, 3], a=[3, 1, 2, 1], b=[1, 1, 3, 3])
    words = ["compare", str(tmp_path / "x.npz"), "--metric", "recall", "--positive", "3"]
    assert main(words) == 0
    assert "recall of 3, n = 4, higher is better" in capsys.readouterr().out
