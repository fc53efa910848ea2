"""What systems predicted is read as it was meant, or refused with what was seen and what to do."""

import json
import os
import re
import shlex

import numpy as np
import pandas as pd
import pytest

from labkit.cli import main
from labkit.comparison.read import BEGINS_WITH_0, read_groups, read_predictions

GOLD = ["POS", "NEG", "POS", "NEG"]
LABELS = ["POS", "POS", "POS", "NEG"]
LINES, RIGHT = "\n".join(LABELS), "\n".join(GOLD)


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def table(head, *columns, between=","):
    rows = [head.split(","), *zip(*columns, strict=True)]
    return "\n".join(between.join(map(str, row)) for row in rows) + "\n"


def objects(head, *columns):
    rows = [dict(zip(head.split(","), row, strict=True)) for row in zip(*columns, strict=True)]
    return "\n".join(map(json.dumps, rows)) + "\n"


def save(folder, files):
    for name, content in files.items():
        if isinstance(content, dict):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            np.savez(folder / name, **content)
        else:
            write(folder, name, content)


def read(folder, files, path="", gold=None, **how):
    """Write files and read the path among them."""
    save(folder, files)
    return read_predictions(folder / path, gold and folder / gold, **how)


IDS = [7, 3, 5, 1]
TURNED = IDS[::-1], LABELS[::-1]

#: Files of one system a, and the right answers: what both mean is LABELS and GOLD.
SAME = {
    "no suffix": ({"gold": RIGHT, "a": LINES + "\n"}),
    "crlf": ({"gold.txt": RIGHT, "a.txt": LINES.replace("\n", "\r\n") + "\r\n"}),
    "mark": ({"gold.txt": "\ufeff" + RIGHT, "a.txt": "\ufeff" + LINES}),
    "blanks": ({"gold.txt": RIGHT + "\n\n", "a.txt": "\n".join(f" {x}\t" for x in LABELS) + "\n\n \n"}),
    "litter": ({"gold.txt": RIGHT, "a.txt": LINES, "README.md": "x", ".x/b.txt": "x"}),
    "one column": ({"gold.csv": "label\n" + RIGHT, "a.csv": "prediction\n" + LINES}),
    "ids": ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("ID,Prediction", *TURNED)}),
    "other word": ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("item,found", *TURNED)}),
    "tabs": ({"gold.tsv": table("id,gold", IDS, GOLD, between="\t"), "a.tsv": table("guid,y_pred", *TURNED, between="\t")}),
    "semicolons": ({"gold.csv": table("id,gold", IDS, GOLD, between=";"), "a.csv": table("id,pred", *TURNED, between=";")}),
    "objects": ({"gold.jsonl": objects("id,gold", IDS, GOLD), "a.jsonl": objects("doc_id,label", *TURNED)}),
    "kinds": ({"gold.jsonl": objects("id,gold", IDS, GOLD), "a.csv": table("id,label", *TURNED)}),
    "more columns": ({"gold.csv": table("id,text,label", IDS, "abcd", GOLD), "a.csv": table("id,text,prediction,probability", IDS[::-1], "wxyz", LABELS[::-1], "5555")}),
    "texts": ({"gold.csv": table("text,label", "abcd", GOLD), "a.csv": table("sentence,pred", "dcba", LABELS[::-1])}),
    "counted": ({"gold.txt": RIGHT, "a.csv": table("id,label", range(1, 5), LABELS)}),
    "index": ({"gold.txt": RIGHT, "a.csv": table(",prediction", range(4), LABELS)}),
    "index of R": ({"gold.txt": RIGHT, "a.csv": table('"","x"', ['"1"', '"2"', '"3"', '"4"'], LABELS)}),
    "beside": ({"a.csv": table("id,gold,prediction", IDS, GOLD, LABELS)}),
    "beside as label": ({"a.csv": table("label,y_pred", GOLD, LABELS)}),
    "beside as target": ({"a.jsonl": objects("id,label,target", IDS, LABELS, GOLD)}),
    "beside and apart": ({"gold.csv": table("id,gold", IDS, GOLD), "a.csv": table("id,gold,label", IDS[::-1], GOLD[::-1], LABELS[::-1])}),
}  # fmt: skip


@pytest.mark.parametrize("form", SAME)
def test_each_form_gives_the_same_labels(tmp_path, form):
    found = read(tmp_path, SAME[form])
    assert found.systems == {"a": LABELS} and found.gold == GOLD and found.notes == ()


PLAIN = {"A": ["POS", "NEG"], "B": ["NEG", "NEG"]}
#: Files, path, right answers, then systems and right answers.
TABLES = [
    ({"t.csv": "item,A,B\n1,POS,NEG\n2,NEG,NEG\n", "g.txt": "POS\nNEG"}, "t.csv", "g.txt"),
    ({"t.csv": "item,A,B\n2,NEG,NEG\n1,POS,NEG\n", "g.csv": "id,label\n1,POS\n2,NEG"}, "t.csv", "g.csv"),
    ({"t.csv": "system,1,2\nA,POS,NEG\nB,NEG,NEG\n", "g.csv": "id,label\n1,POS\n2,NEG"}, "t.csv", "g.csv"),
    ({"t.csv": "item,A,gold,B\n1,POS,POS,NEG\n2,NEG,NEG,NEG\n"}, "t.csv", None),
    ({"t.csv": ",A,Gold,B\n0,POS,POS,NEG\n1,NEG,NEG,NEG\n"}, "t.csv", None),
    ({"t.csv": "system,item,prediction,gold\nA,1,POS,POS\nB,2,NEG,NEG\nB,1,NEG,POS\nA,2,NEG,NEG\n"}, "t.csv", None),
    ({"t.csv": "Model,QID,label,y_true,text\nA,1,POS,POS,x\nB,1,NEG,POS,x\nB,2,NEG,NEG,x\nA,2,NEG,NEG,x\n"}, "t.csv", None),
    ({"t.npz": {"A": ["POS", "NEG"], "B": ["NEG", "NEG"], "gold": ["POS", "NEG"]}}, "t.npz", None),
    ({"t.npz": {"A": ["POS", "NEG"], "B": ["NEG", "NEG"]}, "g.txt": "POS\nNEG"}, "t.npz", "g.txt"),
    ({"d/A.txt": "POS\nNEG", "d/B.txt": "NEG\nNEG", "d/right.txt": "POS\nNEG"}, "d", "d/right.txt"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "path", "gold"), TABLES)
def test_tables_of_several_systems(tmp_path, files, path, gold):
    found = read(tmp_path, files, path, gold)
    assert found.systems == PLAIN and found.gold == ["POS", "NEG"]


@pytest.mark.parametrize(("name", "text"), [("nb.txt", LINES), ("nb.csv", "prediction\n" + LINES), ("nb.jsonl", objects("id,label", range(4), LABELS))])  # fmt: skip
def test_the_file_of_one_system_is_read_beside_the_right_answers(tmp_path, name, text):
    found = read(tmp_path, {name: text, "gold.txt": RIGHT}, name, "gold.txt")
    assert found.systems == {"nb": LABELS}


#: Files, path and options; scores, and what they are.
SCORES = [
    ({"t.csv": "system,t1,t2\nA,0.1,0.2\nB,0.3,0.4\n"}, "t.csv", {}, {"A": [0.1, 0.2], "B": [0.3, 0.4]}, None),
    ({"t.csv": "model,doc_id,acc\nA,1,0.5\nB,2,0\nB,1,1\nA,2,0.25\n"}, "t.csv", {}, {"A": [0.5, 0.25], "B": [1, 0]}, "mean acc"),
    ({"t.csv": "system,item,TER,bleu\nA,1,3,5\nB,1,4,2\n"}, "t.csv", {"metric": "ter"}, {"A": [3], "B": [4]}, "mean TER"),
    ({"t.csv": "system,item,score\nA,1,3\nB,1,4\n"}, "t.csv", {"metric": "ter"}, {"A": [3], "B": [4]}, "ter"),
    ({"t.csv": "system,item,correct,words\nA,1,1,2\nA,2,2,2\nB,2,1,2\nB,1,0,2\n"}, "t.csv", {"metric": "precision"}, {"A": [[1, 2], [2, 2]], "B": [[0, 2], [1, 2]]}, "precision"),
    ({"t.csv": "system,item,correct,guessed,gold\nA,1,1,2,2\n"}, "t.csv", {"metric": "f1"}, {"A": [[1, 2, 2]]}, "f1"),
    ({"d/a.txt": "0.5\n0.25", "d/b.txt": "1\n0"}, "d", {}, {"a": [0.5, 0.25], "b": [1, 0]}, None),
    ({"d/a.txt": "True\nfalse", "d/b.txt": "True\nTrue"}, "d", {}, {"a": [1, 0], "b": [1, 1]}, None),
    ({"d/a.csv": "id,wer\nx,1\ny,2", "d/b.csv": "id,wer\ny,4\nx,3"}, "d", {}, {"a": [1, 2], "b": [3, 4]}, "mean wer"),
    ({"d/a.jsonl": objects("doc_id,doc,target,acc,acc_norm", [1, 2], [{"q": "?"}, {}], "BA", [1.0, 0], [0, 0])}, "d", {"metric": "acc"}, {"a": [1, 0]}, "mean acc"),
    ({"t.npz": {"a": [0.5, 0.25], "b": [1.0, 0.0]}}, "t.npz", {}, {"a": [0.5, 0.25], "b": [1, 0]}, None),
    ({"t.npz": {"a": [[1, 2], [0, 1]]}}, "t.npz", {"metric": "precision"}, {"a": [[1, 2], [0, 1]]}, "precision"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "path", "how", "scores", "metric"), SCORES)
def test_scores(tmp_path, files, path, how, scores, metric):
    found = read(tmp_path, files, path, **how)
    assert {name: each.tolist() for name, each in found.systems.items()} == scores
    assert (found.gold, found.metric) == (None, metric)


HEADED = "label\n" + "POS\nNEG\nNEG\nPOS\nPOS\n"
BESIDE = table("id,prediction,gold", IDS, LABELS, GOLD)
TREC = "".join(f"301 Q0 D{n} {n} {9 - n}.5 bm25\n" for n in range(6))
PARSE = "".join(f"{n}\tw\tw\tX\tX\t_\t0\troot\t_\t_\n" for n in range(1, 6))
EVALUATION = "".join(f"map    \t{n}\t0.{n}\n" for n in range(1, 6))
TRANSLATED = "Das ist ein Haus\nEs ist rot\nJa doch\nUnd so weiter\n"

#: What would be misread: files, path, right answers, options, and what is said.
REFUSED = [
    # the right answers
    ({"d/a.csv": BESIDE, "d/b.csv": BESIDE}, "d", "d/a.csv", {}, r"gold must hold right answers only, not id, prediction, gold: .* leave --gold out"),
    ({"d/a.csv": BESIDE, "d/b.csv": BESIDE.replace("NEG,POS", "NEG,NEG").replace("POS,NEG", "POS,POS")}, "d", None, {}, "one right answer for each item, the same in all files, not as for item 3"),
    ({"gold.txt": "POS\n\nNEG", "a.txt": "x"}, "", None, {}, "a right answer for each item.*|one right answer for each item, .* item 2"),
    ({"gold.txt": RIGHT}, "", None, {}, "must hold predictions, not only the right answers"),
    ({"a.txt": LINES, "y_test.txt": RIGHT}, "", None, {}, "no right answers as a system 'y_test': call them 'gold', or give them by --gold"),
    ({"a.txt": LINES, "gold/test.txt": RIGHT}, "", None, {}, "a system 'gold/test'"),
    ({"d/a.txt": LINES, "d/gold.txt": RIGHT, "g.txt": RIGHT}, "d", "g.txt", {}, "a system 'gold'"),
    ({"t.csv": "item,a,Ground Truth\n1,3,3\n2,4,2"}, "t.csv", None, {}, r"a system 'Ground Truth': .*\n  in pandas, table.rename"),
    ({"t.npz": {"labels": [1, 0, 1], "nb": [1, 1, 1]}}, "t.npz", None, {}, "a system 'labels'"),
    ({"a.txt": LINES}, "", "none.txt", {}, "No such file"),
    # what is missing, and headers
    ({"gold.txt": RIGHT, "a.txt": "POS\n\nPOS\nNEG"}, "", None, {}, "a must have a prediction for each item, not none for item 2; --missing wrong"),
    ({"gold.txt": RIGHT, "a.txt": "POS\nNA\nPOS\nnan"}, "", None, {}, "not none for item 2; --missing wrong"),
    ({"gold.txt": RIGHT, "a.txt": "POS\nNEG\nPOS\n"}, "", None, {"missing": "wrong"}, "a must have the items of gold: 3 is in one of them only .4 and 3 items."),
    ({"gold.txt": RIGHT, "a.txt": "label\n" + LINES}, "", None, {}, "a must have the items of gold: 4 is in one of them only .4 and 5 items."),
    ({"gold.txt": HEADED, "a.txt": HEADED}, "", None, {}, "must begin with a label: if 'label' is a header, take it out"),
    ({"gold.csv": RIGHT, "a.csv": RIGHT}, "", None, {}, "one column of values beside 'id', not POS"),
    ({"gold.txt": RIGHT, "a.csv": table("d1,POS", IDS, LABELS)}, "", None, {}, "one column of values beside 'id', not d1, POS:\n  in pandas, table"),
    # items
    ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,label", IDS[:2], LABELS[:2])}, "", None, {}, "a must have the items of gold: '1' is in one of them only"),
    ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,label", [*IDS, 9], [*LABELS, "POS"])}, "", None, {"missing": "wrong"}, "the items of gold: '9' is in one of them only"),
    ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,label", ["07", 3, 5, 1], LABELS)}, "", None, {}, "the items of gold: '07' is in one"),
    ({"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,label", [7, 3, 3, 1], LABELS)}, "", None, {}, "a must have each item once, not '3' again"),
    ({"gold.csv": table("id,label", [7, 3, 3, 1], GOLD), "a.csv": table("id,label", IDS, LABELS)}, "", None, {}, "gold must have each item once, not '3' again"),
    ({"gold.txt": RIGHT, "a.csv": table("id,label", IDS, LABELS)}, "", None, {}, "a must have the items of gold: 0 is in one of them only"),
    ({"gold.txt": RIGHT, "a.csv": table("seg,prediction", IDS, LABELS)}, "", None, {}, "one column of values beside 'id', not seg, prediction"),
    ({"a.csv": "id,wer\nx,1\ny,2", "b.csv": "id,wer\nx,3"}, "", None, {}, "b must have the items of a: 'y' is in one"),
    ({"a.jsonl": objects("doc_id,acc", [0, 0, 1], [1, 1, 0])}, "", None, {}, "a must have each item once, not '0' again"),
    # which column
    ({"gold.txt": RIGHT, "a.csv": table("id,label,bert", range(4), GOLD, LABELS)}, "", None, {}, "not id, label, bert"),
    ({"gold.txt": RIGHT, "a.csv": table("id,score_0,score_1", range(4), "1234", "4321")}, "", None, {}, "not id, score_0, score_1"),
    ({"t.csv": table("id,score_0,score_1", range(4), "1234", "4321")}, "t.csv", None, {}, r"not one a class: .* table\.idxmax\(axis=1\)"),
    ({"a.csv": "id,label\n1,3\n2,4"}, "", None, {"metric": "ter"}, r"not 'label'; for predictions gold must be the right answers \(--gold FILE\)"),
    ({"a.txt": LINES}, "", None, {}, "must hold numbers only, not 'NEG' .*--gold FILE"),
    ({"a.csv": "id,ter\nx,1", "b.csv": "id,wer\nx,3"}, "", None, {}, "scores of one name in all files"),
    ({"a.csv": "id,ter\nx,1"}, "", None, {"metric": "bleu"}, "must have scores of one name in all files, 'bleu', not 'ter'"),
    ({"t.csv": "system,item,correct,words\nA,1,1,2\n"}, "t.csv", None, {}, "not item, correct, words"),
    # tables of results
    ({"t.csv": "system,accuracy,f1\na,0.9,0.8\nb,0.7,0.6"}, "t.csv", None, {}, "a score of each item and system, not by metrics"),
    ({"t.csv": "item,accuracy,loss\n1,0.9,0.8\n2,0.7,0.6"}, "t.csv", None, {}, "not by metrics"),
    ({"t.csv": ",A,B\ncount,3,3\nmean,0.5,0.6\nstd,0.1,0.2\n"}, "t.csv", None, {}, "must say in its first field what its rows are"),
    ({"t.csv": "item,A,B\ncount,3,3\nmean,0.5,0.6\nstd,0.1,0.2\n"}, "t.csv", None, {}, "no item 'mean', which is none"),
    # other programs' files
    ({"gold.txt": RIGHT, "a.txt": TREC}, "", None, {}, r"a must have a label a line, not '301 Q0 D0 0 9.5 bm25':\n  ir_measures"),
    ({"a.txt": EVALUATION}, "", None, {}, r"not 'map .*0.1':\n  in pandas, pd.read_csv\("),
    ({"gold.txt": RIGHT, "a.txt": PARSE}, "", None, {}, r":\n  conllu.parse"),
    ({"gold.txt": TRANSLATED, "a.txt": TRANSLATED}, "", None, {}, r"not 'Das ist ein Haus':\n  sacrebleu.sentence_bleu"),
    ({"a.xlsx": b"PK"}, "a.xlsx", None, {}, r"a.xlsx must be a folder, or a file .txt, .*:\n  in pandas, read_excel"),
    ({"gold.txt": RIGHT, "a.json": "[]"}, "", None, {}, "a.json must have an object with names in each line, or a list of such, not an empty list"),
    ({"gold.txt": RIGHT, "a.jsonl": '"POS"\n' * 4}, "", None, {}, "an object with names in each line"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "path", "gold", "how", "message"), REFUSED)
def test_what_would_be_misread_is_refused(tmp_path, files, path, gold, how, message):
    with pytest.raises((ValueError, OSError), match=message) as raised:
        read(tmp_path, files, path, gold, **how)
    assert str(raised.value).count("\n") <= 1


def found(capsys, *words):
    """Return what the command says as JSON, or the line or two in which it refuses."""
    status = main(["compare", *map(str, words), "--json"])
    out, err = capsys.readouterr()
    assert (status == 0) == (not err) and err.count("\n") <= 2
    return err if status else json.loads(out)


#: Names of right answers, of scores of an item, and of predictions that the lab has no list of.
NAMED = ("gold", "gold_label", "target", "truth", "y_true", "reference")
OF_SCORES = ("acc", "acc_norm", "exact_match", "em", "score", "passed", "is_correct", "f1", "match", "Accuracy", "pass@1", "reward", "correct")  # fmt: skip
ANSWERED = ("response", "output", "y_hat", "completion", "choice", "decision", "generation", "guess", "hypothesis", "model_output", "model_answer", "pred_label", "predicted_class", "yhat")  # fmt: skip
CLASSES, WON = [0, 1, 0, 1, 1, 0], {"a": [1, 1, 1, 1, 0, 1], "b": [1, 0, 0, 1, 0, 0]}


@pytest.mark.parametrize("name", OF_SCORES)
@pytest.mark.parametrize("apart", ["", *"ft"])
@pytest.mark.parametrize("classes", [2, 4])
def test_scores_beside_right_answers_are_no_predictions(tmp_path, capsys, name, apart, classes):
    """A trimmed log of an evaluation: its scores are compared by what the refusal says to type."""
    right = [x * (classes - 1) for x in CLASSES]
    for number, called in enumerate(NAMED[: 1 if apart else None]):
        folder, wanted = tmp_path / str(number), {"a": 5 / 6, "b": 2 / 6}
        head = f"doc_id,{name}" if apart else f"doc_id,{called},{name}"
        for system, scores in WON.items():
            values = [map(str, map(bool, scores))] if apart == "t" else [scores]
            columns = range(6), *([right] * (not apart)), *values
            write(folder / "log", f"{system}.csv", table(head, *columns))
        gold = ["--gold", write(folder, "gold.csv", table("id,gold", range(6), right))] * bool(
            apart
        )
        if number and name != "correct":
            with pytest.raises(ValueError, match="must call its predictions 'prediction', not "):
                read_predictions(folder / "log")
            continue
        if name == "correct" and not apart:
            option = ["--metric", "correct"]  # which is refused as one of several counts
            assert "one column of values beside 'id'" in found(capsys, folder / "log")
        else:
            refused = found(capsys, folder / "log", *gold)
            assert f"must call its predictions 'prediction', not {name}; if these are" in refused
            option = shlex.split(refused.rpartition("scores, add ")[2])
        said = found(capsys, folder / "log", *gold, *option)
        assert {one["name"]: one["score"] for one in said["systems"]} == pytest.approx(wanted)
        assert any("right answers are not used" in note for note in said["notes"]) == bool(apart)


@pytest.mark.parametrize("name", ANSWERED)
def test_predictions_of_0_and_1_are_read_by_many_names(tmp_path, name):
    text = table(f"doc_id,target,{name}", range(6), CLASSES, WON["a"])
    assert read(tmp_path, {"a.csv": text}).systems == {"a": [*map(str, WON["a"])]}


def test_a_whole_log_is_read_by_what_its_refusal_says(tmp_path, capsys):
    filler, answers = [{"query": "?"}] * 6, [["A"], ["B"]] * 3
    for system, scores in WON.items():
        log = objects(
            "doc_id,doc,target,resps,acc_norm,acc",
            range(6),
            filler,
            CLASSES,
            answers,
            scores,
            scores,
        )
        write(tmp_path, f"{system}.jsonl", log)
    refused = found(capsys, tmp_path)
    option = shlex.split(refused.rpartition("scores, add ")[2])
    assert option == ["--metric", "acc_norm"]
    said = found(capsys, tmp_path, *option)
    assert {one["name"]: one["score"] for one in said["systems"]} == {"a": 5 / 6, "b": 2 / 6}


ROWS = [f"q{number:02},{'ABCD'[number % 4]}" for number in range(20)]


@pytest.mark.parametrize("between", [",", ";", "\t", ", "])
@pytest.mark.parametrize("head", ["", "id,label"])
def test_lines_of_an_id_and_a_label_are_no_labels(tmp_path, capsys, between, head):
    """Two files in different orders: what the refusal says to do brings them into one."""
    for name, rows in {"gold": ROWS, "runs/a": ROWS, "runs/b": ROWS[::-1]}.items():
        lines = [row.replace(",", between) for row in [*filter(None, [head]), *rows, ""]]
        write(tmp_path, f"{name}.txt", "\n".join(lines) + "\n")
    refused = found(capsys, tmp_path / "runs", "--gold", tmp_path / "gold.txt")
    advice = "a .csv, or a .tsv of tabs, whose first line is a header such as id,prediction\n"
    assert "a must have a label a line, not " in refused and refused.endswith(advice)
    for path in [*tmp_path.rglob("*.txt")]:
        end = ".tsv" if between == "\t" else ".csv"
        title = "" if head else "id,prediction".replace(",", between) + "\n"
        path.with_suffix(end).write_text(title + path.read_text())
        path.unlink()
    said = found(capsys, tmp_path / "runs", "--gold", tmp_path / f"gold{end}")
    assert {one["name"]: one["score"] for one in said["systems"]} == {"a": 1, "b": 1}


@pytest.mark.parametrize("form", ["{},{}", "q {},{}", "{}|{}", "{}:{}", "{}={}"])
def test_lines_of_an_id_and_a_label_are_none_in_whatever_form(tmp_path, capsys, form):
    head = {"{},{}": [",0"], "q {},{}": ["id,label"]}.get(form, [])  # the first is Series.to_csv's
    rows = [form.format(number, "ABCD"[number % 4]) for number in range(20)]
    save(tmp_path, {"gold.txt": "\n".join(head + rows), "a.txt": "\n".join(head + rows[::-1])})
    assert "a must have a label a line, not " in found(capsys, tmp_path)


@pytest.mark.parametrize("classes", ["ABCD", "1234"])
def test_the_header_that_pandas_writes_above_a_series_is_no_item(tmp_path, capsys, classes):
    for name, turn in (("gold", 0), ("a", 1)):
        labels = pd.Series([classes[(i + turn * (i % 3 == 0)) % 4] for i in range(12)])
        labels.to_csv(tmp_path / f"{name}.txt", index=False)
    assert "must begin with a label: if '0' is a header, take it out" in found(capsys, tmp_path)
    for path in tmp_path.iterdir():
        write(tmp_path, path.name, path.read_text().removeprefix("0\n"))
    said = found(capsys, tmp_path)
    assert (said["n"], said["systems"][0]["score"]) == (12, pytest.approx(8 / 12))


def test_a_header_0_above_scores_is_no_score(tmp_path, capsys):
    scores = {"a": [0.5, 0.25, 1.0, 0.0], "b": [0.25, 0.0, 1.0, 0.0]}
    for name, each in scores.items():
        pd.Series(each).to_csv(tmp_path / f"{name}.txt", index=False)
    files = {path: path.read_text() for path in tmp_path.iterdir()}
    command = tmp_path, "--metric", "acc"
    assert "must begin with a score: if '0' is a header, as pandas" in found(capsys, *command)
    for first, n in (("", 4), ("0.0\n", 5)):
        for path, text in files.items():
            path.write_text(first + text.removeprefix("0\n"))
        assert found(capsys, *command)["n"] == n


def test_a_header_0_that_may_be_a_value_is_named(tmp_path, capsys):
    for name, scores in {"a": [0, 1, 1, 0], "b": [1, 1, 0, 0], "c": [0, 1, 0, 0]}.items():
        pd.Series(scores).to_csv(tmp_path / f"{name}.txt", index=False)
    said = found(capsys, tmp_path, "--metric", "acc")
    assert said["n"] == 5 and BEGINS_WITH_0 in said["notes"]
    for path in tmp_path.iterdir():
        path.write_text(path.read_text().removeprefix("0\n"))
    said = found(capsys, tmp_path, "--metric", "acc")
    assert said["n"] == 4 and BEGINS_WITH_0 not in said["notes"]


@pytest.mark.parametrize("facts", ["group", "Groups", "cluster", "doc", "seed", "epoch", "fold", "turn", "trial", "weight", "random_seed", "group_ids", "turn_id", "seed,group"])  # fmt: skip
def test_what_is_known_of_an_item_is_no_system(tmp_path, capsys, facts):
    known = [[i // 2 for i in range(6)]] * len(facts.split(","))
    path = write(tmp_path, "t.csv", table(f"id,{facts},a,b", range(6), *known, *WON.values()))
    refused = found(capsys, path, "--higher-is-better")
    assert f"must hold systems only, not {facts.replace(',', ', ')} of each item" in refused
    advice = re.search(r"table\.drop\(columns=\[.*?\]\)", refused)[0]
    groups = tmp_path / "groups.csv"
    pd.read_csv(path).iloc[:, :2].set_axis(["id", "group"], axis=1).to_csv(groups, index=False)
    eval(advice, {"table": pd.read_csv(path)}).to_csv(path, index=False)
    said = found(capsys, path, "--higher-is-better", "--groups", groups)
    assert {one["name"] for one in said["systems"]} == {"a", "b"} and said["n_groups"] == 3


@pytest.mark.parametrize("write_scores", [
    lambda path, scores: path.with_suffix(".jsonl").write_text("".join(json.dumps({"id": i, "acc": x}) + "\n" for i, x in enumerate(scores.tolist()))),
    lambda path, scores: path.with_suffix(".txt").write_text("\n".join(map(str, scores.tolist()))),
    lambda path, scores: pd.DataFrame({"id": range(len(scores)), "acc": scores}).to_csv(path.with_suffix(".csv"), index=False),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["f2", "f4"])
def test_scores_written_from_float32_are_the_same_scores(tmp_path, capsys, write_scores, kind):
    scores = np.array([0.9, 0.8, 0.1] * 10)
    write_scores(tmp_path / "torch", scores.astype(kind))
    write_scores(tmp_path / "numpy", scores)
    (pair,) = found(capsys, tmp_path, "--metric", "acc")["pairs"]
    assert (pair["gain"], pair["pvalue"], pair["ties"]) == (0, 1, 30)
    np.savez(tmp_path / "both.npz", torch=scores.astype(kind), numpy=scores)
    (pair,) = found(capsys, tmp_path / "both.npz", "--metric", "acc")["pairs"]
    assert (pair["gain"], pair["pvalue"], pair["ties"]) == (0, 1, 30)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("scores", [np.arange(30) % 10 / 9, np.random.default_rng(4).random(30)], ids=["ninths", "reals"])  # fmt: skip
def test_any_scores_written_from_float32_are_the_same_scores(tmp_path, capsys, form, scores):
    for name, each in (("torch", scores.astype("f4")), ("numpy", scores)):
        rows = pd.DataFrame({"id": range(30), "acc": each})
        if form == "csv":
            rows.to_csv(tmp_path / f"{name}.csv", index=False)
        else:
            lines = [json.dumps({"id": i, "acc": x}) for i, x in enumerate(each.tolist())]
            (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    said = found(capsys, tmp_path, "--metric", "acc")
    (pair,) = said["pairs"]
    assert (pair["gain"], pair["pvalue"], pair["ties"]) == (0, 1, 30)
    assert "The same on every item: numpy and torch." in " ".join(said["notes"])


@pytest.mark.parametrize("files", [
    {f"{name}.txt": "\n".join(f"{sign}{whole},{100 + i}" for i in range(6)) for name in "ab"} for sign, whole in (("", 0), ("-", 96))
] + [{"t.csv": "item;a;b\n" + "\n".join(f"{i};0,{51 + i};0,{40 + i}" for i in range(6))}])  # fmt: skip
def test_decimal_commas_are_called_so(tmp_path, capsys, files):
    save(tmp_path, files)
    path = tmp_path / "t.csv" if "t.csv" in files else tmp_path
    assert "(missing, or with a decimal comma, a percent sign?)" in found(
        capsys, path, "--higher-is-better"
    )


def test_lines_of_numbered_items_and_numbered_classes_are_no_labels(tmp_path, capsys):
    save(tmp_path, {"gold.txt": "0,1\n1,0\n2,1\n3,0", "a.txt": "3,0\n2,1\n1,0\n0,1"})
    assert "must have a label a line, not '3,0'" in found(capsys, tmp_path)


def test_arrays_of_counts_are_no_lines_of_another_program(tmp_path, capsys):
    counts = {name: [[0, 1, k], [1, 2, k], [1, 1, 2], [2, 2, 2], [0, 0, k]] for name, k in (("a", 3), ("b", 4))}  # fmt: skip
    np.savez(tmp_path / "t.npz", **counts)
    said = found(capsys, tmp_path / "t.npz", "--metric", "f1")
    assert {one["name"] for one in said["systems"]} == {"a", "b"}


@pytest.mark.parametrize("metric", ["doc_id", "ID", "idx"])
def test_names_of_items_are_no_scores(tmp_path, capsys, metric):
    for name in "ab":
        write(tmp_path, f"{name}.csv", table(f"{metric},acc", range(6), WON[name]))
    refused = found(capsys, tmp_path, "--metric", metric, "--higher-is-better")
    assert f"metric must be a column of scores, not '{metric}', which names items" in refused


SETS = ["art,sports", "art", "sports,art", "art"]
#: The whole way, from files to a score: files, path, options; the scores, or what is said.
COMMANDS = [
    ({"gold.txt": RIGHT, "a.txt": "POS\nPOS\nPOS\n\n"}, "", ("--missing", "wrong"), {"a": 0.5}),
    ({"gold.txt": "label\nother\nlabel\nother", "a.txt": "label\nlabel\nlabel\nother"}, "", (), {"a": 0.75}),
    ({"t.npz": {"gold": [3, 1, 2, 3], "a": [3, 1, 2, 1], "b": [1.0, 1, 3, 3]}}, "t.npz", ("--metric", "recall", "--positive", "3"), {"a": 0.5, "b": 0.5}),
    ({"t.npz": {"gold": [True, False], "a": [1, 1]}}, "t.npz", ("--metric", "precision", "--positive", "1"), "must predict the classes"),
    ({"gold.txt": "\n".join(SETS), "a.txt": "\n".join(SETS[::-1])}, "", (), "gold must write classes in one way, 'sports,art', not|gold must write classes in one way, 'art,sports', not"),
    ({"gold.jsonl": objects("id,label", range(3), [["x", "y"], ["x"], ["x"]]), "a.jsonl": objects("id,label", range(3), [["y", "x"], ["x"], ["x"]])}, "", (), "must write classes in one way"),
    ({"gold.txt": RIGHT, "a.txt": LINES.lower()}, "", (), "a must write classes in one way"),
    ({"gold.txt": RIGHT, "a.txt": "3\n1\n2\n2"}, "", (), "a must predict the classes of the right answers (NEG, POS), not 1, 2, 3"),
    ({"gold.txt": "B-PER\nI-PER\nO\nO", "a.txt": "B-PER\nO\nO\nO"}, "", ("--metric", "f1"), "not BIO tags such as B-PER, whose F1 is that of names:\n  seqeval"),
    ({"gold.txt": "B-PER\nI-PER\nO\n\nO", "a.txt": "B-PER\nI-PER\nO\n\nO"}, "", (), "where blank lines end sentences with BIO tags, take seqeval's F1"),
    ({"a.txt": "5\n3\n4", "b.txt": "5\n1\n4"}, "", (), "--lower-is-better) if these"),
    ({"a.txt": "5\n3\n4", "b.txt": "5\n1\n4"}, "", ("--metric", "accuracy", "--higher-is-better"), "shares from 0 to 1 for accuracy, not 5"),
    ({"t.csv": "system,item,ter\na,1,3\na,2,3\nb,1,1\nb,2,2"}, "t.csv", (), {"b": 1.5, "a": 3}),
    ({"gold.txt": "1\n2\n4", "a.txt": "1.0\n2\n3"}, "", (), {"a": 2 / 3}),
    ({"t.csv": "system,item,f1,correct,guessed,gold\na,1,1,1,1,1\nb,1,0,0,1,1"}, "t.csv", ("--metric", "f1"), "must have 3 columns (correct, guessed, gold), not 4"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "path", "words", "expected"), COMMANDS)
def test_the_whole_way_to_a_score(tmp_path, capsys, files, path, words, expected):
    save(tmp_path, files)
    said = found(capsys, tmp_path / path, *words)
    if isinstance(expected, dict):
        assert {one["name"]: one["score"] for one in said["systems"]} == pytest.approx(expected)
    else:
        assert any(each in said for each in expected.split("|"))


def test_a_missing_item_counts_as_wrong_where_that_is_wanted(tmp_path):
    files = {"gold.csv": table("id,label", IDS, GOLD), "a.csv": table("id,label", IDS[:2], LABELS[:2])}  # fmt: skip
    assert read(tmp_path, files, missing="wrong").systems == {"a": ["POS", "POS", None, None]}
    files = {"gold.txt": "NA\nx\nx", "a.txt": "NA\nnan\n\n"}
    assert read(tmp_path / "words", files, missing="wrong").systems == {"a": ["NA", None, None]}
    files = {"a.csv": "id,prediction,gold\n1,x,x\n2,y,x\n", "b.csv": "id,prediction,gold\n1,y,x\n"}
    assert read(tmp_path / "beside", files, missing="wrong").systems["b"] == ["y", None]


def test_runs_of_one_system_are_told(tmp_path):
    seeds = {f"bert-seed{n}.txt": LINES for n in range(3)}
    (note,) = read(tmp_path, {"gold.txt": RIGHT, **seeds}).notes
    assert note == (
        "bert-seed0, bert-seed1, bert-seed2: if these are one system trained several times, no test here "
        "sees that its seeds vary: compare one score a run by labkit.significance.unpaired_randomization_test."
    )
    runs = {f"{name}.txt": LINES for name in ("alpha_s1", "alpha_s2", "alpha_rs42")}
    (note,) = read(tmp_path / "short", {"gold.txt": RIGHT, **runs}).notes
    assert note.startswith(
        "alpha_rs42, alpha_s1, alpha_s2: if these are one system trained several times"
    )
    plain = {f"{name}.txt": LINES for name in ("s1", "s2", "t5s1", "t5s2")}
    assert read(tmp_path / "plain", {"gold.txt": RIGHT, **plain}).notes == ()
    files = {"gold.txt": RIGHT, "nb.txt": LINES, "x-seed1.txt": LINES}
    assert read(tmp_path / "one", files).notes == ()


def test_names_of_systems_and_what_is_no_file_of_one(tmp_path):
    names = ("b/run 1", "b/run-2.v3", "sye\u0301", "label-smoothing", "test", "true-casing")
    files = {f"{name}.txt": LINES for name in names} | {"gold.txt": RIGHT}
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")  # reading it would wait for ever
    assert [*read(tmp_path, files).systems] == sorted([*names[:2], "sy\u00e9", *names[3:]])
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    with pytest.raises((OSError, ValueError), match=r"loop\.txt"):
        read_predictions(tmp_path)


def test_a_column_of_groups_goes_with_the_items_and_else_groups_are_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = {"a": "q1,1,x\nq2,0,y\n", "b": "q2,1,y\nq1,1,x\n"}
    files = {f"log/{name}.csv": f"id,acc,document\n{text}" for name, text in rows.items()}
    files |= {"document": "u\nv\n", "wide.csv": "document,id,a,b\nx,q1,1,1\ny,q2,0,1\n"}
    for path, metric in (("log", "acc"), ("wide.csv", None)):
        assert read(tmp_path, files, path, metric=metric, groups="document").groups == ["x", "y"]
    assert read(tmp_path, files, "log", metric="acc", groups="./document").groups == ["u", "v"]
    files["gold.csv"] = "id,gold\nq2,0\nq1,1\n"
    for name, text in rows.items():
        files[f"labels/{name}.csv"] = f"id,prediction,document\n{text}"
    assert read(tmp_path, files, "labels", "gold.csv", groups="document").groups == ["y", "x"]
    files["wide.csv"] = "id,document,gold,a\nq1,x,1,1\nq2,y,0,1\n"
    assert read(tmp_path, files, "wide.csv", groups="document").groups == ["x", "y"]
    files["log/b.csv"] = files["log/b.csv"].replace("q2,1,y", "q2,1,x")
    with pytest.raises(ValueError, match="one group for each item, not as for item q2"):
        read(tmp_path, files, "log", metric="acc", groups="document")


SAMPLED = "id,seed,acc\nq1,1,1\nq1,2,0\nq2,1,0.5\n"


def test_samples_of_an_item_are_averaged_and_the_page_says_so(tmp_path):
    found = read(tmp_path, {"a.csv": SAMPLED}, metric="acc", samples="seed")
    assert (found.systems["a"].tolist(), found.items) == ([0.5, 0.5], ["q1", "q2"])
    assert found.notes == ("The score of an item is the mean of its 1 to 2 samples (seed).",)
    torch = np.float32(0.9).item()  # 0.8999999761581421, which is 0.9 again before it is averaged
    files = {"a.csv": SAMPLED.replace("1,0.5", f"1,{torch}").replace("2,0", f"2,{torch}")}
    files["a.csv"] = files["a.csv"].replace("q1,1,1", "q1,1,0.5")
    assert read(tmp_path, files, metric="acc", samples="seed").systems["a"].tolist() == [0.7, 0.9]
    for column, text in (("seed", SAMPLED.replace("q1,2", "q1,1")), ("turn", SAMPLED)):
        with pytest.raises(ValueError, match="must have each sample|must be a column of each"):
            read(tmp_path, {"a.csv": text}, metric="acc", samples=column)


def test_a_missing_score_is_0_where_that_is_wanted(tmp_path):
    files = {"a.csv": "id,acc\nq1,1\nq2,\nq3,1\n", "b.csv": "id,acc\nq4,1\nq1,1\nq3,0.5\n"}
    found = read(tmp_path, files, missing="wrong")
    assert {name: each.tolist() for name, each in found.systems.items()} == {"a": [1, 0, 1, 0], "b": [1, 0, 0.5, 1]}  # fmt: skip
    assert [note.split(" of ")[0] for note in found.notes] == ["a has no score for 2", "b has no score for 1"]  # fmt: skip
    for text in ("id,loss\nq1,1\nq2,\n", "id,acc\nq1,100\nq2,\n"):
        with pytest.raises(ValueError, match="scores from 0, the worst, to 1 for --missing wrong"):
            read(tmp_path / "b", {"a.csv": text}, missing="wrong", metric=text[3:7].strip())


def test_parquet_is_read_by_pandas_or_the_line_to_type_is_given(tmp_path, monkeypatch):
    def read_parquet(_):
        raise ImportError

    scores = pd.DataFrame({"acc": [0.5, 1]}, pd.Index(["q1", "q2"], name="question_id"))
    monkeypatch.setattr(pd, "read_parquet", lambda _: scores)
    assert read(tmp_path, {"a.parquet": b"PAR1"}).systems["a"].tolist() == [0.5, 1]
    monkeypatch.setattr(pd, "read_parquet", read_parquet)
    with pytest.raises(ValueError, match="needs pyarrow:\n  pip install pyarrow"):
        read(tmp_path, {"a.parquet": b"PAR1"})


def test_groups_are_brought_into_the_order_of_the_items(tmp_path):
    for head in ("id,doc_id", "doc_id,topic", "question_id,category"):
        named = write(tmp_path, "g.csv", f"{head}\n3,x\n1,y\n2,y\n")
        assert read_groups(named, ["1", "2", "3"]) == ["y", "y", "x"]
    named = write(tmp_path, "g.csv", "id,group\n3,x\n1,y\n2,y\n")
    assert read_groups(named, ["1", "2", "3"]) == ["y", "y", "x"]
    assert read_groups(write(tmp_path, "l.txt", "x\ny\ny"), ["3", "1", "2"]) == ["x", "y", "y"]
    assert read_groups(write(tmp_path, "d.csv", "id,document\n1,x\n2,y"), None) == ["x", "y"]
    for items, strange in ((["1", "2"], "3"), (["1", "2", "3", "4"], "4")):
        with pytest.raises(ValueError, match=f"the items of items: '{strange}' is in one"):
            read_groups(named, items)
    with pytest.raises(ValueError, match="the items of items: 0 is in one of them only"):
        read_groups(named, None)
    with pytest.raises(ValueError, match="a group for each item, not none for item 2"):
        read_groups(write(tmp_path, "h.txt", "x\n\ny"), None)
