"""Sign-in by a university's OpenID Connect: names are those of the roster and of the instructors."""

import json
from typing import Any
from urllib.request import urlopen

from oauthenticator.generic import GenericOAuthenticator
from tornado.web import HTTPError
from traitlets import Instance
from traitlets.config import Config

from labkit.instructor.hub.course import Course, SigningIn, read_course
from labkit.instructor.hub.signing_in import Named
from labkit.instructor.hub.usernames import as_username


class OpenIDAuthenticator(Named, GenericOAuthenticator):
    """Let those in whom the university has signed in, and whom the course knows."""

    course = Instance(Course, config=True, help="The course.")

    def user_info_to_username(self, user_info: dict[str, Any]) -> str:
        """Return what somebody is called on the hub; a stranger is told so."""
        given = str(super().user_info_to_username(user_info))
        try:
            return name_on_hub(read_course(self.course.folder), given)
        except ValueError as error:
            raise HTTPError(403, "%s", error) from None


def name_on_hub(course: Course, given: str) -> str:
    """Return the hub's name of an instructor, or of a student of the roster by identifier or address."""
    assert course.class_list  # read_course asks for it
    known = dict(zip(course.instructors, course.instructors, strict=True))
    # Not by their names: two people can be called alike.
    for student in course.class_list.students.values():
        for words in (student.identifier, student.email):
            known.setdefault(words.lower(), student.identifier)
    # Nobody is taken for another whose letters only look alike, as a long s does.
    if not given or not given.isascii() or given.lower() not in known:
        raise ValueError(f"{given} is not on the list of the class: tell your instructor")
    return as_username(known[given.lower()])


def configure(config: Config, course: Course, how: SigningIn) -> None:
    """Set JupyterHub up to sign people in at the university's addresses, which its server tells."""
    known = _discover(how.issuer)
    config.JupyterHub.authenticator_class = OpenIDAuthenticator
    config.Authenticator.auto_login = True
    config.OpenIDAuthenticator.course = course
    config.OAuthenticator.client_id = how.client_id
    config.OAuthenticator.client_secret = how.client_secret.read_text("utf8").strip()
    config.OAuthenticator.scope = ["openid", "profile", "email"]
    config.OAuthenticator.username_claim = how.claim
    config.OAuthenticator.authorize_url = known["authorization_endpoint"]
    config.OAuthenticator.token_url = known["token_endpoint"]
    config.OAuthenticator.userdata_url = known["userinfo_endpoint"]


def _discover(issuer: str) -> dict[str, str]:
    """Return the addresses of an OpenID server, by OpenID Connect Discovery 1.0, section 4."""
    address = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    try:
        with urlopen(address, timeout=15) as reply:
            known: dict[str, str] = json.load(reply)
        if known["issuer"] != issuer:
            raise ValueError(f"it calls itself {known['issuer']}")
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(
            "signing_in.issuer must be the address of an OpenID server that answers, not "
            f"{issuer} ({error})"
        ) from None
    return known
