"""``labkit new-tick``: what it is asked with, and what it says."""

from pathlib import Path

from labkit.cli import main
from labkit.grading.release import new_tick as making


def test_the_options_reach_it_and_it_says_what_to_do_next(said, capsys):
    folder, samples = Path("notebooks/ticks/tick9-x"), Path("tests/mutants/tick9-x.txt")
    calls = said(making, "new_tick", (folder, samples))
    arguments = ["x", "--title", "All of X", "--lecture", "yeh", "--source", "lab"]
    assert main(["new-tick", *arguments]) == 0
    assert calls == [(("x", Path("lab")), {"title": "All of X", "lecture": "yeh"})]
    out = capsys.readouterr().out
    assert out.startswith(f"{folder}\n") and str(samples) in out and "-k tick9-x" in out


def test_outside_of_the_repository_it_says_so_in_a_line(tmp_path, capsys):
    assert main(["new-tick", "x", "--source", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("labkit new-tick: source must be the lab's full repository, not ")
