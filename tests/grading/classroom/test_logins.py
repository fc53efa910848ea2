"""Which part of Blackboard's names is a login."""

import time

import pytest

from labkit.grading.classroom.logins import logins, title_of


@pytest.mark.parametrize(
    ("names", "title"),
    [
        ({"T_ann"}, ""),
        ({"T_ann", "T_bob"}, "T_"),
        ({"T_a", "T_a_b"}, "T_"),
        ({"N_T_a", "N_T_b", "N_T_c_d"}, "N_T_"),
        ({"T_ann", "U_ann"}, ""),
        (set(), ""),
    ],
)
def test_a_title_is_what_all_names_begin_with(names, title):
    assert title_of(names) == title


def test_the_likeliest_login_is_first_and_none_comes_twice():
    assert logins("N_T_a_b", "N_T_", []) == ["a_b", "T_a_b"]
    assert logins("T_a_b", "", ["a_b"]) == ["a_b", "b"]
    assert logins("T_a_b", "", []) == ["b", "a_b"]
    assert logins("T_again_a", "T_again_", ["again_a"]) == ["a", "again_a"]


def test_a_name_of_many_parts_costs_no_more_than_its_length():
    begun = time.monotonic()
    assert len(logins("_" * 60_000 + "a", "", [])) == 8
    assert time.monotonic() - begun < 1
