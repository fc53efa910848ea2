"""Run a notebook in a sandbox, and judge its answers outside of it, as the grader does."""

from dataclasses import replace

from labkit.checks.marking import asking, mark_answers
from labkit.grading.sandbox.bubblewrap import Limits
from labkit.grading.sandbox.run import run


def mark(notebook, questions, files=None, limits=None, **more):
    """Give the report of a notebook whose answers are asked for at the end."""
    ask = [asking(question) for question in questions.values()]
    ran = run(notebook, files or {}, limits or Limits(), ask=ask, **more)
    report = mark_answers(notebook, questions, ran.answers)
    return replace(report, status=ran.status, confined=ran.confined)
