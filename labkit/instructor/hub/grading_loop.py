"""Mark what students hand in, as it comes.

All state is on the disk: the versions that were handed in, and the folder of marks, whose records
say which version they are of. So whatever ends the service, the next one goes on where it was.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from labkit.instructor.grading.base.atomic import alone, remove_unfinished
from labkit.instructor.grading.judging.grade_one import Job, grade_one, limits_of
from labkit.instructor.grading.judging.tick import Tick
from labkit.instructor.grading.marks.grade_class import run_here
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.marks.publish import publish
from labkit.instructor.grading.marks.rulings import NAME as RULINGS
from labkit.instructor.grading.marks.settings import GradingSettings, forget, read_settings
from labkit.instructor.grading.marks.store import Store
from labkit.instructor.grading.sandbox.run import remove_left
from labkit.instructor.hub.course import Course
from labkit.instructor.hub.submissions import Versions, Work, as_submission, counting

#: Submissions that are marked before the tables are made anew.
AT_ONCE = 16

#: Seconds between looks for marks by hand and other settings; and after something went wrong.
PAUSE, LONGER = 5.0, 20.0

_log = logging.getLogger("labkit.instructor.hub")


class GradingLoop(threading.Thread):
    """Mark in a thread of its own, so that pages are answered meanwhile."""

    def __init__(self, course: Callable[[], Course], ticks: dict[str, Tick], lab: Path) -> None:
        super().__init__(daemon=True)
        self._course, self._ticks, self._lab = course, ticks, lab
        self._work = threading.Condition()
        #: What is still to be marked, and the version that came last.
        self.waiting: dict[Work, datetime | None] = {}
        self._seen: object = None
        self.rows: list[Row] = []
        #: What an instructor should look at.
        self.trouble: list[str] = []

    def add(self, work: Work, when: datetime) -> None:
        """Have a version of a work marked soon."""
        with self._work:
            self.waiting = self.waiting | {work: when}
            self._work.notify()

    def run(self) -> None:
        """Mark until the process ends."""
        while True:
            with self._work:
                self._work.wait_for(lambda: bool(self.waiting), PAUSE)
            try:
                self.trouble = self.mark_waiting()
            except BlockingIOError:
                self.trouble = [
                    "Another command is working on the marks of this course; marking goes on when it has ended."
                ]
                time.sleep(PAUSE)
            except Exception as error:  # whatever it is, it is tried again
                _log.exception("marking failed")
                self.trouble = [f"Marking failed: {type(error).__name__}: {error}"]
                time.sleep(LONGER)

    def mark_waiting(self) -> list[str]:
        """Mark what waits, and make the tables anew where anything has changed; return trouble."""
        course, trouble = self._course(), list[str]()
        with alone(course.marks):
            remove_unfinished(course.marks)
            settings = self._settings(course)
            seen = _state(course)
            if seen != self._seen:  # other deadlines count other versions
                with self._work:
                    self.waiting = dict.fromkeys(Versions(course.versions).works()) | self.waiting
            taken = self.waiting
            jobs = list(self._jobs(course, settings, taken, trouble))
            for start in range(0, len(jobs), AT_ONCE):
                self._mark(course, settings, jobs[start : start + AT_ONCE])
            if seen != self._seen and not jobs:
                self.rows = publish(course.marks, self._ticks)
            # Publishing has written the gradebook.
            self._seen = _state(course)
        with self._work:
            self.waiting = dict(self.waiting.items() - taken.items())  # more came meanwhile
        remove_left()
        return trouble

    def _settings(self, course: Course) -> GradingSettings:
        """Bring what the folder of marks remembers up to date with the course."""
        given = {"late": course.late, "roster": course.roster}
        for option, path in given.items():
            if path is None:
                forget(course.marks, option)
        before = read_settings(course.marks)
        settings = before.with_given(self._ticks, **given, source=str(self._lab))
        settings.save(course.marks)
        return settings

    def _jobs(
        self, course: Course, settings: GradingSettings, works: Iterable[Work], trouble: list[str]
    ) -> Iterator[Job]:
        """Yield what has to be marked of these works: where another version counts, or was graded."""
        versions, store = Versions(course.versions), Store(course.marks)
        for work in sorted(works):
            when = counting(versions.times(work), work, settings.policy)
            if when is None or work[1] not in self._ticks:
                continue
            try:
                submission = as_submission(versions.read(work, when), work, when, self._ticks)
            except Exception as error:  # whatever it is, it is one student's
                trouble.append(f"{work[1]} of {work[0]} cannot be marked: {error}")
                continue
            tick, record = self._ticks[work[1]], store.of(*work)
            job = Job(submission, tick, limits_of(tick))
            marked = record and (record.fingerprint, record.submitted)
            if marked != (job.fingerprint, submission.submitted):
                yield job

    def _mark(self, course: Course, settings: GradingSettings, jobs: list[Job]) -> None:
        students = settings.roster.students if settings.roster else {}
        store = Store(course.marks)
        for record in run_here(jobs, len(os.sched_getaffinity(0)), grade_one):
            student = students.get(record.student)
            store.save(replace(record, display=student.display if student else ""))
            _log.info("marked %s, %s in %s s", record.student, record.tick, record.seconds)
        done = (job.submission for job in jobs)
        self.rows = publish(course.marks, self._ticks, done)


def _state(course: Course) -> object:
    """Return what changes when marks are to be made anew for another reason than new work."""
    book = course.marks / "gradebook.db"
    about = book.stat() if book.exists() else None
    rulings = course.marks / RULINGS
    paths = course.late, course.roster, rulings if rulings.exists() else None
    files = [path and path.read_bytes() for path in paths]
    return files, about and (about.st_mtime_ns, about.st_size)
