"""What ``stuck.py`` gives away is right, lets a notebook go on, and earns nothing, pasted bare."""

import re
from functools import cache

import pytest

from labkit.checks.feedback import load_versions
from labkit.checks.marking import mark_answer
from labkit.checks.outcomes import Returned, outcome, outcomes, write_reply
from tests.notebooks.test_mutants import ASKED, named, questions
from tests.ticks import TICKS, notebook

VERSIONS = {tick: load_versions(tick, [*questions(tick, False)]) for tick in TICKS}
GIVEN = [(tick, name) for tick, name in ASKED if name in VERSIONS[tick]]
#: The lexicon of the lab is the only one that its classifier knows.
OWN_LEXICON = ("classify-by-count", "classify-by-magnitude", "tune-strong-weight")
#: What the cells that use it are for is done once it is answered.
LAST_OF_ALL = {"telling-words", "claim", "misleading-words", "runs-beaten"}


@pytest.mark.parametrize("pair", [p for p in GIVEN if p[1] not in OWN_LEXICON], ids=named)
def test_the_course_s_versions_are_right(pair):
    tick, name = pair
    hints = []
    for case in questions(tick, True)[name].cases:
        found = outcome(VERSIONS[tick][name], case.inputs or ())
        if isinstance(found, Returned):
            hints.append(case.judge(found.value))
        else:  # the library asks for more items than some cases have
            assert name in ("deal", "sampled-p") and "must be" in found.detail
    assert hints and not any(hints)


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_there_is_a_version_where_another_cell_uses_the_answer(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    for name, asked in questions(tick, False).items():
        own = name, f"{name}-check"
        others = "\n".join(cell.source for cell in cells if cell.id not in own)
        used = re.search(rf"\b{asked.answer}\b(?!=)", others)
        assert (name in VERSIONS[tick]) == (bool(used) and name not in LAST_OF_ALL), name


def test_a_version_goes_on_where_an_earlier_answer_is_missing_and_knows_the_lab_s_lexicon():
    first = VERSIONS[TICKS[0]]
    assert first["accuracy"]([None, "POS"], ["POS", "POS"]) == 0.5
    shares = first["per-class-accuracy"]([None, "POS"], ["NEG", "POS"])
    assert shares == {"POS": 1.0, "NEG": 0.0}
    classify, weigh, tune = (first[name] for name in OWN_LEXICON)
    tokens = ["brilliant", "dull", "bad"]
    assert (classify(tokens, {}), weigh(tokens, {}, 3), weigh([], {}, 3)) == ("NEG", "NEG", "POS")
    assert tune([tokens[:2], ["bad"]], ["POS", "NEG"], {}, [3, 2]) == 2


@cache
def bare(tick):
    """The course's versions without their marks, which call each other bare, too."""
    functions = {name: one.function for name, one in load_versions(tick, []).items()}
    for function in functions.values():
        function.__globals__[function.__name__] = function
    return functions


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # they are no errors in a notebook
@pytest.mark.parametrize(
    "pair", [p for p in GIVEN if questions(p[0], False)[p[1]].points], ids=named
)
def test_a_version_pasted_bare_earns_nothing(pair):
    tick, name = pair
    question, pasted = questions(tick, True)[name], bare(tick)[name]
    inputs = [case.inputs for case in question.cases]
    seconds = [case.seconds for case in question.cases]
    free, refused = (
        mark_answer(question, write_reply(outcomes(pasted, inputs, without, seconds=seconds)))
        for without in ((), question.without)
    )
    # It does answer: what its lexicon or its folds do not fit are some of the cases.
    assert free.passed > len(question.cases) / 3
    assert (refused.points, refused.hint.key) == (0, "PermissionError")
