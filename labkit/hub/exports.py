"""The marks of a tick for a learning platform, as one file to download."""

import io
import tempfile
import time
import zipfile
from pathlib import Path

from labkit.grading.classroom.exporting import Platform, export
from labkit.grading.submission.sanitize import visible
from labkit.hub.course import LAB, Course

#: Seconds to wait for the service, when it is at work on the marks itself.
PATIENCE = 60.0

#: What tells, in the archive, whose marks are not in it.
READ_ME = "read-me.txt"

_NEXT = {
    Platform.MOODLE: "In Moodle's assignment: first Upload grading worksheet, and only then Upload "
    "multiple feedback files in a zip.",
    Platform.CANVAS: "In Canvas's course: Grades, Import.",
    Platform.GRADESCOPE: "Each file is what an autograder leaves as results/results.json.",
}


def archive(course: Course, platform: Platform, tick: str, table: bytes, *, scale: bool) -> bytes:
    """Fill in a platform's own table with the final marks of a tick.

    Parameters
    ----------
    course : Course
        Whose marks.
    platform : Platform
        Where they go.
    tick : str
        The tick.
    table : bytes
        Moodle's grading worksheet or Canvas's gradebook; of Gradescope nothing.
    scale : bool
        Turn points into those of the platform's maximum.

    Returns
    -------
    bytes
        A zip file: what the platform takes in, and who is not in it, and why.

    Raises
    ------
    BlockingIOError
        If the marks are being made anew for very long.
    FileNotFoundError, ValueError
        If there are no marks, or the table is not what it must be; the message says it.
    """
    with tempfile.TemporaryDirectory() as scratch:
        given = None
        if platform is not Platform.GRADESCOPE:
            given = Path(scratch) / "table.csv"
            given.write_bytes(table)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                ticks = LAB / "notebooks" / "ticks"
                _, done = export(course.marks, ticks, platform, given, tick=tick, scale=scale)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
    said = [f"{len(done.filled)} marks of {tick}.", _NEXT[platform]]
    said += _lines("Left out", [f"{who}: {why}" for who, why in sorted(done.left_out.items())])
    said += _lines("In the platform's table, and without a mark here", done.without_marks)
    said += _lines("Without a penalty, because nobody knows when it was handed in", done.undated)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(READ_ME, "\n".join(said) + "\n")
        for name, content in done.files.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def _lines(title: str, lines: list[str]) -> list[str]:
    # What students had a part in stays on its line.
    return [f"{title}: {len(lines)}", *("  " + visible(" ".join(line.split())) for line in lines)]
