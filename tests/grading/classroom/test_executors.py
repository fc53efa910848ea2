"""Workers die, on one machine and on a cluster, and every submission comes back."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import CancelledError, Future
from pathlib import Path
from types import SimpleNamespace

import distributed
import pytest
from dask.distributed import LocalCluster

from labkit.checks.marking import Status
from labkit.grading.classroom import executors
from labkit.grading.classroom.executors import in_processes, on_dask
from labkit.grading.submission.grade import Job, ungraded
from tests.grading.tiny import (
    NOON,
    die_always,
    die_at_first,
    echo,
    make_tick,
    record,
    wait_for_long,
)


@pytest.fixture(scope="module")
def jobs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ticks")
    tick = make_tick(folder)

    def jobs(*students):
        return [Job(str(folder / f"{s}.sign"), s, tick, NOON, "{}") for s in students]

    return jobs


STUDENTS = ("ann", "bob", "cat", "dan", "eve")


@pytest.mark.slow
def test_a_worker_that_dies_once_loses_nothing(jobs):
    found = list(in_processes(jobs(*STUDENTS), 2, die_at_first, ungraded))
    assert sorted(record.student for record in found) == list(STUDENTS)
    assert {record.status for record in found} == {Status.RAN}


def test_a_submission_that_kills_each_worker_is_a_row_and_no_other_suffers(jobs):
    found = {r.student: r for r in in_processes(jobs(*STUDENTS), 2, die_always, ungraded)}
    assert sorted(found) == list(STUDENTS)
    assert found["cat"].ended == "could not be graded: its worker died 3 times"
    assert found["cat"].marks == ()
    assert {found[s].status for s in STUDENTS if s != "cat"} == {Status.RAN}


@pytest.mark.slow
def test_a_temporary_folder_with_a_long_name_costs_no_grading(jobs, monkeypatch, tmp_path):
    folder = tmp_path / ("a-folder-with-a-long-name-" * 8) / "tmp"
    folder.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    with executors._pool(1) as pool:
        assert pool._mp_context.get_start_method() == "spawn"
    assert [r.student for r in in_processes(jobs("ann"), 1, echo, ungraded)] == ["ann"]


def drain(jobs):
    list(in_processes(jobs, 1, wait_for_long, ungraded))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="ends processes as POSIX does")
def test_workers_end_with_a_grader_that_is_killed(jobs):
    (job,) = jobs("zoe")
    grader = multiprocessing.get_context("spawn").Process(target=drain, args=([job],))
    grader.start()
    deadline = time.monotonic() + 60
    while not (os.path.exists(job.file) and os.path.getsize(job.file)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    worker = int(Path(job.file).read_text())
    os.kill(grader.pid, signal.SIGKILL)
    grader.join()
    while is_running(worker):
        assert time.monotonic() < deadline, "the worker is still there"
        time.sleep(0.05)


@pytest.fixture
def interruptible():
    """Be as at a terminal: who is started in the background inherits that nothing interrupts it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="ends processes as POSIX does")
@pytest.mark.usefixtures("interruptible")
def test_a_grader_that_is_stopped_does_not_wait_for_its_notebooks(jobs):
    (job,) = jobs("yan")

    def stop_when_it_runs():
        while not (os.path.exists(job.file) and os.path.getsize(job.file)):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=stop_when_it_runs, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        list(in_processes([job], 1, wait_for_long, ungraded))  # for ten minutes
    worker = int(Path(job.file).read_text())
    deadline = time.monotonic() + 30
    while is_running(worker):
        assert time.monotonic() < deadline, "the worker is still there"
        time.sleep(0.02)


_STOPPED_AT_ONCE = """
import os, signal, time
from multiprocessing import forkserver
from labkit.grading.classroom import executors

executors._pool(1)
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.killpg(0, signal.SIGINT)
time.sleep(0.5)
with open(f"/proc/{forkserver._forkserver._forkserver_pid}/stat") as file:
    assert " Z " not in file.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="looks a process up")
@pytest.mark.usefixtures("interruptible")
def test_a_grader_that_is_stopped_at_once_shows_no_traceback():
    command = [sys.executable, "-c", _STOPPED_AT_ONCE]
    done = subprocess.run(command, start_new_session=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_a_cluster_loses_nothing_when_a_worker_dies(jobs):
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as cluster:
        dying = jobs(*STUDENTS, "cat")
        Path(dying[2].file).unlink(missing_ok=True)
        found = list(on_dask(dying, cluster.scheduler_address, die_at_first))
        assert sorted(r.student for r in found) == sorted([*STUDENTS, "cat"])
        assert {r.student: r.ended for r in found if r.status is not Status.RAN} == {}

        def other_version(job):
            return record(job.student, fingerprint="x")

        (row,) = on_dask(jobs("ann"), cluster.scheduler_address, other_version)
        assert "another version of labkit" in row.reason

        def breaks(job):
            raise MemoryError("no room")

        (row,) = on_dask(jobs("ann"), cluster.scheduler_address, breaks)
        assert row.ended.startswith("could not be graded: no room")


@pytest.mark.slow
def test_what_a_cluster_has_lost_is_graded_again(jobs, monkeypatch):
    """A worker may die with a result before it is fetched: two of the three are lost once."""
    asked = Counter()
    fetched = distributed.Future.result

    def lost_at_first(future, *arguments, **options):
        asked[future.key] += 1
        if len(asked) <= 2:
            future.cancel()
            raise CancelledError(future.key)
        return fetched(future, *arguments, **options)

    with LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as cluster:
        monkeypatch.setattr(distributed.Future, "result", lost_at_first)
        found = list(on_dask(jobs(*STUDENTS), cluster.scheduler_address, echo))
        assert sorted(r.student for r in found) == sorted(STUDENTS)
        assert {r.status for r in found} == {Status.RAN} and len(asked) == len(STUDENTS) + 2

        monkeypatch.setattr(distributed.Future, "result", always_lost)
        (row,) = on_dask(jobs("ann"), cluster.scheduler_address, echo)
        assert row.ended.startswith("could not be graded")


def always_lost(future, *arguments, **options):
    future.cancel()
    raise CancelledError(future.key)


def test_no_cluster_is_said(jobs):
    with pytest.raises(OSError, match="127.0.0.1:1"):
        list(on_dask(jobs("ann"), "tcp://127.0.0.1:1", echo, patience=1))


def test_no_more_at_a_time_than_were_asked_for(jobs, monkeypatch):
    """A pool that tells how many jobs it has been given and not given back."""
    most = []

    class Pool:
        def __init__(self):
            self.open = 0

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def submit(self, guarded, work, job):
            self.open += 1
            most.append(self.open)
            future = Future()
            future.set_result(work(job))
            return future

    pool = Pool()
    monkeypatch.setattr(executors, "_pool", lambda number: pool)

    def wait(running, return_when):
        first = next(iter(running))
        pool.open -= 1
        return SimpleNamespace(done={first})

    monkeypatch.setattr(executors, "wait", wait)
    found = list(in_processes(jobs(*STUDENTS), 2, echo, ungraded))
    assert len(found) == len(STUDENTS) and max(most) == 2
