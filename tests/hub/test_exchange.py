"""Ticks out, work in, feedback back: by nbgrader's own exchange on the students' side."""

import os
import stat
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from labkit.grading.release.leaks import Leak
from labkit.hub import exchange, folder, inbound, versions
from labkit.hub.versions import Versions
from tests.grading.tiny import NAME, answered
from tests.hub.people import rooms, unclosed, unix_name, users

ADA, BEN = f"ada{os.getpid()}", f"ben{os.getpid()}"


pytestmark = [pytest.mark.slow, unclosed]


@pytest.fixture(scope="module")
def making():
    with users(unix_name(ADA), unix_name(BEN)), rooms() as make:
        yield make


@pytest.fixture(scope="module")
def shared(making):
    """A course in which ADA has fetched the tick; each test hands in its own."""
    room = making()
    room.release()
    room.student(ADA)(f"fetch({NAME!r})")
    return room


@pytest.fixture
def room(shared):
    """The same, with nothing in it that another test has handed in."""
    yield shared
    shared.clear()


@pytest.fixture
def ada(room):
    return room.student(ADA)


def collect(room):
    return exchange.collect(room.course, room.lab)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# --- ticks go out


def test_the_exchange_is_made_so_that_nobody_can_list_or_move_what_is_others(room):
    own = room.course.exchange_root / "nlp"
    modes = {"outbound": 0o755, "inbound": 0o3733, "feedback": 0o711, "fetched": 0o3733}
    assert {name: mode(own / name) for name in modes} == modes
    assert mode(room.course.exchange_root) == 0o1777
    (own / "inbound").chmod(0o777)
    exchange.prepare(room.course)
    assert mode(own / "inbound") == 0o3733


def test_a_folder_that_nbgrader_takes_for_a_pattern_is_refused(room):
    for name in ("lab [1]", "lab?"):
        with pytest.raises(ValueError, match="folder must be one without"):
            exchange.prepare(replace(room.course, folder=room.folder / name))
    assert not (room.folder / "lab [1]").exists()


def test_a_link_in_the_place_of_the_exchange_is_not_followed(making, tmp_path):
    room = making()
    (room.course.exchange_root / "nlp" / "inbound").rmdir()
    (room.course.exchange_root / "nlp" / "inbound").symlink_to(tmp_path)
    with pytest.raises(OSError, match="must be a folder, not a link"):
        exchange.prepare(room.course)


def test_a_tick_goes_out_without_its_solutions_and_is_what_a_student_fetches(room, ada):
    assert folder.released(room.course) == (NAME,)
    fetched = ada.home / NAME
    assert sorted(os.listdir(fetched)) == ["checks.py", f"{NAME}.ipynb"]
    text = (fetched / f"{NAME}.ipynb").read_text()
    assert text == room.tick.released and "return 2 * n" not in text


def test_a_tick_that_would_give_an_answer_away_does_not_go_out(making):
    room = making()
    place = room.lab / "notebooks" / "ticks" / NAME
    hidden = (place / "hidden.py").read_text()
    (place / "checks.py").write_text((place / "checks.py").read_text() + hidden)
    with pytest.raises(Leak):
        room.release()
    assert folder.released(room.course) == ()
    assert list(room.course.release.iterdir()) == []


def test_a_tick_that_was_mended_goes_out_again_and_nothing_unknown_does(making):
    room = making()
    room.release()
    checks = room.lab / "notebooks" / "ticks" / NAME / "checks.py"
    checks.write_text(checks.read_text() + "\n# mended\n")
    room.release()
    out = room.course.exchange_root / "nlp" / "outbound" / NAME
    assert "# mended" in (out / "checks.py").read_text()
    with pytest.raises(ValueError, match="tick must be one of those"):
        exchange.release(room.course, "tick99", room.lab)


# --- work comes in


def test_what_is_handed_in_is_waiting_until_it_is_collected_and_is_kept_once(room, ada):
    before = datetime.now(UTC)
    ada.hand_in()
    (waits,) = exchange.waiting(room.course)
    assert (waits.student, waits.tick) == (ADA, NAME)
    (version,) = collect(room).versions
    assert not version.refusal and before <= version.when <= datetime.now(UTC)
    assert exchange.waiting(room.course) == () and collect(room).versions == ()


def test_what_a_student_does_afterwards_changes_nothing(room, ada):
    place = ada.hand_in()
    collect(room)
    ada(f"(Path({str(place)!r}) / {NAME + '.ipynb'!r}).chmod(0o644)")
    ada(f"(Path({str(place)!r}) / {NAME + '.ipynb'!r}).write_text('other')")
    assert collect(room).versions == ()
    ada(f"shutil.rmtree({str(place)!r})")
    collect(room)
    (version,) = Versions(room.course.versions).of(ADA, NAME)
    Versions(room.course.versions).put(version, room.course.submitted)
    kept = room.course.submitted / ADA / NAME / f"{NAME}.ipynb"
    assert kept.read_bytes() == (ada.home / NAME / f"{NAME}.ipynb").read_bytes()


def test_a_folder_that_is_still_being_written_waits(room, ada, monkeypatch):
    place = ada.hand_in()
    (place / inbound.SECRET).rename(place / "aside")
    assert collect(room).versions == () and len(exchange.waiting(room.course)) == 1
    # Nobody goes on writing: the disk was full.
    monkeypatch.setattr(inbound, "_is_fresh", lambda changed: False)
    (version,) = collect(room).versions
    assert "not handed in whole" in version.refusal


def test_a_folder_that_changes_while_it_is_read_waits(room, ada, monkeypatch):
    place = ada.hand_in()
    read = inbound._Reading._bytes

    def changed(self, handle, name, most):
        data = read(self, handle, name, most)
        (place / "later.txt").write_text("x")
        return data

    with monkeypatch.context() as patch:
        patch.setattr(inbound._Reading, "_bytes", changed)
        assert collect(room).versions == ()
    assert len(collect(room).versions) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "the file is empty"),
        ("<html>", "not a notebook"),
        ("{}", "not a notebook"),
        ('{"cells": [', "not a notebook"),
    ],
)
def test_a_notebook_that_cannot_be_read_does_not_count_and_says_why(room, ada, content, why):
    ada.write(content)
    ada.submit()
    (version,) = collect(room).versions
    assert why in version.refusal and version.notebooks == (NAME,)
    assert list((room.course.versions / ADA / NAME / version.key).iterdir()) == [
        room.course.versions / ADA / NAME / version.key / "version.json"
    ]


def test_what_goes_with_a_notebook_is_kept_and_what_cannot_be_is_named(room, ada):
    ada.write("x = 1", name="my helper.py")
    ada.write("", name="bell\a.txt")
    ada.write("1", name=".secret")
    place = ada.hand_in()
    ada(f"os.symlink('/etc/passwd', {str(place / 'data.csv')!r})")
    ada(f"os.mkfifo({str(place / 'pipe')!r})")
    ada(f"p = Path({str(place)!r}, *'abcdefgh'); p.mkdir(parents=True); (p / 'deep').touch()")
    (version,) = collect(room).versions
    assert not version.refusal
    told = dict(each.rsplit(": ", 1) for each in version.left_out)
    assert told["data.csv"] == "a link, which is not followed"
    assert told["pipe"] == "not a plain file" and "bell?.txt" in told and "a/b/c/d/e" in told
    files = room.course.versions / ADA / NAME / version.key / "files"
    names = sorted(p.relative_to(files).as_posix() for p in files.rglob("*") if p.is_file())
    assert names == ["checks.py", "my helper.py", f"{NAME}.ipynb"]
    for name in ("my helper.py", "bell\a.txt", ".secret"):
        (ada.home / NAME / name).unlink()


def test_names_that_are_no_students_or_no_ticks_are_passed_over(room, ada):
    ada.hand_in()
    stamp = "2026-11-22 14:00:00 UTC+abc"
    for name in (
        f"..+{NAME}+{stamp}",
        f"<b>x+{NAME}+{stamp}",
        f"{ADA}\n+{NAME}+{stamp}",
        f"{ADA}+..+{stamp}",
        f"{ADA}+tick99+{stamp}",
        "++++",
        "nonsense",
    ):
        ada(f"Path({str(room.inbound)!r}, {name!r}).mkdir()")
    assert len(collect(room).versions) == 1
    assert [each.name for each in room.course.versions.iterdir() if each.name[0] != "."] == [ADA]


def test_a_name_that_means_something_else_to_the_grader_is_refused(room, ada):
    assert exchange.is_clear_name("ada")
    for name in ("class", "exports", "submission_12", "x_1_assignsubmission_file_", "desktop.ini"):
        assert not exchange.is_clear_name(name)
    assert not exchange.is_clear_name(NAME, [NAME])


def test_one_that_makes_trouble_stops_no_other(room, ada, monkeypatch):
    ada.hand_in(double="return 1")
    time.sleep(0.02)
    good = ada.hand_in()
    take = folder.take

    def troubled(course, each):
        if each.handle != good.name:
            raise RuntimeError("whatever it is")
        return take(course, each)

    monkeypatch.setattr(folder, "take", troubled)
    found = collect(room)
    assert [version.handle for version in found.versions] == [good.name]
    assert "whatever it is" in found.trouble[0] and ADA in found.trouble[0]


def test_who_hands_in_very_often_waits_longer(room, ada, monkeypatch):
    monkeypatch.setattr(exchange, "MOST_AT_ONCE", 2)
    for _ in range(3):
        ada.hand_in()
    assert len(collect(room).versions) == 2 and len(collect(room).versions) == 1


def test_who_hands_in_without_end_is_named_and_not_left_to_wonder(room, ada, monkeypatch):
    for module in (exchange, versions):
        monkeypatch.setattr(module, "MOST_VERSIONS", 2)
    for number in (1, 2, 3):
        assert collect(room).trouble == ()
        ada.hand_in()
        done = collect(room)
        assert len(done.versions) == (number < 3)
    assert done.trouble == (f"{ADA}, {NAME}: handed in 2 times; no more is taken.",)


# --- feedback goes back


def test_feedback_is_found_by_its_student_and_changes_with_the_page(room, ada):
    ada.hand_in()
    (version,) = collect(room).versions
    assert exchange.give_back(room.course, version, "<main>first</main>")
    assert not exchange.give_back(room.course, version, "<main>first</main>")
    assert ada.pages() == ["<main>first</main>"]
    assert exchange.give_back(room.course, version, "<main>second</main>")
    assert ada.pages() == ["<main>second</main>"]
    (listed,) = ada("answer = listed(cached=True)")
    assert listed["submissions"][-1]["has_exchange_feedback"] is True


def test_feedback_lies_where_nobody_finds_it_by_its_name(room, ada):
    ada.hand_in()
    (version,) = collect(room).versions
    exchange.give_back(room.course, version, "<main></main>")
    pages = room.course.exchange_root / "nlp" / "feedback"
    assert mode(pages) == 0o711
    assert all(len(page.stem) == 32 and mode(page) == 0o644 for page in pages.iterdir())
    assert not list((room.course.versions / ".service").iterdir())


def test_a_notebook_of_another_name_and_one_too_many_get_the_page_as_well(room, ada):
    """The Assignments list says that there is feedback only if there is some for every notebook."""
    ada.write(answered(room.tick), name="scratch.ipynb")
    ada.hand_in()
    (version,) = collect(room).versions
    exchange.give_back(room.course, version, "<main>x</main>")
    (listed,) = ada("answer = listed(cached=True)")
    assert listed["submissions"][-1]["has_exchange_feedback"] is True
    (ada.home / NAME / "scratch.ipynb").unlink()


def test_a_page_says_what_of_the_files_was_not_taken(room, ada):
    place = ada.hand_in()
    ada(f"os.mkfifo({str(place / '<b>pipe')!r})")
    (version,) = collect(room).versions
    exchange.give_back(room.course, version, "<p></main></p><main>x</main>")
    (page,) = ada.pages()
    assert page.startswith("<p></main></p><main>x<div")
    assert "&lt;b&gt;pipe: not a plain file" in page


@pytest.mark.parametrize("secret", ["", "short", "../../../etc/passwd" * 3, "ü" * 64, "x" * 5000])
def test_a_secret_that_is_none_files_no_feedback(room, ada, secret, monkeypatch):
    monkeypatch.setattr(inbound, "_is_fresh", lambda changed: False)
    place = ada.hand_in()
    ada(f"Path({str(place / inbound.SECRET)!r}).chmod(0o600)")
    ada(f"Path({str(place / inbound.SECRET)!r}).write_text({secret!r})")
    (version,) = collect(room).versions
    assert version.refusal and version.secret == ""
    before = set((room.course.exchange_root / "nlp" / "feedback").iterdir())
    exchange.give_back(room.course, version, "<main>x</main>")
    assert set((room.course.exchange_root / "nlp" / "feedback").iterdir()) == before
