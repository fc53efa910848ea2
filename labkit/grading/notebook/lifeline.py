"""The first process of a confined kernel's world, in which everything ends with it.

A program of its own, which imports nothing of labkit's:

    python -I -S lifeline.py LIFELINE CALLS COMMAND ...

``LIFELINE`` is the descriptor of one end of a socket pair, of which the grader has the
other. When the grader closes its end, or ends in whatever way, at whatever moment,
this end can be read; then this process ends, and with it, as it is the first of its
name space, each one inside. No signal is needed that could come before there is
somebody to take it. It is no pipe: who finds the end of a pipe in ``/proc`` can open
the other one.

``CALLS`` is the descriptor of a file with the filter of system calls, as
``system_calls`` makes it. It is in force before the command begins.
"""

import ctypes
import os
import platform
import select
import signal
import sys

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
KEYCTL_JOIN_SESSION_KEYRING = 1

#: The number of keyctl; on others than these the keyring stays, and no call can reach it.
KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219}

#: Bytes of an instruction of the filter, and of the longest filter.
INSTRUCTION = 8
LONGEST = 4096 * INSTRUCTION


class Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def main(lifeline: int, calls: int, command: list[str]) -> None:
    """Run a command, and end when it ends or the lifeline does."""
    libc = ctypes.CDLL(None, use_errno=True)
    # Nobody inside may look into this process, or into its descriptors.
    _demand(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
    # Keys are found by what a process has, not by what it sees. There may be no room for one
    # more keyring; the filter closes the way to all of them.
    if platform.machine() in KEYCTL:
        libc.syscall(KEYCTL[platform.machine()], KEYCTL_JOIN_SESSION_KEYRING, None)
    code = os.pread(calls, LONGEST, 0)
    program = Program(len(code) // INSTRUCTION, code)
    _demand(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0))
    os.close(calls)
    os.set_inheritable(lifeline, False)
    # The first process is sent no signal that it does not ask for; processes whose parents
    # have ended are its children, and are not to be kept as zombies.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    own = (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ)
    child = os.posix_spawnp(command[0], command, os.environ, setsigdef=own)
    ends = select.poll()
    ends.register(lifeline, select.POLLIN)
    try:
        ends.register(os.pidfd_open(child), select.POLLIN)
    except ProcessLookupError:  # it has ended already
        return
    ends.poll()


def _demand(returned: int) -> None:
    if returned:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    os._exit(0)
