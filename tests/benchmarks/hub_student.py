"""A simulated student: what a browser with JupyterLab in it asks a hub and a server."""

import asyncio
import json
import time
import uuid
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.hub.live import Browser

#: Seconds that one answer may take.
PATIENCE = 300

#: Seconds between two looks at the list of assignments, whose button to refresh a student presses: each
#: look takes the server a twentieth of a second, which those who mark would miss.
LOOK = 5.0


class Student:
    """Signs in, works and hands in; what it took is in its attributes, in seconds.

    `at` is the hub's address, `course` nbgrader's name of it.
    """

    def __init__(self, at, name, password, course):
        self.at, self.name, self.password, self.course = at.rstrip("/"), name, password, course
        self.jar = CookieJar()
        self.opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.jar))
        self.home = f"/user/{quote(name)}"
        self.signed_in = self.opened = self.submitting = self.feedback = 0.0
        self.handed_in_at = self.feedback_at = 0.0
        self.cells, self.turns = [], []

    def ask(self, path, data=None, method=None):
        """Ask for a page, or send JSON or a form; the address that it ends at, and the content."""
        headers = {}
        if isinstance(data, dict):
            headers = {"Content-Type": "application/json"}
            data = json.dumps(data).encode()
        elif data is not None:
            data = data.encode()
        xsrf = self.cookie("_xsrf", path)
        if xsrf and data is not None:
            headers["X-XSRFToken"] = xsrf
        url = path if path.startswith("http") else Browser(self.at).origin(path) + path
        with self.opener.open(Request(url, data, headers, method=method), timeout=PATIENCE) as got:
            return got.url, got.read()

    def cookie(self, name, path):
        """Give the cookie that a browser would send there: that of the longest path."""
        found = [c for c in self.jar if c.name == name and path.startswith(c.path)]
        return max(found, key=lambda c: len(c.path)).value if found else ""

    def sign_in(self):
        """From the page with name and password to JupyterLab."""
        begun = time.monotonic()
        self.ask("/hub/login")
        form = {"username": self.name, "password": self.password}
        form["_xsrf"] = self.cookie("_xsrf", "/hub/login")
        where, _ = self.ask("/hub/login?next=%2Fhub%2Fspawn", urlencode(form))
        while f"{self.home}/lab" not in where:
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(f"the server does not start: {where}")
            time.sleep(0.3)
            where, _ = self.ask(f"/hub/spawn-pending/{quote(self.name)}")
        self.signed_in = time.monotonic() - begun

    def open_tick(self, tick):
        """From JupyterLab to the tick on the screen and a kernel that answers."""
        begun = time.monotonic()
        self.assignments()
        self.press("fetch", tick)
        self.read(tick)
        kernel = self.notebook["metadata"].get("kernelspec", {}).get("name", "python3")
        session = {"path": self.path, "name": "", "type": "notebook", "kernel": {"name": kernel}}
        _, text = self.ask(f"{self.home}/api/sessions", session)
        self.kernel = json.loads(text)["kernel"]["id"]
        asyncio.run(self._run([]))
        self.opened = time.monotonic() - begun

    def read(self, tick):
        """Open the notebook of a tick that was fetched."""
        self.path = f"notebooks/ticks/{tick}/{tick}.ipynb"
        _, text = self.ask(f"{self.home}/api/contents/{self.path}?content=1")
        self.notebook = json.loads(text)["content"]

    def save(self, solved):
        """Write answers into the notebook, and save it."""
        for cell in self.notebook["cells"]:
            marked = cell["metadata"].get("nbgrader", {})
            if marked.get("solution") and marked["grade_id"] in solved:
                cell["source"] = solved[marked["grade_id"]]
        content = {"type": "notebook", "format": "json", "content": self.notebook}
        self.ask(f"{self.home}/api/contents/{self.path}", content, "PUT")

    def work(self, solved):
        """Write the answers, and run all cells."""
        self.save(solved)
        codes = [c["source"] for c in self.notebook["cells"] if c["cell_type"] == "code"]
        self.cells = asyncio.run(self._run(codes))
        self.turns = asyncio.run(self._run(["pass"] * 5))

    def hand_in(self, tick, patience):
        """From pressing Submit to the page with the feedback."""
        begun = time.monotonic()
        self.press("submit", tick)
        self.handed_in_at = time.monotonic()
        self.submitting = self.handed_in_at - begun
        while (content := self.page_on(tick)) is None:
            if time.monotonic() - begun > patience:
                raise TimeoutError("no feedback")
            time.sleep(LOOK)
        if b"points" not in content:
            raise ValueError(f"the feedback must be a page with points, not {content[:200]!r}")
        self.feedback_at = time.monotonic()
        self.feedback = self.feedback_at - begun

    def page_on(self, tick):
        """Give the page with marks, or None if there is none yet."""
        try:
            return self.ask(f"/services/labkit/me/{tick}")[1]
        except HTTPError as error:
            assert error.code == 404, error
            return None

    def assignments(self):
        _, text = self.ask(f"{self.home}/assignments?course_id={self.course}")
        return self._value(text)

    def press(self, button, tick):
        """Press a button of the list of assignments."""
        data = urlencode({"course_id": self.course, "assignment_id": tick})
        try:
            _, text = self.ask(f"{self.home}/assignments/{button}", data)
        except HTTPError as error:
            raise OSError(f"{button}: {error.code} {error.read()[:500]!r}") from None
        return self._value(text)

    def _value(self, text):
        answer = json.loads(text)
        if not answer["success"]:
            raise OSError(answer["value"])
        return answer["value"]

    async def _run(self, codes):
        """Run code over the kernel's websocket; the seconds that each took, until it is idle."""
        url = f"{Browser(self.at).origin(self.home)}{self.home}/api/kernels/{self.kernel}/channels"
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.jar if c.path.startswith("/user"))
        url = f"ws{url.removeprefix('http')}?session_id={uuid.uuid4().hex}"
        request = HTTPRequest(url, headers={"Cookie": cookies}, request_timeout=PATIENCE)
        socket = await self._connect(request)
        try:
            seconds = []
            for code in codes:
                begun = time.monotonic()
                await self._turn(socket, "execute_request", {"code": code, "stop_on_error": False})
                seconds.append(time.monotonic() - begun)
            return seconds
        finally:
            socket.close()

    async def _connect(self, request):
        """Reach the kernel; as JupyterLab does, again where the server gave the connection up."""
        until = time.monotonic() + PATIENCE
        while True:
            socket = await websocket_connect(request, max_message_size=100_000_000)
            try:
                await self._turn(socket, "kernel_info_request", {})
            except ConnectionError:
                socket.close()
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(1)
            else:
                return socket

    async def _turn(self, socket, kind, content):
        asked = uuid.uuid4().hex
        header = {"msg_id": asked, "msg_type": kind, "session": self.name, "username": self.name}
        header |= {"version": "5.3", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        await socket.write_message(json.dumps({**message, "channel": "shell", "buffers": []}))
        answered = idle = False
        while not (answered and idle):
            text = await asyncio.wait_for(socket.read_message(), PATIENCE)
            if text is None:
                raise ConnectionError("the kernel's websocket was closed")
            if isinstance(text, bytes):
                continue
            got = json.loads(text)
            if got["parent_header"].get("msg_id") == asked:
                answered |= got["channel"] == "shell"
                idle |= got["content"].get("execution_state") == "idle"
                if got["header"]["msg_type"] == "error":
                    raise RuntimeError(f"a cell failed: {got['content']['evalue'][:300]}")
