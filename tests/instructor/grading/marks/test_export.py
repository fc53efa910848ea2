"""Moodle's worksheet and Canvas's gradebook filled in, read by the rules of their own importers.

These are, in short, what their sources do: Moodle's ``mod/assign/feedback/offline/importgradeslib.php``
and ``locallib.php`` (``process_import_grades``), ``lib/csvlib.class.php``, ``lib/moodlelib.php``
(``unformat_float``); Canvas's ``lib/gradebook_importer.rb``.
"""

import csv
import io
import re
from dataclasses import replace

import pytest

from labkit.checks.marking import Status
from labkit.instructor.grading.marks import export as module
from labkit.instructor.grading.marks.export import Destination, export
from labkit.instructor.grading.marks.late import Lateness
from labkit.instructor.grading.marks.marks import Row
from tests.instructor.grading.tiny import NAME, record, refused

MOODLE, CANVAS = Destination.MOODLE, Destination.CANVAS
BOTH = pytest.mark.parametrize("platform", Destination)
ANN, BOB, CAT, EVE = 1001, 1002, 1003, 1004
NAMES = {ANN: "Ann Lee", BOB: "Bob O'Neil", CAT: "Cat_Stone Müller", EVE: "Eve"}
POINTS = {"double": 2.0, "triple": 1.0, "essay": 2.0}
WORKSHEET = ["Identifier", "Full name", "ID number", "Email address", "Status", "Grade"]
WORKSHEET += ["Maximum grade", *(f"Last modified ({of})" for of in ("submission", "grade")), "Feedback comments"]  # fmt: skip
ASSIGNMENTS = ["Week 1 (5001)", f"{NAME} (5005)", "Final Score"]
GRADEBOOK = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *ASSIGNMENTS]
POSTING = ["", "", "", "", "", "Manual Posting", "", ""]
POSSIBLE = ["    Points Possible", "", "", "", "", "10.00", "5.00", "(read only)"]


def row(student, points=4.5, excused="", **changes):
    """A row with final marks; of those who wait, `points` is None."""
    earned = {"double": 2.0, "triple": 0.5, "essay": None if points is None else points - 2.5}
    return Row(record(student, **changes), earned, POINTS, Lateness(), excused=excused)


def other(student, status=Status.REFUSED, excused="", **changes):
    made = replace(refused(student), status=status, **{"file": "f"} | changes)
    return Row(made, {}, POINTS, Lateness(), excused=excused)


def line(number, name=None, grade="", most="5.00"):
    login = NAMES[number][:3].lower()
    who = [f"Participant {number}", name or NAMES[number], login, f"{login}@x.org"]
    return [*who, "Submitted", grade, most, "Friday, 20 November 2026, 4:11 PM", "-", ""]


def entry(number, name=None, score=""):
    who = [name or NAMES[number], f"{number}", f"S{number}", NAMES[number][:3].lower(), "A"]
    return [*who, "7.5", score, "75.0"]


SHEET = [WORKSHEET, line(ANN), line(BOB, grade="3.00"), line(CAT)]
BOOK = [GRADEBOOK, POSTING, POSSIBLE, entry(ANN), entry(BOB, score="3.00"), entry(CAT)]
MAKERS = {MOODLE: (line, SHEET), CANVAS: (entry, BOOK)}


def moodle_takes(data, most):
    """Return what Moodle would enter: participant -> grade, of those in the assignment."""
    first, *lines = csv.reader(io.StringIO(data.decode("utf8")))
    assert all(len(line) == len(first) for line in lines), "csvweirdcolumns"
    assert "Last modified (grade)" in first
    taken = {}
    for line in lines:
        cells = dict(zip(first, line, strict=True))
        number = int(cells["Identifier"][len("Participant ") :])
        # An empty text is null; a decimal mark of another language cuts the number off.
        text = cells["Grade"].strip().replace(" ", "")
        found = re.match(r"-?\d+(\.\d+)?", text)
        points = float(found[0]) if found else 0.0
        if number in NAMES and text and 0 <= points <= most:
            taken[number] = points
    return taken


def canvas_takes(data):
    """Return what Canvas would enter: student -> score, "" if it takes one away; all by its numbers."""
    header, *lines = csv.reader(io.StringIO(data.decode("utf8")))
    assert "Student" in header[0] and "ID" in header[1], "Invalid header row"
    place = header.index("Section") + 1
    assert {*header[2:place]} <= {"SIS User ID", "SIS Login ID", "Integration ID", "Section"}
    titles = [re.fullmatch(r"(.*)\s\((\d+)\)", name) for name in header[place:]]
    assert [title and int(title[2]) for title in titles] == [5005], "a new assignment"
    taken = {}
    for line in lines:
        if "Points Possible" in line[0]:
            assert "read only" not in line[place]
        elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", c, re.I) for c in line):
            assert int(line[1]) in NAMES, f"a new student {line[0]}"
            number = re.fullmatch(r"-?[0-9.]+", line[place].strip())
            taken[int(line[1])] = float(number[0]) if number else line[place]
    return taken


@pytest.fixture
def fill(tmp_path, monkeypatch):
    """Export some rows into a table, without a class around them."""

    def fill(rows, platform=MOODLE, lines=None, **options):
        path = tmp_path / "table.csv"
        with open(path, "w", encoding="utf8", newline="") as file:
            csv.writer(file).writerows(lines or MAKERS[platform][1])
        monkeypatch.setattr(module, "publish_again", lambda out, ticks: rows)
        folder, made = export(tmp_path, "ticks", platform, path, **options)
        assert all((folder / name).read_bytes() == data for name, data in made.files.items())
        return made

    return fill


def cells_of(found, name):
    return list(csv.reader(io.StringIO(found.files[f"{name}.csv"].decode())))


def takes(found, platform=MOODLE, most=5):
    data = found.files[f"{platform}-{NAME}.csv"]
    return moodle_takes(data, most) if platform is MOODLE else canvas_takes(data)


@BOTH
def test_the_final_marks_are_taken_and_no_others(fill, platform):
    rows = [
        row("ann"), row("bob", None), row("cat", 3.25), row("eve", 5), row("ida", excused="ill"),
        other("dan"), other("fay", tick="", file="fay.docx"), other("", tick="", file="who.ipynb"),
        other("gus", Status.MISSING), other("ann", tick=""), other("hal", tick="tick1"), other("x", display="Ann Lee"),
    ]  # fmt: skip
    found = fill(rows, platform, questions=True)
    assert takes(found, platform) == {ANN: 4.5, CAT: 3.25} and found.filled == ["ann", "cat"]
    refusal = dict.fromkeys(
        ["dan", "fay", "who.ipynb", "Ann Lee (x)"], "refused: the file is empty"
    )
    assert found.left_out == refusal | {
        "bob": "a person has still to read: essay", "gus": "nothing handed in: the file is empty",
        "eve": f"no line in the table of --{platform}: eve is not in the table", "ida": "excused: ill",
    }  # fmt: skip
    assert [cells[5:] for cells in cells_of(found, f"{platform}-{NAME}-questions")] == [
        ["double", "triple", "essay"], ["2", "0.5", "2"], ["2", "0.5", "0.75"],
    ]  # fmt: skip
    nothing = dict.fromkeys((f"{NAMES[BOB]} 1002", f"{NAMES[CAT]} 1003"), "nothing handed in here")
    assert fill([row("ann")], platform).left_out == nothing
    differ = {(NAME, "bob"), (NAME, "ann"), ("tick1", "cat")}
    waiting = [row("ann"), *(row(name, None) for name in ("bob", "cat"))]
    assert fill(waiting, platform, differ=differ).left_out == {
        "bob": "markers differ, and a third has to decide: essay",
        "cat": "a person has still to read: essay",
    }


@BOTH
def test_a_student_is_found_by_what_the_table_knows_or_the_number_in_the_files_name(fill, platform):
    files = ["leeann_LATE_1001_77_tick.ipynb"]
    if platform is MOODLE:
        files = [f"Ann Lee_1001_assignsubmission_file_{end}" for end in ("/t.ipynb", "t.ipynb")]
    by_file = [row("x", file=file) for file in files]
    for mine in (row("ANN"), row("Ann-Lee"), row("x", display="Lee Ann"), *by_file):
        assert takes(fill([mine], platform), platform) == {ANN: 4.5}
    found = fill([row("x", file=files[-1].replace("1001", "1002"))], platform)
    assert takes(found, platform) == {} and "not the name" in found.left_out["x"]


@BOTH
def test_of_a_groups_file_the_number_is_not_a_members(fill, platform):
    file = (
        "team1_1002_77_t.ipynb" if platform is CANVAS else "Bob_1002_assignsubmission_file_/t.ipynb"
    )
    found = fill(
        [row("ann", file=file, group="Bob"), row("cat", 3, file=file, group="Bob")], platform
    )
    assert takes(found, platform) == {ANN: 4.5, CAT: 3}


def test_a_student_is_found_by_the_name_before_the_at_of_an_address(fill):
    lines = [WORKSHEET, line(ANN), line(BOB)]
    lines[1][2] = lines[2][2] = ""
    assert takes(fill([row("ANN")], lines=lines)) == {ANN: 4.5}
    lines[2][3] = "ann@y.org"
    found = fill([row("ann")], lines=lines)
    assert takes(found) == {} and found.left_out["ann"].endswith(": ann is not in the table")


@BOTH
def test_what_could_be_two_is_neither(fill, platform):
    maker, table = MAKERS[platform]
    twins = [*table[:-3], maker(ANN, "Ann Lee"), maker(BOB, "Ann Lee"), maker(CAT)]
    rows = [row("x", display="Ann Lee"), row("cat"), row("y", display=NAMES[CAT])]
    found = fill(rows, platform, twins)
    assert found.filled == [] and "2 students of the table" in found.left_out["Ann Lee (x)"]
    assert "same line: 1003" in found.left_out["cat"] == found.left_out[f"{NAMES[CAT]} (y)"]


@BOTH
@pytest.mark.parametrize("most", ["100.00", "1.00", "0", "nan"])
def test_another_maximum_is_refused(fill, platform, most):
    lines = [WORKSHEET, line(ANN, most=most)]
    if platform is CANVAS:
        lines = [GRADEBOOK, [*POSSIBLE[:6], most, ""], entry(ANN)]
    with pytest.raises(ValueError, match=f"--{platform} must .* of the tick, 5, not {most};"):
        fill([row("ann")], platform, lines)
    if most.endswith(".00"):
        found, out_of = fill([row("ann")], platform, lines, scale=True), float(most)
        assert takes(found, platform, out_of) == {ANN: 0.9 * out_of}
        lines = [WORKSHEET, *(line(number, most=f"{number}.00") for number in NAMES)]
        platform, most = MOODLE, "1001.00, 1002.00, 1003.00"
    with pytest.raises(ValueError, match=f"not {most};"):
        fill([row("ann")], platform, lines, scale=True)


def test_a_gradebook_is_read_in_each_form_that_canvas_writes(fill):
    """With a decimal comma; and with first and last names apart, as its importer takes them, too."""
    comma = [*POSSIBLE[:6], "5,00", ""]
    assert takes(fill([row("ann")], CANVAS, [GRADEBOOK, comma, entry(ANN)]), CANVAS) == {ANN: 4.5}
    header, ann = ["LastName", "FirstName", *GRADEBOOK[1:]], ["Lee", *entry(ANN, "Ann")]
    lines = [
        header,
        ["    Points Possible", "", *comma[1:]],
        ann,
        ["Student", "Test", "999", *ann[3:]],
    ]
    cells = cells_of(fill([row("ann")], CANVAS, lines), f"canvas-{NAME}")
    assert cells[0][:3] == ["LastName", "FirstName", "ID"] and cells[1][6] == "5,00"
    assert cells[2:] == [["Lee", "Ann", "1001", "S1001", "ann", "A", "4.50"]]
    with pytest.raises(ValueError, match=r"of the tick, 5, not 5\.00, 6\.00"):
        fill([row("ann")], CANVAS, [GRADEBOOK, comma, [*comma[:6], "6.00", ""], entry(ANN)])


def test_what_a_platform_would_not_take_is_left_out(fill):
    found = fill([row("ann", 5.5), row("bob", 5)])
    assert takes(found) == {BOB: 5} and "more than the 5 that Moodle" in found.left_out["ann"]
    assert takes(fill([row("ann", 5.5)], CANVAS), CANVAS) == {ANN: 5.5}
    found = fill([row("ann")], CANVAS, [GRADEBOOK, entry(ANN, score="ex")])
    assert takes(found, CANVAS) == {} and "student is excused" in found.left_out["ann"]


@pytest.mark.parametrize(("platform", "lines", "message"), [
    (MOODLE, [[h.replace("Maximum grade", "Scale") for h in WORKSHEET], line(ANN)], "in points"),
    (CANVAS, SHEET, "--canvas must be Canvas's gradebook .* has Identifier, "),
    (CANVAS, [GRADEBOOK, ["Ann", "1.00E+15", *entry(ANN)[2:]]], "not table.csv, which"),
])  # fmt: skip
def test_what_is_no_table_of_the_platform_is_refused(fill, platform, lines, message):
    with pytest.raises(ValueError, match=message):
        fill([row("ann")], platform, lines)
    for tick in ("x", None):
        with pytest.raises(ValueError, match=f"not {tick}; there are tick0-tiny, tick1: "):
            fill([row("ann"), row("bob", tick="tick1")], tick=tick)


@pytest.mark.parametrize(("titles", "column", "place"), [
    (["Tick 0 (2)", "Tick 01 (3)", "Essay (4)"], None, "Tick 0 (2)"), (["TICK0 - Tiny (7)", "Tick 00 (8)"], None, "TICK0 - Tiny (7)"),
    (["A (1)", "B (2)"], "B", "B (2)"), (["A (1)", "A (2)"], "A (2)", "A (2)"),
    (["Week 1 (1)", "Tick 9 (2)"], None, "for tick0-tiny, not 0; .*'Week 1 .1.', 'Tick 9"),
    (["Tick 0 (1)", "tick0 (2)"], None, "for tick0-tiny, not 2"), (["Tick 0"], None, "not 0"),
])  # fmt: skip
def test_the_assignment_is_found_or_asked_for(fill, titles, column, place):
    lines = [[*GRADEBOOK[:5], *titles], [*entry(ANN)[:5], *[""] * len(titles)]]
    if place in titles:
        found = fill([row("ann")], CANVAS, lines, column=column)
        assert cells_of(found, f"canvas-{NAME}")[0] == [*GRADEBOOK[:5], place]
    else:
        with pytest.raises(ValueError, match=f"--canvas must have one column .*{place}"):
            fill([row("ann")], CANVAS, lines, column=column)


@BOTH
def test_a_name_is_no_formula_and_no_line_of_another_kind(fill, platform):
    maker, table = MAKERS[platform]
    evil = '=HYPERLINK("http://x","y")'
    lines = [*table[:-3], maker(ANN, evil), maker(CAT, "    Points Possible")]
    found = fill([row("ann"), row("cat", 2)], platform, lines)
    assert takes(found, platform) == {ANN: 4.5, CAT: 2}
    _, *names = [each[platform is MOODLE] for each in cells_of(found, f"{platform}-{NAME}")]
    assert names[-2:] == [f"'{evil}", "    Points-Possible"]


def test_zero_is_for_those_who_handed_in_nothing_if_it_is_asked_for(fill):
    excused = other("cat", Status.MISSING, excused="ill")
    rows = [row("ann"), row("bob", None), excused, other("eve", Status.MISSING)]
    lines = [*SHEET, line(EVE)]
    assert takes(fill(rows, lines=lines)) == {ANN: 4.5}
    found = fill([*rows, other("gus")], lines=lines, zero=True)
    assert takes(found) == {ANN: 4.5, EVE: 0}
    assert found.filled == ["ann", "eve"] and list(found.left_out) == ["bob", "cat", "gus"]
