"""Figures in a notebook's prose, and in what its cells print."""

import html
import re
from dataclasses import dataclass

from labkit.demos.demonstration import KIND
from tests.demos.oracles import settings_of

DIGITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}  # fmt: skip
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "eighty": 80, "ninety": 90}  # fmt: skip
#: Number words that are read as figures; smaller ones are part of the language.
UNITS = {
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip

#: What is no figure: formulas, code, examples, links, headings' numbers, numbered lists, places in the
#: course and in papers, years, and points for an answer.
NO_FIGURES = re.compile(
    r"""
    \$\$.*?\$\$ | \$[^$]*\$ | ```.*?``` | `[^`]*` | \]\([^)]*\)
    | ^\#+\s*(★\s*)?\d+\s*· | ^\s*\d+\.\s
    | \*\*(Sources?|Example)\.\*\*.*?(?=\n\n|\Z)
    | \b(tick|part|lecture|session|section|chapter|figure|table|equation|footnote|sentence|row|step)s?\s\d+(\.\d+)*((,|\sand|\sto)\s\d+(\.\d+)*)*
    | §\s?\d+(\.\d+)*((,|\sand)\s\d+(\.\d+)*)*
    | \b(19|20)\d\d\b
    | \(\d+\spoints?\b | \d+\spoints?,\sabout | \blecture\stakes\s\d+\sminutes
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<rest>\.\d+)?(?![\w²⁰-⁹])"
    r"(?P<share>(?:\s?(?:%|to|and|or|against|instead\sof)\s?[\d.]+)*\s?(?:%|points?\b|percent))?"
)
PRINTED = re.compile(r"(?<![\w.])[-+]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(e[-+]?\d+)?", re.IGNORECASE)
TENS_WORDS = re.compile(rf"\b({'|'.join(TENS)})(?:-({'|'.join(DIGITS)}))?\b", re.IGNORECASE)
UNIT_WORDS = re.compile(rf"\b({'|'.join(UNITS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Figure:
    """A number as it is written, its value, its digits after the point, and whether it is in percent."""

    text: str
    value: float
    digits: int
    percent: bool


def figures(text: str) -> list[Figure]:
    """Find the figures in prose: whole numbers from 10, and all with a point or in percent."""
    text = NO_FIGURES.sub(" ", text)
    found = []
    position = 0
    while match := NUMBER.search(text, position):
        position = match.start("share") if match["share"] else match.end()
        rest = match["rest"] or ""
        value = float(match["digits"].replace(",", "") + rest)
        if rest or match["share"] or value >= 10:
            written = match["digits"] + rest
            found.append(Figure(written, value, max(0, len(rest) - 1), bool(match["share"])))
    for match in TENS_WORDS.finditer(text):
        value = TENS[match[1].lower()] + DIGITS.get((match[2] or "").lower(), 0)
        found.append(Figure(match[0].lower(), value, 0, False))
    return found + [Figure(w.lower(), UNITS[w.lower()], 0, False) for w in UNIT_WORDS.findall(text)]


def printed(text: str) -> list[tuple[float, int]]:
    """Find the numbers in an output: value and digits after the point."""
    found = []
    for match in PRINTED.finditer(text):
        exponent = int((match[3] or "e0")[1:])
        value = float((match[1] + (match[2] or "")).replace(",", "")) * 10.0**exponent
        found.append((value, max(0, len(match[2] or " ") - 1 - exponent)))
    return found


def says(figure: Figure, value: float) -> bool:
    """Whether a value, rounded to the figure's digits, gives this figure."""
    return abs(value - figure.value) <= 0.5 * 10.0**-figure.digits + 1e-9


def is_printed(figure: Figure, numbers: list[tuple[float, int]]) -> bool:
    """Whether a printed number gives this figure to its digits; what is in percent may be a share.

    A whole number must be printed as such, unless it is in percent.
    """
    whole = figure.digits == 0 and not figure.percent
    return any(
        (digits >= figure.digits and says(figure, value) and (not whole or value % 1 == 0))
        or (figure.percent and digits >= figure.digits + 2 and says(figure, 100 * value))
        for value, digits in numbers
    )


def outputs(notebook) -> list[tuple[float, int]]:
    """All numbers that a notebook's cells print."""
    found = []
    for output in (output for cell in notebook.cells for output in cell.get("outputs", [])):
        data = output.get("data", {})
        page = re.sub(r"(?s)<style.*?</style>|<[^>]*>", " ", data.get("text/html", ""))
        texts = [output.get("text", ""), data.get("text/plain", ""), html.unescape(page)]
        if KIND in data:
            texts += [*output.metadata[KIND]["readout"], str(settings_of(**data[KIND]))]
        found += [number for text in texts for number in printed(text)]
    return found
