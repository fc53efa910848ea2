"""``labkit data``: what it makes where, and what it says."""

from pathlib import Path

import pandas as pd

from labkit.cli import main
from labkit.instructor.datasets import resampled_systems, search_runs


def test_what_is_made_stands_where_it_is_wanted_and_is_named(said, capsys):
    runs = said(search_runs, "write_runs", pd.DataFrame(0.0, range(3), range(2)))
    systems = said(resampled_systems, "write_systems", [Path("a"), Path("b")])
    table = "data/search.results.table"
    for words, path in (("", table), ("--output x.table", "x.table")):
        assert main(f"data make-runs {words}".split()) == 0
        assert capsys.readouterr().out == f"{path}: 3 runs on 2 topics\n"
        assert runs.pop() == ((Path(path),), {})
    for words, given in (("", ("data", 1)), ("--output x --jobs 3", ("x", 3))):
        assert main(f"data make-systems {words}".split()) == 0
        assert capsys.readouterr().out == "a\nb\n"
        assert systems.pop() == ((Path(given[0]), given[1]), {})
