"""A lecture's slides as HTML that needs nothing else: no kernel, no file beside it, no network.

A slide begins at a Markdown cell whose first line is a heading of the first or second level, as
on the screen. Its code is left out, and so are the speaker's notes.
"""

import ast
import base64
import html
import inspect
import mimetypes
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

from labkit import demos
from labkit.demos.still import bundle
from labkit.grading.submission.formulas import mathml

_WIDGET = "application/vnd.jupyter.widget-view+json"

#: A heading may end in signs as it began, after a blank: C# ends in one of its own.
_HEADING = re.compile(r"\A\s*(#{1,2}) +(.+?)(?: +#+)? *$", re.MULTILINE)

#: How far a demonstration has come when the lecture is over, where it began with nothing.
AT_THE_END = {"shuffles": 1000, "resamples": 1000, "experiments": 1000, "exact": True}

#: What would fetch something or run, were it on a page.
_FETCHES = re.compile(
    r"<(?:script|link|iframe|object|embed|base)\b|url\((?!\s*['\"]?(?:data:|#))|@import"
    r"|<(?:img|source|video|audio)\b[^>]*\bsrc=(?!['\"]?data:)",
    re.IGNORECASE,
)
#: Where it would: words on a slide may speak of it.
_MARKUP = re.compile(
    r"<style\b.*?(?:</style|\Z)|<[a-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>|<[a-z][^>]*>",
    re.IGNORECASE | re.DOTALL,
)

_IMAGE = re.compile(r"<img\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE)
#: An attribute's value, in quotes of either kind or without.
_VALUE = r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))"""
_SOURCE, _ALT = (re.compile(rf"(?<![\w-]){name}{_VALUE}", re.IGNORECASE) for name in ("src", "alt"))
_DRAWN = re.compile(r"<svg\b(?![^>]*\baria-label=)", re.IGNORECASE)
#: What a terminal takes as colours and the like, and what a bar of progress wrote over.
_FOR_TERMINALS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?(?:\x07|\x1b\\)|[^\n]*\r(?=[^\n])")

_FOLDED = re.compile(r"<details\b(?![^>]*\bopen\b)", re.IGNORECASE)

#: Formulas of several lines, and what looks the same and is known where they are converted.
_ALIGNED = {"aligned": "split", "gathered": "matrix"}

#: Kinds of pictures that are no drawings.
_PICTURES = "image/png", "image/jpeg", "image/gif", "image/webp"


@dataclass(frozen=True)
class Part:
    """A piece of a slide.

    Attributes
    ----------
    html : str
        What it shows.
    demonstration : str
        The name of the demonstration that it is a picture of, or "".
    settings : dict
        The settings of that demonstration in the lecture.
    """

    html: str
    demonstration: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Slide:
    """A slide of a lecture.

    Attributes
    ----------
    title : str
        Its heading, as HTML.
    first : bool
        Whether it is the lecture's title slide.
    parts : tuple of Part
        What stands below the heading.
    """

    title: str
    first: bool
    parts: tuple[Part, ...] = ()


def read_slides(path: Path) -> list[Slide]:
    """Read the slides of a lecture.

    Parameters
    ----------
    path : Path
        Its notebook, with its outputs.

    Returns
    -------
    list of Slide
        In their order.

    Raises
    ------
    ValueError
        If it is no notebook, or does not begin with a heading; if an output is an error or a
        demonstration without its picture, as a notebook has them that was not run to its end;
        or if something on a slide would be fetched from elsewhere.
    """
    slides: list[Slide] = []
    for number, cell in enumerate(_cells(path), start=1):
        where = f"{path.name}, cell {number}"
        source = cell.source
        if cell.cell_type == "markdown" and "notes" not in cell.metadata.get("tags", []):
            if heading := _HEADING.match(source):
                title = _inline(heading[2])
                slides.append(Slide(title, first=heading[1] == "#"))
                source = source[heading.end() :]
            find = partial(_picture_file, folder=path.parent, where=where, cell=cell)
            parts = [Part(_markdown(source, find))] if source.strip() else []
        elif cell.cell_type == "code":
            parts = list(_outputs(cell, where))
        else:
            continue
        if parts and not slides:
            raise ValueError(f"{where} stands before the first heading: a slide begins with one")
        if parts:
            checked = (_checked(part, where) for part in parts)
            slides[-1] = replace(slides[-1], parts=(*slides[-1].parts, *checked))
    if not slides:
        raise ValueError(f"{path.name} has no slide: a slide begins with a heading")
    return [replace(slide, parts=tuple(_described(slide))) for slide in slides]


def _cells(path: Path) -> list[NotebookNode]:
    try:
        return list(nbformat.read(path, as_version=4).cells)
    except Exception as error:  # of whatever kind: a file may hold anything
        why = str(error).partition("\n")[0][:80]
        raise ValueError(f"{path.name} cannot be read as a notebook: {why}") from None


def _markdown(source: str, find: Callable[[str], str]) -> str:
    def embedded(attribute: re.Match[str]) -> str:
        address = html.unescape(next(filter(None, attribute.groups()), ""))
        return f'src="{address if address.startswith("data:") else find(address)}"'

    def with_picture(tag: re.Match[str]) -> str:
        return f"<img{_SOURCE.sub(embedded, tag[1])}>"

    page = _IMAGE.sub(with_picture, _RENDERER.render(source))
    return _FOLDED.sub("<details open", page)  # paper cannot be unfolded


def _picture_file(address: str, folder: Path, where: str, cell: NotebookNode) -> str:
    """Give an address with a picture in it that the cell brings or that is beside the notebook."""
    name = unquote(address)
    attached = cell.get("attachments", {}).get(name.removeprefix("attachment:"), {})
    for kind, content in attached.items():
        return f"data:{kind};base64,{content}"
    file = folder / name
    if not file.is_file():
        raise ValueError(f"{where} shows {name}, which is not beside the notebook")
    kind = mimetypes.guess_type(file.name)[0] or "image/png"
    return _data(kind, file.read_bytes())


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _inline(source: str) -> str:
    rendered: str = _RENDERER.renderInline(source)
    return rendered


def _outputs(cell: NotebookNode, where: str) -> Iterator[Part]:
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            raise ValueError(f"{where} ends in an error ({output.ename}): run the notebook again")
        if output.output_type == "stream":
            if output.name == "stdout" and output.text.strip():
                yield _printed(output.text)
            continue
        data, about = output.data, output.get("metadata", {})
        if _WIDGET in data or 'class="labkit-still"' in data.get("text/html", ""):
            yield _demonstration(cell.source, data, where)
        elif "text/html" in data:
            yield Part(data["text/html"])
        elif "image/svg+xml" in data:
            drawn = _data("image/svg+xml", data["image/svg+xml"].encode())
            yield Part(_picture(drawn, _told(about, "image/svg+xml")))
        elif kind := next((kind for kind in _PICTURES if kind in data), ""):
            drawn = f"data:{kind};base64," + "".join(data[kind].split())
            yield Part(_picture(drawn, _told(about, kind)))
        elif kind := next((kind for kind in ("text/markdown", "text/latex") if kind in data), ""):
            yield Part(_RENDERER.render(data[kind]))
        elif "text/plain" in data:
            yield _printed(data["text/plain"])


def _demonstration(source: str, data: NotebookNode, where: str) -> Part:
    """Give the picture of a demonstration as it is after the lecture: played, and its answer told."""
    settings = _settings(data.get("text/plain", ""))
    name = _called(source)
    if name and settings is not None:
        demo = getattr(demos, name)(**settings)
        demo.set(**{name: end for name, end in AT_THE_END.items() if not settings.get(name, True)})
        shown = demo.picture.value, demo.readout.value, demo.caption.value
        in_use = _settings(repr(demo)) or demo.settings  # but for controls that are not shown
        return Part(bundle(*shown, in_use)["text/html"], name, settings)
    if "text/html" not in data:
        raise ValueError(f"{where} has a widget without a picture of it: run the notebook again")
    return Part(data["text/html"])


def _called(source: str) -> str:
    """Say which demonstration a cell shows; "" if it shows several, or one of data of its own."""
    try:
        tree = ast.parse("\n".join(line for line in source.splitlines() if line[:1] not in "%!"))
    except SyntaxError:
        return ""
    calls = [
        (call.func.attr, call)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if ast.unparse(call.func.value) == "demos" and not call.func.attr.endswith("_numbers")
    ]
    if len(calls) != 1 or calls[0][0] not in demos.__all__:
        return ""
    ((name, call),) = calls
    data = inspect.signature(getattr(demos, name)).parameters  # all settings are `**initial`
    return "" if call.args or {word.arg for word in call.keywords} & {*data} else name


def _settings(called: str) -> dict[str, Any] | None:
    """Read the settings in what a demonstration calls itself; None if it does not."""
    first = called.partition("\n")[0]
    try:
        call = ast.parse(first, mode="eval").body
        if not isinstance(call, ast.Call) or not first.startswith("Demonstration("):
            return None
        return {word.arg or "": ast.literal_eval(word.value) for word in call.keywords}
    except (SyntaxError, ValueError):
        return None


def _printed(text: str) -> Part:
    return Part(f"<pre>{html.escape(_FOR_TERMINALS.sub('', text).rstrip(), quote=False)}</pre>")


def _picture(address: str, alt: str) -> str:
    return f'<p class="figure"><img src="{address}" alt="{html.escape(alt)}"></p>'


def _told(about: dict[str, Any], kind: str) -> str:
    """Give the alternative text that an output's metadata has for a picture."""
    found = about.get("alt") or about.get(kind, {}).get("alt") or ""
    return str(found)


def _checked(part: Part, where: str) -> Part:
    if found := _FETCHES.search("\n".join(_MARKUP.findall(part.html))):
        raise ValueError(f"{where} would fetch or run something on a page: {found[0][:60]!r}")
    return part


def _described(slide: Slide) -> Iterator[Part]:
    """Describe each picture without a text of its own by the slide's title and what is printed."""
    printed = [re.sub(r"<[^>]*>", "", part.html) for part in slide.parts if "<pre>" in part.html]
    title = re.sub(r"<[^>]*>", "", slide.title)
    said = " ".join(" ".join(printed).split()).replace('"', "&quot;")
    words = f"Plot: {title}. " + (f"Printed with it: {said}" if said else "")

    def described(tag: re.Match[str]) -> str:
        told = _ALT.search(tag[1])
        if told and any(text and text.strip() for text in told.groups()):
            return tag[0]
        rest = _ALT.sub("", tag[1]).rstrip().removesuffix("/").rstrip()
        return f'<img{rest} alt="{words.strip()}">'

    for part in slide.parts:
        named = _DRAWN.sub(lambda _: f'<svg role="img" aria-label="{words.strip()}"', part.html)
        yield replace(part, html=_IMAGE.sub(described, named))


def _renderer() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    markdown.use(dollarmath_plugin, renderer=_formula).use(amsmath_plugin)
    markdown.add_render_rule(
        "amsmath", lambda self, tokens, i, options, env: _formula(tokens[i].content)
    )
    return markdown


def _formula(tex: str, options: dict[str, bool] | None = None) -> str:
    display = options is None or options["display_mode"]
    for name, known in _ALIGNED.items():
        tex = tex.replace(f"{{{name}}}", f"{{{known}}}")
    made = mathml(tex, display=display)
    return f'<div class="formula">{made}</div>' if display else made


_RENDERER = _renderer()
