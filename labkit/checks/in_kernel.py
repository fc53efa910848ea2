"""What a student's kernel is asked, and what runs in it then: nothing it says is trusted."""

import builtins
import math
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from labkit.checks.feedback import carried
from labkit.checks.outcomes import Failure, FailureKind, outcomes, write_reply
from labkit.checks.plain_data import MIMETYPE, decode, encode
from labkit.checks.progress import VARIABLE

if TYPE_CHECKING:  # a kernel knows of no question but by name
    from labkit.checks.questions import Question

#: Question -> the notebook's variables as they were when its check ran.
_kept: dict[str, dict[str, Any]] = {}


_IN_KERNEL = "__import__('labkit.checks.in_kernel', fromlist=['*'])"
#: The notebook's variables, also where one of them is called ``globals``.
_VARIABLES = "__import__('__main__').__dict__"


def asking(
    question: "Question",
    most: float = math.inf,
    instead: Sequence[str] = (),
    source: str = "",
) -> str:
    """Write the expression by which a kernel is asked for the answers to all cases of a question.

    Its value is what ``in_kernel.hand_over`` gives. No case has more than `most` seconds. To the
    questions `instead` the course answers meanwhile, and a cell's `source` makes its value anew.
    """
    inputs = encode([case.inputs for case in question.cases])
    seconds = [min(case.seconds, most) for case in question.cases]
    return (
        f"{_IN_KERNEL}.hand_over({_VARIABLES}, {question.answer!r}, {inputs!r}, {question.without}, "
        f"{question.name!r}, {[*instead]}, {source!r}, seconds={seconds})"
    )


def keeping(question: str, answer: str) -> str:
    """Write the expression by which a kernel keeps an answer as it is, for a question."""
    return f"{_IN_KERNEL}.keep({_VARIABLES}, {question!r}, {answer!r})"


class Handed:
    """Text that a kernel hands over as the value of an expression."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        return {MIMETYPE: self.text}


def keep(namespace: dict[str, Any], question: str, name: str) -> Handed:
    """Keep the notebook's variables as they are at a question's check, if there is an answer."""
    if namespace.get(name, ...) is not ...:
        _kept[question] = _state(namespace)
    return Handed("")


def _state(namespace: dict[str, Any]) -> dict[str, Any]:
    """Copy a notebook's variables, and what its lists, dicts and sets hold."""
    return {
        name: value.copy() if type(value) in (list, dict, set) else value
        for name, value in namespace.items()
    }


def hand_over(
    namespace: dict[str, Any],
    name: str,
    inputs: str,
    without: Sequence[str],
    question: str,
    instead: Sequence[str] = (),
    source: str = "",
    **limits: Any,
) -> Handed:
    """Run a question's cases and hand the outcomes over, as ``write_reply`` writes them.

    The answer is what `namespace` holds under `name`, or held when it was kept for the `question`;
    the cases' inputs are as ``encode`` writes a list, `without` and `limits` as for ``outcomes``,
    `instead` and `source` as for ``carried``.
    """
    all_inputs, answers, last = decode(inputs), [], _state(namespace)
    states = [_kept[question], last] if question in _kept else [last]
    for state in states:
        # What came later stays, if it took no name of Python's: a helper may stand below the check.
        for name_of_python in [n for n in namespace if n not in state and hasattr(builtins, n)]:
            del namespace[name_of_python]
        namespace.update(state)
        with carried(namespace, instead, source):
            answers = outcomes(
                namespace.get(name), all_inputs, without, question=question, **limits
            )
        if any(answer != Failure(FailureKind.UNANSWERED) for answer in answers):
            break
    namespace.update(last)  # the next question is to find them so, too
    return Handed(write_reply(answers))


def begin(most: int) -> Handed:
    """Prepare a kernel, before its first cell, and hand over the word "ready".

    The student's own modules can be imported, behind all that is installed: a file called
    ``random.py`` does no harm. Each cell prints at most so many characters: what is dropped costs
    next to nothing. ``exit()`` ends nothing, and would end the next cell with it. How far the student
    is in the tick is not noted.
    """
    from IPython import get_ipython

    sys.path.append(os.getcwd())
    os.environ[VARIABLE] = ""
    left = most

    def write_some(write: Callable[[str], object], text: str) -> int:
        nonlocal left
        if left > 0:
            write(text[:left])
            if len(text) > left:
                write("\n[... and more, which is left out.]\n")
        left -= len(text)
        return len(text)

    def begin_again(info: object) -> None:
        nonlocal left
        left = most

    for stream in (sys.stdout, sys.stderr):
        # The kernel's streams, and its alone.
        stream.write = partial(write_some, stream.write)  # type: ignore[method-assign]
    shell = get_ipython()
    shell.ask_exit = lambda: None
    shell.events.register("pre_run_cell", begin_again)
    return Handed("ready")
