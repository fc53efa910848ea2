"""A limit of memory for code that students wrote: a list of all 2^40 ways fills any computer."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psutil

#: So much more than before an answer may take; less where the computer has not twice as much.
MOST = 2**30
#: So much it may always take.
LEAST = 2**27
#: What a process reserves beyond that, as a library does for each of its threads, is not used yet.
RESERVED = 2**31


def _allowed() -> int:
    return max(LEAST, min(MOST, psutil.virtual_memory().available // 2))


def memory_watch() -> Callable[[], bool]:
    """Return a function that tells whether this process takes too much more than it does now.

    Examples
    --------
    >>> is_full = memory_watch()
    >>> is_full()
    False
    """
    process = psutil.Process()
    most = process.memory_info().rss + _allowed()
    return lambda: bool(process.memory_info().rss > most)


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Let far too much memory be a MemoryError within a ``with``, where the system can do that.

    So it is in a single call of a function in C, too, as ``list(itertools.product("01", repeat=40))``:
    there, no watch gets to look.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = psutil.Process().memory_info().vms + _allowed() + RESERVED
    limit = most if soft == resource.RLIM_INFINITY else min(most, soft)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
