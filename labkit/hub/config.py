"""JupyterHub's settings, from a course's."""

import os
import secrets
import shutil
import ssl
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from traitlets.config import Config

from labkit.grading.base.atomic import UNFINISHED
from labkit.hub import accounts, api, sockets, student
from labkit.hub.course import CLI, LAB, SERVICE, Course
from labkit.hub.names import INSTRUCTORS
from labkit.hub.signing_in import PAGES, ClassAuthenticator, TrialAuthenticator, password
from labkit.hub.spawner import StudentSpawner
from labkit.hub.summary import PAGE_VARIABLE

#: The proxy's command, from npm.
PROXY = "configurable-http-proxy"

#: Seconds that a student's server may take to start, for a class begins all at once, and a service:
#: JupyterHub ends where one of them is not there in time.
_START = 180

#: Seconds in a day.
_DAY = 24 * 60 * 60

#: What a program begins with that ends when the hub is killed.
_ENDING = ("setpriv", "--pdeathsig", "KILL", "--")


def settings(course: Course, *, dummy: bool = False) -> Config:
    """Give all that JupyterHub is told of a course.

    Parameters
    ----------
    course : Course
    dummy : bool
        Whether everybody signs in with one password, for trying out.

    Returns
    -------
    Config
        For ``jupyterhub_config.py``.

    Raises
    ------
    FileNotFoundError
        If Node.js or the proxy is missing.
    """
    root = accounts.own_users(course)
    config = Config()
    _listen(config, course)
    _keep(config, course)
    _sign_in(config, course, dummy)
    _servers(config, course, root)
    _services(config, course, root)
    return config


def _listen(config: Config, course: Course) -> None:
    host = f"[{course.address}]" if ":" in course.address else course.address
    config.JupyterHub.bind_url = f"http{'s' if course.tls else ''}://{host}:{course.port}/"
    if course.tls:
        config.JupyterHub.ssl_cert = str(course.tls.certificate)
        config.JupyterHub.ssl_key = str(course.tls.key)
    config.JupyterHub.hub_bind_url = sockets.address(sockets.hub_socket(course))
    config.JupyterHub.hub_socket_mode = 0o666  # students' servers ask who somebody is
    config.JupyterHub.proxy_class = sockets.SocketProxy
    config.SocketProxy.page = str(sockets.page_socket(course))
    config.ConfigurableHTTPProxy.api_url = sockets.address(sockets.proxy_socket(course))
    config.ConfigurableHTTPProxy.command = [*_ENDING, *proxy_command(course)]


def _keep(config: Config, course: Course) -> None:
    private = course.private
    config.JupyterHub.db_url = f"sqlite:///{course.database}"
    config.JupyterHub.cookie_secret_file = str(private / "cookie-secret")
    config.JupyterHub.pid_file = str(private / "hub.pid")
    config.ConfigurableHTTPProxy.pid_file = str(private / "proxy.pid")
    # Of people; the token of a server lives as long as the server.
    config.JupyterHub.cookie_max_age_days = 1
    config.JupyterHub.tornado_settings = {"cookie_options": {"expires_days": 1}}
    config.JupyterHub.token_expires_in_max_seconds = _DAY


def _sign_in(config: Config, course: Course, dummy: bool) -> None:
    config.Authenticator.allow_all = True  # whoever an instructor has approved
    config.Authenticator.blocked_users = {SERVICE, CLI}
    if dummy:
        config.JupyterHub.authenticator_class = TrialAuthenticator
        config.SharedPasswordAuthenticator.user_password = dummy_password(course)
        return
    config.JupyterHub.authenticator_class = ClassAuthenticator
    config.JupyterHub.template_paths = [PAGES]
    config.ClassAuthenticator.instructors = set(course.instructors)
    config.NativeAuthenticator.minimum_password_length = 8
    config.NativeAuthenticator.check_common_password = True
    config.NativeAuthenticator.allowed_failed_logins = 10
    # Long enough against guessing, and short for whom somebody else has locked out.
    config.NativeAuthenticator.seconds_before_next_try = 60


def _servers(config: Config, course: Course, root: bool) -> None:
    config.JupyterHub.spawner_class = StudentSpawner
    config.StudentSpawner.course = course
    config.StudentSpawner.own_users = root
    python = str(course.env / "bin" / "python")
    config.Spawner.cmd = [*_ENDING, python, "-I", str(student.program(course))]
    config.Spawner.args = ["--ServerApp.sock=the hub's"]  # of no name here: start.py has it open
    if not root and os.geteuid() == 0:
        config.Spawner.args += ["--allow-root"]  # for trying out, and said so
    config.Spawner.env_keep = ["LANG", "LC_ALL", "TZ"]  # nothing else of the hub's own
    config.Spawner.environment = student.environment(course)
    config.Spawner.notebook_dir = "~"
    config.Spawner.disable_user_config = True
    config.Spawner.default_url = "/lab/tree/notebooks/start-here.ipynb"
    config.Spawner.mem_limit = course.limits.memory * 1_000_000
    config.Spawner.cpu_limit = course.limits.processors
    config.Spawner.start_timeout = _START
    config.Spawner.http_timeout = _START
    config.LocalProcessSpawner.interrupt_timeout = 10
    config.LocalProcessSpawner.term_timeout = 5
    config.JupyterHub.last_activity_interval = 60


def _services(config: Config, course: Course, root: bool) -> None:
    config.JupyterHub.services = [
        _grading(course, root),
        {"name": CLI, "api_token": cli_token(course), "display": False},
    ]
    config.JupyterHub.load_groups = {INSTRUCTORS: {"users": list(course.instructors)}}
    config.JupyterHub.load_roles = [
        {
            "name": INSTRUCTORS,
            # By name: who is an instructor no longer loses the role at the next start.
            "users": list(course.instructors),
            # They are not JupyterHub's administrators, and open nobody's server: what a student's
            # server sends to the browser could act there as whoever has opened it.
            "scopes": [f"access:services!service={SERVICE}"],
        },
        {
            "name": SERVICE,
            "services": [SERVICE],
            "scopes": [
                *("list:users", "read:users:name", "read:users:activity", "read:users:groups"),
                "read:servers",
            ],
        },
        {"name": CLI, "services": [CLI], "scopes": ["admin:users", "admin:servers", "read:hub"]},
    ]


def _grading(course: Course, root: bool) -> dict[str, Any]:
    lab = course.lab if root else LAB
    service: dict[str, Any] = {
        "name": SERVICE,
        "url": "http://127.0.0.1",  # JupyterHub wants one; SocketProxy puts the socket in its place
        "timeout": _START,
        "command": [
            *("setpriv", "--pdeathsig", "TERM", "--", str(course.env / "bin" / "python")),
            *("-m", "labkit.hub.service", str(course.folder)),
        ],
        "cwd": "/",  # which nobody can take away
        "environment": {
            "PYTHONPATH": str(lab),
            PAGE_VARIABLE: str(sockets.page_socket(course)),
            "PATH": os.pathsep.join([str(course.env / "bin"), os.environ.get("PATH", os.defpath)]),
        },
        "oauth_no_confirm": True,
        "display": True,
    }
    if root:
        service["user"] = accounts.GRADER
    return service


def refuse_wrong_key(course: Course) -> None:
    """Refuse a certificate and a key with which nobody can speak https.

    Parameters
    ----------
    course : Course

    Raises
    ------
    ValueError
        If they do not belong together, cannot be read, or wait for a password.
    """
    if course.tls is None:
        return
    certificate, key = course.tls.certificate, course.tls.key
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        raise ValueError(
            "hub.certificate and hub.key must be a certificate and its own key, in PEM and without "
            f"a password, not {certificate} and {key}: {error}"
        ) from None


def proxy_command(course: Course) -> tuple[str, ...]:
    """Find the proxy, which ``make hub`` installs.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of str
        The command.

    Raises
    ------
    FileNotFoundError
        If it or Node.js is missing; the message says what brings them.
    """
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError(
            "a hub needs Node.js, and there is no node: on Debian and Ubuntu, "
            "apt install nodejs npm brings it"
        )
    places = [course.folder / "node_modules" / ".bin", LAB / ".venv" / "node_modules" / ".bin"]
    places += [Path(sys.prefix) / "node_modules" / ".bin"]
    found = next((place / PROXY for place in places if (place / PROXY).exists()), None)
    command = str(found) if found else shutil.which(PROXY)
    if command is None:
        raise FileNotFoundError(
            f"a hub needs {PROXY}: make hub installs it, and so does "
            f"npm install --prefix {course.folder} {PROXY}"
        )
    return (node, command) if found else (command,)


def dummy_password(course: Course) -> str:
    """Give the one password with which everybody signs in who tries out, made at random.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
        The same until the file with it is removed.
    """
    return _secret(course.private / "dummy-password", password)


def cli_token(course: Course) -> str:
    """Give what proves to the hub that the command line asks.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
        The same until the file with it is removed.
    """
    return _secret(api.token_file(course), secrets.token_hex)


def _secret(file: Path, make: Callable[[], str]) -> str:
    while not (text := _content(file)):  # none yet, or its writing was cut off
        new = file.with_name(f"{UNFINISHED}{secrets.token_hex(8)}")
        try:
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
                made.write(make())
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
    return text


def _content(file: Path) -> str:
    try:
        return file.read_text(encoding="utf8").strip()
    except FileNotFoundError:
        return ""
