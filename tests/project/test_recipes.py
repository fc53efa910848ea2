"""The recipes of docs/compare.md make files that are read."""

import doctest
import re

import pytest

from tests.ticks import ROOT

PAGE = (ROOT / "docs/compare.md").read_text("utf8")
#: Heading -> the recipe below it.
RECIPES = {part.partition("\n")[0]: part for part in PAGE.split("\n## ") if ">>> " in part}
#: What the lab always has.
OURS = {"io", "labkit", "pandas", "pathlib"}


def packages(recipe):
    """Return what a recipe imports beside what the lab has."""
    return {name for name in re.findall(r">>> (?:from|import) (\w+)", recipe)} - OURS


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_gives_what_it_says(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    recipe = doctest.DocTestParser().get_doctest(RECIPES[name], {}, name, None, 0)
    said = []
    result = doctest.DocTestRunner(verbose=False).run(recipe, out=said.append)
    assert result.attempted >= 2 and not result.failed, "".join(said)


def test_all_recipes_but_those_of_other_packages_run():
    assert len([name for name, recipe in RECIPES.items() if not packages(recipe)]) >= 6
    assert set().union(*map(packages, RECIPES.values())) == {"conllu", "ir_measures", "sacrebleu", "seqeval"}  # fmt: skip
