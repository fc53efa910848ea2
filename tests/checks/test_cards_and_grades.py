"""What a card promises is what the grader gives, or the card says what is open."""

import os
import re

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.code import TEXT_STUB
from labkit.checks.notebook import mark_notebook
from labkit.instructor.grading.judging.grade_one import grade_one
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.submissions.notebook_file import read
from tests.checks.tricks import course
from tests.instructor.grading.tiny import UNSAFE, graded, job_of

CHECKS = """
from labkit.checks import Case, Hint, Question, equals
def question(name, factor):
    return Question(name, name, 2, {"other": "No."}, (Case((3,), equals(factor * 3)),))
def form(value):
    return None if isinstance(value, set) else Hint("other")
QUESTIONS = [question("double", 2), question("triple", 3)]
QUESTIONS.append(Question("form", "letters", 1, {"other": "A set."}, (Case(None, form),), provisional=True))
"""
HIDDEN = """
from labkit.checks import Case, equals
CASES = {
    "double": [Case((5,), equals(10), "five")],
    "triple": [Case((5,), equals(15), "five")],
    "form": [Case(None, equals({"a"}), "the letters")],
}
"""
STUCK = """
from labkit.checks import version
@version("double")
def double(n):
    return n + n
"""
SOLVED = {
    "double": "def double(n):\n    ### BEGIN SOLUTION\n    return 2 * n\n    ### END SOLUTION",
    "triple": "def triple(n):\n    ### BEGIN SOLUTION\n    return 3 * n\n    ### END SOLUTION",
    "letters": "letters = ...\n### BEGIN SOLUTION\nletters = {'a'}\n### END SOLUTION",
}
DOUBLE, WRONG = "def double(n):\n    return 2 * n", "def double(n):\n    return n"
STOPS = "def double(n):\n    return (2 * n"
GOOD = {
    "double": DOUBLE,
    "triple": "triple = lambda n: 3 * n",
    "letters": "letters = {'a'}",
    "essay": "So.",
}


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab") / "ticks" / "tick9-cards"
    for name, text in (("checks", CHECKS), ("hidden", HIDDEN), ("stuck", STUCK)):
        (course(folder) / f"{name}.py").write_text(text)
    cells = [new_code_cell("import labkit\nfrom labkit import check", id="first")]
    for name, solution in SOLVED.items():
        asked, points = ("form", 1) if name == "letters" else (name, 2)
        cells.append(new_code_cell(solution, id=name, metadata=graded(name, solution=True)))
        marks = graded(f"{asked}-check", grade=True, locked=True, points=points)
        cells.append(new_code_cell(f'check("{asked}", {name})', metadata=marks))
    essay = graded("essay", grade=True, solution=True, points=2)
    cells.append(new_markdown_cell("Sense.", id="essay", metadata=essay))
    nbformat.write(new_notebook(cells=cells), folder / "tick9-cards.ipynb")
    return folder, load_tick(folder)


def handed_in(tick, changes):
    """Return a student's notebook with some answers, and cells of their own at its end."""
    made = tick.notebook()
    for cell in made.cells:
        cell.source = changes.get(cell.id, cell.source)
    made.cells += [new_code_cell(source) for source in changes.get("below", ())]
    return made


def cards_of(folder, saved, ran, tmp_path):
    """Return the last card of each question, when a kernel ran some cells of a notebook that is saved so."""
    path = folder / "mine.ipynb"
    nbformat.write(saved, path)
    env = os.environ | {"JPY_SESSION_NAME": str(path), "LABKIT_PROGRESS": str(tmp_path)}
    manager, client = start_new_kernel(env=env, cwd=str(folder))
    cards = {}

    def see(message):
        content = message["content"]
        text = content.get("data", {}).get("text/plain", "")
        cards["printed"] = cards.get("printed", "") + content.get("text", "")
        if "so far" in text:
            cards[re.match(r"\S (\w+)", text)[1]] = text

    try:
        for source in ran:
            client.execute_interactive(source, output_hook=see, timeout=60)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return cards


def points(card):
    return float(re.search(r"(\S+) of \S+ points? ·", card)[1])


#: What differs from a notebook that is right, saved and run from the top: answers; cells below; code that
#: is run behind the first answer, or before it; and answers that are run, but not saved.
BELOW = {"double": "", "below": [DOUBLE], "ran": [DOUBLE]}
STATES = {
    "all right": {},
    "hidden cases see more": {"letters": "letters = ...\nletters = {'b'}"},
    "the dots are left in": {"double": "double = ...\ndouble = lambda n: n + n"},
    "a line with stuck below": {"below": ['double = labkit.stuck("double")']},
    "a line with stuck that is a comment": {"below": ['# double = labkit.stuck("double")']},
    "another answer below": {"below": [WRONG]},
    "another answer below, which ran last": BELOW | {"double": WRONG},
    "an answer in a cell below": BELOW,
    "an answer in a cell below its stub": BELOW | {"double": "def double(n):\n    ..."},
    "another answer is checked": {"double": WRONG, "ran": ['check("double", lambda n: 2 * n)']},
    "not saved": {"double": WRONG, "unsaved": {"double": DOUBLE}},
    "its cell is gone": {"double": "", "unsaved": {"double": DOUBLE}},
    "its cell stops": {"double": STOPS, "earlier": DOUBLE},
    "its cell stops behind it": {"double": f"{DOUBLE}\n1 / 0", "earlier": WRONG},
    "nothing written": {"essay": TEXT_STUB},
    "right but for an earlier mistake": {
        "double": WRONG,
        "triple": "triple = lambda n: print('once') or double(n) + n",
        "carried": ["triple"],
        "below": ["if double(1) == 1:\n    open('own', 'w').close()"],
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_what_a_card_says_is_what_the_grader_says(tick, tmp_path, state):
    folder, released = tick
    saved, unsaved = handed_in(released, GOOD | state), state.get("unsaved", {})
    cells = handed_in(released, GOOD | state | unsaved).cells
    ran = [cell.source for cell in cells if cell.cell_type == "code"]
    ran[2:2] = state.get("ran", ())
    ran.insert(1, state.get("earlier", ""))
    cards = cards_of(folder, saved, ran, tmp_path)
    record = grade_one(job_of(released, read(nbformat.writes(saved).encode()), unsafe=UNSAFE))
    marks = {mark.question: mark.points for mark in record.marks}
    end = cards["form"]
    if "earlier" in state:
        assert "this may be an older value" in cards["double"]
    elif unsaved:
        assert "not in the saved notebook as it ran: double\n" in end and marks["double"] == 0
    else:
        shown = {name: points(cards[name]) for name in ("double", "triple")}
        assert f"the end of this tick: {sum(shown.values()):g} of 5 points" in end
        for name in state.get("carried", ()):
            assert "With the course's double in place of yours it is right" in cards[name]
            assert cards["printed"].count("once") == 1
            assert "still open: this question" in cards[name] and (folder / "own").exists()
            shown[name] = 2.0
        assert shown == {name: marks[name] for name in shown}
    report = mark_notebook(folder / "mine.ipynb")
    told = {mark.question: (mark.points, mark.hint and mark.hint.key) for mark in report.marks}
    assert told.pop("form") == (0, "noted")
    assert {name: earned for name, (earned, _) in told.items()} == {
        name: marks[name] for name in told
    }
    assert report.written == record.written
    assert end[0] == "•" and "1 more if form is right" in end
    assert ("essay, which is not written yet" in end) != record.written["essay"]
