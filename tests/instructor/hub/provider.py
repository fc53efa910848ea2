"""A small OpenID provider on this machine: real codes, keys and signed tokens, one page to sign in.

It gives out a code once, asks for the client's secret, the address and the code's verifier
(RFC 7636), and tells who somebody is to those with a token that it has signed.
"""

import base64
import hashlib
import secrets
import time
from urllib.parse import urlencode

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from tornado.web import Application, HTTPError, RequestHandler

from tests.instructor.hub.room import serving

CLIENT, SECRET = "lab", "a secret of the university's"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Discovery(RequestHandler):
    def get(self):
        issuer = self.settings["issuer"]
        ends = ("authorization", "token", "userinfo")
        self.finish({"issuer": issuer, **{f"{end}_endpoint": f"{issuer}/{end}" for end in ends}})


class Authorization(RequestHandler):
    """The page on which people say who they are, and which sends them back with a code."""

    def get(self):
        assert self.get_argument("response_type") == "code"
        assert self.get_argument("client_id") == CLIENT
        assert "openid" in self.get_argument("scope").split()
        assert self.get_argument("code_challenge_method") == "S256"
        self.finish(
            '<title>University</title><form method="post"><label>Name <input name="name"></label>'
            "<button>Go on</button></form>"
        )

    def post(self):
        code, back = secrets.token_hex(), self.get_argument("redirect_uri")
        challenge = self.get_argument("code_challenge")
        self.settings["codes"][code] = (self.get_argument("name"), back, challenge)
        self.redirect(f"{back}?{urlencode({'code': code, 'state': self.get_argument('state')})}")


class Token(RequestHandler):
    def post(self):
        name, back, challenge = self.settings["codes"].pop(self.get_argument("code"))
        digest = hashlib.sha256(self.get_argument("code_verifier").encode()).digest()
        assert base64.urlsafe_b64encode(digest).decode().rstrip("=") == challenge
        basic = self.request.headers.get("Authorization", "").removeprefix("Basic ")
        given = (self.get_argument("client_id", ""), self.get_argument("client_secret", ""))
        assert (CLIENT, SECRET) in (given, tuple(base64.b64decode(basic).decode().split(":")))
        assert back == self.get_argument("redirect_uri")
        issuer, now = self.settings["issuer"], int(time.time())
        said = {"iss": issuer, "sub": f"id of {name}", "aud": CLIENT, "iat": now, "exp": now + 300}
        token = jwt.encode({**said, "preferred_username": name}, KEY, "RS256")
        self.finish({"access_token": token, "id_token": token, "token_type": "Bearer"})


class UserInfo(RequestHandler):
    def get(self):
        token = self.request.headers["Authorization"].removeprefix("Bearer ")
        try:
            self.finish(jwt.decode(token, KEY.public_key(), ["RS256"], audience=CLIENT))
        except jwt.InvalidTokenError:
            raise HTTPError(401) from None


def provider():
    """Answer on a free port while the context lasts, and yield the address."""
    handlers = [("/.well-known/openid-configuration", Discovery), ("/token", Token)]
    handlers += [("/authorization", Authorization), ("/userinfo", UserInfo)]
    return serving(lambda issuer: [Application(handlers, issuer=issuer, codes={})])
