"""What runs beside the hub: rounds of collecting, grading and giving back, and the summary page.

    python -m labkit.hub.service FOLDER

JupyterHub starts it, ends it and starts it again. The rounds run in a thread of their own, so that
the page answers while a class is being marked. It may be killed at any moment (`rounds`). Where the
copy of the lab that it runs from is brought up to date, it begins anew after the round.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from labkit.grading.base.atomic import AnyPath
from labkit.hub import exchange
from labkit.hub.course import LAB, Course, read_course
from labkit.hub.lab import made_from
from labkit.hub.memory import Memory, is_past
from labkit.hub.rounds import Step, step
from labkit.hub.status import Status, read_status, write_status
from labkit.hub.summary import PAGE_VARIABLE, listen

__all__ = ["Step", "main", "run", "step"]

#: Seconds between two rounds, and after one that failed.
PAUSE, LONGER = 3.0, 20.0

#: Seconds that a round may have to come to its end when the service is to end.
_PATIENCE = 2.0

_log = logging.getLogger("labkit.hub")


def run(
    folder: AnyPath,
    stop: threading.Event,
    lab: Path = LAB,
    *,
    pause: float = PAUSE,
) -> None:
    """Work on a course, round after round.

    Parameters
    ----------
    folder : path
        The course's. What its ``course.toml`` says counts from the next round on; where it cannot
        be read, what it said before.
    stop : Event
        Ends it, after the round; so does a change of the copy of the lab.
    lab : Path
        The lab's folder.
    pause : float
        Seconds between two rounds.
    """
    course, memory = read_course(folder), Memory()
    began = made_from(lab)
    while not stop.is_set() and made_from(lab) == began:
        done, error = Step(), ""
        try:
            course = read_course(folder)
        except (OSError, ValueError) as reason:
            error = str(reason)
        try:
            done = step(course, lab, memory=memory)
        except BlockingIOError:
            error = "somebody else is at work on the marks of this course"
        except Exception as reason:  # whatever it is, the next round tries again
            _log.exception("a round failed")
            error, memory = f"{type(reason).__name__}: {reason}", Memory()
        _tell(course, done, error)
        stop.wait(0 if done.more else pause if not error else max(pause, LONGER))


def _tell(course: Course, done: Step, error: str) -> None:
    for version in done.collected:
        why = f" (does not count: {version.refusal})" if version.refusal else ""
        _log.info("collected: %s, %s, %s%s", version.student, version.tick, version.when, why)
    if done.marked or done.given:
        _log.info("marked %s, gave back %s", done.marked, done.given)
    before = read_status(course)
    status = Status(None, 0, before.ended if error else datetime.now(UTC), error, done.trouble)
    # A file every three seconds is too much where nothing happens.
    if replace(status, ended=before.ended) != before or not _is_recent(before):
        with suppress(OSError):
            write_status(course, status)


def _is_recent(status: Status) -> bool:
    return status.ended is not None and not is_past(status.ended, timedelta(seconds=30))


def main(arguments: Sequence[str] | None = None) -> int:
    """Be the service until it is told to end.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line.

    Returns
    -------
    int
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m labkit.hub.service", description=__doc__)
    parser.add_argument("folder", type=Path, help="the course's folder")
    course = read_course(parser.parse_args(arguments).folder)
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO)
    os.umask(0o007)  # instructors may read and write marks, and nobody else
    # What students do in their notebooks goes before.
    os.nice(max(0, 5 - os.nice(0)))  # it may have begun anew
    exchange.prepare(course)
    stop = threading.Event()
    rounds = threading.Thread(target=run, args=(course.folder, stop), daemon=True)
    told_to_end = asyncio.run(_serve(course, rounds))
    if not told_to_end:
        _log.info("the lab was changed: beginning anew")
        logging.shutdown()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    stop.set()
    rounds.join(_PATIENCE)
    logging.shutdown()
    # A round in the middle is ended as a killed one is, and its workers see to it that they end.
    os._exit(0)


async def _serve(course: Course, rounds: threading.Thread) -> bool:
    """Show the page, where a hub has asked for one; tell whether the process was told to end."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, ended.set)
    server = listen(course) if PAGE_VARIABLE in os.environ else None
    rounds.start()
    while rounds.is_alive() and not ended.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), 1)
    if server:
        server.stop()
    return ended.is_set()


if __name__ == "__main__":
    sys.exit(main())
