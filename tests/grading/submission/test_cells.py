"""What nbgrader's metadata say of a cell."""

import pytest
from nbformat.v4 import new_code_cell

from labkit.grading.submission.cells import earns_points, grade_id, question_of, takes_answer
from tests.grading.tiny import graded


@pytest.mark.parametrize(
    ("metadata", "found"),
    [
        ({}, (None, False, False)),
        ({"nbgrader": {}}, (None, False, False)),
        (graded("double", solution=True), ("double", False, True)),
        (graded("double-check", grade=True), ("double-check", True, False)),
        (graded("essay", grade=True, solution=True), ("essay", True, True)),
    ],
)
def test_a_cell_s_metadata_are_read(metadata, found):
    cell = new_code_cell(metadata=metadata)
    assert (grade_id(cell), earns_points(cell), takes_answer(cell)) == found


def test_a_check_s_question_is_named():
    assert question_of("double-check") == "double"
    assert question_of("essay") == "essay"
    assert question_of("check-mate") == "check-mate"
