"""What every question has: an example that the solution gives, expected values, few hints, hidden cases."""

import ast
import re
from itertools import chain
from symtable import symtable

import pytest

from labkit.checks.outcomes import FailureKind
from labkit.checks.plain_data import encode
from labkit.checks.questions import course_folder
from tests.notebooks.table import CHECK, END, parts
from tests.notebooks.test_mutants import ASKED, crossed, named, namespace, questions
from tests.ticks import ROOT, TICKS, nbgrader, notebook

#: What any answer may do wrong, whatever is asked.
OF_ANY = {*map(str, FailureKind), "other", "rounded", "constant", "wrong_type"}
MOST_HINTS = 8

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
    return [
        span.strip("` ") for span in re.findall(r"(`+)(.+?)\1(?!`)", example) for span in span[1:]
    ]


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
        right = crossed(variables[asked.answer])
        for span in spans(example):
            assert not is_literal(span) or ast.literal_eval(span) != right
        return
    before, call, result = given_in(example, asked.answer)
    exec("\n".join(before), variables)
    assert agrees(crossed(eval(call, variables)), ast.literal_eval(result)), call
    arguments = ast.parse(call, mode="eval").body
    assert not arguments.keywords
    inputs = tuple(eval(ast.unparse(each), variables) for each in arguments.args)
    assert encode(inputs) not in {encode(case.inputs) for case in asked.cases}


def is_literal(text):
    try:
        ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return False
    return True


@pairs
def test_each_case_that_students_see_shows_what_is_expected(pair):
    tick, question = pair
    cases = [case for case in questions(tick, False)[question].cases if case.inputs is not None]
    shown = [case.expected is not ... for case in cases]
    assert all(shown)


@pairs
def test_it_has_hints_for_the_commonest_mistakes_only(pair):
    tick, question = pair
    hints = questions(tick, False)[question].hints
    # An exception's name begins with a capital letter.
    own = [key for key in hints if key not in OF_ANY and not key[0].isupper()]
    assert len(own) <= MOST_HINTS, own


@pairs
def test_as_many_cases_are_hidden_as_seen(pair):
    tick, question = pair
    visible, every = questions(tick, False)[question], questions(tick, True)[question]
    assert not visible.points or len(every.cases) >= 2 * len(visible.cases)


@pairs
def test_what_it_means_is_a_short_sentence(pair):
    tick, question = pair
    meaning = questions(tick, False)[question].meaning
    assert "\n" not in meaning and len(meaning.split()) <= 25
    assert not meaning or (meaning.endswith(".") and len(END.split(meaning)) <= 2)


@ticks
def test_the_card_alone_says_how_to_go_on(tick):
    assert not [c.source for c in notebook(tick).cells if re.search(r"Stuck\?|\bstuck\(", c.source)]
    assert (course_folder(tick) / "stuck.py").is_file()


@ticks
def test_starred_parts_begin_a_cell_and_the_core_runs_without_them(tick):
    for cell in notebook(tick).cells:
        if cell.cell_type == "markdown" and not nbgrader(cell).get("solution"):
            headings = re.findall(r"^#+ .*★.*$", cell.source, re.MULTILINE)
            assert headings in ([], [cell.source.splitlines()[0]])
    (core, core_uses), (starred, _) = map(names, parts(tick))
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


@ticks
def test_a_tick_takes_three_hours_at_most(tick):
    hours = re.search(r"about ([\w ]+?) hours?\b", notebook(tick).cells[0].source)[1]
    assert hours in ("an", "one and a half", "two", "two and a half", "three")


def test_an_example_is_read_and_compared():
    example = '`a = [1]` and `f(a, "x")` gives `(0.67, ["y", 2])`: `a` is short.'
    assert given_in(example, "f") == (["a = [1]"], 'f(a, "x")', '(0.67, ["y", 2])')
    assert agrees((2 / 3, ["y", 2]), (0.67, ["y", 2]))
    for wrong in [(0.676, ["y", 2]), [2 / 3, ["y", 2]], (2 / 3, ["y", True]), (2 / 3, ["y"])]:
        assert not agrees(wrong, (0.67, ["y", 2]))


def test_checks_and_sample_answers_stay_short():
    files = {"checks.py": (ROOT / "notebooks" / "ticks" / ".course").glob("*/checks.py")}
    files["answers"] = (ROOT / "tests" / "mutants").glob("*.txt")
    lines = {
        name: sum(len(path.read_text(encoding="utf8").splitlines()) for path in paths)
        for name, paths in files.items()
    }
    assert lines["checks.py"] <= 3300 and lines["answers"] <= 5000, lines
