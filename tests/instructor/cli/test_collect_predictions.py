"""``labkit collect-predictions``: what it says."""

from pathlib import Path

from labkit.cli import main
from labkit.instructor.grading.marks import predictions
from labkit.instructor.grading.marks.predictions import Collected


def test_it_names_who_is_left_out(said, capsys):
    calls = said(predictions, "collect_predictions", Collected(2, 1000, {"bob": "refused: empty"}))
    command = "collect-predictions class --tick t --out shared --key k --groups g.csv --replace"
    assert main(command.split()) == 0
    assert capsys.readouterr().out == (
        "shared: 2 systems on 1000 reviews, and gold.txt\n  left out: bob: refused: empty\n"
    )
    given = (Path("class"), Path("shared"), "t", Path("k"), Path("notebooks/ticks"))
    how = {"groups": Path("g.csv"), "jobs": 1, "replace": True, "unsafe": False}
    assert calls == [(given, how)]
