import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from traitlets.config.loader import PyFileConfigLoader

from labkit.instructor.hub import jupyterhub_config as config
from labkit.instructor.hub.course import Listening
from labkit.instructor.hub.filled import filled
from labkit.instructor.hub.opening import CONFIG
from labkit.instructor.hub.usernames import CLI, SERVICE
from tests.instructor.hub.live import make_certificate


@pytest.fixture(autouse=True)
def proxy(monkeypatch):
    """None is run, and none is needed."""
    monkeypatch.setattr(config, "proxy_command", lambda course: ("node", "proxy"))


def test_nothing_listens_beyond_this_machine_unless_told(course):
    def told(*place, **more):
        return config.settings(replace(course, hub=Listening(*place, **more))).JupyterHub

    text = json.dumps(config.settings(course), default=str)
    assert set(re.findall(r"https?://([^:/\"]*)", text)) == {"127.0.0.1", "lab.localhost"}
    everywhere = told("0.0.0.0")
    assert everywhere.bind_url == "http://0.0.0.0:8000/" and "subdomain_host" not in everywhere
    assert told("0.0.0.0", subdomain_host="https://lab.org").subdomain_host == "https://lab.org"
    assert told("::1").bind_url == "http://[::1]:8000/"
    secured = told(certificate=Path("/x/hub.crt"), key=Path("/x/hub.key"))
    assert secured.bind_url == "https://127.0.0.1:8000/"
    assert (secured.ssl_cert, secured.ssl_key) == ("/x/hub.crt", "/x/hub.key")


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificates")
def test_a_certificate_and_another_key_are_refused_before_anything_starts(course, tmp_path):
    for name, more in (("a", ["-nodes"]), ("b", ["-passout", "pass:secret"])):
        make_certificate(tmp_path / f"{name}.crt", tmp_path / f"{name}.key", *more)
    for certificate, key in (("a.crt", "b.key"), ("a.key", "a.crt"), ("b.crt", "b.key")):
        hub = Listening(certificate=tmp_path / certificate, key=tmp_path / key)
        with pytest.raises(ValueError, match=f"must be a certificate and its own key.*{key}"):
            config.refuse_wrong_key(replace(course, hub=hub))


def test_every_service_can_do_what_it_must_and_no_more(course):
    found = config.settings(course)
    services, roles = found.JupyterHub.services, found.JupyterHub.load_roles
    assert "admin_users" not in found.Authenticator  # instructors have nobody's server
    assert not [each for each in services if each.get("admin")]
    assert {each["name"] for each in services} <= found.Authenticator.blocked_users
    rights = {each["name"]: (each.get("services"), set(each["scopes"])) for each in roles}
    reads, rules = (
        {"list:users", "read:users:name", "read:servers", "custom:first-passwords"},
        {"admin:users", "admin:servers"},
    )
    own = None, {"self", f"access:services!service={SERVICE}"}
    assert rights == {"user": own, SERVICE: ([SERVICE], reads), CLI: ([CLI], rules | {"read:hub"})}
    told = [(each["name"], each.get("display"), each.get("oauth_no_confirm")) for each in services]
    assert told == [(SERVICE, None, True), (CLI, False, None)]
    assert found.Spawner.args == ["--ServerApp.sock=the hub's", "--allow-root"]
    assert found.Authenticator.allow_all is found.JupyterHub.upgrade_db is True


def test_the_hub_s_own_address_leads_to_what_is_for_somebody(course):
    def leads(name, course=course):
        handler = SimpleNamespace(current_user=name and SimpleNamespace(name=name))
        handler.settings = {"login_url": "/hub/login"}
        return config.settings(course).JupyterHub.default_url(handler)

    place = "http://labkit--service.lab.localhost:8000/services/labkit/"
    assert [leads(name) for name in (None, "ines", "ada")] == ["/hub/login", place, f"{place}me"]
    assert leads("ines", replace(course, hub=Listening("0.0.0.0"))) == "/services/labkit/"


def test_the_hubs_secrets_are_its_owners_and_stay_the_same(course):
    found, again = config.settings(course), config.settings(course)
    secrets = {file.read_text() for file in course.private.iterdir()}
    assert all(file.stat().st_mode & 0o077 == 0 for file in course.private.iterdir())
    for each in (found, again):
        (token,) = (one["api_token"] for one in each.JupyterHub.services if one["name"] == CLI)
        assert {token, each.SharedPasswordAuthenticator.user_password} == secrets
    # What goes into the environment of every student's server is not secret.
    spoken = json.dumps([found.Spawner.environment, found.Spawner.cmd], default=str)
    assert not [secret for secret in secrets if secret in spoken or len(secret) < 12]
    assert set(found.Spawner.env_keep) <= {"LANG", "LC_ALL", "TZ"}
    # Nor does a student say how a server begins; and all that is known of somebody ends in a day.
    hub = found.JupyterHub
    assert found.Spawner.disable_user_config is True and hub.token_expires_in_max_seconds == 86_400
    assert (hub.cookie_max_age_days, hub.tornado_settings["cookie_options"]) == (
        1,
        {"expires_days": 1},
    )


@pytest.mark.parametrize("content", ["", "\n"])
def test_a_secret_whose_writing_was_cut_off_is_made_anew(course, content):
    """On a full disk, a file of no bytes was left: everybody would sign in with no password."""
    file = course.private / "trial-password"
    file.write_text(content)
    assert len(config.trial_password(course)) == 12
    assert config.trial_password(course) == file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600 and list(course.private.iterdir()) == [file]


def test_settings_of_the_course_s_own_are_read_last(course):
    (course.folder / "jupyterhub_config.py").write_text("c.JupyterHub.cookie_max_age_days = 7")
    text = filled(CONFIG, folder=repr(str(course.folder)))
    (course.private / CONFIG).write_text(text)
    found = PyFileConfigLoader(CONFIG, path=str(course.private)).load_config()
    assert found.JupyterHub.cookie_max_age_days == 7
    assert found.JupyterHub.bind_url == "http://127.0.0.1:8000/"
