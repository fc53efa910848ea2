"""A kernel's process: how it is reached, and that nothing of it stays."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from labkit.grading.notebook import process as module
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.execution import Ending
from labkit.grading.notebook.kernel import Kernel
from labkit.grading.notebook.process import Confined, NotStarted, Unconfined
from tests.grading.notebook.files import copied, write_files


@pytest.mark.parametrize("unix", [True, False])
def test_it_is_reached_by_the_sockets_that_the_system_has(monkeypatch, tmp_path, unix):
    if not unix:
        monkeypatch.delattr(socket, "AF_UNIX")
    with Unconfined("a key", Limits(), copied(write_files(tmp_path))) as process:
        connection = process.wait_for_connection(time.monotonic() + 60)
        assert connection["transport"] == ("ipc" if unix else "tcp")
        assert connection["key"] == "a key"
        (child,) = [c for c in psutil.Process().children() if "ipykernel_launcher" in c.cmdline()]
        path = Path(child.cmdline()[child.cmdline().index("-f") + 1])
        assert json.loads(path.read_text()) == connection
        assert path.stat().st_mode & 0o077 == 0
        assert not process.ends_within(0.1)
    assert not psutil.pid_exists(child.pid) and not path.parent.exists()


def test_it_is_reached_in_a_temporary_folder_with_a_long_name(monkeypatch, tmp_path):
    folder = tmp_path / ("a-folder-with-a-long-name-" * 8)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with Kernel(Limits(), confined=False) as kernel:
        assert kernel.execute("1 + 1", 60, keep=1000).outputs[0].data["text/plain"] == "2"


def test_nothing_stays_if_it_cannot_be_started(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "nothing"))
    with pytest.raises(FileNotFoundError):
        Unconfined("a key", Limits())
    assert list(tmp_path.iterdir()) == []


def test_files_are_closed_if_it_cannot_be_started(monkeypatch, sandbox, tmp_path):
    before = os.listdir("/proc/self/fd")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError):
        Confined("a key", Limits(), copied(write_files(tmp_path)))
    assert os.listdir("/proc/self/fd") == before


def test_one_that_ended_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with Unconfined("a key", Limits()) as process:
        assert process.ends_within(20)
        began = time.monotonic()
        with pytest.raises(NotStarted):
            process.wait_for_connection(began + 60)
        assert time.monotonic() - began < 20


def test_memory_is_looked_at_only_where_it_is_bounded(sandbox):
    with Unconfined("a key", Limits(memory=1)) as process:
        assert not process.takes_too_much()
    with Confined("a key", Limits(memory=10**9)) as process:
        process.wait_for_connection(time.monotonic() + 60)
        assert not process.takes_too_much()
        process._limits = Limits(memory=10**6)
        assert process.takes_too_much()


def killed_graders_leave(*delays):
    words = [sys.executable, "-m", "tests.grading.notebook.kills", *map(str, delays)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_graders_killed_while_a_kernel_starts_leave_no_process(sandbox):
    assert killed_graders_leave(0, 1, 5) == ""


@pytest.mark.slow
@pytest.mark.long
def test_40_graders_killed_while_a_kernel_starts_leave_no_process(sandbox):
    moments = [milliseconds / 6 for milliseconds in range(31)]  # 0 to 5 ms
    later = [10, 20, 40, 80, 160, 320, 640, 1000, 2000]
    assert killed_graders_leave(*moments, *later) == ""


def test_everything_ends_with_the_lifeline(sandbox):
    with Confined("a key", Limits()) as process:
        process.wait_for_connection(time.monotonic() + 60)
        inside = [psutil.Process(found) for found in process._inside()]
        assert any("ipykernel_launcher" in found.cmdline() for found in inside)
        process._lifeline.close()
        assert process.ends_within(20)
        assert not any(found.is_running() for found in inside)


def test_a_process_that_hides_itself_is_counted(sandbox, monkeypatch):
    def hidden(process):
        raise psutil.AccessDenied(process.pid)

    with Confined("a key", Limits(memory=10**9)) as process:
        process.wait_for_connection(time.monotonic() + 60)
        process._limits = Limits(memory=10**6)
        monkeypatch.setattr(psutil.Process, "memory_full_info", hidden)
        assert process.takes_too_much()


def test_files_in_memory_are_counted(sandbox):
    code = "print('x' * 60_000_000, file=open('/tmp/large', 'w'))"
    many = "for i in range(30_000): open(f'/dev/shm/{i}', 'w').close()"
    with Kernel(Limits(memory=2 * 10**9)) as kernel:
        process = kernel._process
        sizes = [in_files(process)]
        for cell in (code, many):
            assert kernel.execute(cell, 60).ending is Ending.DONE
            sizes.append(in_files(process))
    assert sizes[1] - sizes[0] >= 60_000_000
    assert sizes[2] - sizes[1] >= 30_000_000


def in_files(process):
    return module._in_files(process._inside())
