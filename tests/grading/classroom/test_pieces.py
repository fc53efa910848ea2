"""What a path says of a student's file: its tick, whether it is meant, how it is shown."""

from datetime import UTC, datetime

import pytest

from labkit.grading.classroom.layouts import Layout, Owner
from labkit.grading.classroom.pieces import Piece, shown
from labkit.grading.classroom.sources import Entry

LAYOUT = Layout((), {"tick0-tiny": "tick0-tiny", "tick1-other": "tick1-other"})


def piece(*rest, tick=""):
    entry = Entry(("ann", *rest), datetime(2026, 11, 20, tzinfo=UTC))
    return Piece(entry, Owner("ann", tick=tick), rest, in_folder=True)


@pytest.mark.parametrize(
    ("path", "tick"),
    [
        (("tick0-tiny", "mine.ipynb"), "tick0-tiny"),
        (("work", "tick1-other", "mine.ipynb"), "tick1-other"),
        (("tick1-other", "tick0-tiny.ipynb"), "tick1-other"),  # the folder comes first
        (("mine.ipynb",), ""),
        ((), ""),
    ],
)
def test_a_files_tick_is_that_of_its_folder(path, tick):
    assert piece(*path).tick(LAYOUT) == tick


def test_what_the_outermost_name_says_comes_before_all():
    assert piece("tick0-tiny", "a.ipynb", tick="tick1-other").tick(LAYOUT) == "tick1-other"


@pytest.mark.parametrize(
    ("path", "hidden"),
    [
        (("a.ipynb",), False),
        ((".a.ipynb",), True),
        ((".git", "a"), True),
        (("__MACOSX", "a"), True),
    ],
)
def test_what_no_student_is_meant_to_see_is_hidden(path, hidden):
    assert piece(*path).hidden is hidden


def test_a_path_can_be_printed():
    assert piece("a\nb", "c.ipynb").file == "ann/a?b/c.ipynb"
    assert shown(["x" * 400, "end"]) == "x" * 296 + "/end"
    shown(["\ud800"]).encode("utf8")
