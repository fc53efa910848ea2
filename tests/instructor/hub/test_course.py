import os
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest

from labkit.instructor.hub.course import Listening, ServerLimits, read_course, read_plain

LEAST = 'name = "Significance"\nid = "nlp-2026"\n'
TICK = "tick4-sign-test"


@pytest.fixture
def read(tmp_path):
    def read(text, **files):
        for name, content in files.items():
            (tmp_path / name.replace("_", ".")).write_text(content)
        (tmp_path / "course.toml").write_text(text, encoding="utf8")
        return read_course(tmp_path)

    return read


def test_what_is_left_out_is_the_safe_choice(read, tmp_path):
    with pytest.raises(FileNotFoundError, match="labkit hub init makes one"):
        read_course(tmp_path)
    course = read("\ufeff" + LEAST.replace("\n", "\r\n"))  # as Windows's editor writes it
    assert (course.name, course.id, course.instructors) == ("Significance", "nlp-2026", ())
    assert (str(course.hub.address), course.hub.port) == ("127.0.0.1", 8000)
    assert (course.hub.certificate, course.roster, course.late) == (None, None, None)
    assert (course.feedback, course.limits) == ("at once", ServerLimits())
    assert course.policy.lateness("ada", TICK, datetime.now(UTC)).penalty == 0


def test_all_that_can_be_said(read, tmp_path):
    course = read(
        f'{LEAST}roster = "class.csv"\nlate = "late.toml"\ninstructors = ["Ada", "ben@uni.example"]\n'
        'feedback = "at the deadline"\n[limits]\nmemory_mb = 700\nprocessors = 0.5\nidle_minutes = 20\n'
        'storage_mb = 0\n[hub]\naddress = "0.0.0.0"\nport = 8443\ncertificate = "crt"\nkey = "key"\n',
        late_toml=f'timezone = "Europe/London"\n[deadlines]\n{TICK} = 2026-06-20T17:00:00\n',
        **{"class_csv": "", "crt": "", "key": ""},
    )
    folder = tmp_path.resolve()
    assert course.instructors == ("ada", "ben@uni.example")
    assert (course.feedback, course.roster) == ("at the deadline", folder / "class.csv")
    assert course.limits == ServerLimits(
        memory_mb=700, processors=0.5, idle_minutes=20, storage_mb=0
    )
    assert course.hub == Listening("0.0.0.0", 8443, folder / "crt", folder / "key")
    assert course.policy.deadline("ada", TICK) == datetime(2026, 6, 20, 16, tzinfo=UTC)


@pytest.mark.parametrize(("entry", "said"), [
    ("instructor = ['ada']", "there is no entry instructor"), ("folder = '/'", "there is no entry folder"),
    ("instructors = 'ada'", "instructors must be another.*not 'ada'"), ("instructors = ['a+b']", "instructors.0 .*made of letters a to z"),
    ("roster = 'none.csv'", "roster must be another: it must be a file that exists"), ("roster = '/etc/hostname'", "hostname must be in"),
    ("late = 'course.toml'", "there is no entry name"), ("feedback = 'soon'", "'at once' or 'at the deadline', not 'soon'"),
    ("[limits]\nmemory = 1", "there is no entry limits.memory"), ("[hub]\nport = true", "hub.port"),
    ("[hub]\naddress = 'localhost'", "hub.address must be another.*IPv4 or IPv6"), ("[hub]\ncertificate = 'course.toml'", "give both hub.certificate and hub.key"),
    ("[signing_in]\nissuer = 'http://login.uni.example'", r"signing_in\.issuer"), ("roster = “class.csv”", "a time is written as"),
    ("[signing_in]\nissuer = 'https://x'\nclient_id = 'x'", r"entry signing_in\.client_secret"),
    # Else everybody of the university is let in.
    ("[signing_in]\nissuer = 'https://x'\nclient_id = 'x'\nclient_secret = 'course.toml'", "signing_in needs a roster"),
])  # fmt: skip
def test_an_entry_that_will_not_do_is_named(read, entry, said):
    with pytest.raises(ValueError, match=f"(?s)course.toml.*{said}|late: .*{said}"):
        read(LEAST + entry)


@pytest.mark.parametrize(("entry", "least", "most"), [
    ("limits.memory_mb", 300, 10**8), ("limits.storage_mb", 0, 10**8), ("hub.port", 1, 65_535),
    ("limits.processors", 0.1, 10_000), ("limits.idle_minutes", 1, 525_600),
])  # fmt: skip
def test_a_number_is_taken_from_the_least_to_the_most(read, entry, least, most):
    text, step = f"{LEAST}[{entry} = ".replace(".", "]\n"), 0.01 if entry.endswith("rs") else 1
    for number, taken in ((least, 1), (most, 1), (least - step, 0), (most + step, 0)):
        refused = pytest.raises(ValueError, match=f"{entry} must be another")
        with nullcontext() if taken else refused:
            read(f"{text}{number}")


@pytest.mark.parametrize("made", ["link", "pipe", "folder", "huge"])
def test_what_the_service_puts_in_the_place_of_a_file_is_not_followed(read, tmp_path, made):
    secret, place = tmp_path / "secret", tmp_path / "class" / "late.toml"
    secret.write_text("root = 'of the hub alone'\n")
    place.parent.mkdir()
    place.touch()
    read(entry := f'{LEAST}late = "class/late.toml"\n')
    place.unlink()
    if made == "link":
        place.symlink_to(secret)
    elif made == "huge":
        with open(place, "wb") as file:
            file.truncate(3_000_000)
    else:
        os.mkfifo(place) if made == "pipe" else place.mkdir()
    with pytest.raises(ValueError, match="must be a plain file|that exists") as error:
        read(entry)
    assert "of the hub alone" not in str(error.value)
    with pytest.raises((ValueError, OSError)):
        read_plain(place)  # put there after it was looked at


def test_an_empty_list_in_its_place_is_none_yet_and_one_that_is_gone_is_refused(read, tmp_path):
    (tmp_path / "class").mkdir()
    (file := tmp_path / "class" / "roster.csv").touch()
    entry = f'{LEAST}roster = "class/roster.csv"\n'
    assert read(entry).roster is read(entry).class_list is None
    file.write_text("student\nada\n")
    assert "ada" in read(entry).class_list.students
    file.unlink()  # else everybody could hand in
    with pytest.raises(ValueError, match="roster must be another"):
        read(entry)
