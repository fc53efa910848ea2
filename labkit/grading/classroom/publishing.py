"""From the records of a class to all that is made of them: tables, pages, the gradebook."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.base.identity import as_identifier
from labkit.grading.classroom.records import Store
from labkit.grading.results import marks
from labkit.grading.results.gradebook import manual_marks, write_gradebook
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Row
from labkit.grading.results.pages import feedback_page, summary_page
from labkit.grading.results.rulings import rulings
from labkit.grading.submission.grade import Job
from labkit.grading.submission.tick import Tick


def publish(
    out: AnyPath,
    store: Store,
    ticks: Mapping[str, Tick],
    sources: AnyPath,
    policy: Policy,
    work: Iterable[Job] = (),
) -> list[Row]:
    """Derive everything from the records: tables, pages, gradebook.

    Parameters
    ----------
    out : path
        The folder of the class.
    store : Store
        Its records.
    ticks : dict
        Name -> Tick.
    sources : path
        The instructor's folder of ticks.
    policy : Policy
        What late work loses.
    work : iterable of Job
        Submissions whose notebooks are at hand.

    Returns
    -------
    list of Row
        By tick and student.
    """
    out = Path(out)
    records, decided = store.all(), rulings(out)
    undated = {(record.student, record.tick) for record in records if not record.dated}
    for job in work:
        folder = out / "submitted" / job.student / job.tick.name
        _keep_handed_in(folder, job)
        # nbgrader would take for the truth what only a file's own time says.
        if (job.student, job.tick.name) in undated:
            (folder / "timestamp.txt").unlink(missing_ok=True)
        else:
            _write(folder / "timestamp.txt", f"{job.submitted:%Y-%m-%d %H:%M:%S} UTC")
    rows = marks.rows(records, ticks, policy, manual_marks(out), decided)
    write_gradebook(out, [row for row in rows if _has_place(row)], ticks, sources, policy)
    # Once more: the gradebook knows now which answers have to be read again.
    rows = marks.rows(records, ticks, policy, manual_marks(out), decided)
    for row in filter(_has_place, rows):
        student, tick = row.record.student, row.record.tick
        _write(out / "feedback" / student / tick / f"{tick}.html", feedback_page(row))
        _write(out / "runs" / student / f"{tick}.html", feedback_page(row, ran=True))
    _write(out / "summary.html", summary_page(rows))
    _write(out / "grades.json", marks.grades_json(rows))
    for name, table in marks.moodle_tables(rows).items():
        _write(out / name, table)
    _write(out / "grades.csv", marks.grades_csv(rows))
    return rows


def _has_place(row: Row) -> bool:
    """Tell whether a row has marks, and a student whose name can name a folder."""
    if not row.graded:
        return False
    try:
        as_identifier(row.record.student)
    except ValueError:
        return False
    return True


def _keep_handed_in(folder: Path, job: Job) -> None:
    """Keep a notebook and what came with it, and nothing of what an earlier one came with."""
    own: dict[str, str | bytes] = {f"{job.tick.name}.ipynb": job.notebook, **dict(job.files)}
    wanted = {*own, "timestamp.txt"}
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder before the folder
        if path.is_dir() and not path.is_symlink():
            with suppress(OSError):  # it is not empty
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for name, content in own.items():
        _write(folder / name, content)


def _write(path: Path, content: str | bytes) -> None:
    """Write a file if its content is new: a folder that is copied elsewhere stays as it is."""
    data = content.encode("utf8", "replace") if isinstance(content, str) else content
    with suppress(OSError):
        if path.read_bytes() == data:
            return
    write_whole(path, data)
