"""JupyterHub's settings, from a course's."""

import os
import secrets
import shutil
import ssl
import sys
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from typing import Any

from tornado.httpserver import HTTPServer
from traitlets.config import Config

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.hub import accounts, passwords, sockets, student_server
from labkit.instructor.hub.course import LAB, Course, read_again
from labkit.instructor.hub.signing_in import RENEW, ClassAuthenticator, TrialAuthenticator
from labkit.instructor.hub.spawner import StudentSpawner
from labkit.instructor.hub.usernames import CLI, SERVICE

#: The proxy's command, from npm.
PROXY = "configurable-http-proxy"

#: Seconds that a student's server may take to start, for a class begins all at once, and a service:
#: JupyterHub ends where one of them is not there in time.
_START = 180

#: JupyterHub's pages, with the course's name and a link to change a password.
TEMPLATES = Path(__file__).with_name("templates") / "hub"

#: What a program begins with that ends when the hub is killed.
_ENDING = ("setpriv", "--pdeathsig", "KILL", "--")


def web_address(course: Course) -> str:
    """Return where a hub listens, as an address of the web."""
    host = f"[{course.hub.address}]" if course.hub.address.version == 6 else course.hub.address
    return f"http{'s' if course.hub.certificate else ''}://{host}:{course.hub.port}"


def service_origin(course: Course) -> str:
    """Return the origin of the service's pages: another than the hub's, if servers have their own."""
    return (course.hub.subdomains or "").replace("//", f"//{SERVICE}--service.")


def settings(course: Course) -> Config:
    """Return JupyterHub's configuration for a course."""
    root = accounts.own_users(course)
    config = Config()
    _listen(config, course)
    _keep(config, course)
    _sign_in(config, course, root)
    _servers(config, course, root)
    _services(config, course, root)
    return config


def _listen(config: Config, course: Course) -> None:
    hub = config.JupyterHub
    hub.bind_url = f"{web_address(course)}/"
    if course.hub.subdomains:
        hub.subdomain_host = course.hub.subdomains
        # A page of a student's server can set cookies for the domain above it, but none of these.
        hub.cookie_host_prefix_enabled = course.hub.subdomains.startswith("https:")
    if course.hub.certificate:
        hub.ssl_cert = str(course.hub.certificate)
        hub.ssl_key = str(course.hub.key)
    hub.hub_bind_url = sockets.address(sockets.find_socket(course, "hub"))
    hub.hub_socket_mode = 0o666  # students' servers ask who somebody is
    hub.proxy_class = sockets.SocketProxy
    config.SocketProxy.page = str(sockets.find_socket(course, "service/page"))
    config.ConfigurableHTTPProxy.api_url = sockets.address(sockets.find_socket(course, "proxy"))
    config.ConfigurableHTTPProxy.command = [*_ENDING, *proxy_command(course)]


def _keep(config: Config, course: Course) -> None:
    hub = config.JupyterHub
    hub.upgrade_db = True  # which keeps a copy of the old one
    hub.db_url = f"sqlite:///{course.database}"
    hub.cookie_secret_file = str(course.private / "cookie-secret")
    config.ConfigurableHTTPProxy.pid_file = str(course.private / "proxy.pid")
    # Of people; the token of a server lives as long as the server.
    hub.cookie_max_age_days = 1
    hub.tornado_settings = {"cookie_options": {"expires_days": 1}}
    hub.token_expires_in_max_seconds = 86_400


def _sign_in(config: Config, course: Course, root: bool) -> None:
    hub = config.JupyterHub
    config.Authenticator.allow_all = True  # everybody with a password
    config.Authenticator.blocked_users = {SERVICE, CLI}
    hub.template_paths = [str(TEMPLATES)]
    own_passwords = root and not course.signing_in
    hub.template_vars = {"course": course.name, "own_passwords": own_passwords}
    if course.signing_in:
        from labkit.instructor.hub import (
            openid,  # whose library takes its time, and is asked for seldom
        )

        openid.configure(config, course, course.signing_in)
        return
    if not root:
        hub.authenticator_class = TrialAuthenticator
        config.SharedPasswordAuthenticator.user_password = trial_password(course)
        return
    hub.authenticator_class = ClassAuthenticator
    config.ClassAuthenticator.course = course


def _servers(config: Config, course: Course, root: bool) -> None:
    spawner = config.Spawner
    config.JupyterHub.spawner_class = StudentSpawner
    config.StudentSpawner.course = course
    config.StudentSpawner.own_users = root
    python = str(course.env / "bin" / "python")
    spawner.cmd = [*_ENDING, python, "-I", str(course.program)]
    spawner.args = ["--ServerApp.sock=the hub's"]  # of no name here: start.py has it open
    if not root:
        spawner.args += ["--allow-root"]  # who may try a hub out, and was warned
    spawner.env_keep = ["LANG", "LC_ALL", "TZ"]  # nothing else of the hub's own
    spawner.environment = student_server.environment(course)
    spawner.notebook_dir = "~"
    spawner.disable_user_config = True
    spawner.server_token_scopes = [
        "users:activity!user",
        "access:servers!server",
        f"access:services!service={SERVICE}",  # to fetch and to hand in
    ]
    spawner.default_url = "/lab/tree/notebooks/start-here.ipynb"
    spawner.start_timeout = _START
    spawner.http_timeout = _START
    config.LocalProcessSpawner.interrupt_timeout = 10
    config.LocalProcessSpawner.term_timeout = 5
    config.JupyterHub.last_activity_interval = 60


def _services(config: Config, course: Course, root: bool) -> None:
    hub = config.JupyterHub
    token = _secret(course.cli_token, secrets.token_hex)
    hub.services = [
        _grading(course, root),
        {"name": CLI, "api_token": token, "display": False},
    ]
    hub.custom_scopes = {RENEW: {"description": "Give students first passwords."}}
    hub.default_url = lambda handler: _first_page(course, handler)
    # Instructors are not JupyterHub's administrators, and open nobody's server: what a student's
    # server sends to the browser could act there as the person who opened it.
    hub.load_roles = [
        {"name": "user", "scopes": ["self", f"access:services!service={SERVICE}"]},
        {
            "name": SERVICE,
            "services": [SERVICE],
            "scopes": ["list:users", "read:users:name", "read:servers", RENEW],
        },
        {"name": CLI, "services": [CLI], "scopes": ["admin:users", "admin:servers", "read:hub"]},
    ]


def _first_page(course: Course, handler: Any) -> str:
    """Return where the hub's own address leads: to sign in, and then to what is for somebody."""
    if handler.current_user is None:
        return str(handler.settings["login_url"])
    page = "" if handler.current_user.name in read_again(course).instructors else "me"
    return f"{service_origin(course)}/services/{SERVICE}/{page}"


def _grading(course: Course, root: bool) -> dict[str, Any]:
    lab = course.lab if root else LAB
    service: dict[str, Any] = {
        "name": SERVICE,
        "url": "http://127.0.0.1",  # JupyterHub wants one; SocketProxy puts the socket in its place
        "timeout": _START,
        "command": [
            *("setpriv", "--pdeathsig", "TERM", "--", str(course.env / "bin" / "python")),
            *("-m", "labkit.instructor.hub.service", str(course.folder)),
        ],
        "cwd": "/",  # which nobody can take away
        "environment": {
            "PYTHONPATH": str(lab),
            "MPLCONFIGDIR": str(course.grader_home / "matplotlib"),
            "LABKIT_HUB_PAGE": str(sockets.find_socket(course, "service/page")),
            "PATH": os.pathsep.join([str(course.env / "bin"), os.environ.get("PATH", os.defpath)]),
        },
        "oauth_no_confirm": True,
    }
    if root:
        service["user"] = accounts.GRADER
    return service


def bound_bodies() -> None:
    """Bound what a hub reads before it knows who sends it: JupyterHub has no setting for this."""
    bounds = {"max_body_size": sockets.BODY, "body_timeout": sockets.PATIENCE}
    HTTPServer.initialize = partialmethod(HTTPServer.initialize, **bounds)  # type: ignore


def refuse_wrong_key(course: Course) -> None:
    """Refuse a certificate and a key with which nobody can speak https."""
    certificate, key = course.hub.certificate, course.hub.key
    if certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        raise ValueError(
            "hub.certificate and hub.key must be a certificate and its own key, in PEM and without "
            f"a password, not {certificate} and {key}: {error}"
        ) from None


def proxy_command(course: Course) -> tuple[str, ...]:
    """Find the proxy, which ``make hub`` installs."""
    places = [str(Path(at, "node_modules", ".bin")) for at in (course.folder, sys.prefix)]
    path = os.pathsep.join([*places, os.environ.get("PATH", os.defpath)])
    node, command = shutil.which("node"), shutil.which(PROXY, path=path)
    if not node or not command:
        raise FileNotFoundError(
            f"a hub needs Node.js (apt install nodejs npm) and {PROXY}: make hub installs it, and so does "
            f"npm install --prefix {course.folder} {PROXY}"
        )
    return (node, "--require", str(Path(__file__).with_name("keep_alive.cjs")), command)


def trial_password(course: Course) -> str:
    """Return the one password with which everybody signs in who tries out, made at random."""
    return _secret(course.private / "trial-password", passwords.first_password)


def _secret(file: Path, make: Callable[[], str]) -> str:
    if not file.is_file() or not file.read_text(encoding="utf8").strip():
        write_whole(file, make())
        file.chmod(0o600)
    return file.read_text(encoding="utf8").strip()
