r"""How names are shown, and what LaTeX is given: texts set as they are, tables that fit a page.

LaTeX needs nothing but the package booktabs, in a paper of one column or of two; letters such as ą
want ``\usepackage[T1]{fontenc}`` as well, and other alphabets XeLaTeX or LuaLaTeX.
"""

import re
import unicodedata
from collections.abc import Sequence

#: So many lines and a caption fit on a page of any usual class; further rows go into a next table.
MOST_LINES = 30
#: A longer word may be parted, behind its marks or else after so many letters: in a text, in a table.
LONGEST_WORD, LONGEST_IN_TABLE = 30, 12
#: So many letters fit beside each other on a page.
LETTERS_ACROSS = 75
#: More tables than LaTeX can keep are not left waiting for a place.
MOST_WAITING = 10

#: Stands between two signs that a font would draw as one; `plain` lets it through in no text.
_APART = "\ufdd0"
_IN_MATHEMATICS = {
    "αβγδεζηθικλμνξπρστυφχψω": "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda "
    "mu nu xi pi rho sigma tau upsilon phi chi psi omega",
    "ΓΔΘΛΞΠΣΦΨΩ∆∑√": "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega Delta sum surd",
    "µ≈≠≤≥±×→←↔⇒∞∈∪∩⟨⟩": "mu approx neq leq geq pm times rightarrow leftarrow leftrightarrow "
    "Rightarrow infty in cup cap langle rangle",
}
_IN_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",  # \textquotedbl is in no font of old
        "`": r"\textquoteleft{}",
        "−": "$-$",
        "–": "--",
        "—": "---",
        "‑": "-",
        "’": "'",
        "*": "{*}",
        "[": "{[}",  # behind the end of a row these would be its arguments
        "]": "{]}",
        _APART: "{}",
        **{
            sign: f"$\\{word}$"
            for signs, words in _IN_MATHEMATICS.items()
            for sign, word in zip(signs, words.split(), strict=True)
        },
    }
)
_LIGATURES = re.compile(r"(?<=([-',]))(?=\1)|(?<=[?!])(?=`)")


class Latex(str):
    """What is LaTeX already, and is not escaped again; in a cell of a table of so many lines."""

    lines: int = 1


def plain(name: object) -> str:
    r"""Write a name in one line, with signs in the place of what would hide or turn others round.

    Examples
    --------
    >>> plain("one\ntwo\u202e")
    'one two⟨U+202E⟩'
    """
    words = " ".join(str(name).split())
    shown = [
        f"⟨U+{ord(sign):04X}⟩"
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") and sign != "\u200d"
        else sign
        for sign in words
    ]
    return "".join(shown) or "⟨no name⟩"


def escaped(text: object, longest: int = LONGEST_WORD) -> Latex:
    r"""Write a text so that LaTeX sets it as it is, and can part long names of files.

    Examples
    --------
    >>> print(escaped("tf_idf & 50 %"))
    tf\_idf \& 50 \%
    """
    words = unicodedata.normalize("NFC", plain(text)).split(" ")
    return Latex(" ".join(_parted(word, longest) for word in words))


def _parted(word: str, longest: int) -> str:
    if len(word) <= longest:
        return _in_signs(word)
    marks = r"[/_.:=+-]"
    pieces = re.findall(rf"(?:(?!{marks}).){{1,{longest}}}{marks}*|{marks}+", word)
    return r"\allowbreak{}".join(map(_in_signs, pieces))


def _in_signs(word: str) -> str:
    return _LIGATURES.sub(_APART, word).translate(_IN_LATEX)


def latex_table(
    caption: str,
    columns: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    setting: str = "",
) -> Latex:
    r"""Write a table (package booktabs), all of it LaTeX; one of many rows as several of one number.

    Examples
    --------
    >>> print(latex_table("Scores", "lr", ["system", "score"], [["A", "0.5"]]), end="")
    \begin{table}
    \centering
    \caption{Scores}
    \begin{tabular}{lr}
    \toprule
    system & score \\
    \midrule
    A & 0.5 \\
    \bottomrule
    \end{tabular}
    \end{table}
    """
    written = []
    for number, part in enumerate(_pages(rows)):
        again = r"\addtocounter{table}{-1}" + "\n" if number else ""
        printed = "" if number % MOST_WAITING or not number else "\\clearpage\n"
        said = f"{caption.removesuffix('.')} (continued)" if number else caption
        body = "".join(rf"{' & '.join(row)} \\" + "\n" for row in part)
        written.append(
            f"{printed}\\begin{{table}}\n"
            + (f"{setting}\n" if setting else "")
            + f"\\centering\n{again}\\caption{{{said}}}\n\\begin{{tabular}}{{{columns}}}\n"
            + rf"\toprule{chr(10)}{' & '.join(head)} \\{chr(10)}\midrule{chr(10)}{body}\bottomrule"
            + "\n\\end{tabular}\n\\end{table}\n"
        )
    return Latex("".join(written))


def _pages(rows: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    """Part rows so that each part fits on a page."""
    pages: list[list[Sequence[str]]] = [[]]
    used = 0
    for row in rows:
        lines = max(getattr(cell, "lines", 1) for cell in row)
        if pages[-1] and used + lines > MOST_LINES:
            pages.append([])
            used = 0
        pages[-1].append(row)
        used += lines
    return pages


def names_in_latex(names: Sequence[object], longest: int, share: float) -> tuple[str, list[Latex]]:
    r"""Give the column of a table for names, and each of them: of long ones, in several lines.

    Examples
    --------
    >>> names_in_latex(["a"], 10, 0.2)
    ('l', ['a'])
    """
    if all(len(plain(name)) <= longest for name in names):
        return "l", [escaped(name) for name in names]
    cells = []
    for name in names:
        cell = Latex(rf"\raggedright {escaped(name, LONGEST_IN_TABLE)}")
        # A tenth is lost where words and marks end a line early.
        cell.lines = 1 + int(1.1 * len(plain(name)) / (LETTERS_ACROSS * share))
        cells.append(cell)
    return rf"p{{{share:g}\linewidth}}", cells
