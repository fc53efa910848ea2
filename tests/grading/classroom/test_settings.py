"""What a class is graded with is remembered, whole or not at all."""

import os

import pytest

from labkit.grading.classroom.settings import Settings, remembered, remembered_policy
from tests.grading.classroom.test_roster import WORKSHEET
from tests.grading.tiny import write

LATE = 'timezone = "Europe/Paris"\n[deadlines]\nt4 = 2026-11-20T17:00:00\n'


def given(tmp_path, **files):
    paths = {name: write(tmp_path / f"{name}.txt", text) for name, text in files.items()}
    return Settings().with_given(["t4"], **paths)


def test_everything_comes_back_after_its_files_are_gone(tmp_path):
    settings = given(
        tmp_path,
        late=LATE,
        roster="student\nann\n",
        times="student,submitted\nann,2026-11-20 17:00\n",
    )
    settings.save(tmp_path / "out")
    for path in tmp_path.glob("*.txt"):
        path.unlink()
    found = remembered(tmp_path / "out")
    assert found == settings
    assert remembered_policy(tmp_path / "out", ["t4"]).deadlines["t4"].hour == 16
    assert list(found.students().students) == ["ann"]
    assert found.handed_in().by_student["ann", ""].hour == 16  # in the policy's time zone


def test_without_any_there_is_no_deadline_and_no_roster(tmp_path):
    found = remembered(tmp_path)
    assert found == Settings() and found.students() is None and not found.policy().deadlines


def test_what_is_given_takes_the_place_of_what_was(tmp_path):
    first = given(tmp_path, late=LATE, roster="student\nann\n")
    second = first.with_given(
        ["t4"], roster=write(tmp_path / "r", "student\nbob\n"), file_times=True
    )
    assert second.late == first.late and list(second.students().students) == ["bob"]
    assert (
        second.with_given([]).file_times and not second.with_given([], file_times=False).file_times
    )


def test_moodles_worksheet_is_roster_and_times(tmp_path):
    found = given(tmp_path, late=LATE, roster=WORKSHEET)
    assert len(found.students().students) == 3 and len(found.handed_in().by_number) == 1
    # In another language the times cannot be read, and the names can.
    found = given(tmp_path, roster=WORKSHEET.replace("20 November", "20 novembre"))
    assert len(found.students().students) == 3 and not found.handed_in().by_number


def test_a_file_that_will_not_do_is_named_and_nothing_is_remembered(tmp_path):
    for files, words in (
        ({"late": "x"}, "late: late.txt"),
        ({"late": "[deadlines]\nt5 = 2026-11-20T17:00:00"}, "there is no tick 't5'"),
        ({"roster": "x"}, "roster must be a table"),
        ({"times": "x"}, "times must be a table"),
        ({"roster": b"student\n\xe9\n"}, "roster must be a file in UTF-8, not roster.txt"),
    ):
        with pytest.raises(ValueError, match="must|late") as raised:
            given(tmp_path, **files)
        assert words in str(raised.value)
    with pytest.raises(FileNotFoundError, match="times must be a file that exists"):
        Settings().with_given([], times=tmp_path / "none")
    big = tmp_path / "big"
    big.touch()
    os.truncate(big, 30_000_000)
    with pytest.raises(ValueError, match="roster must be a file of at most 20 MB, not big"):
        Settings().with_given([], roster=big)


def test_tables_of_spreadsheets_are_read(tmp_path):
    found = given(tmp_path, roster="student\tname\nann\tÅsa\n".encode("utf-16"))
    assert found.students().students["ann"].display == "Åsa"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": 9}', '{"schema": 1, "late": 3, "roster": null, "times": null}'],
)
def test_a_spoilt_file_is_not_taken_for_none(tmp_path, text):
    write(tmp_path / "settings.json", text)
    with pytest.raises(ValueError, match="remove that file, and give --late, --roster and --times"):
        remembered(tmp_path)
