"""The marks of a tick for a learning platform, as one file to download."""

import tempfile
from pathlib import Path

from labkit.instructor.grading.judging.clean_html import visible
from labkit.instructor.grading.marks.export import Destination, export
from labkit.instructor.hub.course import LAB, Course
from labkit.instructor.hub.submissions import packed

#: What tells, in the archive, whose marks are not in it.
READ_ME = "read-me.txt"

_NEXT = {
    Destination.MOODLE: "In Moodle's assignment: first Upload grading worksheet, and only then Upload "
    "multiple feedback files in a zip.",
    Destination.CANVAS: "In Canvas's course: Grades, Import.",
}


def archive(
    course: Course, platform: Destination, tick: str, table: bytes, *, scale: bool
) -> bytes:
    """Fill in a platform's own table with the final marks of a tick."""
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(scratch) / "table.csv"
        given.write_bytes(table)
        ticks = LAB / "notebooks" / "ticks"
        _, done = export(course.marks, ticks, platform, given, tick=tick, scale=scale)
    said = [
        f"{len(done.filled)} marks of {tick}.",
        _NEXT[platform],
        f"Left out: {len(done.left_out)}",
    ]
    for who, why in sorted(done.left_out.items()):  # what students wrote stays on its line
        said.append("  " + visible(" ".join(f"{who}: {why}".split())))
    return packed({READ_ME: "\n".join(said) + "\n", **done.files})
