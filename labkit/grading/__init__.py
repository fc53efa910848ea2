"""Checking, releasing and marking the ticks.

``feedback`` answers a student at once; ``questions`` says what a tick asks
and judges answers; ``plain`` carries answers out of a kernel; ``marking``
runs a notebook and judges it; ``release`` makes the student pack. Students'
code runs in a ``sandbox``: ``confinement`` says what it may see and use,
``kernel`` takes in what it says, and ``inside`` is labkit's part in there.

A class is graded by ``classroom``: ``intake`` reads what was handed in,
``restore`` puts back what was locked, ``needed`` finds what has to run,
``worker`` makes a record of each submission, in one of the ``workers``, and
``store`` keeps the records whole (``files``). From them come marks
(``results``, with the penalties of ``late``), ``pages`` whose content is made
harmless (``shown``), and nbgrader's ``gradebook``. ``predictions`` makes a shared
task of the class, and ``accuracy`` measures how often the grader errs.
"""

from labkit.grading.feedback import check
from labkit.grading.questions import Case, Hint, Question, equals, says

__all__ = ["Case", "Hint", "Question", "check", "equals", "says"]
