"""Search what students get for answers and hidden cases that a slip has left in it."""

import html
import re
from collections.abc import Mapping
from pathlib import Path

import nbformat

from labkit.checks.guards import VERSIONS
from labkit.checks.questions import load_questions
from labkit.instructor.grading.judging.tick import takes_answer

#: With fewer characters, white space aside, a line could stand anywhere by chance.
SHORTEST_SECRET = 25

#: What editors, Python and Jupyter leave behind.
LEFTOVERS = ("__pycache__", ".ipynb_checkpoints")

_REGION = re.compile(r"### BEGIN SOLUTION.*\n([\s\S]*?)(?:.*### END SOLUTION|\Z)")


def find_notebooks(source: Path) -> list[Path]:
    """Find the lab's notebooks, sorted."""
    paths = sorted((source / "notebooks").rglob("*.ipynb"))
    return [path for path in paths if not set(LEFTOVERS) & set(path.parts)]


def read_secrets(source: Path) -> dict[str, str]:
    """Read what must not reach students, and where it is from: answers, notes, hidden cases."""
    secrets: dict[str, str] = {}
    for path in find_notebooks(source):
        for cell in filter(takes_answer, nbformat.read(path, as_version=4).cells):
            is_code = cell.cell_type == "code"
            text = "\n".join(_REGION.findall(cell.source)) if is_code else cell.source
            secrets |= _telling_lines(text, f"{path.name}, cell {cell.id}")
    for path in sorted((source / "notebooks").rglob(".course/*/hidden.py")):
        _refuse_known_values(path.parents[2] / path.parent.name)
        code = re.sub("(?m)^(?:import|from) .*", "", path.read_text("utf8"))
        secrets |= _telling_lines(code, f"{path.parent.name}/hidden.py")
    return secrets


def refuse_leaks(pack: Path, secrets: Mapping[str, str]) -> None:
    """Raise ValueError if a file of a pack has a secret, or is none for students."""
    for path in sorted(pack.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(pack)
        if {"hidden.py", "teaching.md", *LEFTOVERS} & {*name.parts} or name.suffix == ".pyc":
            raise ValueError(
                f"{name}: hidden cases, a teacher's notes and what programs leave behind must not be in "
                "the pack"
            )
        content = _read_content(path)
        if name.suffix == ".ipynb" and "BEGINSOLUTION" in content:
            raise ValueError(f"{name}: a solution region was not cleared")
        for text, origin in secrets.items():
            if text not in content:
                continue
            # The course's versions may call the library as a hidden case does, but tell no case.
            is_case = origin.endswith("hidden.py") and re.search(r"[\d\"']", text)
            if name.name != VERSIONS or is_case:
                raise ValueError(f"{name} would give an answer away: {text!r} is from {origin}")


def _telling_lines(text: str, origin: str) -> dict[str, str]:
    """Make secrets of a text's lines, and of the whole: a short answer may have no long line."""
    squeezed = map(_squeeze, (text, *text.splitlines()))
    return {text: origin for text in squeezed if len(text) >= SHORTEST_SECRET}


def _read_content(path: Path) -> str:
    """Read a file without white space, and once more without what JSON or HTML adds to a text."""
    text = path.read_bytes().decode("utf8", errors="ignore")
    if path.suffix in (".ipynb", ".json"):
        joined = re.sub(r'\\n",\s*"', "", text)  # a text may be a list of its lines
        text += re.sub(r"\\(?:[nrt]|(.))", r"\1", joined)
    if path.suffix == ".html":
        text += html.unescape(re.sub(r"<[^<>]*>", "", text))
    return _squeeze(text)


def _squeeze(text: str) -> str:
    """Leave out white space, so that another layout of the same code is noticed."""
    return re.sub(r"\s+", "", text)


def _refuse_known_values(tick: Path) -> None:
    """Raise if a visible case compares the answer of a marked question with a right value."""
    for question in load_questions(tick).values():
        judges = [case.judge for case in question.cases if case.inputs is None]
        if question.points and any(hasattr(judge, "expected") for judge in judges):
            raise ValueError(
                f"{tick.name}/checks.py says the answer of {question.name!r}: a visible case should "
                "judge its form"
            )
