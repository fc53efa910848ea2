"""A course whose hub really runs, for the tests that need one: started as people start it."""

import fcntl
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import replace
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, HTTPSHandler, ProxyHandler

import pytest

from labkit.instructor.hub import accounts, instructor_copy, jupyterhub_config, student_server
from labkit.instructor.hub.course import Course, read_course
from tests.superuser import is_root
from tests.superuser import needs_root as as_root  # noqa: F401
from tests.ticks import ROOT

#: Kept from one run of the tests to the next: it takes minutes to make.
ENV = ROOT / ".venv-hub"


def _missing():
    try:
        jupyterhub_config.proxy_command(Course(ROOT, "a course", "class"))
    except FileNotFoundError as error:
        return str(error)
    return ""


if os.environ.get("LABKIT_REQUIRE_HUB") and _missing():
    raise RuntimeError(_missing())
needs_hub = pytest.mark.skipif(bool(_missing()), reason=_missing() or "there is a hub")


def share_pack_and_env(course):
    """Put what students' servers run into a course: made for another one, or now, in some minutes."""
    other = replace(course, folder=Path(sys.prefix, "hub-pack"))
    with open(Path(sys.prefix, "hub.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # it is made by one process at a time
        other.student.mkdir(parents=True, exist_ok=True)
        student_server._bring_pack(other, print)
        shutil.copytree(other.student, course.student, dirs_exist_ok=True)
        if accounts.own_users(course):
            if not student_server.is_made(ENV):
                student_server.make_env(ENV, course.pack)
            course.env.symlink_to(ENV)


def closed_copy(folder):
    """The repository in a folder that only its owner reads, as an instructor keeps it."""
    folder.mkdir(mode=0o700)
    parts = [ROOT / name for name in instructor_copy.PARTS]
    subprocess.run(["cp", "--archive", *parts, folder], check=True)
    return folder


#: Whose a certificate is: the address of one origin, and the names of many.
NAMES = "IP:127.0.0.1,DNS:lab.localhost,DNS:*.lab.localhost"


def make_certificate(certificate, key, *more):
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-days", "2", "-batch", *more]
    command += ["-subj", "/CN=127.0.0.1", "-addext", f"subjectAltName={NAMES}"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)


def remove_users(*names):
    for unix in map(accounts.unix_name, names):
        subprocess.run(["pkill", "-KILL", "-U", unix], check=False)
        subprocess.run(["userdel", unix], check=False, capture_output=True)


@contextmanager
def without_users(*names):
    """Leave no accounts of these names behind; those of a run that was killed go first."""
    remove_users(*names)
    try:
        yield
    finally:
        remove_users(*names)


_look_up = socket.getaddrinfo


def _find(host, *more, **options):
    """Know as browsers do that all names below localhost are this machine."""
    here = isinstance(host, str) and host.endswith(".localhost")
    return _look_up("127.0.0.1" if here else host, *more, **options)


socket.getaddrinfo = _find


class Hub:
    def __init__(self, folder, lab, port):
        self.folder, self.lab, self.port = folder, lab, port
        self.url = f"http://lab.localhost:{port}"
        self.log = folder.parent / f"{folder.name}.log"
        self.process = self.trusted = None

    def secure(self, names):
        key = self.folder / "hub.key"
        make_certificate(self.folder / "hub.crt", key, "-nodes")
        key.chmod(0o600)
        # One origin, or one for each server.
        self.url = f"https://{'lab.localhost' if names else '127.0.0.1'}:{self.port}"
        self.trusted = ssl.create_default_context(cafile=self.folder / "hub.crt")

    def browser(self):
        return Browser(self.url, self.trusted)

    def _run(self, *words, **options):
        # Before what "run" gives to another command.
        command = [sys.executable, "-m", "labkit", "hub", words[0], "--course", str(self.folder)]
        command += words[1:]
        env = {**os.environ, "PYTHONPATH": str(self.lab)}
        return subprocess.Popen(command, cwd=self.lab, env=env, text=True, **options)

    def labkit(self, *words, check=True):
        with self._run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            said = process.communicate()[0]
        assert not check or process.returncode == 0, said
        return said

    def start(self):
        with open(self.log, "a") as log:
            options = {"stdout": log, "stderr": log, "start_new_session": True}
            self.process = self._run("start", "--port", str(self.port), **options)
        self.wait(lambda: self.answers("/hub/health"), 180)

    def answers(self, path):
        try:
            return self.browser().get(path)[0] == 200
        except OSError:
            return False

    def wait(self, wanted, seconds=60):
        end = time.monotonic() + seconds
        while not wanted():
            ended = self.process is not None and self.process.poll() is not None
            if ended or time.monotonic() > end:
                raise AssertionError(f"{wanted}: {self.log.read_text()[-6000:]}")
            time.sleep(0.2)

    def stop(self, how=signal.SIGTERM):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)
        self.process = None

    def password(self, name):
        """The one of all who try out; or a new first one of somebody's own."""
        if not accounts.own_users(read_course(self.folder)):
            return (self.folder / "hub" / "trial-password").read_text()
        self.labkit("users", "--add", name)
        lines = (self.folder / "hub" / "first-passwords.csv").read_text().split()
        return dict(line.split(",") for line in lines)[name]

    def api(self, method, path):
        token = (self.folder / "hub" / "cli-token").read_text()
        headers = {"Authorization": f"token {token}"}
        status, text = self.browser().request(f"/hub/api{path}", headers=headers, method=method)
        assert status < 300, (status, text)
        return json.loads(text) if text else None

    def sign_in(self, name, password=None):
        browser, password = self.browser(), password or self.password(name)
        status, page = browser.form("/hub/login", username=name, password=password)
        assert "Invalid username or password" not in page and status < 400, (status, page[-500:])
        return browser

    def spawn(self, browser, name):
        """Start somebody's server by the link of the class, and sign in there, too."""
        # While an earlier one is stopping, JupyterHub starts none.
        self.wait(lambda: not self.api("GET", f"/users/{name}")["pending"], 120)
        browser.get("/hub/user-redirect/lab")
        self.wait(lambda: self.api("GET", f"/users/{name}")["server"], 180)
        assert browser.get(f"/user/{name}/lab")[0] == 200


class Browser:
    """What signs in, follows links and keeps cookies; without JavaScript."""

    def __init__(self, url, trusted=None):
        self.url, self.at = url, ""
        self.cookies = CookieJar()
        kept, secure = HTTPCookieProcessor(self.cookies), HTTPSHandler(context=trusted)
        self.opener = urllib.request.build_opener(ProxyHandler({}), kept, secure)

    def origin(self, path):
        """Where a path is: each server, and the service, has an origin of its own."""
        kind, _, name = path.lstrip("/").partition("/")
        if "lab.localhost" not in self.url or kind not in ("user", "services"):
            return self.url
        name = "labkit--service" if kind == "services" else name.partition("/")[0]
        return self.url.replace("//", f"//{name}.")

    def request(self, path, data=None, headers=None, method=None):
        body = urllib.parse.urlencode(data).encode() if isinstance(data, dict) else data
        url = self.origin(path) + path
        request = urllib.request.Request(url, body, headers or {}, method=method)
        try:
            with self.opener.open(request, timeout=120) as answer:
                self.at = answer.url
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            self.at = error.url
            return error.code, error.read().decode()

    get = request

    def form(self, path, **fields):
        _, page = self.get(path)
        token = re.search(r'name="_xsrf"[^>]*value="([^"]*)"', page)
        return self.request(path, {**fields, **({"_xsrf": token[1]} if token else {})})

    def xsrf(self, path):
        found = [c for c in self.cookies if c.name == "_xsrf" and path.startswith(c.path)]
        return max(found, key=lambda cookie: len(cookie.path)).value


@contextmanager
def open_folder():
    """A folder that other users can get to, as those of pytest cannot be."""
    folder = Path(tempfile.mkdtemp(prefix="labkit-hub-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for place in (folder, *folder.iterdir()) if is_root else ():
            group = accounts.instructors_group(Course(place, "a course", "class"))
            subprocess.run(["groupdel", group], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextmanager
def running(folder, *, one_user=False, lab=ROOT, instructors=("ines",), tls=False, more="", **init):
    """Make a course in a folder that is not there yet, with more in its file, and run its hub."""
    hub = Hub(folder, lab, free_port())
    words = [word for name in instructors for word in ("--instructor", name)]
    words += [word for name, value in init.items() for word in (f"--{name}", str(value))]
    hub.labkit("init", "--id", "class", *words, *(["--one-user"] if one_user and is_root else []))
    if tls:
        hub.secure(names=tls == "names")
        more = 'certificate = "hub.crt"\nkey = "hub.key"\n'  # the file ends with [hub]
        more += f'subdomain_host = "{hub.url}"\n' * (tls == "names")
    with open(folder / "course.toml", "a") as file:
        file.write(more)
    share_pack_and_env(read_course(folder))
    try:
        hub.start()
        yield hub
    finally:
        hub.stop()
        shutil.rmtree((hub.folder / "hub" / "sockets").resolve(), ignore_errors=True)
