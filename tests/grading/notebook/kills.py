"""A program that kills graders just after they started a kernel, and tells what outlived them.

    python -m tests.grading.notebook.kills DELAY ...

kills one grader for each delay, in milliseconds after the kernel's process was about to
be started, and prints the command lines of all processes that are left 20 seconds later.
It is the one to which processes are handed down whose parents have ended.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress

import psutil

from labkit.grading.notebook import process
from labkit.grading.notebook.confinement import Limits, available, font_list
from labkit.grading.notebook.kernel import Kernel

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 20


def kill_one(milliseconds):
    """Start a grader, kill it, and wait until nothing is left; give what is."""
    told, tell = os.pipe()
    grader = os.fork()
    if grader == 0:
        start = process._run

        def tell_and_start(*arguments, **options):
            os.write(tell, b"!")
            return start(*arguments, **options)

        process._run = tell_and_start
        with Kernel(Limits()):
            time.sleep(600)
        os._exit(0)
    os.close(tell)
    os.read(told, 1)
    os.close(told)
    time.sleep(milliseconds / 1000)
    os.kill(grader, signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while (left := reaped()) and time.monotonic() < until:
        time.sleep(0.01)
    return [ended(found) for found in left]


def ended(found):
    """End a process that was left, and give its command line."""
    command = "one that has ended meanwhile"
    with suppress(psutil.NoSuchProcess):
        command = " ".join(found.cmdline())[-200:]
        found.kill()
    return command


def reaped():
    """Take leave of the processes that have ended, and list the others."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return []
    return psutil.Process().children(recursive=True)


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    available(), font_list()  # once for all of them
    for delay in sys.argv[1:]:
        for command in kill_one(float(delay)):
            print(f"left, killed after {delay} ms: {command}", flush=True)
