"""Sentences are told apart."""

from tests.notebooks.sentences import length, sentences


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
