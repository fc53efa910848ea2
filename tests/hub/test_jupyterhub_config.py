import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from traitlets.config.loader import PyFileConfigLoader

from labkit.hub import jupyterhub_config as config
from labkit.hub import opening
from labkit.hub.filled import filled
from labkit.hub.opening import CONFIG
from labkit.hub.settings import LAB, Listening
from labkit.hub.signing_in import ClassAuthenticator
from labkit.hub.usernames import CLI, SERVICE
from tests.hub.live import as_root, make_certificate


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
    assert rights == {
        "user": (None, {"self", f"access:services!service={SERVICE}"}),
        SERVICE: ([SERVICE], {"list:users", "read:users:name", "read:servers"}),
        CLI: ([CLI], {"admin:users", "admin:servers", "read:hub"}),
    }


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
    assert found.Spawner.disable_user_config is True
    hub = found.JupyterHub
    assert (hub.cookie_max_age_days, hub.token_expires_in_max_seconds) == (1, 86_400)
    assert hub.tornado_settings == {"cookie_options": {"expires_days": 1}}


@as_root
def test_a_class_runs_as_its_own_users_and_who_tries_out_as_one(course, class_of):
    for each, whose in ((class_of[0], True), (course, False)):
        found = config.settings(each)
        hub, ends, (service, line) = found.JupyterHub, found.LocalProcessSpawner, found.JupyterHub.services  # fmt: skip
        assert ("user" in service, hub.authenticator_class is ClassAuthenticator) == (whose, whose)
        assert found.StudentSpawner.own_users is whose is not ("--allow-root" in found.Spawner.args)
        assert service["environment"]["PYTHONPATH"] == str(each.lab if whose else LAB)
        assert found.PAMAuthenticator.get("executor_threads", 32) == 32 and line["display"] is False
        assert (found.Authenticator.allow_all, service["oauth_no_confirm"], hub.upgrade_db) == (True,) * 3  # fmt: skip
        times = service["timeout"], found.Spawner.start_timeout, found.Spawner.http_timeout
        times += ends.interrupt_timeout, ends.term_timeout, hub.last_activity_interval
        assert times == (180, 180, 180, 10, 5, 60)  # a class begins all at once
        assert hub.hub_socket_mode == 0o666  # servers ask who somebody is


def test_everybody_is_led_to_a_page_of_their_own(course):
    at, login = config.settings(course).JupyterHub.default_url, {"login_url": "/login"}
    for name, place in (("ines", ""), ("ada", "me"), (None, "")):
        asks = SimpleNamespace(current_user=name and SimpleNamespace(name=name), settings=login)
        assert at(asks) == (f"{opening.class_page(course)}{place}" if name else "/login")


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
