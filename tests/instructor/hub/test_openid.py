from dataclasses import replace

import pytest
from tornado.web import HTTPError
from traitlets.config import Config

from labkit.instructor.hub import openid
from labkit.instructor.hub.course import read_course
from tests.instructor.hub.provider import CLIENT, SECRET, provider

ROSTER = "student,name,email\nada.lee,Ada Lee,al123@uni.example\nben,Ben Ng,\n"


@pytest.fixture
def signed_in(new, tmp_path):
    """Make a course with a roster, at an address of the university."""

    def make(issuer="http://localhost:1", more=""):
        (tmp_path / "roster.csv").write_text(ROSTER)
        folder = new(instructors=["ines"], roster=tmp_path / "roster.csv").folder
        (folder / "secret").write_text(f"{SECRET}\n")
        with open(folder / "course.toml", "a") as file:
            file.write(f'[signing_in]\nissuer = "{issuer}"\nclient_id = "{CLIENT}"\n')
            file.write(f'client_secret = "secret"\n{more}')
        return read_course(folder)

    return make


@pytest.mark.parametrize("given", ["ada.lee", "Ada.Lee", "AL123@uni.example", "ines", "Ines"])
def test_people_of_the_course_are_known_by_identifier_or_address(signed_in, given):
    name = "ines" if given.lower() == "ines" else "ada.lee"
    assert openid.name_on_hub(signed_in(), given) == name


@pytest.mark.parametrize(
    "given",
    [
        "adalee",
        "Ada Lee",
        "al123",
        "",
        "lab-ben",
        "ben@uni.example",
        "ineſ",
        "al123@uni.eхample",
        "ﬁn",
        "ada.lee\u200b",
    ],
)
def test_strangers_and_those_who_are_called_like_a_student_are_not(signed_in, given):
    with pytest.raises(ValueError, match="is not on the list of the class"):
        openid.name_on_hub(signed_in(), given)


def test_a_stranger_whom_the_university_has_signed_in_may_not_enter(signed_in):
    door = openid.OpenIDAuthenticator(course=signed_in(), username_claim="name")
    assert door.user_info_to_username({"name": "Ines"}) == "ines"
    with pytest.raises(HTTPError, match="is not on the list of the class") as refused:
        door.user_info_to_username({"name": "eve"})
    assert refused.value.status_code == 403


def test_the_university_s_addresses_are_found(signed_in):
    config = Config()
    with provider() as issuer:
        course = signed_in(issuer, 'claim = "email"\n')
        openid.configure(config, course, course.signing_in)
        with pytest.raises(ValueError, match="calls itself"):
            openid.configure(config, course, replace(course.signing_in, issuer=f"{issuer}/"))
    settings = config.OAuthenticator
    assert (settings.token_url, settings.client_secret) == (f"{issuer}/token", SECRET)
    assert (settings.username_claim, settings.userdata_url) == ("email", f"{issuer}/userinfo")
    assert config.Authenticator.auto_login is True and settings.scope[0] == "openid"
    with pytest.raises(ValueError, match=r"signing_in\.issuer must be .* that answers"):
        openid.configure(config, course, course.signing_in)
