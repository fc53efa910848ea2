"""Take a step on a student's data in a process of its own, within bounds.

Reading, restoring, judging and making harmless are the course's code; but how long they take, and
how much memory, the student's data decide. So each such step runs in a process that can be ended: it
costs a submission at most its bounds, and never the grader.

A server of this machine, one for each process that asks (and for each of its threads that asks at
the same time), imports the course's code once; every step is a copy of it, made in some
milliseconds, that ends with the step. The servers end with the process that started them, however
that ends. They are started as programs of their own, for Dask's workers may have no other children.
"""

import atexit
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, ParamSpec, TypeVar

from labkit.grading.submission import server as beginning

#: Where there is no fork (Windows), a step runs in the process that asks, without bounds.
POSSIBLE = hasattr(os, "fork")

#: How much longer than its processor time a step may take on a busy machine.
PATIENCE = 6

#: Libraries that would start threads, which a copy of the server would lack.
_SINGLE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

P = ParamSpec("P")
Value = TypeVar("Value")


class Excess(StrEnum):
    """What a step took too much of."""

    TIME = "time"
    MEMORY = "memory"


class OverBounds(ValueError):
    """A step on a student's data came to its bounds, and was ended.

    Parameters
    ----------
    excess : Excess
    bounds : Bounds
    """

    def __init__(self, excess: Excess, bounds: "Bounds") -> None:
        super().__init__(excess, bounds)
        self.excess, self.bounds = excess, bounds

    def __str__(self) -> str:
        """Say it to the marker."""
        if self.excess is Excess.TIME:
            return f"it takes more than {self.bounds.seconds:g} seconds to {self.bounds.doing} it"
        return (
            f"it takes more than {self.bounds.megabytes:,} MB of memory to {self.bounds.doing} it"
        )


@dataclass(frozen=True)
class Bounds:
    """What a step may take.

    Attributes
    ----------
    seconds : float
        Of processor time. On a busy machine it may last `PATIENCE` times as long.
    megabytes : int
        Of memory, besides that of the course's code.
    doing : str
        What the step does with a submission, as a verb: "read".
    """

    seconds: float = 10
    megabytes: int = 1024
    doing: str = "read"


@dataclass(frozen=True)
class _Step:
    """What is asked of a server.

    Attributes
    ----------
    bounds : Bounds
    work : tuple
        A function of a module, and its arguments.
    before : tuple or None
        The same, of trusted data: done in the server itself, so that what it loads is there for all
        later steps.
    """

    bounds: Bounds
    work: tuple[Callable[..., Any], tuple[Any, ...]]
    before: tuple[Callable[..., Any], tuple[Any, ...]] | None


def bounded(
    bounds: Bounds,
    function: Callable[..., Value],
    *arguments: Any,
    before: tuple[Callable[..., Any], tuple[Any, ...]] | None = None,
) -> Value:
    """Call a function on a student's data, in a process that is ended at its bounds.

    A step that takes another one takes it itself, within its own bounds.

    Parameters
    ----------
    bounds : Bounds
        What it may take.
    function : callable
        A function of a module, of the course's code.
    *arguments
        Plain enough to be pickled, as is what the function gives.
    before : tuple, optional
        A function and its arguments, of trusted data only, to be called first and without bounds.
        What it keeps in a cache is there in later calls.

    Returns
    -------
    object
        What the function gives.

    Raises
    ------
    OverBounds
        If it took too much.
    Exception
        Whatever the function raises.

    Examples
    --------
    >>> bounded(Bounds(), sorted, [2, 1])
    [1, 2]
    """
    if _inside or not POSSIBLE:
        if before:
            before[0](*before[1])
        return function(*arguments)
    step = pickle.dumps(_Step(bounds, (function, arguments), before))
    server = _taken_out()
    try:
        excess, value = server.ask(step)
    except BaseException:  # also an interrupt: an answer that comes later would be another's
        server.close()
        raise
    _put_back(server)
    if excess:
        raise OverBounds(excess, bounds)
    if isinstance(value, _Raised):
        raise value.error
    given: Value = value
    return given


@dataclass(frozen=True)
class _Raised:
    error: Exception


class _Server:
    """A server, as the process sees it that asks."""

    def __init__(self) -> None:
        self._line, theirs = Pipe()
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", beginning.__file__, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | _SINGLE | {"PYTHONPATH": paths},
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def ask(self, step: bytes) -> tuple[Excess | None, Any]:
        """Have a step taken; give what it took too much of, or what it gave."""
        self._line.send_bytes(step)
        answer: tuple[Excess | None, Any] = pickle.loads(self._line.recv_bytes())
        return answer

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the server, and its step."""
        self._line.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
            return
        self._process.kill()
        self._process.wait()


_lock = threading.Lock()
#: The servers that wait, and the process whose they are: a copy of it has to start its own.
_idle: list[_Server] = []
_owner = os.getpid()

#: Whether this process is a copy that takes a step.
_inside = False


def _taken_out() -> _Server:
    global _owner
    with _lock:
        if _owner != os.getpid():
            _idle.clear()
            _owner = os.getpid()
        while _idle:
            server = _idle.pop()
            if server.is_alive():
                return server
            server.close()
    return _Server()


def _put_back(server: _Server) -> None:
    with _lock:
        _idle.append(server)


@atexit.register
def _close_all() -> None:
    while _owner == os.getpid() and _idle:
        _idle.pop().close()


# --- in the server


def serve(descriptor: int) -> None:
    """Take the steps that are asked for, until nobody is there to ask.

    Parameters
    ----------
    descriptor : int
        Of the pipe by which they are asked for.
    """
    line = Connection(descriptor)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            asked = line.recv_bytes()
            try:
                with beginning.watched(descriptor):
                    step = pickle.loads(asked)  # which imports the function's module, once
                    if step.before:
                        step.before[0](*step.before[1])
            except Exception as error:
                line.send_bytes(_written(None, _Raised(_portable(error))))
                continue
            # What is there already is not looked through in the copies: that would copy its memory.
            gc.freeze()
            line.send_bytes(_in_a_copy(step, line))


def _in_a_copy(step: _Step, line: Connection) -> bytes:
    """Take a step in a copy of this process; give the answer, as bytes."""
    reader, writer = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        try:
            line.close()
            _work(step, writer)
        finally:
            os._exit(1)
    writer.close()
    with reader:
        # A line that can be read has been closed: nobody waits for the answer any more.
        ready = wait([reader, line], timeout=PATIENCE * step.bounds.seconds + 1)
        if reader not in ready:
            os.kill(child, signal.SIGKILL)
        with suppress(EOFError, OSError):
            answer = reader.recv_bytes()
            os.waitpid(child, 0)
            return answer
    status = os.waitpid(child, 0)[1]
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
    return _written(Excess.TIME if late else Excess.MEMORY)


def _work(step: _Step, writer: Connection) -> None:
    global _inside
    _inside = True
    _limit(step.bounds)
    function, arguments = step.work
    try:
        answer = _written(None, function(*arguments))
    except MemoryError:
        answer = _written(Excess.MEMORY)
    except Exception as error:
        answer = _written(None, _Raised(_portable(error)))
    writer.send_bytes(answer)
    writer.close()
    os._exit(0)


def _limit(bounds: Bounds) -> None:
    import resource  # which Windows lacks

    def limit(what: int, most: int) -> None:
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))

    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, max(1, round(time.process_time() + bounds.seconds)))
    with suppress(OSError, ValueError):  # macOS does not tell, and would not obey
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[0])
        limit(resource.RLIMIT_AS, pages * resource.getpagesize() + (bounds.megabytes << 20))


def _written(excess: Excess | None, value: object = None) -> bytes:
    return pickle.dumps((excess, value))


def _portable(error: Exception) -> Exception:
    """Give an error that can be sent: itself, or one of its words."""
    try:
        return error if type(pickle.loads(pickle.dumps(error))) is type(error) else Exception(error)
    except Exception:  # pickle's errors are of many kinds
        return RuntimeError(f"{type(error).__name__}: {error}"[:1000])
