"""What the course gives away earns nothing: ``stuck.py`` bare."""

import ast
import warnings
from functools import cache

import pytest

from labkit.checks.feedback import load_versions
from labkit.checks.marking import mark_answer
from labkit.checks.outcomes import outcomes, write_reply
from labkit.checks.questions import course_folder
from tests.notebooks.test_mutants import questions
from tests.ticks import TICKS


@cache
def versions(tick):
    """The variables of a tick's ``stuck.py`` without its decorators, and question -> function."""
    tree = ast.parse((course_folder(tick) / "stuck.py").read_text(encoding="utf8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = {
        decorator.args[0].value: function.name
        for function in functions
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and decorator.func.id == "version"
    }
    for function in functions:
        if function.name in names.values():
            function.decorator_list = []
    variables = {}
    exec(compile(tree, "stuck.py", "exec"), variables)
    return {question: variables[name] for question, name in names.items()}


def mark(question, answer, without):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are no errors in a notebook
        inputs = [case.inputs for case in question.cases]
        found = outcomes(answer, inputs, without, seconds=[case.seconds for case in question.cases])
    return mark_answer(question, write_reply(found))


GIVEN = [
    pytest.param(tick, name, id=f"{tick.name}/{name}")
    for tick in TICKS
    for name in versions(tick)
    if questions(tick, False)[name].points
]


@pytest.mark.slow
@pytest.mark.parametrize(("tick", "name"), GIVEN)
def test_a_version_pasted_bare_earns_nothing(tick, name):
    question, version = questions(tick, True)[name], versions(tick)[name]
    # It does answer: what its lexicon or its folds do not fit are some of the cases.
    assert mark(question, version, ()).passed > len(question.cases) / 3
    bare = mark(question, version, question.without)
    assert (bare.points, bare.hint.key) == (0, "PermissionError")


def test_every_tick_has_versions():
    assert all(versions(tick) for tick in TICKS)


def test_a_version_goes_on_where_an_earlier_answer_is_still_missing():
    folder = next(tick for tick in TICKS if tick.name.startswith("tick1-"))
    versions = load_versions(folder, [])
    assert versions["accuracy"]([None, "POS"], ["POS", "POS"]) == 0.5
    shares = versions["per-class-accuracy"]([None, "POS"], ["NEG", "POS"])
    assert shares == {"POS": 1.0, "NEG": 0.0}
