import asyncio
from types import SimpleNamespace

import pytest

from labkit.hub import accounts, signing_in
from labkit.hub.signing_in import ClassAuthenticator, TrialAuthenticator
from tests.hub.live import as_root


@pytest.fixture
def authenticator(class_of):
    return ClassAuthenticator(homes=str(class_of[0].homes), service="other")


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
def test_guesses_from_one_address_wait_for_each_other_alone(class_of, authenticator, monkeypatch):
    course, named = class_of
    name, order = named("ada"), []
    signing_in.add(course, name)

    async def slow(self, handler, data):
        order.append(f"{data['password']} begins")
        await asyncio.sleep(0.2 * (data["password"] != "right"))
        order.append(f"{data['password']} ends")
        return "somebody" if data["password"] == "right" else None

    monkeypatch.setattr(signing_in.PAMAuthenticator, "authenticate", slow)

    def try_in(handler, password):
        return authenticator.authenticate(handler, {"username": name, "password": password})

    async def guess():
        handler = SimpleNamespace(request=SimpleNamespace(remote_ip="192.0.2.1"))
        guesses = [asyncio.create_task(try_in(handler, password)) for password in ("1", "2")]
        await asyncio.sleep(0.05)
        return await try_in(None, "right"), await asyncio.gather(*guesses)

    assert asyncio.run(guess()) == (name, [None, None])
    steps = ("1 begins", "right begins", "right ends", "1 ends", "2 begins", "2 ends")
    assert order == [*steps] and not authenticator._turns
    assert authenticator.system_user_exists(None) is True  # of an instructor who has none yet


def test_names_to_try_out_with_are_those_of_a_class():
    trial = TrialAuthenticator(user_password="one-for-all", allow_all=True)
    for name in ("ada", "Ada", "ada@uni.example", "root", "class", "ada+x", "a b", "a" * 65):
        data = {"username": name, "password": "one-for-all"}
        signed_in = asyncio.run(trial.get_authenticated_user(None, data))
        allowed = not {"+", " "} & set(name) and len(name) <= 64
        assert (signed_in and signed_in["name"]) == (name.lower() if allowed else None)
