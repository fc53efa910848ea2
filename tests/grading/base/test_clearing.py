import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.base.clearing import CODE_STUB, cleared

SOLUTION = {"grade": False, "grade_id": "f", "locked": False, "schema_version": 3, "solution": True}


def test_a_solution_becomes_a_stub_and_one_without_an_end_is_refused():
    whole = "def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"
    for text in (whole, whole.removesuffix("### END SOLUTION")):
        cell = new_code_cell(text, metadata={"nbgrader": {**SOLUTION, "task": False}})
        if text is whole:
            (found,) = cleared(new_notebook(cells=[cell])).cells
            assert found.source.split() == ["def", "f():", *CODE_STUB.split()]
        else:
            with pytest.raises(ValueError, match=r"(?i)solution"):
                cleared(new_notebook(cells=[cell]))
