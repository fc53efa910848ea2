"""A limit of memory for code that students wrote: a list of all 2^40 ways fills any computer."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

#: So much more than before an answer may take; less where the computer has not twice as much.
MOST = 2**30
#: So much it may always take.
LEAST = 2**27
#: What a process reserves beyond that, as a library does for each of its threads, is not used yet.
RESERVED = 2**31
#: Where Linux says how much a container may take, and how much it has taken.
_CONTAINERS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


class MemoryWatch:
    """Tell whether this process takes more than it did when that was asked first, by too much.

    Examples
    --------
    >>> MemoryWatch()()
    False
    """

    def __init__(self) -> None:
        self._most: int | None = None

    def __call__(self) -> bool:
        """Look."""
        takes: int = psutil.Process().memory_info().rss
        if self._most is None:
            self._most = takes + allowed()
        return takes > self._most


def allowed() -> int:
    """Compute how many bytes an answer may take, on this computer and at this time."""
    free: int = psutil.virtual_memory().available
    for most, taken in _CONTAINERS:
        with suppress(OSError, ValueError):  # "max" is no limit
            free = min(free, int(Path(most).read_text()) - int(Path(taken).read_text()))
    return max(LEAST, min(MOST, free // 2))


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Refuse this process, within a ``with``, far more memory than it has, where that can be done.

    What is too much is then a MemoryError, also where no watch gets to look: in a single call of a
    function in C, as ``list(itertools.product("01", repeat=40))``. On Linux only.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = psutil.Process().memory_info().vms + allowed() + RESERVED
    lower = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (min([most, *lower]), hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
