"""Checking, releasing and marking the ticks.

``feedback`` answers a student at once; ``questions`` says what a tick asks
and judges answers; ``plain`` carries answers out of a kernel; ``marking``
runs a notebook and judges it; ``release`` makes the student pack.
"""

from labkit.grading.feedback import check
from labkit.grading.questions import Case, Hint, Question, equals, says

__all__ = ["Case", "Hint", "Question", "check", "equals", "says"]
