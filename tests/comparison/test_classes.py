"""A column for each class with the score that a system gives it: the highest is what it predicts."""

import json

import pytest

from labkit.comparison.reading import read_predictions
from tests.comparison.test_reading import write

GOLD = "id,label\n1,neg\n2,pos\n3,pos\n4,neg\n"
#: Of neg and pos, in another order than the right answers.
SCORES = "4,0.6,0.4\n1,0.1,0.9\n2,0.8,0.2\n3,-0.3,0.7\n"
SAID = ("pos", "neg", "pos", "neg")
NOTE = "Of a column for each class, the class with the highest score was read: a."


def read(folder, text, gold=GOLD, end=".csv", **options):
    write(folder, "d/gold.csv", gold)
    write(folder, f"d/a{end}", text)
    return read_predictions(folder / "d", **options)


@pytest.mark.parametrize(
    "head", ["id,neg,pos", "id,prob_neg,prob_pos", "id,Logit neg,Logit pos", "id,Neg,Pos"]
)
def test_the_class_with_the_highest_score_is_read_and_said(tmp_path, head):
    found = read(tmp_path, f"{head}\n{SCORES}")
    assert found.systems == {"a": SAID}
    assert found.notes == (NOTE,)


def test_a_column_of_ones_for_the_first_class_is_no_column_of_predictions(tmp_path):
    gold = "id,label\n1,0\n2,1\n3,1\n"
    found = read(tmp_path, "id,pred_0,pred_1\n1,1,0\n2,0,1\n3,1,0\n", gold)
    assert found.systems == {"a": ("0", "1", "0")}


def test_columns_of_classes_may_be_keys(tmp_path):
    rows = [
        dict(zip(("id", "neg", "pos"), line.split(","), strict=True)) for line in SCORES.split()
    ]
    text = "\n".join(map(json.dumps, rows))
    assert read(tmp_path, text, end=".jsonl").systems == {"a": SAID}


@pytest.mark.parametrize("key", ["probs", "logits"])
def test_an_object_of_scores_by_class_gives_the_best(tmp_path, key):
    rows = [{"id": 1, key: {"neg": 0.1, "pos": 0.9}}, {"id": 2, key: {"neg": 2, "pos": -1.5}}]
    found = read(tmp_path, json.dumps(rows), "id,label\n1,neg\n2,pos\n", ".json")
    assert found.systems == {"a": ("pos", "neg")}


def test_an_item_s_own_label_comes_before_its_scores(tmp_path):
    rows = [{"id": n, "probs": {"neg": 1, "pos": 0}, "prediction": "pos"} for n in (1, 2)]
    found = read(tmp_path, json.dumps(rows), "id,label\n1,neg\n2,pos\n", ".json")
    assert found.systems == {"a": ("pos", "pos")}


def test_an_item_s_list_of_scored_labels_gives_the_best(tmp_path):
    scored = [{"label": "neg", "score": 0.25}, {"label": "pos", "score": 0.75}]
    rows = [{"id": n, "prediction": scored} for n in (1, 2)]
    found = read(tmp_path, json.dumps(rows), "id,label\n1,neg\n2,pos\n", ".json")
    assert found.systems == {"a": ("pos", "pos")}


def test_a_column_of_predictions_comes_before_those_of_classes(tmp_path):
    text = "id,prediction,neg,pos\n1,pos,1,0\n2,pos,1,0\n3,pos,1,0\n4,pos,1,0\n"
    found = read(tmp_path, text)
    assert found.systems == {"a": ("pos",) * 4}
    assert found.notes == ()


def test_an_item_without_scores_has_no_prediction(tmp_path):
    text = f"id,neg,pos\n{SCORES}".replace("0.1,0.9", ",")
    assert read(tmp_path, text, missing="wrong").systems == {"a": (None, *SAID[1:])}
    with pytest.raises(ValueError, match="none for item '1'"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("head", "rows", "objection"),
    [
        ("id,neg,pos", SCORES.replace("0.6,0.4", "0.5,0.5"), "one highest score for item 1"),
        ("id,neg,pos", SCORES.replace("0.6,0.4", "0.5,"), "for each class or for none for item 1"),
        ("id,loss_neg,loss_pos", SCORES, "a header that names the column of labels"),
        ("id,neg,other", SCORES, "a header that names the column of labels"),
        ("id,pos,neu,neg", "1,1,2,3\n2,1,2,3\n3,1,3,2\n4,1,2,3\n", "a header that names the column"),
        ("id,pred_x,pred_y", "1,neg,pos\n2,pos,pos\n3,neg,neg\n4,neg,pos\n", "both 'pred_x' and"),
        ("id,label,neg,pos", "1,neg,1,0\n2,pos,1,0\n3,pos,0,1\n4,neg,1,0\n", "'label' and the class"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused(tmp_path, head, rows, objection):
    with pytest.raises(ValueError, match=objection):
        read(tmp_path, f"{head}\n{rows}")


def test_of_several_columns_of_predictions_the_one_with_labels_is_read(tmp_path):
    rows = "1,9.5,neg,x\n2,1,pos,x\n3,0.5,pos,x\n4,3,pos,x\n"
    found = read(tmp_path, f"id,pred_score,pred_name,predictor\n{rows}")
    assert found.systems == {"a": ("neg", "pos", "pos", "pos")}
    again = read(tmp_path, "id,pred_id,pred_name\n1,neg,neg\n2,pos,pos\n3,neg,neg\n4,neg,neg\n")
    assert again.systems == {"a": ("neg", "pos", "neg", "neg")}
