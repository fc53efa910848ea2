"""Deadlines by the names that students sign in with, and what instructors write instead."""

import tomllib
from datetime import UTC, datetime

import pytest

from labkit.grading.results.late import read_policy
from labkit.hub.deadlines import read_late, why_no_toml

WHEN = datetime(2026, 11, 27, 17, tzinfo=UTC)


def read(text):
    return read_late(tomllib.loads(text), ["tick4"])


@pytest.mark.parametrize("name", ["ada", "Ada", "ADA"])
def test_an_extension_is_of_who_signs_in_by_that_name(name):
    policy, text = read(f"[extensions.{name}]\ntick4 = 2026-11-27T17:00:00")
    assert policy.deadline("ada", "tick4") == WHEN
    assert read_policy(text, "late.toml") == policy


def test_a_name_that_is_none_to_sign_in_with_stays_as_it_is():
    """The list of the class may know it."""
    policy, _ = read('[extensions."José+x@Uni"]\ntick4 = 2026-11-27T17:00:00')
    assert policy.deadline("José+x@Uni", "tick4") == WHEN


def test_two_spellings_are_one_student():
    text = "[extensions.ada]\ntick4 = 2026-11-27T17:00:00\n[extensions.Ada]\n"
    assert read(text)[0].deadline("ada", "tick4") == WHEN
    with pytest.raises(ValueError, match="Ada must have one extension of tick4, not two"):
        read(text + "tick4 = 2026-11-28T17:00:00")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[extensions.ada.lee]\ntick4 = 2026-11-27T17:00:00",
            'in quotation marks, as [late.extensions."ada.lee"]',
        ),
        (
            "[extensions.a.b.c]\ntick4 = 2026-11-27T17:00:00",
            'in quotation marks, as [late.extensions."a.b.c"]',
        ),
        ("[extensions]\nada = 2026-11-27T17:00:00", "begun by [late.extensions.ada], not 2026"),
        ('[extensions]\n"a@b" = 1', 'begun by [late.extensions."a@b"], not 1'),
        ("extensions = 3", "extensions must be a table"),
    ],
)
def test_what_is_no_extension_says_how_one_is_written(text, said):
    with pytest.raises(ValueError) as refused:
        read(text)
    assert said in str(refused.value)


def test_an_address_without_quotation_marks_is_told_from_other_mistakes():
    text = 'name = "x"\n\n [late.extensions.ada.lee@uni.example]\n'
    assert why_no_toml(text).endswith('[late.extensions."ada.lee@uni.example"]')
    assert why_no_toml("[late.extensions.jörg]").endswith('[late.extensions."jörg"]')
    assert why_no_toml("a = 1\n[late.extensions.a+b.c]").startswith("a name with + must")
    for other in ('[late.extensions."ada@uni.example"]\nx = ', "[late.extensions.a_b-1.c\n@]"):
        assert why_no_toml(other) == ""


@pytest.mark.parametrize("marks", ["“”", "„“", "‘’", "«»"])
def test_quotation_marks_of_a_word_processor_are_named_with_their_line(marks):
    said = why_no_toml(f'name = "a “b”"  # “\nid = {marks[0]}x{marks[1]}\n')
    assert said == f"quotation marks must be \" or ', not {marks[0]} (at line 2)"
