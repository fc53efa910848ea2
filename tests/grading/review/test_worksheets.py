"""Worksheets, as spreadsheets save them and as people fill them in."""

import pytest

from labkit.grading.review.rubric import Item, Question
from labkit.grading.review.worksheets import Line, read_worksheet, write_worksheet

RUBRIC = {
    "essay": Question(
        "essay", {n: Item(n, n, 1.0) for n in ("clear", "true", "p-value")}, start=0, out_of=2
    )
}


def read(tmp_path, content):
    path = tmp_path / "worksheet.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_worksheet(path, RUBRIC)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_spreadsheet_is_read(tmp_path, encoding, delimiter, end):
    rows = [
        ["ID", "Question ", "items", "adjust", "comment"],
        ["r1", "essay", "true clear", "", '"schön, ""so"""'],
        ["r2", "essay", "none", "", ""],
        ["r3", "essay", "", "", ""],
    ]
    content = end.join(delimiter.join(row) for row in rows)
    assert read(tmp_path, content.encode(encoding)) == {
        "r1": Line("r1", "essay", ("clear", "true"), 0, 'schön, "so"'),
        "r2": Line("r2", "essay"),
    }


@pytest.mark.parametrize("line", ["sep=;\r\n", "SEP=;\n"])
def test_excels_line_of_the_separator_is_no_heading(tmp_path, line):
    content = f"\ufeff{line}id;question;items\r\nr1;essay;clear\r\n"
    assert read(tmp_path, content) == {"r1": Line("r1", "essay", ("clear",))}


HEAD = "id,question,items,adjust,comment\n"


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ('"clear, p-value",-0.5,', Line("r1", "essay", ("clear", "p-value"), -0.5)),
        ('clear;true,"0,25",\'=SUM', Line("r1", "essay", ("clear", "true"), 0.25, "=SUM")),
        (",1,", Line("r1", "essay", (), 1)),
        ("clear,,'tis so", Line("r1", "essay", ("clear",), 0, "'tis so")),
        ("clear,,so,,", Line("r1", "essay", ("clear",), 0, "so")),
        ("NONE,−1,", Line("r1", "essay", (), -1)),
    ],
)
def test_what_markers_write_is_read(tmp_path, cells, line):
    assert read(tmp_path, f"{HEAD}r1,essay,{cells}\n") == {"r1": line}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "r1,essay,cleer,,\n", "line 2: items .* not 'cleer'; did you mean 'clear'"),
        (HEAD + "r1,essay,xyz,,\n", "there are clear, true, p-value"),
        (HEAD + "r1,essay,clear,lots,\n", "adjust must be a number of points, not 'lots'"),
        (HEAD + "r1,essay,clear,inf,\n", "adjust"),
        (HEAD + "r1,double,clear,,\n", "not 'double'"),
        (HEAD + "r1,essay,clear,,\nr1,essay,true,,\n", "line 3: an answer must come once"),
        (HEAD + "r1,essay,,,well put\n", "line 2: a comment needs items .* or the word none"),
        ("id,items\nr1,clear\n", "column question"),
        ("", "column id"),
        (HEAD + "r1,essay,clear,,Well, but short\n", "line 2: a line must have as many cells"),
        (HEAD + '"r1,essay\n', "not a line of CSV"),
    ],
)
def test_a_mistake_is_named(tmp_path, text, says):
    with pytest.raises(ValueError, match=says):
        read(tmp_path, text)


def test_what_is_written_is_read_again(tmp_path):
    lines = {
        "r1": Line("r1", "essay", ("clear",), 0.5, "=cmd() is no answer,\nor is it?"),
        "r2": Line("r2", "essay", (), 0, "Good:\n- short\n-- clear; -0.5 for\n'this'\n= 2"),
    }
    path = tmp_path / "worksheet.csv"
    write_worksheet(path, [(key, "essay") for key in ("r1", "r2", "r3")], lines)
    assert "'=cmd()" in path.read_text() and path.read_text().count("essay") == 3
    for _ in range(2):
        assert read_worksheet(path, RUBRIC) == lines
        write_worksheet(path, [("r1", "essay"), ("r2", "essay")], read_worksheet(path, RUBRIC))
