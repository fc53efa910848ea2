"""What the pages and worksheets of this room begin with: a folder of marks, and its ticks."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from labkit.grading.base.atomic import AnyPath
from labkit.grading.classroom.records import Store
from labkit.grading.results import marks
from labkit.grading.results.gradebook import manual_marks
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Row
from labkit.grading.results.rulings import rulings
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick, load_ticks


@dataclass(frozen=True)
class Class:
    """A class that has been graded.

    Attributes
    ----------
    out : Path
        The folder of the class.
    sources : Path
        The instructor's folder of ticks.
    ticks : dict
        Name -> Tick.
    records : list of Record
        Those with marks, by tick and student.
    """

    out: Path
    sources: Path
    ticks: Mapping[str, Tick]
    records: list[Record]

    @property
    def displays(self) -> dict[str, str]:
        """Student -> the name to show, with the identifier: two may have the same name."""
        return {
            r.student: f"{r.display} ({r.student})"
            for r in self.records
            if r.display and r.display != r.student
        }


def load_class(out: AnyPath, sources: AnyPath, tick: str | None = None) -> Class:
    """Load what was graded.

    Parameters
    ----------
    out : path
        The folder of the class, as ``labkit grade --out`` has made it.
    sources : path
        The instructor's folder of ticks.
    tick : str, optional
        Take only this one.

    Returns
    -------
    Class
        At least one submission of a tick that is known.

    Raises
    ------
    FileNotFoundError
        If `out` holds no marks.
    ValueError
        If there is no such tick, or no mark of it.
    """
    out, sources = Path(out), Path(sources)
    if not (out / "records").is_dir():
        raise FileNotFoundError(
            f"marks must be a folder that labkit grade has made with --out, not {out}, in which "
            "there is no folder records"
        )
    ticks = load_ticks(sources, tick)
    records = [r for r in Store(out).all() if r.notebook and r.student and r.tick in ticks]
    if not records:
        of = f"of {tick}" if tick else "of a tick"
        raise ValueError(f"marks must be a folder with graded submissions {of}, not {out}")
    return Class(out, sources, ticks, records)


def rows_of(known: Class) -> list[Row]:
    """Give the marks of each question, before penalties.

    Parameters
    ----------
    known : Class
        A class that has been graded.

    Returns
    -------
    list of Row
        By tick and student; lateness counts for nothing in them.
    """
    return marks.rows(
        known.records, known.ticks, Policy(), manual_marks(known.out), rulings(known.out)
    )
