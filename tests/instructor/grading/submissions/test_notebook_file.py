"""Whatever a file is, it is read within bounds, or refused by a name that helps."""

import json
import resource
import time
from contextlib import nullcontext

import nbformat
import pytest

from labkit.instructor.grading.judging.child import OverBounds
from labkit.instructor.grading.sandbox.kernel import LEFT_OUT
from labkit.instructor.grading.submissions import notebook_file
from labkit.instructor.grading.submissions.notebook_file import ALL_SECONDS, Budget, read

TEXT, HALF = "é – “ü” π = 3", 500_000
STREAM = {"output_type": "stream", "name": "stdout", "text": ""}
ERROR = {"output_type": "error", "ename": "", "evalue": "a", "traceback": ["b", "c"]}
SHOWN = {"output_type": "display_data", "metadata": {}}
BIG, SMALL = (f"![](data:image/png;base64,{'iVBOR/+=' * n})" for n in (300_000, 1_000))
LEFT = ["pictures in texts were left out: the file as handed in has them"]
FORM, TOO_MUCH = "but not in a notebook's form", "more cells or more text than any tick"


#: One cell, as programs wrote it until 2014.
OLD_FORM = b"""{"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": [
{"cell_type": "code", "collapsed": false, "input": ["x"], "language": "python", "metadata": {}, "outputs": []}
], "metadata": {}}]}"""


def cells(data):
    notebook = nbformat.reads(read(data), as_version=4)
    nbformat.validate(notebook)
    return notebook.cells


def made(*given, **more):
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": list(given)} | more).encode()


def code(source="x", **more):
    return {"cell_type": "code", "source": source, "metadata": {}} | more


def text(source, **more):
    return {"cell_type": "markdown", "source": source} | more


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_sources_outputs_ids_and_names_are_kept_and_nothing_else(encoding):
    long = code(id="i" * 65, metadata={"nbgrader": {"grade_id": "n" * 201}})
    colab = code(metadata={"id": "colab", "nbgrader": {}})
    graded = {"nbgrader": {"grade_id": "two", "points": 3}}
    two = code(TEXT, id="two", metadata=graded, outputs=[STREAM | {"text": ["a", "b"]}])
    content = json.loads(made(text("# One", id="one"), two, long, code(), colab, metadata={"a": 1}))
    data = json.dumps(content, ensure_ascii=False).encode(encoding)
    found = cells(data)
    assert [cell.source for cell in found] == ["# One", TEXT, "x", "x", "x"]
    assert [cell.id for cell in found] == ["one", "two", "i" * 64, "unnamed-3", "colab"]
    names = ({"nbgrader": {"grade_id": name}} for name in ("two", "n" * 200))
    assert [cell.metadata for cell in found] == [{}, *names, {}, {}]
    assert found[0].cell_type == "markdown" and found[1].outputs == [STREAM | {"text": "ab"}]
    assert json.loads(read(data)) | {"cells": 0} == {"cells": 0, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # fmt: skip


def test_outputs_are_read_as_what_can_be_shown_as_long_as_there_is_room():
    odd = {"output_type": "update_display_data", "data": {}}
    given = SHOWN | {"data": {"text/html": ["<b>", "x"], "x/y": {}}}
    first, second = cells(made(code(outputs=[odd, ERROR, given]), code()))
    assert first.outputs == [ERROR, SHOWN | {"data": {"text/html": "<b>x"}}] and not second.outputs
    lengths = [size - len(json.dumps([STREAM])) for size in (HALF, HALF + 1, HALF, 99)]
    found = cells(made(*(code(outputs=[STREAM | {"text": "x" * length}]) for length in lengths)))
    assert [cell.outputs != [LEFT_OUT] for cell in found] == [True, False, True, False]


@pytest.mark.parametrize(("cell", "source", "repairs"), [
    (text(f"So: {BIG} and so on."), "So: ![](left-out) and so on.", LEFT), (text(["", BIG]), "![](left-out)", LEFT),
    (text(SMALL), SMALL, None), (code(BIG[:20_000]), BIG[:20_000], None), (text("a", attachments={}), "a", None),
    (text("![](attachment:a.png)", attachments={"a.png": {}}), "![](attachment:a.png)", LEFT),
    (code(["a\r\n", "b\n", "c"]), "a\nb\nc", None), (code("\ud83d"), "?", None), ({"cell_type": "x", "source": ""}, "", None),
], ids=lambda value: str(value)[:20])  # fmt: skip
def test_what_is_left_out_is_said(cell, source, repairs):
    (found,), about = cells(made(cell)), json.loads(read(made(cell)))["metadata"]
    assert (found.source, about) == (source, {"labkit": {"repairs": repairs}} if repairs else {})
    assert found.cell_type == {"x": "raw"}.get(cell["cell_type"], cell["cell_type"])


@pytest.mark.parametrize(("data", "kind"), [
    (b" \n", "the file is empty"), (b"<!DOCTYPE html>\n<html><body>Log in</body></html>", "an HTML page"), (b"\n<HTML lang=en>", "an HTML page"),
    (b"PK\x03\x04\n" + bytes(40) + b"word/document.xml", "a Word file"), (b"PK\x03\x04 tick4.ipynb", "an archive, which is not opened"),
    (b"Rar!\x1a\x07", "an archive"), (b"%PDF-1.7\n%\xe2\xe3", "a PDF"), (b"\x89PNG\r\n\x1a\n", "a picture"),
    *((data, "is a link, and not what") for data in (b"[InternetShortcut]\r\nURL=https://x", b'{"url": "https://docs.google.com/x"}', b"https://colab.research.google.com/x", b'<?xml version="1.0"?>\n<plist><dict><key>URL</key>')),
    (made(code()).replace(b'"cells"', b'\n<<<<<<< HEAD\n"cells"'), "what Git leaves of a merge"), (bytes(1_000), "the file is empty"), (OLD_FORM, "old form nbformat 3: open and save it in JupyterLab"),
    (b"\nimport math\n\ndef double(n):\n    return 2 * n\n", "a Python script"),
    *((data, "not JSON, or was cut off") for data in (b"hello", made(code())[:-20], b"[" * 100_000, b'{"a":' * 200_000)),
    *((data, FORM) for data in (b"[]", b'{"a": 1}', b'{"cells": [3]}', b'{"nbformat": 4, "cells": [{}]}', made(code([["x"]])), made(code(None)), made(code(outputs=[3])), made(code(metadata=3)))),
    (made(*[code()] * 2_001), TOO_MUCH), (made(code("x" * 2_000_001)), TOO_MUCH), (made(code("x" * 1_999_999), *[code("")] * 1_998, text("y")), ""),
], ids=lambda value: str(value[:30]))  # fmt: skip
def test_what_it_is_is_said(data, kind):
    with pytest.raises(ValueError, match=kind) if kind else nullcontext():
        read(data)


@pytest.mark.parametrize(("encode", "repairs"), [
    (str.encode, []), (lambda text: text.encode() + bytes(511), []), (lambda text: text.encode("utf-16") + bytes(2), []),
    *((lambda text, name=name: text.encode(name), ["the file was not in UTF-8: its accents may be wrong"]) for name in ("latin-1", "cp1252")),
])  # fmt: skip
def test_what_a_disk_or_an_old_program_did_to_a_file_is_put_right(encode, repairs):
    written = json.dumps(json.loads(made(text("Größe é"))), ensure_ascii=False)
    found = json.loads(read(encode(written)))
    assert found["cells"][0]["source"] == "Größe é"
    assert found["metadata"].get("labkit", {}).get("repairs", []) == repairs


def test_a_notebook_of_the_old_form_can_be_handed_in_when_jupyterlab_has_saved_it():
    """JupyterLab reads it as nbformat 4, and writes what it has read."""
    saved = nbformat.writes(nbformat.reads(OLD_FORM, as_version=4))
    assert [cell.source for cell in cells(saved.encode())] == ["x"]


@pytest.mark.parametrize("data", [
    b'{"nbformat": 4, "cells": [], "metadata": [' + b'{"a":0},' * 750_000 + b"0]}",
    made(code(outputs=[STREAM] * 100_000)),
    b'{"nbformat": 4, "cells": [], "metadata": ' + b'{"a":' * 200_000 + b"0" + b"}" * 200_001,
    b'{"cells": [], "a": [' + b",".join(b"%d" % 10**400 for _ in range(4_000)) + b"]}",
], ids=["objects", "outputs", "depth", "digits"])  # fmt: skip
def test_what_is_costly_to_read_costs_the_grader_nothing(data):
    read(made(code("")))  # the server is there
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        read(data)
    except ValueError as error:
        assert "not a notebook" in str(error) or "it takes more than" in str(error)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


@pytest.mark.slow
def test_time_alone_uses_up_the_time_to_read_in(monkeypatch):
    data, budget = b"{}", Budget()
    monkeypatch.setattr(notebook_file, "_timed_read", fill_memory)
    with pytest.raises(OverBounds, match="memory"):
        read(data, budget)
    assert 0 < budget.left < ALL_SECONDS
    budget.left = 0.5
    monkeypatch.setattr(notebook_file, "_timed_read", work_on)
    with pytest.raises(OverBounds, match="longer"):
        read(data, budget)
    assert budget.left <= 0


def fill_memory(data):
    bytearray(20_000 << 20)


def work_on(data):
    while True:
        time.process_time()
