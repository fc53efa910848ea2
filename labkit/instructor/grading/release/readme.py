"""What each tick asks, counted for the students' README; ``python -m`` this module writes it there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from nbformat import NotebookNode

from labkit.instructor.grading.judging.tick import Tick, earns_points, load_ticks, takes_answer

README = Path("notebooks", "README.md")
MARKS = "<!-- begin: what each tick asks -->", "<!-- end: what each tick asks -->"
HEAD = (
    *("tick", "hours", "questions", "points", "words to read"),
    *("lines of given code", "cases you see", "hidden cases"),
)
CHECK = re.compile(r'^check\("([\w-]+)"', re.MULTILINE)


def with_table(text: str, ticks: Mapping[str, Tick]) -> str:
    """Return the README's text with the table of these ticks between its marks, if it has these."""
    before, found, rest = text.partition(MARKS[0])
    if not found:
        return text
    lines = [
        f"| {' | '.join(line)} |"
        for line in (HEAD, ["---"] * len(HEAD), *map(_row, ticks.values()))
    ]
    return "\n".join([before + MARKS[0], *lines, MARKS[1] + rest.partition(MARKS[1])[2]])


def parts(cells: Iterable[NotebookNode]) -> tuple[list[NotebookNode], list[NotebookNode]]:
    """Return the cells of a tick's core and of its starred parts."""
    core, starred, level = list[NotebookNode](), list[NotebookNode](), 0
    for cell in cells:
        heading = re.match(r"(#+) (.*)", cell.source) if cell.cell_type == "markdown" else None
        if heading and (not level or len(heading[1]) <= level):
            level = len(heading[1]) if "★" in heading[2] else 0
        (starred if level else core).append(cell)
    return core, starred


def _row(tick: Tick) -> Sequence[str]:
    """Return a tick's row of the table, each number that of its core, and of its starred parts."""
    both = parts(tick.notebook().cells)
    first = both[0][0].source
    hours = re.search(r"about ([\w ]+?) hours?\b", first)
    asked = [[n for cell in cells for n in CHECK.findall(cell.source)] for cells in both]
    cases = [[case for name in names for case in tick.questions[name].cases] for names in asked]
    return (
        first.partition("\n")[0].lstrip("# ").removeprefix("Tick "),
        hours[1] if hours else "–",
        _added(map(len, asked)),
        _added(sum(c.metadata.nbgrader.points for c in cells if earns_points(c)) for cells in both),
        _added(sum(map(_words, cells)) for cells in both),
        _added(sum(map(_given_lines, cells)) for cells in both),
        _added(sum(not case.label for case in each) for each in cases),
        _added(sum(bool(case.label) for case in each) for each in cases),
    )


def _words(cell: NotebookNode) -> int:
    """Count the words of a text cell that is no answer."""
    is_text = cell.cell_type == "markdown" and not takes_answer(cell)
    return len(cell.source.split()) if is_text else 0


def _given_lines(cell: NotebookNode) -> int:
    """Count the lines of a code cell that are there: neither an answer nor a check, nor blank."""
    if cell.cell_type != "code" or takes_answer(cell) or CHECK.search(cell.source):
        return 0
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def _added(numbers: Iterable[int]) -> str:
    """Write a number of the core, and what the starred parts add."""
    return " + ".join(f"{n:,}" for i, n in enumerate(numbers) if n or not i)


if __name__ == "__main__":
    now = with_table(README.read_text(encoding="utf8"), load_ticks(README.parent / "ticks"))
    README.write_text(now, encoding="utf8")
