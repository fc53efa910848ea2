"""The service as it runs beside a hub: round after round, with notebooks that are really run."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from labkit.grading.classroom import batch
from labkit.grading.classroom.records import Store
from labkit.grading.notebook.scratch import remove_left
from labkit.grading.submission import grade as worker
from labkit.hub import service
from labkit.hub.course import read_course
from labkit.hub.lab import unwanted
from labkit.hub.rounds import Step
from labkit.hub.service import main, run, step
from labkit.hub.status import read_status, write_status
from tests.grading.played import one_by_one, played
from tests.grading.tiny import NAME, UNSAFE
from tests.hub.people import ROOT, rooms, unclosed, unix_name, users

ADA, BEN = f"amy{os.getpid()}", f"bea{os.getpid()}"


pytestmark = unclosed


@pytest.fixture(scope="module")
def making():
    with rooms() as make:
        yield make


@pytest.fixture(scope="module")
def with_students():
    with users(unix_name(ADA), unix_name(BEN)), rooms() as make:  # users go after their sessions
        yield make


def patiently(what, seconds=60):
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.05)
    return found


@pytest.fixture
def rounds_of(monkeypatch):
    """Run rounds in a thread, with what each of them does given by the test."""
    threads = []

    def start(room, what):
        stop, seen = threading.Event(), []

        def told(course, lab, **more):
            seen.append(course)
            return what(len(seen))

        monkeypatch.setattr(service, "step", told)
        monkeypatch.setattr(service, "LONGER", 0.01)
        thread = threading.Thread(
            target=run, args=(room.folder, stop, room.lab), kwargs={"pause": 0.01}, name="rounds"
        )
        thread.start()
        threads.append((stop, thread))
        return seen

    yield start
    for stop, thread in threads:
        stop.set()
        thread.join()


def test_a_round_that_fails_is_said_and_tried_again(making, rounds_of):
    room, go_on = making(), threading.Event()

    def fails_at_first(number):
        if number == 1:
            raise OSError(28, "No space left on device")
        go_on.wait(60)
        return Step(trouble=("look at this",))

    rounds_of(room, fails_at_first)
    patiently(lambda: "No space left on device" in read_status(room.course).error)
    assert read_status(room.course).ended is None
    go_on.set()
    patiently(lambda: read_status(room.course).trouble == ("look at this",))
    assert read_status(room.course).error == "" and read_status(room.course).ended


def test_what_the_course_file_says_counts_from_the_next_round_on(making, rounds_of):
    room = making()
    seen = rounds_of(room, lambda number: Step())
    patiently(lambda: seen)
    text = (room.folder / "course.toml").read_text()
    (room.folder / "course.toml").write_text(text.replace("Language and numbers", "Numbers"))
    patiently(lambda: seen[-1].name == "Numbers")
    (room.folder / "course.toml").write_text("name = ")
    patiently(lambda: "course.toml" in read_status(room.course).error)
    number = len(seen)
    patiently(lambda: len(seen) > number)
    assert seen[-1].name == "Numbers"
    (room.folder / "course.toml").write_text(text)
    patiently(lambda: seen[-1].name == "Language and numbers")
    patiently(lambda: read_status(room.course).error == "")


def test_a_round_is_the_last_where_the_lab_was_changed(making, rounds_of, monkeypatch):
    room = making()
    states = iter(["old", "old", "old", "new"])
    monkeypatch.setattr(service, "made_from", lambda lab: next(states))
    seen = rounds_of(room, lambda number: Step())
    patiently(lambda: not any(t.name == "rounds" for t in threading.enumerate()))
    assert len(seen) == 2


def test_a_status_is_not_written_where_nothing_happens(making):
    room = making()
    service._tell(room.course, Step(), "")
    first = read_status(room.course)
    service._tell(room.course, Step(), "")
    assert read_status(room.course) == first
    write_status(room.course, type(first)(since=datetime.now(UTC), marking=3))
    service._tell(room.course, Step(), "")
    assert read_status(room.course).since is None


def test_the_service_must_have_a_course(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"course\.toml"):
        main([str(tmp_path)])


# --- with notebooks that are run


@pytest.mark.slow
@pytest.mark.skipif(UNSAFE, reason="students' code cannot be confined here")
def test_from_submit_to_feedback_by_two_students(with_students):
    """One is honest, one's code looks for what is not hers."""
    room = with_students()
    room.release()
    ada, ben = room.student(ADA), room.student(BEN)
    ada(f"fetch({NAME!r})")
    ada.hand_in(triple="return n * n")
    hidden = room.lab / "notebooks" / "ticks" / NAME / "hidden.py"
    ben.hand_in(own=f"print(open({str(hidden)!r}).read())", double=None)
    done = step(room.course, room.lab)
    assert (done.marked, done.given, done.trouble) == (2, 2, ())
    assert "This is the square." in ada.pages()[0]
    (error,) = Store(room.course.marks).of(BEN, NAME).errors
    assert "FileNotFoundError" in error and "880088" not in ben.pages()[0]
    marks = json.loads((room.course.marks / "grades.json").read_text())
    assert {row["student"]: row["status"] for row in marks} == {ADA: "ran", BEN: "ran"}


def begun(room, scratch, pause=0.1):
    words = [sys.executable, "-m", "tests.hub.service_of", str(room.folder), str(room.lab)]
    return subprocess.Popen(
        [*words, str(pause)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": scratch},
    )  # fmt: skip


#: What a row says of the run and not of the work.
OF_THE_RUN = {"seconds", "submitted"}


def told(room):
    rows = json.loads((room.course.marks / "grades.json").read_text())
    return [{k: v for k, v in row.items() if k not in OF_THE_RUN} for row in rows]


def work(room, moment, last):
    """Hand in what there is of it up to a moment: two students, one of them again and again."""
    if moment == 0:
        room.student(BEN).hand_in(double="return 2 * n", essay="B")
    room.student(ADA).hand_in(triple=f"return n * {3 if moment == last else 4 + moment}")


@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.skipif(UNSAFE, reason="students' code cannot be confined here")
def test_a_service_killed_at_random_moments_loses_nothing(with_students, kills):
    peace, war, rng = with_students(), with_students(), random.Random(18)
    scratch = subprocess.check_output(["mktemp", "-d", "/tmp/svcXXXXXX"], text=True).strip()
    for room in (peace, war):
        room.release()
    for moment in (0, kills - 1):
        work(peace, moment, kills - 1)
        time.sleep(0.02)
    began = time.monotonic()
    assert step(peace.course, peace.lab).given == 2
    took = time.monotonic() - began
    alive = 0
    for moment in range(kills):
        work(war, moment, kills - 1)
        killed = begun(war, scratch)
        # A service needs some two seconds to begin; then it collects, marks and gives back.
        time.sleep(rng.uniform(1.0, 2.5 + took))
        alive += killed.poll() is None
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    assert alive == kills
    last = begun(war, scratch)
    try:
        patiently(lambda: (war.course.marks / "grades.json").is_file() and told(war) == told(peace))
        (page,) = patiently(lambda: war.student(BEN).pages())
        assert "points" in page
        newest = patiently(lambda: war.student(ADA).pages())[-1]
        patiently(lambda: "This is the square" not in war.student(ADA).pages()[-1])
        assert "does not count" not in newest
    finally:
        last.kill()
        last.wait()
    versions = list((war.course.versions / ADA / NAME).iterdir())
    assert len(versions) == kills
    assert step(war.course, war.lab).given == 0
    assert [p.name for p in (war.course.versions / ".service").glob(".unfinished*")] == []
    remove_left()
    subprocess.run(["rm", "-r", scratch], check=True)


#: What a round does to the disk: at each of these it may be killed.
_DOES = ("os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "shutil.rmtree")


def killed_at(number, room):
    """Run a round in a copy of this process that ends at the given change of the disk.

    Gives whether the round was over before.
    """
    child = os.fork()
    if child == 0:
        left = [number]

        def count(event, arguments):
            if event in _DOES or (event == "open" and "w" in str(arguments[1])):
                left[0] -= 1
                if left[0] < 0:
                    os._exit(9)

        try:
            sys.addaudithook(count)
            step(room.course, room.lab)
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.slow
def test_a_round_killed_at_any_change_of_the_disk_is_made_good(with_students, monkeypatch):
    monkeypatch.setattr(worker, "run", played)
    monkeypatch.setattr(batch, "in_processes", one_by_one)
    monkeypatch.setattr(batch, "available", lambda: None)
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    room = with_students()
    room.release()
    ada = room.student(ADA)
    ada.hand_in()
    number, over = 0, False
    while not over:
        over = killed_at(number, room)
        number += 1 + number // 8  # at each of the first, and of the later at some
    assert number > 30
    assert step(room.course, room.lab).given in (0, 1)
    (page,) = ada.pages()
    assert "points" in page and "does not count" not in page
    (version,) = (room.course.versions / ADA / NAME).iterdir()
    assert sorted(p.name for p in version.iterdir()) == ["files", "given", "version.json"]
    assert step(room.course, room.lab).given == 0
    assert list(Path(room.course.versions / ".service").glob(".unfinished*")) == []


@pytest.mark.slow
@pytest.mark.skipif(UNSAFE, reason="students' code cannot be confined here")
def test_the_service_ends_when_it_is_told_to(making):
    room = making()
    service_process = subprocess.Popen(
        [sys.executable, "-m", "labkit.hub.service", str(room.folder)],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    try:
        patiently(lambda: read_status(room.course).ended)
        service_process.send_signal(signal.SIGTERM)
        assert service_process.wait(10) == 0
    finally:
        service_process.kill()
    assert read_course(room.folder).name == "Language and numbers"


@pytest.mark.slow
def test_where_the_lab_was_changed_it_begins_anew_with_the_new_one(making, tmp_path):
    room, place = making(), tmp_path / "lab"
    shutil.copytree(ROOT / "labkit", place / "labkit", ignore=unwanted)
    (place / ".made-from").write_text("old")
    said = tmp_path / "log"
    with open(said, "w") as log:
        service_process = subprocess.Popen(
            [sys.executable, "-m", "labkit.hub.service", str(room.folder)],
            cwd="/",
            stderr=log,
            env={**os.environ, "PYTHONPATH": str(place)},
        )
    try:
        patiently(lambda: read_status(room.course).ended)
        code = place / "labkit" / "hub" / "service.py"
        began = "    began = made_from(lab)\n"
        assert began in code.read_text()
        code.write_text(code.read_text().replace(began, f"{began}    _log.warning('of today')\n"))
        (place / ".made-from").write_text("new")
        patiently(lambda: "of today" in said.read_text())
        (room.folder / "course.toml").write_text("not a course's")
        patiently(lambda: read_status(room.course).error)  # it works on
        assert psutil.Process(service_process.pid).nice() == max(5, os.nice(0))
        service_process.send_signal(signal.SIGTERM)
        assert service_process.wait(10) == 0
    finally:
        service_process.kill()
    assert "Traceback" not in said.read_text()
