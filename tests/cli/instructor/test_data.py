"""``labkit data``: the table that it writes, and what it refuses."""

import pytest

from labkit.cli import main
from labkit.datasets import search_runs as runs


@pytest.mark.long
def test_make_runs_writes_the_table(tmp_path, capsys, monkeypatch):
    few = {name: runs.RUNS[name] for name in ("M_C_1_TEN01_1", "F_C_1_LEN01_1")}
    monkeypatch.setattr(runs, "RUNS", few)
    reviews = runs.Reviews(["robot", "jungle"])
    monkeypatch.setattr(runs, "Reviews", lambda: reviews)
    output = tmp_path / "made.table"
    assert main(["data", "make-runs", "--output", str(output)]) == 0
    assert capsys.readouterr().out == f"{output}: 2 runs on 2 topics\n"
    assert output.read_text().splitlines()[0] == "run\trobot\tjungle"
    assert main(["data", "make-runs", "--output", str(tmp_path / "no" / "where")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
