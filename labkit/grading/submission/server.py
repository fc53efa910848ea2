"""How a server of `bounded` begins, and ends at once where nobody waits for it any more.

A program of its own, which imports nothing of labkit's before it is watched over:

    python -P server.py LINE

The course's code takes seconds to import, on a busy machine many; a grader that is killed meanwhile
is to leave no process behind.
"""

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def watched(line: int) -> Iterator[None]:
    """End this process if the other end of the line is closed meanwhile.

    Parameters
    ----------
    line : int
        The descriptor of one end of a socket pair.
    """
    over, done = os.pipe()
    ends = select.poll()
    ends.register(line, 0)  # of a closed end it tells in any case
    ends.register(over, select.POLLIN)

    def watch() -> None:
        if line in dict(ends.poll()):
            os._exit(1)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        os.write(done, b".")
        thread.join()  # a copy of this process would lack it
        os.close(over)
        os.close(done)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed to stop the grader, which ends this
    own_end = int(sys.argv[1])
    with watched(own_end):
        from labkit.grading.submission.bounded import serve
    serve(own_end)
