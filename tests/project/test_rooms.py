"""The rooms of the house: imports go one way, and the tests stand where the code does."""

import ast
import re
import tomllib

import pytest

from tests.ticks import ROOT

LABKIT = ROOT / "labkit"

TABLE = tomllib.loads((ROOT / "tests/project/rooms.toml").read_text("utf8"))

#: The rooms inside of a room, in the same order.
INSIDE = TABLE.pop("inside")

#: Rooms from left to right: none imports from one to its right.
ORDER = [room for rooms in TABLE.values() for room in rooms]

#: Tests of more than one module of the library.
ACROSS = {
    *("attacks", "benchmarks", "browser", "fuzz", "mutation", "notebooks", "project"),
    "submissions",
}

#: One file for a whole room: what all its functions have in common.
OF_A_ROOM = {
    *(
        "checks/test_cards_and_grades.py",
        "instructor/grading/test_class.py",
        "instructor/hub/test_safety.py",
    ),
    *(
        "comparison/test_error_rates.py",
        "significance/test_bad_input.py",
        "significance/test_every_test.py",
    ),
}


def looking_ahead(house, order):
    """Return the imports by a room of a house from one to its right: (from, of) -> file and line."""
    found, above = {}, ".".join(house.relative_to(ROOT).parts) + "."
    for path in house.rglob("*.py"):
        room = path.relative_to(house).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom) or room not in order:
                continue
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for name in (module + each.name for each in node.names):
                other = name.removeprefix(above).partition(".")[0]
                if name.startswith(above) and other in order[order.index(room) + 1 :]:
                    found[room, other] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return found


def rooms_of(house):
    furniture = {"__init__", "__main__", "__pycache__", "templates"}
    rooms = {path.stem for path in house.iterdir() if path.suffix == ".py" or path.is_dir()}
    return rooms - furniture


@pytest.mark.parametrize(
    ("house", "order"),
    [(LABKIT, ORDER), *((LABKIT / name, INSIDE[name]) for name in INSIDE)],
)
def test_every_room_has_its_place_and_imports_go_one_way(house, order):
    assert rooms_of(house) == set(order)
    assert looking_ahead(house, order) == {}
    # From right to left it finds the many that there are.
    assert len(looking_ahead(house, order[::-1])) >= len(order)


def test_a_test_stands_where_its_code_does():
    for path in (ROOT / "tests").rglob("test_*.py"):
        inner = path.relative_to(ROOT / "tests")
        if inner.parts[0] not in ACROSS and len(inner.parts) > 1 and str(inner) not in OF_A_ROOM:
            name = inner.name.removeprefix("test_")
            names = name, f"_{name}", name[:-3], f"js/{name[:-3]}.js"
            tested = [LABKIT / inner.parent / each for each in names]
            tested.append((LABKIT / inner.parent).with_suffix(".py"))  # some tests of one module
            assert any(each.exists() for each in tested), inner


#: What a file of the house is called by in the text of another one.
PLACE = re.compile(r"(?<![\w/.-])((?:labkit|tests|notebooks)/[\w./-]+\.(?:ipynb|md|py|toml))\b")


def test_every_file_that_a_text_names_is_there():
    """A file is moved, and what tells of it elsewhere stays behind."""
    texts = [path for room in ("labkit", "notebooks") for path in (ROOT / room).rglob("*.py")]
    texts += [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("tests/**/*.toml")]
    named = [(str(path), name) for path in texts for name in PLACE.findall(path.read_text("utf8"))]
    assert len(named) > 50
    # The guide makes a tick as it goes.
    there = ((ROOT / name).exists() or "/tick1b-word-lengths" in name for _, name in named)
    assert [each for each, found in zip(named, there, strict=True) if not found] == []
