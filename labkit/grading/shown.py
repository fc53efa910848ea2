"""Outputs of a student's code, made fit to be shown in a marker's browser."""

import re
from copy import deepcopy

from bleach import ALLOWED_TAGS, clean

_TABLE = {"table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption", "div", "p", "pre", "span"}
_IMAGES = "image/png", "image/jpeg"


def without_harm(notebook):
    """Keep of a notebook's outputs text, pictures and plain tables.

    Scripts, widgets, drawings that can hold scripts, and what an output says
    of itself go: nothing in the result acts in a browser.

    Parameters
    ----------
    notebook : NotebookNode

    Returns
    -------
    NotebookNode
        A copy.
    """
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for output in cell.outputs:
                if "data" in output:
                    output.data, output.metadata = _harmless(output.data), {}
    return notebook


def _harmless(data):
    kept = {}
    if isinstance(data.get("text/plain"), str):
        kept["text/plain"] = data["text/plain"]
    for kind in _IMAGES:
        picture = data.get(kind)
        if isinstance(picture, str) and re.fullmatch(r"[A-Za-z0-9+/=\s]+", picture):
            kept[kind] = picture
    if isinstance(data.get("text/html"), str) and "<table" in data["text/html"]:
        kept["text/html"] = _table(data["text/html"])
    return kept


def _table(html):
    # The text between the tags of a style or a script would be left as text.
    html = re.sub(r"<(style|script)\b.*?(</\1\s*>|$)", "", html, flags=re.DOTALL | re.IGNORECASE)
    spans = {name: ["colspan", "rowspan"] for name in ("th", "td")}
    return clean(html, tags=ALLOWED_TAGS | _TABLE - {"a"}, attributes=spans, strip=True)
