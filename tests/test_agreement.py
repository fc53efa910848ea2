"""Fleiss' kappa against published tables, and at its ends."""

import numpy as np
import pytest

from labkit.agreement import agreement_table, fleiss_kappa

# Fleiss (1971), table 1: diagnoses of 30 patients by 6 psychiatrists each, as
# depression, personality disorder, schizophrenia, neurosis, other.
DIAGNOSES = """
    00060 03003 01401 00006 03030 20400 00402 20310 20040 00006
    10050 11040 03300 10050 02031 00501 30012 51000 02040 10203
    00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""
# The worked example of the encyclopedias: 14 raters (E), 10 items, 5 classes.
EXAMPLE = "0000E 02642 00356 03920 22811 77000 32630 25322 65210 02237"


@pytest.mark.parametrize(
    "rows, totals, kappa",
    [(DIAGNOSES, [26, 26, 30, 55, 43], 0.430), (EXAMPLE, [20, 28, 39, 21, 32], 0.210)],
)
def test_kappa_of_published_tables(rows, totals, kappa):
    table = np.array([[int(count, 16) for count in row] for row in rows.split()])
    assert table.sum(axis=0).tolist() == totals
    assert round(fleiss_kappa(table), 3) == kappa


def test_kappa_at_its_ends():
    assert fleiss_kappa([[4, 0], [0, 4], [4, 0]]) == 1
    # Two raters who never agree on two items: no agreement where chance has a half.
    assert fleiss_kappa([[1, 1], [1, 1]]) == -1
    assert agreement_table([["b", "a", "b"]], ["c", "b", "a"]).tolist() == [[0, 2, 1]]  # in order
    assert agreement_table([], ["a"]).shape == (0, 1)


BAD = [
    *((fleiss_kappa, (bad,), "^table must have .*whole numbers")
      for bad in ([], [3, 2], [[1.0, 1.0]], [[-1, 3], [1, 1]])),
    (fleiss_kappa, ([[1, 1], [2, 1]],), "^table must have the same number"),
    (fleiss_kappa, ([[1, 0], [0, 1]],), "^table must have .*at least 2"),
    (fleiss_kappa, ([[3, 0], [3, 0]],), "^table must have .*more than one class"),
    (agreement_table, ([["a", "d"]], ["a", "b"]), "^each rating must be one of .*, not 'd'"),
    (agreement_table, ([["a"]], ["a", "a"]), "^classes must all be different, not"),
]  # fmt: skip


@pytest.mark.parametrize("call, arguments, message", BAD)
def test_bad_input_is_named(call, arguments, message):
    with pytest.raises(ValueError, match=message):
        call(*arguments)
