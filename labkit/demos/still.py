"""What stays of a demonstration without its kernel: its picture and numbers as they are now.

A widget is a window on a running kernel. Where there is none (a notebook that is read in a
repository, on a page or on paper), viewers show the next best of an output's forms, and almost
all of them clean it first: drawings within the HTML are lost, and an image whose address holds
the drawing is kept. So the one form given here is HTML with such an image. An `image/svg+xml`
beside it would double the notebook, and conversion to LaTeX would ask for Inkscape.
"""

import base64
import re
from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from labkit.demos.words import read, render

_SPACE = "http://www.w3.org/2000/svg"

#: What a picture on a page may have for a mouse or a keyboard, and an image has no use for.
_FOR_HANDS = "tabindex", "role", "aria-label", "cursor", "pointer-events"

#: Where an attribute of an SVG, or a link in it, names another part of it.
_URL, _LINK = re.compile(r"(url\(#)([^)]+)(?=\))"), re.compile(r"(^#)(.+)$")

#: More digits than these differ between machines, and nobody sees them.
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}(?:e-?\d+)?")

#: The fonts that matplotlib would take, and those that suffice.
_FONTS, _FEW_FONTS = re.compile(r"'DejaVu Sans', .*?sans-serif"), "'DejaVu Sans', sans-serif"

#: A rule of a style sheet: its selectors, and what they are to look like.
_RULE = re.compile(r"([^{}@]+)\{([^{}]*)\}")


def bundle(
    picture: str, readout: str, caption: str, settings: Mapping[str, object]
) -> dict[str, str]:
    """Give the forms in which a notebook keeps what a demonstration shows.

    Parameters
    ----------
    picture : str
        SVG with an alternative text (``aria-label`` or ``title``), or HTML.
    readout, caption : str
        HTML.
    settings : dict
        The values of its controls.

    Returns
    -------
    dict
        MIME type -> text. ``text/html``: the picture, the numbers and the caption; it looks
        right without a style sheet, and any number of them may be on a page. ``text/plain``:
        the settings and the numbers. The same arguments give the same texts.
    """
    image, alt = ("", "") if "<svg" not in picture else as_image(picture)
    still = render(
        "still.html",
        image=image,
        alt=alt,
        settings={name: str(value) for name, value in settings.items() if value != ""},
        picture="" if image else picture,
        readout=_at_rest(readout),
        caption=_at_rest(caption),
    )
    called = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    lines = [f"Demonstration({called})", *as_lines(readout)]
    return {"text/html": still, "text/plain": "\n".join(lines)}


def as_image(svg: str) -> tuple[str, str]:
    """Make an image of an SVG that stood on a page.

    Parameters
    ----------
    svg : str
        The SVG; its look may depend on ``demo.css``.

    Returns
    -------
    address : str
        A ``data:`` address of the same drawing, smaller, on white, with nothing to click.
    alt : str
        Its alternative text.
    """
    root = ElementTree.fromstring(svg[svg.index("<svg") : svg.rindex("</svg>") + len("</svg>")])
    alt = root.get("aria-label") or root.findtext(f"{{{_SPACE}}}title") or ""
    classes = {name for part in root.iter() for name in part.get("class", "").split()}
    _tidy(root)
    _rename(root)
    _join(root)
    # An image sees no style sheet but its own; black ink asks for white paper in any theme.
    rules = "".join([*_share_looks(root), *_rules_for(classes)])
    root.insert(0, _element("style", f"svg{{color:black;background:white}}{rules}"))
    root.attrib = {"xmlns": _SPACE, **_sized(root.attrib)}
    text = ElementTree.tostring(root, encoding="unicode")
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode(), alt


def as_lines(readout: str) -> list[str]:
    """Give the text of a readout, a line for each of its paragraphs, breaks and rows of tables."""
    reader = _Lines()
    reader.feed(readout)
    lines = (" ".join(line.split()) for line in "".join(reader.found).split("\n"))
    return [line for line in lines if line]


class _Lines(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append({"br": "\n", "sup": "^"}.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        ends = dict.fromkeys(("p", "div", "li", "tr", "caption", "table"), "\n")
        self.found.append({**ends, "td": " ", "th": " "}.get(tag, ""))

    def handle_data(self, data: str) -> None:
        self.found.append(data.replace("\n", " "))


def _at_rest(page: str) -> str:
    """Change HTML that will not change again: nothing to listen to, nothing folded, nothing to do."""
    page = re.sub(r'\s*<span class="labkit-hands">.*?</span>', "", page, flags=re.DOTALL)
    page = re.sub(r' (?:aria-live|aria-atomic|role)="[^"]*"', "", page)
    return re.sub(r"<details(?! open)", "<details open", page)


def _element(tag: str, text: str) -> Element:
    element = Element(tag)
    element.text = text
    return element


def _tidy(root: Element) -> None:
    """Leave out what is not seen; round what nobody sees so sharply."""
    for parent in root.iter():
        hidden = "labkit-point" in parent.get("class", "").split()
        for child in list(parent):
            if not isinstance(child.tag, str) or _is_unseen(child, hidden):
                parent.remove(child)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.text, element.tail = (element.text or "").strip(), ""
        attributes = {name.rpartition("}")[2]: text for name, text in element.attrib.items()}
        element.attrib = {
            name: _LONG_NUMBER.sub(_places if name in "dxy" else _numbers, " ".join(text.split()))
            for name, text in attributes.items()
            if name not in _FOR_HANDS and not name.startswith(("data-", "on"))
        }
        if "style" in attributes:
            element.set("style", _FONTS.sub(_FEW_FONTS, element.attrib["style"]))
        if "d" in attributes:
            element.set("d", re.sub(r" ?([A-Za-z]) ?", r"\1", element.attrib["d"]))


def _is_unseen(element: Element, at_a_point: bool) -> bool:
    name = element.tag.rpartition("}")[2]
    if name in ("metadata", "title", "desc", "script"):
        return True
    # What matplotlib draws behind everything has no ink; words beside a point are for a mouse.
    no_ink = name == "path" and element.get("style") == "fill: none"
    no_ink = no_ink or "labkit-target" in element.get("class", "").split()
    return no_ink or (at_a_point and name == "text")


def _places(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _numbers(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _rename(root: Element) -> None:
    """Give numbers for names by which parts call each other (matplotlib's are random); drop others."""
    used: dict[str, str] = {}

    def renamed(reference: re.Match[str]) -> str:
        return reference[1] + used.setdefault(reference[2], f"i{len(used)}")

    for element in root.iter():
        for name, text in element.attrib.items():
            element.set(name, (_LINK if name == "href" else _URL).sub(renamed, text))
    for element in root.iter():
        name = element.attrib.pop("id", "")
        if name in used:
            element.set("id", used[name])


def _join(parent: Element) -> None:
    """Take groups apart that say nothing; make one path of alike ones in a row: a histogram's bars."""
    joined: list[Element] = []
    for child in list(parent):
        _join(child)
        for part in list(child) if child.tag == "g" and not child.attrib else [child]:
            if joined and _alike(joined[-1], part):
                joined[-1].set("d", joined[-1].attrib["d"] + part.attrib["d"])
            elif part.tag not in ("g", "defs") or len(part):
                joined.append(part)
    parent[:] = joined


def _alike(one: Element, other: Element) -> bool:
    """Tell whether two elements are paths of the same ink, none of which shines through."""
    looks = [{**each.attrib, "d": ""} for each in (one, other)]
    named = any("id" in each.attrib for each in (one, other))
    paths = one.tag == other.tag == "path" and not named
    return paths and looks[0] == looks[1] and "opacity" not in str(looks[0])


def _share_looks(root: Element) -> list[str]:
    """Give a name to each look that several parts have, and the rules of these names."""
    looks = Counter(part.attrib["style"] for part in root.iter() if "style" in part.attrib)
    several = [look for look, times in looks.items() if times > 1]
    shared = {look: f"l{number}" for number, look in enumerate(several)}
    for part in root.iter():
        if name := shared.get(part.get("style", "")):
            del part.attrib["style"]
            part.set("class", f"{part.get('class', '')} {name}".strip())
    return [f".{name}{{{look}}}" for look, name in shared.items()]


def _rules_for(classes: set[str]) -> list[str]:
    """Give those rules of the demonstrations' style sheet that these classes' parts follow."""
    found = []
    for selectors, look in _RULE.findall(read("demo.css")):
        for selector in (part.strip() for part in selectors.split(",")):
            named = set(re.findall(r"\.([\w-]+)", selector)) - {"labkit-demo"}
            if named and named <= classes and not re.search(r":(?:hover|focus|active)", selector):
                own = selector.replace(".labkit-demo", "").strip()
                found.append(f"{own}{{{' '.join(look.split())}}}")
    return found


def _sized(attributes: dict[str, str]) -> dict[str, str]:
    """Say how large the drawing is: some viewers make an image without a size tiny."""
    box = attributes.get("viewBox", "").split()
    size = {"width": box[2], "height": box[3]} if len(box) == 4 else {}
    return {**attributes, **size}
