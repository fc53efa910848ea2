"""JupyterLab as `make lab` starts it, on a new student pack, and a browser to use it."""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from labkit.grading.release import release

ROOT = Path(__file__).parents[2]
TOKEN = "token-of-the-tests"
BROWSERS = "chromium", "chromium-browser", "google-chrome"


def not_here(what):
    """Skip a test for want of a program, or fail where the programs must be."""
    if os.environ.get("LABKIT_REQUIRE_BROWSER"):
        pytest.fail(f"{what}, and LABKIT_REQUIRE_BROWSER is set")
    pytest.skip(what)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: the folder of its notebooks, and its address."""

    notebooks: Path
    origin: str

    def url(self, notebook):
        # `reset` leaves out the panels of an earlier test.
        return f"{self.origin}/lab/tree/{notebook}?token={TOKEN}&reset"


@pytest.fixture(scope="session")
def chromium():
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    if not found:
        not_here("Chromium is not installed")
    return found[0]


@pytest.fixture(scope="session")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    # As few ways as possible for the browser itself to speak to the world.
    quiet = (
        "--no-sandbox --disable-gpu --disable-background-networking "
        "--disable-component-update --disable-sync --no-first-run"
    )
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=quiet.split())
        yield running
        running.close()


@pytest.fixture(scope="session")
def context(browser):
    # One for all tests, so that JupyterLab's code is fetched once.
    return browser.new_context(viewport={"width": 1280, "height": 800})


@pytest.fixture(scope="module")
def student_page(context, lab):
    """A page for the tests that share one open notebook: to open it takes most of their time."""
    with watched_page(context) as page:
        yield page


@pytest.fixture
def page(context, lab):
    with watched_page(context) as page:
        yield page


@contextmanager
def watched_page(context):
    """An empty page, which at its end must have met no error and no other machine."""
    visited, errors = [], []
    page = context.new_page()
    page.on("request", lambda request: visited.append(request.url))
    page.on("websocket", lambda socket: visited.append(socket.url))
    page.on("console", lambda message: is_error(message) and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    elsewhere = [url for url in visited if not is_local(url)]
    assert visited and not elsewhere
    assert not errors


def is_error(message):
    # A kernel's restart cuts JupyterLab off from a debugger that nobody uses here.
    return message.type == "error" and "debugger state: Canceled future" not in message.text


def is_local(url):
    parts = urlsplit(url)
    return parts.hostname == "localhost" or parts.scheme in ("data", "blob")


@pytest.fixture(scope="session")
def lab(chromium, tmp_path_factory):
    """JupyterLab on the notebooks of a new student pack."""
    folder, _ = release(tmp_path_factory.mktemp("lab"), ROOT)
    port = free_port()
    command = [
        *lab_command(port),
        f"--IdentityProvider.token={TOKEN}",
        "--ServerApp.port_retries=0",
    ]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **own_settings(folder)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        wait_until_it_serves(server, port, folder / "log")
        yield Lab(folder / "notebooks", f"http://localhost:{port}")
    finally:
        stop(server)


def lab_command(port):
    """What `make lab` would run, with this Python, so that users' own flags are tested."""
    if not shutil.which("make"):
        not_here("make is not installed")
    # Whatever options a `make test` around this one has are not for this make.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    shown = subprocess.run(
        ["make", "--dry-run", "lab", f"PORT={port}", "OPEN=no"],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    words = shlex.split(shown.stdout.splitlines()[-1])
    return [sys.executable, "-m", "jupyter", *words[words.index(".venv/bin/jupyter") + 1 :]]


def own_settings(folder):
    # A user's own settings and kernels must not decide whether the tests pass.
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
    }
    return {variable: str(folder / "settings" / name) for variable, name in places.items()}


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def wait_until_it_serves(server, port, log, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            return urlopen(f"http://localhost:{port}/api", timeout=5).close()
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


def stop(server):
    """End JupyterLab, which ends its kernels, or failing that everything at once."""
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
