"""Checking, releasing and marking the ticks.

``feedback`` answers a student at once; ``questions`` says what a tick asks
and judges answers; ``plain`` carries answers out of a kernel; ``marking``
runs a notebook and judges it; ``release`` makes the student pack. Students'
code runs in a ``sandbox``: ``confinement`` says what it may see and use,
``kernel`` takes in what it says, and ``inside`` is labkit's part in there.
"""

from labkit.grading.feedback import check
from labkit.grading.questions import Case, Hint, Question, equals, says

__all__ = ["Case", "Hint", "Question", "check", "equals", "says"]
