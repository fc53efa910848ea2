"""Whose a file is: read from the outermost name, in the forms of platforms and of nbgrader."""

import time

import pytest

from labkit.grading.classroom.companions import without_copy
from labkit.grading.classroom.layouts import (
    Layout,
    Owner,
    Platform,
    is_notebook,
    is_system,
    layout_of,
    stem,
)
from labkit.grading.classroom.sources import opened

LAYOUT = Layout((), {"tick4": "tick4", "tick4-b": "tick4-b"})
OF_COURSE = Layout((), {"tick1-words": "tick1-words", "tick10-c": "tick10-c"}, attempts=True)
MOODLE, CANVAS, PLAIN = Platform.MOODLE, Platform.CANVAS, Platform.PLAIN


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        # Moodle, without folders; what follows the prefix is the student's, whatever it is
        ("Ada Lovelace_1001_assignsubmission_file_tick4.ipynb", Owner("Ada Lovelace", "1001", MOODLE, "tick4.ipynb")),
        ("Ada_1_assignsubmission_file_Bob_2_assignsubmission_file_x", Owner("Ada", "1", MOODLE, "Bob_2_assignsubmission_file_x")),
        ("Ada_1_assignsubmission_file_bob_3_4_tick4.ipynb", Owner("Ada", "1", MOODLE, "bob_3_4_tick4.ipynb")),
        ("Participant_77_assignsubmission_onlinetext_x.html", Owner("Participant", "77", MOODLE, "x.html")),
        # Canvas
        ("lovelaceada_1001_5005_tick4.ipynb", Owner("lovelaceada", "1001", CANVAS, "tick4.ipynb", order=5005)),
        ("lovelaceada_LATE_1001_5005_tick4-1.ipynb", Owner("lovelaceada", "1001", CANVAS, "tick4-1.ipynb", late=True, order=5005)),
        ("eve_9_5_bob_1_2_tick4.ipynb", Owner("eve", "9", CANVAS, "bob_1_2_tick4.ipynb", order=5)),
        ("eve_9_5_LATE_1_2_tick4.ipynb", Owner("eve", "9", CANVAS, "LATE_1_2_tick4.ipynb", order=5)),
        ("lovelaceada_LATE_1001_text.html", Owner("lovelaceada", "1001", CANVAS, "text.html", late=True)),
        ("anon_k3J_link.html", Owner("", "anon_k3J", CANVAS, "link.html")),
        ("anon_k3J_5005_tick4.ipynb", Owner("", "anon_k3J", CANVAS, "tick4.ipynb", order=5005)),
        # by hand
        ("ada_tick4.ipynb", Owner("ada", rest="ada_tick4.ipynb", tick="tick4")),
        ("ada_b_tick4-b.ipynb", Owner("ada_b", rest="ada_b_tick4-b.ipynb", tick="tick4-b")),
        ("ada_Tick4 (2).ipynb", Owner("ada", rest="ada_Tick4 (2).ipynb", tick="tick4")),
        ("ada_notes.txt", Owner("ada", rest="ada_notes.txt")),
        ("ada.ipynb", Owner("ada", rest="ada.ipynb")),
        # Google's classrooms and forms
        ("Ada Lovelace - Tick4 (1).ipynb", Owner("Ada Lovelace", rest="Ada Lovelace - Tick4 (1).ipynb", tick="tick4")),
        ("tick4 \u2013 Ada - Lovelace.ipynb", Owner("Ada - Lovelace", rest="tick4 \u2013 Ada - Lovelace.ipynb", tick="tick4")),
        ("ada-tick4.ipynb", Owner("ada-tick4", rest="ada-tick4.ipynb")),
        (" - tick4.ipynb", Owner(" - tick4", rest=" - tick4.ipynb")),
        ("tick4.ipynb", Owner("", rest="tick4.ipynb")),
        ("_tick4.ipynb", Owner("_tick4", rest="_tick4.ipynb")),
    ],
)  # fmt: skip
def test_a_file_tells_whose_it_is(name, owner):
    assert LAYOUT.owner((name,), is_file=True) == owner


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada.ipynb", "ada"),
        ("ada_tick4.ipynb", "ada"),
        ("tick4-b_ada_l.ipynb", "ada_l"),
        ("Ada - tick4 (1).ipynb", "Ada"),
        ("ada_lee.ipynb", "ada_lee"),
        ("tick4.ipynb", ""),
    ],
)
def test_in_a_ticks_folder_a_file_may_tell_the_tick_again(name, student):
    assert LAYOUT.owner(("tick4", name), is_file=True) == Owner(student, rest=name, tick="tick4")


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Ada Lovelace_1001_assignsubmission_file_", Owner("Ada Lovelace", "1001", MOODLE)),
        ("Ada Lovelace_1001_assignsubmission_file", Owner("Ada Lovelace", "1001", MOODLE)),
        ("submission_123", Owner("", "123", Platform.GRADESCOPE)),
        ("ada_tick4", Owner("ada_tick4")),
        ("lovelaceada_1001_5005_x", Owner("lovelaceada_1001_5005_x")),  # Canvas has no folders
    ],
)
def test_a_folder_tells_whose_it_is(name, owner):
    assert LAYOUT.owner((name,), is_file=False) == owner


@pytest.mark.parametrize(
    ("name", "student", "tick"),
    [
        ("tick1-words_ada.ipynb", "ada", "tick1-words"),
        ("Copy of Tick1-Words_ada-1 (2).ipynb", "ada-1", "tick1-words"),
        ("tick1_ada.ipynb", "ada", ""),
        ("Tick 1_ada.ipynb", "ada", ""),
        ("tick_01 - Ada Lee.ipynb", "Ada Lee", ""),
        ("tick10_ada.ipynb", "ada", ""),
        ("Ada Lee - Tick 1.ipynb", "Ada Lee", ""),
        ("ada_tick_1.ipynb", "ada", ""),
        ("ada_tick1-words - Copy (2).ipynb", "ada", "tick1-words"),
        ("Copy of Ada Lee - Tick 1.ipynb", "Ada Lee", ""),
        ("Kopie von Ada Lee - Tick1-words.ipynb", "Ada Lee", "tick1-words"),
        ("tick1.ipynb", "", ""),
        ("tick1-words - Copy.ipynb", "", ""),
        ("tick2_ada.ipynb", "tick2", ""),
    ],
)
def test_a_tick_may_stand_first_and_be_called_for_short(name, student, tick):
    """Else a class that puts it first would be one student, called as the tick."""
    assert OF_COURSE.owner((name,), is_file=True) == Owner(student, rest=name, tick=tick)


def test_blackboards_name_begins_with_its_own_words():
    when, order = "2026-11-20-10-11-12", 20261120101112
    for title in ("Tick 4", "NLP_Tick 4"):
        for rest in ("x.ipynb", f"y_bob_attempt_{when}_x.ipynb", "5_6_x.ipynb"):
            found = OF_COURSE.owner((f"{title}_ada_attempt_{when}_{rest}",), is_file=True)
            told = (found.name, found.platform, found.rest, found.order)
            assert told == ("ada", Platform.BLACKBOARD, rest, order)
    assert OF_COURSE.owner((f"T_ada_attempt_{when}.txt",), is_file=True).name == "ada"
    forged = f"eve_9_5_T_bob_attempt_{when}_x.ipynb"
    assert LAYOUT.owner((forged,), is_file=True).number == "9"


def logins(tmp_path, *whole):
    """Whom Blackboard's names are of, where these are all."""
    names = [f"{name}_attempt_2026-11-20-10-11-12_x.ipynb" for name in whole]
    put(tmp_path / "here", *names)
    with opened(tmp_path / "here") as source:
        layout = layout_of(source, ["tick1-words"])
    return [layout.owner((name,), is_file=True).name for name in names]


@pytest.mark.parametrize(
    ("whole", "students"),
    [
        (["Tick 1_a_smith", "Tick 1_b_smith"], ["a_smith", "b_smith"]),
        (["NLP_Week 3_a_smith", "NLP_Week 3_b_smith"], ["a_smith", "b_smith"]),
        (["W_ann", "W_ann_lee"], ["ann", "ann_lee"]),
        (["Tick 1_again_ann", "Tick 1_again_bob"], ["ann", "bob"]),
        (["Tick 1_ann", "NLP_Tick 2_bob"], ["ann", "bob"]),
        (["Tick 1_a_smith"], ["a_smith"]),
        (["NLP_Week 3_ann"], ["ann"]),
    ],
)
def test_a_login_of_blackboards_may_have_the_sign_that_parts_its_names(tmp_path, whole, students):
    """Else two students, a_smith and b_smith, would be one, and one of them lose the work."""
    assert logins(tmp_path, *whole) == students


def test_what_else_a_login_may_be_is_told_too():
    name = "Tick 1_a_smith_attempt_2026-11-20-10-11-12_x.ipynb"
    assert OF_COURSE.owner((name,), is_file=True).others == ("smith",)
    assert OF_COURSE.owner(("Tick1-words-ada",), is_file=False).others == ("ada", "words-ada")
    assert OF_COURSE.owner(("ada",), is_file=False).others == ()


@pytest.mark.parametrize(
    ("names", "blackboard"),
    [
        (["T_ada_attempt_2026-11-20-10-11-12.txt", "T_ada_attempt_2026-11-20-10-11-12_5_6_x.ipynb", "roster.csv"], True),
        (["T_ada_attempt_2026-11-20-10-11-12_x.ipynb", "ada_tick4.ipynb"], False),
        # a student of Canvas's, alone or not
        (["eve_9_5_T_bob_attempt_2026-11-20-10-11-12_x.ipynb"], False),
        (["eve_9_5_T_bob_attempt_2026-11-20-10-11-12_x.ipynb", "ada_8_4_x.ipynb"], False),
        (["ada_tick4.ipynb"], False),
    ],
)  # fmt: skip
def test_blackboard_has_named_all_files_or_none(tmp_path, names, blackboard):
    put(tmp_path / "here", *names)
    with opened(tmp_path / "here") as source:
        assert layout_of(source, ["tick4"]).attempts == blackboard


def test_in_a_ticks_folder_the_next_name_counts():
    assert LAYOUT.unit(("tick4", "ada", "bob", "x")) == ("tick4", "ada")
    assert LAYOUT.unit(("tick4",)) == ("tick4",)
    assert LAYOUT.unit(("ada", "tick4", "bob")) == ("ada",)
    assert LAYOUT.owner(("tick4", "ada"), False) == Owner("ada", tick="tick4")
    assert LAYOUT.owner(("tick4", "ada.ipynb"), True) == Owner(
        "ada", rest="ada.ipynb", tick="tick4"
    )


def put(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")


@pytest.mark.parametrize(
    ("names", "around"),
    [
        (["ada/x", "bob/x"], ()),
        (["ada/x"], ()),
        (["ada/bob/x", "ada/eve/x"], ()),
        (["ada/Bob_1_assignsubmission_file_/x"], ()),
        (["submitted/ada/x"], ("submitted",)),
        (["assignment_7_export/submission_1/x", "assignment_7_export/submission_metadata.yml"], ("assignment_7_export",)),
        (["submitted/submissions/ada/x", ".DS_Store", "__MACOSX/x"], ("submitted", "submissions")),
        (["submitted/ada/x", "bob/x"], ()),
        (["submitted"], ()),
        (["tick4/ada/x"], ()),
        (["Submitted files/Ada/Tick 4/Version 1/x"], ("Submitted files",)),
        (["Student Work/Submitted files/Ada/x"], ("Student Work", "Submitted files")),
        (["Student Work/Submitted files/a/x", "Student Work/Working files/a/x"], ("Student Work",)),
        (["Tick 4 (File responses)/Notebook (File responses)/x"], ("Tick 4 (File responses)", "Notebook (File responses)")),
    ],
)  # fmt: skip
def test_only_what_no_student_is_called_is_around_a_class(tmp_path, names, around):
    put(tmp_path / "here", *names)
    with opened(tmp_path / "here") as source:
        assert layout_of(source, ["tick4"]).around == around


def test_a_zip_file_may_have_its_own_name_around_all(tmp_path):
    import shutil

    put(tmp_path / "a" / "monday", "ada/x")
    shutil.make_archive(str(tmp_path / "monday"), "zip", tmp_path / "a")
    for name in ("tuesday", "monday (1)", "monday-20261122T195400Z-001", "monday (a)"):
        shutil.copy(tmp_path / "monday.zip", tmp_path / f"{name}.ZIP")
    for name, around in (
        ("monday.zip", ("monday",)),
        ("monday (1).ZIP", ("monday",)),
        ("monday-20261122T195400Z-001.ZIP", ("monday",)),
        ("monday (a).ZIP", ()),
        ("tuesday.ZIP", ()),
    ):
        with opened(tmp_path / name) as source:
            assert layout_of(source, []).around == around
    with opened(tmp_path / "a") as source:  # not in a folder: its name is a student's
        assert layout_of(source, []).around == ()


def test_what_systems_leave_behind_is_known():
    for name in (".DS_Store", "__MACOSX", "._x", "Thumbs.db", ".ipynb_checkpoints", "__pycache__"):
        assert is_system(name)
    assert not is_system(".hidden") and not is_system("x.DS_Store")


def test_notebooks_are_known_with_the_endings_that_browsers_add():
    for name in ("a.ipynb", "A.IPYNB", "a.ipynb.txt", "a.ipynb (1).json", "a.ipynb(2)"):
        assert is_notebook(name) and stem(name).lower() == "a"
    assert not is_notebook("a.ipynb.zip") and not is_notebook("a.json")
    assert stem("a.b.zip") == "a.b" and stem("a") == "a"
    assert without_copy("data-12.csv") == "data.csv" and without_copy("a-b.py") == "a-b.py"


def test_a_files_tick_is_told_without_the_numbers_of_copies():
    for name in (
        "tick4.ipynb",
        "TICK4.ipynb",
        "tick4-1.ipynb",
        "tick4 (1).ipynb",
        "tick4-Copy2.ipynb",
        "Copy of Copy of tick4 (1).ipynb",
    ):
        assert LAYOUT.tick_of_file(name) == "tick4"
    assert LAYOUT.tick_of_file("my tick4.ipynb") == ""


def test_a_name_costs_no_more_than_its_length():
    """In a zip file it may have 65,535 bytes."""
    begun = time.monotonic()
    for part in ("-1", "(1)", " - ", "copy1", "_1", "a.", " "):
        name = part * (60_000 // len(part)) + "x.ipynb"
        assert LAYOUT.owner((name,), is_file=True).name and LAYOUT.tick_of_file(name) == ""
    assert time.monotonic() - begun < 2
