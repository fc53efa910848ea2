import grp
import os
import pwd
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.hub import accounts, owners
from labkit.hub.course import Limits
from labkit.hub.names import USERNAME, as_username
from tests.hub import live
from tests.hub.live import as_root, open_folder


def names():
    def is_one(text):
        try:
            return as_username(text) == text
        except ValueError:
            return False

    return st.from_regex(USERNAME, fullmatch=True).filter(is_one)


@given(names(), names())
def test_different_students_are_different_unix_users(one, other):
    found = accounts.unix_name(one)
    assert (found == accounts.unix_name(other)) == (one == other)
    # What useradd takes on every Linux, and no account that a system comes with.
    assert len(found) <= 32 and found.replace("-", "").replace("_", "").isalnum()
    assert found.startswith(("lab-", "labx-")) and found != accounts.GRADER
    assert not found.startswith(accounts.INSTRUCTORS)


def test_nobody_gets_the_group_of_instructors_by_their_name(course):
    # useradd gives each user a group of the user's name.
    group = accounts.instructors_group(course)
    assert len(group) <= 32
    for name in ("instructors", group.removeprefix("lab-")):
        assert accounts.unix_name(name).startswith("labx-")


@pytest.mark.parametrize("name", ["a+b", "../root", "", "a\nb", "labkit"])
def test_who_cannot_sign_in_has_no_unix_user(name):
    with pytest.raises(ValueError, match="must"):
        accounts.unix_name(name)


def test_as_an_ordinary_user_there_are_no_own_users(course):
    assert not accounts.own_users(course)
    assert accounts.home(course, "ada").parent == course.homes


@pytest.mark.parametrize(
    ("folder", "file", "opened"),
    [(0o755, 0o644, True), (0o711, 0o604, True), (0o700, 0o644, False), (0o755, 0o640, False)],
)
def test_what_others_can_read_they_can_get_to(folder, file, opened):
    with open_folder() as above:
        path = above / "inner" / "file"
        path.parent.mkdir()
        path.touch()
        path.chmod(file)
        path.parent.chmod(folder)
        assert accounts.open_to_others(path) == opened
        link = above / "link"
        link.symlink_to(path)
        assert accounts.open_to_others(link) == opened


def test_a_program_that_others_can_read_but_not_run(tmp_path):
    assert accounts.runs_for_others(Path("/bin/sh"))
    with open_folder() as above:
        (above / "program").touch(0o644)
        assert not accounts.runs_for_others(above / "program")


@pytest.fixture
def class_of(course):
    with live.class_of(course) as found:
        yield found


@as_root
def test_a_student_is_made_once_and_has_a_home_of_their_own(class_of):
    course, named = class_of
    accounts.make_grader(course)
    name = named("ada")
    account = accounts.make_user(course, name)
    assert accounts.make_user(course, name.upper()) == account
    home = accounts.home(course, name).stat()
    assert (home.st_uid, home.st_mode & 0o777) == (account.pw_uid, 0o700)
    assert account.pw_uid >= 1000 and account.pw_name not in ("root", name)
    groups = os.getgrouplist(account.pw_name, account.pw_gid)
    assert groups == [account.pw_gid]
    assert accounts.known_users([name, "nobody-of-that-name"]) == {name: account}


@as_root
def test_instructors_are_in_their_group_as_long_as_they_are_instructors(class_of):
    course, named = class_of
    name = named("ines")
    accounts.make_grader(course)
    account = accounts.make_user(replace(course, instructors=(name,)), name)

    def groups():
        return len(os.getgrouplist(account.pw_name, account.pw_gid))

    assert groups() == 2
    accounts.make_grader(replace(course, instructors=(name,)))
    assert groups() == 2
    accounts.make_grader(replace(course, instructors=()))
    assert groups() == 1


@as_root
def test_who_teaches_one_course_of_a_machine_is_a_student_of_another(class_of):
    course, named = class_of
    teacher, student = named("ines"), named("ada")
    other = replace(course, folder=course.folder / "other", instructors=(student,))
    other.homes.mkdir(parents=True)
    course = replace(course, instructors=(teacher,))

    def members(of):
        return set(grp.getgrnam(accounts.instructors_group(of)).gr_mem) - {accounts.GRADER}

    for each in (course, other, course):  # their hubs start
        accounts.make_grader(each)
        for name in (teacher, student):  # and both people sign in at both
            accounts.make_user(each, name)
    assert members(course) == {accounts.unix_name(teacher)}
    assert members(other) == {accounts.unix_name(student)}


@as_root
def test_an_account_that_is_somebody_elses_is_not_taken(class_of):
    course, named = class_of
    accounts.make_grader(course)
    name = named("eve")
    subprocess.run(["useradd", "--comment", "somebody", accounts.unix_name(name)], check=True)
    with pytest.raises(PermissionError, match="somebody else's"):
        accounts.make_user(course, name)
    assert not accounts.home(course, name).exists()


@pytest.mark.slow
@as_root
def test_what_a_student_leaves_running_is_ended_and_nothing_else(class_of):
    course, named = class_of
    accounts.make_grader(course)
    account = accounts.make_user(course, named("eve"))
    other = accounts.make_user(course, named("ada"))
    # A process that has left its session, does not hear SIGTERM, and its own child.
    code = (
        "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "os.fork() or os.setsid()\nos.write(1, b'1')\ntime.sleep(60)"
    )
    running = [
        subprocess.Popen([python(), "-c", code], user=each.pw_uid, stdout=-1, cwd="/")
        for each in (account, other)
    ]
    for each in running:
        assert each.stdout.read(2) == b"11"  # it and its child
    accounts.end_processes(account)
    assert running[0].wait(10) < 0
    assert running[1].poll() is None
    assert not processes_of(account)
    accounts.end_processes(other)
    running[1].wait(10)
    for each in running:
        each.stdout.close()
    with pytest.raises(PermissionError, match="must be a student's"):
        accounts.end_processes(pwd.getpwnam("root"))


def python():
    from labkit.hub.student import python_for_others

    return python_for_others()


def processes_of(account):
    time.sleep(0.1)
    found = [Path("/proc", each) for each in os.listdir("/proc") if each.isdecimal()]
    states = [
        each.joinpath("stat").read_text().split(") ")[1][0]
        for each in found
        if owned(each, account)
    ]
    return [state for state in states if state != "Z"]


def owned(process, account):
    try:
        return process.stat().st_uid == account.pw_uid
    except OSError:
        return False


@as_root
def test_the_grader_runs_as_itself_and_keeps_others_out(class_of):
    course, _ = class_of
    account = accounts.make_grader(course)
    course.student.mkdir(mode=0o755)
    (course.env / "bin").mkdir(parents=True)
    (course.env / "bin" / "python").symlink_to(python())
    owners.own_folder(course.grader_home, account.pw_uid, account.pw_gid, 0o700)
    code = "import os; print(os.getuid(), oct(os.umask(0)), os.environ['HOME'], 'SECRET' in os.environ)"
    done = subprocess.run(
        accounts.as_grader(course, ["-c", code]),
        capture_output=True,
        text=True,
        env={**os.environ, "SECRET": "x"},
        cwd="/",
    )
    assert done.stdout.split() == [str(account.pw_uid), "0o7", str(course.grader_home), "False"]
    assert account.pw_shell.endswith("nologin")
    assert sys.platform == "linux"


@as_root
def test_storage_is_what_the_course_says_where_the_disk_can_count(class_of, monkeypatch, tmp_path):
    course, named = class_of
    accounts.make_grader(course)
    tool = tmp_path / "setquota"
    tool.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/said\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    account = accounts.make_user(replace(course, limits=Limits(storage=7)), named("ada"))
    said = (tmp_path / "said").read_text().split()
    assert said[said.index(account.pw_name) + 1 :] == ["7168", "7168", "0", "0"]
