r"""Formulas as MathML, which a browser shows without any program and any network."""

import re
from html import escape

from latex2mathml.converter import convert

#: The longest formula that is converted. That of a tick's longest has 200 characters.
LONGEST = 2_000

# What defines or repeats names could make much out of little.
_PROGRAMS = re.compile(
    r"\\(?:[egx]?def|(?:re|provide)?newcommand|providecommand|let|newenvironment)"
)


def mathml(tex: str, *, display: bool = False) -> str:
    r"""Convert a formula.

    The result is made by what a student wrote: whoever puts it into a page
    cleans it first.

    Parameters
    ----------
    tex : str
        Without the dollar signs around it.
    display : bool
        Whether it stands on a line of its own.

    Returns
    -------
    str
        A ``math`` element; or the formula as it was written, escaped, if it
        is long, defines commands, or has a command that is not known.

    Examples
    --------
    >>> mathml("x < 1")
    '<math display="inline"><mrow><mi>x</mi><mo>&#x0003C;</mo><mn>1</mn></mrow></math>'
    >>> mathml(r"\nothing < 1")
    '<code>$\\nothing &lt; 1$</code>'
    """
    kind = "block" if display else "inline"
    if len(tex) <= LONGEST and not _PROGRAMS.search(tex):
        try:
            made: str = convert(tex, display=kind, xmlns="")
        except Exception:  # its errors, and Python's own on what no formula looks like
            made = ""
        # A command that it does not know is left in it as it was.
        if made and "\\" not in made:
            return made.replace(' xmlns=""', "")
    around = "$$" if display else "$"
    return f"<code>{around}{escape(tex.strip())}{around}</code>"
