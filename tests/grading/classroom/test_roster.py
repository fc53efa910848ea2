"""The lists of a class that platforms export, and who is found in them."""

import unicodedata

import pytest

from labkit.grading.classroom.layouts import Owner, Platform
from labkit.grading.classroom.roster import Student, read_roster
from labkit.grading.classroom.tables import decoded

# https://github.com/moodle/moodle: mod/assign/gradingtable.php, as mod_assign downloads it
WORKSHEET = """\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 1001","Ada Lovelace",al1,ada@uni.example,"Submitted for grading - ",,12.00,Yes,"Friday, 20 November 2026, 4:59 PM",-,
"Participant 1002","Ada Lovelace",,ada2@uni.example,"No submission - ",,12.00,Yes,-,-,
"Participant 1003","Grace Hopper",,,"No submission - ",,12.00,Yes,-,-,
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
"Student, Test",999,,5c0f1e77,Monday,
"""

MOODLE, CANVAS = Platform.MOODLE, Platform.CANVAS


def test_moodles_worksheet_is_read():
    roster = read_roster(WORKSHEET, "w.csv")
    assert roster.platform is MOODLE
    assert list(roster.students.values()) == [
        Student("al1", "Ada Lovelace", "1001", "ada@uni.example"),
        Student("ada2@uni.example", "Ada Lovelace", "1002", "ada2@uni.example"),
        Student("Grace-Hopper_1003", "Grace Hopper", "1003", ""),
    ]


def test_a_line_of_the_worksheet_without_a_participant_is_no_student():
    lines = ["Participant,Nobody,,,,,12.00,Yes,-,-,", ",,,,,,,,,,", "Average,-,,,,9.00,,,,,"]
    roster = read_roster(WORKSHEET + "\n".join(lines), "w.csv")
    assert len(roster.students) == 3


def test_moodles_numbers_alone_count_where_there_are_any():
    find = read_roster(WORKSHEET, "w.csv").find
    assert find(Owner("Ada Lovelace", "1002", MOODLE)).identifier == "ada2@uni.example"
    assert find(Owner("Somebody Else", "1001", MOODLE)).identifier == "al1"
    for owner in (
        Owner("Grace Hopper", "1004", MOODLE),
        Owner("Eve"),
        Owner("Ada", "1001", CANVAS),
    ):
        with pytest.raises(ValueError, match=r"is not in the roster$"):
            find(owner)
    with pytest.raises(ValueError, match="2 students of the roster are called Ada Lovelace; give"):
        find(Owner("Ada Lovelace"))


def test_moodles_participants_are_found_by_name():
    roster = read_roster(PARTICIPANTS, "p.csv")
    assert list(roster.students) == ["al1", "grace@uni.example"]
    for owner in (
        Owner("Ada Lovelace", "1001", MOODLE),
        Owner("ADA  LOVELACE", "5", MOODLE),
        Owner("lovelaceada", "1", CANVAS),
        Owner("al1"),
        Owner("AL1"),
        Owner("ada@uni.example"),
        Owner("Lovelace, Ada"),
    ):
        assert roster.find(owner).identifier == "al1"
    with pytest.raises(ValueError, match="Ada is not in the roster"):
        roster.find(Owner("Ada"))


def test_canvass_gradebook_is_read_and_wants_number_and_name():
    roster = read_roster(GRADEBOOK, "g.csv")
    assert list(roster.students) == ["al1", "grace@uni.example"]
    assert roster.find(Owner("lovelaceada", "1001", CANVAS)).identifier == "al1"
    assert roster.find(Owner("hoppergracem", "1002", CANVAS)).display == "Hopper, Grace M."
    # A sortable name like "eve_1001" makes "eve_1001_1003_5005_x.ipynb" of Eve's own file.
    with pytest.raises(ValueError, match="has the number of one student of the roster and not the"):
        roster.find(Owner("eve", "1001", CANVAS))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("O'Brien, José", unicodedata.normalize("NFD", "obrienjosé")),
        ("शर्मा, आशा", "शर्माआशा"),
        ("Noël, Émile", "noelemile"),
        ("x" * 300, "x" * 300),
        ("Ada_12_b, C", "ada12bc"),
    ],
)
def test_canvass_way_to_write_names_is_known(name, written):
    roster = read_roster(f'Student,ID,SIS User ID,Section\n"{name}",7,s7,M\n', "g.csv")
    assert roster.find(Owner(written, "7", CANVAS)).identifier == "s7"
    with pytest.raises(ValueError, match="and not the name"):
        roster.find(Owner("eve", "7", CANVAS))


def test_a_plain_list_is_read():
    roster = read_roster("student;name;number\nada;Ada Lovelace;7\nbob ray;;\n", "l.csv")
    assert list(roster.students) == ["ada", "bob-ray"]
    assert roster.find(Owner("bob ray")).identifier == roster.find(Owner("Bob-Ray")).identifier
    assert roster.find(Owner("X", "7", MOODLE)).identifier == "ada"
    assert read_roster("student\nada\n", "l.csv").students == {"ada": Student("ada")}


@pytest.mark.parametrize(
    "text",
    [
        "id,first_name,last_name,email,lms_user_id\nada,Ada,Lovelace,al1@uni.example,7\n",
        "student_id,first_name,last_name,email\nada,Ada,Lovelace,al1@uni.example\n",
        "CRSid,Surname,First name,Email\nada,Lovelace,Ada,al1@uni.example\n",
        # Brightspace's export of marks
        "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n"
        "#17,#ada,Lovelace,Ada,al1@uni.example,#\n",
    ],
)
def test_nbgraders_list_and_a_universitys_are_read(text):
    """An address is not what a student goes by where there is a shorter name."""
    known = {"ada": Student("ada", "Ada Lovelace", email="al1@uni.example")}
    assert read_roster(text, "students.csv").students == known


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_what_spreadsheets_save_is_read(encoding):
    """Some leave out the mark that says which of two orders their bytes have."""
    assert decoded("student\nZoë\n".encode(encoding), "roster", "l.csv").endswith("Zoë\n")


def test_gradescopes_numbers_are_identifiers():
    roster = read_roster("Name,SID,Email\nAda Lovelace,al1,ada@uni.example\n", "g.csv")
    assert roster.find(Owner("Ada L.", "al1", Platform.GRADESCOPE)).identifier == "al1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "roster must be a table with headings and at least a line, not r.csv"),
        ("student\n", "at least a line"),
        ("who,what\na,b\n", "a table with a column student, not r.csv"),
        ("student\nada\nADA\n", "not have two called 'ada'"),
        ("student,name\nada,Ada\nada,Bob\n", "not have two called 'ada'"),
        ("student,number\nada,7\nbob,7\n", "not have the number 7 twice"),
        ("student\n<b>\n", "a student's identifier must be of letters"),
        ("student,name\n,Ada\n", "at least one student, not none"),
        ('student\n"ada\n', "roster must be a table, not r.csv"),
    ],
)
def test_a_list_that_will_not_do_is_refused(text, words):
    with pytest.raises(ValueError, match="must") as raised:
        read_roster(text, "r.csv")
    assert words in str(raised.value)


TEAMS = """Identifier,"Full name","Email address",Status,Group,Grade,"Maximum Grade"
"Participant 7","Ada Lovelace",ada@uni.example,-,"Red team",,12.00
"Participant 8","Grace Hopper",grace@uni.example,-,"Red team",,12.00
"Participant 12","Alan Turing",alan@uni.example,-,"Default group",,12.00
"""


def test_a_teams_work_is_of_each_in_it():
    """Moodle names its folder by the team, whose number may be that of a student of another one."""
    roster = read_roster(TEAMS, "w.csv")

    def found(*words):
        return [student.display for student in roster.find_all(Owner(*words, MOODLE))]

    assert found("Red team", "12") == ["Ada Lovelace", "Grace Hopper"]
    assert found("Default group", "") == ["Alan Turing"]
    assert found("Alan Turing", "12") == found("Red team-Alan Turing", "12") == ["Alan Turing"]
    with pytest.raises(ValueError, match="Blue team 13 is not in the roster"):
        roster.find_all(Owner("Blue team", "13", MOODLE))
    with pytest.raises(ValueError, match="Red team is not in the roster"):
        roster.find_all(Owner("Red team"))


HEAD = "Student,ID,SIS User ID,SIS Login ID,Section\n"


@pytest.mark.parametrize(
    "text",
    [
        "student,name\n1.00E+05,Ann\n1e5,Bob\n",
        "student,name\n1001.0,Ann\n",
        f'{HEAD}"Lee, Ann",1E+14,a1,ann,S\n"Roe, Bob",7,b1,bob,S\n',
        f'{HEAD}"Lee, Ann",8,"1,2E+14",,S\n',
        "Identifier,Full name,ID number,Grade\nParticipant 12,Ann Lee,1.23E+05,\n",
    ],
)
def test_numbers_that_a_spreadsheet_has_changed_are_refused(text):
    with pytest.raises(ValueError, match=r"which a spreadsheet has made of one"):
        read_roster(text, "class.csv")


def test_a_cell_too_many_is_refused_and_not_taken_for_another():
    with pytest.raises(ValueError, match=r"at most 3 cells in a line, .* stands between quotation"):
        read_roster("student,name,email\nann,Lee, Ann,ann@x.org\n", "class.csv")
    found = read_roster("student,name\nann,Ann,,\n", "class.csv")  # as spreadsheets save it
    assert list(found.students) == ["ann"]


def test_excels_own_line_is_no_heading():
    found = read_roster("\ufeffsep=;\r\nstudent;name\r\nann;Lee, Ann\r\n", "class.csv")
    assert found.students["ann"].display == "Lee, Ann"


@pytest.mark.parametrize(("told", "known"), [("123", "00123"), ("00123", "123")])
def test_zeros_that_a_spreadsheet_took_away_are_named_and_nobody_is_taken_for_another(told, known):
    roster = read_roster(f"student,name\n{known},Ann\n", "class.csv")
    assert roster.find(Owner(known)).display == "Ann"
    with pytest.raises(ValueError, match=rf"{told} is not in the roster, where {known} is"):
        roster.find(Owner(told))


def test_what_is_not_seen_is_no_part_of_a_cell():
    text = '\ufeffStudent\u200b,Name\u00a0,name,,\n="007",\u2060Ann Lee\u200f,,,\n'
    (found,) = read_roster(text, "class.csv").students.values()
    assert (found.identifier, found.display) == ("007", "Ann Lee")


@pytest.mark.parametrize(
    "lines",
    [
        ("ID;Vollst\u00e4ndiger Name;E-Mail-Adresse;Status", "Teilnehmer/in7;Ann Lee;ann@x.org;-"),
        ("Identifiant,Nom complet,Adresse de courriel", "Participant 7,Ann Lee,ann@x.org"),
        (
            "Identifik\u00e1tor,Cel\u00e9 jm\u00e9no,E-mail",
            "\u00da\u010dastn\u00edk7,Ann Lee,ann@x.org",
        ),
    ],
)
def test_a_worksheet_in_another_language_is_a_roster(lines):
    roster = read_roster("\n".join(lines), "w.csv")
    assert roster.find(Owner("Ann Lee", "7", MOODLE)).identifier == "ann@x.org"
    with pytest.raises(ValueError, match="Ann Lee 8 is not in the roster"):
        roster.find(Owner("Ann Lee", "8", MOODLE))


@pytest.mark.parametrize("text", ["Nr,Name\n7,Ann\n", "Nr,Stand\nTn7,-\nTn8,-\nTn9,-\nTn10,-\n"])
def test_another_table_is_not_taken_for_one(text):
    with pytest.raises(ValueError, match="roster must be Moodle's grading worksheet"):
        read_roster(text, "w.csv")


def test_canvass_gradebook_of_who_may_not_see_other_numbers_is_known():
    text = 'Student,ID,Section,Tick 4 (77)\n    Points Possible,,,12\n"Lee, Ann",8,S,\n'
    roster = read_roster(text, "g.csv")
    assert roster.find(Owner("leeann", "8", CANVAS)).display == "Lee, Ann"


def test_a_login_is_looked_for_also_where_a_title_could_have_a_part_of_it():
    roster = read_roster("student\na_smith\nb_smith\n", "r.csv")
    assert roster.find(Owner("smith", others=("b_smith", "smith"))).identifier == "b_smith"
    with pytest.raises(ValueError, match="^smith is not in the roster$"):
        roster.find(Owner("smith", others=("c_smith",)))


def test_google_classrooms_lines_of_dates_and_points_are_no_students():
    table = (
        "Last Name,First Name,Email Address,Tick 4\n,,Date,2026-11-20\n,,Points,5\n"
        "Lovelace,Ada,ada@uni.example,4\nHopper,Grace,grace,3\n"
    )
    assert list(read_roster(table, "r.csv").students) == ["ada@uni.example", "grace"]
    assert list(read_roster("student,email\nann,\n", "r.csv").students) == ["ann"]
    assert list(read_roster("student\nann\n", "r.csv").students) == ["ann"]


@pytest.mark.parametrize(
    "heading",
    ["Student ID", "StudentID", "Student Number", "User ID", "User name", "Login", "NetID", "uid",
     "SIS User ID", "E-mail", "E-mail address"],
)  # fmt: skip
def test_a_universitys_list_may_call_its_column_otherwise(heading):
    roster = read_roster(f"Name,{heading}\nAnn Lee,al1\n", "r.csv")
    assert roster.find(Owner("al1")) == roster.find(Owner("Ann Lee"))
    assert [(s.identifier, s.display) for s in roster.students.values()] == [("al1", "Ann Lee")]


GITHUB = """"identifier","github_username","github_id","name"
"ann@x.org","ann-gh","7","Ann Lee"
"Roe, Bob","bob-gh","8",""
"cy@x.org","","",""
"""


def test_github_classrooms_roster_tells_accounts():
    # https://docs.github.com/education: "Use the roster", classroom_roster.csv
    roster = read_roster(GITHUB, "classroom_roster.csv")
    assert [(s.identifier, s.display) for s in roster.students.values()] == [
        ("ann@x.org", "Ann Lee"), ("bob-gh", "Roe, Bob"), ("cy@x.org", "cy@x.org"),
    ]  # fmt: skip
    assert roster.find(Owner("tick4-ann-gh", others=("ann-gh",))).identifier == "ann@x.org"
    assert roster.find(Owner("Bob-GH")).identifier == "bob-gh"


@pytest.mark.parametrize("account", ["cy@x.org", "Ann Lee", "eve"])
def test_an_account_that_is_called_as_a_student_is_not_taken_for_one(account):
    with pytest.raises(ValueError, match="is not in the roster, among its accounts"):
        read_roster(GITHUB, "r.csv").find(Owner(f"tick4-{account}", others=(account,)))


def test_a_name_that_windows_keeps_stops_no_list():
    roster = read_roster("student,name\ncon,Con Lee\nada,Ada\nCom1.x,C\n", "r.csv")
    assert list(roster.students) == ["_con", "ada", "_Com1.x"]
    for name in ("con", "CON", "_con", "Con Lee"):
        assert roster.find(Owner(name)).identifier == "_con"
    with pytest.raises(ValueError, match="not have two called '_con'"):
        read_roster("student\ncon\n_con\n", "r.csv")


@pytest.mark.parametrize("text", ["Name,Email\nAoife,{}\nBo,b@x.ie\n", "student\n{}\nb@x.ie\n"])
def test_an_address_with_an_apostrophe_stops_no_list(text):
    roster = read_roster(text.format("A.O'Hara@x.ie"), "r.csv")
    assert list(roster.students) == ["A.O-Hara@x.ie", "b@x.ie"]
    assert roster.find(Owner("a.o'hara@x.ie")).email == "A.O'Hara@x.ie"
    with pytest.raises(ValueError, match="not have two called"):
        read_roster(text.format("b'c@x.ie").replace("b@x", "b-c@x"), "r.csv")


def test_two_students_of_one_account_are_refused():
    with pytest.raises(ValueError, match="roster must not have the number ann-gh twice"):
        read_roster(GITHUB.replace("bob-gh", "Ann-GH"), "r.csv")


@pytest.mark.parametrize(
    "text",
    [
        "NLP, class of 2026\n\nStudent;Name\nann;Lee, Ann\nbob;Bob\n",
        "Class list,,\nPrinted on 2026-11-20,,\n,,\nStudent,Name,Email\nann,Ann Lee,a@x\nbob,Bob,\n",
        "sep=\t\nNLP\n\nStudent\tName\nann\tAnn\nbob\tBob\n",
    ],
)
def test_what_people_write_above_a_list_is_no_part_of_it(text):
    assert list(read_roster(text, "r.csv").students) == ["ann", "bob"]


def test_a_line_of_one_cell_is_a_title_only_above_headings():
    assert list(read_roster("student\nann\nname\n", "r.csv").students) == ["ann", "name"]
    assert list(read_roster("student,name\nann\nbob,student\n", "r.csv").students) == ["ann", "bob"]
    with pytest.raises(ValueError, match="roster must"):
        read_roster("NLP\n2026\nann,Ann\n", "r.csv")


def test_two_logins_that_a_name_could_end_with_are_told():
    roster = read_roster("student\nsmith\na_smith\n", "r.csv")
    alone = Owner("smith", platform=Platform.BLACKBOARD, others=("a_smith",))
    with pytest.raises(ValueError, match="the login of smith or of a_smith"):
        roster.find(alone)
    known = read_roster("student\na_smith\n", "r.csv").find(alone)
    assert known.identifier == "a_smith"


def test_of_whom_gradescope_has_only_an_address_that_is_looked_for():
    roster = read_roster("SID,Name,Email\nal1,Ada Lovelace,ada@x.org\nbb1,Ada,b@x.org\n", "r.csv")
    ada = Owner("Ada", "ADA@x.org", Platform.GRADESCOPE)
    assert roster.find(ada).identifier == "al1"


def test_a_team_that_is_not_in_the_list_is_not_taken_for_the_student_of_its_number():
    text = "Identifier,Full name,Email address,Group\nParticipant 1,Ann Lee,a@x,Team A\nParticipant 12,Bob,b@x,Team B\n"
    roster = read_roster(text, "r.csv")
    for name, number in (("Bob", "12"), ("Group 3-Ann Lee", "1")):
        (found,) = roster.find_all(Owner(name, number, Platform.MOODLE))
        assert found.number == number
    with pytest.raises(ValueError, match="and not the name: Team C 12"):
        roster.find_all(Owner("Team C", "12", Platform.MOODLE))
