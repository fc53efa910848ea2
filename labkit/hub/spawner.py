"""How a student's server is started and ended: JupyterHub's own way, with a Unix user and limits."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from traitlets import Bool, Instance

from labkit.hub import accounts, limits
from labkit.hub.course import Course


class StudentSpawner(LocalProcessSpawner):
    """A server as a student's own Unix user, or as the hub's where it may make none.

    JupyterHub names the Unix user as people sign in; here it is another name, which can be
    nobody's of the system.
    """

    course = Instance(Course, config=True, help="The course.")
    own_users = Bool(True, config=True, help="Whether each student is a Unix user.")

    def make_preexec_fn(self, name: str) -> Callable[[], None]:
        """Give what the new process does first: accept its limits, become the student."""
        unix = accounts.unix_name(name)
        entrances = limits.control(self.course.limits, unix) if self.own_users else ()
        enter = limits.entering(self.course.limits, entrances, own_user=self.own_users)
        become = set_user_setuid(unix, chdir=False) if self.own_users else lambda: None

        def preexec() -> None:
            enter()
            become()

        return preexec

    def user_env(self, env: dict[str, str]) -> dict[str, str]:
        """Say who the student is and where they are at home."""
        name = self.user.name
        env["USER"] = env["LOGNAME"] = accounts.unix_name(name) if self.own_users else name
        env["HOME"] = str(accounts.home(self.course, name))
        env["SHELL"] = "/bin/bash"
        return env

    async def start(self) -> Any:
        """Make the student's Unix user and home if need be, and start the server in it."""
        # Making a user takes a while, and nobody else is to wait for it.
        await asyncio.get_running_loop().run_in_executor(None, self._make_home)
        self.popen_kwargs = {"cwd": "/"}  # whoever this process becomes can be there
        return await super().start()

    async def stop(self, now: bool = False) -> None:
        """End the server, and whatever else of the student's goes on."""
        await super().stop(now)
        if self.own_users:
            known = accounts.known_users([self.user.name])
            for account in known.values():
                await asyncio.get_running_loop().run_in_executor(
                    None, accounts.end_processes, account
                )
                limits.leave(account.pw_name)

    async def _signal(self, sig: int) -> bool:
        """Signal the server, and never what got its number after the machine was started anew."""
        if self.own_users and not accounts.is_users(self.user.name, self.pid):
            return False
        return await super()._signal(sig)

    def _make_home(self) -> None:
        if self.own_users:
            accounts.make_user(self.course, self.user.name)
        else:
            home: Path = accounts.home(self.course, self.user.name)
            home.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def move_certs(self, paths: dict[str, str]) -> dict[str, str]:
        """Refuse what would write into a student's home as root."""
        raise NotImplementedError("JupyterHub.internal_ssl must be off")
