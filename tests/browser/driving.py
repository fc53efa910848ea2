"""How the tests start JupyterLab as `make` does, and watch a page of it."""

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
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
TOKEN = "token-of-the-tests"
BROWSERS = "chromium", "chromium-browser", "google-chrome"

# A first start on a busy machine takes a while.
expect.set_options(timeout=90_000)


def not_here(what):
    """Skip a test for want of a program, or fail where the programs must be."""
    (pytest.fail if os.environ.get("LABKIT_REQUIRE_BROWSER") else pytest.skip)(what)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: the folder of its notebooks, its address, and the page it opens."""

    notebooks: Path
    origin: str
    opens: str

    def url(self, notebook=None):
        # `reset` leaves out the panels of an earlier test.
        path = self.opens if notebook is None else f"/lab/tree/{notebook}"
        return f"{self.origin}{path}?token={TOKEN}&reset"


def is_local(url):
    parts = urlsplit(url)
    return parts.hostname == "localhost" or parts.scheme in ("data", "blob", "about")


def is_error(message):
    # A kernel's restart cuts JupyterLab off from a debugger that nobody uses here.
    return message.type == "error" and "debugger state: Canceled future" not in message.text


@contextmanager
def watched_page(context, allowed=is_local, wrong=is_error):
    """An empty page, which at its end must have met no error, said nothing wrong and stayed where it may go."""
    found, page = [], context.new_page()
    for event in ("request", "websocket"):
        page.on(event, lambda asked: allowed(asked.url) or found.append(asked.url))
    page.on("console", lambda message: wrong(message) and found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    yield page
    page.close()
    assert found == []


@contextmanager
def offline_page(browser, **options):
    """A page without a network, which at its end must have said nothing and asked for files alone."""
    context = browser.new_context(offline=True, **options)
    with watched_page(
        context, lambda url: url[:5] in ("file:", "data:"), lambda said: True
    ) as page:
        yield page
    context.close()


def picture(shown, name, **options):
    """Write a picture of the documents, if LABKIT_SCREENSHOTS names a folder for them."""
    if folder := os.environ.get("LABKIT_SCREENSHOTS"):
        shown.screenshot(path=Path(folder) / f"{name}.png", **options)


def open_notebook(page, lab, name=None):
    """Open a notebook, or what `make lab` opens, and wait for its kernel."""
    page.goto(lab.url(name))
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()


@contextmanager
def run_notebook(context, lab, name, sources, script=""):
    """A page of 1280 x 720 with a new notebook of some cells, run, after a script of its own."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}},
    )
    (lab.notebooks / name).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, lab.notebooks / name)
    with watched_page(context) as page:
        page.add_init_script(script)
        page.set_viewport_size({"width": 1280, "height": 720})
        open_notebook(page, lab, name)
        page.keyboard.press("Control+B")  # the list of files makes way for the notebook
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        yield page


@contextmanager
def running_lab(folder):
    """JupyterLab on the notebooks of a folder, by the command of `make lab`."""
    if not shutil.which("make"):
        not_here("make is not installed")
    port = free_port()
    make = ["make", "--dry-run", "lab", "OPEN=no", f"PORT={port}"]
    # Whatever options a `make test` around this one has are not for this make.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    shown = subprocess.check_output(make, cwd=ROOT, env=environment, text=True)
    words = shlex.split(shown.splitlines()[-1])
    given = dict(word.split("=", 1) for word in words if "=" in word)
    # With this Python, and the flags that users have.
    command = [sys.executable, "-m", "jupyter", *words[words.index(".venv/bin/jupyter") + 1 :]]
    command += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.port_retries=0"]
    with running(command, port, folder, PYTHONSTARTUP=given["PYTHONSTARTUP"]):
        yield Lab(folder / "notebooks", f"http://localhost:{port}", given["--LabApp.default_url"])


@contextmanager
def running(command, port, folder, **environment):
    """A server on a folder, from when it answers; a user's own settings and notes decide nothing."""
    log = folder.parent / f"log-{port}"
    own = "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"
    places = {name: str(folder / "settings" / name) for name in (*own, "LABKIT_PROGRESS")}
    with log.open("w") as file:
        env = {**os.environ, **places, **environment}
        how = {"stdout": file, "stderr": file, "start_new_session": True}
        server = subprocess.Popen(command, cwd=folder, env=env, **how)
    try:
        wait_until_it_serves(server, f"http://localhost:{port}/api", log)
        yield
    finally:
        server.terminate()  # which ends its kernels, or failing that everything at once
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def wait_until_it_serves(server, url, log, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            return urlopen(url, timeout=5).close()
        except HTTPError:  # an answer, too
            return None
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"{url} is not served:\n{log.read_text()}")
