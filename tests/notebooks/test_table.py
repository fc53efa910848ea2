"""The table of what each tick asks is that of today, and no tick's core asks too much."""

import pytest

from tests.notebooks.table import README, given, length, parts, prose, sentences, words, written
from tests.ticks import TICKS

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


def test_the_readme_has_the_table_of_today():
    text = README.read_text(encoding="utf8")
    assert text == written(text), "run python -m tests.notebooks.table"


@ticks
def test_the_core_asks_for_little_reading_and_no_sentence_is_longer_than_25_words(tick):
    core, starred = parts(tick)
    assert words(core) <= 1500 and given(core) <= 150
    assert not [s for text in prose(core + starred) for s in sentences(text) if length(s) > 25]


def test_sentences_are_told_apart():
    text = """# A heading. And more

**Your turn (2 points).** Write `f(x. Y)`, see [Yeh et al. (2000)](a.md). Is *it* "good?" $a. B$ is.

| a table. | It counts nothing. |

In two sentences: (a) Why? (b) one more
goes on
- a point. −1 is a number
1. first

**Sources.** Yeh (2000). Others."""
    assert sentences(text) == [
        *("Your turn (2 points).", "Write Code, see Yeh et al. (2000).", 'Is it "good?"'),
        *("Code is.", "In two sentences:", "(a) Why?", "(b) one more goes on", "a point."),
        *("−1 is a number", "first"),
    ]
    assert [length(each) for each in ("a point.", "−1 is a number", "first")] == [2, 4, 1]
