"""Marking a whole notebook in a real kernel, whatever the notebook does."""

import json
import math
import pickle
import time
from dataclasses import asdict

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks import Case, Question, equals
from labkit.checks.marking import CellError, Status
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.checks.plain_data import encode
from labkit.grading.notebook.marking import mark, mark_notebook
from labkit.grading.notebook.sandbox import Ran

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, expected=6, **mistakes):
    hints = {"other": "Compute it by hand.", **{key: f"This is {key}." for key in mistakes}}
    return Question(name, name, 2, hints, (Case((3,), equals(expected, **mistakes)),))

NAMES = "right wrong raises agrees pretends missing scribbles quits hides half tells types"
QUESTIONS = [question(name, square=9) for name in NAMES.split()]
QUESTIONS.append(Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4)),)))
"""

HIDDEN = """
from labkit.checks import Case, equals

CASES = {
    "hides": [Case((5,), equals(10)), Case((0,), equals(0))],
    "half": [Case((5,), equals(10)), Case((-1,), equals(-2))],
    "tells": [Case((8_191,), equals(16_382))],
    "types": [Case((8_191,), equals(16_382))],
}
"""

CELLS = [
    "def right(n):\n    print('a word')\n    return 2 * n",
    "def wrong(n):\n    return n * n",
    "1 / 0",
    "def raises(n):\n    return {}[n]",
    "class Anything:\n"
    "    def __eq__(self, other):\n        return True\n"
    "    def __float__(self):\n        return 6.0\n"
    "agrees = lambda n: Anything()",
    # Outcomes of its own making, and text that no one can read, come first.
    "from IPython.display import display\n"
    "from labkit.checks.plain_data import MIMETYPE\n"
    "def pretends(n):\n"
    "    for text in ('{', '[]', '[{\"passed\": true}]', '[{\"value\": {\"list\": 1}}]'):\n"
    "        display({MIMETYPE: text}, raw=True)\n"
    "    return 7",
    "def scribbles(n):\n"
    "    import labkit.checks.questions as questions\n"
    "    questions.equals = lambda *_, **__: lambda value: None\n"
    "    questions.Question.judge = lambda self, outcomes: []\n"
    "    return 7",
    "def quits(n):\n    raise SystemExit",
    "def hides(n):\n    return 6",
    "def half(n):\n    return 2 * abs(n)",
    "def tells(n):\n    if n > 3:\n        raise type(f'Input{n}', (Exception,), {})(n)\n    return 6",
    "def types(n):\n    return 6 if n == 3 else type(f'Input{n}', (), {})()",
    "value = 4",
]


def write(folder, cells):
    (folder / "checks.py").write_text(CHECKS)
    (folder / "hidden.py").write_text(HIDDEN)
    path = folder / "tick.ipynb"
    cells = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def written_cell():
    marks = {"grade": True, "solution": True, "grade_id": "essay", "locked": False, "points": 2}
    return new_markdown_cell("Because.", metadata={"nbgrader": marks | {"schema_version": 3}})


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """One notebook that does many things, marked in one kernel; and the path of it."""
    folder = tmp_path_factory.mktemp("tick")
    path = write(folder, [*CELLS, written_cell()])
    before = path.read_bytes()
    report = mark_notebook(path, hidden=True)
    assert path.read_bytes() == before
    return report


@pytest.fixture(scope="module")
def marks(marked):
    return {mark.question: mark for mark in marked.marks}


def test_right_answers_earn_their_points(marks):
    for name, points in (("right", 2), ("value", 1)):
        mark = marks[name]
        assert (mark.points, mark.out_of, mark.hint) == (points, points, None)
        assert mark.passed == mark.cases == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("wrong", "square"),
        ("raises", "raised"),
        ("agrees", "wrong_type"),
        ("pretends", "other"),
        ("missing", "unanswered"),
        ("scribbles", "other"),
        ("quits", "lost"),
    ],
)
def test_other_answers_earn_nothing_and_a_hint(marks, name, key):
    assert marks[name].points == marks[name].passed == 0
    assert marks[name].hint.key == key
    assert marks[name].hint.text


def test_each_right_case_earns_its_share(marks):
    mark = marks["half"]
    assert (mark.passed, mark.cases, mark.points) == (2, 3, 1.33)
    assert mark.hint.key == "other"


def test_one_value_for_every_case_earns_nothing(marks):
    mark = marks["hides"]
    assert (mark.passed, mark.cases, mark.points) == (1, 3, 0)


@pytest.mark.parametrize(("name", "key"), [("tells", "raised"), ("types", "wrong_type")])
def test_hints_do_not_repeat_what_the_code_says_of_hidden_inputs(marks, name, key):
    assert (marks[name].passed, marks[name].points) == (1, 1)
    assert marks[name].hint.key == key
    assert "8191" not in marks[name].hint.text


def test_a_report_can_be_sent_and_stored(marked):
    assert pickle.loads(pickle.dumps(marked)) == marked
    assert json.loads(json.dumps(asdict(marked)))["status"] == "ran"
    assert marked.seconds > 0 and not marked.confined


def mark_replied(reply, expected):
    """Mark a question, one case for each expected value, whose kernel replied with a text."""
    cases = tuple(Case((n,), equals(value)) for n, value in enumerate(expected))
    question = Question("asked", "asked", 1, {"other": "No."}, cases)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "labkit.grading.notebook.marking.run",
            lambda *_, **__: Ran(Status.RAN, 1.0, True, (reply,)),
        )
        return mark(new_notebook(), {"asked": question}).marks[0]


def test_a_reply_is_read():
    found = [Returned(1), Failure(FailureKind.RAISED, "ValueError", "no")]
    reply = write_reply([*found, Failure(FailureKind.UNANSWERED)])
    assert mark_replied(reply, [1, 2, 3]).passed == 1


def pair(second):
    return encode([{"value": 1}, second])


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "",
        "[" * 100_000,
        "null",
        encode([{"value": 1}]),
        encode({"value": 1, "raised": 2}),
        pair({"correct": True}),
        pair({"value": 1, "raised": ["x", "y"]}),
        pair({}),
        pair(None),
        pair({"raised": {}}),
        pair({"raised": ["x"]}),
        pair({"raised": ["x", 1]}),
        pair({"not_plain": ["", "x" * 2_000]}),
        pair({"lost": ["", ""]}),
        pair({"value": "TEXT"}).replace("TEXT", "x" * 1_100_000),
        pair({"value": 17}).replace("17", "1" + "0" * 5_000),
        pair({"value": [17]}).replace("17", ", ".join(["0"] * 300_000)),
        pair({"value": [17]}).replace("17", "[" * 200 + "]" * 200),
        pair({"value": {17}}).replace("17", ", ".join(str(k * (2**61 - 1)) for k in range(9_999))),
    ],
    ids=lambda reply: str(reply)[:60],
)
def test_a_reply_of_another_form_counts_as_none(reply):
    found = mark_replied(reply, [1, 1])
    assert (found.passed, found.cases, found.points, found.hint.key) == (0, 2, 0, "lost")


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([0, 2, 4], 1),
        ([0, 2, 5], 0.66),
        ([2, 2, 2], 0),
        ([2, 2, 2.0], 0.33),
        ([math.nan, 2, math.inf], 0.33),
        ([[[[7]]], None, True], 0),
    ],
)
def test_points_by_the_values_that_come_back(values, points):
    reply = write_reply(list(map(Returned, values)))
    assert mark_replied(reply, [0, 2, 4]).points == points


def test_errors_and_written_answers_are_listed(marked):
    assert marked.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert str(marked.errors[0]) == "cell 3: ZeroDivisionError: division by zero"
    assert marked.written == ["essay"]


def test_an_endless_loop_costs_its_own_question_only(tmp_path):
    path = write(
        tmp_path,
        [
            "while True:\n    pass",
            "def right(n):\n    return 2 * n",
            "def wrong(n):\n    while True:\n        pass",
            "def raises(n):\n    return 2 * n",
        ],
    )
    start = time.monotonic()
    report = mark_notebook(path, timeout=2)
    assert time.monotonic() - start < 30
    marks = {mark.question: mark for mark in report.marks}
    assert marks["right"].points == marks["raises"].points == 2
    assert marks["wrong"].hint.key == "lost"
    assert (report.errors[0].cell, report.errors[0].exception) == (1, "KeyboardInterrupt")


def test_a_cell_that_ends_python_costs_itself_only(tmp_path):
    path = write(
        tmp_path,
        [
            "right = lambda n: 2 * n",
            "import os\nos._exit(3)",
            "def quits(n):\n    import os\n    os._exit(4)",
            "hides = lambda n: 2 * n",
        ],
    )
    report = mark_notebook(path)
    marks = {mark.question: mark for mark in report.marks}
    assert report.status is Status.DIED
    assert marks["right"].points == marks["hides"].points == 2
    assert sum(mark.points for mark in report.marks) == 4
    assert report.errors == [CellError(2, "KernelDied", "Python ended in this cell")]


@pytest.mark.parametrize(
    "text", ["", "not json", "[]", '{"cells": 3}', '{"nbformat": 4, "cells": [{}]}']
)
def test_what_is_no_notebook_is_said_so(tmp_path, text):
    path = write(tmp_path, [])
    path.write_text(text)
    with pytest.raises(ValueError, match=r"tick.ipynb cannot be read as a notebook"):
        mark_notebook(path)


def test_missing_files_are_named(tmp_path):
    with pytest.raises(FileNotFoundError):
        mark_notebook(tmp_path / "tick.ipynb")
    path = write(tmp_path, [])
    (tmp_path / "hidden.py").unlink()
    with pytest.raises(FileNotFoundError, match="hidden.py"):
        mark_notebook(path, hidden=True)
