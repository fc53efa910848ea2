"""``labkit new-tick``: what it is asked with, and what it says."""

import re
import shlex
from pathlib import Path

from labkit.cli import main
from labkit.instructor.grading.release import new_tick as making
from tests.ticks import ROOT


def test_the_options_reach_it_and_it_says_what_to_do_next(said, capsys):
    folder, samples = Path("notebooks/ticks/tick9-x"), Path("tests/mutants/tick9-x.txt")
    calls = said(making, "new_tick", (folder, samples))
    assert main(["new-tick", "x"]) == 0
    guide = (ROOT / "docs/authoring.md").read_text("utf8")
    (line,) = re.findall("(?m)^ {4}.venv/bin/labkit (new-tick word-lengths .*)$", guide)
    assert main([*shlex.split(line), "--source", "lab"]) == 0
    assert calls == [
        (("x", Path()), {"title": None, "lecture": "significance-testing"}),
        (("word-lengths", Path("lab")), {"title": "How long is a word?", "lecture": "yeh"}),
    ]
    out = capsys.readouterr().out
    assert out.startswith(f"{folder}\n") and str(samples) in out and '-k "tick9-x or ' in out
