"""Typical wrong answers meet their own hint, and right ones pass however written.

The answers are in ``tests/mutants``, a file for each tick. Each is put in the place of the
solution in the instructor's notebook and judged as marking judges it: inputs and results cross
over as plain text.
"""

import dis
import re
import warnings
from collections import Counter
from functools import cache

import pytest

from labkit.checks.outcomes import outcome, outcomes, read_reply, write_reply
from labkit.checks.plain_data import decode, encode
from labkit.checks.questions import load_questions, most_telling
from tests.grader_accuracy import Mutant, load_mutants
from tests.ticks import ROOT, TICKS, imports, notebook, solution_cells


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


def made(cell):
    """The names that a cell of code gives a value.

    Not by symtable: from Python 3.12 on it lists a comprehension's own names as well.
    """
    steps = dis.get_instructions(compile(cell.source, "cell", "exec"))
    return {step.argval for step in steps if step.opname == "STORE_NAME"}


@cache
def stand_ins(tick):
    """The names of a notebook's data, which an answer may use by mistake."""
    return set().union(*(made(cell) for cell in notebook(tick).cells if cell.cell_type == "code"))


def crossed(value):
    return decode(encode(value))


def crossed_inputs(cases):
    """The inputs of cases; an answer gets a copy of its own."""
    if id(cases) not in CROSSED:
        CROSSED[id(cases)] = cases, crossed([case.inputs for case in cases])
    return CROSSED[id(cases)][1]


CROSSED = {}


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
SOLUTIONS = [Mutant(t, name, None, "as it is", prepared(t)[1][name]) for t, name in ASKED]


def named(pair):
    return f"{pair[0].name}/{pair[1]}"


def test_each_file_of_mutants_belongs_to_a_tick():
    files = (ROOT / "tests" / "mutants").iterdir()
    assert {path.name for path in files} == {f"{tick.name}.txt" for tick in TICKS}


@pytest.mark.parametrize("pair", ASKED, ids=named)
def test_two_answers_are_right_and_three_meet_different_hints(pair):
    of_this = [mutant for mutant in MUTANTS if (mutant.tick, mutant.question) == pair]
    keys = Counter("hidden" if m.hidden else m.key for m in of_this)
    assert keys.pop(None) >= 2 and len(keys) >= 3


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
    at_once, at_last = (
        verdict(questions(mutant.tick, False)[mutant.question], found),
        verdict(asked, found),
    )
    hints = [at_last] if mutant.hidden else [at_once, at_last]
    assert all(hints) and not (mutant.hidden and at_once)
    assert {(hint.key, bool(hint.text)) for _, hint in hints} == {(mutant.key, True)}


@pytest.mark.long
@pytest.mark.parametrize("mutant", [*SOLUTIONS, *(m for m in MUTANTS if not m.key)], ids=str)
def test_right_answer_is_accepted(mutant):
    variables = namespace(mutant.tick, mutant.question, mutant.code)
    asked = questions(mutant.tick, True)[mutant.question]
    assert verdict(asked, found_in(asked, variables)) is None


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
