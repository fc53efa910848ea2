"""A program that kills `labkit grade` at random moments, and tells what is left of it.

    python -m tests.attacks.kills FOLDER KILLS SCRATCH

grades the class in ``FOLDER/class`` by the ticks in ``FOLDER/notebooks/ticks``: once in peace, into
``FOLDER/peace``, and again into ``FOLDER/war``, where so many graders are killed one after the other
before one may come to its end. What is temporary goes into SCRATCH. It prints, as JSON, how many
were alive to be killed, and the command lines of the processes that outlived them. It is the one to
which processes are handed down whose parents have ended.
"""

import ctypes
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from tests.grading.notebook.kills import PATIENCE, PR_SET_CHILD_SUBREAPER, ended, reaped


def start(folder, out, *more):
    words = [
        sys.executable,
        "-m",
        "labkit",
        "grade",
        str(folder / "class"),
        "--out",
        str(folder / out),
    ]
    words += ["--source", str(folder), "--jobs", "2", *more]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(words, **quiet)


def in_peace(folder, out):
    """Grade, and give the seconds that it takes."""
    began = time.monotonic()
    grader = start(folder, out)
    _, said = grader.communicate()
    assert grader.returncode == 0, said.decode()
    return time.monotonic() - began


def killed_after(folder, seconds, *more):
    """Kill a grader so long after its start; tell how long it took if it had ended, and what outlived it."""
    began, grader = time.monotonic(), start(folder, "war", *more)
    try:
        grader.wait(seconds)
        took = time.monotonic() - began
    except subprocess.TimeoutExpired:
        took = None
        grader.kill()
    grader.stderr.close()
    until = time.monotonic() + PATIENCE
    while (left := reaped()) and time.monotonic() < until:
        time.sleep(0.02)
    return took, [ended(one) for one in left]


def main(folder, kills):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    whole, rng = in_peace(folder, "peace"), random.Random(20)
    shortest, alive, left = whole, 0, []
    for number in range(kills):
        # Most grade all anew, so that there is work for the last as for the first; some go on.
        again = ["--force"] if number % 4 else []
        took, outlived = killed_after(folder, rng.uniform(0, 0.9 * shortest), *again)
        alive, left = alive + (took is None), left + outlived
        # On a machine that has less to do by now, all anew takes less time than it did in peace.
        shortest = min(shortest, took) if took and again else shortest
    in_peace(folder, "war")
    print(json.dumps({"seconds": whole, "alive": alive, "left": left}))


if __name__ == "__main__":
    os.environ["TMPDIR"] = sys.argv[3]
    main(Path(sys.argv[1]), int(sys.argv[2]))
