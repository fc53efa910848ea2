"""The reader: what its page holds."""

import re

import pytest

from labkit.demos import read_reviews


def page(*texts):
    return read_reviews(texts)._repr_html_()


def test_each_text_opens_by_its_number_and_the_first_is_open():
    shown = page("A good film.", "A dull one.")
    heads = re.findall("<details( open)?><summary>(.*?)</summary>", shown)
    assert heads == [(" open", "Review 1"), ("", "Review 2")]
    assert re.findall("<p [^>]*>(.*?)</p></details>", shown) == ["A good film.", "A dull one."]


def test_texts_are_shown_as_they_are():
    assert "I &lt;b&gt;shout&lt;/b&gt; &amp; 1 &lt; 2" in page("I <b>shout</b> & 1 < 2")


def test_paragraphs_stay_and_an_empty_text_is_said_to_be_one():
    shown = page("One.\n\nTwo.", " \n")
    assert "One.\n\nTwo." in shown and "white-space: pre-line" in shown and ">(no text)<" in shown


def test_the_reader_does_not_repeat_its_texts():
    assert repr(read_reviews(["A dull film."])) == "read_reviews(1 texts)"


@pytest.mark.parametrize(
    ("texts", "error", "message"),
    [
        ("A good film.", TypeError, "texts must be"),
        ([], ValueError, "texts must hold at least 1"),
        (["A good film.", 3], TypeError, "texts must"),
    ],
)
def test_bad_input_is_named(texts, error, message):
    with pytest.raises(error, match=message):
        read_reviews(texts)
