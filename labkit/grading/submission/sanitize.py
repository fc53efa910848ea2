"""A student's outputs and texts, made fit to be shown in a marker's browser."""

import re
from collections.abc import Mapping
from copy import deepcopy

from bleach import clean
from nbformat import NotebookNode

_TAGS = {
    *("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "b", "i", "em", "strong"),
    *("code", "pre", "blockquote", "ul", "ol", "li", "sub", "sup", "div", "span"),
    *("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
}
_ATTRIBUTES = {"div": ["class"], "span": ["class"], "pre": ["class"], "code": ["class"]} | {
    cell: ["colspan", "rowspan"] for cell in ("th", "td")
}
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGES = "image/png", "image/jpeg"


def without_harm(notebook: NotebookNode) -> NotebookNode:
    """Keep text, pictures and plain tables of a notebook's outputs, and no HTML in its texts.

    Scripts, widgets, drawings that can hold scripts, and what an output says
    about itself are left out: nothing in the result acts in a browser.
    Formgrader, for one, shows texts as they are.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` and run.

    Returns
    -------
    NotebookNode
        A copy.
    """
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type != "code":
            if not cell.metadata.get("given"):
                cell.source = _TAG.sub("<\u200b", cell.source)  # a space of no width
        else:
            for output in cell.outputs:
                if "data" in output:
                    output.data, output.metadata = _harmless(output.data), {}
            cell.outputs = [output for output in cell.outputs if output.get("data", True)]
    return notebook


def _harmless(data: Mapping[str, object]) -> dict[str, str]:
    kept = {}
    text, html = data.get("text/plain"), data.get("text/html")
    if isinstance(text, str):
        kept["text/plain"] = text
    for kind in _IMAGES:
        picture = data.get(kind)
        if isinstance(picture, str) and re.fullmatch(r"[A-Za-z0-9+/=\s]+", picture):
            kept[kind] = picture
    if isinstance(html, str) and "<table" in html:
        kept["text/html"] = cleaned(html)
    return kept


def cleaned(html: str) -> str:
    """Keep the text of some HTML, its emphasis and its tables: nothing that acts or fetches.

    Examples
    --------
    >>> cleaned('<p onclick="act()">so<script>act()</script> <b>bold</b></p>')
    '<p>so <b>bold</b></p>'
    """
    # Of a style or a script, the text between its tags would be left.
    html = re.sub(r"<(style|script)\b.*?(</\1\s*>|$)", "", html, flags=re.DOTALL | re.IGNORECASE)
    return clean(html, tags=_TAGS, attributes=_ATTRIBUTES, strip=True)
