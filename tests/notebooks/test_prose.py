"""Every figure in the prose of a notebook or a guide is printed there, or has a reason in prose.toml."""

import math
import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import labkit
from labkit.experiments import DATA, load_system_outputs, take_items
from labkit.instructor.datasets.resampled_systems import SIZES
from tests.demos.oracles import error_types, peeking
from tests.notebooks.prose import figures, is_printed, outputs, printed, says
from tests.ticks import ROOT, TICKS

#: Not JupyterLab's own copies of those that somebody has saved.
NOTEBOOKS = {path.stem: path for path in sorted((ROOT / "notebooks").rglob("[!.]*.ipynb"))
             if ".ipynb_checkpoints" not in path.parts}  # fmt: skip
#: The teachers' guides: ``week1`` and so on.
GUIDES = {
    f"week{week}": text
    for tick in TICKS
    for text in [(tick / "teaching.md").read_text(encoding="utf8")]
    for week in re.findall(r"\A# Week (\d+[a-z]?)", text)
}
REASONS = {
    name: {text: reason for texts, reason in some.items() for text in texts.split()}
    for name, some in tomllib.loads(
        Path(__file__).with_name("prose.toml").read_text(encoding="utf8")
    ).items()
}


@cache
def read(name):
    return nbformat.read(NOTEBOOKS[name], as_version=4)


def books(name):
    """The notebooks of a name: itself, or a week's tick and its lecture, if it has one."""
    if name in NOTEBOOKS:
        return [read(name)]
    tick = next(t.name for t in TICKS if t.name.startswith(f"tick{name.removeprefix('week')}-"))
    lectures = re.findall(r"^Lecture: `([\w-]+)`", GUIDES[name], re.MULTILINE)
    return [read(each) for each in (tick, *lectures)]


def in_prose(name):
    if name in GUIDES:  # without its boxes
        return figures(re.sub(r"^```.*?^```$", "", GUIDES[name], flags=re.MULTILINE | re.DOTALL))
    return [f for c in read(name).cells if c.cell_type == "markdown" for f in figures(c.source)]


@cache
def imdb():
    return load_system_outputs(DATA / "systems" / "imdb.npz")


def imdb_pairs(n, alternative="greater"):
    return labkit.compare_all(take_items(imdb(), n), alternative=alternative)


def power(n, test="sign test"):
    return error_types.numbers(test, n)["exact"]["power"]


def alarms(events):
    return peeking.numbers(events=events)["exact_alarms"]


def valued(expression):
    known = {"labkit": labkit, "math": math, "SIZES": SIZES}
    known |= {"imdb": imdb, "imdb_pairs": imdb_pairs, "power": power, "alarms": alarms}
    known["TREC"] = pd.read_csv(DATA / "trec5-adhoc-ap.csv").T  # in the file, topics are rows
    return float(eval(expression, known | {"methods": labkit.load_yeh_modifiers()}))


def holds(figure, kind, reason, name):
    """Whether the reason for a figure does."""
    if kind == "value":
        return says(figure, valued(reason))
    if kind == "input":
        code = "\n".join(cell.source for cell in read(name).cells if cell.cell_type == "code")
        return figure.value in [v for v, _ in printed(re.sub(r"(?<=\d)_(?=\d)", "", code))]
    return kind in ("source", "given") and len(reason) > 5


@pytest.mark.parametrize("name", [*NOTEBOOKS, *GUIDES])
def test_figures_are_printed_or_have_a_reason_that_holds(name):
    numbers, reasons = [n for book in books(name) for n in outputs(book)], REASONS.get(name, {})
    found = in_prose(name)
    assert reasons.keys() <= {figure.text for figure in found}, "these stand there no more"
    wrong = []
    for figure in found:
        ((kind, reason),) = reasons.get(figure.text, {None: None}).items()
        if not (holds(figure, kind, reason, name) if kind else is_printed(figure, numbers)):
            wrong.append(figure.text)
    assert wrong == []


def test_the_lab_s_notebooks_are_all_there():
    assert set(REASONS) <= {*NOTEBOOKS, *GUIDES}
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
        *(("1,394", 1394, False), ("1,600", 1600, False), ("1.06", 1.06, True), ("9", 9, True)),
        *(("28", 28, True), ("24", 24, False), ("0.047", 0.047, False), ("thirty-one", 31, False)),
    ]


#: What is printed, and whether it ties the figure in the prose.
TIED = {
    "of 1,600 reviews": {"1600": True, "1600.4": False},
    "p = 0.047": {"p = 0.046994 (exact)": True, "0.0465": True, "0.0464": False, "0.05": False},
    "in 92 % of them": {"92.1%": True, "share 0.921": True, "0.93": False},
    "in 92 of them": {"0.921": False},
    "by 1.06 points": {"gain 0.0106": True},
    "less than 0.0001": {"9.756e-05": True},
    "twelve runs": {"12 runs": True, "13 runs": False},
}


@pytest.mark.parametrize("prose", TIED)
def test_a_wrong_figure_is_not_tied(prose):
    (figure,) = figures(prose)
    assert {o: is_printed(figure, printed(o)) for o in TIED[prose]} == TIED[prose]
