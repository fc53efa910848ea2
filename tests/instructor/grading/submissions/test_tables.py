"""Tables are read however spreadsheets wrote them, and written again in the same way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.instructor.grading.submissions.tables import (
    as_written,
    parse_table,
    read_table,
    without_formula,
)
from tests.instructor.grading.tiny import write


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(("delimiter", "end"), [(",", "\n"), (";", "\r\n"), ("\t", "\n")])
def test_a_table_is_written_as_it_was_read(encoding, delimiter, end):
    text = 'Name|Comments|Grade/Zoë|"one\ntwo"|1/Ann||/'.replace("/", end).replace("|", delimiter)
    table = parse_table(text.encode(encoding), "roster", "r.csv")
    assert table.rows[0] == {"Name": "Zoë", "Comments": "one\ntwo", "Grade": "1"}
    assert table.write(table.rows, table.header) == text.encode(encoding)
    assert table.write(table.rows[1:], ["Name"]) == f"Name{end}Ann{end}".encode(encoding)


def test_cells_are_found_in_any_case_and_without_spaces(tmp_path):
    data = b"STUDENT ; Name;\r\n 007 ;\xc2\xa0Ann Lee ;\r\n;;\r\nbob\r\n"
    table = parse_table(data, "roster", "r.csv")
    cells = [[table.cell(row, "number", "Student"), table.cell(row, "name")] for row in table.rows]
    assert cells == [["007", "Ann Lee"], ["bob", ""]]
    assert read_table(write(tmp_path / "r.csv", data), "roster") == table


@pytest.mark.parametrize(("data", "words"), [
    (b"", "be a table with headings and at least a line, not r.csv"), (b"student\n\n \n", "be a table with headings"),
    (b'student\n"ada\n', "be a table, not r.csv (unexpected end of data)"),
    (b"a,b\n1,Lee, Ann\n", "have at most 2 cells in a line, as in its first, not more as in r.csv: a cell with ','"),
    (b"PK\x03\x04\xff\xff", "be a file in UTF-8, not r.csv; save it as CSV UTF-8"),
])  # fmt: skip
def test_what_is_no_table_is_refused(data, words):
    with pytest.raises(ValueError, match=f"^roster must {re.escape(words)}"):
        parse_table(data, "roster", "r.csv")


@given(st.text(alphabet="=+-@＝＋－＠;\t\r\na1 \xa0,|!()"))
def test_what_could_be_called_is_text_and_can_be_taken_back(text):
    safe = without_formula(text)
    for separator in ";\t\r\n":  # whatever a spreadsheet takes for the end of a cell
        for cell in safe.split(separator):
            assert not cell.lstrip(" \xa0").startswith((*"=+-@＝＋－＠\t",))
    assert without_formula(safe) == safe and as_written(safe) == text
    for text in ("", "a=b", "1-2", "Ann; Bob", "'tis", "it's = 1", "'a'; 'b'", "''"):
        assert as_written(text) == without_formula(text) == text
