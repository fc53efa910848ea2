import grp
import os
import re
import socket
import subprocess
from dataclasses import replace

import pytest

from labkit.hub import accounts, check_machine
from labkit.hub.course import Tls
from tests.hub.live import as_root, open_folder


@as_root
def test_a_list_that_the_grading_service_cannot_read_is_refused(new):
    with open_folder() as above:
        course = new(folder=above / "course")
        group = grp.getgrgid(accounts.make_grader(course).pw_gid)
        (above / "home").mkdir(mode=0o700)
        file = above / "home" / "my class.csv"
        file.write_text("student\nada\n")
        file.chmod(0o640)
        os.chown(file, 0, group.gr_gid)
        with pytest.raises(PermissionError, match="roster must be a file that labkit-grader can"):
            check_machine.refuse_hidden_roster(replace(course, roster=file))
        file = file.rename(above / "class.csv")
        check_machine.refuse_hidden_roster(replace(course, roster=file))
        check_machine.refuse_hidden_roster(course)


@pytest.mark.skipif(os.geteuid() != 0, reason="about root")
def test_root_leaves_another_users_course_alone(new):
    """What root makes in it, the database first of all, its own user could not open any more."""
    course = new()
    check_machine.refuse_others_course(course)
    os.chown(course.folder, 12_345, 12_345)
    with pytest.raises(PermissionError, match="which user 12345 has made"):
        check_machine.refuse_others_course(course)


def test_a_port_that_is_taken_is_named(new):
    course = new()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"port must be .*127.0.0.1:{port}: .*--port"):
            check_machine.refuse_taken_port(replace(course, port=port))


def test_an_address_that_is_not_this_machines_is_named(new):
    with pytest.raises(
        OSError, match=r"hub.address must be one of this machine's, not 192\.0\.2\.1"
    ):
        check_machine.refuse_taken_port(replace(new(), address="192.0.2.1", port=38_000))


def test_what_students_must_not_read_is_named_with_what_closes_it(new, monkeypatch):
    course = new()
    with open_folder() as above:
        lab, key = above / "my lab", above / "hub.key"
        lab.mkdir(mode=0o755)
        key.touch(0o644)
        monkeypatch.setattr(check_machine, "LAB", lab)
        secured = replace(course, tls=Tls(above / "hub.crt", key))
        with pytest.raises(PermissionError) as refused:
            check_machine.refuse_what_is_open(secured)
        commands = re.findall("^    (chmod .*)$", str(refused.value), flags=re.MULTILINE)
        assert len(commands) == 2
        for command in commands:
            subprocess.run(["sh", "-c", command], check=True)
        check_machine.refuse_what_is_open(secured)


def test_a_course_that_students_cannot_get_to_is_refused(new):
    course = new()
    assert course.folder.parent.stat().st_mode & 0o001 == 0 or os.geteuid() != 0
    with open_folder() as above:
        inner = above / "closed" / "course"
        inner.mkdir(parents=True)
        check_machine.refuse_what_is_closed(replace(course, folder=inner))
        inner.parent.chmod(0o750)
        with pytest.raises(PermissionError, match=f"not in {inner.parent}"):
            check_machine.refuse_what_is_closed(replace(course, folder=inner))
