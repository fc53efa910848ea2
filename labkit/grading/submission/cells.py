"""What nbgrader's metadata say of a notebook's cells."""

from nbformat import NotebookNode


def grade_id(cell: NotebookNode) -> str | None:
    """Give the name of a graded cell, or None."""
    return _metadata(cell).get("grade_id")


def question_of(name: str) -> str:
    """Give the question that a graded cell checks, or a written answer's own name.

    Examples
    --------
    >>> question_of("sign-test-check"), question_of("report")
    ('sign-test', 'report')
    """
    return name.removesuffix("-check")


def earns_points(cell: NotebookNode) -> bool:
    """Tell whether a cell earns points: it checks an answer, or is a written one."""
    return bool(_metadata(cell).get("grade"))


def takes_answer(cell: NotebookNode) -> bool:
    """Tell whether students write their answer in a cell."""
    return bool(_metadata(cell).get("solution"))


def _metadata(cell: NotebookNode) -> NotebookNode:
    return cell.metadata.get("nbgrader", {})
