"""What a student had any part in, made fit to be shown in a marker's browser.

One function cleans all HTML: `clean_html`. What is kept of a notebook
(`prepared`) holds nothing but such HTML, text and pictures, so that it is
harmless wherever it is shown: on the lab's own pages, and in Formgrader, which
renders the Markdown of a notebook itself and then lets MathJax go over it.

The sanitizer is nh3, the binding of Rust's ammonia. bleach, which did this
before, has been deprecated by its maintainers since January 2023, and its
parser html5lib had its last release in 2020.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from html import escape
from itertools import accumulate

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

from labkit.grading.submission.allowed import INERT, PICTURE, cleaner
from labkit.grading.submission.formulas import mathml
from labkit.grading.submission.listing import as_comment, highlighted, tidied

#: The longest Markdown of one cell that is rendered, in characters; a longer one is shown as it is.
LONGEST_TEXT = 20_000
#: How much of such a text is shown.
SHOWN_TEXT = 30_000
#: How much of a text among the outputs is shown.
SHOWN = 100_000
#: The most elements that HTML may have, cells of tables aside: to parse deep nesting takes long.
MOST_ELEMENTS = 10_000
#: How deep they may be nested.
DEEPEST = 100
#: The longest HTML that is parsed.
LONGEST_HTML = 2_000_000
#: How much of a notebook's texts is rendered, and of its code and its outputs' HTML is shown.
_ROOM = {"text": 100_000, "code": 60_000, "html": 1_000_000}

_SIGN = rf'span class="{INERT}">(?:[$\\]|&#\d+;)</span>'
_ELEMENT = re.compile(rf"<(?!t[rdh]\b|th?(?:ead|body|foot)\b|{_SIGN})[a-zA-Z]", re.IGNORECASE)
# A tag as nh3 writes it: in its attributes there is no angle bracket. And what begins a formula.
_PIECE = re.compile(rf'<span class="{INERT}">[$\\]</span>|<[^<>]*>|[$\\]')
# Controls but tab, line feed, carriage return and escape (which colours a terminal's text), and
# what turns the direction of a text, so that it reads other than it is.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
_HALVES = re.compile("[\ud800-\udfff]")
_IMAGE = re.compile("<img[^>]*>")
_NESTS = re.compile(r"<(/?)(?!br\b|hr\b|img\b)[a-z]")
_OPEN, _CLOSE = f'<div class="{INERT}">', "</div>"
# What Markdown, or MathJax, would read as more than text.
_MARKUP = re.compile(r"<[^<>]*>|[\\`*_{}\[\]$~|#@^\n\r]")


def visible(text: str) -> str:
    r"""Show what would hide in a text: controls, turns of direction.

    Examples
    --------
    >>> visible("12 of\u202e 0")
    '12 of⟨202E⟩ 0'
    """
    return _UNSEEN.sub(lambda m: f"⟨{ord(m[0]):04X}⟩", _HALVES.sub("\ufffd", text))


def clean_html(html: str) -> str:
    """Keep of some HTML the text, emphasis, tables, formulas, links and pictures in it.

    Links lead to ``http``, ``https`` and ``mailto`` on other machines. A picture
    is part of the text; none is fetched. Nothing that is left has a style, a name or a
    class of its own, or means anything to MathJax.

    Parameters
    ----------
    html : str
        Whatever it holds.

    Returns
    -------
    str
        The same again if it is cleaned once more. HTML with more than
        `MOST_ELEMENTS` is shown as text.

    Examples
    --------
    >>> clean_html('<p onclick="act()">so<script>act()</script> <b>bold</b></p>')
    '<p>so <b>bold</b></p>'
    >>> clean_html('<a href="javascript:act()">Table 1</a>')
    '<a rel="noopener noreferrer">Table 1</a>'
    """
    if len(html) > LONGEST_HTML or sum(1 for _ in _ELEMENT.finditer(html)) > MOST_ELEMENTS:
        return _as_text(html)
    cleaned = cleaner().clean(visible(html)).replace(' class=""', "")
    cleaned = _IMAGE.sub(_image, cleaned)
    return _PIECE.sub(_inert, cleaned) if _depth(cleaned) <= DEEPEST else _as_text(html)


def _image(tag: re.Match[str]) -> str:
    """Say in words what a picture has been that is not there, and name every other one."""
    told = re.search(r' alt="([^"]*)"', tag[0])
    words = told[1].strip() if told else ""
    if ' src="' not in tag[0]:
        return f"<em>[picture left out{words and f': {words}'}]</em>"
    return tag[0] if told else f'{tag[0][:-1]} alt="picture">'


def _as_text(html: str) -> str:
    return f"<pre>{escape(visible(_shortened(html, SHOWN_TEXT)), quote=False)}</pre>"


def _depth(html: str) -> int:
    """Count how deep the elements are nested in HTML that nh3 has written."""
    depths = accumulate(-1 if tag[1] else 1 for tag in _NESTS.finditer(html))
    return max(depths, default=0)


def _inert(piece: re.Match[str]) -> str:
    """Set what begins a formula apart from what would end it."""
    return piece[0] if len(piece[0]) > 1 else f'<span class="{INERT}">{piece[0]}</span>'


def rendered(markdown: str) -> str:
    r"""Render a student's Markdown, once and for all.

    What comes out is HTML on one line, cleaned, in which Markdown and MathJax
    find nothing more to do: to render it again changes nothing.

    Parameters
    ----------
    markdown : str
        With formulas between dollar signs.

    Returns
    -------
    str
        A ``div``. A text of more than `LONGEST_TEXT` characters is in it as
        it was written, and says so.

    Examples
    --------
    >>> rendered("*p* is [small](javascript:act())")
    '<div class="mathjax_ignore"><p><em>p</em> is <a rel="noopener noreferrer">small</a></p></div>'
    """
    if markdown.startswith(_OPEN) and markdown.endswith(_CLOSE):
        html = clean_html(markdown[len(_OPEN) : -len(_CLOSE)])
    elif len(markdown) > LONGEST_TEXT:
        html = _as_written(markdown, f"of {len(markdown):,} characters, too long to be rendered")
    else:
        try:
            html = clean_html(_markdown().render(visible(markdown)))
        except Exception:  # whatever in it a parser stumbles over
            html = _as_written(markdown, "that cannot be rendered")
    return _wrapped(html)


def _wrapped(html: str) -> str:
    return f"{_OPEN}{_MARKUP.sub(_entity, html.strip())}{_CLOSE}"


def _as_written(text: str, why: str) -> str:
    """Show a text without rendering it, and say why."""
    note = f"A text {why}. This is how it was written."
    return f"<p><em>{note}</em></p>{_as_text(text)}"


def _shortened(text: str, longest: int = SHOWN) -> str:
    longest = max(0, longest)
    more = len(text) - longest
    return f"{text[:longest]}\n… ({more:,} more characters are not shown)" if more > 0 else text


@cache
def _markdown() -> MarkdownIt:
    # References are switched off: a long one that is used often would make gigabytes.
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.disable("reference")
    parser.validateLink = lambda _: True  # type: ignore[method-assign,assignment]  # what may stay is said above
    parser.use(
        dollarmath_plugin,
        allow_digits=False,
        double_inline=True,
        renderer=lambda tex, options: mathml(tex, display=options["display_mode"]),
    )
    parser.use(amsmath_plugin, renderer=lambda tex: mathml(tex, display=True))
    return parser


def _entity(piece: re.Match[str]) -> str:
    if len(piece[0]) > 1:
        return piece[0].replace("\n", " ")
    return f"&#{ord(piece[0])};"


def prepared(notebook: NotebookNode, simply: bool = False) -> NotebookNode:
    """Keep text, pictures and plain tables of a notebook's outputs, and its texts rendered.

    Scripts, widgets, drawings that can hold scripts, and all that a cell, an
    output or the notebook says about itself are left out: nothing in the
    result acts in a browser. It takes no more than it must, but without bounds.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored``; a cell's ``metadata.run`` is what it gave in our run.
    simply : bool
        Whether to take less: texts as they were written, code without colours.

    Returns
    -------
    NotebookNode
        A copy. Its Markdown cells, but those of the course, hold HTML; `text_of` gives
        what was written.
    """
    notebook = deepcopy(notebook)
    notebook.metadata = {
        "kernelspec": _KERNEL,
        "language_info": {"name": "python"},
    }
    room = dict(_ROOM) | (dict.fromkeys(("text", "html"), 0) if simply else {})
    for number, cell in enumerate(notebook.cells):
        kept = {name: cell.metadata[name] for name in _OF_CELLS if name in cell.metadata}
        if not re.fullmatch(r"[\w-]{1,64}", str(cell.get("id", ""))):
            cell.id = f"cell-{number}"
        cell.pop("attachments", None)
        if cell.cell_type == "code":
            room["code"] -= len(source := visible(_shortened(cell.source, room["code"])))
            source = tidied(source)
            cell.source = as_comment(source) if simply else source
            kept["html"] = highlighted(cell.source)
            cell.execution_count = _count(cell)
            cell.outputs = _outputs(cell.outputs, room)
            kept |= {"run": _outputs(cell.metadata.run, room)} if "run" in cell.metadata else {}
        elif not kept.get("given"):
            kept["text"] = cell.source
            cell.cell_type, cell.source = "markdown", _text(cell, room)
        cell.metadata = kept
    return nbformat.from_dict(notebook)


_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_OF_CELLS = "nbgrader", "given"


def text_of(cell: NotebookNode) -> str:
    """Give the text of a cell as it was written, also after `prepared`."""
    text: str = cell.metadata.get("text", cell.source)
    return text


def _text(cell: NotebookNode, room: dict[str, int]) -> str:
    """Render a text, as long as there is room for it."""
    if cell.cell_type == "raw":
        html = _as_written(cell.source, "in a raw cell")
    elif len(cell.source) > room["text"]:
        html = _as_written(cell.source, "in a notebook with too much text for all to be rendered")
    else:
        room["text"] -= len(cell.source)
        return rendered(cell.source)
    return _wrapped(html)


def _count(of: NotebookNode) -> int | None:
    count = of.get("execution_count")
    return count if type(count) is int else None


def _outputs(outputs: list[NotebookNode], room: dict[str, int]) -> list[NotebookNode]:
    return [kept for output in outputs if (kept := _output(output, room))]


def _output(output: NotebookNode, room: dict[str, int]) -> NotebookNode | None:
    """Give what is left of an output; None if that is nothing."""
    kind = output.output_type
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return NotebookNode(output_type=kind, name=name, text=_plain(output.get("text")))
    if kind == "error":
        lines = output.get("traceback")
        parts = {name: _plain(output.get(name)) for name in ("ename", "evalue")}
        told = [_plain(line) for line in lines[:200]] if isinstance(lines, list) else []
        return NotebookNode(output_type=kind, traceback=told, **parts)
    data = output.get("data")
    if kind not in ("display_data", "execute_result") or not isinstance(data, Mapping):
        return None
    made = NotebookNode(output_type=kind, data=_harmless(data, room), metadata={})
    if kind == "execute_result":
        made.execution_count = _count(output)
    return made if made.data else None


def _plain(text: object) -> str:
    return visible(_shortened(text)) if isinstance(text, str) else ""


def _harmless(data: Mapping[str, object], room: dict[str, int]) -> dict[str, str]:
    kept = {}
    text, html = data.get("text/plain"), data.get("text/html")
    if isinstance(text, str):
        kept["text/plain"] = _plain(text)
    for kind in ("image/png", "image/jpeg"):
        picture = data.get(kind)
        if isinstance(picture, str) and PICTURE.fullmatch(picture):
            kept[kind] = picture
    if isinstance(html, str) and "<table" in html and len(html) <= room["html"]:
        room["html"] -= len(html)
        kept["text/html"] = clean_html(html)
    return kept
