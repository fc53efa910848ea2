"""What one student's server may use: limits of the system, without systemd.

A control group bounds all of a student's processes together, in memory, processors and number.
Where the hub may make none - as an ordinary user, or in most containers -, what is left are the
limits that each process has: of memory, of one file, of how many there may be.
"""

import math
import os
import resource
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from labkit.hub.course import Limits

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


@dataclass(frozen=True)
class _Controller:
    """One of the folders that Linux controls through: what is written where.

    Attributes
    ----------
    folder : Path
        Of the controllers in it.
    settings : tuple of (str, str)
        File -> what is written into it. The first must succeed.
    """

    folder: Path
    settings: tuple[tuple[str, str], ...]


def control(limits: Limits, name: str, groups: Path = GROUPS) -> tuple[Path, ...]:
    """Make the control groups of a student, as far as the system lets the hub.

    Parameters
    ----------
    limits : Limits
    name : str
        The student's Unix user.
    groups : Path
        Where the system's control groups are.

    Returns
    -------
    tuple of Path
        The files into which a process writes "0" to enter; empty if there is no such control.
    """
    entrances = []
    for controller in _controllers(limits, groups):
        group = controller.folder / HUB / name
        try:
            group.mkdir(parents=True, exist_ok=True)
            for number, (file, value) in enumerate(controller.settings):
                with suppress(*([OSError] if number else [])):
                    (group / file).write_text(value)
        except OSError:
            continue
        entrances.append(group / "cgroup.procs")
    return tuple(entrances)


def _controllers(limits: Limits, groups: Path) -> list[_Controller]:
    memory, quota = str(limits.memory * _MB), str(math.ceil(limits.processors * _PERIOD))
    if (groups / "cgroup.controllers").is_file():  # the second version: one folder for all
        have = (groups / "cgroup.controllers").read_text().split()
        wanted = [name for name in ("memory", "cpu", "pids") if name in have]
        for above in (groups, groups / HUB):
            with suppress(OSError):
                above.mkdir(exist_ok=True)
                (above / "cgroup.subtree_control").write_text(" ".join(f"+{n}" for n in wanted))
        settings = {
            "memory": (("memory.max", memory), ("memory.swap.max", "0")),
            "cpu": (("cpu.max", f"{quota} {_PERIOD}"),),
            "pids": (("pids.max", str(PROCESSES)),),
        }
        found = tuple(setting for name in wanted for setting in settings[name])
        return [_Controller(groups, found)] if found else []
    return [
        each
        for each in (
            _Controller(
                groups / "memory",
                (("memory.limit_in_bytes", memory), ("memory.memsw.limit_in_bytes", memory)),
            ),
            _Controller(
                groups / "cpu", (("cpu.cfs_quota_us", quota), ("cpu.cfs_period_us", str(_PERIOD)))
            ),
            _Controller(groups / "pids", (("pids.max", str(PROCESSES)),)),
        )
        if (each.folder / "cgroup.procs").is_file()
    ]


def entering(limits: Limits, entrances: tuple[Path, ...], *, own_user: bool) -> Callable[[], None]:
    """Give what a new process does, while it is still the hub's, to be bounded from then on.

    Parameters
    ----------
    limits : Limits
    entrances : tuple of Path
        As `control` gives them.
    own_user : bool
        Whether the student has a Unix user of their own, whose processes can be counted.

    Returns
    -------
    callable
        It raises no error: a server with fewer limits is better than none.
    """
    # Of what a process allocates itself; the libraries' addresses that are never used do not count.
    wanted = {
        resource.RLIMIT_DATA: limits.memory * _MB,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
    }
    if limits.storage:
        wanted[resource.RLIMIT_FSIZE] = limits.storage * _MB
    if own_user:
        wanted[resource.RLIMIT_NPROC] = PROCESSES

    def enter() -> None:
        for entrance in entrances:
            with suppress(OSError), open(entrance, "w") as file:
                file.write("0")
        for kind, most in wanted.items():
            hard = resource.getrlimit(kind)[1]
            value = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (value, value))
        os.umask(0o077)

    return enter


def environment(limits: Limits) -> dict[str, str]:
    """Give what a server's programs are told of its limits.

    Parameters
    ----------
    limits : Limits

    Returns
    -------
    dict
        Variables: numerical libraries start no more threads than there are processors for, each of
        which would hold memory of its own.
    """
    threads = str(max(1, math.floor(limits.processors)))
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
    # Without it, the C library keeps what threads have freed, in as many heaps as processors.
    return {**dict.fromkeys(names, threads), "MALLOC_ARENA_MAX": "2"}


def leave(name: str, groups: Path = GROUPS) -> None:
    """Remove a student's control groups, once nothing runs in them.

    Parameters
    ----------
    name : str
        The student's Unix user.
    groups : Path
        Where the system's control groups are.
    """
    for folder in (groups, groups / "memory", groups / "cpu", groups / "pids"):
        with suppress(OSError):
            (folder / HUB / name).rmdir()
