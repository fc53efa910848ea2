"""Who is answered what by the grading service, asked as browsers and students' servers ask it."""

import errno
import io
import json
import os
import re
import socket
import subprocess
import sys
import zipfile
from contextlib import closing
from http.client import HTTPConnection

import pytest

from labkit.instructor.grading.base.atomic import packed
from labkit.instructor.grading.marks.export import Destination, Export
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.hub import service, submissions
from tests.instructor.grading.tiny import NAME, record
from tests.instructor.hub.room import PREFIX, Room, served

EVIL = "<img src=x onerror=alert(1)>\u202eAda"
CSP = "Content-Security-Policy"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("room")
        yield Room(folder, patch.setattr, f"student,name\nada,{EVIL}\nben,\n")


@pytest.fixture(scope="module")
def state(room):
    """A class of which nothing is marked by a kernel: that is `test_grading_loop`'s."""
    state = room.state()
    state.loop.rows = rows([record("ada"), record("ben")], {NAME: room.tick}, Policy(), {})
    for name in ("ada", "ben"):
        page = room.course.marks / "feedback" / name / NAME / f"{NAME}.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"<main>page of {name}</main>")
    state.versions.keep(("ada", NAME), room.work())
    (room.course.marks / "grades.csv").write_text("student\nada\n")
    return state


@pytest.fixture(scope="module")
def ask(state):
    def ask(path="", token="of-ines", data=None, **headers):
        if token:
            headers["Authorization"] = f"token {token}"
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        with closing(HTTPConnection(at.removeprefix("http://"), timeout=30)) as connection:
            connection.request("POST" if data else "GET", f"{PREFIX}{path}", data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers

    with pytest.MonkeyPatch.context() as patch, served(state, patch.setenv) as at:
        yield ask


INSTRUCTORS = ["", "live", f"marks/feedback/ada/{NAME}", "marks/grades.csv"]
STUDENTS = ["me", f"me/{NAME}", "api/ticks", f"api/ticks/{NAME}"]


@pytest.mark.parametrize("path", [*INSTRUCTORS, *STUDENTS, "marks/summary"])
def test_those_who_may_see_a_page_and_nobody_else(ask, path):
    status, text, _ = ask(path, "of-ada")
    assert status == (200 if path in STUDENTS else 403)
    assert ("page of" in text) == (path == f"me/{NAME}")
    if path in INSTRUCTORS:
        assert ask(path)[0] == 200 and ("Disposition" in str(ask(path)[2])) == (".csv" in path)
    for token in ("", "of-nobody"):
        status, text, headers = ask(path, token)
        assert status == 403 or "/hub/api/oauth2/authorize" in headers["Location"]
        assert "page of" not in text


@pytest.mark.parametrize("path", ["release", "export", f"api/ticks/{NAME}"])
def test_only_instructors_and_only_their_own_form_change_anything(ask, path, room, state):
    def there():
        return sorted(room.course.release.rglob("*")), state.versions.works()

    before = there()
    tick = f"tick={NAME}".encode()
    assert ask(path, "of-ada", tick)[0] in (403, 409) and ask(path, "", tick)[0] in (403, 404, 405)
    # A cookie that another page sends is nobody's.
    assert ask(path, "", tick, Cookie="service-labkit=of-ines", Origin="https://evil")[0] == 403
    assert ask("export", data=tick + b"&platform=moodle")[0] == 409  # a table is missing
    for page, form in (("export", tick + b"&platform=x"), ("export", b"tick=x&platform=moodle"), ("release", b"tick=x")):  # fmt: skip
        assert ask(page, data=form)[0] == 404
    assert there() == before
    assert ask("release", data=tick)[0] == 303 and "is released:" in ask(f"?released={NAME}")[1]


NOTHING = f"""
x me/x me/../x marks/settings/late.toml marks/../course.toml marks/%2e%2e/course.toml
marks/gradebook.db marks/audit.jsonl marks/feedback/cleo/{NAME} marks/feedback/..%2f..%2fcourse.toml/x
marks/feedback/ada/..%2f..%2f..%2fcourse.toml marks/feedback/..%2ffeedback%2fada/{NAME}
marks/summary marks/grades.json api/ticks/none api/ticks/..%2f..%2fcourse.toml api/ticks/.unfinished
"""


@pytest.mark.parametrize("path", NOTHING.split())
def test_nothing_else_can_be_had(ask, path):
    status, text, _ = ask(path)
    assert status == 404 and "id = " not in text


def test_students_see_their_own_in_time_and_what_students_wrote_does_nothing(ask, room):
    text, headers = ask("me", "of-ada")[1:]
    assert "2.5 of 5" in text and "default-src 'none'" in headers[CSP]
    assert "Change password" not in text  # all try out with one
    for name in ("ada", "ben"):
        text, headers = ask(f"me/{NAME}", f"of-{name}")[1:]
        assert f"page of {name}" in text and "sandbox" in headers[CSP]
    file = room.course.folder / "course.toml"
    before = file.read_text()
    file.write_text(before.replace('"at once"\n', '"at the deadline"\n'))
    assert ask(f"me/{NAME}", "of-ada")[0] == 404 and "2.5 of 5" not in ask("me", "of-ada")[1]
    file.write_text(before)
    text, headers = ask()[1:]
    assert "<img src" not in text and "&lt;img src=x" in text and "\u202e" not in text
    assert "Significance &amp; &lt;b&gt;sense" in text and headers["X-Content-Type-Options"]
    nonces = {re.search("nonce-([^']+)'", each[CSP])[1] for each in (headers, ask()[2])}
    assert len(nonces) == 2


def test_the_page_says_how_the_class_is_doing_and_leads_to_what_waits_for_a_reader(ask):
    text = " ".join(ask("live")[1].split())
    assert "2 of 2 have signed in, 1 at work now" in text and "2 with an answer to be read" in text
    assert "of 5" in text and NAME in text and "ines" not in text and "20 Nov 2126 17:00" in text
    links = re.findall(r'href="/hub/user-redirect/formgrader/([^"]*)".*?>([^<]*)</a>', text)
    people = [(f"manage_students/{name}/{NAME}", "to be read") for name in ("ada", "ben")]
    assert links[:3] == [(f"gradebook/{NAME}", "2"), *people]


def test_marks_are_exported_with_who_is_not_among_them(room, monkeypatch):
    left_out = {"ben": "an answer\nwaits", "cleo\u202e": "none"}

    def export(*given, **options):
        assert (given[0], given[2], given[3].read_bytes()) == (room.course.marks, "moodle", b"")
        assert options == {"tick": NAME, "scale": True}
        return given[0], Export({"moodle.csv": b"1,2\n"}, ["ada"], left_out)

    monkeypatch.setattr(service, "export", export)
    made = service.archive(room.course, Destination.MOODLE, NAME, b"", scale=True)
    packed = zipfile.ZipFile(io.BytesIO(made))
    assert packed.read("moodle.csv") == b"1,2\n"
    said = packed.read("read-me.txt").decode()
    assert said.endswith("  ben: an answer?waits\n  cleo?: none\n")


def test_what_is_handed_in_is_kept_under_the_name_of_the_token(ask, room, state):
    path = f"api/ticks/{NAME}"
    status, text, _ = ask(path, "of-ben", room.work(double="return 1"))
    when = json.loads(text)["when"]
    assert status == 200 and when.endswith("+00:00")
    assert ("ben", NAME) in state.loop.waiting
    status, text, _ = ask(path, "of-ben", packed({"essay.txt": "x"}))
    assert status == 409 and "notebook" in json.loads(text)["refused"]
    assert [each.isoformat() for each in state.versions.times(("ben", NAME))] == [when]
    assert ask("api/ticks/tick99", "of-ben", room.work())[0] == 404
    assert sorted(state.versions.works()) == [("ada", NAME), ("ben", NAME)]


@pytest.fixture
def send(state, tmp_path, monkeypatch):
    """Send bytes to the service's socket, and give what comes back until it closes."""
    monkeypatch.setattr(service, "PATIENCE", 1)
    place = tmp_path / "page"

    def send(path, head, *parts):
        with socket.socket(socket.AF_UNIX) as there:
            there.settimeout(60)
            there.connect(str(place))
            start = f"POST {PREFIX}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            there.sendall(f"{start}{head}\r\n\r\n".encode())
            for part in parts:
                there.sendall(part)
            answer = b""
            while part := there.recv(65536):
                answer += part
            return answer.decode()

    with served(state, monkeypatch.setenv, place):
        yield send


def test_what_comes_without_a_sign_in_is_not_kept_and_half_of_it_not_waited_for(send):
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length:"
    # Refused before it is sent, without a token or with a stranger's, and a form that is none.
    for head in ("Content-Length: 49900000", "Authorization: token x\r\nContent-Length: 49900000"):
        assert send(f"api/ticks/{NAME}", head).startswith("HTTP/1.1 403")
    assert send("release", f"{form} 49900000").startswith("HTTP/1.1 400")
    assert send("release", f"{form} 1000", b"x") == ""  # closed, when it is time
    assert send(f"api/ticks/{NAME}", "Authorization: token of-ben\r\nContent-Length: 9", b"x") == ""


def test_a_student_s_notebooks_may_be_larger_than_a_form(send, room):
    noise = os.urandom(service.BODY + 1)
    zipped = packed({f"{NAME}.ipynb": zipfile.ZipFile(io.BytesIO(room.work())).read(f"{NAME}.ipynb"), "x.bin": noise})  # fmt: skip
    head = f"Authorization: token of-ben\r\nContent-Length: {len(zipped)}"
    assert '"when"' in send(f"api/ticks/{NAME}", head, zipped)


def test_a_full_disk_is_said_to_who_hands_in(ask, room, state, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(submissions, "write_whole", full)
    status, text, _ = ask(f"api/ticks/{NAME}", "of-ben", room.work(double="return 9"))
    assert status == 409 and "No space left on device" in json.loads(text)["refused"]


def test_who_was_struck_off_the_roster_hands_nothing_in_any_more(ask, room, state):
    roster, before = room.course.roster, room.course.roster.read_text()
    times = state.versions.times(("ben", NAME))
    roster.write_text(before.replace("ben,\n", ""))
    try:
        status, text, _ = ask(f"api/ticks/{NAME}", "of-ben", room.work(double="return 8"))
        assert status == 409 and "ben is not in the roster" in json.loads(text)["refused"]
        assert state.versions.times(("ben", NAME)) == times
        assert ask(f"api/ticks/{NAME}", "of-ines", room.work())[0] == 200  # who tries it
    finally:
        roster.write_text(before)


STUCK = """
import asyncio, threading, time
from labkit.instructor.hub.service import watch

async def stick():
    loop = asyncio.get_running_loop()
    threading.Thread(target=watch, args=(loop, 2.0), daemon=True).start()
    await asyncio.sleep(5)
    print("runs", flush=True)
    time.sleep(600)

asyncio.run(stick())
"""


def test_a_service_whose_loop_does_not_run_ends_and_says_where_it_stood():
    done = subprocess.run(
        [sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (1, "runs\n")
    assert "nothing was answered for 2.0 s" in done.stderr and "in stick" in done.stderr
