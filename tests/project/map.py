"""Draw the map of CONTRIBUTING.md from the imports of labkit: ``python -m tests.project.map``.

Rooms stand on floors: each is one below the lowest of the rooms that it imports from. Its arrow names
those of them that it does not reach through another. What a room is for, its docstring says.
"""

import ast
from collections import defaultdict
from graphlib import TopologicalSorter

from tests.project.test_rooms import INSIDE, LABKIT, ORDER, looking_ahead
from tests.ticks import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
START, END = "<!-- drawn by python -m tests.project.map -->\n", "<!-- end of the map -->"


def floors(imports):
    """Return the rooms of each floor, with those that their arrows name; rooms -> what they import."""
    found, floor_of, reached = defaultdict(dict), {}, {}
    for room in TopologicalSorter(imports).static_order():
        through = set().union(*(reached[each] for each in imports[room]))
        reached[room] = through | imports[room]
        floor_of[room] = 1 + max((floor_of[each] for each in imports[room]), default=-1)
        found[floor_of[room]][room] = imports[room] - through
    return [found[floor] for floor in sorted(found)]


def purpose(place):
    """Return the first line of the docstring of a room."""
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return ast.get_docstring(ast.parse(file.read_text("utf8"))).partition("\n")[0].rstrip(".")


def draw(house, order):
    """Return the lines of a house, whose rooms of one floor stand in an order."""
    imports = {room: set() for room in order}
    for room, other in [*looking_ahead(house, order), *looking_ahead(house, order[::-1])]:
        imports[room].add(other)
    lines = []
    for number, rooms in enumerate(floors(imports)):
        lines.append(f"{f'── floor {number} ':─<100}")
        for room in sorted(rooms, key=order.index):
            lines.append(f"{room:15}{purpose(house / room)}".replace("``", "`"))
            if rooms[room]:
                lines.append(f"{'':15}↑ {', '.join(sorted(rooms[room], key=order.index))}")
    return lines


def with_map(page):
    """Return a page in which the map between the two marks is as the imports are."""
    before, rest = page.split(START)
    lines = draw(LABKIT, ORDER)
    for name, order in INSIDE.items():
        lines += ["", f"labkit/{name}", *draw(LABKIT / name, order)]
    drawn = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    return f"{before}{START}\n{drawn}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(with_map(PAGE.read_text("utf8")), "utf8")
