"""What a student wrote, made fit to be shown in a browser: on our pages, and in Formgrader.

Formgrader renders the Markdown of a notebook itself and then lets MathJax go over it.
"""

import re
import sys
from contextlib import suppress
from functools import cache
from html import escape
from itertools import accumulate
from pathlib import Path

import nh3
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments.token import STANDARD_TYPES

import labkit

#: The longest Markdown of one cell that is rendered, in characters; a longer one is shown as it is.
LONGEST_TEXT = 20_000
#: How much of such a text is shown.
SHOWN = 30_000
#: The longest formula that is converted. That of a tick's longest has 200 characters.
LONGEST_FORMULA = 2_000
#: The most tags that HTML may have, and how deep they may be nested: to parse more takes long.
MOST_TAGS, DEEPEST = 20_000, 100

_MATH = (
    "math mrow mi mo mn mtext mspace mstyle mpadded mphantom mfrac msqrt mroot msub msup msubsup "
    "munder mover munderover mtable mtr mtd menclose merror"
)
_TAGS = (
    "p br hr h1 h2 h3 h4 h5 h6 b i em strong u s del code pre kbd blockquote ul ol li dl dt dd sub "
    f"sup div span a img small table caption thead tbody tfoot tr th td {_MATH}"
)
_OF_MATH = {"display", "displaystyle", "mathvariant", "stretchy", "columnalign", "linethickness"}
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    **dict.fromkeys(_MATH.split(), _OF_MATH),
}
# A browser looks at the content, PNG or JPEG in base 64, and not at what it is called.
PICTURE = re.compile(r"\s*(?:iVBORw0KGgo|/9j/)[A-Za-z0-9+/=\s]*")
#: What an attribute may say. A link leads to a page or a person, without a text of the student's choice.
_VALUES = {
    "href": re.compile(
        r"(?i)https?://[\w.:-]+(?:[/?#][\w/:?#\[\]@!&',;=%+~.()-]*)?|mailto:[\w.@+-]+"
    ),
    "src": re.compile(f"data:image/(?:png|jpeg);base64,{PICTURE.pattern}"),
    "alt": re.compile(r"[^<>$\\]*"),
}
_OTHER_VALUE = re.compile(r"[\w -]*")
#: The colours of code.
_COLOURS = {"highlight", *filter(None, STANDARD_TYPES.values())}

# Controls but tab, line feed, carriage return and escape (which colours a terminal's text), what
# turns the direction of a text, so that it reads other than it is, and halves of characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_NESTS = re.compile(r"<(/?)(?!br\b|hr\b|img\b)[a-z]")
#: An element in which MathJax changes nothing.
_OPEN, _CLOSE = '<div class="tex2jax_ignore">', "</div>"
# What Markdown, or MathJax, would read as more than text.
_MARKUP = re.compile(r"<[^<>]*>|[\\`*_{}\[\]$~|#@^\n\r]")


def visible(text: str) -> str:
    """Show what would hide in a text: controls, turns of direction."""
    return _UNSEEN.sub(lambda sign: f"⟨{ord(sign[0]):04X}⟩", text)


def hide_paths(text: str) -> str:
    """Leave out where on the grader's machine a file is, as tracebacks say it."""
    folders = {sys.prefix, sys.base_prefix, str(Path(labkit.__file__).parents[1])}
    for folder in sorted(folders, key=len, reverse=True):
        text = text.replace(f"{folder}/", "…/")
    return text


def shortened(text: str, longest: int = SHOWN) -> str:
    """Cut a text, and say how much is left out."""
    more = len(text) - longest
    return f"{text[:longest]}\n… ({more:,} more characters are not shown)" if more > 0 else text


def clean_html(html: str) -> str:
    """Keep text, emphasis, tables, formulas, links and pictures in it; cleaned again, it is the same.

    >>> clean_html('<p onclick="act()">so<script>act()</script> <b>bold</b></p>')
    '<div class="tex2jax_ignore"><p>so <b>bold</b></p></div>'
    """
    return f"{_OPEN}{_clean(html.removeprefix(_OPEN).removesuffix(_CLOSE))}{_CLOSE}"


def _clean(html: str) -> str:
    if html.count("<") > MOST_TAGS:
        return _as_text(html)
    cleaned = visible(_cleaner().clean(visible(html)))
    depths = accumulate(-1 if tag[1] else 1 for tag in _NESTS.finditer(cleaned))
    if any(depth > DEEPEST for depth in depths):
        return _as_text(html)
    cleaned = cleaned.replace(' class=""', "")
    cleaned = re.sub(r'<img(?: alt="([^"]*)")?>', r"<em>[picture left out] \1</em>", cleaned)
    return re.sub(r'(<img src="[^"]*")>', r'\1 alt="picture">', cleaned)


@cache
def _cleaner() -> nh3.Cleaner:
    def kept(tag: str, name: str, value: str) -> str | None:
        return value if _VALUES.get(name, _OTHER_VALUE).fullmatch(value) else None

    return nh3.Cleaner(
        tags=set(_TAGS.split()),
        attributes=_ATTRIBUTES,
        attribute_filter=kept,
        allowed_classes=dict.fromkeys(("div", "span", "pre", "code"), _COLOURS),
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def _as_text(html: str) -> str:
    return f"<pre>{escape(visible(shortened(html)), quote=False)}</pre>"


def rendered(markdown: str) -> str:
    r"""Render Markdown as cleaned HTML on one line, which stays as it is if it is rendered again.

    >>> rendered("*p* is [small](javascript:act())")
    '<div class="tex2jax_ignore"><p><em>p</em> is <a rel="noopener noreferrer">small</a></p></div>'
    """
    if markdown.startswith(_OPEN):
        return _on_one_line(clean_html(markdown))
    why = "too long to be rendered"
    if len(markdown) <= LONGEST_TEXT:
        try:
            return _on_one_line(clean_html(_markdown().render(markdown).strip()))
        except Exception:  # whatever in it a parser stumbles over
            why = "that cannot be rendered"
    note = f"<p><em>A text {why}. This is how it was written.</em></p>"
    return _on_one_line(f"{_OPEN}{note}{_as_text(markdown)}{_CLOSE}")


def _on_one_line(html: str) -> str:
    """Write HTML so that Markdown finds nothing more to render in it."""

    def as_entity(piece: re.Match[str]) -> str:
        return piece[0].replace("\n", " ") if len(piece[0]) > 1 else f"&#{ord(piece[0])};"

    return _MARKUP.sub(as_entity, html)


def mathml(tex: str, *, display: bool = False) -> str:
    r"""Convert a formula, without its dollar signs; what a page shows of it is to be cleaned first.

    One that is long, or has a command that is not known, stays as it was written.

    >>> mathml("x < 1")
    '<math display="inline"><mrow><mi>x</mi><mo>&#x0003C;</mo><mn>1</mn></mrow></math>'
    >>> mathml(r"\nothing < 1")
    '<code>$\\nothing &lt; 1$</code>'
    """
    if len(tex) <= LONGEST_FORMULA:
        # Its errors, and Python's own on what no formula looks like.
        with suppress(Exception):
            made = convert(tex, display="block" if display else "inline", xmlns="")
            if "\\" not in made:  # else a command that it does not know is left in it
                return made.replace(' xmlns=""', "")
    around = "$$" if display else "$"
    return f"<code>{around}{escape(tex.strip())}{around}</code>"


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.disable("reference")
    parser.validateLink = lambda _: True  # type: ignore[method-assign,assignment]  # _VALUES decide
    parser.use(
        dollarmath_plugin,
        allow_digits=False,
        double_inline=True,
        renderer=lambda tex, options: mathml(tex, display=options["display_mode"]),
    )
    parser.use(amsmath_plugin, renderer=lambda tex: mathml(tex, display=True))
    return parser
