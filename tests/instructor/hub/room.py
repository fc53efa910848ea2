"""A small course with one tick, its grading service, and JupyterHub as far as the service asks it."""

import asyncio
import json
import threading
from contextlib import contextmanager

import nbformat
from jupyterhub.services.auth import HubOAuth
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from labkit.instructor.grading.base.atomic import packed
from labkit.instructor.hub import course
from labkit.instructor.hub.class_state import ClassState, hand_out
from labkit.instructor.hub.opening import make_course
from labkit.instructor.hub.service import SOCKET_VARIABLE, Desk, application, listen
from tests.instructor.grading.tiny import NAME, answered, make_tick

PREFIX = "/services/labkit/"
SCOPE = "access:services!service=labkit"
LATE = f"penalty_per_day = 0.1\ngrace_minutes = 5\n[deadlines]\n{NAME} = 2126-11-20T17:00:00\n"

#: Who has signed in, with the token "of-ada" and the like, and whether their servers run.
USERS = {"ines": True, "ada": True, "ben": False}
INSTRUCTORS = ["ines"]


class Room:
    def __init__(self, folder, set_attribute, roster=""):
        self.lab = folder / "lab"
        set_attribute(course, "LAB", self.lab)
        self.tick = make_tick(self.lab / "notebooks" / "ticks")
        (folder / "class.csv").write_text(roster)
        named = {"name": "Significance & <b>sense</b>", "slug": "nlp", "instructors": INSTRUCTORS}
        students = folder / "class.csv" if roster else None
        self.course = make_course(folder / "course", roster=students, one_user=True, **named)
        self.course.late.write_text(LATE)
        hand_out(self.course, self.tick, self.lab)

    def due(self, when, more=""):
        text = LATE.replace("2126-11-20T17:00:00", f"{when:%Y-%m-%dT%H:%M:%SZ}")
        self.course.late.write_text(text + more)

    def state(self):
        return ClassState(self.course.folder, self.lab)

    def work(self, **answers):
        return packed({f"{NAME}.ipynb": nbformat.writes(answered(self.tick, **answers))})


class FakeHub(RequestHandler):
    """What of JupyterHub's interface the service asks: whose token it is, and who there is."""

    def get(self, asked):
        token = self.request.headers["Authorization"].removeprefix("token ")
        if asked == "users":
            assert token == "own"  # the service's
            page = list(USERS.items())[int(self.get_argument("offset")) :][:2]
            found = [{"name": name, "servers": {"": {}} if runs else {}} for name, runs in page]
            self.finish(json.dumps(found))
        elif (name := token.removeprefix("of-")) in USERS:
            self.finish({"kind": "user", "name": name, "scopes": [SCOPE]})
        else:
            raise HTTPError(403)


class FakePasswords(RequestHandler):
    """What the hub does when the service asks for a first password."""

    def post(self):
        name = json.loads(self.request.body)["name"]
        allowed = self.request.headers["Authorization"] == "token own" and name not in INSTRUCTORS
        self.set_status(200 if allowed else 403)
        self.finish(
            {"name": name, "password": f"word-of-{name}-pw"} if allowed else {"message": "no"}
        )


@contextmanager
def serving(make):
    """Serve what `make` returns for an address, an application and other servers; yield the address."""
    (listening,) = bind_sockets(0, "127.0.0.1")
    address = f"http://localhost:{listening.getsockname()[1]}"

    async def serve():
        made, *servers = make(address)
        servers.insert(0, HTTPServer(made))
        servers[0].add_socket(listening)
        return servers

    # In a thread of its own from the beginning: playwright has a loop in this one.
    loop = asyncio.new_event_loop()
    (thread := threading.Thread(target=loop.run_forever)).start()
    servers = asyncio.run_coroutine_threadsafe(serve(), loop).result(10)
    try:
        yield address
    finally:
        for server in servers:
            loop.call_soon_threadsafe(server.stop)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def served(state, set_environment, socket=None):
    def make(_):
        if socket:
            set_environment(SOCKET_VARIABLE, str(socket))
        return application(Desk(state)), *([listen(state)] if socket else [])

    asked = [("/hub/api/(users?)", FakeHub), ("/hub/labkit/first-password", FakePasswords)]
    with serving(lambda _: [Application(asked)]) as hub:
        told = {"API_URL": f"{hub}/hub/api", "API_TOKEN": "own", "CLIENT_ID": "service-labkit"}
        told |= {"SERVICE_PREFIX": PREFIX, "OAUTH_ACCESS_SCOPES": json.dumps([SCOPE])}
        for name, value in told.items():
            set_environment(f"JUPYTERHUB_{name}", value)
        HubOAuth.clear_instance()
        HubOAuth.instance(cache_max_age=0)
        with serving(make) as address:
            yield address
        HubOAuth.clear_instance()
