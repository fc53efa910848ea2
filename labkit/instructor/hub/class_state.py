"""A class as the grading service knows it: what is out, what came in, and who is who."""

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock

from labkit.instructor.grading.base.atomic import UNFINISHED, write_whole
from labkit.instructor.grading.judging.tick import Tick, load_ticks
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.release.leaks import read_secrets, refuse_leaks
from labkit.instructor.grading.review.requests import Request, find_requests
from labkit.instructor.grading.submissions.roster import Roster
from labkit.instructor.hub.course import CHANGED, LAB, Course, read_course
from labkit.instructor.hub.grading_loop import GradingLoop
from labkit.instructor.hub.submissions import Versions, as_submission


class ClassState:
    """What pages show and change; marking goes on beside it."""

    def __init__(self, folder: Path, lab: Path = LAB) -> None:
        self.lab = lab
        #: The course, its roster, and what marks call whom the roster was asked for.
        self._known: tuple[Course, Roster | None, dict[str, str]] = read_course(folder), None, {}
        self._read: object = None
        self._reading = Lock()  # whoever asks meanwhile waits: an older course is not to come later
        self.ticks: Mapping[str, Tick] = load_ticks(lab / "notebooks" / "ticks")
        self.versions = Versions(self._known[0].versions)
        self.loop = GradingLoop(lambda: self.course, self.ticks, lab)
        self._requests: tuple[list[Row], list[Request]] = [], []
        #: Why the course's files, as they are now, do not count, and why the last version that came
        #: was not kept; "" where they do, and it was.
        self._misread = self._not_kept = ""

    def _now(self) -> tuple[Course, Roster | None, dict[str, str]]:
        """Read the course's files where one of them has changed: a page asks hundreds of times."""
        folder = self._known[0].folder
        with self._reading:
            try:
                there = [*folder.iterdir(), *folder.glob(f"{CHANGED}/*")]
                files = [path for path in there if path.is_file()]
                abouts = [(path, path.stat()) for path in files]
                now = {path: (each.st_mtime_ns, each.st_size, each.st_ino) for path, each in abouts}
                if now != self._read:
                    self._read = now
                    course = read_course(folder)
                    self._known, self._misread = (course, course.class_list, {}), ""
            except (OSError, ValueError) as error:
                self._misread = str(error)
            return self._known

    @property
    def trouble(self) -> str:
        """What an instructor should look at, or nothing."""
        return " ".join(filter(None, (self._misread, self._not_kept)))

    @property
    def course(self) -> Course:
        """The course as its files are now, or as it was when they could be read."""
        return self._now()[0]

    @property
    def roster(self) -> Roster | None:
        """The list of the class, if there is one, as it is now or was when it could be read."""
        return self._now()[1]

    def student(self, username: str) -> str:
        """Return what marks call somebody who signs in by a name."""
        _, roster, names = self._now()
        if username not in names:
            found = username
            with suppress(ValueError):  # nobody, or one of several
                found = roster.find(username).identifier if roster else username
            names[username] = found  # at once: other threads ask, too
        return names[username]

    @property
    def released(self) -> list[str]:
        """The ticks that are handed out."""
        return [name for name in self.ticks if (self.course.release / name).is_dir()]

    @property
    def requests(self) -> list[Request]:
        """Who asks for another look, in what was marked; looked for once in each marking."""
        rows = self.loop.rows
        if self._requests[0] is not rows:
            self._requests = rows, find_requests(rows)
        return self._requests[1]

    def hand_in(self, username: str, tick: str, data: bytes) -> datetime:
        """Keep what a student hands in, and have it marked; raise ValueError if it will not do."""
        course, roster, _ = self._now()
        if roster and username not in course.instructors:
            roster.find(username)  # which refuses who was struck off
        work = self.student(username), tick
        as_submission(data, work, datetime.fromtimestamp(0).astimezone(), self.ticks)
        try:
            when = self.versions.keep(work, data)
        except OSError as error:  # as a rule the disk is full
            self._not_kept = (
                f"{tick} of {work[0]} could not be saved on the server: {error.strerror}."
            )
            raise
        self._not_kept = ""
        self.loop.add(work, when)
        return when


def hand_out(course: Course, tick: Tick, lab: Path) -> None:
    """Hand a tick out: without its solutions, and searched for what would give them away."""
    files = {f"{tick.name}.ipynb": tick.released.encode(), **tick.files}
    place = course.release / tick.name
    course.release.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=course.release, prefix=UNFINISHED) as scratch:
        new, old = Path(scratch, "new", tick.name), Path(scratch, "old")
        for name, content in files.items():
            write_whole(new / name, content)
        refuse_leaks(new, read_secrets(lab))
        if place.exists():
            place.rename(old)
        new.rename(place)
