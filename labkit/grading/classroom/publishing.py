"""From the records of a class to all that is made of them: tables, pages, the gradebook."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from labkit.grading.classroom.atomic import AnyPath, write_whole
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
    for job in work:
        folder = out / "submitted" / job.student / job.tick.name
        write_whole(folder / f"{job.tick.name}.ipynb", job.notebook)
        write_whole(folder / "timestamp.txt", f"{job.submitted:%Y-%m-%d %H:%M:%S} UTC")
    records, decided = store.all(), rulings(out)
    rows = marks.rows(records, ticks, policy, manual_marks(out), decided)
    write_gradebook(out, rows, ticks, sources, policy)
    # Once more: the gradebook knows now which answers have to be read again.
    rows = marks.rows(records, ticks, policy, manual_marks(out), decided)
    for row in rows:
        if row.graded:
            student, tick = row.record.student, row.record.tick
            write_whole(out / "feedback" / student / tick / f"{tick}.html", feedback_page(row))
    write_whole(out / "summary.html", summary_page(rows))
    write_whole(out / "grades.json", marks.grades_json(rows))
    for name, table in marks.moodle_tables(rows).items():
        write_whole(out / name, table)
    write_whole(out / "grades.csv", marks.grades_csv(rows))
    return rows
