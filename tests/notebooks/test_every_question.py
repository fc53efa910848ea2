"""What every question has: an example that the solution gives, expected values, few hints, hidden cases."""

import ast
import pkgutil
import re
from contextlib import suppress
from itertools import chain
from symtable import symtable

import pytest

from labkit.checks.plain_data import encode
from labkit.checks.questions import course_folder
from labkit.instructor.grading.release.readme import CHECK, parts
from tests.notebooks.test_mutants import ASKED, crossed, named, namespace, questions
from tests.ticks import TICKS, nbgrader, notebook, solution_cells

pairs = pytest.mark.parametrize("pair", ASKED, ids=named)
ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


def examples(tick, question):
    """Return the lines with examples of what a question's cell asks, behind the question before it."""
    found = []
    for cell in notebook(tick).cells:
        if cell.cell_type == "markdown":
            found += re.findall(r"^\*\*Example\.\*\* (.*)$", cell.source, re.MULTILINE)
        elif nbgrader(cell).get("grade_id") == question:
            return found
        elif CHECK.search(cell.source):
            found = []
    raise LookupError(question)


def spans(example):
    return [span.strip("` ") for _, span in re.findall(r"(`+)(.+?)\1(?!`)", example)]


def given_in(example, answer):
    """Return the statements before an example's call, the call, and its result, as code."""
    code = spans(example)
    at = next(i for i, span in enumerate(code) if span.startswith(f"{answer}("))
    assert f"`{code[at]}` gives `{code[at + 1]}`" in example
    return code[:at], code[at], code[at + 1]


def agrees(value, written):
    """Tell whether a value is what an example says, its floats to so many digits."""
    if isinstance(written, dict):
        return value.keys() == written.keys() and all(agrees(value[k], written[k]) for k in written)
    if isinstance(written, (list, tuple)):
        alike = type(value) is type(written) and len(value) == len(written)
        return alike and all(map(agrees, value, written))
    if isinstance(written, float):
        return abs(value - written) <= 0.5 * 10.0 ** -len(repr(written).partition(".")[2]) + 1e-9
    return value == written and isinstance(value, type(written))


@pairs
def test_it_has_an_example_that_the_solution_gives_and_no_case_asks(pair):
    tick, question = pair
    asked, variables = questions(tick, True)[question], namespace(tick)
    (example,) = examples(tick, question)
    if asked.cases[0].inputs is None:
        for code in spans(example):
            with suppress(SyntaxError, ValueError):  # where it is no value
                assert ast.literal_eval(code) != crossed(variables[asked.answer])
        return
    if " may give " in example:  # what is drawn at random: two right answers seldom agree
        size, result = re.match(r"`\w+\((\d+), rng\)` may give `(.*?)`", example).groups()
        assert asked.cases[0].inputs[1].calls and len(ast.literal_eval(result)) == int(size)
        return
    before, call, result = given_in(example, asked.answer)
    exec("\n".join(before), variables)
    assert agrees(crossed(eval(call, variables)), ast.literal_eval(result)), call
    arguments = ast.parse(call, mode="eval").body
    assert not arguments.keywords
    inputs = tuple(eval(ast.unparse(each), variables) for each in arguments.args)
    assert encode(inputs) not in {encode(case.inputs) for case in asked.cases}


def test_an_example_is_read_and_compared():
    example = '`a = [1]` and `f(a, "x")` gives `(0.67, ["y", 2])`: `a` is short.'
    assert given_in(example, "f") == (["a = [1]"], 'f(a, "x")', '(0.67, ["y", 2])')
    assert agrees((2 / 3, ["y", 2]), (0.67, ["y", 2]))
    for wrong in [(0.676, ["y", 2]), [2 / 3, ["y", 2]], (2 / 3, ["y", True]), (2 / 3, ["y"])]:
        assert not agrees(wrong, (0.67, ["y", 2]))


@pairs
def test_it_has_new_hidden_cases_a_few_hints_and_a_short_meaning(pair):
    tick, name = pair
    visible, every = questions(tick, False)[name], questions(tick, True)[name]
    assert visible.name and visible.answer.isidentifier()
    hidden = every.cases[len(visible.cases) :]
    assert not visible.points or len(hidden) >= len(visible.cases)
    # A label says what kind of input it is; students read it.
    assert all(case.label for case in hidden)
    assert not any(case.label for case in visible.cases)
    if visible.cases[0].inputs is not None:
        seen = {encode(case.inputs) for case in visible.cases}
        assert seen.isdisjoint(encode(case.inputs) for case in hidden)
        assert all(case.expected is not ... for case in visible.cases), "a card shows what was"
    assert "other" in visible.hints or not visible.points
    assert all(text.endswith((".", "?", ".)")) for text in visible.hints.values())
    assert all(case.knows <= {*visible.hints, "rounded"} for case in every.cases)
    for reference in visible.without:
        public = re.split("[.:]", reference.removesuffix(".__call__"))
        assert pkgutil.resolve_name(reference) and not any(p.startswith("_") for p in public)


@ticks
def test_it_is_asked_once_for_the_points_of_the_notebook_and_its_card_says_how_to_go_on(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    graded = [nbgrader(cell) for cell in cells if nbgrader(cell).get("grade")]
    points = {each.grade_id.removesuffix("-check"): each.points for each in graded}
    assert points == {q.name: q.points for q in questions(tick, False).values() if q.points}
    sources = [cell.source for cell in cells]
    for name, asked in questions(tick, False).items():
        assert sources.count(f'check("{name}", {asked.answer})') == 1
        assert name in solution_cells(tick)
    assert not re.search(r"Stuck\?|\bstuck\(", "\n".join(c.source for c in notebook(tick).cells))
    assert (course_folder(tick) / "stuck.py").is_file()


@ticks
def test_starred_parts_begin_a_cell_and_the_core_runs_without_them(tick):
    for cell in notebook(tick).cells:
        if cell.cell_type == "markdown" and not nbgrader(cell).get("solution"):
            headings = re.findall(r"^#+ .*★.*$", cell.source, re.MULTILINE)
            assert headings in ([], [cell.source.splitlines()[0]])
    (core, core_uses), (starred, _) = map(names, parts(notebook(tick).cells))
    assert starred & core_uses <= core


def names(cells):
    """Return the names that the code of some cells gives a value, and those that it uses."""
    made, used = set(), set()
    tables = [symtable(c.source, "cell", "exec") for c in cells if c.cell_type == "code"]
    for table in tables:
        made |= {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
        used |= {s.get_name() for s in table.get_symbols() if s.is_referenced()}
    while tables := list(chain(*(table.get_children() for table in tables))):
        used |= {s.get_name() for t in tables for s in t.get_symbols() if s.is_global()}
    return made, used
