"""The part of marking that runs in the student's kernel: nothing it says is trusted."""

import builtins
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO, TypeAlias

from labkit.checks.outcomes import Failure, FailureKind, outcomes, timed_out, write_reply
from labkit.checks.plain_data import MIMETYPE, decode
from labkit.checks.progress import VARIABLE

#: A notebook's variables, and what those of them that are lists, dicts and sets held.
_State: TypeAlias = tuple[dict[str, Any], dict[str, Any]]

#: Question -> how things stood when its check ran.
_kept: dict[str, _State] = {}


class Handed:
    """Text that a kernel hands over as the value of an expression."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {MIMETYPE: self.text}


def keep(namespace: dict[str, Any], question: str, name: str) -> Handed:
    """Keep the notebook's variables as they are at a question's check, if there is an answer.

    Hand over "late" if the check found that it takes too long, and else "".
    """
    if namespace.get(name, ...) is not ...:
        _kept[question] = _state(namespace)
    return Handed("late" if question in timed_out else "")


def _state(namespace: dict[str, Any]) -> _State:
    own = {n: v for n, v in namespace.items() if not n.startswith("_")}  # not __builtins__
    return dict(namespace), {n: v.copy() for n, v in own.items() if type(v) in (list, dict, set)}


def _put_back(namespace: dict[str, Any], state: _State) -> None:
    variables, held = state
    # What came later stays, if it took no name of Python's: a helper may stand below the check.
    for name in [n for n in namespace if n not in variables and hasattr(builtins, n)]:
        del namespace[name]
    namespace.update(variables)
    for name, content in held.items():
        value = variables[name]
        value.clear()
        (value.extend if type(value) is list else value.update)(content)


def hand_over(
    namespace: dict[str, Any],
    name: str,
    inputs: str,
    without: Sequence[str] = (),
    question: str = "",
    **limits: Any,
) -> Handed:
    """Run a question's cases and hand the outcomes over, as ``write_reply`` writes them.

    The answer is what `namespace` holds under `name`, or held when it was kept for the `question`;
    the cases' inputs are as ``encode`` writes a list, `without` and `limits` as for ``outcomes``.
    An answer that took too long at its check is asked in a hurry.
    """
    limits |= {"question": question, "hurry": question in timed_out}
    all_inputs, found = decode(inputs), []
    for state in filter(None, (_kept.get(question), _state(namespace))):
        _put_back(namespace, state)
        found = outcomes(namespace.get(name), all_inputs, without, **limits)
        if any(one != Failure(FailureKind.UNANSWERED) for one in found):
            break
    return Handed(write_reply(found))


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
    streams = [_shorten(stream, most) for stream in (sys.stdout, sys.stderr)]
    (shell := get_ipython()).ask_exit = lambda: None
    shell.events.register("pre_run_cell", lambda info: [begin_again() for begin_again in streams])
    return Handed("ready")


def _shorten(stream: TextIO, most: int) -> Callable[[], None]:
    """Let a stream take so many characters, and as many after each call of what is returned."""
    write, left = stream.write, most

    def write_some(text: str) -> int:
        nonlocal left
        if left > 0:
            write(text[:left])
            if len(text) > left:
                write("\n[... and more, which is left out.]\n")
        left -= len(text)
        return len(text)

    def begin_again() -> None:
        nonlocal left
        left = most

    stream.write = write_some  # type: ignore[method-assign]  # the kernel's, and its alone
    return begin_again
