"""A class in which nearly everyone attacks: graded as one batch, each ends as a row."""

import csv
import json
import shutil
import time
from multiprocessing import get_context

import nbformat
import pytest
from nbgrader.api import Gradebook

from labkit.grading.classroom.batch import grade
from labkit.grading.notebook.sandbox import Limits
from tests.attacks.attacks import ATTACKS, HONEST, TICK, fill, source, submission
from tests.attacks.handed_in import GRADED, REFUSED, place, write_archive

NAME = "tick-attacked"
BY_CELLS = ("end-of-python", "tell-the-hidden-inputs", "print-past-the-printer")
HIDDEN = ("31, 7", "400.0", "SECRET")


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(TICK, folder / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    nbformat.write(source(), folder / NAME / f"{NAME}.ipynb")
    return folder


@pytest.fixture(scope="module")
def graded(ticks, tmp_path_factory, sandbox):
    """The folder of the class after its grading."""
    handed_in, out = (tmp_path_factory.mktemp(name) for name in ("handed-in", "out"))
    for write in (GRADED | REFUSED).values():
        write(handed_in)
    for name in BY_CELLS:
        cells = fill(ATTACKS[name], ticks, 1).cells
        place(handed_in, name).write_text(json.dumps(submission(cells)))
    done = grade(handed_in, out, ticks, jobs=2, limits=Limits(output=100_000), progress=False)
    assert done.graded == len(GRADED) + len(BY_CELLS)
    return out


@pytest.fixture(scope="module")
def lines(graded):
    with open(graded / "grades.csv", encoding="utf8", newline="") as file:
        return {line["student"]: line for line in csv.DictReader(file)}


@pytest.mark.parametrize("name", [*GRADED, *BY_CELLS])
def test_each_is_graded_with_the_points_it_earned(lines, name):
    line = lines[name]
    assert line["status"] == (ATTACKS[name].status if name in ATTACKS else "ran")
    assert float(line["points"]) == HONEST
    assert line["out_of"] == "8"  # the tick's own, whatever the notebook says
    assert line["waiting"] == ("" if name == "deleted-cells" else "essay")


@pytest.mark.parametrize("name", REFUSED)
def test_each_that_cannot_be_is_a_row_that_says_why(lines, name):
    assert lines[name]["status"].startswith("refused: ")
    assert lines[name]["points"] == ""


def test_there_are_no_other_rows(lines):
    assert lines.keys() == {*GRADED, *REFUSED, *BY_CELLS, "elsewhere"}  # where a link leads to
    assert lines["elsewhere"]["status"] == "refused: not a notebook (.ipynb)"


def test_nothing_hidden_is_told(graded):
    pages = list((graded / "feedback").rglob("*.html"))
    assert len(pages) == len(GRADED) + len(BY_CELLS)
    for path in [*pages, graded / "summary.html", graded / "grades.csv", graded / "grades.json"]:
        text = path.read_text(encoding="utf8")
        assert not [words for words in HIDDEN if words in text], path


def test_the_gradebook_has_the_same_marks(graded, lines):
    with Gradebook(f"sqlite:///{graded / 'gradebook.db'}") as gradebook:
        dicts = gradebook.notebook_submission_dicts(NAME, NAME)
        assert {d["student"]: d["score"] for d in dicts} == {
            name: HONEST for name in [*GRADED, *BY_CELLS]
        }
        assert {d["max_score"] for d in dicts} == {8}


def test_an_archive_with_traps(ticks, tmp_path, sandbox):
    write_archive(tmp_path / "class.zip")
    done = grade(tmp_path / "class.zip", tmp_path / "out", ticks, progress=False)
    points = {row.record.student: row.points for row in done.rows}
    assert points == {
        "ada": HONEST,
        "traversal": None,
        "absolute": None,
        "linked": None,
        "bomb": None,
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.zip", "out"]
    assert sum(path.stat().st_size for path in tmp_path.rglob("*")) < 5_000_000


def grade_all(handed_in, out, ticks):
    return grade(handed_in, out, ticks, jobs=2, progress=False)


def test_a_grader_killed_while_notebooks_run_is_completed_by_the_next(ticks, tmp_path, sandbox):
    handed_in, out = tmp_path / "handed-in", tmp_path / "out"
    handed_in.mkdir()
    for write in list(GRADED.values())[:7]:
        write(handed_in)
    for least in (1, 3):  # records when it is killed
        grader = get_context("spawn").Process(target=grade_all, args=(handed_in, out, ticks))
        grader.start()
        while not (out / ".lock").exists() or len(list(out.glob("records/*/*.json"))) < least:
            assert grader.is_alive()
            time.sleep(0.01)
        grader.kill()
        grader.join()
        assert not (out / "grades.csv").exists()
    kept = len(list(out.glob("records/*/*.json")))
    done = grade_all(handed_in, out, ticks)
    assert 3 <= kept < 7 and done.graded == 7 - kept
    assert {row.points for row in done.rows} == {HONEST} and len(done.rows) == 7
