import asyncio
import pwd
import socket
import time
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from labkit.instructor.hub import accounts, signing_in
from labkit.instructor.hub.signing_in import ClassAuthenticator, TrialAuthenticator
from tests.instructor.hub.live import as_root


@pytest.fixture
def authenticator(class_of):
    return ClassAuthenticator(homes=str(class_of[0].homes))


def lets_in(authenticator, name, password):
    data = {"username": name, "password": password}
    return asyncio.run(authenticator.authenticate(None, data)) is not None


@pytest.mark.slow
@as_root
def test_the_system_s_passwords_let_in_those_who_have_an_account(class_of, authenticator):
    course, named = class_of
    name, other = named("ada"), named("ben")
    first, _ = (signing_in.add(course, each) for each in (name, other))
    assert lets_in(authenticator, name.upper(), first)
    for wrong in ("wrong", "", "x" * 100_000, "a\0b", f"{first}\0"):
        assert not lets_in(authenticator, name, wrong), wrong
    for stranger in (other, "root", accounts.GRADER, accounts.unix_name(name), "../ada", ""):
        assert not lets_in(authenticator, stranger, first), stranger
    accounts.set_password(name, "mot de passe: ünïcode")
    assert lets_in(authenticator, name, "mot de passe: ünïcode")
    assert not lets_in(authenticator, name, first)
    second = signing_in.add(course, name)
    assert second != first and lets_in(authenticator, name, second)
    home = accounts.home(course, name)
    away = home.rename(course.homes / "away")  # as of another course's
    assert not lets_in(authenticator, name, second)
    away.rename(home)
    signing_in.remove(course, name)
    assert not lets_in(authenticator, name, second)
    with pytest.raises(ValueError, match="has an account"):
        signing_in.remove(course, name)


@as_root
def test_guesses_of_a_name_are_refused_beside_each_other_and_keep_nobody_waiting(
    class_of, authenticator, monkeypatch
):
    course, named = class_of
    ada, ben = named("ada"), named("ben")
    passwords = {name: signing_in.add(course, name) for name in (ada, ben)}
    ours, theirs = socket.socketpair()  # as from the proxy, which is this user's

    def try_in(name, password, address="192.0.2.1"):
        connection = SimpleNamespace(stream=SimpleNamespace(socket=ours))
        request = SimpleNamespace(remote_ip=address, connection=connection)
        handler = SimpleNamespace(request=request, db=None)
        return authenticator.authenticate(handler, {"username": name, "password": password})

    async def guess():
        guesses = [asyncio.create_task(try_in(name, "wrong")) for name in (ada, "nobody-at-all")]
        await asyncio.sleep(0)
        for name in (ada, ada.upper(), "nobody-at-all"):
            with pytest.raises(HTTPError) as refused:
                await try_in(name, passwords[ada])
            assert refused.value.status_code == 429
        others = [await try_in(ben, passwords[ben]), await try_in(ada, passwords[ada], "192.0.2.2")]
        assert not any(task.done() for task in guesses)  # nobody has waited for these
        assert others == [ben, ada] and await asyncio.gather(*guesses) == [None, None]
        monkeypatch.setattr(signing_in, "_MOST", 0)
        with pytest.raises(HTTPError):
            await try_in(ben, passwords[ben])

    monkeypatch.setattr(signing_in.orm.User, "find", lambda db, name: None)
    with ours, theirs:
        asyncio.run(guess())
    assert not authenticator._under_way


@as_root
def test_a_name_without_an_account_costs_as_long_as_one_with_it(
    class_of, authenticator, monkeypatch
):
    course, named = class_of
    name, asked, opens = named("ada"), [], signing_in._opens
    password = signing_in.add(course, name)
    monkeypatch.setattr(signing_in, "_opens", lambda *given: asked.append(given) or opens(*given))
    for given in (name, "nobody-at-all", "root"):
        begun = time.monotonic()
        assert not lets_in(authenticator, given, "wrong")
        assert time.monotonic() - begun >= signing_in._WRONG
    unknown = (signing_in._NOBODY, "wrong")
    assert asked == [(accounts.unix_name(name), "wrong"), unknown, unknown]
    with pytest.raises(KeyError):
        pwd.getpwnam(signing_in._NOBODY)
    other = accounts.home(course, name).rename(course.homes / "away")
    assert not lets_in(authenticator, name, password) and other.is_dir()


def test_names_to_try_out_with_are_those_of_a_class():
    trial = TrialAuthenticator(user_password="one-for-all", allow_all=True)
    for name in ("ada", "Ada", "ada@uni.example", "root", "class", "ada+x", "a b", "a" * 65):
        data = {"username": name, "password": "one-for-all"}
        signed_in = asyncio.run(trial.get_authenticated_user(None, data))
        allowed = not {"+", " "} & set(name) and len(name) <= 64
        assert (signed_in and signed_in["name"]) == (name.lower() if allowed else None)
