"""Call a function on a student's data in a process of its own, which is ended at its deadline.

A server, one for each call at a time, imports the course's code once; each call is a fork of it.
"""

import atexit
import gc
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection, Pipe, wait
from types import GenericAlias
from typing import Any, TypeVar, get_type_hints

import psutil
from pydantic import TypeAdapter

from labkit.checks.limits import LOOK, MOST_PATIENCE, bounded_memory
from labkit.instructor.grading.judging.record import as_json

Value = TypeVar("Value")

#: Libraries that would start threads, which a fork of the server would lack.
_SINGLE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_START = "from labkit.instructor.grading.judging.child import serve; serve({})"


class OverBounds(ValueError):
    """A call took too much time or memory, and was ended."""

    seconds = 0.0  # of processor time, or a share of those by the clock


@dataclass(frozen=True)
class _Failed:
    """How a call failed, raised where it was called."""

    kind: str
    words: str
    seconds: float = 0

    def error(self) -> Exception:
        if self.kind == "OverBounds":
            over = OverBounds(self.words)
            over.seconds = self.seconds
            return over
        if self.kind == "ValueError":
            return ValueError(self.words)
        return RuntimeError(f"{self.kind}: {self.words}"[:1000])


def in_child(
    function: Callable[..., Value],
    *arguments: Any,
    seconds: float = 10,
    limit_memory: bool = True,
    first: Callable[[], object] | None = None,
) -> Value:
    """Return what a function of a module gives, or raise OverBounds, its ValueError or a RuntimeError.

    What it gives comes as JSON, and is read as the type that its annotation says. It may use so many
    seconds of processor time, and last ``MOST_PATIENCE`` times as long. `first` is called before it, and
    trusted: what it loads stays for later calls.
    """
    server = _idle_server()
    _busy.append(server)
    try:
        reply = server.ask(first, partial(function, *arguments), seconds, limit_memory)
    finally:
        _busy.remove(server)
    _idle.append(server)  # not after an interrupt: a later answer would be another call's
    answer = _form_of(function).validate_json(reply)
    if isinstance(answer, _Failed):
        raise answer.error()
    return answer[0]


@cache
def _form_of(function: Callable[..., object]) -> TypeAdapter[Any]:
    """Return the form of what a function gives, alone in a list, or of its failure."""
    given = get_type_hints(function).get("return", Any)
    form: Any = GenericAlias(tuple, given) | _Failed
    return TypeAdapter(form)


class _Server:
    """A server, as the process sees it that calls."""

    def __init__(self) -> None:
        self._line, theirs = Pipe()
        self.process = subprocess.Popen(  # multiprocessing would import the caller's main module
            # -W: students' code has much to be warned of.
            [sys.executable, "-W", "ignore", "-P", "-c", _START.format(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | _SINGLE | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # an interrupt from the terminal is the caller's
        )
        theirs.close()

    def ask(self, *request: Any) -> bytes:
        """Return the answer, as it came."""
        try:
            self._line.send_bytes(pickle.dumps(request))
            return self._line.recv_bytes()
        except (EOFError, ConnectionError):
            self.process.wait()
            raise OSError("the process that was to do it has died; try again") from None


#: Servers without work, and at work.
_idle: list[_Server] = []
_busy: list[_Server] = []


def end_all() -> None:
    """End all calls that go on, in whichever thread: each raises an OSError."""
    for server in list(_busy):
        server.process.terminate()


@atexit.register
def _end_idle() -> None:
    """End the servers without work, with this process: Python warns of what still runs."""
    for server in _idle:
        server.process.terminate()
        server.process.wait()


def _idle_server() -> _Server:
    with suppress(IndexError):
        while True:
            server = _idle.pop()
            if server.process.poll() is None:
                return server
    return _Server()


def serve(descriptor: int) -> None:
    """Answer calls, as a server, until the line is closed or the process is to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    line = Connection(descriptor)
    with suppress(EOFError, OSError):
        while True:
            line.send_bytes(_answer(line, line.recv_bytes()))


def _answer(line: Connection, request: bytes) -> bytes:
    try:
        first, call, seconds, limit_memory = pickle.loads(request)
        if first:
            first()
    except Exception as error:
        return _as_json(_failed(error))
    gc.freeze()  # a collection in a fork would copy the memory of all that is loaded
    reader, writer = Pipe(duplex=False)
    # In the midst of a fork Python ignores what a handler raises: the signal waits.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    child = os.fork()
    if child == 0:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            os.setsid()
            line.close()
            writer.send_bytes(_called(call, limit_memory))
        finally:
            os._exit(0)
    writer.close()
    began, process, worked = time.monotonic(), psutil.Process(child), 0.0
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        # A line that can be read has been closed: nobody waits for the answer.
        while not (ready := wait([reader, line], LOOK)):
            worked = sum(process.cpu_times()[:2])
            if max(worked, (time.monotonic() - began) / MOST_PATIENCE) >= seconds:
                break
        if reader in ready:
            return reader.recv_bytes()
        words = f"working on this notebook took longer than {seconds:g} s of processor time"
        if worked < seconds:
            words = f"working on this notebook took longer than {MOST_PATIENCE * seconds:g} s"
    except EOFError:  # too little memory may end a process without a word
        words = "working on this notebook took too much memory"
    finally:
        reader.close()
        for kill in (os.killpg, os.kill):
            with suppress(OSError):
                kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    seconds = max(worked, (time.monotonic() - began) / MOST_PATIENCE)
    return _as_json(_Failed("OverBounds", words, seconds))


def _called(call: Callable[[], object], limit_memory: bool) -> bytes:
    try:
        with bounded_memory() if limit_memory else nullcontext():
            return _as_json([call()])
    except MemoryError:
        raise
    except Exception as error:
        return _as_json(_failed(error))


def _failed(error: Exception) -> _Failed:
    kind = "ValueError" if isinstance(error, ValueError) else type(error).__name__
    return _Failed(kind, str(error))


def _as_json(answer: object) -> bytes:
    return as_json(answer).encode()
