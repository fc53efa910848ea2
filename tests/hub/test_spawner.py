"""What a student's server is started as, in and with, and what it listens on."""

import asyncio
import os
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock, call

import pytest
from jupyterhub.proxy import ConfigurableHTTPProxy

from labkit.hub import accounts, sockets, spawner
from tests.hub.live import as_root


@as_root
def test_each_hub_has_a_folder_of_sockets_that_it_alone_writes_into(course, tmp_path):
    for owner in (0, 54_321):
        (before := tmp_path / str(owner)).mkdir()
        os.chown(before, owner, owner)
        (course.private / "sockets").unlink(missing_ok=True)
        (course.private / "sockets").symlink_to(before)
        sockets.make_sockets(course)
        assert before.exists() == (owner != 0)  # another's is not removed
    folder = sockets.find_socket(course, "hub").parent
    modes = [(folder / name).stat().st_mode & 0o777 for name in (".", "servers", "service")]
    assert modes == [0o711, 0o700, 0o711]
    for _ in range(2):  # the second time, in the place of what was left
        with sockets.bind_server(course, "lab-ada") as server, sockets.socket.socket(1) as own:
            own.connect(str(folder / "servers" / "lab-ada"))
            assert server.getblocking() is False
            server.accept()[0].close()


def test_the_proxy_knows_sockets_as_jupyterhub_does(monkeypatch):
    ends = "http+unix://a:80", "http://b:80", "http+unix://a"
    routes = {"/x": {"target": ends[2]}, "/y": {"target": ends[1]}}
    made = {
        name: AsyncMock(return_value=routes) for name in ("get_all_routes", "add_route", "start")
    }
    for name, instead in made.items():
        monkeypatch.setattr(ConfigurableHTTPProxy, name, instead)
    server, proxy = SimpleNamespace(), sockets.SocketProxy(page="/s/page", app=Mock())
    monkeypatch.setattr(sockets.orm.Service, "find", lambda db, _: SimpleNamespace(server=server))
    found = asyncio.run(proxy.get_all_routes())
    assert [each["target"] for each in found.values()] == [*ends[:2]]
    for target in ends:
        asyncio.run(proxy.add_route("/x", target, {}))
    assert [one.args[1] for one in made["add_route"].call_args_list] == [ends[2], *ends[1:]]
    asyncio.run(proxy.start())
    assert made["start"].called and proxy.app.db.commit.called
    assert (server.proto, server.ip) == ("http+unix", "%2Fs%2Fpage")


@pytest.mark.parametrize("own_users", [True, False])
def test_a_server_is_the_student_s_in_a_home_and_within_limits(course, monkeypatch, own_users):
    done = Mock()
    for where, name in (
        *((accounts, "make_user"), (accounts, "end_processes"), (spawner, "set_user_setuid")),
        *((spawner.limits, name) for name in ("control", "entering", "leave")),
    ):
        monkeypatch.setattr(where, name, getattr(done, name))
    monkeypatch.setattr(accounts, "account_of", lambda name: name == "lab-ada")
    kind, home, limits = spawner.StudentSpawner, accounts.home(course, "ada"), course.limits
    ada = SimpleNamespace(user=SimpleNamespace(name="ada"), course=course, own_users=own_users)
    kind._make_home(ada)
    kind.make_preexec_fn(ada, "ada")()
    for ada.user.name in ("gone", "ada"):
        asyncio.run(kind.run_post_stop_hook(ada))
    name = "lab-ada" if own_users else "ada"
    env = {"USER": name, "LOGNAME": name, "HOME": str(home), "SHELL": "/bin/bash"}
    assert kind.user_env(ada, {}) == env
    within = done.control.return_value if own_users else ()
    steps = [call.entering(limits, within, own_user=own_users), call.entering()()]
    if own_users:
        steps[:0] = [call.make_user(course, "ada"), call.control(limits, name)]
        steps.insert(3, call.set_user_setuid(name, chdir=False))
        steps += [call.set_user_setuid()(), call.end_processes(name), call.leave(name)]
    assert done.mock_calls == steps and (own_users or home.stat().st_mode & 0o777 == 0o700)
    done.make_user.side_effect = OSError()
    ada.course = SimpleNamespace(homes=course.folder / "course.toml")
    with pytest.raises(OSError) as refused:
        kind._make_home(ada)
    assert "Tell your instructor" in refused.value.jupyterhub_message
