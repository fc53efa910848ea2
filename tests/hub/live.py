"""A course whose hub really runs, for the tests that need one: started as people start it."""

import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse
from contextlib import contextmanager
from dataclasses import replace
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import (
    HTTPCookieProcessor,
    HTTPSHandler,
    ProxyHandler,
    Request,
    build_opener,
)

import pytest

from labkit.hub import accounts, lab, student
from labkit.hub.course import Course, read_course
from tests.superuser import is_root, needs_root
from tests.ticks import ROOT

#: Kept from one run of the tests to the next: it takes minutes to make.
ENV = ROOT / ".venv-hub"

#: What is in a copy of the repository that other users cannot read.
COPIED = lab.PARTS

as_root = needs_root


def _proxy():
    installed = ROOT / ".venv" / "node_modules" / ".bin"  # by `make hub-tools`
    path = os.pathsep.join([os.environ.get("PATH", ""), str(installed)])
    return shutil.which("configurable-http-proxy", path=path)


def _reason():
    if not shutil.which("node"):
        return "a hub needs Node.js: apt install nodejs npm"
    if not _proxy():
        return "a hub needs configurable-http-proxy: make hub-tools installs it"
    return ""


if _reason() and os.environ.get("LABKIT_REQUIRE_HUB"):
    raise RuntimeError(_reason())
needs_hub = pytest.mark.skipif(bool(_reason()), reason=_reason() or "there is a hub")


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


def shared_env(pack):
    """The environment of students' servers, made when it is not there; some minutes."""
    with open(Path(sys.prefix, "hub.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not student.is_made(ENV):
            student.make_env(ENV, pack)
    return ENV


def shared_pack(course):
    """Put a pack into a course that was made for another one, if the repository is as it was."""
    kept = Path(sys.prefix, "hub-pack")
    with open(Path(sys.prefix, "hub.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept.mkdir(exist_ok=True)
        other = replace(course, folder=kept)
        other.student.mkdir(exist_ok=True)
        student._bring_pack(other, print)
        shutil.copytree(other.student, course.student, dirs_exist_ok=True)


def closed_copy(folder):
    """The repository in a folder that only its owner reads, as an instructor keeps it."""
    folder.mkdir(mode=0o700)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=lab.unwanted)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


class Hub:
    """A hub that runs."""

    def __init__(self, folder, lab, port, dummy):
        self.folder, self.lab, self.port, self.dummy = folder, lab, port, dummy
        self.url = f"http://127.0.0.1:{port}"
        self.log = folder.parent / f"{folder.name}.log"
        self.process = None
        self.trusted = None

    def secure(self):
        """Give it a certificate of its own, which only its browsers trust; before it starts."""
        certificate, key = self.folder / "hub.crt", self.folder / "hub.key"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        command += ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True)
        key.chmod(0o600)
        file = self.folder / "course.toml"
        lines = f'[hub]\ncertificate = "{certificate.name}"\nkey = "{key.name}"\n'
        file.write_text(file.read_text().replace("[hub]\n", lines, 1))
        self.url = self.url.replace("http:", "https:")
        self.trusted = ssl.create_default_context(cafile=certificate)

    def browser(self):
        """A browser that has not been here."""
        return Browser(self.url, self.trusted)

    def labkit(self, *words, check=True):
        """Run a command of labkit on the course."""
        command = [sys.executable, "-m", "labkit.cli.main", "hub", *words]
        done = subprocess.run(
            [*command, "--course", str(self.folder)],
            cwd=self.lab,
            env=self._environment(),
            capture_output=True,
            text=True,
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done

    def _environment(self):
        path = os.pathsep.join([str(Path(_proxy()).parent), os.environ["PATH"]])
        return {**os.environ, "PYTHONPATH": str(self.lab), "PATH": path}

    def start(self):
        words = ["start", "--port", str(self.port), *(["--dummy"] if self.dummy else [])]
        command = [sys.executable, "-m", "labkit.cli.main", "hub", *words]
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [*command, "--course", str(self.folder)],
                cwd=self.lab,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
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

    @property
    def password(self):
        return (self.folder / "hub" / "dummy-password").read_text()

    def api(self, method, path):
        """Ask JupyterHub's interface, as the command line does."""
        token = (self.folder / "hub" / "cli-token").read_text()
        headers = {"Authorization": f"token {token}"}
        status, text = self.browser().request(f"/hub/api{path}", headers=headers, method=method)
        assert status < 300, (status, text)
        return json.loads(text) if text else None

    def sign_in(self, name, password=None):
        browser = self.browser()
        browser.sign_in(name, password or self.password)
        return browser


class Browser:
    """What signs in, follows links and keeps cookies; without JavaScript."""

    def __init__(self, url, trusted=None):
        self.url = url
        self.cookies = CookieJar()
        handlers = (HTTPCookieProcessor(self.cookies), HTTPSHandler(context=trusted))
        self.opener = build_opener(ProxyHandler({}), *handlers)
        self.at = ""

    def request(self, path, data=None, headers=None, method=None):
        body = urllib.parse.urlencode(data).encode() if isinstance(data, dict) else data
        request = Request(self.url + path, body, headers or {}, method=method)
        try:
            with self.opener.open(request, timeout=120) as answer:
                self.at = answer.url
                return answer.status, answer.read().decode()
        except HTTPError as error:
            self.at = error.url
            return error.code, error.read().decode()

    def get(self, path):
        return self.request(path)

    def form(self, path, **fields):
        """Fill a page's form in, and send it off."""
        _, page = self.get(path)
        token = re.search(r'name="_xsrf"[^>]*value="([^"]*)"', page)
        return self.request(path, {**fields, **({"_xsrf": token[1]} if token else {})})

    def sign_in(self, name, password):
        status, page = self.form("/hub/login", username=name, password=password)
        assert "Invalid username or password" not in page and status < 400, (status, page[-500:])

    def xsrf(self, path):
        """The token that a page below a path has to send back."""
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


@contextmanager
def running(
    folder, *, dummy=True, one_user=False, lab=ROOT, instructors=("ines",), tls=False, **init
):
    """Make a course in a folder that is not there yet, and run its hub."""
    hub = Hub(folder, lab, free_port(), dummy)
    words = [word for name in instructors for word in ("--instructor", name)]
    words += [word for name, value in init.items() for word in (f"--{name}", str(value))]
    hub.labkit("init", "--id", "class", *words, *(["--one-user"] if one_user and is_root else []))
    if tls:
        hub.secure()
    course = read_course(folder)
    shared_pack(course)
    if is_root and not one_user:
        course.env.symlink_to(shared_env(course.pack))
    try:
        hub.start()
        yield hub
    finally:
        try:
            if hub.process is not None and not dummy:
                for each in hub.api("GET", "/users"):
                    if each["server"]:
                        hub.api("DELETE", f"/users/{urllib.parse.quote(each['name'])}/server")
        finally:
            hub.stop()
            shutil.rmtree((hub.folder / "hub" / "sockets").resolve(), ignore_errors=True)


@contextmanager
def class_of(course):
    """A course in a folder that others can get to, and names whose accounts go with it."""
    made = []
    with open_folder() as above:
        found = replace(course, folder=above)
        found.homes.mkdir(mode=0o711)
        found.homes.chmod(0o711)

        def named(name):
            made.append(f"{name}-{secrets.token_hex(3)}")
            return made[-1]

        try:
            yield found, named
        finally:
            for name in made:
                unix = accounts.unix_name(name)
                subprocess.run(["pkill", "-KILL", "-U", unix], check=False)
                subprocess.run(["userdel", unix], check=False, capture_output=True)
