"""Fetch and Submit of nbgrader's list of assignments, by HTTP; it runs in a student's server.

There it stands alone: of labkit it has what students have. The service knows by the server's token
who hands in, and tells the time.
"""

import io
import json
import os
import shutil
import socket
import tempfile
import zipfile
from contextlib import closing
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import (
    ExchangeFetchAssignment,
    ExchangeFetchFeedback,
    ExchangeList,
    ExchangeSubmit,
)
from tornado.web import HTTPError, authenticated

from labkit.server import LARGEST_HANDED_IN

#: Seconds in which the service answers, also where a whole class hands in.
PATIENCE = 60

#: What is not handed in, beside what nbgrader leaves out.
_NOT_MINE = ("feedback", "__pycache__", ".*")


def ask(method: str, path: str, body: bytes | None = None) -> bytes:
    """Ask the service, or raise ExchangeError with a sentence for the student."""
    headers = {"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}"}
    try:
        with closing(HTTPConnection("service")) as connection:
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(PATIENCE)
            connection.sock.connect(os.environ["LABKIT_HUB_PAGE"])
            connection.request(method, f"/services/labkit/api/{path}", body, headers)
            answer = connection.getresponse()
            content = answer.read()
    except (OSError, HTTPException) as error:
        raise ExchangeError(
            f"The course's service does not answer ({error}). Nothing is lost: your work is in your "
            "folder. Try again in a minute; if it stays so, tell your instructor."
        ) from None
    if answer.status == 409:
        raise ExchangeError(f"It was not handed in: {json.loads(content)['refused']}")
    if answer.status != 200:
        raise ExchangeError(f"The course's service says: {answer.status} {answer.reason}")
    return content


class _ByService:
    """A part of an exchange without a folder that all can write into."""

    def ensure_root(self) -> None:
        """Ask for no shared folder: the service has the files."""


class Fetch(_ByService, ExchangeFetchAssignment):
    """Fetch a tick."""

    def init_src(self) -> None:
        """Look for no folder to fetch from: the service has the files."""

    def copy_files(self) -> None:
        """Copy what the student has not."""
        data = ask("GET", f"ticks/{quote(self.coursedir.assignment_id, safe='')}")
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(io.BytesIO(data)) as archive:
            archive.extractall(scratch)
            self.do_copy(scratch, self.dest_path)


class FetchFeedback(ExchangeFetchFeedback):
    """Refuse, and say where feedback is."""

    def start(self) -> None:
        """Refuse, and say where feedback is."""
        raise ExchangeError("Marks and feedback are on your page of the hub: menu Hub, My ticks.")


class Submit(_ByService, ExchangeSubmit):
    """Hand a tick in."""

    def init_dest(self) -> None:
        """Set the folder in which nbgrader lists what was handed in."""
        self.cache_path = os.path.join(self.cache, self.coursedir.course_id)

    def copy_files(self) -> None:
        """Send the folder, and note it with the service's time."""
        tick, student = self.coursedir.assignment_id, self.coursedir.student_id
        with tempfile.TemporaryDirectory() as scratch:
            work = os.path.join(scratch, "work")
            self.coursedir.ignore = [*self.coursedir.ignore, *_NOT_MINE]
            self.do_copy(self.src_path, work)
            answer = json.loads(
                ask("POST", f"ticks/{quote(tick, safe='')}", packed_folder(Path(work)))
            )
            when = datetime.fromisoformat(answer["when"])
            timestamp = when.strftime("%Y-%m-%d %H:%M:%S.%f UTC")
            place = os.path.join(self.cache_path, f"{student}+{tick}+{timestamp}")
            shutil.copytree(work, place, dirs_exist_ok=True)
            Path(place, "timestamp.txt").write_text(timestamp)


def packed_folder(folder: Path) -> bytes:
    """Return a folder as a zip file that is the same for the same content."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(
                    zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes()
                )
    if buffer.tell() > LARGEST_HANDED_IN:
        most = f"{LARGEST_HANDED_IN / 1e6:.0f} MB"
        raise ExchangeError(f"It was not handed in: zipped, all files together may have {most}.")
    return buffer.getvalue()


class List(_ByService, ExchangeList):
    """List what is handed out, and what was handed in."""

    def init_dest(self) -> None:
        """Ask the service what is handed out; the list of what was handed in is the student's own."""
        if self.cached:
            super().init_dest()
        else:
            names = json.loads(ask("GET", "ticks"))
            self.assignments = [f"/{self.coursedir.course_id}/outbound/{name}" for name in names]


class OpenTick(JupyterHandler):
    """A link that fetches a tick, where it was not fetched yet, and opens its notebook."""

    @authenticated
    def get(self, tick: str) -> None:
        """Send the browser to the notebook."""
        config = self.settings["assignment_list_manager"].load_config()
        config.CourseDirectory.assignment_id = tick
        directory = CourseDirectory(config=config)
        fetch = Fetch(
            coursedir=directory, authenticator=Authenticator(config=config), config=config
        )
        if not Path(fetch.assignment_dir, tick).is_dir():
            try:
                fetch.start()
            except ExchangeError as error:
                raise HTTPError(409, str(error)) from None
        place = f"lab/tree/notebooks/ticks/{quote(tick)}/{quote(tick)}.ipynb"
        self.redirect(url_path_join(self.base_url, place))


def load_jupyter_server_extension(server: Any) -> None:
    """Answer links that open a tick."""
    pattern = url_path_join(server.web_app.settings["base_url"], r"labkit/open/([\w.-]+)")
    server.web_app.add_handlers(".*$", [(pattern, OpenTick)])
