"""What a class is graded by is remembered, whole or not at all."""

import pytest

from labkit.instructor.grading.marks.settings import GradingSettings, forget, read_settings
from tests.instructor.grading.submissions.test_platforms import OWL
from tests.instructor.grading.submissions.test_roster import WORKSHEET
from tests.instructor.grading.tiny import record, write

LATE = 'timezone = "Europe/Paris"\n[deadlines]\nt4 = 2026-11-20T17:00:00\n'


def given(tmp_path, **files):
    paths = {name: write(tmp_path / f"{name}.txt", text) for name, text in files.items()}
    return GradingSettings().with_given(["t4"], **paths)


def test_everything_comes_back_after_its_files_are_gone(tmp_path):
    out = tmp_path / "out"
    assert (
        read_settings(out) == GradingSettings({}, False, ".")
        and not GradingSettings().policy.deadlines
    )
    times = "student,submitted\nann,2026-11-20 17:00\n"
    given(tmp_path, late=LATE, roster="student\nann\n", times=times).save(out)
    for path in tmp_path.glob("*.txt"):
        path.unlink()
    settings = read_settings(out)
    times = (settings.policy.deadlines["t4"], settings.times.when["ann", ""])  # in one time zone
    assert [when.hour for when in times] == [16, 16] and list(settings.roster.students) == ["ann"]
    # What is given takes the place of what was.
    roster = write(tmp_path / "r", "student\nbob\n")
    settings.with_given([], roster=roster, file_times=True, source="lab").save(out)
    again = read_settings(out).with_given([], late=None, file_times=None)
    assert again.policy == settings.policy and list(again.roster.students) == ["bob"]
    assert (again.file_times, again.source) == (True, "lab")
    forget(out, "roster")
    assert read_settings(out).roster is None and read_settings(out).policy.deadlines


def test_a_platforms_list_is_roster_and_times_also_that_of_a_platform_of_ones_own(tmp_path):
    settings = given(tmp_path, roster=WORKSHEET)
    assert len(settings.roster.students) == 3 and len(settings.times.when) == 1
    table = "OWL No;Who;Ring;Flew\n7;Ann Lee;al1;20.11.2026 17.00\n"
    given(tmp_path, platform=OWL, roster=table).save(tmp_path / "out")
    settings = read_settings(tmp_path / "out")
    assert list(settings.roster.students) == ["al1"] and settings.times.when["owl", "7"].hour == 17


def test_a_student_is_found_among_those_with_work_and_those_of_the_roster(tmp_path):
    settings, records = given(tmp_path, roster=WORKSHEET), [record("bob", display="Bob Lee")]
    for called, student in (("Bob Lee", "bob"), ("1001", "al1")):
        assert settings.find(called, records) == student
    assert GradingSettings().find("BOB", records) == "bob"


def test_a_file_that_will_not_do_is_named(tmp_path):
    with pytest.raises(ValueError, match="there is no tick 't5'"):
        given(tmp_path, late=LATE.replace("t4", "t5"))
    with pytest.raises(FileNotFoundError, match="times must be a file that exists"):
        GradingSettings().with_given([], times=tmp_path / "none")
