"""The tick that is attacked, honest answers to it, and attacks that stand among them."""

import ctypes
import re
from dataclasses import dataclass, replace
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.marking import Status
from labkit.checks.questions import load_questions
from labkit.grading.notebook import system_calls

HERE = Path(__file__).parent
TICK = HERE / "tick"

#: Points of the honest answers among which every attack stands; of the tick's 7.
HONEST = 4

SOLUTIONS = {
    "target": "return sum(number * place for place, number in enumerate(numbers, start=1))",
    "double": "return 2 * n",
    "label": 'return "POS" if n > 0 else "NEG"',
}


@dataclass(frozen=True)
class Attack:
    """An attack by cells that a student adds to the honest answers.

    Attributes
    ----------
    name, about : str
    status : Status
        How the run is to end.
    points : int
        Of the whole notebook; all of them if the attack is none.
    beside : str
        Attacks with the same word here fit into one notebook; "" for none.
    slow : str
        Why it runs in ``make test-slow`` only; "" if it does not.
    files : list of str
        Names of modules that are handed in beside the notebook.
    cells : list of str
        Code. ``CLASSROOM`` in it stands for a folder outside, with what is not
        for students, ``PORT`` for a server outside, and ``CALL_name`` for the
        number of a system call.
    """

    name: str
    about: str
    status: Status
    points: int
    beside: str
    slow: str
    files: list
    cells: list


def read(path):
    """Read an attack from its file; ``README.md`` says how it is written."""
    head, *cells = re.split(r"^# %%\n", path.read_text(encoding="utf8"), flags=re.MULTILINE)
    status, points = re.search(r"# expects: status=(.*), points=(.*)", head).groups()
    options = dict(re.findall(r"# (beside|slow|files): (.*)", head))
    return Attack(
        name=path.stem,
        about=head.splitlines()[0].removeprefix("# "),
        status=Status(status),
        points=int(points),
        beside=options.get("beside", ""),
        slow=options.get("slow", ""),
        files=options.get("files", "").split(),
        cells=[cell.strip() for cell in cells],
    )


ATTACKS = {path.stem: read(path) for path in sorted((HERE / "cells").glob("*.py"))}


def fill(attack, classroom, port):
    """Give an attack the addresses that it would have to find out."""
    places = {"CLASSROOM": str(classroom), "PORT": str(port)}

    def found(match):
        return places[match[0]] if match[0] in places else str(number(match[1]))

    return replace(
        attack, cells=[re.sub(r"CLASSROOM|PORT|\bCALL_(\w+)", found, cell) for cell in attack.cells]
    )


def number(call):
    """Give the number of a system call on this machine; -1 if it has none."""
    found = ctypes.CDLL(system_calls.LIBRARY).seccomp_syscall_resolve_name(call.encode())
    return {"clone3": 435, "cachestat": 451, "memfd_secret": 447}.get(call, max(found, -1))


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


def source():
    """The instructor's notebook."""
    notebook = submission(answers=SOLUTIONS)
    for cell in notebook.cells:
        if cell.id in SOLUTIONS:
            head, body = cell.source.split("\n    ")
            region = ["### BEGIN SOLUTION", body, "### END SOLUTION"]
            cell.source = "\n    ".join([head, *region])
    return notebook


def _question(name, argument, points, answered):
    body = SOLUTIONS[name] if answered else "# your code here\n    ..."
    return (
        new_code_cell(
            f"def {name}({argument}):\n    {body}",
            id=name,
            metadata=_nbgrader(name, solution=True),
        ),
        new_code_cell(
            f'check("{name}", {name})',
            id=f"{name}-check",
            metadata=_nbgrader(f"{name}-check", points),
        ),
    )


def _nbgrader(grade_id, points=None, solution=False):
    data = {
        "grade": points is not None,
        "grade_id": grade_id,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return {"nbgrader": data if points is None else data | {"points": points}}


def questions(targets=("target",)):
    """The tick's questions, with `target` under each of the names."""
    loaded = load_questions(TICK, hidden=True)
    found = {name: replace(question, masked=True) for name, question in loaded.items()}
    target = found.pop("target")
    return found | {name: replace(target, name=name, answer=name) for name in targets}


def aimed_at(attack, name):
    """Aim an attack at another question than `target`, to let several share a notebook."""
    variable = r"\btarget\b(?!=)"  # and no keyword argument, as in Thread(target=...)
    return replace(attack, cells=[re.sub(variable, name, cell) for cell in attack.cells])
