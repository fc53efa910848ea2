"""The rooms of the house: imports go one way, and the tests stand where the code does."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.ticks import ROOT

LABKIT = ROOT / "labkit"

TABLE = tomllib.loads((ROOT / "tests/project/rooms.toml").read_text("utf8"))

#: The rooms inside of a room, in the same order.
INSIDE = TABLE.pop("inside")

#: Room -> the tokens that it may have now, and in the end.
BUDGETS = TABLE.pop("budgets")

#: Rooms from left to right: none imports from one to its right.
ORDER = [room for rooms in TABLE.values() for room in rooms]

#: Imports inside of functions that look ahead, and why they may.
ALLOWED = {
    ("tuning", "plots"): "the result of tuning draws itself when it is asked to",
}

#: Tests of more than one module of the library.
ACROSS = {
    "attacks",
    "benchmarks",
    "browser",
    "fuzz",
    "mutation",
    "notebooks",
    "project",
    "submissions",
}

#: One file for a whole room: what all its functions have in common.
OF_A_ROOM = {
    "grading/test_golden.py",
    "hub/test_safety.py",
    "significance/test_bad_input.py",
    "significance/test_every_test.py",
}


def imports(house=LABKIT, order=ORDER):
    """Each import of a room of a house by another: (from, of, file and line)."""
    above = list(house.relative_to(ROOT).parts)
    depth = len(above)
    for path in sorted(house.rglob("*.py")):
        if path.parent == house and path.name in ("__init__.py", "__main__.py"):
            continue
        room_of = path.relative_to(house).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[:depth] == above:
                below = node.module.split(".")[depth:]
                rooms = below[:1] or [name.name for name in node.names if name.name in order]
            elif isinstance(node, ast.Import):
                names = [name.name.split(".") for name in node.names]
                rooms = [n[depth] for n in names if n[:depth] == above and len(n) > depth]
            else:
                continue
            for room in rooms:
                yield room_of, room, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_room_has_its_place():
    rooms = {path.stem for path in LABKIT.iterdir() if path.suffix == ".py" or path.is_dir()}
    furniture = {"__init__", "__main__", "__pycache__"}
    assert rooms - furniture == set(ORDER)


def test_imports_go_one_way():
    backwards = [
        (room, other, where)
        for room, other, where in imports()
        if ORDER.index(other) > ORDER.index(room) and (room, other) not in ALLOWED
    ]
    assert backwards == []


@pytest.mark.parametrize("name", INSIDE)
def test_imports_inside_of_a_room_go_one_way(name):
    house, order = LABKIT / name, INSIDE[name]
    rooms = {path.name for path in house.iterdir() if path.is_dir()} - {"__pycache__", "templates"}
    assert rooms == set(order)
    found = list(imports(house, order))
    assert found
    assert [each for each in found if order.index(each[1]) > order.index(each[0])] == []


@pytest.mark.parametrize("pair", list(ALLOWED))
def test_what_is_allowed_is_still_there(pair):
    assert any((room, other) == pair for room, other, _ in imports())


def mirrored():
    folders = (path for path in (ROOT / "tests").rglob("test_*.py"))
    for path in sorted(folders):
        inner = path.relative_to(ROOT / "tests")
        if inner.parts[0] not in ACROSS and len(inner.parts) > 1 and str(inner) not in OF_A_ROOM:
            yield inner


@pytest.mark.parametrize("inner", list(mirrored()), ids=str)
def test_a_test_stands_where_its_code_does(inner):
    name = inner.name.removeprefix("test_")
    folder = Path(LABKIT, inner.parent)
    assert folder.is_dir()
    assert any((folder / each).exists() for each in (name, f"_{name}", name.removesuffix(".py"))), (
        f"labkit/{inner.parent} has no {name}"
    )


#: What a file of the house is called by in the text of another one.
PLACE = re.compile(r"(?<![\w/.-])((?:labkit|tests|notebooks)/[\w./-]+\.(?:ipynb|md|py|toml))\b")


def test_every_file_that_a_text_names_is_there():
    """A file is moved, and what tells of it elsewhere stays behind."""
    texts = [path for room in ("labkit", "notebooks") for path in (ROOT / room).rglob("*.py")]
    texts += [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("tests/**/*.toml")]
    named = [
        (path, name) for path in texts for name in PLACE.findall(path.read_text(encoding="utf8"))
    ]
    assert len(named) > 50
    assert [(str(path), name) for path, name in named if not (ROOT / name).exists()] == []
