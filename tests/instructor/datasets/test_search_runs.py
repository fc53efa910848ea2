"""The runs of tick 7: what data/README.md says of them is so."""

import numpy as np
import pytest

from labkit import load_scores_table
from labkit.instructor.datasets import search_runs as runs
from labkit.sources import data_folder


@pytest.fixture(scope="module")
def reviews():
    return runs.Reviews()


def test_runs_and_topics_are_those_of_the_table():
    table = load_scores_table()
    assert tuple(table.columns) == tuple(runs.THEMES)
    assert list(table.index) == list(runs.RUNS)


@pytest.mark.slow
def test_pools_are_disjoint_hold_the_word_of_their_theme_and_no_training_review(reviews):
    positions = [place for pool in reviews.pools.values() for place in pool]
    assert len(reviews.pools) == 24 and len(positions) == len(set(positions)) == 24 * 20
    for theme, pool in reviews.pools.items():
        earlier = runs.THEMES[: runs.THEMES.index(theme)]
        assert all(theme in reviews.words[place] for place in pool)
        assert not any(set(earlier) & set(reviews.words[place]) for place in pool)
        assert 2 <= reviews.positive[pool].sum() <= 18
    assert len(reviews.training_words) == 8000
    assert {*map(tuple, reviews.words)}.isdisjoint(map(tuple, reviews.training_words))
    assert not any(set(runs.THEMES) & set(words) for words in reviews.training_words[1800:])


@pytest.mark.slow
def test_the_table_is_made_anew_bit_for_bit(reviews, tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "Reviews", lambda: reviews)  # it takes seconds to make them again
    runs.write_runs(tmp_path / "made")
    stored = data_folder() / "search.results.table"
    assert (tmp_path / "made").read_bytes() == stored.read_bytes()


def test_average_precision_of_a_ranking():
    class Three:
        pools = {"robot": [0, 1, 2], "war": [3, 4]}
        positive = np.array([True, False, True, False, True])

    scores = {"best": [3, 1, 2, 0, 1], "worst": [1, 3, 2, 1, 0]}
    ranked = {name: lambda reviews, name=name: np.array(scores[name]) for name in scores}
    table = runs.make_runs(ranked, Three())
    assert table.loc["best"].tolist() == [1.0, 1.0]
    assert table.loc["worst"].tolist() == [0.5833, 0.5]  # (1/2 + 2/3) / 2 and 1/2
