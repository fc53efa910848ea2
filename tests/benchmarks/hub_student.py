"""A simulated student: what a browser with JupyterLab in it asks a hub and a server."""

import asyncio
import json
import time
import uuid
from urllib.parse import quote

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.instructor.hub.live import Browser

#: Seconds that the start of a server and an answer of a kernel may take.
PATIENCE = 300

#: Seconds between two looks for marks: each takes the service time, which those who mark would miss.
LOOK = 5.0


class Student(Browser):
    """Signs in, works and hands in; what it took is in its attributes, in seconds.

    `url` is the hub's address.
    """

    def __init__(self, url, name, password):
        super().__init__(url)
        self.name, self.password = name, password
        self.home = f"/user/{quote(name)}"
        self.signed_in = self.opened = self.submitting = self.feedback = 0.0
        self.handed_in_at = self.feedback_at = 0.0
        self.cells, self.turns = [], []

    def ask(self, path, form=None, *, sent=None, method=None):
        """Ask for a page, or send a form or JSON; the content."""
        headers = {"X-XSRFToken": self.xsrf(path)} if form or sent else {}
        if sent:
            headers["Content-Type"], form = "application/json", json.dumps(sent).encode()
        status, text = self.request(path, form, headers, method)
        if status >= 400:
            raise OSError(f"{path}: {status} {text[:500]}")
        return text

    def sign_in(self):
        """From the page with name and password to JupyterLab."""
        begun = time.monotonic()
        form = {"username": self.name, "password": self.password}
        status, text = self.form("/hub/login?next=%2Fhub%2Fspawn", **form)
        if status >= 400:
            raise OSError(f"signing in: {status} {text[:500]}")
        while f"{self.home}/lab" not in self.at:
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(f"the server does not start: {self.at}")
            time.sleep(0.3)
            self.ask("/hub/spawn")  # which starts it again, should it have ended meanwhile
        self.signed_in = time.monotonic() - begun

    def open_tick(self, tick):
        """From JupyterLab to the tick on the screen and a kernel that answers."""
        begun = time.monotonic()
        self.fetch(tick)
        self.read(tick)
        kernel = self.notebook["metadata"].get("kernelspec", {}).get("name", "python3")
        session = {"path": self.path, "name": "", "type": "notebook", "kernel": {"name": kernel}}
        text = self.ask(f"{self.home}/api/sessions", sent=session)
        self.kernel = json.loads(text)["kernel"]["id"]
        asyncio.run(self._run([]))
        self.opened = time.monotonic() - begun

    def read(self, tick):
        """Open the notebook of a tick that was fetched."""
        self.path = f"notebooks/ticks/{tick}/{tick}.ipynb"
        text = self.ask(f"{self.home}/api/contents/{self.path}?content=1")
        self.notebook = json.loads(text)["content"]

    def save(self, solved):
        """Write answers into the notebook, and save it."""
        for cell in self.notebook["cells"]:
            marked = cell["metadata"].get("nbgrader", {})
            if marked.get("solution") and marked["grade_id"] in solved:
                cell["source"] = solved[marked["grade_id"]]
        content = {"type": "notebook", "format": "json", "content": self.notebook}
        self.ask(f"{self.home}/api/contents/{self.path}", sent=content, method="PUT")

    def work(self, solved):
        """Write the answers, and run all cells."""
        self.save(solved)
        codes = [c["source"] for c in self.notebook["cells"] if c["cell_type"] == "code"]
        self.cells = asyncio.run(self._run(codes))
        self.turns = asyncio.run(self._run(["pass"] * 5))

    def hand_in(self, tick, patience):
        """From pressing Submit to the page with the feedback."""
        begun = time.monotonic()
        self.submit(tick)
        self.handed_in_at = time.monotonic()
        self.submitting = self.handed_in_at - begun
        while (content := self.page_on(tick)) is None:
            if time.monotonic() - begun > patience:
                raise TimeoutError("no feedback")
            time.sleep(LOOK)
        if "points" not in content:
            raise ValueError(f"the feedback must be a page with points, not {content[:200]!r}")
        self.feedback_at = time.monotonic()
        self.feedback = self.feedback_at - begun

    def page_on(self, tick):
        """Return the page with marks, or None if there is none yet."""
        status, text = self.request(f"/services/labkit/me/{tick}")
        assert status in (200, 404), text
        return text if status == 200 else None

    def fetch(self, tick):
        """Follow the link *Open* of the student's own page."""
        self.ask(f"{self.home}/labkit/open/{tick}")

    def submit(self, tick):
        """Press *Submit*, and return the page with the receipt."""
        place = f"{self.home}/labkit/submit/{tick}"
        self.ask(place)
        return self.ask(place, {"_xsrf": self.xsrf(place)})

    async def _run(self, codes):
        """Run code over the kernel's websocket; the seconds that each took, until it is idle."""
        url = f"{self.origin(self.home)}{self.home}/api/kernels/{self.kernel}/channels"
        cookies = "; ".join(
            f"{c.name}={c.value}" for c in self.cookies if c.path.startswith("/user")
        )
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
