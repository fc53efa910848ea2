"""Overlaps of words: held against sets that are counted one by one."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.grading.review.overlap import in_groups, overlaps, pieces, shingles, words_of


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abc"), max_size=12), max_size=8))
def test_every_pair_is_found(texts):
    sets = [shingles(text, 2) for text in texts]
    expected = {
        (i, j): len(sets[i] & sets[j]) / min(len(sets[i]), len(sets[j]))
        for i, j in combinations(range(len(sets)), 2)
        if min(len(sets[i]), len(sets[j])) >= 2
    }
    found = {(pair.first, pair.second): pair.share for pair in overlaps(sets, 0.5, fewest=2)}
    assert found == {pair: share for pair, share in expected.items() if share >= 0.5}


def test_a_paragraph_is_found_in_a_page():
    words = [f"w{i}" for i in range(400)]
    (pair,) = overlaps([shingles(words, 5), shingles(words[100:150], 5)], 0.4, fewest=10)
    assert pair.share == 1


def test_words_are_found_where_they_stand():
    text = "Ｉt ISN’T  so!"
    assert words_of(text) == ["it", "isn't", "so"]
    assert [text[a:b] for _, a, b in pieces(text)] == ["Ｉt", "ISN’T", "so"]


def test_pairs_become_groups():
    pairs = overlaps([{(1,)}, {(2,)}, {(1,)}, {(1,)}, {(2,)}], 1, fewest=1)
    assert in_groups(pairs) == [[0, 2, 3], [1, 4]]
    assert in_groups([]) == []
