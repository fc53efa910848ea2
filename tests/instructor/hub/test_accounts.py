"""What people are called, the Unix users that they are, and whose files are."""

import grp
import os
import shutil
import subprocess
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyterhub.auth import pamela

from labkit.instructor.hub import accounts, opening, owners, signing_in, student_server
from labkit.instructor.hub.course import ServerLimits
from labkit.instructor.hub.usernames import CLI, SERVICE, USERNAME, as_username
from tests.instructor.hub.live import as_root, open_folder


@pytest.mark.parametrize("name", [
    "", "-ada", "ada+1", "ådä", "a" * 65, "a/b", "..", ".", "@x", "_x", "ada.", "a b", SERVICE, CLI, "Labkit",
    "a\nb", "a\0", "аda", "ada:0", "a,b", "$(id)", "a'b", "%2e", "\u202eada", "\u212aim",
])  # fmt: skip
def test_who_can_sign_in_and_who_cannot(name):
    for other in ("ada", "ada@uni.example", "1001", "a_b-c.d", "a" * 64):
        assert as_username(other) == as_username(other.title()) == other
    with pytest.raises(ValueError, match="must"):
        as_username(name)


names = st.from_regex(USERNAME, fullmatch=True).filter(lambda text: not text.endswith("."))


@given(names, names)
def test_different_students_are_different_unix_users(one, other):
    found = accounts.unix_name(one)
    assert (found == accounts.unix_name(other)) == (one == other)
    # What useradd takes on every Linux, and no account that a system comes with.
    assert len(found) <= 32 and found.replace("-", "").replace("_", "").isalnum()
    assert found.startswith(("lab-", "labx-")) and found != accounts.GRADER
    assert not found.startswith(accounts.INSTRUCTORS)


def test_nobody_gets_the_group_of_instructors_by_their_name_or_another_s_folder(course):
    # useradd gives each user a group of the user's name.
    group = accounts.instructors_group(course)
    assert len(group) == 28 and not accounts.own_users(course)
    for name in ("instructors", group.removeprefix("lab-")):
        assert accounts.unix_name(name).startswith("labx-")
    with pytest.raises(ValueError, match="must"):
        accounts.unix_name("../root")
    # A home is found by its name for years. Printed by: printf %s a@b | sha256sum
    assert accounts.unix_name("a@b") == "labx-7508d8b5018ea640b8526986"
    assert accounts.unix_name("1-a_b") == "lab-1-a_b"
    made, of_system = (SimpleNamespace(pw_gecos="labkit hub user a", pw_uid=n) for n in (1000, 999))
    assert accounts.is_students(made) and not accounts.is_students(of_system)
    with pytest.raises(OSError, match="sh -c .*: why"):
        accounts._system("sh", "-c", "echo why >&2; exit 1")


def test_what_others_can_read_they_can_get_to():
    with open_folder() as above:
        path, link = above / "inner" / "file", above / "link"
        path.parent.mkdir()
        path.touch()
        link.symlink_to(path)
        opened = [(0o755, 0o644), (0o711, 0o604), (0o755, 0o641)]
        for modes in (*opened, (0o700, 0o644), (0o755, 0o640)):
            path.chmod(modes[1])
            path.parent.chmod(modes[0])
            for place in (path, link):
                assert accounts.open_to_others(place) == (modes in opened)
                assert accounts.runs_for_others(place) == (modes == (0o755, 0o641))


@as_root
def test_a_student_is_made_once_and_has_a_home_of_their_own(class_of, monkeypatch, tmp_path):
    course, named = class_of
    name, tool = named("ada"), tmp_path / "setquota"
    tool.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/said\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    account = accounts.make_user(replace(course, limits=ServerLimits(storage_mb=7)), name)
    # Storage is what the course says, where the disk can count.
    said = (tmp_path / "said").read_text().split()
    assert said[said.index(account.pw_name) + 1 :] == ["7168", "7168", "0", "0"]
    assert accounts.make_user(course, name.upper()) == account
    home = accounts.home(course, name).stat()
    assert (home.st_uid, home.st_mode & 0o777) == (account.pw_uid, 0o700)
    assert account.pw_uid >= 1000 and account.pw_name not in ("root", name)
    assert os.getgrouplist(account.pw_name, account.pw_gid) == [account.pw_gid]
    assert account.pw_shell.endswith("nologin") and name in accounts.usernames(course)
    assert accounts.limit_storage(account.pw_name, 7) is True
    accounts.remove_user(course, name)
    home = accounts.home(course, name).stat()
    assert (home.st_uid, home.st_gid, home.st_mode & 0o777) == (0, 0, 0o700)
    with pytest.raises(ValueError, match="must be one that has an account"):
        accounts.remove_user(course, name)


def members(course):
    return set(grp.getgrnam(accounts.instructors_group(course)).gr_mem) - {accounts.GRADER}


@as_root
def test_instructors_are_in_the_group_of_their_course_as_long_as_they_teach_it(class_of):
    course, named = class_of
    teacher, student = named("ines"), named("ada")
    # Who is called as an instructor of another course is somebody else.
    other = replace(course, folder=course.folder / "other", instructors=(teacher, student))
    accounts.make_grader(other)
    teaches = replace(course, instructors=(teacher,))
    for now, expected in ((teaches, [teacher]), (course, []), (teaches, [teacher])):
        for name in (teacher, student):
            accounts.make_user(now, name)
        accounts.make_grader(other)
        assert members(course) == set(map(accounts.unix_name, expected))
        assert members(other) == set()


@as_root
def test_a_course_leaves_the_accounts_of_another_alone(class_of):
    course, named = class_of
    name = named("ada")
    account = accounts.make_user(course, name)
    other = replace(course, folder=course.folder / "other course")
    other.homes.mkdir(parents=True)
    accounts.make_grader(other)
    shutil.copytree(account.pw_dir, accounts.home(other, name))  # as in a copy of the course
    with running_as(account) as program:
        opening.end_students(other)
        for change in (accounts.make_user, accounts.remove_user, signing_in.add, signing_in.remove):
            with pytest.raises(PermissionError, match=f"its home is {account.pw_dir}:") as refused:
                change(other, name)
        assert (accounts.usernames(other), accounts.usernames(course)) == ([], [name])
        assert accounts.account_of(account.pw_name) == account and program.poll() is None
        accounts.end_processes(account.pw_name)
    # What is told is done, as where the course has moved.
    told = str(refused.value).rpartition("    ")[2]
    subprocess.run(["sh", "-c", told], check=True)
    assert accounts.usernames(other) == [name]
    accounts.make_user(other, name)
    accounts.remove_user(other, name)
    assert accounts.account_of(account.pw_name) is None


@as_root
def test_an_account_opens_nothing_but_its_server_also_one_of_before(class_of):
    """What cron, atd, sshd and the timers of systemd ask PAM before they do anything for a user."""
    course, named = class_of
    name = named("ada")
    signing_in.add(course, name)
    unix = accounts.unix_name(name)

    def refused():
        entry = subprocess.check_output(["getent", "shadow", unix], text=True).split(":")
        assert (entry[1], entry[7]) == ("!", "1")
        for service in ("cron", "atd", "sshd", "systemd-user", "other"):
            with pytest.raises(pamela.PAMError):
                pamela.check_account(unix, service=service)

    refused()
    subprocess.run(["usermod", "--expiredate", "", unix], check=True)
    pamela.check_account(unix, service="other")
    accounts.close_accounts(course)
    refused()
    subprocess.run(["chpasswd"], input=f"{unix}:correct horse\n", text=True, check=True)
    accounts.close_accounts(course)
    refused()


@as_root
def test_an_account_that_is_somebody_elses_is_not_taken(class_of):
    course, named = class_of
    for comment in ("somebody", "labkit hub user another"):
        name = named("eve")
        subprocess.run(["useradd", "--comment", comment, accounts.unix_name(name)], check=True)
        with pytest.raises(PermissionError, match="somebody else's"):
            accounts.make_user(course, name)
        assert not accounts.home(course, name).exists()


def running_as(account):
    """Start a process that leaves its session and does not hear SIGTERM, and its own child."""
    code = "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    code += "os.fork() or os.setsid()\nos.write(1, b'1')\ntime.sleep(60)"
    command = [student_server.python_for_others(), "-c", code]
    process = subprocess.Popen(command, stdout=-1, cwd="/", user=account.pw_uid)
    assert process.stdout.read(2) == b"11"  # it and its child
    return process


@pytest.mark.slow
@as_root
def test_what_a_student_leaves_running_is_ended_and_nothing_else(class_of):
    course, named = class_of
    users = [accounts.make_user(course, named(name)) for name in ("eve", "ada")]
    ended, goes_on = map(running_as, users)
    with ended, goes_on:
        accounts.end_processes(users[0].pw_name)
        assert ended.wait(10) < 0 and ended.stdout.read() == b""  # nobody holds it open any more
        assert goes_on.poll() is None
        accounts.end_processes(users[1].pw_name)
    with pytest.raises(PermissionError, match="must be a student's"):
        accounts.end_processes("root")


@as_root
def test_the_grader_runs_as_itself_and_keeps_others_out(class_of):
    course, _ = class_of
    account = accounts.make_grader(course)
    course.student.mkdir(mode=0o755)
    (course.env / "bin").mkdir(parents=True)
    (course.env / "bin" / "python").symlink_to(student_server.python_for_others())
    owners.own_folder(course.grader_home, account.pw_uid, account.pw_gid, 0o700)
    code = "import os; print(os.getuid(), oct(os.umask(0)), os.environ['HOME'], 'SECRET' in os.environ)"
    command, env = accounts.as_grader(course, ["-c", code]), {**os.environ, "SECRET": "x"}
    said = subprocess.check_output(command, text=True, env=env, cwd="/")
    assert said.split() == [str(account.pw_uid), "0o7", str(course.grader_home), "False"]
    assert account.pw_shell.endswith("nologin")


@as_root
def test_a_tree_is_given_and_nothing_beyond_it(tmp_path):
    home, secret = tmp_path / "home", tmp_path / "others" / "secret"
    (home / "deep" / "er").mkdir(parents=True)
    (home / "deep" / "er" / "work.ipynb").write_text("{}")
    secret.parent.mkdir()
    for file in (secret, more := secret.with_name("more")):
        file.write_text("x")
    (home / "to-folder").symlink_to(secret.parent)
    (home / "to-file").symlink_to(secret)
    os.link(secret, home / "hard")
    owners.own_tree(home, 61_001, 61_002)
    assert {p.lstat().st_uid for p in (home, *home.rglob("*")) if p.name != "hard"} == {61_001}
    assert {p.stat().st_uid for p in (secret.parent, secret, more, home / "hard")} == {0}
    with pytest.raises(PermissionError, match="not a link"):
        owners.own_folder(home / "to-folder", 61_001, 61_002, 0o700)
