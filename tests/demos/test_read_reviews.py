"""The reader, without a browser: what it holds."""

import pytest

from labkit.demos import read_reviews


def test_a_tab_for_each_text():
    texts = ["A good film.", "A dull one.", "Neither."]
    reader = read_reviews(texts)
    assert list(reader.titles) == ["Review 1", "Review 2", "Review 3"]
    assert reader.selected_index == 0
    for text, tab in zip(texts, reader.children, strict=True):
        assert text in tab.value


def test_texts_are_shown_as_they_are():
    (tab,) = read_reviews(["I <b>shout</b> & 1 < 2"]).children
    assert "I &lt;b&gt;shout&lt;/b&gt; &amp; 1 &lt; 2" in tab.value


def test_paragraphs_stay_and_an_empty_text_is_said_to_be_one():
    long, empty = read_reviews(["One.\n\nTwo.", " \n"]).children
    assert "One.\n\nTwo." in long.value and "white-space: pre-line" in long.value
    assert ">(no text)<" in empty.value


def test_the_reader_does_not_repeat_its_texts():
    assert "dull" not in repr(read_reviews(["A dull film."]))


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
