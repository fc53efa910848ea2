"""Links that fetch a tick and hand it in; they are answered in a student's server.

There it stands alone: of labkit it has what students have. The service knows by the server's token
who hands in, and tells the time.
"""

import asyncio
import io
import json
import os
import socket
import tempfile
import zipfile
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Template
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from labkit.server import LARGEST_HANDED_IN

#: Seconds in which the service answers, also where a whole class hands in.
PATIENCE = 60

#: What of a tick's folder is not handed in, beside names that begin with a dot.
_NOT_MINE = {"feedback", "__pycache__"}

_PAGE = Template(Path(__file__).with_name("submit.html").read_text("utf8"), autoescape=True)


class Refused(Exception):
    """Why something was not done, in a sentence for the student."""


def ticks_folder() -> Path:
    """Return where a student's ticks are, each in a folder of its own."""
    return Path.home() / "notebooks" / "ticks"


def ask(method: str, tick: str, body: bytes | None = None) -> bytes:
    """Ask the service for a tick, or hand it in."""
    headers = {"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}"}
    path = f"/services/labkit/api/ticks/{quote(tick, safe='')}"
    try:
        with closing(HTTPConnection("service")) as connection:
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(PATIENCE)
            connection.sock.connect(os.environ["LABKIT_HUB_PAGE"])
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
    except (OSError, HTTPException) as error:
        raise Refused(
            f"The course's server does not answer ({error}). Nothing is lost: your work is in your "
            "folder. Try again in a minute. If it fails again, tell your instructor."
        ) from None
    if answer.status == 409:
        raise Refused(json.loads(content)["refused"])
    if answer.status != 200:
        raise Refused(
            f"The course's server refused ({answer.status} {answer.reason}). Tell your instructor."
        )
    return content


def fetch(tick: str) -> None:
    """Fetch a tick that is not there yet."""
    place = ticks_folder() / tick
    if place.is_dir():
        return
    data = ask("GET", tick)
    place.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=place.parent, prefix=".") as scratch,
        zipfile.ZipFile(io.BytesIO(data)) as archive,
    ):
        archive.extractall(new := Path(scratch, tick))
        if not place.is_dir():  # opened twice at once
            new.rename(place)


def hand_in(tick: str) -> dict[str, Any]:
    """Hand a tick in, and return the service's receipt."""
    receipt: dict[str, Any] = json.loads(ask("POST", tick, packed_folder(ticks_folder() / tick)))
    return receipt


def packed_folder(folder: Path) -> bytes:
    """Return a folder as a zip file that is the same for the same content."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    for name in list(files):
        if _NOT_MINE & {*name.parts} or any(part.startswith(".") for part in name.parts):
            del files[name]
    if sum(path.stat().st_size for path in files.values()) > LARGEST_HANDED_IN:
        raise Refused(
            f"The files of a tick may have {LARGEST_HANDED_IN / 1e6:.0f} MB together: move large ones out of "
            "its folder."
        )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name.as_posix())
            archive.writestr(entry, files[name].read_bytes(), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


class OpenTick(JupyterHandler):
    """A link that fetches a tick, where it was not fetched yet, and opens its notebook."""

    @authenticated
    async def get(self, tick: str) -> None:
        """Send the browser to the notebook."""
        try:
            await asyncio.to_thread(fetch, tick)
        except (Refused, OSError) as error:
            raise HTTPError(409, str(error)) from None
        place = f"lab/tree/notebooks/ticks/{quote(tick)}/{quote(tick)}.ipynb"
        self.redirect(url_path_join(self.base_url, place))


class Submit(JupyterHandler):
    """A page with a button for each tick, which hands it in; the link alone hands nothing in."""

    def show(self, **values: object) -> None:
        """Answer with the page."""
        hub = f"{os.environ['JUPYTERHUB_HOST']}{os.environ['JUPYTERHUB_BASE_URL']}hub/"
        xsrf = self.xsrf_token.decode()
        self.finish(_PAGE.render(hub=hub, base=self.base_url, xsrf=xsrf, **values))

    @authenticated
    def get(self, tick: str) -> None:
        """Show the button of one tick, or of all, the one saved last first."""
        found = [p for p in ticks_folder().glob("[!.]*/*.ipynb") if p.stem == p.parent.name]
        found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        self.show(tick=tick, ticks=[path.stem for path in found if tick in ("", path.stem)])

    @authenticated
    async def post(self, tick: str) -> None:
        """Hand a tick in, and show the receipt."""
        try:
            self.show(tick=tick, receipt=await asyncio.to_thread(hand_in, tick))
        except (Refused, OSError) as error:
            self.set_status(409)
            self.show(tick=tick, refused=str(error))


def load_jupyter_server_extension(server: Any) -> None:
    """Answer links that open a tick, and hand it in."""
    links = {r"open/(\w[\w.-]*)": OpenTick, r"submit/(|\w[\w.-]*)": Submit}
    base = server.web_app.settings["base_url"]
    handlers = [(url_path_join(base, "labkit", link), kind) for link, kind in links.items()]
    server.web_app.add_handlers(".*$", handlers)
