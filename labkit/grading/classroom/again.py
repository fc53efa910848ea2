"""Tables, pages and gradebook anew from what the folder of a class holds, without the submissions."""

from collections.abc import Mapping
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, alone
from labkit.grading.classroom.publishing import publish
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.settings import remembered_policy
from labkit.grading.results.marks import Row
from labkit.grading.submission.tick import Tick, load_ticks


def known_class(out: AnyPath) -> Store:
    """Open the records of a class.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    Store
        Its records.

    Raises
    ------
    FileNotFoundError
        If nothing was ever graded into that folder.
    """
    store = Store(out)
    if not store.folder.is_dir():
        raise FileNotFoundError(
            f"out must be the folder that labkit grade wrote marks into (its --out), not {out}"
        )
    return store


def renew(out: AnyPath, ticks: AnyPath = "notebooks/ticks") -> list[Row]:
    """Make everything anew from the records, after marks were changed.

    Parameters
    ----------
    out : path
        The folder of the class. It must not be locked by the caller.
    ticks : path
        The instructor's folder of ticks.

    Returns
    -------
    list of Row
        By tick and student.

    Raises
    ------
    BlockingIOError
        If a grader is at work in `out`.
    FileNotFoundError, ValueError
        If an argument is not what it must be; the message names it.
    """
    known_class(out)
    known = load_ticks(ticks)
    with alone(out):
        return publish_records(out, known, ticks)


def publish_records(out: AnyPath, known: Mapping[str, Tick], ticks: AnyPath) -> list[Row]:
    """Do the same in a folder that is the caller's own already."""
    policy = remembered_policy(out, known)
    return publish(Path(out), Store(out), known, ticks, policy)
