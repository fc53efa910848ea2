"""Marks from the replies of a kernel, whatever they are."""

import math
from collections import Counter
from itertools import compress, product

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from labkit.checks import Case, Question, equals
from labkit.checks.marking import CellError, errors_of, guessed, mark_answer, read_notebook
from labkit.checks.outcomes import Failure, FailureKind, Returned, read_reply, write_reply
from labkit.checks.plain_data import encode


def mark_replied(reply, expected):
    """Mark a question, one case for each expected value, whose kernel replied with a text."""
    cases = tuple(Case((n,), equals(value)) for n, value in enumerate(expected))
    question = Question("asked", "asked", 1, {"other": "No."}, cases)
    return mark_answer(question, reply)


def pair(second):
    return encode([{"value": 1}, second])


@pytest.mark.parametrize(
    "reply",
    [
        *(None, "", "[" * 100_000, "null"),
        encode([{"value": 1}]),
        encode({"value": 1, "raised": 2}),
        pair({"correct": True}),
        pair({"value": 1, "raised": ["x", "y"]}),
        *map(pair, ({}, None, {"raised": {}}, {"raised": ["x"]}, {"raised": ["x", 1]})),
        pair({"not_plain": ["", "x" * 501]}),
        pair({"value": 17}).replace("17", "1" + "0" * 5_000),
        pair({"value": [17]}).replace("17", ", ".join(["0"] * 200_000)),
        pair({"value": [17]}).replace("17", "[" * 200 + "]" * 200),
    ],
    ids=lambda reply: str(reply)[:60],
)
def test_a_reply_of_another_form_counts_as_none(reply):
    found = mark_replied(reply, [1, 1])
    assert (found.passed, found.cases, found.points, found.hint.key) == (0, 2, 0, "lost")


def test_values_that_are_large_together_are_read():
    error = Failure(FailureKind.RAISED, "E", "x" * 499)  # 500 characters are no more than allowed
    found = [Returned([0] * 199_999), Returned([1] * 9), error]
    assert read_reply(write_reply(found), 3) == found
    whole = write_reply(found[1:]).ljust(2**23)  # eight megabytes, and no more
    assert read_reply(whole, 2) == found[1:] != read_reply(f"{whole} ", 2)


TEN, CLASSES = list(range(10)), ["POS", "NEG"] * 10


@pytest.mark.parametrize(
    ("values", "expected", "points"),
    [
        *((values, [0, 2, 4], 0) for values in ([0, 2, 5], [2, 2, 2], [math.nan, 2, math.inf])),
        *(([0, 2, 4], [0, 2, 4], 1), ([[[[7]]], None, True], [0, 2, 4], 0), (TEN, TEN, 1)),
        # Of different values two may be met by chance, and each more is earned.
        ([0, 1, *[99] * 8], TEN, 0),
        ([*range(3), *[99] * 7], TEN, 0.12),
        ([*range(4), *[99] * 6], TEN, 0.25),
        ([*range(9), 99], TEN, 0.87),
        # A guess between two classes earns nothing, and what is beyond it does.
        *((["POS"] * n + ["NEG"] * (20 - n), CLASSES, 0) for n in (12, 20)),
        (["NEG", "POS"] * 10, CLASSES, 0),
        ([*CLASSES[:-1], "POS"], CLASSES, 0.87),  # nineteen: (19 - 12) / (20 - 12)
    ],
)
def test_points_by_the_values_that_come_back(values, expected, points):
    assert mark_replied(write_reply(list(map(Returned, values))), expected).points == points


EMPTY = nbformat.writes(new_notebook()).encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "Notebook does not appear to be JSON: ''"),
        (b"\xff\xfe", "'utf-8' codec can't decode byte 0xff .*"),
        (b"[1]", "'list' .*"),
        (b'{"nbformat": 9, "cells": []}', "Unsupported nbformat version 9"),
        (b'{"nbformat": 4, "cells": [{}]}', ".*[^.]"),
    ],
)
def test_what_is_no_notebook_is_said_so(tmp_path, text, reason):
    path = tmp_path / "tick.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + EMPTY)  # as an editor of Windows' writes it
    assert read_notebook(path) == new_notebook()
    path.write_bytes(text)
    said = r"^tick.ipynb cannot be read as a notebook: it is empty, cut off, or of another kind \({}\)\. If it opens"
    with pytest.raises(ValueError, match=said.format(reason)):
        read_notebook(path)
    for other, why in ((tmp_path, "is a folder"), (tmp_path / "b.ipynb", "no file .*/b.ipynb")):
        with pytest.raises(FileNotFoundError, match=f"{why}; the notebooks there: tick.ipynb$"):
            read_notebook(other)


@pytest.mark.parametrize("counts", [[], [1], [3], [2, 1], [1, 1, 1], [4, 3], [5, 1, 1, 1]])
def test_the_best_guess_by_one_bit_is_that_of_all_tosses(counts):
    cases = [value for value, count in enumerate(counts) for _ in range(count)]
    total = 0
    for sides in product((False, True), repeat=len(cases)):
        heads = Counter(compress(cases, sides))  # and tails as often
        total += 2 * max(heads.values(), default=0)
    assert guessed(counts) == pytest.approx(total / 2 ** len(cases))


def test_a_cell_may_stop_twice_and_an_error_is_a_short_line():
    stopped = new_output("error", ename="KeyError", evalue="'a'")
    cells = [new_code_cell("x"), new_code_cell("y", outputs=[stopped, stopped])]
    assert list(map(str, errors_of(cells))) == ["cell 2: KeyError: 'a'"] * 2
    assert len(str(CellError(3, "ValueError", "x" * 10_000))) == 500
