"""Loading outputs: each form gives the same systems, and a bad one says what is wrong."""

import gzip

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score

from labkit import compare_all, load_scores_table, metrics
from labkit.experiments import DATA, load_system_outputs, system_kinds, take_items

NAMES = ["nb/full-01", "nb/half-02", "svm"]


def write(form, folder, outputs):
    """The outputs, scores (n,) or statistics (n, k), as a file or folder of one form."""
    table = pd.DataFrame.from_dict(outputs, orient="index") if form.startswith("wide") else None
    path = folder / f"made.{form.split()[-1]}"
    if form == "npz":
        np.savez(path, **outputs)
    elif form == "folder":
        for name, values in outputs.items():
            file = folder / "made" / f"{name}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            rows = [" ".join(map(str, np.atleast_1d(row).tolist())) for row in values]
            file.write_text("\n".join(rows) + "\n")
        path = folder / "made"
    elif form == "long csv":
        rows = [
            {"system": name, "item": i, **dict(enumerate(np.atleast_1d(row).tolist()))}
            for name, values in outputs.items()
            for i, row in enumerate(values)
        ]
        pd.DataFrame(rows).sample(frac=1, random_state=1).to_csv(path, index=False)
    elif form == "wide parquet":
        pytest.importorskip("pyarrow")
        table.columns = table.columns.astype(str)
        table.to_parquet(path)
    elif form == "wide table":
        table.to_csv(path, sep=" ", index_label="run")
    else:
        table.to_csv(path, sep="\t" if path.suffix == ".tsv" else ",", index_label="run")
    return path


@pytest.mark.parametrize(
    "form", ["wide csv", "wide tsv", "wide table", "wide parquet", "long csv", "npz", "folder"]
)
@given(
    numbers=st.lists(
        st.tuples(*[st.floats(-100, 100, allow_subnormal=False)] * 3), min_size=1, max_size=6
    )
)
def test_scores_come_back_from_every_form(form, numbers, tmp_path_factory):
    outputs = dict(zip(NAMES, np.array(numbers).T, strict=True))
    path = write(form, tmp_path_factory.mktemp("outputs"), outputs)
    loaded = load_system_outputs(path)
    assert set(loaded) == set(NAMES)
    for name, scores in outputs.items():
        found = loaded[name]
        if form == "long csv":  # its rows are in another order, the same for every system
            order = [
                loaded[NAMES[0]].tolist(),
                loaded[NAMES[1]].tolist(),
                loaded[NAMES[2]].tolist(),
            ]
            written = [outputs[name].tolist() for name in NAMES]
            assert sorted(zip(*order, strict=True)) == sorted(zip(*written, strict=True))
        else:
            assert found.tolist() == scores.tolist()


@pytest.mark.parametrize("form", ["long csv", "npz", "folder"])
def test_statistics_keep_their_columns_and_stay_whole(form, tmp_path):
    rng = np.random.default_rng(1)
    outputs = {name: rng.integers(0, 9, (5, 3)) for name in NAMES}
    loaded = load_system_outputs(write(form, tmp_path, outputs))
    for name in NAMES:
        assert loaded[name].dtype.kind == "i" and loaded[name].shape == (5, 3)
        assert sorted(loaded[name].tolist()) == sorted(outputs[name].tolist())
    assert len(compare_all(loaded, metrics.f1, n_resamples=100)) == 3


@pytest.mark.parametrize("form", ["wide csv", "npz", "folder"])
def test_predictions_are_scored_as_scikit_learn_scores_them(form, tmp_path):
    rng = np.random.default_rng(2)
    labels = {name: rng.choice(["POS", "NEG"], 40) for name in ["gold", *NAMES]}
    path = write(form, tmp_path, labels)
    right, counts = load_system_outputs(path), load_system_outputs(path, positive="POS")
    assert set(right) == set(counts) == set(NAMES)
    for name in NAMES:
        assert right[name].mean() == accuracy_score(labels["gold"], labels[name])
        assert metrics.f1(counts[name].sum(axis=0)) == pytest.approx(
            f1_score(labels["gold"], labels[name], pos_label="POS")
        )


def test_a_table_of_runs_is_read_as_its_own_loader_reads_it():
    loaded = load_system_outputs(DATA / "search.results.table")
    table = load_scores_table()
    assert list(loaded) == list(table.index)
    assert np.array_equal(np.array(list(loaded.values())), table.to_numpy())


def test_the_sample_of_a_shared_task_is_part_of_the_systems():
    task = load_system_outputs(DATA / "shared-task")
    assert len(task) == 12 and {len(scores) for scores in task.values()} == {1000}
    assert set(system_kinds(task).values()) == {"amber", "birch", "cedar", "dune"}
    systems = load_system_outputs(DATA / "systems" / "imdb.npz")
    assert np.array_equal(task["amber/run-3"], systems["naive-bayes/full-01"][:1000])


@pytest.mark.parametrize("kind", ["csv", "tsv", "table"])
@pytest.mark.parametrize(
    "rows", [["a 0.5 0.25 1", "b 1 0 0"], ["a 1 0 1", "b 1 1 0", "c 0 0 1"], ["a 1 1", "b 0 1"]]
)
def test_the_first_system_is_not_taken_for_a_header(kind, rows, tmp_path):
    separator = {"csv": ",", "tsv": "\t", "table": " "}[kind]
    plain, headed = tmp_path / f"plain.{kind}", tmp_path / f"headed.{kind}"
    lines = [row.replace(" ", separator) for row in rows]
    header = separator.join(["System", *(f"x{i}" for i in range(len(rows[0].split()) - 1))])
    plain.write_text("\n".join(lines))
    headed.write_text("\n".join([header, *lines]))
    loaded, expected = load_system_outputs(plain), load_system_outputs(headed)
    assert list(loaded) == list(expected) == [row[0] for row in rows]
    for name, scores in expected.items():
        assert loaded[name].tolist() == scores.tolist()


def test_the_first_system_of_predictions_is_not_taken_for_a_header(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("gold,POS,NEG,POS\nNB,POS,POS,POS\nLR,NEG,NEG,POS\n")
    assert {name: s.tolist() for name, s in load_system_outputs(path).items()} == {
        "NB": [1, 0, 1],
        "LR": [0, 1, 1],
    }
    path.write_text("who,first,second\ngold,POS,NEG\nNB,POS,POS\n")
    assert load_system_outputs(path)["NB"].tolist() == [1, 0]


BAD_FILES = {
    "unclear.csv": (
        "x,1,2,3\na,0,1,1\nb,1,1,0\n",
        "header must be True or False",
    ),
    "words.csv": ("run,1,2\na,1,x\nb,0,1\n", "numbers only, not what 'a' has"),
    "hole.csv": ("run,1,2\na,1,\nb,0,1\n", "numbers only, not what 'a' has"),
    "infinite.csv": ("run,1,2\na,1,inf\nb,0,1\n", "finite numbers only, not what 'a' has"),
    "twice.csv": ("run,1\na,1\na,0\n", "one row a system, not two for 'a'"),
    "ragged.csv": ("run,1\na,1,0,0\na,0\n", "must be a table, not"),
    "empty.csv": ("", "must be a table, not"),
    "long.csv": ("system,item,s\na,1,1\na,2,0\nb,1,0\n", "not item 2 for only one of 'a' and 'b'"),
    "again.csv": ("system,item,s\na,1,1\na,1,0\n", "item 1 of 'a' twice"),
    "scoreless.csv": ("system,item\na,1\n", "must have a column of scores"),
    "gold.csv": ("run,1,2\ngold,POS,NEG\na,good,bad\n", "predictions of the classes NEG, POS, not"),
    "fake.npz": ("no archive", "must be an NPZ file, not"),
    "fake.parquet": ("no table", "must be a table, not"),
    "outputs.json": ("[]", "must be a folder or a file .csv"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused_by_name(name, tmp_path):
    text, message = BAD_FILES[name]
    (tmp_path / name).write_text(text)
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match="^path must ") as error:
        load_system_outputs(tmp_path / name)
    assert message in str(error.value) and name in str(error.value)


BAD_FOLDERS = {
    "length": ({"gold.txt": "1\n0\n", "a.txt": "1\n"}, "not 1 for 'a' but 2 for 'gold'"),
    "ragged": ({"a.txt": "1 0\n1\n"}, "must hold 2 value(s) a line, as in line 1"),
    "gap": ({"a.txt": "1\n\n1\n"}, "must hold 1 value(s) a line, as in line 1"),
    "twice": ({"a.txt": "1\n", "a.csv": "1\n"}, "one file a system, not two for 'a'"),
    "other": (
        {"a.txt": "1\n", "a.docx": "1\n"},
        "must hold files of predictions only (.txt, .csv, .tsv), not a.docx",
    ),
    "none": ({"README.md": "how to"}, "must be a folder with files of predictions, not"),
    "bytes": ({"a.txt": b"\xff\xfe1"}, "must hold text files (UTF-8), not"),
    "columns": ({"gold.txt": "1 1\n", "a.txt": "1 0\n"}, "one prediction an item"),
}


@pytest.mark.parametrize("case", BAD_FOLDERS)
def test_a_bad_folder_is_refused_by_name(case, tmp_path):
    files, message = BAD_FOLDERS[case]
    for name, text in files.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match="^path must ") as error:
        load_system_outputs(tmp_path)
    assert message in str(error.value)


def test_positive_must_be_a_class_of_the_gold(tmp_path):
    (tmp_path / "a.txt").write_text("POS\n")
    with pytest.raises(ValueError, match="positive must be left out, not 'POS'"):
        load_system_outputs(tmp_path, positive="POS")
    (tmp_path / "gold.txt").write_text("POS\n")
    with pytest.raises(ValueError, match="positive must be one of the classes POS, not 'NEUTRAL'"):
        load_system_outputs(tmp_path, positive="NEUTRAL")


def test_a_parquet_file_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    (tmp_path / "made.parquet").touch()

    def nothing(path):  # as pandas says it
        raise ImportError("Unable to find a usable engine; tried using: 'pyarrow', 'fastparquet'.")

    monkeypatch.setattr(pd, "read_parquet", nothing)
    with pytest.raises(ModuleNotFoundError, match="made.parquet needs .* pip install pyarrow"):
        load_system_outputs(tmp_path / "made.parquet")


def test_pickles_are_never_opened(tmp_path):
    np.savez(tmp_path / "made.npz", a=np.array([object()]))
    with pytest.raises(ValueError, match="path must be an NPZ file, not"):
        load_system_outputs(tmp_path / "made.npz")


def test_nothing_there_is_said_so(tmp_path):
    with pytest.raises(FileNotFoundError, match="path must be an existing file or folder"):
        load_system_outputs(tmp_path / "missing")


def test_kinds_need_the_pattern_in_every_name():
    assert system_kinds(["a/b/run"]) == {"a/b/run": "a/b"}
    with pytest.raises(ValueError, match="pattern must occur in each name, not .* for 'run'"):
        system_kinds(["a/run", "run"])
    with pytest.raises(ValueError, match=r"pattern must be a regular expression, not '\('"):
        system_kinds(["a/run"], "(")


@pytest.mark.parametrize(
    "items",
    [0, 4, [3], [-1], [], [[1]], slice(5, 9), [True, False], [False] * 3, ["0"], [0.5], True],
)
def test_items_that_are_not_there_are_refused(items):
    with pytest.raises(ValueError, match="items must be "):
        take_items({"a": np.arange(3)}, items)


def test_items_are_taken_of_every_system():
    outputs = {"a": np.arange(4), "b": np.arange(8).reshape(4, 2)}
    taken = take_items(outputs, [3, 0, 3])
    assert taken["a"].tolist() == [3, 0, 3] and taken["b"].tolist() == [[6, 7], [0, 1], [6, 7]]
    for some in (slice(1, 3), [False, True, True, False], range(1, 3), -2 + np.arange(3, 5)):
        assert take_items(outputs, some)["a"].tolist() == [1, 2]


def test_classes_that_are_long_numbers_are_told_apart(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(f"system,x,y\ngold,{10**17},{10**17 + 1}\nA,{10**17},{10**17}\n")
    assert load_system_outputs(path)["A"].tolist() == [1, 0]


@pytest.mark.parametrize("names", ["column", "index", "none"])
def test_a_parquet_file_may_have_a_column_a_system(tmp_path, names):
    pytest.importorskip("pyarrow")
    scores = {"nb": [0.1, 0.2, 1 / 3], "lr": np.array([0, 0.5, 0.7], "float32")}
    items = pd.Index(["q1", "q2", "q3"], name="item")
    table = pd.DataFrame(scores, index=items if names == "index" else None)
    if names == "column":
        table.insert(0, "id", [3, 1, 2])
    table.to_parquet(tmp_path / "made.parquet")
    found = load_system_outputs(tmp_path / "made.parquet")
    assert {name: values.tolist() for name, values in found.items()} == {
        "nb": scores["nb"], "lr": [0, 0.5, 0.7]
    }  # fmt: skip


def test_a_parquet_file_with_gaps_or_lists_is_refused(tmp_path):
    pytest.importorskip("pyarrow")
    for values in ([1.0, None], [[1], [1, 2]]):
        table = pd.DataFrame({"item": ["x", "y"], "a": values})
        table.to_parquet(tmp_path / "made.parquet")
        with pytest.raises(ValueError, match="path must hold numbers only, not what 'a' has"):
            load_system_outputs(tmp_path / "made.parquet")


def test_files_of_scores_may_be_packed_and_have_a_header(tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"0.5\n1\n", mtime=0))
    (tmp_path / "b.txt").write_text("score\r0.25\r0\r")
    found = load_system_outputs(tmp_path)
    assert {name: values.tolist() for name, values in found.items()} == {
        "a": [0.5, 1],
        "b": [0.25, 0],
    }
    (tmp_path / "c.txt").write_text("score\n0.25\nx\n")
    with pytest.raises(ValueError, match="path must "):
        load_system_outputs(tmp_path)


@pytest.mark.parametrize("first", ["nan", "NA", "-inf", "None", "?", "-", "#N/A"])
def test_a_first_score_that_is_missing_is_no_header(first, tmp_path):
    """As a header it would be lost, and the scores that are left would be those of other items."""
    (tmp_path / "a.txt").write_text(f"{first}\n0.5\n1\n")
    with pytest.raises(ValueError, match="path must "):
        load_system_outputs(tmp_path)


def test_the_index_of_a_long_table_is_no_statistic(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(",item,system,score\n7,x,a,0.5\n3,x,b,1\n4,y,b,0\n9,y,a,0.25\n")
    found = load_system_outputs(path)
    assert {name: each.tolist() for name, each in found.items()} == {"a": [0.5, 0.25], "b": [1, 0]}
