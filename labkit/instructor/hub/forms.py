"""What the forms of the class page do: each does what a command or an editor would, and notes who did it."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from labkit.instructor.grading.marks.audit import note
from labkit.instructor.grading.marks.grade_class import Running
from labkit.instructor.grading.marks.regrade import Regrading, regrade
from labkit.instructor.grading.marks.rulings import Kind
from labkit.instructor.grading.submissions.identify import display
from labkit.instructor.grading.submissions.roster import Student, find_meant
from labkit.instructor.hub import class_files
from labkit.instructor.hub.class_page import in_zone
from labkit.instructor.hub.class_state import ClassState
from labkit.instructor.hub.usernames import as_line

#: Seconds to wait until nobody marks, before a mark is changed.
_PATIENCE = 20.0

#: Letters of what students and the log are told, at most; people who are named in the log.
_LONGEST, _NAMED = 1000, 20


@dataclass(frozen=True)
class Sent:
    """A form as it came: who sent it, what stands in it, a file that came with it, and the class."""

    state: ClassState
    who: str
    people: Mapping[str, Student]
    fields: Mapping[str, str]
    file: tuple[bytes, str] = b"", ""

    @property
    def tick(self) -> str:
        """The tick that it is about."""
        if (tick := self.fields.get("tick", "")) not in self.state.ticks:
            raise ValueError(f"tick must be one of this course, not {display(tick)!r}")
        return tick

    @property
    def student(self) -> str:
        """What marks call the student whom it is about."""
        return find_meant(self.fields.get("student", ""), self.people.values()).identifier

    @property
    def why(self) -> str:
        """The reason, if there is one, on one line."""
        why = self.fields.get("why", "").strip()
        if len(why) > _LONGEST:
            raise ValueError(f"a reason may have {_LONGEST:,} letters at most: shorten it")
        return as_line(why) if why else ""

    def note(self, what: str, **details: object) -> None:
        """Put what was done into the log."""
        note(self.state.course.marks, self.who, what, self.why, **details)

    def regrade(self, question: str, change: Regrading) -> None:
        """Rule on a student's work, which notes it, as soon as nobody marks."""
        state, end = self.state, time.monotonic() + _PATIENCE
        ticks = state.lab / "notebooks" / "ticks"
        what = state.course.marks, question, ticks, change, Running(1)
        tick, student = self.tick, self.student
        while True:
            try:
                regrade(*what, tick=tick, student=student, who=self.who, confirm=lambda _: True)
                return
            except BlockingIOError:
                if time.monotonic() > end:
                    raise ValueError("the service is marking work; try again in a minute") from None
                time.sleep(0.2)


def set_deadline(sent: Sent) -> None:
    """Give a tick a deadline, or none."""
    course, tick = sent.state.course, sent.tick
    when = class_files.as_time(sent.fields.get("when", ""))
    class_files.set_deadline(course, [*sent.state.ticks], tick, when)
    is_now = in_zone(sent.state, sent.state.course.policy.deadlines.get(tick))
    sent.note(f"deadline: {is_now}", tick=tick)


def extend(sent: Sent) -> None:
    """Give a student a deadline of their own, or that of the class."""
    course, tick, student = sent.state.course, sent.tick, sent.student
    when = class_files.as_time(sent.fields.get("when", ""))
    if when is None and "take back" not in sent.fields:
        raise ValueError("an extension needs a deadline: fill in Own deadline")
    class_files.set_extension(course, [*sent.state.ticks], tick, student, when)
    policy = sent.state.course.policy
    if when is None:
        return sent.note("extension taken back", tick=tick, student=student)
    sent.note(
        f"extension: {in_zone(sent.state, policy.deadline(student, tick))}",
        tick=tick,
        student=student,
    )


def excuse(sent: Sent) -> None:
    """Excuse a student from a tick, or take that back."""
    undo = "take back" in sent.fields
    sent.regrade("", Regrading(None if undo else Kind.EXCUSE, undo=undo, why=sent.why))


def answer(sent: Sent) -> None:
    """Answer a student who asked for another look: by points, or by words alone."""
    given, question = sent.fields.get("points", "").strip(), sent.fields.get("question", "")
    if question not in sent.state.ticks[sent.tick].points:
        raise ValueError(f"question must be one of {sent.tick}'s, not {display(question)!r}")
    if not sent.why:
        raise ValueError("an answer needs some words, which the student reads: fill in Answer")
    try:
        points = float(given) if given else None
    except ValueError:
        raise ValueError(f"points must be a number, not {display(given)!r}") from None
    kind = Kind.KEEP if points is None else Kind.POINTS
    sent.regrade(question, Regrading(kind, points, why=sent.why))


def replace_roster(sent: Sent) -> None:
    """Take a list of the class in the place of the one before."""
    data, file = sent.file
    if not data:
        raise ValueError("choose a file first: the list of the class, as a CSV table")
    joined, left = class_files.replace_roster(sent.state.course, data, display(file))
    sent.note(f"list of the class: {_told(joined)} joined, {_told(left)} left")


def _told(students: list[Student]) -> str:
    names = ", ".join(each.display or each.identifier for each in students[:_NAMED])
    more = len(students) > _NAMED
    return f"{len(students)} ({names}{', ...' if more else ''})" if students else "nobody"


#: What each form does, by the last part of its address.
FORMS: Mapping[str, Callable[[Sent], None]] = {
    "deadline": set_deadline,
    "extension": extend,
    "excuse": excuse,
    "answer": answer,
    "roster": replace_roster,
}
