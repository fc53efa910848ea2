import os
import resource
import subprocess
import sys

import pytest

from labkit.hub import limits
from labkit.hub.course import Limits

SMALL = Limits(memory=500, processors=0.5, storage=3)


def second(folder, controllers="cpu memory pids"):
    """Control groups of the second version, as Linux shows them; writing is all that is seen."""
    (folder / "cgroup.controllers").write_text(controllers)
    return folder


def test_a_group_bounds_all_of_a_students_processes(tmp_path):
    (entrance,) = limits.control(SMALL, "lab-ada", second(tmp_path))
    group = tmp_path / "labkit-hub" / "lab-ada"
    assert entrance == group / "cgroup.procs"
    assert (group / "memory.max").read_text() == "500000000"
    assert (group / "cpu.max").read_text() == "50000 100000"
    assert int((group / "pids.max").read_text()) == limits.PROCESSES
    for above in (tmp_path, group.parent):
        assert (above / "cgroup.subtree_control").read_text() == "+memory +cpu +pids"


def test_what_linux_does_not_control_is_left(tmp_path):
    (entrance,) = limits.control(SMALL, "lab-ada", second(tmp_path, "pids"))
    assert {each.name for each in entrance.parent.iterdir()} == {"pids.max"}
    assert limits.control(SMALL, "lab-ada", second(tmp_path / "..", "")) == ()


def test_the_first_version_has_a_folder_for_each_controller(tmp_path):
    for name in ("memory", "cpu"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cgroup.procs").touch()
    entrances = limits.control(SMALL, "lab-ada", tmp_path)
    assert {each.relative_to(tmp_path).parts[0] for each in entrances} == {"memory", "cpu"}
    quota = tmp_path / "cpu" / "labkit-hub" / "lab-ada" / "cpu.cfs_quota_us"
    assert quota.read_text() == "50000"


def test_without_control_groups_there_are_none(tmp_path):
    assert limits.control(SMALL, "lab-ada", tmp_path / "nowhere") == ()
    limits.leave("lab-ada", tmp_path / "nowhere")


def bounded(code, of=SMALL, entrances=()):
    enter = limits.entering(of, entrances, own_user=False)
    return subprocess.run(
        [sys.executable, "-I", "-c", code], preexec_fn=enter, capture_output=True, text=True
    )


def test_a_process_gets_no_more_memory_than_its_student():
    done = bounded("bytearray(600_000_000)")
    assert "MemoryError" in done.stderr
    assert bounded("bytearray(300_000_000)").returncode == 0


def test_no_file_grows_over_the_storage(tmp_path):
    code = f"import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nopen({str(tmp_path / 'x')!r}, 'wb').write(bytes(4_000_000))"
    assert "File too large" in bounded(code).stderr
    assert bounded(code, Limits(storage=0)).returncode == 0


def test_limits_cannot_be_raised_again_and_files_are_the_students_own(tmp_path):
    code = (
        "import os, resource\n"
        f"open({str(tmp_path / 'x')!r}, 'w')\n"
        "print(resource.getrlimit(resource.RLIMIT_DATA)[1], resource.getrlimit(resource.RLIMIT_CORE)[1])"
    )
    assert bounded(code).stdout.split() == ["500000000", "0"]
    assert (tmp_path / "x").stat().st_mode & 0o077 == 0


def test_a_server_starts_though_no_limit_can_be_set(tmp_path):
    assert bounded("print(1)", entrances=(tmp_path / "nowhere" / "cgroup.procs",)).stdout == "1\n"


def test_libraries_start_no_more_threads_than_there_are_processors_for():
    assert limits.environment(SMALL)["OPENBLAS_NUM_THREADS"] == "1"
    assert limits.environment(Limits(processors=2.5))["OMP_NUM_THREADS"] == "2"


@pytest.mark.slow
@pytest.mark.skipif(
    os.geteuid() != 0 or not os.access(limits.GROUPS / "memory", os.W_OK),
    reason="only root makes control groups, and only where the system has them",
)
def test_the_systems_own_groups_hold_two_processes_together():
    name = "lab-test-of-limits"
    entrances = limits.control(SMALL, name)
    assert entrances
    # Together they need more than the student has; each alone does not.
    code = (
        "import subprocess, sys\n"
        "hold = 'b = bytearray(300_000_000)\\nprint(1, flush=True)\\ninput()\\nprint(2)'\n"
        "a, b = (subprocess.Popen([sys.executable, '-I', '-c', hold], stdin=-1, stdout=-1) for _ in 'ab')\n"
        "a.stdout.readline(), b.stdout.readline()\n"  # the second may cost the first its life
        "print(sum(b'2' in each.communicate(b'\\n')[0] for each in (a, b)))"
    )
    try:
        assert bounded(code).stdout == "2\n"
        assert bounded(code, entrances=entrances).stdout != "2\n"
        assert bounded("print(1)", entrances=entrances).stdout == "1\n"
    finally:
        limits.leave(name)
    assert not any(entrance.parent.exists() for entrance in entrances)
    assert resource.getrlimit(resource.RLIMIT_DATA)[1] == resource.RLIM_INFINITY
