"""What students run in a tick: instant feedback, and a whole notebook's checks.

`feedback` answers a student at once (`card` is how that looks, `progress` what is noted of it),
`explore` lets a student's own function draw, and `notebook` checks a whole notebook. `questions` says
what a tick asks, `judges` what is right (`alike` is what counts as equal, `draws` what is drawn by
chance), and `marking` what that earns. `outcomes` is what becomes of an answer's cases, within
`limits` of time and memory, by what its `code` shows and without what may not help (`guards`);
`plain_data` carries it out of a kernel, and `in_kernel` is our part inside one.
"""

from labkit.checks.explore import explore
from labkit.checks.feedback import check, stuck
from labkit.checks.guards import version
from labkit.checks.judges import equals, says, showing
from labkit.checks.paragraph import written_answer
from labkit.checks.progress import keep_prediction, my_words, predictions, start_here
from labkit.checks.questions import Case, Hint, Question

__all__ = [
    "Case",
    "Hint",
    "Question",
    "check",
    "equals",
    "explore",
    "keep_prediction",
    "my_words",
    "predictions",
    "says",
    "showing",
    "start_here",
    "stuck",
    "version",
    "written_answer",
]
