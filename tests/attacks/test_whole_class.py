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
from labkit.grading.classroom.intake import intake
from labkit.grading.notebook.sandbox import Limits
from labkit.grading.submission.tick import load_ticks
from tests.attacks.as_others import OTHERS, write_class
from tests.attacks.attacks import ATTACKS, HONEST, TICK, fill, source, submission
from tests.attacks.handed_in import GRADED, REFUSED, place, write_archive

#: A class of many hostile files takes half a minute.
pytestmark = pytest.mark.slow

NAME = "tick-attacked"
BY_CELLS = ("end-of-python", "tell-the-hidden-inputs")
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
    assert lines.keys() == {*GRADED, *REFUSED, *BY_CELLS}


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
        "tmp": None,  # the outermost folder of an absolute path
        "linked": None,
        "bomb": None,
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.zip", "out"]
    assert sum(path.stat().st_size for path in tmp_path.rglob("*")) < 5_000_000


def grade_all(handed_in, out, ticks):
    return grade(handed_in, out, ticks, jobs=2, progress=False)


@pytest.mark.long  # test_kills has the core of it
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


# --- as somebody else, in no time, or so that nobody is graded


def cases():
    return [(name, where) for name, attack in OTHERS.items() for where in attack.where]


@pytest.fixture(scope="module")
def known(ticks):
    return load_ticks(ticks)


@pytest.mark.parametrize(("name", "where"), cases())
def test_nobody_hands_in_as_another_or_in_anothers_time(known, tmp_path, name, where):
    found = intake(write_class(tmp_path, [OTHERS[name]], where), known)
    outcome(found, OTHERS[name].ends, only_eve=True)


def outcome(found, ends, only_eve):
    (ada,) = [s for s in found if s.student == "Ada-Lovelace_1001" and not s.refusal]
    assert ada.file.startswith("Ada Lovelace_1001_assignsubmission_file_/") and ada.files == {}
    assert not any(s.dated for s in found)
    assert all(set(s.files) <= {"data.csv", "submission_metadata.yml"} for s in found)
    others = [s for s in found if s.student != "Ada-Lovelace_1001"]
    eves = [s for s in others if s.student.endswith("1002") or not s.student]
    assert eves and (others == eves or not only_eve)
    graded = [s for s in eves if not s.refusal]
    assert len(graded) == (1 if ends == "graded" else 0)
    assert ends == "graded" or all(s.reason for s in eves)


@pytest.mark.parametrize("where", ["zip", "folder"])
def test_all_of_them_together_spoil_nobodys_work(known, tmp_path, where):
    attacks = [attack for attack in OTHERS.values() if where in attack.where]
    found = intake(write_class(tmp_path, attacks, where), known)
    graded = {s.student for s in found if not s.refusal}
    assert len(graded) == 1 + sum(attack.ends == "graded" for attack in attacks)
    numbers = {s.student.rpartition("_")[2] for s in found}
    assert numbers == {"", *(str(1001 + n) for n in range(1 + len(attacks)))} - {
        str(1002 + n) for n, a in enumerate(attacks) if a is OTHERS["name-without-a-number"]
    } - ({""} if where == "folder" else set())


def test_a_class_of_them_is_graded(ticks, tmp_path, sandbox):
    attacks = [attack for attack in OTHERS.values() if "zip" in attack.where]
    place = write_class(tmp_path, attacks, "zip")
    done = grade(place, tmp_path / "out", ticks, jobs=2, progress=False)
    points = [row.points for row in done.rows if row.graded]
    assert points == [HONEST] * (1 + sum(attack.ends == "graded" for attack in attacks))
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"class.zip", "out"}
    paths = [str(path.relative_to(tmp_path)) for path in (tmp_path / "out").rglob("*")]
    assert not set("".join(paths)) & set("<>=:\"' \u202e\u200b😀")
    for path in (tmp_path / "out").rglob("*.html"):
        assert "<img src=x" not in path.read_text(encoding="utf8")
