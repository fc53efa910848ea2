"""The first process of a confined kernel's world: ``first_process.py LIFELINE COMMAND ...``.

It imports nothing of labkit's, and ends, with each process inside, when the grader's end closes.
"""

# LIFELINE is the descriptor of one end of a socket pair, of which the grader has the other. When
# the grader closes its end, or ends in whatever way, at whatever moment, this end can be read. No
# signal is needed that could come before there is somebody to take it. It is no pipe: a process
# that finds the end of a pipe in /proc can open the other one.

import ctypes
import os
import select
import signal
import sys

PR_SET_DUMPABLE = 4


def main(lifeline: int, command: list[str]) -> None:
    """Run a command, and end when it ends or the lifeline does."""
    # Nobody inside may look into this process, or into its descriptors.
    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError("this process could be looked into")
    os.set_inheritable(lifeline, False)
    # The first process is sent no signal that it does not ask for; processes whose parents
    # have ended are its children, and are not to be kept as zombies.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    changed = (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ)
    child = os.posix_spawnp(command[0], command, os.environ, setsigdef=changed)
    ends = select.poll()
    ends.register(lifeline, select.POLLIN)
    try:
        ends.register(os.pidfd_open(child), select.POLLIN)
    except ProcessLookupError:  # it has ended already
        return
    ends.poll()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
    os._exit(0)
