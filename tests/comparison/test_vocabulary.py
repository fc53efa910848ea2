"""Columns of predictions beside those of right answers, true and 1, and lists of scored labels."""

import json

import numpy as np
import pandas as pd
import pytest

from labkit.comparison import compare_systems, read_predictions
from labkit.comparison.inputs import read_outputs
from labkit.comparison.vocabulary import in_words_of
from tests.comparison.test_reading import write

GOLD = ["POS", "NEG"] * 4
SAID = ["POS"] * 8


def predicted(folder, name, text):
    write(folder, "p/gold.txt", "\n".join(GOLD))
    write(folder, f"p/{name}", text)
    return read_predictions(folder / "p").systems


def rows(header, *columns):
    table = zip(range(8), *columns, strict=True)
    return "\n".join([header, *(",".join(map(str, row)) for row in table)])


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("id,label,prediction", (GOLD, SAID)),
        ("id,label,predicted_label", (GOLD, SAID)),
        ("id,Predicted Class,true_class", (SAID, GOLD)),
        ("id,gold,label", (GOLD, SAID)),
        ("id,label,target", (SAID, GOLD)),
        ("id,label,y_pred,pred_prob", (GOLD, SAID, [0.9] * 8)),
        ("id,label,score", (SAID, [0.5] * 8)),
    ],
)
def test_the_right_answers_are_never_taken_for_predictions(tmp_path, header, columns):
    assert predicted(tmp_path, "a.csv", rows(header, *columns)) == {"a": tuple(SAID)}
    table = pd.DataFrame(dict(zip(header.split(","), (range(8), *columns), strict=True)))
    lines = table.to_json(orient="records", lines=True)
    assert predicted(tmp_path / "json", "a.jsonl", lines) == {"a": tuple(SAID)}


def test_two_columns_of_labels_are_asked_about(tmp_path):
    with pytest.raises(ValueError, match="'prediction': both 'label' and 'bert' hold labels"):
        predicted(tmp_path, "a.csv", rows("id,label,bert", GOLD, SAID))
    lines = "\n".join(json.dumps({"label": g, "bert": s}) for g, s in zip(GOLD, SAID, strict=True))
    with pytest.raises(ValueError, match="a.jsonl must name its column of predictions"):
        predicted(tmp_path / "json", "a.jsonl", lines)


def test_texts_with_unicode_s_line_separators_are_one_row(tmp_path):
    text = rows("id,text,label", ["a\u2028b\x0bc"] * 8, SAID)
    assert predicted(tmp_path, "a.csv", text) == {"a": tuple(SAID)}


def test_what_a_system_puts_into_folders_is_no_prediction(tmp_path):
    write(tmp_path, "p/Thumbs.db", "x")
    write(tmp_path, "p/desktop.ini", "x")
    assert predicted(tmp_path, "a.txt", "\n".join(SAID)).keys() == {"a"}
    for name in ("a", "b"):
        write(tmp_path, f"scores/{name}.txt", "1\n0")
    write(tmp_path, "scores/Thumbs.db", "x")
    assert read_outputs(tmp_path / "scores", None).systems.keys() == {"a", "b"}


def test_a_column_of_texts_is_no_system(tmp_path):
    table = write(tmp_path, "t.csv", ",text,gold,nb\n0,good,POS,POS\n1,bad,NEG,POS\n")
    read = read_outputs(table, None)
    found, gold, notes = read.systems, read.gold, read.notes
    assert found == {"nb": ("POS", "POS")} and gold == ("POS", "NEG")
    assert notes == ("The column 'text' was read as texts, not as a system.",)
    named = write(tmp_path, "u.csv", "id,text,gold,nb\n0,NEG,POS,POS\n1,NEG,NEG,POS\n")
    assert read_outputs(named, None).systems.keys() == {"text", "nb"}  # a system of this name


@pytest.mark.parametrize(
    ("said", "known", "expected"),
    [
        (("True", "False"), {"1", "0"}, ("1", "0")),
        (("true", None), {"1.0", "0.0"}, ("1.0", None)),
        (("1", "0"), {"True", "False"}, ("True", "False")),
        (("1.0", "0.0"), {"true"}, ("true", "False")),
        (("true", "false"), {"TRUE", "FALSE"}, ("TRUE", "FALSE")),
        (("true", "false"), {"1"}, ("1", "0")),
        (("1", "0"), {"1.0", "0.0"}, ("1", "0")),  # numbers are compared as numbers elsewhere
        (("True", "2"), {"1", "2"}, ("True", "2")),
        (("True", "POS"), {"True", "POS"}, ("True", "POS")),
    ],
)
def test_true_is_said_as_the_right_answers_say_it(said, known, expected):
    assert in_words_of(said, known) == expected


def test_arrays_of_truth_values_and_of_numbers_are_one_vocabulary(tmp_path):
    gold = np.array([1, 0, 1, 1, 0, 0])
    said = gold == np.array([1, 1, 1, 1, 0, 0])  # what a threshold gives
    plain = compare_systems({"a": said.astype(int), "b": 1 - gold}, gold=gold, n_interval=100)
    for truth, values in ((gold, said), (gold == 1, said.astype(float)), (gold == 1, said)):
        found = compare_systems({"a": values, "b": 1 - gold}, gold=truth, n_interval=100)
        assert [one.score for one in found.systems] == [one.score for one in plain.systems]
        assert found.pairs[0].pvalue == plain.pairs[0].pvalue
    write(tmp_path, "gold.txt", "\n".join(map(str, gold)))
    write(tmp_path, "a.json", json.dumps(said.tolist()))
    found = read_predictions(tmp_path).systems["a"]
    assert found == tuple(map(str, said.astype(int)))


def test_predictions_of_other_items_are_refused_and_missing_ones_told():
    said, gold = pd.Series(["POS", "POS", "NEG"]), pd.Series(["POS", "NEG", "NEG"])
    with pytest.raises(ValueError, match="same index, not that of other items"):
        compare_systems({"a": said}, gold=gold[::-1])
    with pytest.raises(ValueError, match=r"outputs\['b'\] must have the same index"):
        compare_systems(
            {"a": pd.Series([1, 2]), "b": pd.Series([1, 2], index=[1, 0])}, higher_is_better=True
        )
    nullable = pd.array([1, None, 0], dtype="Int64")
    found = compare_systems({"a": nullable, "b": [1, 1, 1]}, gold=[1, 1, 0], n_interval=100)
    assert "a has no prediction for 1 item, which counts as wrong." in found.notes
    assert {one.name: one.score for one in found.systems} == {"a": 2 / 3, "b": 2 / 3}


def test_items_in_their_own_orders_need_names_in_the_right_answers(tmp_path):
    write(tmp_path, "p/a.csv", "id,pred\nd2,y\nd1,x\n")
    write(tmp_path, "p/b.csv", "id,pred\nd1,x\nd2,y\n")
    plain = write(tmp_path, "plain.txt", "x\ny\n")
    with pytest.raises(ValueError, match="plain.txt must name its items, as a.csv and b.csv do"):
        read_predictions(tmp_path / "p", plain)
    named = write(tmp_path, "named.csv", "id,gold\nd1,x\nd2,y\n")
    assert set(read_predictions(tmp_path / "p", named).systems.values()) == {("x", "y")}
    write(tmp_path, "p/b.csv", "id,pred\nd2,x\nd1,y\n")
    assert read_predictions(tmp_path / "p", plain).systems["b"] == ("x", "y")
    (tmp_path / "p/a.csv").unlink()
    write(tmp_path, "p/b.csv", "id,pred\n2,x\n3,y\n1,z\n")
    three = write(tmp_path, "plain.txt", "x\ny\nz\n")
    with pytest.raises(ValueError, match="as b.csv does, which does not begin 1, 2, 3"):
        read_predictions(tmp_path / "p", three)


@pytest.mark.parametrize("above", ["", "Unnamed: 0"])
def test_an_index_of_pandas_names_items_where_it_says_anything(tmp_path, above):
    gold = write(tmp_path, "gold.csv", f"{above},label\n0,x\n1,y\n2,z\n")
    plain = write(tmp_path, "plain.txt", "x\ny\nz\n")
    named = write(tmp_path, "named.csv", "id,label\nq7,x\nq8,y\nq9,z\n")
    write(tmp_path, "p/a.csv", f"{above},prediction\n2,z\n0,x\n1,y\n")
    assert read_predictions(tmp_path / "p", gold).systems["a"] == ("x", "y", "z")
    for other, message in ((plain, "must name its items"), (named, "must have the items of")):
        with pytest.raises(ValueError, match=message):
            read_predictions(tmp_path / "p", other)
    write(tmp_path, "p/a.csv", f"{above},prediction\n0,x\n1,y\n2,z\n")
    for right in (gold, plain, named):
        assert read_predictions(tmp_path / "p", right).systems["a"] == ("x", "y", "z")


def test_one_word_in_two_spellings_of_unicode(tmp_path):
    write(tmp_path, "p/gold.txt", "schön\nx")
    write(tmp_path, "p/a.txt", "scho\u0308n\nx")
    assert read_predictions(tmp_path / "p").systems == {"a": ("schön", "x")}
    found = compare_systems({"a": ["scho\u0308n", "x"]}, gold=["schön", "x"], n_interval=100)
    assert found.systems[0].score == 1


def test_a_folder_of_words_asks_for_the_right_answers(tmp_path):
    write(tmp_path, "a.txt", "\n".join(GOLD))
    with pytest.raises(ValueError, match=r"predictions such as 'NEG'.* --gold FILE"):
        read_outputs(tmp_path, None)
    write(tmp_path, "a.txt", "nan\n0.5")
    with pytest.raises(ValueError, match=r"numbers only, not 'nan'"):
        read_outputs(tmp_path, None)


def test_numbers_that_are_no_class_are_told(tmp_path):
    stars = {"a": [4.7, 2, 3], "b": [5, 2, 2]}
    found = compare_systems(stars, gold=[5, 2, 3], n_interval=100)
    assert "a predicts 4.7 (once), never a right answer: wrong." in found.notes
    found = compare_systems(stars, "mae", gold=[5, 2, 3], n_interval=100)
    assert not any("predicts" in note for note in found.notes)
    with pytest.raises(ValueError, match="a must predict the classes .*, not 0.25, 0.5; of prob"):
        compare_systems({"a": [0.25, 0.5, 1]}, gold=[1, 0, 1])
