"""The mutants are made as they are described, and a test that notices one is told from one that does not."""

import ast

import psutil
import pytest

from tests.mutation import __main__ as module
from tests.mutation.__main__ import all_mutants, main, relevant_tests
from tests.mutation.operators import drawn, mutants, mutated

CODE = '''\
"""A module."""

LIMIT: int | None = 3
LARGE = 1e100

def clip(x: float, low=0, name="clip", end="") -> float | None:
    """Bring x up to 0 and to at most LIMIT."""
    if x < low and x != LIMIT:
        raise ValueError(f"{name}: {x - 1}")
    return not min(x, LIMIT)
'''
SMALL = "LIMIT = 3\n\n\ndef clip(x):\n    return LIMIT if x > LIMIT else x\n"
TESTS = "from labkit.room.small import clip\n\n\ndef test_clip():\n    assert (clip(2), clip(3.5)) == (2, 3)\n"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small lab whose tests do not ask what becomes of a number at the limit."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they need none, and start sooner
    monkeypatch.setattr(module, "PYTEST", [option for option in module.PYTEST if option != "-n0"])
    for name, text in {
        **dict.fromkeys(["labkit/__init__.py", "labkit/room/__init__.py"], ""),
        **dict.fromkeys(["tests/test_a.py", "tests/test_b.py"], ""),
        **{"labkit/room/small.py": SMALL, "tests/room/test_small.py": TESTS},
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\n')
    return tmp_path


def test_every_kind_of_mutant_is_made_and_each_once():
    found = [(mutant.line, mutant.after) for mutant in mutants("labkit/room/small.py", CODE)]
    assert len(set(found)) == len(found)
    assert {*found} >= {
        (3, "LIMIT: int | None = 4"),
        (3, "LIMIT: int | None = 2"),
        (6, "def clip(x: float, low=1, name='clip', end='') -> float | None:"),
        (6, "def clip(x: float, low=0, name='', end='') -> float | None:"),
        (8, "if x <= low and x != LIMIT:"),
        (8, "if x >= low and x != LIMIT:"),
        (8, "if x < low or x != LIMIT:"),
        (8, "if x < low and x == LIMIT:"),
        (9, "raise ValueError(f'{name}: {x + 1}')"),
        (9, "pass"),
        (10, "pass"),
        (10, "return min(x, LIMIT)"),
    }
    # Neither hints of types nor documentation are changed.
    assert not any("&" in after or "Bring" in after for _, after in found)


def test_a_mutant_s_code_has_its_one_change():
    whole = ast.unparse(ast.parse(CODE))
    for mutant in mutants("labkit/room/small.py", CODE):
        lines = mutated(CODE, mutant.number).splitlines()
        changed = [line.strip() for line in lines if line not in whole.splitlines()]
        assert changed in ([], [mutant.after]) and lines != whole.splitlines()


def test_the_draw_is_of_the_rooms_and_fixed_by_its_seed(tree):
    found = all_mutants([], tree)
    assert found == all_mutants(["room/small"], tree) and not all_mutants(["roo"], tree)
    assert drawn(found, 3, 1) == drawn(found, 3, 1) != drawn(found, 3, 2)
    assert len(set(drawn(found, 3, 1))) == 3
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


def test_tests_that_fail_without_a_mutant_are_an_error(tree):
    (tree / "tests/room/test_small.py").write_text("def test():\n    assert False\n")
    with pytest.raises(RuntimeError, match=r"test_small.py must pass without a mutant"):
        main(["-n", "1", "--jobs", "1"], tree)


def test_the_relevant_tests_of_a_file(tree):
    for path, expected in {
        "labkit/room/small.py": ["tests/room/test_small.py", "tests/room"],
        "labkit/room/_small.py": ["tests/room/test_small.py", "tests/room"],
        "labkit/room/deep/other.py": ["tests/room"],
        "labkit/room.py": ["tests/room"],  # a module whose tests are a folder
        "labkit/a.py": ["tests/test_a.py", "tests/test_a.py tests/test_b.py"],
        "labkit/__init__.py": ["tests/test_a.py tests/test_b.py"],
    }.items():
        assert relevant_tests(path, tree) == expected


@pytest.mark.slow
def test_a_mutant_that_takes_too_long_is_timed_out_and_what_it_leaves_running_is_ended(tree):
    sleeping = "import time; time.sleep(600)  # of a mutant"
    (tree / "tests/test_leaves.py").write_text(
        "import subprocess, sys\n\n\ndef test_it():\n"
        f"    subprocess.Popen([sys.executable, '-c', {sleeping!r}], start_new_session=True)\n"
    )
    assert module.run("tests/test_leaves.py", tree, 60) == module.SURVIVED
    running = [each.info["cmdline"] or [] for each in psutil.process_iter(["cmdline"])]
    assert not [command for command in running if sleeping in command]
    assert module.run("tests/test_leaves.py", tree, 0) == module.TIMED_OUT
