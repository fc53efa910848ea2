"""What HTML of a student may hold: elements, attributes, addresses."""

import re
from functools import cache
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

import nh3
from pygments.token import STANDARD_TYPES

_HTML = {
    *("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "b", "i", "em", "strong", "u", "s"),
    *("del", "code", "pre", "kbd", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "sub", "sup"),
    *("div", "span", "a", "img", "small"),
    *("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
}
_MATH = {
    *("math", "mrow", "mi", "mo", "mn", "mtext", "mspace", "mstyle", "mpadded", "mphantom"),
    *("mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover"),
    *("mtable", "mtr", "mtd", "menclose", "merror"),
}
#: Of these, what is between their tags goes as well: it is no text.
_WITH_CONTENT = {
    *("script", "style", "title", "textarea", "noscript", "iframe", "noembed", "noframes"),
    *("template", "svg", "xmp", "object", "annotation", "annotation-xml", "select"),
}
#: Attribute -> the form of its values, of any element that may have it.
_VALUES = {
    "colspan": r"[1-9]\d?",
    "rowspan": r"[1-9]\d?",
    "start": r"\d{1,6}",
    "scope": r"row|col",
    "display": r"inline|block",
    "mathvariant": r"[a-z-]{1,30}",
    "stretchy": r"true|false",
    "fence": r"true|false",
    "separator": r"true|false",
    "accent": r"true|false",
    "displaystyle": r"true|false",
    "columnalign": r"(left|center|right| ){1,60}",
    "linethickness": r"[0-3](px|pt)?",
    "width": r"-?[0-2](\.\d{1,5})?em",
    "notation": r"[a-z ]{1,30}",
}
_OF_MATH = set(_VALUES) - {"colspan", "rowspan", "start", "scope", "width"}
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "mspace": {"width"},
    **{name: _OF_MATH for name in _MATH - {"mspace"}},
}
#: Colours of code and of text in a terminal, and the sign that bids MathJax keep away.
INERT = "mathjax_ignore"
_CLASSES = {"highlight", "tex2jax_ignore", INERT} | set(filter(None, STANDARD_TYPES.values()))
_CLASSES |= {"ansi-bold", "ansi-underline", "ansi-inverse"} | {
    f"ansi-{colour}{strength}-{where}"
    for colour in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
    for strength in ("", "-intense")
    for where in ("fg", "bg")
}
# A browser looks at the content, PNG or JPEG in base 64, and not at what it is called.
PICTURE = re.compile(r"\s*(?:iVBORw0KGgo|/9j/)[A-Za-z0-9+/=\s]*")
_NAMED = re.compile(r"data:image/(?:png|jpeg);base64,")


@cache
def cleaner() -> nh3.Cleaner:
    """Give the sanitizer with these rules."""
    return nh3.Cleaner(
        tags=_HTML | _MATH,
        clean_content_tags=_WITH_CONTENT,
        attributes=_ATTRIBUTES,
        attribute_filter=_attribute,
        allowed_classes={name: _CLASSES for name in ("div", "span", "pre", "code")},
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
    )


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Give an attribute's value as it may stay, or None."""
    if name == "href":
        return _link(value)
    if name == "src":
        head, comma, content = value.partition(",")
        return value if _NAMED.fullmatch(head + comma) and PICTURE.fullmatch(content) else None
    if name == "alt":
        return re.sub(r"[<>$\\]", " ", value)[:200]
    if name in ("class", "rel"):
        return value
    return value if re.fullmatch(_VALUES.get(name, "(?!)"), value) else None


def _link(address: str) -> str | None:
    """Give the address of a link that leads away from this machine, or None."""
    try:
        parts = urlsplit(address.strip())
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme == "mailto" and re.fullmatch(r"[\w.@+-]{3,100}", parts.path):
        return f"mailto:{parts.path}"  # neither a subject nor a text of the student's choice
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or _is_near(host):
        return None
    # Signs that Markdown, MathJax or a tag could take for its own
    return quote(address.strip(), safe="/:?#[]@!&',;=%+~.-")[:2000]


def _is_near(host: str) -> bool:
    """Tell whether a name may be that of the marker's own machine or network.

    There a click could open a page that does something, as the marker.
    """
    if not re.fullmatch(r"[a-z0-9.-]+\.[a-z][a-z0-9-]*\.?", host):
        try:
            return not ip_address(host).is_global
        except ValueError:  # no name of the whole net: of one word, or an odd number
            return True
    return re.sub(r"\.$", "", host).rpartition(".")[2] in ("localhost", "local", "internal", "lan")
