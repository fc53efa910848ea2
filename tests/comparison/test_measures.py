"""Which of two systems is better: by errors as by scores, and never by what cannot be a score."""

import json

import numpy as np
import pytest

from labkit.cli.main import main
from labkit.comparison import compare_systems
from labkit.comparison.measures import facts_of
from tests.comparison.test_read import write

ITEMS = [f"d{i}" for i in range(12)]
LOW = [0.1 + i / 100 for i in range(12)]
HIGH = [low + 0.2 + (i % 3) / 10 for i, low in enumerate(LOW)]
LOWER = "TER mae mse rmse aer wer CER loss nll perplexity ppl error latency time val_loss err_rate"
HIGHER = "accuracy f1 BLEU chrF++ nDCG@10 acc_norm exact_match F-score P_10 rougeL AP"
UNKNOWN = "score goodness neg_loss 1-wer error_reduction loss-bleu mean"


def folder(path, name, end=".csv"):
    """Write a file of named scores for each of two systems, in other orders."""
    between = "\t" if end == ".tsv" else ","
    for system, scores, step in (("low", LOW, 1), ("high", HIGH, -1)):
        rows = [*zip(ITEMS, scores, strict=True)][::step]
        lines = [between.join(map(str, row)) for row in [("id", name), *rows]]
        if end == ".jsonl":
            lines = [json.dumps({"id": item, name: score}) for item, score in rows]
        write(path, f"{system}{end}", "\n".join(lines))
    return path


def long(path, name, system="system", item="item"):
    """Write the same as one table with a row for each system and item."""
    rows = [("low", *row) for row in zip(ITEMS, LOW, strict=True)]
    rows += [("high", *row) for row in zip(ITEMS, HIGH, strict=True)]
    lines = [",".join(map(str, row)) for row in [(system, item, name), *rows]]
    return write(path, "long.csv", "\n".join(lines))


def wide(path, first="item", *columns):
    rows = zip(ITEMS, *(columns or (LOW, HIGH)), strict=True)
    lines = [",".join(map(str, row)) for row in [(first, "low", "high"), *rows]]
    return write(path, "wide.csv", "\n".join(lines))


def found(capsys, *words):
    """Give what the command says as JSON, or the one line in which it refuses."""
    status = main(["compare", *map(str, words), "--json"])
    out, err = capsys.readouterr()
    assert (status == 0) == (not err) and err.count("\n") <= 1
    return err if status else json.loads(out)


def check(read, better):
    """Hold ranking, verdict, signs, interval and words against the system that is better."""
    assert isinstance(read, dict), read
    assert read["systems"][0]["name"] == better
    (pair,) = read["pairs"]
    assert pair["better"] == better and pair["significant"]
    assert 0 < pair["low"] <= pair["gain"] <= pair["high"]
    assert (pair["wins"], pair["losses"]) == (12, 0)
    assert read["measure"]["higher_is_better"] == (better == "high")
    assert f"({'higher' if better == 'high' else 'lower'} is better)" in read["paragraph"]
    assert f"{better} is significantly better than" in read["paragraph"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "better"),
    [*((name, "low") for name in LOWER.split()), *((name, "high") for name in HIGHER.split())],
)
def test_a_metric_and_a_column_know_which_way_they_are_better(tmp_path, capsys, name, better):
    check(found(capsys, folder(tmp_path, name), "--metric", name), better)
    check(found(capsys, long(tmp_path / "long", name)), better)


@pytest.mark.parametrize(("name", "better"), [("ter", "low"), ("chrf", "high")])
def test_all_layouts_of_scores_know_it(tmp_path, capsys, name, better):
    for words in (
        (folder(tmp_path / "csv", name),),
        (folder(tmp_path / "tsv", name.upper(), ".tsv"),),
        (folder(tmp_path / "jsonl", name, ".jsonl"), "--metric", name.upper()),
        (folder(tmp_path / "score", "score"), "--metric", name),
        (long(tmp_path / "long", "score", "Model", "qid"), "--metric", name),
        (wide(tmp_path / "wide"), "--metric", name),
    ):
        check(found(capsys, *words), better)


@pytest.mark.parametrize("name", UNKNOWN.split())
def test_a_name_that_does_not_say_it_is_asked_about(tmp_path, capsys, name):
    files = folder(tmp_path / "files", name)
    chosen = ("--metric", name) if name not in ("mean", "score") else ()
    asked = "must be True or False (--higher-is-better or --lower-is-better)"
    for path in (files, long(tmp_path, name)):
        said = found(capsys, path, *chosen)
        assert asked in str(said)
        check(found(capsys, path, *chosen, "--lower-is-better"), "low")
        check(found(capsys, path, *chosen, "--higher-is-better"), "high")


@pytest.mark.parametrize("form", ["csv", "npz", "lines", "integers", "true"])
@pytest.mark.parametrize("metric", [None, "mean", "accuracy", "f1"])
def test_numbers_without_a_name_may_be_predictions(tmp_path, capsys, form, metric):
    whole = [[1, 0] * 6, [1, 1] * 6]
    path = wide(tmp_path, "item", *whole) if form == "integers" else wide(tmp_path)
    if form == "npz":
        np.savez(path := tmp_path / "x.npz", low=LOW, high=HIGH)
    if form in ("lines", "true"):
        for name, values in zip(("low", "high"), (LOW, HIGH) if form == "lines" else whole, strict=True):  # fmt: skip
            values = values if form == "lines" else [value == 1 for value in values]
            write(path := tmp_path / "lines", f"{name}.txt", "\n".join(map(str, values)))
    chosen = () if metric is None else ("--metric", metric)
    said = found(capsys, path, *chosen)
    assert "--lower-is-better) if these" in said and "right answers (--gold FILE)" in said
    if form not in ("integers", "true"):
        check(found(capsys, path, "--lower-is-better"), "low")
        check(found(capsys, path, "--metric", "WER"), "low")


def test_the_direction_that_was_given_is_part_of_the_command(tmp_path, capsys):
    path, flags = wide(tmp_path), ("--lower-is-better", "--higher-is-better")
    for flag in flags:
        assert flag in found(capsys, path, flag)["command"]
    with pytest.raises(SystemExit):
        main(["compare", str(path), *flags])
    assert "not allowed with argument" in capsys.readouterr().err


def test_every_form_says_which_way_was_taken(tmp_path, capsys):
    out = tmp_path / "r.html"
    assert main(["compare", str(folder(tmp_path / "f", "ter")), "--text", "--out", str(out)]) == 0
    text, page = capsys.readouterr().out, out.read_text("utf8")
    assert "mean ter, n = 12, lower is better" in text
    assert "by mean ter (lower is better) on 12" in page
    assert "mean ter, lower is better, with 95" in page
    assert main(["compare", str(folder(tmp_path / "f", "ter")), "--latex"]) == 0
    assert "confidence intervals; lower is better" in capsys.readouterr().out


def test_what_was_said_of_the_scores_in_python():
    outputs = {"low": LOW, "high": HIGH}
    for how in ({"metric": "rmse"}, {"metric": "mean WER"}, {"higher_is_better": False}):
        best, _ = compare_systems(outputs, **how).systems
        assert best.name == "low"
    assert compare_systems(outputs, "mean nDCG@10").systems[0].name == "high"
    for how in ({}, {"metric": "mean"}, {"metric": "my score"}, {"metric": "accuracy"}):
        with pytest.raises(ValueError, match="higher_is_better must be True or False"):
            compare_systems(outputs, **how)


@pytest.mark.parametrize("name", ["accuracy", "Precision", "recall", "f1", "F-score", "macro F1"])
def test_a_share_outside_of_0_to_1_stops_the_program(tmp_path, capsys, name):
    for values in ([100 * x for x in LOW], [-0.1, *LOW[1:]]):
        path = wide(tmp_path, "item", LOW, values)
        said = found(capsys, path, "--metric", name, "--higher-is-better")
        assert f"high must have shares from 0 to 1 for {name}, not" in said


def test_per_cent_beside_shares_stop_the_program():
    shares, percent = [0.5, 0.0, 1.0], [50.0, 0.0, 25.0]
    with pytest.raises(ValueError, match=r"b must have shares from 0 to 1 for my score, not 50"):
        compare_systems({"a": shares, "b": percent}, "my score", higher_is_better=True)
    for a, higher in ((shares, False), ([0, 0, 0], True), ([-0.5, 0.5, 1], True), (percent, True)):
        assert compare_systems({"a": a, "b": percent}, "my score", higher_is_better=higher).n == 3
    assert compare_systems({"a": shares, "b": [0, 19, 20]}, higher_is_better=True).n == 3


COUNTS = [  # of an item: correct, and what there is
    ("precision", [[2, 1], [0, 1]]),
    ("precision", [[-1, 1], [1, 1]]),
    ("f1", [[2, 1, 1], [0, 1, 1]]),
    ("macro-f1", [[2, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 1]]),
]


@pytest.mark.parametrize("metric, counts", COUNTS)
@pytest.mark.parametrize("systems", [("a",), ("a", "b")])
def test_no_more_can_be_correct_than_there_is(metric, counts, systems):
    for order, item in ((1, 1), (-1, 2)):
        message = f"no more is correct than there is, not .* item {item}:"
        with pytest.raises(ValueError, match=message):
            compare_systems(dict.fromkeys(systems, counts[::order]), metric)
    possible = [[max(0, min(row)), *row[1:]] for row in counts]
    assert compare_systems(dict.fromkeys(systems, possible), metric).n == 2


#: name of a metric; whether higher is better, and whether it is a share
FACTS = [
    ("accuracy", True, True), ("macro F1", True, True), ("F-score", True, True), ("P_10", True, False),
    ("nDCG@10", True, False), ("chrF++", True, False), ("val_loss", False, False), ("TER", False, False),
    ("err_rate", False, False), ("mean wer", False, False), ("neg_loss", None, False),
    ("1-wer", None, False), ("mean 1-wer", None, False), ("100 - bleu", None, False), ("-loss", None, False),
    ("accuracy loss", None, True), ("error reduction", None, False), ("mean", None, False), ("", None, False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "higher", "share"), FACTS)
def test_a_name_says_which_way_is_better_or_nothing(name, higher, share):
    assert facts_of(name) == (higher, share)
