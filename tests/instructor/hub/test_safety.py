"""What a student may not do to others' servers and to the hub, tried as a Unix user of their own."""

import json
import re
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from jupyterhub import orm, scopes

from labkit.instructor.hub import accounts, sockets
from labkit.instructor.hub.course import Course, read_course
from labkit.instructor.hub.signing_in import RENEW
from tests.instructor.hub import live
from tests.instructor.hub.live import (
    as_root,
    closed_copy,
    needs_hub,
    open_folder,
    running,
    without_users,
)
from tests.network import own_network

pytestmark = [needs_hub, as_root, pytest.mark.slow]

TEACHER, STUDENT = "hub-test-ines", "hub-test-mallory"
TICK = "tick1-lexicon-classifier"
DAY = 24 * 60 * 60
PYTHON = "/usr/bin/python3"


def as_user(account, *command):
    """Start a program of a student's, as from a terminal in their server."""
    command = [*accounts.becoming(account), *command]
    return subprocess.Popen(command, stdout=-1, stderr=subprocess.STDOUT, text=True, cwd="/")


def succeeds(account, actions, *subjects):
    """Try actions, Python with a subject s, as a student; give the numbers of those that worked."""
    code = (
        "import os, signal, socket, sys\n"
        "for s in sys.argv[1:]:\n"
        f"    for number, action in enumerate({list(actions)!r}):\n"
        "        try:\n            eval(action)\n            print(number, s)\n"
        "        except OSError:\n            pass\n"
    )
    with as_user(account, PYTHON, "-I", "-c", code, *map(str, subjects)) as process:
        return process.communicate(timeout=60)[0].splitlines()


def processes(hub):
    """All that a hub has started, and all of its students."""
    own = psutil.Process(hub.process.pid)
    users = {accounts.account_of(accounts.unix_name(name)).pw_uid for name in (TEACHER, STUDENT)}
    theirs = [p for p in psutil.process_iter(["uids"]) if p.info["uids"].real in users]
    return [*own.children(recursive=True), *theirs]


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    lab = closed_copy(tmp_path_factory.mktemp("repository") / "lab")
    with without_users(TEACHER, STUDENT), open_folder() as above:
        live.share_pack_and_env(Course(above / "before", "a course", "class"))  # by PyPI
        with own_network(), running(above / "course", lab=lab, instructors=(TEACHER,)) as hub:
            hub.course, hub.known = read_course(hub.folder), {}
            _, hub.mallory = (accounts.make_user(hub.course, n) for n in (TEACHER, STUDENT))
            yield hub


def sign_in(hub, name):
    """Sign somebody in with a new password, which starts their server; once, as long as it runs."""
    if name not in hub.known or not hub.api("GET", f"/users/{name}")["server"]:
        password = hub.password(name)
        hub.known[name] = hub.sign_in(name, password), password
        hub.spawn(hub.known[name][0], name)
    return hub.known[name]


def test_nobody_answers_in_the_place_of_anothers_server(hub):
    ines = accounts.account_of(accounts.unix_name(TEACHER))
    program = Path(__file__).with_name("thief.py").read_text()
    with as_user(hub.mallory, PYTHON, "-c", program, str(ines.pw_uid)) as thief:
        assert thief.stdout.readline() == "ready\n"
        hub.known.clear()
        browser, _ = sign_in(hub, TEACHER)
        status, text = browser.get(f"/user/{TEACHER}/api/status")
        accounts.end_processes(hub.mallory.pw_name)
        assert status == 200 and "kernels" in text, (text, thief.stdout.read())


def test_the_public_port_is_the_only_one(hub):
    sign_in(hub, STUDENT)
    own = [psutil.Process(hub.process.pid), *processes(hub)]
    found = [connection for process in own for connection in process.net_connections("inet")]
    listening = {each.laddr for each in found if each.status == psutil.CONN_LISTEN}
    assert listening == {("127.0.0.1", hub.port)} and len(own) > 5


def test_nobody_gets_to_anothers_socket_or_moves_ones_own(hub):
    sign_in(hub, TEACHER), sign_in(hub, STUDENT)
    servers = sockets.find_socket(hub.course, "hub").parent / "servers"
    names = [accounts.unix_name(name) for name in (TEACHER, STUDENT)]
    assert {path.name for path in servers.iterdir()} >= set(names)
    connect, up = "socket.socket(socket.AF_UNIX).connect(s)", "os.path.dirname(s)"
    attempts = [
        *(connect, "os.unlink(s)", "os.rename(s, s + 'x')", "os.symlink('/etc/passwd', s + 'x')"),
        *(f"os.listdir({up})", f"os.rename({up}, {up} + 'x')"),
    ]
    closed = [*(servers / name for name in names), sockets.find_socket(hub.course, "proxy")]
    assert succeeds(hub.mallory, attempts, *closed) == []
    # The hub and the service answer everybody who has a token, and nobody takes their place.
    for place in (sockets.find_socket(hub.course, name) for name in ("service/page", "hub")):
        assert succeeds(hub.mallory, attempts, place) == [f"0 {place}"]


def test_files_in_a_home_do_not_shadow_what_a_server_starts_with(hub):
    home = accounts.home(hub.course, STUDENT)
    names = ("socket", "jupyter_server", "jupyterhub", "labkit", "sitecustomize", "usercustomize")
    files = [folder / f"{name}.py" for name in names for folder in (home, home / "notebooks")]
    files.append(home / ".jupyter" / "jupyter_server_config.py")
    sign_in(hub, STUDENT)
    hub.api("DELETE", f"/users/{STUDENT}/server")
    try:
        for file in files:
            file.parent.mkdir(exist_ok=True)
            file.write_text("raise SystemExit(f'{__name__} of the home')")
        browser, _ = sign_in(hub, STUDENT)
        assert browser.get(f"/user/{STUDENT}/api/status")[0] == 200
        assert "start-here.ipynb" in browser.get(f"/user/{STUDENT}/api/contents/notebooks")[1]
    finally:
        for file in files:
            file.unlink(missing_ok=True)


@pytest.mark.parametrize("changed_by", [["--add"], ["--sign-out"], "the student"], ids=str)
def test_a_new_password_revokes_all_and_nothing_lives_longer_than_a_day(hub, changed_by):
    browser, password = sign_in(hub, STUDENT)
    del hub.known[STUDENT]
    assert browser.get(f"/user/{STUDENT}/api/status")[0] == 200
    ends = {cookie.name: cookie.expires for cookie in browser.cookies}
    assert {"jupyterhub-hub-login", f"jupyterhub-user-{STUDENT}"} <= set(ends)
    assert all(end is None or end - time.time() <= DAY + 60 for end in ends.values()), ends

    tokens = f"/hub/api/users/{STUDENT}/tokens"
    headers = {"X-XSRFToken": browser.xsrf("/hub/"), "Content-Type": "application/json"}
    asked = json.dumps({"expires_in": 10 * DAY}).encode()
    assert browser.request(tokens, asked, headers, "POST")[0] == 400
    status, text = browser.request(tokens, b"{}", headers, "POST")
    assert status == 201 and json.loads(text)["expires_at"]
    token = {"Authorization": f"token {json.loads(text)['token']}"}
    assert hub.browser().request("/hub/api/user", headers=token)[0] == 200

    if changed_by == "the student":
        for old, new, said in (
            ("wrong horse", "correct horse", "not your current password"), (password, "short", "at least 10 letters"),
            (password, f"{STUDENT}-{STUDENT}", "leave out your username"), (password, "correct\nhorse:x", "at least 10"),
        ):  # fmt: skip
            assert said in browser.form("/hub/change-password", old=old, new=new)[1]
        browser.form("/hub/change-password", old=password, new="correct horse")
        assert "/hub/login" in browser.at
        hub.sign_in(STUDENT, "correct horse")
    else:
        hub.labkit("users", *changed_by, STUDENT)
        assert not hub.api("GET", f"/users/{STUDENT}")["server"]
    assert hub.browser().request("/hub/api/user", headers=token)[0] == 403
    browser.get("/hub/home")
    assert "/hub/login" in browser.at


def test_the_service_alone_gives_first_passwords(hub, monkeypatch):
    """And to no instructor: who that is, and with which password, is root's to say."""
    browser, old = sign_in(hub, STUDENT)
    teacher, known = sign_in(hub, TEACHER)
    del hub.known[STUDENT]

    def ask(by, name=STUDENT, headers=None, body=None, path="/hub/labkit/first-password"):
        body = json.dumps({"name": name}).encode() if body is None else body
        status, text = by.request(
            path, body, {"Content-Type": "application/json", **(headers or {})}
        )
        return status, json.loads(text)

    def token(value):
        return {"Authorization": f"token {value}"}

    def own_token(by, name, **asked):
        headers = {"X-XSRFToken": by.xsrf("/hub/"), "Content-Type": "application/json"}
        path, body = f"/hub/api/users/{name}/tokens", json.dumps(asked).encode()
        return json.loads(by.request(path, body, headers, "POST")[1])["token"]

    (service,) = (p for p in processes(hub) if "labkit.instructor.hub.service" in p.cmdline())
    service = service.environ()["JUPYTERHUB_API_TOKEN"]
    found = (p.info["environ"] or {} for p in psutil.process_iter(["environ"]))
    server = next(env for env in found if env.get("JUPYTERHUB_USER") == STUDENT)
    monkeypatch.setitem(scopes.scope_definitions, RENEW, {"description": "as of the settings"})
    with closing(orm.new_session_factory(f"sqlite:///{hub.course.database}")()) as session:
        of_service = orm.Service.find(session, "labkit")
        limited = of_service.new_api_token(scopes=["read:users:name"])
        session.get_bind().dispose()
    forged = (
        *(server["JUPYTERHUB_API_TOKEN"], own_token(browser, STUDENT), own_token(teacher, TEACHER)),
        *(own_token(teacher, TEACHER, scopes=["read:users:name!user"]), limited, "", "x", "null"),
        hub.course.cli_token.read_text(),
    )
    for each in forged:
        assert ask(hub.browser(), headers=token(each))[0] == 403, each
    for by in (browser, teacher):
        assert ask(by, headers={"X-XSRFToken": by.xsrf("/hub/")})[0] == 403
        assert ask(by, headers={"Sec-Fetch-Mode": "no-cors", "Origin": hub.url})[0] == 403
    assert ask(hub.browser(), path=f"/hub/labkit/first-password?token={service}")[0] == 403
    for name, status in (
        (TEACHER, 403),
        (TEACHER.upper(), 403),
        ("josé", 404),
        ("labkit", 404),
        ("", 404),
    ):
        assert ask(hub.browser(), name, token(service))[0] == status
    for body in (b"", b"[]", b'{"name": 1}', b"{", b"name=x"):
        assert ask(hub.browser(), body=body, headers=token(service))[0] == 400
    for by, name in ((browser, STUDENT), (teacher, TEACHER)):  # nothing has happened yet
        assert by.get(f"/user/{name}/api/status")[0] == 200
    hub.sign_in(STUDENT, old)

    status, answer = ask(hub.browser(), STUDENT.title(), token(service))
    assert status == 200 and answer == {"name": STUDENT, "password": answer["password"]}
    assert not hub.api("GET", f"/users/{STUDENT}")["server"]
    browser.get("/hub/home")
    assert "/hub/login" in browser.at
    assert hub.browser().form("/hub/login", username=STUDENT, password=old)[0] == 403
    hub.sign_in(STUDENT, answer["password"])
    hub.sign_in(TEACHER, known)


WRITING = ("open(s, 'a')", "os.rename(s, s + 'x')", "os.mkdir(s + '/x')", "os.symlink('/etc', s + '-x')")  # fmt: skip


def test_nothing_of_the_course_s_or_of_another_s_is_read_or_changed(hub):
    sign_in(hub, TEACHER), sign_in(hub, STUDENT)
    hub.labkit("release", TICK)
    course, own = hub.course, accounts.home(hub.course, TEACHER)
    (course.versions / "ada" / TICK).mkdir(parents=True, exist_ok=True)
    names = (
        "hub",
        "homes",
        "versions",
        "marks",
        "grader",
        "lab",
        "course.toml",
        "class",
        "class/late.toml",
    )
    closed = [hub.folder / name for name in names]
    closed += [own, hub.lab, course.versions / "ada", course.versions / "ada" / TICK]
    closed += [course.database, course.private / "cookie-secret", course.private / "cli-token"]
    closed += [course.passwords]
    closed += [hub.lab / "notebooks" / "ticks" / ".course" / TICK / "hidden.py"]
    assert succeeds(hub.mallory, ["os.listdir(s)", "open(s)", *WRITING], *closed) == []
    readable = [course.release / TICK, course.release / TICK / f"{TICK}.ipynb", course.student]
    assert succeeds(hub.mallory, WRITING, *readable) == []


def test_other_processes_tell_a_student_nothing(hub):
    sign_in(hub, TEACHER)
    pids = [p.pid for p in processes(hub) if p.uids().real != hub.mallory.pw_uid]
    attempts = [f"open(f'/proc/{{s}}/{name}').read(1)" for name in ("environ", "mem", "maps")]
    attempts += ["os.kill(int(s), signal.SIGTERM)", "os.listdir(f'/proc/{s}/fd')"]
    assert len(pids) > 3 and succeeds(hub.mallory, attempts, *pids) == []


#: What a student asks the hub with cookies, with the server's token, and with none.
ATTEMPTS = {
    "GET /hub/api/": "users users/{t} users/{t}/tokens proxy groups services/labkit-cli shutdown", "PATCH /hub/api/": "users/{t}",
    "POST /hub/api/": "users/{t} users/{t}/tokens users/{t}/server users/{t}/activity shutdown", "PUT /hub/api/": "groups/x",
    "DELETE /hub/api/": "users/{t} users/{t}/server", "GET /hub/": "admin spawn/{t} token/{t}",
    "GET /user/{t}/": "lab api/status api/contents files/x", "POST /user/{t}/api/": "kernels terminals sessions",
    "GET /services/": "labkit/ labkit/live labkit/requests labkit/me/..%2f..%2fcourse.toml",
    "GET /services/labkit/marks/": f"grades.csv summary feedback/{{t}}/{TICK}",
    "POST /services/labkit/": "release export marks/grades.csv api/ticks/..%2fx deadline extension excuse answer roster accounts password",
}  # fmt: skip


@pytest.mark.parametrize("by", ["cookies", "the server's token", "nothing"])
def test_nothing_of_the_instructors_or_of_another_s_is_had_by_asking(hub, by):
    sign_in(hub, TEACHER)
    browser, _ = sign_in(hub, STUDENT)
    headers = {"X-XSRFToken": browser.xsrf("/hub/")} if by == "cookies" else {}
    if by != "cookies":
        browser = hub.browser()
        browser.opener.addheaders = [("X-Forwarded-User", TEACHER), ("X-Real-IP", "127.0.0.1")]
    if by == "the server's token":
        found = (p.info["environ"] or {} for p in psutil.process_iter(["environ"]))
        own = next(env for env in found if env.get("JUPYTERHUB_USER") == STUDENT)
        headers["Authorization"] = f"token {own['JUPYTERHUB_API_TOKEN']}"
        assert browser.request("/hub/api/user", None, headers)[0] == 200
    before = hub.api("GET", f"/users/{TEACHER}")["server"]
    for start, ends in ATTEMPTS.items():
        for end in ends.split():
            method, _, address = f"{start}{end}".format(t=TEACHER).partition(" ")
            body = b"{}" * (method != "GET") or None
            status, text = browser.request(address, body, headers, method)
            to_sign_in, what = "/hub/login" in browser.at, (method, address, status, text[:500])
            assert status in (400, 401, 403, 404, 405) or to_sign_in, what
            assert TEACHER not in text or status == 403 or to_sign_in, what
    assert hub.api("GET", f"/users/{TEACHER}")["server"] == before


def test_a_form_without_its_token_stops_nobody_and_a_service_that_ends_is_started_again(hub):
    browser, _ = sign_in(hub, STUDENT)
    teacher, _ = sign_in(hub, TEACHER)
    for each in (browser, teacher):  # who has signed in anew, and an old page's form
        each.get("/services/labkit/me")
        for cookie in [each for each in each.cookies if each.name == "_xsrf"]:
            each.cookies.clear(cookie.domain, cookie.path, cookie.name)
        for mode in ("navigate", "cors", "no-cors", "websocket"):
            for method in ("POST", "GET", "HEAD", "PUT"):
                headers, body = {"Sec-Fetch-Mode": mode}, b"_xsrf=x" if method == "POST" else None
                each.request("/services/labkit/release", body, headers, method)
        status, text = each.request("/services/labkit/release", {"_xsrf": "x", "tick": TICK})
        assert status == 403 and "reload the page" in text
    hub.known.clear()
    browser, _ = sign_in(hub, STUDENT)
    assert browser.get("/services/labkit/me")[0] == 200
    (service,) = (p for p in processes(hub) if "labkit.instructor.hub.service" in p.cmdline())
    service.kill()
    hub.wait(lambda: browser.get("/services/labkit/me")[0] == 200, 180)


#: Two wrong passwords at once, of addresses that the sender has made up, straight at the hub's socket.
TWO_GUESSES = """
import http.client, re, socket, sys, threading

def guess(number):
    connection = http.client.HTTPConnection("hub")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(sys.argv[1])
    forged = {"X-Forwarded-For": f"10.0.0.{number}", "X-Real-IP": f"10.0.1.{number}"}
    connection.request("GET", "/hub/login", None, forged)
    answer = connection.getresponse()
    token = re.search('name="_xsrf"[^>]*value="([^"]*)"', answer.read().decode())[1]
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": answer.headers["Set-Cookie"]}
    ready.wait()
    form = f"username={sys.argv[2]}&password=wrong&_xsrf={token}"
    connection.request("POST", "/hub/login", form, {**forged, **kind})
    print(connection.getresponse().status)

ready = threading.Barrier(2)
threads = [threading.Thread(target=guess, args=[number]) for number in (1, 2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def test_no_forged_address_has_two_passwords_of_a_name_tried_at_once(hub):
    place = sockets.find_socket(hub.course, "hub")
    with as_user(hub.mallory, PYTHON, "-c", TWO_GUESSES, str(place), TEACHER) as process:
        assert sorted(process.communicate(timeout=120)[0].split()) == ["403", "429"]
    ready = threading.Barrier(2)

    def guess(number):
        browser, forged = hub.browser(), {"X-Real-IP": f"10.0.1.{number}"}
        _, page = browser.request("/hub/login", None, forged)
        token = re.search('name="_xsrf"[^>]*value="([^"]*)"', page)[1]
        ready.wait(60)
        form = {"username": TEACHER, "password": "wrong", "_xsrf": token}
        return browser.request("/hub/login", form, forged)[0]

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(guess, (1, 2))) == [403, 429]


def test_what_anybody_sends_to_the_hub_is_refused_before_it_is_there(hub):
    with socket.create_connection(("127.0.0.1", hub.port), timeout=60) as there:
        start = f"POST /hub/login HTTP/1.1\r\nHost: lab.localhost:{hub.port}\r\n"
        there.sendall(f"{start}Content-Length: 49900000\r\n\r\nx".encode())
        assert there.recv(4096).split(b" ")[1] in (b"400", b"503")


def test_who_ceases_to_instruct_loses_the_marks_and_who_begins_has_them(hub):
    file = hub.folder / "course.toml"
    before = file.read_text()
    marks, accounts_of = str(hub.course.marks), {}
    for name in (TEACHER, STUDENT):
        sign_in(hub, name)
        accounts_of[name] = accounts.account_of(accounts.unix_name(name))

    def sees(name):
        page = hub.known[name][0].get(f"/user/{name}/formgrader")[0]
        return page, succeeds(accounts_of[name], ["os.listdir(s)"], marks) != []

    def end(name, ask=True):
        if ask:
            hub.api("DELETE", f"/users/{name}/server")
        hub.wait(lambda: not hub.api("GET", f"/users/{name}")["server"], 120)

    assert (sees(TEACHER), sees(STUDENT)) == ((200, True), (404, False))
    try:
        file.write_text(before.replace(TEACHER, STUDENT))
        end(TEACHER, ask=False)
        assert not [p for p in processes(hub) if p.uids().real == accounts_of[TEACHER].pw_uid]
        end(STUDENT)
        for name in (TEACHER, STUDENT):
            hub.spawn(hub.known[name][0], name)
        assert (sees(TEACHER), sees(STUDENT)) == ((404, False), (200, True))
        file.write_text("no course")  # as while it is edited: what was known goes on
        end(TEACHER)
        hub.spawn(hub.known[TEACHER][0], TEACHER)
        assert (sees(TEACHER), sees(STUDENT)) == ((404, False), (200, True))
    finally:
        file.write_text(before)
    end(STUDENT, ask=False), end(TEACHER)


def test_when_the_hub_is_killed_all_ends_and_it_starts_again(hub):
    browser, _ = sign_in(hub, STUDENT)
    assert "Updating Hub route" not in hub.log.read_text()  # each minute, as if it were another
    away = ("/usr/bin/setsid", "--fork", "/bin/sh", "-c", "trap '' TERM HUP; sleep 600")
    with as_user(hub.mallory, *away) as process:
        process.wait()
    all_of_them = processes(hub)
    assert len({process.uids().real for process in all_of_them}) >= 3
    hub.stop(signal.SIGKILL)
    assert psutil.wait_procs(all_of_them, timeout=10)[1] == []
    with socket.socket() as trial:
        assert trial.connect_ex(("127.0.0.1", hub.port))
    hub.start()
    hub.spawn(browser, STUDENT)  # signed in as before
    assert "/hub/login" not in browser.at
    assert "start-here.ipynb" in browser.get(f"/user/{STUDENT}/api/contents/notebooks")[1]
    anew = processes(hub)
    hub.labkit("users", "--remove", STUDENT)
    assert accounts.account_of(hub.mallory.pw_name) is None and STUDENT not in hub.labkit("users")
    hub.stop()
    assert psutil.wait_procs(anew, timeout=10)[1] == []
