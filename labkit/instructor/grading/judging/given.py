"""What of an answer is the course's, read from the notebook's source: no kernel is asked."""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nbformat import NotebookNode

from labkit.checks.code import calls_of_stuck, parse_cell
from labkit.checks.marking import Mark
from labkit.checks.outcomes import FailureKind
from labkit.checks.questions import GENERIC, Hint
from labkit.instructor.grading.judging.tick import Tick

#: Whole statements that equal the course's are no chance if they have more nodes in all.
MOST_NODES = 40
#: What names the course's versions, or the ways to call what is switched off; no answer needs it.
_WAYS = re.compile(
    r"^(?:stuck|modules|marshal|fork)$|stuck\.py|stuck(?=\()|__code__|FunctionType|CodeType|guards"
    r"|\breload\b|\b_running|load_versions|spec_from_\w+|run_path|get_?source\w*|setprofile|settrace"
    r"|multiprocessing|ProcessPool\w*|subprocess"
)


def notes_on(cells: Sequence[NotebookNode], tick: Tick) -> tuple[list[str], set[str]]:
    """Note where a restored notebook uses the course's versions of answers, and which it has taken."""
    versions = {
        node.name: _statements(node.body)
        for node in ast.parse(tick.versions).body
        if isinstance(node, ast.FunctionDef)
    }
    notes, taken = [], set[str]()
    for number, cell in enumerate(cells, 1):
        if cell.cell_type != "code" or cell.metadata.get("given"):
            continue
        nodes = parse_cell(cell.source)
        calls = calls_of_stuck(nodes)
        taken.update(calls.values())
        notes += [f"cell {number} takes the course's version of {n}" for n in calls.values()]
        texts = (text for node in nodes if node not in calls for text in vars(node).values())
        ways = {way for text in texts if isinstance(text, str) for way in _WAYS.findall(text)}
        if ways:
            notes.append(f"cell {number} names {', '.join(sorted(ways))}: see what for")
        own = _statements(nodes)
        for name, statements in versions.items():
            alike = sum(count for text, count in statements.items() if text in own)
            if alike > MOST_NODES:
                notes.append(f"cell {number} has {alike} nodes of code as {name} in stuck.py")
    return notes, taken


def left_open(mark: Mark) -> Mark:
    """Take the points of a question of which the notebook has taken the course's version."""
    hint = Hint("stuck", GENERIC[FailureKind.STUCK])
    return replace(mark, passed=0, points=0.0, hint=hint, told=hint.text)


def _statements(nodes: Iterable[ast.AST]) -> dict[str, int]:
    """Write statements as text, each with the number of its nodes."""
    return {ast.dump(n): len(list(ast.walk(n))) for n in nodes if isinstance(n, ast.stmt)}
