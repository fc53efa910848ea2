import os
import subprocess

import pytest

from labkit.cli.main import main
from labkit.hub.accounts import unix_name
from tests.hub.live import open_folder
from tests.superuser import needs_root

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")


@pytest.fixture
def hub(tmp_path, capsys):
    """Run a verb of the command on a course, and give its status and what it says."""

    def run(verb, *words):
        status = main(["hub", verb, "--course", str(tmp_path / "course"), *words])
        out, err = capsys.readouterr()
        return status, out + err

    return run


@pytest.fixture
def course(hub, tmp_path):
    assert (
        hub("init", "--one-user", "--name", "Sense & Significance", "--instructor", "Ines")[0] == 0
    )
    return tmp_path / "course"


def test_init_makes_a_course_and_says_what_is_next(hub, course):
    text = (course / "course.toml").read_text()
    assert 'id = "sense-significance"' in text and '["ines"]' in text
    status, said = hub("init")
    assert status == 2 and "must not be a course's already" in said


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Übung № 5", "ubung-no-5"),
        ("感情分析", "course"),
        ("x" * 39 + " y", "x" * 39),
        ("!", "course"),
    ],
)
def test_a_course_of_any_name_has_one_for_nbgrader(hub, tmp_path, name, slug):
    file = tmp_path / "course" / "course.toml"
    said = f"{file}: edit it, and start the hub with labkit hub start\n"
    assert hub("init", "--one-user", "--name", name) == (0, said)
    assert f'id = "{slug}"' in file.read_text()


def test_without_a_course_every_verb_says_how_to_make_one(hub, tmp_path, monkeypatch, capsys):
    for words in (["start"], ["users"], ["release", "tick4-sign-test"]):
        status, said = hub(*words)
        assert status == 2 and "labkit hub init makes one" in said
    monkeypatch.chdir(tmp_path)
    for root, folder in ((True, "/srv/lab"), (False, tmp_path / "course")):
        monkeypatch.setattr("os.geteuid", lambda root=root: 0 if root else 1000)
        status = main(["hub", "users"])
        assert status == 2 and f"not {folder}" in capsys.readouterr().err


def test_a_folder_without_a_name_is_none(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["hub", "init", "--one-user", "--course", ""])
    assert "--course: it must be a folder, not ''" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_an_entry_that_is_wrong_is_named(hub, course):
    (course / "course.toml").write_text('name = "x"\nid = "x"\nfedback = "at once"')
    status, said = hub("start")
    assert status == 2 and "there is no entry fedback" in said


@pytest.fixture
def class_of(hub, tmp_path):
    """A course of Unix users, of the names that are given, which go with it."""
    (tmp_path / "list.csv").write_text(
        "student,email\nada-of-test,\njosé,\nlabkit,\nben-of-test,\n1001,ben@test.example\n"
    )
    names = ["ada-of-test", "ben-of-test", "ben@test.example", "ines"]
    with open_folder() as above:
        main(["hub", "init", "--course", str(above / "course"), "--instructor", "ines",
              "--roster", str(tmp_path / "list.csv")])  # fmt: skip
        yield above / "course"
        for name in names:
            subprocess.run(["userdel", unix_name(name)], check=False, capture_output=True)


@needs_root
def test_accounts_are_added_listed_and_removed(class_of, capsys):
    def users(*words):
        capsys.readouterr()
        status = main(["hub", "users", "--course", str(class_of), *words])
        return status, *capsys.readouterr()

    assert users() == (0, "", "")
    assert users("--add", "Ben@test.example", "ines", "Ines")[0] == 0
    status, out, err = users("--add-roster")
    assert status == 1 and err.startswith(
        "no account for josé: a username must be of letters a to z"
    )
    assert "no account for labkit: " in err
    file = class_of / "hub" / "first-passwords.csv"
    passwords = dict(line.split(",") for line in file.read_text().split())
    assert list(passwords) == ["ben@test.example", "ines", "ada-of-test", "ben-of-test"]
    assert len(set(passwords.values())) == 4 and file.stat().st_mode & 0o777 == 0o600
    listed = users()[1]
    assert [line.split() for line in listed.splitlines()] == [
        *(["ada-of-test", "student"], ["ben-of-test", "student"]),
        *(["ben@test.example", "student"], ["ines", "instructor"]),
    ]
    assert not [password for password in passwords.values() if password in out + listed]
    assert users("--add-roster")[:2] == (1, "")
    assert users("--sign-out", "ines")[:2] == (0, "ines is signed out everywhere\n")
    assert users("--remove", "ada-of-test")[0] == 0
    assert "ada" not in users()[1]


@needs_root
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--add", "a+b"], "a username must be"),
        (["--add", "labkit"], "must not be a service's"),
        (["--remove", "nobody"], "has an account"),
    ],
)
def test_what_cannot_be_done_is_said(class_of, capsys, words, said):
    assert main(["hub", "users", "--course", str(class_of), *words]) == 2
    assert said in capsys.readouterr().err


def test_on_a_hub_for_trying_out_there_are_no_accounts(hub, course):
    status, said = hub("users")
    assert status == 2 and "all sign in with one password" in said


def test_a_port_that_is_none_is_refused(hub, course, monkeypatch):
    monkeypatch.setenv("LABKIT_HUB_PORT", "8000")  # put back after the test
    for port in ("70000", "65536", "0", "-8000"):
        status, said = hub("start", "--port", port)
        assert status == 2 and "hub.port must be" in said


def test_run_is_another_of_labkits_commands(hub, course, capsys):
    with pytest.raises(SystemExit):
        main(["hub", "run", "--course", str(course), "export", "--help"])
    assert "usage: labkit export" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() != 0, reason="about root")
@pytest.mark.parametrize("words", [("release", "tick4-sign-test"), ("run", "export", "marks")])
def test_root_starts_a_hub_before_anything_is_done_as_its_grader(hub, course, monkeypatch, words):
    monkeypatch.setattr("labkit.hub.accounts.own_users", lambda course: True)
    status, said = hub(words[0], *words[1:])
    assert status == 2 and "labkit hub start installs what its graders run" in said


def test_where_a_course_is_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() or 1000)  # root's is another folder
    assert main(["hub", "init"]) == 0
    assert (tmp_path / "course" / "course.toml").is_file()
