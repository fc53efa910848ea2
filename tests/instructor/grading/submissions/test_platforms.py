"""Platforms are data: what a file of theirs may say, and one that does not exist."""

import re
from datetime import UTC, datetime

import pytest

from labkit.checks.marking import Status
from labkit.instructor.grading.submissions.identify import Layout
from labkit.instructor.grading.submissions.platforms import read_platforms
from labkit.instructor.grading.submissions.roster import read_roster
from labkit.instructor.grading.submissions.times import read_times
from tests.instructor.grading.tiny import NAME

FILE = f"{NAME}.ipynb"
WHEN = datetime(2026, 11, 20, 17, tzinfo=UTC)
MOODLE = "Ada Lovelace_1001_assignsubmission_file_"
STAMP = "attempt_2026-11-20-10-11-12"

#: A platform that does not exist.
OWL = r"""
[owl]
folder = 'owl (?P<number>\d+) (?P<name>.+?)(?P<late> !)? at (?P<when>.+)'
around = 'nest \d+'
times = ["%d.%m.%Y %H.%M"]
tables = [{known_by = ["owl no", "who"], number = ["owl no"], student = ["ring"], name = ["who"], submitted = ["flew"]}]
"""


def test_a_platform_that_does_not_exist_is_read_without_touching_python(take):
    platforms = read_platforms(OWL, "owl.toml")
    table = b"OWL No;Who;Ring;Flew\n7;Ann Lee;al1;20.11.2026 17.00\n8;Bob;br1;-\n"
    roster, times = (read(table, "", platforms=platforms) for read in (read_roster, read_times))
    works = "7 Ann Lee at 19.11.2026 9.05", "7 Ann Lee at 20.11.2026 9.05", "8 Bob ! at 20.11.2026 17.00"  # fmt: skip
    works = [f"nest 3/owl {work}/{FILE}" for work in works]
    found = take(works, platforms=platforms, roster=roster, times=times)
    ann, bob = ("al1", "Ann Lee", False, WHEN), ("br1", "Bob", True, WHEN)
    assert [(s.student, s.display, s.marked_late, s.submitted) for s in found] == [ann, ann, bob]
    assert [s.status for s in found] == [Status.REPLACED, None, None]
    (bob,) = take([f"owl 8 Bob at 20.11.2026 17.00/{FILE}"], platforms=platforms)
    assert (bob.student, bob.dated, bob.submitted) == ("Bob_8", True, WHEN)
    # Of a time that cannot be read all of its student is refused, else an older attempt would count.
    works = "7 Ann at 9. Mai 2026 9.05", "7 Ann at 30.04.2026 9.05", "8 Bob at 30.04.2026 9.05"
    rows = take([f"owl {work}/{FILE}" for work in works], platforms=platforms)
    why = [row.reason.partition(", not ")[2] for row in sorted(rows, key=lambda row: row.student)]
    assert why == ["'9. Mai 2026 9.05'", "'9. Mai 2026 9.05'", ""]


@pytest.mark.parametrize(("text", "words"), [
    ("[owl", "not o.toml (Expected"), ("[owl]\nfile = 3", "must be string"), ("[owl]\nfeathers = []", "unexpected keyword argument 'feathers'"),
    ("[owl]\nfile = '('", "missing ), unterminated"), ("owl = 3", "not o.toml"), ("[owl]\nfolder = '(?P<nme>x)'", "not ['nme']"),
    ("[[owl.tables]]\nname = []", "tables of owl must have known_by"),
])  # fmt: skip
def test_another_file_is_refused(text, words):
    with pytest.raises(ValueError, match=f"platform must be a file.*{re.escape(words)}"):
        read_platforms(text, "o.toml")


@pytest.mark.parametrize(("name", "says"), [
    *((name, ("moodle", "Ada Lovelace", "1001", "")) for name in (f"{MOODLE}/", f"{MOODLE[:-1]}/")), ("Default group_assignsubmission_file_/", ("moodle", "Default group", "", "")),
    *((f"Ada_1_assignsubmission_file_{own}", ("moodle", "Ada", "1", own)) for own in ("Bob_2_assignsubmission_file_x", "bob_3_4_tick4-1.py")),
    ("adalee_1001_5005_a-1.b-2.py", ("canvas", "adalee", "1001", "a-1.b.py")), ("adalee_LATE_1001_text.html", ("canvas", "adalee", "1001", "text.html", True)),
    *((f"eve_9_5_{own}", ("canvas", "eve", "9", own.partition("|")[0])) for own in ("bob_1_2_tick4.ipynb", "LATE_1_2_tick4.ipynb", f"T_bob_{STAMP}_x.ipynb", f"T_bob_{STAMP}_x.ipynb|a_8_4_x.ipynb")),
    ("271836-442 - Ada - Lee - Nov 20, 2026 1011 AM/", ("brightspace", "Ada - Lee", "271836", "", False, "Nov 20, 2026 1011 AM")),
    ("271836-442 - Ada - 20 Nov, 2026 1011 - x - y.ipynb", ("brightspace", "Ada", "271836", "x - y.ipynb", False, "20 Nov, 2026 1011")),
    *((f"NLP_Tick 4_ada_{STAMP}_{own}", ("blackboard", "ada", "", own, False, STAMP[8:])) for own in ("x.ipynb", f"y_bob_{STAMP}_x.ipynb")),
    (f"T_ada_{STAMP}_5_6_x.ipynb|T_bob_{STAMP}_x.ipynb|T_eve_{STAMP}_x.ipynb", ("blackboard", "ada", "", "5_6_x.ipynb", False, STAMP[8:])),
    (f"T_ada_{STAMP}.txt", ("blackboard", "ada", "", "", False, STAMP[8:])), ("lee_1001_5005_x/", ("plain", "lee_1001_5005_x", "", "")),
    *((f"ada_{own}", ("plain", "ada", "", "", False, "", "tick4")) for own in ("tick4.ipynb", "Tick 4.ipynb", "tick4 - Copy (2).ipynb.txt")),
    *((name, ("plain", who, "", "", False, "", "tick4")) for name, who in (("ada_b_Tick4 (2).ipynb", "ada_b"), ("tick04_ada-1.ipynb", "ada-1"), ("Copy of ada_tick4-1.ipynb", "ada"), ("_tick4.ipynb", ""))),
    ("tick4 (1).ipynb", ("plain", "", "", "")), ("tick40_ada.ipynb", ("plain", "tick40", "", "ada.ipynb")),
    ("ada_notes.txt", ("plain", "ada", "", "notes.txt")), ("ada_my work.ipynb", ("plain", "ada", "", "my work.ipynb")),
    *((name, ("plain", who, "", "", False, "", "tick4")) for name, who in (("fred_tick4_final.ipynb", "fred"), ("gil-tick4.ipynb", "gil"), ("Tick4-carl.ipynb", "carl"))),
    *((name, ("plain", who, "", "", False, "", "tick4")) for name, who in (("gil-tick4/", "gil"), ("Tick 4 - carl lee/", "carl lee"), ("hugo tick 04 v2.ipynb", "hugo"))),
    ("adatick4.ipynb", ("plain", "adatick4", "", "adatick4.ipynb")), ("ada-tick44/", ("plain", "ada-tick44", "", "")),
    *((f"{name}tick4.ipynb", ("canvas-anonymous", "anon_9Zk2q", "", "tick4.ipynb", late)) for name, late in (
        ("anon_9Zk2q_5002_", False), ("LATE_anon_9Zk2q_5002_", True), ("anon_9Zk2q_LATE_5002_", True), ("anon_9Zk2q_", False))),
    ("anon_9Zk2q_5002_LATE_1.py", ("canvas-anonymous", "anon_9Zk2q", "", "LATE_1.py")), ("ada (1).ipynb", ("plain", "ada", "", "ada (1).ipynb")),
])  # fmt: skip
def test_an_outermost_name_says_whose_it_is(name, says):
    """Platform, name, number, the file's own name, whether it is late, the attempt's time, tick.

    Behind a | are others; one platform has named all, or a student's own name for a file would
    make the student somebody else. Names of folders end in /.
    """
    paths = {(one.removesuffix("/"),): not one.endswith("/") for one in name.split("|")}
    layout = Layout(paths, "", ["tick4"], read_platforms())
    found = layout.owner(next(iter(paths)))
    who = found.name or found.student, found.number, found.rest
    told = layout.platform.name, *who, bool(found.late), found.when, found.tick
    assert told == says + (False, "", "")[len(says) - 4 :]


def test_a_tick_is_known_by_the_beginning_of_its_name_too():
    layout = Layout({}, "", ["tick1-words", "tick10-c", "tick1b-more", "lab-2"], read_platforms())
    names = (
        "tick1",
        "Tick 01",
        "TICK1-Words-2",
        "tick_10",
        "Tick 1b",
        "lab-2",
        "lab-2-3",
        "tick100",
        "tick2",
    )
    ticks = *3 * ["tick1-words"], "tick10-c", "tick1b-more", *2 * ["lab-2"], *2 * [""]
    assert tuple(map(layout.tick, names)) == ticks
    assert layout.tick(" (1)" * 16_000 + "x") == ""  # at once, though it is long


@pytest.mark.parametrize(("paths", "stem", "units"), [
    ("ada/x bob/x", "", "ada bob"), ("ada/Bob_1_assignsubmission_file_/x", "", "ada"), ("Submitted/ada/x", "", "Submitted/ada"),
    ("class/ada/x exports/bob/x", "", "class/ada exports/bob"), ("submitted/ada/x bob/x", "", "submitted bob"),
    ("monday/ada/x", "", "monday"), ("monday/ada/x monday/bob", "monday", "monday/ada monday/bob"), ("monday/ada/x", "tuesday", "monday"),
])  # fmt: skip
def test_only_what_no_student_is_called_is_around_a_class(paths, stem, units):
    files = {tuple(path.split("/")): True for path in paths.split()}
    found = Layout(files, stem, ["tick4"], read_platforms()).units
    assert found == {tuple(u.split("/")): u in paths.split() for u in units.split()}
