"""Every file that a class hands in becomes a submission, or a refusal that says why."""

import json
import os
import string
import time
import unicodedata
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.submissions import collect as module
from labkit.instructor.grading.submissions.collect import collect
from labkit.instructor.grading.submissions.notebook_file import ALL_SECONDS
from labkit.instructor.grading.submissions.roster import form_groups, read_roster
from labkit.instructor.grading.submissions.times import Times
from tests.instructor.grading.tiny import NAME, graded, write, zipped

FILE = f"{NAME}.ipynb"
MOODLE = "Ann Lee_1_assignsubmission_file_"
UNTOLD = nbformat.writes(new_notebook(cells=[new_code_cell("1")])).encode()
OTHER = nbformat.writes(new_notebook(cells=[new_code_cell(metadata=graded("other"))])).encode()
mixed = "{} and {} would be marked as one and the same student: rename one of them".format
ANOTHER = "another file of this student was graded for this tick"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
STAMP, UNTIMED = "2001-01-01 00:00:00 UTC", MOODLE.replace("_1_", "_2_")
YEARS = {("moodle", "1"): 2031, ("bob", NAME): 2033, ("bob", ""): 2035, ("cat", ""): 2034, ("canvas", "2"): 2032}  # fmt: skip


@pytest.mark.parametrize(("student", "display", "names"), [
    ("ann", "", [
        f"ann/{NAME}/{FILE}", f"ann/{NAME}/Untitled.ipynb", f"submitted/ann/{NAME}/{FILE}", f"ann/{FILE}",
        f"ann_{NAME}.ipynb", f"ann_{NAME} (1).ipynb", f"ann_{NAME}-Copy1.ipynb", f"export/ann_{NAME}.ipynb",
        f"ann_{NAME}.ipynb.txt", f"ann_{NAME.upper()}.ipynb", f"ann/{NAME}-1.ipynb", "ann/Untitled3.ipynb",
        "ann_my work.ipynb", "ann.ipynb", f"{NAME}_ann.ipynb", f"ann/{NAME}/work/{FILE}", f"all/ann_{NAME}.ipynb",
    ]),
    ("Ann-Lee_1", "Ann Lee", [f"{MOODLE}/{FILE}", f"all/{MOODLE}/{FILE}", f"{MOODLE}bob_{FILE}", f"{MOODLE}/bob/{NAME}/{FILE}"]),
    ("leeann_1001", "leeann", [f"leeann_LATE_1001_5005_{FILE}"]), ("5", "", [f"assignment_3_export/submission_5/{FILE}"]),
    ("ann1", "Lee, Ann", [f"Lee, Ann(ann1)/Submission attachment(s)/{FILE}"]),
])  # fmt: skip
def test_student_and_tick_are_told(take, student, display, names):
    for name in names:
        (found,) = take([name])
        assert (found.student, found.display, found.ended) == (student, display, "")
        assert (found.tick, found.file, found.marked_late) == (NAME, name, "LATE" in name)
        assert json.loads(found.notebook)["cells"] and not found.dated


@pytest.mark.parametrize(("name", "data", "student", "reason"), [
    (f"bob_{NAME}.ipynb", b"", "bob", "the file is empty"), ("bob/x.pdf", b"%PDF-", "bob", "not a notebook: the file is a PDF"),
    ("bob/work.txt", b"x", "bob", "not a notebook (.ipynb)"), ("bob_tick9.ipynb", UNTOLD, "bob", "neither its name nor its cells say"),
    (f"bob_{NAME}.ipynb", OTHER, "bob", "handed in as tick0-tiny, but its cells are those of tick8"),
    ("Tick 0 - submissions/bob/x.ipynb", b"", "submissions", "its name says which tick it is, and not whose"),
    (FILE, b"", "", "its name says which tick it is, and not whose"), ("Export/bob/x.ipynb", b"", "Export", "a folder around students' work"),
    (f"{NAME}/bob/x.ipynb", b"", NAME, "a folder around students' work"), ("x" * 300, b"", "", "a student's identifier must be"),
    *((f"{bad}/{FILE}", b"", "", "a student's identifier must be") for bad in (" .. ", "<img src=x onerror=alert(1)>", "😀" * 90, "Ann\u202eeel", "-rf", "ann\nbob", "b" * 65)),
    (f"../bob_{NAME}.ipynb", b"", "bob", "its path leads out of the zip file"), ("bob/a.zip", b"Rar!", "bob", "it cannot be taken in: File is not a zip file"),
    ("bob/a.zip", zipped({"b.zip": zipped({FILE: b""})}), "bob", "the file is an archive, which is not opened"),
    ("bob/a.zip", zipped({f"{n}.txt": b"" for n in range(2_001)}), "bob", "more files than a student's"),
])  # fmt: skip
def test_what_is_no_submission_says_why(take, tick, good, name, data, student, reason):
    other = replace(tick, name="tick8", released=OTHER.decode())
    rows = take({f"ann_{NAME}.ipynb": good, name: data}, ticks={"tick8": other})
    ann, bob = sorted(rows, key=lambda row: bool(row.ended))
    assert (ann.student, ann.ended) == ("ann", "")
    assert (bob.student, bob.notebook, bob.status) == (student, "", Status.REFUSED)
    assert reason in bob.reason and bob.file.isprintable() and bob.display.isprintable()


@pytest.mark.parametrize(("files", "students"), [
    (["fred_tick0_final.ipynb", "fred_tick0.ipynb", "gil-tick0/work.ipynb", "Tick0-carl.ipynb"], ["carl", "fred", "gil"]),
    (["LATE_anon_9Zk2q_5002_tick0.ipynb", "anon_9Zk2q_5004_tick0-1.ipynb", "anon_7Yk2q_5003_x.ipynb"], ["anon_7Yk2q", "anon_9Zk2q"]),
])  # fmt: skip
def test_a_name_in_another_order_is_no_other_student(take, files, students):
    rows = take(files)
    assert sorted(row.student for row in rows if not row.status) == students
    assert {row.reason for row in rows} <= {"", ANOTHER} and {row.tick for row in rows} == {NAME}


def test_what_does_not_say_which_tick_it_is_is_of_the_one_that_is_asked_for(take, tick, good):
    files = {"ann_work.ipynb": UNTOLD, "bob_x.ipynb": b"{", f"cat_{NAME}.ipynb": good}
    other = replace(tick, name="tick8", released=OTHER.decode())
    for usual in ("", "tick8"):
        rows = {row.student: row for row in take(files, ticks={"tick8": other}, tick=usual)}
        ticks = [rows[student].tick for student in ("ann", "bob", "cat")]
        assert ticks == [usual, usual, NAME] and rows["bob"].status is Status.REFUSED
        assert bool(rows["ann"].status) == (not usual)


def test_whatever_goes_wrong_with_one_student_is_a_row(take, monkeypatch):
    for place, words in (("read", ""), ("_open_zips", "it cannot be taken in: ")):
        for error, told in ((RecursionError(), "RecursionError()"), (ValueError("x\ny"), "x?y"), (ValueError("x" * 201), "x" * 199 + "…")):  # fmt: skip
            monkeypatch.setattr(module, place, Mock(side_effect=error))
            (row,) = take([f"ann/{FILE}"])
            assert (row.student, row.reason) == ("ann", words + told)


@pytest.mark.parametrize(("count", "name", "reasons"), [
    (4, "{}.zip", ["not a notebook: the file is an archive, which is not opened: hand in the notebook itself"]),
    (3, "{}.zip", ["", *[ANOTHER] * 2]), (4, "../{}", ["its path leads out of the zip file"]),
    (31, "{}.ipynb", ["", *[ANOTHER] * 29, "more than 30 notebooks of one student"]),
    (30, "{}.ipynb", ["", *[ANOTHER] * 29]),
])  # fmt: skip
def test_no_student_hands_in_without_end(take, good, count, name, reasons):
    data = zipped({FILE: good}) if ".zip" in name else good
    files = {f"{MOODLE}/{name.format(number)}": data for number in range(count)}
    *ann, bob = take(files | {f"bob_{NAME}.ipynb": good})
    assert (bob.student, bob.ended) == ("bob", "")
    assert sorted(row.reason for row in ann) == reasons


#: Some 48 kilobytes in a zip file, and seconds of work as JSON.
SLOW = b'{"cells": [' + b"0," * 24_000_000 + b"0]}"


@pytest.mark.slow
def test_what_is_slow_to_read_costs_its_student_one_budget_and_not_the_last_notebook(take, good):
    """The last one is read first; and what is left of the budget, no clock decides."""
    slow = [
        (zipfile.ZipInfo(f"{MOODLE}/{n}.ipynb", (2026, 11, 20, 12, n, 0)), SLOW) for n in range(16)
    ]
    for info, _ in slow:
        info.compress_type = zipfile.ZIP_DEFLATED
    last = zipfile.ZipInfo(f"{MOODLE}/{FILE}", (2026, 11, 20, 13, 0, 0))
    began = time.monotonic()
    rows = take({"all": [*slow, (last, good)]})
    assert (
        time.monotonic() - began < 5 * 2 * ALL_SECONDS + 30
    )  # also to make and to inflate the file
    reasons = [row.reason for row in rows]
    assert [row.file for row in rows if not row.ended] == [last.filename]
    over = "to read this student's other files took 5 s of processor time: hand in this one alone"
    assert reasons.count(over) >= 1, reasons
    assert sum(reason.startswith("working on this notebook took longer") for reason in reasons) <= 1


def test_a_student_without_a_notebook_is_a_row(take):
    names = f"{MOODLE}/a/.x", f"{MOODLE}/b.txt", f"{MOODLE}/w/x.txt", "ann/.x", f"bob/{NAME}/.git/x"
    rows = {(r.student, r.file, r.tick, r.reason) for r in take(dict.fromkeys(names, b""))}
    empty = {("ann", "ann", "", "an empty folder"), ("bob", f"bob/{NAME}", NAME, "an empty folder")}
    assert rows == {("Ann-Lee_1", f"{MOODLE}/b.txt", "", "not a notebook (.ipynb)")} | empty


@pytest.mark.parametrize(("files", "roster", "others", "found"), [
    (["Ann", "ann", "bob"], None, "", [("Ann", mixed("Ann", "ann")), ("ann", mixed("Ann", "ann")), ("bob", "")]),
    (["ann", "ａｎｎ"], None, "", [("ann", mixed("ann", "ａｎｎ")), ("ａｎｎ", mixed("ann", "ａｎｎ"))]),
    (["Ann"], None, "ann", [("Ann", mixed("Ann", "ann"))]), (["Ann"], None, "Ann", [("Ann", "")]),
    (["ada_lee.ipynb", "ada_ray.ipynb"], None, "", [("ada", mixed("ada_lee", "ada_ray"))] * 2),
    ([f"Ann Lee_{n}_assignsubmission_file_" for n in (1, 2)], "student,name\nann,Ann Lee\n", "", [("ann", mixed("1", "2"))] * 2),
    ([MOODLE], "student\nbob\n", "", [("Ann-Lee_1", "Ann Lee 1 is not in the roster; of a group's work, --groups FILE says whose it is")]), (["Bob", "bob"], "student\nann\n", "", [(name, f"{name} is not in the roster") for name in ("Bob", "bob")]),
    (["Ann Lee", f"ann_{FILE}"], "student,name\nann,Ann Lee\n", "", [("ann", ""), ("ann", ANOTHER)]),
    ([f"T_{name}_attempt_2026-11-20-10-11-12_{FILE}" for name in ("a_lee", "b_lee")], None, "", [("lee", mixed("T_a_lee", "T_b_lee"))] * 2),
])  # fmt: skip
def test_whose_it_is_where_several_could_be_meant(take, files, roster, others, found):
    names = [name if name.endswith(".ipynb") else f"{name}/{FILE}" for name in files]
    roster = roster and read_roster(roster.encode(), "r.csv")
    rows = take(names, roster=roster, others={others} - {""})
    assert sorted((row.student, row.reason) for row in rows) == sorted(found)


CLASS = b"Identifier,Full name,Email address\nParticipant 57,Teamus One,one@x\nParticipant 1001,Ada Lee,ada@x\nParticipant 1002,Bob Ray,bob@x\n"
TEAM = b"group,student\nTeam 1,Ada Lee\nTeam 1,bob@x\n"


@pytest.mark.parametrize("with_roster", [True, False])
@pytest.mark.parametrize("name", [
    f"Team 1_57_assignsubmission_file_/{FILE}", f"Team 1_57_assignsubmission_file_{FILE}", f"team1_LATE_57_5001_{FILE}", f"Team 1/{NAME}/{FILE}", f"team-1_{FILE}",
])  # fmt: skip
def test_each_member_has_the_work_of_a_group(take, name, with_roster):
    """Also where the number behind the group's name is by chance the number of a student."""
    roster = read_roster(CLASS, "r.csv") if with_roster else None
    times = Times({("moodle", number): NOON for number in ("57", "1002")})
    rows = take([name], roster=roster, groups=form_groups(TEAM, "g.csv", roster), times=times)
    assert [row.group for row in rows] == ["Team 1", "Team 1"] and not any(r.status for r in rows)
    assert {row.notebook for row in rows} == {rows[0].notebook}
    assert [row.student for row in rows] == (["ada@x", "bob@x"] if with_roster else ["Ada-Lee", "bob@x"])  # fmt: skip
    dated = with_roster and "Team 1_57" in name  # by each member's own number
    assert [row.dated for row in rows] == [False, dated]


def test_who_is_in_no_group_or_no_group_of_the_file_is_told(take):
    roster = read_roster(CLASS, "r.csv")
    groups = form_groups(TEAM, "g.csv", roster)
    names = ["Team 9_7", "Default group", "Teamus One_57", "Bob Ray_1002", "Team 1_5"]
    files = [f"{name}_assignsubmission_file_/{FILE}" for name in names]
    rows = {
        (row.student, row.group): row.reason for row in take(files, roster=roster, groups=groups)
    }
    no_group = "{} is not in the roster, and is no group of --groups".format
    assert rows == {
        ("ada@x", "Team 1"): "", ("bob@x", "Team 1"): "", ("bob@x", ""): ANOTHER, ("one@x", ""): "",
        ("Team-9_7", ""): no_group("Team 9 7"), ("Default-group", ""): no_group("Default group"),
    }  # fmt: skip
    team, *_ = take([f"Team 1_57_assignsubmission_file_/{FILE}"], roster=roster)
    assert team.reason.endswith("Team 1 57; of a group's work, --groups FILE says whose it is")
    broken = take({f"Team 1_5_assignsubmission_file_/{FILE}": b"{"}, roster=roster, groups=groups)
    assert [(row.student, row.status) for row in broken] == [("ada@x", Status.REFUSED), ("bob@x", Status.REFUSED)]  # fmt: skip


def test_a_notebook_in_a_students_own_zip_file_is_found_if_there_is_none_beside_it(take, good):
    inside = {f"work/{FILE}": good, f"bob_{NAME}/notes.txt": b"x", "__MACOSX/._x.ipynb": b"x"}
    for name in (f"{MOODLE}/work.zip", f"ann_{NAME}.zip", f"ann/{NAME}/a.ZIP"):
        (found,) = take({name: zipped(inside)})
        assert (found.student[:3].lower(), found.tick, found.ended) == ("ann", NAME, "")
        assert found.file == f"{name}/work/{FILE}"
    (beside,) = take({f"ann/{FILE}": good, "ann/not-opened.zip": b"Rar!"})
    assert (beside.file, beside.ended) == (f"ann/{FILE}", "")


@pytest.mark.parametrize(("notebook", "beside", "name"), [
    (f"leeann_1_51_{FILE}", "leeann_1_52_helpers-1.py", "helpers.py"), (f"ann/{NAME}/{FILE}", f"ann/{NAME}/helpers.py", "helpers.py"),
    (f"ann_{FILE}", "ann_helpers.py", "helpers.py"), (f"{MOODLE}{FILE}", f"{MOODLE}helpers.py", "helpers.py"),
    *((f"ann/{FILE}", f"ann/{name}", name) for name in ("data/a b.csv", "a/b/c/d/e.csv", "Café & Co, 50% (#1)!.csv", "資料/表.csv", "é" * 56 + ".csv")),
    *((f"ann/{FILE}", f"ann/{name}", "") for name in ("é" * 57 + ".csv", "a/b/c/d/e/f.csv", ".course/checks.py", "a/.course/hidden.py", "labkit/__init__.py", "timestamp.txt",
        ".bashrc", "-rf", "a\nb.py", "😀.py", "表" * 90, "a\u202eb.csv", "a?.csv", "b ", "con:1")),
])  # fmt: skip
def test_modules_and_data_go_with_a_notebook(take, good, notebook, beside, name):
    elsewhere = "ann/tick9/more.py" if notebook.count("/") == 2 else "bob_helpers.py"
    others = dict.fromkeys((elsewhere, f"bob/{NAME}/b.py"), b"x = 2")
    found = take({notebook: good, unicodedata.normalize("NFD", beside): b"x = 1"} | others)
    (row,) = [row for row in found if not row.ended]
    assert row.files == ({name: b"x = 1"} if name else {})


def test_the_data_of_a_tick_are_not_handed_in_again(take, good, tick):
    ticks = {NAME: replace(tick, beside=(("a.csv", b"1"),))}
    files = {f"ann/{FILE}": good, "ann/a.csv": b"0" * 5_000_001, "ann/b.csv": b"2"}
    (row,) = take(files, ticks=ticks)
    assert row.files == {"b.csv": b"2"}


@pytest.mark.parametrize(("sizes", "kept"), [
    ({"a": 5_000_001, "b": 0}, False), (dict.fromkeys(string.ascii_letters[:21], 0), False),
    ({"a": 4_999_999, "b": 1}, True), (dict.fromkeys(string.ascii_letters[:20], 0), True),
])  # fmt: skip
def test_what_is_too_much_is_left_out_and_a_row_says_so(take, good, sizes, kept):
    files = {f"ann/{name}": b"x" * size for name, size in sizes.items()}
    row, *rows = sorted(take({f"ann/{FILE}": good} | files), key=lambda row: row.ended)
    assert list(row.files) == list(sizes) * kept
    assert [(r.file, r.tick) for r in rows] == [("ann/a", NAME)] * (not kept)
    assert all(r.reason.startswith(f"the {len(sizes)} files beside the notebook") for r in rows)
    assert all("there may be 20, of 5 MB" in r.reason for r in rows)


@pytest.mark.parametrize(("work", "place", "stamp", "year"), [
    *((work, work, STAMP, year) for work, year in ((MOODLE, 2031), (UNTIMED, None), (f"bob/{NAME}", 2033), (f"CAT/{NAME}", 2034))),
    *((f"{around}ann/{NAME}{inside}", f"{around}ann/{NAME}", STAMP, 2001) for around in ("", "submitted/") for inside in ("", "/in")),
    *((f"ann/{NAME}/in", place, STAMP, None) for place in ("ann", f"bob/{NAME}", f"ann/{NAME}/in")), (f"{UNTIMED}/{NAME}", f"{UNTIMED}/{NAME}", STAMP, None),
    (f"ann/{NAME}", f"ann/{NAME}", STAMP + " " * 76, 2001), *((f"ann/{NAME}", f"ann/{NAME}", bad, None) for bad in ("soon", "\udcff", STAMP + " " * 77)),
])  # fmt: skip
def test_a_time_is_the_platforms_or_nbgraders(take, good, work, place, stamp, year):
    """By the platform's number, or by the student and tick, or by the student alone."""
    times = Times({key: NOON.replace(year=of_key) for key, of_key in YEARS.items()})
    stamp = stamp.encode("utf8", "surrogateescape")
    files = {f"{work}/{FILE}": good, f"{place}/timestamp.txt": stamp}
    for in_zip in (False, True):  # into which a student could have put the stamp
        (row,) = [row for row in take(files, in_zip, times=times) if not row.ended]
        dated = year and not (in_zip and year == 2001)
        assert (row.submitted.year if row.dated else None) == (year if dated else None)


def test_files_own_times_count_if_vouched_for_and_none_behind_a_link(take, tick, tmp_path):
    names, folder, when = (FILE, f"{NAME} (1).ipynb"), tmp_path / "here" / "ann" / NAME, 10**9
    take([f"ann/{NAME}/{name}" for name in names], in_zip=False)
    for name in names:
        when += 1
        os.utime(folder / name, (when + 0.5, when + 0.5))
    (folder / "timestamp.txt").symlink_to(write(tmp_path / "when", STAMP))
    for vouched in (True, False):
        last, first, link = collect(tmp_path / "here", {NAME: tick}, file_times=vouched)
        assert (last.submitted, last.dated) == (datetime.fromtimestamp(when, UTC), vouched)
        assert first.reason == ANOTHER and "a symbolic link" in link.reason


@pytest.mark.parametrize(("first", "last", "unlike"), [
    (f"leeann_1_8_{FILE}", f"leeann_1_9_{FILE}", {}), (f"ann/{FILE}", f"ann/{NAME} (1).ipynb", {}),
    (f"ann/{NAME} (9).ipynb", f"ann/{NAME} (10).ipynb", {}), (f"ann/{FILE}", f"ann/{NAME}-Copy1.ipynb", {}),
    *((f"T_ann_attempt_2026-06-20-10-11-12_{FILE}", f"T_ann_attempt_2026-06-21-10-11-12_{FILE}", unlike) for unlike in ({}, {1: "given"})),
    (f"7-9 - Ann - Jun 9, 2026 1149 PM/{FILE}", f"7-8 - Ann - Jun 10, 2026 122 PM/{FILE}", {}),
    (f"7-8 - Ann - Jun 9, 2026 949 PM/{FILE}", f"7-8 - Ann - Jun 9, 2026 1022 PM/{FILE}", {}),
    # In one attempt, what was given out does not stand for the answers, nor what cannot be read.
    (f"ann/{FILE}", f"ann/{NAME}-Copy1.ipynb", {0: "given"}), (f"leeann_1_9_{FILE}", "leeann_1_8_mine.ipynb", {0: "given"}),
    (f"ann/{FILE}", f"ann/{NAME} (1).ipynb", {0: "cut"}),
])  # fmt: skip
def test_the_last_counts(take, tick, good, first, last, unlike):
    """Both are answered, but one that is given out and no more, or cut off."""
    data = {"given": nbformat.writes(tick.notebook()).encode(), "cut": b"{"}
    first_data, last_data = (data.get(unlike.get(place), good) for place in (0, 1))
    found = {row.file: row.status for row in take({first: first_data, last: last_data})}
    before = Status.REFUSED if "cut" in unlike.values() else Status.REPLACED
    assert found == {first: before, last: None}


@pytest.mark.parametrize(("names", "hours", "wanted"), [
    ((FILE, f"{NAME} (1).ipynb"), (12, 13), 1), ((FILE, f"{NAME} (1).ipynb"), (13, 12), 0),
    (("old.ipynb", "final.ipynb"), (12, 13), 1), ((FILE, f"{NAME} (1).ipynb"), (12, 12), 1),
    (("old.ipynb", "\x1b[2Jé.ipynb"), (12, 13), 1),
])  # fmt: skip
def test_of_two_that_the_worksheet_gives_one_time_the_one_saved_last_counts(
    take, tick, good, names, hours, wanted
):
    """As Moodle's zip file has them, with the times at which each was handed in."""
    members = [
        (zipfile.ZipInfo(f"{MOODLE}/{name}", (2026, 11, 20, hour, 0, 0)), good)
        for name, hour in zip(names, hours, strict=True)
    ]
    rows = take({"all": members}, times=Times({("moodle", "1"): NOON}))
    (row,) = [row for row in rows if not row.ended]
    name = names[wanted].replace("\x1b", "?")
    assert (row.file, row.submitted) == (f"{MOODLE}/{name}", NOON)
    repairs = restored(nbformat.reads(row.notebook, as_version=4), tick.notebook())[1]
    assert repairs == [f"2 notebooks; this one was taken: {name}"]


def test_an_attempt_has_its_own_files_and_its_time_in_the_classs_zone(take, good):
    first, last = (f"Tick 0_ada_attempt_2026-06-{day}-10-11-12" for day in (20, 21))
    names = [f"{first}_{FILE}", f"{first}_data.csv", f"{last}_my work.ipynb", f"{last}_data.csv"]
    files = {name: name if name.endswith("csv") else good for name in names}
    found = take(files | {f"{first}.txt": ""}, times=Times({}, ZoneInfo("Europe/London")))
    told = [(names[0], Status.REPLACED), (names[2], None)]
    assert [(row.file, row.status) for row in found] == told
    assert found[1].submitted == datetime(2026, 6, 21, 9, 11, 12, tzinfo=UTC) and found[1].dated
    assert found[1].files == {"data.csv": names[3].encode()}
