"""A notebook from any bytes: its cells' texts and outputs, ids and nbgrader's names, no more.

All else is not looked at, so that it can cost neither time nor memory; reading itself is bounded.
"""

import json
import re
import time
from typing import Any

from labkit.instructor.grading.judging.child import OverBounds, in_child
from labkit.instructor.grading.sandbox.kernel import LEFT_OUT, OUTPUTS

#: Seconds of processor time in which one student's notebooks are read; one with many pictures takes one.
ALL_SECONDS = 5.0

#: Characters in all cells together, of which a tick has some ten thousand; and cells.
MOST_TEXT = 2_000_000
MOST_CELLS = 2_000

#: Characters of the outputs that are kept, and the kinds of data that can be shown.
MOST_OUTPUT = 1_000_000
_DATA = ("text/plain", "text/html", "image/png", "image/jpeg")

#: A picture within a text, as Colab keeps what is pasted there. A small one stays.
_PICTURE = re.compile(r"data:image/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]{10000,}")

#: How a file begins that is no notebook -> what it is.
_KINDS = {
    rb"%PDF-": "a PDF",
    rb"PK\x03\x04(?s:.{0,2900})word/": "a Word file",
    rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!": (
        "an archive, which is not opened: hand in the notebook itself"
    ),
    rb"\x89PNG|\xff\xd8\xff|GIF8|....ftyphei": "a picture",
    rb"\s*<(!doctype html|html|head|body|script)": (
        "an HTML page: download the notebook itself, not the page that shows it"
    ),
    rb"\s*(import|from|def) ": "a Python script",
    rb"\[InternetShortcut\]|\s*\{\s*\"url\"|https?://|\s*<\?xml(?s:.{0,300})<key>URL": (
        "a link, and not what it leads to: download the notebook (.ipynb) and hand that in"
    ),
    rb"(?s:.*)^<<<<<<< ": (
        "what Git leaves of a merge, with the marks <<<<<<< and >>>>>>>: keep one of the two versions"
    ),
}


def other_kind(data: bytes) -> str:
    """Return what a file is that is no notebook; "" if it cannot be told."""
    for start, kind in _KINDS.items():
        if re.match(start, data, re.IGNORECASE | re.MULTILINE):
            return f"not a notebook: the file is {kind}"
    return ""


class Budget:
    """The seconds of processor time that are left to read one student's notebooks in."""

    def __init__(self) -> None:
        self.left = ALL_SECONDS


def read(data: bytes, budget: Budget | None = None) -> str:
    """Return a notebook as JSON, which says what was left out; raise ValueError if it is none."""
    if not data.strip(b"\0 \t\r\n"):
        raise ValueError("the file is empty")
    budget = budget or Budget()
    try:
        text, refusal, seconds = in_child(_timed_read, data, seconds=budget.left)
    except OverBounds as error:
        budget.left -= error.seconds
        raise
    budget.left -= seconds
    if refusal:
        raise ValueError(refusal)
    return text


def _timed_read(data: bytes) -> tuple[str, str, float]:
    """Return a notebook, why it is none, and the processor time of this process."""
    try:
        text, refusal = _read(data), ""
    except ValueError as error:
        text, refusal = "", str(error)
    return text, refusal, time.process_time()


def _read(data: bytes) -> str:
    text, repairs = _decoded(data)
    try:
        # Whole numbers as floats: those of a hundred thousand digits would be refused, or slow.
        content = json.loads(text, parse_int=float)
    except (ValueError, RecursionError):
        raise ValueError(
            other_kind(data) or "not a notebook: the file is not JSON, or was cut off"
        ) from None
    try:
        cells = [_read_cell(cell, number) for number, cell in enumerate(content["cells"])]
        loses = any(
            cell.get("attachments") or _PICTURE.search(_join(cell["source"]))
            for cell in content["cells"]
            if cell["cell_type"] != "code"
        )
    except (KeyError, TypeError, AttributeError):
        if isinstance(content, dict) and "worksheets" in content:
            raise ValueError(
                "a notebook in the old form nbformat 3: open and save it in JupyterLab, and hand in again"
            ) from None
        raise ValueError(
            other_kind(data) or "not a notebook: the file is JSON, but not in a notebook's form"
        ) from None
    if len(cells) > MOST_CELLS or sum(len(cell["source"]) for cell in cells) > MOST_TEXT:
        raise ValueError("a notebook of more cells or more text than any tick needs")
    room = MOST_OUTPUT
    for cell in cells:
        if outputs := cell.get("outputs"):
            size = len(json.dumps(outputs))
            if size > room:
                cell["outputs"] = [LEFT_OUT]
            else:
                room -= size
    repairs += ["pictures in texts were left out: the file as handed in has them"] * loses
    metadata = {"labkit": {"repairs": repairs}} if repairs else {}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def _decoded(data: bytes) -> tuple[str, list[str]]:
    """Return a file's text, and what had to be done for it."""
    try:
        text, repairs = data.decode(json.detect_encoding(data), "surrogatepass"), []
    except UnicodeDecodeError:
        text, repairs = (
            data.decode("cp1252", "replace"),
            ["the file was not in UTF-8: its accents may be wrong"],
        )
    return text.rstrip("\0"), repairs  # which a power cut, or a disk in a cloud, can leave behind


def _read_cell(cell: dict[str, Any], number: int) -> dict[str, Any]:
    kind, metadata, source = cell["cell_type"], cell.get("metadata", {}), _join(cell["source"])
    name = metadata.get("nbgrader", {}).get("grade_id")
    kept = {
        "cell_type": kind if kind in ("code", "markdown") else "raw",
        "id": str(cell.get("id") or metadata.get("id") or f"unnamed-{number}")[:64],
        "metadata": {"nbgrader": {"grade_id": _join(name)[:200]}} if name else {},
        "source": source if kind == "code" else _PICTURE.sub("left-out", source),
    }
    if kind == "code":
        outputs = [o for o in cell.get("outputs", []) if o["output_type"] in OUTPUTS]
        kept |= {"outputs": [*map(_read_output, outputs)], "execution_count": None}
    return kept


def _join(lines: Any) -> str:
    """Join a text's lines; halves of characters could not be handed to a kernel."""
    text = lines if isinstance(lines, str) else "".join(lines)
    return text.encode("utf8", "replace").decode().replace("\r\n", "\n")


def _read_output(output: dict[str, Any]) -> dict[str, Any]:
    kept = dict(output)
    if "text" in output:
        kept["text"] = _join(output["text"])
    if "data" in output:
        data = output["data"]
        kept["data"] = {kind: _join(data[kind]) for kind in _DATA if kind in data}
    return kept
