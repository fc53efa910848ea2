"""Tables of search runs are read however they are written, and bad ones refused."""

import numpy as np
import pandas as pd
import pytest

from labkit import load_scores_table


def written(tmp_path, text):
    path = tmp_path / "search.results.table"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


PLAIN = pd.DataFrame(
    {"1": [0.25, 1.0], "2": [0.5, 0.0], "3": [0.125, 1e-3]}, index=["F_A_1_X01_1", "F_A_2_X02_2"]
)


@pytest.mark.parametrize(
    "text",
    [
        "F_A_1_X01_1 0.25 0.5 0.125\nF_A_2_X02_2 1 0 0.001\n",
        "F_A_1_X01_1\t0.25\t0.5\t0.125\nF_A_2_X02_2\t1.0\t.0\t1e-3",
        "  F_A_1_X01_1 \t 0.25  0.5\t\t0.125  \r\n\r\nF_A_2_X02_2 1 0 0.001\r\n\r\n",
        "# a comment\n\n#another\nF_A_1_X01_1 0.25 0.5 0.125 # good\nF_A_2_X02_2 1 0 0.001\n",
        "run 1 2 3\nF_A_1_X01_1 0.25 0.5 0.125\nF_A_2_X02_2 1 0 0.001\n",
        "Topic 1 2 3\nF_A_1_X01_1 0.25 0.5 0.125\nF_A_2_X02_2 1 0 0.001\n",
        "\ufeffF_A_1_X01_1 0.25 0.5 0.125\nF_A_2_X02_2 1 0 0.001\n",
    ],
    ids=["blanks", "tabs", "both, empty lines", "comments", "header", "topics", "byte order mark"],
)
def test_tables_are_read_however_they_are_spaced(tmp_path, text):
    table = load_scores_table(written(tmp_path, text))
    pd.testing.assert_frame_equal(table, PLAIN)
    assert table.attrs["source"].endswith("search.results.table")


def test_a_header_names_the_topics(tmp_path):
    named = load_scores_table(written(tmp_path, "run\tzombie\twar\nA\t0.5\t1\nB\t1\t0\n"))
    assert list(named.columns) == ["zombie", "war"]
    for header in ("zombie war", "group zombie war"):
        path = written(tmp_path, f"{header}\nA 0.5 1\nB 1 0\n")
        with pytest.raises(ValueError, match="say above its first column in place of '(group)?'"):
            load_scores_table(path)
        pd.testing.assert_frame_equal(load_scores_table(path, transpose=False), named)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A 0.5 1\n\nB 0.5\n", "line 3 must have 2 scores as the first row has, not 1"),
        ("A 0.5 1\nB 0.5 1 1\n", "line 2 must have 2 scores as the first row has, not 3"),
        ("run x y\nA 0.5 1\nB 0.5\n", "line 3 must have 2 scores as the header has, not 1"),
        ("# first\nA 0.5 1\nB 0.5 high\n", "line 3 must have finite numbers, not 'high'"),
        ("A 0.5 1\nB 0.5 nan\n", "line 2 must have finite numbers, not 'nan'"),
        ("A 0.5 1\nB inf 1\n", "line 2 must have finite numbers, not 'inf'"),
        ("A 0.5 1\nB 0,5 1\n", "line 2 must have finite numbers, not '0,5'"),
        ("A 0.5 1\nA 1 1\n", "must have one row a system, not two for 'A'"),
        ("", "must have at least one system, not none"),
        ("# only a comment\n\n", "must have at least one system, not none"),
        (b"\xff\xfeA", "must be a text file"),
    ],
)
def test_bad_tables_are_refused_with_the_line(tmp_path, text, message):
    with pytest.raises(ValueError) as error:
        load_scores_table(written(tmp_path, text))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_labs_own_table():
    table = load_scores_table()
    assert table.shape == (21, 24)
    assert table.attrs["source"] == "search.results.table"
    assert table.to_numpy().min() > 0 and table.to_numpy().max() <= 1
    assert np.array_equal(table, table.round(4))
