from datetime import UTC, datetime, timedelta

import pytest

from labkit.grading.results.late import read_policy
from labkit.hub.course import Feedback, Limits, as_username, read_course

LEAST = 'name = "Significance"\nid = "nlp-2026"\n'


@pytest.fixture
def course(tmp_path):
    def read(text=LEAST):
        (tmp_path / "course.toml").write_text(text, encoding="utf8")
        return read_course(tmp_path)

    return read


def test_what_is_left_out_is_the_safe_choice(course):
    found = course()
    assert (found.name, found.slug, found.instructors) == ("Significance", "nlp-2026", ())
    assert (found.address, found.port, found.tls, found.roster) == ("127.0.0.1", 8000, None, None)
    assert (found.feedback, found.limits) == (Feedback.AT_ONCE, Limits())
    assert found.late.lateness("ada", "tick1-lexicon-classifier", datetime.now(UTC)).penalty == 0


def test_all_that_can_be_said(course, tmp_path):
    for name in ("class.csv", "hub.crt", "hub.key"):
        (tmp_path / name).write_text("")
    found = course(
        LEAST
        + """
        roster = "class.csv"
        instructors = ["Ada", "ben@uni.example"]
        feedback = "at the deadline"
        [late]
        penalty_per_day = 0.1
        grace_minutes = 15
        timezone = "Europe/London"
        [late.deadlines]
        tick4-sign-test = 2026-06-20T17:00:00
        [late.extensions."eve@uni.example"]
        tick4-sign-test = 2026-06-27T17:00:00
        [limits]
        memory_mb = 700
        processors = 0.5
        idle_minutes = 20
        storage_mb = 0
        [hub]
        address = "0.0.0.0"
        port = 8443
        certificate = "hub.crt"
        key = "hub.key"
        """
    )
    assert found.instructors == ("ada", "ben@uni.example")
    assert found.roster == tmp_path.resolve() / "class.csv"
    assert found.feedback == Feedback.AT_DEADLINE
    assert found.limits == Limits(memory=700, processors=0.5, idle=20, storage=0)
    assert (found.address, found.port) == ("0.0.0.0", 8443)
    assert found.tls.key == tmp_path.resolve() / "hub.key"
    due = datetime(2026, 6, 20, 16, tzinfo=UTC)
    assert found.late.deadline("ada", "tick4-sign-test") == due
    assert found.late.deadline("eve@uni.example", "tick4-sign-test") == due + timedelta(days=7)
    assert read_policy(found.late_text, "late.toml") == found.late


def test_the_late_policy_survives_being_written_for_another_command(course):
    found = course(
        LEAST + r'[late.extensions."a\"\\\u007f\U0001f600\n"]' + "\n"
        "tick4-sign-test = 2026-11-27T17:00:00+01:00\n"
    )
    assert read_policy(found.late_text, "late.toml") == found.late
    assert list(found.late.extensions) == [('a"\\\x7f\U0001f600\n', "tick4-sign-test")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('id = "x"', "name must be a text on one line, not None"),
        ('name = "a\\nb"\nid = "x"', "name must be"),
        ('name = "x"', "id must be"),
        ('name = "x"\nid = "../x"', "id must be"),
        ('name = "x"\nid = "X"', "id must be"),
        ('name = "x"\nid = "nlp-"', "hyphens between, not 'nlp-'"),
        (LEAST + "instructor = ['ada']", "must be one of .*, not 'instructor'"),
        (LEAST + "instructors = 'ada'", "instructors must be a list"),
        (LEAST + "instructors = ['a+b']", "a username must be"),
        (LEAST + "instructors = ['../x']", "identifier must be"),
        (LEAST + "instructors = ['аda']", "must not mix"),
        (LEAST + "roster = 'none.csv'", "roster must be a file that exists"),
        (LEAST + "roster = 3", "roster must be a text"),
        (LEAST + "feedback = ['at once']", "feedback must be .*, not \\['at once'\\]"),
        (
            LEAST + "feedback = 'soon'",
            "feedback must be 'at once' or 'at the deadline', not 'soon'",
        ),
        (LEAST + "exchange = 'folder'", "must be one of .*, not 'exchange'"),
        (LEAST + "[late]\npenalty = 1", "late.* not 'penalty'"),
        (LEAST + "[late.deadlines]\ntick99 = 2026-06-20T17:00:00", "there is no tick 'tick99'"),
        (LEAST + "late = 1", r"late must be a table, begun by \[late\]"),
        (LEAST + "[limits]\nmemory = 1", r"of \[limits\] must be one of .*, not 'memory'"),
        (LEAST + "[limits]\nmemory_mb = 10", "limits.memory_mb must be"),
        (LEAST + "[limits]\nprocessors = 0", "limits.processors must be"),
        (LEAST + "[limits]\nidle_minutes = 'x'", "limits.idle_minutes must be"),
        (LEAST + "[hub]\nport = 65536", "hub.port must be"),
        (LEAST + "[hub]\nport = true", "hub.port must be"),
        (LEAST + "[hub]\naddress = ''", "hub.address must be"),
        (LEAST + "[hub]\naddress = 'localhost'", "hub.address must be"),
        (LEAST + "[hub]\ncertificate = 'course.toml'", "hub.key must be a file too"),
        (LEAST + "[hub]\nkey = 'course.toml'", "hub.certificate must be a file too"),
        (LEAST + "[limits]\nmemory_mb = 1_000_000_000", "limits.memory_mb must be .*100,000,000"),
        (LEAST + "[limits]\nprocessors = 1e30", "limits.processors must be between 0.1 and 10000"),
        (LEAST + f"[limits]\nstorage_mb = 1{'0' * 24}", "limits.storage_mb must be"),
        (LEAST + "[limits]\nidle_minutes = 1e9", "limits.idle_minutes must be"),
        (LEAST + "[late.extensions.ada@uni.example]", 'extensions."ada@uni.example"'),
        (LEAST + "[late.extensions.a.b]\ntick4-sign-test = 1", 'extensions."a.b"'),
        (LEAST + "[late.deadlines]\ntick4-sign-test = 2026-11-20T17:00", "line 4.*with seconds"),
        (LEAST + "[late.deadlines]\r\ntick4-sign-test = 20.11.2026", "line 4.*as 2026-11-20T17"),
        (LEAST + "[late]\npenalty_per_day = 10%", "line 4.*as 0.1"),
        ("name = “x”", "quotation marks must be"),
        ("name = ", "Invalid value"),
    ],
)
def test_what_is_wrong_is_named(course, text, named):
    with pytest.raises(ValueError, match=f"(?s)course.toml.*{named}"):
        course(text)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_it_may_have_been_edited_on_another_system(tmp_path, ends, mark):
    text = mark + (LEAST + "\t[limits]\n\tidle_minutes\t= 20\n").replace("\n", ends)
    (tmp_path / "course.toml").write_bytes(text.encode())
    assert read_course(tmp_path).limits.idle == 20


@pytest.mark.parametrize("encoding", ["latin1", "utf-16"])
def test_another_encoding_is_named(tmp_path, encoding):
    (tmp_path / "course.toml").write_bytes((LEAST + "# é").encode(encoding))
    with pytest.raises(ValueError, match="course.toml: it must be a text in UTF-8"):
        read_course(tmp_path)


def test_without_a_course_it_says_how_to_make_one(tmp_path):
    with pytest.raises(FileNotFoundError, match="labkit hub init makes one"):
        read_course(tmp_path)


def test_all_that_is_the_courses_is_in_its_folder(course, tmp_path):
    found = course()
    folders = [
        *(found.private, found.student, found.pack, found.env, found.exchange_root),
        *(found.release, found.submitted, found.versions, found.marks, found.homes),
        *(found.lab, found.grader_home),
    ]
    assert len(set(folders)) == len(folders)
    assert all(folder.is_relative_to(tmp_path.resolve()) for folder in folders)


@pytest.mark.parametrize(
    "name", ["", "-ada", "ada+1", "ådä", "a" * 65, "a/b", "con", ".", "@x", "Labkit"]
)
def test_who_cannot_sign_in(name):
    with pytest.raises(ValueError, match="must"):
        as_username(name)
