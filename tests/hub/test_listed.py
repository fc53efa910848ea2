"""A list that calls students otherwise than they sign in."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from labkit.grading.results.late import Policy, read_policy
from labkit.hub.course import Course
from labkit.hub.listed import Listed, known_to_marks, read_listed

#: As Moodle's list of participants, with what its students sign in with: numbers, or addresses.
CLASS = """First name,Last name,ID number,Email address
Ada,Lee,12345,Ada.Lee@uni.example
Ben,O'Hara,12346,ben@uni.example
José,García,,jose+x@uni.example
Dora,Day,D-9,dora@uni.example
"""

DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)
LATER = datetime(2026, 11, 27, 17, tzinfo=UTC)


@pytest.fixture
def course(tmp_path):
    file = tmp_path / "class.csv"
    file.write_text(CLASS, encoding="utf8")
    return Course(tmp_path, "Significance", "nlp", roster=file)


def test_who_signs_in_by_an_address_is_who_the_list_has_by_a_number(course):
    listed = read_listed(course)
    for name in ("ada.lee@uni.example", "12345"):
        assert listed.called(name) == "12345" and listed.has(name)
    assert listed.called("d-9") == "D-9"
    assert listed.called("eve") == "eve" and not listed.has("eve")
    assert listed.display("12345") == "Ada Lee" and listed.display("eve") == ""


def test_everybody_has_the_name_that_they_have_on_the_hub(course):
    found = read_listed(course).signing_in(["ada.lee@uni.example", "eve", "d-9"])
    assert found == {
        "12345": "ada.lee@uni.example",
        "12346": "12346",
        "jose+x@uni.example": "jose+x@uni.example",
        "D-9": "d-9",
    }
    both = read_listed(course).signing_in(["ada.lee@uni.example", "12345"])
    assert both["12345"] == "12345"


def test_without_a_list_everybody_is_who_they_say():
    listed = Listed(None)
    assert (listed.called("ada"), listed.has("ada"), listed.signing_in(["ada"])) == (
        "ada",
        False,
        {},
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_list_is_read_in_the_encodings_that_the_grader_reads(course, encoding):
    course.roster.write_bytes(CLASS.encode(encoding))
    assert "12345" in read_listed(course).roster.students


def test_a_list_that_was_changed_is_read_anew(course):
    assert read_listed(course).has("12346")
    course.roster.write_text("student\nada\n")
    assert not read_listed(course).has("12346") and read_listed(course).has("ada")


@pytest.mark.parametrize("written", ["ada.lee@uni.example", "12345", "Ada-Lee"])
def test_an_extension_counts_for_the_hub_and_the_grader_whatever_it_calls_its_student(
    course, written
):
    late = Policy({"t": DUE}, {(written, "t"): LATER})
    text = (
        f'[deadlines]\nt = 2026-11-20T17:00:00Z\n[extensions."{written}"]\nt = 2026-11-27T17:00:00Z'
    )
    given = replace(course, late=late, late_text=text)
    listed = read_listed(course)
    found = known_to_marks(given, listed, ["ada.lee@uni.example", "ben@uni.example"])
    assert found.late.deadline("ada.lee@uni.example", "t") == LATER
    assert found.late.deadline("ben@uni.example", "t") == DUE
    of_grader = read_policy(found.late_text, "late")
    assert of_grader.deadline("12345", "t") == LATER and of_grader.deadline("12346", "t") == DUE
    assert known_to_marks(given, Listed(None), ["ada"]) is given


def test_of_two_extensions_of_one_student_the_later_counts(course):
    names = ("ada.lee@uni.example", "12345")
    for moments in ((DUE, LATER), (LATER, DUE)):
        late = Policy({}, {(n, "t"): when for n, when in zip(names, moments, strict=True)})
        found = known_to_marks(replace(course, late=late), read_listed(course), names)
        assert {found.late.deadline(name, "t") for name in names} == {LATER}
