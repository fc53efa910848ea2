"""The recipes of docs/compare.md make files that are read."""

import doctest
import re
import subprocess
import sys
import textwrap

import matplotlib.pyplot as plt
import pytest
import scipy.stats

from tests.ticks import ROOT

PAGE = (ROOT / "docs/compare.md").read_text("utf8")
#: Heading -> the recipe below it.
RECIPES = {part.partition("\n")[0]: part for part in PAGE.split("\n## ") if ">>> " in part}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_gives_what_it_says(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    recipe = doctest.DocTestParser().get_doctest(RECIPES[name], {}, name, None, 0)
    said = []
    result = doctest.DocTestRunner(verbose=False).run(recipe, out=said.append)
    assert result.attempted >= 2 and not result.failed, "".join(said)
    assert len(RECIPES) >= 10


def test_the_pairs_of_a_folder_are_compared_and_drawn_as_printed(monkeypatch):
    monkeypatch.chdir(ROOT)
    block = re.search(r"(?m)^    from labkit import .*\n(?:(?:    .*)?\n)*", PAGE)[0]
    variables = {}
    plt.close("all")  # of other tests
    exec(textwrap.dedent(block), variables)
    plt.close("all")
    assert len(variables["pairs"]) == 12 * 11 / 2


def test_other_tools_that_are_here_do_what_is_left_to_them(tmp_path):
    left = PAGE.partition("## What is left to other tools")[2]
    a, b, _ = scores = [1, 0, 1, 1], [0, 0, 1, 0], [1, 0, 0, 0]
    names = {"a": a, "b": b, "p": [0.1, 0.2], "scores": scores, "scipy": scipy}
    calls = re.findall(r"`([^`]*\bscipy\.[^`]*)`", left)
    assert len(calls) >= 5 and all(eval(call, names) is not None for call in calls)
    for name, text in (("ref", "the cat sat"), ("a", "the cat"), ("b", "a dog")):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n{text}\n")
    (line,) = re.findall("`sacrebleu (.*)`", left)
    command = [sys.executable, "-m", "sacrebleu", *line.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "chrF" in done.stdout, done.stderr
