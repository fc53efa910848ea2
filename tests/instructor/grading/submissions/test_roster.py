"""The lists of a class that platforms export, and who is found in them."""

import unicodedata
from contextlib import nullcontext

import pytest

from labkit.instructor.grading.submissions.roster import (
    Student,
    find_meant,
    form_groups,
    read_roster,
)

# https://github.com/moodle/moodle: mod/assign/gradingtable.php, as mod_assign downloads it
WORKSHEET = """\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 1001","Ada Lovelace",al1,ada@uni.example,"Submitted for grading - ",,12.00,Yes,"Friday, 20 November 2026, 4:59 PM",-,
"Participant 1002","Ada Lovelace",,ada2@uni.example,"No submission - ",,12.00,Yes,-,-,
"Participant 1003","Grace Hopper",,,"No submission - ",,12.00,Yes,-,-,
Average,-,,,,9.00,,,,,
"""
PARTICIPANTS = """First name,Last name,ID number,Email address,Groups
Ada,Lovelace,al1,ada@uni.example,Monday
Grace,Hopper,,grace@uni.example,Tuesday
"""
# https://community.canvaslms.com: "How do I import grades in the Gradebook?"
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,tick4 (77)
    Points Possible,,,,,12
"Lovelace, Ada",1001,s1,al1,Monday,
"Hopper, Grace M.",1002,s2,grace@uni.example,Monday,
"Hopper, Grace M.",1002,s2,grace@uni.example,Monday,
"Roe, Zoë",1003,,,Monday,
"Changed, By a spreadsheet",1.00E+15,,cb1,Monday,
"Student, Test",999,,5c0f1e77,Monday,
"""
GRADESCOPE = """First Name,Last Name,SID,Email,Submission ID,Submission Time
Ada,Lovelace,al1,ada@uni.example,123,2026-11-20 09:00:00 -0800
Eve,Lee,el1,eve@uni.example,,
"""


@pytest.mark.parametrize(("text", "platform", "students"), [
    (WORKSHEET, "moodle", [Student("al1", "Ada Lovelace", "1001", "ada@uni.example"), Student("ada2@uni.example", "Ada Lovelace", "1002", "ada2@uni.example"), Student("Grace-Hopper_1003", "Grace Hopper", "1003")]),
    (GRADEBOOK, "canvas", [Student("al1", "Lovelace, Ada", "1001"), Student("grace@uni.example", "Hopper, Grace M.", "1002", "grace@uni.example"), Student("Roe-Zoë_1003", "Roe, Zoë", "1003")]),
    (GRADESCOPE, "gradescope", [Student("al1", "Ada Lovelace", "123", "ada@uni.example"), Student("el1", "Eve Lee", "", "eve@uni.example")]),
    (PARTICIPANTS, "plain", [Student("al1", "Ada Lovelace", email="ada@uni.example"), Student("grace@uni.example", "Grace Hopper", email="grace@uni.example")]),
    ("student;name;number\nada;Ada Lovelace;7\nbob ray;;\n", "plain", [Student("ada", "Ada Lovelace", "7"), Student("bob-ray", "bob ray")]),
    ("student\nada\n<script>\nben\n", "plain", [Student("ada"), Student("ben")]),
    *((text, "plain", [Student("al1", "Ada Lovelace", email="al1@x")]) for text in (
        "id,first_name,last_name,email\nal1,Ada,Lovelace,al1@x\n", "CRSid,Surname,First name,Email\nal1,Lovelace,Ada,al1@x\n",
        "OrgDefinedId,Username,Last Name,First Name,Email\n#17,#al1,Lovelace,Ada,al1@x\n")),
    ("Name,Email\nAoife,A.O'Hara@x.ie\n", "plain", [Student("A.O-Hara@x.ie", "Aoife", email="A.O'Hara@x.ie")]), ("Identifier,Status\nParticipant 7,-\n", "moodle", [Student("7", number="7")]),
])  # fmt: skip
def test_a_list_is_read(text, platform, students):
    roster = read_roster(text.encode(), "r.csv")
    assert (roster.platform, list(roster.students.values())) == (platform, students)
    assert list(roster.students) == [student.identifier for student in students]
    assert [*roster.left_out] == ["<script>"] * ("<script>" in text)


@pytest.mark.parametrize(("text", "asked", "student"), [
    (WORKSHEET, ("Ada Lovelace", "1002", "moodle"), "ada2@uni.example"), (WORKSHEET, ("", "1001", "moodle"), "al1"),
    *((PARTICIPANTS, asked, "al1") for asked in (("ADA  LOVELACE", "5", "moodle"), ("lovelaceada", "1", "canvas"), ("AL1",), ("ADA@uni.example",), ("Lovelace, Ada",))),
    (GRADEBOOK, (unicodedata.normalize("NFD", "roezoë"), "1003", "canvas"), "Roe-Zoë_1003"),
    (GRADESCOPE, ("", "123", "gradescope"), "al1"), ("student\nBob ray\n", ("bob-ray",), "Bob-ray"),
    ("student,name,number\nada,Ada,7\n", ("Ada L.", "7", "moodle"), "ada"), ("student,number\nada,7\n", ("Bob", "7", "moodle"), "ada"),
    # Nobody is taken for another.
    (WORKSHEET, ("Grace Hopper", "1004", "moodle"), "^Grace Hopper 1004 is not in the roster$"), (WORKSHEET, ("Ada", "1001", "canvas"), "^Ada 1001 is not in"),
    (WORKSHEET, ("Ada Lovelace",), "^2 students of the roster are called Ada Lovelace; give a list"),
    (WORKSHEET, ("Grace Hopper", "1001", "moodle"), "and not the name: Grace Hopper 1001$"),
    *((PARTICIPANTS, asked, f"^{' '.join(asked[:2])} is not in the roster$") for asked in (("Ada",), ("al1", "9", "moodle"))),
    # A sortable name like "eve_1001" makes "eve_1001_1003_5005_x.ipynb" of Eve's own file.
    (GRADEBOOK, ("eve", "1001", "canvas"), "has the number of one student of the roster and not the name"),
    ("student\n00123\n", ("123",), "^123 is not in the roster$"), ("student\n123\n", ("..",), "^.. is not in the roster$"),
])  # fmt: skip
def test_a_student_is_found_or_refused(text, asked, student):
    with pytest.raises(ValueError, match=student) if " " in student else nullcontext():
        assert read_roster(text.encode(), "r.csv").find(*asked).identifier == student


@pytest.mark.parametrize(("called", "says"), [
    *((called, "al1") for called in ("AL1", "1001", "ada@uni.example")), *((called, "Grace-Hopper_1003") for called in ("grace hopper", "Hopper, Grace", "1003")),
    ("Ada Lovelace", "^student must be one student of the class, not 'Ada Lovelace': is al1 or ada2@uni.example meant\\?$"),
    ("Turing", "not 'Turing'$"), ("Grace Hoper", ": is Grace-Hopper_1003 meant\\?$"), ("hopper", ": is Grace-Hopper_1003 meant\\?$"), ("..", "not '..'$"),
])  # fmt: skip
def test_a_person_finds_a_student_by_all_that_a_list_says_of_one_or_is_told_who_is_near(
    called, says
):
    students = read_roster(WORKSHEET.encode(), "r.csv").students.values()
    with pytest.raises(ValueError, match=says) if " " in says else nullcontext():
        assert find_meant(called, students).identifier == says


def test_groups_have_their_members_by_any_name_and_say_who_is_in_none():
    roster = read_roster(WORKSHEET.encode(), "r.csv")
    text = b"Group;Student\nTeam 1;1001\nTeam 1;ada2@uni.example\n;grace hopper\n"
    groups = form_groups(text, "g.csv", roster)
    assert {name: [s.number for s in of] for name, of in groups.members.items()} == {"team1": ["1001", "1002"]}  # fmt: skip
    assert groups.names == {"team1": "Team 1"} and groups.alone == ["Grace-Hopper_1003"]
    groups = form_groups(b"student,group\nBob Ray,A\ncat,\n", "g.csv", None)
    assert groups.members == {"a": [Student("Bob-Ray", "Bob Ray")]} and groups.alone == ["cat"]


@pytest.mark.parametrize(("text", "says"), [
    ("name,group\nada,A\n", "groups must be a table with the columns student and group, not g.csv"),
    ("student,group\nal1,A\nal1,B\n", r"groups must have al1 once, not in two \(g.csv\)"),
    ("student,group\nal1,Team 1\n1003,team-1\n", "tell its groups apart by letters and digits.*Team 1 and team-1"),
    ("student,group\nHopper,A\n", r"each student of groups \(g.csv\) must be one.*not 'Hopper': is Grace-Hopper_1003 meant"),
])  # fmt: skip
def test_groups_that_will_not_do_are_refused(text, says):
    with pytest.raises(ValueError, match=says):
        form_groups(text.encode(), "g.csv", read_roster(WORKSHEET.encode(), "r.csv"))


@pytest.mark.parametrize(("text", "words"), [
    ("student\n", "at least a line, not r.csv"), ("Nr,Vollständiger Name\nTeilnehmer/in7,Ann Lee\n", r"worksheet \(in English"),
    ("student,name\nada,Ada\nADA,Bob\n", r"tell its students apart, not have two called 'ada' \(r.csv\)"),
    ("student,number\nada,7\nbob,7\n", "not have two called 'the number 7'"),
])  # fmt: skip
def test_a_list_that_will_not_do_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        read_roster(text.encode(), "r.csv")
