"""Answers dealt out: balanced, the same again, and without a name."""

from collections import Counter
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.grading.classroom.records import Store
from labkit.grading.review.sharing import (
    Share,
    Unmarked,
    answers_of,
    deal,
    load_shares,
    save_shares,
    secret_of,
)
from tests.grading.review.class_of import class_of
from tests.grading.tiny import NAME

SECRET = b"s" * 32


def answers(*numbers):
    return [
        Unmarked(f"r{i}{question}", f"s{i}", question, None)
        for question, number in zip("ab", numbers, strict=False)
        for i in range(number)
    ]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 25),
    st.integers(0, 25),
    st.integers(1, 5),
    st.sampled_from([0, 0.1, 0.25, 1 / 3, 1]),
    st.binary(min_size=32, max_size=32),
)
def test_everybody_gets_as_much(a, b, markers, second, secret):
    names = [f"m{i}" for i in range(markers)]
    second = second if markers > 1 else 0
    dealt = deal(answers(a, b), names, second, secret)
    assert dealt == deal(answers(a, b), names, second, secret)
    assert len(dealt) == a + b
    for question, number in (("a", a), ("b", b)):
        ids = [each.id for each in answers(a, b) if each.question == question]
        first = Counter(dealt[key].markers[0] for key in ids)
        twice = [dealt[key].markers for key in ids if len(dealt[key].markers) == 2]
        assert len(twice) == ceil(round(second * number, 6))
        assert all(len(set(pair)) == 2 for pair in twice)
        assert max(first[n] for n in names) - min(first[n] for n in names) <= 1
        load = Counter(name for pair in twice for name in pair)
        assert max(load[n] for n in names) - min(load[n] for n in names) <= 2


def test_what_was_dealt_stays():
    few, more = answers(10), answers(16)
    before = deal(few, ["ann", "bob"], 0.2, SECRET)
    after = deal(more, ["ann", "bob", "cat"], 0.25, SECRET, before)
    for key, share in before.items():
        assert after[key].markers[: len(share.markers)] == share.markers
    assert Counter(s.markers[0] for s in after.values()) == {"ann": 5, "bob": 5, "cat": 6}
    assert sum(len(s.markers) == 2 for s in after.values()) == 4


def test_who_has_read_the_least_a_second_time_reads_next():
    before = {key.id: Share(("ann", "bob")) for key in answers(4)}
    after = deal(answers(8), ["ann", "bob", "cat"], 1, SECRET, before)
    assert all("cat" in share.markers for key, share in after.items() if key not in before)
    # Over two questions together, who began with less gets more.
    alone = deal(answers(1), ["ann", "bob"], 0, SECRET)
    both = deal(answers(1, 1), ["ann", "bob"], 0, SECRET, alone)
    assert {share.markers for share in both.values()} == {("ann",), ("bob",)}


@pytest.mark.parametrize(
    ("markers", "second", "says"),
    [
        ([], 0, "markers"),
        (["ann", "ann"], 0, "markers"),
        (["ann"], 0.5, "second"),
        (["ann", "bob"], 1.5, "second"),
        (["../ann"], 0, "a marker's name"),
        (["Third"], 0, "third"),
    ],
)
def test_a_mistake_is_named(markers, second, says):
    with pytest.raises(ValueError, match=says):
        deal(answers(3), markers, second, SECRET)


@pytest.fixture
def graded(tmp_path):
    essays = {"ann": "Same.", "bob": "Same.", "cat": None, "dan": "Other."}
    return class_of(tmp_path, essays, tables=False)


def test_ids_tell_nothing(graded):
    records = Store(graded[1]).all()
    for each in records:
        if each.student == "cat":
            object.__setattr__(each, "written", {"essay": False})
    found = answers_of(records, ["essay"], SECRET)
    other = answers_of(records, ["essay"], b"t" * 32)
    assert {a.student for a in found} == {"ann", "bob", "dan"}
    assert not {a.id for a in found} & {a.id for a in other}
    assert [a.id for a in found] == sorted(a.id for a in found)
    assert answers_of(records[::-1], ["essay"], SECRET) == found
    # One who writes something else has another id; the others keep theirs.
    changed = next(r for r in records if r.student == "ann")
    (cell,) = [c for c in changed.notebook["cells"] if c["metadata"].get("text") == "Same."]
    cell["metadata"]["text"] = "Anew."
    again = {a.student: a.id for a in answers_of(records, ["essay"], SECRET)}
    before = {a.student: a.id for a in found}
    assert again["ann"] != before["ann"] and again["bob"] == before["bob"]


def test_the_secret_is_kept(tmp_path):
    secret = secret_of(tmp_path)
    assert secret_of(tmp_path) == secret and len(secret) == 32
    assert secret_of(tmp_path / "other") != secret
    path = tmp_path / "review" / "secret"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("short")
    with pytest.raises(ValueError, match="secret"):
        secret_of(tmp_path)


def test_shares_are_kept(tmp_path):
    dealt = deal(answers(5), ["ann", "bob"], 0.2, SECRET)
    assert load_shares(tmp_path, NAME) == {}
    save_shares(tmp_path, NAME, dealt)
    assert load_shares(tmp_path, NAME) == dealt
    (tmp_path / "review" / NAME / "shares.json").write_text("{")
    with pytest.raises(ValueError, match=r"shares\.json"):
        load_shares(tmp_path, NAME)
