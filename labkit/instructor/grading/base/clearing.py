"""An instructor's notebook as students get it: nbgrader's own steps, in their order."""

import re

from nbformat import NotebookNode
from traitlets.config import Config

from labkit.checks.code import TEXT_STUB

#: What stands in place of a solution.
CODE_STUB = "# your code here\n..."


def cleared(notebook: NotebookNode) -> NotebookNode:
    """Return an instructor's notebook, changed: no solutions and outputs, the test cells locked.

    Raise ValueError if its solution regions or metadata are not as nbgrader wants them.
    """
    # Here, as it takes a second to import, and most commands of a hub clear nothing.
    from nbgrader import preprocessors as steps
    from nbgrader.nbgraderformat.common import ValidationError

    stubs = {"code_stub": {"python": CODE_STUB}, "text_stub": TEXT_STUB}
    config = Config(ClearSolutions=stubs)
    try:
        for step in (
            steps.CheckCellMetadata,
            steps.LockCells,
            steps.ClearSolutions,
            steps.ClearHiddenTests,
            steps.ClearOutput,
            steps.ComputeChecksums,
        ):
            notebook, _ = step(config=config).preprocess(notebook, {})
            if step is steps.ClearSolutions:
                _drop_second_placeholders(notebook)
    except (RuntimeError, ValidationError) as error:  # of a solution region, or the metadata
        raise ValueError(str(error)) from None
    return notebook


def _drop_second_placeholders(notebook: NotebookNode) -> None:
    # A function's body needs the stub. Where a value is asked for, the cell begins with
    # `name = ...` already, and the stub would be a second place to write in.
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = re.sub(rf"(?m)^{re.escape(CODE_STUB)}$", "", cell.source).rstrip()
