"""Who is answered what by the grading service, asked as browsers and students' servers ask it."""

import errno
import io
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.parse
import zipfile
from contextlib import closing
from http.client import HTTPConnection
from types import SimpleNamespace

import pytest

from labkit.instructor.grading.base.atomic import packed
from labkit.instructor.grading.marks.audit import entries
from labkit.instructor.grading.marks.export import Destination, Export
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.hub import accounts, service, submissions
from labkit.instructor.hub.class_page import overview
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
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | headers
        with closing(HTTPConnection(at.removeprefix("http://"), timeout=30)) as connection:
            connection.request("POST" if data else "GET", f"{PREFIX}{path}", data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers

    with pytest.MonkeyPatch.context() as patch, served(state, patch.setenv) as at:
        yield ask


INSTRUCTORS = ["", "live", f"marks/feedback/ada/{NAME}", "marks/grades.csv"]
STUDENTS = ["me", f"me/{NAME}", f"api/ticks/{NAME}"]


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
    assert ask("release", data=tick)[0] == 303 and f"Done: released · {NAME}" in ask("?done=x")[1]


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
    assert "2 of 2 have signed in, 1 at work now" in text and "2 with an answer to read" in text
    assert "of 5" in text and NAME in text and "ines" not in text and "20 Nov 2126 17:00" in text
    links = re.findall(r'href="/hub/user-redirect/formgrader/([^"]*)".*?>([^<]*)</a>', text)
    people = [(f"manage_students/{name}/{NAME}", "to read") for name in ("ada", "ben")]
    assert links[:3] == [(f"gradebook/{NAME}", "2"), *people]


def test_marks_are_exported_with_who_is_not_among_them(room, monkeypatch):
    left_out = {"ben": "an answer: it\nwaits", "cleo\u202e": "none"}

    def export(*given, **options):
        assert (given[0], given[2], given[3].read_bytes()) == (room.course.marks, "moodle", b"")
        assert options == {"tick": NAME, "scale": True}
        return given[0], Export({"moodle.csv": b"1,2\n"}, ["ada"], left_out)

    monkeypatch.setattr(service, "export", export)
    made = service.archive(room.course, Destination.MOODLE, NAME, b"", scale=True)
    packed = zipfile.ZipFile(io.BytesIO(made))
    assert packed.read("moodle.csv") == b"1,2\n"
    said = packed.read("read-me.txt").decode()
    assert said.endswith("  an answer: 1\n    ben: it?waits\n  none: 1\n    cleo?\n")


def test_what_is_handed_in_is_kept_under_the_name_of_the_token(ask, room, state):
    path = f"api/ticks/{NAME}"
    status, text, _ = ask(path, "of-ben", room.work(double="return 1"))
    times = state.versions.times(("ben", NAME))
    assert status == 200 and len(times) == json.loads(text)["version"] == 1
    assert ("ben", NAME) in state.loop.waiting
    status, text, _ = ask(path, "of-ben", packed({"essay.txt": "x"}))
    assert status == 409 and "notebook" in json.loads(text)["refused"]
    assert state.versions.times(("ben", NAME)) == times
    status, _, headers = ask("api/ticks/tick99", "of-ben", room.work())
    # It was not read: the proxy is to send nobody else's request there.
    assert status == 404 and headers["Connection"] == "close"
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


def test_a_full_disk_is_said_to_who_hands_in_and_to_instructors(ask, room, state, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path, said = f"api/ticks/{NAME}", "No space left on device"
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(submissions, "write_whole", full)
        status, text, _ = ask(path, "of-ben", room.work(double="return 9"))
    assert status == 409 and said in json.loads(text)["refused"]
    assert f"{NAME} of ben" in state.trouble and said in state.trouble
    assert overview(state, None)["notices"][0] == state.trouble
    assert ask(path, "of-ben", room.work(double="return 9"))[0] == 200
    assert not state.trouble


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


@pytest.mark.slow
def test_a_service_whose_loop_does_not_run_ends_and_says_where_it_stood():
    done = subprocess.run(
        [sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (1, "runs\n")
    assert "nothing was answered for 2.0 s" in done.stderr and "in stick" in done.stderr


#: What each form of the class page is sent with, by the last part of its address.
LATER = f"tick={NAME}&when=2126-12-01T17:00"
FORMS = {
    "deadline": LATER, "extension": f"{LATER}&student=ada", "excuse": f"tick={NAME}&student=ada",
    "answer": f"tick={NAME}&student=ada&question=essay&why=read", "roster": "x=y", "accounts": "x=y",
    "password": "student=ada",
}  # fmt: skip


def changing(room):
    """All that the forms of the class page change."""
    return [path.read_bytes() for path in (room.course.late, room.course.roster)], log(room)


def log(room):
    found = [[e["who"], e["what"], e.get("tick"), e.get("student"), e["why"]] for e in entries(room.course.marks)]  # fmt: skip
    return [" ".join(filter(None, each)) for each in found]


@pytest.mark.parametrize("form", FORMS)
def test_no_form_is_a_student_s_or_another_page_s(ask, room, form):
    before, fields = changing(room), FORMS[form].encode()
    assert ask(form, "of-ada", fields)[0] == ask(form, "of-nobody", fields)[0] == 403
    for cookie in ("service-labkit=of-ines", "_xsrf=mine; service-labkit=of-ines"):
        headers = {"Cookie": cookie, "Origin": "https://evil", "Sec-Fetch-Mode": "navigate"}
        assert ask(form, "", fields + b"&_xsrf=mine", **headers)[0] == 403
    assert ask(form)[0] in (404, 405) and ask(form, "of-ada")[0] in (403, 404, 405)
    assert changing(room) == before


def test_deadlines_and_extensions_count_at_once_and_the_log_says_whose_they_are(ask, room, state):
    before = room.course.late.read_text()
    try:
        assert ask("deadline", data=LATER.encode())[0] == 303
        assert "Fri 20 Nov" not in (page := ask("me", "of-ben")[1]) and "01 Dec 2126 17:00" in page
        assert ask("extension", data=f"{LATER[:-5]}18:00&student=ada&why=ill".encode())[0] == 303
        assert "18:00" in ask("me", "of-ada")[1] and "18:00" not in ask("me", "of-ben")[1]
        page = " ".join(ask("?done=yes")[1].split())
        assert "Done: extension: Sun 01 Dec 2126 18:00 UTC" in page and "“ill”" in page
        assert (
            'value="2126-12-01T17:00"' in page and "penalty_per_day" in room.course.late.read_text()
        )
        back = f"tick={NAME}&student=ada&take+back=yes".encode()
        assert ask("extension", data=back)[0] == 303 and "18:00" not in ask("me", "of-ada")[1]
        at, until = f"{NAME}", "Sun 01 Dec 2126"
        assert log(room)[-3:] == [
            f"ines deadline: {until} 17:00 UTC {at}", f"ines extension: {until} 18:00 UTC {at} ada ill",
            f"ines extension taken back {at} ada",
        ]  # fmt: skip
    finally:
        room.course.late.write_text(before)


NASTY = '"]\n[deadlines]\n', "../../course", "x" * 100_000, "<script>alert(1)</script>", "\u202eada"


@pytest.mark.parametrize("nasty", NASTY, ids=lambda text: text[:12])
def test_what_is_no_name_no_tick_and_no_time_changes_nothing(ask, room, nasty):
    before = changing(room)
    for form, fields in FORMS.items():
        for name in ("tick", "student", "when", "why", "question"):
            if f"{name}=" in fields:
                sent = dict(urllib.parse.parse_qsl(fields)) | {
                    name: nasty * (name != "why") or "a\nb"
                }
                status, text, _ = ask(form, data=urllib.parse.urlencode(sent).encode())
                assert status in (400, 409) and "<script>alert" not in text and "\u202e" not in text
    assert changing(room) == before


def upload(ask, text, path="roster", **fields):
    parts = [f'--x\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items()]  # fmt: skip
    parts += [f'--x\r\nContent-Disposition: form-data; name="table"; filename="a.csv"\r\n\r\n{text}\r\n--x--\r\n']  # fmt: skip
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    return ask(path, "of-ines", "".join(parts).encode(), **kind)


def test_a_new_list_of_the_class_is_told_and_counts_at_once(ask, room, monkeypatch):
    before = room.course.roster.read_text()
    try:
        assert upload(ask, "student,name\nada,Ada\ncleo,Cleo\n")[0] == 303
        assert log(room)[-1] == "ines list of the class: 1 (Cleo) joined, 1 (ben) left"
        text = f"api/ticks/{NAME}", "of-ben", room.work(double="return 7")
        assert "ben is not in the roster" in ask(*text)[1]
        status, text, _ = upload(ask, "x,y\n1,2\n")
        assert status == 409 and "Canvas" in text and "Cleo" in room.course.roster.read_text()
        assert "choose a file first" in ask("roster", data=b"x=y")[1]
    finally:
        room.course.roster.write_text(before)


def test_first_passwords_are_told_once_and_no_instructor_gets_one(ask, room, monkeypatch):
    before = room.course.roster.read_text()
    refused = ask("password", data=b"student=ada")  # all try out with one
    assert refused[0] == 409 and "no passwords of their own" in refused[1]
    monkeypatch.setattr(accounts, "own_users", lambda course: True)
    monkeypatch.setattr(accounts, "usernames", lambda course: ["ada"])
    try:
        room.course.roster.write_text("student,name\nada,\nben,=1+1\nines,\nJosé,\n")
        status, text, headers = ask("accounts", data=b"x=y")
        assert status == 200 and "attachment" in headers["Content-Disposition"]
        assert headers["Cache-Control"] == "no-store" and "ines" not in text
        lines = text.splitlines()
        assert (
            lines[1].startswith("José,") and lines[1].count(",,") and "letters a to z" in lines[1]
        )
        assert lines[2:] == ["ben,'=1+1,word-of-ben-pw,"]
        status, text, _ = ask("password", data=b"student=ada")
        assert (
            status == 200
            and "word-of-ada-pw</code>" in text
            and "word-of-ada-pw" not in ask("?done=yes")[1]
        )
        assert ask("password", data=b"student=ines")[0] == 409
        written = b"".join(p.read_bytes() for p in room.course.folder.rglob("*") if p.is_file())
        assert b"word-of-ben-pw" not in written and b"word-of-ada-pw" not in written
        assert log(room)[-2:] == ["ines accounts made: 1", "ines new first password ada"]
    finally:
        room.course.roster.write_text(before)


def test_the_class_can_be_searched_and_sorted_by_the_address_alone(ask, monkeypatch):
    monkeypatch.setattr(service, "FRESH", -1.0)  # each look is a new one

    def students(query):
        return re.findall(r'<th scope="row">(?:&lt;.*?>)?([^<]*?) ?<', ask(f"live?{query}")[1].partition('id="students"')[2])  # fmt: skip

    everyone = students("")
    assert len(everyone) == 2 and students("sort=-") == everyone[::-1]
    assert len(students("q=BEN")) == 1 and students("q=nobody") == []
    assert len(students(f"sort=-{NAME}")) == 2
    text = ask("?q=%22%3E%3Cscript%3E&sort=%22%3E%3Cscript%3E")[1]
    assert '"><script>' not in text


def test_the_watch_is_no_work_for_a_processor():
    asked, end = [], time.monotonic() + 0.3
    loop = SimpleNamespace(
        is_closed=lambda: time.monotonic() > end,
        call_soon_threadsafe=lambda do: asked.append(do()),
    )
    service.watch(loop, 5)
    assert len(asked) < 3
