"""What one student's server may use: limits of the system, without systemd.

A control group bounds all of a student's processes together, in memory, processors and number.
Where the hub may make none - as an ordinary user, or in most containers -, what is left are the
limits that each process has: of memory, of one file, of how many there may be.
"""

import os
import resource
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from labkit.instructor.hub.course import ServerLimits

#: Where Linux shows its control groups.
GROUPS = Path("/sys/fs/cgroup")

#: The group of all of a hub's students, in which each has one.
HUB = "labkit-hub"

#: Processes and threads of one student: JupyterLab has 20, a kernel 30, and some have five kernels.
PROCESSES = 400

#: Files that one process may have open.
OPEN_FILES = 4096

#: Of each second that processors are shared out in, in millionths, what Linux plans by.
_PERIOD = 100_000

_MB = 1_000_000


def control(limits: ServerLimits, name: str) -> tuple[Path, ...]:
    """Make a student's control group, as far as the system lets the hub; return where to enter it."""
    settings = {
        "memory.max": limits.memory_mb * _MB,
        "memory.swap.max": 0,
        "cpu.max": f"{int(limits.processors * _PERIOD)} {_PERIOD}",
        "pids.max": PROCESSES,
    }
    group = GROUPS / HUB / name
    try:
        have = (GROUPS / "cgroup.controllers").read_text().split()
        wanted = [each for each in ("memory", "cpu", "pids") if each in have]
        group.parent.mkdir(exist_ok=True)
        for above in (GROUPS, GROUPS / HUB):
            (above / "cgroup.subtree_control").write_text(" ".join(f"+{n}" for n in wanted))
        group.mkdir(exist_ok=True)
        for file, value in settings.items():
            if file.partition(".")[0] in wanted:
                (group / file).write_text(str(value))
    except OSError:
        return ()
    return (group / "cgroup.procs",) if wanted else ()


def entering(
    limits: ServerLimits, entrances: tuple[Path, ...], *, own_user: bool
) -> Callable[[], None]:
    """Return what a new process does, while it is still the hub's, to be bounded from then on."""
    # Of what a process allocates itself; the libraries' addresses that are never used do not count.
    wanted = {
        resource.RLIMIT_DATA: limits.memory_mb * _MB,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
    }
    if limits.storage_mb:
        wanted[resource.RLIMIT_FSIZE] = limits.storage_mb * _MB
    if own_user:
        wanted[resource.RLIMIT_NPROC] = PROCESSES

    def enter() -> None:
        for entrance in entrances:
            with suppress(OSError), open(entrance, "w") as file:
                file.write("0")
        for kind, most in wanted.items():
            hard = resource.getrlimit(kind)[1]
            value = min(most, hard) if hard >= 0 else most  # below 0 there is no limit
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (value, value))
        os.umask(0o077)

    return enter


def environment(limits: ServerLimits) -> dict[str, str]:
    """Return the variables by which a server's programs know its limits."""
    threads = str(max(1, int(limits.processors)))
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
    # Without it, the C library keeps what threads have freed, in as many heaps as processors.
    return {**dict.fromkeys(names, threads), "MALLOC_ARENA_MAX": "2"}


def leave(name: str) -> None:
    """Remove a student's control group, once nothing runs in it."""
    with suppress(OSError):
        (GROUPS / HUB / name).rmdir()
