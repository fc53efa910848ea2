"""The reader: what its page holds."""

import re

import pytest

from labkit.demos import read_reviews


def test_each_text_opens_by_its_number_and_the_first_is_open():
    shown = read_reviews(["I <b>shout</b> & 1 < 2\n\nat you.", " \n"]).data
    heads = re.findall("<details( open)?><summary>(.*?)</summary>", shown)
    assert heads == [(" open", "Review 1"), ("", "Review 2")]
    texts = re.findall("(?s)<p [^>]*>(.*?)</p></details>", shown)
    assert texts == ["I &lt;b&gt;shout&lt;/b&gt; &amp; 1 &lt; 2\n\nat you.", "(no text)"]
    assert "white-space: pre-line" in shown  # which keeps paragraphs


BAD = [("One.", "texts must be"), ([], "texts must hold at least 1"), (["One.", 3], "texts must")]


@pytest.mark.parametrize(("texts", "message"), BAD)
def test_bad_input_is_named(texts, message):
    with pytest.raises((ValueError, TypeError), match=message):
        read_reviews(texts)
