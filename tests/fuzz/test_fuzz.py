"""A short run of the fuzzing; `make fuzz` runs the long one."""

import pytest

from tests.fuzz.__main__ import fuzz


@pytest.mark.slow
def test_whatever_is_handed_in_becomes_rows(tmp_path):
    counts = fuzz(40, 1, None, tmp_path)
    assert counts["archives"] >= 40 and counts["graded"] > 5 and counts["refused"] > 5
    assert counts["pages"] > counts["archives"]
