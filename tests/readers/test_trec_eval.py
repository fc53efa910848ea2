"""What trec_eval prints is read as it stands; what is cut off or doubled is refused."""

import numpy as np
import pytest

from labkit import compare_all
from labkit.readers import load_trec_eval

TOPICS = ["301", "302", "303", "304"]
SCORES = {"bm25": [0.25, 0.5, 0.125, 0.0], "lm.dirichlet.1000": [0.5, 0.5, 0.25, 1.0]}


def printed(scores, topics=TOPICS, measures=("num_ret", "map", "gm_map", "P_10"), all_topics=True):
    """What ``trec_eval -q`` prints: the measure in 22 columns, a tab, the topic, a tab, the value."""
    lines = []
    for topic, score in zip(topics, scores, strict=True):
        values = {"num_ret": "1000", "map": f"{score:.4f}", "gm_map": "-2.1", "P_10": "0.1000"}
        lines += [f"{measure:<22}\t{topic}\t{values[measure]}" for measure in measures]
    if all_topics:
        mean = sum(scores) / len(scores)
        lines += [
            "runid                 \tall\tmy run",
            f"num_q                 \tall\t{len(scores)}",
        ]
        values = {
            "num_ret": f"{1000 * len(scores)}",
            "map": f"{mean:.4f}",
            "gm_map": "0.1",
            "P_10": "0.1000",
        }
        lines += [f"{measure:<22}\tall\t{values[measure]}" for measure in measures]
    return "\n".join(lines) + "\n"


@pytest.fixture
def folder(tmp_path):
    for name, scores in SCORES.items():
        (tmp_path / f"{name}.eval").write_text(printed(scores))
    (tmp_path / "README.md").write_text("not a run")
    (tmp_path / ".hidden").write_text("not a run")
    return tmp_path


def test_a_folder_is_a_table_of_systems(folder):
    table = load_trec_eval(folder)
    assert {name: row.tolist() for name, row in table.iterrows()} == SCORES
    assert list(table.columns) == TOPICS
    assert table.attrs["read"] == "2 systems x 4 topics, map"
    assert compare_all(table, test="randomization").shape[0] == 1
    assert (load_trec_eval(folder, "P_10") == 0.1).all(axis=None)
    assert (load_trec_eval(folder, "P.10") == 0.1).all(axis=None)
    assert (load_trec_eval(folder, "num_ret") == 1000).all(axis=None)
    assert (load_trec_eval(folder, "gm_map") == -2.1).all(axis=None)


@pytest.mark.parametrize("change", ["windows", "blanks", "BOM", "no end"])
def test_one_file_however_it_was_written(tmp_path, change):
    text = printed(SCORES["bm25"])
    path = tmp_path / "bm25.eval"
    content = {
        "windows": text.replace("\n", "\r\n").encode(),
        "blanks": text.replace("\t", " ").encode(),
        "BOM": text.encode("utf-8-sig"),
        "no end": text.rstrip().encode(),
    }[change]
    path.write_bytes(content)
    assert load_trec_eval(path).loc["bm25"].tolist() == SCORES["bm25"]


def test_topics_first_as_ir_measures_prints_them(tmp_path):
    path = tmp_path / "bm25.txt"
    rows = [("q1", "nDCG@10", "0.5"), ("q2", "nDCG@10", "0.25"), ("all", "nDCG@10", "0.3750")]
    path.write_text("".join("\t".join(row) + "\n" for row in rows))
    table = load_trec_eval(path)
    assert (table.loc["bm25"].to_dict(), table.attrs["measure"]) == (
        {"q1": 0.5, "q2": 0.25},
        "nDCG@10",
    )


def test_systems_in_sub_folders(tmp_path):
    for place in ("us", "them"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "bm25.eval").write_text(printed(SCORES["bm25"]))
    assert list(load_trec_eval(tmp_path).index) == ["them/bm25", "us/bm25"]
    (tmp_path / "us" / "bm25.txt").write_text(printed(SCORES["bm25"]))
    with pytest.raises(ValueError, match="one file a system, not two for 'us/bm25'"):
        load_trec_eval(tmp_path)


def test_missing_topics_are_named_or_filled(folder):
    (folder / "short.eval").write_text(printed([0.5, 1.0], ["302", "304"]))
    with pytest.raises(
        ValueError,
        match=r"short\.eval must have map of all 4 topics, not be without 301, 303: give missing=0",
    ):
        load_trec_eval(folder)
    assert load_trec_eval(folder, missing=0).loc["short"].tolist() == [0, 0.5, 0, 1]


def test_with_c_the_mean_is_over_the_judged_topics(tmp_path):
    text = printed([0.5, 1.0], ["302", "304"]).replace(
        "num_q                 \tall\t2", "num_q \tall\t4"
    )
    path = tmp_path / "c.eval"
    path.write_text(text.replace("map                   \tall\t0.7500", "map \tall\t0.3750"))
    assert load_trec_eval(path).loc["c"].tolist() == [0.5, 1]


WHOLE = printed(SCORES["bm25"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must hold the output of trec_eval -q, not be empty"),
        (" \n\n", "must hold the output of trec_eval -q, not be empty"),
        (WHOLE[:27] + "\n", "line 1 must have a measure, a topic and a value"),
        (WHOLE.replace("0.2500", "x"), "line 2 must end with a finite number, not 'x'"),
        (WHOLE.replace("0.2500", "nan"), "line 2 must end with a finite number, not 'nan'"),
        (WHOLE.replace("0.2500", "1_0"), "line 2 must end with a finite number, not '1_0'"),
        (WHOLE + WHOLE, "line 23 must have num_ret of topic 301 once, not again (line 1)"),
        ("".join(WHOLE.splitlines(True)[4:]), "must be whole: the mean of its 3 topics is 0.2083"),
        ("map\tall\t0.5\n", "must have lines of topics, not of all only"),
        ("map 301 0.5\nmap all 0.5\nmap all 0.5\n", "line 3 must have map of all topics once"),
        ("P_5 301 0.5\nP_10 301 0.5\n", "measure must be one of P_5, P_10, not None"),
        ("run,301,302\nbm25,0.5,0.25\n", "line 1 must have a measure, a topic and a value"),
        (b"\xff\xfem\0a\0p", "must be a text file in UTF-8"),
        (b"map 301 0.5\nmap caf\xe9 0.5\n", "must be a text file in UTF-8"),
        (b"map 301\0 0.5\n", "must be a text file in UTF-8"),
        (b"\x1f\x8bmap 301 0.5\n", "must be a text file in UTF-8"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path, text, message):
    path = tmp_path / "bm25.eval"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError) as error:
        load_trec_eval(path)
    assert message in str(error.value) and "bm25.eval" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_measure_that_is_not_there(folder):
    with pytest.raises(
        ValueError, match="^measure must be one of num_ret, map, gm_map, P_10, not 'mpa'"
    ):
        load_trec_eval(folder, "mpa")
    (folder / "few.eval").write_text(printed(SCORES["bm25"], measures=["map"]))
    with pytest.raises(
        ValueError, match=r"measure must be one of map, not 'P_10', for the topics of .*few\.eval"
    ):
        load_trec_eval(folder, "P_10")
    (folder / "other.eval").write_text("P_5 301 0.5\n")
    with pytest.raises(ValueError, match="must have one measure in all files"):
        load_trec_eval(folder)


def test_a_file_without_its_last_lines_is_cut_off(folder):
    (folder / "cut.eval").write_text(printed(SCORES["bm25"], all_topics=False))
    with pytest.raises(
        ValueError, match=r"cut\.eval must end with the lines for all topics: is it cut off"
    ):
        load_trec_eval(folder)


def test_no_file_and_no_files(tmp_path):
    with pytest.raises(FileNotFoundError, match="path must be an existing file or folder"):
        load_trec_eval(tmp_path / "none")
    with pytest.raises(ValueError, match="path must be a folder with a file a system"):
        load_trec_eval(tmp_path)
    with pytest.raises(ValueError, match="missing must be a finite number"):
        load_trec_eval(tmp_path, missing=np.nan)
