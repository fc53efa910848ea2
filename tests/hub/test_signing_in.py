import asyncio
from dataclasses import replace
from functools import partial

import bcrypt
import pytest
from jupyterhub import orm
from nativeauthenticator.orm import UserInfo

from labkit.hub import signing_in
from labkit.hub.database import opened
from labkit.hub.signing_in import ClassAuthenticator, TrialAuthenticator, User


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    """Passwords are made as fast as bcrypt lets them be; a test has no secrets."""
    monkeypatch.setattr(bcrypt, "gensalt", partial(bcrypt.gensalt, 4))


@pytest.fixture
def authenticator(course):
    """The hub's own, at the same database as the command line."""
    signing_in.users(course)  # makes the database
    session = orm.new_session_factory(f"sqlite:///{course.database}")()
    found = ClassAuthenticator(db=session, instructors={"ines"}, add_new_table=True)
    found.minimum_password_length, found.check_common_password = 8, True
    yield found
    session.close()
    session.get_bind().dispose()


def signs_in(authenticator, name, password):
    data = {"username": name, "password": password}
    return asyncio.run(authenticator.authenticate(None, data)) is not None


def test_who_signs_up_waits_until_an_instructor_approves(course, authenticator):
    assert authenticator.create_user("ada", "correct horse")
    assert not signs_in(authenticator, "ada", "correct horse")
    assert signing_in.users(course) == (User("ada", approved=False, instructor=False),)
    signing_in.approve(course, "ada")
    authenticator.db.expire_all()
    assert signs_in(authenticator, "Ada", "correct horse")
    assert not signs_in(authenticator, "ada", "wrong horse")


def test_nobody_signs_up_as_an_instructor(course, authenticator):
    assert authenticator.create_user("Ines", "correct horse") is None
    assert signing_in.users(course) == ()
    with pytest.raises(ValueError, match="account is added"):
        signing_in.approve(course, "ines")
    password = signing_in.add(course, "ines")
    assert signing_in.users(course) == (User("ines", approved=True, instructor=True),)
    assert signs_in(authenticator, "ines", password)


def test_an_added_account_is_no_longer_whose_who_signed_up_by_its_name(course, authenticator):
    assert authenticator.create_user("ada", "correct horse")
    password = signing_in.add(course, "ada")
    authenticator.db.expire_all()
    assert not signs_in(authenticator, "ada", "correct horse")
    assert signs_in(authenticator, "ada", password)
    assert signing_in.add(course, "ada") != password


NAMES = [*("a+b", "../x", "labkit", "class", "submission_12", "tick4-sign-test", "a b", "ådä")]


def test_names_that_would_be_taken_for_something_else(course, authenticator):
    for name in NAMES:
        assert authenticator.create_user(name, "correct horse") is None, name
        with pytest.raises(ValueError, match="must"):
            signing_in.add(course, name)


@pytest.mark.parametrize(
    ("name", "lets_in"),
    [
        *(("ada", True), ("Ada", True), ("ada@uni.example", True), ("root", True)),
        *(("ada+x", False), ("a b", False), ("a" * 65, False), ("con", False), ("class", False)),
    ],
)
def test_names_to_try_out_with_are_those_of_a_class(name, lets_in):
    found = TrialAuthenticator(user_password="one-for-all", allow_all=True)
    data = {"username": name, "password": "one-for-all"}
    signed_in = asyncio.run(found.get_authenticated_user(None, data))
    assert (signed_in and signed_in["name"]) == (name.lower() if lets_in else None)


def test_passwords_that_will_not_do(authenticator):
    for password in ("short", "password", "x" * 73, "é" * 40):
        assert authenticator.create_user("ada", password) is None, password


def test_a_password_longer_than_any_is_wrong_and_no_error(course, authenticator):
    signing_in.add(course, "ada")
    assert not signs_in(authenticator, "ada", "x" * 100_000)


def test_who_is_removed_is_known_no_longer(course, authenticator):
    password = signing_in.add(course, "ada")
    authenticator.db.add(orm.User(name="ada"))
    authenticator.db.commit()
    signing_in.remove(course, "Ada")
    authenticator.db.expire_all()
    assert not signs_in(authenticator, "ada", password)
    assert orm.User.find(authenticator.db, "ada") is None
    with pytest.raises(ValueError, match="signed up with"):
        signing_in.remove(course, "ada")


def test_who_is_an_instructor_no_longer_leaves_the_group(course, authenticator):
    users = [orm.User(name=name) for name in ("ines", "otto")]
    authenticator.db.add(orm.Group(name="instructors", users=users))
    authenticator.db.commit()
    signing_in.dismiss_instructors(course)
    authenticator.db.expire_all()
    group = orm.Group.find(authenticator.db, "instructors")
    assert [user.name for user in group.users] == ["ines"]


def test_passwords_can_be_typed_and_are_never_the_same():
    found = {signing_in.password() for _ in range(200)}
    assert len(found) == 200
    assert all(len(each) == 12 and not set(each) & set("il1o0") for each in found)


def test_the_database_is_nobody_elses(course):
    signing_in.add(course, "ada")
    assert course.database.stat().st_mode & 0o077 == 0
    with opened(course) as session:
        assert b"$2b$" in UserInfo.find(session, "ada").password


def test_the_roster_without_who_has_an_account(course, tmp_path):
    file = tmp_path / "class.csv"
    file.write_text("student,name\nada,Ada\nben,Ben\n")
    listed = replace(course, roster=file)
    signing_in.add(course, "ada")
    assert signing_in.of_roster(listed) == (("ben",), {})
    with pytest.raises(ValueError, match="must name a roster"):
        signing_in.of_roster(course)


def test_one_name_of_the_roster_that_cannot_sign_in_stops_no_other(course, tmp_path):
    file = tmp_path / "class.csv"
    file.write_text("student,email\njosé,j@u.example\nclass,\nAda,\n123,eve@u.example\nlabkit,\n")
    signing_in.add(course, "eve@u.example")  # has an account, by the address
    names, left_out = signing_in.of_roster(replace(course, roster=file))
    assert names == ("ada",) and sorted(left_out) == ["class", "josé", "labkit"]
    assert all("a username must" in why for why in left_out.values())


def test_an_instructors_name_is_not_approved_in_capitals_either(course, authenticator):
    assert authenticator.create_user("ada", "correct horse")  # before ada taught
    with pytest.raises(ValueError, match="account is added"):
        signing_in.approve(replace(course, instructors=("ada",)), "ADA")
    assert not signing_in.users(course)[0].approved
