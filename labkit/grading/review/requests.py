"""Regrade requests: what students write into their notebooks when they object to a mark.

A request is one line of a text (Markdown) cell that the student may write in::

    Regrade request: sign-test: the ties are split as the lecture says

Capitals do not matter, nor do signs of Markdown at its beginning or around its
words (``**Regrade request:** sign-test: ...``). The question is named as on the
feedback page. What is behind the second colon is the reason, or else the next line: its
first 500 characters count. A line that begins so and is written otherwise is shown as it
is, as a request for no question. Of one notebook the first 20 are shown.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

from labkit.checks.marking import Mark
from labkit.grading.results.marks import Row
from labkit.grading.submission.cells import grade_id, question_of, takes_answer
from labkit.grading.submission.sanitize import text_of

#: Characters of a reason, and requests of one notebook, that are shown.
LONGEST_REASON = 500
MOST_REQUESTS = 20

#: Characters of one line, and of one cell, in which a request is looked for.
LONGEST_LINE = 2_000
LONGEST_CELL = 200_000

#: Before it: signs of Markdown, bullets, a list's number and tags of HTML; not those that strike out.
_BEFORE = r"(?:</?[a-z]\w{0,9}>|\d{1,3}[.)]|[^\w~!])*"

#: Round a question's name.
_QUOTES = r"[\"'“”„‘’‚«»()\[\]]*"

#: The two words, however they are put together.
_ASKS = r"re[- ]?grad(?:e|ing)[\s-]*request"

_REQUEST = re.compile(
    rf"{_BEFORE}{_ASKS}\s*:\s*(?:</[a-z]\w{{0,9}}>\s*)?{_QUOTES}"
    rf"(?P<question>[\w.\-\u2010]{{1,64}}){_QUOTES}\s*(?::(?P<reason>.*))?",
    re.IGNORECASE,
)

#: What is not written as it was asked for, and is not to be lost.
_LIKE_ONE = re.compile(rf"{_BEFORE}{_ASKS}s?\b\W*(?P<reason>\w.*)", re.IGNORECASE)

#: What says nothing but that something follows.
_BARE = re.compile(rf"{_BEFORE}{_ASKS}s?\b[^\w~]*", re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    """What a student asks for, and what there is to decide it by.

    Attributes
    ----------
    row : Row
        The student's marks.
    question : str
        As the student wrote it; "" if none can be told.
    reason : str
        In the student's words; "" if there is none.
    known : bool
        Whether there is such a question.
    mark : Mark or None
        What the checks found, with the hint.
    answer : NotebookNode or None
        The cell of the answer.
    """

    row: Row
    question: str
    reason: str
    known: bool
    mark: Mark | None
    answer: NotebookNode | None

    @property
    def points(self) -> float | None:
        """The points as they are; None while a person has still to read the answer."""
        return self.row.earned.get(self.question)

    @property
    def comment(self) -> str:
        """What a person has said of the answer."""
        return self.row.by_hand.comments.get(self.question, "")


@dataclass(frozen=True)
class Requests:
    """The requests of a class.

    Attributes
    ----------
    found : list of Request
        By tick, question and student: one decision serves all who ask for it.
    more : dict
        (student, tick) -> requests beyond `MOST_REQUESTS`, which are not shown.
    """

    found: list[Request]
    more: dict[tuple[str, str], int]


def requests(rows: Iterable[Row]) -> Requests:
    """Gather the requests of a class.

    Parameters
    ----------
    rows : iterable of Row
        All of the class.

    Returns
    -------
    Requests
        Each of them once, however often it is in a notebook.
    """
    found: list[Request] = []
    more: dict[tuple[str, str], int] = {}
    for row in rows:
        if not row.record.notebook:
            continue
        notebook = nbformat.from_dict(row.record.notebook)
        asked = list(dict.fromkeys(requests_in(notebook)))
        found += [_request(row, notebook, *each) for each in asked[:MOST_REQUESTS]]
        if len(asked) > MOST_REQUESTS:
            more[row.record.student, row.record.tick] = len(asked) - MOST_REQUESTS
    found.sort(key=lambda r: (r.row.record.tick, not r.known, r.question, r.row.record.student))
    return Requests(found, more)


def requests_in(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """Find the requests in one notebook.

    Parameters
    ----------
    notebook : NotebookNode
        As it was graded.

    Yields
    ------
    tuple of str
        The question, and the reason.
    """
    for cell in notebook.cells:
        if cell.cell_type == "code" or (grade_id(cell) and not takes_answer(cell)):
            continue
        if cell.metadata.get("given"):
            continue
        lines = [line for line in text_of(cell)[:LONGEST_CELL].splitlines() if line.strip()]
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            if found := _with_below(line, below):
                yield found


def _with_below(line: str, below: str) -> tuple[str, str] | None:
    """Read a line, and the next one where it says no reason: as a heading, or broken off there."""
    found = request_in(line)
    is_own = request_in(below) or _BARE.fullmatch(_said(below)) or not below
    if is_own or (found and found[1]):
        return found
    if found:
        return found[0], _cut(_said(below))
    return request_in(f"Regrade request: {below}") if _BARE.fullmatch(_said(line)) else None


def request_in(line: str) -> tuple[str, str] | None:
    """Read one line.

    Parameters
    ----------
    line : str
        Of a text cell.

    Returns
    -------
    tuple of str, or None
        The question in small letters, or "" if none can be told, and the reason; None if it is
        no request.

    Examples
    --------
    >>> request_in("**Regrade request:** Sign-Test: ties are split")
    ('sign-test', 'ties are split')
    >>> request_in("Regrade request for question 3: ties are split")
    ('', 'for question 3: ties are split')
    >>> request_in("I have no regrade request: all is well") is None
    True
    """
    said = _said(line)
    match = _REQUEST.fullmatch(said) or _LIKE_ONE.fullmatch(said)
    if match is None:
        return None
    reason = _cut((match["reason"] or "").strip())
    named = match["question"] if match.re is _REQUEST else ""
    question = question_of(named.lower().strip(".").replace("\u2010", "-"))
    return (question, reason) if question or reason else None


def _said(line: str) -> str:
    """Give a line's words without Markdown around them, and without signs that have no width."""
    plain = unicodedata.normalize("NFKC", line[:LONGEST_LINE])
    # Two such signs are letters' own: within words of Persian or Hindi.
    seen = "".join(c for c in plain if c in "\u200c\u200d" or unicodedata.category(c) != "Cf")
    return re.sub(r"[*`]|(?<!\w)_+|_+(?!\w)", "", seen).strip()


def _cut(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + "…"


def _request(row: Row, notebook: NotebookNode, question: str, reason: str) -> Request:
    record = row.record
    name = next((each for each in row.points_of if each.lower() == question), None)
    cells = {grade_id(cell): cell for cell in notebook.cells if takes_answer(cell)}
    return Request(
        row,
        name or question,
        reason,
        known=name is not None,
        mark=record.mark(name) if name else None,
        answer=cells.get(name) if name else None,
    )
