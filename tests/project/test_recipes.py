"""The recipes of docs/compare.md make files that are read."""

import doctest

import pytest

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
