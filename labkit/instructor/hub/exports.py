"""The marks of a tick for a learning platform, as one file to download."""

import tempfile
from pathlib import Path

from labkit.instructor.grading.base.atomic import packed
from labkit.instructor.grading.marks.export import Destination, export
from labkit.instructor.hub.course import LAB, Course

#: What tells, in the archive, whose marks are not in it.
READ_ME = "read-me.txt"


def archive(
    course: Course, platform: Destination, tick: str, table: bytes, *, scale: bool
) -> bytes:
    """Fill in a platform's own table with the final marks of a tick."""
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(scratch) / "table.csv"
        given.write_bytes(table)
        ticks = LAB / "notebooks" / "ticks"
        _, done = export(course.marks, ticks, platform, given, tick=tick, scale=scale)
    return packed({READ_ME: done.told(platform) + "\n", **done.files})
