"""What a file is that was handed in as a notebook and is none, for a refusal that says it.

Signatures are those of the formats' own documents, as the file(1) program knows them; that of a
Git LFS pointer is in https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.
"""

import ast
import re

_ARCHIVE = "an archive: unpack it, and hand in the notebook in it"
_PICTURE = "a picture"
_LINK = "a link to a web page: download the file itself"
_PLACEHOLDER = "a placeholder of a cloud drive: the file itself was not downloaded"

#: How a file begins -> what it is. Of a zip file, see `_IN_ZIP`.
_BEGINNINGS = {
    b"%PDF-": "a PDF",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a Word or Excel file",
    b"{\\rtf": "a text document (RTF)",
    b"\x1f\x8b": _ARCHIVE,
    b"7z\xbc\xaf\x27\x1c": _ARCHIVE,
    b"Rar!\x1a\x07": _ARCHIVE,
    b"BZh": _ARCHIVE,
    b"\xfd7zXZ": _ARCHIVE,
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"GIF8": _PICTURE,
    b"\x00\x00\x00\x18ftyp": _PICTURE,
    b"bplist00": _PLACEHOLDER,
    b"version https://git-lfs.github.com/": "a pointer of Git LFS, and not what it points to",
    b"[InternetShortcut]": _LINK,
    b"SQLite format 3": "a database",
    b"PAR1": "a data file (Parquet)",
    b"\x80\x04\x95": "a pickle of Python",
}

#: A name that a zip file holds -> what it is.
_IN_ZIP = {
    b"word/": "a Word file",
    b"xl/": "an Excel file",
    b"ppt/": "a PowerPoint file",
    b"opendocument": "an OpenDocument file (of LibreOffice, for instance)",
    b"Index/Document.iwa": "a Pages file",
}

#: How a text begins -> what it is.
_TEXTS = {
    r"(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype html|html|head|body|script|meta)\b": (
        "an HTML page: download the notebook itself, not the page that shows it"
    ),
    r"(<\?xml[^>]*>\s*)?<!DOCTYPE plist": _LINK,
    r"<\?xml|<svg": "an XML file",
    r"https?://\S+\s*\Z": _LINK,
    r"---\n(.*\n)*?jupyter:|(#+ .*\n|\s|---)(.*\n)*?```": "a Markdown file, as Jupytext makes it",
    r"#!.*python|# %%|# In\[|# -\*- coding|# coding": "a Python script",
}

_LONGEST_SCRIPT = 100_000


def what_it_is(data: bytes) -> str:
    """Say what a file is that is not JSON, as far as it shows.

    Parameters
    ----------
    data : bytes
        The file.

    Returns
    -------
    str
        A noun with its article, and perhaps what to do; "" if it cannot be told.

    Examples
    --------
    >>> what_it_is(b"%PDF-1.7 ..."), what_it_is(b'{"cells": [')
    ('a PDF', '')
    """
    start = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not data.strip(b"\0"):
        return _PLACEHOLDER
    if start.startswith(b"PK\x03\x04"):
        return next((kind for name, kind in _IN_ZIP.items() if name in data), _ARCHIVE)
    for beginning, kind in _BEGINNINGS.items():
        if start.startswith(beginning):
            return kind
    text = data[:_LONGEST_SCRIPT].decode("utf8", "replace").lstrip("\ufeff \t\r\n")
    for pattern, kind in _TEXTS.items():
        if re.match(pattern, text[:2048], re.IGNORECASE | re.DOTALL if "<" in pattern else 0):
            return kind
    if re.search(r"^(<<<<<<<|>>>>>>>) ", text, re.MULTILINE):
        return "a file in which Git has left the marks of a conflict"
    return "a Python script" if _is_python(text) else ""


def is_other_archive(data: bytes) -> bool:
    r"""Tell whether a file is an archive, and no zip file.

    Examples
    --------
    >>> is_other_archive(b"Rar!\x1a\x07..."), is_other_archive(b"PK\x03\x04...")
    (True, False)
    """
    begins = any(data.startswith(b) for b, kind in _BEGINNINGS.items() if kind == _ARCHIVE)
    return begins or data[257:262] == b"ustar"


def _is_python(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(not isinstance(statement, ast.Expr) for statement in body)
