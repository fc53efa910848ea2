"""The map of CONTRIBUTING.md is that of the imports."""

from graphlib import CycleError

import pytest

from tests.project import map as drawing


def test_the_map_is_as_the_imports_are():
    page = drawing.PAGE.read_text("utf8")
    command = ".venv/bin/python -m tests.project.map draws the map of CONTRIBUTING.md anew"
    assert page == drawing.with_map(page), command


def test_a_room_stands_below_what_it_imports_and_its_arrow_is_no_longer_than_it_must_be():
    imports = {"roof": {"base", "wall", "door"}, "wall": {"base"}, "door": {"base"}, "base": set()}
    assert drawing.floors(imports) == [
        {"base": set()},
        {"wall": {"base"}, "door": {"base"}},
        {"roof": {"wall", "door"}},
    ]
    with pytest.raises(CycleError):
        drawing.floors({"hen": {"egg"}, "egg": {"hen"}})
