"""A course whose files have other numbers of users than this machine has."""

import grp
import os

import pytest

from labkit.hub import accounts
from labkit.hub.moved import settle
from labkit.hub.owners import own_tree
from tests.hub.live import as_root, class_of

pytestmark = as_root

#: Numbers of another machine.
GRADER, INSTRUCTORS, ADA, BEN, ZOE = 61_001, 61_002, 61_003, 61_004, 61_005


@pytest.fixture
def course(course):
    with class_of(course) as (found, named):
        yield found, named


@pytest.fixture
def moved(course):
    """A course with two students, and somebody's home whom the hub does not know."""
    course, named = course
    ada, ben = named("ada"), named("ben")
    inside = course.exchange_root / course.slug
    for folder in (
        *(course.release / "t", course.versions / ada / "t", course.submitted / ada / "t"),
        *(course.marks / "records", course.grader_home / ".config", inside / "outbound" / "t"),
        *(inside / "feedback" / "t", inside / "inbound", inside / "fetched"),
    ):
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")
    for folder in (course.exchange_root, course.grader_home):
        own_tree(folder, GRADER, GRADER)
    for folder in (course.release, course.versions, course.submitted, course.marks):
        own_tree(folder, GRADER, INSTRUCTORS)
    for name, number in ((ada, ADA), (ben, BEN), ("zoe", ZOE)):
        home = accounts.home(course, name)
        (home / "notebooks").mkdir(parents=True)
        (home / "notebooks" / "work.ipynb").write_text("{}")
        home.chmod(0o700)
        handed_in = inside / "inbound" / f"{name}+t+2026-11-22 14:00:00.000000 UTC+c2VjcmV0"
        handed_in.mkdir()
        (handed_in / "work.ipynb").write_text("{}")
        (inside / "fetched" / f"{name}+t").touch()
        for path in (home, handed_in, inside / "fetched" / f"{name}+t"):
            own_tree(path, number, number)
    return course, ada, ben


def owners(place):
    return {(p.lstat().st_uid, p.lstat().st_gid) for p in (place, *place.rglob("*"))}


def theirs(course, name):
    inside = course.exchange_root / course.slug
    handed_in, fetched = inside.glob(f"*/{name}+*")
    return owners(accounts.home(course, name)) | owners(handed_in) | owners(fetched)


def test_all_files_become_those_of_whom_they_were(moved):
    course, ada, ben = moved
    assert settle(course, [ada, ben])
    grader = accounts.make_grader(course)
    own, instructors = grader.pw_uid, grp.getgrnam(accounts.instructors_group(course)).gr_gid
    for folder in (course.release, course.versions, course.submitted, course.marks):
        assert owners(folder) == {(own, instructors)}
    assert owners(course.grader_home) == {(own, grader.pw_gid)}
    for name in ("outbound", "feedback"):
        place = course.exchange_root / course.slug / name
        assert owners(place) == {(own, grader.pw_gid)}
    for name in (ada, ben):
        account = accounts.known_users([name])[name]
        assert theirs(course, name) == {(account.pw_uid, account.pw_gid)}
    assert not settle(course, [ada, ben])  # all is as it should be


def test_nobody_gets_the_home_of_who_is_not_known_and_they_themselves_get_it_back(moved):
    course, ada, ben = moved
    settle(course, [ada])
    home = accounts.home(course, ben)
    assert home.stat().st_uid == 0 and home.stat().st_mode & 0o777 == 0o700
    assert not settle(course, [ada])
    account = accounts.make_user(course, ben)  # who signs in again
    assert owners(home) == {(account.pw_uid, account.pw_gid)}


def test_a_number_that_is_anothers_now_gives_nobody_what_was_not_theirs(moved):
    """On this machine BEN has the number that ADA had there, and ADA the one that BEN had."""
    course, ada, ben = moved
    new = {name: accounts.make_account(course, name).pw_uid for name in (ada, ben)}
    inside = course.exchange_root / course.slug
    for name, other in ((ada, ben), (ben, ada)):
        for place in (accounts.home(course, name), *inside.glob(f"*/{name}+*")):
            own_tree(place, new[other], new[other])
    assert settle(course, [ada, ben])
    for name in (ada, ben):
        account = accounts.known_users([name])[name]
        assert theirs(course, name) == {(account.pw_uid, account.pw_gid)}


def test_it_is_made_good_after_an_end_in_the_middle(moved, monkeypatch):
    course, ada, ben = moved
    chown, left = os.chown, 0

    def ends(*arguments, **more):
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        chown(*arguments, **more)

    ended = 0
    while True:
        left = 3 + 3 * ended  # chowns until the next end
        try:
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(os, "chown", ends)
                settle(course, [ada, ben])
            break
        except KeyboardInterrupt:
            ended += 1
            assert ended < 50
    assert ended > 2
    homes = owners(accounts.home(course, ada)) | owners(accounts.home(course, ben))
    assert len(homes) == 2 and not settle(course, [ada, ben])


def test_what_a_student_calls_anothers_in_the_exchange_stays_theirs(moved):
    course, ada, ben = moved
    inside = course.exchange_root / course.slug / "inbound"
    false = inside / f"{ada}+t+2026-11-22 15:00:00.000000 UTC+c2VjcmV0"
    false.mkdir()
    os.chown(false, BEN, BEN)
    settle(course, [ada, ben])
    assert false.stat().st_uid == BEN
