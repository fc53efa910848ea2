"""What students have handed in: each version as the zip file that came, named by number and time.

Until the deadline - the student's own, with the time of grace - each version replaces the one
before. What comes later replaces nothing: it counts only where nothing came by then, and the first
such version does. As all versions are kept, an extension that is given afterwards finds what was
handed in meanwhile.

The order is the numbers', whatever the clock did: what came before another version came no later.
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

_TIME = "%Y%m%dT%H%M%S.%f"


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
        times = list[datetime]()
        for file in reversed(self._files(work)):
            when = datetime.strptime(file.stem.rpartition("-")[2], _TIME).replace(tzinfo=UTC)
            # A clock that was ahead is put right by the next version.
            times.append(min(when, times[-1] - timedelta(microseconds=1)) if times else when)
        return times[::-1]

    def read(self, work: Work, when: datetime) -> bytes:
        """Return a version."""
        return self._files(work)[self.times(work).index(when)].read_bytes()

    def keep(self, work: Work, data: bytes) -> datetime:
        """Keep a version whole, and return its time; what is there already is no new version."""
        files, now = self._files(work), datetime.now(UTC)
        if files and (last := self.times(work)[-1]) <= now and files[-1].read_bytes() == data:
            return last
        taken = sum(path.stat().st_size for path in files)
        if len(files) >= MOST_VERSIONS or taken + len(data) > MOST_BYTES:
            raise ValueError(
                f"you have handed in {len(files)} versions of this tick, and there is no room for more: "
                "ask your instructor"
            )
        # Behind those of before there were numbers.
        file = self._place(work) / f"v{len(files) + 1:03}-{now.strftime(_TIME)}.zip"
        write_whole(file, data)
        for written in (file, *file.parents[:3]):  # on the disk before the student gets a receipt
            descriptor = os.open(written, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        return now

    def _place(self, work: Work) -> Path:
        return self.folder.joinpath(*work)

    def _files(self, work: Work) -> list[Path]:
        return sorted(self._place(work).glob("*.zip"))


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
