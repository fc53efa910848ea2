"""The exchange through ngshare: with nbgrader's buttons on one side, the grading service on the other."""

import base64
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from labkit.hub import exchange, ngshare, ngshare_api
from labkit.hub.course import PORTS, Course, read_course
from labkit.hub.names import SERVICE
from labkit.hub.ngshare import Unavailable, Version
from labkit.hub.rounds import step
from tests.hub.foreign import brought

ROOT = Path(__file__).parents[2]
TICK = "tick4-sign-test"
NOTEBOOK = f"{TICK}.ipynb"
VERSION = Version("ada", TICK, datetime(2026, 11, 2, 12, tzinfo=UTC), "2026-11-02 12:00:00.000000")

opener = build_opener(ProxyHandler({}))


def free_ports(number=PORTS):
    """Give the first of some ports in a row on which nobody listens."""
    for first in range(20_000 + secrets.randbelow(20_000), 60_000, number):
        probes = []
        try:
            probes = [socket.create_server(("127.0.0.1", first + i)) for i in range(number)]
        except OSError:
            continue
        finally:
            for probe in probes:
                probe.close()
        return first
    raise AssertionError("no ports are free")


# Against an ngshare that says what it is told to say.


@pytest.fixture
def saying(tmp_path, monkeypatch):
    """A course, whose ngshare answers with whatever is appended to the list; and what it was asked."""
    answers, asked = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            length = int(self.headers.get("Content-Length") or 0)
            asked.append((self.command, self.path, self.rfile.read(length)))
            status, content = answers.pop(0)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(
                content if isinstance(content, bytes) else json.dumps(content).encode()
            )

        do_POST = do_DELETE = do_GET

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv(
        ngshare_api.ADDRESS, f"http://127.0.0.1:{server.server_port}/services/ngshare/"
    )
    monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "secret")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # who would read the token
    yield Course(tmp_path, "A course", "nlp", instructors=("ivy",)), answers, asked
    server.shutdown()
    server.server_close()


def files_of(**contents):
    listed = [
        {"path": name, "content": base64.b64encode(data).decode()}
        for name, data in contents.items()
    ]
    return {"success": True, "files": listed, "timestamp": VERSION.stamp}


def test_files_of_a_version_are_those_of_that_version(saying):
    course, answers, asked = saying
    answers.append((200, files_of(**{"a.ipynb": b"{}", "data/b.csv": b"1,2\n"})))
    assert ngshare.fetch(course, VERSION) == {"a.ipynb": b"{}", "data/b.csv": b"1,2\n"}
    ((method, path, _),) = asked
    assert (method, path) == (
        "GET",
        f"/services/ngshare/submission/nlp/{TICK}/ada?timestamp=2026-11-02+12%3A00%3A00.000000",
    )


@pytest.mark.parametrize(
    "name",
    ["../a", "/etc/passwd", "a/../../b", "", ".", "a//b", "a/", "a\0b", "a\nb", "x" * 256, "a/./b"],
)
def test_name_that_leads_elsewhere_is_refused(saying, name):
    course, answers, _ = saying
    answers.append((200, files_of(**{name: b""})))
    with pytest.raises(ValueError, match="name that files can have"):
        ngshare.fetch(course, VERSION)


def test_files_in_one_another_s_place_are_refused(saying):
    course, answers, _ = saying
    answers.append((200, files_of(**{"a": b"", "a/b": b""})))
    with pytest.raises(ValueError, match="'a' must be a file or a folder, not both"):
        ngshare.fetch(course, VERSION)
    twice = files_of(a=b"1")
    answers.append((200, {**twice, "files": twice["files"] * 2}))
    with pytest.raises(ValueError, match="a name each"):
        ngshare.fetch(course, VERSION)


def test_too_much_is_refused_before_it_is_taken(saying, monkeypatch):
    course, answers, _ = saying
    answers.append((200, files_of(**{str(n): b"" for n in range(ngshare.MOST_FILES + 1)})))
    with pytest.raises(ValueError, match="at most 1000 files, not 1001"):
        ngshare.fetch(course, VERSION)
    monkeypatch.setattr(ngshare_api, "MOST_BYTES", 1000)
    answers.append((200, files_of(a=b"0" * 1000)))
    with pytest.raises(ValueError, match="at most 1,000 bytes"):
        ngshare.fetch(course, VERSION)


def test_content_that_is_none_is_refused(saying):
    course, answers, _ = saying
    for content in ("?", None, "YQ=", 7):
        answers.append((200, {"success": True, "files": [{"path": "a", "content": content}]}))
        with pytest.raises(ValueError, match="'a' must be in base64"):
            ngshare.fetch(course, VERSION)


@pytest.mark.parametrize(
    ("status", "content", "says"),
    [
        (403, {"success": False, "message": "Permission denied"}, r"\(403\): Permission denied"),
        (500, b"<html>", r"\(500\): it does not say why"),
        (200, b"<html>", "must answer with JSON"),
        (200, [], "says no"),
        (200, {"success": False}, "says no"),
    ],
)
def test_an_ngshare_that_says_no_is_to_be_asked_again(saying, status, content, says):
    course, answers, _ = saying
    answers.append((status, content))
    with pytest.raises(Unavailable, match=says):
        ngshare.released(course)


def test_an_ngshare_that_is_not_there_is_to_be_asked_again(saying, monkeypatch):
    course, _, _ = saying
    for nowhere in (f"http://127.0.0.1:{free_ports(1)}", "nonsense", "http://127.0.0.1:1/\n"):
        monkeypatch.setenv(ngshare_api.ADDRESS, nowhere)
        with pytest.raises(Unavailable, match="cannot be reached"):
            ngshare.waiting(course)


def test_versions_are_listed_from_the_oldest_on(saying):
    course, answers, _ = saying
    stamps = ["2026-11-02 12:00:00.000002", "2026-11-02 12:00:00.000001 UTC"]
    listed = [{"student_id": "ada", "timestamp": stamp} for stamp in stamps]
    listed.append({"student_id": "../eve", "timestamp": stamps[0]})
    answers += [
        (200, {"success": True, "assignments": [TICK]}),
        (200, {"success": True, "submissions": listed}),
    ]
    found = ngshare.waiting(course)
    assert [(v.student, v.stamp, v.submitted.microsecond) for v in found] == [
        ("ada", stamps[1], 1),
        ("ada", stamps[0], 2),
    ]
    assert all(v.submitted.tzinfo is UTC for v in found)
    answers += [
        (200, {"success": True, "assignments": [TICK]}),
        (200, {"success": True, "submissions": [{"student_id": "ada", "timestamp": "yesterday"}]}),
    ]
    with pytest.raises(Unavailable, match="not 'yesterday'"):
        ngshare.waiting(course)


def test_what_students_are_told_is_python_and_names_the_address():
    where = "http://127.0.0.1:8004/services/ngshare"
    text = ngshare.student_config(where)
    compile(text, "nbgrader_config.py", "exec")
    assert repr(where) in text


def test_hub_is_told_to_start_it_on_this_machine_and_as_the_grader(tmp_path):
    course = Course(tmp_path, "A course", "nlp", port=9000)
    entry = ngshare.service(course, root=True)
    assert entry["url"] == "http://127.0.0.1:9004"
    assert entry["user"] == "labkit-grader"
    assert entry["environment"]["PYTHONPATH"] == str(course.lab)
    assert "user" not in ngshare.service(course, root=False)


# Against ngshare and JupyterHub themselves.


class Hub:
    """A JupyterHub with ngshare, and a course."""

    def __init__(self, folder, packages):
        self.folder, self.packages = folder, packages
        port = free_ports()
        (folder / "hub").mkdir(parents=True)
        (folder / "student").mkdir()
        (folder / "student" / "env").symlink_to(sys.prefix)
        (folder / "course.toml").write_text(
            'name = "A course"\nid = "nlp"\ninstructors = ["ivy"]\nexchange = "ngshare"\n'
            f"[hub]\nport = {port}\n"
        )
        self.course = read_course(folder)
        self.tokens = {SERVICE: secrets.token_hex(), "test": secrets.token_hex()}
        self.api = f"http://127.0.0.1:{port + 2}/hub/api"
        self.process = None

    def start(self):
        environment = {
            **os.environ,
            "COURSE": str(self.folder),
            "SERVICE_TOKEN": self.tokens[SERVICE],
            "TEST_TOKEN": self.tokens["test"],
            "PYTHONPATH": str(ROOT),
        }
        config = Path(__file__).with_name("ngshare_hub.py")
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterhub", "--config", str(config)],
                env=environment,
                cwd=self.folder / "hub",
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + 60
        while not (self.answers(f"{self.api}/") and self.answers(f"{self.ngshare}/healthz")):
            assert self.process.poll() is None and time.monotonic() < end, self.told()
            time.sleep(0.1)

    def stop(self):
        self.process.terminate()
        self.process.wait(120)  # it waits for its services, on a busy machine long

    def told(self):
        return (self.folder / "log").read_text()[-3000:]

    @property
    def ngshare(self):
        return f"http://127.0.0.1:{self.course.ngshare_port}/services/ngshare"

    def answers(self, address):
        try:
            return bool(opener.open(address, timeout=5).status)
        except OSError:
            return False

    def add(self, name):
        """Let somebody sign in, and give what their server would know the hub by."""
        self.ask("POST", f"{self.api}/users/{name}", self.tokens["test"], b"{}")
        made = self.ask(
            "POST",
            f"{self.api}/users/{name}/tokens",
            self.tokens["test"],
            json.dumps({"roles": ["server"]}).encode(),
        )
        self.tokens[name] = made["token"]
        home = self.folder / "homes" / name
        ticks = home / "notebooks" / "ticks"
        ticks.mkdir(parents=True)
        (home / "etc").mkdir()
        (home / "etc" / "nbgrader_config.py").write_text(
            f"c = get_config()\nc.CourseDirectory.course_id = 'nlp'\n"
            f"c.Exchange.assignment_dir = {str(ticks)!r}\n{ngshare.student_config(self.ngshare)}"
        )
        return ticks

    def ask(self, method, address, token, data=None):
        headers = {"Authorization": f"token {token}"} if token else {}
        with opener.open(Request(address, data, headers, method=method), timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def status(self, method, path, who, **data):
        """Ask ngshare as somebody, past nbgrader, and give the status of its answer."""
        try:
            form = urlencode(data).encode() if data else None
            self.ask(method, f"{self.ngshare}/{path}", self.tokens.get(who, who), form)
        except HTTPError as error:
            with error:
                return error.code
        return 200

    def press(self, who, *buttons):
        """Press buttons of the list of assignments on a student's server."""
        home = self.folder / "homes" / who
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("ngshare_student.py")), *buttons],
            env={
                "HOME": str(home),
                "PATH": os.defpath,
                "JUPYTERHUB_USER": who,
                "JUPYTERHUB_API_TOKEN": self.tokens[who],
                "JUPYTER_CONFIG_PATH": str(home / "etc"),
                "PYTHONPATH": str(self.packages),
                "PYTHONWARNINGS": "ignore",
            },
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """nbgrader's side of ngshare. It asks for a jupyter-core of long ago, so no extra can name it."""
    return brought(tmp_path_factory.mktemp("packages"), "ngshare_exchange==0.5.3", "rapidfuzz")


@pytest.fixture(scope="module")
def hub(packages, tmp_path_factory):
    found = Hub(tmp_path_factory.mktemp("course"), packages)
    found.start()
    yield found
    found.stop()


@pytest.fixture
def service(hub, monkeypatch):
    """The course, for whom the hub takes for the grading service."""
    monkeypatch.setenv("JUPYTERHUB_API_TOKEN", hub.tokens[SERVICE])
    return hub.course


@pytest.mark.slow
def test_a_tick_goes_out_and_comes_back_and_nobody_reaches_another_s(hub, service, tmp_path):
    course = service
    ada, bob = hub.add("ada"), hub.add("bob")
    release = tmp_path / TICK
    release.mkdir()
    (release / NOTEBOOK).write_text('{"cells": [], "metadata": {}, "nbformat": 4}')
    (release / "checks.py").write_text("a = 1\n")
    (release / "link").symlink_to("/etc/hostname")

    # Nothing is to be seen before they are enrolled, which can be done again and again.
    assert hub.status("GET", "assignments/nlp", "ada") in (403, 404)
    for _ in range(2):
        ngshare.enrol(course, ["ada", "bob", "ivy"])
    hub.add("eve")  # who signs in later
    assert hub.status("GET", "assignments/nlp", "eve") == 403
    assert ngshare.released(course) == ()
    for _ in range(2):
        ngshare.release(course, TICK, release)
    assert ngshare.released(course) == (TICK,)

    listed, fetched = hub.press("ada", "list_assignments nlp", f"fetch_assignment nlp {TICK}")
    assert listed["success"], listed
    (tick,) = listed["value"]
    assert (tick["assignment_id"], tick["status"]) == (TICK, "released")
    assert fetched == {"success": True}
    assert sorted(path.name for path in (ada / TICK).iterdir()) == ["checks.py", NOTEBOOK]

    # A submission, and another one: both are there, each as it was.
    before = datetime.now(UTC)
    for text in ('{"first": 1}', '{"second": 2}'):
        (ada / TICK / NOTEBOOK).write_text(text)
        assert hub.press("ada", f"submit_assignment nlp {TICK}") == [{"success": True}]
    first, second = ngshare.waiting(course)
    assert (first.student, first.tick) == ("ada", TICK)
    assert before - timedelta(seconds=1) < first.submitted < second.submitted < datetime.now(UTC)
    assert ngshare.fetch(course, first)[NOTEBOOK] == b'{"first": 1}'
    assert ngshare.fetch(course, second)[NOTEBOOK] == b'{"second": 2}'
    assert ngshare.fetch(course, second)["checks.py"] == b"a = 1\n"

    # Feedback is where the student looks for it, and of the version that it is about.
    ngshare.give_back(course, second, {f"{TICK}.html": b"<p>old</p>"})
    ngshare.give_back(course, second, {f"{TICK}.html": b"<p>2 of 3 points</p>"})
    done, listed = hub.press("ada", f"fetch_feedback nlp {TICK}", "list_assignments nlp")
    assert done == {"success": True}
    (page,) = (ada / TICK / "feedback").glob("*/*.html")
    assert page.read_bytes() == b"<p>2 of 3 points</p>"
    versions = next(each for each in listed["value"] if each["status"] == "submitted")
    assert [v["has_local_feedback"] for v in versions["submissions"]] == [False, True]

    # A tick that somebody has handed in is not replaced: all submissions would go.
    ngshare.release(course, TICK, release)
    (release / "checks.py").write_text("a = 2\n")
    with pytest.raises(ValueError, match="nobody has handed in yet, not tick4-sign-test"):
        ngshare.release(course, TICK, release)
    assert len(ngshare.waiting(course)) == 2

    # Bob, past nbgrader, with what his server knows.
    hers = f"nlp/{TICK}/ada"
    when = f"timestamp={quote(second.stamp)}"
    for method, path in [
        ("GET", f"submission/{hers}"),
        ("GET", f"submission/nlp/{TICK}/bob"),  # not even his own, without their being fetched
        ("GET", f"submissions/{hers}"),
        ("GET", f"submissions/nlp/{TICK}"),
        ("GET", f"feedback/{hers}?{when}"),
        ("GET", "students/nlp"),
        ("GET", "student/nlp/ada"),
        ("DELETE", "student/nlp/ada"),
        ("DELETE", f"assignment/nlp/{TICK}"),
        ("DELETE", "course/nlp"),
        ("GET", "initialize-Data6ase?action=dump"),
        ("GET", "initialize-Data6ase?action=clear"),
    ]:
        assert hub.status(method, path, "bob") == 403, path
    packed = json.dumps([{"path": "x.html", "content": ""}])
    for path, data in {
        f"feedback/{hers}": {"timestamp": second.stamp, "files": packed},
        "assignment/nlp/tick9": {"files": packed},
        "course/mine": {"instructors": '["bob"]'},
        "instructor/nlp/bob": {"first_name": "", "last_name": "", "email": ""},
        "students/nlp": {"students": "[]"},
    }.items():
        assert hub.status("POST", path, "bob", **data) == 403, path
    for name in ("../x", "/x", "a/../../x", ""):
        files = json.dumps([{"path": name, "content": ""}])
        assert hub.status("POST", f"submission/nlp/{TICK}", "bob", files=files) == 400, name
    assert hub.status("POST", f"submission/nlp/{TICK}", "eve", files=packed) == 403
    for nobody in (None, "", "0" * 64, hub.tokens["ada"] + "x"):
        assert hub.status("GET", f"submission/{hers}", nobody) != 200
        assert hub.status("POST", f"submission/nlp/{TICK}", nobody, files=packed) != 200
    # An instructor sees what all have handed in; who is none any more, does not.
    hub.add("ivy")
    assert hub.status("GET", f"submissions/nlp/{TICK}", "ivy") == 200
    ngshare.enrol(replace(course, instructors=("joe",)), ["ada"])
    assert hub.status("GET", f"submissions/nlp/{TICK}", "ivy") == 403
    assert hub.status("GET", "assignments/nlp", "ada") == 200
    ngshare.enrol(course, [])
    assert [v.student for v in ngshare.waiting(course)] == ["ada", "ada"]
    assert page.read_bytes() == b"<p>2 of 3 points</p>"
    assert not list(bob.iterdir())


@pytest.mark.slow
def test_it_listens_on_this_machine_only_and_its_files_are_its_own(hub):
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", hub.course.ngshare_port), 5).close()
    kept = hub.course.exchange_root / "ngshare"
    assert kept.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept.rglob("*"))


@pytest.mark.long
def test_a_restart_loses_nothing_and_a_student_is_told_when_it_is_away(hub, service, tmp_path):
    course = service
    ticks = hub.add("cleo")
    ngshare.enrol(course, ["cleo"])
    release = tmp_path / "tick5"
    release.mkdir()
    (release / "tick5.ipynb").write_text("{}")
    ngshare.release(course, "tick5", release)
    fetched, handed_in = hub.press(
        "cleo", "fetch_assignment nlp tick5", "submit_assignment nlp tick5"
    )
    assert fetched["success"] and handed_in["success"]
    before = ngshare.waiting(course)
    hub.process.kill()  # with no time to end its services
    hub.process.wait(30)
    end = time.monotonic() + 30
    while hub.answers(f"{hub.ngshare}/healthz"):
        assert time.monotonic() < end, "ngshare goes on without its hub"
        time.sleep(0.1)
    with pytest.raises(Unavailable):
        ngshare.waiting(course)
    submitted, fetched = hub.press(
        "cleo", "submit_assignment nlp tick5", "fetch_assignment nlp tick6"
    )
    assert not submitted["success"] and "was not handed in" in submitted["value"]
    assert not fetched["success"] and "was not fetched" in fetched["value"]
    assert not (ticks / "tick6").exists()
    hub.start()
    assert ngshare.waiting(course) == before


@pytest.mark.long
def test_what_is_handed_in_is_marked_and_given_back(hub, service, sandbox):
    """The whole way: a tick of the lab, one answer that is right, and its points on a page."""
    course = service
    ticks = hub.add("dora")
    ngshare.enrol(course, ["dora"])
    exchange.release(course, "tick2-naive-bayes")
    (fetched,) = hub.press("dora", "fetch_assignment nlp tick2-naive-bayes")
    assert fetched == {"success": True}
    folder = ticks / "tick2-naive-bayes"
    assert not (folder / "hidden.py").exists()
    (submitted,) = hub.press("dora", "submit_assignment nlp tick2-naive-bayes")
    assert submitted == {"success": True}
    done = step(course)
    assert "dora" in {each.student for each in done.collected}
    (given,) = hub.press("dora", "fetch_feedback nlp tick2-naive-bayes")
    assert given == {"success": True}
    (page,) = (folder / "feedback").glob("*/tick2-naive-bayes.html")
    assert "points" in page.read_text(encoding="utf8")
    assert "dora" not in {each.student for each in step(course).collected}
