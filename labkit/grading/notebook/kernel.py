"""One Python kernel and what it says, of which nothing is trusted.

Its messages are taken in with bounds on their size and number, and on the time
that each request may take; whatever does not read as a message is passed over.
"""

import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Self

import zmq
from jupyter_client.blocking.client import BlockingKernelClient
from zmq.utils.monitor import recv_monitor_message

from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.execution import GRACE, OBEY, Ending, Execution, Waiting
from labkit.grading.notebook.files import Copied
from labkit.grading.notebook.process import Confined, Connection, NotStarted, Unconfined

#: A kernel that sends a longer message is cut off.
LARGEST_MESSAGE = 8 * 2**20

#: So many bytes a kernel may send; short messages count as `SHORTEST` each.
MOST_TRAFFIC = 48 * 2**20
SHORTEST = 4096

#: A message that is longer than this is not read if it has so many values: they take a hundred
#: times as much memory as their text. A picture, or an answer, is one value.
LONG_MESSAGE = 2**19
MOST_VALUES = 100_000
TEXTS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

#: So many bytes it may send while nothing is asked of it, in a pause.
MOST_UNASKED = 2 * 2**20

#: Seconds between looks at the clock and at the memory in use; while many short requests come, at
#: least so many between looks at the memory.
LOOK = 0.25
SOON = 0.05

#: Seconds in which what is sent to a kernel must be on its way.
SENDING = 2.0

#: In JupyterLab ``quit()`` ends the kernel a moment after its cell has ended well. Here it does
#: nothing: the answers in its cell and behind it are what is to be marked.
PREPARED = "setattr(get_ipython(), 'ask_exit', lambda: None)"
BEGUN = "__import__('labkit.checks.in_kernel', fromlist=['*']).begin({})"
MENDED = "__import__('labkit.grading.notebook.mending', fromlist=['*']).begin()"


class Kernel:
    """A Python kernel; use it in a ``with`` statement, or close it.

    Parameters
    ----------
    limits : confinement.Limits
        What it may use.
    files : sequence of Copied
        What is copied into the working folder.
    confined : bool
        Whether it is confined.
    seconds : float
        How long it may take to start.

    Raises
    ------
    NotStarted
        If it does not start in time, or ends at once.
    """

    _next_look = 0.0

    def __init__(
        self,
        limits: Limits,
        files: Sequence[Copied] = (),
        *,
        confined: bool = True,
        seconds: float = 60,
    ) -> None:
        deadline = time.monotonic() + seconds
        process = Confined if confined else Unconfined
        with ExitStack() as stack:
            self._process = stack.enter_context(process(secrets.token_hex(32), limits, files))
            connection = self._process.wait_for_connection(deadline)
            self._line = stack.enter_context(_Line(connection))
            self._begin(max(1, int(limits.output) // 4), deadline)
            self._opened = stack.pop_all()

    def _begin(self, prints: int, deadline: float) -> None:
        # Outputs reach those who are known to listen: ask until one comes.
        while not self._line.brings_outputs():
            self._process.pause(deadline)
        begun = self.execute(
            "",
            deadline - time.monotonic(),
            expression=f"[{PREPARED}, {BEGUN.format(prints)}, {MENDED}][1]",
        )
        if begun.answer != "ready":
            raise NotStarted

    def __enter__(self) -> Self:
        """Give the kernel itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the kernel."""
        self.close()

    def close(self) -> None:
        """End the kernel, and every process inside with it."""
        self._opened.close()

    def execute(
        self, code: str, seconds: float, *, expression: str | None = None, keep: int = 0
    ) -> Execution:
        """Run code.

        Parameters
        ----------
        code : str
            A cell's.
        seconds : float
            How long it may take.
        expression : str, optional
            Evaluated afterwards; a text that it hands over is the answer.
        keep : int
            Characters of output to keep.

        Returns
        -------
        Execution
            What became of it.
        """
        request = None if self._has_ended() else self._line.ask(code, expression)
        if request is None:
            return Execution(Ending.DIED, sent=False)
        waiting = Waiting(request, keep)
        deadline = time.monotonic() + seconds
        ending = Ending.DONE
        while not waiting.over:
            trouble = self._listen(waiting)
            late = time.monotonic() > deadline or (waiting.forgotten and ending is Ending.DONE)
            if trouble is None and late and not waiting.replied:
                if ending is Ending.LATE:
                    trouble = Ending.STUCK
                else:
                    self._line.interrupt()
                    ending, deadline = Ending.LATE, time.monotonic() + OBEY
            if trouble:
                return waiting.ended(trouble)
        return waiting.ended(ending)

    def pause(self, seconds: float) -> Ending:
        """Ask nothing for so many seconds, and tell whether the kernel is still of use then."""
        nothing = Waiting(secrets.token_hex(), keep=0)
        until, received = time.monotonic() + seconds, self._line.received
        while (left := until - time.monotonic()) > 0:
            if trouble := self._listen(nothing, left):
                return trouble
            if self._line.received - received > MOST_UNASKED:
                return Ending.FLOOD
        ending = self.execute("", GRACE).ending
        return Ending.STUCK if ending is Ending.LATE else ending

    def _has_ended(self) -> bool:
        self._line.look()
        return self._line.is_cut or self._process.ends_within(0)

    def _listen(self, waiting: Waiting, seconds: float = LOOK) -> Ending | None:
        """Take in what comes; give the kernel's trouble, if it has one."""
        until = time.monotonic() + min(LOOK, seconds)
        while (left := until - time.monotonic()) > 0 and not waiting.over:
            self._line.listen(left, waiting)
            if self._line.received > MOST_TRAFFIC or self._line.left_out:
                return Ending.FLOOD
            if self._line.is_cut:
                # One that ends closes its sockets first; one that lives was cut off for a message.
                return Ending.DIED if self._process.ends_within(GRACE) else Ending.FLOOD
        if time.monotonic() < self._next_look:
            return None
        self._next_look = time.monotonic() + SOON
        return Ending.MEMORY if self._process.takes_too_much() else None


class _Line:
    """The connection to a kernel.

    It is made once and never again: who sends too long a message is cut off,
    and a socket that student's code puts in the place of the kernel's is not
    spoken to.
    """

    def __init__(self, connection: Connection) -> None:
        self.received = 0
        self.left_out = False  # whether a message was not read
        self._context = zmq.Context()
        self._context.setsockopt(zmq.MAXMSGSIZE, LARGEST_MESSAGE)
        self._context.setsockopt(zmq.RCVHWM, 16)
        self._context.setsockopt(zmq.RECONNECT_IVL, -1)
        self._client = BlockingKernelClient(context=self._context)
        self._client.load_connection_info(connection)  # type: ignore[arg-type]  # a dict, as it takes any
        self._client.start_channels(stdin=False, hb=False)
        # Where there is nobody to send to, sending waits: for ever, if it is not told how long.
        for channel in (self._client.shell_channel, self._client.control_channel):
            channel.socket.setsockopt(zmq.SNDTIMEO, int(1000 * SENDING))
        self._shell = self._client.shell_channel.socket
        self._iopub = self._client.iopub_channel.socket
        sockets = self._shell, self._iopub
        self._monitors = [s.get_monitor_socket(zmq.EVENT_DISCONNECTED) for s in sockets]
        self._cut: set[zmq.Socket[bytes]] = set()
        self._poller = zmq.Poller()
        for source in (*sockets, *self._monitors):
            self._poller.register(source, zmq.POLLIN)

    def __enter__(self) -> Self:
        """Give the line itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Hang up."""
        for source in (self._shell, self._iopub):
            source.disable_monitor()
        self._client.stop_channels()
        self._context.destroy(linger=0)

    def brings_outputs(self) -> bool:
        """Ask the kernel for a sign of life, and tell whether an output comes."""
        with suppress(zmq.Again):
            self._client.kernel_info()
        return bool(self._iopub.poll(200))

    @property
    def is_cut(self) -> bool:
        """Whether a connection was closed."""
        return bool(self._cut)

    def look(self) -> None:
        """Take notice of connections that were closed; waits for nothing."""
        for monitor in self._monitors:
            while monitor not in self._cut and monitor.poll(0):
                self._take_event(monitor)

    def _take_event(self, monitor: "zmq.Socket[bytes]") -> None:
        recv_monitor_message(monitor)
        self._cut.add(monitor)

    def ask(self, code: str, expression: str | None) -> str | None:
        """Send code to run; give the id of the request, or None if it cannot be sent."""
        with suppress(zmq.Again):
            return self._client.execute(
                code,
                store_history=bool(code),
                user_expressions={"answer": expression} if expression else {},
                allow_stdin=False,
                stop_on_error=False,
            )
        return None

    def interrupt(self) -> None:
        """Ask the kernel to stop what it does."""
        message = self._client.session.msg("interrupt_request", content={})
        with suppress(zmq.Again):
            self._client.control_channel.send(message)

    def listen(self, seconds: float, waiting: Waiting) -> None:
        """Wait for the kernel to say something, and take in what belongs to a request."""
        ready = dict(self._poller.poll(int(1000 * seconds)))
        for source, take in (
            (self._iopub, waiting.take_output),
            (self._shell, waiting.take_reply),
        ):
            if source in ready:
                self._read(source.recv_multipart(), waiting.request, take)
        for monitor in self._monitors:
            if monitor in ready:
                self._take_event(monitor)

    def _read(
        self, frames: list[bytes], request: str, take: Callable[[dict[str, Any]], None]
    ) -> None:
        self.received += max(SHORTEST, sum(map(len, frames)))
        if not any(request.encode() in frame for frame in frames):
            return  # of an earlier request
        if any(_has_many_values(frame) for frame in frames):
            self.left_out = True
            return
        with suppress(Exception):  # whatever is no message, or of no known form
            _, frames = self._client.session.feed_identities(frames)
            message = self._client.session.deserialize(frames)
            if message["parent_header"]["msg_id"] == request:
                take(message)


def _has_many_values(frame: bytes) -> bool:
    """Tell whether JSON would be many values, without reading it."""
    if len(frame) <= LONG_MESSAGE:
        return False
    rest = TEXTS.sub(b"", frame)
    return sum(rest.count(sign) for sign in (b",", b"[", b"{")) > MOST_VALUES
