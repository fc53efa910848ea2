"""All that one student has handed in: notebooks, zip files, what goes with them, and times."""

import io
import tarfile
import unicodedata
import zipfile
from datetime import UTC, datetime

import nbformat
import pytest

from labkit.checks.marking import Status
from labkit.grading.classroom import companions, taken, work
from labkit.grading.classroom.intake import intake
from labkit.grading.classroom.layouts import Owner, Platform
from labkit.grading.classroom.roster import read_roster
from labkit.grading.classroom.times import Times
from tests.grading.tiny import NAME, answered, make_tick, write

FILE = f"{NAME}.ipynb"
MOODLE = "Ann Lee_1_assignsubmission_file_"


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture(scope="module")
def good(tick):
    return nbformat.writes(answered(tick)).encode()


@pytest.fixture
def take(tick, tmp_path):
    """Take in a zip file of these files, or a folder of them."""

    def take(files, in_zip=True, **options):
        if in_zip:
            place = tmp_path / "all.zip"
            place.write_bytes(zipped(files))
        else:
            place = tmp_path / "here"
            for name, data in files.items():
                write(place / name, data)
        return intake(place, {NAME: tick}, **options)

    return take


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_a_clock_that_was_told_nothing_trusts_no_file():
    clock = work.Clock()
    assert not clock.by_files and not clock.by_nbgrader


# --- zip files of students


@pytest.mark.parametrize("name", [f"{MOODLE}/work.zip", f"ann_{NAME}.zip", f"ann/{NAME}/a.ZIP"])
def test_a_notebook_in_a_students_own_zip_file_is_found(take, good, name):
    inside = {f"work/{FILE}": good, f"bob_{NAME}/notes.txt": b"x", "__MACOSX/._x.ipynb": b"x"}
    (found,) = take({name: zipped(inside)})
    assert (found.student[:3].lower(), found.tick, found.refusal) == ("ann", NAME, "")
    assert found.file == f"{name}/work/{FILE}"


def test_a_zip_file_in_a_zip_file_is_not_opened(take, good):
    inner = zipped({FILE: good})
    (found,) = take({f"{MOODLE}/a.zip": zipped({"b.zip": inner})})
    assert found.refusal == "refused: not a notebook (.ipynb)" and found.tick == ""


def tar():
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.ipynb"))
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "a zip file that is broken"),
        (b"PK\x03\x04", "a zip file that is broken"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(99), "an archive of another kind than its name says"),
        (b"Rar!\x1a\x07" + bytes(99), "an archive of another kind than its name says"),
        (tar(), "an archive of another kind than its name says"),
        (zipped({}), "an empty zip file"),
        (zipped({".DS_Store": b""}), "an empty zip file"),
        (zipped({f"{n}.txt": b"" for n in range(6_000)}), "more files than a student's work has"),
    ],
    ids=["nothing", "broken", "7z", "rar", "tar", "empty", "only a system's", "too many"],
)
def test_a_students_zip_file_that_will_not_do_is_one_row(take, good, data, reason):
    ann, bob = take({f"{MOODLE}/a.zip": data, f"bob_{NAME}.ipynb": good})
    assert bob.refusal == "" and reason in ann.refusal and ann.student == "Ann-Lee_1"


def test_few_zip_files_of_one_student_are_opened(take, good):
    found = take({f"{MOODLE}/{n}.zip": zipped({f"{n}.ipynb": good}) for n in range(5)})
    assert [s.refusal for s in found if "more than 3 zip files" in s.refusal] == [
        "refused: more than 3 zip files of one student"
    ] * 2


# --- limits for one student


def test_notebooks_without_end_are_not_read(take, good, monkeypatch):
    monkeypatch.setattr(work, "MOST_NOTEBOOKS", 2)
    found = take({f"{MOODLE}/{n}.ipynb": good for n in range(4)} | {f"bob_{NAME}.ipynb": good})
    reasons = [s.refusal for s in found if s.student == "Ann-Lee_1"]
    assert reasons.count("refused: one notebook too many") == 2 and reasons.count("") == 1
    assert found[-1].student == "bob" and found[-1].refusal == ""


def test_time_without_end_is_not_given(take, good, monkeypatch):
    monkeypatch.setattr(work, "MOST_SECONDS", -1)
    assert [s.reason for s in take({f"{MOODLE}/{FILE}": good})] == ["one notebook too many"]


def test_rows_without_end_are_not_made(take, good):
    found = take({f"ann/../{n}": b"" for n in range(30)} | {f"ann/{FILE}": good})
    reasons = [s.reason for s in found if s.student == "ann"]
    assert len(reasons) == 21 and "one of 11 more files that cannot be read" in reasons


def test_files_without_end_are_a_row(take, good, monkeypatch):
    from labkit.grading.classroom import intake as module

    monkeypatch.setattr(module, "MOST_OF_ONE", 5)
    files = {f"{MOODLE}/{n}.txt": b"" for n in range(6)} | {f"bob_{NAME}.ipynb": good}
    for in_zip in (True, False):
        ann, bob = take(files, in_zip)
        assert (ann.student, ann.refusal) == ("Ann-Lee_1", "refused: more than 5 files")
        assert bob.refusal == ""


@pytest.mark.parametrize("folder", [".venv/lib", "venv/lib", "work/node_modules/x", ".git/objects"])
@pytest.mark.parametrize("in_zip", [True, False])
def test_what_programs_have_put_beside_it_is_not_counted(take, good, monkeypatch, folder, in_zip):
    """Students who commit an environment of their own hand in thousands of files."""
    monkeypatch.setattr("labkit.grading.classroom.intake.MOST_OF_ONE", 5)
    files = {f"ann/{folder}/{n}.py": b"" for n in range(9)}
    (empty,) = take(files, in_zip=in_zip)
    assert empty.student == "ann" and empty.refusal
    (graded,) = take({f"ann/{FILE}": good} | files, in_zip=in_zip)
    assert not graded.refusal and not graded.files


def test_whatever_goes_wrong_with_one_student_is_a_row(take, good, monkeypatch):
    real = taken.tick_of

    def fails(notebook, ticks, named):
        if "cat" in notebook:
            raise KeyboardInterrupt
        return real(notebook, ticks, named)

    monkeypatch.setattr(taken, "tick_of", fails)
    monkeypatch.setattr(work, "_stamps", lambda *_: 1 / 0)
    (found,) = take({f"ann/{NAME}/{FILE}": good}, in_zip=False)
    assert (found.student, found.refusal) == (
        "ann",
        "refused: it cannot be taken in (ZeroDivisionError: division by zero)",
    )


# --- what goes with a notebook


def test_modules_and_data_go_with_a_notebook(take, good):
    files = {
        f"{MOODLE}/{FILE}": good,
        f"{MOODLE}/helpers.py": b"x = 1",
        f"{MOODLE}/data/a b.csv": b"1,2",
        f"{MOODLE}/data/../../evil.py": b"",
        f"{MOODLE}/checks.py": b"mine",
        f"{MOODLE}/Hidden.py": b"mine",
        f"{MOODLE}/labkit/__init__.py": b"mine",
        f"{MOODLE}/timestamp.txt": b"2000-01-01 00:00:00 UTC",
        f"{MOODLE}/.bashrc": b"mine",
        f"{MOODLE}/-rf": b"mine",
        f"{MOODLE}/a\nb.py": b"mine",
        f"{MOODLE}/😀.py": b"mine",
    }
    graded, refused = sorted(take(files), key=lambda s: s.refusal)
    assert graded.files == {"helpers.py": b"x = 1", "data/a b.csv": b"1,2"}
    assert "leads out of the zip file" in refused.refusal


@pytest.mark.parametrize(
    "names",
    [
        ("leeann_1_51_{t}.ipynb", "leeann_1_52_helpers-1.py"),
        ("leeann_LATE_1_51_{t}-2.ipynb", "leeann_LATE_1_52_helpers.py"),
        ("ann_{t}.ipynb", "ann_helpers.py"),
        ("ann/{t}/{t}.ipynb", "ann/{t}/helpers.py"),
        ("{t}/ann/a.ipynb", "{t}/ann/helpers.py"),
        ("Ann_1_assignsubmission_file_{t}.ipynb", "Ann_1_assignsubmission_file_helpers.py"),
    ],
)
def test_they_have_the_names_that_the_notebook_knows(take, good, names):
    notebook, module = (name.format(t=NAME) for name in names)
    found = take({notebook: good, module: b"x = 1", "bob_helpers.py": b"x = 2"})
    (graded,) = [s for s in found if not s.refusal]
    assert graded.files == {"helpers.py": b"x = 1"}


def test_they_may_be_called_as_people_call_files(take, good):
    """What macOS writes is found by what was typed, and no name is longer than a disk lets it be."""
    kept = ["Caf\u00e9 & Co, 50% (#1)!.csv", "\u8cc7\u6599/\u8868.csv", "e\u0301" * 50 + ".csv"]
    left = ["\u8868" * 90 + ".csv", "a\u202eb.csv", "a?.csv", "b ", "con:1"]
    found = take({f"ann/{FILE}": good} | {f"ann/{name}": b"x" for name in kept + left})
    (graded,) = [s for s in found if not s.refusal]
    assert set(graded.files) == {unicodedata.normalize("NFC", name) for name in kept}


def test_files_in_four_folders_within_one_another_go_with_it_and_in_five_do_not(take, good):
    found = take({f"ann/{FILE}": good, "ann/a/b/c/d/e.csv": b"", "ann/a/b/c/d/e/f.csv": b""})
    assert list(found[0].files) == ["a/b/c/d/e.csv"]


def test_another_folders_files_stay_where_they_are(take, good):
    found = take({f"ann/{NAME}/{FILE}": good, "ann/tick9/helpers.py": b"", f"bob/{NAME}/b.py": b""})
    assert [s.files for s in found] == [{}, {}]


def test_what_is_too_much_is_left_out_and_a_row_says_so(take, good, monkeypatch):
    monkeypatch.setattr(companions, "LARGEST_COMPANIONS", 100)
    monkeypatch.setattr(companions, "MOST_COMPANIONS", 3)
    files = {f"ann/{FILE}": good, "ann/a": b"x" * 101, "ann/b": b"x" * 60, "ann/c": b"x" * 40}
    graded, row = sorted(take(files), key=lambda s: s.refusal)
    assert list(graded.files) == ["c", "b"]
    assert row.reason.startswith("1 file beside the notebook could not be taken along")
    files = {f"ann/{FILE}": good} | {f"ann/{n}": b"" for n in range(4)}
    graded, row = sorted(take(files), key=lambda s: s.refusal)
    assert list(graded.files) == ["0", "1", "2"] and row.file == "ann/3"


# --- when


STAMP = b"2001-01-01 00:00:00 UTC"


@pytest.mark.parametrize(
    "place",
    [
        f"{MOODLE}/{NAME}/timestamp.txt",
        f"{MOODLE}/timestamp.txt",
        "ann/timestamp.txt",
        f"ann/{NAME}/work/timestamp.txt",
        f"ann/work/{NAME}/timestamp.txt",
        f"{NAME}/ann/timestamp.txt",
        f"submission_1/{NAME}/timestamp.txt",
        f"bob/{NAME}/timestamp.txt",
        "leeann_1_51_timestamp.txt",
        "timestamp.txt",
    ],
)
def test_a_time_counts_only_where_nbgrader_writes_it(take, good, place):
    folder = place.split("/")[0] if "/" in place else "ann"
    folder = {"bob": "ann", NAME: f"{NAME}/ann"}.get(folder, folder)
    found = take({f"{folder}/{NAME}/work/{FILE}": good, place: STAMP}, in_zip=False)
    (graded,) = [s for s in found if not s.refusal]
    assert graded.submitted.year != 2001 and not graded.dated


@pytest.mark.parametrize("stamp", [b"", b"soon", STAMP + b" " * 200, b"\xff", b"2001-01-01" * 9])
def test_another_form_of_it_does_not_count(take, good, stamp):
    files = {f"ann/{NAME}/{FILE}": good, f"ann/{NAME}/timestamp.txt": stamp}
    assert [s.dated for s in take(files, in_zip=False)] == [False]


def test_in_a_zip_file_it_does_not_count_either(take, good):
    files = {f"ann/{NAME}/{FILE}": good, f"ann/{NAME}/timestamp.txt": STAMP}
    assert [s.dated for s in take(files)] == [False]
    (found,) = take(files, in_zip=False)
    assert found.dated and found.submitted == datetime(2001, 1, 1, tzinfo=UTC)


def test_what_a_platform_says_counts_before_all_else(take, good):
    when = datetime(2026, 11, 20, tzinfo=UTC)
    times = Times({(Platform.MOODLE, "1"): when}, {("bob", ""): when})
    files = {
        f"{MOODLE}/{FILE}": good,
        f"bob/{NAME}/{FILE}": good,
        f"bob/{NAME}/timestamp.txt": STAMP,
    }
    found = take(files, in_zip=False, times=times)
    assert [(s.submitted, s.dated) for s in found] == [(when, True)] * 2
    assert times.find(Owner("Ann", "1", Platform.MOODLE), "x", "y") == when


def test_files_times_count_if_somebody_vouches_for_them(take, good):
    assert [s.dated for s in take({f"ann/{FILE}": good}, file_times=True)] == [True]


# --- several


def test_of_canvass_files_the_one_that_came_last_is_graded(take, good):
    files = {
        f"leeann_1_{n}_{NAME}{copy}.ipynb": good for n, copy in ((9, ""), (10, "-1"), (8, "-2"))
    }
    (graded,) = [s for s in take(files) if not s.refusal]
    assert graded.file == f"leeann_1_10_{NAME}-1.ipynb"


@pytest.mark.parametrize(
    "names",
    [
        ("ann/tick0-tiny.ipynb", "ann/tick0-tiny-Copy1.ipynb"),
        ("leeann_1_9_tick0-tiny.ipynb", "leeann_1_8_mine.ipynb"),
        (f"{MOODLE}/tick0-tiny.ipynb", f"{MOODLE}/work/mine.ipynb"),
    ],
)
def test_what_was_given_out_does_not_stand_for_the_answers_beside_it(take, tick, good, names):
    found = take({names[0]: nbformat.writes(tick.notebook()), names[1]: good})
    assert {s.file: s.status for s in found} == {names[0]: Status.REPLACED, names[1]: None}


def test_an_empty_attempt_that_came_last_counts(take, tick, good):
    names = [f"Tick 0_ann_attempt_2026-11-{day}-10-11-12_{FILE}" for day in (20, 21)]
    found = take({names[0]: good, names[1]: nbformat.writes(tick.notebook())})
    assert {s.file: s.status for s in found} == {names[0]: Status.REPLACED, names[1]: None}


def test_of_teams_versions_the_tenth_is_later_than_the_ninth(take, good):
    files = {f"Submitted files/Ann/Words/Version {n}/{FILE}": good for n in (1, 9, 10)}
    (graded,) = [s for s in take(files) if not s.refusal]
    assert graded.file.endswith(f"/Version 10/{FILE}")


def test_gradescopes_groups_are_graded_each(take, good):
    said = """---
submission_5:
  :submitters:
  - {":name": Ann Lee, ":sid": ann}
  - {":name": Bob, ":sid": bob}
  :created_at: 2026-11-20 17:00:00.5 Z
"""
    files = {
        f"assignment_3_export/submission_5/{FILE}": good,
        f"assignment_3_export/submission_6/{FILE}": good,
        "assignment_3_export/submission_metadata.yml": said,
    }
    found = [(s.student, s.display, s.dated, s.submitted.hour) for s in take(files)]
    assert [row for row in found if row[2]] == [
        ("ann", "Ann Lee", True, 17),
        ("bob", "Bob", True, 17),
    ]
    assert [row[0] for row in found if not row[2]] == ["6"]


@pytest.mark.parametrize(
    "said",
    [
        "submission_5:\n\t:submitters: [",
        "submission_5: {}",
        "[1]",
        "",
        b"\xff\xfe\x00",
        "[" * 5_000,
    ],
)
def test_a_broken_list_of_gradescopes_is_a_row_and_the_others_are_graded(take, good, said):
    names = [f"submission_5/{FILE}", f"submission_6/{FILE}", "submission_metadata.yml"]
    files = dict(zip(names, (good, good, said), strict=True))
    *graded, spoilt = take({f"assignment_3_export/{name}": files[name] for name in names})
    assert [(s.student, s.refusal) for s in graded] == [("5", ""), ("6", "")]
    assert spoilt.file.endswith("/submission_metadata.yml") and not spoilt.student
    assert "submission_metadata.yml must be as Gradescope writes it" in spoilt.refusal
    roster = read_roster("student\nann\n", "r.csv")
    first, *_ = take({f"assignment_3_export/{name}": files[name] for name in names}, roster=roster)
    assert first.refusal == "refused: submission_metadata.yml does not say whose it is"


def test_of_gradescopes_list_what_can_be_read_counts(take, good):
    said = """---
submission_5:
  :submitters: [{":name": Ann Lee, ":sid": ann}]
  :created_at: soon
submission_6:
  :submitters: []
submission_7: gone
submission_8:
  :submitters: [{":name": Bob, ":sid": bob}]
  :created_at: 2026-11-20 17:00:00.5 Z
"""
    files = {f"submission_{number}/{FILE}": good for number in (5, 6, 7, 8)}
    found = take(files | {"submission_metadata.yml": said})
    told = [(s.student, s.dated, s.refusal) for s in found]
    assert told == [("ann", False, ""), ("6", False, ""), ("7", False, ""), ("bob", True, "")]


def test_github_classrooms_clones_are_their_students_without_a_roster_too(take, good):
    clones = {f"{NAME}-ann/{FILE}": good, f"tick0-bob-lee/{FILE}": good, "README.md": "-"}
    assert [s.student for s in take(clones) if not s.refusal] == ["bob-lee", "ann"]
    roster = read_roster(f"student\n{NAME}-ann\nbob-lee\n", "r.csv")
    assert {s.student for s in take(clones, roster=roster) if not s.refusal} == {
        "bob-lee",
        f"{NAME}-ann",
    }
    # somebody else's name for a folder may begin so
    others = {f"{NAME}-ann/{FILE}": good, f"eve/{FILE}": good}
    assert [s.student for s in take(others)] == ["eve", f"{NAME}-ann"]
    assert [s.student for s in take({f"{NAME}/bob/{FILE}": good})] == ["bob"]


@pytest.mark.parametrize(
    "name",
    [f"{NAME}.json", f"{NAME}.txt", f"{NAME}", f"{NAME}.ipynb~", f"{NAME}.ipynb.part", "work.JSON"],
)
@pytest.mark.parametrize("in_zip", [True, False])
def test_a_notebook_by_another_name_is_graded_if_there_is_none_by_its_own(take, good, name, in_zip):
    files = {f"ann/{name}": good, "ann/data.json": b'{"a": 1}', "bob/data.json": b'{"a": 1}'}
    found, other = take(files, in_zip)
    assert (found.student, found.tick, found.refusal) == ("ann", NAME, "")
    assert set(found.files) == {"data.json"}
    assert other.refusal == "refused: not a notebook (.ipynb)"


def test_beside_a_notebook_another_with_no_such_name_is_a_file(take, good):
    (found,) = take({f"ann/{FILE}": good, "ann/old.json": good})
    assert found.file == f"ann/{FILE}" and set(found.files) == {"old.json"}


def test_a_damaged_file_by_another_name_is_no_notebook(take, good, monkeypatch):
    files = {"ann/a.txt": b"\x00", "bob/b.json": b'{"nbformat": 4'}
    found, other = take(files)
    assert found.refusal == "refused: not a notebook (.ipynb)"
    assert "cut off" in other.refusal
