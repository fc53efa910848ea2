"""Texts as people hand them in: Markdown, LaTeX, or copied out of a PDF."""

import re
import unicodedata
from collections.abc import Iterator

#: What a PDF's text has of its typesetting: letters drawn as one, and places for a hyphen.
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_SOFT = re.compile("\u00ad\\s*|\u200b")
#: A word parted at the end of a line, and none that has a hyphen of its own: state-of-the-art.
_PARTED = re.compile(r"(?<![\w-])([^\W\d_]{2,})[-\u2010]\s*\n\s*(?=[a-z])")

_COMMENT = re.compile(r"(?m)^[ \t]*%.*\n?")
_CITED = re.compile(
    r"[~ ]?\\(?:cite\w*|ref|autoref|cref|label|footnotemark)\*?(?:\[[^\]]*\])*\{[^}]*\}"
)
_SPACE = re.compile(r"(?<=[\w}.])~(?=[\w\\$({])|\\[,;:! ]")
_COMMAND = re.compile(
    r"\\(?:text\w*|emph|math\w*|underline|mbox|ensuremath|bfseries|itshape|em|bf|it|sc|tt)\b\s*"
)
_SIGNS = {r"\leq": "≤", r"\le": "≤", r"\geq": "≥", r"\ge": "≥", r"\alpha": "α", r"\pm": "±",
          r"\times": "×", r"\approx": "≈", r"\sim": "≈", r"\lt": "<", r"\gt": ">"}  # fmt: skip
_SIGN = re.compile("|".join(rf"{re.escape(sign)}(?![a-zA-Z])" for sign in _SIGNS))
#: Each ends before the next begins, and no brackets hold a page: the time to read is bounded.
_TABULAR = re.compile(
    r"\\begin\{(tabular\w?\*?|longtable)\}((?:(?!\\begin\{).)*?)\\end\{\1\}", re.DOTALL
)
#: What stands in a table beside its cells: its columns, its rules, and cells over several columns.
_FORM = re.compile(r"\A\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}\s*)+")
_LINE = re.compile(r"\\(?:(?:top|mid|bottom)rule|hline|(?:cmidrule(?:\(\w*\))?|cline)\{[\d-]*\})")
_SPAN = re.compile(r"\\multi(?:column|row)\{\d*\}\{[^}]{0,99}\}")
#: What begins or ends a paragraph.
_BREAK = re.compile(
    r"\\(?:begin|end)\{[\w*]*\}(?:\[[^\]]{0,99}\])?|\\(?:caption|(?:sub)*section)\*?(?=[\[{])"
)
_POWER = re.compile(r"(\d[\d.]*)\s*(?:\\times|\\cdot|[×·])\s*10\^\{?-(\d+)\}?|\b10\^\{?-(\d+)\}?")
_ESCAPED = re.compile(r"\\([%&#_${}])")

_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^*_`\n]*[^*_`\s])\1(?!\w)")
#: A line that begins a block of its own: a heading, an item of a list, a quotation.
_BEGINS = re.compile(r"\s*(?:#{1,6}\s+|[-*+•]\s+|\d{1,2}[.)]\s+|>\s+|\\item\b\s*)")
_RULE = re.compile(r"[|\s:=-]+")


def blocks(text: str) -> Iterator[tuple[str, bool]]:
    r"""Give the paragraphs, headings and items of a text without markup, and each number of its tables.

    With each goes whether it is such a number, behind what stands above it.

    Examples
    --------
    >>> list(blocks("# Results\n**NB** is at $p<0.05$\nbetter."))
    [('Results', False), ('NB is at p<0.05 better.', False)]
    """
    lines: list[str] = []
    header: list[str] = []
    heading = False
    for line in [*without_markup(text).split("\n"), ""]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        in_table = line.lstrip().startswith("|") and len(cells) > 1
        begins = _BEGINS.match(line)
        if lines and (in_table or begins or heading or not line.strip()):
            yield " ".join(" ".join(lines).split()), False
            lines = []
        if in_table:
            if not header:
                header = cells
            elif not _RULE.fullmatch(line):
                above = [*header, *[""] * len(cells)]
                yield from (
                    (f"{name} {cell}", True) for name, cell in zip(above, cells, strict=False)
                )
            continue
        header, heading = [], line.lstrip().startswith("#")
        if line.strip():
            lines.append(line[begins.end() :] if begins else line)


def without_markup(text: str) -> str:
    r"""Take the markup of LaTeX and Markdown off a text, and what typesetting has done to its words.

    Examples
    --------
    >>> without_markup("\\textbf{NB} out-\nperforms~it (85.3\\,\\%)")
    'NB outperforms it (85.3 %)'
    """
    text = _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _PARTED.sub(r"\1", _SOFT.sub("", text))
    text = re.sub(r"(?<![\w.])n\.\s?s\.(?!\w)", "not significant", text)
    text = _POWER.sub(lambda match: f"{match[1] or 1}e-{match[2] or match[3]}", text)
    if "\\" in text or "$" in text or "~" in text:
        text = _CITED.sub("", _COMMENT.sub("", text)) if "\\" in text else text
        text = _BREAK.sub("\n\n", _TABULAR.sub(_of_tabular, text))
        text = _COMMAND.sub("", _SPACE.sub(" ", text))
        text = _SIGN.sub(lambda match: _SIGNS[match[0]], text)
        text = re.sub(r"(?<!\\)[{}$]", "", text)
        text = _ESCAPED.sub(r"\1", text)
    return _EMPHASIS.sub(r"\2", text)


def _of_tabular(match: re.Match[str]) -> str:
    """Write LaTeX's table as Markdown's: each row a line, its cells between strokes."""
    body = _SPAN.sub("", _LINE.sub("", _FORM.sub("", match[2])))
    rows = [" ".join(row.split()) for row in re.split(r"\\\\(?:\[[^\]]{0,99}\])?", body)]
    lines = [f"|{cells}|" for cells in (re.sub(r"(?<!\\)&", "|", row) for row in rows) if cells]
    return "\n" + "\n".join(lines) + "\n"
