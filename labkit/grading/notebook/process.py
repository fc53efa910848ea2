"""The process of a kernel, confined or not: how it is started, reached, watched and ended."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from json import dumps
from typing import Any, Self, TypeAlias

import psutil

from labkit.grading.notebook.confinement import (
    FONTS,
    HOME,
    MOST_OPEN,
    SOCKETS,
    WORK,
    Limits,
    beginnings,
    command,
    font_list,
)
from labkit.grading.notebook.files import Copied
from labkit.grading.notebook.scratch import Scratch

#: What a kernel's connection file says.
Connection: TypeAlias = dict[str, Any]

#: Seconds between looks at the memory in use that take long.
LOOK = 1.0

#: Seconds in which everything inside ends when its lifeline is closed.
END = 5.0

#: What can be written to, and is memory.
IN_MEMORY = (HOME, SOCKETS, "/tmp", "/dev/shm")

#: Bytes that a socket's or a pipe's buffer may take, which are no process's; how many open files
#: all processes together may have before they are counted as such.
A_BUFFER = 212_992
MANY_OPEN = 1500

#: Bytes of a page of memory.
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

#: Bytes that a file in memory takes at least: what the system keeps of it, and of its name.
A_FILE = 1200

PORTS = {
    name: port
    for port, name in enumerate(
        ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"), start=1
    )
}
ADDRESS = "k"
CONNECTION = f"{SOCKETS}/connection.json"

#: Bytes of the name of a socket in a folder; Linux takes 107 of them, macOS 103.
LONGEST_SOCKET = 103


class NotStarted(Exception):
    """A kernel did not start."""


class KernelProcess(ABC):
    """A Python kernel's process; use it in a ``with`` statement.

    Parameters
    ----------
    key : str
        What its messages are signed with.
    limits : confinement.Limits
        What it may use.
    files : sequence of Copied
        What is copied into the working folder.
    """

    def __init__(self, key: str, limits: Limits, files: Sequence[Copied] = ()) -> None:
        self._limits = limits
        with ExitStack() as stack:
            self._process = self._start(key, files, stack)
            stack.callback(self._end)
            self._left = stack.pop_all()  # to be done at the end

    @abstractmethod
    def _start(
        self, key: str, files: Sequence[Copied], stack: ExitStack
    ) -> subprocess.Popen[bytes]:
        """Start the process; what is to be done at its end is put on the stack."""

    @abstractmethod
    def _reached_at(self) -> Connection | None:
        """Give how it is reached from here, once that is known."""

    def takes_too_much(self) -> bool:
        """Tell whether it holds more memory than it may."""
        return False

    def __enter__(self) -> Self:
        """Give the process itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the kernel, and every process inside with it."""
        self._left.close()

    def wait_for_connection(self, deadline: float) -> Connection:
        """Wait until the kernel can be reached, and give how."""
        while not ((connection := self._reached_at()) and _answers(connection)):
            self.pause(deadline)
        return connection

    def pause(self, deadline: float) -> None:
        """Wait a moment for the kernel to start; raise NotStarted if that is of no use."""
        if self._process.poll() is not None or time.monotonic() > deadline:
            raise NotStarted
        time.sleep(0.02)

    def ends_within(self, seconds: float) -> bool:
        """Tell whether it ends by itself in so many seconds."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll() is not None

    def _end(self) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()


class Confined(KernelProcess):
    """A kernel in a world of its own."""

    _next_look = 0.0

    def _start(
        self, key: str, files: Sequence[Copied], stack: ExitStack
    ) -> subprocess.Popen[bytes]:
        self._connection = _connection(f"{SOCKETS}/{ADDRESS}", key)
        copied = [Copied(CONNECTION, dumps(self._connection).encode())]
        if fonts := font_list():
            copied.append(Copied(f"{FONTS}/{fonts.name}", fonts))
        copied += [Copied(f"{WORK}/{file.name}", file.content) for file in files]
        with ExitStack() as opened:
            self._lifeline, inside = opened.enter_context(beginnings())
            stack.callback(self._lifeline.close)
            given = [(opened.enter_context(file.open()).fileno(), file.name) for file in copied]
            return _run(
                command(self._limits, inside, given) + _python(CONNECTION),
                # bubblewrap's own environment can be read inside.
                env={"PATH": os.environ.get("PATH", os.defpath)},
                pass_fds=[*inside, *(descriptor for descriptor, _ in given)],
            )

    def _end(self) -> None:
        self._lifeline.close()
        with suppress(subprocess.TimeoutExpired):  # which leaves none behind
            self._process.wait(END)
        super()._end()

    def _reached_at(self) -> Connection | None:
        """Find the root of the file systems inside.

        The kernel's sockets are files that only processes inside can name;
        from here they are reached through one of these processes: through the
        latest, since the first hides itself as soon as it can.
        """
        for process in reversed(self._inside()):
            root = f"/proc/{process}/root"
            if os.path.exists(root + CONNECTION):
                return self._connection | {"ip": f"{root}{SOCKETS}/{ADDRESS}"}
        return None

    def takes_too_much(self) -> bool:
        """Tell whether all processes inside, and their files, take more memory than they may."""
        inside = self._inside()
        files = _in_files(inside) + A_BUFFER * max(0, sum(map(_open_files, inside)) - MANY_OPEN)
        total = files + sum(map(_resident, inside))
        if total <= self._limits.memory or time.monotonic() < self._next_look:
            return False
        # Copies of one process share most of what each of them seems to hold;
        # to find out how much takes a while.
        self._next_look = time.monotonic() + LOOK
        return files + sum(map(_own_share, inside)) > self._limits.memory

    def _inside(self) -> list[int]:
        return list(_descendants(self._process.pid))


class Unconfined(KernelProcess):
    """A kernel that may do what its grader may."""

    def _start(
        self, key: str, files: Sequence[Copied], stack: ExitStack
    ) -> subprocess.Popen[bytes]:
        own = Scratch("kernel")
        stack.callback(own.remove)
        scratch = own.path
        self._connection = _connection(f"{scratch}/{ADDRESS}", key)
        too_long = len(os.fsencode(f"{scratch}/{ADDRESS}-1")) > LONGEST_SOCKET
        if too_long or not hasattr(socket, "AF_UNIX"):
            self._connection |= {"transport": "tcp", "ip": "127.0.0.1"} | _free_ports()
        path = scratch / "connection.json"
        path.touch(mode=0o600)
        path.write_text(dumps(self._connection))
        folder = scratch / "work"
        folder.mkdir()
        for file in files:
            (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
            with file.open() as source, (folder / file.name).open("wb") as target:
                shutil.copyfileobj(source, target)
        environment = {**os.environ, "JPY_PARENT_PID": str(os.getpid())}
        return _run(_python(str(path)), cwd=folder, env=environment)

    def _reached_at(self) -> Connection | None:
        return self._connection


def _run(words: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, **options
    )


def _descendants(of: int) -> Iterator[int]:
    """Give the processes that a process has started, and those that they have, as they are now.

    Linux lists the children of each; psutil looks through all processes of the machine, which
    takes longer than to run most cells. That is left for systems that keep no such list.
    """
    with suppress(OSError, psutil.Error):
        if not os.path.exists(f"/proc/{of}/task/{of}/children"):
            yield from (child.pid for child in psutil.Process(of).children(recursive=True))
            return
        for thread in os.listdir(f"/proc/{of}/task"):
            with suppress(OSError), open(f"/proc/{of}/task/{thread}/children") as listed:
                for child in map(int, listed.read().split()):
                    yield child
                    yield from _descendants(child)


def _resident(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):  # it has ended meanwhile
        return 0


def _own_share(process: int) -> int:
    with suppress(psutil.NoSuchProcess):
        try:
            return int(psutil.Process(process).memory_full_info().pss)
        except psutil.AccessDenied:  # it hides itself
            return _resident(process)
    return 0


def _open_files(process: int) -> int:
    try:
        return len(os.listdir(f"/proc/{process}/fd"))
    except PermissionError:  # it hides itself
        return MOST_OPEN
    except OSError:  # it has ended meanwhile
        return 0


def _in_files(inside: Sequence[int]) -> int:
    """Give the bytes of the files in memory, seen through one of the processes."""
    for process in reversed(inside):
        with suppress(OSError):
            found = [os.statvfs(f"/proc/{process}/root{path}") for path in IN_MEMORY]
            return sum(
                (file.f_blocks - file.f_bfree) * file.f_frsize
                + (file.f_files - file.f_ffree) * A_FILE
                for file in found
            )
    return 0


def _python(connection: str) -> list[str]:
    # -P and ignore_cwd: no module of the student's is taken for one of the kernel's.
    return [
        *(sys.executable, "-P", "-m", "ipykernel_launcher", "-f", connection),
        *("--IPKernelApp.ignore_cwd=True", "--HistoryManager.enabled=False"),
    ]


def _connection(address: str, key: str) -> Connection:
    return PORTS | {
        "transport": "ipc",
        "ip": address,
        "key": key,
        "signature_scheme": "hmac-sha256",
        "kernel_name": "python3",
    }


def _free_ports() -> dict[str, int]:
    probes = {name: socket.create_server(("127.0.0.1", 0)) for name in PORTS}
    ports = {name: probe.getsockname()[1] for name, probe in probes.items()}
    for probe in probes.values():
        probe.close()
    return ports


def _answers(connection: Connection) -> bool:
    return all(_listens(connection, name) for name in ("shell_port", "iopub_port", "control_port"))


def _listens(connection: Connection, name: str) -> bool:
    address: str | tuple[str, int]
    if connection["transport"] == "tcp":
        family, address = socket.AF_INET, (connection["ip"], connection[name])
    else:
        family, address = socket.AF_UNIX, f"{connection['ip']}-{connection[name]}"
    with socket.socket(family, socket.SOCK_STREAM) as probe, suppress(OSError):
        probe.connect(address)
        return True
    return False
