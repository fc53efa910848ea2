"""The tick that is attacked, honest answers to it, and attacks that stand among them."""

import ctypes
import re
import shutil
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.marking import Status
from labkit.checks.questions import load_questions
from labkit.instructor.grading.sandbox import seccomp
from tests.instructor.grading.tiny import graded

HERE = Path(__file__).parent
TICK, NAME = HERE / "tick", "tick-attacked"
#: The cell that a notebook of attacks begins with.
FIRST = (HERE / "cells" / "first.py").read_text(encoding="utf8")
#: Points of the honest answers among which every attack stands; of the tick's 7.
HONEST = 4
SOLUTIONS = {
    "target": "return sum(number * place for place, number in enumerate(numbers, start=1))",
    "double": "return 2 * n",
    "label": 'return "POS" if n > 0 else "NEG"',
}


@dataclass(frozen=True)
class Attack:
    """An attack by cells that a student adds to the honest answers; ``README.md`` says how it is written."""

    name: str
    status: Status  # how the run is to end
    beside: str  # attacks with the same word here share a notebook; "" for none
    files: list  # names of modules that are handed in as well
    cells: list


OPTION = re.compile(r"(?m)^# (expects|beside|files): (.*)")


def read(path):
    """Return the attacks of a file."""
    head, *attacks = re.split("(?m)^# === ", path.read_text(encoding="utf8"))
    for attack in attacks:
        title, _, text = attack.partition("\n")
        options = dict(OPTION.findall(head) + OPTION.findall(text))
        status, files = Status(options.get("expects", "ran")), options.get("files", "").split()
        cells = [cell.strip() for cell in re.split("(?m)^# %%\n", text)]
        yield Attack(title.partition(":")[0], status, options.get("beside", ""), files, cells)


ATTACKS = {made.name: made for path in sorted(HERE.glob("cells/*.py")) for made in read(path)}


def aimed(attack, target, classroom, port):
    """Return an attack's cells, with a target of their own and the addresses that it would have to find out."""
    places = {"CLASSROOM": str(classroom), "PORT": str(port), "target": target}
    # No keyword argument is meant, as in Thread(target=...).
    words = re.compile(r"CLASSROOM|PORT|\bCALL_(\w+)|\btarget\b(?!=)")
    found = partial(words.sub, lambda word: places.get(word[0]) or str(number(word[1])))
    return list(map(found, attack.cells))


def number(call):
    """Return the number of a system call on this machine; -1 if it has none."""
    newer = {"clone3": 435, "cachestat": 451, "memfd_secret": 447}
    resolve = ctypes.CDLL(seccomp.LIBRARY).seccomp_syscall_resolve_name
    return newer.get(call) or resolve(call.encode())


def submission(attack_cells=(), answers=("double", "label")):
    """A student's notebook: some answers, and the attack's cells behind the first."""
    cells = [
        new_markdown_cell("# A tick to be attacked", id="title"),
        new_code_cell("from labkit import check", id="imports"),
        *_question("target", "numbers", 3, "target" in answers),
        *_question("double", "n", 2, "double" in answers),
        *(new_code_cell(code, id=f"attack-{i}") for i, code in enumerate(attack_cells)),
        *_question("label", "n", 2, "label" in answers),
        new_markdown_cell("Because.", id="essay", metadata=_nbgrader("essay", 1, solution=True)),
    ]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return new_notebook(cells=cells, metadata=metadata)


def write_tick(ticks):
    """Write the tick's folder, with the instructor's notebook, into the folder `ticks`; give it."""
    tick, course = ticks / NAME, ticks / ".course" / NAME
    tick.mkdir(parents=True)
    shutil.copytree(TICK / ".course", course, ignore=shutil.ignore_patterns("__pycache__"))
    notebook = submission(answers=SOLUTIONS)
    for cell in notebook.cells:
        if cell.id in SOLUTIONS:
            head, body = cell.source.split("\n    ")
            cell.source = f"{head}\n    ### BEGIN SOLUTION\n    {body}\n    ### END SOLUTION"
    nbformat.write(notebook, tick / f"{NAME}.ipynb")
    return tick


def _question(name, argument, points, answered):
    body = SOLUTIONS[name] if answered else "# your code here\n    ..."
    check, code = f"{name}-check", f"def {name}({argument}):\n    {body}"
    return (
        new_code_cell(code, id=name, metadata=_nbgrader(name, solution=True)),
        new_code_cell(f'check("{name}", {name})', id=check, metadata=_nbgrader(check, points)),
    )


def _nbgrader(grade_id, points=None, solution=False):
    worth = {} if points is None else {"grade": True, "points": points}
    return graded(grade_id, locked=not solution, solution=solution, **worth)


def questions(targets=("target",)):
    """The tick's questions, with `target` under each of the names."""
    loaded = load_questions(TICK, hidden=True)
    found = {name: replace(question, masked=True) for name, question in loaded.items()}
    target = found.pop("target")
    return found | {name: replace(target, name=name, answer=name) for name in targets}
