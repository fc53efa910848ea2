import asyncio
import socket
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from labkit.instructor.hub import accounts, passwords, signing_in
from labkit.instructor.hub.signing_in import ClassAuthenticator, TrialAuthenticator
from tests.instructor.hub.live import as_root


@pytest.fixture
def authenticator(course, monkeypatch):
    monkeypatch.setattr(signing_in, "_WRONG", 0.1)
    return ClassAuthenticator(course=course)


def lets_in(authenticator, name, password):
    data = {"username": name, "password": password}
    return asyncio.run(authenticator.authenticate(None, data)) is not None


@as_root
def test_those_are_let_in_who_have_an_account_and_know_its_password(class_of, monkeypatch):
    monkeypatch.setattr(signing_in, "_WRONG", 0)
    course, named = class_of
    authenticator = ClassAuthenticator(course=course)
    name, other = named("ada"), named("ben")
    first, _ = (signing_in.add(course, each) for each in (name, other))
    assert lets_in(authenticator, name.upper(), first)
    for wrong in ("wrong", "", f"{first}\0", f"{first} "):
        assert not lets_in(authenticator, name, wrong), wrong
    for stranger in (other, "root", accounts.GRADER, accounts.unix_name(name), "../ada", "", "аda"):
        assert not lets_in(authenticator, stranger, first), stranger
    for less in ({}, {"username": name}, {"password": first}):  # forms that nobody's page sends
        assert asyncio.run(authenticator.authenticate(None, less)) is None
    second = signing_in.add(course, name)
    assert second != first and lets_in(authenticator, name, second)
    assert not lets_in(authenticator, name, first)
    # On another machine, to which the course's folder has moved, they go on as before.
    accounts.remove_user(course, name)
    assert lets_in(authenticator, name, second) and signing_in.usernames(course) == sorted(
        (name, other)
    )
    for _ in range(2):
        signing_in.remove(course, name)
        assert not lets_in(authenticator, name, second)
        with pytest.raises(ValueError, match="has an account"):
            signing_in.remove(course, name)
        second = signing_in.add(course, name)


@as_root
def test_a_first_password_is_asked_for_those_of_the_class_who_do_not_teach_it(class_of, tmp_path):
    course, named = class_of
    ada, ines = named("ada"), named("ines")
    roster = tmp_path / "class.csv"
    roster.write_text(f"student\n{ada}\n{ines}\njosé\nlabkit\n")
    course = replace(course, roster=roster, instructors=(ines,))
    name, password = signing_in._renew(course, ada.title())
    assert name == ada and passwords.is_right(course, ada, password)
    for asked in (ines, ines.upper()):
        with pytest.raises(HTTPError) as refused:
            signing_in._renew(course, asked)
        assert refused.value.status_code == 403
    for asked, why in (
        ("eve-of-test", "eve-of-test is not on the list"), ("josé", "must be made of letters a to z"), ("", "must be"),
        ("labkit", "must not be that of a service"), ("../" + ada, "must be"), (ada + "\0", "must be"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=why):
            signing_in._renew(course, asked)
    assert passwords.find_names(course) == {ada}


@as_root  # whose proxy says where a sign-in comes from
def test_guesses_of_a_name_are_refused_beside_each_other_and_keep_nobody_waiting(
    course, authenticator, monkeypatch
):
    monkeypatch.setattr(signing_in, "_WRONG", 60)  # the guesses are under way until they are ended
    known = {"ada": "ada's password", "ben": "ben's password"}
    for name, password in known.items():
        passwords.set_password(course, name, password)
    ours, theirs = socket.socketpair()  # as from the proxy, which is root's

    def try_in(name, password, address="192.0.2.1"):
        connection = SimpleNamespace(stream=SimpleNamespace(socket=ours))
        request = SimpleNamespace(remote_ip=address, connection=connection)
        handler = SimpleNamespace(request=request, db=None)
        return authenticator.authenticate(handler, {"username": name, "password": password})

    async def guess():
        guesses = [asyncio.create_task(try_in(name, "wrong")) for name in ("ada", "nobody-at-all")]
        await asyncio.sleep(0)
        for name in ("ada", "ADA", "nobody-at-all"):
            with pytest.raises(HTTPError) as refused:
                await try_in(name, known["ada"])
            assert refused.value.status_code == 429
        others = [await try_in("ben", known["ben"]), await try_in("ada", known["ada"], "192.0.2.2")]
        assert not any(task.done() for task in guesses)  # nobody has waited for these
        assert others == ["ben", "ada"]
        monkeypatch.setattr(signing_in, "_MOST", 0)
        with pytest.raises(HTTPError):
            await try_in("ben", known["ben"])
        for task in guesses:
            task.cancel()
        await asyncio.wait(guesses)

    monkeypatch.setattr(signing_in.orm.User, "find", lambda db, name: None)
    with ours, theirs:
        asyncio.run(guess())
    assert not authenticator._under_way


@pytest.mark.parametrize("name", ["ada", "nobody-at-all"])
def test_a_wrong_password_waits_for_its_answer_whosever_it_is(course, authenticator, name):
    passwords.set_password(course, "ada", "correct horse")
    begun = time.monotonic()
    assert not lets_in(authenticator, name, "wrong")
    assert time.monotonic() - begun >= signing_in._WRONG


def test_a_class_that_signs_in_at_once_does_not_hold_the_hub_up(course, authenticator, monkeypatch):
    """The hub answers others while it looks at passwords, of which it looks at few together."""
    passwords.set_password(course, "ada", "correct horse")
    together, most, is_right = set(), [], passwords.is_right

    def look(course, name, password):
        together.add(name)
        most.append(len(together))
        found = is_right(course, name, password)
        together.remove(name)
        return found

    async def sign_in():
        names = ["ada", *(f"student-{number}" for number in range(8))]
        tried = [
            asyncio.create_task(
                authenticator.authenticate(None, {"username": name, "password": "correct horse"})
            )
            for name in names
        ]
        turns = 0  # of others
        while not all(task.done() for task in tried):
            await asyncio.sleep(0)
            turns += len(together) == signing_in._THREADS
        assert [task.result() for task in tried] == ["ada"] + [None] * 8
        return turns

    monkeypatch.setattr(passwords, "is_right", look)
    assert asyncio.run(sign_in()) > 0 and max(most) <= signing_in._THREADS


def test_names_to_try_out_with_are_those_of_a_class():
    trial = TrialAuthenticator(user_password="one-for-all", allow_all=True)
    for name in ("ada", "Ada", "ada@uni.example", "root", "class", "ada+x", "a b", "a" * 65):
        data = {"username": name, "password": "one-for-all"}
        signed_in = asyncio.run(trial.get_authenticated_user(None, data))
        allowed = not {"+", " "} & set(name) and len(name) <= 64
        assert (signed_in and signed_in["name"]) == (name.lower() if allowed else None)
