import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import zmq

from labkit.checks.marking import Status
from labkit.grading.classroom.records import Store
from labkit.hub import accounts, exchange, opening, signing_in
from labkit.hub.course import LAB, Tls, read_course, tick_names
from tests.benchmarks import hub as hub_class
from tests.benchmarks.hub_student import Student
from tests.hub.live import as_root, closed_copy, needs_hub, open_folder, running


def test_a_new_course_is_safe_and_says_all_that_can_be_said(new, tmp_path):
    (tmp_path / "list.csv").write_text("student\nada\n")
    course = new(instructors=["Ines"], roster=tmp_path / "list.csv")
    assert (course.address, course.instructors) == ("127.0.0.1", ("ines",))
    assert course.roster.read_text() == "student\nada\n"
    assert course.late.penalty_per_day == 0.1 and not course.late.deadlines
    text = (course.folder / "course.toml").read_text()
    assert all(f"# {tick} = 20" in text for tick in tick_names())
    # What it shows in comments can be taken as it is.
    shown = text.replace("# [late.ext", "[late.ext").replace("# tick", "tick")
    (course.folder / "course.toml").write_text(shown)
    assert set(read_course(course.folder).late.deadlines) == set(tick_names())


@pytest.mark.parametrize(
    "name",
    [
        *('a "b" \\', "Größe", "日本", "'''", "# no comment", "علم المعنى \u200f(NLP)"),
        *(
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "Langue\u00a0: cours",
            "言語\u3000処理",
        ),
        "\U0001f469\u200d\U0001f3eb Significance",
    ],
)
def test_a_course_can_be_called_anything_that_fits_on_a_line(new, name):
    assert new(name=name).name == name


@pytest.mark.parametrize("name", ["[x]\u200b", "a\u202eb", "a\u2028b", "a\x85b", "a\tb", "\u00a0"])
def test_a_name_with_what_nobody_sees_is_none(new, name):
    with pytest.raises(ValueError, match="name must be"):
        new(name=name)


def test_what_is_wrong_leaves_no_folder_behind(new, tmp_path):
    for wrong in ({"slug": "../x"}, {"name": "a\nb"}, {"instructors": ["a+b"]}):
        with pytest.raises(ValueError, match="must be"):
            new(**wrong)
    with pytest.raises(FileNotFoundError, match="roster must be"):
        new(roster=tmp_path / "nowhere.csv")
    assert not (tmp_path / "new").exists()


def test_the_repository_is_no_course(new, tmp_path, monkeypatch):
    (tmp_path / "lab").mkdir()
    (tmp_path / "link").symlink_to("lab")
    monkeypatch.setattr(opening, "LAB", tmp_path / "lab")
    for folder in (tmp_path / "lab", tmp_path / "link"):
        with pytest.raises(ValueError, match="a folder of its own, not in the repository's"):
            new(folder)
    assert not any((tmp_path / "lab").iterdir())
    assert new(tmp_path / "lab" / "course").folder == tmp_path / "lab" / "course"


def test_a_course_that_there_is_stays_as_it_is(new):
    course = new()
    with pytest.raises(FileExistsError, match="must not be a course's already"):
        new(name="Another")
    assert read_course(course.folder) == course


def test_a_list_that_lies_in_the_folder_already_stays_whatever_is_wrong(new, tmp_path):
    own, other = tmp_path / "new" / "roster.csv", tmp_path / "other.csv"
    own.parent.mkdir()
    own.write_text("student\nada\n")
    other.write_text("student\nben\n")
    with pytest.raises(ValueError, match="must be"):
        new(slug="../x", roster=own)
    with pytest.raises(FileExistsError, match=r"another list, .*roster\.csv"):
        new(roster=other)
    assert os.listdir(own.parent) == ["roster.csv"]
    assert new(roster=own).roster.read_text() == "student\nada\n"


@pytest.mark.parametrize("sign", ["*", "?", "[1]", ":", "%20", "$HOME", "\n", "\u202e"])
def test_a_folder_that_programs_take_for_something_else_is_refused(new, tmp_path, sign):
    with pytest.raises(ValueError, match="course must be in a folder without"):
        new(folder=tmp_path / f"lab{sign}")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["my course", "Größe 'x'", "a#b & c;d", "x" * 200])
def test_any_other_folder_will_do(new, tmp_path, name):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    course = new(folder=tmp_path / "link" / name)
    assert course.folder == tmp_path.resolve() / "real" / name
    signing_in.add(course, "ada")
    assert [user.name for user in signing_in.users(course)] == ["ada"]
    assert course.database.is_file() and exchange.prepare(course) is None


def test_what_is_private_is_from_the_beginning(new):
    course = new()
    for folder in (course.private, course.homes):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_what_a_browser_opens(new):
    course = new()
    assert opening.web_address(course) == "http://127.0.0.1:8000"
    everywhere = replace(course, address="0.0.0.0", tls=Tls(Path("a"), Path("b")))
    assert opening.web_address(everywhere) == "https://127.0.0.1:8000"
    assert opening.web_address(replace(course, address="::")) == "http://[::1]:8000"


def unit():
    """Give systemd's file from the instructors' guide, with commands that there are."""
    text = Path(LAB, "notebooks", "instructors.md").read_text(encoding="utf8")
    lines = text[text.index("[Unit]") : text.index("\n\n", text.index("[Install]"))].splitlines()
    return "\n".join(line.strip() for line in lines) + "\n"


def test_the_hub_starts_with_the_machine_once_there_is_a_network(tmp_path):
    settings = dict(line.split("=", 1) for line in unit().splitlines() if "=" in line)
    # After alone puts two in an order, and starts neither.
    assert settings["Wants"] == settings["After"] == "network-online.target"
    assert settings["ExecStart"].endswith("/.venv/bin/labkit hub start")
    if shutil.which("systemd-analyze"):
        bin = tmp_path / "a repository" / ".venv" / "bin"
        bin.mkdir(parents=True)
        (bin / "labkit").symlink_to("/bin/true")
        text = unit().replace("/path/to/this/repository/.venv/bin/labkit", f'"{bin}/labkit"')
        file = tmp_path / "labkit-hub.service"
        file.write_text(text.replace("/path/to/this/repository", str(bin.parents[1])))
        done = subprocess.run(
            ["systemd-analyze", "verify", str(file)], capture_output=True, text=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_a_course_is_started_once_at_a_time(new):
    course = new()
    code = "import sys; from labkit.hub import opening, course; opening._alone(course.read_course(sys.argv[1])); import os; os.execv('/bin/sleep', ['sleep', '60'])"
    first = subprocess.Popen([sys.executable, "-c", code, str(course.folder)])
    try:
        end = time.monotonic() + 30
        while Path(f"/proc/{first.pid}/comm").read_text() != "sleep\n":
            assert time.monotonic() < end and first.poll() is None
            time.sleep(0.05)
        with pytest.raises(BlockingIOError, match="whose hub does not run"):
            opening._alone(course)
    finally:
        first.kill()
        first.wait()
    opening._alone(course)


def wait_for_server(hub, name):
    hub.wait(lambda: hub.api("GET", f"/users/{urllib.parse.quote(name)}")["server"], 180)


def spawn(hub, browser, name):
    """Open the link of the class, as signed in."""
    browser.get("/hub/spawn")
    wait_for_server(hub, name)
    # Signs in at the student's own server, too.
    assert browser.get(f"/user/{name}/lab")[0] == 200
    return psutil.Process(pid_of(hub, name))


def pid_of(hub, name):
    """The process that is somebody's server: by its environment, which only root and they can read."""
    env = {"JUPYTERHUB_USER": name, "HOME": str(accounts.home(read_course(hub.folder), name))}
    found = []
    for each in psutil.process_iter(["cmdline"]):
        if any("/student/start.py" in word for word in each.info["cmdline"] or ()):
            with suppress(psutil.Error):
                found += [each.pid] * (env.items() <= each.environ().items())
    (pid,) = found
    return pid


def contents(browser, name, path):
    status, text = browser.get(f"/user/{name}/api/contents/{path}")
    assert status == 200, text
    return {each["name"] for each in json.loads(text)["content"]}


def nobody_listens_in(hub, browser, name):
    """What a kernel tells its server, other users of the machine do not hear."""
    token = {"X-XSRFToken": browser.xsrf(f"/user/{name}/"), "Content-Type": "application/json"}
    status, text = browser.request(f"/user/{name}/api/kernels", b"{}", token)
    assert status == 201, text
    kernel = f"/user/{name}/api/kernels/{json.loads(text)['id']}"
    runtime = Path(os.readlink(accounts.home(read_course(hub.folder), name) / ".labkit-kernels"))
    assert runtime.stat().st_mode & 0o077 == 0
    (file,) = runtime.glob("kernel-*.json")
    assert file.stat().st_mode & 0o077 == 0
    told = json.loads(file.read_text())
    assert told["transport"] == "ipc" and Path(told["ip"]).parent == runtime
    heard = zmq.Context.instance().socket(zmq.SUB)
    try:  # not even who may enter the folder hears what has no key
        heard.setsockopt(zmq.SUBSCRIBE, b"")
        heard.connect(f"ipc://{told['ip']}-{told['iopub_port']}")
        assert browser.request(f"{kernel}/restart", b"", token, "POST")[0] == 200
        assert not heard.poll(3000)
        assert json.loads(browser.get(kernel)[1])["execution_state"] in ("starting", "idle")
    finally:
        heard.close(0)
    assert browser.request(kernel, None, token, "DELETE")[0] == 204


@needs_hub
@pytest.mark.slow
def test_a_hub_for_trying_out_starts_and_ends_with_a_certificate(tmp_path):
    with running(tmp_path / "course", one_user=True, tls=True) as hub:
        assert "for trying out only" in hub.log.read_text()
        assert hub.password in hub.log.read_text()
        assert f"ines: the class page is {hub.url}/services/labkit/" in hub.log.read_text()
        ada = hub.sign_in("ada")
        secure = {cookie.name for cookie in ada.cookies if cookie.secure}
        assert {"jupyterhub-hub-login", "jupyterhub-session-id"} <= secure
        server = spawn(hub, ada, "ada")
        assert {"start-here.ipynb", "lectures", "ticks"} <= contents(ada, "ada", "notebooks")
        nobody_listens_in(hub, ada, "ada")
        # Another's server is another's, though the password is the same.
        assert hub.sign_in("ben").get("/user/ada/api/contents/notebooks")[0] in (403, 404)
        assert "look at" not in hub.labkit("status", check=False).stdout
        again = hub.labkit("start", "--port", str(hub.port + 100), check=False)
        assert again.returncode == 2 and "whose hub does not run" in again.stderr
        hub.stop(signal.SIGINT)
        assert not server.is_running()
        assert not hub.answers("/hub/health")


@needs_hub
@pytest.mark.long
def test_who_signs_up_gets_in_when_approved_and_nowhere_else(tmp_path):
    with running(tmp_path / "course", dummy=False, one_user=True, tls=True) as hub:
        password = "correct horse"
        both = {"signup_password": password, "signup_password_confirmation": password}
        ada = hub.browser()
        assert "sent to the admin" in ada.form("/hub/signup", username="ada", **both)[1]
        refused = ada.form("/hub/login", username="ada", password=password)[1]
        assert "has not been authorized" in refused
        for name in ("ines", "labkit", "class", "a+b", "../ada"):
            page = hub.browser().form("/hub/signup", username=name, **both)[1]
            assert "sent to the admin" not in page and "alert-danger" in page
        assert "waits for approval" in hub.labkit("users").stdout
        hub.labkit("users", "--approve", "ada")
        for wrong in ("wrong horse", "x" * 100):
            page = ada.form("/hub/login", username="ada", password=wrong)[1]
            assert "Invalid username or password" in page
        stale = {"username": "ada", "password": password, "_xsrf": "stale"}
        status, page = ada.request("/hub/login", stale)
        assert status == 403 and "Try again" in page
        ada.sign_in("ada", password)
        # Nothing of the instructors', the administrators' or another's.
        for place in ("authorize", "admin", "api/users", "api/users/ines", "api/proxy"):
            assert ada.get(f"/hub/{place}")[0] in (403, 404)
        assert ada.get("/services/labkit/")[0] == 403

        added = hub.labkit("users", "--add", "ines").stdout.strip().partition(",")[2]
        ines = hub.browser()
        ines.sign_in("ines", added)
        assert ines.get("/services/labkit/")[0] == 200 and "/services/labkit" in ines.at
        assert ines.get("/user/ada/lab")[0] in (403, 404)
        hub.labkit("users", "--remove", "ada")
        ada.get("/hub/home")
        assert "/hub/login" in ada.at
        assert " 500 " not in hub.log.read_text() and "Traceback" not in hub.log.read_text()


@needs_hub
@as_root
@pytest.mark.slow
def test_a_student_with_a_unix_user_gets_marks_also_after_the_lab_was_changed(tmp_path):
    lab, name, tick = closed_copy(tmp_path / "lab"), f"round{os.getpid()}", hub_class.TICK
    with open_folder() as above:
        try:
            with running(above / "course", lab=lab) as hub:
                hub.labkit("release", tick)
                ada = Student(hub.url, name, hub.password, "class")
                ada.sign_in()
                ada.open_tick(tick)
                ada.work(hub_class.answers())
                ada.hand_in(tick, 240)
                with open(lab / "labkit" / "hub" / "service.py", "a") as code:
                    code.write("# changed while the hub runs\n")
                hub.labkit("release", tick)
                hub.wait(lambda: "beginning anew" in hub.log.read_text())
                ada.hand_in(tick, 240)
                assert "a round failed" not in hub.log.read_text()
                book = (hub.folder / "marks" / "gradebook.db").stat()
                assert pwd.getpwuid(book.st_uid).pw_name == accounts.GRADER
                record = Store(hub.folder / "marks").of(name, tick)
                assert record.status is Status.RAN and not record.errors
                assert sum(mark.points for mark in record.marks) == 10
        finally:
            hub_class.remove(name)


@needs_hub
@as_root
@pytest.mark.long
def test_a_class_of_unix_users_ends_with_its_hub_and_stays_signed_in(tmp_path):
    lab = closed_copy(tmp_path / "lab")
    with open_folder() as above, running(above / "course", dummy=False, lab=lab) as hub:
        course = read_course(hub.folder)
        password = hub.labkit("users", "--add", "hub-test-ada").stdout.strip().partition(",")[2]
        name = "hub-test-ada"
        ada = hub.sign_in(name, password)
        server = spawn(hub, ada, name)
        account = accounts.known_users([name])[name]
        assert server.uids().real == account.pw_uid and server.gids().real == account.pw_gid
        assert Path(server.exe()).resolve() != Path(sys.executable).resolve()
        assert server.environ()["PYTHONPATH"] == str(course.pack)

        hub.stop()
        assert not server.is_running()
        hub.start()
        server = spawn(hub, ada, name)  # signed in as before
        assert contents(ada, name, "notebooks") >= {"start-here.ipynb"}
        secret_files(hub, account)

        hub.labkit("users", "--remove", name)
        hub.wait(lambda: not server.is_running())
        assert "waits" not in hub.labkit("users").stdout
        subprocess.run(["userdel", account.pw_name], check=True)


def secret_files(hub, account):
    """Nothing that is private can be read as a student, whatever the permissions were before."""
    code = (
        "import os, sys\n"
        "for folder in sys.argv[1:]:\n"
        "    for at, folders, files in os.walk(folder):\n"
        "        for name in files:\n"
        "            try:\n"
        "                open(os.path.join(at, name), 'rb').read(1)\n"
        "                print(os.path.join(at, name))\n"
        "            except OSError: pass\n"
    )
    private = ("hub", "lab", "marks", "submitted", "versions", "grader", "course.toml")
    done = subprocess.run(
        ["/usr/bin/python3", "-c", code, str(hub.lab), *(str(hub.folder / p) for p in private)],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        capture_output=True,
        text=True,
        cwd="/",
    )
    assert (done.stdout, done.returncode) == ("", 0)
