"""Every form that is read gives the same systems; what cannot be told, or is wrong, is refused."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, f1_score

from labkit import load_scores_table, metrics
from labkit.experiments import DATA, load_system_outputs, system_kinds
from labkit.instructor.grading.submissions.tables import parse_table
from labkit.reading import Values, join_items, read_fields, values_of
from tests.comparison.test_read import write


def test_predictions_are_scored_as_scikit_learn_scores_them(tmp_path):
    rng = np.random.default_rng(2)
    labels = {name: rng.choice(["POS", "NEG"], 40) for name in ("gold", "nb/full-01", "svm")}
    pd.DataFrame(labels).to_csv(tmp_path / "made.csv")
    np.savez(tmp_path / "made.npz", **labels)
    for path in tmp_path.iterdir():
        right, counts = load_system_outputs(path), load_system_outputs(path, positive="POS")
        assert [*right] == [*counts] == ["nb/full-01", "svm"]
        for name in right:
            assert right[name].mean() == accuracy_score(labels["gold"], labels[name])
            f1 = f1_score(labels["gold"], labels[name], pos_label="POS")
            assert metrics.f1(counts[name].sum(axis=0)) == pytest.approx(f1)


def test_numbers_are_one_class_however_they_are_written(tmp_path):
    for name, labels in {"gold": "1 2 3", "a": "1.0 2 2", "sub/b": "3 2.0 1e0"}.items():
        write(tmp_path / "d", f"{name}.txt", labels.replace(" ", "\n"))
    found = load_system_outputs(tmp_path / "d")
    assert found["a"].tolist() == [1, 1, 0] and found["sub/b"].tolist() == [0, 1, 0]
    found = load_system_outputs(tmp_path / "d", positive=2)
    assert found["a"].tolist() == [[0, 0, 0], [1, 1, 1], [0, 1, 0]]
    with pytest.raises(ValueError, match="positive must be one of the classes 1, 2, 3, not '2'"):
        load_system_outputs(tmp_path / "d", positive="2")


#: name and text of a table; its systems
READ = [
    ("t.table", "A 0.25 0.5\nB 1 0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.table", "  A \t 0.25\t\t 0.5 \r\n\r\nB\t1. 0\r\n\r\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.table", "\ufeffA .25 5e-1\nB +1 -0", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.table", "run x y\nA 0.25 0.5\nB 1 0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.table", "topic A B\nx 0.25 1\ny 0.5 0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.tsv", "run\tx\ty\nA\t0.25\t0.5\nB\t1\t0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.csv", "run;x;y\nA;0.25;0.5\nB;1;0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.csv", "Model,701,702\nA,0.25,0.5\nB,1,0\n", {"A": [0.25, 0.5], "B": [1, 0]}),
    ("t.csv", "system,x\nx,1\n", {"x": [1]}),
    ("t.csv", ",A,B\n0,1,0\n1,0,1\n2,1,1\n", {"A": [1, 0, 1], "B": [0, 1, 1]}),
    ("t.csv", '"item","A, too","B ""b"""\n1,1,0\n"2",0,1\n', {"A, too": [1, 0], 'B "b"': [0, 1]}),
    ("t.tsv", 'system\tx\n5" disk\t1\n"B\t0\n', {'5" disk': [1], '"B': [0]}),
    ("t.csv", "item,A\nx\u2028y,TRUE\nz,False\n", {"A": [1, 0]}),
    ("t.csv", ",item,system,score\n7,x,a,0.5\n3,x,b,1\n4,y,b,0\n9,y,a,0.25\n", {"a": [0.5, 0.25], "b": [1, 0]}),
    ("d/sub/a", "1\n3\n", {"sub/a": [1, 3]}),
    ("d/a.jsonl", '{"id": "x", "s": 1}\n\n{"id": "y", "s": 0.5}\n', {"a": [1.0, 0.5]}),
    ("t.npz", {"a": [[1, 0], [2, 2]]}, {"a": [[1, 0], [2, 2]]}),
]  # fmt: skip


def load(folder, name, content):
    """Write a file and load it, or the folder d that it is in."""
    if isinstance(content, dict):
        np.savez(folder / name, **content)
    else:
        write(folder, name, content)
    return load_system_outputs(folder / name.partition("/")[0])


@pytest.mark.parametrize("name, content, expected", READ)
def test_what_is_read(name, content, expected, tmp_path):
    found = {system: each.tolist() for system, each in load(tmp_path, name, content).items()}
    assert repr(found) == repr(expected)  # 1, not 1.0


#: What a table may not say: name, text, the message.
REFUSED = [
    # what stands in its rows
    ("t.csv", ",x,y\nA,1,0\nB,0,1\nC,1,1\n", "must say in its first field what its rows are, 'system' or 'item', not ''"),
    ("t.csv", "group,x,y\nA,1,0\n", "must say in its first field .* not 'group':\n  in pandas"),
    ("t.csv", "Topic,1,2\nA,0.5,0.2\nB,1,0\n", "must say in its first field"),
    ("t.csv", "system,x\nA,1\nA,0\n", "must have one name a system, not two for 'A'"),
    ("t.csv", "system,x\nA,1\n,0\n", "must have one name a system, not two for ''"),
    ("t.csv", "topic,A\nx,1\nx,0\n", "must have one name a item, not two for 'x'"),
    ("t.csv", "item,A,Mean\nx,1,2\ny,0,1\n", "must name its items first, and no system 'Mean', which is none"),
    ("t.csv", "item,guid,A\nx,1,2\ny,0,1\n", "must name its items first, and no system 'guid'"),
    ("t.csv", "system,POS,NEG\nNEG,5,1\nPOS,2,7\n", "must hold a score for each item, not classes against each other"),
    # ... and in its fields
    ("t.csv", "system,x,y\nA,1,0\nB,1\n", r"must have as many fields in each line, not as in \[\['A', '1', '0'\], \['B', '1'\]\]"),
    ("t.csv", 'system,x\nA,"1"2\n', "must have quotation marks as CSV has them"),
    ("t.csv", "", "must have as many fields in each line"),
    ("t.csv", "system,x,y\n", "must hold a system at least, not none"),
    ("t.csv", "system,x\nA,\n", "must hold numbers only, not ''"),
    ("t.csv", "system;x\nA;0,5\n", "must hold numbers only, not '0,5'"),
    ("t.csv", "system,x\nA,nan\n", "must hold numbers only, not 'nan'"),
    ("t.csv", "system,x\nA,\u0663\n", "must hold numbers only, not '\u0663'"),
    ("t.csv", "system,x\nA,1e999\n", "A must be finite"),
    ("t.csv", b"system,x\nA,\xe9\n", "must be a text file in UTF-8, not packed or of another encoding"),
    ("t.csv", "system,x\nA,1\n".encode("utf-16-le"), "must be a text file in UTF-8"),
    ("t.csv.gz", b"packed", "t.csv.gz must be a folder, or a file .txt, .csv, .tsv, .jsonl, .json, .parquet or .npz"),
    # a row for each system and item
    ("t.csv", "system,item,s\na,1,0\na,1,1\n", "a must have each item once, not '1' again"),
    ("t.csv", "system,item\na,1\na,2\n", "must have one column of values beside 'id', not item"),
    ("t.csv", "system,item,s,t\na,1,0,1\na,2,1,1\n", "must have one column of values beside 'id', not item, s, t"),
    ("t.csv", "system,item,item,s\na,1,0,1\n", "must have one column of each name, not system, item, item, s"),
    # NPZ, folders, right answers
    ("t.npz", "no archive", "t.npz must be an NPZ file: "),
    ("t.npz", b"PK\x03\x04cut off", "t.npz must be an NPZ file: "),
    ("d/a.doc", "1\n", "must hold one file a system \\(.txt, .csv, .tsv, .jsonl, .json, .parquet\\), not a.doc"),
    ("d/a.jsonl", "[1]\n", "a.jsonl must have an object with names in each line, or a list of such, not "),
    ("t.csv", "system,x,y,z\ngold,P,N,P\nA,p,n,p\n", "one prediction an item of the classes N, P, not what 'A' has"),
    # arrays
    ("t.npz", {"a": [1, np.nan]}, "a must be finite"),
    ("t.npz", {"a": [1j, 0]}, "a must hold numbers only"),
    ("t.npz", {"a": ["1", "x"]}, "must hold numbers only, not 'x'"),
    ("t.npz", {"a": [1, 0], "b": [1, 0, 0]}, "b must have the items of a: 2 is in one of them only"),
    ("t.npz", {"ids": [7, 5], "a": [1, 0]}, "must name its items first, and no system 'ids'"),
    ("t.npz", {"gold": [1, 0], "a": [[1, 0], [0, 1]]}, "one prediction an item of the classes 0, 1"),
    ("t.npz", {"gold": [1, 0], "a": ["x", "y"]}, "one prediction an item of the classes 0, 1"),
]  # fmt: skip


@pytest.mark.parametrize("name, content, message", REFUSED)
def test_what_is_refused(name, content, message, tmp_path):
    with pytest.raises((ValueError, TypeError), match=message):
        load(tmp_path, name, content)


def test_a_named_column_of_several_is_taken_where_items_are_named():
    columns, names = {"ID": ["x"], "gold": ["N"], "pred": ["P"]}, ("pred",)
    assert values_of("t", columns, names) == (["P"], ["x"], "pred")
    assert values_of("t", {"pred": ["P"]}, names) == (["P"], None, "pred")
    for index, items in (("0", None), ("x", ["x"])):
        assert values_of("t", {"": [index], "s": ["P"]}) == (["P"], items, "s")
    del columns["ID"]
    with pytest.raises(ValueError, match="t must have one column .* beside 'id', not gold, pred"):
        values_of("t", columns, names)


#: Values and names of items of a second system, beside the first's "1 0 2" without names and with
#: names x, y and z; whether it may lack some; what becomes of its values, None if it is refused.
JOINED = [
    ("", "a b c", "", False, "a b c"), ("", "a b c   ", "", False, "a b c"),
    ("", "a b ", "", False, "a b "), ("", "a b", "", True, None),
    ("", "a b c", "1 2 3", False, "a b c"), ("", "a b c", "x y z", False, None),
    ("x y z", "a b c", "", False, "a b c"), ("x y z", "a b c", "0 1 2", False, None),
    ("x y z", "a b c", "z x y", False, "b c a"), ("x y z", "a b", "z x", True, "b  a"),
    ("x y z", "a b", "z x", False, None), ("x y z", "a b", "z w", True, None),
]  # fmt: skip


@pytest.mark.parametrize("named, values, items, gaps, expected", JOINED)
def test_items_are_joined_by_name_or_else_in_order(named, values, items, gaps, expected):
    given = {"a": ("1 0 2", named), "b": (values, items)}
    given = {key: Values(v.split(" "), i.split() or None, "s") for key, (v, i) in given.items()}
    join = partial(join_items, "t", given, *[gaps] * gaps)
    if expected is None:
        with pytest.raises(ValueError, match="t: b must have the items of a: .* is in one of them"):
            join()
    else:
        assert join() == {"a": ["1", "0", "2"], "b": expected.split(" ")}


def test_a_folder_passes_over_what_is_no_system_and_needs_one_file_each(tmp_path):
    for name in ("a.txt", "b.txt", "README", ".hidden", ".git/x.txt"):
        write(tmp_path, name, "1\n0\n" if name in ("a.txt", "b.txt") else "x")
    assert list(load_system_outputs(tmp_path)) == ["a", "b"]
    with pytest.raises(ValueError, match="positive must be left out, not 'POS', without a system"):
        load_system_outputs(tmp_path, positive="POS")
    write(tmp_path, "c.txt", "1\n0\n1\n")
    with pytest.raises(ValueError, match="items of a: 2 is in one of them only .2 and 3 items."):
        load_system_outputs(tmp_path)
    write(tmp_path, "c.csv", "1\n0\n")
    with pytest.raises(ValueError, match=r"must hold one file a system .*, not c\.txt"):
        load_system_outputs(tmp_path)
    with pytest.raises(FileNotFoundError, match="missing"):
        load_system_outputs(tmp_path / "missing")


def test_a_table_of_runs_has_names_a_source_and_a_summary(tmp_path):
    path = write(tmp_path, "runs.txt", "A 0.5 1\nB 1 0\n")
    table = load_scores_table(path)
    expected = pd.DataFrame({"1": [0.5, 1.0], "2": [1.0, 0.0]}, index=["A", "B"])
    pd.testing.assert_frame_equal(table, expected)
    assert table.attrs == {"source": str(path), "read": "2 systems x 2 items"}
    turned = load_scores_table(write(tmp_path, "t.csv", "topic,A,B\nzombie,0.5,1\nwar,1,0\n"))
    pd.testing.assert_frame_equal(turned, expected.set_axis(["zombie", "war"], axis=1))


def test_the_labs_own_files():
    table = load_scores_table()
    assert table.shape == (21, 24) and table.attrs["source"] == "search.results.table"
    loaded = load_system_outputs(DATA / "search.results.table")
    assert list(loaded) == list(table.index)
    assert np.array_equal(np.array(list(loaded.values())), table.to_numpy())
    task = load_system_outputs(DATA / "shared-task")
    assert len(task) == 12 and {len(scores) for scores in task.values()} == {1000}
    assert set(system_kinds(task).values()) == {"amber", "birch", "cedar", "dune"}
    systems = load_system_outputs(DATA / "systems" / "imdb.npz")
    assert np.array_equal(task["amber/run-3"], systems["naive-bayes/full-01"][:1000])


BY_ANY_SIGN = {  # the first line, the second, and what separates their fields
    "one sign": ("item;NB", "1;0,5", ";"),
    "a comma in a name": ("item;NB, tuned", "1;5", ";"),
    "semicolons in a name": ("item,NB; a; b; c", "1,5", ","),
    "a comma in quotation marks": ('"item, or id";NB', "1;0,5", ";"),
    "commas in a text": ("item\tof A, of B\tC", "1\tgood, very good, and so on\t2", "\t"),
}


@pytest.mark.parametrize(("first", "second", "sign"), BY_ANY_SIGN.values(), ids=BY_ANY_SIGN)
def test_the_sign_between_fields_is_that_by_which_lines_are_even(first, second, sign, tmp_path):
    """For tables of systems, and for lists of a class."""
    text = f"{first}\n{second}\n"
    fields = [line.replace('"', "").split(sign) for line in (first, second)]
    assert read_fields(write(tmp_path, "t.csv", text)) == fields
    table = parse_table(text.encode(), "roster", "t.csv")
    assert [table.header, [*table.rows[0].values()]] == fields and table.delimiter == sign


def test_a_table_is_not_read_by_one_of_two_signs_that_both_fit(tmp_path):
    text = "item;NB, tuned;LR, tuned\n1;0,5;0,7\n"
    wanted = "must have one sign between its fields, and can be split by ';' and by ','"
    with pytest.raises(ValueError, match=f"t.csv {wanted}"):
        read_fields(write(tmp_path, "t.csv", text))
    with pytest.raises(ValueError, match=f"roster {wanted}"):
        parse_table(text.encode(), "roster", "t.csv")


def test_a_line_of_a_class_may_have_fewer_cells():
    table = parse_table(b"Name;Mail, at work;Group\nAda\nBob;b@uni.example;1\n", "roster", "r.csv")
    assert table.header == ["Name", "Mail, at work", "Group"] and table.rows[0]["Group"] == ""
