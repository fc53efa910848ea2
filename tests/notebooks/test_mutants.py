"""Typical wrong answers meet their own hint, and right ones pass however written.

The answers are in ``tests/mutants``, a file for each tick. Each is put in the place of the
solution in the instructor's notebook and judged as marking judges it: inputs and results cross
over as plain text.
"""

import ast
import pkgutil
import re
import warnings
from collections import Counter
from functools import cache

import pytest

from labkit.checks.outcomes import outcome, outcomes, read_reply, write_reply
from labkit.checks.plain_data import decode, encode
from labkit.checks.questions import load_questions, most_telling
from tests.grader_accuracy import load_mutants
from tests.ticks import ROOT, TICKS, imports, nbgrader, notebook, solution_cells


@cache
def questions(tick, hidden):
    return load_questions(tick, hidden=hidden)


@cache
def prepared(tick):
    """The import statements of a tick's notebook and its solutions, by name."""
    return imports(tick), solution_cells(tick)


def namespace(tick, question=None, code=None):
    """The notebook's variables, with `code` in place of one solution."""
    first, solutions = prepared(tick)
    variables = {"__name__": "__main__"} | {name: {} for name in stand_ins(tick)}
    exec(first, variables)
    for name, solution in solutions.items():
        exec(code if name == question else solution, variables)
    return variables


@cache
def stand_ins(tick):
    """The names of a notebook's data, which an answer may use by mistake."""
    cells = [ast.parse(c.source) for c in notebook(tick).cells if c.cell_type == "code"]
    nodes = [node for cell in cells for statement in cell.body for node in outer(statement)]
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def outer(node):
    """A statement and its parts, without the insides of functions."""
    if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
        yield node
        for part in ast.iter_child_nodes(node):
            yield from outer(part)


def crossed(value):
    return decode(encode(value))


def crossed_inputs(cases):
    """The inputs of cases; an answer gets a copy of its own."""
    if id(cases) not in CROSSED:
        CROSSED[id(cases)] = cases, crossed([case.inputs for case in cases])
    return CROSSED[id(cases)][1]


CROSSED = {}
#: An object that can be called.
CALL = ".__call__"


def found_in(asked, variables):
    """What becomes of all cases of a question, as marking finds it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's are no errors in a notebook
        found = outcomes(
            variables.get(asked.answer),
            crossed_inputs(asked.cases),
            asked.without,
            seconds=[case.seconds for case in asked.cases],
        )
    return read_reply(write_reply(found), len(found))


def verdict(asked, found):
    """The first hint that a student would see, or None; of the first so many cases."""
    return most_telling(asked.judge(found[: len(asked.cases)]))


ASKED = [(tick, name) for tick in TICKS for name in questions(tick, False)]
MUTANTS = [mutant for tick in TICKS for mutant in load_mutants(tick)]


def named(pair):
    return f"{pair[0].name}/{pair[1]}"


def test_each_file_of_mutants_belongs_to_a_tick():
    files = (ROOT / "tests" / "mutants").iterdir()
    assert {path.name for path in files} == {f"{tick.name}.txt" for tick in TICKS}


@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_enough_mutants_each_with_a_hint_of_its_own_and_no_more(pair):
    of_this = [mutant for mutant in MUTANTS if (mutant.tick, mutant.question) == pair]
    keys = Counter("hidden" if m.hidden else m.key for m in of_this)
    assert 2 <= keys.pop(None) <= 4
    assert len(keys) >= 3 and max(keys.values()) <= 2


def each(chosen):
    """Return the answers as parameters: the first of each question, the others for the long tests."""
    seen, found = set(), []
    for mutant in chosen:
        # What takes too long takes long here, too.
        first = (mutant.tick, mutant.question) not in seen and mutant.key != "slow"
        seen.add((mutant.tick, mutant.question))
        found.append(pytest.param(mutant, id=str(mutant), marks=[] if first else pytest.mark.long))
    return found


@pytest.mark.parametrize("mutant", each([m for m in MUTANTS if m.key]))
def test_wrong_answer_meets_its_hint(mutant):
    asked = questions(mutant.tick, True)[mutant.question]
    found = found_in(asked, namespace(mutant.tick, mutant.question, mutant.code))
    # The visible cases alone give the hint at once, if they can tell the answer from a right one.
    at_once = verdict(questions(mutant.tick, False)[mutant.question], found)
    if mutant.hidden:
        assert at_once is None
    else:
        check_hint(mutant, at_once)
    check_hint(mutant, verdict(asked, found))


def check_hint(mutant, hint):
    assert hint is not None, "accepted"
    assert hint[1].key == mutant.key
    assert hint[1].text


@pytest.mark.long
@pytest.mark.parametrize("mutant", each([m for m in MUTANTS if not m.key]))
def test_right_answer_is_accepted(mutant):
    variables = namespace(mutant.tick, mutant.question, mutant.code)
    asked = questions(mutant.tick, True)[mutant.question]
    found = verdict(asked, found_in(asked, variables))
    assert found is None, f"case {found[0]}: {found[1]}"


@pytest.mark.long
@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_solution_in_the_notebook_is_accepted(pair):
    tick, name = pair
    asked = questions(tick, True)[name]
    assert verdict(asked, found_in(asked, namespace(tick))) is None


@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_hidden_cases_are_new(pair):
    tick, name = pair
    visible, every = questions(tick, False)[name], questions(tick, True)[name]
    hidden = every.cases[len(visible.cases) :]
    if visible.points:
        assert hidden
    # A label says what kind of input it is, in a few words; students read it.
    assert all(3 < len(case.label) <= 50 for case in hidden)
    assert not any(case.label for case in visible.cases)
    if visible.cases[0].inputs is not None:
        seen = {encode(case.inputs) for case in visible.cases}
        assert seen.isdisjoint(encode(case.inputs) for case in hidden)


@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_no_hint_gives_the_answer(pair):
    tick, name = pair
    asked, variables = questions(tick, False)[name], namespace(tick)
    # Of a real review most words are an answer's, and say nothing.
    short = [case for case in asked.cases if len(encode(case.inputs)) < 2000]
    answers = [outcome(variables[asked.answer], case.inputs).value for case in short]
    told = {leaf for answer in answers for leaf in leaves(answer)} - {"POS", "NEG", "the", "a"}
    solution = [re.sub(r"\s+", "", line) for line in prepared(tick)[1][name].splitlines()[2:-1]]
    for text in asked.hints.values():
        words = set(re.findall(r"[\w.-]*\w", text))
        if asked.cases[0].inputs is not None:
            assert told.isdisjoint(words), text
        assert not any(line in re.sub(r"\s+", "", text) for line in solution if len(line) > 8)


def leaves(value):
    """The values in plain data that a hint could print, as text; 0 and 1 say nothing."""
    if isinstance(value, dict):
        return leaves([*value.keys(), *value.values()])
    if isinstance(value, (list, tuple, set, frozenset)):
        return {leaf for item in value for leaf in leaves(item)}
    return {str(value)} - {"0", "1", "0.0", "1.0"}


@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_what_an_answer_does_without_has_a_public_name(pair):
    tick, name = pair
    for reference in questions(tick, False)[name].without:
        assert pkgutil.resolve_name(reference)
        assert not any(
            part.startswith("_") for part in re.split("[.:]", reference.removesuffix(CALL))
        )


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_points_are_those_of_the_notebook(tick):
    points = {
        nbgrader(cell).grade_id.removesuffix("-check"): nbgrader(cell).points
        for cell in notebook(tick).cells
        if cell.cell_type == "code" and nbgrader(cell).get("grade")
    }
    assert points == {q.name: q.points for q in questions(tick, False).values() if q.points}
    assert 4 <= len(points) <= 8


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_each_question_is_asked_once(tick):
    cells = [c.source for c in notebook(tick).cells if c.cell_type == "code"]
    for name, asked in questions(tick, False).items():
        assert cells.count(f'check("{name}", {asked.answer})') == 1
        assert name in prepared(tick)[1]
