import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from labkit.hub import config
from labkit.hub.course import Tls
from labkit.hub.names import CLI, SERVICE
from labkit.hub.sockets import address, make_sockets


@pytest.fixture(autouse=True)
def proxy(monkeypatch, course):
    """Node and the proxy: they are found, and not run."""
    places = course.folder / "node_modules" / ".bin"
    places.mkdir(parents=True)
    for name in ("node", config.PROXY):
        (places / name).write_text("#!/bin/sh\n")
        (places / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{places}:/usr/bin:/bin")
    return places


def role(found, name):
    (role,) = (each for each in found.JupyterHub.load_roles if each["name"] == name)
    return role


def service(found, name):
    (service,) = (each for each in found.JupyterHub.services if each["name"] == name)
    return service


def test_nothing_listens_beyond_this_machine_unless_told(course):
    found = config.settings(course)
    text = json.dumps(found, default=str)
    assert set(re.findall(r"https?://([^:/\"]*)", text)) == {"127.0.0.1"}
    told = config.settings(replace(course, address="0.0.0.0"))
    assert told.JupyterHub.bind_url == "http://0.0.0.0:8000/"
    assert (
        config.settings(replace(course, address="::1")).JupyterHub.bind_url == "http://[::1]:8000/"
    )


def test_each_of_its_programs_has_a_socket_of_its_own(course):
    make_sockets(course)
    found = config.settings(course)
    addresses = {found.JupyterHub.hub_bind_url, found.ConfigurableHTTPProxy.api_url}
    addresses.add(address(found.SocketProxy.page))
    assert len(addresses) == 3
    # JupyterHub makes small letters of an address, and Linux takes 107 bytes.
    assert all(
        each == each.replace("%2F", "%2f").lower().replace("%2f", "%2F") for each in addresses
    )
    shutil.rmtree((course.private / "sockets").resolve())


def test_with_a_certificate_it_speaks_https(course):
    tls = Tls(Path("/x/hub.crt"), Path("/x/hub.key"))
    found = config.settings(replace(course, tls=tls))
    assert found.JupyterHub.bind_url.startswith("https://")
    assert (found.JupyterHub.ssl_cert, found.JupyterHub.ssl_key) == ("/x/hub.crt", "/x/hub.key")


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificates")
def test_a_certificate_and_another_key_are_refused_before_anything_starts(course, tmp_path):
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    new += ["-days", "2", "-subj", "/CN=127.0.0.1", "-batch"]
    for name, more in (("a", ["-nodes"]), ("b", ["-nodes"]), ("c", ["-passout", "pass:secret"])):
        files = ["-keyout", f"{tmp_path}/{name}.key", "-out", f"{tmp_path}/{name}.crt"]
        subprocess.run([*new, *more, *files], check=True, capture_output=True)
    (tmp_path / "d.crt").write_text("nothing of use")

    def check(certificate, key):
        tls = Tls(tmp_path / certificate, tmp_path / key)
        config.refuse_wrong_key(replace(course, tls=tls))

    config.refuse_wrong_key(course)
    check("a.crt", "a.key")
    for pair in (("a.crt", "b.key"), ("a.key", "a.crt"), ("c.crt", "c.key"), ("d.crt", "a.key")):
        with pytest.raises(ValueError, match=f"must be a certificate and its own key.*{pair[1]}"):
            check(*pair)


def test_instructors_have_the_page_of_the_class_and_nobodys_server(course):
    found = config.settings(course)
    instructors = role(found, "instructors")
    assert instructors["users"] == ["ines"]
    assert instructors["scopes"] == [f"access:services!service={SERVICE}"]
    scopes = [scope for each in found.JupyterHub.load_roles for scope in each["scopes"]]
    assert not [scope for scope in scopes if scope.startswith("access:servers")]
    assert "admin_users" not in found.Authenticator
    assert set(role(found, CLI)["services"]) == {CLI}


def test_every_service_can_do_what_it_must_and_no_more(course):
    found = config.settings(course)
    assert not [each for each in found.JupyterHub.services if each.get("admin")]
    granted = role(found, SERVICE)["scopes"]
    assert not [scope for scope in granted if scope.startswith(("admin", "tokens", "users"))]
    assert service(found, CLI).get("command") is None


def test_the_hubs_secrets_are_its_owners_and_stay_the_same(course):
    first = config.settings(course, dummy=True)
    again = config.settings(course, dummy=True)
    password = first.SharedPasswordAuthenticator.user_password
    assert len(password) >= 12 and password == again.SharedPasswordAuthenticator.user_password
    assert service(first, CLI)["api_token"] == service(again, CLI)["api_token"]
    files = list(course.private.iterdir())
    assert files and all(file.stat().st_mode & 0o077 == 0 for file in files)
    # What goes into the environment of every student's server is not secret.
    spoken = json.dumps([first.Spawner.environment, first.Spawner.cmd], default=str)
    assert password not in spoken and service(first, CLI)["api_token"] not in spoken
    assert set(first.Spawner.env_keep) <= {"LANG", "LC_ALL", "TZ"}


def test_a_secret_whose_writing_was_cut_off_is_made_anew(course):
    """On a full disk, a file of no bytes was left: everybody would sign in with no password."""
    file = course.private / "dummy-password"
    for content in ("", "\n"):
        file.write_text(content)
        assert len(config.dummy_password(course)) == 12
        assert config.dummy_password(course) == file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(course.private) == ["dummy-password"]


def test_nobody_signs_in_as_a_service(course):
    blocked = config.settings(course).Authenticator.blocked_users
    named = {each["name"] for each in config.settings(course).JupyterHub.services}
    assert named <= blocked


def test_without_node_it_says_what_brings_it(course, proxy, monkeypatch):
    monkeypatch.setenv("PATH", str(course.folder))
    with pytest.raises(FileNotFoundError, match="apt install nodejs npm"):
        config.settings(course)


def test_without_the_proxy_it_says_what_brings_it(course, proxy, monkeypatch, tmp_path):
    (proxy / config.PROXY).unlink()
    monkeypatch.setattr(config, "LAB", tmp_path)
    monkeypatch.setattr(config.sys, "prefix", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="make hub installs it"):
        config.settings(course)


def test_the_proxy_in_the_courses_folder_is_run_by_node(course, proxy):
    assert config.proxy_command(course) == (str(proxy / "node"), str(proxy / config.PROXY))
    assert os.access(proxy / "node", os.X_OK)
