"""``labkit collect-predictions``: what it says."""

from labkit.cli import main
from labkit.grading.marks import predictions
from labkit.grading.marks.predictions import Collected


def test_collect_predictions_names_who_is_left_out(said, capsys):
    calls = said(predictions, "collect_predictions", Collected(2, 1000, {"bob": "refused: empty"}))
    command = "collect-predictions class --tick t --out shared --key k --groups g.csv --replace"
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "2 systems on 1000 reviews" in out and "left out: bob: refused: empty" in out
    assert calls[0][1]["replace"] and str(calls[0][1]["groups"]) == "g.csv"
