"""A round of the service: from what was handed in to a page that is given back.

The run of a notebook is played here; `test_service` has notebooks that are really run.
"""

import os
import shutil
import stat
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labkit.grading.base.atomic import alone
from labkit.grading.classroom import batch
from labkit.grading.classroom.records import Store
from labkit.grading.results.gradebook import enter_manual
from labkit.grading.results.marks import Manual
from labkit.grading.submission import grade as worker
from labkit.hub import exchange, rounds
from labkit.hub import memory as memory_of_rounds
from labkit.hub.course import Feedback
from labkit.hub.memory import Memory
from labkit.hub.rounds import step
from labkit.hub.seen import look
from labkit.hub.status import read_status, service_folder
from labkit.hub.versions import HandedIn, Versions, marked_as
from tests.grading.played import one_by_one, played
from tests.grading.tiny import NAME, answered
from tests.hub.people import rooms, unclosed, unix_name, users
from tests.superuser import needs_root

ADA, BEN = f"ann{os.getpid()}", f"bob{os.getpid()}"


pytestmark = [pytest.mark.slow, unclosed]


@pytest.fixture(scope="module")
def shared():
    with users(unix_name(ADA), unix_name(BEN)), rooms() as make:
        room = make()
        room.release()
        yield room


@pytest.fixture
def room(shared, monkeypatch):
    """A course of one tick, and a way to grade it without kernels."""
    monkeypatch.setattr(worker, "run", played)
    monkeypatch.setattr(batch, "in_processes", one_by_one)
    monkeypatch.setattr(batch, "available", lambda: None)
    # For a new gradebook nbgrader asks a program that takes seconds.
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    yield shared
    shared.clear()


def go(room, course=None, **more):
    return step(course or room.course, room.lab, **more)


def due(moment, **more):
    """Write a policy: a deadline, and more settings before it."""
    lines = [f"{key} = {value}" for key, value in more.items()]
    return "\n".join([*lines, "[deadlines]", f"{NAME} = {moment:%Y-%m-%dT%H:%M:%S}Z"])


def now_to_the_second():
    """Give a moment that is later than all that was, to the second that deadlines know."""
    time.sleep(1.05 - datetime.now(UTC).microsecond / 1e6)
    return datetime.now(UTC).replace(microsecond=0)


def test_what_is_handed_in_is_marked_and_the_page_is_there_at_once(room):
    ada = room.student(ADA)
    ada.hand_in(triple="return n * n")
    done = go(room)
    assert (len(done.collected), done.marked, done.given, done.trouble) == (1, 1, 1, ())
    (page,) = ada.pages()
    assert "This is the square." in page and "A person reads this answer." in page
    again = go(room)
    assert (again.collected, again.marked, again.given) == ((), 0, 0)


@needs_root
def test_the_instructors_group_may_mark_and_nobody_else_may_look(room):
    room.course.marks.chmod(0o2770)
    room.student(ADA).hand_in()
    before = os.umask(0o007)
    try:
        go(room)
    finally:
        os.umask(before)
    book = room.course.marks / "gradebook.db"
    assert stat.S_IMODE(book.stat().st_mode) == 0o660
    top = (room.course.marks, room.course.submitted, room.course.versions)
    for path in (path for folder in top for path in folder.rglob("*")):
        assert not path.stat().st_mode & stat.S_IRWXO, path
    (page,) = (room.course.exchange_root / "nlp" / "feedback").iterdir()
    assert stat.S_IMODE(page.stat().st_mode) == 0o644 and len(room.student(ADA).pages()) == 1


def test_a_resubmission_replaces_and_each_version_keeps_its_own_page(room):
    ada = room.student(ADA)
    ada.hand_in(triple="return n * n")
    go(room)
    ada.hand_in()
    go(room)
    old, new = ada.pages()
    assert "This is the square." in old and "This is the square." not in new


def test_who_hands_in_a_copy_too_is_told_which_was_marked(room):
    ada, copy = room.student(ADA), f"{NAME}-Copy1.ipynb"
    ada.write(answered(room.tick, triple="return n * n"))
    ada.write(answered(room.tick), name=copy)
    try:
        ada.submit()
        go(room)
    finally:
        ada(f"import os; os.remove({str(ada.home / NAME / copy)!r})")
    for page in ada.pages():
        assert f"What was marked is <bdi>{NAME}.ipynb</bdi>" in page
        assert "This is the square." in page and f"<bdi>{copy}</bdi>." in page


def test_after_the_clock_was_set_back_what_is_handed_in_again_counts(room):
    ada, versions = room.student(ADA), Versions(room.course.versions)
    ada.hand_in(triple="return n * n")
    go(room)
    (first,) = versions.of(ADA, NAME)  # as if the clock had been two hours ahead till now
    ahead = replace(first, when=first.when + timedelta(hours=2))
    (room.course.versions / ADA / NAME / first.key).rename(
        room.course.versions / ADA / NAME / ahead.key
    )
    assert go(room).marked == 1
    assert Store(room.course.marks).of(ADA, NAME).submitted == ahead.to_the_second
    ada.hand_in()
    assert go(room).marked == 1
    assert Store(room.course.marks).of(ADA, NAME).submitted < ahead.to_the_second
    assert "This is the square." not in ada.pages()[-1]


def test_after_a_written_answer_is_marked_the_page_comes_again(room):
    ada, memory = room.student(ADA), Memory()
    ada.hand_in()
    go(room, memory=memory)
    enter_manual(room.course.marks, {(ADA, NAME): Manual({"essay": 1.5}, {"essay": "Well put."})})
    done = go(room, memory=memory)
    assert (done.marked, done.given) == (0, 1)
    (page,) = ada.pages()
    assert "Well put." in page and "A person reads" not in page


def test_until_the_deadline_the_last_counts_and_afterwards_nothing_is_replaced(room):
    ada, ben = room.student(ADA), room.student(BEN)
    ada.hand_in(double=None)
    time.sleep(0.02)
    ada.hand_in(triple="return n * n")
    deadline = now_to_the_second()
    time.sleep(1.05)
    ada.hand_in()
    ben.hand_in()
    time.sleep(0.02)
    ben.hand_in(double=None)
    go(room, room.with_late(due(deadline, penalty_per_day=0.5)))
    second, third = ada.pages()  # the first was replaced before it was marked
    assert "does not count" in third and f"{deadline:%d %B %Y, %H:%M} UTC" in third
    assert "This is the square." in second
    late, too_late = ben.pages()
    assert "less\n2.5 because it came 1" in late and "does not count" in too_late
    # The instructor gives an extension afterwards.
    more = due(deadline) + f"\n[extensions.{ADA}]\n{NAME} = 2099-01-01T00:00:00Z"
    later = room.with_late(more)
    assert go(room, later).marked == 1
    third = ada.pages()[1]
    assert "This is the square." not in third and "does not count" not in third


def test_feedback_may_wait_for_the_students_own_deadline(room):
    ada, ben = room.student(ADA), room.student(BEN)
    for each in (ada, ben):
        each.hand_in()
    soon = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
    own = f"\n[extensions.{BEN}]\n{NAME} = {soon + timedelta(days=7):%Y-%m-%dT%H:%M:%S}Z"
    text = due(soon, grace_minutes=10) + own
    course = room.with_late(text, feedback=Feedback.AT_DEADLINE)
    done = go(room, course)
    assert (done.marked, done.given) == (2, 0) and ada.pages() == []
    assert go(room, course, now=soon + timedelta(minutes=10)).given == 0
    assert go(room, course, now=soon + timedelta(minutes=11)).given == 1
    assert len(ada.pages()) == 1 and ben.pages() == []
    assert go(room, course, now=soon + timedelta(days=8)).given == 1


def test_a_tick_without_a_deadline_is_given_back_at_once(room):
    room.student(ADA).hand_in()
    assert go(room, replace(room.course, feedback=Feedback.AT_DEADLINE)).given == 1


def test_what_cannot_be_read_replaces_nothing_and_its_student_is_told(room):
    ada = room.student(ADA)
    ada.hand_in()
    go(room)
    ada.write("")  # JupyterLab saved it on a full disk
    ada.submit()
    done = go(room)
    assert (done.marked, done.given) == (0, 1)
    page, told = ada.pages()
    assert "does not count" in told and "the file is empty" in told and "points" in page
    assert "What counts is the version of" in told


def test_who_is_not_on_the_roster_is_told_and_the_others_are_marked(room):
    ada, ben = room.student(ADA), room.student(BEN)
    for each in (ada, ben):
        each.hand_in()
    roster = room.folder / "roster.csv"
    roster.write_text(f"student\n{ADA}\n")
    course = replace(room.course, roster=roster)
    go(room, course)
    assert "points" in ada.pages()[0]
    assert "This version does not count" in ben.pages()[0]
    assert "ask your instructor" in ben.pages()[0]
    assert look(course, (NAME,), ())[0].kept == {(BEN, NAME): f"{BEN} is not in the roster"}
    roster.write_text(f"student\n{ADA}\n{BEN}\n")
    assert go(room, course).given == 1
    assert "does not count" not in ben.pages()[0] and "points" in ben.pages()[0]
    assert look(course, (NAME,), ())[0].kept == {}


def test_who_has_another_name_in_the_roster_gets_the_page_and_the_extension(room):
    ada = room.student(ADA)
    roster = room.folder / "roster.csv"
    roster.write_text(f"student_id,name,email\nA-1,Ada Lee,{ADA}\n")
    deadline = now_to_the_second()
    time.sleep(1.05)
    ada.hand_in()
    ada.hand_in(triple="return n * n")
    late = due(deadline, penalty_per_day=0.5)
    course = room.with_late(late, roster=roster)
    assert go(room, course).given == 2
    page, too_late = ada.pages()
    assert "because it came 1" in page and "does not count" in too_late
    assert Store(course.marks).of("A-1", NAME).marks
    for name in (ADA, "A-1"):
        text = f"{late}\n[extensions.{name}]\n{NAME} = 2099-01-01T00:00:00Z"
        go(room, room.with_late(text, roster=roster))
        assert "This is the square." in ada.pages()[1] and "because it" not in ada.pages()[1]
        go(room, course)
        assert "does not count" in ada.pages()[1]


def test_who_has_two_accounts_hands_in_as_one_and_is_told_by_either(room):
    """With a number's account made by the instructor, say, and an own one by the address."""
    ada, ben, roster = room.student(ADA), room.student(BEN), room.folder / "roster.csv"
    roster.write_text(f"student,name,email\n{BEN},Ada Lee,{ADA}\n")
    course = replace(room.course, roster=roster)
    ben.hand_in(triple="return n * n")
    go(room, course)
    ada.hand_in()
    deadline = now_to_the_second()
    time.sleep(1.05)
    assert go(room, course).given == 1
    assert "This is the square." not in ada.pages()[0]
    assert "This is the square." in ben.pages()[0]
    ben.hand_in(double=None)
    late = room.with_late(due(deadline, penalty_per_day=0.5), roster=roster)
    assert go(room, late).given == 1
    assert "does not count" in ben.pages()[1]
    record = Store(course.marks).of(BEN, NAME)
    assert sum(mark.points for mark in record.marks) == 3
    assert HandedIn.time_of(marked_as(course.submitted, ADA, NAME)) == record.submitted
    assert not (course.submitted / BEN).exists()
    # They were two, after all.
    go(room)
    assert (course.submitted / BEN).exists() and (course.submitted / ADA).exists()


def test_a_roster_that_is_taken_out_of_the_course_counts_no_longer(room):
    ben, roster = room.student(BEN), room.folder / "roster.csv"
    roster.write_text(f"student\n{ADA}\n")
    ben.hand_in()
    go(room, replace(room.course, roster=roster))
    assert "ask your instructor" in ben.pages()[0]
    assert go(room).given == 1
    assert "points" in ben.pages()[0]


def test_of_many_some_are_marked_in_a_round_the_first_first(room, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_AT_ONCE", 1)
    ada, ben = room.student(ADA), room.student(BEN)
    ben.hand_in()
    time.sleep(0.02)
    ada.hand_in()
    done = go(room)
    assert done.more and len(done.collected) == 2 and done.given == 1
    assert len(ben.pages()) == 1 and ada.pages() == []
    done = go(room)
    assert not done.more and done.given == 1 and len(ada.pages()) == 1


def test_who_hands_in_a_loop_again_and_again_holds_up_nobody_else(room, monkeypatch):
    ada, ben = room.student(ADA), room.student(BEN)
    ada.hand_in()
    go(room)
    store = Store(room.course.marks)
    store.save(replace(store.of(ADA, NAME), seconds=300.0))
    ada.hand_in(double="while True: pass")
    time.sleep(0.02)
    ben.hand_in()
    done = go(room)
    assert done.more and done.marked == 1 and len(ben.pages()) == 1 and len(ada.pages()) == 1
    assert go(room).marked == 1


def test_what_the_grader_has_not_done_is_not_given_back(room, monkeypatch):
    ada = room.student(ADA)
    ada.hand_in(triple="return n * n")
    go(room)
    ada.hand_in()
    with monkeypatch.context() as patch:

        def fails(*_, **__):
            raise OSError(28, "No space left on device")

        patch.setattr(rounds, "grade", fails)
        with pytest.raises(OSError, match="No space"):
            go(room)
        with pytest.raises(OSError, match="No space"):
            go(room)
    assert len(ada.pages()) == 1 and read_status(room.course).since is not None
    assert go(room).given == 1
    assert "This is the square." not in ada.pages()[1]


@pytest.mark.parametrize("what", ["put", "give_back"])
def test_what_goes_wrong_with_one_stops_no_other(room, monkeypatch, what):
    ada, ben = room.student(ADA), room.student(BEN)
    ada.hand_in()
    time.sleep(0.02)
    ben.hand_in()
    place = Versions if what == "put" else exchange
    real = getattr(place, what)

    def troubled(first, version, *more):
        if version.student == ADA:
            raise RuntimeError("whatever it is")
        return real(first, version, *more)

    with monkeypatch.context() as patch:
        patch.setattr(place, what, troubled)
        done = go(room)
    assert len(ben.pages()) == 1 and ada.pages() == []
    assert [ADA in line and "whatever it is" in line for line in done.trouble] == [True]
    assert go(room).given == 1 and len(ada.pages()) == 1


def test_who_works_with_the_marks_is_waited_for(room):
    ada = room.student(ADA)
    ada.hand_in()
    with alone(room.course.marks), pytest.raises(BlockingIOError):
        go(room)
    assert go(room).given == 1


def test_where_nothing_happens_little_is_looked_at_and_nothing_is_missed(room, monkeypatch):
    ada, memory, seen = room.student(ADA), Memory(), []
    ada.hand_in()
    go(room, memory=memory)
    look = rounds._give_back
    monkeypatch.setattr(rounds, "_give_back", lambda *what: seen.append(1) or look(*what))
    go(room, memory=memory)
    assert seen == []
    # A deadline is another one, or pages were made anew by `labkit regrade`.
    later = datetime.now(UTC) + timedelta(days=1)
    go(room, room.with_late(due(later)), memory=memory)
    assert len(seen) == 1
    page = room.course.marks / "feedback" / ADA / NAME / f"{NAME}.html"
    page.write_text(page.read_text().replace("</main>", "regraded</main>"))
    monkeypatch.setattr(memory_of_rounds, "OFTEN", timedelta())
    assert go(room, room.with_late(due(later)), memory=memory).given == 1
    assert "regraded" in ada.pages()[0]


def test_two_services_do_not_work_on_one_course(room):
    with alone(service_folder(room.course)), pytest.raises(BlockingIOError):
        go(room)


def test_marks_come_from_the_kept_versions_alone(room):
    """Whatever happens to the exchange and to the derived folder, the marks are the same."""
    ada = room.student(ADA)
    place = ada.hand_in(triple="return n * n")
    go(room)
    page = (room.course.marks / "feedback" / ADA / NAME / f"{NAME}.html").read_text()
    shutil.rmtree(place)
    shutil.rmtree(room.course.submitted / ADA)
    shutil.rmtree(room.course.marks)
    (service_folder(room.course) / "marked.json").unlink()
    room.course.marks.mkdir()
    go(room)
    again = (room.course.marks / "feedback" / ADA / NAME / f"{NAME}.html").read_text()
    assert again == page
    (version,) = Versions(room.course.versions).of(ADA, NAME)
    assert marked_as(room.course.submitted, ADA, NAME) == version.key


def test_a_mended_deadline_changes_penalties_without_new_work(room):
    ada = room.student(ADA)
    deadline = now_to_the_second()
    time.sleep(1.05)
    ada.hand_in()
    go(room, room.with_late(due(deadline, penalty_per_day=0.5)))
    assert "because it came 1" in ada.pages()[0]
    done = go(room, room.with_late(due(deadline + timedelta(days=1), penalty_per_day=0.5)))
    assert done.given == 1 and "because it came" not in ada.pages()[0]


def test_another_students_notebook_under_ones_own_name_is_ones_own_work(room):
    """Copying is for `labkit similarity`; what is handed in is whose folder it is in."""
    ada, ben = room.student(ADA), room.student(BEN)
    ada.write(answered(room.tick))
    ben.write((ada.home / NAME / f"{NAME}.ipynb").read_text())
    ben.submit()
    done = go(room)
    assert [version.student for version in done.collected] == [BEN]
