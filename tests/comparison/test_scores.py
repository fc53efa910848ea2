"""Folders with a file of scores a system, each of which says of which item it is."""

import json

import pytest

from labkit.cli.main import main
from labkit.comparison.programs import read_programs
from tests.comparison.test_reading import write


def samples(scores, **more):
    rows = [{"doc_id": i, "doc": {"q": "?"}, "target": "B", "acc": x, **more} for i, x in scores]
    return "\n".join(map(json.dumps, rows)) + "\n"


def read(folder, metric=None):
    found = read_programs(folder, None, metric)
    return None if found is None else {name: each.tolist() for name, each in found.systems.items()}


def test_samples_of_models_are_brought_into_one_order(tmp_path):
    write(tmp_path, "large/samples_arc_1.jsonl", samples([(0, 1.0), (1, 0.0), (2, 1.0)]))
    write(tmp_path, "small/samples_arc_2.jsonl", samples([(2, 0.0), (0, True), (1, 0.5)]))
    found = read_programs(tmp_path)
    assert read(tmp_path) == {"large": [1, 0, 1], "small": [1, 0.5, 0]}
    assert (found.metric, found.described) == ("mean", "mean acc")
    assert found.notes == ("Read: acc of each item, 2 systems x 3 items, by their names.",)
    # Two runs of one model are two files, which keep their names.
    write(tmp_path, "small/samples_arc_3.jsonl", samples([(0, 0.0), (2, 1.0), (1, 0.5)]))
    assert [*read(tmp_path)] == ["large/samples_arc_1", "small/samples_arc_2", "small/samples_arc_3"]  # fmt: skip


@pytest.mark.parametrize("model", ["small", "large"])
def test_items_of_two_tasks_are_no_pairs(tmp_path, model):
    write(tmp_path, "large/samples_arc_2024-07-01T12-30-00.1.jsonl", samples([(0, 1.0), (1, 0.0)]))
    write(tmp_path, f"{model}/samples_boolq_2024-07-02.jsonl", samples([(0, 1.0), (1, 1.0)]))
    with pytest.raises(ValueError, match="of one task, not of 'arc' and 'boolq': give a folder a"):
        read(tmp_path)


@pytest.mark.parametrize("end", [".csv", ".tsv", ".json"])
def test_tables_of_items_and_scores(tmp_path, end):
    def written(rows):
        if end == ".json":
            return json.dumps([{"segment_id": item, "COMET": score} for item, score in rows])
        between = "," if end == ".csv" else "\t"
        return "\n".join(between.join(row) for row in [("segment_id", "COMET"), *rows]) + "\n"

    write(tmp_path, f"a{end}", written([("s1", "0.5"), ("s2", "-1e-3")]))
    write(tmp_path, f"b{end}", written([("s2", "0.25"), ("s1", "0.75")]))
    write(tmp_path, "README.md", "about")
    assert read(tmp_path) == {"a": [0.5, -0.001], "b": [0.75, 0.25]}
    assert read_programs(tmp_path).described == "mean COMET"


def test_the_metric_chooses_a_column(tmp_path):
    for name in ("a", "b"):
        write(tmp_path, f"{name}.jsonl", samples([(0, 1.0), (1, 0.0)], acc_norm=0.5))
    with pytest.raises(ValueError, match="must have one column of scores, not acc and acc_norm: --metric acc chooses"):  # fmt: skip
        read(tmp_path)
    assert read(tmp_path, "acc_norm") == {"a": [0.5, 0.5], "b": [0.5, 0.5]}
    assert read(tmp_path, "f1") is None


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (samples([(0, 1.0)]), "b.jsonl must have scores of the items of .*a.jsonl: '1' is in one"),
        (samples([(0, 1.0), (1, 1.0), (2, 0.0)]), "'2' is in one of them only"),
        (samples([(0, 1.0), (0, 1.0)]), "b.jsonl must have each item once, not '0' again"),
        (samples([(0, 1.0), (1, None)]), "b.jsonl: item '1' must have a finite number, not None"),
        (samples([(0, 1.0), (1, float("nan"))]), "item '1' must have a finite number, not nan"),
        (samples([(0, 1.0), (1, "x")]), "item '1' must have a finite number, not 'x'"),
        ('{"doc_id": 0, "f1": 1}', "b.jsonl must have columns 'doc_id' and 'acc' as the others"),
        ("{", "b.jsonl must be JSON"),
        ("[1, 2]", "b.jsonl must have columns"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, other, message):
    write(tmp_path, "a.jsonl", samples([(0, 1.0), (1, 0.0)]))
    write(tmp_path, "b.jsonl", other)
    with pytest.raises(ValueError, match=message):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "id,label,score\n1,POS,0.9\n2,NEG,0.7\n"),  # how sure it is
        ("a.csv", "0.5,1\n0.25,2\n"),
        ("a.csv", "id,score\n1\n"),
        ("a.jsonl", ""),
        ("a.jsonl", '{"text": "x", "score": 1}\n{"text": "y", "score": 0}'),
        ("a.txt", "score\n1\n0"),
    ],
)
def test_what_holds_no_scores_by_item_is_left_to_others(tmp_path, name, text):
    write(tmp_path, name, text)
    assert read(tmp_path) is None
    write(tmp_path, "gold.txt", "POS\nNEG\n")
    assert read(tmp_path) is None


def test_predictions_beside_their_right_answers_are_no_scores(tmp_path):
    for name in ("gold", "a"):
        write(tmp_path, f"{name}.csv", "id,score\n1,2\n2,3\n")
    assert read(tmp_path) is None


def test_the_command_compares_samples(tmp_path, capsys):
    for name, right in (("a", 1), ("b", 0)):
        write(tmp_path, f"{name}/samples_x.jsonl", samples([(i, right) for i in range(8)]))
    assert main(["compare", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "mean acc, n = 8" in said and "a is significantly better than b" in " ".join(said.split()).replace("system 1", "a").replace("system 2", "b")  # fmt: skip


def test_items_may_have_leading_zeros_and_scores_no_decimal_commas(tmp_path):
    write(tmp_path, "d/a.csv", "item;score\n1;0.5\n2;5.2E-03\n")
    write(tmp_path, "d/b.csv", "item;score\n002;0.25\n001;1\n")
    assert read(tmp_path / "d") == {"a": [0.5, 0.0052], "b": [1, 0.25]}
    for odd in ("0,25", "1e999", "25%", ""):
        write(tmp_path, "d/b.csv", f"item;score\n1;{odd}\n2;1\n")
        with pytest.raises(ValueError, match=f"item '1' must have a finite number, not '{odd}'"):
            read(tmp_path / "d")


def test_quotation_marks_of_texts_swallow_no_scores(tmp_path):
    rows = [('"Fine', 1.0), ("dull", 0.5), ('so "', 0.25), ('"', 0.0)]
    for name, change in (("a", 0), ("b", 1)):
        lines = [f"{i}\t{text}\t{score + change}" for i, (text, score) in enumerate(rows)]
        write(tmp_path, f"{name}.tsv", "\n".join(["id\ttext\tscore", *lines]))
    assert read(tmp_path) == {"a": [1, 0.5, 0.25, 0], "b": [2, 1.5, 1.25, 1]}


@pytest.mark.parametrize("column", ["guid", "text", "doc_hash"])
def test_a_place_in_the_file_names_no_item_where_its_text_is_another(tmp_path, column):
    def text(order, scores):
        rows = zip(order, scores, strict=True)
        return "\n".join(
            [f"idx,{column},score", *(f"{i},{x},{y}" for i, (x, y) in enumerate(rows))]
        )

    write(tmp_path, "a.csv", text("xyz", [1, 0, 0]))
    write(tmp_path, "b.csv", text("zyx", [0, 0, 1]))
    with pytest.raises(ValueError, match="b.csv must have the same item '0' as .*a.csv, no other"):
        read(tmp_path)
    write(tmp_path, "b.csv", text("xyz", [0, 0, 1]))
    assert read(tmp_path) == {"a": [1, 0, 0], "b": [0, 0, 1]}


def test_a_mean_below_the_scores_is_no_item(tmp_path):
    for name in ("a", "b"):
        write(tmp_path, f"{name}.csv", "id,score\n1,1\n2,0\nmean,0.5\n")
    with pytest.raises(ValueError, match="scores of items only, not of 'mean': leave it out"):
        read(tmp_path)


@pytest.mark.parametrize("end", [".csv", ".tsv", ".jsonl"])
def test_scores_of_a_name_that_nobody_knows_are_asked_for(tmp_path, end):
    rows = [{"id": i, "my_metric": x, "other": "?"} for i, x in [(1, 0.5), (2, 0.25), (3, 1)]]
    between = "," if end == ".csv" else "\t"
    lines = [between.join(rows[0]), *(between.join(map(str, row.values())) for row in rows)]
    lines = [*map(json.dumps, rows)] if end == ".jsonl" else lines
    for name in "ab":
        write(tmp_path, f"{name}{end}", "\n".join(lines) + "\n")
    wanted = (
        f"a{end} must have its scores in a column 'score', not in 'my_metric' beside 'id': --metric"
    )
    with pytest.raises(ValueError, match=wanted):
        read(tmp_path)
    assert read(tmp_path, "my_metric") == {"a": [0.5, 0.25, 1], "b": [0.5, 0.25, 1]}


def test_results_beside_samples_are_no_system(tmp_path):
    for name in ("large", "small"):
        write(
            tmp_path, f"{name}/samples_arc_2024-07-01T12-30-00.1.jsonl", samples([(0, 1.0), (1, 0)])
        )
        write(tmp_path, f"{name}/results_2024-07-01T12-30-00.1.json", '{"results": {"arc": {}}}')
    assert read(tmp_path) == {"large": [1, 0], "small": [1, 0]}
