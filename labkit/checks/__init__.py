"""What students run in a tick: instant feedback, and a whole notebook's checks.

`feedback` answers a student at once; `questions` says what a tick asks and
judges answers; `plain_data` carries answers out of a kernel, and `in_kernel`
is labkit's part inside one.
"""

from labkit.checks.feedback import check
from labkit.checks.questions import Case, Hint, Question, equals, says

__all__ = ["Case", "Hint", "Question", "check", "equals", "says"]
