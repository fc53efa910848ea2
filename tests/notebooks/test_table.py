"""The table of what each tick asks is that of today, and no tick's core asks too much."""

import pytest

from tests.notebooks.table import README, given, length, parts, prose, sentences, words, written
from tests.ticks import TICKS

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


def test_the_readme_has_the_table_of_today():
    text = README.read_text(encoding="utf8")
    assert text == written(text), "run python -m tests.notebooks.table"


@ticks
def test_the_core_asks_for_little_reading(tick):
    core, _ = parts(tick)
    assert words(core) <= 1500
    assert given(core) <= 150


@ticks
def test_no_sentence_is_longer_than_25_words(tick):
    cells = [cell for part in parts(tick) for cell in part]
    long = [s for text in prose(cells) for s in sentences(text) if length(s) > 25]
    assert not long, "\n".join(long)


def test_sentences_are_told_apart():
    text = """# A heading. And more

**Your turn (2 points).** Write `f(x. Y)`, see [Yeh et al. (2000)](a.md). Is *it* "good?" $a. B$ is.

| a table. | It counts nothing. |

In two sentences: (a) Why? (b) one more
goes on
- a point. −1 is a number
1. first

**Sources.** Yeh (2000). Others."""
    found = sentences(text)
    assert found[:5] == [
        *("Your turn (2 points).", "Write Code, see Yeh et al. (2000).", 'Is it "good?"'),
        *("Code is.", "In two sentences:"),
    ]
    assert found[5:] == ["(a) Why?", "(b) one more goes on", "a point.", "−1 is a number", "first"]
    assert [length(sentence) for sentence in found[-3:]] == [2, 4, 1]
