"""What of a notebook is the course's is read from its source."""

import ast
import re
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from labkit.instructor.grading.judging.given import notes_on
from labkit.instructor.grading.judging.tick import Tick

TICK = Tick("tick", "", "", "", "def half(n):\n    return n / 2\n")
HALF, LINE = (f"cell 1 takes the course's version of {name}" for name in ("half", "weighted-line"))
STUCK = "cell 1 names stuck: see what for"
WAYS = """f = types.FunctionType(exec(open("stuck.py").read()).__code__, {})
import labkit.checks.guards
importlib.reload(labkit.laws)"""
#: Another way in each line: a second copy of a module, its source, a process from before, or a hook.
MORE = """module_from_spec(importlib.util.spec_from_file_location("own", sign.__file__))
runpy.run_path(sign.__file__)
del sys.modules["labkit.significance.sign"]
load_versions(tick)["half"].function
with labkit.checks.feedback._running_as({}): pass
exec(inspect.getsource(labkit.sign_test))
marshal.dumps(code)
os.fork()
multiprocessing.Pipe()
concurrent.futures.ProcessPoolExecutor()
subprocess.Popen(["python"])
sys.setprofile(hook)
sys.settrace(hook)"""
#: What is near to one of them, and none.
NEAR = """%load_ext autoreload
still_running, note = True, "a fork, a marshal and modules"
# half = labkit.stuck('half')
print("I am stuck, and unstuck again")
def half(n):
    return n / 2"""


@pytest.mark.parametrize(("source", "notes"), [
    ("from labkit import stuck\nhalf = stuck('half')", [HALF, STUCK]),
    ('half, line = stuck("half"), labkit.stuck("weighted-line")', [HALF, LINE]),
    *((code, [STUCK]) for code in ('half = getattr(labkit, "stuck")("half")', "labkit.stuck(question)", '%time half = labkit.stuck("half")')),
    (WAYS, ["cell 1 names FunctionType, __code__, guards, reload, stuck.py: see what for"]),
    (NEAR, []), ('half = labkit.stuck("half"', []),  # it does not run
])  # fmt: skip
def test_notes_on_a_cell(source, notes):
    found, versions = notes_on([new_code_cell(source)], TICK)
    assert found == notes
    assert versions == {note.split()[-1] for note in notes if note in (HALF, LINE)}


@pytest.mark.parametrize("line", MORE.splitlines())
def test_every_way_round_that_is_known_is_noted(line):
    (note,), _ = notes_on([new_code_cell(line)], TICK)
    assert re.fullmatch(r"cell 1 names [\w.]+: see what for", note)


def test_only_a_student_s_code_is_read():
    course = new_code_cell('labkit.stuck("half")', metadata={"given": True})
    cells = [new_markdown_cell('labkit.stuck("half")'), course, new_code_cell("stuck('half')")]
    assert notes_on(cells, TICK) == ([HALF.replace("1", "3")], {"half"})
    assert notes_on(cells[:2], Tick("a tick without versions", Path(), "", "", "")) == ([], set())


def test_whole_statements_as_the_course_has_them_are_noted_if_they_are_no_chance():
    for more, notes in ((0, []), (1, ["cell 1 has 41 nodes of code as f in stuck.py"])):
        alike = f"x = [{', '.join(['1'] * (32 + more))}]\n    return x"
        course, own = f"def f():\n    {alike}", f"def g(n):\n    n = sorted(n)\n    {alike}"
        nodes = [list(ast.walk(each)) for each in ast.parse(course).body[0].body]
        assert sum(map(len, nodes)) == 40 + more
        assert notes_on([new_code_cell(own)], Tick("tick", Path(), "", "", "", course)) == (
            notes,
            set(),
        )
