"""The grading worksheet and the feedback zip, read by the rules of Moodle's own importers."""

import csv
import io
import re
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.results.exports.moodle import moodle
from labkit.grading.results.late import Lateness
from tests.grading.results.exports.importers import moodle_files, moodle_takes
from tests.grading.results.exports.marks_of import NAME, row
from tests.grading.tiny import refused

HEADER = [
    "Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade",
    "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
    "Feedback comments",
]  # fmt: skip
ANN, BOB, CAT = 1001, 1002, 1003
NAMES = {ANN: "Ann Lee", BOB: "Bob O'Neil", CAT: "Cat_Stone Müller"}

LOGINS = {ANN: "ann", BOB: "bob", CAT: "cat"}


def line(number, name=None, email=None, grade="", most="5.00", change="Yes", comment="", uni=""):
    name = NAMES[number] if name is None else name
    email = f"{LOGINS[number]}@x.org" if email is None else email
    return [
        f"Participant {number}", name, uni, email, "Submitted for grading", grade, most, change,
        "Friday, 20 November 2026, 4:11 PM", "-", comment,
    ]  # fmt: skip


CLASS = [line(ANN), line(BOB, grade="3.00", comment="<p>see me</p>"), line(CAT)]


PHP = "as PHP does"


def fputcsv(cell):
    if any(character in cell for character in '",;\n\r\t \\'):
        cell = '"' + cell.replace('"', '""') + '"'
    return cell


def worksheet(path, lines, header=HEADER, **how):
    """Write it as Python does, or as PHP's fputcsv does: what has a space in it is quoted."""
    text = io.StringIO()
    style = {"delimiter": ",", "lineterminator": "\n", "quoting": PHP} | how
    encoding = style.pop("encoding", "utf8")
    if style["quoting"] == PHP:
        for cells in (header, *lines):
            text.write(style["delimiter"].join(map(fputcsv, cells)) + style["lineterminator"])
    else:
        csv.writer(text, **style).writerows([header, *lines])
    path.write_bytes(text.getvalue().encode(encoding))
    return path


@pytest.fixture
def pages(tmp_path):
    for student in ("ann", "bob", "cat"):
        place = tmp_path / "feedback" / student / NAME / f"{NAME}.html"
        place.parent.mkdir(parents=True)
        place.write_text(f"<p>{student}</p>")
    return tmp_path / "feedback"


@pytest.fixture
def fill(tmp_path, pages):
    def fill(rows, lines=CLASS, header=HEADER, numbers=None, scale=False, **how):
        path = worksheet(tmp_path / "worksheet.csv", lines, header, **how)
        return moodle(rows, NAME, path, pages, numbers=numbers, scale=scale)

    return fill


def sheet(export):
    return export.files[f"moodle-{NAME}.csv"]


def test_moodle_takes_the_final_marks_and_no_others(fill):
    rows = [row("ann"), row("bob", None), row("cat", 3.25), refused_row("dan"), row("eve", 5)]
    found = fill(rows)
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5, CAT: 3.25}
    assert found.filled == ["ann", "cat"]
    assert found.left_out == {
        "bob": "a person has still to read essay",
        "dan": "refused: the file is empty",
        "eve": "there is no such student in the table",
    }
    assert found.without_marks == []  # Bob's is left out, and said to be
    assert fill([row("ann")]).without_marks == ["Bob O'Neil 1002", "Cat_Stone Müller 1003"]


def refused_row(student):
    return replace(row(student), record=refused(student), earned={})


def test_the_worksheets_own_cells_and_their_order_are_kept(fill):
    found = fill([row("ann"), row("bob", 4)])
    header, *lines = csv.reader(io.StringIO(sheet(found).decode()))
    expected = [list(CLASS[0]), list(CLASS[1])]
    expected[0][5], expected[1][5] = "4.50", "4.00"
    assert (header, lines) == (HEADER, expected)


@pytest.mark.parametrize("encoding", ["utf8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, PHP])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_it_is_written_as_moodle_wrote_it(fill, tmp_path, encoding, delimiter, quoting, end):
    how = {
        "encoding": encoding, "delimiter": delimiter, "quoting": quoting, "lineterminator": end,
    }  # fmt: skip
    lines = [line(n, grade="1.00") for n in NAMES]
    expected = worksheet(tmp_path / "expected.csv", lines, **how).read_bytes()
    assert sheet(fill([row(s, 1) for s in ("ann", "bob", "cat")], lines, **how)) == expected


@pytest.mark.parametrize(
    ("header", "participant"),
    [
        (["ID", "Vollständiger Name", "Matrikel", "E-Mail", "Status", "Bewertung", "Bestwertung",
          "Bewertung kann geändert werden", "Abgabe", "Zuletzt geändert (Bewertung)", "Kommentar"],
         "Teilnehmer/in"),
        ([f"列{number}" for number in range(11)], "参加者"),
    ],
)  # fmt: skip
def test_a_worksheet_in_another_language_is_found_its_way_in(fill, header, participant):
    lines = [line(n, most="5,00", change="Ja") for n in NAMES]
    for cells in lines:
        cells[0] = cells[0].replace("Participant", participant)
    lines[2][7] = "Nein"
    found = fill([row("ann"), row("bob", 3.25), row("cat")], lines, header, delimiter=";")
    _, *written = csv.reader(io.StringIO(sheet(found).decode()), delimiter=";")
    assert [cells[5] for cells in written] == ["4,50", "3,25"]
    assert found.left_out == {
        "cat": "the worksheet says that the grade cannot be changed in Moodle"
    }


@pytest.mark.parametrize("header", ["Identifier", "ID"])
def test_a_column_before_it_that_numbers_the_lines_is_no_identifier(fill, header):
    lines = [[str(n), *each] for n, each in enumerate(CLASS, 1)]
    found = fill([row("ann_1001"), row("bob_1002")], lines, ["#", header, *HEADER[1:]])
    taken = moodle_takes(sheet(found), NAMES, 5, (header, "Grade", "Last modified (grade)"))
    assert taken == {ANN: 4.5, BOB: 4.5}
    assert found.filled == ["ann_1001", "bob_1002"] and not found.left_out
    packed = fill([row("ann")], lines, ["#", header, *HEADER[1:]])
    files = moodle_files(packed.files[f"moodle-{NAME}-feedback.zip"], {1, 2, 3, *NAMES})
    assert list(files) == [ANN]


def test_excels_lines_without_empty_cells_at_their_ends_are_read(fill, tmp_path):
    found = fill([row("ann"), row("bob"), row("cat")], [CLASS[0], CLASS[1][:9], CLASS[2][:8]])
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5, BOB: 4.5, CAT: 4.5}


@pytest.mark.parametrize("line", [b"sep=,\r\n", b"SEP=,\n"])
def test_excels_line_of_the_separator_is_left_out(fill, tmp_path, pages, line):
    fill([row("ann")])
    path = tmp_path / "worksheet.csv"
    path.write_bytes(line + path.read_bytes())
    found = moodle([row("ann")], NAME, path, pages)
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5}


def test_students_who_are_marked_without_their_names_are_known_by_number(fill):
    header = [h for h in HEADER if h not in ("Full name", "ID number", "Email address")]
    lines = [[c for i, c in enumerate(cells) if i not in (1, 2, 3)] for cells in CLASS]
    file = "Participant_1003_assignsubmission_file_/x.ipynb"
    found = fill([row("1001"), row("Participant_1003", 2, file=file)], lines, header)
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5, CAT: 2}
    assert f"Participant_{CAT}_assignfeedback_file" not in found.left_out


# --- whose line it is


@pytest.mark.parametrize(
    "mine",
    [
        row("ann"),
        row("ann@x.org"),
        row("ANN@X.org"),
        row("1001"),
        row("Ann-Lee_1001"),
        row("alee7", file="Ann Lee_1001_assignsubmission_file_/tick.ipynb"),
        row("alee7", file="Ann Lee_1001_assignsubmission_file/sub/tick.ipynb"),
        row("alee7", file="Ann Lee_1001_assignsubmission_file_tick.ipynb"),
        row("alee7", display="Ann Lee"),
        row("alee7", display="Lee, Ann"),
        row("u1234567"),
    ],
)
def test_a_student_is_found_by_what_the_worksheet_knows(fill, mine):
    lines = [line(ANN, uni="u1234567"), line(BOB), line(CAT)]
    assert moodle_takes(sheet(fill([mine], lines)), NAMES, 5) == {ANN: 4.5}


def test_a_roster_says_who_is_who(fill):
    found = fill([row("s1"), row("s2", 2)], numbers={"s1": "1002", "s2": "1001"})
    assert moodle_takes(sheet(found), NAMES, 5) == {BOB: 4.5, ANN: 2}


@pytest.mark.parametrize(
    ("mine", "why"),
    [
        (row("Bob_1001"), "number 1001 is Bob here and Ann Lee in the table"),
        (
            row("x", file="Bob O'Neil_1001_assignsubmission_file_/t.ipynb", display="Bob O'Neil"),
            "is the table that of this assignment",
        ),
        (row("ann", file="bob/Bob_1002_assignsubmission_file_/t.ipynb"), ""),  # an inner folder
        (row("ann", file="Ann_1001_5005_assignsubmission_file_x"), ""),
        (row("1001_1002"), "no such student"),
        (row("nobody_9999"), "no such student"),
    ],
)
def test_nobody_gets_the_mark_of_another(fill, mine, why):
    found = fill([mine])
    student = mine.record.student
    assert moodle_takes(sheet(found), NAMES, 5) == ({} if why else {ANN: 4.5})
    assert why in found.left_out.get(student, "")


def test_what_could_be_two_is_neither(fill):
    lines = [line(ANN, "Ann Lee", uni="1002"), line(BOB, "Ann Lee", "ann@y.org"), line(CAT)]
    rows = [row("1002"), row("ann"), row("x", display="Ann Lee"), row("cat"), row("cat@x.org")]
    found = fill(rows, lines)
    assert found.filled == []
    assert found.left_out["1002"] == found.left_out["ann"] == found.left_out["x"]
    assert "more than one line could be meant: Ann Lee 1001 and Ann Lee 1002" in found.left_out["x"]
    assert "another student's mark would go to the same line" in found.left_out["cat"]


# --- what Moodle would pass over in silence


def test_another_maximum_is_said_or_scaled(fill):
    lines = [line(n, most="100.00") for n in NAMES]
    with pytest.raises(
        ValueError, match=r"--moodle must .* that of the tick, 5, not 100; .*--scale"
    ):
        fill([row("ann")], lines)
    found = fill([row("ann")], lines, scale=True)
    assert moodle_takes(sheet(found), NAMES, 100) == {ANN: 90}


def test_a_maximum_that_is_a_sum_of_tenths_is_the_ticks(fill):
    points = {"double": 0.7, "triple": 0.1, "essay": 0.2}
    tenths = [replace(row("ann"), earned=points, points_of=points)]
    assert moodle_takes(sheet(fill(tenths, [line(ANN, most="1.00")])), NAMES, 1) == {ANN: 1}
    scaled = [replace(row("ann"), earned={"double": 0.5}, points_of={"double": 8.0})]
    found = fill(scaled, [line(ANN, most="10.00")], scale=True)
    assert moodle_takes(sheet(found), NAMES, 10) == {ANN: 0.63}


def test_more_than_the_maximum_is_said(fill):
    found = fill([row("ann", 5.5), row("bob", 5)])
    assert moodle_takes(sheet(found), NAMES, 5) == {BOB: 5}
    assert "5.5 points are more than the 5 that Moodle takes" in found.left_out["ann"]


def test_unknown_lateness_is_told(fill):
    found = fill([row("ann", late=Lateness(unknown=True)), row("bob")])
    assert (found.filled, found.undated) == (["ann", "bob"], ["ann"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line for each student"),
        (b"Identifier,Grade\n", "line for each student"),
        (b"PK\x03\x04rest", "an Excel or zip file"),
        (b"<!DOCTYPE html><html>", "a page of HTML"),
        (b"Identifier,Grade\nParticipant 1\n", "2 cells in every line, .* not 1, as in line 2"),
        (b"username,tick4\nann,3\n", "which has username, tick4"),
        ("Identifier,Grade\nTeilnehmer Müller,1".encode("cp1252"), "save it as CSV UTF-8"),
        (b"Identifier,Full name,Status,Grade,Scale\nParticipant 1,A,B,,Pass\n", "Maximum grade"),
    ],
)
def test_what_is_no_worksheet_is_refused_with_what_was_seen(tmp_path, content, said):
    (tmp_path / "w.csv").write_bytes(content)
    with pytest.raises(ValueError, match=said):
        moodle([row("ann")], NAME, tmp_path / "w.csv", tmp_path)
    with pytest.raises(FileNotFoundError, match="--moodle must be a file that exists"):
        moodle([row("ann")], NAME, tmp_path / "nothing.csv", tmp_path)


# --- the zip file


def archive(export):
    return export.files[f"moodle-{NAME}-feedback.zip"]


def test_moodle_takes_the_pages_of_those_whose_marks_it_takes(fill):
    found = fill([row("ann"), row("bob", None), row("cat", 2)])
    assert moodle_files(archive(found), NAMES) == {ANN: [f"{NAME}.html"], CAT: [f"{NAME}.html"]}
    with zipfile.ZipFile(io.BytesIO(archive(found))) as files:
        assert files.namelist() == [
            f"Ann Lee_{ANN}_assignfeedback_file/{NAME}.html",
            f"Cat Stone Müller_{CAT}_assignfeedback_file/{NAME}.html",
        ]
        assert files.read(files.namelist()[0]) == b"<p>ann</p>"
    assert archive(found) == archive(fill([row("ann"), row("bob", None), row("cat", 2)]))


@pytest.mark.parametrize(
    "name", ["_", "a_1002_assignsubmission_file", "../../etc", "...", "~x", "\\", ""]
)
def test_no_name_leads_elsewhere(fill, name):
    found = fill([row("1001")], [line(ANN, name, "a@x.org"), line(BOB), line(CAT)])
    (path,) = zipfile.ZipFile(io.BytesIO(archive(found))).namelist() or [""]
    assert path == ""  # there is no page of "1001"
    found = fill([row("ann")], [line(ANN, name, "ann@x.org"), line(BOB), line(CAT)])
    assert moodle_files(archive(found), NAMES) == {ANN: [f"{NAME}.html"]}
    (path,) = zipfile.ZipFile(io.BytesIO(archive(found))).namelist()
    assert not path.startswith((".", "/", "~")) and path.count("/") == 1 and "\\" not in path


# --- formulas


def test_a_name_that_a_student_chose_is_no_formula_and_a_plain_one_stays(fill):
    lines = [
        line(ANN, '=HYPERLINK("http://x","y")', "ann@x.org"),
        line(BOB, "-Bob", "@me"),
        line(CAT, "@SUM(1)", "+cat@x.org"),
    ]
    found = fill([row("ann"), row("@me", 1), row("+cat", 2)], lines)
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5, BOB: 1, CAT: 2}
    cells = list(csv.reader(io.StringIO(sheet(found).decode())))
    assert [c[1] for c in cells[1:]] == ["'" + lines[0][1], "-Bob", "'@SUM(1)"]
    assert [c[3] for c in cells[1:]] == ["ann@x.org", "@me", "+cat@x.org"]


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=20)


@given(data=st.data())
def test_any_worksheet_comes_back_as_it_was(tmp_path_factory, data):
    """Except the grades, lines without one, and cells that would be run as formulas."""
    folder = tmp_path_factory.mktemp("any")
    texts = data.draw(st.lists(TEXT, min_size=9, max_size=9))
    lines = [
        line(n, texts[i], f"student{n}@x.org", comment=texts[3 + i], uni=texts[6 + i])
        for i, n in enumerate(NAMES)
    ]
    points = data.draw(st.lists(st.integers(0, 500).map(lambda n: n / 100), min_size=3, max_size=3))
    how = {
        "delimiter": data.draw(st.sampled_from(",;\t")),
        "quoting": data.draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, PHP])),
        "encoding": data.draw(st.sampled_from(["utf8", "utf-8-sig", "utf-16"])),
    }
    rows = [row(f"student{n}@x.org", p) for n, p in zip(NAMES, points, strict=True)]
    found = moodle(rows, NAME, worksheet(folder / "w.csv", lines, **how), folder)
    assert len(found.filled) == 3, found.left_out
    text = sheet(found).decode("utf-16" if how["encoding"] == "utf-16" else "utf-8-sig")
    header, *written = csv.reader(io.StringIO(text, newline=""), delimiter=how["delimiter"])
    assert header == HEADER
    for old, new, mark in zip(lines, written, points, strict=True):
        assert float(new[5]) == mark
        assert new[6:] == old[6:]
        assert [c.replace("'", "") for c in new[:5]] == [c.replace("'", "") for c in old[:5]]


def test_an_assignment_graded_by_a_scale_is_refused_with_what_to_do(tmp_path):
    """Moodle has the words of the scale, in one cell, where the maximum stands otherwise."""
    header = ["Scale" if name == "Maximum grade" else name for name in HEADER]
    scale = "Not yet competent, Competent"
    lines = [line(ANN, grade="Competent", most=scale), line(BOB, most=scale)]
    worksheet(tmp_path / "w.csv", lines, header)
    with pytest.raises(
        ValueError, match=r"by a scale \(Not yet competent, Competent\).*Type: Point"
    ):
        moodle([row("ann")], NAME, tmp_path / "w.csv", tmp_path)


@pytest.mark.parametrize(
    "last", [["Average", "", "", "", "", "3.00", "5.00"], ["", "sum", "=SUM(F2:F4)"]]
)
def test_what_somebody_has_added_below_the_students_is_left_out(fill, last):
    found = fill([row("ann")], [*CLASS, [*last, *[""] * (len(HEADER) - len(last))]])
    assert moodle_takes(sheet(found), NAMES, 5) == {ANN: 4.5}
    assert found.without_marks == ["Bob O'Neil 1002", "Cat_Stone Müller 1003"]


@pytest.mark.parametrize(
    ("wrong", "cell"), [({"grade": "B+"}, "B+"), ({"grade": "03-May"}, "03-May"), ({"most": "6.00"}, "6.00")]
)  # fmt: skip
def test_a_cell_that_is_no_grade_is_shown(fill, wrong, cell):
    with pytest.raises(
        ValueError, match=f"numbers or nothing in the column Grade, .* not '{re.escape(cell)}'"
    ):
        fill([row("ann")], [line(ANN), line(BOB, **wrong), line(CAT)])
