"""``labkit hub``: what each verb does and says, but for a hub that runs."""

import os
import re
import subprocess

import pytest

from labkit.cli import main
from labkit.instructor.hub import accounts
from labkit.instructor.hub.course import read_course
from tests.instructor.hub.live import open_folder, without_users
from tests.superuser import needs_root

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")


@pytest.fixture
def hub(tmp_path, capsys):
    """Run a verb of the command on a course, and give its status and what it says."""

    def run(verb, *words, folder=tmp_path / "course"):
        capsys.readouterr()
        status = main(["hub", verb, "--course", str(folder), *words])
        return status, "".join(capsys.readouterr())

    return run


@pytest.fixture
def course(hub, tmp_path):
    assert hub("init", "--one-user", "--instructor", "Ines")[0] == 0
    return tmp_path / "course"


def test_init_makes_a_course_and_says_what_is_next(hub, tmp_path):
    file = tmp_path / "course" / "course.toml"
    said = f"{file}: edit it, then start the hub with labkit hub start\n"
    assert hub("init", "--one-user", "--id", "nlp", "--instructor", "Ines") == (0, said)
    text = file.read_text()
    assert 'name = "Sentiment and significance"\n' in text
    assert 'id = "nlp"\n' in text and 'instructors = ["ines"]\n' in text
    status, said = hub("init")
    assert status == 2 and "must be a new or empty folder" in said


def test_without_a_course_every_verb_says_how_to_make_one(hub, tmp_path, monkeypatch, capsys):
    for words in (["start"], ["users"], ["release", "tick4-sign-test"], ["run", "export"]):
        status, said = hub(*words)
        assert status == 2 and "labkit hub init makes one" in said
    monkeypatch.chdir(tmp_path)
    for root, folder in ((True, "/srv/lab"), (False, tmp_path / "course")):
        monkeypatch.setattr("os.geteuid", lambda root=root: 0 if root else 1000)
        status = main(["hub", "users"])
        assert status == 2 and f"not {folder}" in capsys.readouterr().err
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() or 1000)  # root's is another folder
    assert main(["hub", "init"]) == 0
    text = (tmp_path / "course" / "course.toml").read_text()
    assert 'id = "sentiment-and-significance"\n' in text


@pytest.fixture
def class_of(hub, tmp_path):
    """A course of Unix users, of the names that are given, which go with it."""
    (tmp_path / "list.csv").write_text(
        "student,email\nada-of-test,\njosé,\nlabkit,\nben-of-test,\n1001,ben@test.example\n"
    )
    names = ["ada-of-test", "ben-of-test", "ben@test.example", "ines-of-test", "zoe-of-test"]
    with without_users(*names), open_folder() as above:
        roster = ("--roster", str(tmp_path / "list.csv"))
        hub("init", "--instructor", "ines-of-test", *roster, folder=above / "course")
        yield above / "course"


@needs_root
def test_accounts_are_added_listed_and_removed(class_of, capsys):
    def users(*words):
        capsys.readouterr()
        status = main(["hub", "users", "--course", str(class_of), *words])
        return status, *capsys.readouterr()

    assert users() == (0, "", "")
    assert users("--add", "Ben@test.example")[0] == 0
    accounts.make_user(read_course(class_of), "ines-of-test")  # who has no password yet
    status, out, err = users("--add-roster")  # and for instructors
    assert status == 1 and "no account for labkit: " in err
    assert err.startswith("no account for josé: a username must be made of letters a to z")
    file = class_of / "hub" / "first-passwords.csv"
    passwords = dict(line.split(",") for line in file.read_text().split())
    assert list(passwords) == ["ben@test.example", "ada-of-test", "ben-of-test", "ines-of-test"]
    assert len(set(passwords.values())) == 4 and file.stat().st_mode & 0o777 == 0o600
    listed = users()[1]
    students = ("ada-of-test", "ben-of-test", "ben@test.example")
    found = [[name, "student"] for name in students] + [["ines-of-test", "instructor"]]
    assert [line.split() for line in listed.splitlines()] == found
    assert not [password for password in passwords.values() if password in out + listed]
    assert users("--add-roster")[:2] == (1, "")
    assert users("--add", "ines-of-test", "Ines-of-Test")[1].count("ines-of-test can sign in") == 1
    assert users("--sign-out", "ines-of-test")[:2] == (0, "ines-of-test is signed out everywhere\n")
    assert users("--remove", "ada-of-test")[0] == 0
    assert "ada" not in users()[1]
    status, _, err = users("--add", "zoe-of-test")
    assert status == 0 and err.startswith(
        "zoe-of-test cannot hand anything in until the roster has them"
    )
    for words, why in (
        (("--add", "a+b"), "a username must be"),
        (("--add", "labkit"), "must not be that of a service"),
        (("--remove", "nobody-of-test"), "has an account"),
    ):
        status, _, err = users(*words)
        assert status == 2 and why in err


@needs_root
@pytest.mark.parametrize("words", [["--add-roster"], []], ids=str)
@pytest.mark.parametrize("copy", ["install -m 600", "cp"])  # as the guide says, and as people do
def test_a_list_of_the_class_is_closed_by_the_next_command(class_of, tmp_path, copy, words):
    roster, new = class_of / "class.csv", tmp_path / "class.csv"
    new.write_text("student\nada-of-test\n")
    new.chmod(0o644)
    subprocess.run([*copy.split(), new, class_of], check=True)
    file = class_of / "course.toml"
    file.write_text(file.read_text().replace('"class/roster.csv"', '"class.csv"'))
    reading = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", str(roster)]
    assert (subprocess.run(reading, capture_output=True).returncode == 0) == (copy == "cp")
    assert main(["hub", "users", *words, "--course", str(class_of)]) == 0
    assert subprocess.run(reading, capture_output=True).returncode != 0
    service = accounts.becoming(accounts.make_grader(read_course(class_of)))
    done = subprocess.run([*service, "cat", str(roster)], capture_output=True, text=True)
    assert done.stdout == "student\nada-of-test\n"
    course = read_course(class_of)
    roster.unlink()  # for a moment, while it is replaced: a server that starts then starts
    accounts.close_files(course)


def test_a_hub_for_trying_out_has_no_accounts(hub, course):
    status, said = hub("users")
    assert status == 2 and "everyone signs in with one password" in said


def test_what_start_is_told_wrong_is_named(hub, course, monkeypatch):
    monkeypatch.setenv("LABKIT_HUB_PORT", "8000")  # put back after the test
    for port in ("70000", "65536", "0", "-8000"):
        status, said = hub("start", "--port", port)
        assert status == 2 and "hub.port must be" in said
    (course / "course.toml").write_text('name = "x"\nid = "x"\nfedback = "at once"')
    status, said = hub("start")
    assert status == 2 and "there is no entry fedback" in said


def test_start_says_where_the_class_meets_and_becomes_the_hub(hub, course, monkeypatch):
    did = []
    monkeypatch.setenv("LABKIT_HUB_PORT", "8000")  # put back after the test
    monkeypatch.setattr(
        "labkit.instructor.hub.opening.get_ready", lambda course, say: ["hub", "-f"]
    )
    monkeypatch.setattr(
        "labkit.instructor.hub.opening.end_students_with", lambda course: did.append("end")
    )
    for name in ("chdir", "umask", "execv"):
        monkeypatch.setattr(os, name, lambda *given, name=name: did.append((name, *given)))
    status, said = hub("start", "--port", "8123")
    password, page, meets, *warning = said.splitlines()
    assert status == 0 and re.search(
        "^All .* run as one user.* the password [a-z0-9]{12}$", password
    )
    assert re.search("^ines: the class page is http://.*:8123/services/labkit/$", page)
    assert re.search("^Students sign in at http://.*:8123 and Ctrl.C stops the hub[.]$", meets)
    # Where this machine finds no names below localhost, all share one address.
    assert ["Never open a student" in each for each in warning] == [True] * ("lab." not in meets)
    last = ("chdir", course / "hub"), ("umask", 0o077), ("execv", "hub", ["hub", "-f"])
    assert did == ["end", *last]
    file = course / "course.toml"
    file.write_text(file.read_text().replace('"127.0.0.1"', '"0.0.0.0"'))
    assert "Never open a student" in hub("start")[1].splitlines()[-1]


def test_run_is_another_of_labkits_commands(hub, course, capsys):
    with pytest.raises(SystemExit):
        hub("run", "export", "--help")
    assert "usage: labkit export" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() != 0, reason="about root")
@pytest.mark.parametrize("words", [("release", "tick4-sign-test"), ("run", "export", "marks")])
def test_root_starts_a_hub_before_anything_is_done_as_its_grader(hub, course, monkeypatch, words):
    monkeypatch.setattr("labkit.instructor.hub.accounts.own_users", lambda course: True)
    status, said = hub(*words)
    assert status == 2 and "labkit hub start installs what grading needs" in said
