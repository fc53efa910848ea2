"""What a student may not do to the exchange, tried by one as a Unix user of their own: EVE.

ADA hands in honestly. EVE has a shell, all of nbgrader's and labkit's code, and time.
"""

import html
import os
import shutil
import subprocess
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from labkit.grading.base.atomic import write_whole
from labkit.hub import exchange, folder
from labkit.hub.notices import notice
from labkit.hub.versions import Versions, counting
from tests.grading.tiny import NAME
from tests.hub.people import Failed, Session, rooms, unclosed, unix_name, users
from tests.superuser import needs_root

pytestmark = [needs_root, pytest.mark.slow, unclosed]

ADA, EVE, GRADER = (f"{name}{os.getpid()}" for name in ("ada", "eve", "grd"))


@pytest.fixture(scope="module")
def shared():
    with users(*map(unix_name, (ADA, EVE, GRADER))), rooms() as make:
        room = make()
        room.release()
        for name in (ADA, EVE):
            room.student(name)(f"fetch({NAME!r})")
        yield room


@pytest.fixture
def room(shared):
    yield shared
    shared.clear()


@pytest.fixture
def ada(room):
    return room.student(ADA)


@pytest.fixture
def eve(room):
    return room.student(EVE)


def collect(room):
    """Collect, and tell what of: user -> versions. Nothing that is waited for holds it up."""
    began = time.monotonic()
    found = exchange.collect(room.course, room.lab)
    assert time.monotonic() - began < 5
    told = {}
    for version in found.versions:
        told.setdefault(version.student, []).append(version)
    return told, found.trouble


def tries(session, what, *arguments):
    """Tell what comes of something that a user tries: "", or the error's name."""
    return session(f"answer = may({what}, *{arguments!r})")


# --- reading


def test_nobody_reads_what_is_others(room, ada, eve):
    place = ada.hand_in()
    told, _ = collect(room)
    (version,) = told[ADA]
    Versions(room.course.versions).put(version, room.course.submitted)
    exchange.give_back(room.course, version, "<main>ada's</main>")
    write_whole(room.course.marks / "gradebook.db", "marks")
    for path in (
        place.parent,
        room.course.exchange_root / "nlp" / "feedback",
        room.course.exchange_root / "nlp" / "fetched",
        room.course.versions,
        room.course.submitted,
        room.course.marks,
        room.course.private,
        room.lab,
        ada.home,
    ):
        assert tries(eve, "os.listdir", str(path)) == "PermissionError", path
    for path in (
        room.course.submitted / ADA / NAME / f"{NAME}.ipynb",
        room.course.versions / ADA / NAME / version.key / "version.json",  # with ADA's secret
        room.course.marks / "gradebook.db",
        room.lab / "notebooks" / "ticks" / NAME / "hidden.py",
    ):
        assert path.is_file() and tries(eve, "open", str(path)) == "PermissionError", path


def test_nobody_finds_anothers_feedback(room, ada, eve):
    ada.hand_in(double="return 1")
    eve.hand_in()
    told, _ = collect(room)
    for student, versions in told.items():
        exchange.give_back(room.course, versions[0], f"<main>of {student}</main>")
    assert eve.pages() == [f"<main>of {EVE}</main>"] and ada.pages() == [f"<main>of {ADA}</main>"]
    # By what of ADA's submission EVE can know: its name up to the secret, and its notebook.
    (cached,) = Path(ada.home, ".cache-of-nbgrader", "nlp").iterdir()
    eve(
        f"p = Path.home() / '.cache-of-nbgrader' / 'nlp' / {cached.name!r}; p.mkdir();"
        f"(p / {NAME + '.ipynb'!r}).write_text({(cached / f'{NAME}.ipynb').read_text()!r})"
    )
    assert all(f"of {ADA}" not in page for page in eve.pages())
    eve(f"shutil.rmtree(Path.home() / '.cache-of-nbgrader' / 'nlp' / {cached.name!r})")


# --- another's submission


def test_nobody_moves_or_removes_what_another_has_handed_in_even_by_its_name(room, ada, eve):
    place, top = str(ada.hand_in()), room.course.exchange_root
    for what, *arguments in (
        ("os.rename", place, place + "x"),
        ("os.rename", place, str(eve.home / "taken")),
        ("os.chmod", place, 0),
        ("os.rename", str(top / "nlp"), str(top / "other")),
        ("os.rename", str(top / "nlp" / "inbound"), str(top / "nlp" / "other")),
        ("os.unlink", place + f"/{NAME}.ipynb.not-there"),
        ("os.mkdir", str(top / "nlp" / "outbound" / "tick99")),
        ("os.mkdir", str(top / "nlp" / "feedback" / "x")),
    ):
        assert tries(eve, what, *arguments) in ("PermissionError", "FileNotFoundError"), what
    told, _ = collect(room)
    assert not told[ADA][0].refusal


def test_what_another_has_put_into_a_submission_is_left_out(room, ada, eve):
    """EVE cannot know the folder's name; if she did, ADA's notebook would count all the same."""
    place = ada.hand_in()
    for name in ("helper.py", "another.ipynb"):
        eve(f"Path({str(place / name)!r}).write_text('raise SystemExit')")
    told, _ = collect(room)
    (version,) = told[ADA]
    files = room.course.versions / ADA / NAME / version.key / "files"
    assert sorted(os.listdir(files)) == ["checks.py", f"{NAME}.ipynb"]
    assert version.left_out == ("another.ipynb: another user's", "helper.py: another user's")
    assert version.notebooks == (NAME,)


@pytest.mark.parametrize(
    "code",
    [
        "shutil.copytree(own, forged)",
        "os.rename(own, forged)",
        "os.symlink(own, forged)",
        "os.mkfifo(forged)",
        "Path(forged).touch()",
    ],
)
def test_nobody_hands_in_as_another(room, ada, eve, code):
    ada.hand_in()
    own = eve.hand_in()
    forged = str(own).replace(EVE, ADA, 1)
    eve(f"own, forged = {str(own)!r}, {forged!r}; {code}")
    told, trouble = collect(room)
    assert len(told[ADA]) == 1 and told[ADA][0].handle != os.path.basename(forged)
    assert ADA in trouble[0] and unix_name(EVE) in trouble[0]


def test_a_link_to_anothers_submission_is_no_submission(room, ada, eve):
    place = ada.hand_in()
    eve(f"os.symlink({str(place)!r}, {str(place).replace(ADA, EVE, 1)!r})")
    told, _ = collect(room)
    assert set(told) == {ADA}


def test_a_hard_link_to_anothers_file_is_not_read(room, ada, eve):
    theirs = ada.hand_in() / f"{NAME}.ipynb"
    own = eve.hand_in()
    # Linux forbids it, unless it is told not to (fs.protected_hardlinks); then root plays EVE.
    if tries(eve, "os.link", str(theirs), str(own / "theirs.ipynb")):
        os.link(theirs, own / "theirs.ipynb")
    told, _ = collect(room)
    files = room.course.versions / EVE / NAME / told[EVE][0].key / "files"
    assert "theirs.ipynb" not in os.listdir(files)


def test_a_course_folder_that_a_student_has_made_first_is_not_used(room, eve):
    """The course is to have another id; EVE makes its folders, in which she could read all."""
    other = replace(room.course, slug="nlp-2027")
    top = str(room.course.exchange_root / "nlp-2027")
    eve(
        f"[os.makedirs(Path({top!r}) / name, 0o777) for name in ('outbound', 'inbound', 'feedback')]"
    )
    with pytest.raises(PermissionError, match=f"nlp-2027 must belong to root.*{unix_name(EVE)}"):
        exchange.release(other, NAME, room.lab)
    eve(f"shutil.rmtree({top!r}); os.symlink(Path.home(), {top!r})")
    with pytest.raises(OSError, match="not a link"):
        exchange.release(other, NAME, room.lab)
    eve(f"os.unlink({top!r})")


# --- the time


def test_what_is_changed_after_the_deadline_is_late_whatever_it_says_of_itself(room, eve):
    place = eve.hand_in()
    time.sleep(0.05)
    deadline = datetime.now(UTC)
    time.sleep(0.05)
    eve(
        f"place = Path({str(place)!r})\n"
        "for p in place.iterdir(): p.chmod(0o644)\n"
        f"(place / {NAME + '.ipynb'!r}).write_text((place / {NAME + '.ipynb'!r}).read_text() + ' ')\n"
        "(place / 'timestamp.txt').write_text('2001-01-01 00:00:00 UTC')\n"
        "for p in (*place.iterdir(), place): os.utime(p, (10**9, 10**9))"
    )
    told, _ = collect(room)
    assert told[EVE][0].when > deadline


@pytest.mark.parametrize(
    "change",
    [
        "os.rename(place, str(place) + 'x')",
        "place.chmod(0o755); place.chmod(0o777)",
        "(place / 'a').touch(); (place / 'a').unlink()",
        "os.utime(place / 'timestamp.txt', (10**9, 10**9))",
    ],
)
def test_any_change_at_all_is_seen(room, eve, change):
    place = eve.hand_in()
    time.sleep(0.05)
    deadline = datetime.now(UTC)
    time.sleep(0.05)
    eve(f"place = Path({str(place)!r}); {change}")
    told, _ = collect(room)
    assert told[EVE][0].when > deadline


def test_what_was_made_before_the_deadline_and_moved_in_after_it_is_late(room, eve):
    place = eve.hand_in()
    eve(f"os.rename({str(place)!r}, Path.home() / 'ready')")
    time.sleep(0.05)
    deadline = datetime.now(UTC)
    time.sleep(0.05)
    eve(f"os.rename(Path.home() / 'ready', {str(place)!r})")
    told, _ = collect(room)
    assert told[EVE][0].when > deadline


def test_a_file_held_open_since_before_is_written_to_in_vain(room, eve):
    place = eve.hand_in()
    eve(
        f"p = Path({str(place / f'{NAME}.ipynb')!r}); p.chmod(0o644); held = open(p, 'r+');"
        f"Path({str(place)!r}).chmod(0o777)"
    )
    told, _ = collect(room)
    kept = room.course.versions / EVE / NAME / told[EVE][0].key / "files" / f"{NAME}.ipynb"
    before = kept.read_bytes()
    eve("held.write('changed'); held.flush(); held.close()")
    assert collect(room)[0] == {} and kept.read_bytes() == before


def test_a_submission_that_counts_is_not_made_another_under_the_same_name(room, eve):
    place = eve.hand_in(double=None)
    collect(room)
    eve(f"shutil.rmtree({str(place)!r})")
    better = eve.hand_in()
    eve(f"os.rename({str(better)!r}, {str(place)!r})")
    assert collect(room)[0] == {}
    assert len(Versions(room.course.versions).of(EVE, NAME)) == 1


def test_old_names_and_times_make_no_version_older(room, eve):
    """The name of a folder, and where it stands among others, says nothing of its time."""
    place = eve.hand_in()
    time.sleep(0.02)
    old = place.with_name(f"{EVE}+{NAME}+2001-01-01 00:00:00.000000 UTC+abc")
    eve(f"shutil.copytree({str(place)!r}, {str(old)!r}); Path({str(old)!r}).chmod(0o777)")
    told, _ = collect(room)
    assert [each.handle for each in told[EVE]] == [place.name, old.name]
    assert counting(told[EVE], room.course.late).handle == old.name


# --- what holds the service up, or fills it


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("os.symlink('/etc/passwd', nb)", "is a link"),
        ("os.symlink('/dev/zero', nb)", "is a link"),
        ("os.symlink(nb, nb)", "is a link"),
        ("os.mkfifo(nb)", "is not a plain file"),
        ("s = socket.socket(socket.AF_UNIX); os.chdir(place); s.bind(nb.name)", "not a plain file"),
        ("open(nb, 'wb').truncate(10**12)", "too large"),
        ("nb.mkdir()", "no notebook"),
        ("nb.write_bytes(b'[' * 400_000)", "not a notebook"),
        ("nb.write_bytes(b'{\"cells\": ' * 40_000)", "not a notebook"),
        ("[(place / f'{n}').touch() for n in range(1_500)]", "more than 1,000 files"),
        ("[(place / f'{n}.ipynb').write_text('no') for n in range(900)]", "not a notebook"),
    ],
)
def test_what_is_no_notebook_is_refused_at_once_and_others_are_not_held_up(
    room, ada, eve, code, why
):
    ada.hand_in()
    place = eve.hand_in()
    nb = place / f"{NAME}.ipynb"
    eve(f"place, nb = Path({str(place)!r}), Path({str(nb)!r}); nb.unlink(); {code}")
    told, trouble = collect(room)
    assert not told[ADA][0].refusal and trouble == ()
    assert why in told[EVE][0].refusal


def test_a_folder_that_nobody_may_read_waits_and_is_late_when_it_is_opened(room, ada, eve):
    ada.hand_in()
    place = eve.hand_in()
    if os.geteuid() == 0:  # root reads all the same: the grader of a real hub does not
        room_of_grader(room)
    grader = Session(room, GRADER)
    try:
        eve(f"Path({str(place)!r}).chmod(0)")
        assert as_grader(grader, room) == [[ADA, ""]]
        deadline = datetime.now(UTC)
        time.sleep(0.05)
        eve(f"Path({str(place)!r}).chmod(0o777)")
        assert as_grader(grader, room) == [[EVE, ""]]
        (version,) = Versions(room.course.versions).of(EVE, NAME)
        assert version.when > deadline
    finally:
        grader.end()
        give(room, 0, 0)


def give(room, user, group):
    """Give the course's own folders to a user, without what students have in them."""
    own = [room.lab, *room.lab.rglob("*"), room.course.exchange_root]
    own += [room.course.exchange_root / "nlp", *(room.course.exchange_root / "nlp").iterdir()]
    for top in (room.course.versions, room.course.submitted, room.course.marks):
        own += [top, *top.rglob("*")]
    for path in own:
        os.chown(path, user, group)
    for name, mode in folder._MODES.items():  # a change of owner takes special bits away
        (room.course.exchange_root / "nlp" / name).chmod(mode)


def room_of_grader(room):
    import pwd

    account = pwd.getpwnam(unix_name(GRADER))
    give(room, account.pw_uid, account.pw_gid)


def as_grader(grader, room):
    """Collect as the unprivileged user of a real hub's service."""
    return grader(
        f"course = read_course({str(room.folder)!r})\n"
        f"found = exchange.collect(course, Path({str(room.lab)!r}))\n"
        "answer = [[v.student, v.refusal] for v in found.versions]"
    )


def test_thousands_of_submissions_take_no_more_than_their_student(room, ada, eve):
    eve(
        f"for n in range(3_000): (inbound_of() / f'{EVE}+{NAME}+2026-11-22 14:00:00 UTC+{{n}}').mkdir()"
    )
    ada.hand_in()
    told, _ = collect(room)
    assert len(told[ADA]) == 1 and EVE not in told


def test_a_name_with_markup_is_shown_and_not_believed(room, eve):
    eve.write("{", name="<img src=x onerror=alert(1)>.ipynb")
    (eve.home / NAME / f"{NAME}.ipynb").unlink()
    eve.submit()
    (eve.home / NAME / "<img src=x onerror=alert(1)>.ipynb").unlink()
    told, _ = collect(room)
    page = notice(told[EVE][0], None, None)
    assert "<img" not in page and "&lt;img src=x onerror=alert(1)&gt;.ipynb" in page
    assert "default-src 'none'" in html.unescape(page)


# --- a full disk


def test_a_submission_that_a_full_disk_has_cut_off_replaces_nothing(room, eve, monkeypatch):
    eve.hand_in()
    collect(room)
    eve("import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (500, resource.RLIM_INFINITY))")
    before = set(os.listdir(room.inbound))
    with pytest.raises(Failed, match="File too large"):
        eve.submit()
    assert set(os.listdir(room.inbound)) - before
    assert collect(room)[0] == {}
    monkeypatch.setattr("labkit.hub.inbound._is_fresh", lambda changed: False)  # minutes later
    told, _ = collect(room)
    assert "not handed in whole" in told[EVE][0].refusal
    known = Versions(room.course.versions).of(EVE, NAME)
    assert counting(known, room.course.late) == known[0]
    eve("resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)")
    eve.hand_in()
    assert not collect(room)[0][EVE][0].refusal


def test_what_was_handed_in_counts_though_the_students_own_disk_is_full(room, eve):
    cache = eve.home / ".cache-of-nbgrader"
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k,mode=777", "x", str(cache)])
    if mounted.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        before = set(os.listdir(room.inbound))
        with pytest.raises(Failed):
            eve.hand_in()
        (new,) = set(os.listdir(room.inbound)) - before
        told, _ = collect(room)
        assert [(v.handle, v.refusal) for v in told[EVE]] == [(new, "")]
    finally:
        subprocess.run(["umount", str(cache)], check=True)


def test_on_a_full_disk_of_the_course_nothing_is_lost(room, ada, eve):
    place = room.course.versions
    small = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=750", "x", str(place)]
    if subprocess.run(small).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        exchange.prepare(room.course)
        ada.hand_in()
        eve.write("x" * 200_000, name="large.csv")
        eve.hand_in()
        told, trouble = collect(room)
        assert ADA in told and EVE not in told and "No space left on device" in trouble[0]
        assert [each.student for each in exchange.waiting(room.course)] == [EVE]
        subprocess.run(["mount", "-o", "remount,size=4m", str(place)], check=True)
        told, trouble = collect(room)
        assert not told[EVE][0].refusal and trouble == ()
        assert not list((place / ".service").iterdir())
    finally:
        subprocess.run(["umount", str(place)], check=True)
        (eve.home / NAME / "large.csv").unlink()
