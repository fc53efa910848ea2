"""Tick 1: its notebook goes on where the ten words are not chosen yet."""

from types import SimpleNamespace

import pandas as pd

import labkit
from tests.ticks import COURSE, notebook


def test_cells_go_on_without_the_ten_words_and_say_whose_they_show(capsys):
    train = pd.DataFrame({"text": ["A superb film.", "So dull!"], "label": ["POS", "NEG"]})
    known = {name: getattr(labkit, name) for name in ("load_lexicon", "tokenize")}
    known |= {"labkit": labkit, "my_words": ..., "split": SimpleNamespace(train=train)}
    for cell in notebook(COURSE[0]).cells:
        if cell.id in ("look-up-words", "own-words-plot", "own-words-numbers"):
            exec(cell.source, known)
    first, numbers = capsys.readouterr().out.splitlines()
    assert "not chosen" in first and known["my_words"] is ...
    assert eval(numbers)["superb"] == 100 and eval(numbers)["dull"] == -100
