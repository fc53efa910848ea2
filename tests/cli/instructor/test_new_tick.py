"""``labkit new-tick``: what it is asked with, and what it says."""

from pathlib import Path

import pytest

from labkit.cli import main
from labkit.grading.authoring import new_tick as making
from labkit.grading.authoring.new_tick import NewTick

FOLDER, SAMPLES = Path("notebooks/ticks/tick9-x"), Path("tests/mutants/tick9-x")


def test_the_options_reach_it_and_it_says_what_to_do_next(said, capsys):
    calls = said(making, "new_tick", NewTick("tick9-x", FOLDER, SAMPLES))
    assert (
        main(["new-tick", "x", "--title", "All of X", "--lecture", "yeh", "--source", "lab"]) == 0
    )
    assert calls == [(("x", Path("lab")), {"title": "All of X", "lecture": "yeh"})]
    out = capsys.readouterr().out
    assert out.startswith(f"{FOLDER}\n") and str(SAMPLES) in out and "-k tick9-x" in out
    assert "run it from top to bottom" not in out


def test_it_names_what_is_left_to_do(said, capsys):
    stale = (Path("notebooks/ticks/tick8-y/tick8-y.ipynb"),)
    said(making, "new_tick", NewTick("tick9-x", FOLDER, SAMPLES, stale))
    assert main(["new-tick", "x"]) == 0
    assert f"{stale[0]}: its last card" in capsys.readouterr().out


@pytest.mark.parametrize("error", [ValueError("name must be"), PermissionError(13, "no", "there")])
def test_an_error_is_one_line(said, capsys, error):
    said(making, "new_tick", error)
    assert main(["new-tick", "x"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err == f"labkit new-tick: {error}\n"


def test_outside_of_the_repository_it_says_so(tmp_path, capsys):
    assert main(["new-tick", "x", "--source", str(tmp_path)]) == 2
    assert "source must be the lab's full repository, not " in capsys.readouterr().err
