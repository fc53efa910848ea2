"""A call that takes too much is ended, says so, and costs nobody else anything."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial

import psutil
import pytest

from labkit.instructor.grading.judging.child import OverBounds, end_all, in_child
from labkit.instructor.grading.judging.record import Record
from tests.instructor.grading.tiny import record


def a_record() -> Record:
    return record(errors=("E: \ud800",), notebook={"cells": [{"source": "½ π"}]}, seconds=0.5)


def wrongly_said() -> int:
    return "no number"


class Odd(Exception):  # it cannot be read again
    def __init__(self, first, second):
        super().__init__(first)


def begin_and_go_on(line):
    """Return code that says in a named pipe that it has begun, and takes long."""
    return f"open({str(line)!r}, 'w').close(); import time; time.sleep(50)"


def assert_ends(process):
    with suppress(psutil.NoSuchProcess):
        until = time.monotonic() + 10
        while psutil.Process(process).status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_values_and_errors_come_back_to_the_thread_that_called():
    with ThreadPoolExecutor(3) as pool:
        found = pool.map(lambda value: in_child(sorted, [value, 0]), (1, 2, 3))
    assert list(found) == [[0, 1], [0, 2], [0, 3]]
    with pytest.raises(ValueError, match="Expecting"):
        in_child(json.loads, "{")
    with pytest.raises(RuntimeError, match="^Odd: \\?x{994}$"):
        in_child(exec, "raise Odd('\\ud800' + 'x' * 999, 2)", {"Odd": Odd})
    assert in_child(a_record) == replace(a_record(), errors=("E: ?",))
    for odd in (complex, wrongly_said):
        with pytest.raises((RuntimeError, ValueError), match="TypeError|valid integer"):
            in_child(odd)
    code = "from labkit.instructor.grading.judging.child import in_child; in_child(int, 1)"
    command = [sys.executable, "-W", "default::ResourceWarning", "-c", code]
    assert not subprocess.run(command, capture_output=True, check=True).stderr  # nothing is left


@pytest.mark.slow
@pytest.mark.parametrize(("work", "words"), [
    ((exec, "while True: pass"), "working on this notebook took longer than 0.5 s of processor time"),
    ((time.sleep, 99), "working on this notebook took longer than 10 s"),
    ((bytearray, 20_000 << 20), "working on this notebook took too much memory"),
    ((exec, "import os; os.kill(os.getpid(), 11)"), "working on this notebook took too much memory"),
])  # fmt: skip
def test_what_takes_too_much_is_ended_and_the_next_call_is_not(work, words):
    server = in_child(os.getppid)
    with pytest.raises(OverBounds) as caught:
        in_child(*work, seconds=0.5)
    assert str(caught.value) == words and caught.value.seconds >= 0
    assert len(in_child(str.zfill, "", 100 << 20)) == 100 << 20
    assert in_child(os.getppid) == server  # which was not to be started anew


@pytest.mark.slow
def test_what_a_call_has_started_ends_with_it_and_all_with_the_process_that_called(tmp_path):
    leave = f"""import subprocess, time
open({str(tmp_path / "pid")!r}, "w").write(str(subprocess.Popen(["sleep", "50"]).pid))
time.sleep(50)"""
    with pytest.raises(OverBounds):
        in_child(exec, leave, seconds=0.5)
    assert_ends(int((tmp_path / "pid").read_text()))
    os.mkfifo(tmp_path / "line")
    code = """import os, sys; from labkit.instructor.grading.judging.child import in_child
print(in_child(os.getppid), flush=True)
in_child(exec, sys.argv[1], seconds=60)"""
    command = [sys.executable, "-c", code, begin_and_go_on(tmp_path / "line")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as calling:
        server = int(calling.stdout.readline())
        (tmp_path / "line").read_text()  # in the midst of a call
        calling.kill()
    assert_ends(server)


def test_a_server_that_has_died_or_was_ended_is_said_and_replaced(tmp_path):
    with pytest.raises(OSError, match="the process that was to do it has died; try again"):
        in_child(os.kill, in_child(os.getppid), signal.SIGKILL)
    os.kill(server := in_child(os.getppid), signal.SIGKILL)
    assert_ends(server)
    os.mkfifo(tmp_path / "line")
    with ThreadPoolExecutor(1) as pool:
        called = pool.submit(in_child, exec, begin_and_go_on(tmp_path / "line"), seconds=60)
        (tmp_path / "line").read_text()
        end_all()
        with pytest.raises(OSError, match="try again"):
            called.result(10)


def test_a_server_that_is_ended_in_the_midst_of_a_fork_ends():
    # What a signal's handler raises in there, Python ignores.
    code = """import os, signal
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))"""
    with pytest.raises(OSError, match="try again"):
        in_child(time.sleep, 5, first=partial(exec, code))


def test_what_is_loaded_first_stays_for_every_later_call_and_only_there():
    first = partial(exec, "import os; os.environ['LOADED'] = 'a tick'")
    found = [in_child(os.getenv, "LOADED", first=each) for each in (first, None)]
    assert found == ["a tick", "a tick"] and "LOADED" not in os.environ
    with pytest.raises(ValueError, match="no such tick"):
        in_child(os.getenv, "LOADED", first=partial(int, "no such tick"))
