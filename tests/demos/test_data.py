"""The data that demonstrations have of Python: whole, and true."""

import json
from collections import Counter

import pytest

from labkit import course_split, load_scores_table, tokenize
from labkit.demos.data import OMEGAS, WORDS, data_for
from labkit.demos.program import NAMES
from tests.demos.confidence_pairs import PATH, SIGNS, compute_panel
from tests.demos.oracles.confidence_vs_gain import TEST_SETS


def test_most_need_none():
    some = {name for name in NAMES if data_for(name, {})}
    assert some == {"confidence_vs_gain", "sign_flips", "smoothing"}


@pytest.mark.slow
@pytest.mark.parametrize("test_set", TEST_SETS)
def test_the_page_has_the_p_values_of_all_pairs(test_set):
    data = data_for("confidence_vs_gain", {"size": 200})
    assert data == json.loads(PATH.read_text(encoding="utf8")) and data["signs"] == SIGNS
    assert data["test_sets"][test_set]["200"] == compute_panel(test_set, 200)


def test_the_page_has_all_runs_in_four_decimals():
    table = load_scores_table().round(4).T.to_dict("list")
    assert [*data_for("sign_flips", {}).items()] == [*table.items()]


def test_omegas_are_none_and_six_from_each_power_of_ten_to_the_next():
    assert OMEGAS[:8] == (0, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01)
    assert OMEGAS[-7:] == (10, 15, 20, 30, 50, 70, 100) and len(OMEGAS) == 32


def test_the_page_knows_the_counts_of_words_that_occur_three_times():
    counted, train = {"POS": Counter(), "NEG": Counter()}, course_split().train
    for text, label in zip(train["text"], train["label"], strict=True):
        counted[label].update(tokenize(text))
    pos, neg = counted.values()
    often = {word for word, count in (pos + neg).items() if count >= 3}
    expected = {word: f"{pos[word]} {neg[word]}" for word in often}
    words = data_for("smoothing", {})["words"]
    found = {word: counts for counts, those in words.items() for word in those.split()}
    assert found == {**expected, "covid": "0 0"} and set(WORDS) <= set(found)


def test_the_page_knows_the_word_that_it_begins_with():
    assert "0 1" not in data_for("smoothing", {})["words"]
    assert "streaming" in data_for("smoothing", {"word": "Streaming!"})["words"]["0 1"].split()
