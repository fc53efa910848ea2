"""Text in a table that a spreadsheet will open: no cell of it may be run as a formula.

A cell that begins with ``=``, ``+``, ``-`` or ``@`` is a formula to Excel and LibreOffice, and a
formula can send what is in the table to somebody's server. A name, a file name or a message that
a student chose can begin so. See "CSV Injection" of the OWASP Foundation.
"""

import re

#: What begins a formula; the wide forms do in some languages' versions of Excel.
_FORMULA = "=+\\-@＝＋－＠"

#: At the beginning, and behind what another country's spreadsheet takes for the end of a cell.
_BEGINS = re.compile(rf"(\A|[;\t\r\n])(?=[ \xa0]*[{_FORMULA}\t\r])")

#: What `without_formula` has put there.
_PUT = re.compile(rf"(\A|[;\t\r\n])'(?=[ \xa0]*[{_FORMULA}\t\r])")

#: A name or a number that only begins so. Without brackets, "=", "!" and "|" nothing is called.
_WORD = re.compile(r"[-+@][\w.@+ '-]*")


def without_formula(text: str) -> str:
    """Put an apostrophe before whatever a spreadsheet would take for a formula.

    Parameters
    ----------
    text : str
        What is to be in a cell that a person reads.

    Returns
    -------
    str
        The text, which a spreadsheet shows as it is.

    Examples
    --------
    >>> without_formula("=1+1"), without_formula("-Ann"), without_formula("1-2")
    ("'=1+1", "'-Ann", '1-2')
    """
    return _BEGINS.sub(r"\1'", text)


def as_written(text: str) -> str:
    r"""Take the apostrophes of `without_formula` away again, and no other.

    Parameters
    ----------
    text : str
        Of a cell that was made by `without_formula`, and perhaps changed since.

    Returns
    -------
    str
        The text as a person wrote it.

    Examples
    --------
    >>> as_written("'=1+1\n'- b"), as_written("'tis")
    ('=1+1\n- b', "'tis")
    """
    return _PUT.sub(r"\1", text)


def as_known(text: str) -> str:
    """Do the same, but leave a plain name as the platform knows it.

    Parameters
    ----------
    text : str
        What is to be in a cell that a platform reads again.

    Returns
    -------
    str
        A name such as ``-Ann`` or ``@me`` unchanged: it holds nothing that
        could be called. Of every other text what `without_formula` makes of it.

    Examples
    --------
    >>> as_known("-Ann"), as_known("@me"), as_known("=SUM(A1)")
    ('-Ann', '@me', "'=SUM(A1)")
    """
    return text if _WORD.fullmatch(text) else without_formula(text)
