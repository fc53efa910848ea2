"""How a student's server is started and ended: JupyterHub's own way, with a Unix user and limits."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from traitlets import Bool, Instance

from labkit.instructor.hub import accounts, server_limits, sockets
from labkit.instructor.hub.course import Course, read_again


class StudentSpawner(LocalProcessSpawner):
    """A server as a student's own Unix user, or as the hub's where it may make none.

    JupyterHub names the Unix user as people sign in; here it is another name, which can be
    nobody's of the system. The server listens on a socket that the hub has opened for it.
    """

    course = Instance(Course, config=True)
    own_users = Bool(config=True)  # whether each student is a Unix user
    instructs = Bool()  # whether the server that runs is an instructor's
    listener = Instance(socket.socket)  # what the server listens on

    def make_preexec_fn(self, name: str) -> Callable[[], None]:
        """Return what the new process does first: accept its limits, become the student."""
        unix = accounts.unix_name(name)
        entrances = server_limits.control(self.course.limits, unix) if self.own_users else ()
        enter = server_limits.entering(self.course.limits, entrances, own_user=self.own_users)
        become = set_user_setuid(unix, chdir=False) if self.own_users else lambda: None

        def preexec() -> None:
            enter()
            become()

        return preexec

    def get_env(self) -> dict[str, str]:
        """Return the server's environment, with what it listens on."""
        env = super().get_env()
        path = self.listener.getsockname()
        env["JUPYTERHUB_SERVICE_URL"] = sockets.address(path) + self.server.base_url
        env["LABKIT_HUB_LISTENER"] = str(self.listener.fileno())
        return env

    def user_env(self, env: dict[str, str]) -> dict[str, str]:
        """Return the environment, with the student's name and home."""
        name = self.user.name
        env["USER"] = env["LOGNAME"] = accounts.unix_name(name) if self.own_users else name
        env["HOME"] = str(accounts.home(self.course, name))
        env["SHELL"] = "/bin/bash"
        return env

    async def start(self) -> str:
        """Make the student's Unix user and home if need be, and start the server in it."""
        self.course = read_again(self.course)
        self.instructs = self.user.name in self.course.instructors
        # Making a user takes a while, and nobody else is to wait for it.
        await asyncio.to_thread(self._make_home)
        with sockets.bind_server(self.course, accounts.unix_name(self.user.name)) as self.listener:
            # In a folder where everybody can be, and nobody can put anything.
            self.popen_kwargs = {"cwd": "/", "pass_fds": [self.listener.fileno()]}
            await super().start()
            return sockets.address(self.listener.getsockname())

    async def poll(self) -> int | None:
        """Tell whether the server has ended; end it first if its user is no longer an instructor."""
        if self.instructs and self.user.name not in read_again(self.course).instructors:
            self.instructs = False  # stopping asks here, too
            try:
                await self.stop()
            except BaseException:
                self.instructs = True  # the next time, then
                raise
        status: int | None = await super().poll()
        return status

    def load_state(self, state: dict[str, Any]) -> None:
        """Forget the process of an earlier hub: it ended with that hub."""

    async def run_post_stop_hook(self) -> None:
        """End all that a student has running, once the server has ended, however that was."""
        if self.own_users:
            name = accounts.unix_name(self.user.name)
            if accounts.account_of(name):
                await asyncio.to_thread(accounts.end_processes, name)
                server_limits.leave(name)

    def _make_home(self) -> None:
        try:
            if self.own_users:
                accounts.close_files(self.course)
                accounts.make_user(self.course, self.user.name)
            else:
                home = accounts.home(self.course, self.user.name)
                home.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:  # JupyterHub shows this
            said = f"The hub cannot make your folder: {error}. Tell your instructor."
            error.jupyterhub_message = said  # type: ignore[attr-defined]
            raise
