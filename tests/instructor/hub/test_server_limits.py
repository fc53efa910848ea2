import subprocess
import sys

from labkit.instructor.hub import server_limits
from labkit.instructor.hub.course import ServerLimits

SMALL = ServerLimits(memory_mb=500, processors=0.5, storage_mb=3)


def control(controllers):
    """Make a group of the second version, as Linux shows them; writing is all that is seen."""
    (server_limits.GROUPS / "cgroup.controllers").write_text(controllers)
    return server_limits.control(SMALL, "lab-ada")


def test_a_group_bounds_all_of_a_students_processes_as_far_as_linux_can(tmp_path, monkeypatch):
    monkeypatch.setattr(server_limits, "GROUPS", tmp_path / "nowhere")
    assert server_limits.control(SMALL, "lab-ada") == ()
    monkeypatch.setattr(server_limits, "GROUPS", tmp_path)
    group = tmp_path / "labkit-hub" / "lab-ada"
    assert control("") == () and control("pids") == (group / "cgroup.procs",)
    assert {each.name: each.read_text() for each in group.iterdir()} == {"pids.max": "400"}
    control("cpu memory pids")
    assert (group / "memory.max").read_text() == "500000000"
    assert (group / "cpu.max").read_text() == "50000 100000"
    assert (group / "memory.swap.max").read_text() == "0"
    for above in (tmp_path, group.parent):
        assert (above / "cgroup.subtree_control").read_text() == "+memory +cpu +pids"


def bounded(code, of=SMALL, entrances=(), own_user=False):
    enter = server_limits.entering(of, entrances, own_user=own_user)
    command = [sys.executable, "-I", "-c", code]
    return subprocess.run(command, preexec_fn=enter, capture_output=True, text=True)


def test_a_process_gets_no_more_memory_than_its_student_and_no_file_more_than_the_storage(tmp_path):
    assert "MemoryError" in bounded("bytearray(600_000_000)").stderr
    assert bounded("bytearray(300_000_000)").returncode == 0
    code = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    code += f"open({str(tmp_path / 'x')!r}, 'wb').write(bytes(4_000_000))"
    assert "File too large" in bounded(code).stderr
    assert bounded(code, ServerLimits(storage_mb=0)).returncode == 0
    assert (tmp_path / "x").stat().st_mode & 0o077 == 0
    # They cannot be raised again, and a group that is gone is no reason not to start.
    kinds = "(r.RLIMIT_DATA, r.RLIMIT_CORE, r.RLIMIT_NOFILE, r.RLIMIT_NPROC)"
    code = f"import resource as r; print(*(n for kind in {kinds} for n in r.getrlimit(kind)))"
    said = bounded(code, entrances=(tmp_path / "nowhere" / "cgroup.procs",), own_user=True).stdout
    assert said.split() == [n for n in ("500000000", "0", "4096", "400") for _ in range(2)]
    assert server_limits.environment(SMALL)["OPENBLAS_NUM_THREADS"] == "1"
    assert server_limits.environment(ServerLimits(processors=2.5))["OMP_NUM_THREADS"] == "2"
