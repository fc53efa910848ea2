"""Regrade requests: what students write into their notebooks when they object to a mark.

A request is a line ``Regrade request: sign-test: the ties are split as the lecture says`` in a text
cell, and whatever is below it. If its first word is no question it is shown all the same.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

from labkit.checks.questions import tick_order
from labkit.instructor.grading.judging.render import text_of
from labkit.instructor.grading.judging.tick import grade_id, question_of, takes_answer
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.review.rubric import find_answers

#: Before the two words: signs of Markdown and of direction, a number, tags; what strikes out is none.
_REQUEST = re.compile(
    r"(?im)^(?:[^\w\n~]|_|\d{1,3}[.)]|</?[a-z]\w{0,9}>)*"
    r"re[- ]?grad(?:e|ing)[ -]requests?(?![^\W_])"
)

#: A question, with what may stand around it, and the reason.
_NAMED = re.compile(r"(?s)[\W_]*([^\W_][\w-]*)[^\w\s:]{0,2}\s*:?(.*)")


@dataclass(frozen=True)
class Request:
    """What a student asks for, and the answer that it is about."""

    row: Row
    question: str  # "" if the student names none of the tick
    reason: str
    answer: NotebookNode | None

    @property
    def answered(self) -> str:
        """What the student was told since, about the question or else any; "" if nothing."""
        own = [r for r in self.row.ruled.values() if r.student == self.row.record.student]
        return " ".join(r.says for r in own if self.question in ("", r.question))


def find_requests(rows: Iterable[Row]) -> list[Request]:
    """Find the requests of a class, by tick and question, those of no question first."""
    found = []
    for row in rows:
        notebook = nbformat.from_dict(row.record.notebook or {"cells": []})
        answers = find_answers(notebook)
        for question, reason in read_requests(notebook, row.points_of):
            found.append(Request(row, question, reason, answers.get(question)))
    # One decision serves all who ask for it.
    return sorted(
        found, key=lambda request: (tick_order(request.row.record.tick), request.question)
    )


def read_requests(notebook: NotebookNode, questions: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the question and the reason of each request; "" and all of it if it names none of them."""
    names = {name.lower(): name for name in questions}
    for cell in notebook.cells:
        of_course = grade_id(cell) or cell.metadata.get("given")
        if cell.cell_type == "code" or (of_course and not takes_answer(cell)):
            continue
        for text in _REQUEST.split(text_of(cell))[1:]:
            if named := _NAMED.fullmatch(text):
                question = names.get(question_of(named[1].lower()), "")
                yield question, (named[2] if question else text).strip(" \n\t:*_`|")
