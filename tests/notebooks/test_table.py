"""The table of what each tick asks is that of today."""

from tests.notebooks.table import README, length, sentences, written


def test_the_readme_has_the_table_of_today():
    text = README.read_text(encoding="utf8")
    assert text == written(text), "run python -m tests.notebooks.table"


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
