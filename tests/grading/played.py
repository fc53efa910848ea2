"""The run of a notebook, played: answers by the look of the code, without a kernel."""

import re

import nbformat

from labkit.checks.marking import Status
from labkit.checks.outcomes import Returned, write_reply
from labkit.grading.notebook.sandbox import Ran
from tests.grading.tiny import cell_of


def played(notebook, files, limits, *, ask, **more):
    """Answer by the look of the code, and leave an output."""
    assert not (files / "hidden.py").exists()
    replies = []
    for name, inputs in (("double", (3, 5, 770077, 2)), ("triple", (3, 5, 880088, 3))):
        cell = cell_of(notebook, name)
        factor = re.search(r"return (.*)", cell.source)
        values = [Returned(eval(factor[1], {"n": n})) for n in inputs] if factor else []
        replies.append(write_reply(values) if values else None)
        cell.outputs = [nbformat.v4.new_output("stream", text="run")]
    return Ran(Status.RAN, 0.1, True, tuple(replies[: len(list(ask))]))


def one_by_one(jobs, number, work, instead):
    return map(work, jobs)
