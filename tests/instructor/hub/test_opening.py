import grp
import json
import os
import pwd
import re
import signal
import socket
import subprocess
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from http.cookiejar import Cookie
from pathlib import Path

import psutil
import pytest
import zmq

from labkit.checks.marking import Status
from labkit.instructor.grading.marks.store import Store
from labkit.instructor.hub import accounts, check_machine, opening
from labkit.instructor.hub.course import (
    Listening,
    ServerLimits,
    SigningIn,
    read_course,
    tick_names,
)
from tests.benchmarks import hub as hub_class
from tests.benchmarks.hub_student import Student
from tests.instructor.hub.live import as_root, closed_copy, needs_hub, open_folder, running


def test_a_new_course_is_safe_and_says_all_that_can_be_said(new, tmp_path):
    (tmp_path / "list.csv").write_text("student\nada\n")
    name = "言語\u3000処理 \"$&'\\ \U0001f469\u200d\U0001f3eb"
    course = new(name=name, instructors=["Ines"], roster=tmp_path / "list.csv")
    assert {p.stat().st_mode & 0o777 for p in (course.private, course.homes)} == {0o700}
    assert (str(course.hub.address), course.name) == ("127.0.0.1", name)
    assert (course.instructors, course.roster.read_text()) == (("ines",), "student\nada\n")
    assert course.policy.penalty_per_day == 0.1 and not course.policy.deadlines
    with pytest.raises(FileExistsError, match="must be a new or empty folder"):
        new(name="Another")
    assert read_course(course.folder) == course
    # What it shows in comments can be taken as it is.
    text = course.late.read_text().replace("# tick", "tick")
    course.late.write_text(text)
    policy, today = read_course(course.folder).policy, datetime.now().date()
    assert set(policy.deadlines) == set(tick_names())
    (due,) = {when.astimezone(policy.zone) for when in policy.deadlines.values()}
    assert (due.weekday(), due.hour) == (4, 17) and 14 <= (due.date() - today).days <= 21
    assert (course.limits, course.hub) == (ServerLimits(), Listening())
    everywhere = replace(course, hub=Listening("::", certificate=Path("a"), key=Path("b")))
    assert opening.class_page(everywhere) == "https://[::]:8000/services/labkit/"


def test_what_is_wrong_leaves_no_folder_behind(new, tmp_path):
    hidden = ("[x]\u200b", "a\u202eb", "a\u2028b", "a\x85b", "a\tb", "\u00a0", "a\nb")
    names = [{"name": name} for name in hidden]
    for wrong in (*names, {"slug": "../x"}, {"slug": "x-"}, {"instructors": ["a+b"]}):
        with pytest.raises(ValueError, match="(name|id) must be"):
            new(**wrong)
    for sign in ("*", "?", "[1]", ":", "%20", "$HOME", "\n", "\u202e"):
        with pytest.raises(ValueError, match="course must be in a folder without"):
            new(folder=tmp_path / f"lab{sign}")
    with pytest.raises(FileNotFoundError, match="roster must be"):
        new(roster=tmp_path / "nowhere.csv")
    assert os.listdir(tmp_path) == []


def test_any_other_folder_will_do_but_the_repository(new, tmp_path, monkeypatch):
    (tmp_path / "lab").mkdir()
    (tmp_path / "link").symlink_to("lab")
    monkeypatch.setattr(opening, "LAB", tmp_path / "lab")
    ours, filled = (
        "a folder of its own, not in the repository's",
        "must be a new or empty folder, .* holds lab: ",
    )
    for folder, said in (("lab", ours), ("link", ours), (".", filled)):
        with pytest.raises((ValueError, FileExistsError), match=said):
            new(tmp_path / folder)
    assert not any((tmp_path / "lab").iterdir())
    for name in ("course", "my course", "Größe 'x'", "a#b & c;d", "x" * 200):
        assert new(tmp_path / "link" / name).folder == tmp_path.resolve() / "lab" / name


@pytest.mark.skipif(os.geteuid() != 0, reason="about root")
def test_root_leaves_another_users_course_alone(course):
    check_machine.refuse_others_course(course)
    os.chown(course.folder, 12_345, 12_345)
    with pytest.raises(PermissionError, match="which user 12345 has made"):
        check_machine.refuse_others_course(course)


def test_a_port_that_is_taken_and_an_address_of_another_machine_are_named(course):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for address in ("127.0.0.1", "192.0.2.1"):
            said = f"and port must belong to this machine.*{address}:{port}: .*--port"
            with pytest.raises(OSError, match=said):
                check_machine.refuse_taken_port(replace(course, hub=Listening(address, port)))
    check_machine.refuse_taken_port(replace(course, hub=Listening("::1", port)))
    check_machine.refuse_open_trial(replace(course, hub=Listening("127.0.0.9")))
    with pytest.raises(ValueError, match=r"own, 127\.0\.0\.1, not 192\.0\.2\.1"):
        check_machine.refuse_open_trial(replace(course, hub=Listening("192.0.2.1")))


WHOSE = """. root 755, hub root 700, homes root 711, homes/gone root 700, homes/HOME root 700, student root 755
release team 755, versions team 2750, marks team 2770, class team 2770
grader grader 700, late.toml list 640, course.toml list 640"""  # fmt: skip


@as_root
def test_the_folders_of_a_class_are_whose_they_should_be_also_on_another_machine(class_of):
    course, named = class_of
    (course.folder / "course.toml").touch()
    late, ada = course.folder / "late.toml", accounts.make_user(course, named("ada"))
    late.touch()
    opening.own_folders(course := replace(course, late=late))
    home, gone = Path(ada.pw_dir), course.homes / "gone"
    for folder in (course.release, course.marks, gone, home):  # of other numbers there
        (folder / "inner").mkdir(parents=True)
        for path in (folder, folder / "inner"):
            os.chown(path, 54_321, 54_321)
    opening.own_folders(course)
    grader = pwd.getpwnam(accounts.GRADER)
    team = grader.pw_uid, grp.getgrnam(accounts.instructors_group(course)).gr_gid
    ids = {"root": (0, 0), "grader": (*grader[2:4],), "team": team, "list": (0, team[1])}
    for line in re.split(r"[,\n] ?", WHOSE):
        place, whose, mode = line.split()
        about = course.folder.joinpath(place.replace("HOME", home.name)).stat()
        assert (about.st_uid, about.st_gid) == ids[whose], line
        assert f"{about.st_mode & 0o7777:o}" == mode, line
    assert (course.marks / "inner").stat().st_uid == grader.pw_uid
    assert (gone / "inner").stat().st_uid == 54_321  # as long as nobody is back
    accounts.make_user(course, ada.pw_gecos.split()[-1])
    assert (home / "inner").stat().st_uid == ada.pw_uid


def test_what_students_must_not_read_is_named_with_what_closes_it(course, monkeypatch):
    with open_folder() as above:
        lab, key, secret = above / "my lab", above / "hub.key", above / "secret"
        lab.mkdir(mode=0o755)
        key.touch(0o644)
        secret.touch(0o644)
        monkeypatch.setattr(check_machine, "LAB", lab)
        university = SigningIn("https://login.uni.example", "lab", secret)
        listening = Listening(certificate=above / "hub.crt", key=key)
        secured = replace(course, hub=listening, signing_in=university)
        with pytest.raises(PermissionError) as refused:
            check_machine.refuse_what_is_open(secured)
        commands = re.findall("^    (chmod .*)$", str(refused.value), flags=re.MULTILINE)
        subprocess.run(["sh", "-c", "\n".join(commands)], check=True)
        check_machine.refuse_what_is_open(secured)
        # And the course's folder must be one that students can get to.
        inner = replace(course, folder=lab / "course")
        inner.folder.mkdir()
        lab.chmod(0o711)
        check_machine.refuse_what_is_closed(inner)
        lab.chmod(0o750)
        with pytest.raises(PermissionError, match=f"not in {lab}"):
            check_machine.refuse_what_is_closed(inner)
    assert len(commands) == 3


def nobody_listens_in(hub, browser):
    """What a kernel tells its server, other users of the machine do not hear."""
    token = {"X-XSRFToken": browser.xsrf("/user/ada/"), "Content-Type": "application/json"}
    status, text = browser.request("/user/ada/api/kernels", b"{}", token)
    assert status == 201, text
    kernel = f"/user/ada/api/kernels/{json.loads(text)['id']}"
    runtime = Path(os.readlink(accounts.home(read_course(hub.folder), "ada") / ".labkit-kernels"))
    (file,) = runtime.glob("kernel-*.json")
    assert runtime.stat().st_mode & 0o077 == file.stat().st_mode & 0o077 == 0
    told = json.loads(file.read_text())
    assert told["transport"] == "ipc" and Path(told["ip"]).parent == runtime
    # Not even who may enter the folder hears what has no key.
    with zmq.Context.instance().socket(zmq.SUB) as heard:
        heard.linger = 0
        heard.setsockopt(zmq.SUBSCRIBE, b"")
        heard.connect(f"ipc://{told['ip']}-{told['iopub_port']}")
        assert browser.request(f"{kernel}/restart", b"", token, "POST")[0] == 200
        assert not heard.poll(3000)
        assert json.loads(browser.get(kernel)[1])["execution_state"] in ("starting", "idle")
    assert browser.request(kernel, None, token, "DELETE")[0] == 204


@needs_hub
@pytest.mark.slow
def test_a_hub_for_trying_out_starts_and_ends_with_a_certificate(tmp_path):
    with running(tmp_path / "course", one_user=True, tls=True) as hub:
        assert "only to try the hub out" in hub.log.read_text()
        assert hub.password("") in hub.log.read_text()
        assert f"ines: the class page is {hub.url}/services/labkit/" in hub.log.read_text()
        ada = hub.sign_in("ada")
        secure = {cookie.name for cookie in ada.cookies if cookie.secure}
        assert {"jupyterhub-hub-login", "jupyterhub-session-id"} <= secure
        hub.spawn(ada, "ada")
        program = str(hub.folder / "student" / "start.py")
        running_now = psutil.process_iter(["cmdline"])
        (server,) = (p for p in running_now if program in (p.info["cmdline"] or ()))
        listed = json.loads(ada.get("/user/ada/api/contents/notebooks")[1])["content"]
        assert {"start-here.ipynb", "lectures", "ticks"} <= {each["name"] for each in listed}
        nobody_listens_in(hub, ada)
        # Another's server is another's, though the password is the same; and so is the class page.
        for place in ("/user/ines/lab", "/services/labkit/", "/hub/admin", "/hub/api/users"):
            assert ada.get(place)[0] in (403, 404)
        ines = hub.sign_in("ines")
        assert ines.get("/services/labkit/")[0] == 200
        assert ines.get("/user/ada/api/contents/notebooks")[0] in (403, 404)
        assert "Invalid" in hub.browser().form("/hub/login", username="ada", password="wrong")[1]
        again = hub.labkit("start", "--port", str(hub.port + 100), check=False)
        assert "whose hub does not run" in again
        hub.stop(signal.SIGINT)
        assert not server.is_running() and not hub.answers("/hub/health")


def toss(browser, cookies, domain):
    """Set cookies as a page of a student's server can: for the domain above it."""
    for each in cookies:
        browser.cookies.set_cookie(
            Cookie(0, each.name.removeprefix("__Host-"), each.value, None, False, domain, True, True,
                   each.path, True, each.secure, None, False, None, None, {})
        )  # fmt: skip


@needs_hub
@pytest.mark.slow
def test_with_https_no_student_s_page_signs_others_in_as_that_student(tmp_path):
    with running(tmp_path / "course", one_user=True, tls="names") as hub:
        mallory, ada, visitor = hub.sign_in("mallory"), hub.sign_in("ada"), hub.browser()
        for each in (mallory, ada):
            assert each.get("/services/labkit/me")[0] == 200
        for browser in (ada, visitor):
            toss(browser, mallory.cookies, ".lab.localhost")
            for place in ("/hub/home", "/services/labkit/me"):
                status, text = browser.get(place)
                assert ("/hub/login" in browser.at) == (browser is visitor), (place, status)
                assert status == 200 and "mallory" not in text
        hub.spawn(ada, "ada")
        assert ada.get("/user/ada/api/status")[0] == 200


@needs_hub
@as_root
@pytest.mark.long
def test_a_student_with_a_unix_user_gets_marks_also_after_the_lab_was_changed(tmp_path):
    lab, name, tick = closed_copy(tmp_path / "lab"), f"round{os.getpid()}", hub_class.TICK
    with open_folder() as above:
        try:
            with running(above / "course", lab=lab) as hub:
                hub.labkit("release", tick)
                ada = Student(hub.url, name, hub.password(name))
                ada.sign_in()
                ada.open_tick(tick)
                ada.work(hub_class.answers())
                ada.hand_in(tick, 240)
                with open(lab / "labkit" / "instructor" / "hub" / "service.py", "a") as code:
                    code.write("# changed while the hub runs\n")
                hub.labkit("release", tick)
                hub.wait(lambda: "beginning anew" in hub.log.read_text())

                def handed_in():
                    """Try again, as who presses Submit meanwhile is told."""
                    with suppress(OSError):
                        ada.hand_in(tick, 240)
                        return True

                hub.wait(handed_in)
                assert "a round failed" not in hub.log.read_text()
                book = (hub.folder / "marks" / "gradebook.db").stat()
                assert pwd.getpwuid(book.st_uid).pw_name == accounts.GRADER
                record = Store(hub.folder / "marks").of(name, tick)
                assert record.status is Status.RAN and not record.errors
                assert sum(mark.points for mark in record.marks) == 10
        finally:
            hub_class.remove(name)


@as_root
def test_root_changes_nothing_where_the_service_has_put_a_link(class_of):
    course, _ = class_of
    opening.own_folders(course)
    secret, place = course.folder / "secret", course.changed / "late.toml"
    secret.write_text("root's")
    secret.chmod(0o600)
    grader = accounts.becoming(pwd.getpwnam(accounts.GRADER))
    for link in (["ln", "-s"], ["ln"]):  # the system refuses the second, or it is root's file still
        subprocess.run([*grader, *link, str(secret), str(place)], capture_output=True)
        opening.own_folders(replace(course, late=place))
        accounts.close_files(replace(course, late=place))
        about = secret.stat()
        assert (about.st_uid, about.st_gid, about.st_mode & 0o777) == (0, 0, 0o600)
        place.unlink(missing_ok=True)
