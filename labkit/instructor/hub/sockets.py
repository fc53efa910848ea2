"""Where a hub's own programs listen: Unix sockets in a folder that only the hub can write into.

A port belongs to the first program that takes it, and a student's program can be the first. A name
in a folder of root's cannot be taken. So the hub's public port is the only port that a hub has.
"""

import os
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyterhub import orm
from jupyterhub.proxy import ConfigurableHTTPProxy
from traitlets import Unicode

from labkit.instructor.hub import accounts
from labkit.instructor.hub.course import Course
from labkit.instructor.hub.usernames import SERVICE

#: Bytes of a request, and seconds in which all of it must be there: it may come from anybody.
BODY, PATIENCE = 2_000_000, 30

#: JupyterHub gives each address in its table a port, also a socket's; not its own, which is no entry.
_NO_PORT = ":80"


def make_sockets(course: Course) -> None:
    """Make a new folder for the sockets of a hub that starts."""
    # In /tmp: a socket's path has at most 107 bytes, and the host of an address no capitals.
    folder = Path(tempfile.mkdtemp(prefix="labkit-hub-", dir="/tmp"))
    folder.chmod(0o711)
    (folder / "servers").mkdir(mode=0o700)
    (folder / "service").mkdir(mode=0o711)
    if accounts.own_users(course):
        shutil.chown(folder / "service", accounts.GRADER)
    link = course.private / "sockets"
    if link.is_symlink():
        before = link.readlink()
        # Since the machine was started anew, another user may have made it.
        if before.is_dir() and before.lstat().st_uid == os.geteuid():
            shutil.rmtree(before)
        link.unlink()
    link.symlink_to(folder)


def find_socket(course: Course, name: str) -> Path:
    """Return the socket of the "hub" itself, of its "proxy", or of the service, "service/page"."""
    return (course.private / "sockets").resolve() / name


def bind_server(course: Course, unix_name: str) -> socket.socket:
    """Listen for a student's server, which is handed the open socket and cannot get to its name."""
    path = find_socket(course, f"servers/{unix_name}")
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()
    server.setblocking(False)
    return server


def address(path: Path | str) -> str:
    """Return the address by which JupyterHub and its proxy reach a socket."""
    return f"http+unix://{quote(str(path), safe='')}"


class SocketProxy(ConfigurableHTTPProxy):
    """JupyterHub's proxy, which reaches everything behind it by sockets."""

    page = Unicode(config=True)  # the socket of the class page

    async def start(self) -> None:
        """Start the proxy."""
        # JupyterHub refuses a socket as a service's address, but uses one that is in its table.
        server = orm.Service.find(self.app.db, SERVICE).server
        server.proto, _, server.ip = address(self.page).partition("://")
        self.app.db.commit()
        await super().start()

    async def get_all_routes(self) -> dict[str, Any]:
        """Return what is where as JupyterHub has it: else it would tell the proxy all of it anew."""
        routes: dict[str, Any] = await super().get_all_routes()
        for route in routes.values():
            if route["target"].startswith("http+unix:") and "hub" not in route["data"]:
                route["target"] += _NO_PORT
        return routes

    async def add_route(self, routespec: str, target: str, data: Any) -> None:
        """Tell the proxy what is where."""
        if target.startswith("http+unix:"):
            target = target.removesuffix(_NO_PORT)
        await super().add_route(routespec, target, data)
