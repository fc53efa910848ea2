"""Regrade requests: which lines are some, and what is shown of them."""

import time

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import Manual, rows
from labkit.instructor.grading.review.pages import write_page
from labkit.instructor.grading.review.requests import find_requests, read_requests
from tests.instructor.grading.review.class_of import handed_in
from tests.instructor.grading.tiny import NAME

QUESTIONS = ["double", "Sign-test", "my_essay"]


@pytest.mark.parametrize(("text", "requests"), [
    ("  REGRADE REQUEST :Double:\n\nit is: right", [("double", "it is: right")]),
    ("**Regrade request:** `double`: why?", [("double", "why?")]), ("> ## Regrade request: my_essay", [("my_essay", "")]),
    ("- _Regrade request_: sign-test-check: why?", [("Sign-test", "why?")]), ("Regrade request：double：全角", [("double", "全角")]),
    ("Well.\n2. Regrading-requests – double – is right\nas it is\n", [("double", "– is right\nas it is")]),
    ("| Re grade request | double | right |", [("double", "right")]), ("\u200f\u202bRegrade request: \u201edouble\u201c: \u05db\u05df", [("double", "\u05db\u05df")]),
    ("<b>Regrade request:</b> double: 1 <b 2", [("", "</b> double: 1 <b 2")]), ("Regrade request: double: a\nRegrade request: no: b", [("double", "a"), ("", "no: b")]),
    *((f"{words}: right", []) for words in ("This is no regrade request: double", "~~Regrade request: double", "Regrade requested: double")), ("# Regrade request: ...", []),
])  # fmt: skip
def test_a_request_is_read(text, requests):
    found = read_requests(new_notebook(cells=[new_markdown_cell(text)]), QUESTIONS)
    assert list(found) == requests


def test_nothing_takes_long_to_read():
    for text in ("1." * 9999, "<b>" * 9999, "(\n" * 9999, "Regrade request:" + ")" * 99_999):
        begun = time.process_time()
        list(read_requests(new_notebook(cells=[new_markdown_cell(text)]), QUESTIONS))
        assert time.process_time() - begun < 0.5


def test_requests_are_found_where_students_write_and_shown_with_what_decides(tick, tmp_path):
    ask = "Regrade request: {}: {}"
    own = ask.format("TRIPLE", "<script>f()</script> it is right"), ask.format("no", "?" * 1000)
    essay = "Because.\n" + ask.format("essay", "read it again")
    record = handed_in(tick, "ann", "Well.\n\n" + "\n".join(own), triple="return n  # <b>", essay=essay)  # fmt: skip
    cells = record.notebook["cells"]
    cells.append(new_code_cell(ask.format("double", "in code")))
    for metadata in ({"nbgrader": {"grade_id": "title", "solution": False}}, {"given": True}):
        cells.append(new_markdown_cell(ask.format("double", "not hers"), metadata=metadata))
    manual = Manual({"triple": 0.25}, {"triple": "See the lecture <b>notes</b>."})
    found = find_requests(rows([record], {NAME: tick}, Policy(), {("ann", NAME): manual}))
    assert [request.question for request in found] == ["", "essay", "triple"]
    assert found[0].answer is None and found[1].reason == "read it again"
    write_page(tmp_path / "requests.html", found=found)
    page = (tmp_path / "requests.html").read_text("utf8")
    for shown in (
        "3 requests, those", "0.25 of 1 points", "given by a person", "2 of 4 cases passed", "See the lecture &lt;b&gt;notes&lt;/b&gt;.",
        "&lt;script&gt;f()&lt;/script&gt; it is right", "# &lt;b&gt;", "Content-Security-Policy", f"{'?' * 996} … (more", "Its questions: double, triple, essay",
    ):  # fmt: skip
        assert shown in page
    assert "<script" not in page and "# <b>" not in page
    write_page(tmp_path / "requests.html", found=[])
    assert "Nobody asks for anything" in (tmp_path / "requests.html").read_text("utf8")
