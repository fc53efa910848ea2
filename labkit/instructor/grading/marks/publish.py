"""From the records of a class to all that is made of them: tables, pages, the gradebook."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from labkit.checks.marking import Status
from labkit.instructor.grading.base.atomic import alone, files_in, write_whole
from labkit.instructor.grading.judging.record import Record, Submission
from labkit.instructor.grading.judging.tick import Tick, digest, load_ticks
from labkit.instructor.grading.marks import marks
from labkit.instructor.grading.marks.gradebook import manual_marks, write_gradebook
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.marks.pages import TEMPLATES, feedback_page, summary_page
from labkit.instructor.grading.marks.rulings import Rulings, read_rulings
from labkit.instructor.grading.marks.settings import read_settings
from labkit.instructor.grading.marks.store import Store

#: Where nbgrader looks for the time of handing in.
_TIME = "timestamp.txt"


def publish(out: Path, ticks: Mapping[str, Tick], work: Iterable[Submission] = ()) -> list[Row]:
    """Derive everything from the records; keep the notebooks of `work`, which was handed in."""
    for submission in work:
        _write_submitted(out, submission)
    records, rulings = Store(out).all(), read_rulings(out)
    rows = class_rows(out, records, ticks, rulings)
    if write_gradebook(out, rows, ticks):
        # Once more: the gradebook knows now which answers have to be read again.
        rows = class_rows(out, records, ticks, rulings)
    _write_pages(out, [row for row in rows if row.graded])
    tables = {"grades.json": marks.grades_json(rows), "grades.csv": marks.grades_csv(rows)}
    tables["summary.html"] = summary_page(rows)
    for name, text in tables.items():
        write_whole(out / name, text)
    return rows


def _write_pages(out: Path, rows: Iterable[Row]) -> None:
    """Write each student's page and the marker's, unless they are there and nothing has changed."""
    layout, made = digest(files_in(TEMPLATES)), set[Path]()
    for row in rows:
        student, tick = row.record.student, row.record.tick
        theirs = out / "feedback" / student / tick / f"{tick}.html"
        ours = out / "runs" / student / f"{tick}.html"
        made |= {theirs, ours}
        # The marker's page is written last, and says at its end what both were made of.
        made_of = f"\n<!-- {digest(row.digest, layout)} -->\n"
        if not (theirs.is_file() and ours.is_file() and ours.read_text("utf8").endswith(made_of)):
            write_whole(theirs, feedback_page(row))
            write_whole(ours, feedback_page(row, ran=True) + made_of)
    for page in {*out.glob("feedback/*/*/*.html"), *out.glob("runs/*/*.html")} - made:
        page.unlink()  # of points by hand that were taken back


def class_rows(
    out: Path, records: Sequence[Record], ticks: Mapping[str, Tick], rulings: Rulings
) -> list[Row]:
    """Return the rows of a class, with a row for each tick that a student has not handed in."""
    settings = read_settings(out)
    handed_in = {(record.student, record.tick) for record in records}
    due = {tick for _, tick in handed_in} - {""} or {*ticks}
    never = datetime.fromtimestamp(0, UTC)
    missing = [
        Record(s.identifier, tick, "", never, Status.MISSING, display=s.display, dated=False)
        for s in (settings.roster.students.values() if settings.roster else ())
        for tick in due
        if not handed_in & {(s.identifier, tick), (s.identifier, "")}
    ]
    return marks.rows([*records, *missing], ticks, settings.policy, manual_marks(out), rulings)


def publish_again(out: Path, sources: Path) -> list[Row]:
    """Make everything anew from the records, after marks were changed."""
    Store.opened(out)
    ticks = load_ticks(sources)
    with alone(out):
        return publish(out, ticks)


def _write_submitted(out: Path, submission: Submission) -> None:
    """Keep a notebook and what came with it, in place of an earlier one."""
    folder = out / "submitted" / submission.student / submission.tick
    files = {f"{submission.tick}.ipynb": submission.notebook.encode(), **submission.files}
    # nbgrader would take for the truth what only a file's own time says.
    if submission.dated:
        files[_TIME] = f"{submission.submitted:%Y-%m-%d %H:%M:%S} UTC".encode()
    if files_in(folder) != files:
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in files.items():
            write_whole(folder / name, content)


def read_submitted(out: Path, record: Record) -> Submission | None:
    """Read back what a student handed in for a tick; None if it is no longer there."""
    files = files_in(out / "submitted" / record.student / record.tick)
    files.pop(_TIME, None)
    notebook = files.pop(f"{record.tick}.ipynb", None)
    if notebook is None:
        return None
    known = record.known | {"status": None, "reason": ""}
    return Submission(**known, notebook=notebook.decode(), files=files)
