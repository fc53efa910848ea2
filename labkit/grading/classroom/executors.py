"""Grade many submissions at once: in processes of this machine, or on a Dask cluster.

Records come back in any order, one for each job, whatever happens to a worker.
"""

import faulthandler
import multiprocessing
import os
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any, TypeVar

from labkit.grading.submission.grade import Job, grade_one, ungraded
from labkit.grading.submission.record import Record

#: How often a submission whose worker died is tried again.
RETRIES = 2

#: Bytes that the name of the temporary folder may have where a server of new processes listens in
#: it. A socket's name has 103 of them (macOS) or 107, and 32 of these Python itself adds.
LONGEST_FOLDER = 103 - 32

#: A worker that takes this much longer than a notebook may take is ended.
SPARE_SECONDS = 120

Done = TypeVar("Done")


def in_processes(
    jobs: Iterable[Job],
    number: int,
    work: Callable[[Job], Done],
    instead: Callable[[Job, str], Done],
) -> Iterator[Done]:
    """Work in processes of this machine.

    Parameters
    ----------
    jobs : iterable of Job
        What is to be worked on.
    number : int
        How many at a time.
    work : callable
        What is to be done with a job: a function of a module.
    instead : callable
        What takes the place of a result if the workers of a job go on dying: a
        function of the job and the reason.

    Yields
    ------
    object
        For each job what `work` gives. One whose worker dies is tried again
        alone; if its workers go on dying, what `instead` gives.
    """
    waiting = deque(jobs)
    while waiting:
        running: dict[Future[Done], Job] = {}
        with _workers(number) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) < number:
                        running[pool.submit(_guarded, work, waiting[0])] = waiting[0]
                        waiting.popleft()
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        done = future.result()
                        del running[future]
                        yield done
            except BrokenProcessPool:  # one of those that were running is the cause
                pass
        for job in running.values():
            yield _by_itself(work, job, instead)


def _by_itself(work: Callable[[Job], Done], job: Job, instead: Callable[[Job, str], Done]) -> Done:
    for _ in range(RETRIES):
        with _workers(1) as pool:
            try:
                return pool.submit(_guarded, work, job).result()
            except BrokenProcessPool:
                continue
    return instead(job, f"its worker died {1 + RETRIES} times")


@contextmanager
def _workers(number: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool whose workers end at once if nobody waits for them any more."""
    others = set(multiprocessing.active_children())
    with _pool(number) as pool:
        try:
            yield pool
        except BaseException:  # an interrupt: a notebook may run for many minutes more
            for worker in set(multiprocessing.active_children()) - others:
                worker.kill()
            raise


def _pool(number: int) -> ProcessPoolExecutor:
    # New processes, not copies of this one: they must not inherit its lock.
    context = multiprocessing.get_context(_start_method())
    if context.get_start_method() == "forkserver":
        context.set_forkserver_preload([__name__])  # which a new worker then need not import
        _start_server()
    return ProcessPoolExecutor(number, mp_context=context, initializer=_end_with_parent)


def _start_server() -> None:
    """Start the server of new processes so that no interrupt reaches it while it imports."""
    if threading.current_thread() is not threading.main_thread():  # nor does one reach this
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed to stop the grader
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, handler)


def _start_method() -> str:
    can_listen = len(os.fsencode(tempfile.gettempdir())) <= LONGEST_FOLDER
    known = multiprocessing.get_all_start_methods()
    return "forkserver" if "forkserver" in known and can_listen else "spawn"


def _end_with_parent() -> None:
    """Let a worker end when the grader does, even one that was killed, and not before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed to stop the grader

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:  # as it is in every worker
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _guarded(work: Callable[[Job], Done], job: Job) -> Done:
    limit = 2 * job.limits.notebook_seconds + SPARE_SECONDS  # a notebook may be run twice
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(limit, exit=True, file=nowhere)
        try:
            return work(job)
        finally:
            faulthandler.cancel_dump_traceback_later()


def on_dask(
    jobs: Iterable[Job],
    address: str,
    work: Callable[[Job], Record] = grade_one,
    patience: float = 30,
) -> Iterator[Record]:
    """Grade on a Dask cluster.

    Parameters
    ----------
    jobs : iterable of Job
        What is to be graded.
    address : str
        Of its scheduler, as ``tcp://10.0.0.1:8786``. Its workers need the
        same version of labkit, and what confines the students' code.
    work : callable
        What is to be done with a job.
    patience : float
        Seconds to wait for the cluster.

    Yields
    ------
    Record
        One for each job. Dask hands the job of a worker that died to
        another one.

    Raises
    ------
    OSError
        If there is no scheduler at `address`.
    ValueError
        If Dask is not installed.
    """
    try:
        from dask.distributed import Client, as_completed
    except ImportError:
        raise ValueError(
            "dask must be installed before a cluster can grade: pip install 'dask[distributed]'"
        ) from None
    with Client(address, timeout=patience) as client:

        def submit(job: Job) -> Any:
            return client.submit(work, job, pure=False, retries=RETRIES)

        futures = {submit(job): (job, 0) for job in jobs}
        coming = as_completed(list(futures))
        for future in coming:
            job, lost = futures.pop(future)
            try:
                record = future.result()
            except Exception as error:
                # A worker may die with what it has done before it is asked for it.
                if future.status != "error" and lost < RETRIES:
                    futures[again := submit(job)] = (job, lost + 1)
                    coming.add(again)
                else:
                    yield ungraded(job, str(error)[:200])
                continue
            same = record.fingerprint == job.fingerprint
            yield record if same else ungraded(job, "the Dask worker has another version of labkit")
