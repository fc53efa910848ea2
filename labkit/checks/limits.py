"""Limits of time and memory for code that students wrote, which goes on as long as it is let."""

import ctypes
import dis
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from types import CodeType, FrameType, TracebackType
from typing import Any, Self

#: On a busy machine code that works all the time gets so many times its seconds.
PATIENCE = 3
#: Code that hardly works for so many seconds sleeps; for fewer, the machine may be busy.
TO_WAKE = 3
#: Seconds after which it is looked again how much memory the code takes.
TO_LOOK = 0.05
#: After so many interrupts that the code swallowed it is stopped outside of its ``try``.
SWALLOWED = 3
#: After so many they come more and more slowly.
PROMPT = 10


class TimeIsUp(BaseException):
    """The time is up: no Exception, so that ``except Exception`` lets it pass."""


class TimeLimit:
    """Raise TimeIsUp in a ``with`` statement that takes too many seconds, or too much memory.

    Time in which a busy machine keeps the code waiting does not count, up to a limit. What swallows
    TimeIsUp, with a bare ``except:``, is interrupted again and again; ``expired`` tells of it when
    that has come to an end, and ``full`` if it was for the memory, which `is_full` looks at. A
    single call of a function in C, as ``sum(range(10**12))``, cannot be interrupted: Python looks
    at nothing else before that is done. On Windows, and in another thread than the first, this
    holds for ``time.sleep`` and ``input`` too.

    Examples
    --------
    >>> with TimeLimit(10) as limit:
    ...     result = max(3, 4)
    >>> limit.expired
    False
    """

    def __init__(self, seconds: float, is_full: Callable[[], bool] = lambda: False) -> None:
        self.expired = self.full = False
        self._seconds, self._is_full = seconds, is_full
        self._times = 0
        self._ended = False

    def __enter__(self) -> Self:
        """Start the clock."""
        self._frame = sys._getframe(1)
        self._traced, self._profiled = sys.gettrace(), sys.getprofile()
        self._began, self._worked = time.monotonic(), time.process_time()
        self._by_signal = hasattr(signal, "setitimer") and (
            threading.current_thread() is threading.main_thread()
        )
        if self._by_signal:
            self._before = signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, min(self._seconds, TO_LOOK))
        else:
            self._over = threading.Event()
            self._watch = threading.Thread(
                target=self._wait_and_raise, args=(threading.get_ident(),), daemon=True
            )
            self._watch.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Stop the clock, and keep a TimeIsUp to ourselves."""
        self._ended = True
        if self._times > SWALLOWED:
            sys.settrace(self._traced)
            sys.setprofile(self._profiled)
        if self._by_signal:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        else:
            self._stop_watching()
        return isinstance(error, TimeIsUp)

    def _stop_watching(self) -> None:
        while self._watch.is_alive():
            with suppress(TimeIsUp):  # the last of them may come as late as here
                self._over.set()
                self._watch.join()
        # One that is still on its way is met here. Where it is only taken back, Python 3.11 goes on
        # looking for it, and for ever when it follows code line by line.
        with suppress(TimeIsUp):
            _raise_in(threading.get_ident(), TimeIsUp)
            while True:
                pass

    def _left(self) -> float:
        """Give the seconds that are left before one has to look again, 0 if the time is up."""
        if self.expired:
            return 0
        self.full = self._is_full()
        return 0 if self.full else min(TO_LOOK, self._time_left())

    def _time_left(self) -> float:
        waited, worked = time.monotonic() - self._began, time.process_time() - self._worked
        asleep = waited >= max(self._seconds, TO_WAKE) and worked <= 0.05 * waited
        if asleep or (waited >= self._seconds and worked >= 0.8 * self._seconds):
            return 0
        left = min(self._seconds * PATIENCE - waited, max(0.05, self._seconds - worked))
        return left if left > 0.001 else 0  # a clock set to less than a microsecond never rings

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._ended:  # rung before the clock stood still, heard after
            return
        if _is_ours(frame):  # what is done here is done in a moment, and to its end
            signal.setitimer(signal.ITIMER_REAL, 0.005)
            return
        left = self._left()
        signal.setitimer(signal.ITIMER_REAL, left or self._next())
        if left:
            return
        self.expired = True
        self._times += 1
        if self._times > SWALLOWED:
            self._trace(frame)
        raise TimeIsUp

    def _next(self) -> float:
        """Give the seconds to the next interrupt of what has swallowed the ones before.

        They come at odd moments, so that not all of them fall into the same ``try``, and ever more
        slowly: on a busy machine, what somebody does about each (Python tells of one that fell
        into a finalizer) has to come to its end before the next.
        """
        return random.uniform(0.005, 0.02) * min(max(1, self._times - PROMPT), 50)

    def _trace(self, frame: FrameType | None) -> None:
        """Follow the code line by line, to a line where no ``except`` and no ``finally`` is near."""
        inner = frame
        while frame and frame is not self._frame:
            frame.f_trace = self._step
            frame = frame.f_back
        if inner is not self._frame:
            sys.settrace(self._step)
            sys.setprofile(self._returning)

    def _step(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line" and not _is_ours(frame) and not _is_in_try(frame):
            raise TimeIsUp
        return self._step

    def _returning(self, frame: FrameType, event: str, argument: Any) -> None:
        # Python takes no more steps with who has raised an error; the caller may have its own try.
        if event == "return" and sys.gettrace() != self._step:
            self._trace(frame.f_back)

    def _wait_and_raise(self, thread: int) -> None:
        left = min(self._seconds, TO_LOOK)
        while not self._over.wait(left or random.uniform(0.005, 0.02)):
            left = self._left()
            if not left:
                self.expired = True
                _raise_in(thread, TimeIsUp)


def _is_ours(frame: FrameType | None) -> bool:
    """Tell whether it is this module that is at work, and not the code with the limit."""
    return frame is not None and frame.f_code.co_filename == __file__


def _is_in_try(frame: FrameType) -> bool:
    """Tell whether a function may go on after an error in the line where it is."""
    at = frame.f_lasti
    starts, entries = _handlers(frame.f_code)
    while entry := next((e for e in entries if e.start <= at < e.end), None):
        if entry.target in starts:
            return True
        at = entry.target  # what tidies up after ``except``, and raises the error again
    return False


@lru_cache(64)  # it is asked at each line that is run
def _handlers(code: CodeType) -> tuple[set[int], list[Any]]:
    """Say where a function's ``except`` and ``finally`` begin, and what leads to them."""
    starts = {step.offset for step in dis.get_instructions(code) if step.opname == "PUSH_EXC_INFO"}
    return starts, list(dis.Bytecode(code).exception_entries)  # type: ignore[attr-defined]


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Let a thread raise an error at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
