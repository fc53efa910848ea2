"""Whatever a file is, it is read within bounds, or refused by a name that helps."""

import json
import resource
import sys
import time
import zipfile
from html import unescape
from io import BytesIO

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.grading.notebook.execution import LEFT_OUT
from labkit.grading.submission.reading import FEW_BYTES, MOST_OUTPUT, read
from labkit.grading.submission.sanitize import rendered

TEXT = "é – “ü” π = 3"
NOTEBOOK = new_notebook(
    cells=[
        new_markdown_cell("# One", id="one"),
        new_code_cell(TEXT, id="two", metadata={"nbgrader": {"grade_id": "two", "points": 3}}),
    ]
)
JSON = nbformat.writes(NOTEBOOK)


def cells(data):
    notebook = nbformat.reads(read(data), as_version=4)
    nbformat.validate(notebook)
    return notebook.cells


def repairs(data):
    return json.loads(read(data))["metadata"].get("labkit", {}).get("repairs", [])


def made(*given, **more):
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": list(given)} | more).encode()


def code(source="x", **more):
    return {"cell_type": "code", "source": source, "metadata": {}} | more


def test_sources_outputs_ids_and_names_are_kept_and_nothing_else():
    notebook = new_notebook(cells=[*NOTEBOOK.cells], metadata={"authors": []})
    out = new_output("stream", text="one\ntwo")
    notebook.cells[1].outputs = [out]
    one, two = cells(nbformat.writes(notebook).encode())
    assert (one.source, one.id, one.cell_type) == ("# One", "one", "markdown")
    assert (two.source, two.id, two.outputs, two.execution_count) == (TEXT, "two", [out], None)
    assert two.metadata == {"nbgrader": {"grade_id": "two"}}
    assert json.loads(read(nbformat.writes(notebook).encode()))["metadata"] == {}


LEFT = {"output_type": "stream", "name": "stdout", "text": ""}


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        (3, None),
        ({"output_type": ["odd"]}, None),
        ({"output_type": "update_display_data", "data": {}}, None),
        ({"output_type": "display_data", "data": 3}, None),
        ({"output_type": "stream", "text": {"a": 1}, "name": [], "more": 1}, LEFT),
        ({"output_type": "stream", "text": ["a", 3, "b"]}, LEFT | {"text": "ab"}),
        (
            {"output_type": "error", "ename": 3, "evalue": ["a"], "traceback": [["b"], 4]},
            {"output_type": "error", "ename": "", "evalue": "a", "traceback": ["b", ""]},
        ),
        (
            {"output_type": "execute_result", "data": {"text/html": ["<b>"], "x/y": "act()"}},
            {"output_type": "display_data", "data": {"text/html": "<b>"}, "metadata": {}},
        ),
    ],
)
def test_outputs_of_any_form_are_read_as_what_can_be_shown(output, kept):
    (cell,) = cells(made(code(outputs=[output])))
    assert cell.outputs == ([kept] if kept else [])
    (cell,) = cells(made(code(outputs=output)))
    assert cell.outputs == []


def test_outputs_are_kept_as_long_as_there_is_room():
    long = {"output_type": "stream", "name": "stdout", "text": "x" * (MOST_OUTPUT // 2)}
    one, two = cells(made(code(outputs=[long]), code(outputs=[LEFT, long, LEFT])))
    assert one.outputs == [long] and two.outputs == [LEFT, LEFT_OUT]


def test_a_name_of_a_cell_is_kept_up_to_200_characters():
    names = ["n" * 200, "n" * 201]
    given = [code(metadata={"nbgrader": {"grade_id": name}}) for name in names]
    assert [cell.metadata.nbgrader.grade_id for cell in cells(made(*given))] == 2 * names[:1]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", []),
        ("utf-8-sig", []),
        ("utf-16", ["the file was in UTF-16 and not in UTF-8"]),
        ("utf-16-le", ["the file was in UTF-16-LE and not in UTF-8"]),
        ("utf-16-be", ["the file was in UTF-16-BE and not in UTF-8"]),
        ("utf-32", ["the file was in UTF-32 and not in UTF-8"]),
    ],
)
def test_encodings(encoding, told):
    data = json.dumps(json.loads(JSON), ensure_ascii=False).encode(encoding)
    assert cells(data)[1].source == TEXT
    assert repairs(data) == told


def test_latin_1_and_a_damaged_character():
    data = json.dumps(json.loads(JSON), ensure_ascii=False).replace("π", "p").encode("cp1252")
    assert cells(data)[1].source == TEXT.replace("π", "p")
    assert repairs(data) == ["the file was in Latin-1 and not in UTF-8"]
    data = made(code("äöü π ♥ é")).decode("unicode-escape").encode("utf8") + b" "
    damaged = data.replace("♥".encode(), b"\xe2\x99")
    assert cells(damaged)[0].source == "äöü π \ufffd é"
    assert repairs(damaged) == ["some characters of the file could not be read"]


def test_what_stands_behind_the_end_is_left_out_and_said():
    told = ["what stood behind the notebook's end in the file was left out"]
    assert repairs(JSON.encode() + b'"]}\n}') == told
    assert repairs(JSON.encode() + b"\n\0\0\0") == []


@pytest.mark.parametrize(
    "given",
    [
        {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "a\r\nb"}]}]},
        {"nbformat": 4, "cells": [{"cell_type": "code", "source": ["a\n", "b"]}]},
        {"nbformat": 4, "cells": [{"cell_type": "code", "source": "a\rb", "metadata": None}]},
        {"cells": [{"cell_type": "code", "source": "a\nb", "metadata": {"nbgrader": 3}}]},
        {"nbformat": 5, "cells": [{"cell_type": "code", "source": "a\nb", "outputs": {"a": {}}}]},
        {"nbformat": 10**5000, "cells": [{"cell_type": "code", "source": "a\nb", "id": 7}]},
        {"nbformat": float("nan"), "cells": [{"cell_type": "code", "source": "a\nb"}]},
    ],
    ids=["nbformat 3", "lines", "no metadata", "odd metadata", "nbformat 5", "digits", "nan"],
)
def test_other_forms_of_a_notebook(given, monkeypatch):
    import sys

    monkeypatch.setattr(sys, "set_int_max_str_digits", sys.set_int_max_str_digits)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    data = json.dumps(given).encode()
    sys.set_int_max_str_digits(before)
    (cell,) = cells(data)
    assert (cell.cell_type, cell.source) == ("code", "a\nb")


def test_lines_that_have_lost_their_ends_are_lines_again():
    function = code(["def f(n):", "", "    return n"])
    given = made(function, {"cell_type": "markdown", "source": ["One.", "Two."]}, code("f(3)"))
    assert [c.source for c in cells(given)] == ["def f(n):\n\n    return n", "One.\nTwo.", "f(3)"]
    assert repairs(given) == [
        "the lines of each cell were in one line, and were put below each other"
    ]
    for others in ([], [code(["x = 1\n", "y = 2"]), function]):  # a line may be parted anywhere
        given = made(code(["def f(n): return", " n"]), code(["d = {1:", "2}"]), *others)
        assert [c.source for c in cells(given)][:2] == ["def f(n): return n", "d = {1:2}"]
        assert repairs(given) == []


def test_a_large_picture_in_a_text_takes_no_room_from_the_words_behind_it():
    def drawn(size):
        return f"![image.png](data:image/png;base64,{'iVBOR/+=' * (size // 8)})"

    words = "My proof: {} and so on. {}"
    large = {"cell_type": "markdown", "source": words.format(drawn(3_000_000), drawn(10_000))}
    small = {"cell_type": "markdown", "source": words.format(drawn(9_000), "")}
    left = words.format(*2 * ["![image.png](left-out)"])
    told = ["large pictures in texts were left out: the file as handed in has them"]
    assert [cells(made(large))[0].source, repairs(made(large))] == [left, told]
    assert "[picture left out: image.png" in unescape(rendered(left))
    assert [cells(made(small))[0].source, repairs(made(small))] == [small["source"], []]
    for source in (drawn(20_000), "data:image/png;base64,!" * 9_000):
        assert (cells(made(code(source)))[0].source, repairs(made(code(source)))) == (source, [])


def test_headings_and_unknown_cells_of_old_notebooks_are_texts():
    sheet = {
        "cells": [
            {"cell_type": "heading", "source": "A", "level": 1},
            {"cell_type": "x", "source": None},
        ]
    }
    found = cells(json.dumps({"nbformat": 3, "worksheets": [sheet]}).encode())
    assert [(c.cell_type, c.source) for c in found] == [("markdown", "## A"), ("raw", "")]


def test_half_characters_and_equal_keys():
    data = b'{"nbformat": 4, "cells": [], "cells": [{"cell_type": "code", "source": "\\ud83d"}]}'
    assert [c.source for c in cells(data)] == ["?"]


def test_ids_are_there_once_each_and_the_same_every_time():
    given = [code(id=i) for i in ("a", "a", "unnamed-3", None, "<b>", ["x"], "é", "a")]
    found = [c.id for c in cells(made(*given))]
    assert len(set(found)) == len(found) and found[0] == "a"
    assert found == [c.id for c in cells(made(*given))]


def zipped(*names):
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            # At a fixed time: what these bytes are is part of the tests' names.
            archive.writestr(zipfile.ZipInfo(name), "x")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"\0" * 9000, "placeholder of a cloud drive"),
        (b"bplist00\xd4\x01", "placeholder of a cloud drive"),
        (b"https://colab.research.google.com/drive/1abc?usp=sharing\n", "a link to a web page"),
        (b"<!DOCTYPE html>\n<html><body>Log in</body></html>", "an HTML page"),
        (b"\xef\xbb\xbf\n<HTML lang=en>", "an HTML page"),
        (b"<?xml version='1.0'?>\n<!-- a -->\n<html xmlns='x'>", "an HTML page"),
        (b"<?xml version='1.0'?><plain/>", "an XML file"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a Word file"),
        (zipped("xl/workbook.xml"), "an Excel file"),
        (zipped("tick4.ipynb"), "an archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Word or Excel file"),
        (b"{\\rtf1\\ansi", "RTF"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a", "Git LFS"),
        (b"[InternetShortcut]\r\nURL=https://colab.test", "a link"),
        (b'{"url": "https://docs.google.test", "doc_id": "1a"}', "a link to Google Drive"),
        (b"import math\n\ndef double(n):\n    return 2 * n\n", "a Python script"),
        (b"# %%\n%matplotlib inline\n", "a Python script"),
        (b"---\njupyter:\n  jupytext:\n    formats: md\n---\n# A", "a Markdown file"),
        (b"# Tick 1\n\nText.\n\n```python\nx = 1\n```\n", "a Markdown file"),
        (b'{\n<<<<<<< HEAD\n "cells": []\n=======\n>>>>>>> x\n}', "marks of a conflict"),
        (JSON[:-20].encode(), "not JSON, or was cut off"),
        (b"hello", "not JSON, or was cut off"),
        (b"[]", "not in a notebook's form"),
        (b'{"a": 1}', "not in a notebook's form"),
        (b'{"cells": {}}', "not in a notebook's form"),
        (b'{"cells": [3]}', "not in a notebook's form"),
        (b'{"nbformat": 4, "cells": [{}]}', "not in a notebook's form"),
        (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": [["x"]]}]}', "form"),
        (b'{"worksheets": 3}', "not in a notebook's form"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a":' * 200_000, "not JSON"),
    ],
    ids=lambda value: str(value[:30]),
)
def test_what_it_is_is_said(data, kind):
    with pytest.raises(ValueError, match=kind):
        read(data)


def test_too_much_is_refused():
    with pytest.raises(ValueError, match="more than 2,000 cells"):
        read(made(*[code()] * 2_001))
    sheets = [{"cells": [{"cell_type": "code", "input": ""}] * 60_000}]
    with pytest.raises(ValueError, match="more than 2,000 cells"):
        read(json.dumps({"nbformat": 3, "worksheets": sheets}).encode())
    with pytest.raises(ValueError, match="more than 2,000,000 characters"):
        read(made(code("x" * 2_100_000)))
    with pytest.raises(ValueError, match="too large: 51 MB, where 50 are allowed"):
        read(b" " + b"x" * 51_000_000)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize(
    "data",
    [
        b'{"nbformat": 4, "cells": [], "metadata": [' + b'{"a":0},' * 750_000 + b"0]}",
        made(code(outputs=[{"output_type": "stream", "name": "stdout", "text": ""}] * 100_000)),
        b'{"nbformat": 4, "cells": [], "metadata": ' + b'{"a":' * 200_000 + b"0" + b"}" * 200_001,
        b'{"cells": [], "a": [' + b",".join(b"%d" % 10**400 for _ in range(4_000)) + b"]}",
        b'{"cells": [], "a": ' + b"[" + b"[]," * 1_000_000 + b"[]]}",
    ],
    ids=["objects", "outputs", "depth", "digits", "lists"],
)
def test_what_is_costly_to_read_costs_the_grader_nothing(data):
    assert len(data) > FEW_BYTES
    read(made(code("x" * FEW_BYTES)))  # the server is there
    before, began = peak(), time.monotonic()
    try:
        read(data)
    except ValueError as error:
        assert "not a notebook" in str(error) or "it takes more than" in str(error)
    assert time.monotonic() - began < 10
    assert peak() - before < 100_000  # of what arrives and is sent on


@pytest.mark.parametrize(
    ("version", "kept"),
    [
        ("3.99.0", "3.99"),
        ("3.99", "3.99"),
        (sys.version.split()[0], None),
        ("3.2.1", None),
        ("3.999", None),
        ("2.7", None),
        (3.99, None),
        (None, None),
    ],
)
def test_a_newer_python_than_this_is_kept(version, kept):
    given = json.dumps({"cells": [], "metadata": {"language_info": {"version": version}}})
    assert json.loads(read(given.encode()))["metadata"].get("labkit", {}).get("python") == kept
    for metadata in (None, [], {"language_info": None}, {"language_info": "3.99"}):
        given = json.dumps({"cells": [], "metadata": metadata})
        assert json.loads(read(given.encode()))["metadata"] == {}


def test_when_cells_were_run_is_kept_only_where_a_name_is_there_twice():
    cells = [
        new_code_cell("1", metadata={"nbgrader": {"grade_id": n}}) for n in ("a", "b", "c", "d")
    ]
    for cell, count in zip(cells, (7, 0, None, True), strict=True):
        cell.execution_count = count
    own = new_code_cell("2", execution_count=9)

    def runs(*cells):
        whole = {"cells": [*cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        found = json.loads(read(json.dumps(whole).encode()))
        return [cell["metadata"].get("labkit", {}).get("run") for cell in found["cells"]]

    assert runs(*cells, own) == [None] * 5
    assert runs(*cells, own, cells[0]) == [7, None, None, None, None, 7]


def test_a_picture_that_was_pasted_into_an_answer_is_told():
    """It is not shown; without a word a marker would take the answer for an empty one."""

    def told(source, attachments):
        cell = {"cell_type": "markdown", "metadata": {}, "source": source}
        whole = {"cells": [cell | {"attachments": attachments}], "metadata": {}}
        return repairs(json.dumps(whole).encode())

    picture = {"image.png": {"image/png": "iVBORw0KGgo="}}
    assert told(["My answer:\n", "![](attachment:image.png)"], picture) == [
        "pictures pasted into texts were left out: the file as handed in has them"
    ]
    for source, attachments in (("none", picture), ("attachment:image.png", {}), ("x", None)):
        assert told(source, attachments) == []
