"""Regrade requests: which lines are some, and what is shown of them."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell

from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Manual, rows
from labkit.grading.review.pages import requests_page
from labkit.grading.review.requests import LONGEST_REASON, MOST_REQUESTS, request_in, requests
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import prepared
from tests.grading.tiny import NAME, answered, make_tick, record


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Regrade request: double: it is right", ("double", "it is right")),
        ("  REGRADE REQUEST :Double:it is: right", ("double", "it is: right")),
        ("**Regrade request:** `double`: why?", ("double", "why?")),
        ("- _Regrade request_: sign-test-check: why?", ("sign-test", "why?")),
        ("> ## Regrade request: my_question", ("my_question", "")),
        ("Regrade request：double：全角", ("double", "全角")),
        ("Re-grade request: double: hm", ("double", "hm")),
        ("This is no regrade request: double: it is right", None),
        # not as it was asked for, and not to be lost
        ("Regrade request double: it is right", ("", "double: it is right")),
        ("**Regrade request: two words: it is right", ("", "two words: it is right")),
        ("Regrade requests: double: it is right", ("", "double: it is right")),
        ("Regrade request – double: right", ("", "double: right")),
        ("Regrade request: " + "x" * 65 + ": right", ("", "x" * 65 + ": right")),
        # with what a phone, a word processor or a writer from right to left puts around it
        ("\u200f\u202bRegrade request: double: \u05db\u05df", ("double", "\u05db\u05df")),
        ("\ufeff\u200bRegrade request: double: right", ("double", "right")),
        (
            "Regrade request: double: \u0645\u06cc\u200c\u0645",
            ("double", "\u0645\u06cc\u200c\u0645"),
        ),
        ("2. Regrade request: double: right", ("double", "right")),
        ("\u2022 Regrade request: double: right", ("double", "right")),
        ("- [ ] Regrade request: double: right", ("double", "right")),
        ("<b>Regrade request:</b> double: 1 <b 2", ("double", "1 <b 2")),
        ('Regrade request: "double": right', ("double", "right")),
        ("Regrade request: \u201esign\u2011test\u201c: right", ("sign-test", "right")),
        ("Re grade-request: [double]: right", ("double", "right")),
        ("Regrading request: double: right", ("double", "right")),
        ("| Regrade request | double | right |", ("", "double | right |")),
        ("~~Regrade request: double: right~~", None),
        ("# Regrade request", None),
        ("Regrade request: ...", None),
        ("", None),
    ],
)
def test_a_line_is_read(line, found):
    assert request_in(line) == found


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_every_reason_is_kept_within_bounds(text):
    found = request_in(f"Regrade request: double: {text}")
    assert found is None or (found[0] in ("double", "") and len(found[1]) <= LONGEST_REASON + 1)
    assert request_in(text) is None or "request" in text.lower()


def test_a_long_reason_is_cut():
    assert request_in("Regrade request: double: " + "x" * 10_000)[1] == "x" * LONGEST_REASON + "…"


def graded(tmp_path, *cells, student="ann", manual=None, **answers):
    tick = make_tick(tmp_path / "ticks")
    notebook = answered(tick, **answers)
    notebook.cells += cells
    harmless = prepared(restored(notebook, tick.notebook())[0])
    made = record(student, notebook=json.loads(json.dumps(harmless)))
    by_hand = {(student, NAME): manual} if manual else {}
    return rows([made], {NAME: tick}, Policy(), by_hand)


def test_requests_are_found_where_students_write(tmp_path):
    ask = "Regrade request: {}: {}"
    found = requests(
        graded(
            tmp_path,
            new_markdown_cell(
                f"Well.\n\n{ask.format('double', 'first')}\n{ask.format('no', 'it')}"
            ),
            new_markdown_cell(ask.format("DOUBLE", "first")),
            new_code_cell("# " + ask.format("triple", "in code")),
            essay="Because.\n" + ask.format("essay", "read it again"),
        )
    ).found
    assert [(r.question, r.reason, r.known) for r in found] == [
        ("double", "first", True),
        ("essay", "read it again", True),
        ("no", "it", False),
    ]
    assert found[0].points == 2 and "return 2 * n" in found[0].answer.source
    assert found[1].points is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Regrade request: double:\nbecause\nit is", [("double", "because")]),
        ("**Regrade request: double**\n\n- *because*", [("double", "- because")]),
        ("## Regrade request\n\ndouble: because", [("double", "because")]),
        ("Regrade requests:\nthe second one is right", [("", "the second one is right")]),
        ("Regrade request: a\nRegrade request: b: c", [("a", ""), ("b", "c")]),
        ("Regrade request\nRegrade request:\nb", [("b", "")]),
        ("Regrade request: a: b\nc", [("a", "b")]),
        ("Regrade request: a", [("a", "")]),
        ("Regrade request\n\n", []),
        ("My regrade request\ndouble: because", []),
    ],
)
def test_where_a_line_says_no_reason_the_next_one_does(tmp_path, text, found):
    asked = requests(graded(tmp_path, new_markdown_cell(text))).found
    assert [(r.question, r.reason) for r in asked] == sorted(found)


@pytest.mark.parametrize(
    "line", ["1." * 999, "<b>" * 660, "(" * 1999, "Regrade request:" + ")" * 1980]
)
def test_no_line_takes_long_to_read(line):
    begun = time.process_time()
    request_in(line)
    assert time.process_time() - begun < 0.5


def test_no_more_than_so_many_are_shown(tmp_path):
    lines = "\n".join(f"Regrade request: double: {i}" for i in range(MOST_REQUESTS + 5))
    found = requests(graded(tmp_path, new_markdown_cell(lines)))
    assert len(found.found) == MOST_REQUESTS and found.more == {("ann", NAME): 5}
    assert "5 more requests" in requests_page(found)


def test_the_page_shows_all_there_is_to_decide_by(tmp_path):
    manual = Manual({"triple": 0.25}, {"triple": "See the lecture <b>notes</b>."})
    ask = new_markdown_cell("Regrade request: triple: <script>window.hit = 1</script> it is right")
    page = requests_page(requests(graded(tmp_path, ask, manual=manual, triple="return n * n")))
    for shown in (
        "0.25 of 1 points",
        "2 of 4 cases passed",
        "This is the square.",
        "See the lecture &lt;b&gt;notes&lt;/b&gt;.",
        "&lt;script&gt;window.hit = 1&lt;/script&gt; it is right",
        "return n * n",
        "Content-Security-Policy",
    ):
        assert shown in page
    assert "<script" not in page


def test_no_request_is_said(tmp_path):
    assert "Nobody asks for anything" in requests_page(requests(graded(tmp_path)))


def test_a_request_that_names_no_question_is_shown(tmp_path):
    ask = new_markdown_cell("Regrade request - my essay was good")
    found = requests(graded(tmp_path, ask))
    assert [(r.question, r.known) for r in found.found] == [("", False)]
    assert "no question: ann" in (page := requests_page(found)) and "my essay was good" in page
