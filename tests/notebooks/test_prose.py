"""Every figure in a notebook's prose is printed by one of its cells, or has a reason in prose.toml."""

import math
import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import labkit
from labkit.datasets.resampled_systems import SIZES
from labkit.experiments import DATA, load_system_outputs
from tests.notebooks.prose import DIGITS, figures, is_printed, outputs, printed, says
from tests.ticks import ROOT, TICKS, nbgrader, notebook

#: Not JupyterLab's own copies of those that somebody has saved.
NOTEBOOKS = {path.stem: path for path in sorted((ROOT / "notebooks").rglob("[!.]*.ipynb"))
             if ".ipynb_checkpoints" not in path.parts}  # fmt: skip
REASONS = tomllib.loads(Path(__file__).with_name("prose.toml").read_text(encoding="utf-8"))


@cache
def read(name):
    return nbformat.read(NOTEBOOKS[name], as_version=4)


def in_prose(name):
    return [f for c in read(name).cells if c.cell_type == "markdown" for f in figures(c.source)]


def right_of_200(classifier):
    """How many test reviews a classifier of the course has right."""
    split = labkit.course_split()
    predicted = classifier.fit(split.train["text"], split.train["label"]).predict(
        split.test["text"]
    )
    return (predicted == split.test["label"]).sum()


def occurrences(word, label):
    """How often a word occurs in the training reviews of a class."""
    train = labkit.course_split().train
    return sum(labkit.tokenize(t).count(word) for t in train.loc[train["label"] == label, "text"])


def valued(expression):
    known = {"labkit": labkit, "math": math, "DATA": DATA, "SIZES": SIZES}
    known["demos"] = labkit.demos
    known["TREC"] = pd.read_csv(DATA / "trec5-adhoc-ap.csv").T  # in the file, topics are rows
    known |= {"load_system_outputs": load_system_outputs, "methods": labkit.load_yeh_modifiers()}
    return float(
        eval(expression, known | {"right_of_200": right_of_200, "occurrences": occurrences})
    )


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_figures_are_printed_or_have_a_reason(name):
    numbers, reasons = outputs(read(name)), REASONS.get(name, {})
    untied = [
        f.text for f in in_prose(name) if f.text not in reasons and not is_printed(f, numbers)
    ]
    assert untied == []


EXCEPTIONS = [(name, text) for name, reasons in REASONS.items() for text in reasons]


@pytest.mark.parametrize(("name", "text"), EXCEPTIONS)
def test_reasons_hold(name, text):
    found = [figure for figure in in_prose(name) if figure.text == text]
    assert found, "the figure stands in the prose no more"
    ((kind, reason),) = REASONS[name][text].items()
    if kind == "value":
        assert all(says(figure, valued(reason)) for figure in found)
    elif kind == "input":
        code = "\n".join(cell.source for cell in read(name).cells if cell.cell_type == "code")
        assert found[0].value in [
            value for value, _ in printed(re.sub(r"(?<=\d)_(?=\d)", "", code))
        ]
    else:
        assert kind in ("source", "given")
        assert reason


def test_the_lab_s_notebooks_are_all_there():
    assert set(REASONS) <= set(NOTEBOOKS)
    assert {"start-here", "tick1-lexicon-classifier", "yeh"} <= set(NOTEBOOKS)
    assert sum(len(in_prose(name)) for name in NOTEBOOKS) > 250


PROSE = """\
## 3 · Ties (§3.1)

In part 12, A has 1,394 right of 1,600, 1.06 points more than B (tick 10); on 9 to 28 % of them they
differ, $x^{77}$ and `f(88)`. Thirty-one of 24 runs in 1990 had p = 0.047.

**Sources.** Yeh, pp. 80-87.
"""


def test_figures_are_found():
    found = [(figure.text, figure.value, figure.percent) for figure in figures(PROSE)]
    assert found == [
        ("1,394", 1394, False),
        ("1,600", 1600, False),
        ("1.06", 1.06, True),
        ("9", 9, True),
        ("28", 28, True),
        ("24", 24, False),
        ("0.047", 0.047, False),
        ("thirty-one", 31, False),
    ]


@pytest.mark.parametrize(
    ("prose", "output", "tied"),
    [
        ("of 1,600 reviews", "1600", True),
        ("of 1,600 reviews", "1600.4", False),
        ("p = 0.047", "p = 0.046994 (exact)", True),
        ("p = 0.047", "0.0465", True),
        ("p = 0.047", "0.0464", False),
        ("p = 0.047", "0.05", False),
        ("in 92 % of them", "92.1%", True),
        ("in 92 % of them", "share 0.921", True),
        ("in 92 % of them", "0.93", False),
        ("in 92 of them", "0.921", False),
        ("by 1.06 points", "gain 0.0106", True),
        ("less than 0.0001", "9.756e-05", True),
        ("twelve runs", "12 runs", True),
        ("twelve runs", "13 runs", False),
    ],
)
def test_a_wrong_figure_is_not_tied(prose, output, tied):
    (figure,) = figures(prose)
    assert is_printed(figure, printed(output)) == tied


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_checks_and_points_are_as_many_as_the_tick_says(tick):
    cells = notebook(tick).cells
    said = r"(\w+) checks, (\d+) points; (\d+) more for a text that a person reads; about [\w ]+ hours?\."
    checks, points, more = re.search(said, cells[0].source).groups()
    by_checks = [cell for cell in cells if cell.source.startswith("check(")]
    assert DIGITS[checks.lower()] == len(by_checks)
    assert int(points) == sum(nbgrader(cell).get("points", 0) for cell in by_checks)
    assert int(points) + int(more) == sum(nbgrader(cell).get("points", 0) for cell in cells)
