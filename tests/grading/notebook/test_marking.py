"""Marking a student's notebook in a real kernel, whatever the notebook does."""

import json
import pickle
from dataclasses import asdict, replace

import nbformat
import pytest

from labkit.checks.marking import CellError, Status
from labkit.checks.questions import load_questions
from tests.checks.notebooks import CELLS, write, written_cell
from tests.grading.marking import mark
from tests.grading.tiny import UNSAFE


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """One notebook that does many things, marked in one kernel."""
    folder = tmp_path_factory.mktemp("tick")
    notebook = nbformat.read(write(folder, [*CELLS, written_cell()]), as_version=4)
    loaded = load_questions(folder, hidden=True)
    questions = {name: replace(question, masked=True) for name, question in loaded.items()}
    return mark(notebook, questions, folder, unsafe=UNSAFE)


@pytest.mark.parametrize(
    ("name", "points", "passed", "key"),
    [
        ("right", 2, 1, None),
        ("value", 1, 1, None),
        ("wrong", 0, 0, "square"),
        ("raises", 0, 0, "raised"),
        ("agrees", 0, 0, "wrong_type"),
        ("pretends", 0, 0, "other"),
        ("missing", 0, 0, "unanswered"),
        ("scribbles", 0, 0, "other"),
        ("quits", 0, 0, "raised"),
        ("hides", 0, 1, "constant"),  # one value for every case
        ("half", 1, 3, "other"),
        ("tells", 0, 1, "raised"),
        ("types", 0, 1, "wrong_type"),
    ],
)
def test_each_answer_earns_what_its_cases_do(marked, name, points, passed, key):
    (found,) = [one for one in marked.marks if one.question == name]
    assert (found.points, found.passed, found.hint and found.hint.key) == (points, passed, key)
    assert "8191" not in repr(found)  # an input of a hidden case


def test_the_run_is_told(marked):
    assert (marked.status, marked.confined) == (Status.RAN, not UNSAFE)
    assert marked.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert marked.written == ["essay"]
    assert marked.seconds > 0


def test_a_report_can_be_sent_and_stored(marked):
    assert pickle.loads(pickle.dumps(marked)) == marked
    assert json.loads(json.dumps(asdict(marked)))["status"] == "ran"
