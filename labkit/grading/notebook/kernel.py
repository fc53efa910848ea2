"""One Python kernel and what it says, of which nothing is trusted.

The process may be confined. Its messages are taken in with bounds on their
size and number, and on the time that each request may take; whatever does not
read as a message is passed over.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path

import nbformat
import psutil
import zmq
from jupyter_client import BlockingKernelClient
from nbformat.v4 import new_output, output_from_msg
from zmq.utils.monitor import recv_monitor_message

from labkit.checks.plain_data import MIMETYPE
from labkit.grading.notebook.confinement import (
    FONTS,
    SOCKETS,
    WORK,
    command,
    font_list,
    plain_files,
)

LARGEST_MESSAGE = 8 * 2**20
"""A kernel that sends a longer one is cut off."""

MOST_TRAFFIC = 48 * 2**20
"""So many bytes a kernel may send; short messages count as `SHORTEST` each."""

SHORTEST = 4096

GRACE = 2
"""Seconds in which a kernel is to obey an interrupt, and in which outputs may follow a reply."""

LOOK = 0.25
"""Seconds between looks at the clock and at the memory in use."""

PORTS = {
    name: port
    for port, name in enumerate(("shell_port", "iopub_port", "stdin_port", "control_port"), start=1)
} | {"hb_port": 5}
ADDRESS = "k"
CONNECTION = f"{SOCKETS}/connection.json"

LEFT_OUT = new_output("stream", name="stderr", text="[The rest of the output is left out.]\n")


class NotStarted(Exception):
    """A kernel did not start."""


@dataclass
class Execution:
    """What became of a request.

    Attributes
    ----------
    ending : str
        "done"; "late" if it had to be interrupted. Else the kernel is lost:
        "stuck" after an interrupt that it did not obey, "died", "memory",
        "flood" of messages.
    outputs : list
        nbformat's outputs.
    answer : str or None
        What the kernel handed over.
    kept : int
        Characters that the outputs take.
    cut : bool
        Whether there was more output than was to be kept.
    """

    ending: str = "done"
    outputs: list = field(default_factory=list)
    answer: str | None = None
    kept: int = 0
    cut: bool = False

    @property
    def lost(self):
        return self.ending not in ("done", "late")


class Kernel:
    """A Python kernel; use it in a ``with`` statement, or close it.

    Parameters
    ----------
    limits : confinement.Limits
    files : path, optional
        A folder, whose plain files are copied into the working folder.
    folder : path, optional
        The working folder itself, of a kernel that is not confined.
    confined : bool
    seconds : float
        How long it may take to start.

    Raises
    ------
    NotStarted
    """

    def __init__(self, limits, files=None, folder=None, *, confined=True, seconds=60):
        self.limits = limits
        self.received = 0
        self._confined = confined
        self._next_look = 0
        self._scratch = self._process = self._client = None
        self._context = zmq.Context()
        try:
            self._start(files, folder, confined, time.monotonic() + seconds)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    # --- start and end

    def _start(self, files, folder, confined, deadline):
        key = secrets.token_hex(32)
        start = self._start_confined if confined else self._start_here
        connection = start(files, folder, key, deadline)
        while not _answers(connection):
            self._pause(deadline)
        # Connected once and never again: who sends too long a message is cut
        # off, and a socket that student's code puts in the place of the
        # kernel's is not spoken to.
        self._context.setsockopt(zmq.MAXMSGSIZE, LARGEST_MESSAGE)
        self._context.setsockopt(zmq.RCVHWM, 16)
        self._context.setsockopt(zmq.RECONNECT_IVL, -1)
        self._client = BlockingKernelClient(context=self._context)
        self._client.load_connection_info(connection)
        self._client.start_channels(stdin=False, hb=False)
        self._shell = self._client.shell_channel.socket
        self._iopub = self._client.iopub_channel.socket
        self._lines = [s.get_monitor_socket(zmq.EVENT_DISCONNECTED) for s in self._sockets()]
        self._poller = zmq.Poller()
        for source in (self._shell, self._iopub, *self._lines):
            self._poller.register(source, zmq.POLLIN)
        self._wait_for_outputs(deadline)
        prints = max(1, int(self.limits.output) // 4)
        begun = self.execute(
            "",
            deadline - time.monotonic(),
            expression=f"__import__('labkit.checks.in_kernel', fromlist=['*']).begin({prints})",
        )
        if begun.answer != "ready":
            raise NotStarted

    def _sockets(self):
        return self._shell, self._iopub

    def _start_confined(self, files, folder, key, deadline):
        connection = _connection(f"{SOCKETS}/{ADDRESS}", key)
        with ExitStack() as stack:
            written = stack.enter_context(tempfile.TemporaryFile())
            written.write(dumps(connection).encode())
            written.seek(0)
            given = [(written.fileno(), CONNECTION)]
            if fonts := font_list():
                opened = stack.enter_context(fonts.open("rb"))
                given.append((opened.fileno(), f"{FONTS}/{fonts.name}"))
            for descriptor, name in plain_files(files, self.limits.file_size) if files else ():
                stack.callback(os.close, descriptor)
                given.append((descriptor, f"{WORK}/{name}"))
            # bubblewrap's own environment can be read inside.
            self._run(
                command(self.limits, given) + _python(CONNECTION),
                env={"PATH": os.environ.get("PATH", os.defpath)},
                pass_fds=[descriptor for descriptor, _ in given],
            )
        while not (root := self._root()):
            self._pause(deadline)
        return connection | {"ip": f"{root}{SOCKETS}/{ADDRESS}"}

    def _root(self):
        """Find the root of the file systems inside.

        The kernel's sockets are files that only processes inside can name;
        from here they are reached through one of these processes.
        """
        with suppress(psutil.Error):
            for process in psutil.Process(self._process.pid).children(recursive=True):
                root = f"/proc/{process.pid}/root"
                if os.path.exists(root + CONNECTION):
                    return root
        return None

    def _start_here(self, files, folder, key, deadline):
        self._scratch = tempfile.mkdtemp(prefix="labkit-")
        connection = _connection(f"{self._scratch}/{ADDRESS}", key)
        if os.name != "posix":
            connection |= {"transport": "tcp", "ip": "127.0.0.1"} | _free_ports()
        path = Path(self._scratch, "connection.json")
        path.touch(mode=0o600)
        path.write_text(dumps(connection))
        if folder is None:
            folder = Path(self._scratch, "work")
            folder.mkdir()
            for descriptor, name in plain_files(files, self.limits.file_size) if files else ():
                with open(descriptor, "rb") as source, (folder / name).open("wb") as target:
                    shutil.copyfileobj(source, target)
        self._run(_python(path), cwd=folder, env={**os.environ, "JPY_PARENT_PID": str(os.getpid())})
        return connection

    def _run(self, words, **options):
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(
            words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, **options
        )

    def _pause(self, deadline):
        if self._process.poll() is not None or time.monotonic() > deadline:
            raise NotStarted
        time.sleep(0.02)

    def _wait_for_outputs(self, deadline):
        # Outputs reach those who are known to listen: ask until one comes.
        while True:
            self._client.kernel_info()
            if self._iopub.poll(200):
                return
            self._pause(deadline)

    def close(self):
        """End the kernel, and every process inside with it."""
        if self._process:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                self._process.kill()
            self._process.wait()
        if self._client:
            for source in self._sockets():
                source.disable_monitor()
            self._client.stop_channels()
        self._context.destroy(linger=0)
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)

    # --- requests

    def execute(self, code, seconds, *, expression=None, keep=0):
        """Run code.

        Parameters
        ----------
        code : str
        seconds : float
        expression : str, optional
            Evaluated afterwards; a text that it hands over is the answer.
        keep : int
            Characters of output to keep.

        Returns
        -------
        Execution
        """
        request = self._client.execute(
            code,
            store_history=bool(code),
            user_expressions={"answer": expression} if expression else {},
            allow_stdin=False,
            stop_on_error=False,
        )
        waiting = _Waiting(request, keep)
        deadline = time.monotonic() + seconds
        interrupted = False
        while not waiting.over():
            trouble = self._listen(waiting)
            if trouble is None and time.monotonic() > deadline and not waiting.replied:
                if interrupted:
                    trouble = "stuck"
                else:
                    self._interrupt()
                    interrupted, deadline = True, time.monotonic() + GRACE
            if trouble:
                return waiting.execution(trouble)
        return waiting.execution("late" if interrupted else "done")

    def _interrupt(self):
        message = self._client.session.msg("interrupt_request", content={})
        self._client.control_channel.send(message)

    def _listen(self, waiting):
        """Take in what comes; give the kernel's trouble, if it has one."""
        until = time.monotonic() + LOOK
        while (left := until - time.monotonic()) > 0 and not waiting.over():
            ready = dict(self._poller.poll(1000 * left))
            for source in (self._iopub, self._shell):
                if source in ready:
                    self._take(source, waiting)
            if self.received > MOST_TRAFFIC:
                return "flood"
            if any(line in ready for line in self._lines):
                return self._cut_off(ready)
        return "memory" if self._takes_too_much() else None

    def _cut_off(self, ready):
        for line in self._lines:
            if line in ready:
                recv_monitor_message(line)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LOOK)
        return "flood" if self._process.poll() is None else "died"

    def _take(self, source, waiting):
        frames = source.recv_multipart()
        self.received += max(SHORTEST, sum(map(len, frames)))
        if not any(waiting.request.encode() in frame for frame in frames):
            return  # of an earlier request
        with suppress(Exception):  # whatever is no message, or of no known form
            _, frames = self._client.session.feed_identities(frames)
            message = self._client.session.deserialize(frames)
            if message["parent_header"]["msg_id"] == waiting.request:
                take = waiting.reply if source is self._shell else waiting.output
                take(message["msg_type"], message["content"], message)

    def _takes_too_much(self):
        """Whether all processes of a confined kernel together hold too much memory."""
        if not self._confined:
            return False
        processes = []
        with suppress(psutil.Error):
            processes = psutil.Process(self._process.pid).children(recursive=True)
        total = _sum(processes, lambda process: process.memory_info().rss)
        if total <= self.limits.memory or time.monotonic() < self._next_look:
            return False
        # Copies of one process share most of what each of them seems to hold;
        # to find out how much takes a while.
        self._next_look = time.monotonic() + 4 * LOOK
        return _sum(processes, lambda process: process.memory_full_info().pss) > self.limits.memory


def _sum(processes, memory):
    total = 0
    for process in processes:
        with suppress(psutil.Error):  # it has ended meanwhile
            total += memory(process)
    return total


class _Waiting:
    """A request that waits for its reply, and the outputs that come meanwhile."""

    def __init__(self, request, keep):
        self.request = request
        self.replied = None
        self._keep = keep
        self._kept = 0
        self._outputs = []
        self._answer = None
        self._idle = self._clear = self._cut = False

    def execution(self, ending):
        return Execution(ending, self._outputs, self._answer, self._kept, self._cut)

    def over(self):
        return self.replied and (self._idle or time.monotonic() - self.replied > GRACE)

    def reply(self, kind, content, message):
        if kind == "execute_reply":
            self.replied = time.monotonic()
            text = content["user_expressions"]["answer"]["data"][MIMETYPE]
            self._answer = text if isinstance(text, str) else None

    def output(self, kind, content, message):
        if kind == "status":
            self._idle = content["execution_state"] == "idle"
        elif kind == "clear_output":
            self._clear = True
            if not content.get("wait"):
                self._begin_again()
        elif kind in ("stream", "display_data", "execute_result", "error") and not self._cut:
            output = output_from_msg(message)
            nbformat.validate(output, ref="output", version=4)
            self._begin_again()
            self._add(output)

    def _begin_again(self):
        if self._clear:
            self._clear = False
            self._outputs.clear()

    def _add(self, output):
        size = len(dumps(output))
        if self._kept + size > self._keep:
            self._cut = True
            if output.output_type == "stream":
                output.text = output.text[: max(0, self._keep - self._kept)]
                self._outputs.append(output)
            self._outputs.append(LEFT_OUT.copy())
            size = self._keep - self._kept
        elif self._continues(output):
            self._outputs[-1].text += output.text
        else:
            self._outputs.append(output)
        self._kept += size

    def _continues(self, output):
        last = self._outputs[-1] if self._outputs else None
        return (
            last is not None
            and last.output_type == output.output_type == "stream"
            and last.name == output.name
        )


def _python(connection):
    # -P and ignore_cwd: no module of the student's is taken for one of the kernel's.
    return [
        *(sys.executable, "-P", "-m", "ipykernel_launcher", "-f", str(connection)),
        *("--IPKernelApp.ignore_cwd=True", "--HistoryManager.enabled=False"),
    ]


def _connection(address, key):
    return PORTS | {
        "transport": "ipc",
        "ip": address,
        "key": key,
        "signature_scheme": "hmac-sha256",
        "kernel_name": "python3",
    }


def _free_ports():
    probes = {name: socket.create_server(("127.0.0.1", 0)) for name in PORTS}
    ports = {name: probe.getsockname()[1] for name, probe in probes.items()}
    for probe in probes.values():
        probe.close()
    return ports


def _answers(connection):
    return all(_listens(connection, name) for name in ("shell_port", "iopub_port", "control_port"))


def _listens(connection, name):
    if connection["transport"] == "tcp":
        family, address = socket.AF_INET, (connection["ip"], connection[name])
    else:
        family, address = socket.AF_UNIX, f"{connection['ip']}-{connection[name]}"
    with socket.socket(family, socket.SOCK_STREAM) as probe, suppress(OSError):
        probe.connect(address)
        return True
    return False
