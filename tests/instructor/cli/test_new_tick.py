"""``labkit new-tick``: what it is asked with, and what it says."""

from pathlib import Path

from labkit.cli import main
from labkit.instructor.grading.release import new_tick as making


def test_the_options_reach_it_and_it_says_what_to_do_next(said, capsys):
    folder, samples = Path("notebooks/ticks/tick9-x"), Path("tests/mutants/tick9-x.txt")
    calls = said(making, "new_tick", (folder, samples))
    assert main(["new-tick", "x"]) == 0
    assert (
        main(["new-tick", "x", "--title", "All of X", "--lecture", "yeh", "--source", "lab"]) == 0
    )
    assert calls == [
        (("x", Path()), {"title": None, "lecture": "significance-testing"}),
        (("x", Path("lab")), {"title": "All of X", "lecture": "yeh"}),
    ]
    out = capsys.readouterr().out
    assert out.startswith(f"{folder}\n") and str(samples) in out and '-k "tick9-x or ' in out
