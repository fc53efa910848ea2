"""The page of demonstrations that need no server: one file, and the one that its parts make."""

import re

from labkit.demos.words import render
from labkit.grading.release.offline import NAMES, PAGE, PARTS, PROGRAMS, offline_page
from labkit.trecvid import load_scores_table
from tests.ticks import ROOT

#: So that it opens at once on a phone.
LARGEST = 100_000


def test_the_page_is_one_file_and_made_of_its_parts():
    text = (ROOT / PAGE).read_text(encoding="utf8")
    assert text == offline_page(ROOT), f"make offline writes {PAGE} anew"
    assert not re.search(r"https?://|<link|<script src|@import|url\((?!#)", text)
    assert len(text.encode()) < LARGEST
    assert {path.stem for path in (ROOT / PARTS).glob("*.js")} == set(PROGRAMS)


def test_it_says_what_the_demonstrations_say_and_has_their_scores():
    text = offline_page(ROOT)
    for name in NAMES:
        assert f'<template id="caption-{name}">{render(f"captions/{name}.html").strip()}' in text
    for run, row in load_scores_table().iterrows():
        assert f"{run}: [{row.iloc[0]:.4f}".rstrip("0") in text


def test_no_other_program_may_run_on_it():
    text = offline_page(ROOT)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[\w+/]{43}='", policy)
    markup = re.sub(r"(?s)<(script|style)>.*?</\1>", "", text)
    assert not re.search(r"\son\w+=|javascript:", markup)
