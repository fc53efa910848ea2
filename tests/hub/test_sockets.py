"""What a student may not do to others' servers and to the hub, tried as a Unix user of their own."""

import json
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from labkit.hub import accounts, sockets
from labkit.hub.course import read_course
from tests.hub.live import as_root, closed_copy, needs_hub, open_folder, running

pytestmark = [needs_hub, as_root, pytest.mark.slow]

TEACHER, STUDENT = "hub-test-ines", "hub-test-mallory"
DAY = 24 * 60 * 60


def as_user(account, *command):
    """Start a program of a student's, as from a terminal in their server."""
    return subprocess.Popen(
        [*accounts.becoming(account), *command],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/",
    )  # fmt: skip


def said(account, code, *arguments):
    """Run Python as a student, and give what it prints."""
    with as_user(account, "/usr/bin/python3", "-I", "-c", code, *arguments) as process:
        return process.communicate(timeout=60)[0].strip()


def processes(hub):
    """All that a hub has started, and all of its students."""
    own = psutil.Process(hub.process.pid)
    users = {accounts.account_of(accounts.unix_name(name)).pw_uid for name in (TEACHER, STUDENT)}
    theirs = [p for p in psutil.process_iter(["uids"]) if p.info["uids"].real in users]
    return [*own.children(recursive=True), *theirs]


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    lab = closed_copy(tmp_path_factory.mktemp("repository") / "lab")
    with open_folder() as above:
        try:
            with running(above / "course", lab=lab, dummy=False, instructors=(TEACHER,)) as hub:
                course = read_course(hub.folder)
                for name in (TEACHER, STUDENT):
                    accounts.make_user(course, name)
                yield hub
        finally:
            for name in (TEACHER, STUDENT):
                unix = accounts.unix_name(name)
                subprocess.run(["pkill", "-KILL", "-U", unix], check=False)
                subprocess.run(["userdel", unix], check=False, capture_output=True)


@pytest.fixture(scope="module")
def course(hub):
    return read_course(hub.folder)


@pytest.fixture(scope="module")
def mallory(hub):
    return accounts.account_of(accounts.unix_name(STUDENT))


def sign_in(hub, name):
    """Sign somebody in with a new password, which starts their server."""
    password = hub.labkit("users", "--add", name).stdout.strip().partition(",")[2]
    browser = hub.sign_in(name, password)
    hub.wait(lambda: hub.api("GET", f"/users/{name}")["server"], 30)
    browser.get(f"/user/{name}/lab")  # signs in there, too
    return browser, password


def test_nobody_answers_in_the_place_of_anothers_server(hub, mallory):
    ines = accounts.account_of(accounts.unix_name(TEACHER))
    program = Path(__file__).with_name("thief.py").read_text()
    thief = as_user(mallory, "/usr/bin/python3", "-c", program, str(ines.pw_uid))
    assert thief.stdout.readline() == "ready\n"
    browser, _ = sign_in(hub, TEACHER)
    status, text = browser.get(f"/user/{TEACHER}/api/status")
    accounts.end_processes(mallory)
    assert status == 200 and "kernels" in text, (text, thief.stdout.read())


def test_the_public_port_is_the_only_one(hub):
    sign_in(hub, STUDENT)
    own = [psutil.Process(hub.process.pid), *processes(hub)]
    listening = {
        connection.laddr
        for process in own
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }
    assert listening == {("127.0.0.1", hub.port)} and len(own) > 5


def test_nobody_gets_to_anothers_socket_or_moves_ones_own(hub, course, mallory):
    sign_in(hub, TEACHER), sign_in(hub, STUDENT)
    servers = sockets.hub_socket(course).parent / "servers"
    names = [accounts.unix_name(name) for name in (TEACHER, STUDENT)]
    assert {path.name for path in servers.iterdir()} >= set(names)
    attempts = (
        "import os, socket, sys; path = sys.argv[1]; up = os.path.dirname(path)\n"
        "for what in (lambda: socket.socket(socket.AF_UNIX).connect(path),\n"
        "             lambda: os.unlink(path), lambda: os.rename(path, path + 'x'),\n"
        "             lambda: os.symlink('/etc/passwd', path + 'x'), lambda: os.listdir(up),\n"
        "             lambda: os.rename(up, up + 'x'), lambda: os.listdir(os.path.dirname(up))):\n"
        "    try:\n"
        "        what()\n"
        "        print('done')\n"
        "    except PermissionError:\n"
        "        print('no')\n"
    )
    for path in (servers / names[0], servers / names[1], sockets.page_socket(course)):
        assert said(mallory, attempts, str(path)).split() == ["no"] * 7
    connect = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
    assert "PermissionError" in said(mallory, connect, str(sockets.proxy_socket(course)))
    assert said(mallory, connect, str(sockets.hub_socket(course))) == ""


def test_files_in_a_home_do_not_shadow_what_a_server_starts_with(hub, course, mallory):
    home = accounts.home(course, STUDENT)
    names = ("socket", "jupyter_server", "jupyterhub", "labkit", "sitecustomize", "usercustomize")
    files = [folder / f"{name}.py" for name in names for folder in (home, home / "notebooks")]
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


@pytest.mark.parametrize("changed_by", ["an instructor", "the student"])
def test_a_new_password_revokes_all_and_nothing_lives_longer_than_a_day(hub, changed_by):
    browser, password = sign_in(hub, STUDENT)
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
        words = {"old_password": password, "new_password": "correct horse"}
        page = browser.form(
            "/hub/change-password", **words, new_password_confirmation="correct horse"
        )[1]
        assert "changed successfully" in page
    else:
        hub.labkit("users", "--add", STUDENT)
        assert not hub.api("GET", f"/users/{STUDENT}")["server"]
    assert hub.browser().request("/hub/api/user", headers=token)[0] == 403
    browser.get("/hub/home")
    assert "/hub/login" in browser.at


def test_when_the_hub_is_killed_all_ends_and_it_starts_again(hub, course, mallory):
    browser, _ = sign_in(hub, STUDENT)
    away = as_user(
        mallory, "/usr/bin/setsid", "--fork", "/bin/sh", "-c", "trap '' TERM HUP; sleep 600"
    )
    away.wait()
    all_of_them = processes(hub)
    assert len({process.uids().real for process in all_of_them}) >= 3
    hub.stop(signal.SIGKILL)
    _, alive = psutil.wait_procs(all_of_them, timeout=10)
    assert alive == []
    with socket.socket() as trial:
        assert trial.connect_ex(("127.0.0.1", hub.port))
    hub.start()
    browser, _ = sign_in(hub, STUDENT)
    assert browser.get(f"/user/{STUDENT}/api/status")[0] == 200
    hub.stop()
    _, alive = psutil.wait_procs(all_of_them, timeout=10)
    assert alive == []
