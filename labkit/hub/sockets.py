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

from labkit.hub import accounts
from labkit.hub.course import Course
from labkit.hub.names import SERVICE

#: JupyterHub gives each address in its table a port, also a socket's.
_NO_PORT = ":80"


def make_sockets(course: Course) -> None:
    """Make a new folder for the sockets of a hub that starts.

    Parameters
    ----------
    course : Course
        Its grading service's user is there.
    """
    # In /tmp: a socket's path has at most 107 bytes, and the host of an address no capitals.
    folder = Path(tempfile.mkdtemp(prefix="labkit-hub-", dir="/tmp"))
    folder.chmod(0o711)
    (folder / "servers").mkdir(mode=0o700)
    (folder / "service").mkdir(mode=0o700)
    if accounts.own_users(course):
        shutil.chown(folder / "service", accounts.GRADER)
    link = course.private / "sockets"
    if link.is_symlink():
        before = Path(os.readlink(link))
        # Since the machine was started anew, another user may have made it.
        if before.is_dir() and before.lstat().st_uid == os.geteuid():
            shutil.rmtree(before)
        link.unlink()
    link.symlink_to(folder)


def hub_socket(course: Course) -> Path:
    """Return the socket of JupyterHub itself, which students' servers speak to, too."""
    return _folder(course) / "hub"


def proxy_socket(course: Course) -> Path:
    """Return the socket by which JupyterHub tells the proxy what is where."""
    return _folder(course) / "proxy"


def page_socket(course: Course) -> Path:
    """Return the socket of the class page, in a folder of the grading service's."""
    return _folder(course) / "service" / "page"


def bind_server(course: Course, unix_name: str) -> socket.socket:
    """Listen for a student's server, which is handed the open socket and cannot get to its name.

    Parameters
    ----------
    course : Course
    unix_name : str
        The student's Unix user.

    Returns
    -------
    socket.socket
        It listens, and does not wait.
    """
    path = _folder(course) / "servers" / unix_name
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen(128)
    server.setblocking(False)
    return server


def address(path: Path | str) -> str:
    """Return the address by which JupyterHub and its proxy reach a socket.

    Examples
    --------
    >>> address("/tmp/labkit-hub-x/hub")
    'http+unix://%2Ftmp%2Flabkit-hub-x%2Fhub'
    """
    return f"http+unix://{quote(str(path), safe='')}"


def _folder(course: Course) -> Path:
    return (course.private / "sockets").resolve()


class SocketProxy(ConfigurableHTTPProxy):
    """JupyterHub's proxy, which reaches everything behind it by sockets."""

    page = Unicode(config=True, help="The socket of the class page.")

    async def start(self) -> None:
        """Start the proxy."""
        # JupyterHub refuses a socket as a service's address, but uses one that is in its table.
        server = orm.Service.find(self.app.db, SERVICE).server
        server.proto, _, server.ip = address(self.page).partition("://")
        self.app.db.commit()
        await super().start()

    async def add_route(self, routespec: str, target: str, data: Any) -> None:
        """Tell the proxy what is where."""
        if target.startswith("http+unix:"):
            target = target.removesuffix(_NO_PORT)
        await super().add_route(routespec, target, data)
