import asyncio
from contextlib import closing
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock, call

import pytest
from jupyterhub import orm

from labkit.hub import accounts, signing_in
from labkit.hub.signing_in import ClassAuthenticator, PasswordHandler, TrialAuthenticator
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
def test_guesses_from_one_address_wait_for_each_other_and_for_nobody_else(
    class_of, authenticator, monkeypatch
):
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
    assert ("/change-password", PasswordHandler) in authenticator.get_handlers(None)


def test_names_to_try_out_with_are_those_of_a_class():
    trial = TrialAuthenticator(user_password="one-for-all", allow_all=True)
    for name in ("ada", "Ada", "ada@uni.example", "root", "class", "ada+x", "a b", "a" * 65):
        data = {"username": name, "password": "one-for-all"}
        signed_in = asyncio.run(trial.get_authenticated_user(None, data))
        allowed = not {"+", " "} & set(name) and len(name) <= 64
        assert (signed_in and signed_in["name"]) == (name.lower() if allowed else None)


@pytest.mark.parametrize(("old", "new", "said"), [
    ("wrong", "correct hor", "not your password"), ("right ", "correct h", "at least 10"), ("right ", "correct ho", ""),
    ("right ", "Adas-password", "without your"), ("right ", "correct\nhorse", "at least 10"),
])  # fmt: skip
def test_a_password_is_changed_to_one_that_is_hard_to_guess(monkeypatch, old, new, said):
    page = Mock(current_user=SimpleNamespace(name="ada"), settings={"login_url": "/hub/login"})
    page._show = partial(PasswordHandler._show, page)
    page.render_template = AsyncMock(side_effect=lambda template, said, shortest: said)
    known = {"username": "ada", "password": "right "}
    page.authenticator.authenticate = AsyncMock(side_effect=lambda handler, data: data == known)
    page.get_body_argument = lambda key, _, strip: {"old": old, "new": new}[key].strip(" " * strip)
    changed = Mock()
    monkeypatch.setattr(accounts, "set_password", changed.set)
    monkeypatch.setattr(signing_in, "revoke", changed.revoke)
    asyncio.run(PasswordHandler.post.__wrapped__(page))
    did = [call.set("ada", new), call.revoke(page.db, "ada")] if not said else []
    assert changed.mock_calls == did and said in str(page.finish.call_args)
    for step in (page.db.commit, page.clear_login_cookie, page.redirect, page.finish):
        assert step.called == ((step is page.finish) == bool(said))
    asyncio.run(PasswordHandler.get.__wrapped__(page))
    assert page.finish.call_args.args == ("",)


def test_who_of_the_roster_has_no_account_can_get_one(course, tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="must name a roster"):
        signing_in.without_account(course)
    (tmp_path / "list.csv").write_text("student,email\nada,ada.l@x.org\nBen,\nåsa,\na/b,\nzoë,\n")
    monkeypatch.setattr(accounts, "usernames", lambda course: ["ada.l@x.org", "stranger"])
    new, left_out = signing_in.without_account(replace(course, roster=tmp_path / "list.csv"))
    assert new == ["ben"] and left_out.keys() == {"åsa", "a/b", "zoë"}


def test_who_is_signed_out_has_no_token_and_no_cookie_any_more(course, monkeypatch):
    asked = Mock(**{"end_server.side_effect": LookupError})
    monkeypatch.setattr(signing_in, "api", asked)
    signing_in.sign_out(course, "ada")
    assert not course.database.exists()
    with closing(orm.new_session_factory(f"sqlite:///{course.database}")()) as session:
        users = [orm.User(name=name, cookie_id=name) for name in ("ada", "ben")]
        for user in users:
            session.add_all([user, orm.APIToken(user=user), orm.OAuthCode(user=user)])
        session.commit()
        for asked.is_running.return_value, name in ((True, "ben"), (False, "cleo")):
            signing_in.sign_out(course, name)
        session.expire_all()
        assert [len([*user.api_tokens, *user.oauth_codes]) for user in users] == [2, 0]
        assert [user.cookie_id == user.name for user in users] == [True, False]
        session.get_bind().dispose()
    assert asked.end_server.call_args_list == [call(course, "ada"), call(course, "ben")]
