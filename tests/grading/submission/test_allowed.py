"""Links that a marker may click: out into the net, and never to what is near."""

import pytest

from labkit.grading.submission.allowed import cleaner


def kept(address):
    return "href" in cleaner().clean(f'<a href="{address}">x</a>')


@pytest.mark.parametrize(
    "address",
    ["https://example.org/a?b=c", "http://www.aclweb.org./", "https://8.8.8.8/", "mailto:a@b.org"],
)
def test_a_link_into_the_net_is_kept(address):
    assert kept(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:8888/tree", "http://printer/", "http://hub.local/", "http://x.internal./",
        "http://nas.lan", "http://a.localhost", "http://127.0.0.1/", "http://10.0.0.7", "http://[::1]/",
        "http://2130706433/", "http://0x7f.1/", "https://me:pw@example.org/", "//example.org",
        "javascript:act()", "mailto:?body=x", "http://[",
    ],
)  # fmt: skip
def test_a_link_to_what_is_near_or_to_no_page_is_not(address):
    assert not kept(address)


def test_a_letter_has_no_text_of_the_students_choice():
    assert 'href="mailto:a@b.org"' in cleaner().clean('<a href="mailto:a@b.org?subject=x">x</a>')
