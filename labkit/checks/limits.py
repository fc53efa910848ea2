"""A limit of time for code that students wrote: a loop that never ends is ended."""

import _thread
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Self

#: Code that a busy machine keeps waiting, or that sleeps, gets so many times its seconds.
PATIENCE = 3
#: Seconds between looks at the clock and the memory.
LOOK = 0.05
#: After so many interrupts they may come at once.
GENTLE = 10
#: Windows has no clock that rings: there, a thread asks for a signal that nothing else here uses.
SIGNAL = signal.SIGABRT if sys.platform == "win32" else signal.SIGALRM


class TimeIsUp(BaseException):
    """Not an Exception, so that ``except Exception`` lets it pass."""


class TimeLimit:
    """Raise TimeIsUp in a ``with`` statement that takes too many seconds, or too much memory.

    What catches TimeIsUp, with a bare ``except:``, is interrupted again and again. ``expired`` tells
    of either limit afterwards, and ``full`` of the memory, which `is_full` looks at. A single call of a
    function in C, as ``sum(range(10**12))``, cannot be interrupted, and on Windows ``time.sleep``
    cannot either; there is no limit outside the main thread.

    Examples
    --------
    >>> with TimeLimit(10) as limit:
    ...     result = max(3, 4)
    >>> limit.expired
    False
    """

    def __init__(self, seconds: float, is_full: Callable[[], bool] = lambda: False) -> None:
        self.expired = self.full = self._ended = False
        self._seconds, self._is_full, self._times = seconds, is_full, 0

    def __enter__(self) -> Self:
        """Start the clock."""
        self._began, self._worked = time.monotonic(), time.process_time()
        self._here = threading.current_thread() is threading.main_thread()
        if self._here:
            self._before = signal.signal(SIGNAL, self._ring)
            self._ring_in(LOOK)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        """Stop the clock, and suppress TimeIsUp."""
        self._ended = True
        if self._here:
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
            self.full = self._is_full()
            self.expired = self.full or self._is_late()
        self._times += self.expired
        # What catches TimeIsUp is interrupted again, at odd moments: one of them falls outside its
        # ``try``. The first leave time for what Python has to tell of one that fell into a finalizer.
        soonest = -5 if self._times > GENTLE else -2
        self._ring_in(10 ** random.uniform(soonest, -1.5) if self.expired else LOOK)
        if self.expired and frame and frame.f_code.co_filename != __file__:
            raise TimeIsUp

    def _is_late(self) -> bool:
        waited, worked = time.monotonic() - self._began, time.process_time() - self._worked
        needed = PATIENCE if worked < 0.8 * self._seconds else 1
        return waited >= needed * self._seconds
