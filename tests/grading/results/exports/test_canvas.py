"""Canvas's gradebook, read by the rules of Canvas's own importer."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.results.exports.canvas import canvas
from labkit.grading.results.late import Lateness
from tests.grading.results.exports.importers import canvas_takes
from tests.grading.results.exports.marks_of import NAME, row

ID_COLUMNS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
HEADER = [*ID_COLUMNS, "Week 1 (5001)", f"{NAME} (5005)", "Current Score", "Final Score"]
ANN, BOB, CAT = 1001, 1002, 1003
POSTING = ["", "", "", "", "", "Manual Posting", "", "", ""]
POSSIBLE = ["    Points Possible", "", "", "", "", "10.00", "5.00", "(read only)", "(read only)"]
LINES = [
    ["Lee, Ann", "1001", "S1", "ann", "Lab; A", "7.50", "", "75.0", "75.0"],
    ["O'Neil, Bob", "1002", "S2", "bob@x.org", "Lab; A", "1.00", "3.00", "10.0", "10.0"],
    ["Müller, Cat", "1003", "S3", "cat", "Lab; B", "EX", "EX", "", ""],
    ["Student, Test", "1004", "", "0a1b2c", "Lab; B", "", "", "", ""],
]
COURSE = {"students": {ANN, BOB, CAT, 1004}, "assignments": {5001, 5005}}


@pytest.fixture
def fill(tmp_path):
    def fill(rows, lines=LINES, header=HEADER, above=(POSTING, POSSIBLE), **options):
        style = {
            k: options.pop(k) for k in ("delimiter", "quoting", "lineterminator") if k in options
        }
        text, bom = io.StringIO(), options.pop("bom", "")
        csv.writer(text, **{"lineterminator": "\n"} | style).writerows([header, *above, *lines])
        path = tmp_path / "gradebook.csv"
        path.write_bytes((bom + text.getvalue()).encode())
        return canvas(rows, NAME, path, **options)

    return fill


def table(export):
    return export.files[f"canvas-{NAME}.csv"]


def takes(export):
    return canvas_takes(table(export), **COURSE)


def test_canvas_takes_the_final_marks_and_nothing_else(fill):
    found = fill([row("ann"), row("bob", None), row("cat"), row("eve")])
    assert takes(found) == {(ANN, 5005): 4.5}
    assert found.filled == ["ann"]
    assert found.left_out == {
        "bob": "a person has still to read essay",
        "cat": "Canvas says that this student is excused",
        "eve": "there is no such student in the table",
    }
    assert found.without_marks == ["Student, Test 1004"]


@pytest.mark.parametrize(("login", "mine"), [("con", "_con"), ("o'hara@x.ie", "o-hara@x.ie")])
def test_a_login_that_can_be_no_files_name_is_known(fill, login, mine):
    lines = [[*LINES[0][:3], login, *LINES[0][4:]], LINES[2]]
    assert takes(fill([row(mine)], lines=lines)) == {(ANN, 5005): 4.5}
    both = [*lines, ["Roe, Jo", "1002", "S2", mine, *LINES[1][4:]]]
    assert "more than one line could be meant" in fill([row(mine)], lines=both).left_out[mine]


def test_it_holds_who_a_student_is_and_one_assignment(fill):
    header, posting, possible, ann = csv.reader(io.StringIO(table(fill([row("ann")])).decode()))
    assert header == [*ID_COLUMNS, f"{NAME} (5005)"]
    assert posting == [""] * 6 and possible == [POSSIBLE[0], "", "", "", "", "5.00"]
    assert ann == [*LINES[0][:5], "4.5"]


@pytest.mark.parametrize(
    "mine",
    [
        row("ann"), row("1001"), row("S1"), row("leeann_1001"), row("leeann"),
        row("x", display="Ann Lee"),
        row("x", file="leeann_1001_77_tick.ipynb", display="leeann"),
        row("x", file="leeann_LATE_1001_77_tick.ipynb"),
    ],
)  # fmt: skip
def test_a_student_is_found_by_what_canvas_knows(fill, mine):
    assert takes(fill([mine])) == {(ANN, 5005): 4.5}


def test_a_student_who_is_called_as_another_gets_nothing_of_hers(fill):
    found = fill([row("oneilbob_1001")])
    assert takes(found) == {} and "1001 is oneilbob here and Lee, Ann" in str(found.left_out)


@pytest.mark.parametrize("extra", [[], ["Integration ID"], ["Integration ID", "Root Account"]])
def test_every_column_that_says_who_a_student_is_is_kept(fill, extra):
    header = [*ID_COLUMNS[:4], *extra, *HEADER[4:]]
    wider = [[*line[:4], *(["i"] * len(extra)), *line[4:]] for line in LINES]
    above = [[*line[:4], *([""] * len(extra)), *line[4:]] for line in (POSTING, POSSIBLE)]
    found = fill([row("ann"), row("bob")], wider, header, above)
    assert takes(found) == {(ANN, 5005): 4.5, (BOB, 5005): 4.5}


def test_first_and_last_names_in_two_columns_are_read(fill):
    header = ["LastName", "FirstName", *HEADER[1:]]
    lines = [[*line[0].split(", "), *line[1:]] for line in LINES]
    above = [["", *POSTING], [POSSIBLE[0], "", *POSSIBLE[1:]]]
    found = fill([row("leeann_1001")], lines, header, above)
    assert found.filled == ["leeann_1001"]


@pytest.mark.parametrize(("delimiter", "bom"), [(";", ""), (",", "\ufeff"), (";", "\ufeff")])
def test_it_is_written_as_canvas_wrote_it(fill, delimiter, bom):
    plain = [[c.replace("; ", " ") for c in line] for line in LINES]
    found = fill([row("ann"), row("bob", 3.25)], plain, delimiter=delimiter, bom=bom)
    assert takes(found) == {(ANN, 5005): 4.5, (BOB, 5005): 3.25}
    assert table(found).startswith(bom.encode() + delimiter.join(ID_COLUMNS).encode())


# --- which column


@pytest.mark.parametrize(
    ("titles", "column", "place"),
    [
        (["tick0-tiny (1)", "Tick 0 (2)"], None, 1),
        (["Tick 0 (2)", "Tick 01 (3)", "Essay (4)"], None, 2),
        (["TICK0 - Tiny (7)", "Tick 00 (8)"], None, 7),
        (["A (1)", "B (5005)"], "B", 5005),
        (["A (1)", "A (5005)"], "A (5005)", 5005),
    ],
)
def test_the_assignment_is_found(fill, titles, column, place):
    header, rest = [*ID_COLUMNS, *titles], ["5"] * len(titles)
    lines = [[*line[:5], *([""] * len(titles))] for line in LINES]
    found = fill([row("ann")], lines, header, [[POSSIBLE[0], "", "", "", "", *rest]], column=column)
    assert canvas_takes(table(found), COURSE["students"], {place}) == {(ANN, place): 4.5}


@pytest.mark.parametrize(
    ("titles", "column", "said"),
    [
        (["Week 1 (1)", "Tick 9 (2)"], None, "one column for tick0-tiny, not 0.*'Week 1 .1.', 'Tick 9"),
        (["Tick 0 (1)", "tick0 (2)"], None, "one column for tick0-tiny, not 2"),
        (["Tick (1)"], None, "not 0"),
        (["Tick 0"], None, "none with a number"),
        (["A (1)", "A (2)"], "A", "called 'A', not 2"),
        (["A (1)"], "B", "called 'B', not 0"),
    ],
)  # fmt: skip
def test_a_column_that_is_not_one_is_asked_for(fill, titles, column, said):
    lines = [[*line[:5], *([""] * len(titles))] for line in LINES]
    with pytest.raises(ValueError, match=said):
        fill([row("ann")], lines, [*ID_COLUMNS, *titles], [], column=column)


def test_a_column_that_canvas_would_not_take_is_refused(fill):
    possible = [*POSSIBLE[:6], "(read only)", "", ""]
    with pytest.raises(ValueError, match="tick0-tiny .5005.', which is read only"):
        fill([row("ann")], above=[possible])


@pytest.mark.parametrize("possible", ["0.00", "0", "nan", "inf"])
def test_of_no_points_possible_nobodys_mark_becomes_nothing(fill, possible):
    above = (POSTING, [*POSSIBLE[:6], possible, *POSSIBLE[7:]])
    for scale in (False, True):
        with pytest.raises(ValueError, match="--canvas must .* above 0, not .* on the platform"):
            fill([row("ann")], above=above, scale=scale)


def test_a_student_in_two_sections_is_one(fill):
    again = [*LINES[0][:4], "Lab; B", *LINES[0][5:]]
    found = fill([row("ann"), row("bob")], [*LINES, again])
    assert takes(found) == {(ANN, 5005): 4.5, (BOB, 5005): 4.5}
    assert table(found).count(b"Lee, Ann") == 1 and "Lee, Ann" not in str(found.without_marks)


@pytest.mark.parametrize("number", ["1001.0", "1001,00", "1.00E+15"])
def test_a_number_that_another_program_has_changed_is_refused(fill, number):
    changed = [[LINES[0][0], number, *LINES[0][2:]], *LINES[1:]]
    with pytest.raises(
        ValueError, match=f"--canvas must have Canvas's own numbers .*not {re.escape(number)}"
    ):
        fill([row("ann")], changed)


def test_other_points_possible_are_said_or_scaled(fill):
    above = [[*POSSIBLE[:6], "100", "", ""]]
    with pytest.raises(ValueError, match="--canvas must .* of the tick, 5, not 100; .*--scale"):
        fill([row("ann")], above=above)
    assert takes(fill([row("ann", 4.51)], above=above, scale=True)) == {(ANN, 5005): 90.2}
    assert takes(fill([row("ann")], above=[])) == {(ANN, 5005): 4.5}


def test_a_gradebook_that_is_none_is_refused_with_what_was_seen(fill, tmp_path):
    for header in (["Name", *HEADER[1:]], [*HEADER[:4], "Group", *HEADER[5:]]):
        with pytest.raises(ValueError, match=f"gradebook.csv, which has {header[0]}, ID"):
            fill([row("ann")], header=header)


def test_unknown_lateness_is_told(fill):
    assert fill([row("ann", late=Lateness(unknown=True)), row("bob")]).undated == ["ann"]


@pytest.mark.parametrize("number", ["1.00E+16", "1,7E+16", "1E16", " 1.2E+11 "])
def test_numbers_that_a_spreadsheet_has_rounded_are_refused(fill, number):
    lines = [LINES[0], ["O'Neil, Bob", number, *LINES[1][2:]]]
    with pytest.raises(ValueError, match=f"--canvas must have .* not {re.escape(number.strip())},"):
        fill([row("ann")], lines)


def test_a_gradebook_without_separators_at_the_ends_of_lines_is_read(fill, tmp_path):
    header = [*HEADER[:5], HEADER[5], HEADER[6]]
    lines = [LINES[0][:7], LINES[1][:6], LINES[2][:5]]
    found = fill([row("ann"), row("bob"), row("cat", 5)], lines, header, [POSSIBLE[:7]])
    assert takes(found) == {(ANN, 5005): 4.5, (BOB, 5005): 4.5, (CAT, 5005): 5}
    path = tmp_path / "gradebook.csv"
    path.write_bytes(path.read_bytes().rstrip())  # a download that was broken off
    with pytest.raises(ValueError, match="must have 7 cells in every line, .* line 5 of"):
        canvas([row("ann")], NAME, path)


def test_large_points_are_written_in_full(fill):
    assert takes(fill([row("ann", 12345.67)], above=[])) == {(ANN, 5005): 12345.67}


# --- formulas


def test_a_name_that_a_student_chose_is_no_formula_and_a_plain_one_stays(fill):
    lines = [
        ["=HYPERLINK(1)", "1001", "", "-ann", "A", *[""] * 4],
        ["-Bob", "1002", "", "@me", "A", *[""] * 4],
        ["+Cat|cmd!A1", "1003", "", "=1+1", "A", *[""] * 4],
    ]
    found = fill([row("-ann"), row("@me", 1), row("1003", 2)], lines, above=[])
    assert takes(found) == {(ANN, 5005): 4.5, (BOB, 5005): 1, (CAT, 5005): 2}
    _, *written = csv.reader(io.StringIO(table(found).decode()))
    assert [c[0] for c in written] == ["'=HYPERLINK(1)", "-Bob", "'+Cat|cmd!A1"]
    assert [c[3] for c in written] == ["-ann", "@me", "'=1+1"]


def test_a_student_who_is_called_points_possible_is_a_student(fill):
    lines = [["    Points Possible", "1001", "", "ann", "A", *[""] * 4], LINES[1]]
    found = fill([row("ann", 1), row("bob")], lines)
    assert takes(found) == {(ANN, 5005): 1, (BOB, 5005): 4.5}


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0;"), max_size=20)


@given(data=st.data())
def test_any_gradebook_is_taken_in_as_it_was_filled(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "g.csv"
    numbers = data.draw(st.lists(st.integers(1, 10**9), min_size=1, max_size=4, unique=True))
    names = st.one_of(TEXT, st.sampled_from(["Points Possible", "Muted", "Manual Posting"]))
    lines = [[data.draw(names), str(n), "", f"login-{n}", data.draw(TEXT), ""] for n in numbers]
    text = io.StringIO()
    csv.writer(text).writerows([[*ID_COLUMNS, f"{NAME} (5005)"], *lines])
    path.write_text(text.getvalue(), encoding="utf8", newline="")
    points = {n: data.draw(st.integers(0, 10_000)) / 100 for n in numbers}
    found = canvas([row(f"login-{n}", p) for n, p in points.items()], NAME, path)
    expected = {(n, 5005): points[n] for n in numbers}
    assert canvas_takes(table(found), set(numbers), {5005}) == expected
