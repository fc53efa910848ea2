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
LECTURE = "significance-testing"
BROWSERS = "chromium", "chromium-browser", "google-chrome"

# A first start on a busy machine takes a while.
expect.set_options(timeout=90_000)


def not_here(what):
    """Skip a test for want of a program, or fail where the programs must be."""
    if os.environ.get("LABKIT_REQUIRE_BROWSER"):
        pytest.fail(f"{what}, and LABKIT_REQUIRE_BROWSER is set")
    pytest.skip(what)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: the folder of its notebooks, its address, and the page it opens."""

    notebooks: Path
    origin: str
    opens: str = "/lab"

    def url(self, notebook=None):
        # `reset` leaves out the panels of an earlier test.
        path = self.opens if notebook is None else f"/lab/tree/{notebook}"
        return f"{self.origin}{path}?token={TOKEN}&reset"


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
    assert not errors, errors


@contextmanager
def run_notebook(context, lab, name, sources, script=""):
    """A page of 1280 x 720 with a new notebook of some cells, run, after a script of its own."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}},
    )
    nbformat.write(notebook, lab.notebooks / name)
    with watched_page(context) as page:
        page.add_init_script(script)
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(lab.url(name))
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        page.keyboard.press("Control+B")  # the list of files makes way for the notebook
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        yield page


def is_error(message):
    # A kernel's restart cuts JupyterLab off from a debugger that nobody uses here.
    return message.type == "error" and "debugger state: Canceled future" not in message.text


def is_local(url):
    parts = urlsplit(url)
    return parts.hostname == "localhost" or parts.scheme in ("data", "blob", "about")


@contextmanager
def running_lab(folder, *target):
    """JupyterLab on the notebooks of a folder, by the command of a target of make."""
    port = free_port()
    command = [
        *jupyter_command(*target, f"PORT={port}"),
        f"--IdentityProvider.token={TOKEN}",
        "--ServerApp.port_retries=0",
    ]
    opens = [word.partition("=")[2] for word in command if word.startswith("--LabApp.default_url=")]
    startup = next(w for w in planned(*target) if w.startswith("PYTHONSTARTUP="))
    with running(command, port, folder, PYTHONSTARTUP=startup.partition("=")[2]):
        yield Lab(folder / "notebooks", f"http://localhost:{port}", *opens)


@contextmanager
def running(command, port, folder, path="/api", **environment):
    """A server on a folder, with no settings but its own, from when it answers."""
    log = folder.parent / f"log-{port}"
    with log.open("w") as file:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **own_settings(folder), **environment},
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        wait_until_it_serves(server, f"http://localhost:{port}{path}", log)
        yield server
    finally:
        stop(server)


def jupyter_command(*target):
    """What make would run for a target, with this Python, so that users' own flags are tested."""
    words = planned(*target)
    return [sys.executable, "-m", "jupyter", *words[words.index(".venv/bin/jupyter") + 1 :]]


def planned(*target):
    """The words of the last command that make would run for a target."""
    if not shutil.which("make"):
        not_here("make is not installed")
    # Whatever options a `make test` around this one has are not for this make.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    shown = subprocess.run(
        ["make", "--dry-run", *target, "OPEN=no"],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return shlex.split(shown.stdout.splitlines()[-1])


def own_settings(folder):
    # A user's own settings, kernels and notes must not decide whether the tests pass.
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "LABKIT_PROGRESS": "progress",
    }
    return {variable: str(folder / "settings" / name) for variable, name in places.items()}


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


def stop(server):
    """End a server, which ends its kernels, or failing that everything at once."""
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
