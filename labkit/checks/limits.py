"""Limits of time and of memory for code that students wrote: a loop without end is ended."""

import _thread
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Self

import psutil

#: Code that sleeps gets so many times its seconds; so does code that a busy machine keeps waiting, where
#: Linux does not tell for how long: in nanoseconds, the second number in this file of a process.
PATIENCE, QUEUED = 5, "/proc/{}/schedstat"
#: So many times its seconds a run of a notebook may last, for however long it stood ready.
MOST_PATIENCE = 4 * PATIENCE
#: Seconds between looks at the clock and the memory.
LOOK = 0.05
#: So much more memory than before an answer may take; half of what is free, if that is less.
MOST = 2**30
#: What a process reserves beyond that, as a library does for each of its threads, is not used yet.
RESERVED = 2**31
#: Windows has no clock that rings: there, a thread asks for a signal that nothing else here uses.
SIGNAL = signal.SIGABRT if sys.platform == "win32" else signal.SIGALRM


class TimeIsUp(BaseException):
    """Not an Exception, so that ``except Exception`` lets it pass."""


class Limit:
    """Raise TimeIsUp in a ``with`` statement that takes too many seconds, or too much memory.

    What catches TimeIsUp, with a bare ``except:``, is interrupted again and again. ``expired`` tells
    of either limit afterwards, and ``full`` of the memory. A single call of a function in C, as
    ``sum(range(10**12))``, cannot be interrupted, and on Windows ``time.sleep`` cannot either.
    """

    def __init__(self, seconds: float) -> None:
        self.expired = self.full = self._ended = False
        self._seconds = seconds

    def __enter__(self) -> Self:
        """Start the clock."""
        self._began, self._worked = _clock(), time.process_time()
        self._most = psutil.Process().memory_info().rss + _allowed()
        self._before = signal.signal(SIGNAL, self._ring)
        self._ring_in(LOOK)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        """Stop the clock, and suppress TimeIsUp."""
        self._ended = True
        self._ring_in(0)
        signal.signal(SIGNAL, self._before)
        return isinstance(error, TimeIsUp)

    def _ring_in(self, seconds: float) -> None:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds)
        elif seconds:
            threading.Timer(seconds, _thread.interrupt_main, (SIGNAL,)).start()

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._ended:
            return
        if not self.expired:
            waited, worked = _clock() - self._began, time.process_time() - self._worked
            self.full = psutil.Process().memory_info().rss > self._most
            late = max(min(waited, worked), waited / PATIENCE) >= self._seconds
            self.expired = self.full or late
        # What catches TimeIsUp is interrupted again, at odd moments: one of them falls outside its
        # ``try``.
        self._ring_in(10 ** random.uniform(-5, -1.5) if self.expired else LOOK)
        if self.expired and frame and frame.f_code.co_filename != __file__:
            raise TimeIsUp


def _clock() -> float:
    """Return the seconds that went by, but for those that this process stood ready, and others ran."""
    return time.monotonic() - queued()


def queued(process: int | str = "self") -> float:
    """Return for how many seconds a process has stood ready, and others ran; 0 if nobody tells."""
    with suppress(OSError), open(QUEUED.format(process)) as file:
        return int(file.read().split()[1]) / 1e9
    return 0.0


def as_work(seconds: float, ready: float) -> float:
    """Return how many seconds count against a limit, if code waited for a processor during some of them."""
    return max((seconds - ready) / PATIENCE, seconds / MOST_PATIENCE)


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Let far too much memory be a MemoryError within a ``with``, where the system can do that.

    So it is in a single call of a function in C, too, as ``list(itertools.product("01", repeat=40))``:
    there, no ``Limit`` gets to look.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = psutil.Process().memory_info().vms + _allowed() + RESERVED
    if not 0 <= before[0] <= limit:  # -1 for no limit
        resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _allowed() -> int:
    return min(MOST, psutil.virtual_memory().available // 2)
