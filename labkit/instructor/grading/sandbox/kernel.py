"""One Python kernel and what it says, of which nothing is trusted: its size and time are bounded."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import nbformat
import psutil
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg

from labkit.checks.limits import as_work, queued
from labkit.checks.marking import Status
from labkit.checks.plain_data import MIMETYPE
from labkit.instructor.grading.sandbox.bubblewrap import (
    FONTS,
    SOCKETS,
    WORK,
    Limits,
    font_list,
    world,
)

#: A kernel is given up if its client sends a longer line: as Python's values it takes a hundred times as much.
LONGEST_LINE = 4_194_304  # 4 MiB
#: The bytes that a client may send about its kernel; each line counts as `SHORTEST` more.
MOST_TRAFFIC = 50_331_648  # 48 MiB
SHORTEST = 4096
#: Seconds between looks at the clock, and at the processes of a kernel.
LOOK = 0.1
LOOK_AT_PROCESSES = 0.5
#: Seconds, counted as all of a kernel's, in which it obeys an interrupt or sends its last outputs.
GRACE = 2.0
#: Seconds in which a kernel's world ends.
END = 5.0
#: Seconds in which what is sent to a kernel's client must be on its way.
SENDING = 2.0
#: The program that speaks with the kernel, and where a copy of it is run.
CLIENT = Path(__file__).with_name("client.py")
INSIDE = f"{SOCKETS}/{CLIENT.name}"
BEGIN = "__import__('labkit.checks.in_kernel', fromlist=['*']).begin({})"
#: How the names of this room's folders in the system's temporary folder begin.
PREFIX = "labkit-scratch-"
OUTPUTS = ("stream", "display_data", "execute_result", "error")
LEFT_OUT = new_output("stream", name="stderr", text="[The rest of the output is left out.]\n")


class NotStarted(Exception):
    """A kernel did not start."""


@dataclass
class Reply:
    """What became of a request."""

    status: Status = Status.RAN
    lost: bool = False  # whether the kernel is of no more use
    outputs: list[NotebookNode] = field(default_factory=list)
    kept: int = 0  # characters that the outputs take
    seconds: float = 0  # of processor time, or a share of those by the clock
    answer: str | None = None  # what the kernel handed over
    replied: bool = False
    idle: bool = False

    def end(self, status: Status) -> Self:
        """Say that the kernel is lost."""
        self.status, self.lost = status, True
        return self

    def take(self, kind: str, content: Any, keep: int | None) -> None:
        """Take in what a client sends; if it has another form, any exception may be raised."""
        if kind == "reply":
            self.replied = True
            text = content[MIMETYPE]
            self.answer = text if isinstance(text, str) else None
        elif kind == "idle":
            self.idle = content is True
        elif kind in OUTPUTS and keep is not None and self.status is not Status.OUTPUT:
            output = output_from_msg({"header": {"msg_type": kind}, "content": content})
            nbformat.validate(output, ref="output", version=4)
            last = self.outputs[-1] if self.outputs else {}
            self.kept += len(json.dumps(content, ensure_ascii=False))
            if self.kept > keep:
                self.status = Status.OUTPUT
                self.outputs.append(LEFT_OUT.copy())
            elif kind == "stream" and last.get("name") == output.name:
                last["text"] += output.text
            else:
                self.outputs.append(output)


@contextmanager
def open_kernel(
    limits: Limits, files: Mapping[str, bytes], *, confined: bool, seconds: float
) -> Iterator["Kernel"]:
    """Start a kernel with files in its folder, or raise NotStarted; end every process of it at the end."""
    with ExitStack() as stack:
        kernel = Kernel(*_start(limits, files, confined, stack), limits.memory)
        begin = BEGIN.format(limits.output // 4)
        ready = kernel.execute("", seconds, expression=begin)
        if (ready.status, ready.answer) != (Status.RAN, "ready"):
            raise NotStarted
        yield kernel


class Kernel:
    """A Python kernel, and the channel to its client, which is trusted no more than the kernel."""

    def __init__(
        self, process: subprocess.Popen[bytes], channel: socket.socket, memory: float
    ) -> None:
        self._process, self._channel, self._memory = process, channel, memory
        self._received, self._line, self._next_look = 0, bytearray(), 0.0
        self.worked = self.ready = 0.0  # seconds that its processes ran, and stood ready

    def execute(
        self, code: str, seconds: float, *, expression: str | None = None, keep: int | None = None
    ) -> Reply:
        """Run code, and then evaluate an expression; keep so many characters of output, None for none.

        It may use so many seconds of processor time, and last ``PATIENCE`` times as long, besides what
        others ran while it stood ready.
        """
        reply, most = Reply(), seconds
        began, worked, ready = time.monotonic(), self.worked, self.ready
        try:
            self._send([code, expression, [] if keep is None else OUTPUTS])
            while not (reply.replied and reply.idle):
                lines = self._listen()
                if self._received > MOST_TRAFFIC or len(self._line) > LONGEST_LINE:
                    return reply.end(Status.OUTPUT)
                for line in lines:
                    with suppress(Exception):  # whatever is not JSON, or of no known form
                        kind, content = json.loads(line)
                        reply.take(kind, content, keep)
                now = time.monotonic()
                if now > self._next_look:
                    self._next_look = now + LOOK_AT_PROCESSES
                    family = _family(self._process.pid)
                    self.worked = max(self.worked, sum(map(_work_of, family)))
                    self.ready = max(self.ready, sum(queued(one.pid) for one in family))
                    if sum(map(_memory_of, family)) > self._memory:
                        return reply.end(Status.MEMORY)
                waited = as_work(now - began, self.ready - ready)
                reply.seconds = max(self.worked - worked, waited)
                if reply.replied:  # all its outputs are on their way, or lost
                    most = min(most, reply.seconds + GRACE)
                if reply.seconds > most:
                    if reply.replied:
                        return reply.end(Status.OUTPUT)
                    if reply.status is Status.TIMED_OUT:
                        return reply.end(Status.TIMED_OUT)
                    reply.status, most = Status.TIMED_OUT, reply.seconds + GRACE
                    self._send(None)
        except OSError:  # the client has ended, or does not listen
            return reply.end(Status.DIED)
        return reply

    def _send(self, order: object) -> None:
        self._channel.settimeout(SENDING)
        self._channel.sendall(json.dumps(order).encode() + b"\n")

    def _listen(self) -> list[bytearray]:
        """Return the lines that have come, if any have."""
        self._channel.settimeout(LOOK)
        try:
            received = self._channel.recv(2**18)
        except TimeoutError:
            return []
        if not received:
            raise ConnectionError
        self._received += len(received) + SHORTEST * received.count(b"\n")
        self._line += received
        if b"\n" not in received:
            return []
        *lines, self._line = self._line.split(b"\n")
        return lines


def _family(process: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        first = psutil.Process(process)
        return [first, *first.children(recursive=True)]
    return []


def _work_of(process: psutil.Process) -> float:
    """Return the processor time of a process, and of its children that have ended."""
    with suppress(psutil.Error):
        return float(sum(process.cpu_times()[:4]))
    return 0


def _memory_of(process: psutil.Process) -> int:
    """Return the bytes of a process; copies of one share most of what each of them seems to hold."""
    with suppress(psutil.NoSuchProcess):
        try:
            return process.memory_full_info().pss
        except psutil.AccessDenied:  # it hides itself
            return process.memory_info().rss
    return 0


def _start(
    limits: Limits, files: Mapping[str, bytes], confined: bool, stack: ExitStack
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a kernel's client, which starts the kernel, and return it with the channel to it."""
    contents = {f"{WORK}/{name}": content for name, content in files.items()}
    contents[INSIDE] = CLIENT.read_bytes()
    root, lifeline = "", None
    if not confined:
        scratch = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
        root = stack.enter_context(scratch)
    channel, theirs = socket.socketpair()
    stack.enter_context(channel)
    with theirs:
        inside = theirs.fileno()
        # -P: no module of the student's is taken for one of the client's or the kernel's.
        python = [sys.executable, "-P", f"{root}{INSIDE}", str(inside)]
        if root:
            Path(root + WORK).mkdir(parents=True)
            for path, content in contents.items():
                place = Path(root + path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            process = _popen(python, cwd=root + WORK, pass_fds=[inside])
        else:
            if fonts := font_list():
                contents[f"{FONTS}/{fonts.name}"] = fonts.read_bytes()
            path = os.environ.get("PATH", os.defpath)
            with world(limits, contents) as (words, descriptors, lifeline):
                # bubblewrap's own environment can be read inside.
                descriptors.append(inside)
                process = _popen([*words, *python], env={"PATH": path}, pass_fds=descriptors)
    stack.callback(_end, process, lifeline)
    return process, channel


def _popen(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
    silence = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.Popen(words, start_new_session=True, **(options | silence))


def _end(process: subprocess.Popen[bytes], lifeline: socket.socket | None) -> None:
    """End a process and its group; one whose lifeline is closed leaves none behind."""
    if lifeline:
        lifeline.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
