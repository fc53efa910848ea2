"""A class from submissions to marks: what is graded when, and that nothing is ever lost.

The run of a notebook is played here: ``tests/attacks`` has whole classes that are really run.
"""

import json
import os
import re
import signal
import threading
import time
from collections import Counter
from functools import partial
from queue import SimpleQueue

import pytest

from labkit.checks.marking import Status
from labkit.checks.outcomes import Returned, write_reply
from labkit.instructor.grading.base.atomic import alone
from labkit.instructor.grading.judging import grade_one as worker
from labkit.instructor.grading.judging.child import in_child
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.marks import grade_class
from labkit.instructor.grading.marks.grade_class import Running, grade, run_here
from labkit.instructor.grading.sandbox.bubblewrap import SandboxUnavailable
from labkit.instructor.grading.sandbox.run import Ran
from tests.instructor.grading.tiny import NAME, answered, cell_of, job_of, make_tick, write

STUDENTS = {"ann": {}, "bob": {"triple": "return n * n"}, "cat": {"double": None, "essay": None}}


def played(notebook, files, limits, **more):
    """Answer by the look of the code."""
    assert not any("hidden.py" in name for name in files)
    replies = []
    for name, inputs in (("double", (3, 5, 770077, 2)), ("triple", (3, 5, 880088, 3))):
        factor = re.search(r"return (.*)", cell_of(notebook, name).source)
        values = [Returned(eval(factor[1], {"n": n})) for n in inputs] if factor else []
        replies.append([write_reply(v) for v in (values[:2], values[2:])] if values else [None] * 2)
    answers, hidden = zip(*replies, strict=True)
    return Ran(Status.RAN, True, answers, (hidden,), missed=(frozenset(),) * 2)


@pytest.fixture
def folder(tmp_path, monkeypatch, known_version):
    """A folder with a class of three, and a way to grade it without kernels."""
    monkeypatch.setattr(worker, "run", played)
    monkeypatch.setattr(worker.Job, "in_child", lambda job, function: function(job))
    monkeypatch.setattr(grade_class, "run_here", lambda jobs, number, work: map(work, jobs))
    monkeypatch.setattr(grade_class, "available", lambda: None)
    make_tick(tmp_path / "ticks")
    for student, answers in STUDENTS.items():
        hand_in(tmp_path, student, **answers)
    return tmp_path


def hand_in(folder, student, when=10**9, **answers):
    notebook = answered(load_tick(folder / "ticks" / NAME), **answers)
    os.utime(write(folder / "class" / f"{student}_{NAME}.ipynb", notebook), (when, when))


def graded(folder, name="class", out="out", **options):
    running = {name: options.pop(name) for name in ("unsafe", "timeout") if name in options}
    places = folder / name, folder / out, folder / "ticks"
    return grade(*places, Running(**running), **options)


def marks(folder):
    rows = json.loads((folder / "out" / "grades.json").read_text())
    return {row["student"]: (row["points"], row["waiting"], row["status"]) for row in rows}


def points(folder):
    return [marks(folder)[student][0] for student in STUDENTS]


def test_only_what_changed_is_graded_again(folder, monkeypatch):
    def fails(notebook, *arguments, **options):
        if "n * n" in cell_of(notebook, "triple").source:
            raise RuntimeError("no luck")
        return played(notebook, *arguments, **options)

    monkeypatch.setattr(worker, "run", fails)
    left = write(folder / "out" / "feedback" / ".unfinished-1", "what a killed run has left")
    assert graded(folder).graded == 3 and not left.exists()
    failed = (None, [], "could not be graded: RuntimeError: no luck")
    assert marks(folder) == {"ann": (3, ["essay"], "ran"), "bob": failed, "cat": (1, [], "ran")}
    monkeypatch.setattr(worker, "run", played)
    assert graded(folder).graded == 1 and marks(folder)["bob"][0] == 2
    assert graded(folder).graded == 0
    hand_in(folder, "bob")
    hand_in(folder, "dan")
    assert graded(folder).graded == 2 and marks(folder)["bob"][0] == 3 and len(marks(folder)) == 4
    assert graded(folder, force=True).graded == 4
    hidden = folder / "ticks" / ".course" / NAME / "hidden.py"
    hidden.write_text(hidden.read_text() + "# changed\n")
    assert graded(folder).graded == 4 and graded(folder, timeout=61).graded == 4


def test_what_was_refused_is_a_row_until_it_is_mended_in_whatever_folder(folder):
    """A class that is downloaded again has another name; what only the first one has stays."""
    for name in ("dan", "eve", "fay", "HAL"):
        write(folder / "class" / f"{name}_{NAME}.ipynb", "{")
    write(folder / "class" / "gil_notes.txt", "x")
    found = Counter(row.record.status for row in graded(folder).rows)
    assert found == {"ran": 3, "refused": 5}
    for name in ("fay", "HAL"):
        (folder / "class" / f"{name}_{NAME}.ipynb").unlink()
    hand_in(folder, "dan")
    hand_in(folder, "hal")  # who could be taken for HAL, of whom nothing is graded
    (folder / "class").rename(folder / "class (1)")
    rows = graded(folder, "class (1)").rows
    statuses = {row.record.student: row.record.status.value for row in rows}
    others = dict.fromkeys(("eve", "fay", "gil", "HAL"), "refused")
    assert statuses == dict.fromkeys((*STUDENTS, "dan", "hal"), "ran") | others and len(rows) == 9
    write(folder / "three" / f"ANN_{NAME}.ipynb", "{")  # who could be taken for ann
    (ann,) = [row for row in graded(folder, "three").rows if row.record.student == "ANN"]
    assert "ANN and ann would be marked as one and the same" in ann.record.ended


def test_lateness_is_remembered_and_penalties_change_only_where_that_is_meant(folder):
    """The deadline is over by a second."""
    rules = f"penalty_per_day = 0.1\n[deadlines]\n{NAME} = 2001-09-09T01:46:39"
    late = write(folder / "late.toml", rules)
    graded(folder)
    with pytest.raises(ValueError, match=r"3 would be another one: ann \(tick0-tiny\): 0% -> 10%"):
        graded(folder, late=late, file_times=True)
    assert graded(folder).graded == 0 and points(folder) == [3, 2, 1]  # nothing was remembered
    # What only the file system says makes nobody late, unless that is asked for: no other penalty.
    done = graded(folder, late=late)
    assert "handed in nobody knows when: 3; nothing" in done.notes[0] and points(folder)[0] == 3
    assert not graded(folder, file_times=True).notes and points(folder) == [2.5, 1.5, 0.5]
    # Files that are copied anew have other times; work that is handed in anew is new work.
    hand_in(folder, "bob", 10**9 + 200_000, **STUDENTS["bob"])
    with pytest.raises(ValueError, match=r"1 would be .*bob .*: 10% -> 30%"):
        graded(folder)
    hand_in(folder, "bob", 10**9 + 200_000)
    late.unlink()
    assert graded(folder).graded == 1 and points(folder) == [2.5, 1.5, 0.5]
    tables = [f"[extensions.{who}]\n{NAME} = 2026-11-20T17:00:00" for who in ("anne", "ANN")]
    write(late, "\n".join(tables))
    done = graded(folder, late=late, change_penalties=True)
    assert done.notes == ["an extension for anne, who has handed in nothing: is the name right?"]
    assert points(folder) == [3, 3, 1]


def test_everyone_of_the_roster_gets_a_row_and_nobody_else(folder):
    roster = write(folder / "users.csv", "student\nann\nbob\ndan\neve\n<x>\n")
    write(folder / "class" / "dan_Untitled.ipynb", "{")
    statuses = {"ann": "ran", "bob": "ran", "cat": "refused", "dan": "refused"}
    for eve in ("nothing handed in", "ran"):
        assert "<x> of the roster is left out: a" in graded(folder, roster=roster).notes[0]
        found = {who: status.partition(":")[0] for who, (_, _, status) in marks(folder).items()}
        assert found == statuses | {"eve": eve}
        hand_in(folder, "eve")


def test_a_group_is_graded_once_and_each_member_has_the_marks_and_an_own_deadline(
    folder, monkeypatch
):
    hand_in(folder, "Team 1")
    write(folder / "class" / f"Team 2_{NAME}.ipynb", "{")
    late = f"penalty_per_day = 0.2\n[deadlines]\n{NAME} = 2001-09-08T00:00:00Z\n"
    late += f"[extensions.eve]\n{NAME} = 2001-09-10T00:00:00Z\n"
    groups = "student,group\ndan,Team 1\neve,Team 1\nfay,Team 2\ngus,Team 2\nhal,Team 3\nann,\nbob,\ncat,\n"
    given = {"late": write(folder / "late.toml", late), "groups": write(folder / "g.csv", groups)}
    run = []
    monkeypatch.setattr(
        worker, "run", lambda *given, **more: run.append(1) or played(*given, **more)
    )
    done = graded(folder, file_times=True, **given)
    assert len(run) == 4 and done.graded == 5
    assert done.notes == ["in no group of --groups: ann, bob, cat", "groups that have handed in nothing: Team 3"]  # fmt: skip
    rows = {row.record.student: row for row in done.rows}
    assert [rows[name].points for name in ("dan", "eve", "fay")] == [1, 3, None]
    assert [rows[name].record.group for name in ("ann", "dan", "eve", "gus")] == ["", "Team 1", "Team 1", "Team 2"]  # fmt: skip
    assert rows["gus"].record.status is rows["fay"].record.status is Status.REFUSED
    page = folder / "out" / "feedback" / "eve" / NAME / f"{NAME}.html"
    assert "by the group <bdi>Team 1</bdi>" in page.read_text()
    assert graded(folder).graded == 0  # the groups are remembered


def test_what_cannot_be_done_is_said_and_not_begun(folder, monkeypatch):
    for out, options, words in (
        ("out", {"timeout": 9}, "timeout must be .* not 9"), (".", {}, "out must be a folder outside of"),
        ("out", {"tick": "tick9"}, "not 'tick9'"), ("class/out", {}, "out must be a folder outside of"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            graded(folder, out=out, **options)
    monkeypatch.setattr(grade_class, "available", lambda: "Install bubblewrap.")
    with pytest.raises(SandboxUnavailable, match=r"Install bubblewrap.*--unsafe"):
        graded(folder)
    with monkeypatch.context() as windows, pytest.raises(OSError, match="not on Windows itself"):
        windows.delattr(os, "fork")
        graded(folder, unsafe=True)
    assert not (folder / "out").exists() and graded(folder, unsafe=True).graded == 3
    with alone(folder / "out"), pytest.raises(BlockingIOError, match="no other grader"):
        graded(folder, unsafe=True)


CLASS = ("ann", "bob", "cat", "dan", "eve")


@pytest.fixture
def jobs(tmp_path):
    job = partial(job_of, make_tick(tmp_path), "{}")
    return lambda *students: [job(student=s, file=str(tmp_path / f"{s}.sign")) for s in students]


def test_all_are_worked_on_and_no_more_at_a_time_than_were_asked_for(jobs):
    room, pair = threading.Semaphore(2), threading.Barrier(2, timeout=60)

    def work(job):
        assert room.acquire(blocking=False)
        time.sleep(0.05)
        pair.wait()
        room.release()
        return job.submission.student

    assert sorted(run_here(jobs(*CLASS[:4]), 2, work)) == list(CLASS[:4])
    with pytest.raises(ValueError, match="jobs must be .* not 0"):
        list(run_here(jobs("ann"), 0, work))


def test_what_is_stopped_begins_nothing_more_and_does_not_wait_for_what_runs(jobs, tmp_path):
    """As by Ctrl+C: the notebooks that run are ended, with all that they have started."""
    begun, ended, line = [], SimpleQueue(), tmp_path / "line"
    os.mkfifo(line)

    def work(job):
        begun.append(job)
        try:
            code = f"open({str(line)!r}, 'w').close(); import time; time.sleep(50)"
            in_child(exec, code, seconds=60)
        except OSError as error:
            ended.put(str(error))

    def stop():
        line.read_text()  # it has begun
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=stop).start()
    with pytest.raises(KeyboardInterrupt):
        list(run_here(jobs(*CLASS), 1, work))
    signal.signal(signal.SIGINT, before)
    assert "has died" in ended.get(timeout=60) and len(begun) == 1
