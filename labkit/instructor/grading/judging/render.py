"""A notebook as it is shown and stored: nothing in it acts in a browser."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_output
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from labkit.instructor.grading.judging.clean_html import (
    PICTURE,
    clean_html,
    rendered,
    shortened,
    visible,
)

#: Characters of a cell's code that are shown: to colour more can take minutes.
MOST_CODE = 20_000
#: Twice as many empty lines on end take pygments four times as long.
_EMPTY = re.compile(r"(?:[^\S\n]*\n){20,}")


def make_harmless(notebook: NotebookNode) -> NotebookNode:
    """Copy of a restored notebook texts, rendered, code, pictures and plain tables; nothing else."""
    notebook = nbformat.from_dict(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            source = visible(shortened(cell.source, MOST_CODE))
            cell.source = _EMPTY.sub("\n# (many empty lines are not shown)\n", source)
            cell.metadata["html"] = highlighted(cell.source)
            cell.outputs = clean_outputs(cell)
        elif not cell.metadata.get("given"):
            cell.metadata["text"] = cell.source
            cell.source = rendered(cell.source)
            cell.cell_type = "markdown"
    return notebook


def text_of(cell: NotebookNode) -> str:
    """Return the text of a cell as it was written, also of a notebook made harmless."""
    return cell.metadata.get("text", cell.source)


@lru_cache  # the course's own cells are in each submission
def highlighted(code: str) -> str:
    """Return code in colours, as HTML in which everything is escaped."""
    return highlight(code, PythonLexer(stripnl=False), HtmlFormatter())


def clean_outputs(cell: NotebookNode, mend: Callable[[str], str] = str) -> list[dict[str, Any]]:
    """Return a cell's outputs, made harmless; `mend` changes each text."""
    outputs = (_clean_output(output, mend) for output in cell.get("outputs", []))
    return [output for output in outputs if output]


def _clean_output(output: NotebookNode, mend: Callable[[str], str]) -> NotebookNode | None:
    def plain(text: object) -> str:
        return mend(visible(text)) if isinstance(text, str) else ""

    kind, data = output.output_type, output.get("data")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return new_output(kind, name=name, text=plain(output.get("text")))
    if kind == "error":
        lines = output.get("traceback")
        return new_output(
            kind,
            ename=plain(output.get("ename")),
            evalue=plain(output.get("evalue")),
            traceback=list(map(plain, lines)) if isinstance(lines, list) else [],
        )
    kept = {}
    for form, content in data.items() if isinstance(data, Mapping) else ():
        if not isinstance(content, str):
            continue
        if form == "text/plain":
            kept[form] = plain(content)
        elif form == "text/html" and "<table" in content:
            kept[form] = clean_html(mend(content))
        elif form in ("image/png", "image/jpeg") and PICTURE.fullmatch(content):
            kept[form] = content
    return new_output(kind, kept) if kept else None
