import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.instructor.grading.base.clearing import CODE_STUB, cleared

SOLUTION = {"grade": False, "grade_id": "f", "locked": False, "schema_version": 3, "solution": True}


def test_a_solution_becomes_a_stub_and_one_without_an_end_is_refused():
    region = "{0}### BEGIN SOLUTION\n{0}return 1\n{0}### END SOLUTION".format
    whole = f"def f():\n{region('    ')}\nx = ...\n{region('')}"  # x is a place to write in already
    for text in (whole, whole.removesuffix("### END SOLUTION")):
        cell = new_code_cell(text, metadata={"nbgrader": {**SOLUTION, "task": False}})
        if text is whole:
            (found,) = cleared(new_notebook(cells=[cell])).cells
            assert found.source.split() == ["def", "f():", *CODE_STUB.split(), "x", "=", "..."]
        else:
            with pytest.raises(ValueError, match=r"(?i)solution"):
                cleared(new_notebook(cells=[cell]))
