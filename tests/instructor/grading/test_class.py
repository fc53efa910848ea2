"""What each student of a messy class gets is what stands in ``class.txt``, which people have read.

The class is graded by ``labkit grade``, as an instructor does it. After a change of what students
are told, or of the class, write the table anew and read its difference before you commit it:
``.venv/bin/python -m tests.instructor.grading.test_class``.
"""

import csv
import json
import tempfile
from copy import deepcopy
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell

from labkit.cli import main
from tests.instructor.grading.tiny import (
    CHECKS,
    NAME,
    OTHER,
    WORKSHEET,
    cell,
    notebook,
    put,
    write_tick,
    zipped,
)  # fmt: skip

TABLE = Path(__file__).with_name("class.txt")
FILE = f"{NAME}.ipynb"
LATE = f"""timezone = "Europe/London"
penalty_per_day = 0.1
max_penalty = 0.5
grace_minutes = 15
[deadlines]
{NAME} = 2026-11-20T17:00:00
[extensions."eve@uni.example"]
{NAME} = 2026-11-22T17:00:00
"""


def work(double="return 2 * n", triple="return 3 * n", essay="Because.", tick=NAME, change=None):
    """Return a student's notebook, in which `change` has altered more than the answers."""
    made = notebook(tick, (double, triple), essay)
    if change:
        change(made)
    return json.dumps(made)


def own_cell(code):
    return lambda made: made.cells.append(new_code_cell(code, id="own"))


def without(*names):
    return lambda made: [made.cells.remove(cell(made, name)) for name in names]


def answered_again(made):
    """Answer a question wrongly in a second cell of its own."""
    made.cells.insert(4, new_code_cell("def double(n):\n    return n", id="again"))


def pasted_again(made):
    """Paste the whole notebook below itself."""
    made.cells.extend(deepcopy(made.cells))


def forge(made):
    """Have a check worth a thousand points, which says that all is right."""
    cell(made, "double-check").metadata.nbgrader.points = 1000
    cell(made, "double-check").source = "print('all right')"


#: What each student has handed in.
CLASS = {
    "Ann Right": {FILE: work()},
    "Bob Square": {FILE: work(triple="return n * n")},
    "Cat Blank": {FILE: work("...", "...", "*Write your answer here: double-click on this text.*")},
    "Dan Late": {FILE: work()},
    "Eve Extended": {FILE: work()},
    "Fay Two-Files": {FILE: work("return n"), f"{NAME} (1).ipynb": work()},
    "Gil Wrong-Tick": {FILE: work(tick=OTHER)},
    "Hal Other-Tick": {f"{OTHER}.ipynb": work(tick=OTHER)},
    "Ida Small-Numbers": {FILE: work("return 2 * n if n < 1000 else 0")},
    "Jan Endless": {FILE: work("while True:\n        pass")},
    "Kay Exit": {FILE: work(change=own_cell("import os; os._exit(0)"))},
    "Lou Error": {FILE: work("raise KeyError(n)", change=own_cell("1 / 0"))},
    "Max Syntax": {FILE: work("retrun 2 * n")},
    "Ned Cut-Off": {FILE: work()[:900]},
    "Oda No-Cells": {FILE: work(change=without("double", "triple-check", "essay"))},
    "Pia Twice": {FILE: work(change=answered_again)},
    "Quy Forged": {FILE: work("return n", change=forge)},
    "Rob Zip": {"work.zip": zipped({f"work/{FILE}": work(), "__MACOSX/work/._x": "x"})},
    "Sue Pdf": {f"{NAME}.pdf": "%PDF-1.4"},
    "Vic Pasted": {FILE: work(change=pasted_again)},
    "Wim Tabs": {FILE: work(triple="if n:\n\t\treturn n\n        return 3 * n")},
    "Xia Latin-1": {FILE: work(essay="Größe").replace("\\u00f6", "ö").encode("latin-1")},
    "Yan Zeros": {FILE: work() + "\0" * 512},
    "Zoe Merge": {FILE: work().replace('"cells"', '\n<<<<<<< HEAD\n"cells"')},
    "Una Absent": {},
}
#: When some have handed in; the others before the deadline, Friday at five.
WHEN = {
    "Bob Square": "Friday, 20 November 2026, 5:10 PM", "Dan Late": "Saturday, 21 November 2026, 6:00 PM",
    "Eve Extended": "Sunday, 22 November 2026, 4:00 PM", "Una Absent": "-",
}  # fmt: skip


def grade(folder):
    """Write the class and its course into a folder, have labkit grade it, and return the folder of marks."""
    for tick in (NAME, OTHER):
        write_tick(folder / "notebooks/ticks", tick)
    checks = folder / f"notebooks/ticks/.course/{NAME}/checks.py"
    checks.write_text(
        CHECKS.replace("square=n * n)", "square=n * n), seconds=1")
    )  # no need to wait
    handed_in, sheet = {}, WORKSHEET
    for number, (name, files) in enumerate(CLASS.items(), 1001):
        when = WHEN.get(name, "Friday, 20 November 2026, 4:00 PM")
        who = f'Participant {number},"{name}",{name[:3].lower()}@uni.example'
        sheet += f'{who},Submitted,,5.00,Yes,"{when}",-,\n'
        place = f"{name}_{number}_assignsubmission_file_"
        handed_in |= {f"{place}/{file}": content for file, content in files.items()}
    put(folder, {"class.zip": zipped(handed_in), "list.csv": sheet, "late.toml": LATE})
    given = [f"--{name}={folder}/list.csv" for name in ("roster", "times")]
    command = [
        "grade",
        f"{folder}/class.zip",
        f"--out={folder}/marks",
        f"--source={folder}",
        *given,
    ]
    assert main([*command, f"--late={folder}/late.toml", f"--tick={NAME}", "--jobs=2"]) == 0
    return folder / "marks"


def table(marks):
    """Return the marks of a class, and what each student's page tells below them, as aligned text."""
    lines = [["student", "points", "late", "status"], ["  question", "points", "cases", "told"]]
    with (marks / "grades.csv").open(encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        days = "" if row["late_days"] in ("", "0") else f"{row['late_days']} days"
        points = f"{row['points'] or '–'} of {row['out_of']}"
        lines += [[], [row["name"], points, days, row["status"]]]
        page = marks / "feedback" / row["student"] / NAME / f"{NAME}.html"
        if row["points"]:
            read = BeautifulSoup(page.read_text("utf8"), "html.parser")
            found = [[each.text for each in line("td")] for line in read.select("tbody tr")]
            found += [["", "", "", each.text] for each in read.select(".card p, .card li")]
            lines += [["  " + line[0], *map(" ".join, map(str.split, line[1:]))] for line in found]
    texts = ["".join(map(str.ljust, line, (19, 10, 8, 0))) for line in lines]
    return "".join(f"{text[:110].rstrip()}\n" for text in texts)


@pytest.mark.slow  # some twenty notebooks are run
def test_what_a_class_gets_is_as_it_was_read(sandbox, tmp_path):
    assert table(grade(tmp_path)).splitlines() == TABLE.read_text("utf8").splitlines()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        TABLE.write_text(table(grade(Path(scratch))), "utf8")
