"""Which answers of a class are alike, from records to groups."""

import json
import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell

from labkit.grading.review import similarity
from labkit.grading.review.answers import load_course, read_all
from labkit.grading.review.pages import similarity_page
from labkit.grading.review.similarity import Kind, Thresholds, similarities
from labkit.grading.submission.bounded import Bounds
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import prepared
from tests.grading.review.programs import names, programs, written
from tests.grading.review.test_normal_form import HOSTILE
from tests.grading.tiny import NAME, answered, make_tick, record

ANY = Thresholds(least=1, least_words=10)


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ticks")
    return make_tick(folder), folder


@pytest.fixture(scope="module")
def courses(tick):
    return {NAME: load_course(*tick)}


@pytest.fixture
def here(monkeypatch):
    """Read answers in this process: to start another takes longer than to read them."""
    monkeypatch.setattr(similarity, "bounded", lambda bounds, work, *given: work(*given))


def submission(tick, student, code=None, essay=None, own=None):
    notebook = answered(tick[0], essay=essay)
    for cell in notebook.cells:
        if cell.id == "double" and code is not None:
            cell.source = code
        if cell.id == "triple":
            cell.source = "def triple(n):\n    # your code here\n    ..."
    if own:
        notebook.cells.insert(2, new_code_cell(own, id="own"))
    notebook = prepared(restored(notebook, tick[0].notebook())[0])
    return record(student, notebook=json.loads(json.dumps(notebook)))


def groups(tick, courses, *codes, thresholds=ANY, essays=None, owns=None):
    number = len(essays or codes)
    records = [
        submission(
            tick,
            f"s{i}",
            codes[i] if codes else None,
            essays[i] if essays else None,
            owns[i] if owns else None,
        )
        for i in range(number)
    ]
    found = similarities(records, courses, thresholds)
    return [
        (g.kind, g.students)
        for g in found.groups
        if g.question == ("essay" if essays else "double")
    ]


DOUBLE = (
    "def double(n):\n    total = 0\n    for i in range(2):\n        total += n\n    return total"
)
RENAMED = "def double(k: int) -> int:\n  '''Twice.'''\n  s = 0 # zero\n  for _ in range(2):\n    s += k\n  return s"


def test_a_renamed_copy_is_found(tick, courses, here):
    other = DOUBLE.replace("2", "3")
    assert groups(tick, courses, DOUBLE, other, RENAMED) == [(Kind.EQUAL, ["s0", "s2"])]


def test_what_stands_around_an_answer_is_told_apart(tick, courses, here):
    noisy = RENAMED + "\nprint(double(4))"
    assert groups(tick, courses, DOUBLE, noisy) == [(Kind.CORE, ["s0", "s1"])]


def test_a_helper_may_stand_anywhere(tick, courses, here):
    helper, use = "def twice(n):\n    return n + n", "def double(n):\n    return twice(n) + 0"
    other, its = "def zwei(m):\n    return m + m", "def double(k):\n    return zwei(k) + 0"
    wrong = helper.replace("+", "*")
    assert groups(
        tick,
        courses,
        f"{helper}\n{use}",
        f"{its}\n{other}",
        its,
        use,
        owns=[None, None, f"unused = 1\n{other}", wrong],
    ) == [(Kind.EQUAL, ["s0", "s1", "s2"])]


def test_the_course_s_own_code_counts_for_nothing(tick, courses, here):
    same = f"import math\n{DOUBLE}"
    empty = tick[0].notebook().cells[2].source
    assert groups(tick, courses, same, RENAMED, empty, empty, "") == [(Kind.EQUAL, ["s0", "s1"])]
    assert groups(tick, courses, "import numpy\n" + DOUBLE, RENAMED) == [(Kind.CORE, ["s0", "s1"])]


def test_short_answers_are_left_out_and_counted(tick, courses, here):
    short = "def double(n):\n    return 2 * n"
    records = [submission(tick, name, short) for name in "ab"]
    found = similarities(records, courses)
    assert not found.groups and found.short[NAME, "double"] == 2
    (group,) = similarities(records, courses, ANY).groups
    assert group.solution


def test_inserted_and_reordered_lines_are_much_alike(tick, courses, here):
    steps = [f"    a{i} = f{i}(n, {i}) + g{i}[n]" for i in range(12)]
    code = "\n".join(["def double(n):", *steps, "    return n"])
    moved = "\n".join(["def double(n):", *steps[6:], *steps[:6], "    print(n)", "    return n"])
    renamed = re.sub(r"\bn\b", "number", re.sub(r"\ba(\d)", r"step\1", moved))
    alike = groups(tick, courses, code, renamed, DOUBLE)
    assert alike == [(Kind.ALIKE, ["s0", "s1"])]


def test_broken_code_is_grouped(tick, courses, here):
    broken = DOUBLE.replace("(2)", "(2")
    renamed = RENAMED.replace("(2)", "(2").replace(": int) -> int", ")").replace("'''Twice.'''", "")
    assert groups(tick, courses, broken, renamed, RENAMED) == [(Kind.EQUAL, ["s0", "s1"])]


def test_what_many_have_comes_last(tick, courses, here):
    records = [submission(tick, f"s{i}", DOUBLE) for i in range(8)]
    records += [submission(tick, f"t{i}", DOUBLE.replace("2", "4 // 2")) for i in range(2)]
    rare, common = similarities(records, courses, ANY).groups
    assert (rare.common, rare.students) == (False, ["t0", "t1"])
    assert common.common and len(common.answers) == 8


TEXT = (
    "We compared six systems on two hundred reviews with the sign test and found that the linear "
    "one is better than the lexicon, while the difference between the others may be due to chance."
)
FILLER = " Another thought follows that nobody else has had about these film reviews so far."


def test_passages_in_common_are_found(tick, courses, here):
    copied = "My own view.\n\n> " + TEXT.upper().replace(" ", "  ") + FILLER
    other = "The test shows nothing here, because the corpus is small and so is the gain."
    assert groups(tick, courses, essays=[TEXT, copied, other]) == [(Kind.PASSAGES, ["s0", "s1"])]


def test_long_texts_in_code_are_compared_as_texts(tick, courses, here):
    one = f'my_report = """{TEXT}"""\ndef double(n): return n'
    other = f"report = '''Well. {TEXT}'''\ndef double(n): return n - n"
    assert groups(tick, courses, one, other) == [(Kind.PASSAGES, ["s0", "s1"])]


def test_what_the_course_has_written_is_not_the_students(tick, courses, here):
    records = [submission(tick, name, essay=TEXT) for name in "ab"]
    given = courses[NAME]
    with_text = type(given)(
        **{**vars(given), "texts": [TEXT.lower().replace(",", "").rstrip(".").split()]}
    )
    questions = [
        {g.question for g in similarities(records, {NAME: each}, ANY).groups}
        for each in (given, with_text)
    ]
    assert questions == [{"double", "essay"}, {"double"}]


@pytest.mark.parametrize(
    "which", [("hexadecimal", "NUL"), pytest.param(tuple(HOSTILE), marks=pytest.mark.slow)]
)
def test_hostile_submissions_cost_nobody_else(tick, courses, here, which):
    chain = "\n".join(f"a{i} = a{i + 1}" for i in range(1500))
    hostile = [*(HOSTILE[name] for name in which), f"{chain}\ndef double(n): return a0"]
    records = [submission(tick, f"h{i}", text, text[:2000]) for i, text in enumerate(hostile)]
    records += [submission(tick, name, DOUBLE) for name in ("ann", "bob")]
    started = time.process_time()
    found = similarities(records, courses, ANY)
    assert time.process_time() - started < 20  # it is one second and a half on a quiet machine
    assert ["ann", "bob"] in [group.students for group in found.groups] and not found.left_out
    assert similarity_page(found)


def test_an_error_is_that_submission_s_alone(tick, courses, here, monkeypatch):
    def read(records, course):
        if any(record.student == "bad" for record in records):
            raise KeyError("what nobody thought of")
        return read_all(records, course)

    monkeypatch.setattr(similarity, "read_all", read)
    found = similarities([submission(tick, n, DOUBLE) for n in ("a", "bad", "b")], courses, ANY)
    assert [group.students for group in found.groups] == [["a", "b"]]
    assert found.left_out == {("bad", NAME): "KeyError: 'what nobody thought of'"}
    assert "what nobody thought of" in similarity_page(found)


@pytest.mark.slow
def test_a_submission_that_takes_too_long_costs_nobody_else(tick, courses, monkeypatch):
    monkeypatch.setattr(similarity, "BOUNDS", Bounds(1, 256, "compare"))
    monkeypatch.setattr(similarity, "read_all", read_or_hang)
    records = [submission(tick, name, DOUBLE) for name in ("a", "hang", "b")]
    found = similarities(records, courses, ANY)
    assert [g.students for g in found.groups] == [["a", "b"]]
    assert list(found.left_out) == [("hang", NAME)] and "seconds" in found.left_out["hang", NAME]


def read_or_hang(records, course):
    while any(record.student == "hang" for record in records):
        pass
    return read_all(records, course)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(programs, names, st.lists(st.one_of(st.text(max_size=60), programs), max_size=3))
def test_a_renamed_copy_is_always_found(tick, courses, here, program, others, rest):
    plain = ["aa", "bb", "cc", "dd", "ee", "ff"]
    codes = [written(program, plain, name="double"), written(program, others, " ", name="double")]
    codes += [each if isinstance(each, str) else written(each, plain) for each in rest]
    found = groups(tick, courses, *codes)
    assert any(kind is Kind.EQUAL and {"s0", "s1"} <= set(who) for kind, who in found)


def test_pairs_with_several_answers_come_first(tick, courses, here):
    records = [submission(tick, name, DOUBLE, TEXT) for name in "ab"]
    found = similarities(records, courses, ANY)
    ((pair, both),) = found.pairs
    assert pair == ("a", "b") and {g.question for g in both} == {"double", "essay"}
    assert json.loads(found.to_json())["groups"][0]["students"] == ["a", "b"]


@pytest.mark.parametrize(
    "wrong", [{"least": 0}, {"alike": 1.5}, {"passages": 0}, {"least_words": -1}]
)
def test_thresholds_are_checked(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Thresholds(**wrong)
