"""A notebook that is run to be stored: what a run would add stays out of it."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.progress import VARIABLE
from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release.running import WIDGET, run
from tests.ticks import ROOT

pytestmark = pytest.mark.slow


def test_a_committed_notebook_that_is_run_again_has_not_changed():
    path = ROOT / "notebooks" / "start-here.ipynb"
    assert nbformat.writes(run(path)) + "\n" == path.read_text("utf8")


CELLS = (
    f"import os\nos.environ[{VARIABLE!r}]",
    "from ipywidgets import IntSlider\nIntSlider()",
    "import numpy as np\nfrom labkit import demos\ndemos.ties(plus=np.int64(3))",
)


def test_nobodys_points_and_no_window_on_a_kernel_are_stored(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    nbformat.write(new_notebook(cells=[*map(new_code_cell, CELLS)]), tmp_path / "x.ipynb")
    notebook = run(tmp_path / "x.ipynb")
    points, slider, ties = (cell.outputs[0].data for cell in notebook.cells)
    assert points["text/plain"] == "''" and notebook.metadata == {}
    # Nothing else would be left of what has no other form.
    assert WIDGET in slider and WIDGET not in ties
    assert ties[KIND] == {"name": "ties", "settings": {"plus": 3}}


def test_one_that_fails_is_named(tmp_path):
    nbformat.write(new_notebook(cells=[new_code_cell("{}['where']")]), tmp_path / "x.ipynb")
    with pytest.raises(ValueError, match=r"x.ipynb does not run .*: KeyError: 'where'"):
        run(tmp_path / "x.ipynb")
