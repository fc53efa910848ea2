"""What students have handed in: each version as the zip file that came, named by its time.

Until the deadline - the student's own, with the time of grace - each version replaces the one
before. What comes later replaces nothing: it counts only where nothing came by then, and the first
such version does. As all versions are kept, an extension that is given afterwards finds what was
handed in meanwhile.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.judging.record import Submission
from labkit.instructor.grading.judging.tick import Tick
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.submissions.collect import collect

#: Bytes of all versions of a student and tick, and their number.
MOST_BYTES = 500_000_000
MOST_VERSIONS = 500

#: A student, as the marks call them, and a tick.
Work = tuple[str, str]

_NAME = "%Y%m%dT%H%M%S.%f.zip"


class Versions:
    """All versions of a course: a folder for each student, in it one for each tick."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def works(self) -> dict[Work, bool]:
        """Return whose work on which tick was begun, and whether it was handed in."""
        places = sorted(self.folder.glob("*/*/"))
        return {(p.parent.name, p.name): any(p.glob("*.zip")) for p in places}

    def begin(self, work: Work) -> None:
        """Remember that a student has fetched a tick."""
        self._place(work).mkdir(parents=True, exist_ok=True)

    def times(self, work: Work) -> list[datetime]:
        """Return when each version was handed in, in their order."""
        names = sorted(path.name for path in self._place(work).glob("*.zip"))
        return [datetime.strptime(name, _NAME).replace(tzinfo=UTC) for name in names]

    def read(self, work: Work, when: datetime) -> bytes:
        """Return a version."""
        return self._file(work, when).read_bytes()

    def keep(self, work: Work, data: bytes) -> datetime:
        """Keep a version whole, and return its time; what is there already is no new version."""
        earlier = self.times(work)
        if earlier and self.read(work, earlier[-1]) == data:
            return earlier[-1]
        taken = sum(path.stat().st_size for path in self._place(work).glob("*.zip"))
        if len(earlier) >= MOST_VERSIONS or taken + len(data) > MOST_BYTES:
            raise ValueError(
                f"{len(earlier)} versions of this tick were handed in, and no more are taken: ask "
                "your instructor"
            )
        when = datetime.now(UTC)
        if earlier:  # though a clock was set back
            when = max(when, earlier[-1] + timedelta(microseconds=1))
        file = self._file(work, when)
        write_whole(file, data)
        with file.open("rb") as written:  # on the disk, before its student is told so
            os.fsync(written.fileno())
        return when

    def _place(self, work: Work) -> Path:
        return self.folder.joinpath(*work)

    def _file(self, work: Work, when: datetime) -> Path:
        return self._place(work) / when.strftime(_NAME)


def counting(times: Sequence[datetime], work: Work, policy: Policy) -> datetime | None:
    """Return the time of the version that counts; None if there is no version."""
    due = policy.deadline(*work)
    timely = [t for t in times if due is None or t.replace(microsecond=0) - due <= policy.grace]
    return timely[-1] if timely else next(iter(times), None)


def as_submission(data: bytes, work: Work, when: datetime, ticks: Mapping[str, Tick]) -> Submission:
    """Read a version as ``labkit grade`` reads what was handed in; raise if it will not do."""
    student, tick = work
    with TemporaryDirectory() as scratch:
        folder = Path(scratch, "student", tick)
        folder.mkdir(parents=True)
        (folder / f"{tick}.zip").write_bytes(data)
        read = collect(Path(scratch), ticks)
    for submission in read:
        if submission.tick == tick and not submission.status:
            return replace(
                submission,
                student=student,
                submitted=when.replace(microsecond=0),
                file=f"{student}/{tick}",
                dated=True,
            )
    raise ValueError(next((s.reason for s in read if s.reason), "there is no notebook in it"))
