"""A class from submissions to marks: what is graded when, and that nothing is ever lost.

The run of a notebook is played here: ``tests/attacks`` has whole classes that
are really run.
"""

import json
import os
import random
import re
import shutil
import sqlite3
import time
from multiprocessing import get_context

import nbformat
import pytest
from nbgrader.api import Gradebook

from labkit.checks.marking import Status
from labkit.grading.base.atomic import alone
from labkit.grading.classroom import batch
from labkit.grading.classroom.batch import grade
from labkit.grading.notebook.confinement import SandboxUnavailable
from labkit.grading.submission import grade as worker
from tests.grading.played import one_by_one, played
from tests.grading.tiny import NAME, answered, cell_of, make_tick, write

STUDENTS = {"ann": {}, "bob": {"triple": "return n * n"}, "cat": {"double": None, "essay": None}}


@pytest.fixture
def tick(tmp_path):
    return make_tick(tmp_path / "ticks")


@pytest.fixture
def folder(tmp_path, tick, monkeypatch):
    """A folder with a class of three, and a way to grade it without kernels."""
    monkeypatch.setattr(worker, "run", played)
    monkeypatch.setattr(batch, "in_processes", one_by_one)
    monkeypatch.setattr(batch, "available", lambda: None)
    # For a new gradebook nbgrader asks a program that takes seconds.
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    for student, answers in STUDENTS.items():
        hand_in(tmp_path, tick, student, **answers)
    return tmp_path


def hand_in(folder, tick, student, **answers):
    path = write(folder / "class" / f"{student}_{NAME}.ipynb", answered(tick, **answers))
    os.utime(path, (10**9, 10**9))
    return path


def graded(folder, **options):
    return grade(folder / "class", folder / "out", folder / "ticks", progress=False, **options)


def marks(folder):
    return {
        row["student"]: (row["points"], row["waiting"], row["status"])
        for row in json.loads((folder / "out" / "grades.json").read_text())
    }


def test_a_class_is_graded(folder):
    assert graded(folder).graded == 3
    assert marks(folder) == {
        "ann": (3, ["essay"], "ran"),
        "bob": (2, ["essay"], "ran"),
        "cat": (1, [], "ran"),
    }
    for place, suffix in (("submitted", "ipynb"), ("autograded", "ipynb"), ("feedback", "html")):
        found = sorted(
            p.relative_to(folder / "out" / place)
            for p in (folder / "out" / place).rglob(f"*.{suffix}")
        )
        assert [str(path) for path in found] == [
            f"{s}/{NAME}/{NAME}.{suffix}" for s in sorted(STUDENTS)
        ]
    assert (folder / "out" / "moodle.csv").read_text() == f"username,{NAME}\ncat,1\n"
    assert '">run<' in (folder / "out" / "runs" / "ann" / f"{NAME}.html").read_text()
    page = (folder / "out" / "feedback" / "ann" / NAME / f"{NAME}.html").read_text()
    assert "the student's own text" in page and '">run<' not in page
    private = [p for p in (folder / "out").rglob("*") if p.name == "hidden.py"]
    assert private == []


@pytest.mark.slow
def test_only_what_changed_is_graded_again(folder, tick, monkeypatch):
    graded(folder)
    assert graded(folder).graded == 0
    hand_in(folder, tick, "bob")
    assert graded(folder).graded == 1 and marks(folder)["bob"][0] == 3
    hand_in(folder, tick, "dan")
    assert graded(folder).graded == 1 and len(marks(folder)) == 4
    assert graded(folder, force=True).graded == 4
    hidden = folder / "ticks" / NAME / "hidden.py"
    hidden.write_text(hidden.read_text() + "# changed\n")
    assert graded(folder).graded == 4
    monkeypatch.setattr(worker, "code_digest", lambda: "another labkit")
    assert graded(folder).graded == 4


def test_what_could_not_be_graded_is_tried_again(folder, monkeypatch):

    def fails(notebook, *arguments, **options):
        if "n * n" in cell_of(notebook, "triple").source:
            raise RuntimeError("no luck")
        return played(notebook, *arguments, **options)

    monkeypatch.setattr(worker, "run", fails)
    assert graded(folder).graded == 3
    assert marks(folder)["bob"] == (None, [], "could not be graded: RuntimeError: no luck")
    assert marks(folder)["ann"][0] == 3
    monkeypatch.setattr(worker, "run", played)
    assert graded(folder).graded == 1 and marks(folder)["bob"][0] == 2


def test_files_that_are_no_submissions_are_rows_until_they_are_mended(folder, tick):
    write(folder / "class" / f"dan_{NAME}.ipynb", "{")
    assert dict(graded(folder).statuses) == {"ran": 3, "refused": 1}
    assert marks(folder)["dan"][0] is None
    hand_in(folder, tick, "dan")
    assert dict(graded(folder).statuses) == {"ran": 4}


def test_a_class_that_is_downloaded_again_takes_the_place_of_what_was_refused(folder, tick):
    """Its zip file has another name then; what only the first one has stays."""
    for name in ("dan", "eve", "fay"):
        write(folder / "class" / f"{name}_{NAME}.ipynb", "{")
    write(folder / "class" / "gil_notes.txt", "x")
    graded(folder)
    (folder / "class" / f"fay_{NAME}.ipynb").unlink()
    hand_in(folder, tick, "dan")
    (folder / "class").rename(folder / "class (1)")
    again = grade(folder / "class (1)", folder / "out", folder / "ticks", progress=False)
    assert sorted(
        (r.record.student, str(r.record.status))
        for r in again.rows
        if r.record.student not in STUDENTS
    ) == [("dan", "ran"), ("eve", "refused"), ("fay", "refused"), ("gil", "refused")]


def test_marks_by_hand_survive_everything(folder, tick):
    graded(folder)
    with Gradebook(f"sqlite:///{folder / 'out' / 'gradebook.db'}") as gradebook:
        grade_ = gradebook.find_grade("essay", NAME, NAME, "ann")
        grade_.manual_score, grade_.needs_manual_grade = 1.5, False
        gradebook.find_comment("essay", NAME, NAME, "ann").manual_comment = "Well put."
        gradebook.db.commit()
    for options in ({}, {"force": True}):
        graded(folder, **options)
        assert marks(folder)["ann"] == (4.5, [], "ran")
        page = (folder / "out" / "feedback" / "ann" / NAME / f"{NAME}.html").read_text()
        assert "Well put." in page and "4.5" in page
    hand_in(folder, tick, "ann", essay="I changed my mind.")
    graded(folder)
    assert marks(folder)["ann"] == (4.5, ["essay"], "ran")  # to be read again


def late_by_a_second(folder):
    path = folder / "late.toml"
    path.write_text(f"penalty_per_day = 0.1\n[deadlines]\n{NAME} = 2001-09-09T01:46:39")
    return path


def test_lateness_is_remembered_until_another_policy_is_given(folder):
    policy = late_by_a_second(folder)
    assert graded(folder, late=policy, file_times=True).graded == 3
    assert marks(folder)["ann"][0] == 2.5
    policy.unlink()
    assert graded(folder).graded == 0 and marks(folder)["ann"][0] == 2.5
    names = "[extensions.anne]\n{}\n[extensions.ANN]\n{}"
    policy.write_text(names.format(*2 * [f"{NAME} = 2026-11-20T17:00:00"]))
    done = graded(folder, late=policy, change_penalties=True)
    assert done.absent == ["anne"] and marks(folder)["ann"][0] == 3


def test_what_only_the_file_system_says_makes_nobody_late(folder):
    done = graded(folder, late=late_by_a_second(folder))
    assert done.undated == 3 and marks(folder)["ann"][0] == 3
    # It is asked for, and is no change of a penalty that anybody was told of.
    assert graded(folder, file_times=True).undated == 0 and marks(folder)["ann"][0] == 2.5


def test_a_run_that_would_change_penalties_has_to_be_told_to(folder, tick):
    policy = late_by_a_second(folder)
    graded(folder)
    with pytest.raises(
        ValueError, match=r"another one: ann \(tick0-tiny\): 0% -> 10%; bob"
    ) as told:
        graded(folder, late=policy, file_times=True)
    assert "--change-penalties" in str(told.value) and "3 would be" in str(told.value)
    assert graded(folder).graded == 0 and marks(folder)["ann"][0] == 3  # nothing was remembered
    graded(folder, late=policy, file_times=True, change_penalties=True)
    assert marks(folder)["ann"][0] == 2.5
    # Files that are copied anew have other times.
    path = folder / "class" / f"ann_{NAME}.ipynb"
    os.utime(path, (10**9 + 200_000, 10**9 + 200_000))
    with pytest.raises(ValueError, match="1 would be .*ann .*: 10% -> 30%"):
        graded(folder)
    # Work that is handed in anew is new work.
    os.utime(hand_in(folder, tick, "ann", double="return n + n"), (10**9 + 200_000,) * 2)
    assert graded(folder).graded == 1


@pytest.mark.slow
def test_times_from_a_list_are_kept_when_the_list_is_not_given_again(folder):
    graded(folder, late=late_by_a_second(folder))
    listed = write(
        folder / "times.csv", "student,submitted\nann,2001-09-09 01:46:38Z\nbob,2001-09-11 00:00Z"
    )
    graded(folder, times=listed)
    assert [marks(folder)[s][0] for s in ("ann", "bob", "cat")] == [3, 1, 1]
    listed.unlink()
    done = graded(folder, force=True)
    assert [marks(folder)[s][0] for s in ("ann", "bob", "cat")] == [3, 1, 1] and done.undated == 1
    (folder / "out" / "settings.json").unlink()
    graded(folder, late=late_by_a_second(folder), change_penalties=True)
    assert [marks(folder)[s][0] for s in ("ann", "bob", "cat")] == [3, 1, 1]


def test_everyone_of_the_roster_gets_a_row_and_nobody_else(folder, tick):
    roster = write(folder / "users.csv", "student,name\nann,Ann Lee\nbob,Bob\neve,Eve <b>")
    done = graded(folder, roster=roster)
    rows = {row.record.student: row.record for row in done.rows}
    assert {s: r.status.value for s, r in rows.items()} == {
        "ann": "ran", "bob": "ran", "cat": "refused", "eve": "nothing handed in",
    }  # fmt: skip
    assert (rows["eve"].display, rows["eve"].tick, rows["eve"].file) == ("Eve <b>", NAME, "")
    assert rows["cat"].reason == "cat is not in the roster"
    roster.unlink()
    hand_in(folder, tick, "eve")
    rows = {row.record.student: row.record for row in graded(folder).rows}
    assert rows["eve"].status is Status.RAN and len(rows) == 4


def test_a_file_that_cannot_be_read_is_not_nothing(folder):
    roster = write(folder / "users.csv", "student\nann\nbob\ncat\ndan\neve")
    write(folder / "class" / f"dan_{NAME}.ipynb", "{")
    write(folder / "class" / "eve_Untitled.ipynb", "{")
    rows = graded(folder, roster=roster).rows
    assert sorted((r.record.student, r.record.status.value) for r in rows if not r.graded) == [
        ("dan", "refused"), ("eve", "refused"),
    ]  # fmt: skip


def test_what_could_be_of_any_tick_is_a_row_of_the_one_that_is_graded(folder):
    write(folder / "class" / "dan_essay.docx", b"PK")
    rows = {r.record.student: r.record.tick for r in graded(folder, tick=NAME).rows}
    assert rows == dict.fromkeys(("ann", "bob", "cat", "dan"), NAME)


def test_where_nobody_has_handed_in_everyone_has_a_row(folder):
    roster = write(folder / "users.csv", "student\nann\nbob")
    (folder / "none").mkdir()
    done = grade(folder / "none", folder / "out", folder / "ticks", roster=roster)
    assert [(r.record.student, r.record.tick) for r in done.rows] == [("ann", NAME), ("bob", NAME)]


def test_marks_of_one_who_is_not_in_the_roster_are_named(folder):
    graded(folder)
    (folder / "class" / f"cat_{NAME}.ipynb").unlink()
    done = graded(folder, roster=write(folder / "users.csv", "student\nann\nbob"))
    assert done.strangers == ["cat"] and marks(folder)["cat"][0] == 1


def test_what_lies_beside_a_notebook_goes_with_it_and_changes_it(folder, monkeypatch):
    seen = []

    def told(jobs, number, work, instead):
        jobs = list(jobs)
        seen.append({job.student: dict(job.files) for job in jobs})
        return map(work, jobs)

    monkeypatch.setattr(batch, "in_processes", told)
    write(folder / "class" / "ann_helpers.py", "x = 1")
    assert graded(folder).graded == 3 and seen[-1]["ann"] == {"helpers.py": b"x = 1"}
    write(folder / "class" / "ann_helpers.py", "x = 2")
    assert graded(folder).graded == 1 and seen[-1] == {"ann": {"helpers.py": b"x = 2"}}


def test_progress_tells_the_time_that_is_left(folder, capsys):
    grade(folder / "class", folder / "out", folder / "ticks", progress=True)
    said = capsys.readouterr().err
    assert "grading" in said and re.search(r"3/3 \[\d\d:\d\d<\d\d:\d\d", said)


def test_one_tick_alone(folder):
    other = make_tick(folder / "more")
    (folder / "more" / NAME).rename(folder / "ticks" / "tick1-other")
    notebook = folder / "ticks" / "tick1-other" / f"{NAME}.ipynb"
    notebook.rename(notebook.with_name("tick1-other.ipynb"))
    write(folder / "class" / "ann_tick1-other.ipynb", answered(other))
    assert graded(folder, tick="tick1-other").graded == 1
    assert graded(folder, tick=NAME).graded == 3
    assert len(json.loads((folder / "out" / "grades.json").read_text())) == 4  # earlier ones stay


# --- refusals


def test_wrong_arguments_are_named(folder):
    for options, words in (
        ({"jobs": 0}, "jobs must be a whole number and at least 1, not 0"),
        ({"tick": "tick9"}, "tick must be one of those in .*, not 'tick9'"),
        ({"late": folder / "none.toml"}, "late must be a file that exists"),
    ):
        with pytest.raises((ValueError, FileNotFoundError), match=words):
            graded(folder, **options)
    with pytest.raises(FileNotFoundError, match="submissions must be a folder or a zip file"):
        grade(folder / "nothing", folder / "out", folder / "ticks")
    with pytest.raises(
        FileNotFoundError, match="ticks must be a folder with a folder for each tick, not .*class"
    ):
        grade(folder / "class", folder / "out", folder / "class")
    for out in (folder / "class" / "out", folder, folder / "class"):
        with pytest.raises(
            ValueError, match="out must be a folder outside of .*class and not around it"
        ):
            grade(folder / "class", out, folder / "ticks")


def test_a_folder_of_marks_is_not_graded(folder):
    """As where the two folders have changed places."""
    for name in ("records/x", "settings.json"):
        write(folder / "marks" / name, "{}")
    with pytest.raises(ValueError, match="not .*marks, which is a folder of marks: .* --out"):
        grade(folder / "marks", folder / "class", folder / "ticks")
    assert not (folder / "class" / ".lock").exists()


def test_without_confinement_it_refuses_unless_told_to(folder, monkeypatch):
    monkeypatch.setattr(batch, "available", lambda: "Install bubblewrap.")
    with pytest.raises(SandboxUnavailable, match="Install bubblewrap.*--unsafe"):
        graded(folder)
    assert not (folder / "out").exists()
    assert graded(folder, unsafe=True).graded == 3


def test_a_second_grader_refuses(folder):
    with alone(folder / "out"), pytest.raises(BlockingIOError, match="no other grader"):
        graded(folder)


# --- killed


def everything(folder):
    """The marks and the gradebook, without what differs between two runs."""
    rows = json.loads((folder / "out" / "grades.json").read_text())
    marks = [{k: v for k, v in row.items() if k not in ("seconds", "batch")} for row in rows]
    with sqlite3.connect(folder / "out" / "gradebook.db") as db:
        grades = db.execute(
            "SELECT s.student_id, c.name, g.auto_score, g.needs_manual_grade FROM grade g "
            "JOIN base_cell c ON g.cell_id = c.id JOIN submitted_notebook n ON g.notebook_id = n.id "
            "JOIN submitted_assignment s ON n.assignment_id = s.id ORDER BY 1, 2"
        ).fetchall()
    pages = {
        str(p.relative_to(folder)): p.read_text() for p in sorted((folder / "out").rglob("*.html"))
    }
    return marks, grades, pages, (folder / "out" / "grades.csv").read_text()


@pytest.mark.slow
def test_a_run_that_stops_anywhere_is_completed_by_the_next(folder, monkeypatch):
    """Stop at the first, the second, the third ... time that a file is put in its place."""
    graded(folder)
    expected = everything(folder)
    replace, count, stop_at = os.replace, 0, None

    def stops(*arguments):
        nonlocal count
        count += 1
        if count == stop_at:
            raise KeyboardInterrupt
        return replace(*arguments)

    monkeypatch.setattr(os, "replace", stops)
    template = (folder / "out" / "gradebook.db").read_bytes()  # made once: it takes seconds

    def begin_anew():
        shutil.rmtree(folder / "out")
        (folder / "out").mkdir()
        (folder / "out" / "gradebook.db").write_bytes(template)

    begin_anew()
    graded(folder)
    steps = count
    assert steps > 20
    for step in range(1, steps + 1, 4):
        begin_anew()
        stop_at, count = step, 0
        with pytest.raises(KeyboardInterrupt):
            graded(folder)
        graded(folder)
        assert everything(folder) == expected


def grade_in_child(folder, begun):
    worker.run, batch.in_processes, batch.available = played, one_by_one, lambda: None
    begun.set()
    graded(folder)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kills processes as POSIX does")
def test_killed_at_random_times_a_rerun_has_the_same_marks(folder, tick):
    for number in range(12):
        hand_in(folder, tick, f"student{number}", triple="return n * n" if number % 3 else "...")
    start = time.monotonic()
    graded(folder)
    seconds = time.monotonic() - start
    expected = everything(folder)
    (folder / "out").rename(folder / "uninterrupted")
    context, rng, killed = get_context("forkserver"), random.Random(8), 0
    for _ in range(5):
        begun = context.Event()
        child = context.Process(target=grade_in_child, args=(folder, begun))
        child.start()
        assert begun.wait(60)  # to import labkit takes longer than to grade
        child.join(rng.uniform(0, seconds))
        killed += child.is_alive()
        child.kill()
        child.join()
    assert killed >= 2
    graded(folder)
    assert everything(folder) == expected
    left = [p.name for p in (folder / "out").rglob("*") if re.match(r"\.unfinished", p.name)]
    assert left == []


def test_a_missing_name_has_the_whole_notebook_run(folder, monkeypatch):
    runs = []

    def needs_math(notebook, *arguments, ask, **options):
        runs.append(cell_sources(notebook))
        notebook.cells[3].outputs = []
        if "import math" not in runs[-1]:
            text = "name 'math' is not defined"
            error = nbformat.v4.new_output("error", ename="NameError", evalue=text, traceback=[])
            notebook.cells[3].outputs = [error]
        return played(notebook, *arguments, ask=list(ask), **options)

    monkeypatch.setattr(worker, "run", needs_math)
    graded(folder)
    assert len(runs) == 6  # no answer mentions math, and each is told of it
    records = json.loads((folder / "out" / "grades.json").read_text())
    assert all(record["errors"] == [] for record in records)
    path = folder / "out" / "autograded" / "ann" / NAME / f"{NAME}.ipynb"
    assert "import math" in cell_sources(nbformat.read(path, as_version=4))


def cell_sources(notebook):
    return [cell.source for cell in notebook.cells]


def test_times_are_measured(folder):
    begun = time.monotonic()
    graded(folder)
    records = json.loads((folder / "out" / "grades.json").read_text())
    assert 0 <= sum(record["seconds"] for record in records) <= time.monotonic() - begun
