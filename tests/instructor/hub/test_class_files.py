"""What instructors change in the browser: files that people write in, too."""

import tomllib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from labkit.instructor.hub import class_files
from labkit.instructor.hub.course import read_course
from tests.instructor.grading.tiny import NAME, OTHER

TICKS = [NAME, OTHER]
LATER = datetime(2126, 12, 1, 17, 0, 30)
BY_HAND = f"""# By ines, in a hurry.
timezone = "Europe/London"
penalty_per_day = 0.1  # of all points

[deadlines]
# {OTHER} = 2126-11-20T17:00:00
{NAME} = 2126-11-20T17:00:00  # moved once

[extensions.Ada]
{NAME} = 2126-11-27T17:00:00  # ill
"""


@pytest.fixture
def late(room):
    """The deadlines' file; and what changes it, of a class as it is then."""
    room.course.late.write_text(BY_HAND)
    (room.lab / "notebooks" / "ticks" / OTHER).mkdir()

    def change(how, *what):
        getattr(class_files, f"set_{how}")(read_course(room.course.folder), TICKS, *what)
        return read_course(room.course.folder).policy

    return room.course.late, change


def test_what_a_person_wrote_stays_and_the_rest_counts_at_once(late):
    file, change = late
    policy = change("deadline", OTHER, LATER)
    assert policy.deadlines[OTHER] == LATER.replace(tzinfo=UTC)  # London's, in winter
    policy = change("extension", NAME, "ada", LATER)  # whom a person has called Ada
    assert policy.extensions == {("ada", NAME): LATER.replace(tzinfo=UTC)}
    change("extension", OTHER, "bea@uni.example", LATER)
    text = file.read_text()
    for line in ("# By ines, in a hurry.", "0.1  # of all points", "# moved once", "# ill"):
        assert line in text
    assert change("deadline", OTHER, None).deadlines.keys() == {NAME}
    for student, tick in (("ada", NAME), ("bea@uni.example", OTHER)):
        policy = change("extension", tick, student, None)
        assert (student, tick) not in policy.extensions
    assert not policy.extensions and policy.penalty_per_day == 0.1


@pytest.mark.parametrize("text", [
    "", f"[extensions.ada]\n{NAME} = 2126-11-20T17:00:00\n[deadlines]\n{NAME} = 2126-11-20T17:00:00\n[extensions.ben]\n{NAME} = 2126-11-21T17:00:00\n",
    f"deadlines.{NAME} = 2126-11-20T17:00:00\nextensions = {{ada = {{{NAME} = 2126-11-20T17:00:00}}}}\n",
    f"extensions.ada.{NAME} = 2126-11-20T17:00:00\r\n",
])  # fmt: skip
def test_nothing_but_what_was_asked_for_changes_however_it_is_written(late, text):
    file, change = late
    file.write_text(text, newline="")
    wanted = tomllib.loads(text)
    for student in ("ada", 'x"]\n[deadlines]\n' + OTHER):
        change("extension", NAME, student, LATER)
        wanted.setdefault("extensions", {}).setdefault(student, {})[NAME] = LATER
    change("deadline", OTHER, LATER)
    wanted.setdefault("deadlines", {})[OTHER] = LATER
    assert tomllib.loads(file.read_text()) == wanted


def test_what_could_not_be_read_again_is_not_written(late):
    file, change = late
    for wrong, said in (
        (("deadline", "tick9", LATER), "there is no tick 'tick9'"),
        (("deadline", NAME, datetime(9999, 12, 31, 23, 59)), "between the years"),
        (("extension", NAME, "ada", datetime(1, 1, 1)), "between the years"),
    ):
        with pytest.raises(ValueError, match=said):
            change(*wrong)
        assert file.read_text() == BY_HAND
    file.write_text(f"deadlines.{NAME} = 2126-11-20T17:00:00\n")  # which tomlkit does not undo
    with pytest.raises(ValueError, match="this page cannot change .* edit the file"):
        change("deadline", NAME, None)


def test_of_two_at_once_both_are_kept(late):
    _, change = late
    with ThreadPoolExecutor(8) as threads:
        names = [f"s{number}" for number in range(40)]
        list(threads.map(lambda name: change("extension", NAME, name, LATER), names))
    assert change("deadline", OTHER, None).extensions.keys() == {(n, NAME) for n in ["ada", *names]}


def test_a_new_list_says_who_joins_and_who_leaves_and_one_that_is_none_changes_nothing(room):
    def put(text):
        course = read_course(room.course.folder)
        changed = class_files.replace_roster(course, text.encode(), "list.csv")
        return [[student.identifier for student in students] for students in changed]

    assert read_course(room.course.folder).roster is None  # as it begins
    assert put("student,name\nada,\nben,\n") == [["ada", "ben"], []]
    assert put("student,name\nben,\ncleo,Cleo\n") == [["cleo"], ["ada"]]
    course = read_course(room.course.folder)
    for wrong in ("x,y\n1,2\n", "student\n", 'student\n"', "student\nada\nADA\n"):
        with pytest.raises(ValueError, match=r"list\.csv"):
            put(wrong)
        assert read_course(course.folder).class_list.students == course.class_list.students


def test_files_of_root_s_stay_so_and_the_page_says_what_would_let_it(room):
    file = room.course.folder / "course.toml"
    (room.course.folder / "late.toml").write_text(BY_HAND)
    file.write_text(file.read_text().replace("class/", ""))
    (room.course.folder / "roster.csv").write_text("student\nada\n")
    course = read_course(room.course.folder)  # as courses were before
    with pytest.raises(ValueError, match='write late = "class/late.toml"'):
        class_files.set_deadline(course, TICKS, NAME, LATER)
    with pytest.raises(ValueError, match='write roster = "class/roster.csv"'):
        class_files.replace_roster(course, b"student\nben\n", "x")
    assert "ada" in course.class_list.students and (NAME in course.policy.deadlines)


def test_a_time_is_read_as_browsers_write_it():
    assert class_files.as_time("") is None
    assert class_files.as_time("2126-11-20T17:00") == datetime(2126, 11, 20, 17)
    assert class_files.as_time("2126-11-20T17:00:30") == datetime(2126, 11, 20, 17, 0, 30)
    for wrong in ("tomorrow", "2126-11-20", "2126-11-20T17:00Z", '2126-11-20T17:00"\n[x]'):
        with pytest.raises(ValueError, match="must be a time such as 2026-11-20T17:00"):
            class_files.as_time(wrong)
