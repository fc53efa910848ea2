"""Kills a grader for each DELAY in milliseconds after its kernel is started, and tells what outlived it."""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress

import psutil

from labkit.instructor.grading.sandbox import kernel
from labkit.instructor.grading.sandbox.bubblewrap import Limits, available, font_list

PR_SET_CHILD_SUBREAPER, PATIENCE = 36, 20


def become_subreaper():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_one(milliseconds):
    reader, writer = os.pipe()
    grader = os.fork()
    if grader == 0:
        start = kernel._popen

        def tell_and_start(*arguments, **options):
            os.write(writer, b"!")
            return start(*arguments, **options)

        kernel._popen = tell_and_start
        with kernel.open_kernel(Limits(), {}, confined=True, seconds=600):
            time.sleep(600)
        os._exit(0)
    os.read(reader, 1)
    os.close(writer), os.close(reader)
    time.sleep(milliseconds / 1000)
    os.kill(grader, signal.SIGKILL)


def outlived():
    """Wait until nothing is left; end what is, and give its command lines."""
    until = time.monotonic() + PATIENCE
    while (left := psutil.Process().children(recursive=True)) and time.monotonic() < until:
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)  # takes leave of one that has ended
        time.sleep(0.01)
    for process in left:
        with suppress(psutil.NoSuchProcess):
            yield " ".join(process.cmdline())[-200:]
            process.kill()


if __name__ == "__main__":
    become_subreaper()
    available(), font_list()  # once for all of them
    for delay in sys.argv[1:]:
        kill_one(float(delay))
        for command in outlived():
            print(f"left, killed after {delay} ms: {command}", flush=True)
