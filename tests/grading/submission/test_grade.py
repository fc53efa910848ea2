"""One submission becomes a record, whatever is in it."""

import json
import sys
import time
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import nbformat
import pytest
from dask.distributed import LocalCluster
from nbformat.v4 import new_output

from labkit.checks.marking import Status
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.grading.classroom.executors import in_processes, on_dask
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.sandbox import Ran
from labkit.grading.submission import grade
from labkit.grading.submission.bounded import Bounds
from labkit.grading.submission.cells import grade_id, takes_answer
from labkit.grading.submission.grade import Job, grade_one, ungraded
from labkit.grading.submission.restore import read, restored
from labkit.grading.submission.tick import load_tick
from tests.grading.tiny import NAME, NOON, UNSAFE, answered, make_tick
from tests.ticks import TICKS


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    return Job("a file", "ann", tick, NOON, read(nbformat.writes(answered(tick)).encode()))


@pytest.fixture
def played(monkeypatch):
    """Play the run of a notebook: a list of what its cells print; takes down what ran."""
    ran = []

    def play(*told, answers=(), status=Status.RAN, at=1):
        left = list(told)

        def run(notebook, files, limits, *, ask, **more):
            ran.append(SimpleNamespace(code=sources(notebook), files=files, limits=limits, **more))
            notebook.cells[at].outputs = left.pop(0)
            given = list(ask)
            ran[-1].asked = given
            found = [answers[i] if answers else None for i, _ in enumerate(given)]
            return Ran(status, 3.0, True, tuple(found))

        monkeypatch.setattr(grade, "run", run)
        return ran

    return play


def sources(notebook):
    return " ".join(cell.source for cell in notebook.cells)


def error(name, text="x" * 999):
    return new_output("error", ename=name, evalue=text, traceback=[])


def test_a_record_says_what_the_run_did(job, played):
    replies = [
        write_reply([Returned(n) for n in (6, 10, 1540154, 4)]),
        write_reply([Failure(FailureKind.RAISED, "E", "17")] * 4),
    ]
    played([error("E")], answers=replies, status=Status.TIMED_OUT)
    made = grade_one(replace(job, files=(("a.py", b"b"),)))
    assert (made.student, made.tick, made.file, made.submitted) == ("ann", NAME, "a file", NOON)
    assert (made.status, made.reason, made.confined) == (Status.TIMED_OUT, "", True)
    assert [mark.points for mark in made.marks] == [2, 0] and "17" not in repr(made.marks)
    assert [len(error) for error in made.errors] == [300]
    assert made.written == {"essay": True} and made.repairs == ()
    assert made.fingerprint == replace(job, files=(("a.py", b"b"),)).fingerprint
    assert made.notebook["nbformat"] == 4 and made.seconds >= 0
    assert [output["ename"] for outputs in made.run for output in outputs] == ["E"]
    assert not any(cell.get("outputs") for cell in made.notebook["cells"])


def test_a_run_is_given_the_files_and_keeps_each_answer_behind_its_check(job, played):
    ran = played([])
    grade_one(replace(job, files=(("a.py", b"b"),)))
    (found,) = ran
    assert found.handed_in.pop("a.py") == b"b" and not found.unsafe
    ((name, paragraphs),) = found.handed_in.items()
    written = nbformat.reads(paragraphs.decode(), as_version=4).cells
    assert name == "written-answers.json" and all(cell.cell_type == "markdown" for cell in written)
    assert sorted(path.name for path in found.files.iterdir()) == ["checks.py"]
    notebook, _ = restored(nbformat.reads(job.notebook, as_version=4), job.tick.notebook())
    checks = {c.id: grade_id(c) for c in notebook.cells if "check" in (grade_id(c) or "")}
    assert set(found.after) == set(checks)
    for cell, name in checks.items():
        question = name.removesuffix("-check")
        assert found.after[cell].endswith(f".__dict__, {question!r}, {question!r})")


def test_the_courses_own_checks_are_not_run_and_what_else_stands_there_is(job, played):
    asked = grade._asked(job.tick)
    notebook, _ = restored(nbformat.reads(job.notebook, as_version=4), job.tick.notebook())
    double, triple = (c for c in notebook.cells if (grade_id(c) or "").endswith("-check"))
    double.source, triple.source = 'check("double", double)\n', 'check("triple", double)'
    own = next(cell for cell in notebook.cells if grade_id(cell) == "triple")
    own.source = 'check("triple", triple)'  # a student's
    ran = played([])
    grade.run_answers(notebook, asked, job, {})
    assert [text in ran[0].code for text in (double.source.strip(), triple.source, own.source)] == [
        False, True, True,
    ]  # fmt: skip
    assert {double.id, triple.id} == set(ran[0].after)
    assert double.source == 'check("double", double)\n'  # as it was, to be shown


@pytest.mark.slow
@pytest.mark.parametrize("folder", TICKS, ids=lambda folder: folder.name)
def test_every_check_of_the_ticks_is_one_that_is_not_run(folder):
    tick = load_tick(folder)
    cells = tick.notebook().cells
    checks = {cell.id for cell in cells if grade_id(cell) and not takes_answer(cell)}
    assert checks and set(grade._checks(tick.notebook(), grade._asked(tick))) == checks


def test_a_submission_that_breaks_the_grader_is_a_record(job, monkeypatch):
    def breaks(*arguments, **options):
        raise RuntimeError("no luck")

    monkeypatch.setattr(grade, "run", breaks)
    made = grade_one(job)
    assert made.ended == "could not be graded: RuntimeError: no luck"
    assert (made.marks, made.fingerprint) == ((), job.fingerprint)
    assert grade_one(replace(job, notebook="{")).status is Status.FAILED
    assert ungraded(job, "no luck").ended == "could not be graded: no luck"


@pytest.mark.parametrize(
    "told",
    [
        [error("NameError", "name 'math' is not defined")],
        [new_output("stream", name="stderr", text="stopped with NameError: name 'math' is")],
    ],
)
def test_a_missing_name_has_the_whole_notebook_run_before_anything_is_asked(job, played, told):
    ran = played(told, [])
    made = grade_one(job)
    assert made.errors == () and len(ran) == 2
    assert "import math" not in ran[0].code and "import math" in ran[1].code
    assert ran[0].asked == [] and len(ran[1].asked) == 2


@pytest.mark.parametrize(
    "told",
    [[], [error("E", "'math'")], [error("NameError", "name 'a_typing_error' is not defined")]],
)
def test_otherwise_it_runs_once(job, played, told):
    ran = played(told)
    grade_one(job)
    assert len(ran) == 1 and len(ran[0].asked) == 2


def test_a_missing_package_is_told(job, played):
    notebook = answered(job.tick)
    notebook.cells[1].source = "import __main__, math, nowhere.inside, beside, below.it"
    replies = write_reply([Failure(FailureKind.RAISED, "NameError", "no nowhere")] * 4)
    played([error("ModuleNotFoundError", "No module named 'x'")], answers=[replies] * 2)
    files = (("beside.py", b""), ("below/it.py", b""))
    text = read(nbformat.writes(notebook).encode())
    for mark in grade_one(replace(job, notebook=text, files=files)).marks:
        assert mark.told.startswith("Your notebook imports nowhere, which is not in the lab")


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (None, "The cell that makes double has not run to its end: cell 3."),
        ("print(double)", "The cell that makes double has not run to its end: cell 3."),
        ("double = None", "double gives None"),  # another cell has made it since
    ],
)
def test_of_an_answer_that_is_not_there_the_cell_that_stopped_is_told(job, played, own, words):
    notebook = answered(job.tick, double="return return", own=own)
    replies = write_reply([Failure(FailureKind.UNANSWERED)] * 4)
    played([error("SyntaxError")], answers=[replies] * 2, at=2)
    double, triple = grade_one(
        replace(job, notebook=read(nbformat.writes(notebook).encode()))
    ).marks
    assert double.told == double.hint.text and double.told.startswith(words)
    assert triple.hint.text.startswith("triple gives None")


def test_code_of_a_newer_python_is_told_where_it_stops(job, played):
    """An answer with what only Python 3.99 knows may be right, and a person has to see that."""
    newer = answered(job.tick)
    newer.metadata["language_info"] = {"name": "python", "version": "3.99.1"}
    newer = replace(job, notebook=read(nbformat.writes(newer).encode()))
    for name, told in (("SyntaxError", 1), ("ImportError", 1), ("ValueError", 0)):
        played([error(name)])
        (*found,) = grade_one(newer).repairs
        assert len(found) == told
        assert all(
            f"saved by Python 3.99, and run by Python 3.{sys.version_info.minor}, " in text
            and text.endswith("which does not know all that is new there")
            for text in found
        )
    played([error("SyntaxError")])
    assert grade_one(job).repairs == ()


def test_an_answer_that_would_keep_the_judge_busy_costs_its_question_only(job, played, monkeypatch):
    """Whole numbers that all want the same places of a set, though their hashes differ."""
    many = ", ".join(str((k * 2**40) % (2**61 - 1)) for k in range(60_000))
    busy = json.dumps([{"dict": [["value", {"set": json.loads(f"[{many}]")}]]}] * 3)
    right = write_reply([Returned(n) for n in (9, 15, 2640264, 9)])
    played([], answers=[busy, right])
    monkeypatch.setattr(grade, "_TO_JUDGE", Bounds(1, 500, "judge"))
    began = time.monotonic()
    made = grade_one(job)
    assert time.monotonic() - began < 20
    assert [mark.points for mark in made.marks] == [0, 1]


def test_an_answer_that_was_not_written_is_known(job, played):
    played([])
    text = read(nbformat.writes(answered(job.tick, essay=None)).encode())
    assert grade_one(replace(job, notebook=text)).written == {"essay": False}


def test_the_fingerprint_changes_with_all_that_marks_depend_on(job, monkeypatch):
    others = [
        replace(job, notebook="{}"),
        replace(job, tick=replace(job.tick, hidden="# other")),
        replace(job, tick=replace(job.tick, checks="# other")),
        replace(job, limits=Limits(cell_seconds=59)),
        replace(job, unsafe=True),
        replace(job, files=(("helpers.py", b"a = 1"),)),
        replace(job, files=(("helpers.py", b"a = 2"),)),
        replace(job, files=(("data.csv", b"a = 1"),)),
    ]
    prints = {job.fingerprint, *(other.fingerprint for other in others)}
    assert len(prints) == 1 + len(others)
    same = replace(job, file="b", student="bob", submitted=NOON + timedelta(days=1))
    assert same.fingerprint == job.fingerprint
    monkeypatch.setattr(grade, "code_digest", lambda: "another labkit")
    assert job.fingerprint not in prints


# --- for real: workers, kernels, and a cluster whose workers may have no children of their own


def lost(notebook):
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"c{number}"
    return notebook


def submissions(tick):
    """Name -> (notebook, files beside it, points)."""
    with_sum = "return sum([n, n])"
    return {
        "sum": (answered(tick, double=with_sum, own="sum = globals = vars = 0"), (), 3),
        "reset": (answered(tick, own="%reset -f"), (), 3),
        "another": (answered(tick, own="def double(n):\n    return 0\ndel triple"), (), 3),
        "lost": (lost(answered(tick)), (), 3),
        "packages": (answered(tick, double="import nowhere_at_all\n    return 2 * n"), (), 1),
        "beside": (
            answered(tick, double="import twice\n    return twice.of(n)"),
            (("twice.py", b"def of(n): return n + n"),),
            3,
        ),
    }


@pytest.mark.slow
@pytest.mark.parametrize("where", ["processes", "cluster"])
def test_the_mess_of_a_class_is_judged_right(job, where):
    made = submissions(job.tick)
    jobs = [
        replace(
            job,
            student=name,
            notebook=read(nbformat.writes(notebook).encode()),
            files=files,
            unsafe=UNSAFE,
        )
        for name, (notebook, files, _) in made.items()
    ]
    if where == "processes":
        found = list(in_processes(jobs, 2, grade_one, ungraded))
    else:
        with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster:
            found = list(on_dask(jobs, cluster.scheduler_address))
    records = {record.student: record for record in found}
    points = {name: sum(mark.points for mark in r.marks) for name, r in records.items()}
    told = {name: (r.status, r.reason, r.repairs) for name, r in records.items()}
    assert points == {name: expected for name, (_, _, expected) in made.items()}, told
    assert "imports nowhere_at_all, which is not" in records["packages"].mark("double").hint.text
    assert records["lost"].repairs and not records["sum"].repairs
