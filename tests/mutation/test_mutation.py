"""The mutants are made as they are described, and a test that notices one is told from one that does not."""

import ast
from pathlib import Path

import psutil
import pytest

from tests.mutation import __main__ as module
from tests.mutation.__main__ import ROOT, all_mutants, main, relevant_tests
from tests.mutation.operators import drawn, mutants, mutated

CODE = '''\
"""A module."""

LIMIT: int | None = 3


def clip(x: float, low=0, name="clip") -> float | None:
    """Bring x up to 0 and to at most LIMIT."""
    if x < low and x != LIMIT:
        raise ValueError(f"{name}: {x - 1}")
    return not min(x, LIMIT)
'''

SMALL = "LIMIT = 3\n\n\ndef clip(x):\n    return LIMIT if x > LIMIT else x\n"

TESTS = """\
from labkit.room.small import clip


def test_clip():
    assert clip(2) == 2
    assert clip(3.5) == 3
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small lab whose tests do not ask what becomes of a number at the limit."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they need none, and start sooner
    monkeypatch.setattr(module, "PYTEST", [option for option in module.PYTEST if option != "-n0"])
    for name, text in {
        "labkit/__init__.py": "",
        "labkit/room/__init__.py": "",
        "labkit/room/small.py": SMALL,
        "tests/room/test_small.py": TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\n')
    return tmp_path


def test_every_kind_of_mutant_is_made_and_each_once():
    found = [(mutant.line, mutant.after) for mutant in mutants("labkit/room/small.py", CODE)]
    assert len(set(found)) == len(found)
    condition = "if x {} low {} x {} LIMIT:"
    for after in (
        (3, "LIMIT: int | None = 4"),
        (3, "LIMIT: int | None = 2"),
        (6, "def clip(x: float, low=1, name='clip') -> float | None:"),
        (6, "def clip(x: float, low=0, name='') -> float | None:"),
        (8, condition.format("<=", "and", "!=")),
        (8, condition.format(">=", "and", "!=")),
        (8, condition.format("<", "or", "!=")),
        (8, condition.format("<", "and", "==")),
        (9, "raise ValueError(f'{name}: {x + 1}')"),
        (9, "pass"),
        (10, "pass"),
        (10, "return min(x, LIMIT)"),
    ):
        assert after in found
    # Neither hints of types nor documentation are changed.
    assert not any("&" in after or "Bring" in after for _, after in found)


def test_no_mutant_is_the_same_program():
    code = "LARGE = 1e100\n\ndef name(a='', b='x', *, c=''):\n    return a\n"
    programs = [mutated(code, mutant.number) for mutant in mutants("labkit/x.py", code)]
    assert len(programs) == 2 and ast.unparse(ast.parse(code)) not in programs


def test_a_mutant_s_code_has_its_one_change():
    whole = ast.unparse(ast.parse(CODE)).splitlines()
    for mutant in mutants("labkit/room/small.py", CODE):
        changed = [line for line in mutated(CODE, mutant.number).splitlines() if line not in whole]
        assert len(changed) <= 1
        assert not changed or changed[0].strip() == mutant.after


def test_the_draw_is_fixed_by_its_seed():
    found = mutants("labkit/room/small.py", CODE)
    assert drawn(found, 5, 1) == drawn(found, 5, 1) != drawn(found, 5, 2)
    assert len(set(drawn(found, 5, 1))) == 5
    assert drawn(found, 10**6, 1) == found


@pytest.mark.slow
def test_a_planted_survivor_is_told_from_planted_kills(tree, capsys):
    assert main(["--seed", "3", "--jobs", "1"], tree) == 1
    # The other four: LIMIT is 4, LIMIT is 2, x <= LIMIT, and nothing is returned.
    assert capsys.readouterr().out.splitlines() == [
        "5 mutants, drawn with seed 3",
        "survived: labkit/room/small.py:5: return LIMIT if x > LIMIT else x"
        " -> return LIMIT if x >= LIMIT else x",
        "killed in their room: 4 of 5 (80%)",
    ]
    assert (tree / "labkit/room/small.py").read_text() == SMALL


@pytest.mark.long
def test_a_mutant_that_never_ends_is_timed_out(tree, capsys, monkeypatch):
    (tree / "labkit/room/small.py").write_text(
        "def clip(x):\n    while x > 3:\n        x = 3\n    return x\n"
    )
    monkeypatch.setattr(
        module, "drawn", lambda found, n, seed: [m for m in found if ">=" in m.after]
    )
    monkeypatch.setattr(module, "PATIENCE", 0)
    assert main(["room/small", "--jobs", "1"], tree) == 0
    assert "timed out: labkit/room/small.py:2" in capsys.readouterr().out


@pytest.mark.long
def test_what_only_a_slow_test_of_the_room_notices_is_killed(tree, capsys):
    config = tree / "pyproject.toml"
    config.write_text(config.read_text() + 'addopts = "-m \'not slow\'"\nmarkers = ["slow"]\n')
    asked = "@pytest.mark.slow\ndef test_limit():\n    assert isinstance(clip(3.0), float)\n"
    (tree / "tests/room/test_slow.py").write_text(f"import pytest\n{TESTS}\n\n{asked}")
    assert main(["room"], tree) == 0
    assert "survived" not in capsys.readouterr().out


def test_tests_that_fail_without_a_mutant_are_an_error(tree):
    (tree / "tests/room/test_small.py").write_text("def test():\n    assert False\n")
    with pytest.raises(RuntimeError, match=r"tests/room must pass on the code as it is"):
        main(["-n", "1", "--jobs", "1"], tree)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("labkit/room/small.py", ["tests/room/test_small.py", "tests/room"]),
        ("labkit/room/_small.py", ["tests/room/test_small.py", "tests/room"]),
        ("labkit/room/other.py", ["tests/room"]),
        ("labkit/room/deep/other.py", ["tests/room"]),
        ("labkit/a.py", ["tests/test_a.py", "tests/test_a.py tests/test_b.py"]),
        ("labkit/__init__.py", ["tests/test_a.py tests/test_b.py"]),
    ],
)
def test_the_relevant_tests_of_a_file(tree, path, expected):
    for name in "ab":
        (tree / f"tests/test_{name}.py").touch()
    assert relevant_tests(path, tree) == expected


@pytest.mark.long
def test_rooms_are_named_without_labkit_and_all_are_meant_by_none():
    every = {mutant.path for mutant in all_mutants([], ROOT)}
    some = {mutant.path for mutant in all_mutants(["metrics", "grading/marks"], ROOT)}
    assert {"labkit/metrics.py", "labkit/grading/marks/late.py"} < some < every
    assert {Path(path).parts[1] for path in some} == {"metrics.py", "grading"}
    for path in every:
        *_, of_all, room = relevant_tests(path, ROOT)
        assert room.startswith("tests") and (ROOT / of_all).exists()


def test_what_a_mutant_leaves_running_is_ended(tree):
    sleeping = "import time; time.sleep(600)  # of a mutant"
    code = f"import subprocess, sys\n\n\ndef test_it():\n    command = [sys.executable, '-c', {sleeping!r}]\n"
    code += "    subprocess.Popen(command, start_new_session=True)\n"
    (tree / "tests" / "test_leaves.py").write_text(code)
    assert module.run("tests/test_leaves.py", tree, 60) == module.SURVIVED
    assert not [
        p for p in psutil.process_iter(["cmdline"]) if sleeping in (p.info["cmdline"] or ())
    ]
