"""The page for instructors as a server of its own, on a class of a few, with a JupyterHub of a few lines."""

import asyncio
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from jupyterhub.services.auth import HubOAuth
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from labkit.hub.course import Course
from labkit.hub.seen import Hub, Marked, Seen, User, users_of
from labkit.hub.summary import Desk, Sources, application

PREFIX = "/services/labkit/"
TICKS = {
    "tick1-lexicon-classifier": {"ten-words": 2.0, "classify": 4.0, "essay": 3.0},
    "tick2-naive-bayes": {"priors": 2.0, "smoothing": 4.0},
    "tick4-sign-test": {"sign-test": 5.0},
}
TICK1, TICK2, TICK4 = TICKS
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
EVIL = '<img src=x onerror="document.title=1">\u202eAda'

#: What each token's owner is to JupyterHub.
MODELS = {
    "teacher": {
        "name": "ina",
        "scopes": ["access:services!service=labkit"],
        "groups": ["instructors"],
    },
    "student": {"name": "ada", "scopes": ["access:servers!user=ada"], "groups": []},
    "other-service": {"name": "x", "scopes": ["access:services!service=other"], "groups": []},
}


class FakeHub(BaseHTTPRequestHandler):
    """What of JupyterHub's interface the page asks: whose token it is, and who there is."""

    users = ()
    page_size = 2
    broken = False

    def do_GET(self):
        parts = urlsplit(self.path)
        token = (self.headers.get("Authorization") or "").removeprefix("token ")
        if self.broken:
            return self.answer(503, {})
        if parts.path == "/hub/api/user":
            model = MODELS.get(token)
            return self.answer(200 if model else 403, {"kind": "user"} | model if model else {})
        assert (parts.path, token) == ("/hub/api/users", "own")
        offset = int(parse_qs(parts.query)["offset"][0])
        end = offset + self.page_size
        following = {"offset": end} if end < len(self.users) else None
        found = {"items": self.users[offset:end], "_pagination": {"next": following}}
        return self.answer(200, found)

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def model(name, *, signed_in=True, running=False, groups=()):
    """Somebody in JupyterHub's list of users."""
    when = "2026-11-20T12:00:00Z" if signed_in else None
    servers = {"": {"ready": True}} if running else {}
    return {"name": name, "last_activity": when, "servers": servers, "groups": list(groups)}


USERS = (
    model("ina", running=True, groups=["instructors"]),
    model("ada", running=True),
    model("ben"),
    model("cleo", signed_in=False),
    model("dora"),
)


def row(student, tick, *, to_read=(), **changes):
    """A row of marks: full points for all but the answers that a person is to read."""
    earned = {q: None if q in to_read else points for q, points in TICKS[tick].items()}
    common = {
        "graded": True,
        "submitted": NOON,
        "earned": earned,
        "to_read": tuple(to_read),
        "points": sum(filter(None, earned.values())),
        "out_of": sum(TICKS[tick].values()),
    }
    return Marked(student, tick, **common | changes)


def some_class():
    """A class: one marked but for an essay, one refused, one who has begun, one not there yet."""
    refused = Marked("ben", TICK1, why="refused: the file is empty", submitted=NOON)
    return Seen(
        users=tuple(
            User(
                u["name"],
                bool(u["last_activity"]),
                bool(u["servers"]),
                "instructors" in u["groups"],
            )
            for u in USERS
        ),
        marked=(
            row(
                "ada",
                TICK1,
                to_read=("essay",),
                display=EVIL,
                hints={"classify": "Once <each> word."},
            ),
            row("dora", TICK1, late_days=2),
            refused,
        ),
        handed_in={("ada", TICK2): NOON, ("dora", TICK1): NOON + timedelta(hours=1)},
        fetched=frozenset({("ada", TICK1), ("ben", TICK2), ("dora", TICK2)}),
        released=(TICK1, TICK2),
    )


@dataclass
class Served:
    """A running page: what it shows, what it was asked to release."""

    course: Course
    origin: str
    seen: Seen = field(default_factory=some_class)
    notices: tuple[str, ...] = ()
    released: list[str] = field(default_factory=list)
    fails: Exception | None = None

    def export(self, platform, tick, table, scale):
        """Export, as the marks would be."""
        if self.fails:
            raise self.fails
        return repr((str(platform), tick, table, scale)).encode()

    def release(self, tick):
        """Release a tick, as the exchange would."""
        if self.fails:
            raise self.fails
        self.released.append(tick)
        self.seen = replace(self.seen, released=(*self.seen.released, tick))


@contextmanager
def fake_hub():
    """JupyterHub, as far as the page asks it."""
    hub = type("OwnHub", (FakeHub,), {"users": USERS})
    server = ThreadingHTTPServer(("127.0.0.1", 0), hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield hub, f"http://127.0.0.1:{server.server_port}/hub/api"
    server.shutdown()
    server.server_close()


@contextmanager
def page_of(course, set_environment):
    """The page of a course; ``set_environment`` takes a name and a value."""
    with fake_hub() as (hub, api):
        told = {
            "JUPYTERHUB_API_URL": api,
            "JUPYTERHUB_API_TOKEN": "own",
            "JUPYTERHUB_CLIENT_ID": "service-labkit",
            "JUPYTERHUB_SERVICE_PREFIX": PREFIX,
            "JUPYTERHUB_OAUTH_ACCESS_SCOPES": '["access:services!service=labkit"]',
        }
        for name, value in told.items():
            set_environment(name, value)
        HubOAuth.clear_instance()
        HubOAuth.instance(cache_max_age=0)
        loop = asyncio.new_event_loop()
        (listening,) = bind_sockets(0, "127.0.0.1")
        served = Served(course, f"http://localhost:{listening.getsockname()[1]}")
        at = Hub(api, "own", PREFIX)
        sources = Sources(
            course=lambda: served.course,
            users=lambda: users_of(at),
            read=lambda course, users: (replace(served.seen, users=users), served.notices),
            release=lambda tick: served.release(tick),
            export=lambda *given: served.export(*given),
        )

        async def serve():
            HTTPServer(application(Desk(sources, TICKS), at)).add_socket(listening)

        # In a thread of its own from the beginning: playwright has a loop in this one.
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        asyncio.run_coroutine_threadsafe(serve(), loop).result(10)
        served.hub = hub
        yield served
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        listening.close()
        HubOAuth.clear_instance()
