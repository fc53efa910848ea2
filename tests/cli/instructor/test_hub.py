import os
import re
from datetime import UTC, datetime
from functools import partial

import bcrypt
import pytest

from labkit.cli.main import main
from labkit.hub.course import read_course
from labkit.hub.status import Status, write_status

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    """Passwords are made as fast as bcrypt lets them be; a test has no secrets."""
    monkeypatch.setattr(bcrypt, "gensalt", partial(bcrypt.gensalt, 4))


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
    assert hub("init", "--one-user", "--name", name)[0] == 0
    assert f'id = "{slug}"' in (tmp_path / "course" / "course.toml").read_text()


def test_without_a_course_every_verb_says_how_to_make_one(hub):
    for words in (["start"], ["users"], ["status"], ["release", "tick4-sign-test"]):
        status, said = hub(*words)
        assert status == 2 and "labkit hub init makes one" in said


def test_a_folder_without_a_name_is_none(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["hub", "init", "--one-user", "--course", ""])
    assert "--course: it must be a folder, not ''" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_an_entry_that_is_wrong_is_named(hub, course):
    (course / "course.toml").write_text('name = "x"\nid = "x"\nfedback = "at once"')
    status, said = hub("start")
    assert status == 2 and "'fedback'" in said


def test_accounts_are_added_listed_and_removed(hub, course):
    status, said = hub("users")
    assert status == 0 and "--add NAME makes one" in said
    status, said = hub("users", "--add", "ada", "Ben@uni.example", "ines")
    passwords = dict(line.split(",") for line in said.splitlines())
    assert status == 0 and set(passwords) == {"ada", "ben@uni.example", "ines"}
    assert len(set(passwords.values())) == 3
    listed = hub("users")[1]
    assert [line.split()[:2] for line in listed.splitlines()] == [
        *(["ada", "student"], ["ben@uni.example", "student"], ["ines", "instructor"])
    ]
    assert not [password for password in passwords.values() if password in listed]
    assert hub("users", "--remove", "ada")[0] == 0
    assert "ada" not in hub("users")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--add", "a+b"], "a username must be"),
        (["--add", "labkit"], "must not be a service's"),
        (
            ["--add", "ada", "ada", "Ben", "ben"],
            "differ in more than capitals, not be 'Ben' and 'ben'",
        ),
        (["--approve", "nobody"], "signed up with"),
        (["--approve", "ines"], "account is added"),
        (["--remove", "nobody"], "signed up with"),
        (["--add-roster"], "must name a roster"),
    ],
)
def test_what_cannot_be_done_is_said(hub, course, words, said):
    status, text = hub("users", *words)
    assert status == 2 and said in text


def test_all_of_a_roster_get_accounts_once(hub, tmp_path):
    (tmp_path / "list.csv").write_text("student\nada\nben\n")
    hub("init", "--one-user", "--roster", str(tmp_path / "list.csv"))
    assert len(hub("users", "--add-roster")[1].splitlines()) == 2
    assert hub("users", "--add-roster") == (0, "")


def test_who_of_a_roster_gets_no_account_is_not_on_the_list_to_hand_out(hub, tmp_path, capsys):
    (tmp_path / "list.csv").write_text("student\nada\njosé\nben\n")
    hub("init", "--one-user", "--roster", str(tmp_path / "list.csv"))
    assert main(["hub", "users", "--course", str(tmp_path / "course"), "--add-roster"]) == 1
    out, err = capsys.readouterr()
    assert [line.split(",")[0] for line in out.splitlines()] == ["ada", "ben"]
    assert err.startswith("no account for josé: a username must be of letters a to z")


def test_status_of_a_hub_that_does_not_run(hub, course):
    status, said = hub("status")
    assert status == 1 and "the hub does not run" in said and "handed out: nothing" in said


def test_status_says_times_in_the_zone_of_the_course(hub, course, tmp_path):
    text = (course / "course.toml").read_text()
    zone = re.sub("timezone = .*", 'timezone = "Asia/Tokyo"', text)
    (course / "course.toml").write_text(zone)
    write_status(read_course(course), Status(ended=datetime(2026, 11, 20, 17, tzinfo=UTC)))
    assert "last round of marking: 2026-11-21 02:00 JST" in hub("status")[1]


@pytest.mark.parametrize("content", ["", "x", "70000"])
def test_a_hub_whose_port_nobody_can_tell_does_not_run(hub, course, content):
    (course / "hub" / "port").write_text(content)
    (course / "hub" / "cli-token").write_text("x")
    status, said = hub("status")
    assert status == 1 and "the hub does not run" in said


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


@pytest.mark.skipif(os.geteuid() == 0, reason="root's default is another folder")
def test_where_a_course_is_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["hub", "init"]) == 0
    assert (tmp_path / "course" / "course.toml").is_file()
