"""Every file that a class hands in becomes a submission, or a refusal that says why."""

import json
import os
import shutil
import stat
import unicodedata
import warnings
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_notebook, new_output

from labkit.checks.marking import Status
from labkit.grading.base.identity import IDENTIFIER
from labkit.grading.classroom import layouts, sources, taken
from labkit.grading.classroom.intake import intake
from labkit.grading.classroom.roster import read_roster
from labkit.grading.classroom.times import Times
from tests.grading.tiny import NAME, NOON, answered, graded, make_tick, write

FILE = f"{NAME}.ipynb"


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture(scope="module")
def good(tick):
    return nbformat.writes(answered(tick)).encode()


@pytest.fixture
def take(tick):
    return lambda path: intake(path, {NAME: tick})


def zipped(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, data in files:
            archive.writestr(name, data)
    return path


# --- who and what


@pytest.mark.parametrize(
    "name",
    [
        f"ann/{NAME}/{FILE}",
        f"ann/{NAME}/Untitled.ipynb",
        f"submitted/ann/{NAME}/{FILE}",
        f"ann_{NAME}.ipynb",
        f"ann_{NAME} (1).ipynb",
        f"ann_{NAME}-Copy1.ipynb",
        f"export/ann_{NAME}.ipynb",
        f"ann/{FILE}",
        f"ann/{NAME}/work/{FILE}",
        f"{NAME}/ann.ipynb",
        f"{NAME}/ann/Untitled.ipynb",
        f"submitted/{NAME}/ann/Untitled.ipynb",
        f"ann_{NAME}.ipynb.txt",
        f"ann_{NAME.upper()}.ipynb",
        f"ann/{NAME}-1.ipynb",
        "ann/Untitled3.ipynb",
        "ann_my work.ipynb",
        "ann.ipynb",
    ],
)
@pytest.mark.parametrize("in_zip", [False, True])
def test_student_and_tick_are_told(tmp_path, good, take, name, in_zip):
    if in_zip:
        place = zipped(tmp_path / "class.zip", [(name, good)])
    else:
        place = tmp_path / "class"
        write(place / name, good)
    (found,) = take(place)
    assert (found.student, found.tick, found.file, found.refusal) == ("ann", NAME, name, "")
    assert json.loads(found.notebook)["cells"]


def test_a_path_in_a_zip_file_may_have_steps_that_lead_nowhere(tmp_path, good, take):
    (found,) = take(zipped(tmp_path / "class.zip", [(f"./ann//{NAME}/./{FILE}", good)]))
    assert (found.student, found.tick, found.file) == ("ann", NAME, f"ann/{NAME}/{FILE}")


def test_a_student_may_have_an_underscore(tmp_path, good, take):
    write(tmp_path / f"ann_lee_{NAME}.ipynb", good)
    assert take(tmp_path)[0].student == "ann_lee"


def test_what_lies_beside_a_notebook_is_no_row(tmp_path, good, take):
    for name in (FILE, "timestamp.txt", "notes.txt", ".DS_Store", ".ipynb_checkpoints/x.ipynb"):
        write(tmp_path / "ann" / NAME / name, good)
    write(tmp_path / "__MACOSX" / f"._ann_{NAME}.ipynb", b"x")
    assert [s.file for s in take(tmp_path)] == [f"ann/{NAME}/{FILE}"]


@pytest.mark.parametrize(
    "name",
    [
        f"Ann Lee_1234_assignsubmission_file_/{FILE}",
        f"Ann Lee_1234_assignsubmission_file_{NAME}.ipynb",
        f"Ann Lee_1234_assignsubmission_file/{FILE}",
        f"Ann Lee_1234_assignsubmission_file_bob_{NAME}.ipynb",
        f"Ann Lee_1234_assignsubmission_file_/bob/{NAME}/{FILE}",
        f"Ann Lee_1234_assignsubmission_file_/Bob Ray_1235_assignsubmission_file_/{FILE}",
    ],
)
def test_what_moodle_and_spaces_add_to_a_name_goes(tmp_path, good, take, name):
    (found,) = take(zipped(tmp_path / "class.zip", [(name, good)]))
    assert (found.student, found.tick, found.display) == ("Ann-Lee_1234", NAME, "Ann Lee")


# --- when


def test_nbgraders_timestamp_counts_before_the_files_own(tmp_path, good, take):
    stamped = write(tmp_path / "ann" / NAME / FILE, good)
    (stamped.parent / "timestamp.txt").write_text("2026-11-20 12:30:00.5 UTC\n")
    write(stamped.parent / "again" / FILE, "{")
    other = write(tmp_path / "bob" / NAME / FILE, good)
    (other.parent / "timestamp.txt").write_text("yesterday")
    os.utime(other, (10**9, 10**9))
    ann, second, bob = take(tmp_path)
    assert ann.submitted == second.submitted == datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
    assert bob.submitted == datetime.fromtimestamp(10**9, UTC)
    assert [s.dated for s in (ann, second, bob)] == [True, True, False]


def test_a_zip_file_tells_the_local_time(tmp_path, good, take):
    info = zipfile.ZipInfo(f"ann_{NAME}.ipynb", (2026, 11, 20, 12, 30, 6))
    (found,) = take(zipped(tmp_path / "class.zip", [(info, good)]))
    assert found.submitted == datetime(2026, 11, 20, 12, 30, 6).astimezone()


# --- what is refused, and that the rest is not


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        (f"bob_{NAME}.ipynb", b"", "empty"),
        (f"bob_{NAME}.ipynb", b"  \n", "empty"),
        (f"bob_{NAME}.ipynb", b'{"cells": [', "not JSON, or was cut off"),
        (f"bob_{NAME}.ipynb", b"[" * 100_000, "not a notebook"),
        (f"bob_{NAME}.ipynb", b'{"cells": 3}', "not in a notebook's form"),
        ("bob_essay.docx", b"PK", "not a notebook (.ipynb)"),
        (f"bob/{NAME}/work.txt", b"x", "not a notebook (.ipynb)"),
        (f"bob/{NAME}/work.rar", b"Rar!", "an archive that is not opened"),
        ("bob_tick9.ipynb", b"other", "neither its name nor its cells say which tick"),
        (f"{'b' * 150}_{NAME}.ipynb", b"other", "at most 64 characters long"),
    ],
)
def test_what_is_no_submission_is_a_row_that_says_why(tmp_path, good, take, name, data, reason):
    if data == b"other":
        data = nbformat.writes(new_notebook(cells=[new_code_cell("1")])).encode()
    write(tmp_path / name, data)
    write(tmp_path / f"ann_{NAME}.ipynb", good)
    ann, bob = sorted(take(tmp_path), key=lambda s: bool(s.refusal))
    assert (ann.student, ann.refusal) == ("ann", "")
    assert bob.refusal.startswith("refused: ") and reason in bob.refusal
    assert bob.student == ("" if len(name) > 150 else "bob") and bob.notebook == ""


def test_a_notebook_of_another_tick_is_not_taken_for_this_one(tmp_path, tick, good):
    write(tmp_path / "ann_tick8.ipynb", good)
    other = nbformat.writes(new_notebook(cells=[new_code_cell(metadata=graded("other"))]))
    (found,) = intake(tmp_path, {NAME: tick, "tick8": replace(tick, name="tick8", released=other)})
    assert "handed in as tick8, but its cells are those of tick0-tiny" in found.refusal


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
def test_links_and_pipes_in_a_folder_are_not_followed(tmp_path, good, take):
    outside = write(tmp_path / "outside" / NAME / FILE, good)
    inside = tmp_path / "class"
    write(inside / f"ann_{NAME}.ipynb", good)
    (inside / f"bob_{NAME}.ipynb").symlink_to(outside)
    (inside / "cat").symlink_to(outside.parent.parent)
    os.mkfifo(inside / f"dan_{NAME}.ipynb")
    refusals = {s.student: s.refusal for s in take(inside)}
    assert refusals["ann"] == ""
    assert "symbolic link" in refusals["bob"] and "symbolic link" in refusals["cat"]
    assert refusals["dan"] == "refused: not a plain file"


def test_a_zip_file_cannot_lead_out_or_in(tmp_path, good, take):
    link = zipfile.ZipInfo(f"bob_{NAME}.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    bad = [
        f"../cat_{NAME}.ipynb",
        f"/dan_{NAME}.ipynb",
        f"x/../../eve_{NAME}.ipynb",
        f"..\\fay_{NAME}.ipynb",
        f"C:\\gil_{NAME}.ipynb",
        f"c:hal_{NAME}.ipynb",
    ]
    files = [(link, b"/etc/passwd"), *((name, good) for name in bad), (f"ann_{NAME}.ipynb", good)]
    found = take(zipped(tmp_path / "class.zip", files))
    assert len(found) == len(files)
    assert [s.student for s in found if not s.refusal] == ["ann"]
    reasons = {s.refusal for s in found if s.refusal}
    assert reasons == {
        "refused: a symbolic link, which is not followed",
        "refused: its path leads out of the zip file",
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.zip"]


def test_a_colon_in_a_folders_name_leads_nowhere(tmp_path, good, take):
    names = (f"Tick 0: tiny/ann/{FILE}", f"Tick 0: tiny/bob/part: 1/{FILE}")
    found = take(zipped(tmp_path / "Tick 0: tiny.zip", [(name, good) for name in names]))
    assert [(s.student, s.refusal) for s in found] == [("ann", ""), ("bob", "")]


def test_a_zip_bomb_is_a_row(tmp_path, good, take, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST", 1_000_000)
    bomb = zipped(tmp_path / "class.zip", [
        (f"ann_{NAME}.ipynb", good), (f"bob_{NAME}.ipynb", b" " * 1_000_001),
    ])  # fmt: skip
    ann, bob = take(bomb)
    assert ann.refusal == ""
    assert bob.refusal.startswith("refused: too large: 1 MB")
    # One that lies about its size is not believed.
    data = bomb.read_bytes().replace((1_000_001).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    bomb.write_bytes(data)
    ann, bob = take(bomb)
    assert ann.refusal == "" and bob.refusal.startswith("refused: ")


def test_too_many_files_are_no_class(tmp_path, take, monkeypatch):
    monkeypatch.setattr(sources, "MOST_FILES", 3)
    archive = zipped(tmp_path / "class.zip", [(f"{i}.txt", b"") for i in range(4)])
    with pytest.raises(
        ValueError, match=r"submissions must hold at most 3 files, not 4 \(class.zip\)"
    ):
        take(archive)


def test_a_damaged_or_locked_member_is_a_row(tmp_path, good, take):
    archive = zipped(tmp_path / "class.zip", [(f"{s}_{NAME}.ipynb", good) for s in ("ann", "bob")])
    data = bytearray(archive.read_bytes())
    data[100:130] = bytes(30)
    archive.write_bytes(bytes(data))
    ann, bob = take(archive)
    assert ann.refusal.startswith("refused: ") and bob.refusal == ""


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("missing", None, "must be a folder or a zip"),
        ("text.txt", "x", "a zip file, not text.txt"),
        ("c.zip", b"PK\x03\x04...", "not c.zip, which is cut off"),
        ("c.7z", b"7z\xbc\xaf\x27\x1c", "another archive: unpack it"),
    ],
)
def test_what_is_neither_folder_nor_zip_file_is_said_so(tmp_path, take, name, data, words):
    if data:
        write(tmp_path / name, data)
    with pytest.raises((FileNotFoundError, ValueError), match=f"submissions .*{words}"):
        take(tmp_path / name)


@pytest.mark.parametrize("in_zip", [False, True])
def test_the_largest_file_is_still_taken(tmp_path, good, take, monkeypatch, in_zip):
    monkeypatch.setattr(sources, "LARGEST", len(good))
    work = {f"ann_{NAME}.ipynb": good, f"bob_{NAME}.ipynb": good + b" "}
    if in_zip:
        place = zipped(tmp_path / "class.zip", work.items())
    else:
        place = tmp_path
        for name, data in work.items():
            write(place / name, data)
    ann, bob = take(place)
    assert (ann.refusal, bob.refusal[:18]) == ("", "refused: too large")


def test_a_size_is_told_in_megabytes(tmp_path, take):
    with open(tmp_path / f"ann_{NAME}.ipynb", "wb") as file:
        file.truncate(1_234_567_890)  # a hole, which takes no room
    (found,) = take(tmp_path)
    assert found.refusal == "refused: too large: 1,235 MB, where 50 are allowed"


def test_the_most_files_are_a_class(tmp_path, take, monkeypatch):
    monkeypatch.setattr(sources, "MOST_FILES", 3)
    files = [*((f"{i}.txt", b"") for i in range(3)), ("folder/", b"")]  # folders are no files
    assert len(take(zipped(tmp_path / "class.zip", files))) == 4


def test_long_names_are_refused_and_cut_to_be_shown(tmp_path, good, take):
    for length in (64, 65):
        write(tmp_path / f"{'b' * length}_{NAME}.ipynb", good)
    refused, taken = sorted(take(tmp_path), key=lambda s: not s.refusal)
    assert (taken.student, refused.student, taken.refusal) == ("b" * 64, "", "")
    assert "at most 64 characters long" in refused.refusal and refused.display == "b" * 65
    deep = "/".join(["x" * 120, "y" * 120, "z" * 120])
    (found,) = take(zipped(tmp_path / "class.zip", [(f"ann/{NAME}/{deep}/{FILE}", good)]))
    assert (found.student, found.file) == ("ann", f"ann/{NAME}/{deep}/{FILE}"[-300:])


@pytest.mark.parametrize(
    "name",
    [
        " .. ", " . ", " ..", ".unfinished-x", "<img src=x onerror=alert(1)>", "😀" * 90, "Ann\u202eeel",
        "-rf", "\u0430nn", "O'Hara", "ann\u200b", "ann\nbob", "Ann L.", "x" * 300,
    ],
)  # fmt: skip
def test_a_name_that_does_not_fit_is_a_row_that_says_so_and_spoils_no_other(
    tmp_path, good, take, name
):
    files = [(f"{name}/{NAME}/{FILE}", good), (f"ann/{NAME}/{FILE}", good)]
    ann, bad = sorted(take(zipped(tmp_path / "class.zip", files)), key=lambda s: bool(s.refusal))
    assert (ann.student, ann.refusal) == ("ann", "")
    assert (bad.student, bad.notebook) == ("", "") and bad.file.isprintable()
    assert bad.refusal.startswith("refused: a student's identifier must")
    assert bad.display.isprintable() and 0 < len(bad.display) <= 100


def test_a_name_that_windows_keeps_is_filed_behind_another_sign(tmp_path, good, take):
    files = [(f"{name}/{NAME}/{FILE}", good) for name in ("CON", "nul.txt", "aux", "_aux")]
    found = take(zipped(tmp_path / "class.zip", files))
    assert [(s.student, s.display) for s in found if not s.refusal] == [
        ("_CON", "CON"), ("_nul.txt", "nul.txt"),
    ]  # fmt: skip
    refused = [s.reason for s in found if s.refusal]
    assert refused == ["_aux and aux would be one student, _aux"] * 2


def test_a_folder_without_notebook_is_named_like_one_with_it(tmp_path, take):
    name = "Ann Lee_1234_assignsubmission_file_"
    files = [(f"{name}/{NAME}/notes.txt", b""), (f"{name}/{NAME}/more.txt", b"")]
    (ann,) = take(zipped(tmp_path / "class.zip", files))
    assert (ann.student, ann.tick, ann.file) == ("Ann-Lee_1234", NAME, f"{name}/{NAME}")
    assert ann.refusal == "refused: no notebook among its 2 files"


@pytest.mark.parametrize("in_zip", [False, True])
def test_an_empty_folder_is_a_row(tmp_path, good, take, in_zip):
    write(tmp_path / "class" / "bob" / NAME / FILE, good)
    for name in ("ann", f"cat/{NAME}"):
        (tmp_path / "class" / name).mkdir(parents=True)
    place = tmp_path / "class"
    if in_zip:
        place = shutil.make_archive(str(place), "zip", place)
    assert [(s.student, s.tick, s.refusal) for s in take(place)] == [
        ("ann", "", "refused: an empty folder"),
        ("bob", NAME, ""),
        ("cat", NAME, "refused: an empty folder"),
    ]


@pytest.mark.parametrize("in_zip", [True, False])
@pytest.mark.parametrize("name", [".ipynb_checkpoints/a.ipynb", ".DS_Store", "__pycache__/a.pyc"])
def test_a_folder_with_nothing_but_what_programs_leave_is_a_row(tmp_path, good, take, name, in_zip):
    files = [(f"ann/{name}", good), (f"bob/{NAME}/{FILE}", good), (f"bob/{name}", good)]
    files.append(("__MACOSX/cat/._a", b""))
    place = tmp_path / "class"
    for path, data in files:
        write(place / path, data)
    found = take(zipped(tmp_path / "class.zip", files) if in_zip else place)
    assert [(s.student, s.refusal) for s in found] == [
        ("ann", "refused: an empty folder"), ("bob", ""),
    ]  # fmt: skip


def test_a_time_from_outside_the_zip_file_does_not_count(tmp_path, good, take):
    files = [
        (f"ann/{NAME}/{FILE}", good),
        (f"../ann/{NAME}/timestamp.txt", b"2000-01-01 00:00:00 UTC"),
    ]
    times = {s.file: s.submitted.year for s in take(zipped(tmp_path / "class.zip", files))}
    assert times[f"ann/{NAME}/{FILE}"] != 2000


def test_a_time_that_is_none_is_the_first_that_a_zip_file_knows(tmp_path, good, take):
    path = zipped(tmp_path / "class.zip", [(f"ann_{NAME}.ipynb", good)])
    data = bytearray(path.read_bytes())
    place = data.rindex(b"PK\x01\x02") + 14  # date of the member, in the list at the end
    data[place : place + 2] = bytes(2)  # month 0 of 1980
    path.write_bytes(bytes(data))
    assert take(path)[0].submitted == datetime(1980, 1, 1, tzinfo=UTC)


def test_a_long_reason_is_cut(tmp_path, take, monkeypatch):
    def fails(content):
        raise ValueError("x" * 300 + "\nand more")

    monkeypatch.setattr(taken, "read", fails)
    write(tmp_path / f"ann_{NAME}.ipynb", "{}")
    assert take(tmp_path)[0].refusal == f"refused: {'x' * 200}"


def test_an_error_without_words_is_named(tmp_path, take, monkeypatch):
    def fails(content):
        raise RecursionError

    monkeypatch.setattr(taken, "read", fails)
    write(tmp_path / f"ann_{NAME}.ipynb", "{}")
    assert take(tmp_path)[0].refusal == "refused: RecursionError"


# --- several of one student


def test_the_last_that_can_be_read_is_graded(tmp_path, good, take):
    paths = [
        write(tmp_path / f"ann_{NAME}{copy}.ipynb", data)
        for copy, data in (("", good), (" (1)", good), (" (2)", b"{"))
    ]
    for age, path in enumerate(paths):
        os.utime(path, (10**9 + age, 10**9 + age))
    found = {s.file: s.refusal for s in take(tmp_path)}
    assert found[paths[0].name] == "not graded: another file of this student and tick is"
    assert found[paths[1].name] == ""
    assert "not JSON" in found[paths[2].name]


def test_in_nbgraders_folder_the_ticks_own_name_decides(tmp_path, good, take):
    for name in (FILE, "zz.ipynb"):
        write(tmp_path / "ann" / NAME / name, good)
    write(tmp_path / "ann" / NAME / "timestamp.txt", "2026-11-20 12:00:00 UTC")
    (found,) = [s for s in take(tmp_path) if not s.refusal]
    assert found.file == f"ann/{NAME}/{FILE}"
    assert found.submitted == datetime(2026, 11, 20, 12, tzinfo=UTC)


# --- what is kept of a notebook


def test_outputs_go_however_large(tmp_path, tick, take):
    notebook = answered(tick)
    notebook.cells[1].outputs = [new_output("stream", text="x" * 20_000_000)]
    write(tmp_path / f"ann_{NAME}.ipynb", notebook)
    (found,) = take(tmp_path)
    assert found.refusal == "" and len(found.notebook) < 5_000


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=3), st.binary(max_size=30))
def test_any_name_in_a_zip_file_is_a_row(tmp_path_factory, names, data):
    folder = tmp_path_factory.mktemp("zip")
    path = folder / "class.zip"
    name = "/".join(names)
    try:
        zipped(path, [(name, data)])
    except (ValueError, UnicodeError):  # zipfile itself cannot write it
        return
    found = intake(path, {})
    with zipfile.ZipFile(path) as archive:
        (said,) = [i.filename.replace("\\", "/").split("/") for i in archive.infolist()]
    ours = any(map(layouts.is_system, said)) or not [part for part in said if part not in ("", ".")]
    assert len(found) == 1 or ours
    for row in found:
        assert row.refusal and row.file.isprintable() and row.display.isprintable()
        assert row.student == "" or IDENTIFIER.fullmatch(row.student)
    assert sorted(p.name for p in folder.iterdir()) == ["class.zip"]
    shutil.rmtree(folder)


def test_times_are_in_utc(tmp_path, good, take):
    write(tmp_path / f"ann_{NAME}.ipynb", good)
    assert take(tmp_path)[0].submitted.utcoffset() == timedelta(0)


# --- names that could be taken for one another


def test_one_name_in_two_forms_of_unicode_is_one_student(tmp_path, good, take):
    names = [unicodedata.normalize(form, "José") for form in ("NFC", "NFD")]
    found = take(zipped(tmp_path / "class.zip", [(f"{name}/{FILE}", good) for name in names]))
    assert {s.student for s in found} == {"José"}
    assert sorted(s.refusal[:10] for s in found) == ["", "not graded"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("Ann", "ann"), "differ only in what disks and eyes take for the same"),
        (("ann", "ａｎｎ"), "differ only in what disks and eyes take for the same"),
        (("Ann Lee", "Ann-Lee"), "Ann Lee and Ann-Lee would be one student, Ann-Lee"),
    ],
)
def test_names_that_could_be_one_are_refused_both(tmp_path, good, take, names, words):
    files = [*((f"{name}_{NAME}.ipynb", good) for name in names), (f"bob_{NAME}.ipynb", good)]
    found = take(zipped(tmp_path / "class.zip", files))
    assert [s.student for s in found if not s.refusal] == ["bob"]
    assert all(words in s.reason for s in found if s.refusal) and len(found) == 3


def test_a_name_like_that_of_earlier_work_does_not_take_its_place(tmp_path, tick, good):
    place = zipped(tmp_path / "class.zip", [(f"Ann_{NAME}.ipynb", good)])
    (found,) = intake(place, {NAME: tick}, others={"ann"})
    assert "Ann and ann differ only in" in found.reason
    assert intake(place, {NAME: tick}, others={"Ann"})[0].refusal == ""


def test_two_students_of_one_name_are_not_one_in_a_roster_without_numbers(tmp_path, tick, good):
    roster = read_roster("student,name\nann,Ann Lee\nbob,Bob", "users.csv")
    names = [f"Ann Lee_{n}_assignsubmission_file_/{FILE}" for n in (1, 2)]
    names += [f"Bob_3_assignsubmission_file_/{FILE}", f"Eve_4_assignsubmission_file_/{FILE}"]
    place = zipped(tmp_path / "class.zip", [(name, good) for name in names])
    found = [(s.student, s.reason) for s in intake(place, {NAME: tick}, roster=roster)]
    assert found == [
        ("ann", "1 and 2 would be one student, ann"),
        ("ann", "1 and 2 would be one student, ann"),
        ("bob", ""),
        ("Eve_4", "Eve 4 is not in the roster"),
    ]


# --- teams, names of one look


def test_a_teams_folder_gives_each_of_the_team_a_row(tmp_path, good, tick):
    lines = ["Identifier,Full name,Group,Grade,Maximum Grade"]
    lines += [
        "Participant 1,Ann Lee,Red,,2",
        "Participant 2,Bob Lee,Red,,2",
        "Participant 3,Cyd,Blue,,2",
    ]
    roster = read_roster("\n".join(lines), "w.csv")
    write(tmp_path / "Red_3_assignsubmission_file_" / FILE, good)
    handed_in = {(layouts.Platform.MOODLE, number): NOON for number in "13"}
    found = intake(tmp_path, {NAME: tick}, roster=roster, times=Times(handed_in))
    assert [(s.display, s.refusal) for s in found] == [("Ann Lee", ""), ("Bob Lee", "")]
    assert [s.dated for s in found] == [True, False]  # 3 is the team's number, and Cyd's


def test_names_of_letters_of_another_script_that_look_alike_are_told(tmp_path, good, take, tick):
    names = ("ada", "аԁа")
    for name in (*names, "bob"):
        write(tmp_path / name / FILE, good)
    reasons = {s.student: s.reason for s in take(tmp_path)}
    assert reasons.pop("bob") == ""
    assert all(
        "differ only in what disks and eyes take for the same" in r for r in reasons.values()
    )
    roster = read_roster("student\nada\nаԁа\nbob\n", "class.csv")
    assert not any(s.refusal for s in intake(tmp_path, {NAME: tick}, roster=roster))


def test_a_folder_that_platforms_put_around_a_class_is_no_student(tmp_path, good, take):
    """Beside another folder it would be one who has handed in everybody's work."""
    for name in ("Submitted files/ada", "Submitted files/ben", "Working files/ada"):
        write(tmp_path / "class" / name / FILE, good)
    found = take(tmp_path / "class")
    assert {s.file: s.student for s in found} == {"Submitted files": "", "Working files": ""}
    assert all("grade it by itself" in s.refusal for s in found)
    assert {s.student for s in take(tmp_path / "class" / "Submitted files")} == {"ada", "ben"}


def test_of_the_only_folder_it_is_said_that_it_may_be_around_a_class(tmp_path, good, take):
    """Else a class in a zip file of another name would look like one student who is done."""
    files = [(f"repos/tick0-{name}/{FILE}", good) for name in ("ada", "ben")]
    hint = "if repos is a folder around several students' work, grade that folder by itself"
    found = take(zipped(tmp_path / "class.zip", files))
    assert [hint in s.reason for s in found if s.refusal] == [True]
    many = [(f"repos/{number}/{FILE}", good) for number in range(32)]
    found = take(zipped(tmp_path / "many.zip", many))
    assert sum(hint in s.reason for s in found) == len(found) - 1
    for other in ("eve/notes.txt", f"repos/in/{FILE}"):
        files = [(f"repos/{FILE}", good), (other, good), (f"repos/b-{FILE}", good)]
        own = take(zipped(tmp_path / f"{other[:3]}.zip", files))
        assert any(s.refusal for s in own) and not any(hint in s.reason for s in own)


def test_a_class_from_blackboard_is_graded_by_the_last_attempt(tmp_path, tick, good):
    first, last = (f"Tick 0_ada_attempt_2026-06-{day}-10-11-12" for day in (20, 21))
    names = [f"{first}_{FILE}", f"{first}_data.csv", f"{last}_my work.ipynb", f"{last}_data.csv"]
    notes = [f"{first}.txt", "Tick 0_bob_attempt_2026-06-20-10-11-12.txt"]
    files = [(n, n if n.endswith("csv") else good) for n in names] + [(n, "") for n in notes]
    times = Times(zone=ZoneInfo("Europe/London"))
    found = intake(zipped(tmp_path / "gradebook.zip", files), {NAME: tick}, times=times)
    assert [(s.student, s.file, s.status) for s in found] == [
        ("ada", names[0], Status.REPLACED),
        ("ada", names[2], None),
        ("bob", notes[1], Status.REFUSED),
    ]
    assert found[1].submitted == datetime(2026, 6, 21, 9, 11, 12, tzinfo=UTC) and found[1].dated
    assert found[1].files == {"data.csv": names[3].encode()}


def test_a_class_from_brightspace_is_graded_by_the_last_attempt(tmp_path, tick, good):
    first = "271836-442356 - Ada Lovelace - Jun 9, 2026 949 AM"
    last = "271836-442399 - Ada Lovelace - Jun 10, 2026 122 PM"
    files = [
        (f"{last}/{FILE}", good),
        (f"{last}/data.csv", "last"),
        (f"{first}/my work.ipynb", good),
        (f"{first}/data.csv", "first"),
        (f"9-10 - Ben - O'Ray - September 1, 2026 0105 - {FILE}", good),
        ("index.html", "<table>"),
    ]
    times = Times(zone=ZoneInfo("Europe/London"))
    found = intake(zipped(tmp_path / "Tick 0 Download.zip", files), {NAME: tick}, times=times)
    assert [(s.student, s.file, s.status) for s in found] == [
        ("Ada-Lovelace_271836", f"{first}/my work.ipynb", Status.REPLACED),
        ("Ada-Lovelace_271836", f"{last}/{FILE}", None),
        ("Ben-O-Ray_9", files[4][0], None),
    ]
    assert found[1].files == {"data.csv": b"last"} and found[1].display == "Ada Lovelace"
    assert [s.submitted.isoformat() for s in found if not s.refusal] == [
        "2026-06-10T12:22:00+00:00",
        "2026-09-01T00:05:00+00:00",
    ]


def test_a_time_that_brightspace_writes_in_another_language_is_unknown(tmp_path, good, take):
    write(tmp_path / "class" / "271-4 - Ada Lee - Mai 9, 2026 949" / FILE, good)
    write(tmp_path / "class" / "271-5 - Ada Lee - Okt 11, 2026 949" / FILE, good)
    found = take(tmp_path / "class")
    assert {s.student for s in found} == {"Ada-Lee_271"} and not any(s.dated for s in found)
    assert sorted(str(s.status) for s in found) == ["None", str(Status.REPLACED)]


@pytest.mark.parametrize(
    "day", ["5 December, 2026 1149", "05 Dec 2026 1149 AM", "Dec 5, 2026 1149 AM"]
)
def test_brightspace_may_write_the_day_first(tmp_path, good, tick, day):
    write(tmp_path / "class" / f"271-4 - Ada Lee - {day}" / FILE, good)
    (found,) = intake(tmp_path / "class", {NAME: tick}, times=Times(zone=UTC))
    assert (found.student, found.submitted) == (
        "Ada-Lee_271",
        datetime(2026, 12, 5, 11, 49, tzinfo=UTC),
    )


def test_a_class_from_sakai_goes_by_what_students_are_called_there(tmp_path, tick, good, take):
    inside = f"Lovelace, Ada(ada1)/Submission attachment(s)/{FILE}"
    files = [
        (inside, good),
        ("Lovelace, Ada(ada1)/timestamp.txt", "20260610101112345"),
        (f"Lovelace, Ada(ada1)/Feedback Attachment(s)/{FILE}", "not for the grader"),
        ("Ray, Ben(ben2)/timestamp.txt", ""),
        (f"Lee, Eve(eve3)/Feedback Attachment(s)/{FILE}", good),
        ("grades.csv", "Tick 0"),
    ]
    for name, data in files:
        write(tmp_path / "Tick 0" / name, data.encode() if isinstance(data, str) else data)
    found = take(tmp_path / "Tick 0")
    assert [(s.student, s.display, s.file, s.status) for s in found] == [
        ("eve3", "Lee, Eve", files[-2][0], Status.REFUSED),
        ("ada1", "Lovelace, Ada", inside, None),
        ("ben2", "Ray, Ben", "Ray, Ben(ben2)/timestamp.txt", Status.REFUSED),
    ]
    assert not found[1].dated and not found[1].files
    roster = read_roster("student,name,number\nada1,Ada Lovelace,7\n", "class.csv")
    assert [s.refusal for s in intake(tmp_path / "Tick 0", {NAME: tick}, roster=roster)] == [
        "refused: Lee, Eve eve3 is not in the roster",
        "",
        "refused: Ray, Ben ben2 is not in the roster",
    ]
    # The folder around them is called as an instructor likes: it could also be a student's.
    (row,) = take(tmp_path)
    assert "Sakai's folder around students' work" in row.refusal


def test_a_class_from_google_is_one_student_a_file(tmp_path, good, take):
    names = [f"Ada Lovelace - {FILE}", f"{NAME} - Ben Ray.ipynb"]
    found = take(
        zipped(tmp_path / "c.zip", [(f"{NAME} (File responses)/{n}", good) for n in names])
    )
    assert {(s.student, s.refusal) for s in found} == {("Ada-Lovelace", ""), ("Ben-Ray", "")}
