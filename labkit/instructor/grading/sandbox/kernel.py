"""One Python kernel and what it says, of which nothing is trusted: its size and time are bounded."""

import json
import os
import secrets
import shlex
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
import zmq
from jupyter_client.blocking.client import BlockingKernelClient
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg

from labkit.checks.limits import PATIENCE
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

#: A kernel that sends a longer message is cut off. As Python's values it takes a hundred times as much.
LARGEST_MESSAGE = 4_194_304  # 4 MiB
#: So many bytes a kernel may send; short messages count as `SHORTEST` each.
MOST_TRAFFIC = 50_331_648  # 48 MiB
SHORTEST = 4096
#: Seconds between looks at the clock, and at the processes of a kernel.
LOOK = 0.1
LOOK_AT_PROCESSES = 0.5
#: Seconds, counted as all of a kernel's, in which it obeys an interrupt or sends its last outputs.
GRACE = 2.0
#: Seconds in which a kernel's world ends.
END = 5.0
#: Milliseconds in which what is sent to a kernel must be on its way.
SENDING = 2000
#: The kernel's sockets are files, with these numbers at the end of their names.
_NAMES = ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port")
PORTS = {name: number for number, name in enumerate(_NAMES, 1)}
ADDRESS, CONNECTION = f"{SOCKETS}/k", f"{SOCKETS}/connection.json"
# -P and ignore_cwd: no module of the student's is taken for one of the kernel's.
PYTHON = shlex.split("""
-P -m ipykernel_launcher --IPKernelApp.ignore_cwd=True --HistoryManager.enabled=False
""")
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

    def take_reply(self, message: Mapping[str, Any]) -> None:
        """Take in a reply; what is of another form may raise any exception."""
        if message["msg_type"] == "execute_reply":
            self.replied = True
            text = message["content"]["user_expressions"]["answer"]["data"][MIMETYPE]
            self.answer = text if isinstance(text, str) else None

    def take_output(self, message: Mapping[str, Any], keep: int | None) -> None:
        """Take in an output; what is of another form may raise any exception."""
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            self.idle = content["execution_state"] == "idle"
        elif kind in OUTPUTS and keep is not None and self.status is not Status.OUTPUT:
            output = output_from_msg(message)
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
    deadline, key = time.monotonic() + PATIENCE * seconds, secrets.token_hex()

    def wait() -> None:
        if process.poll() is not None or time.monotonic() > deadline:
            raise NotStarted
        time.sleep(0.02)

    with ExitStack() as stack:
        root = ""
        if not confined:
            scratch = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
            root = stack.enter_context(scratch)
        process = _start(limits, files, root, key, stack)
        while not (address := _find_address(process.pid, root)):
            wait()
        kernel = Kernel(process, _connection(address, key), limits.memory, stack)
        # Outputs reach those who are known to listen: ask until one comes.
        while not kernel.brings_outputs():
            wait()
        begin = BEGIN.format(limits.output // 4)
        left = (deadline - time.monotonic()) / PATIENCE
        if kernel.execute("", left, expression=begin).answer != "ready":
            raise NotStarted
        yield kernel


class Kernel:
    """A Python kernel that has started, and the one connection to it."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        connection: dict[str, Any],
        memory: float,
        stack: ExitStack,
    ) -> None:
        self._process, self._memory = process, memory
        self._received, self._next_look = 0, 0.0
        self.worked = 0.0  # seconds of processor time of all its processes
        # A message that never ends is held outside of the sandbox: by this process.
        self._own, self._most_own = psutil.Process(), 4 * MOST_TRAFFIC
        self._most_own += self._own.memory_info().rss
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        stack.callback(context.destroy, linger=0)
        context.maxmsgsize = LARGEST_MESSAGE
        context.rcvhwm = 16
        # Where there is nobody to send to, sending waits: for ever, if it is not told how long.
        context.sndtimeo = SENDING
        # What is put in the place of a socket is not spoken to.
        context.reconnect_ivl = -1
        self._client = BlockingKernelClient(context=context)
        self._client.load_connection_info(connection)  # type: ignore[arg-type]  # a dict, as it takes any
        self._client.start_channels(stdin=False, hb=False)
        self._shell = self._client.shell_channel.socket
        self._iopub = self._client.iopub_channel.socket

    def brings_outputs(self) -> bool:
        """Ask the kernel for a sign of life, and tell whether an output comes."""
        with suppress(zmq.Again):
            self._client.kernel_info()
        return bool(self._iopub.poll(200))

    def execute(
        self, code: str, seconds: float, *, expression: str | None = None, keep: int | None = None
    ) -> Reply:
        """Run code, and then evaluate an expression; keep so many characters of output, None for none.

        It may use so many seconds of processor time, and last ``PATIENCE`` times as long.
        """
        reply, most = Reply(), seconds
        began, worked = time.monotonic(), self.worked
        try:
            request = self._client.execute(
                code,
                store_history=bool(code),
                user_expressions={"answer": expression} if expression else {},
                allow_stdin=False,
                stop_on_error=False,
            )
        except zmq.Again:
            return reply.end(Status.DIED)
        while not (reply.replied and reply.idle):
            is_heard = self._listen(request, reply, keep)
            now = time.monotonic()
            if self._received > MOST_TRAFFIC or self._own.memory_info().rss > self._most_own:
                return reply.end(Status.OUTPUT)
            if not is_heard and self._process.poll() is not None:
                return reply.end(Status.DIED)
            if now > self._next_look:
                self._next_look = now + LOOK_AT_PROCESSES
                family = _family(self._process.pid)
                self.worked = max(self.worked, sum(map(_work_of, family)))
                if sum(map(_memory_of, family)) > self._memory:
                    return reply.end(Status.MEMORY)
            reply.seconds = max(self.worked - worked, (now - began) / PATIENCE)
            if reply.replied:  # all its outputs are on their way, or lost
                most = min(most, reply.seconds + GRACE)
            if reply.seconds > most:
                if reply.replied:
                    return reply.end(Status.OUTPUT)
                if reply.status is Status.TIMED_OUT:
                    return reply.end(Status.TIMED_OUT)
                reply.status, most = Status.TIMED_OUT, reply.seconds + GRACE
                with suppress(zmq.Again):
                    interrupt = self._client.session.msg("interrupt_request", content={})
                    self._client.control_channel.send(interrupt)
        return reply

    def _listen(self, request: str, reply: Reply, keep: int | None) -> bool:
        """Take in what belongs to a request, and tell whether anything came."""
        ready = zmq.select([self._shell, self._iopub], [], [], LOOK)[0]
        for source in ready:
            frames = source.recv_multipart()
            self._received += max(SHORTEST, sum(map(len, frames)))
            with suppress(Exception):  # whatever is no message, or of no known form
                _, frames = self._client.session.feed_identities(frames)
                message = self._client.session.deserialize(frames)
                if message["parent_header"]["msg_id"] != request:
                    continue
                if source is self._shell:
                    reply.take_reply(message)
                else:
                    reply.take_output(message, keep)
        return bool(ready)


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


def _connection(address: str, key: str) -> dict[str, Any]:
    return {"transport": "ipc", "ip": address, "key": key, **PORTS}


def _start(
    limits: Limits, files: Mapping[str, bytes], root: str, key: str, stack: ExitStack
) -> subprocess.Popen[bytes]:
    """Start a kernel's process: confined, or, if there is a root, unconfined in that folder."""
    contents = {CONNECTION: json.dumps(_connection(f"{root}{ADDRESS}", key)).encode()}
    contents |= {f"{WORK}/{name}": content for name, content in files.items()}
    python = [sys.executable, *PYTHON, "-f", f"{root}{CONNECTION}"]
    if root:
        Path(root + WORK).mkdir(parents=True)
        for path, content in contents.items():
            place = Path(root + path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        process, lifeline = _popen(python, cwd=root + WORK), None
    else:
        if fonts := font_list():
            contents[f"{FONTS}/{fonts.name}"] = fonts.read_bytes()
        path = os.environ.get("PATH", os.defpath)
        with world(limits, contents) as (words, descriptors, lifeline):
            # bubblewrap's own environment can be read inside.
            process = _popen([*words, *python], env={"PATH": path}, pass_fds=descriptors)
    stack.callback(_end, process, lifeline)
    return process


def _popen(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
    silence = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.Popen(words, start_new_session=True, **(options | silence))


def _find_address(process: int, root: str) -> str | None:
    """Return where a kernel's sockets are, once it listens to all of them."""
    # If it is confined, only processes inside can name these files: go through one of them.
    roots = [root] if root else [f"/proc/{one.pid}/root" for one in _family(process)]
    for each in roots:
        if all(_listens(f"{each}{ADDRESS}-{port}") for port in PORTS.values()):
            return f"{each}{ADDRESS}"
    return None


def _listens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


def _end(process: subprocess.Popen[bytes], lifeline: socket.socket | None) -> None:
    """End a process and its group; one whose lifeline is closed leaves none behind."""
    if lifeline:
        lifeline.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
