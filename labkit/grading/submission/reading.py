"""Read a notebook from a file that a student handed in, whatever it is.

Of the file only the cells' texts and outputs, their ids and nbgrader's names are taken, by hand:
nothing else is looked at, so nothing else can cost time or memory. What reading alone may cost is
bounded.
"""

import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from labkit.grading.notebook.execution import LEFT_OUT
from labkit.grading.submission.bounded import Bounds, bounded
from labkit.grading.submission.kinds import what_it_is

#: Bytes of a file. Notebooks with many figures have some millions.
MOST_BYTES = 50_000_000

#: A file of so many bytes costs next to nothing, whatever is in it, and is read without a process.
FEW_BYTES = 500_000

#: Characters in all cells together; a tick has some ten thousand.
MOST_TEXT = 2_000_000

MOST_CELLS = 2_000

#: Characters of the outputs that are kept, and the kinds of data that can be shown.
MOST_OUTPUT = 1_000_000
_DATA = ("text/plain", "text/html", "image/png", "image/jpeg")

#: A picture within a text, as Colab keeps what is pasted there. A small one stays.
_PICTURE = re.compile(r"data:image/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]{10000,}")
_NO_PICTURE = "left-out"

BOUNDS = Bounds(seconds=10, megabytes=1024, doing="read")

_TYPES = ("code", "markdown", "raw")

_OTHER_FORM = "not a notebook: the file is JSON, but not in a notebook's form"


def read(data: bytes) -> str:
    """Read a notebook and drop all that is neither text nor an output that can be shown.

    Parameters
    ----------
    data : bytes
        The file.

    Returns
    -------
    str
        The notebook as JSON, in nbformat's form 4: sources, outputs, cell ids, and nbgrader's
        names. Its metadata say what of the file had to be put right, and which newer Python has saved it.

    Raises
    ------
    ValueError
        If it is not a notebook - then the message says what it is, where it shows - or one larger
        than any tick.
    """
    if not data.strip():
        raise ValueError("the file is empty")
    if len(data) > MOST_BYTES:
        raise ValueError(
            f"too large: {len(data) / 1e6:,.0f} MB, where {MOST_BYTES / 1e6:.0f} are allowed"
        )
    return _read(data) if len(data) <= FEW_BYTES else bounded(BOUNDS, _read, data)


def _read(data: bytes) -> str:
    content, repairs = _parsed(data)
    cells = _cells(content)
    if len(cells) > MOST_CELLS:
        raise ValueError(f"a notebook of more than {MOST_CELLS:,} cells, which no tick needs")
    between = "\n" if _are_bare_lines(cells) else ""
    if between:
        repairs.append("the lines of each cell were in one line, and were put below each other")
    whole = [_text(cell, between) for cell in cells]
    texts = [_without_pictures(cell, text) for cell, text in zip(cells, whole, strict=True)]
    if any(map(_shows_what_was_pasted, cells, whole)):
        repairs.append("pictures pasted into texts were left out: the file as handed in has them")
    if texts != whole:
        repairs.append("large pictures in texts were left out: the file as handed in has them")
    if sum(map(len, texts)) > MOST_TEXT:
        raise ValueError(f"a notebook of more than {MOST_TEXT:,} characters, which no tick needs")
    given = [_metadata(cell) for cell in cells]
    names = [str(metadata) for metadata in given if metadata]
    if len(set(names)) < len(names):  # which of two a student ran last matters then only
        given = [m | _run(cell) if m else m for m, cell in zip(given, cells, strict=True)]
    room = [MOST_OUTPUT]
    made: list[dict[str, Any]] = [
        {
            "cell_type": (kind := _type(cell)),
            "id": name,
            "metadata": metadata,
            "source": text,
        }
        | ({"outputs": _outputs(cell, room), "execution_count": None} if kind == "code" else {})
        for cell, name, text, metadata in zip(cells, _ids(cells), texts, given, strict=True)
    ]
    told = ({"repairs": repairs} if repairs else {}) | _newer_python(content)
    metadata = {"labkit": told} if told else {}
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def _parsed(data: bytes) -> tuple[dict[str, Any], list[str]]:
    text, repairs = _decoded(data)
    text = text.lstrip("\ufeff \t\r\n")
    try:
        # Whole numbers as floats: those of a hundred thousand digits would be refused, or slow.
        content, end = json.JSONDecoder(parse_int=float).raw_decode(text)
    except (ValueError, RecursionError):
        kind = what_it_is(data)
        raise ValueError(
            f"not a notebook: the file is {kind or 'not JSON, or was cut off'}"
        ) from None
    if not isinstance(content, dict):
        raise ValueError(_OTHER_FORM)
    if text[end:].strip("\0 \t\r\n"):
        repairs.append("what stood behind the notebook's end in the file was left out")
    return content, repairs


def _decoded(data: bytes) -> tuple[str, list[str]]:
    """Read bytes as text; also say what was wrong with them."""
    encoding = json.detect_encoding(data[:4])  # by its first bytes: UTF-8, -16 or -32
    repairs = []
    if not encoding.startswith("utf-8"):
        repairs.append(f"the file was in {encoding.upper()} and not in UTF-8")
    try:
        return data.decode(encoding), repairs
    except UnicodeDecodeError:
        pass
    text = data.decode("utf8", "replace")
    damaged = text.count("\ufffd")
    if len(re.findall(r"[^\x00-\x7f]", text)) >= 2 * damaged:
        return text, [*repairs, "some characters of the file could not be read"]
    return data.decode("cp1252", "replace"), [*repairs, "the file was in Latin-1 and not in UTF-8"]


def _newer_python(content: dict[str, Any]) -> dict[str, str]:
    """Give the version of Python that saved a notebook, if this one may not know all of its code."""
    metadata = content.get("metadata")
    language = metadata.get("language_info") if isinstance(metadata, dict) else None
    version = language.get("version") if isinstance(language, dict) else None
    found = re.match(r"3\.(\d{1,2})(?!\d)", version) if isinstance(version, str) else None
    return {"python": found[0]} if found and int(found[1]) > sys.version_info.minor else {}


def _cells(content: dict[str, Any]) -> list[dict[str, Any]]:
    cells = content.get("cells")
    sheets = content.get("worksheets")
    if cells is None and isinstance(sheets, list):  # up to nbformat 3
        cells = list(_of_sheets(sheets))
    if isinstance(cells, list) and all(
        isinstance(cell, dict) and isinstance(cell.get("cell_type"), str) for cell in cells
    ):
        return cells
    if {"url", "doc_id"} & set(content) and not cells:
        raise ValueError(
            "not a notebook: the file is a link to Google Drive: download the notebook"
        )
    raise ValueError(_OTHER_FORM)


def _of_sheets(sheets: list[Any]) -> Iterator[Any]:
    for sheet in sheets:
        found = sheet.get("cells") if isinstance(sheet, dict) else None
        yield from found if isinstance(found, list) else ()


def _type(cell: dict[str, Any]) -> str:
    kind = cell.get("cell_type")
    if kind in ("heading", "html"):  # of nbformat 3
        return "markdown"
    return kind if isinstance(kind, str) and kind in _TYPES else "raw"


def _text(cell: dict[str, Any], between: str) -> str:
    source = cell.get("source", cell.get("input"))  # the latter of code, in nbformat 3
    parts = source if isinstance(source, list) else [source or ""]
    if not all(isinstance(part, str) for part in parts):
        raise ValueError(_OTHER_FORM)
    text = between.join(parts)
    if cell.get("cell_type") == "heading":
        text = f"## {text}"
    # Half characters, which JSON can write, could not be handed to a kernel.
    text = text.encode("utf8", "replace").decode("utf8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _outputs(cell: dict[str, Any], room: list[int]) -> list[dict[str, Any]]:
    """Give a cell's outputs that can be shown, as long as there is room for them."""
    found = cell.get("outputs")
    kept = []
    for output in found if isinstance(found, list) else ():
        if room[0] < 0 or not isinstance(output, dict) or not (taken := _output(output)):
            continue
        room[0] -= len(json.dumps(taken))
        kept.append(taken if room[0] >= 0 else LEFT_OUT)
    return kept


def _output(output: dict[str, Any]) -> dict[str, Any] | None:
    kind, data, lines = (output.get(name) for name in ("output_type", "data", "traceback"))
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": _joined(output.get("text"))}
    if kind == "error":
        told = {name: _joined(output.get(name)) for name in ("ename", "evalue")}
        lines = lines if isinstance(lines, list) else []
        return {"output_type": kind, "traceback": [*map(_joined, lines)], **told}
    if kind not in ("display_data", "execute_result") or not isinstance(data, dict):
        return None
    shown = {name: _joined(data[name]) for name in _DATA if name in data}
    return {"output_type": "display_data", "data": shown, "metadata": {}}


def _joined(text: object) -> str:
    parts = text if isinstance(text, list) else [text]
    return "".join(part for part in parts if isinstance(part, str))


def _without_pictures(cell: dict[str, Any], text: str) -> str:
    """Leave out pictures within a text that would leave no room for the student's words."""
    return text if _type(cell) == "code" else _PICTURE.sub(_NO_PICTURE, text)


def _shows_what_was_pasted(cell: dict[str, Any], text: str) -> bool:
    """Tell whether a text shows a picture that Jupyter keeps beside it: it may be the answer."""
    return bool(cell.get("attachments")) and "attachment:" in text


def _are_bare_lines(cells: list[dict[str, Any]]) -> bool:
    """Tell lists of lines whose ends some converter has taken away, so that Jupyter shows one line.

    A list may also part a line anywhere: only a block, indented behind its colon, is a sign.
    """
    lists = [cell["source"] for cell in cells if isinstance(cell.get("source"), list)]
    parts = [[part for part in each if isinstance(part, str)] for each in lists]
    if any("\n" in part or "\r" in part for each in parts for part in each):
        return False
    return any(
        first.rstrip().endswith(":") and second.startswith((" ", "\t"))
        for each in parts
        for first, second in pairwise(filter(str.strip, each))
    )


def _metadata(cell: dict[str, Any]) -> dict[str, Any]:
    found = cell.get("metadata")
    found = found.get("nbgrader") if isinstance(found, dict) else None
    name = found.get("grade_id") if isinstance(found, dict) else None
    if not isinstance(name, str):
        return {}
    return {"nbgrader": {"grade_id": name.encode("utf8", "replace").decode("utf8")[:200]}}


def _run(cell: dict[str, Any]) -> dict[str, Any]:
    """Give the number that a cell had when it was run last, as in [12]."""
    number = cell.get("execution_count")
    if isinstance(number, float) and 0 < number < 1e9:  # whole numbers are read as floats
        return {"labkit": {"run": int(number)}}
    return {}


def _ids(cells: list[dict[str, Any]]) -> list[str]:
    """Let each cell have an id of its own, the same whenever the notebook is read."""
    ids: list[str] = []
    seen: set[str] = set()
    for number, cell in enumerate(cells):
        metadata = cell.get("metadata")
        known = cell.get("id") or (metadata.get("id") if isinstance(metadata, dict) else None)
        if not isinstance(known, str) or not re.fullmatch(r"[\w-]{1,64}", known, re.ASCII):
            known = f"unnamed-{number}"
        while known in seen:
            known = f"{known[:50]}-{number}"
        ids.append(known)
        seen.add(known)
    return ids
